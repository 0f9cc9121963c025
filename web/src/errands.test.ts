// Actions that need the server, with another in its place.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { type Connection, Refused } from "./connection";
import { Errands } from "./errands";
import { fileNameOf } from "./parts/games-panel";
import type { Answer, PgnGame, Request } from "./protocol";
import { IN_PROGRESS, INITIAL, NO_DOC, type State } from "./state";
import { Store } from "./store";
import { add, annotate, EMPTY, ROOT } from "./tree";

const HELLO = { name: "Test 1", variant: "pawns", variants: [], levels: 10, limits: { message: 1000, text: 1000 } };
const GAME: PgnGame = { text: "x", tags: [], variant: "pawns", choices: {}, fen: null, introduction: "", result: "*", moves: [{ move: "a3a4" }] };
const LINE = add(EMPTY, ROOT, "a3a4", "a4").tree;
const NOTED = annotate(LINE, 1, { comment: "so" });

/** A page, a server that answers so, and the questions that the user was asked. */
function page(state: Partial<State>, answer: (request: Request) => object | Promise<object> = () => ({})) {
  const store = new Store({ ...INITIAL, hello: HELLO, doc: { ...NO_DOC, variant: "pawns" }, ...state });
  const ask = async (request: Request) => (await answer(request)) as Answer;
  return { store, errands: new Errands(store, { ask } as unknown as Connection) };
}

/** The user's answer to all questions; returns the questions. */
function user(answer: boolean): string[] {
  const asked: string[] = [];
  globalThis.confirm = (text = "") => asked.push(text) > 0 && answer;
  return asked;
}

afterEach(() => Reflect.deleteProperty(globalThis, "confirm"));

const noted = { doc: { ...NO_DOC, variant: "pawns", tree: NOTED } };
const terms = { you: "white", level: 1, pace: { kind: "free" } } as const;

test("a game with notes that is in no file is closed only if the user wants that", async () => {
  for (const answer of [false, true]) {
    const ways: ((errands: Errands) => Promise<void>)[] = [
      (errands) => errands.open("other", {}, null),
      (errands) => errands.start({ variant: "other", choices: {}, fen: null }, terms),
      (errands) => errands.read("file", "x"),
      (errands) => errands.chooseGame(0),
    ];
    for (const way of ways) {
      const archive = { name: "file", text: "x", variant: "pawns", games: [{ ...GAME, variant: "other" }], current: null, changed: {}, unsaved: false };
      const { store, errands } = page({ ...noted, archive }, () => ({ games: archive.games, left_out: [] }));
      const asked = user(answer);
      await errands.attempt(way(errands));
      assert.deepEqual([asked.length, store.state.doc.variant], [1, answer ? "other" : "pawns"]);
    }
  }
});

test("nothing is asked about moves alone, a game of a file, or one that was saved", async () => {
  const asked = user(false);
  await page({ doc: { ...noted.doc, tree: LINE } }).errands.open("other", {}, null);
  const archive = { name: "file", text: "x", variant: "pawns", games: [GAME], current: 0, changed: { 0: noted.doc }, unsaved: true };
  await page({ ...noted, archive }).errands.open("other", {}, null);
  const { errands } = page(noted, () => ({ text: "PGN" }));
  assert.equal(await errands.save(), "PGN");
  await errands.open("other", {}, null);
  assert.deepEqual(asked, []);
});

test("a file that comes when a game is in progress does not replace it, and nothing is asked", async () => {
  const asked = user(true);
  const archive = { name: "file", text: "x", variant: "pawns", games: [GAME], current: null, changed: {}, unsaved: true };
  const { store, errands } = page({ ...noted, archive }, () => {
    store.dispatch({ type: "start", doc: NO_DOC, terms });
    return { games: [GAME], left_out: [] };
  });
  await errands.read("late", "x");
  assert.deepEqual([store.state.notice, store.state.archive?.name, store.state.tab, asked], [IN_PROGRESS, "file", "play", []]);
});

test("puzzles of a file that cannot be played are left out, and the reason is reported", async () => {
  const { store, errands } = page({}, (request) => {
    if (request.type === "view" && request.moves[0] === "a1a8") throw new Refused({ message: "illegal", field: "moves", at: 0 });
    return {};
  });
  const file = new File(["PuzzleId,FEN,Moves\nbad,8/8 w,a1a8 a7a6\ngood,8/8 w,a2a3 a7a6\n"], "mine.csv");
  const chance = Math.random;
  Math.random = () => 0;
  await errands.openFile(file).finally(() => (Math.random = chance));
  const { practice, notice } = store.state;
  assert.deepEqual([practice?.exercise?.id, notice], ["good", "1 left out; Puzzle bad: illegal"]);
  assert.deepEqual(practice?.source.kind === "set" && practice.source.puzzles.map(({ id }) => id), ["good"]);
});

test("a theme is kept for the next game only if that has it", async () => {
  const { store, errands } = page({});
  const { fetch } = globalThis;
  globalThis.fetch = async (name) => new Response(`PuzzleId,FEN,Moves,Themes\none,8/8 w,a2a3 a7a6,short ${String(name).endsWith("other") ? "" : "zugzwang"}\n`);
  try {
    await errands.practise("pawns");
    await errands.next({ theme: "zugzwang", level: "hard" });
    await errands.practise("pawns");
    assert.deepEqual(store.state.practice?.wish, { theme: "zugzwang", level: "hard" });
    await errands.practise("other");
    assert.deepEqual(store.state.practice?.wish, { theme: "", level: "hard" });
  } finally {
    globalThis.fetch = fetch;
  }
});

test("a file is saved only when its games have been read again", async () => {
  const archive = { name: "file", text: "x", variant: "pawns", games: [], current: 0, changed: { 0: noted.doc }, unsaved: true };
  const { store, errands } = page({ ...noted, archive }, (request) => (request.type === "read_pgn" ? { games: [GAME], left_out: [] } : { text: "PGN" }));
  await assert.rejects(errands.save(), /file is being read again/);
  assert.equal(store.state.archive?.unsaved, true);
  await errands.reread(archive);
  assert.deepEqual(store.state.archive, { ...archive, games: [GAME] });
  assert.equal(await errands.save(), "PGN");
  // Another file has been opened meanwhile.
  const other = { ...archive, text: "y" };
  store.dispatch({ type: "archive", archive: other });
  await errands.reread(archive);
  assert.equal(store.state.archive, other);
});

test("a file keeps its name when it is saved", () => {
  const name = (text: string): string => fileNameOf({ ...INITIAL, archive: { name: text, text: "", variant: "pawns", games: [GAME], current: 0, changed: {}, unsaved: false } });
  assert.deepEqual(["GAMES.PGN", "games.pgn", "Pasted"].map(name), ["GAMES.PGN", "games.pgn", "Pasted.pgn"]);
});
