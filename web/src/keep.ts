// Keeps the content of a tab when it is reloaded, as phones do with pages that the user returns to: the game with its
// variations and comments, the one against the engine, the file. It is kept for this tab alone, and only under its
// address. The server's secret is part of that, so another server's page never finds it. The part after `#` may
// differ when the page is reloaded: it follows the moves with a delay (address.ts), which may end when the browser
// has already taken the address to load.

import { pause } from "./clock";
import type { Errands } from "./errands";
import type { State } from "./state";
import { save, stored } from "./storage";
import type { Store } from "./store";

const [NAME, PLACE] = ["jacquerie-tab", "sessionStorage"] as const;

type Kept = Pick<State, "doc" | "at" | "play" | "review" | "wishes" | "archive" | "flipped" | "screen" | "tab" | "setup" | "notice">;

/** What this tab showed last, if it was at this address. */
export function keptTab(): Partial<Kept> {
  const { address, kept } = stored<{ address?: string; kept?: Kept }>(NAME, PLACE) ?? {};
  const known = address === location.href || (isReloaded() && address?.split("#")[0] === location.href.split("#")[0]);
  return known && kept ? kept : {};
}

/** What there is to keep. */
function contentOf({ doc, at, play, review, wishes, archive, flipped, screen, tab, setup }: State): Kept {
  // Exercises are not kept. The address names the puzzles that come with the program, so these begin again.
  const shown = screen === "practice" ? "board" : screen;
  // The time that it takes to load the page counts for nobody.
  const halted = play?.clock ? { ...play, clock: pause(play.clock, Date.now()) } : play;
  // The games of a file take several times the room of its text, from which they are read again.
  const file = archive && { ...archive, games: [] };
  return { doc, at, play: halted, review, wishes, archive: file, flipped, screen: shown, tab, setup, notice: null };
}

/** How long a hidden tab waits for more changes before it keeps them, in milliseconds. */
const WAIT = 1000;

export function keepTab(store: Store, errands: Errands): void {
  const set = (kept: Kept): boolean => save(NAME, { address: location.href, kept }, PLACE);
  const keep = (): void => {
    if (store.state.doc.variant === "") return;
    const kept = contentOf(store.state);
    if (set(kept)) return;
    // A file may be too large; then the game on the board is kept without it. If the browser forbids that, too, the
    // address keeps the moves. What was kept before belongs to another address, or to a game that is no longer there.
    const notice = kept.archive && `${kept.archive.name} was too large to keep; open it again`;
    if (!set({ ...kept, archive: null, notice })) save(NAME, {}, PLACE);
  };
  addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", () => document.hidden && keep());
  // The browser may discard a hidden tab without notice, and load it again when the user returns to it.
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keepHidden = (): void => {
    timer = undefined;
    if (document.hidden) keep();
  };
  let { hello } = store.state;
  store.subscribe(() => {
    if (document.hidden) timer ??= setTimeout(keepHidden, WAIT);
    const { archive } = store.state;
    if (hello === store.state.hello) return;
    hello = store.state.hello;
    if (archive?.games.length === 0) void errands.attempt(errands.reread(archive));
  });
  // A closed tab keeps nothing, so the browser asks about changes to a file, and about notes in none.
  addEventListener("beforeunload", (event) => {
    if (store.state.archive?.unsaved || !errands.isKept()) event.preventDefault();
  });
}

/** Whether the page was reloaded, by the user, or by the browser after it had discarded it. */
function isReloaded(): boolean {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const { wasDiscarded } = document as Document & { wasDiscarded?: boolean };
  return wasDiscarded === true || navigation?.type === "reload";
}
