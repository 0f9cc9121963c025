// User actions that need the server: starting a game, files, checking a set-up.

import { type Connection, Refused } from "./connection";
import { readRows } from "./fen";
import type { Choice, Choices, PgnGame, Position, Refusal, Side, Variant } from "./protocol";
import { onBoard, type Source } from "./practising";
import { candidates, type Exercise, exerciseOf, type Puzzle, readPuzzles, type Wish } from "./puzzles";
import { savedRating } from "./rating";
import { type Mistake, mistakesOf } from "./review";
import { sideName } from "./squares";
import { type Archive, type Doc, firstOf, isPlaying, keyOf, NO_DOC, positionAt, type Terms, titleOf, viewAt } from "./state";
import type { Store } from "./store";
import { hasNotes, nodeAt, pathTo, toMoves, ROOT } from "./tree";

/** The start of a game; `fen` null is the start of the variant. */
export interface Start {
  variant: string;
  choices: Choices;
  fen: string | null;
}

/** The choices of the engine. */
function engineChooses({ choices }: Variant, you: Side): Choice[] {
  return choices.filter((choice) => choice.chosen_by && choice.chosen_by !== you);
}

/** The default wishes. */
const ANY: Wish = { theme: "", level: "own" };

export class Errands {
  readonly #sets = new Map<string, readonly Puzzle[]>();
  /** The game that was saved last, of those in no file. */
  #saved: Doc | null = null;

  constructor(
    private readonly store: Store,
    private readonly connection: Connection,
  ) {}

  /** Does something, and reports why if it fails. */
  async attempt(action: Promise<void>): Promise<void> {
    try {
      await action;
    } catch (error) {
      this.store.dispatch({ type: "notice", text: refusalOf(error).message });
    }
  }

  /** Starts a game from a position, or from the variant's start. The engine makes the choices of its own side. */
  async start({ variant, choices: chosen, fen }: Start, terms: Terms): Promise<void> {
    const known = this.store.state.hello?.variants.find(({ name }) => name === variant);
    const engines = known && fen === null ? engineChooses(known, terms.you) : [];
    let choices = chosen;
    if (engines.length > 0) {
      const asked = Object.fromEntries(
        Object.entries(chosen).filter(([name]) => !engines.some((choice) => choice.name === name)),
      );
      const answer = await this.connection.ask({ type: "choose", variant, choices: asked });
      choices = { ...asked, ...answer.choices };
    }
    // An invalid start is reported here, and the board stays the same.
    await this.connection.ask({ type: "view", variant, choices, fen, moves: [] });
    const { you } = terms;
    const [human, engine] = ["You", this.store.state.hello?.name ?? "Engine"];
    const tags: Doc["tags"] = [
      ["Date", today()],
      ["White", you === "white" ? human : engine],
      ["Black", you === "black" ? human : engine],
    ];
    this.#close();
    this.store.dispatch({ type: "start", doc: { ...NO_DOC, variant, choices, fen, tags }, terms });
  }

  /** Puts the start of a variant, or a position, on the board. */
  async open(variant: string, choices: Choices, fen: string | null): Promise<void> {
    await this.connection.ask({ type: "view", variant, choices, fen, moves: [] });
    this.#close();
    this.store.dispatch({ type: "open", doc: { ...NO_DOC, variant, choices, fen }, at: ROOT });
  }

  /** Puts a game of the file on the board. */
  async chooseGame(index: number): Promise<void> {
    this.#close();
    this.store.dispatch({ type: "choose-game", index });
  }

  /** Whether the game on the board has nothing that exists nowhere else. A game in progress is protected elsewhere
      (reduce.ts). */
  isKept(isWork = isNoted): boolean {
    const { state } = this.store;
    const { doc, archive } = state;
    return isPlaying(state) || (archive?.current ?? null) !== null || doc === this.#saved || !isWork(doc);
  }

  /** Whether the game on the board may be replaced: if it is kept nowhere else, the user decides. */
  mayClose(isWork = isNoted): boolean {
    return this.isKept(isWork) || confirm("The game on the board is in no file. Close it all the same?");
  }

