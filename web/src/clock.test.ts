// The clock of a game: the running side, the increment, the flag.

import assert from "node:assert/strict";
import { test } from "node:test";
import { clockText, fallen, halt, leftAt, newClock, pause, press, resume } from "./clock";

test("the first move starts the other's time and costs nothing", () => {
  const clock = press(newClock(1, 2), "white", 5000);
  assert.equal(clock.running, "black");
  assert.equal(leftAt(clock, "white", 9000), 60_000);
  assert.equal(leftAt(clock, "black", 9000), 56_000);
});

test("the side that moves gets the increment", () => {
  const clock = press(press(newClock(1, 2), "white", 0), "black", 10_000);
  assert.equal(leftAt(clock, "black", 10_000), 52_000);
  assert.equal(leftAt(clock, "white", 13_000), 57_000);
});

test("increments are whole milliseconds", () => {
  for (const seconds of [0.1, 2.01, 16.1]) assert.ok(Number.isInteger(newClock(1, seconds).increment));
});

test("a flag falls when the time is up, and no time is negative", () => {
  const clock = press(newClock(1, 0), "white", 0);
  assert.equal(fallen(clock, 59_999), null);
  assert.equal(fallen(clock, 60_000), "black");
  assert.equal(leftAt(clock, "black", 99_000), 0);
  assert.equal(fallen(halt(clock, 1000), 99_000), null);
});

test("a stopped clock keeps its times", () => {
  const clock = halt(press(newClock(1, 0), "white", 0), 20_000);
  assert.equal(leftAt(clock, "black", 99_000), 40_000);
});

test("a paused clock counts moves, but no time", () => {
  const paused = press(pause(press(newClock(1, 2), "white", 0), 10_000), "black", 50_000);
  assert.deepEqual([paused.running, leftAt(paused, "black", 90_000), leftAt(paused, "white", 90_000)], ["white", 52_000, 60_000]);
  assert.equal(fallen(paused, 999_000), null);
  assert.equal(leftAt(resume(paused, 100_000), "white", 101_000), 59_000);
});

test("time is written in minutes, and in tenths at the end", () => {
  assert.equal(clockText(300_000), "5:00");
  assert.equal(clockText(3_661_000), "1:01:01");
  assert.equal(clockText(9_950), "0:09.9");
  assert.equal(clockText(0), "0:00.0");
});
