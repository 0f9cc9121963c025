// From event to state, and from state to what the server should do.

import assert from "node:assert/strict";
import { test } from "node:test";
import { decoded, spliced } from "./errands";
import type { Event } from "./events";
import type { Line, View } from "./protocol";
import { missed } from "./parts/status";
import { takeback } from "./playing";
import { hintOn } from "./practising";
import { reduce } from "./reduce";
import { annotated, judge } from "./report";
import { soundOf } from "./sound";
import { IN_PROGRESS, INITIAL, isAnalysed, keyOf, NO_DOC, type State, viewAt } from "./state";
import { add, annotate, EMPTY, lineFrom, movesTo, nodeAt, ROOT } from "./tree";
import { limitsOf, wantedLook, wantedSearch, wantedViews } from "./wanted";

const HELLO = { name: "Test 1", variant: "pawns", variants: [], levels: 10, limits: { message: 1000, text: 1000 } };
const DOC = { ...NO_DOC, variant: "pawns" };

function after(state: State, ...events: Event[]): State {
  return events.reduce(reduce, state);
}

function view(turn: "white" | "black", more: Partial<View> = {}): View {
  const [from, to] = turn === "white" ? ["a3", "a4"] : ["a6", "a5"];
  const moves = [{ move: from + to, san: to, from, to, capture: false, promotion: null }];
  return { fen: "", files: 1, ranks: 8, turn, number: 1, rows: ["."], moves, line: [], last: null, check: null, finish: null, ...more };
}

/** The server sends the position at a node. */
function seen(state: State, node: number, told: View, now = 0): State {
  return reduce(state, { type: "viewed", key: keyOf(state.doc, node), view: told, now });
}

function started(you: "white" | "black"): State {
  const pace = { kind: "clock", minutes: 1, increment: 0 } as const;
  const state = after(INITIAL, { type: "greeted", hello: HELLO }, { type: "start", doc: DOC, terms: { you, level: 3, pace } });
  return seen(state, ROOT, view("white"));
}

const YOURS: Event = { type: "move", move: "a3a4", san: "a4", now: 1000 };

function answered(state: State, best: string): State {
  const search = wantedSearch(state);
  assert.ok(search);
  const done = { best, outcome: null, stopped: false };
  return reduce(state, { type: "decided", purpose: search.purpose, key: search.key, done, line: null, now: 3000 });
}

test("in a game the engine is asked when it is its turn, with the clocks as they are", () => {
  let state = started("white");
  assert.equal(wantedSearch(state), null);
  state = reduce(state, YOURS);
  assert.equal(wantedViews(state).length, 1);
  state = seen(state, state.at, view("black"));
  const search = wantedSearch(state);
  assert.equal(search?.purpose, "reply");
  assert.equal(search?.level, 3);
  assert.deepEqual(limitsOf(state, "reply", 11_000), { wtime: 60_000, btime: 50_000, winc: 0, binc: 0 });
  state = answered(state, "a6a5");
  assert.deepEqual(movesTo(state.doc.tree, state.at), ["a3a4", "a6a5"]);
  assert.equal(wantedSearch(state), null);
});

test("no side moves for the other, and looking back does not go back", () => {
  let state = started("black");
  assert.equal(reduce(state, YOURS), state);
  state = answered(state, "a3a4");
  state = reduce(state, { type: "go", node: ROOT });
  state = seen(state, 1, view("black"));
  state = reduce(state, { type: "move", move: "a6a5", san: "a5", now: 0 });
  assert.equal(state.at, ROOT);
  assert.equal(state.play?.node, 2);
});

test("undo takes back both moves and asks for no answer", () => {
  let state = seen(reduce(started("white"), YOURS), 1, view("black"));
  state = answered(state, "a6a5");
  state = seen(state, state.at, view("white"));
  state = reduce(state, { type: "undo", now: 4000 });
  assert.equal(state.at, ROOT);
  assert.deepEqual(lineFrom(state.doc.tree, ROOT), []);
  assert.equal(wantedSearch(state), null);
});

