// The store and the time: what a suspended page costs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { leftAt } from "./clock";
import type { View } from "./protocol";
import { INITIAL, keyOf, NO_DOC } from "./state";
import { Store } from "./store";
import { ROOT } from "./tree";

const VIEW: View = { fen: "", files: 1, ranks: 8, turn: "white", number: 1, rows: ["."], moves: [], line: [], last: null, check: null, finish: null };

/** A game with a clock of a minute, in which Black's time runs since 1000. */
function started(): Store {
  const store = new Store(INITIAL);
  const doc = { ...NO_DOC, variant: "pawns" };
  const terms = { you: "white", level: 3, pace: { kind: "clock", minutes: 1, increment: 0 } } as const;
  store.dispatch({ type: "start", doc, terms });
  store.dispatch({ type: "viewed", key: keyOf(doc, ROOT), view: VIEW, now: 0 });
  store.dispatch({ type: "move", move: "a3a4", san: "a4", now: 1000 });
  return store;
}

function left(store: Store, now: number): number {
  const { play } = store.state;
  return play?.clock ? leftAt(play.clock, "black", now) : NaN;
}

test("the time in which the page was suspended counts for nobody", () => {
  const store = started();
  for (let now = 2000; now <= 4000; now += 1000) store.dispatch({ type: "flag", now });
  assert.equal(left(store, 4000), 57_000);
  store.dispatch({ type: "flag", now: 900_000 });
  assert.deepEqual([store.state.play?.over, left(store, 900_000), left(store, 901_000)], [null, 57_000, 56_000]);
});

test("whatever comes first after it", () => {
  const done = { best: null, outcome: null, stopped: false };
  for (const event of [
    { type: "linked", link: "broken", now: 900_000 },
    { type: "decided", purpose: "reply", key: "", done, line: null, now: 900_000 },
  ] as const) {
    const store = started();
    store.dispatch(event);
    assert.equal(left(store, 900_000), 60_000);
  }
});

test("a clock that stood before stands after it, until there is a connection again", () => {
  const store = started();
  store.dispatch({ type: "linked", link: "broken", now: 3000 });
  store.dispatch({ type: "flag", now: 900_000 });
  assert.equal(left(store, 999_000), 58_000);
  store.dispatch({ type: "linked", link: "open", now: 999_000 });
  assert.equal(left(store, 1_000_000), 57_000);
});
