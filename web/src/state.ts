// The whole state of the page, in one value that is never changed, only replaced: the board, the engine's task, and
// its results. Events (events.ts) lead from one state to the next (reduce.ts); the requests to the server follow from
// the state alone (wanted.ts).

import type { Clock } from "./clock";
import type { Choices, Current, Hello, KingSquares, Line, Look, Mark, PgnGame, Position, Refusal, Side, Variant, View } from "./protocol";
import type { Practice } from "./practising";
import type { Report } from "./report";
import { EMPTY, movesTo, nodeAt, ROOT, type Tree } from "./tree";

export type Tab = "play" | "analyse" | "look" | "games";
export const TABS: readonly Tab[] = ["play", "analyse", "look", "games"];
/** The front page, the board with all that belongs to it, or exercises. */
export type Screen = "home" | "board" | "practice";
export type Theme = "system" | "light" | "dark";

/** The game on the board: its start, its moves, and its tags in a PGN file. */
export interface Doc {
  readonly variant: string;
  readonly choices: Choices;
  readonly fen: string | null;
  readonly tags: readonly (readonly [string, string])[];
  readonly introduction: string;
  readonly result: string;
  readonly tree: Tree;
}

/** Thinking time: unlimited, a clock for the game, or a time for each of the engine's moves. */
export type Pace = { kind: "free" } | { kind: "clock"; minutes: number; increment: number } | { kind: "move"; seconds: number };

/** The settings of a game against the engine. */
export interface Terms {
  readonly you: Side;
  readonly level: number | null;
  readonly pace: Pace;
}

/** The settings of the next game. */
export interface Wishes extends Omit<Terms, "you"> {
  readonly side: Side | "random";
}

/** A game against the engine. */
export interface Play {
  readonly terms: Terms;
  readonly clock: Clock | null;
  /** The node of the game's current position; the user may look back without playing from there. */
  readonly node: number;
  readonly over: { winner: Side | null; told: string } | null;
  /** What the engine considers for the user: a hint, or the user's offer of a draw. */
  readonly asking: "hint" | "offer" | null;
  readonly hint: string | null;
  /** Whether the engine has declined a draw here. */
  readonly declined: boolean;
}

/** The analysis of the position on the board. */
export interface Analysis {
  readonly on: boolean;
  readonly lines: number;
  /** The results, and their position (`keyOf`). */
  readonly key: string;
  readonly told: readonly Line[];
  /** The current move of a long search. */
  readonly current: Current | null;
  readonly ended: boolean;
}

/** The values of positions with the king elsewhere: whether they are requested, and the known ones, by the positions'
    keys. */
export interface Squares {
  readonly on: boolean;
  readonly found: Readonly<Record<string, FoundSquares>>;
}

/** What is known of a position; `complete` if there is no more to find. */
export interface FoundSquares extends KingSquares {
  readonly complete: boolean;
}

/** A PGN file: its original text, its games, and the changed ones. It stays open beside other games. */
export interface Archive {
  readonly name: string;
  readonly text: string;
  /** The game of those that do not name theirs. */
  readonly variant: string;
  /** None in a page that was reloaded, until they have been read again. */
  readonly games: readonly PgnGame[];
  /** The game on the board; `null` if that is another one. */
  readonly current: number | null;
  readonly changed: Readonly<Record<number, Doc>>;
  /** Whether there are changes since the file was opened or downloaded. */
  readonly unsaved: boolean;
}

export interface State {
  readonly link: "connecting" | "open" | "broken";
  readonly hello: Hello | null;
  readonly screen: Screen;
  readonly tab: Tab;
  readonly theme: Theme;
  readonly sound: boolean;
  /** Whether letters are keys of the page. */
  readonly letters: boolean;
  /** Whether the engine's arrows are drawn. */
  readonly arrows: boolean;
  readonly flipped: boolean;
  readonly doc: Doc;
  readonly at: number;
  /** What the server has sent about positions, by their keys. */
  readonly views: Readonly<Record<string, View>>;
  readonly looks: Readonly<Record<string, Look>>;
  readonly marks: Readonly<Record<string, readonly Mark[]>>;
  readonly analysis: Analysis;
  readonly squares: Squares;
  readonly play: Play | null;
  readonly wishes: Wishes;
  /** The analysis of the whole game, in progress or done. */
  readonly report: Report | null;
  readonly review: Report | null;
  readonly archive: Archive | null;
  readonly practice: Practice | null;
  /** A position is being set up: the board shows this FEN and its pieces can be moved freely. */
  readonly setup: { fen: string; refusal: Refusal | null } | null;
  /** The last error or message. */
  readonly notice: string | null;
}