test("a game ends on the board, by the flag or by resigning, once", () => {
  const finish = { winner: "white", told: "last rank" } as const;
  const won = seen(reduce(started("white"), YOURS), 1, view("black", { finish, moves: [] }));
  assert.deepEqual(won.play?.over, { winner: "white", told: "last rank" });
  assert.equal(won.doc.result, "1-0");
  assert.equal(reduce(won, { type: "resign", now: 0 }), won);
  const late = reduce(reduce(started("white"), YOURS), { type: "flag", now: 70_000 });
  assert.equal(late.play?.over?.winner, "white");
  assert.equal(reduce(started("white"), { type: "resign", now: 0 }).play?.over?.winner, "black");
});

test("a move can be taken back once there is one of yours", () => {
  let state = started("white");
  assert.equal(takeback(state), null);
  state = reduce(state, YOURS);
  state = seen(state, state.at, view("black"));
  assert.equal(takeback(state), ROOT);
  state = seen(answered(state, "a6a5"), 2, view("white"));
  assert.equal(takeback(state), ROOT);
  const black = seen(answered(started("black"), "a3a4"), 1, view("black"));
  assert.equal(takeback(black), null);
});

test("the engine accepts a draw unless it thinks that it stands better", () => {
  const offered = reduce(started("white"), { type: "offer" });
  const search = wantedSearch(offered);
  assert.equal(search?.purpose, "offer");
  const told = (score: Line["score"], exact: Line["exact"] = null): State => {
    const done = { best: "a3a4", outcome: exact, stopped: false };
    return reduce(offered, { type: "decided", purpose: "offer", key: search?.key ?? "", done, line: { ...LINE, score, exact }, now: 1 });
  };
  assert.deepEqual(told({ cp: 10 }).play?.over, { winner: null, told: "Draw by agreement" });
  assert.equal(told({ cp: 10 }).doc.result, "1/2-1/2");
  assert.deepEqual(told({ cp: 0 }, "drawn").play?.over?.winner, null);
  for (const declined of [told({ cp: -10 }), told({ mate: -3 }, "lost")]) {
    assert.equal(declined.play?.over, null);
    assert.equal(declined.play?.declined, true);
    assert.equal(wantedSearch(declined), null);
    assert.equal(wantedSearch(reduce(declined, { type: "offer" })), null);
  }
});

test("during a game no values are requested", () => {
  const state = after(started("white"), { type: "tab", tab: "look" }, { type: "analyse", on: true });
  assert.equal(wantedLook(state), null);
  assert.equal(wantedSearch(state), null);
});

test("a hint is a separate search and ends with a move", () => {
  const state = reduce(started("white"), { type: "hint" });
  assert.equal(wantedSearch(state)?.purpose, "hint");
  const told = answered(state, "a3a4");
  assert.equal(hintOn(told)?.to, "a4");
  assert.equal(hintOn(reduce(told, { type: "resign", now: 0 })), null);
  assert.equal(told.at, ROOT);
});

const LINE: Line = { line: 1, depth: 1, seldepth: 1, score: { cp: 10 }, exact: null, chances: [400, 400, 200], nodes: 1, nps: 1, pv: [] };

test("analysis follows the board, and lines replace each other", () => {
  let state = after(INITIAL, { type: "greeted", hello: HELLO }, { type: "open", doc: DOC, at: ROOT });
  state = seen(state, ROOT, view("white"));
  assert.equal(wantedLook(state), null);
  state = reduce(state, { type: "analyse", on: true });
  const first = wantedSearch(state);
  assert.equal(first?.purpose, "analysis");
  assert.equal(wantedLook(state)?.key, first?.key);
  const key = first?.key ?? "";
  for (const line of [2, 1, 2]) state = reduce(state, { type: "thought", purpose: "analysis", key, line: { ...LINE, line } });
  assert.deepEqual(state.analysis.told.map(({ line }) => line), [1, 2]);
  state = seen(reduce(state, YOURS), 1, view("black"));
  assert.notEqual(wantedSearch(state)?.name, first?.name);
  const over = seen(state, 1, view("black", { finish: { winner: null, told: "" } }));
  assert.equal(wantedSearch(over), null);
});

