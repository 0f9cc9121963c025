// Practice: an exercise on the board, whose moves are checked as they are made. A right move is answered by the
// line's, a wrong one by the engine's refutation; the engine's score also decides where more than one move may be
// right.

import type { Event } from "./events";
import { type Exercise, type Puzzle, type Wish } from "./puzzles";
import type { Rating } from "./rating";
import { type Verdict, verdictAtEnd, verdictOf } from "./score";
import { other } from "./squares";
import { type Doc, isPlaying, keyOf, NO_DOC, type State, viewAt } from "./state";
import { add, nodeAt, ROOT } from "./tree";
import type { Side } from "./protocol";

/** The source of the exercises. */
export type Source =
  | { kind: "set"; variant: string; puzzles: readonly Puzzle[]; isBuiltIn: boolean }
  | { kind: "mistakes"; exercises: readonly Exercise[]; index: number };

export interface Practice {
  readonly source: Source;
  readonly wish: Wish;
  readonly rating: Rating;
  readonly exercise: Exercise | null;
  readonly doc: Doc;
  readonly at: number;
  /** The current node on the line, and how many of its moves have been made. */
  readonly node: number;
  readonly made: number;
  /** The move of the solver that is judged or was wrong. */
  readonly tried: number | null;
  /** `play`: the solver is to move; `reply`: the line's next move is to be made; `judging`: the engine evaluates a
      move; `wrong`: a move was wrong; `solved` and `shown`: the exercise is over. */
  readonly phase: "play" | "reply" | "judging" | "wrong" | "solved" | "shown";
  /** Whether a wrong move, a hint or the solution was shown. */
  readonly failed: boolean;
  readonly hinted: boolean;
  /** The refutation of the wrong move. */
  readonly refutation: { verdict: Verdict; line: readonly { move: string; san: string }[] } | null;
  /** How many exercises in a row were solved. */
  readonly streak: number;
  /** Whether the engine stays off after the exercise. */
  readonly quiet: boolean;
  /** Whether the board is seen from the side that does not solve. */
  readonly flipped: boolean;
}

/** The state as the board sees it: during practice, with the exercise on it. Until that is over, nothing that the
    engine knows of the position is shown. */
export function onBoard(state: State): State {
  const { practice } = state;
  if (state.screen !== "practice" || !practice) return state;
  const { doc, at } = practice;
  const { analysis } = state;
  const complete = analysis.ended && analysis.key === keyOf(doc, at);
  const shown: State = { ...state, doc, at, play: null, report: null, review: null, archive: null, setup: null };
  if (!isOver(practice)) return { ...shown, tab: "play", marks: {}, analysis: { ...analysis, on: false, told: [], ended: false } };
  return { ...shown, analysis: { ...analysis, on: !practice.quiet && !complete } };
}

export function isOver({ phase }: Practice): boolean {
  return phase === "solved" || phase === "shown";
}

/** Starts an exercise; `null` if there is none. */
export function begin(practice: Pick<Practice, "source" | "wish" | "rating" | "streak" | "quiet" | "flipped">, exercise: Exercise | null): Practice {
  const blank = { ...practice, exercise, failed: false, hinted: false, tried: null, refutation: null };
  if (!exercise) return { ...blank, doc: NO_DOC, at: ROOT, node: ROOT, made: 0, phase: "shown" };
  const { variant, choices, fen, moves } = exercise.position;
  let [tree, at] = [NO_DOC.tree, ROOT];
  for (const move of moves) ({ tree, id: at } = add(tree, at, move, move));
  const doc = { ...NO_DOC, variant, choices, fen, tree };
  return { ...blank, doc, at, node: at, made: 0, phase: exercise.led ? "reply" : "play" };
}

