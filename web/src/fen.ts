// As much of FEN as setting up by hand needs: its first field as rows and back, and the side to move. A run of digits
// is one number, for boards of ten files and more. Only the server knows whether a position is valid.

import type { Side } from "./protocol";

/** The rows of the first field; `null` if they differ in length, or it is invalid. */
export function readRows(fen: string): string[] | null {
  const field = fen.trim().split(/\s+/)[0] ?? "";
  const rows: string[] = [];
  for (const part of field.split("/")) {
    if (!/^(?:[A-Za-z]|[1-9]\d?)+$/.test(part)) return null;
    const row = part.replace(/\d+/g, (count) => ".".repeat(Number(count)));
    if (row.length > 12) return null;
    rows.push(row);
  }
  const same = rows.every((row) => row.length === rows[0]?.length);
  return same && rows.length <= 12 ? rows : null;
}

/** The first field of a FEN with these rows. */
export function writeRows(rows: readonly string[]): string {
  return rows.map((row) => row.replace(/\.+/g, (empty) => String(empty.length))).join("/");
}

/** The FEN with other rows, without a double step to capture en passant; the other fields stay the same. */
export function withRows(fen: string, rows: readonly string[]): string {
  const rest = fieldsOf(fen).slice(1);
  return [writeRows(rows), ...(rest.length > 0 ? rest : ["w"])].join(" ");
}

/** The fields of a FEN, without en passant. */
function fieldsOf(fen: string): string[] {
  const fields = fen.trim().split(/\s+/);
  if (fields[3] !== undefined) fields[3] = "-";
  return fields;
}

export function turnOf(fen: string): Side {
  return fen.trim().split(/\s+/)[1] === "b" ? "black" : "white";
}

export function withTurn(fen: string, side: Side): string {
  const fields = fieldsOf(fen);
  fields[1] = side === "white" ? "w" : "b";
  return fields.join(" ");
}

/** The letters of the pieces in a game, White's: those of its start and of promotions. */
export function lettersOf(start: string, promotions: readonly string[]): string[] {
  const field = start.split(" ")[0] ?? "";
  const letters = [...field.replace(/[^A-Za-z]/g, ""), ...promotions].map((letter) => letter.toUpperCase());
  return [...new Set(letters)];
}