test("a link with a wrong move is cut there, one with a wrong start begins as usual", () => {
  const tree = ["a3a4", "a6a5", "h9h9"].reduce((grown, move) => add(grown, grown.length - 1, move, move).tree, EMPTY);
  let state = after(INITIAL, { type: "greeted", hello: HELLO }, { type: "open", doc: { ...DOC, fen: "x", tree }, at: 3 });
  const refuse = (more: object): Event => ({ type: "refused", refusal: { message: "no", ...more }, key: keyOf(state.doc, state.at) });
  state = reduce(state, refuse({ field: "moves", at: 2 }));
  assert.deepEqual(movesTo(state.doc.tree, state.at), ["a3a4", "a6a5"]);
  assert.equal(state.notice, "no");
  state = reduce(state, refuse({ field: "fen" }));
  assert.equal(state.at, ROOT);
  assert.equal(reduce(state, refuse({ field: "fen" })).doc.fen, null);
});

test("a wrong move behind the position on the board is cut too", () => {
  const tree = ["a3a4", "zzzz"].reduce((grown, move) => add(grown, grown.length - 1, move, move).tree, EMPTY);
  let state = after(INITIAL, { type: "greeted", hello: HELLO }, { type: "open", doc: { ...DOC, tree }, at: 1 });
  state = seen(state, 1, view("black", { line: ["a4"] }));
  state = reduce(state, { type: "refused", refusal: { message: "no", field: "moves", at: 1 }, key: keyOf(state.doc, 2) });
  assert.deepEqual([state.at, lineFrom(state.doc.tree, ROOT)], [1, [1]]);
});

test("a refusal that is not about the moves deletes none", () => {
  const tree = add(EMPTY, ROOT, "a3a4", "a3a4").tree;
  const state = after(INITIAL, { type: "greeted", hello: HELLO }, { type: "open", doc: { ...DOC, tree }, at: 1 });
  const refused = reduce(state, { type: "refused", refusal: { message: "internal error" }, key: keyOf(state.doc, 1) });
  assert.deepEqual([refused.doc, refused.at, refused.notice], [state.doc, 1, "internal error"]);
});

test("moves get their notation from positions that were seen before", () => {
  let state = after(INITIAL, { type: "greeted", hello: HELLO }, { type: "open", doc: DOC, at: ROOT }, YOURS);
  state = seen(state, 1, view("black", { line: ["a4"] }));
  const tree = add(EMPTY, ROOT, "a3a4", "a3a4").tree;
  for (const at of [1, ROOT]) {
    assert.equal(nodeAt(reduce(state, { type: "open", doc: { ...DOC, tree }, at }).doc.tree, 1).san, "a4");
  }
});

test("a game in progress is not replaced by what comes late", () => {
  const state = started("white");
  const game = { tags: [], variant: "pawns", choices: {}, fen: null, introduction: "", result: "*", moves: [] };
  const archive = { name: "", text: "", variant: "pawns", games: [game], current: 0, changed: {}, unsaved: false };
  for (const event of [{ type: "open", doc: NO_DOC, at: ROOT }, { type: "archive", archive }, { type: "setup", fen: "x" }] as const) {
    assert.deepEqual(reduce(state, event), { ...state, notice: IN_PROGRESS });
  }
});

test("no time runs while the connection is broken", () => {
  let state = seen(reduce(started("white"), YOURS), 1, view("black"));
  state = reduce(state, { type: "linked", link: "broken", now: 11_000 });
  assert.equal(reduce(state, { type: "flag", now: 999_000 }), state);
  state = reduce(state, { type: "linked", link: "open", now: 999_000 });
  assert.deepEqual(limitsOf(state, "reply", 1_000_000), { wtime: 60_000, btime: 49_000, winc: 0, binc: 0 });
});

test("a move of the engine, and the end of the game, are announced to a user who looks back", () => {
  const before = seen(reduce(started("white"), YOURS), 1, view("black"));
  const back = reduce(before, { type: "go", node: ROOT });
  assert.equal(missed(back, before.play), "");
  const moved = answered(back, "a6a5");
  assert.equal(missed(moved, before.play), "In the game: a5. ");
  const over = reduce(moved, { type: "resign", now: 0 });
  assert.equal(missed(over, moved.play), "You resigned. Black wins.");
  assert.equal(missed(reduce(over, { type: "go", node: 2 }), before.play), "");
});

