// What the server should be doing, by the state alone: which positions to look at, and the one search. The conductor
// compares this with the requests in progress, and requests or stops accordingly. So nothing is requested twice, an
// unneeded search is stopped, and after a broken connection all is requested again.

import { leftAt } from "./clock";
import type { Purpose } from "./events";
import type { Limits, Position } from "./protocol";
import { showsSquares, squaresOf } from "./king-squares";
import { onBoard } from "./practising";
import { isComplete } from "./report";
import { isPlaying, keyOf, positionAt, type State, viewAt } from "./state";
import { ROOT, unnamedEnd } from "./tree";

/** A position whose view or look is missing. */
export interface WantedWord {
  key: string;
  position: Position;
}

export interface WantedSearch {
  purpose: Purpose;
  /** The position's key, by which answers are stored. */
  key: string;
  /** Searches with the same name are the same search. */
  name: string;
  position: Position;
  lines: number;
  level: number | null;
  answer: boolean;
}

/** The positions whose view is missing: the start, by which moves are numbered, the one on the board, the one of the
    game, a tried move of an exercise, and the end of a line whose moves have no notation yet. */
export function wantedViews(whole: State): WantedWord[] {
  const state = onBoard(whole);
  if (!state.hello || state.doc.variant === "") return [];
  const end = unnamedEnd(state.doc.tree, state.at);
  const others = [end, state.play?.node, whole === state ? null : whole.practice?.tried];
  const nodes = new Set([state.at, ROOT, ...others.filter((node) => typeof node === "number"), ...reported(state)]);
  return [...nodes].map((node) => wordAt(state, node)).filter(({ key }) => !(key in state.views));
}

/** A report must know the side to move of the positions it searches. */
function reported(state: State): number[] {
  const node = state.report?.nodes[state.report.found.length];
  return node === undefined ? [] : [node];
}

function wordAt(state: State, node: number): WantedWord {
  return { key: keyOf(state.doc, node), position: positionAt(state.doc, node) };
}

/** The look at the position on the board, if it is shown, or its marks are needed. */
export function wantedLook(whole: State): WantedWord | null {
  const state = onBoard(whole);
  const seen = !isPlaying(state) && (state.tab === "look" || state.analysis.on);
  const view = viewAt(state, state.at);
  if (!seen || !view || state.setup) return null;
  const word = wordAt(state, state.at);
  return word.key in state.looks ? null : word;
}

export function wantedSearch(whole: State): WantedSearch | null {
  const state = onBoard(whole);
  if (state !== whole) return refutation(state) ?? analysis(state);
  if (state.screen === "home") return reply(state);
  return reply(state) ?? asked(state) ?? report(state) ?? squares(state) ?? analysis(state);
}

function search(state: State, node: number, purpose: Purpose, more: Partial<WantedSearch>): WantedSearch {
  const word = wordAt(state, node);
  const wanted = { purpose, ...word, lines: 1, level: null, answer: true, ...more };
  return { ...wanted, name: `${purpose} ${wanted.lines} ${word.key}` };
}

function reply(state: State): WantedSearch | null {
  const play = state.play;
  if (!play || play.over) return null;
  const view = viewAt(state, play.node);
  if (!view || view.finish || view.turn === play.terms.you) return null;
  return search(state, play.node, "reply", { level: play.terms.level });
}

function asked(state: State): WantedSearch | null {
  const { play } = state;
  return play?.asking && !play.over ? search(state, play.node, play.asking, {}) : null;
}

/** The value of a move that is not the exercise's. */
function refutation(state: State): WantedSearch | null {
  const { phase, tried, refutation: known } = state.practice ?? {};
  const open = phase === "judging" || (phase === "wrong" && !known);
  if (!open || typeof tried !== "number") return null;
  const view = viewAt(state, tried);
  return view && !view.finish ? search(state, tried, "refute", {}) : null;
}

function report(state: State): WantedSearch | null {
  const { report: going } = state;
  const node = going && !isComplete(going) ? going.nodes[going.found.length] : undefined;
  return node === undefined || !viewAt(state, node) ? null : search(state, node, "report", {});
}

function squares(state: State): WantedSearch | null {
  return showsSquares(state) && !squaresOf(state)?.complete ? search(state, state.at, "squares", {}) : null;
}

function analysis(state: State): WantedSearch | null {
  const view = viewAt(state, state.at);
  if (!state.analysis.on || isPlaying(state) || state.setup || !view || view.finish) return null;
  return search(state, state.at, "analysis", { lines: state.analysis.lines, answer: false });
}

/** The time for a hint, an offer of a draw, and a move without a clock. */
const A_WHILE = 1000;

/** The limits of a search that begins. */
export function limitsOf(state: State, purpose: Purpose, now: number): Limits {
  if (purpose === "analysis") return { infinite: true };
  if (purpose === "report") return { movetime: state.report?.movetime ?? A_WHILE };
  const pace = state.play?.terms.pace;
  const clock = state.play?.clock;
  if (purpose === "reply" && pace?.kind === "move") return { movetime: Math.round(pace.seconds * 1000) };
  if (purpose === "reply" && clock) {
    const [wtime, btime] = [leftAt(clock, "white", now), leftAt(clock, "black", now)].map(Math.round);
    return { wtime: wtime ?? 0, btime: btime ?? 0, winc: clock.increment, binc: clock.increment };
  }
  return { movetime: A_WHILE };
}
