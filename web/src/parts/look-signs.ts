// The marks of a look at the position on the board: gamelets in their colours, dead files, passed pawns.

import type { Look, Side } from "../protocol";
import { keyOf, type State, viewAt } from "../state";
import { manAt, placeOf, sideOf, fileName } from "../squares";

export interface LookSign {
  square: string;
  name: string;
  word: string;
}

/** The number of colours for gamelets. */
export const COLOURS = 8;

export function lookAt(state: State): Look | null {
  return state.looks[keyOf(state.doc, state.at)] ?? null;
}

export function lookSigns(state: State): LookSign[] {
  const [look, view] = [lookAt(state), viewAt(state, state.at)];
  if (!look || !view) return [];
  const parts = (look.gamelets ?? []).flatMap(({ squares }, index) =>
    squares.map((square) => ({ square, name: `part-${index % COLOURS}`, word: `gamelet ${index + 1}` })),
  );
  const passers = sides(look.passers).flatMap(([, squares]) =>
    squares.map((square) => ({ square, name: "passer", word: "passed pawn" })),
  );
  // A file is dead for one side: its own pawns there are marked.
  const dead = sides(look.dead).flatMap(([side, files]) =>
    view.rows.flatMap((_, rank) =>
      [...Array(view.files).keys()]
        .map((file) => `${fileName(file)}${rank + 1}`)
        .filter((square) => files.includes(fileName(placeOf(square).file)))
        .filter((square) => manAt(view.rows, square) !== "." && sideOf(manAt(view.rows, square)) === side)
        .map((square) => ({ square, name: "dead", word: "dead file" })),
    ),
  );
  return [...parts, ...passers, ...dead];
}

function sides<T>(told: Record<Side, T> | null): [Side, T][] {
  return told ? [["white", told.white], ["black", told.black]] : [];
}
