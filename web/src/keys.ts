// Keys that the page may handle.

/** Whether a key is held with another one that makes it the browser's or the system's, such as Alt and left for back.
    */
export function isModified(event: KeyboardEvent): boolean {
  return event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
}

/** How long a board may take to appear, in milliseconds. */
const PATIENCE = 5_000;

/** Does what a button says that may disappear with it. Users of keys go on at the board, as soon as there is one. */
export async function leaving(action: () => void | Promise<void>): Promise<void> {
  const pressed = document.activeElement;
  const byKeys = pressed?.matches(":focus-visible") ?? false;
  await action();
  if (!byKeys || focusBoard()) return;
  const board = new MutationObserver(() => {
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && activeElement !== pressed;
    if (isElsewhere || focusBoard()) board.disconnect();
  });
  board.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => board.disconnect(), PATIENCE);
}

/** Returns whether there is a board. */
function focusBoard(): boolean {
  const square = document.querySelector<HTMLElement>('.square[tabindex="0"]');
  square?.focus();
  return square !== null;
}
