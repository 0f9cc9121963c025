// The values of a position with the king on other squares.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { button, close, engine, faults, leave, open, says, shot, square, tab } from "./browser.js";

after(close);

const RETI = "fen=7K/8/k1P5/7p/8/8/8/8 w";
/** Fine's number 70, which takes the solver of chess endings long. */
const FINE = "fen=8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w";
const SECTION = ".king-squares";

const show = (page) => button(page, "Show on the board").click();
const complete = (page) => page.locator(SECTION).getByText(/^Complete\./).waitFor();
const label = (page, name) => square(page, name).getAttribute("aria-label");

test("kings and pawns: each square has its value and length, also for screen readers", async () => {
  const page = await open(`#variant=kingpawn&${RETI}`);
  await tab(page, "look");
  await show(page);
  await complete(page);
  assert.match(await page.locator(SECTION).textContent(), /As it stands, with the king on h8, the position is drawn for White\./);
  assert.match(await label(page, "a1"), /king here: lost in 7 moves/);
  assert.match(await label(page, "b8"), /king here: won in 2 moves/);
  assert.match(await label(page, "b7"), /king cannot be here: beside king/);
  assert.match(await label(page, "h8"), /white king.*king here: drawn/);
  assert.doesNotMatch(await label(page, "c6"), /king here/);
  assert.equal(await square(page, "a4").textContent(), "=");
  assert.equal(await square(page, "b8").textContent(), "+2");
  assert.match(await page.locator(".group.lost").textContent(), /a1 \(7\)/);
  assert.deepEqual(await faults(page), []);
  await shot(page, "board-squares");
  // The king can be moved as before, and the squares follow: now they are for Black's king.
  await square(page, "h8").click();
  await page.locator(".square.target").first().waitFor();
  await square(page, "g7").click();
  await says(page, "Black to move");
  await page.locator(SECTION).getByText(/drawn for Black/).waitFor();
  assert.match(await label(page, "a6"), /black king.*king here: drawn/);
  await button(page, "Hide").click();
  assert.equal(await page.locator(".value").count(), 0);
  assert.deepEqual(await leave(page), []);
});

test("endings of chess: by keys alone, in the dark, on a phone", async () => {
  const page = await open("#variant=endings&fen=8/8/8/3k4/8/3K4/4P3/8 w", { colorScheme: "dark", viewport: { width: 360, height: 740 } });
  await page.locator("#tab-play").focus();
  for (let tabs = 0; tabs < 2; tabs += 1) await page.keyboard.press("ArrowRight");
  await button(page, "Show on the board").focus();
  await page.keyboard.press("Enter");
  await complete(page);
  await page.locator('.square[tabindex="0"]').focus();
  for (const key of ["ArrowUp", "ArrowUp", "ArrowUp"]) await page.keyboard.press(key);
  const heard = await page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  assert.match(heard, /^a4, king here: (won|drawn)$/);
  assert.deepEqual(await faults(page), []);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  assert.deepEqual(await leave(page), []);
});

test("long work shows its progress, blocks nothing, and can be stopped", async () => {
  const page = await open(`#variant=endings&${FINE}`);
  await tab(page, "look");
  await show(page);
  await page.locator(SECTION).getByText(/of 64 squares · [1-9][\d,]* positions/).waitFor();
  await page.getByRole("progressbar").waitFor();
  // Meanwhile another tab and this one are answered.
  const other = await open("#variant=peasants");
  await square(other, "e3").click();
  await square(other, "e4").click();
  await says(other, "Black to move");
  await leave(other);
  await button(page, "Stop").click();
  await button(page, "Show on the board").waitFor();
  assert.equal(await page.locator(".value").count(), 0);
  // The server has room again: an analysis begins at once.
  await tab(page, "analyse");
  await engine(page);
  await page.locator(".lines li").first().waitFor();
  assert.deepEqual(await leave(page), []);
});

test("too much work is refused at once, with an alternative; other games do not offer it", async () => {
  const page = await open("#variant=endings&fen=4k3/pppp4/8/8/8/8/4PPPP/4K3 w");
  await tab(page, "look");
  await show(page);
  await page.locator(SECTION).getByText(/Too much for the board: .*structures.*jacquerie squares/).waitFor();
  assert.deepEqual(await leave(page), []);
  const other = await open("#variant=peasants");
  await tab(other, "look");
  await other.locator(".terms").waitFor();
  assert.equal(await other.locator(SECTION).count(), 0);
  assert.deepEqual(await leave(other), []);
});
