// Games in and out, positions set up, links; and a broken connection.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { button, choose, close, leave, moveCount, open, picture, saved, says, shot, square, tab } from "./browser.js";

after(close);

/** As a match writes it, with all that may get lost: line ends, blanks, glyphs. */
const PGN = `[Event "A match"]
[Site "?"]
[White "One"]
[Black "Two"]
[Result "1-0"]
[Variant "pawngame"]
[SetUp "1"]
[FEN "5/ppppp/5/5/5/5/PPPPP/5 w - - 0 1"]

1. a4 {book} 1... e6 {book} 2. e4 {book}   2... a6 {book} 3. c3 {book} 3... e5
{book} 4. a5 {+0.38/7 0.004s} 4... b5 {-0.63/7 0.001s} (4... d6 5. d3 (5. d4 exd4) 5... d5) 5. axb6 {+1.66/8 0.003s}
5... cxb6 $6 {-2.01/9 0.004s} 6. b3 {+5.58/8 0.002s} 1-0


[Event "Another"]
[White "Two"]
[Black "One"]
[Result "*"]
[Variant "pawngame"]

1. e4 *
`;

test("unreadable games are left out and reported; lists of positions are read as games", async () => {
  const page = await open("#variant=peasants");
  await tab(page, "games");
  const load = async (name, text) => {
    const buffer = Buffer.from(text);
    await page.locator('input[type="file"]').setInputFiles({ name, mimeType: "text/plain", buffer });
  };
  await load("odd.pgn", `${PGN}\n[Variant "pawngame"]\n\n1. e9 *\n`);
  await page.getByText("odd.pgn, 2 games").waitFor();
  await page.getByText("1 left out; line 25, game 3, White's move 1: 'e9'").waitFor();
  await load("list.epd", '\ufeff8/8/8/8/p7/P7/8/8 w - - id "stuck";\n8/p7/8/8/8/8/P7/8 w | a4 a5\n');
  await page.getByText("list.epd, 2 games").waitFor();
  await page.getByLabel(/list.epd/).selectOption("1");
  await page.waitForFunction(() => document.querySelectorAll(".square.last, .move").length > 0);
  assert.equal(await moveCount(page), 2);
  assert.deepEqual(await leave(page), []);
});

test("PGN in, walked through, and out unchanged; then one game changed", async () => {
  const page = await open("#variant=peasants");
  await tab(page, "games");
  await page.locator('input[type="file"]').setInputFiles({ name: "match.pgn", mimeType: "text/plain", buffer: Buffer.from(PGN) });
  await page.getByText("match.pgn, 2 games").waitFor();
  assert.equal(await moveCount(page), 11 + 5);
  const seen = new Set([await picture(page)]);
  await page.locator("body").click({ position: { x: 1, y: 1 } });
  for (let ply = 1; ply <= 11; ply += 1) {
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((count) => document.querySelectorAll(".square.last").length === 2 && document.querySelector(".turn").textContent.includes(count % 2 ? "Black" : "White"), ply);
    seen.add(await picture(page));
  }
  assert.equal(seen.size, 12, "each move changes the board");
  await shot(page, "board-games");
  assert.equal(await saved(page), PGN);
  await tab(page, "analyse");
  await page.locator(".graph-line").waitFor({ state: "attached" });
  await tab(page, "games");
  await page.getByLabel(/match.pgn/).selectOption("1");
  await page.getByText("No moves yet.").waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await square(page, "a2").click();
  await square(page, "a4").click();
  await page.locator(".variation").waitFor();
  const changed = await saved(page);
  assert.ok(changed.startsWith(PGN.slice(0, PGN.indexOf('[Event "Another"]'))), "the first game stands as it stood");
  assert.match(changed, /\(\s*1\.\s*a4\s*\)/);
  assert.deepEqual(await leave(page), []);
});

