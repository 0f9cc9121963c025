// Keys that the page may handle.

/** Whether a key is held with another one that makes it the browser's or the system's, such as Alt and left for back.
    */
export function isModified(event: KeyboardEvent): boolean {
  return event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
}

/** Where users of keys go on: the board, or, to walk through moves, the list of moves. */
const PLACES = { board: '.square[tabindex="0"]', moves: ".move-list" } as const;

/** How long it may take to appear, in milliseconds. */
const PATIENCE = 5_000;

/** Does what a button says that may disappear with it. Users of keys go on elsewhere, as soon as that is there. */
export async function leaving(action: () => void | Promise<void>, place: keyof typeof PLACES = "board"): Promise<void> {
  const pressed = document.activeElement;
  const byKeys = pressed?.matches(":focus-visible") ?? false;
  await action();
  // What the action has changed is drawn in the next frame at the latest.
  await new Promise((done) => requestAnimationFrame(done));
  if (!byKeys || focus(place)) return;
  const appears = new MutationObserver(() => {
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && activeElement !== pressed;
    if (isElsewhere || focus(place)) appears.disconnect();
  });
  appears.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => appears.disconnect(), PATIENCE);
}

/** Returns whether there is such a place. */
function focus(place: keyof typeof PLACES): boolean {
  const element = document.querySelector<HTMLElement>(PLACES[place]);
  element?.focus();
  return element !== null;
}
