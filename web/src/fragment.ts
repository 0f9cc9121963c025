// A position in the address, behind `#`: `variant=…&files=…&fen=…&moves=e2e3,e7e6`. What has no name of its own
// here is a choice of the variant's start. The fragment never leaves the browser.

import type { Position } from "./protocol";

/** The position of a fragment, with or without its `#`; `null` if it names no variant. */
export function readFragment(fragment: string): Position | null {
  const written = [...new URLSearchParams(fragment.replace(/^#/, ""))];
  // People type links, too: names are read in any case.
  const fields = new URLSearchParams(written.map(([name, value]) => [name.toLowerCase(), value]));
  const variant = fields.get("variant");
  if (!variant) return null;
  const fen = fields.get("fen") || null;
  const moves = (fields.get("moves") ?? "").split(",").filter((move) => move !== "");
  const choices = Object.fromEntries([...fields].filter(([name]) => !["variant", "fen", "moves"].includes(name)));
  return { variant, choices, fen, moves };
}

/** The fragment of a position, with its `#`. */
export function writeFragment(position: Position): string {
  const fields = new URLSearchParams({ variant: position.variant, ...position.choices });
  if (position.fen) fields.set("fen", position.fen);
  if (position.moves.length > 0) fields.set("moves", position.moves.join(","));
  // These may stand in a fragment as they are, and are easier to read so.
  return `#${fields.toString().replaceAll("%2F", "/").replaceAll("%2C", ",")}`;
}
