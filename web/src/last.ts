// What was open last, which the browser remembers for the front page: the link, and what the board showed.

import { titleOf, type State, viewAt } from "./state";
import { pathTo } from "./tree";

export interface Last {
  /** The address behind `#`. */
  fragment: string;
  title: string;
  moves: number;
  rows: readonly string[];
}

const NAME = "jacquerie-last";

/** Remembers the game on the board, if something has been done with it. */
export function keepLast(state: State, link: string): void {
  const { doc, at } = state;
  const view = viewAt(state, at);
  if (!view || (doc.fen === null && doc.tree.length === 1)) return;
  const fragment = link.slice(link.indexOf("#"));
  const last: Last = { fragment, title: titleOf(state), moves: pathTo(doc.tree, at).length, rows: view.rows };
  try {
    localStorage.setItem(NAME, JSON.stringify(last));
  } catch {
    // A browser may forbid a page to remember anything, or a game be too long for it.
  }
}

export function lastOpen(): Last | null {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? "null") as Last | null;
  } catch {
    return null;
  }
}