test("a file may have a mebibyte, with any content, and no more", async () => {
  const page = await open("#variant=peasants");
  await tab(page, "games");
  const most = 1 << 20;
  // In the message to the program each of these characters takes two bytes.
  const file = (size) => Buffer.from(`{${'"\n'.repeat(size / 2)}`.slice(0, size - 10) + "} 1. b4 *\n");
  const give = (size) => page.locator('input[type="file"]').setInputFiles({ name: "large.pgn", mimeType: "text/plain", buffer: file(size) });
  await give(most + 1);
  await page.getByText(`This is too much at once: ${most + 1} bytes, expected at most ${most}`).waitFor();
  await give(most);
  await page.getByText("large.pgn, 1 game").waitFor();
  assert.equal(await page.locator("#pgn-fault").textContent(), "");
  // And so it does when it is written again.
  await page.locator(".move-list .step").click();
  await page.getByText("Annotate b4").click();
  await choose(page, "Mark", "1");
  const changed = await saved(page);
  assert.equal(changed.slice(changed.indexOf("{")).replace(/[^"]/g, "").length, file(most).toString().replace(/[^"]/g, "").length);
  assert.ok(changed.includes("1. b4!"));
  assert.deepEqual(await leave(page), []);
});

test("a wrong game is refused with a reason, and nothing changes", async () => {
  const page = await open("#variant=peasants");
  await tab(page, "games");
  const before = await picture(page);
  await page.getByLabel("PGN", { exact: true }).fill('[Variant "peasants"]\n\n1. Qh5 *');
  await button(page, "Load").click();
  await page.waitForFunction(() => document.querySelector("#pgn-fault").textContent !== "");
  assert.equal(await page.getByLabel("PGN", { exact: true }).getAttribute("aria-invalid"), "true");
  assert.equal(await picture(page), before);
  assert.deepEqual(await leave(page), []);
});

test("a FEN that is pasted is put on the board", async () => {
  const page = await open("#variant=pawngame");
  await tab(page, "games");
  await page.getByLabel("PGN", { exact: true }).fill("5/5/p4/5/5/5/4P/5 b\n");
  await button(page, "Load").click();
  await says(page, "Black to move");
  assert.match(await square(page, "a6").getAttribute("aria-label"), /black pawn/);
  assert.deepEqual(await leave(page), []);
});

test("variations: made, promoted, commented, removed", async () => {
  const page = await open("#variant=pawngame&files=5&moves=a2a4");
  await page.locator(".move-list .step").waitFor();
  await page.locator("body").click({ position: { x: 1, y: 1 } });
  await page.keyboard.press("Home");
  await says(page, "White to move");
  await square(page, "b2").click();
  await square(page, "b4").click();
  await page.locator(".variation").getByText("b4").waitFor();
  await page.getByText("Annotate b4").click();
  await page.getByLabel("Comment").fill("Better.");
  await choose(page, "Mark", "1");
  await button(page, "Promote variation").click();
  await page.locator(".main-line > .move").getByText("b4").waitFor();
  assert.match(await page.locator(".move-list").textContent(), /b4!.*Better\./);
  await button(page, "Delete from here").click();
  await button(page, "Really delete?").waitFor();
  assert.equal(await moveCount(page), 2);
  await button(page, "Really delete?").click();
  await page.waitForFunction(() => document.querySelectorAll(".move-list .step").length === 1);
  assert.deepEqual(await leave(page), []);
});

test("a game with a variation gives way to one of the file only if the user wants that", async () => {
  const page = await open("#variant=pawngame&files=5");
  await tab(page, "games");
  await page.locator('input[type="file"]').setInputFiles({ name: "match.pgn", mimeType: "text/plain", buffer: Buffer.from(PGN) });
  await page.getByText("match.pgn, 2 games").waitFor();
  await button(page, "Start position").click();
  await page.getByText("No moves yet.").waitFor();
  for (const file of ["a", "b"]) {
    await page.keyboard.press("Home");
    await says(page, "White to move");
    await square(page, `${file}2`).click();
    await square(page, `${file}4`).click();
    await says(page, "Black to move");
  }
  await page.locator(".variation").getByText("b4").waitFor();
  const games = page.getByRole("combobox", { name: "match.pgn, 2 games" });
  page.once("dialog", (dialog) => dialog.dismiss());
  await games.selectOption("1");
  await page.getByText("The game on the board stays open").waitFor();
  assert.equal(await games.inputValue(), "");
  assert.equal(await moveCount(page), 2);
  page.once("dialog", (dialog) => dialog.accept());
  await games.selectOption("1");
  await page.waitForFunction(() => document.querySelectorAll(".move-list .step").length === 1);
  assert.deepEqual(await leave(page), []);
});

