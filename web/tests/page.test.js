// The page itself: accessibility by axe, no horizontal scrolling on a phone, light and dark, every size of board.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { button, choose, close, engine, faults, leave, open, says, shot, square, tab } from "./browser.js";

after(close);

const PHONE = { viewport: { width: 360, height: 740 } };

const BOARDS = [
  ["8x8", "#variant=peasants&moves=e3e4"],
  ["5x8", "#variant=pawngame&files=5&moves=a2a4,c7c5"],
  ["12x12", "#variant=metamachy"],
];

for (const [size, fragment] of BOARDS) {
  for (const colorScheme of ["light", "dark"]) {
    test(`${size}, ${colorScheme}: no fault of accessibility in any tab, and nothing wider than a phone`, async () => {
      const page = await open(fragment, { colorScheme, ...PHONE });
      for (const name of ["play", "analyse", "look", "games"]) {
        await tab(page, name);
        if (name === "look") await page.locator(".terms").waitFor();
        assert.deepEqual(await faults(page), [], name);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, name);
        await shot(page, `phone-${size}-${colorScheme}-${name}`);
      }
      await button(page, "Set up by hand").click();
      assert.deepEqual(await faults(page), [], "setting up");
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, "setting up");
      assert.deepEqual(await leave(page), []);
    });
  }
}

