// What the position is worth with the king of the side to move on each square, as the board and the panel show it.

import type { KingSquare, Outcome } from "./protocol";
import { movesText, outcomeSign } from "./score";
import { squareName } from "./squares";
import { type FoundSquares, isPlaying, keyOf, type State, variantOf, viewAt } from "./state";

/** Whether that can be asked of the position on the board. */
export function canShowSquares(state: State): boolean {
  const view = viewAt(state, state.at);
  return Boolean(variantOf(state)?.squares && view && !view.finish && !state.setup && !isPlaying(state));
}

/** Whether it is shown on the board. */
export function showsSquares(state: State): boolean {
  return state.squares.on && state.screen === "board" && state.tab === "look" && canShowSquares(state);
}

/** What is known of the position on the board. */
export function squaresOf(state: State): FoundSquares | undefined {
  return state.squares.found[keyOf(state.doc, state.at)];
}

/** The square of the king of the side to move. */
export function kingOf(state: State): string | null {
  const view = viewAt(state, state.at);
  const letter = view?.turn === "white" ? "K" : "k";
  const row = view?.rows.findIndex((one) => one.includes(letter)) ?? -1;
  if (!view || row < 0) return null;
  return squareName(view.rows[row]?.indexOf(letter) ?? 0, view.ranks - 1 - row);
}

/** Groups of squares that are told together. */
export type Kind = Outcome | "impossible" | "unknown";

export function kindOf({ outcome, impossible }: KingSquare): Kind {
  return outcome ?? (impossible ? "impossible" : "unknown");
}

/** Moves to the end, where they are known: `5`. */
export function lengthOf({ plies }: KingSquare): number | null {
  return plies ? Math.ceil(plies / 2) : null;
}

export interface SquareValue {
  kind: Kind;
  /** A few letters for the board: `+5`, `=`, `×`. */
  sign: string;
  /** For those who hear it. */
  word: string;
}

/** What stands on the squares of the board. */
export function squareValues(state: State): ReadonlyMap<string, SquareValue> {
  const found = showsSquares(state) ? squaresOf(state) : undefined;
  return new Map(found?.squares.map((one) => [one.square, valueOf(one)]));
}

function valueOf(one: KingSquare): SquareValue {
  const kind = kindOf(one);
  const length = lengthOf(one);
  if (kind === "impossible") return { kind, sign: "×", word: `king cannot be here: ${one.impossible}` };
  if (kind === "unknown") return { kind, sign: "?", word: "king here: unknown" };
  const how = length === null ? "" : ` in ${movesText(length)}`;
  return { kind, sign: `${outcomeSign(kind)}${length ?? ""}`, word: `king here: ${kind}${how}` };
}