test("after moves by mouse, the arrow keys walk", async () => {
  const page = await open("#variant=pawngame&files=5");
  await square(page, "a2").click();
  await square(page, "a4").click();
  await says(page, "Black to move");
  await page.keyboard.press("ArrowLeft");
  await says(page, "White to move");
  await page.keyboard.press("ArrowRight");
  await says(page, "Black to move");
  assert.deepEqual(await leave(page), []);
});

test("a position of the chosen game is set up, not of the one on the board", async () => {
  const page = await open("#variant=peasants");
  await tab(page, "games");
  await choose(page, "Game", "antichess");
  await button(page, "Set up by hand").click();
  await button(page, "white queen").waitFor();
  await page.waitForFunction(() => document.activeElement.textContent.trim() === "Set up a position");
  await button(page, "Cancel").click();
  await says(page, "White to move");
  await page.waitForFunction(() => document.activeElement.id === "tab-games");
  assert.deepEqual(await leave(page), []);
});

test("a position set up by hand and by FEN, with the error at the field", async () => {
  const page = await open("#variant=kingpawn");
  await tab(page, "games");
  await button(page, "Set up by hand").click();
  await button(page, "Clear").click();
  const use = button(page, "Use this position");
  await page.waitForFunction(() => document.querySelector("#fen-fault").textContent !== "");
  assert.equal(await use.isDisabled(), true);
  for (const [man, at] of [["white king", "e1"], ["black king", "e8"], ["white pawn", "a2"]]) {
    await button(page, man).click();
    await square(page, at).click();
    await page.locator(`[data-square="${at}"][aria-label*="${man}"]`).waitFor();
  }
  await page.waitForFunction(() => document.querySelector(".fen").value.startsWith("4k3/8/8/8/8/8/P7/4K3 w"));
  await page.waitForFunction(() => document.querySelector("#fen-fault").textContent === "");
  await page.getByLabel("FEN").fill("4k3/8/8/8/8/8/8/4K3 x");
  await page.waitForFunction(() => document.querySelector("#fen-fault").textContent !== "");
  await page.getByLabel("FEN").fill("4k3/8/8/8/8/8/6P1/4K3 w");
  await page.waitForFunction(() => document.querySelector("#fen-fault").textContent === "");
  await shot(page, "board-setup");
  await use.click();
  await says(page, "White to move");
  assert.match(await square(page, "g2").getAttribute("aria-label"), /white pawn/);
  assert.deepEqual(await leave(page), []);
});

test("a position is copied as FEN, SVG and PNG, a game as PGN and link; and saved by its players and date", async () => {
  const page = await open("#variant=pawngame&files=5&moves=c2c4,c7c5", { permissions: ["clipboard-read", "clipboard-write"] });
  await page.locator(".move-list .step").getByText("c5").waitFor();
  await page.keyboard.press("ArrowLeft");
  await says(page, "Black to move");
  await tab(page, "games");
  const copied = async (what) => {
    await button(page, `Copy ${what}`).click();
    await page.getByText(`${what.charAt(0).toUpperCase()}${what.slice(1)} copied`).waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.match(await copied("FEN"), /^5\/ppppp\/5\/5\/2P2\/5\/PP1PP\/5 b /);
  assert.match(await copied("PGN"), /1\. c4 c5 \*/);
  const link = await copied("link");
  assert.match(link, /#variant=pawngame&files=5&moves=c2c4,c7c5&at=1$/);
  const svg = await copied("SVG");
  assert.equal(svg.match(/stroke-width="2.2"/g).length, 10);
  assert.equal(await page.evaluate((text) => new DOMParser().parseFromString(text, "image/svg+xml").querySelector("parsererror"), svg), null);
  await button(page, "Copy PNG").click();
  await page.getByText("PNG copied").waitFor();
  const types = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types));
  assert.deepEqual(types, ["image/png"]);
  await page.getByLabel("PGN", { exact: true }).fill('[White "Ann"]\n[Black "Bob?"]\n[Date "2026.11.26"]\n\n1. c4 *\n');
  await button(page, "Load").click();
  await page.getByText("Pasted, 1 game").waitFor();
  await tab(page, "play");
  await button(page, "Start").click();
  await says(page, "Your move");
  await button(page, "Resign").click();
  await button(page, "Really resign?").click();
  await tab(page, "games");
  const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Download PGN").click()]);
  // When opened, the link shows the same, and the move after it, in notation.
  const other = await page.context().newPage();
  await other.goto(link);
  await other.locator(".move-list .step").nth(1).getByText("c5", { exact: true }).waitFor();
  await says(other, "Black to move");
  assert.match(download.suggestedFilename(), /^You – Jacquerie [\d.]+ \d{4}\.\d\d\.\d\d\.pgn$/);
  assert.deepEqual(await leave(page), []);
});

