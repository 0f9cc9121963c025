// Analysis and the look at a position.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { button, choose, close, engine, leave, open, saved, says, shot, square, tab } from "./browser.js";

after(close);

test("an analysis ends with every move marked, is reported complete, and is switched off", async () => {
  const page = await open("#variant=pawngame&files=3&moves=a2a3");
  await tab(page, "analyse");
  await engine(page);
  await page.locator(".lines li").nth(2).waitFor();
  await page.waitForFunction(() => document.querySelector(".group.lost, .group.drawn, .group.won") && !document.querySelector(".group.open"));
  const [legal, marked] = [await page.locator(".all-moves [data-move]").count(), await page.locator(".group:not(.open) [data-move]").count()];
  assert.ok(legal > 0);
  assert.equal(marked, legal);
  assert.match(await square(page, "b7").getAttribute("aria-label"), /best move (won|drawn|lost)/);
  await square(page, "b7").click();
  await page.locator(".square.target").first().waitFor();
  assert.equal(await page.locator(".square.target .worth").count(), 2);
  assert.match(await square(page, "b6").getAttribute("aria-label"), /move (won|drawn|lost)/);
  await page.locator(".effort").getByText("complete").waitFor();
  const isOn = () => page.getByRole("switch", { name: "Engine" }).getAttribute("aria-checked");
  assert.equal(await isOn(), "false");
  await page.locator(".spoken").getByText(/Analysis complete. Proved: /).waitFor({ state: "attached" });
  // The results stay until the board goes on; then it can be switched on again.
  assert.ok((await page.locator(".arrow").count()) > 0);
  assert.equal(await page.getByRole("meter").count(), 1);
  await square(page, "b6").click();
  await says(page, "White to move");
  assert.equal(await page.locator(".arrow").count(), 0);
  assert.equal(await isOn(), "false");
  await engine(page);
  await page.locator(".effort").getByText("complete").waitFor();
  assert.equal(await isOn(), "false");
  await page.locator(".walk button").nth(1).click();
  await page.locator(".effort").getByText("Switch it on").waitFor();
  await shot(page, "analysis");
  assert.deepEqual(await leave(page), []);
});

test("won moves are distinguished from others, on 8x8", async () => {
  const page = await open("#variant=peasants&fen=8/1pp5/1p2pppp/1P2p3/2p1P1pP/P4P1P/2PPP3/8 w");
  await tab(page, "analyse");
  await engine(page);
  await page.locator(".group.won [data-move=h3g4]").waitFor();
  await page.locator(".group.lost [data-move]").nth(5).waitFor();
  assert.match(await page.locator(".verdict").textContent(), /White wins in \d+ proved/);
  await square(page, "h3").click();
  await page.locator(".square.target .worth.won").waitFor();
  await shot(page, "board-analyse");
  assert.deepEqual(await leave(page), []);
});

test("lines come, are played by a click, and the analysis follows until it is stopped", async () => {
  const page = await open("#variant=metamachy");
  await tab(page, "analyse");
  await choose(page, "Lines", "2");
  await engine(page);
  await page.locator(".lines li").nth(1).waitFor();
  await page.locator(".arrow.other").waitFor({ state: "attached" });
  assert.equal(await page.locator(".arrow").count(), 2);
  assert.match(await page.locator(".effort").textContent(), /depth \d+\/\d+ · .* nodes · .*\/s/);
  assert.match(await page.getByRole("meter").getAttribute("aria-valuetext"), /for White|Proved|wins/);
  await page.locator(".lines .pv .step").first().click();
  await says(page, "Black to move");
  await page.locator(".lines li").nth(1).waitFor();
  await shot(page, "board-metamachy");
  await engine(page);
  await page.locator(".effort").getByText("stopped").waitFor();
  assert.deepEqual(await leave(page), []);
});

