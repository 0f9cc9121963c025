// Whole games against the engine: by mouse, by keyboard, by touch, and by typing; and all actions during a game.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { button, choose, close, hasMoves, leave, moveCount, open, PATIENCE, says, shot, square, squares } from "./browser.js";

after(close);

/** Starts a game at the lowest level, with a short time for each of the engine's moves. */
async function start(page, { variant, files, side = "white", seconds = "0.05" }) {
  await choose(page, "Game", variant);
  if (files) await page.getByLabel("Board width").fill(String(files));
  await page.getByLabel(side, { exact: true }).check();
  await choose(page, "Level", "1");
  await page.getByLabel("a move", { exact: true }).check();
  await page.getByLabel("Seconds a move").fill(seconds);
  await button(page, "Start").click();
  await button(page, "Resign").waitFor();
}

/** Waits until it is the user's turn, or the game is over; returns whether it continues. */
async function turn(page, least) {
  await page.waitForFunction(
    (count) => {
      const said = document.querySelector(".turn")?.textContent ?? "";
      const moves = document.querySelectorAll(".move-list .step").length;
      return /wins|draw/.test(said) || (said === "Your move" && moves >= count);
    },
    least,
    { timeout: PATIENCE },
  );
  return (await page.locator(".turn").textContent()) === "Your move";
}

/** Plays a game to its end; `make` selects a piece, reads its targets, and moves it. */
async function whole(page, make) {
  let moves = 0;
  while (await turn(page, moves)) {
    const men = await squares(page, "liftable");
    await make(men[(moves * 7) % men.length]);
    moves += 2;
    assert.ok(moves < 400, "the game does not end");
  }
  assert.match(await page.locator(".turn").textContent(), /wins\.|draw\./);
  assert.ok((await moveCount(page)) >= 4);
  await button(page, "Rematch, sides swapped").waitFor();
}

async function resign(page) {
  await button(page, "Resign").click();
  await button(page, "Really resign?").click();
}

async function centre(page, name) {
  const box = await square(page, name).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

test("a whole game by mouse, pieces dragged, on 8x8", async () => {
  const page = await open("#variant=peasants");
  await start(page, { variant: "peasants", files: 8 });
  await whole(page, async (from) => {
    if ((await moveCount(page)) === 6) await shot(page, "board-play");
    await page.mouse.move(...(await centre(page, from)));
    await page.mouse.down();
    await page.mouse.move(...(await centre(page, "a1")), { steps: 2 });
    const [to] = await squares(page, "target");
    await page.mouse.move(...(await centre(page, to)), { steps: 2 });
    await page.mouse.up();
  });
  assert.deepEqual(await leave(page), []);
});

test("a whole game by keyboard, on 5x8, as Black", async () => {
  const page = await open("#variant=pawngame&files=5");
  await start(page, { variant: "pawngame", files: 5, side: "black" });
  const go = async (to) => {
    await page.locator('.square[tabindex="0"]').focus();
    for (;;) {
      const here = await page.evaluate(() => document.activeElement.dataset.square);
      const [across, up] = [to.charCodeAt(0) - here.charCodeAt(0), Number(to.slice(1)) - Number(here.slice(1))];
      if (across === 0 && up === 0) return;
      // Black is at the bottom of the board.
      await page.keyboard.press(across !== 0 ? (across > 0 ? "ArrowLeft" : "ArrowRight") : up > 0 ? "ArrowDown" : "ArrowUp");
    }
  };
  await whole(page, async (from) => {
    await go(from);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".square.target");
    const [to] = await squares(page, "target");
    assert.match(await square(page, to).getAttribute("aria-label"), /can go here/);
    await go(to);
    await page.keyboard.press("Enter");
  });
  assert.deepEqual(await leave(page), []);
});

