// Squares and rows: a square is a name such as `e4` or `l12`, a position is rows of letters, top rank first, as the
// server sends them. Boards have one to twelve files, and any number of ranks.

import type { Side } from "./protocol";

const FILES = "abcdefghijkl";

/** The name of a square; file and rank count from 0. */
export function squareName(file: number, rank: number): string {
  return `${fileName(file)}${rank + 1}`;
}

export function fileName(file: number): string {
  return FILES[file] ?? "?";
}

/** File and rank of a square, from 0. */
export function placeOf(square: string): { file: number; rank: number } {
  return { file: FILES.indexOf(square.charAt(0)), rank: Number(square.slice(1)) - 1 };
}

/** The letter on a square, or `.`. */
export function manAt(rows: readonly string[], square: string): string {
  const { file, rank } = placeOf(square);
  return rows[rows.length - 1 - rank]?.[file] ?? ".";
}

/** The rows with another letter on a square. */
export function withMan(rows: readonly string[], square: string, letter: string): string[] {
  const { file, rank } = placeOf(square);
  const row = rows.length - 1 - rank;
  return rows.map((text, index) => (index === row ? text.slice(0, file) + letter + text.slice(file + 1) : text));
}

/** The rows after a piece has gone from one square to another, with no other knowledge of the move. */
export function withStep(rows: readonly string[], from: string, to: string): string[] {
  return withMan(withMan(rows, to, manAt(rows, from)), from, ".");
}

/** The side of a piece's letter. */
export function sideOf(letter: string): Side {
  return letter === letter.toUpperCase() ? "white" : "black";
}

export function other(side: Side): Side {
  return side === "white" ? "black" : "white";
}

export function sideName(side: Side): string {
  return side === "white" ? "White" : "Black";
}
