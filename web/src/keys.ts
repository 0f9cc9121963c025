// Keys that the page may handle.

/** Whether a key is held with another one that makes it the browser's or the system's, such as Alt and left for back.
    */
export function isModified(event: KeyboardEvent): boolean {
  return event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
}
