// The front page: from there to a game, an analysis, a file, and back; and what was open last.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { after, test } from "node:test";
import { button, close, leave, open, picture, says, serve, shot, square } from "./browser.js";

after(close);

const card = (page, title) => page.locator(".card").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

test("games are listed by title with a picture, and none by its technical name", async () => {
  const page = await open();
  const titles = await page.locator(".card h2").allTextContents();
  assert.deepEqual(titles, ["Peasants' Chess", "Antichess", "Metamachy", "Pawn endings", "Pawn Race"]);
  assert.equal(await page.locator(".card .mini-board").count(), titles.length);
  assert.doesNotMatch(await page.locator("main").textContent(), /peasants|pawnrace|kingpawn|pawnsonly|giveaway/);
  await shot(page, "board-home");
  assert.deepEqual(await leave(page), []);
});

const WAYS = {
  mouse: [{}, (locator) => locator.click()],
  touch: [{ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }, (locator) => locator.tap()],
  keys: [{}, (locator) => locator.press("Enter")],
};

for (const [way, [options, press]] of Object.entries(WAYS)) {
  test(`by ${way}, a game begins at the second step, and an analysis at the first`, async () => {
    const page = await open("", options);
    await press(button(page, "Play Antichess"));
    await press(button(page, "Start"));
    await says(page, "Your move");
    await page.goBack();
    await page.getByText("Your game is in progress").waitFor();
    assert.equal(await button(page, "Play Antichess").isDisabled(), true);
    await press(button(page, "Continue"));
    await press(button(page, "Resign"));
    await press(button(page, "Really resign?"));
    await press(page.getByRole("link", { name: "Jacquerie, all games" }));
    await press(button(page, "Analyse Pawn endings"));
    await page.locator(".lines li").first().waitFor();
    await page.waitForFunction(() => location.hash.startsWith("#variant=endings"));
    assert.deepEqual(await leave(page), []);
  });
}

test("what was open last is offered again, also in another tab", async () => {
  const page = await open("#variant=pawngame&files=5");
  await square(page, "c2").click();
  await square(page, "c4").click();
  await page.waitForFunction(() => localStorage.getItem("jacquerie-last")?.includes("moves=c2c4"));
  const before = await picture(page);
  const other = await page.context().newPage();
  await other.goto(page.url().replace(/#.*/, ""));
  await other.getByRole("heading", { name: "Pawn Game", exact: true }).waitFor();
  await button(other, "Continue").click();
  await other.locator(".move-list .step").getByText("c4").waitFor();
  await other.locator(".square.last").first().waitFor();
  assert.equal(await picture(other), before);
  assert.deepEqual(await leave(page), []);
});

test("unusual pieces are explained, and the set-ups chosen by their pictures", async () => {
  const page = await open();
  const metamachy = card(page, "Metamachy");
  await metamachy.getByText("Pieces and set-ups").click();
  await metamachy.getByText("Leaps one or two squares diagonally.").waitFor();
  await metamachy.locator(".start").nth(11).waitFor();
  await shot(page, "board-pieces");
  await metamachy.getByText("Eagle and lion before king and queen").click();
  await page.waitForFunction(() => location.hash.includes("setup=10"));
  await square(page, "f2").and(page.getByLabel(/white eagle/)).waitFor();
  assert.deepEqual(await leave(page), []);
});

test("a game is opened from the front page, and a wrong one refused there", async () => {
  const page = await open();
  await page.getByLabel("PGN", { exact: true }).fill("1. Qh5 *");
  await button(page, "Load").click();
  await page.locator("#pgn-fault").getByText(/Qh5/).waitFor();
  await page.getByLabel("PGN", { exact: true }).fill("1. b4 a5 *");
  await button(page, "Load").click();
  await page.locator(".move-list .step").getByText("a5").waitFor();
  assert.deepEqual(await leave(page), []);
});

test("the file given at the start is open, and stays so", async () => {
  const folder = await mkdtemp(`${tmpdir()}/board-`);
  const path = `${folder}/an evening.pgn`;
  await writeFile(path, '[White "Ann"]\n[Black "Bob"]\n\n1. b4 a5 *\n\n[White "Bob"]\n\n1. a4 *\n');
  const { address, program } = await serve(["--pgn", path]);
  const page = await open("", { address, first: ".square.liftable" });
  await page.getByText("an evening.pgn, 2 games").waitFor();
  await page.locator(".move-list .step").getByText("a5").waitFor();
  await page.waitForFunction(() => location.hash.startsWith("#variant="));
  await page.reload();
  await page.getByText("an evening.pgn, 2 games").waitFor();
  assert.deepEqual(await leave(page), []);
  program.kill();
  await rm(folder, { recursive: true });
});

test("a second click hits nothing that has just appeared there", async () => {
  const page = await open("#variant=pawngame&files=5");
  await button(page, "Start").click();
  await button(page, "Resign").dblclick();
  await button(page, "Really resign?").waitFor();
  await says(page, "Your move");
  assert.deepEqual(await leave(page), []);
});

test("from Continue, the way back leads to the front page, whose address is bare", async () => {
  const page = await open("#variant=pawngame&files=5");
  await square(page, "c2").click();
  await square(page, "c4").click();
  await page.waitForFunction(() => localStorage.getItem("jacquerie-last")?.includes("moves=c2c4"));
  const other = await page.context().newPage();
  await other.goto(page.url().replace(/#.*/, ""));
  await button(other, "Continue").waitFor();
  assert.equal(new URL(other.url()).hash, "");
  await button(other, "Continue").click();
  await other.locator(".move-list .step").getByText("c4").waitFor();
  await other.waitForFunction(() => location.hash.includes("moves=c2c4"));
  await other.goBack();
  await other.locator(".card").first().waitFor();
  assert.equal(new URL(other.url()).hash, "");
  await button(other, "Continue").click();
  await other.locator(".move-list .step").getByText("c4").waitFor();
  assert.deepEqual(await leave(page), []);
});