export function practising(state: State, event: Event): State {
  const { practice } = state;
  if (event.type === "practise") {
    const { source, wish, rating, exercise } = event;
    const { streak, quiet, flipped } = practice ?? { streak: 0, quiet: false, flipped: false };
    return { ...state, screen: "practice", notice: null, practice: begin({ source, wish, rating, streak, quiet, flipped }, exercise) };
  }
  if (event.type === "rated") return practice ? { ...state, practice: { ...practice, rating: event.rating } } : state;
  if (!practice?.exercise) return state;
  const next = atEnd(state, step(state, practice, practice.exercise, event), practice.exercise);
  return next === practice ? state : { ...state, practice: next };
}

function step(state: State, practice: Practice, exercise: Exercise, event: Event): Practice {
  switch (event.type) {
    case "move":
      return tried(practice, exercise, event);
    case "line": {
      if (!isOver(practice)) return practice;
      let { tree } = practice.doc;
      let { at } = practice;
      for (const { move, san } of event.moves) ({ tree, id: at } = add(tree, at, move, san));
      return { ...practice, doc: { ...practice.doc, tree }, at };
    }
    case "go":
      return { ...practice, at: event.node };
    case "analyse":
      return { ...practice, quiet: !event.on };
    case "reply":
      return practice.phase === "reply" ? advanced(practice, exercise) : practice;
    case "decided":
      return event.purpose === "refute" ? judged(state, practice, exercise, event) : practice;
    case "flip":
      return { ...practice, flipped: !practice.flipped };
    case "hint":
      return practice.phase === "play" ? { ...practice, hinted: true, failed: true } : practice;
    case "retry":
      return practice.phase === "wrong" ? { ...practice, phase: "play", at: practice.node, tried: null, refutation: null } : practice;
    case "solution": {
      if (isOver(practice)) return practice;
      let { doc: { tree }, node } = practice;
      for (const move of exercise.line.slice(practice.made)) ({ tree, id: node } = add(tree, node, move, move));
      // From the position to solve, the user walks through the solution.
      return { ...practice, doc: { ...practice.doc, tree }, at: practice.node, phase: "shown", failed: true, refutation: null, streak: 0 };
    }
    default:
      return practice;
  }
}

/** Whether a move can be made on the board now. */
export function mayTry(practice: Practice): boolean {
  return isOver(practice) || (practice.phase === "play" && practice.at === practice.node);
}

/** Whether the user may move on the board: in an exercise, in a game if it is their turn there, or else always. */
export function mayMove(board: State): boolean {
  const { practice, play, at } = board;
  if (board.screen === "practice" && practice) return mayTry(practice);
  if (!isPlaying(board)) return true;
  return at === play?.node && viewAt(board, at)?.turn === play.terms.you;
}

/** The hint for the position on the board: a move in a game, and in an exercise only its piece. */
export function hintOn(board: State): { from: string; to: string } | null {
  const { practice, play, at } = board;
  const found = (move: string | null | undefined) => viewAt(board, at)?.moves.find((one) => one.move === move) ?? null;
  if (board.screen !== "practice" || !practice) return isPlaying(board) && at === play?.node ? found(play.hint) : null;
  if (!practice.hinted || practice.phase !== "play" || at !== practice.node) return null;
  const from = found(practice.exercise?.line[practice.made])?.from;
  return from === undefined ? null : { from, to: from };
}

/** A move of the solver. */
function tried(practice: Practice, exercise: Exercise, event: { move: string; san: string }): Practice {
  if (isOver(practice)) return explored(practice, event);
  if (!mayTry(practice)) return practice;
  if (event.move === exercise.line[practice.made]) return advanced(practice, exercise);
  const { tree, id } = add(practice.doc.tree, practice.node, event.move, event.san);
  const next = { ...practice, doc: { ...practice.doc, tree }, at: id, tried: id };
  const wrong = enough(next, exercise) === null;
  return {
    ...next,
    phase: wrong ? "wrong" : "judging",
    failed: practice.failed || wrong,
    streak: wrong ? 0 : practice.streak,
  };
}

/** After the exercise, the position can be played on. */
function explored(practice: Practice, { move, san }: { move: string; san: string }): Practice {
  const { tree, id } = add(practice.doc.tree, practice.at, move, san);
  return { ...practice, doc: { ...practice.doc, tree }, at: id };
}

