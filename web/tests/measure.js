// The speed of the board, and whether its memory grows: the numbers of the documentation. It asserts nothing.
//
//     npm run measure [MINUTES]
//
// Times are in milliseconds: from the start of the program to the first rendering, in a running browser; and from the
// engine's message to its move on the board. Then a position is analysed for some minutes (default: 1), and every
// half minute a line gives the memory of the program and the tab.

import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { ADDRESS, button, choose, close, engine, open, PID, PROGRAM, tab } from "./browser.js";

const MINUTES = Number(process.argv[2] ?? 1);
const ROUNDS = 10;

function summary(times) {
  const sorted = [...times].sort((one, other) => one - other);
  return `median ${sorted[sorted.length >> 1].toFixed(0)}, worst ${sorted.at(-1).toFixed(0)} (${sorted.length})`;
}

/** From the start of the program to pieces that can be moved. */
async function firstPicture(browser, variant) {
  const page = await (await browser.newContext()).newPage();
  const began = performance.now();
  const program = spawn(PROGRAM, ["board", "--no-open", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve) => program.stdout.once("data", (line) => resolve(String(line).trim())));
  await page.goto(`${address}#variant=${variant}`, { waitUntil: "commit" });
  await page.waitForSelector(".square.liftable");
  const time = performance.now() - began;
  await page.context().close();
  program.kill();
  return time;
}

/** Records when the engine's message arrives, and when the board changes next. */
function watch() {
  window.delays = [];
  let word = null;
  const Plain = WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...rest) {
      super(...rest);
      this.addEventListener("message", ({ data }) => {
        if (JSON.parse(data).type === "done") word = performance.now();
      });
    }
  };
  let last = "";
  const look = () => {
    const now = [...document.querySelectorAll(".square")].map((one) => one.className.includes("taken")).join();
    if (now !== last && word !== null) {
      window.delays.push(performance.now() - word);
      word = null;
    }
    last = now;
  };
  addEventListener("DOMContentLoaded", () => new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true }));
}

/** Plays some moves against the engine; returns the times from the engine's messages to the board. */
async function moves(browser, variant) {
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript(watch);
  await page.goto(`${ADDRESS}#variant=${variant}`);
  await page.waitForSelector(".square.liftable");
  await choose(page, "Level", "1");
  await button(page, "Start").click();
  for (let move = 1; move <= ROUNDS; move += 1) {
    await page.locator(".square.liftable").first().click();
    await page.locator(".square.target").first().click();
    await page.waitForFunction((count) => document.querySelectorAll(".move-list .step").length === count, 2 * move);
    await page.waitForSelector(".square.liftable");
  }
  const delays = await page.evaluate(() => window.delays);
  await page.context().close();
  return delays;
}

/** The memory of program and tab during an analysis. */
async function hold() {
  const page = await open("#variant=peasants");
  await tab(page, "analyse");
  await choose(page, "Lines", "5");
  await engine(page);
  await page.locator(".lines li").nth(4).waitFor();
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable");
  await client.send("HeapProfiler.enable");
  console.log("seconds  program kB  threads  files  heap kB  elements");
  for (let seconds = 0; seconds <= 60 * MINUTES; seconds += 30) {
    if (seconds > 0) await new Promise((resolve) => setTimeout(resolve, 30_000));
    await client.send("HeapProfiler.collectGarbage");
    const { metrics } = await client.send("Performance.getMetrics");
    const metric = (wanted) => metrics.find(({ name }) => name === wanted)?.value ?? 0;
    const status = readFileSync(`/proc/${PID}/status`, "utf8");
    const field = (name) => new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? "?";
    const files = readdirSync(`/proc/${PID}/fd`).length;
    const row = [seconds, field("VmRSS"), field("Threads"), files, Math.round(metric("JSHeapUsedSize") / 1024), metric("Nodes")];
    console.log(row.map((value, at) => String(value).padStart([7, 10, 7, 5, 7, 8][at])).join("  "));
  }
  await page.context().close();
}

const browser = (await open("#variant=peasants")).context().browser();
for (const variant of ["peasants", "metamachy"]) {
  const pictures = [];
  for (let round = 0; round < ROUNDS; round += 1) pictures.push(await firstPicture(browser, variant));
  console.log(`${variant}: start to first picture ${summary(pictures)}`);
  console.log(`${variant}: word to board ${summary(await moves(browser, variant))}`);
}
await hold();
await close();