test("the number of remembered positions is limited", () => {
  let state = INITIAL;
  for (let index = 0; index < 2000; index += 1) {
    state = reduce(state, { type: "marked", key: String(index), marks: [{ move: "a3a4", outcome: "won" }] });
  }
  assert.ok(Object.keys(state.marks).length <= 400);
  assert.ok("1999" in state.marks);
});

test("marks only grow", () => {
  const mark = (move: string) => ({ move, outcome: "won" }) as const;
  const both = reduce(INITIAL, { type: "marked", key: "x", marks: [mark("a3a4"), mark("b3b4")] });
  assert.equal(reduce(both, { type: "marked", key: "x", marks: [mark("a3a4")] }), both);
});

test("moves are judged as the program judges them", () => {
  const found = (points: number, exact: "white" | "black" | "drawn" | null = null, best: string | null = null) => ({
    verdict: { score: null, exact, points },
    best,
    line: [],
  });
  assert.equal(judge(found(1, "white"), found(0.5, "drawn"), "a", "white"), 4);
  assert.equal(judge(found(0, "black"), found(0.5, "drawn"), "a", "black"), 4);
  assert.equal(judge(found(0.5, "drawn"), found(0.5, "drawn"), "a", "white"), null);
  assert.equal(judge(found(0.7), found(0.5), "a", "white"), 2);
  assert.equal(judge(found(0.6), found(0.75), "a", "black"), 6);
  assert.equal(judge(found(0.7), found(0.2), "a", "white"), 2);
  assert.equal(judge(found(0.7, null, "a"), found(0.2), "a", "white"), null);
});

test("an analysis that is complete switches itself off; what it found stays until the board goes on", () => {
  let state = seen(after(INITIAL, { type: "greeted", hello: HELLO }, { type: "open", doc: DOC, at: ROOT }), ROOT, view("white"));
  state = reduce(state, { type: "analyse", on: true });
  const key = keyOf(state.doc, ROOT);
  state = reduce(state, { type: "thought", purpose: "analysis", key, line: LINE });
  const done = { best: "a3a4", outcome: "won", stopped: false } as const;
  const stopped = reduce(state, { type: "decided", purpose: "analysis", key, done: { ...done, stopped: true }, line: LINE, now: 0 });
  assert.equal(stopped.analysis.on, true);
  state = reduce(state, { type: "decided", purpose: "analysis", key, done, line: LINE, now: 0 });
  assert.equal(state.analysis.on, false);
  assert.equal(wantedSearch(state), null);
  assert.ok(isAnalysed(state));
  // With another number of lines it is another request.
  assert.equal(wantedSearch(reduce(state, { type: "lines", lines: 5 }))?.lines, 5);
  state = reduce(state, YOURS);
  assert.ok(!isAnalysed(state));
  assert.ok(isAnalysed(reduce(state, { type: "go", node: ROOT })));
});

test("sounds are those of moves, captures and ends, one by one, if they are wanted", () => {
  const start = seen(after(INITIAL, { type: "greeted", hello: HELLO }, { type: "open", doc: DOC, at: ROOT }), ROOT, view("white"));
  const moved = reduce(start, YOURS);
  assert.equal(soundOf(start, moved), null);
  const loud = reduce(start, { type: "switch", name: "sound", on: true });
  const next = reduce(loud, YOURS);
  assert.equal(soundOf(loud, next), "move");
  const here = seen(next, 1, view("black"));
  assert.equal(soundOf(next, here), null);
  const over = seen(next, 1, view("black", { finish: { winner: "white", told: "" } }));
  assert.equal(soundOf(next, over), "end");
  assert.equal(soundOf(over, reduce(over, { type: "flip" })), null);
  const back = reduce(here, { type: "go", node: ROOT });
  assert.equal(soundOf(here, back), null);
  assert.equal(soundOf(back, reduce(back, { type: "go", node: 1 })), "move");
});

