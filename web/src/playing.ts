// A game against the engine: the side to move, the clock, and the result. The engine's moves come as the answer of a
// search (`decided`), which is requested whenever it is its turn.

import { fallen, halt, newClock, pause, press, resume } from "./clock";
import type { Event } from "./events";
import type { Side } from "./protocol";
import { other } from "./squares";
import { besideFile, changed, keyOf, type Play, put, type State, viewAt } from "./state";
import { add, nodeAt, pathTo, remove, ROOT } from "./tree";

const NOTHING_ASKED = { asking: null, hint: null, declined: false } as const;

export function playing(state: State, event: Event): State {
  if (event.type === "start") return start(state, event);
  const { play } = state;
  if (!play || play.over) return state;
  switch (event.type) {
    case "linked": {
      // Without the server, the engine cannot move.
      const clock = play.clock && (event.link === "open" ? resume : pause)(play.clock, event.now);
      return { ...state, play: { ...play, clock } };
    }
    case "move":
      return viewAt(state, play.node)?.turn === play.terms.you ? moved(state, play, event) : state;
    case "decided":
      return decided(state, play, event);
    case "undo":
      return undo(state, play, event.now);
    case "hint":
      return isYours(state) ? { ...state, play: { ...play, asking: "hint", hint: null } } : state;
    case "offer":
      return isYours(state) && !play.declined ? { ...state, play: { ...play, asking: "offer" } } : state;
    case "resign":
      return over(state, play, other(play.terms.you), "You resigned", event.now);
    case "flag": {
      const late = play.clock && fallen(play.clock, event.now);
      return late ? over(state, play, other(late), late === play.terms.you ? "Your time is up" : "The engine’s time is up", event.now) : state;
    }
    default:
      return state;
  }
}

/** The longest time between two events of a page that runs, in milliseconds; its clock ticks more often. */
const GAP = 5000;

/** The game at the first event after a gap, in which the page was suspended. That time counts for nobody. */
export function awake(state: State, last: number, now: number): State {
  const { play } = state;
  const clock = play?.clock;
  // A clock that is paused stays so.
  if (!clock || clock.since === null || now - last < GAP) return state;
  return { ...state, play: { ...play, clock: resume(pause(clock, last), now) } };
}

function start(state: State, { doc, terms }: Event & { type: "start" }): State {
  const { pace } = terms;
  const clock = pace.kind === "clock" ? newClock(pace.minutes, pace.increment) : null;
  const play: Play = { terms, clock, node: ROOT, over: null, ...NOTHING_ASKED };
  const flipped = terms.you === "black";
  return besideFile({ ...put(state, doc, ROOT), play, flipped });
}

/** A move of either side in the game. The board follows, unless it shows another position. */
function moved(state: State, play: Play, event: { move: string; san: string; now: number }): State {
  const { tree, id } = add(state.doc.tree, play.node, event.move, event.san);
  const turn = viewAt(state, play.node)?.turn ?? "white";
  const clock = play.clock && press(play.clock, turn, event.now);
  const at = state.at === play.node ? id : state.at;
  return ended({ ...changed(state, { tree }), at, play: { ...play, node: id, clock, ...NOTHING_ASKED } }, event.now);
}

function decided(state: State, play: Play, event: Event & { type: "decided" }): State {
  if (event.key !== keyOf(state.doc, play.node) || event.done.stopped) return state;
  const best = event.done.best;
  if (event.purpose === "hint") return { ...state, play: { ...play, asking: null, hint: best } };
  if (event.purpose === "offer") {
    if (accepts(event)) return over(state, play, null, "Draw by agreement", event.now);
    return { ...state, play: { ...play, asking: null, declined: true } };
  }
  const legal = viewAt(state, play.node)?.moves.find((one) => one.move === best);
  return legal ? moved(state, play, { ...legal, now: event.now }) : state;
}

/** The engine accepts a draw unless it thinks that it stands better. The line's score is for the user, who is to
    move. */
function accepts({ done, line }: Event & { type: "decided" }): boolean {
  const outcome = line?.exact ?? done.outcome;
  if (outcome || !line) return outcome === "drawn" || outcome === "won";
  return "cp" in line.score ? line.score.cp >= 0 : line.score.mate > 0;
}

/** Whether it is the user's turn, and no hint or draw offer is being considered. */
export function isYours(state: State): boolean {
  const { play } = state;
  return play !== null && !play.over && !play.asking && viewAt(state, play.node)?.turn === play.terms.you;
}

/** The position before your last move; `null` if you have not made one. */
export function takeback(state: State): number | null {
  const { play } = state;
  const view = play && viewAt(state, play.node);
  if (!view || play.over) return null;
  const steps = view.turn === play.terms.you ? 2 : 1;
  return [ROOT, ...pathTo(state.doc.tree, play.node)].at(-1 - steps) ?? null;
}

/** Takes back your last move, with the engine's answer if there is one. */
function undo(state: State, play: Play, now: number): State {
  const node = takeback(state);
  if (node === null) return state;
  const next = nodeAt(state.doc.tree, node).children;
  const tree = next.reduce((grown, child) => remove(grown, child), state.doc.tree);
  const clock = play.clock && backTo(play.clock, play.terms.you, now, node === ROOT);
  return { ...changed(state, { tree }), at: node, play: { ...play, node, clock, ...NOTHING_ASKED } };
}

function backTo(clock: NonNullable<Play["clock"]>, side: Side, now: number, unmoved: boolean): Play["clock"] {
  const stopped = halt(clock, now);
  return unmoved ? stopped : { ...stopped, running: side, since: clock.since === null ? null : now };
}

function over(state: State, play: Play, winner: Side | null, told: string, now: number): State {
  const clock = play.clock && halt(play.clock, now);
  const result = winner === null ? "1/2-1/2" : winner === "white" ? "1-0" : "0-1";
  return { ...changed(state, { result }), play: { ...play, clock, over: { winner, told }, ...NOTHING_ASKED } };
}

/** The game is over if its position is final, as soon as the server has sent that; it may have done so before. */
export function ended(state: State, now: number): State {
  const { play } = state;
  const finish = play && !play.over ? viewAt(state, play.node)?.finish : null;
  return play && finish ? over(state, play, finish.winner, finish.told, now) : state;
}
