// A real browser on the real page, which the real program serves: PROGRAM names it, by default the release build of
// this checkout. BOARD is the address of a running board. The browser is Debian's Chromium, or the one that CHROMIUM
// names. With PAGE set to a folder such as dist, the page is the one there, not the one built into the program. Set
// SHOTS to a folder to keep pictures of what the tests see.

import { chromium } from "playwright-core";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const PROGRAM = process.env.PROGRAM ?? fileURLToPath(new URL("../../target/release/jacquerie", import.meta.url));
const served = process.env.BOARD ? { address: process.env.BOARD, program: null } : await serve();
export const ADDRESS = served.address;
/** The process of the program that was started here. */
export const PID = served.program?.pid;

/** Starts the program; its first line is the address. */
export async function serve(more = []) {
  const program = spawn(PROGRAM, ["board", "--no-open", "--port", "0", ...more], { stdio: ["ignore", "pipe", "inherit"] });
  await once(program, "spawn");
  process.on("exit", () => program.kill());
  const [address] = await once(createInterface(program.stdout), "line");
  return { address, program };
}

/** The time limit of each step, on a busy machine. */
export const PATIENCE = Number(process.env.PATIENCE ?? 60_000);

// A page that does not come from the network needs permission to connect to this machine.
const FLAGS = ["--no-sandbox", ...(process.env.PAGE ? ["--disable-features=LocalNetworkAccessChecks"] : [])];

let browser;

export async function close() {
  await browser?.close();
  // It would keep this process waiting.
  served.program?.kill();
}

/** Opens a new tab on a position, and fails if the page reports an error. */
export async function open(fragment = "", { address = ADDRESS, first, ...options } = {}) {
  browser ??= await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  if (process.env.PAGE) await context.route(/\/(app\.js|app\.css|)(#.*)?$/, serveOwn);
  page.setDefaultTimeout(PATIENCE);
  page.complaints = [];
  page.on("pageerror", (error) => page.complaints.push(error.message));
  page.on("console", (message) => message.type() === "error" && page.complaints.push(message.text()));
  page.on("request", (request) => {
    const [asked, own] = [new URL(request.url()), new URL(address)];
    if (asked.host !== own.host && asked.protocol !== "blob:") page.complaints.push(`a request to ${asked.host}`);
  });
  await page.goto(address + fragment);
  // Without a fragment it is the front page.
  await page.waitForSelector(first ?? (fragment === "" ? ".card" : ".square.liftable"));
  return page;
}

/** A file of the page that was just built. */
async function serveOwn(route) {
  const name = new URL(route.request().url()).pathname.split("/").at(-1) || "index.html";
  await route.fulfill({ path: `${process.env.PAGE}/${name}` });
}

/** Closes a tab; returns its errors. */
export async function leave(page) {
  await page.context().close();
  return page.complaints;
}

export const square = (page, name) => page.locator(`[data-square="${name}"]`);
export const tab = (page, name) => page.locator(`#tab-${name}`).click();
export const button = (page, name) => page.getByRole("button", { name, exact: true });

/** Switches the engine on or off. */
export const engine = (page) => page.getByRole("switch", { name: "Engine" }).click();

export const choose = (page, name, option) => page.getByRole("combobox", { name, exact: true }).selectOption(option);

/** Waits until the line below the board has exactly this text. */
export const says = (page, text) => page.locator(".turn").getByText(text, { exact: true }).waitFor();

/** The squares of a class, as they are on the board now. */
export function squares(page, kind) {
  return page.$$eval(`.square.${kind}`, (found) => found.map((each) => each.dataset.square));
}

/** How many moves the list shows. */
export function moveCount(page) {
  return page.locator(".move-list .step").count();
}

/** The board's content without letters: the pieces by the names that a screen reader uses. */
export function picture(page) {
  return page.$$eval(".square", (found) =>
    found.map((each) => /[a-l]\d+(, (white|black) \w+)?/.exec(each.getAttribute("aria-label"))?.[0] ?? "").sort().join("; "),
  );
}

/** The file that is downloaded. */
export async function saved(page) {
  const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Download PGN").click()]);
  return readFile(await download.path(), "utf8");
}

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The problems that axe finds, in words. */
export async function faults(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
}

export async function shot(page, name) {
  if (!process.env.SHOTS) return;
  await mkdir(process.env.SHOTS, { recursive: true });
  await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
}

/** Waits until the list of moves is this one; a move has its notation when the program has told it. */
export const hasMoves = (page, moves) =>
  page.waitForFunction((wanted) => [...document.querySelectorAll(".move-list .step")].map((step) => step.textContent).join(" ") === wanted, moves.join(" "));