  #close(): void {
    if (!this.mayClose()) throw new Refused({ message: "The game on the board stays open" });
  }

  /** The pieces of a position. */
  async rowsOf(position: Position): Promise<readonly string[]> {
    return (await this.connection.ask({ type: "view", ...position })).rows;
  }

  /** Starts setting up a position: the one on the board, or the start of another variant. */
  async setUp(variant: string, choices: Choices): Promise<void> {
    const { state } = this.store;
    const { doc, at } = state;
    const here = variant === doc.variant && JSON.stringify(choices) === JSON.stringify(doc.choices);
    const position = here ? positionAt(doc, at) : { variant, choices, fen: null, moves: [] };
    const { fen } = await this.connection.ask({ type: "view", ...position });
    if (!here) await this.open(variant, choices, null);
    this.store.dispatch({ type: "setup", fen });
  }

  /** Starts practice with the puzzles that come with the program. */
  async practise(variant: string): Promise<void> {
    let puzzles = this.#sets.get(variant);
    if (!puzzles) {
      const answer = await fetch(`puzzles/${encodeURIComponent(variant)}`);
      if (!answer.ok) throw new Refused({ message: `There are no puzzles of “${variant}” here` });
      puzzles = readPuzzles(await answer.text());
      this.#sets.set(variant, puzzles);
    }
    const wish = this.store.state.practice?.wish ?? ANY;
    // The theme may be another game's.
    const theme = puzzles.some(({ themes }) => themes.includes(wish.theme)) ? wish.theme : "";
    await this.#draw({ kind: "set", variant, puzzles, isBuiltIn: true }, { ...wish, theme });
  }

  /** The next exercise, by the user's wishes. */
  async next(wish?: Wish): Promise<void> {
    const { practice } = this.store.state;
    if (!practice) return;
    const { source } = practice;
    if (source.kind === "set") await this.#draw(source, wish ?? practice.wish);
    else this.#take({ ...source, index: source.index + 1 });
  }

  /** Shows a puzzle. Those of the user's own file that cannot be played are left out, and reported. */
  async #draw(source: Source & { kind: "set" }, wish: Wish, leftOut: readonly string[] = []): Promise<void> {
    const rating = savedRating(source.variant);
    const all = candidates(source.puzzles, wish, rating.elo, new Set(rating.tried));
    const puzzle = all[Math.floor(Math.random() * all.length)];
    const exercise = puzzle ? exerciseOf(source.variant, puzzle) : null;
    const fault = exercise && !source.isBuiltIn ? await this.#faultOf(exercise) : null;
    if (exercise && fault) {
      const puzzles = source.puzzles.filter((one) => one !== puzzle);
      return this.#draw({ ...source, puzzles }, wish, [...leftOut, `${exercise.name}: ${fault}`]);
    }
    this.store.dispatch({ type: "practise", source, wish, rating, exercise });
    if (leftOut.length > 0) this.store.dispatch({ type: "notice", text: told(leftOut) });
  }

  /** Why the line of an exercise cannot be played; `null` if it can. */
  async #faultOf({ position, line }: Exercise): Promise<string | null> {
    try {
      await this.connection.ask({ type: "view", ...position, moves: [...position.moves, ...line] });
      return null;
    } catch (error) {
      const { field, message } = refusalOf(error);
      if (field === undefined) throw error;
      return message;
    }
  }

  /** Starts practice with the mistakes of the game on the board, as far as they are one side's. */
  learn(side: Side): void {
    const { doc, review } = this.store.state;
    const mistakes = review ? mistakesOf(review, doc.tree, firstOf(this.store.state)).filter((one) => one.side === side) : [];
    const exercises = mistakes.flatMap((mistake) => exerciseOfMistake(doc, mistake));
    if (exercises.length > 0) this.#take({ kind: "mistakes", exercises, index: 0 });
    else this.store.dispatch({ type: "notice", text: `${sideName(side)} made no mistakes` });
  }

  #take(source: Source & { kind: "mistakes" }): void {
    const exercise = source.exercises[source.index] ?? null;
    this.store.dispatch({ type: "practise", source, wish: ANY, rating: savedRating(""), exercise });
  }

  /** Puts the exercise on the board, with the user's moves, to analyse it; one of the game there as a variation. */
  analyseExercise(): void {
    const { practice, doc: game } = this.store.state;
    if (!practice?.exercise) return;
    const { doc, at, source } = practice;
    const isOfGame = source.kind === "mistakes" && keyOf(game, ROOT) === keyOf(doc, ROOT);
    // Nobody expects an exercise to replace a game, so any moves count here.
    if (!isOfGame && !this.mayClose(({ tree }) => nodeAt(tree, ROOT).children.length > 0)) return;
    if (isOfGame) {
      const moves = pathTo(doc.tree, at).map((node) => nodeAt(doc.tree, node));
      this.store.dispatch({ type: "screen", screen: "board" });
      this.store.dispatch({ type: "go", node: ROOT });
      this.store.dispatch({ type: "line", moves });
    } else this.store.dispatch({ type: "open", doc, at });
    this.store.dispatch({ type: "tab", tab: "analyse" });
    this.store.dispatch({ type: "analyse", on: true });
  }

  /** Reads pasted text: games, a list of positions, or a FEN. */
  async paste(text: string): Promise<void> {
    const line = text.trim();
    const isOne = !/[\n\r;]/.test(line) && line.split(/\s+/).length <= 6;
    const isFen = isOne && readRows(line) !== null && line.includes("/");
    await (isFen ? this.open(this.store.state.doc.variant, {}, line) : this.read("Pasted", text));
  }

  /** Reads a file of games or positions. The limit is on the file's size, not on the message's. */
  async openFile(file: File): Promise<void> {
    this.#check(file.size, "bytes");
    const text = await decoded(file);
    if (/\.csv$/i.test(file.name)) await this.#openPuzzles(text);
    else await this.read(file.name, text);
  }

  /** Starts practice with the puzzles of a file, which does not name a game: that of the board is used. */
  async #openPuzzles(text: string): Promise<void> {
    const puzzles = readPuzzles(text);
    if (puzzles.length === 0) throw new Refused({ message: "There is no puzzle in it: expected columns FEN and Moves, as in Lichess’s", field: "pgn" });
    const title = titleOf(this.store.state);
    const { variant } = this.store.state.doc;
    const refusals = await Promise.all(puzzles.slice(0, TRIED).map(({ fen }) => this.check(variant, fen)));
    if (refusals.every((refusal) => refusal?.field === "fen")) {
      const message = `Its puzzles are not of “${title}”; open their game first. ${refusals[0]?.message ?? ""}`;
      throw new Refused({ message, field: "pgn" });
    }
    await this.#draw({ kind: "set", variant, puzzles, isBuiltIn: false }, ANY);
  }

  /** Reads games or positions, shows them, and reports what was left out. */
  async read(name: string, text: string): Promise<void> {
    this.#check(text.length, "letters");
    const { variant } = this.store.state.doc;
    const read = await this.connection.ask({ type: "read_pgn", text, variant });
    const { games, left_out: leftOut } = read;
    if (games.length === 0) throw new Refused({ message: "There is no game in it", field: "pgn" });
    const { archive } = this.store.state;
    if (archive?.unsaved && !isPlaying(this.store.state) && !confirm(`Changes to ${archive.name} are not saved. Close it all the same?`)) {
      throw new Refused({ message: `${archive.name} stays open`, field: "pgn" });
    }
    this.#close();
    this.store.dispatch({ type: "archive", archive: { name, text: read.text ?? text, variant, games, current: 0, changed: {}, unsaved: false } });
    // The user may have begun to play meanwhile.
    if (isPlaying(this.store.state)) return;
    this.store.dispatch({ type: "tab", tab: "games" });
    if (leftOut.length > 0) this.store.dispatch({ type: "notice", text: told(leftOut) });
  }

  /** Reads the games of the open file again. */
  async reread({ text, variant }: Archive): Promise<void> {
    const { games } = await this.connection.ask({ type: "read_pgn", text, variant });
    this.store.dispatch({ type: "reread", text, games });
  }

  #check(size: number, unit: string): void {
    const most = this.store.state.hello?.limits.text ?? Infinity;
    if (size > most) throw new Refused({ message: `This is too much at once: ${size} ${unit}, expected at most ${most}`, field: "pgn" });
  }

  /** Plays a typed move, unless the board has gone on to another position meanwhile. */
  async play(text: string): Promise<void> {
    const { doc, at } = onBoard(this.store.state);
    const { move } = await this.#read(positionAt(doc, at), text);
    const state = onBoard(this.store.state);
    if (keyOf(state.doc, state.at) !== keyOf(doc, at)) return;
    // After the end of the game, a readable move is still not a move.
    const legal = viewAt(state, at)?.moves.find((one) => one.move === move);
    if (!legal) throw noMove(text);
    this.store.dispatch({ type: "move", ...legal, now: Date.now() });
  }

  async #read(position: Position, text: string): Promise<{ move: string }> {
    try {
      return await this.connection.ask({ type: "read_move", position, text });
    } catch (error) {
      throw refusalOf(error).field === "text" ? noMove(text) : error;
    }
  }

  /** The game on the board as PGN: the original text if it was not changed. */
  game(): Promise<string> {
    const { archive, doc } = this.store.state;
    const current = archive?.current ?? null;
    const untouched = archive && current !== null && !archive.changed[current] ? archive.games[current]?.text : undefined;
    return untouched === undefined ? this.#write(doc) : Promise.resolve(untouched);
  }

  /** The text to save: the whole file, if the game on the board is one of it; unchanged games, and all between games,
      keep their text. */
  async save(): Promise<string> {
    const { archive, doc } = this.store.state;
    if (!archive || archive.current === null) {
      const text = await this.game();
      this.#saved = doc;
      return text;
    }
    if (archive.games.length === 0) throw new Refused({ message: `${archive.name} is being read again` });
    const texts = await Promise.all(
      archive.games.map((_, index) => {
        const doc = archive.changed[index];
        return doc ? this.#write(doc) : null;
      }),
    );
    if (this.store.state.archive === archive) this.store.dispatch({ type: "saved" });
    return spliced(archive, texts);
  }

  async #write(doc: Doc): Promise<string> {
    return (await this.connection.ask({ type: "write_pgn", ...pgnGame(doc) })).text;
  }

  /** The reason why a position cannot be set up; `null` if it can. */
  async check(variant: string, fen: string): Promise<Refusal | null> {
    try {
      await this.connection.ask({ type: "check_fen", variant, fen });
      return null;
    } catch (error) {
      return refusalOf(error);
    }
  }
}

