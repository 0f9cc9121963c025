// Text that the page reads and writes: FEN's rows, the link, squares, scores, typed moves.

import assert from "node:assert/strict";
import { test } from "node:test";
import { lettersOf, readRows, turnOf, withRows, withTurn, writeRows } from "./fen";
import { variantNamed } from "./address";
import { readFragment, writeFragment } from "./fragment";
import { glyphMeaning, glyphText } from "./glyphs";
import type { Line } from "./protocol";
import { readable, scoreOfComment, scoreText, verdictOf, verdictText, verdictWords } from "./score";
import { manAt, placeOf, squareName, withStep } from "./squares";

test("rows of FEN, with numbers of two digits", () => {
  assert.deepEqual(readRows("3/p1p/3 w"), ["...", "p.p", "..."]);
  const wide = "cm3kg3mc/12/PPPPPPPPPPPP";
  assert.equal(writeRows(readRows(wide) ?? []), wide);
  assert.equal(readRows("3/pp/3 w"), null, "rows of different length");
  assert.equal(readRows("8/x!/8"), null);
  assert.equal(readRows("13"), null, "too wide");
  assert.equal(readRows(""), null);
});

test("a FEN with other rows or another side keeps the rest except en passant", () => {
  assert.equal(withRows("3/3 b Kk e3 5 9", ["p..", "..P"]), "p2/2P b Kk - 5 9");
  assert.equal(withRows("3/3", ["p..", "..P"]), "p2/2P w");
  assert.equal(withTurn("3/3 w - - 0 1", "black"), "3/3 b - - 0 1");
  assert.equal(withTurn("3/3", "black"), "3/3 b");
  assert.equal(turnOf("3/3 b"), "black");
});

test("the pieces of a game are those of its start and of promotions", () => {
  assert.deepEqual(lettersOf("4k3/pp6/PP6/4K3 w - - 0 1", ["q"]), ["K", "P", "Q"]);
});

test("squares of twelve ranks", () => {
  assert.equal(squareName(11, 11), "l12");
  assert.deepEqual(placeOf("l12"), { file: 11, rank: 11 });
  const rows = ["..", "p.", "P."];
  assert.equal(manAt(rows, "a2"), "p");
  assert.deepEqual(withStep(rows, "a1", "b2"), ["..", "pP", ".."]);
});

test("a link there and back", () => {
  const position = { variant: "pawnrace", choices: { files: "5", gaps: "a b" }, fen: "5/5 w - - 0 1", moves: ["e3e4", "a11a12q"], at: 2 };
  const link = writeFragment(position);
  assert.equal(link, "#variant=pawnrace&files=5&gaps=a+b&fen=5/5+w+-+-+0+1&moves=e3e4,a11a12q");
  assert.deepEqual(readFragment(link), position);
  const before = { ...position, at: 1 };
  assert.equal(writeFragment(before), `${link}&at=1`);
  assert.deepEqual(readFragment(writeFragment(before)), before);
  assert.equal(readFragment(`${link}&at=9`)?.at, 2);
  assert.deepEqual(readFragment("#variant=peasants"), { variant: "peasants", choices: {}, fen: null, moves: [], at: 0 });
  assert.deepEqual(readFragment("#Variant=Peasants&FILES=5")?.choices, { files: "5" });
  assert.equal(readFragment("#top"), null);
  assert.equal(readFragment(""), null);
});

test("the variant of a link is named in any case, unless that could be several", () => {
  const variants = ["antichess", "Mine", "mine"].map((name) => ({ name, game: "", rules: "", start: "", files: 8, ranks: 8, promotions: [], choices: [] }));
  const named = (wanted?: string): string | undefined => variantNamed(variants, wanted)?.name;
  assert.equal(named("Antichess"), "antichess");
  assert.equal(named("mine"), "mine");
  assert.equal(named("MINE"), undefined);
  assert.equal(named("go"), undefined);
  assert.equal(named(), undefined);
});

test("glyphs are written by their signs, or else by what they mean", () => {
  assert.deepEqual([4, 16, 17].map(glyphText), ["??", "±", "∓"]);
  assert.deepEqual([146, 140, 11, 22, 139, 107].map(glyphText), [
    "novelty",
    "with the idea",
    "equal chances, quiet position",
    "White is in zugzwang",
    "Black has severe time pressure",
    "Black played the opening very poorly",
  ]);
  assert.equal(glyphText(200), "$200");
  assert.equal(glyphMeaning(4), "very poor move");
});

test("scores are for White", () => {
  const line: Line = { line: 1, depth: 9, seldepth: 9, score: { cp: 31 }, exact: null, chances: [700, 200, 100], nodes: 1, nps: 1, pv: [] };
  assert.equal(verdictText(verdictOf(line, "white")), "+0.31");
  assert.equal(verdictText(verdictOf(line, "black")), "−0.31");
  assert.equal(verdictOf(line, "white").points, 0.8);
  assert.ok(Math.abs(verdictOf(line, "black").points - 0.2) < 1e-9);
  const lost = verdictOf({ ...line, score: { mate: -3 }, exact: "lost" }, "white");
  assert.equal(verdictText(lost), "0–1 in 3");
  assert.equal(verdictWords(lost), "Proved: Black wins in 3 moves");
  assert.equal(verdictText(verdictOf({ ...line, exact: "drawn" }, "white")), "draw");
  assert.equal(scoreText({ cp: -0.4 }), "0.00");
});

test("scores in comments: of the analysis, and of matches", () => {
  assert.deepEqual(scoreOfComment("[%eval 0.31] so", "black"), { cp: 31 });
  assert.deepEqual(scoreOfComment("[%eval #-7] so", "white"), { mate: -7 });
  assert.deepEqual(scoreOfComment("+0.38/7 0.004s", "black"), { cp: -38 });
  assert.deepEqual(scoreOfComment("-M12/11 0.004s", "white"), { mate: -12 });
  assert.equal(scoreOfComment("book", "white"), null);
  assert.equal(readable("[%eval 0.00] Jacquerie: exact draw"), "Jacquerie: exact draw");
});
