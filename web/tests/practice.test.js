// Practice: puzzles from the front page, solved, missed and explained; and the user's own mistakes.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { button, choose, close, faults, hasMoves, leave, open, says, shot, square, tab } from "./browser.js";

after(close);

const HEADER = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags";
/** White wins only by 1. a5 a6 2. b3 f4 3. b4. */
const LONG = "4Guf1,8/p7/5p2/8/P7/8/1P3P2/8 b - - 0 1,f6f5 a4a5 a7a6 b2b3 f5f4 b3b4,1150,183,0,0,crushing long zugzwang,,";
const SHORT = "AWivb,8/5p2/8/8/3P4/5P2/6P1/8 b - - 0 1,f7f5 g2g3,849,201,0,0,crushing oneMove,,";

/** The front page, with these puzzles. */
async function start(puzzles, options) {
  const page = await open("", options);
  await page.route("**/puzzles/*", (route) => route.fulfill({ body: `${HEADER}\n${puzzles.join("\n")}\n`, contentType: "text/plain" }));
  return page;
}

const headline = (page, text) => page.locator(".exercise .turn").getByText(text).waitFor();

/** Makes a move, once the pieces can be moved. */
async function move(page, from, to, press = (locator) => locator.click()) {
  await page.waitForSelector(`.square.liftable[data-square="${from}"]`);
  await press(square(page, from));
  await page.waitForSelector(`.square.target[data-square="${to}"]`);
  await press(square(page, to));
}

const rating = async (page) => Number(await page.locator(".own-rating strong").textContent());

const WAYS = {
  mouse: [{}, (locator) => locator.click()],
  touch: [{ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }, (locator) => locator.tap()],
};

for (const [way, [options, press]] of Object.entries(WAYS)) {
  test(`by ${way}, a puzzle is there at the first step, is solved, and counts`, async () => {
    const page = await start([LONG], options);
    await press(button(page, "Practise Peasants' Chess"));
    for (const [from, to] of [["a4", "a5"], ["b2", "b3"], ["b3", "b4"]]) {
      await headline(page, from === "a4" ? "White to move and win." : "Right. Go on.");
      await move(page, from, to, press);
    }
    await headline(page, "Solved!");
    assert.ok((await rating(page)) > 1200);
    await hasMoves(page, ["f5", "a5", "a6", "b3", "f4", "b4"]);
    await page.locator(".lines li").first().waitFor();
    await shot(page, way === "mouse" ? "board-practice" : "practice-phone");
    await page.reload();
    await headline(page, "White to move and win.");
    assert.ok((await rating(page)) > 1200);
    assert.deepEqual(await leave(page), []);
  });
}

test("a wrong move is refuted, played out, and counts once", async () => {
  const page = await start([LONG]);
  await button(page, "Practise Peasants' Chess").click();
  await headline(page, "White to move and win.");
  await move(page, "f2", "f4");
  await headline(page, "f4 is wrong.");
  await page.locator(".exercise-more").getByText(/^Proved: (a draw|Black wins in \d+ moves)\. a[56]/).waitFor();
  // The refutation begins on the board.
  await page.waitForFunction(() => document.querySelectorAll(".move-list .step").length === 3);
  const after = await rating(page);
  assert.ok(after < 1200);
  await shot(page, "practice-wrong");
  await button(page, "Try again").click();
  await headline(page, "White to move and win.");
  await move(page, "a4", "a5");
  await headline(page, "Right. Go on.");
  assert.equal(await rating(page), after);
  assert.deepEqual(await leave(page), []);
});

test("by keys: hint, solution with the values of all moves, next; and a move typed", async () => {
  const page = await start([SHORT]);
  await button(page, "Practise Peasants' Chess").press("Enter");
  await headline(page, "White to move and win.");
  await page.keyboard.press("h");
  await page.locator(".circle.hint").waitFor({ state: "attached" });
  await page.locator(".exercise-more[aria-live]").getByText("Hint: the white pawn on g2 moves.").waitFor();
  assert.match(await square(page, "g2").getAttribute("aria-label"), /, hint/);
  await button(page, "Solution").press("Enter");
  await headline(page, "The solution.");
  await page.locator(".square .worth.won").waitFor();
  assert.match(await square(page, "g2").getAttribute("aria-label"), /best move won/);
  await page.locator(".move-list .step").getByText("g3", { exact: true }).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.locator(".move-list .step[aria-current]").getByText("g3").waitFor();
  assert.ok((await rating(page)) < 1200);
  await page.keyboard.press("n");
  await headline(page, "White to move and win.");
  await page.getByLabel("Move, typed").fill("g3");
  await page.getByLabel("Move, typed").press("Enter");
  await headline(page, "Solved!");
  await button(page, "Analyse").click();
  await page.locator("#tab-analyse[aria-selected=true]").waitFor();
  await page.waitForFunction(() => location.hash.startsWith("#variant=peasants&fen="));
  assert.deepEqual(await leave(page), []);
});

