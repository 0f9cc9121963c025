// The values of the position with the king of the side to move on each square, for the board and the panel.

import type { KingSquare, Outcome } from "./protocol";
import { movesText, outcomeSign } from "./score";
import { squareName } from "./squares";
import { type FoundSquares, isPlaying, keyOf, type State, variantOf, viewAt } from "./state";

/** Whether they exist for the position on the board. */
export function canShowSquares(state: State): boolean {
  const view = viewAt(state, state.at);
  return Boolean(variantOf(state)?.squares && view && !view.finish && !state.setup && !isPlaying(state));
}

/** Whether they are shown on the board. */
export function showsSquares(state: State): boolean {
  return state.squares.on && state.screen === "board" && state.tab === "look" && canShowSquares(state);
}

/** The known values for the position on the board. */
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

/** Groups of squares in the panel. */
export type Kind = Outcome | "impossible" | "unknown";

export function kindOf({ outcome, impossible }: KingSquare): Kind {
  return outcome ?? (impossible ? "impossible" : "unknown");
}

/** Moves to the end, if known: `5`. */
export function lengthOf({ plies }: KingSquare): number | null {
  return plies ? Math.ceil(plies / 2) : null;
}

export interface SquareValue {
  kind: Kind;
  /** A few characters for the board: `+5`, `=`, `×`. */
  sign: string;
  /** For screen readers. */
  word: string;
}

/** The labels of the board's squares. */
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
