// Keys that the page may handle.

/** Whether a key is held with another one that makes it the browser's or the system's, such as Alt and left for back.
    */
export function isModified(event: KeyboardEvent): boolean {
  return event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
}

const SQUARE = '.square[tabindex="0"]';
const START = ".home button:not(:disabled)";

/** Where users of keys go on: the board, to which the page scrolls for all users; the list of moves, to walk through
    them; the front page; or what there is of these (`here`). */
const PLACES = { board: SQUARE, moves: ".move-list", home: START, here: `${SQUARE}, ${START}` } as const;

/** How long it may take to appear, in milliseconds. */
const PATIENCE = 5_000;

/** Does what a button says that may disappear with it. Users of keys go on elsewhere, as soon as that is there. */
export async function leaving(action: () => void | Promise<void>, place: keyof typeof PLACES = "board"): Promise<void> {
  const pressed = document.activeElement;
  const byKeys = pressed?.matches(":focus-visible") ?? false;
  await action();
  await (place === "board" ? showBoard() : drawn());
  if (!byKeys || focus(place)) return;
  const appears = new MutationObserver(() => {
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && activeElement !== pressed;
    if (isElsewhere || focus(place)) appears.disconnect();
  });
  appears.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => appears.disconnect(), PATIENCE);
}

/** What an action has changed is drawn in the next frame at the latest. */
function drawn(): Promise<unknown> {
  return new Promise((done) => requestAnimationFrame(done));
}

/** Scrolls to the board: on a phone, what has put a game on it may be far below. */
export async function showBoard(): Promise<void> {
  await drawn();
  document.querySelector(".board-field")?.scrollIntoView({ block: "nearest" });
}

/** Returns whether there is such a place. */
function focus(place: keyof typeof PLACES): boolean {
  const element = document.querySelector<HTMLElement>(PLACES[place]);
  element?.focus();
  return element !== null;
}