export const NO_DOC: Doc = {
  variant: "",
  choices: {},
  fen: null,
  tags: [],
  introduction: "",
  result: "*",
  tree: EMPTY,
};

export const INITIAL: State = {
  link: "connecting",
  hello: null,
  screen: "board",
  tab: "play",
  theme: "system",
  sound: false,
  letters: true,
  arrows: true,
  flipped: false,
  doc: NO_DOC,
  at: ROOT,
  views: {},
  looks: {},
  marks: {},
  analysis: { on: false, lines: 3, key: "", told: [], current: null, ended: false },
  squares: { on: false, found: {} },
  play: null,
  wishes: { side: "white", level: 3, pace: { kind: "free" } },
  report: null,
  review: null,
  archive: null,
  practice: null,
  setup: null,
  notice: null,
};

export function variantOf(state: State): Variant | null {
  return state.hello?.variants.find((variant) => variant.name === state.doc.variant) ?? null;
}

/** The title of the game on the board. */
export function titleOf(state: State): string {
  return variantOf(state)?.title ?? state.doc.variant;
}

/** The position of a node of the game, for requests. */
export function positionAt(doc: Doc, node: number): Position {
  return { variant: doc.variant, choices: doc.choices, fen: doc.fen, moves: movesTo(doc.tree, node) };
}

/** The key of a position for the server's answers. */
export function keyOf(doc: Doc, node: number): string {
  return JSON.stringify(positionAt(doc, node));
}

export function viewAt(state: Pick<State, "views" | "doc">, node: number): View | null {
  return state.views[keyOf(state.doc, node)] ?? null;
}

/** The node of the position with this key, if the game contains it. */
export function nodeOf(doc: Doc, key: string): number | undefined {
  let node: number | undefined = ROOT;
  for (const move of (JSON.parse(key) as Position).moves) {
    const next: readonly number[] = node === undefined ? [] : nodeAt(doc.tree, node).children;
    node = next.find((child) => nodeAt(doc.tree, child).move === move);
  }
  return node !== undefined && keyOf(doc, node) === key ? node : undefined;
}

/** The side that makes the first move; White until the server has sent the start. */
export function firstOf(state: State): Side {
  return viewAt(state, ROOT)?.turn ?? "white";
}

/** Whether a game against the engine is in progress. */
export function isPlaying(state: State): boolean {
  return state.play !== null && state.play.over === null;
}

/** Why the game on the board is not replaced. */
export const IN_PROGRESS = "Other games can be opened when yours is over.";

/** Whether the position on the board is analysed, or the analysis is complete. */
export function isAnalysed({ analysis, doc, at }: State): boolean {
  return analysis.on || (analysis.ended && analysis.key === keyOf(doc, at));
}

/** The engine's lines for the position on the board. */
export function linesAt({ analysis, doc, at }: State): readonly Line[] {
  return analysis.key === keyOf(doc, at) ? analysis.told : [];
}

/** The default choices of a variant. */
export function defaultChoices(variant: Variant): Choices {
  return Object.fromEntries(variant.choices.map((choice) => [choice.name, choice.default]));
}

/** Another game on the board; tasks for the last one end. */
export function put(state: State, doc: Doc, at: number): State {
  return { ...state, screen: "board", doc, at, play: null, report: null, review: null, setup: null, notice: null };
}

/** The game on the board with a change, which its file records. */
export function changed(state: State, change: Partial<Doc>): State {
  const doc = { ...state.doc, ...change };
  const { archive } = state;
  if (!archive || archive.current === null) return { ...state, doc };
  return { ...state, doc, archive: { ...archive, changed: { ...archive.changed, [archive.current]: doc }, unsaved: true } };
}

/** The game on the board is none of the file's. */
export function besideFile(state: State): State {
  return state.archive ? { ...state, archive: { ...state.archive, current: null } } : state;
}
