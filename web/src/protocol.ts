// What page and server say to each other over the socket: one JSON object a frame. The page holds the game
// and sends the whole position with each request; the server knows the rules and thinks. These types are the
// contract, seen from the page.

export type Side = "white" | "black";
/** What a move or a position is worth, for the side that moves: proved, never guessed. */
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
  /** The side that makes this choice in a game; if missing, whoever sets the game up. */
  chosen_by?: Side;
}

/** How a piece moves, where not everybody knows; the letter is White's. */
export interface Piece {
  letter: string;
  moves: string;
}

export interface Variant {
  name: string;
  /** What people call it. */
  title: string;
  /** What it is in a sentence, if it stands on the first page. */
  about?: string;
  rules: string;
  start: string;
  files: number;
  ranks: number;
  promotions: string[];
  choices: Choice[];
  legend?: Piece[];
  /** Whether the program brings puzzles along for it. */
  puzzles?: boolean;
  /** Whether it can be told what a position is worth with the king on each square. */
  squares?: boolean;
  game: string;
}

export interface Hello {
  name: string;
  /** The game that is played unless another is chosen. */
  variant: string;
  variants: Variant[];
  levels: number;
  /** `message`: how many bytes a request may have; `text`: how many letters a text with games may have. */
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
  cause: string;
  told: string;
  result: string;
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
  /** What it means, in a sentence. */
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
  proof: { outcome: Outcome; plies: number | null } | null;
  gamelets: Gamelet[] | null;
  dead: Record<Side, string[]> | null;
  passers: Record<Side, string[]> | null;
  /** Moves that are proved without search. */
  marks: Mark[];
}

export type Score = { cp: number } | { mate: number };

/** One line of thought, told for the side to move. */
export interface Line {
  line: number;
  depth: number;
  seldepth: number;
  score: Score;
  exact: Outcome | null;
  chances: [number, number, number] | null;
  nodes: number;
  nps: number;
  time: number;
  hashfull: number;
  pv: { move: string; san: string }[];
}

/** The move that a search which takes long is at: the `number`th of so many. */
export interface Current {
  depth: number;
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

/** What is known so far of the position with the king on each square. */
export interface KingSquares {
  squares: KingSquare[];
  /** How many squares were looked at, of all on the board. */
  looked_at: number;
  positions: number;
  /** Why it is too much, if it is. */
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

/** What is missing is empty. */
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
  | { type: "read_move"; move: string; san: string }
  | { type: "read_pgn"; games: PgnGame[]; left_out: string[]; text?: string }
  | { type: "write_pgn"; text: string }
  | { type: "check_fen"; ok: boolean; fen: string }
  | ({ type: "error" } & Refusal)
);
