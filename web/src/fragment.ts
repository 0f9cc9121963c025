// A position in the address, after `#`: `variant=…&files=…&fen=…&moves=e2e3,e7e6&at=1`. Names that are not known here
// are choices of the variant's start. `at` is how many of the moves are made on the board, by default all. The
// fragment never leaves the browser.

import type { Position } from "./protocol";

/** A game and the place in it. */
export interface Place extends Position {
  at: number;
}

/** The content of a fragment, with or without its `#`; `null` if it names no variant. */
export function readFragment(fragment: string): Place | null {
  const fields = fieldsOf(fragment);
  const variant = fields.get("variant");
  if (!variant) return null;
  const fen = fields.get("fen") || null;
  const moves = (fields.get("moves") ?? "").split(",").filter((move) => move !== "");
  const place = Number(fields.get("at") ?? moves.length);
  const at = Number.isInteger(place) && place >= 0 ? Math.min(place, moves.length) : moves.length;
  const choices = Object.fromEntries([...fields].filter(([name]) => !["variant", "fen", "moves", "at"].includes(name)));
  return { variant, choices, fen, moves, at };
}

/** The name of the file given when the program was started, if the fragment requests it. */
export function fileOf(fragment: string): string | null {
  return fieldsOf(fragment).get("file");
}

/** The game whose puzzles the fragment requests. */
export function puzzlesOf(fragment: string): string | null {
  return fieldsOf(fragment).get("puzzles");
}

function fieldsOf(fragment: string): URLSearchParams {
  const written = [...new URLSearchParams(fragment.replace(/^#/, ""))];
  // People type links too: names are read in any case.
  return new URLSearchParams(written.map(([name, value]) => [name.toLowerCase(), value]));
}

/** The fragment of a game and the place in it, with its `#`. */
export function writeFragment(place: Place): string {
  const fields = new URLSearchParams({ variant: place.variant, ...place.choices });
  if (place.fen) fields.set("fen", place.fen);
  if (place.moves.length > 0) fields.set("moves", place.moves.join(","));
  if (place.at < place.moves.length) fields.set("at", String(place.at));
  // These may stand in a fragment unescaped, which is easier to read.
  return `#${fields.toString().replaceAll("%2F", "/").replaceAll("%2C", ",")}`;
}
