// The position in the address: what the page begins with, and what is kept there as one plays, so that a page
// that is loaded again, or a link that is sent, shows the same position.

import type { Variant } from "./protocol";
import { readFragment, writeFragment } from "./fragment";
import { defaultChoices, type Doc, NO_DOC, positionAt, type State } from "./state";
import type { Store } from "./store";
import { add, ROOT, type Tree } from "./tree";

export function linkTo(state: State): string {
  return location.href.replace(/#.*$/, "") + writeFragment(positionAt(state.doc, state.at));
}

/** Browsers refuse to have their address changed too often. */
const PAUSE = 400;

export function keepAddress(store: Store): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let written = location.hash;
  store.subscribe(() => {
    const { state } = store;
    if (state.hello && state.doc.variant === "") begin(store);
    if (state.doc.variant === "" || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      const link = linkTo(store.state);
      if (link === location.href) return;
      history.replaceState(null, "", link);
      written = location.hash;
    }, PAUSE);
  });
  addEventListener("hashchange", () => {
    if (location.hash !== written && store.state.hello) begin(store);
    written = location.hash;
  });
}

/** The variant of a name in any case of letters; none where several differ by nothing else. */
export function variantNamed(variants: readonly Variant[], wanted = ""): Variant | undefined {
  const alike = variants.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  return alike.find(({ name }) => name === wanted) ?? (alike.length === 1 ? alike[0] : undefined);
}

/** Puts on the board what the address says, or else the game that the server names. */
function begin(store: Store): void {
  const { hello } = store.state;
  const told = readFragment(location.hash);
  const named = variantNamed(hello?.variants ?? [], told?.variant);
  const variant = named ?? variantNamed(hello?.variants ?? [], hello?.variant);
  if (!variant) return;
  const { choices = {}, fen = null, moves = [] } = named && told ? told : {};
  let tree: Tree = NO_DOC.tree;
  let at = ROOT;
  // How the moves are written the server tells when it has seen them; until then they stand as in the link.
  for (const move of moves) ({ tree, id: at } = add(tree, at, move, move));
  const doc: Doc = { ...NO_DOC, variant: variant.name, choices: { ...defaultChoices(variant), ...choices }, fen, tree };
  store.dispatch({ type: "open", doc, at });
  if (told && !named) {
    store.dispatch({ type: "notice", text: `There is no game “${told.variant}” here` });
  }
}
