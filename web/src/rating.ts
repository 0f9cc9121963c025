// The user's rating at puzzles, an Elo for each game, which the browser keeps with its curve and the puzzles tried.

import type { Store } from "./store";

export interface Rating {
  readonly elo: number;
  /** The rating after each puzzle, the last one last. */
  readonly curve: readonly number[];
  /** The names of the puzzles tried. */
  readonly tried: readonly string[];
}

const NEW: Rating = { elo: 1200, curve: [], tried: [] };

/** How many puzzles are remembered. */
const KEPT = 500;
/** A new rating changes faster for this many puzzles. */
const FIRST = 20;

/** The rating after a puzzle of another: by Elo's formula, twice as fast at first. A puzzle without a rating does not
    change it. */
export function rated(own: Rating, puzzle: { id: string; rating: number | null }, isSolved: boolean): Rating {
  const tried = [...own.tried, puzzle.id].slice(-KEPT);
  if (puzzle.rating === null) return { ...own, tried };
  const expected = 1 / (1 + 10 ** ((puzzle.rating - own.elo) / 400));
  const step = own.curve.length < FIRST ? 48 : 24;
  const elo = Math.round(own.elo + step * ((isSolved ? 1 : 0) - expected));
  return { elo, curve: [...own.curve, elo].slice(-KEPT), tried };
}

const NAME = "jacquerie-puzzles";

export function savedRating(variant: string): Rating {
  return stored()[variant] ?? NEW;
}

export function saveRating(variant: string, rating: Rating): void {
  try {
    localStorage.setItem(NAME, JSON.stringify({ ...stored(), [variant]: rating }));
  } catch {
    // A browser may forbid storage: then it lasts as long as the page.
  }
}

function stored(): Readonly<Record<string, Rating>> {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? "{}") as Record<string, Rating>;
  } catch {
    return {};
  }
}

/** Updates the rating: each puzzle counts once, when it is solved or a mistake was made. */
export function keepRating(store: Store): void {
  let counted: unknown = null;
  store.subscribe(() => {
    const { practice } = store.state;
    const exercise = practice?.exercise;
    if (!exercise || practice.source.kind !== "set" || exercise === counted) return;
    if (!practice.failed && practice.phase !== "solved") return;
    counted = exercise;
    const rating = rated(practice.rating, { id: exercise.id, rating: exercise.rating }, !practice.failed);
    saveRating(practice.source.variant, rating);
    store.dispatch({ type: "rated", rating });
  });
}
