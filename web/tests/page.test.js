// The page as such: accessibility by axe, no scrolling sideways on a phone, light and dark, every size of board.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import { button, close, leave, open, shot, tab } from "./browser.js";

after(close);

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PHONE = { viewport: { width: 360, height: 740 } };

/** What axe finds wrong, in words. */
async function faults(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
}

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

test("analysis has no fault of accessibility while it goes on", async () => {
  const page = await open("#variant=pawngame&files=5&moves=a2a4,c7c5");
  await tab(page, "analyse");
  await button(page, "Analyse").click();
  await page.locator(".lines li").first().waitFor();
  assert.deepEqual(await faults(page), []);
  assert.deepEqual(await leave(page), []);
});

test("what there is to say widens nothing, on any window", async () => {
  for (const [width, height] of [[360, 740], [740, 360], [820, 1180], [1280, 800], [1920, 1080]]) {
    const page = await open("#variant=peasants&moves=a3a4,a1a2", { viewport: { width, height } });
    await page.locator(".notice").waitFor();
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok((await over()) <= 0, `${width}: wider than the window`);
    const [board, side] = [await page.locator(".board-field").boundingBox(), await page.locator(".side").boundingBox()];
    assert.ok(side.x >= board.x + board.width || side.y >= board.y + board.height, `${width}: one on the other`);
    assert.ok(side.width >= Math.min(300, width - 20), `${width}: no room beside the board`);
    assert.deepEqual(await leave(page), []);
  }
});

test("the colours follow the system until they are chosen, and are remembered", async () => {
  const page = await open("", { colorScheme: "dark" });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await ground();
  await page.getByRole("button", { name: "Colours: system" }).click();
  assert.notEqual(await ground(), dark);
  await page.reload();
  await page.getByRole("button", { name: "Colours: light" }).waitFor();
  assert.notEqual(await ground(), dark);
  assert.deepEqual(await leave(page), []);
});
