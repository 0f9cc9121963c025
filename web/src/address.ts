// The game in the address: the page begins with it and updates it during play, so that reloading the page, or a link,
// shows the same. Without a game in the address, the page is the front page.

import type { Errands } from "./errands";
import type { Variant } from "./protocol";
import { fileOf, puzzlesOf, readFragment, writeFragment } from "./fragment";
import { keepLast } from "./last";
import { defaultChoices, type Doc, IN_PROGRESS, isPlaying, NO_DOC, positionAt, type State } from "./state";
import type { Store } from "./store";
import { add, endOf, pathTo, ROOT, type Tree } from "./tree";

/** The game on the board, by its line, and the place in it. */
export function linkTo({ doc, at }: State): string {
  const whole = positionAt(doc, endOf(doc.tree, at));
  return location.href.replace(/#.*$/, "") + writeFragment({ ...whole, at: pathTo(doc.tree, at).length });
}

/** The address of what is shown: a game, or its puzzles. */
function shownAt(state: State): string {
  const source = state.screen === "practice" ? state.practice?.source : null;
  return source?.kind === "set" && source.isBuiltIn ? location.href.replace(/#.*$/, "") + `#puzzles=${source.variant}` : linkTo(state);
}

/** Browsers limit how often the address may change. */
const PAUSE = 400;

export function keepAddress(store: Store, errands: Errands): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let written = location.hash;
  let greeted = false;
  // Before that, the board may be shown for a moment on the way to the front page.
  let begun = false;
  const isShown = (): boolean => store.state.screen !== "home" && store.state.doc.variant !== "";
  const write = (): void => {
    timer = undefined;
    // If the address is not the last one known, the user has just changed it, and the event is on its way.
    if (!isShown() || location.hash !== written) return;
    const link = shownAt(store.state);
    if (store.state.screen === "board") keepLast(store.state, link);
    if (link === location.href) return;
    // The back button leads from the board to the front page.
    if (location.hash === "") history.pushState(null, "", link);
    else history.replaceState(null, "", link);
    written = location.hash;
  };
  store.subscribe(() => {
    const { state } = store;
    if (state.hello && !greeted) {
      greeted = true;
      // What the tab has kept is already there, except exercises: those of the address begin again.
      if (state.doc.variant === "") begin(store, errands);
      else if (puzzlesOf(location.hash)) void practise(store, errands);
      begun = true;
    }
    if (!begun || !isShown()) return;
    if (location.hash === "") write();
    else timer ??= setTimeout(write, PAUSE);
  });
  addEventListener("hashchange", () => {
    const isKnown = location.hash === written || location.href === linkTo(store.state);
    const isOther = !isKnown && location.hash !== "";
    const isGame = isOther && puzzlesOf(location.hash) === null;
    // A game in progress does not give way to another link.
    const isRefused = (isOther && isPlaying(store.state)) || (isGame && !errands.mayClose());
    if (isRefused) stay(store);
    written = location.hash;
    if (!store.state.hello || isRefused) return;
    if (location.hash === "") store.dispatch({ type: "screen", screen: "home" });
    else if (puzzlesOf(location.hash)) void practise(store, errands);
    else if (isKnown) store.dispatch({ type: "screen", screen: "board" });
    else begin(store, errands);
  });
}

/** Shows the game on the board, and its link. */
function stay(store: Store): void {
  store.dispatch({ type: "screen", screen: "board" });
  if (isPlaying(store.state)) store.dispatch({ type: "notice", text: IN_PROGRESS });
  history.replaceState(null, "", linkTo(store.state));
}

/** The variant of a name, ignoring case; none if several differ only by case. */
export function variantNamed(variants: readonly Variant[], wanted = ""): Variant | undefined {
  const alike = variants.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  return alike.find(({ name }) => name === wanted) ?? (alike.length === 1 ? alike[0] : undefined);
}

/** Shows what the address says, or else the server's game, behind the front page. */
function begin(store: Store, errands: Errands): void {
  const { hello } = store.state;
  const told = readFragment(location.hash);
  const named = variantNamed(hello?.variants ?? [], told?.variant);
  const variant = named ?? variantNamed(hello?.variants ?? [], hello?.variant);
  if (!variant) return;
  const { choices = {}, fen = null, moves = [], at: place = 0 } = named && told ? told : {};
  let tree: Tree = NO_DOC.tree;
  let id = ROOT;
  let at = ROOT;
  // The moves are as in the link until the position after them is known, which has their notation (reduce.ts).
  moves.forEach((move, index) => {
    ({ tree, id } = add(tree, id, move, move));
    if (index < place) at = id;
  });
  const doc: Doc = { ...NO_DOC, variant: variant.name, choices: { ...defaultChoices(variant), ...choices }, fen, tree };
  store.dispatch({ type: "open", doc, at });
  if (told && !named) {
    store.dispatch({ type: "notice", text: `There is no game “${told.variant}” here` });
  }
  const file = fileOf(location.hash);
  if (puzzlesOf(location.hash)) return void practise(store, errands);
  if (file) void errands.attempt(openFile(errands, file));
  else if (!told) store.dispatch({ type: "screen", screen: "home" });
}

/** Starts the practice that the address names. */
async function practise(store: Store, errands: Errands): Promise<void> {
  const named = puzzlesOf(location.hash) ?? "";
  const variant = variantNamed(store.state.hello?.variants ?? [], named)?.name ?? named;
  await errands.attempt(errands.practise(variant));
  if (store.state.screen !== "practice") store.dispatch({ type: "screen", screen: "home" });
}

/** Opens the file given when the program was started. */
async function openFile(errands: Errands, name: string): Promise<void> {
  const answer = await fetch("file");
  if (!answer.ok) throw new Error("The board was started with another file, or none");
  await errands.read(name, await answer.text());
}
