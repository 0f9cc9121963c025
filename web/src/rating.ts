// The user's rating at puzzles, an Elo for each game, which the browser keeps with its curve and the puzzles tried.

import { save, stored } from "./storage";
import type { Store } from "./store";

export interface Rating {
  readonly elo: number;
  /** The rating after each puzzle, the last one last. */
  readonly curve: readonly number[];
  /** The names of the puzzles tried. */
  readonly tried: readonly string[];
}

const NEW: Rating = { elo: 1200, curve: [], tried: [] };

/** The length of the curve, and how many puzzles are remembered. */
const DRAWN = 500;
const KEPT = 5000;
/** A new rating changes faster for this many puzzles. */
const FIRST = 20;

/** The rating after a puzzle of another: by Elo's formula, twice as fast at first. A puzzle without a rating, or one that
    was tried before, does not change it. */
export function rated(own: Rating, puzzle: { id: string; rating: number | null }, isSolved: boolean): Rating {
  if (own.tried.includes(puzzle.id)) return own;
  const tried = [...own.tried, puzzle.id].slice(-KEPT);
  if (puzzle.rating === null) return { ...own, tried };
  const expected = 1 / (1 + 10 ** ((puzzle.rating - own.elo) / 400));
  const step = own.curve.length < FIRST ? 48 : 24;
  const elo = Math.round(own.elo + step * ((isSolved ? 1 : 0) - expected));
  return { elo, curve: [...own.curve, elo].slice(-DRAWN), tried };
}

const NAME = "jacquerie-puzzles";

export function savedRating(variant: string): Rating {
  return allSaved()[variant] ?? NEW;
}

function allSaved(): Readonly<Record<string, Rating>> {
  return stored(NAME) ?? {};
}

/** Updates the rating when a puzzle is solved or a mistake was made. Another tab may have changed it meanwhile. */
export function keepRating(store: Store): void {
  let counted: unknown = null;
  store.subscribe(() => {
    const { practice } = store.state;
    const exercise = practice?.exercise;
    if (!exercise || practice.source.kind !== "set" || exercise === counted) return;
    if (!practice.failed && practice.phase !== "solved") return;
    counted = exercise;
    const { variant } = practice.source;
    const rating = rated(savedRating(variant), exercise, !practice.failed);
    save(NAME, { ...allSaved(), [variant]: rating });
    store.dispatch({ type: "rated", rating });
  });
}