test("a link carries the position, and loading again keeps it", async () => {
  const page = await open("#variant=pawngame&files=5");
  await square(page, "c2").click();
  await square(page, "c4").click();
  await page.waitForFunction(() => location.hash.includes("moves=c2c4"));
  const before = await picture(page);
  await page.reload();
  await page.locator(".move-list .step").getByText("c4").waitFor();
  await page.locator(".square.last").first().waitFor();
  assert.equal(await picture(page), before);
  // The game's title, not its technical name, which is known first.
  await page.waitForFunction(() => document.title === `${document.querySelector(".game-name").textContent} – Jacquerie`);
  assert.doesNotMatch(await page.title(), /pawngame/);
  assert.deepEqual(await leave(page), []);
});

test("loading again keeps variations and comments, and a game against the engine", async () => {
  const page = await open("#variant=pawngame&files=5&moves=a2a4");
  await page.locator(".move-list .step").waitFor();
  await page.keyboard.press("Home");
  await says(page, "White to move");
  await square(page, "b2").click();
  await square(page, "b4").click();
  await page.locator(".variation").getByText("b4").waitFor();
  await page.getByText("Annotate b4").click();
  await page.getByLabel("Comment").fill("Better.");
  await page.reload();
  await page.locator(".variation").getByText("b4").waitFor();
  await page.locator(".comment").getByText("Better.").waitFor();
  // The address follows the moves with a delay, which may end while the page is reloading.
  await page.evaluate(() => {
    const late = () => history.replaceState(null, "", "#variant=pawngame&files=5&moves=a2a4");
    addEventListener("beforeunload", late);
  });
  await page.reload();
  await page.locator(".variation").getByText("b4").waitFor();
  // The variation and the comment are nowhere else.
  page.once("dialog", (dialog) => dialog.dismiss());
  await button(page, "Start").click();
  await page.getByText("The game on the board stays open").waitFor();
  page.once("dialog", (dialog) => dialog.accept());
  await button(page, "Start").click();
  await says(page, "Your move");
  await page.reload();
  await button(page, "Resign").waitFor();
  await says(page, "Your move");
  // Another link does not end a game in progress.
  const other = page.url().replace(/#.*/, "#variant=peasants");
  await page.goto(other);
  await page.getByText("Other games can be opened when yours is over.").waitFor();
  await says(page, "Your move");
  assert.ok(page.url().includes("variant=pawngame"));
  await button(page, "Resign").click();
  await button(page, "Really resign?").click();
  await page.goto(other);
  await says(page, "White to move");
  await page.reload();
  await says(page, "White to move");
  assert.equal(await button(page, "Rematch, sides swapped").count(), 0);
  assert.deepEqual(await leave(page), []);
});

test("a broken connection is reported and opened again, and the game continues", async () => {
  const page = await open("#variant=pawngame&files=5");
  await page.evaluate(() => {
    globalThis.sockets = [];
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (...told) {
      globalThis.sockets.push(this);
      return send.apply(this, told);
    };
  });
  await square(page, "c2").click();
  await square(page, "c4").click();
  await says(page, "Black to move");
  await page.evaluate(() => globalThis.sockets.at(-1).close());
  await page.getByText("The connection to the program is lost").waitFor();
  await page.getByText("The connection to the program is lost").waitFor({ state: "detached" });
  await square(page, "c7").click();
  await square(page, "c5").click();
  await says(page, "White to move");
  assert.equal(await moveCount(page), 2);
  assert.deepEqual(await leave(page), []);
});

/** Whether the browser would ask before it closes the tab. */
const asks = (page) => page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));