test("the analysis of a game goes from position to position and writes scores and signs", () => {
  let state = after(INITIAL, { type: "greeted", hello: HELLO }, { type: "open", doc: DOC, at: ROOT });
  state = reduce(seen(state, ROOT, view("white")), YOURS);
  state = after(seen(state, 1, view("black")), { type: "report", movetime: 100 });
  for (const [cp, best, chances] of [[200, "x", [700, 200, 100]], [400, "y", [900, 50, 50]]] as const) {
    const key = wantedSearch(state)?.key ?? "";
    const line = { ...LINE, score: { cp }, chances: [...chances] as Line["chances"] };
    state = reduce(state, { type: "decided", purpose: "report", key, done: { best, outcome: null, stopped: false }, line, now: 0 });
  }
  assert.equal(state.report, null);
  assert.equal(nodeAt(state.doc.tree, 1).comment, "[%eval -4.00]");
  assert.deepEqual(nodeAt(state.doc.tree, 1).glyphs, [2]);
});

test("an analysis removes only its own glyphs", () => {
  const found = (points: number) => ({ verdict: { score: { cp: 0 }, exact: null, points }, best: "x", line: [] });
  const analysed = (glyphs: number[], ...afterwards: number[]) =>
    afterwards.reduce(
      (tree, points) => annotated(tree, { nodes: [ROOT, 1], found: [found(0.9), found(points)], movetime: 1 }, "white"),
      annotate(add(EMPTY, ROOT, "a3a4", "a4").tree, 1, { glyphs }),
    );
  const glyphs = (...told: Parameters<typeof analysed>) => nodeAt(analysed(...told), 1).glyphs;
  assert.deepEqual(glyphs([4], 0.9), [4]);
  assert.deepEqual(glyphs([0, 146], 0.1), [2, 0, 146]);
  assert.deepEqual(glyphs([1], 0.1), [1, 2]);
  assert.deepEqual(glyphs([1, 2], 0.1, 0.9), [1, 2]);
  assert.deepEqual(glyphs([0, 146], 0.1, 0.78), [6, 0, 146]);
  assert.deepEqual(glyphs([0, 1, 146], 0.1, 0.9), [0, 1, 146]);
  // Nor the text if nothing is found, as at the end of a game.
  const over = { verdict: { score: null, exact: "white", points: 1 }, best: null, line: [] } as const;
  const told = annotate(add(EMPTY, ROOT, "a3a4", "a4").tree, 1, { comment: "[%eval #1] so" });
  const tree = annotated(told, { nodes: [ROOT, 1], found: [found(1), over], movetime: 1 }, "white");
  assert.equal(nodeAt(tree, 1).comment, "[%eval #1] so");
});

test("a file is saved unchanged, except for the games that were changed", () => {
  const game = (text: string) => ({ text, tags: [], variant: "", choices: {}, fen: null, introduction: "", result: "*", moves: [] });
  const archive = { name: "", text: "% a\r\nONE\r\n\r\nTWO\n\nTWO\n", variant: "pawns", games: [game("ONE\r\n\r\n"), game("TWO\n\n"), game("TWO\n")], current: 0, changed: {}, unsaved: false };
  assert.equal(spliced(archive, [null, null, null]), archive.text);
  assert.equal(spliced(archive, [null, null, "THREE\n"]), "% a\r\nONE\r\n\r\nTWO\n\nTHREE\n");
});

test("a change of a game of a file is noted; walking is not a change", () => {
  const game = { text: "x", tags: [] as [string, string][], variant: "pawns", choices: {}, fen: null, introduction: "", result: "*", moves: [{ move: "a3a4", san: "a4" }] };
  const archive = { name: "", text: "x", variant: "pawns", games: [game], current: 0, changed: {}, unsaved: false };
  let state = reduce(after(INITIAL, { type: "greeted", hello: HELLO }), { type: "archive", archive });
  state = reduce(state, { type: "go", node: 1 });
  state = seen(state, 1, view("black", { line: ["a4"] }));
  assert.deepEqual(state.archive?.changed, {});
  assert.ok(viewAt(state, 1));
  state = reduce(state, { type: "annotate", node: 1, comment: "!" });
  assert.deepEqual([Object.keys(state.archive?.changed ?? {}), state.archive?.unsaved], [["0"], true]);
  state = reduce(state, { type: "saved" });
  assert.deepEqual([Object.keys(state.archive?.changed ?? {}), state.archive?.unsaved], [["0"], false]);
});