for (const colorScheme of ["light", "dark"]) {
  test(`the front page, ${colorScheme}: no fault of accessibility, and nothing wider than the window`, async () => {
    for (const [width, height] of [[360, 740], [768, 1024], [1024, 768], [1920, 1080]]) {
      const page = await open("", { colorScheme, viewport: { width, height } });
      await page.getByText("Pieces and set-ups").click();
      await page.locator(".start").nth(11).waitFor();
      if (width === 360) assert.deepEqual(await faults(page), []);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${width}: wider than the window`);
      assert.deepEqual(await leave(page), []);
    }
  });
}

test("analysis has no fault of accessibility while it goes on", async () => {
  const page = await open("#variant=pawngame&files=5&moves=a2a4,c7c5");
  await tab(page, "analyse");
  await engine(page);
  await page.locator(".lines li").first().waitFor();
  assert.deepEqual(await faults(page), []);
  assert.deepEqual(await leave(page), []);
});

/** A game of many moves. */
const LONG = `#variant=antichess&moves=${"g1f3,g8f6,f3g1,f6g8,".repeat(12)}b1c3`;

test("the board takes the space in the window, with its moves beside it", async () => {
  for (const [width, height, least] of [[1024, 768, 640], [1280, 720, 600], [1280, 1024, 840], [1920, 1080, 940]]) {
    const page = await open(LONG, { viewport: { width, height } });
    await page.locator(".move-list [aria-current]").waitFor();
    const [board, list] = [await page.locator(".board-field").boundingBox(), await page.locator(".move-list").boundingBox()];
    assert.ok(board.width >= least, `${width}: the board is ${board.width} wide`);
    assert.ok(list.x >= board.x + board.width, `${width}: the moves are not beside it`);
    assert.ok(list.y + list.height <= height && board.y + board.height <= height, `${width}: below the window`);
    const here = await page.locator(".move-list [aria-current]").boundingBox();
    assert.ok(here.y >= list.y && here.y + here.height <= list.y + list.height, `${width}: the current move is not seen`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollHeight > innerHeight), false, `${width}: the page scrolls`);
    assert.deepEqual(await leave(page), []);
  }
});

test("on a narrow window the moves stand below the board, and are seen", async () => {
  for (const [width, height] of [[360, 740], [768, 1024]]) {
    const page = await open(LONG, { viewport: { width, height } });
    await page.locator(".move-list [aria-current]").waitFor();
    const [board, list] = [await page.locator(".board-field").boundingBox(), await page.locator(".move-list").boundingBox()];
    assert.ok(board.width >= Math.min(width - 8, 680), `${width}: the board is ${board.width} wide`);
    assert.ok(list.y >= board.y + board.height && list.y + 60 <= height, `${width}: ${list.y}`);
    const columns = await page.$$eval(".main-line > .move", (moves) => moves.map((move) => move.getBoundingClientRect().x));
    assert.equal(new Set(columns).size, 2, "two columns");
    assert.deepEqual(await leave(page), []);
  }
});

test("nothing moves when there is something to say", async () => {
  for (const viewport of [{ width: 360, height: 740 }, { width: 1280, height: 720 }]) {
    const page = await open("#variant=antichess&fen=4k3/8/8/8/3p4/8/2P5/4K3 w", { viewport });
    const places = () => page.$$eval(".board-field, .move-list, .below, .panel, .tabs", (all) => all.map((one) => one.getBoundingClientRect().y));
    const before = await places();
    await square(page, "c2").click();
    await square(page, "c3").click();
    await page.locator(".must").getByText("Black must capture: dxc3").waitFor();
    const entry = page.getByLabel("Move, typed");
    await entry.fill("e9");
    await entry.press("Enter");
    await page.locator("#move-fault").getByText("e9").waitFor();
    // The tools for annotating a move are below all these.
    assert.deepEqual((await places()).slice(0, 2), before.slice(0, 2));
    assert.deepEqual(await leave(page), []);
  }
});

test("keys, wheel and right button work as listed under ?", async () => {
  const page = await open("#variant=pawngame&moves=c2c4,c7c5");
  await page.locator(".move-list .step").getByText("c5").waitFor();
  await square(page, "c4").hover();
  await page.mouse.wheel(0, -100);
  await says(page, "Black to move");
  await page.mouse.wheel(0, 100);
  await says(page, "White to move");
  const drag = async (from, to) => {
    await square(page, from).hover();
    await page.mouse.down({ button: "right" });
    await square(page, to).hover();
    await page.mouse.up({ button: "right" });
  };
  await drag("a2", "a4");
  await drag("b7", "b7");
  await page.locator(".arrow.own").waitFor({ state: "attached" });
  await page.locator(".circle.own").waitFor({ state: "attached" });
  await drag("a2", "a4");
  await page.locator(".arrow.own").waitFor({ state: "detached" });
  await square(page, "e5").click();
  await page.locator(".circle.own").waitFor({ state: "detached" });
  await page.keyboard.press("f");
  await page.locator('.square[data-square="h1"]').first().waitFor();
  assert.equal(await page.locator(".square").first().getAttribute("data-square"), "h1");
  // Without a best move, the space bar turns the engine on; with one, it plays it.
  await page.keyboard.press("Space");
  await page.locator(".arrow.first").waitFor({ state: "attached" });
  await page.keyboard.press("a");
  await page.locator(".arrow.first").waitFor({ state: "detached" });
  await page.keyboard.press("a");
  await page.locator(".arrow.first").waitFor({ state: "attached" });
  await page.keyboard.press("Space");
  await page.waitForFunction(() => document.querySelectorAll(".move-list .step").length === 3);
  await page.keyboard.press("l");
  assert.equal(await page.getByRole("switch").getAttribute("aria-checked"), "false");
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keys and mouse" });
  await help.waitFor();
  assert.deepEqual(await faults(page), []);
  // Letters can be switched off, and stay so.
  await page.getByLabel("Use letter keys").uncheck();
  await button(page, "Close").click();
  await help.waitFor({ state: "detached" });
  await page.reload();
  await page.locator('.square[data-square="h1"]').first().waitFor();
  await page.keyboard.press("f");
  await page.keyboard.press("Home");
  await page.locator(".move-list [aria-current]").waitFor({ state: "detached" });
  assert.equal(await page.locator(".square").first().getAttribute("data-square"), "h1");
  await button(page, "Keys and mouse").click();
  assert.equal(await page.getByLabel("Use letter keys").isChecked(), false);
  assert.deepEqual(await leave(page), []);
});

test("b, m and i lead to the moves of one side with these annotations", async () => {
  const page = await open("#variant=pawngame");
  await tab(page, "games");
  await page.getByLabel("PGN", { exact: true }).fill("1. d4?? e5?? 2. e4? d6?! 3. a3 a6 4. a4?? *");
  await button(page, "Load").click();
  await page.locator(".move-list .step").nth(6).waitFor();
  const here = () => page.locator(".move-list [aria-current]");
  await page.locator("body").click({ position: { x: 1, y: 1 } });
  for (const [key, san] of [["b", "d4"], ["b", "a4"], ["b", "d4"], ["m", "e4"], ["f", "e4"], ["b", "e5"], ["i", "d6"], ["m", "d6"]]) {
    await page.keyboard.press(key);
    await here().getByText(san).waitFor();
  }
  assert.deepEqual(await leave(page), []);
});

test("letters of twice the size widen nothing and hide nothing", async () => {
  for (const viewport of [{ width: 360, height: 740 }, { width: 1280, height: 720 }, { width: 1920, height: 1080 }]) {
    for (const fragment of ["", "#variant=peasants&moves=e3e4"]) {
      const page = await open(fragment, { viewport });
      await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
      const name = `${viewport.width} ${fragment}`;
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${name}: wider than the window`);
      if (viewport.width === 360) assert.deepEqual(await faults(page), [], name);
      await shot(page, `large-${viewport.width}${fragment ? "" : "-home"}`);
      assert.deepEqual(await leave(page), []);
    }
  }
});

test("a finger finds everything: 44 pixels and more", async () => {
  const page = await open("", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const small = () =>
    page.$$eval("button, select, input, a, summary, .square", (all) =>
      all
        .filter((one) => one.checkVisibility() && !one.closest(".spoken, .pv, .variation, label") && !one.matches(".spoken"))
        .map((one) => [one.getBoundingClientRect(), one])
        .filter(([box]) => box.height < 44 || box.width < 44)
        .map(([box, one]) => `${one.className} ${one.textContent} ${box.width}x${box.height}`),
    );
  assert.deepEqual(await small(), [], "the front page");
  await button(page, "Play Peasants' Chess").tap();
  await page.waitForSelector(".square.liftable");
  await square(page, "e3").tap();
  await square(page, "e4").tap();
  await page.locator(".move-list .step").waitFor();
  for (const name of ["play", "analyse", "look", "games"]) {
    await tab(page, name);
    assert.deepEqual(await small(), [], name);
  }
  assert.deepEqual(await leave(page), []);
});

test("messages widen nothing, on any window", async () => {
  for (const [width, height] of [[360, 740], [740, 360], [820, 1180], [1280, 800], [1920, 1080]]) {
    const page = await open("#variant=peasants&moves=a3a4,a1a2", { viewport: { width, height } });
    await page.locator(".notice").waitFor();
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok((await over()) <= 0, `${width}: wider than the window`);
    const [board, side] = [await page.locator(".board-field").boundingBox(), await page.locator(".tools").boundingBox()];
    assert.ok(side.x >= board.x + board.width || side.y >= board.y + board.height, `${width}: one on the other`);
    assert.ok(side.width >= Math.min(300, width - 20), `${width}: no room beside the board`);
    assert.deepEqual(await leave(page), []);
  }
});

test("the colours follow the system until they are chosen, and are remembered", async () => {
  const page = await open("", { colorScheme: "dark" });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await ground();
  await page.getByRole("button", { name: "Theme: system" }).click();
  assert.notEqual(await ground(), dark);
  await page.reload();
  await page.getByRole("button", { name: "Theme: light" }).waitFor();
  assert.notEqual(await ground(), dark);
  assert.deepEqual(await leave(page), []);
});

test("sounds are off until they are wanted, and this is remembered", async () => {
  const page = await open("#variant=pawngame");
  // The sounds are counted.
  await page.addInitScript(() => {
    globalThis.heard = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
      globalThis.heard += 1;
      return start.apply(this, when);
    };
  });
  await page.reload();
  await page.waitForSelector(".square.liftable");
  const heard = () => page.evaluate(() => globalThis.heard);
  const move = async (from, to, turn) => {
    await square(page, from).click();
    await square(page, to).click();
    await says(page, `${turn} to move`);
  };
  await move("e2", "e4", "Black");
  assert.equal(await heard(), 0);
  const sound = page.getByRole("button", { name: "Sound" });
  assert.equal(await sound.getAttribute("aria-pressed"), "false");
  await sound.click();
  await move("d7", "d5", "White");
  assert.equal(await heard(), 1);
  await move("e4", "d5", "Black");
  assert.equal(await heard(), 3);
  await page.reload();
  await page.waitForSelector(".square.liftable");
  assert.equal(await sound.getAttribute("aria-pressed"), "true");
  assert.deepEqual(await leave(page), []);
});

test("on a small phone the board is in the window when a game begins or is opened", async () => {
  const page = await open("", { viewport: { width: 360, height: 640 } });
  const seen = async (turn) => {
    await says(page, turn);
    await page.waitForFunction(() => {
      const box = document.querySelector(".board-field")?.getBoundingClientRect();
      return box && box.top >= 0 && box.bottom <= innerHeight;
    });
  };
  await button(page, "Play Antichess").click();
  await seen("White to move");
  await button(page, "Start").click();
  await seen("Your move");
  await button(page, "Resign").click();
  await button(page, "Really resign?").click();
  await seen("You resigned. Black wins.");
  await tab(page, "games");
  await page.getByLabel("PGN", { exact: true }).fill("1. e3 b5 *");
  await button(page, "Load").click();
  await page.getByText("Pasted, 1 game").waitFor();
  await seen("White to move");
  await button(page, "Set up by hand").click();
  await button(page, "Use this position").click();
  await seen("White to move");
  await page.getByRole("link", { name: "Jacquerie, all games" }).click();
  await button(page, "Practise Pawn endings").click();
  await page.locator(".exercise .turn").waitFor();
  await page.waitForFunction(() => document.querySelector(".board-field").getBoundingClientRect().top >= 0);
  assert.deepEqual(await leave(page), []);
});

test("on a phone the head is one line, whatever the game is called", async () => {
  for (const options of [{}, { hasTouch: true, isMobile: true }]) {
    const page = await open("#variant=peasants", { viewport: { width: 360, height: 640 }, ...options });
    await page.getByText("Peasants' Chess").first().waitFor();
    const middles = await page.$$eval(".head > *", (all) => all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => Math.round((top + bottom) / 2)));
    assert.equal(new Set(middles).size, 1, String(middles));
    assert.deepEqual(await leave(page), []);
  }
});

test("the list of keys is read from its start", async () => {
  const page = await open("#variant=peasants", { viewport: { width: 360, height: 480 } });
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys and mouse" }).waitFor();
  assert.equal(await page.$eval("dialog", ({ scrollTop }) => scrollTop), 0);
  assert.equal(await page.evaluate(() => document.activeElement.id), "help-title");
  assert.deepEqual(await leave(page), []);
});

test("the focus stays on the page when a button disappears", async () => {
  const page = await open("#variant=pawngame&files=3&moves=b2b4,a7a5");
  const is = (place) => page.waitForFunction((wanted) => document.activeElement?.matches(wanted), place);
  const press = (name) => button(page, name).press("Enter");
  await page.locator(".move-list .step").getByText("a5").waitFor();
  await tab(page, "analyse");
  await page.locator(".all-moves [data-move=b4a5]").press("Enter");
  await is(".square");
  await page.keyboard.press("l");
  await page.locator(".lines .pv .step").first().press("Enter");
  await is(".square");
  await page.keyboard.press("l");
  await page.locator(".move-list .step").getByText("b4").press("Enter");
  await page.locator(".all-moves [data-move=c7c5]").press("Enter");
  await page.getByText("Annotate c5").press("Enter");
  await press("Promote variation");
  await is(".move-list");
  await press("Delete from here");
  await press("Really delete?");
  await is(".move-list");
  await choose(page, "Seconds a move", "0.1");
  await press("Analyse the game");
  const learn = page.getByRole("button", { name: /^Learn from/ });
  await learn.first().press("Enter");
  await is(".square");
  await page.getByRole("link", { name: "Jacquerie, all games" }).press("Enter");
  await is(".home button");
  await button(page, "Continue").press("Enter");
  await is(".square");
  await tab(page, "play");
  page.once("dialog", (dialog) => dialog.accept());
  await press("Start");
  await press("Resign");
  await press("Really resign?");
  await press("Analyse this game");
  await is(".square");
  assert.deepEqual(await leave(page), []);
});

test("the focus goes on when a message is dismissed", async () => {
  const page = await open("#variant=peasants&moves=a3a4,a1a2");
  await button(page, "Dismiss").press("Enter");
  await page.waitForFunction(() => document.activeElement?.matches(".square"));
  assert.deepEqual(await leave(page), []);
});

/** The contrasts of a sign on the board with what it lies on; the sign is a pseudo-element, or its outline. */
const contrasts = (page, selector, pseudo, property) =>
  page.$$eval(
    selector,
    (found, [pseudo, property]) => {
      const parts = (colour) => (/rgba?\(([^)]*)\)/.exec(colour)?.[1] ?? "0, 0, 0, 0").split(",").map(Number);
      const over = (colour, ground) => {
        const [red, green, blue, alpha = 1] = parts(colour);
        return [red, green, blue].map((value, index) => alpha * value + (1 - alpha) * ground[index]);
      };
      const light = (colour) => {
        const [red, green, blue] = colour.map((value) => value / 255).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
      };
      return found.map((square) => {
        const style = getComputedStyle(square, pseudo);
        const field = over(getComputedStyle(square).backgroundColor, [0, 0, 0]);
        const ground = property === "boxShadow" ? over(style.backgroundColor, field) : field;
        const [one, two] = [light(ground), light(over(style[property], ground))];
        return Math.max(one, two) / Math.min(one, two);
      });
    },
    [pseudo, property],
  );

for (const colorScheme of ["light", "dark"]) {
  test(`signs on the board have enough contrast, ${colorScheme}`, async () => {
    const page = await open("#variant=kingpawn&fen=4k3/2p5/8/1p1p4/2P5/8/4P3/4K3 w&moves=e2e3,e8d7", { colorScheme });
    await page.locator(".square.last").nth(1).waitFor();
    for (const from of ["e3", "c4"]) {
      await square(page, from).click();
      await page.locator(`.square.chosen[data-square="${from}"]`).waitFor();
      const signs = [
        [".target:not(.taken)", "::after", "backgroundColor"],
        [".target.taken", "::after", "borderTopColor"],
        [".chosen", "::before", "boxShadow"],
        [".last", "::before", "boxShadow"],
      ];
      for (const sign of signs) {
        for (const contrast of await contrasts(page, ...sign)) assert.ok(contrast >= 3, `${sign[0]} ${contrast}`);
      }
    }
    assert.deepEqual(await leave(page), []);
  });
}
