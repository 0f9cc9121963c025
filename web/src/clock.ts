// The clock of a game, which the page runs: the time left for each side, and since when whose time is running.
// Nothing here reads the time; `now` is an argument, in milliseconds.

import type { Side } from "./protocol";
import { other } from "./squares";

export interface Clock {
  readonly left: Readonly<Record<Side, number>>;
  readonly increment: number;
  readonly running: Side | null;
  /** When its time began to run; `null` while the clock is paused. */
  readonly since: number | null;
}

/** A stopped clock; it starts when the first move has been made. */
export function newClock(minutes: number, increment: number): Clock {
  const left = minutes * 60_000;
  return { left: { white: left, black: left }, increment: Math.round(increment * 1000), running: null, since: 0 };
}

/** The time that a side has left, never negative. */
export function leftAt(clock: Clock, side: Side, now: number): number {
  const used = clock.running === side && clock.since !== null ? now - clock.since : 0;
  return Math.max(0, clock.left[side] - used);
}

/** A side has moved: its time stops, its increment is added, and the other's time runs. */
export function press(clock: Clock, moved: Side, now: number): Clock {
  const gained = clock.running === moved ? clock.increment : 0;
  const left = { ...clock.left, [moved]: leftAt(clock, moved, now) + gained };
  return { ...clock, left, running: other(moved), since: clock.since === null ? null : now };
}

function leftOf(clock: Clock, now: number): Clock["left"] {
  return { white: leftAt(clock, "white", now), black: leftAt(clock, "black", now) };
}

/** Stops the clock. */
export function halt(clock: Clock, now: number): Clock {
  return { ...clock, left: leftOf(clock, now), running: null };
}

/** No time runs until the clock is resumed; moves count as before. */
export function pause(clock: Clock, now: number): Clock {
  return { ...clock, left: leftOf(clock, now), since: null };
}

export function resume(clock: Clock, now: number): Clock {
  return { ...clock, since: clock.since ?? now };
}

/** The side whose time is up. */
export function fallen(clock: Clock, now: number): Side | null {
  return clock.running && leftAt(clock, clock.running, now) <= 0 ? clock.running : null;
}

/** Minutes and seconds, with tenths in the last ten seconds. */
export function clockText(left: number): string {
  if (left < 10_000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.floor(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (number: number): string => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