test("the text of a file is UTF-8, except for lines that are not", async () => {
  const latin1 = Uint8Array.from("M\u00fcller\n", (letter) => letter.charCodeAt(0));
  assert.equal(await decoded(new Blob(["Ægir, ½\n", latin1, "Ægir"])), "Ægir, ½\nMüller\nÆgir");
  await assert.rejects(decoded(new Blob([Uint8Array.of(0xff, 0xfe, 0x41, 0)])), /UTF-16/);
});

test("the comment and the glyph of a move are changed separately", () => {
  let state = reduce(after(INITIAL, { type: "greeted", hello: HELLO }), { type: "line", moves: [{ move: "a3a4", san: "a4" }] });
  state = reduce(state, { type: "annotate", node: 1, comment: "Better." });
  state = reduce(state, { type: "sign", node: 1, sign: 1 });
  state = reduce(state, { type: "sign", node: 1, sign: 3 });
  const { comment, glyphs } = nodeAt(state.doc.tree, 1);
  assert.deepEqual([comment, glyphs], ["Better.", [3]]);
});

test("a game ends at a position that was seen before it", () => {
  const finish = { winner: "white", told: "the last rank" } as const;
  let state = after(INITIAL, { type: "greeted", hello: HELLO }, { type: "open", doc: DOC, at: ROOT }, YOURS);
  state = seen(state, state.at, view("black", { finish }));
  const pace = { kind: "free" } as const;
  state = seen(reduce(state, { type: "start", doc: DOC, terms: { you: "white", level: 3, pace } }), ROOT, view("white"));
  state = reduce(state, YOURS);
  assert.deepEqual([state.play?.over?.winner, state.doc.result], ["white", "1-0"]);
});

test("the start is looked at, wherever the board begins", () => {
  const tree = add(EMPTY, ROOT, "a3a4", "a4").tree;
  const state = after(INITIAL, { type: "greeted", hello: HELLO }, { type: "open", doc: { ...DOC, tree }, at: 1 });
  assert.deepEqual(wantedViews(state).map(({ position }) => position.moves), [["a3a4"], []]);
});

test("an open file stays, with its changes, beside another game", () => {
  const game = { tags: [], variant: "pawns", choices: {}, fen: null, introduction: "", result: "*", moves: [{ move: "a3a4" }] };
  const archive = { name: "file", text: "", variant: "pawns", games: [game, game], current: 0, changed: {}, unsaved: false };
  let state = after(INITIAL, { type: "archive", archive }, { type: "annotate", node: 1, comment: "good" });
  state = after(state, { type: "open", doc: DOC, at: ROOT }, YOURS);
  assert.deepEqual([state.archive?.current, Object.keys(state.archive?.changed ?? {})], [null, ["0"]]);
  state = reduce(state, { type: "choose-game", index: 0 });
  assert.equal(nodeAt(state.doc.tree, 1).comment, "good");
});

test("a move beside it does not end the analysis of a game; another main line does, and says so", () => {
  const tree = add(add(EMPTY, ROOT, "a3a4", "a4").tree, ROOT, "b3b4", "b4").tree;
  let state = after(INITIAL, { type: "greeted", hello: HELLO }, { type: "open", doc: { ...DOC, tree }, at: ROOT });
  state = answered(seen(reduce(state, { type: "report", movetime: 1 }), ROOT, view("white")), "a3a4");
  const { report } = state;
  assert.equal(report?.found.length, 1);
  state = reduce(state, { type: "move", move: "a3a5", san: "a5", now: 0 });
  assert.deepEqual([state.report, state.notice], [report, null]);
  for (const event of [{ type: "promote", node: 2 }, { type: "remove", node: 1 }] as const) {
    const ended = reduce(state, event);
    assert.deepEqual([ended.report, ended.notice], [null, "The analysis of the game has been stopped"]);
    assert.equal(reduce({ ...state, report: null }, event).notice, null);
  }
});
