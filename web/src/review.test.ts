// The review of a game.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Found, Report } from "./report";
import { accuracyOf, mistakesOf, worsening } from "./review";
import { add, EMPTY, promote, ROOT } from "./tree";

const found = (points: number, exact: Found["verdict"]["exact"] = null, best = "x"): Found => ({
  verdict: { score: exact === null ? { cp: Math.round(1000 * (points - 0.5)) } : null, exact, points },
  best,
  line: [{ move: best, san: best }],
});

function game(...all: Found[]): { review: Report; tree: typeof EMPTY } {
  let [tree, at] = [EMPTY, ROOT];
  for (let ply = 1; ply < all.length; ply += 1) ({ tree, id: at } = add(tree, at, `m${ply}`, `M${ply}`));
  return { review: { nodes: [...all.keys()], found: all, movetime: 1 }, tree };
}

test("mistakes are listed with better moves, by proof where there is one", () => {
  const { review, tree } = game(found(1, "white"), found(0.5, "drawn"), found(0.5, "drawn"), found(0.55), found(0.8));
  const mistakes = mistakesOf(review, tree, "white");
  assert.deepEqual(mistakes.map(({ node, from, side, glyph }) => [node, from, side, glyph]), [
    [1, 0, "white", 4],
    [4, 3, "black", 2],
  ]);
  assert.deepEqual(mistakes.map(worsening), ["was won, now drawn", "+0.50 → +3.00"]);
  assert.deepEqual(mistakes[0]?.better, [{ move: "x", san: "x" }]);
});

test("a variation is not a mistake of the game", () => {
  const { review, tree } = game(found(1, "white"), found(0.5, "drawn"));
  const { tree: grown, id } = add(tree, ROOT, "other", "other");
  assert.equal(mistakesOf(review, grown, "white").length, 1);
  assert.equal(mistakesOf(review, promote(grown, id), "white").length, 0);
});

test("accuracy is 100 where nothing is lost, and 50 where 15 % are", () => {
  const { review } = game(found(0.6), found(0.6), found(0.75), found(0.8));
  assert.equal(accuracyOf(review, "white", "white"), 100);
  assert.equal(accuracyOf(review, "white", "black")?.toFixed(3), "50.000");
  assert.equal(accuracyOf(game(found(0.5)).review, "white", "white"), null);
});