test("a look shows gamelets, their tables, and the terms", async () => {
  const page = await open("#variant=peasants&fen=5/p1p1p/1p2p/1P2P/5/5/4P/5 b");
  await tab(page, "look");
  await page.locator(".terms tbody tr").first().waitFor();
  const parts = page.locator(".swatch");
  assert.ok((await parts.count()) >= 1);
  await parts.last().hover();
  await page.locator(".gamelet-table").waitFor();
  assert.ok((await page.locator(".square[class*=part-]").count()) > 0);
  await square(page, "a7").hover();
  await page.locator('.gamelet-table[aria-label^="Gamelet a"]').waitFor();
  await square(page, "e2").hover();
  await page.locator('.gamelet-table[aria-label$="e"]').waitFor();
  // The table scrolls by the keys that walk through the game elsewhere.
  const isFree = (element) => element.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true }));
  assert.ok(await page.locator(".gamelet-table").evaluate(isFree));
  assert.ok(!(await page.locator("body").evaluate(isFree)));
  await shot(page, "board-look");
  assert.deepEqual(await leave(page), []);
});

test("each term has an explanation, and a word means the same in the list and in the terms", async () => {
  const page = await open("#variant=peasants&fen=8/1p3p2/p3p1p1/8/8/P2P2P1/1P4P1/8 w");
  await tab(page, "look");
  await page.locator(".terms tbody tr").first().waitFor();
  assert.match(await page.locator('[aria-label="Dead files"]').textContent(), /none of the side’s pawns can ever reach the last rank there.*White none/);
  const names = await page.locator(".terms tbody th").allTextContents();
  assert.ok(names.includes("blocked file") && names.includes("network"));
  assert.ok(!names.some((name) => name.includes("dead")));
  const meanings = await page.locator(".terms .meaning").allTextContents();
  assert.equal(meanings.length, names.length);
  for (const meaning of meanings) assert.match(meaning, /^[A-Z].{10,}\.$/);
  assert.deepEqual(await leave(page), []);
});

test("an analysis keeps other annotations, which are shown by their meaning", async () => {
  const page = await open("#variant=pawngame");
  await tab(page, "games");
  await page.getByLabel("PGN", { exact: true }).fill("1. d4 $146 e5 {Bold.} 2. e4 $10 $200 2…exd4?? 3. c3! *");
  await button(page, "Load").click();
  await page.getByTitle("novelty").waitFor();
  const list = () => page.locator(".move-list").textContent();
  assert.match(await list(), /d4 novelty.*e5.*Bold\..*e4= \$200.*exd4\?\?.*c3!/);
  await tab(page, "analyse");
  await choose(page, "Seconds a move", "0.1");
  await button(page, "Analyse the game").click();
  await page.locator(".told-score").first().waitFor();
  assert.match(await list(), /d4.* novelty.*e5.*Bold\..*e4.*=.* \$200.*exd4\?\?.*c3!/);
  await tab(page, "games");
  assert.match(await saved(page), /d4.* \$146\s.*e5.*Bold\..*e4\S*\s+\$10\s+\$200\s.*exd4\?\?.*c3!/s);
  assert.deepEqual(await leave(page), []);
});

test("the whole game is analysed, drawn, and annotated", async () => {
  const page = await open("#variant=pawngame&files=3&moves=b2b4,a7a5,b4b5");
  await tab(page, "analyse");
  // Each search ends when it has proved its position.
  await choose(page, "Seconds a move", "10");
  await button(page, "Analyse the game").click();
  await page.locator(".graph-line").waitFor({ state: "attached" });
  assert.ok((await page.locator(".move-list .glyph").count()) >= 1);
  assert.equal(await page.locator(".move-list .told-score").count(), 3);
  assert.match(await page.locator(".report").textContent(), /White \d\?\? \d\? \d\?!.*Black/);
  assert.match(await page.locator(".report").textContent(), /White.*accuracy \d+ %.*Black.*accuracy \d+ %/);
  // A better line is played by a click, as a variation; it is not a mistake of the game.
  const mistake = page.locator(".mistake-list li").first();
  assert.match(await mistake.textContent(), /was (won|drawn), now (drawn|lost)\. Better: /);
  const count = await page.locator(".mistake-list li").count();
  await mistake.locator(".pv .step").first().hover();
  await page.locator(".preview .mini-board").waitFor();
  await mistake.locator(".pv .step").first().click();
  await page.locator(".variation .step[aria-current]").waitFor();
  assert.equal(await page.locator(".mistake-list li").count(), count);
  await shot(page, "board-review");
  await page.locator(".graph svg").click({ position: { x: 5, y: 20 } });
  await says(page, "White to move");
  assert.deepEqual(await leave(page), []);
});
