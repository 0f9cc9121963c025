// What was open last, which the browser remembers for the front page: the link, and the board's content.

import { titleOf, type State, viewAt } from "./state";
import { save, stored } from "./storage";
import { pathTo } from "./tree";

export interface Last {
  /** The address after `#`. */
  fragment: string;
  title: string;
  moves: number;
  rows: readonly string[];
}

const NAME = "jacquerie-last";

/** Remembers the game on the board, if the user has done something with it. */
export function keepLast(state: State, link: string): void {
  const { doc, at } = state;
  const view = viewAt(state, at);
  if (!view || (doc.fen === null && doc.tree.length === 1)) return;
  const fragment = link.slice(link.indexOf("#"));
  const last: Last = { fragment, title: titleOf(state), moves: pathTo(doc.tree, at).length, rows: view.rows };
  save(NAME, last);
}

export function lastOpen(): Last | null {
  return stored(NAME);
}
