// Puzzles from a file, the choice of the next, the user's rating, and an exercise from start to end.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event } from "./events";
import type { Line, View } from "./protocol";
import { hintOn, onBoard, solverOf } from "./practising";
import { candidates, exerciseOf, readPuzzles, themeName, themesOf, type Exercise } from "./puzzles";
import { rated } from "./rating";
import { reduce } from "./reduce";
import { INITIAL, keyOf, type State } from "./state";
import { nodeAt, ROOT } from "./tree";
import { wantedLook, wantedSearch } from "./wanted";

const FILE = `PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
one,8/8 b,a7a6 a2a3 a6a5 a3a4,1000,100,0,0,crushing short,,
two,8/8 w,a2a3 a7a6,1400,100,0,0,equality enPassant,"a ""b"", c",
broken
three,8/8 w,a2a3 a7a8q,1800,100,0,0,crushing promotion,,
`;
const PUZZLES = readPuzzles(FILE);
const RATING = { elo: 1200, curve: [], tried: [] };

test("a file is read by the names of its columns", () => {
  assert.deepEqual(PUZZLES.map(({ id, rating }) => [id, rating]), [["one", 1000], ["two", 1400], ["three", 1800]]);
  assert.deepEqual(PUZZLES[0]?.moves, ["a7a6", "a2a3", "a6a5", "a3a4"]);
  const [bare] = readPuzzles('Moves,"FEN"\r\na2a3 a7a6,8/8 w\r\n');
  assert.deepEqual(bare, { id: "8/8 w", fen: "8/8 w", moves: ["a2a3", "a7a6"], rating: null, themes: [] });
  assert.deepEqual(themesOf(PUZZLES)[0], ["crushing", 2]);
  assert.equal(themeName("enPassant"), "en passant");
});

test("the next puzzle is one that is wanted and has not been tried", () => {
  const names = (...told: Parameters<typeof candidates>) => candidates(...told).map(({ id }) => id);
  assert.deepEqual(names(PUZZLES, { theme: "", level: "easy" }, 1200, new Set()), ["one"]);
  assert.deepEqual(names(PUZZLES, { theme: "crushing", level: "hard" }, 1200, new Set()), ["three"]);
  assert.deepEqual(names(PUZZLES, { theme: "enPassant", level: "hard" }, 1200, new Set()), []);
  assert.deepEqual(names(PUZZLES, { theme: "", level: "own" }, 1350, new Set()), ["two"]);
  assert.deepEqual(names(PUZZLES, { theme: "", level: "own" }, 1350, new Set(["two"])), ["two"]);
  assert.deepEqual(names(PUZZLES, { theme: "", level: "own" }, 1200, new Set(["two"])), ["one", "three"]);
  const unrated = PUZZLES.map((puzzle) => ({ ...puzzle, rating: null }));
  assert.deepEqual(names(unrated, { theme: "", level: "hard" }, 1200, new Set(["two"])), ["one", "three"]);
});

test("a rating rises with solved puzzles, more for harder ones", () => {
  const puzzle = (rating: number) => ({ id: "x", rating });
  assert.equal(rated(RATING, puzzle(1200), true).elo, 1224);
  assert.equal(rated(RATING, puzzle(1200), false).elo, 1176);
  assert.ok(rated(RATING, puzzle(1600), true).elo > 1240);
  assert.ok(rated(RATING, puzzle(800), true).elo < 1210);
  assert.deepEqual(rated(RATING, puzzle(1200), true).tried, ["x"]);
  assert.deepEqual(rated(RATING, { id: "x", rating: null }, false), { ...RATING, tried: ["x"] });
});

function view(turn: "white" | "black", more: Partial<View> = {}): View {
  return { fen: "", files: 1, ranks: 8, turn, number: 1, rows: ["."], moves: [], line: [], last: null, check: null, finish: null, ...more };
}

function practised(exercise: Exercise | null): State {
  const source = { kind: "set", variant: "pawns", puzzles: PUZZLES, isBuiltIn: true } as const;
  const hello = { name: "Test 1", variant: "pawns", variants: [], levels: 10, limits: { message: 1000, text: 1000 } };
  const state = reduce(INITIAL, { type: "greeted", hello });
  return reduce(state, { type: "practise", source, wish: { theme: "", level: "own" }, rating: RATING, exercise });
}

function after(state: State, ...events: Event[]): State {
  return events.reduce(reduce, state);
}

function seen(state: State, told: View): State {
  const { doc, at } = onBoard(state);
  return reduce(state, { type: "viewed", key: keyOf(doc, at), view: told, now: 0 });
}

const move = (text: string): Event => ({ type: "move", move: text, san: text, now: 0 });
const LINE: Line = { line: 1, depth: 1, seldepth: 1, score: { mate: 3 }, exact: "won", chances: [1000, 0, 0], nodes: 1, nps: 1, pv: [] };