test("puzzles of another game are refused, with the reason", async () => {
  const page = await start([]);
  const buffer = Buffer.from(`${HEADER}\none,7r/4P3/8/8/8/8/8/8 w - - 0 1,e7e8k h8e8,900,9,0,0,,,\n`);
  await page.locator('input[type="file"]').setInputFiles({ name: "mine.csv", mimeType: "text/csv", buffer });
  await page.getByText("Its puzzles are not of “Peasants' Chess”; open their game first.").waitFor();
  assert.deepEqual(await leave(page), []);
});

test("themes and difficulty select the next, and a message says if there is none", async () => {
  const page = await start([LONG, SHORT]);
  await button(page, "Practise Peasants' Chess").click();
  await choose(page, "Theme", "oneMove");
  await page.getByText("Puzzle AWivb").waitFor();
  await choose(page, "Theme", "zugzwang");
  await page.getByText("Puzzle 4Guf1").waitFor();
  await choose(page, "Difficulty", "hard");
  await headline(page, "No puzzle matches.");
  assert.deepEqual(await faults(page), []);
  await page.goBack();
  await page.locator(".card").first().waitFor();
  assert.deepEqual(await leave(page), []);
});

test("the user's own puzzles are practised from a file", async () => {
  const page = await start([]);
  const buffer = Buffer.from(`${HEADER}\n${SHORT}\n`);
  await page.locator('input[type="file"]').setInputFiles({ name: "mine.csv", mimeType: "text/csv", buffer });
  await headline(page, "White to move and win.");
  assert.deepEqual(await leave(page), []);
});

for (const colorScheme of ["light", "dark"]) {
  test(`practice, ${colorScheme}: no fault of accessibility, and nothing wider than the window`, async () => {
    for (const [width, height] of [[360, 740], [768, 1024], [1024, 768], [1920, 1080]]) {
      const page = await start([LONG], { colorScheme, viewport: { width, height } });
      await button(page, "Practise Peasants' Chess").click();
      for (const [key, text] of [["", "White to move and win."], ["s", "The solution."]]) {
        if (key) await page.keyboard.press(key);
        await headline(page, text);
        if (width === 360 || width === 1024) assert.deepEqual(await faults(page), [], `${width} ${text}`);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${width}: wider than the window`);
      }
      assert.deepEqual(await leave(page), []);
    }
  });
}

test("learning from the mistakes of a game: a better move is found at each", async () => {
  const page = await open("#variant=pawngame&files=3&moves=b2b4,a7a5,b4b5");
  await tab(page, "analyse");
  // Each search ends when it has proved its position.
  await choose(page, "Seconds a move", "10");
  await button(page, "Analyse the game").click();
  await button(page, "Learn from Black’s mistakes").click();
  await headline(page, "Black to move.");
  // The move that was played is still a mistake.
  await move(page, "a7", "a5");
  await headline(page, "a5 is wrong.");
  await button(page, "Try again").click();
  await page.keyboard.press("h");
  await page.locator(".circle.hint").waitFor({ state: "attached" });
  await page.keyboard.press("s");
  await headline(page, "The solution.");
  await button(page, "Next").click();
  await headline(page, "That was the last one.");
  await button(page, "Back to the game").click();
  await says(page, "Black to move");
  assert.equal(await page.locator(".mistake-list li").count(), 3);
  // An exercise is analysed in the game, which stays as it is.
  await button(page, "Learn from Black’s mistakes").click();
  await headline(page, "Black to move.");
  await page.keyboard.press("s");
  await button(page, "Analyse").press("Enter");
  await page.locator("#tab-analyse[aria-selected=true]").waitFor();
  await page.waitForFunction(() => document.activeElement?.matches(".square"));
  assert.equal(await page.locator(".move-list .step").count(), 3);
  assert.equal(await page.locator(".mistake-list li").count(), 3);
  assert.deepEqual(await leave(page), []);
});