test("a tab with notes that are in no file is not closed without a question", async () => {
  const page = await open("#variant=pawngame&files=5&moves=a2a4");
  await page.locator(".move-list .step").click();
  assert.equal(await asks(page), false);
  await page.getByText("Annotate a4").click();
  await page.getByLabel("Comment").fill("Well.");
  assert.equal(await asks(page), true);
  await tab(page, "games");
  await saved(page);
  assert.equal(await asks(page), false);
  assert.deepEqual(await leave(page), []);
});

test("loading again keeps a large file, with the changes to its games", async () => {
  const page = await open("#variant=peasants");
  await tab(page, "games");
  // Nearly a mebibyte.
  const text = `[White "One"]\n[Black "Two"]\n\n1. b4 ${"(1. c4) ".repeat(300)}1... a5 *\n\n`.repeat(400);
  await page.locator('input[type="file"]').setInputFiles({ name: "many.pgn", mimeType: "text/plain", buffer: Buffer.from(text) });
  const games = page.getByRole("combobox", { name: "many.pgn, 400 games" });
  await games.selectOption("7");
  await page.locator(".move-list .step").first().click();
  await page.getByText("Annotate b4").click();
  await choose(page, "Mark", "1");
  await games.selectOption("2");
  await page.locator("option").getByText("8. One – Two  * (changed)").waitFor({ state: "attached" });
  assert.equal(await asks(page), true);
  await page.reload();
  await games.waitFor();
  assert.equal(await games.inputValue(), "2");
  await page.locator("option").getByText("8. One – Two  * (changed)").waitFor({ state: "attached" });
  assert.equal(await asks(page), true);
  // It is read as before, although another game is on the board.
  await choose(page, "Game", "metamachy");
  await button(page, "Start position").click();
  await page.waitForFunction(() => location.hash.includes("metamachy"));
  await page.reload();
  await tab(page, "games");
  await games.waitFor();
  const whole = await games.selectOption("0").then(() => saved(page));
  assert.ok(whole.includes("1. b4! ("));
  assert.equal(whole.split("[White ").length, 401);
  assert.deepEqual(await leave(page), []);
});

test("a file for which the browser has no room is missed by name", async () => {
  const page = await open("#variant=peasants");
  await tab(page, "games");
  await page.locator('input[type="file"]').setInputFiles({ name: "many.pgn", mimeType: "text/plain", buffer: Buffer.from(`{${"so ".repeat(9000)}} 1. b4 *\n\n1. e4 *\n`) });
  await page.getByRole("combobox", { name: "many.pgn, 2 games" }).selectOption("1");
  await page.locator(".move-list .step").getByText("e4").waitFor();
  await page.evaluate(() => {
    const set = Storage.prototype.setItem;
    Storage.prototype.setItem = function (name, text) {
      if (text.length > 9000) throw new DOMException("no room", "QuotaExceededError");
      set.call(this, name, text);
    };
  });
  await page.reload();
  await page.locator(".notice").getByText("many.pgn was too large to keep; open it again").waitFor();
  await page.locator(".move-list .step").getByText("e4").waitFor();
  assert.deepEqual(await leave(page), []);
});

test("loading again keeps a position that is being set up", async () => {
  const page = await open("#variant=kingpawn");
  await tab(page, "games");
  await button(page, "Set up by hand").click();
  const fen = "4k3/8/8/8/8/8/6P1/4K3 w";
  await page.getByLabel("FEN").fill(fen);
  await page.reload();
  await button(page, "Use this position").waitFor();
  assert.equal(await page.getByLabel("FEN").inputValue(), fen);
  assert.match(await square(page, "g2").getAttribute("aria-label"), /white pawn/);
  await button(page, "Use this position").click();
  await says(page, "White to move");
  assert.deepEqual(await leave(page), []);
});

test("what changes in a hidden tab is kept, since the browser may discard it", async () => {
  const page = await open("#variant=pawngame&files=5");
  await page.evaluate(() => Object.defineProperty(document, "hidden", { get: () => true }));
  await square(page, "c2").click();
  await square(page, "c4").click();
  await page.waitForFunction(() => sessionStorage.getItem("jacquerie-tab")?.includes("c2c4"));
  assert.deepEqual(await leave(page), []);
});
