// Keys that the page may handle.

/** Whether a key is held with another one that makes it the browser's or the system's, such as Alt and left for back.
    */
export function isModified(event: KeyboardEvent): boolean {
  return event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
}

/** Whether the user has reached the focused element by keys. */
export function isByKeys(): boolean {
  return document.activeElement?.matches(":focus-visible") ?? false;
}

/** Users of keys go on at the board when what they have pressed disappears. */
export function focusBoard(): void {
  document.querySelector<HTMLElement>('.square[tabindex="0"]')?.focus();
}