test("a puzzle is led in, right moves are answered by the line, and the last one solves it", () => {
  const first = PUZZLES[0];
  assert.ok(first);
  let state = practised(exerciseOf("pawns", first));
  assert.equal(state.practice?.phase, "reply");
  state = seen(after(state, { type: "reply" }), view("white", { line: ["a6"] }));
  assert.equal(state.practice?.phase, "play");
  assert.equal(solverOf(state), "white");
  assert.equal(nodeAt(onBoard(state).doc.tree, 1).san, "a6");
  state = after(state, move("a2a3"));
  assert.equal(state.practice?.phase, "reply");
  state = after(state, { type: "reply" }, move("a3a4"));
  assert.deepEqual([state.practice?.phase, state.practice?.failed, state.practice?.streak], ["solved", false, 1]);
  assert.equal(state.screen, "practice");
});

test("an exercise whose position was seen before has its moves in notation", () => {
  const exercise: Exercise = { position: { variant: "pawns", choices: {}, fen: null, moves: ["b2b4"] }, line: ["a7a5"], led: false, enough: 0.5, goal: null, id: "", name: "", rating: null, themes: [] };
  const again = after(seen(practised(exercise), view("black", { line: ["b4"] })), { type: "practise", source: { kind: "mistakes", exercises: [exercise], index: 0 }, wish: { theme: "", level: "own" }, rating: RATING, exercise });
  assert.equal(nodeAt(onBoard(again).doc.tree, 1).san, "b4");
});

test("a wrong move is refuted by the engine, and may be tried again", () => {
  const first = PUZZLES[0];
  assert.ok(first);
  let state = after(practised(exerciseOf("pawns", first)), { type: "reply" });
  state = after(seen(state, view("white")), move("a2a4"));
  assert.equal(state.practice?.phase, "wrong");
  state = seen(state, view("black"));
  const search = wantedSearch(state);
  assert.equal(search?.purpose, "refute");
  const line = { ...LINE, pv: [{ move: "a6a5", san: "a5" }] };
  state = reduce(state, { type: "decided", purpose: "refute", key: search?.key ?? "", done: { best: "a6a5", outcome: "won", stopped: false }, line, now: 0 });
  assert.equal(state.practice?.refutation?.verdict.exact, "black");
  assert.equal(nodeAt(onBoard(state).doc.tree, onBoard(state).at).move, "a6a5");
  assert.equal(wantedSearch(state), null);
  state = after(state, { type: "retry" }, move("a2a3"), { type: "reply" }, move("a3a4"));
  assert.deepEqual([state.practice?.phase, state.practice?.failed, state.practice?.streak], ["solved", true, 0]);
});

test("a hint shows the piece to move, as long as it is to be moved", () => {
  const first = PUZZLES[0];
  assert.ok(first);
  const moves = [{ move: "a2a3", san: "a3", from: "a2", to: "a3", capture: false, promotion: null }];
  const asked = seen(after(practised(exerciseOf("pawns", first)), { type: "reply" }), view("white", { moves }));
  assert.equal(hintOn(onBoard(asked)), null);
  const hinted = reduce(asked, { type: "hint" });
  assert.deepEqual([hintOn(onBoard(hinted)), hinted.practice?.failed], [{ from: "a2", to: "a2" }, true]);
  assert.equal(hintOn(onBoard(reduce(hinted, { type: "go", node: ROOT }))), null);
  assert.equal(hintOn(onBoard(reduce(hinted, move("a2a3")))), null);
});

test("another promotion on the right square is right if it keeps the value", () => {
  const third = PUZZLES[2];
  assert.ok(third);
  for (const [themes, right] of [[["crushing"], ["lost"]], [["equality"], ["drawn", "lost"]]] as const) {
    const state = after(practised(exerciseOf("pawns", { ...third, themes })), { type: "reply" });
    const tried = seen(after(seen(state, view("white")), move("a7a8r")), view("black"));
    assert.equal(tried.practice?.phase, "judging");
    const key = wantedSearch(tried)?.key ?? "";
    const told = (exact: Line["exact"]): string | undefined => {
      const done = { best: null, outcome: exact, stopped: false };
      return reduce(tried, { type: "decided", purpose: "refute", key, done, line: { ...LINE, exact }, now: 0 }).practice?.phase;
    };
    const phases = (["won", "drawn", "lost"] as const).filter((exact) => told(exact) === "solved");
    assert.deepEqual(phases, right);
  }
});

