// What the browser remembers, and what happens if it forbids that.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { keepRating, savedRating } from "./rating";
import { INITIAL } from "./state";
import { save, stored } from "./storage";
import { Store } from "./store";
import { savedSwitches, saveSwitch } from "./switches";

/** A browser's storage; with `room` for texts up to this length. */
function browser(room = Infinity): Map<string, string> {
  const texts = new Map<string, string>();
  const setItem = (name: string, text: string): void => {
    if (text.length > room) throw new Error("no room");
    texts.set(name, text);
  };
  Object.defineProperty(globalThis, "localStorage", { value: { getItem: (name: string) => texts.get(name) ?? null, setItem }, configurable: true });
  return texts;
}

afterEach(() => Reflect.deleteProperty(globalThis, "localStorage"));

test("what the browser forbids lasts as long as the page", () => {
  assert.equal(stored("a"), null);
  assert.equal(save("a", [1]), false);
  assert.deepEqual(stored("a"), [1]);
  const texts = browser(3);
  assert.equal(save("a", [2]), true);
  assert.deepEqual([texts.get("a"), stored("a")], ["[2]", [2]]);
  assert.equal(save("a", [3, 4]), false);
  assert.deepEqual([texts.get("a"), stored("a")], ["[2]", [3, 4]]);
});

test("unreadable text counts as none", () => {
  browser().set("jacquerie-sound", "on");
  assert.equal(savedSwitches().sound, false);
  saveSwitch("sound", true);
  assert.deepEqual(savedSwitches(), { sound: true, letters: true });
});

/** Solves a puzzle of this name, in a tab. */
function solve(tab: Store, id: string, variant: string): void {
  const source = { kind: "set", variant, puzzles: [], isBuiltIn: true } as const;
  const exercise = { position: { variant, choices: {}, fen: null, moves: [] }, line: ["a2a3"], led: false, enough: null, goal: null, id, name: id, rating: 1200, themes: [] };
  tab.dispatch({ type: "practise", source, wish: { theme: "", level: "own" }, rating: savedRating(variant), exercise });
  tab.dispatch({ type: "move", move: "a2a3", san: "a3", now: 0 });
}

function tab(): Store {
  const store = new Store(INITIAL);
  keepRating(store);
  return store;
}

for (const where of ["in the browser", "in memory"]) {
  test(`each puzzle counts once, in all tabs, ${where}`, () => {
    if (where === "in the browser") browser();
    const [one, two] = [tab(), tab()];
    solve(one, "x", where);
    solve(two, "y", where);
    solve(one, "x", where);
    assert.deepEqual(savedRating(where).tried, ["x", "y"]);
    assert.deepEqual([savedRating(where).curve.length, one.state.practice?.rating], [2, savedRating(where)]);
  });
}