/** Whether a game has more than its moves. */
function isNoted({ introduction, tree }: Doc): boolean {
  return introduction !== "" || hasNotes(tree);
}

/** How many puzzles of a file show whether they are of a game. */
const TRIED = 10;

/** The date as in PGN. */
export function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join(".");
}

/** A mistake as an exercise: a move that gives less away is right. */
function exerciseOfMistake(doc: Doc, { node, from, side, before, better }: Mistake): Exercise[] {
  const [best] = better;
  if (!best) return [];
  const points = side === "white" ? before.points : 1 - before.points;
  const plies = pathTo(doc.tree, from).length;
  const name = `In place of ${nodeAt(doc.tree, node).san}, after ${plies} half-moves`;
  return [{ position: positionAt(doc, from), line: [best.move], led: false, enough: points - NEARLY, goal: null, id: "", name, rating: null, themes: [] }];
}

/** A move is as good if it loses at most this share of the expected points. */
const NEARLY = 0.05;

function noMove(text: string): Refused {
  return new Refused({ message: `“${text}” is not a legal move here, or fits more than one`, field: "text" });
}

export function refusalOf(error: unknown): Refusal {
  return error instanceof Refused ? error.refusal : { message: String(error) };
}

export function pgnGame(doc: Doc): PgnGame {
  const { variant, choices, fen, introduction, result, tree } = doc;
  const tags = doc.tags.map(([name, value]): [string, string] => [name, value]);
  return { tags, variant, choices, fen, introduction, result, moves: toMoves(tree) };
}