test("a whole game by touch, on a phone", async () => {
  const page = await open("#variant=pawngame&files=5", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await start(page, { variant: "pawngame", files: 5 });
  await whole(page, async (from) => {
    await square(page, from).tap();
    await page.waitForSelector(".square.target");
    const [to] = await squares(page, "target");
    await square(page, to).tap();
  });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  assert.deepEqual(await leave(page), []);
});

test("moves typed, and read out; hint, undo, resign, rematch; on 12x12", async () => {
  const page = await open("#variant=metamachy");
  await start(page, { variant: "metamachy" });
  await turn(page, 0);
  const entry = page.getByLabel("Move, typed");
  await entry.fill("e9");
  await entry.press("Enter");
  await page.getByText("“e9” is not a legal move here").waitFor();
  await entry.fill("e5");
  await entry.press("Enter");
  await turn(page, 2);
  assert.match(await page.locator("[aria-live]").first().textContent(), /, black .* from .* to /);
  await button(page, "Hint").click();
  await page.getByText(/^Hint: /).waitFor();
  assert.equal(await page.locator(".arrow.hint").count(), 1);
  await button(page, "Take back").press("Enter");
  await page.getByText("No moves yet.").waitFor();
  // The button is off now, and has the focus still.
  await page.waitForFunction(() => document.activeElement?.matches('[aria-disabled="true"]'));
  await resign(page);
  await says(page, "You resigned. Black wins.");
  assert.equal(await page.getByLabel("Seconds a move").inputValue(), "0.05");
  await button(page, "Rematch, sides swapped").click();
  await button(page, "Resign").waitFor();
  await turn(page, 1);
  assert.match(await page.locator(".square").first().getAttribute("aria-label"), /^l1/);
  assert.deepEqual(await leave(page), []);
});

test("a game goes on from the position on the board, and its rematch begins there too", async () => {
  const page = await open("#variant=pawngame&files=5&fen=5/5/p4/5/5/5/4P/5 w");
  assert.equal(await page.getByLabel("From the position on the board").isChecked(), true);
  await start(page, { variant: "pawngame" });
  await turn(page, 0);
  await square(page, "e2").click();
  await square(page, "e4").click();
  await turn(page, 2);
  await resign(page);
  await button(page, "Rematch, sides swapped").click();
  await button(page, "Resign").waitFor();
  await turn(page, 1);
  assert.match(await square(page, "a6").getAttribute("aria-label"), /black pawn/);
  await resign(page);
  await button(page, "Analyse this game").click();
  await page.locator(".told-score").first().waitFor();
  assert.deepEqual(await leave(page), []);
});

test("before a game the board shows the start that is chosen, or why there is none", async () => {
  const page = await open("#variant=peasants");
  await choose(page, "Game", "pawnrace");
  await page.getByLabel("black", { exact: true }).check();
  await page.getByLabel("Gaps").fill("b g");
  await page.getByLabel("Gaps").press("Tab");
  await page.locator('[data-square="b2"]:not([aria-label*="pawn"])').waitFor();
  await page.getByLabel("Gaps").fill("b z");
  await page.getByLabel("Gaps").press("Tab");
  await page.getByText(/found 'b z'/).waitFor();
  assert.equal(await page.getByLabel("Gaps").inputValue(), "b z");
  assert.deepEqual(await leave(page), []);
});

test("the clock runs, and its flag falls", async () => {
  const page = await open("#variant=peasants");
  await choose(page, "Level", "1");
  await page.getByLabel("clock", { exact: true }).check();
  // Both before the next frame: neither may undo the other.
  await page.evaluate(() => {
    const numbers = [...document.querySelectorAll(".pair input")];
    numbers.forEach((input, index) => {
      input.value = ["0.1", "0"][index];
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
  });
  assert.equal(await page.getByLabel("Minutes").inputValue(), "0.1");
  await button(page, "Start").click();
  await turn(page, 0);
  await page.getByLabel("Move, typed").fill("e4");
  await page.getByLabel("Move, typed").press("Enter");
  await page.locator(".turn").getByText(/time is up/).waitFor();
  assert.equal(await page.getByRole("timer").count(), 2);
  assert.deepEqual(await leave(page), []);
});

test("the engine, as Black, chooses what Black may choose", async () => {
  const page = await open("#variant=pawnrace");
  await page.getByText("the engine chooses, as Black").waitFor();
  await page.getByLabel("black", { exact: true }).check();
  await page.getByLabel("Gaps").fill("b g");
  await page.getByLabel("a move", { exact: true }).check();
  await button(page, "Start").click();
  await button(page, "Resign").waitFor();
  await turn(page, 1);
  assert.doesNotMatch(await square(page, "b2").getAttribute("aria-label"), /pawn/);
  assert.doesNotMatch(await square(page, "g7").getAttribute("aria-label"), /pawn/);
  await resign(page);
  await button(page, "Rematch, sides swapped").click();
  await says(page, "Your move");
  const gap = async (name) => !/pawn/.test(await square(page, name).getAttribute("aria-label"));
  assert.ok(!(await gap("b2")) || !(await gap("g7")), "the engine has chosen again");
  await resign(page);
  await button(page, "Rematch, sides swapped").click();
  await page.getByText("This choice is yours now: Gaps").waitFor();
  await page.waitForFunction(() => document.activeElement.id === "choice-gaps");
  await page.keyboard.press("Enter");
  // Until the new game has begun, the line below the board shows the end of the old one.
  await button(page, "Resign").waitFor();
  await turn(page, 1);
  assert.equal(await page.locator(".square").first().getAttribute("data-square"), "h1");
  assert.deepEqual(await leave(page), []);
});

test("moves are typed as people write them", async () => {
  const page = await open("#variant=Antichess");
  const entry = page.getByLabel("Move, typed");
  for (const [index, typed] of ["1. e3", "1...b5", "2.Bxb5!", "Nb8a6", " BxA6 "].entries()) {
    await entry.fill(typed);
    await entry.press("Enter");
    await page.waitForFunction((count) => document.querySelectorAll(".move-list .step").length === count, index + 1);
    await says(page, index % 2 ? "White to move" : "Black to move");
    assert.equal(await entry.inputValue(), "");
  }
  await hasMoves(page, ["e3", "b5", "Bxb5", "Na6", "Bxa6"]);
  assert.deepEqual(await leave(page), []);
});

test("a second finger neither plays nor drops the first one's piece", async () => {
  const page = await open("#variant=peasants", { hasTouch: true });
  const fingers = await page.context().newCDPSession(page);
  const at = async (id, name) => {
    const [x, y] = await centre(page, name);
    return { id, x, y };
  };
  // The given pointer ends, or all if none is given.
  const touch = (type, ...touchPoints) => fingers.send("Input.dispatchTouchEvent", { type, touchPoints });
  const [start, held, other] = [await at(0, "b3"), await at(0, "b4"), await at(1, "b4")];
  const lifted = page.locator('.square.lifted[data-square="b3"]');
  await touch("touchStart", start);
  await touch("touchMove", held);
  await lifted.waitFor();
  await touch("touchStart", held, other);
  await touch("touchEnd", other);
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
  assert.equal(await lifted.count(), 1, "the first one holds it");
  assert.equal(await moveCount(page), 0);
  await touch("touchEnd");
  await says(page, "Black to move");
  await hasMoves(page, ["b4"]);
  assert.deepEqual(await leave(page), []);
});

test("arrow keys with Alt, Ctrl, Meta or Shift are the browser's", async () => {
  const page = await open("#variant=peasants&moves=b3b4");
  await page.locator(".move-list .step").waitFor();
  await page.evaluate(() => {
    globalThis.taken = [];
    addEventListener("keydown", (event) => event.defaultPrevented && globalThis.taken.push(event.key));
  });
  const focus = () => page.evaluate(() => document.activeElement.id || document.activeElement.dataset.square);
  for (const place of ['.square[tabindex="0"]', "#tab-play"]) {
    await page.locator(place).focus();
    const before = await focus();
    for (const held of ["Alt", "Control", "Meta", "Shift"]) {
      for (const key of ["ArrowRight", "ArrowUp"]) {
        // Only the events: what the browser itself would do with them is not tested.
        await page.locator(":focus").dispatchEvent("keydown", { key, bubbles: true, cancelable: true, [`${held === "Control" ? "ctrl" : held.toLowerCase()}Key`]: true });
      }
    }
    assert.equal(await focus(), before);
    await page.keyboard.press("ArrowRight");
    assert.notEqual(await focus(), before);
  }
  assert.deepEqual(await page.evaluate(() => globalThis.taken), []);
  assert.deepEqual(await leave(page), []);
});

test("a promotion with several choices asks which", async () => {
  const positions = { antichess: "7r/P7/8/8/8/8/8/8 w", endings: "8/P7/8/8/8/p6k/8/K7 w" };
  for (const [variant, fen] of Object.entries(positions)) {
    for (const man of ["knight", "rook"]) {
      const page = await open(`#variant=${variant}&fen=${fen}`);
      await square(page, "a7").click();
      await square(page, "a8").click();
      await button(page, "Cancel").click();
      await says(page, "White to move");
      await square(page, "a7").click();
      await square(page, "a8").click();
      await page.getByRole("dialog", { name: "Promote to" }).waitFor();
      await button(page, `white ${man}`).click();
      await says(page, "Black to move");
      assert.match(await square(page, "a8").getAttribute("aria-label"), new RegExp(`white ${man}`));
      assert.deepEqual(await leave(page), []);
    }
  }
});

test("a click without a pointer, as assistive technology makes it, plays a move", async () => {
  const page = await open("#variant=pawngame&files=5");
  await square(page, "c2").evaluate((element) => element.click());
  await page.locator(".square.target").first().waitFor();
  await square(page, "c4").evaluate((element) => element.click());
  await says(page, "Black to move");
  await hasMoves(page, ["c4"]);
  // With a mouse, the click after the press is no second one.
  await square(page, "c7").click();
  await page.locator(".square.target").first().waitFor();
  await square(page, "c5").click();
  await says(page, "White to move");
  await hasMoves(page, ["c4", "c5"]);
  assert.deepEqual(await leave(page), []);
});

test("a refused move is forgotten with the next position, and covers nothing", async () => {
  const page = await open("#variant=pawngame&files=5");
  const entry = page.getByLabel("Move, typed");
  const fault = page.locator("#move-fault");
  // Screen readers know the place of the message before there is one.
  await page.locator(".move-entry").getByRole("status").waitFor({ state: "attached" });
  assert.equal(await page.locator(".move-entry").getByRole("status").count(), 1);
  await entry.fill("e9");
  await entry.press("Enter");
  await fault.getByText("e9").waitFor();
  const box = await fault.boundingBox();
  const isHit = ([x, y]) => document.elementFromPoint(x, y)?.closest("#move-fault") !== null;
  assert.equal(await page.evaluate(isHit, [box.x + box.width / 2, box.y + box.height / 2]), false);
  await square(page, "c2").click();
  await square(page, "c4").click();
  await says(page, "Black to move");
  assert.equal(await fault.textContent(), "");
  assert.deepEqual(await leave(page), []);
});

test("a game with a clock needs its numbers", async () => {
  const page = await open("#variant=pawngame&files=5");
  await page.getByLabel("clock", { exact: true }).check();
  const isComplete = () => page.$eval(".panel form", (form) => form.checkValidity());
  assert.equal(await isComplete(), true);
  await page.getByLabel("Minutes").fill("");
  assert.equal(await isComplete(), false);
  assert.deepEqual(await leave(page), []);
});
