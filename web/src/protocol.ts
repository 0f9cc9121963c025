// The messages between page and server over the socket: one JSON object per frame. The page holds the game and sends
// the whole position with each request; the server knows the rules and searches. These types are the contract, from
// the page's side.

export type Side = "white" | "black";
/** The value of a move or a position for the side that moves: proved, never estimated. */
export type Outcome = "won" | "drawn" | "lost";
export type Choices = Readonly<Record<string, string>>;

/** A choice of a variant's start, such as the width of the board. */
export interface Choice {
  name: string;
  label: string;
  help: string;
  kind: "number" | "text" | "check";
  min?: number;
  max?: number;
  default: string;
  /** The side that makes this choice in a game; if missing, the one who sets the game up. */
  chosen_by?: Side;
}

/** How a piece moves, if it is unusual; the letter is White's. */
export interface Piece {
  letter: string;
  moves: string;
}

export interface Variant {
  name: string;
  /** Its title. */
  title: string;
  /** A description in a sentence, if it stands on the first page. */
  about?: string;
  rules: string;
  start: string;
  promotions: string[];
  choices: Choice[];
  legend?: Piece[];
  /** Whether the program has puzzles for it. */
  puzzles?: boolean;
  /** Whether it has values of a position with the king on each square. */
  squares?: boolean;
}

export interface Hello {
  name: string;
  /** The default game. */
  variant: string;
  variants: Variant[];
  levels: number;
  /** `message`: the largest request in bytes; `text`: the longest text with games, in characters. */
  limits: { message: number; text: number };
}

/** A whole position: a start, and the moves from there in coordinates. */
export interface Position {
  variant: string;
  choices: Choices;
  fen: string | null;
  moves: string[];
}

export interface Legal {
  move: string;
  san: string;
  from: string;
  to: string;
  capture: boolean;
  promotion: string | null;
}

export interface Finish {
  winner: Side | null;
  told: string;
}

export interface View {
  fen: string;
  files: number;
  ranks: number;
  turn: Side;
  number: number;
  /** Top rank first, letters as in FEN, `.` for an empty square. */
  rows: string[];
  moves: Legal[];
  line: string[];
  last: [string, string] | null;
  check: string | null;
  finish: Finish | null;
}

export interface Term {
  name: string;
  /** Its meaning, in a sentence. */
  meaning: string;
  white: number | null;
  black: number | null;
  for_white: number;
}

export interface Gamelet {
  files: string;
  squares: string[];
  table: string;
}

export interface Mark {
  move: string;
  outcome: Outcome;
}

export interface Look {
  terms: Term[];
  evaluation: number;
  proof: { outcome: Outcome; plies: number } | null;
  gamelets: Gamelet[] | null;
  dead: Record<Side, string[]> | null;
  passers: Record<Side, string[]> | null;
  /** Moves that are proved without search. */
  marks: Mark[];
}

export type Score = { cp: number } | { mate: number };

/** One line of a search, for the side to move. */
export interface Line {
  line: number;
  depth: number;
  seldepth: number;
  score: Score;
  exact: Outcome | null;
  chances: [number, number, number];
  nodes: number;
  nps: number;
  pv: { move: string; san: string }[];
}

/** The current move of a long search: the `number`th of all. */
export interface Current {
  san: string;
  number: number;
  of: number;
}

/** A square for the king of the side to move. */
export interface KingSquare {
  square: string;
  /** For the king's side; `null` if it cannot stand there, or the value is unknown. */
  outcome: Outcome | null;
  plies: number | null;
  impossible: string | null;
}

/** What is known so far about the position with the king on each square. */
export interface KingSquares {
  squares: KingSquare[];
  /** How many squares were examined, of all on the board. */
  looked_at: number;
  positions: number;
  /** Why it is too much work, if it is. */
  refusal: string | null;
}

export interface Done {
  best: string | null;
  outcome: Outcome | null;
  stopped: boolean;
}

export type Limits =
  | { infinite: true }
  | { movetime: number }
  | { wtime: number; btime: number; winc: number; binc: number };

/** Missing fields are empty. */
export interface PgnMove {
  move: string;
  san?: string;
  glyphs?: number[];
  comment?: string;
  before?: string;
  variations?: PgnMove[][];
}

export interface PgnGame {
  text?: string;
  tags: [string, string][];
  variant: string;
  choices: Choices;
  fen: string | null;
  introduction: string;
  result: string;
  moves: PgnMove[];
}

/** Why a request was refused. */
export interface Refusal {
  message: string;
  field?: string;
  at?: number;
}

export type Request =
  | { type: "hello" }
  | ({ type: "view" } & Position)
  | ({ type: "look" } & Position)
  | ({ type: "think"; limits: Limits; lines: number; level: number | null; answer: boolean } & Position)
  | ({ type: "squares" } & Position)
  | { type: "stop" }
  | { type: "choose"; variant: string; choices: Choices }
  | { type: "read_move"; position: Position; text: string }
  | { type: "read_pgn"; text: string; variant?: string }
  | ({ type: "write_pgn" } & PgnGame)
  | { type: "check_fen"; variant: string; fen: string };

export type Answer = { id: number } & (
  | ({ type: "hello" } & Hello)
  | ({ type: "view" } & View)
  | ({ type: "look" } & Look)
  | ({ type: "line" } & Line)
  | ({ type: "current" } & Current)
  | { type: "marks"; marks: Mark[] }
  | ({ type: "squares" } & KingSquares)
  | ({ type: "done" } & Done)
  | { type: "choose"; choices: Choices }
  | { type: "read_move"; move: string }
  | { type: "read_pgn"; games: PgnGame[]; left_out: string[]; text?: string }
  | { type: "write_pgn"; text: string }
  | { type: "check_fen" }
  | ({ type: "error" } & Refusal)
);