/** What was left out of a file, and why: the first three, and the number of the others. */
function told(leftOut: readonly string[]): string {
  const more = leftOut.length > 3 ? ["…"] : [];
  return [`${leftOut.length} left out`, ...leftOut.slice(0, 3), ...more].join("; ");
}

/** The text of a file, with some of its games replaced. */
export function spliced(archive: Archive, texts: readonly (string | null)[]): string {
  let [text, from] = ["", 0];
  archive.games.forEach((game, index) => {
    const [old, written] = [game.text ?? "", texts[index]];
    const at = archive.text.indexOf(old, from);
    if (at < 0) return;
    const replaced = written === null || written === undefined ? old : written.trimEnd() + old.slice(old.trimEnd().length);
    text += archive.text.slice(from, at) + replaced;
    from = at + old.length;
  });
  return text + archive.text.slice(from);
}

/** The text of a file: UTF-8 with or without a mark; lines that are not, in Latin 1, as in old files. */
export async function decoded(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new Refused({ message: "The text is encoded as UTF-16 or UTF-32; save it again as UTF-8", field: "pgn" });
  }
  const [utf8, latin1] = [new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }), new TextDecoder("windows-1252")];
  const either = (part: Uint8Array): string | null => {
    try {
      return utf8.decode(part);
    } catch {
      return null;
    }
  };
  const whole = either(bytes);
  if (whole !== null) return whole;
  let text = "";
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, from) + 1 || bytes.length;
    const line = bytes.subarray(from, end);
    text += either(line) ?? latin1.decode(line);
    from = end;
  }
  return text;
}

const LINE_FEED = 10;
