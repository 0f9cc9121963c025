// The tree of moves: growing, walking, changing the order of lines, and PGN's form of it there and back.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { PgnMove } from "./protocol";
import { add, annotate, brother, EMPTY, endOf, fromMoves, hasNotes, isMain, lineFrom, moveNumber, movesTo, nodeAt, pathTo, pliesBefore, promote, remove, ROOT, toMoves, withNotation } from "./tree";

function played(...moves: string[]) {
  return moves.reduce(({ tree, id }, move) => add(tree, id, move, move), { tree: EMPTY, id: ROOT });
}

test("a move that was there is found, another becomes a variation", () => {
  const first = played("e3e4", "e6e5");
  const again = add(first.tree, ROOT, "e3e4", "e4");
  assert.equal(again.tree, first.tree);
  const other = add(first.tree, ROOT, "a3a4", "a4");
  assert.deepEqual(nodeAt(other.tree, ROOT).children, [1, 3]);
  assert.deepEqual(movesTo(other.tree, 2), ["e3e4", "e6e5"]);
  assert.equal(isMain(other.tree, 2), true);
  assert.equal(isMain(other.tree, other.id), false);
  assert.equal(nodeAt(first.tree, ROOT).children.length, 1, "the old tree is as it was");
});

test("lines have ends, and siblings are adjacent", () => {
  const { tree, id } = played("e3e4", "e6e5", "a3a4");
  assert.deepEqual(lineFrom(tree, ROOT), [1, 2, 3]);
  assert.equal(endOf(tree, ROOT), id);
  assert.equal(endOf(tree, id), id);
  const grown = add(tree, ROOT, "b3b4", "b4");
  assert.equal(brother(grown.tree, 1, 1), grown.id);
  assert.equal(brother(grown.tree, grown.id, 1), grown.id);
  assert.equal(brother(grown.tree, ROOT, 1), ROOT);
});

test("a variation becomes the main line all the way up", () => {
  let { tree } = played("a3a4", "a6a5");
  let at = add(tree, ROOT, "b3b4", "b4").id;
  tree = add(tree, ROOT, "b3b4", "b4").tree;
  ({ tree } = add(tree, at, "c6c5", "c5"));
  ({ tree, id: at } = add(tree, at, "d6d5", "d5"));
  const raised = promote(tree, at);
  assert.deepEqual(lineFrom(raised, ROOT).map((id) => nodeAt(raised, id).move), ["b3b4", "d6d5"]);
});

test("what is removed is no longer reached", () => {
  const { tree } = played("a3a4", "a6a5");
  assert.deepEqual(lineFrom(remove(tree, 2), ROOT), [1]);
  assert.equal(remove(tree, ROOT), tree);
});

test("moves of a link get their notation", () => {
  const { tree, id } = played("e3e4", "e6e5");
  const written = withNotation(tree, id, ["e4", "e5"]);
  assert.deepEqual(pathTo(written, id).map((at) => nodeAt(written, at).san), ["e4", "e5"]);
  assert.equal(withNotation(written, id, ["x", "y"]), written);
});

test("a line alone has no notes; a variation, a comment or a glyph is one, until it is removed", () => {
  const { tree } = played("a3a4", "a6a5");
  const grown = add(tree, 1, "b6b5", "b5");
  assert.deepEqual([tree, grown.tree, remove(grown.tree, grown.id)].map(hasNotes), [false, true, false]);
  assert.deepEqual([annotate(tree, 2, { comment: "so" }), annotate(tree, 1, { glyphs: [4] })].map(hasNotes), [true, true]);
});

test("moves are numbered: White's all, Black's where a line begins", () => {
  const plies = pliesBefore({ number: 3, turn: "black" });
  assert.deepEqual([0, 1, 2].map((index) => moveNumber(plies + index, index === 0)), ["3…", "4.", ""]);
  assert.equal(moveNumber(pliesBefore(null), true), "1.");
});

test("PGN there and back, with variations in variations", () => {
  const move = (san: string, more: Partial<PgnMove> = {}): PgnMove => ({ move: san, ...more });
  const moves = [
    move("a", { comment: "why not", glyphs: [1] }),
    move("b", { variations: [[move("c", { before: "or" }), move("d", { variations: [[move("e")]] })], [move("f")]] }),
    move("g"),
  ];
  const tree = fromMoves(moves);
  assert.deepEqual(toMoves(tree), moves);
  assert.deepEqual(lineFrom(tree, ROOT).map((id) => nodeAt(tree, id).san), ["a", "b", "g"]);
  const changed = annotate(tree, 1, { comment: "so be it" });
  assert.equal(toMoves(changed)[0]?.comment, "so be it");
  assert.deepEqual(toMoves(EMPTY), []);
});
