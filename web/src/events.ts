// All events of the page: user actions, messages of the server, and time.

import type { Current, Done, Hello, KingSquares, Line, Look, Mark, PgnGame, Refusal, View } from "./protocol";
import type { Source } from "./practising";
import type { Exercise, Wish } from "./puzzles";
import type { Rating } from "./rating";
import type { Archive, Doc, Screen, Tab, Terms, Theme, Wishes } from "./state";
import type { Switch } from "./switches";

export type Event =
  // The server.
  | { type: "linked"; link: "open" | "broken"; now: number }
  | { type: "greeted"; hello: Hello }
  | { type: "viewed"; key: string; view: View; now: number }
  | { type: "looked"; key: string; look: Look }
  | { type: "marked"; key: string; marks: readonly Mark[] }
  | { type: "squared"; key: string; told: KingSquares }
  | { type: "thought"; purpose: Purpose; key: string; line: Line }
  | { type: "at-move"; current: Current }
  | { type: "decided"; purpose: Purpose; key: string; done: Done; line: Line | null; now: number }
  /** `key` is the requested position, if there was one. */
  | { type: "refused"; refusal: Refusal; key: string | null }
  | { type: "setup-refused"; fen: string; refusal: Refusal | null }
  // The page.
  | { type: "screen"; screen: Screen }
  | { type: "tab"; tab: Tab }
  | { type: "theme"; theme: Theme }
  | { type: "switch"; name: Switch; on: boolean }
  | { type: "arrows" }
  | { type: "flip" }
  | { type: "notice"; text: string | null }
  // The game on the board.
  | { type: "open"; doc: Doc; at: number }
  | { type: "move"; move: string; san: string; now: number }
  | { type: "line"; moves: readonly { move: string; san: string }[] }
  | { type: "go"; node: number }
  | { type: "remove"; node: number }
  | { type: "promote"; node: number }
  // Only the changes: the rest of the page may be older than the game.
  | { type: "annotate"; node: number; comment: string }
  | { type: "sign"; node: number; sign: number }
  // Playing.
  | { type: "wish"; wishes: Wishes }
  | { type: "start"; doc: Doc; terms: Terms }
  | { type: "undo"; now: number }
  | { type: "hint" }
  | { type: "offer" }
  | { type: "resign"; now: number }
  | { type: "flag"; now: number }
  // Practising.
  | { type: "practise"; source: Source; wish: Wish; rating: Rating; exercise: Exercise | null }
  | { type: "rated"; rating: Rating }
  | { type: "reply" }
  | { type: "retry" }
  | { type: "solution" }
  // Analysing.
  | { type: "analyse"; on: boolean }
  | { type: "lines"; lines: number }
  | { type: "squares"; on: boolean }
  | { type: "report"; movetime: number }
  | { type: "stop-report" }
  // Files and set-up.
  | { type: "archive"; archive: Archive }
  /** The games of the file with this text, which was open before the page was reloaded. */
  | { type: "reread"; text: string; games: readonly PgnGame[] }
  | { type: "choose-game"; index: number }
  | { type: "saved" }
  | { type: "setup"; fen: string | null };

/** The purpose of a search. */
export type Purpose = "analysis" | "squares" | "reply" | "hint" | "offer" | "report" | "refute";
