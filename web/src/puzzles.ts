// Puzzles from a file, with the columns of Lichess's puzzle database: the position before the opponent's move, that
// move, and the line that solves it. Also the choice of the next one.

import type { Position } from "./protocol";

export interface Puzzle {
  /** Its name, or else its position. */
  id: string;
  fen: string;
  moves: readonly string[];
  rating: number | null;
  themes: readonly string[];
}

/** An exercise: a puzzle, or a mistake in a game to improve on. */
export interface Exercise {
  /** The position from which the opponent moves, or, if `line` begins with the solver, the one to solve. */
  position: Position;
  /** The moves from there in coordinates; the solver's are every other one. */
  line: readonly string[];
  /** Whether the opponent makes the first move of the line. */
  led: boolean;
  /** The solver's points below which a move counts as wrong; `null` if only the line's moves are right. */
  enough: number | null;
  /** `win`, `draw`, or as well as possible. */
  goal: "win" | "draw" | null;
  id: string;
  name: string;
  rating: number | null;
  themes: readonly string[];
}

/** The puzzles of a file; invalid lines are skipped. */
export function readPuzzles(text: string): Puzzle[] {
  const [first = "", ...lines] = text.split(/\r?\n/);
  const columns = fieldsOf(first);
  const column = (fields: readonly string[], name: string): string => fields[columns.indexOf(name)] ?? "";
  return lines.flatMap((line): Puzzle[] => {
    const fields = fieldsOf(line);
    const moves = column(fields, "Moves").split(" ").filter(Boolean);
    const fen = column(fields, "FEN");
    if (fen === "" || moves.length < 2) return [];
    const themes = column(fields, "Themes").split(" ").filter(Boolean);
    const rating = Number(column(fields, "Rating")) || null;
    return [{ id: column(fields, "PuzzleId") || fen, fen, moves, rating, themes }];
  });
}

/** The fields of a line of CSV. */
function fieldsOf(line: string): string[] {
  const fields = line.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g) ?? [];
  return fields.map((field) => field.replace(/,$/, "").replace(/^"([^]*)"$/, "$1").replaceAll('""', '"'));
}

export function exerciseOf(variant: string, puzzle: Puzzle): Exercise {
  const { fen, moves, rating, themes, id } = puzzle;
  const goal = themes.includes("equality") ? "draw" : themes.includes("crushing") || themes.includes("mate") ? "win" : null;
  const position = { variant, choices: {}, fen, moves: [] };
  return { position, line: moves, led: true, enough: null, goal, id, name: id === fen ? "Puzzle" : `Puzzle ${id}`, rating, themes };
}

export type Level = "own" | "easy" | "medium" | "hard";
export const LEVELS: Readonly<Record<Level, string>> = {
  own: "what suits me",
  easy: "easy, up to 1100",
  medium: "medium, 1100 to 1600",
  hard: "hard, 1600 and more",
};

/** The wanted puzzles. */
export interface Wish {
  readonly theme: string;
  readonly level: Level;
}

/** The greatest distance of a suitable puzzle from the user's rating. */
const NEAR = 150;

/** The candidates for the next puzzle: those that are wanted and have not been tried, or else all that are wanted. */
export function candidates(puzzles: readonly Puzzle[], { theme, level }: Wish, own: number, tried: ReadonlySet<string>): Puzzle[] {
  const themed = puzzles.filter(({ themes }) => theme === "" || themes.includes(theme));
  const wanted = themed.filter(({ rating }) => isWanted(rating, level, own));
  const fresh = (all: readonly Puzzle[]): Puzzle[] => all.filter(({ id }) => !tried.has(id));
  const choice = [fresh(wanted), wanted].find((all) => all.length > 0);
  if (choice || level !== "own") return choice ?? [];
  // None is near: the nearest are used.
  const rest = fresh(themed).length > 0 ? fresh(themed) : themed;
  const distance = ({ rating }: Puzzle): number => Math.abs((rating ?? own) - own);
  return [...rest].sort((one, two) => distance(one) - distance(two)).slice(0, 5);
}

/** A puzzle without a rating suits everybody. */
function isWanted(rating: number | null, level: Level, own: number): boolean {
  if (rating === null) return true;
  switch (level) {
    case "own":
      return Math.abs(rating - own) <= NEAR;
    case "easy":
      return rating < 1100;
    case "medium":
      return rating >= 1100 && rating < 1600;
    case "hard":
      return rating >= 1600;
  }
}

/** The themes of some puzzles with how often each occurs, the most frequent first. */
export function themesOf(puzzles: readonly Puzzle[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const theme of puzzles.flatMap(({ themes }) => themes)) counts.set(theme, (counts.get(theme) ?? 0) + 1);
  return [...counts].sort(([one, often], [two, more]) => more - often || one.localeCompare(two));
}

/** A theme in words: `enPassant` is *en passant*. */
export function themeName(theme: string): string {
  return theme.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