test("until an exercise is over, nothing that the engine knows of it is on the board", () => {
  const first = PUZZLES[0];
  assert.ok(first);
  let state = seen(after(practised(exerciseOf("pawns", first)), { type: "reply" }, { type: "tab", tab: "look" }), view("white"));
  const { doc, at } = onBoard(state);
  const key = keyOf(doc, at);
  state = after(state, { type: "marked", key, marks: [{ move: "a2a3", outcome: "won" }] }, { type: "thought", purpose: "analysis", key, line: LINE });
  const { tab, marks, analysis } = onBoard(state);
  assert.deepEqual([tab, marks, analysis.told, analysis.on, wantedLook(state)], ["play", {}, [], false, null]);
  const over = onBoard(after(state, { type: "solution" }));
  assert.deepEqual([Object.keys(over.marks), over.analysis.told.length], [[key], 1]);
});

test("the solution is put on the board, and its moves get values then", () => {
  const first = PUZZLES[0];
  assert.ok(first);
  let state = after(practised(exerciseOf("pawns", first)), { type: "reply" }, { type: "solution" });
  assert.equal(state.practice?.phase, "shown");
  state = seen(state, view("white"));
  assert.equal(wantedSearch(state)?.purpose, "analysis");
  assert.equal(onBoard(state).doc.tree.length, 5);
});

test("where more than one move may be right, the engine says whether it is", () => {
  const position = { variant: "pawns", choices: {}, fen: null, moves: ["a2a3"] };
  const exercise: Exercise = { position, line: ["a7a5"], led: false, enough: 0.5, goal: null, id: "", name: "", rating: null, themes: [] };
  assert.equal(after(practised(exercise), move("a7a5")).practice?.phase, "solved");
  const tried = seen(after(seen(practised(exercise), view("black")), move("a7a6")), view("white"));
  assert.equal(tried.practice?.phase, "judging");
  const told = (exact: Line["exact"]): string | undefined => {
    const key = wantedSearch(tried)?.key ?? "";
    const done = { best: "b2b3", outcome: exact, stopped: false };
    return reduce(tried, { type: "decided", purpose: "refute", key, done, line: { ...LINE, exact }, now: 0 }).practice?.phase;
  };
  assert.deepEqual([told("drawn"), told("lost"), told("won")], ["solved", "solved", "wrong"]);
});

test("what is judged is the move that was tried, wherever the user has walked", () => {
  const first = PUZZLES[0];
  assert.ok(first);
  let state = after(practised(exerciseOf("pawns", first)), { type: "reply" });
  state = after(seen(state, view("white")), move("a2a4"));
  const tried = onBoard(state).at;
  state = after(seen(state, view("black")), { type: "go", node: ROOT });
  const search = wantedSearch(state);
  assert.equal(search?.key, keyOf(onBoard(state).doc, tried));
  const line = { ...LINE, pv: [{ move: "a6a5", san: "a5" }] };
  const done = { best: "a6a5", outcome: "won" as const, stopped: false };
  state = reduce(state, { type: "decided", purpose: "refute", key: search?.key ?? "", done, line, now: 0 });
  assert.deepEqual([state.practice?.tried, onBoard(state).at, state.practice?.refutation?.line[0]?.san], [tried, ROOT, "a5"]);
});

test("a move that ends the game is judged by its end, known before or not", () => {
  const first = PUZZLES[0];
  assert.ok(first);
  const finish = { winner: "black", told: "" } as const;
  const puzzle = seen(after(practised(exerciseOf("pawns", first)), { type: "reply" }), view("white"));
  const wrong = seen(after(puzzle, move("a2a4")), view("black", { finish }));
  assert.equal(wrong.practice?.refutation?.verdict.exact, "black");
  assert.equal(wantedSearch(wrong), null);
  const again = after(wrong, { type: "retry" }, move("a2a4"));
  assert.deepEqual([again.practice?.phase, again.practice?.refutation?.line], ["wrong", []]);
  const position = { variant: "pawns", choices: {}, fen: null, moves: [] };
  const exercise: Exercise = { position, line: ["a7a5"], led: false, enough: 0.5, goal: null, id: "", name: "", rating: null, themes: [] };
  const judged = (end: View["finish"]): string | undefined =>
    seen(after(seen(practised(exercise), view("white")), move("a7a6")), view("black", { finish: end })).practice?.phase;
  assert.deepEqual([judged({ ...finish, winner: null }), judged(finish)], ["solved", "wrong"]);
});

test("an exercise has its own side of the board", () => {
  const first = PUZZLES[0];
  assert.ok(first);
  let state = reduce(practised(exerciseOf("pawns", first)), { type: "flip" });
  assert.deepEqual([state.flipped, state.practice?.flipped], [false, true]);
  state = reduce({ ...state, screen: "board" }, { type: "flip" });
  assert.deepEqual([state.flipped, state.practice?.flipped], [true, true]);
});
