// Keeps the content of a tab when it is reloaded, as phones do with pages that the user returns to: the game with its
// variations and comments, the one against the engine, the file. It is kept for this tab alone, and only under its
// address. The server's secret is part of that, so another server's page never finds it. The part after `#` may
// differ when the page is reloaded: it follows the moves with a delay (address.ts), which may end when the browser
// has already taken the address to load.

import { pause } from "./clock";
import type { State } from "./state";
import { save, stored } from "./storage";
import type { Store } from "./store";

const [NAME, PLACE] = ["jacquerie-tab", "sessionStorage"] as const;

type Kept = Pick<State, "doc" | "at" | "play" | "review" | "wishes" | "archive" | "flipped" | "screen" | "tab">;

/** What this tab showed last, if it was at this address. */
export function keptTab(): Partial<Kept> {
  const { address, kept } = stored<{ address?: string; kept?: Kept }>(NAME, PLACE) ?? {};
  const known = address === location.href || (isReloaded() && address?.split("#")[0] === location.href.split("#")[0]);
  return known && kept ? kept : {};
}

export function keepTab(store: Store): void {
  const keep = (): void => {
    const { doc, at, play, review, wishes, archive, flipped, screen, tab } = store.state;
    if (doc.variant === "") return;
    // Exercises are not kept. The address names the puzzles that come with the program, so these begin again.
    const shown = screen === "practice" ? "board" : screen;
    // The time that it takes to load the page counts for nobody.
    const halted = play?.clock ? { ...play, clock: pause(play.clock, Date.now()) } : play;
    const kept: Kept = { doc, at, play: halted, review, wishes, archive, flipped, screen: shown, tab };
    const set = (content: Kept): boolean => save(NAME, { address: location.href, kept: content }, PLACE);
    // A file may be too large; then the game on the board is kept without it. If the browser forbids that, too, the
    // address keeps the moves. What was kept before belongs to another address, or to a game that is no longer there.
    if (!set(kept) && !set({ ...kept, archive: null })) save(NAME, {}, PLACE);
  };
  addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", () => document.hidden && keep());
  // A closed tab keeps nothing, so the browser asks about changes to a file.
  addEventListener("beforeunload", (event) => store.state.archive?.unsaved && event.preventDefault());
}

function isReloaded(): boolean {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return navigation?.type === "reload";
}