/** The points that the tried move needs; `null` if only the line's move is right. In a puzzle another promotion on the
    same square may keep the value, too. */
function enough(practice: Practice, exercise: Exercise): number | null {
  if (exercise.enough !== null || practice.tried === null) return exercise.enough;
  const way = (move: string | undefined): string | undefined => move?.replace(/[a-z]$/, "");
  const isPromotion = way(nodeAt(practice.doc.tree, practice.tried).move) === way(exercise.line[practice.made]);
  return isPromotion ? KEPT[exercise.goal ?? "draw"] : null;
}

/** Points well above those of the next worse value. */
const KEPT = { win: 0.75, draw: 0.25 };

/** The tried move was as good as the line's. */
function right(practice: Practice, exercise: Exercise): Practice {
  if (exercise.enough !== null) return solved({ ...practice, made: exercise.line.length });
  return advanced({ ...practice, tried: null }, exercise);
}

/** The next move of the line is made. */
function advanced(practice: Practice, exercise: Exercise): Practice {
  const move = exercise.line[practice.made];
  if (move === undefined) return solved(practice);
  const { tree, id } = add(practice.doc.tree, practice.node, move, move);
  const made = practice.made + 1;
  const next = { ...practice, doc: { ...practice.doc, tree }, at: id, node: id, made, hinted: false, refutation: null };
  const wasSolver = (practice.made % 2 === 0) !== exercise.led;
  if (!wasSolver) return { ...next, phase: "play" };
  // One move corrects a mistake.
  return made >= exercise.line.length || exercise.enough !== null ? solved(next) : { ...next, phase: "reply" };
}

function solved(practice: Practice): Practice {
  return { ...practice, phase: "solved", refutation: null, streak: practice.failed ? 0 : practice.streak + 1 };
}

/** The engine has evaluated the position after a move that is not the line's. */
function judged(state: State, practice: Practice, exercise: Exercise, event: Event & { type: "decided" }): Practice {
  const { tried, doc } = practice;
  const view = tried === null ? null : viewAt({ ...state, doc }, tried);
  if (tried === null || event.key !== keyOf(doc, tried) || event.done.stopped || !view || !event.line) return practice;
  const next = weighed(practice, exercise, verdictOf(event.line, view.turn), other(view.turn), event.line.pv);
  const [reply] = event.line.pv;
  if (next.phase !== "wrong" || !reply) return next;
  const { tree, id } = add(doc.tree, tried, reply.move, reply.san);
  // The board shows the reply, unless the user has walked elsewhere.
  return { ...next, doc: { ...doc, tree }, at: next.at === tried ? id : next.at };
}

/** A move that ends the game needs no engine to judge it. */
function atEnd(state: State, practice: Practice, exercise: Exercise): Practice {
  const { phase, tried, refutation, doc } = practice;
  if (tried === null || refutation || (phase !== "judging" && phase !== "wrong")) return practice;
  const view = viewAt({ ...state, doc }, tried);
  return view?.finish ? weighed(practice, exercise, verdictAtEnd(view.finish), other(view.turn), []) : practice;
}

/** The tried move is right if it is good enough for the solver, or else refuted by this line. */
function weighed(practice: Practice, exercise: Exercise, verdict: Verdict, solver: Side, line: NonNullable<Practice["refutation"]>["line"]): Practice {
  const points = solver === "white" ? verdict.points : 1 - verdict.points;
  if (practice.phase === "judging" && points >= (enough(practice, exercise) ?? 0)) return right(practice, exercise);
  return { ...practice, phase: "wrong", failed: true, streak: 0, refutation: { verdict, line } };
}

/** The solver's side; `null` until the position is known. */
export function solverOf(state: State): Side | null {
  const { practice } = state;
  const view = practice?.exercise && viewAt(onBoard(state), practice.node);
  if (!view) return null;
  const isSolvers = (practice.made % 2 === 0) !== practice.exercise?.led;
  return isSolvers ? view.turn : other(view.turn);
}
