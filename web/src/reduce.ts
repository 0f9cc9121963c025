// From one state and an event to the next. Playing has its own file (playing.ts).

import type { Event } from "./events";
import type { Mark, PgnGame } from "./protocol";
import { ended, playing } from "./playing";
import { practising } from "./practising";
import { annotated, isComplete, type Found, type Report } from "./report";
import { verdictAtEnd, verdictOf } from "./score";
import { besideFile, changed, defaultChoices, type Doc, firstOf, type FoundSquares, IN_PROGRESS, isAnalysed, isPlaying, keyOf, NO_DOC, nodeOf, put, type State, variantOf, viewAt } from "./state";
import { add, annotate, endOf, fromMoves, lineFrom, nodeAt, pathTo, promote, remove, ROOT, sign, type Tree, withNotation } from "./tree";

/** Board events belong to the exercise during practice. */
const OF_EXERCISE: readonly Event["type"][] = ["move", "line", "go", "hint", "analyse", "flip"];

/** Events that would take the board from a game in progress. They may come late, when the user has begun to play. */
const REPLACING: readonly Event["type"][] = ["open", "archive", "choose-game", "setup", "practise"];

export function reduce(state: State, event: Event): State {
  if (isPlaying(state) && REPLACING.includes(event.type)) return { ...state, notice: IN_PROGRESS };
  const next = step(state, event);
  return next.doc === state.doc && next.at === state.at && next.practice === state.practice && next.views === state.views ? next : named(next);
}

/** The state with the moves in notation, up to the current position and to the end of its line, where these are known. */
function named(state: State): State {
  const { practice, views } = state;
  const tree = withNames(state.doc, state.at, views);
  const next = tree === state.doc.tree ? state : { ...state, doc: { ...state.doc, tree } };
  const exercise = practice && withNames(practice.doc, practice.at, views);
  if (!practice || !exercise || exercise === practice.doc.tree) return next;
  return { ...next, practice: { ...practice, doc: { ...practice.doc, tree: exercise } } };
}

function withNames(doc: Doc, at: number, views: State["views"]): Tree {
  return [at, endOf(doc.tree, at)].reduce((tree, node) => withNotation(tree, node, views[keyOf(doc, node)]?.line ?? []), doc.tree);
}

function step(state: State, event: Event): State {
  if (state.screen === "practice" && OF_EXERCISE.includes(event.type)) return practising(state, event);
  switch (event.type) {
    case "practise":
    case "rated":
    case "reply":
    case "retry":
    case "solution":
      return practising(state, event);
    case "linked":
      return playing({ ...state, link: event.link }, event);
    case "greeted":
      return { ...state, hello: event.hello };
    case "viewed": {
      const views = kept(state.views, event.key, event.view);
      return practising(ended({ ...state, views }, event.now), event);
    }
    case "looked":
      return marked({ ...state, looks: kept(state.looks, event.key, event.look) }, event.key, event.look.marks);
    case "marked":
      return marked(state, event.key, event.marks);
    case "thought":
      return event.purpose === "analysis" ? thought(state, event) : state;
    case "squared":
      return withSquares(state, event.key, { ...event.told, complete: false });
    case "at-move":
      return { ...state, analysis: { ...state.analysis, current: event.current } };
    case "decided":
      return decided(state, event);
    case "refused":
      return refused(state, event);
    case "setup-refused":
      return state.setup?.fen === event.fen ? { ...state, setup: { fen: event.fen, refusal: event.refusal } } : state;
    case "screen":
      return { ...state, screen: event.screen };
    case "tab":
      return { ...state, tab: event.tab };
    case "theme":
      return { ...state, theme: event.theme };
    case "switch":
      return { ...state, [event.name]: event.on };
    case "arrows":
      return { ...state, arrows: !state.arrows };
    case "flip":
      return { ...state, flipped: !state.flipped };
    case "notice":
      return { ...state, notice: event.text };
    case "open":
      return besideFile(put(state, event.doc, event.at));
    case "move":
      return isPlaying(state) ? playing(state, event) : line(state, [event]);
    case "line":
      return line(state, event.moves);
    case "go":
      return { ...state, at: event.node };
    case "remove":
      return removed(state, event.node);
    case "promote":
      return unreported(changed(state, { tree: promote(state.doc.tree, event.node) }));
    case "annotate":
      return changed(state, { tree: annotate(state.doc.tree, event.node, { comment: event.comment }) });
    case "sign":
      return changed(state, { tree: sign(state.doc.tree, event.node, event.sign) });
    case "wish":
      return { ...state, wishes: event.wishes };
    case "analyse":
      return { ...state, analysis: { ...state.analysis, on: event.on, current: null } };
    case "lines":
      return { ...state, analysis: { ...state.analysis, on: isAnalysed(state), lines: event.lines, told: [], ended: false } };
    case "squares":
      return { ...state, squares: { ...state.squares, on: event.on } };
    case "report": {
      const nodes = [ROOT, ...lineFrom(state.doc.tree, ROOT)];
      return { ...state, report: { nodes, found: [], movetime: event.movetime }, review: null };
    }
    case "stop-report":
      return { ...state, report: null };
    case "archive": {
      const { archive } = event;
      const game = archive.games[archive.current ?? -1];
      return game ? { ...put(state, docOf(game), ROOT), archive } : { ...state, archive };
    }
    case "reread":
      return state.archive?.text === event.text ? { ...state, archive: { ...state.archive, games: event.games } } : state;
    case "choose-game":
      return chosen(state, event.index);
    case "saved":
      return state.archive ? { ...state, archive: { ...state.archive, unsaved: false } } : state;
    case "setup":
      return { ...state, setup: event.fen === null ? null : { fen: event.fen, refusal: null } };
    default:
      return playing(state, event);
  }
}

/** Proved marks stay: of those of a look and of a search, the larger set is kept. */
function marked(state: State, key: string, marks: readonly Mark[]): State {
  const fewer = marks.length <= (state.marks[key]?.length ?? 0);
  return fewer ? state : { ...state, marks: kept(state.marks, key, marks) };
}

/** A link may be invalid: a wrong move is cut with all after it; a wrong start is replaced by the usual one. Any other
    refusal changes nothing. */
function refused(state: State, { refusal, key }: Event & { type: "refused" }): State {
  const told = { ...state, notice: refusal.message };
  const { doc } = state;
  const node = key === null ? undefined : nodeOf(doc, key);
  if (node === undefined || viewAt(state, node)) return told;
  if (refusal.field === "moves") {
    const wrong = pathTo(doc.tree, node)[refusal.at ?? 0];
    return wrong === undefined ? told : { ...told, ...without(state, wrong) };
  }
  if (refusal.field !== "fen" && refusal.field !== "choices") return told;
  const variant = variantOf(state);
  return { ...told, doc: { ...NO_DOC, variant: doc.variant, choices: variant ? defaultChoices(variant) : {} }, at: ROOT };
}

/** The game without a move and all that follows. A board that showed one of these shows the position before them. */
function without({ doc, at }: State, node: number): Pick<State, "doc" | "at"> {
  const isGone = pathTo(doc.tree, at).includes(node);
  return { doc: { ...doc, tree: remove(doc.tree, node) }, at: isGone ? nodeAt(doc.tree, node).parent : at };
}

/** How many positions of each sort are remembered. */
const KEPT = 400;

function kept<T>(words: Readonly<Record<string, T>>, key: string, word: T): Readonly<Record<string, T>> {
  const names = Object.keys(words);
  if (names.length < KEPT || key in words) return { ...words, [key]: word };
  const rest = names.slice(names.length - KEPT / 2).map((name) => [name, words[name] as T]);
  return { ...Object.fromEntries(rest), [key]: word };
}

/** Plays moves from the current position, and goes to the last. */
function line(state: State, moves: readonly { move: string; san: string }[]): State {
  if (isPlaying(state)) return state;
  let { tree } = state.doc;
  let at = state.at;
  for (const { move, san } of moves) ({ tree, id: at } = add(tree, at, move, san));
  const moved = tree === state.doc.tree ? state : changed(state, { tree });
  return { ...moved, at };
}

function removed(state: State, node: number): State {
  if (isPlaying(state)) return state;
  const { doc, at } = without(state, node);
  return unreported({ ...changed(state, doc), at });
}

/** The main line is another one: an analysis of the game ends, and the last one is no longer of this game. */
function unreported(state: State): State {
  const notice = state.report ? "The analysis of the game has been stopped" : state.notice;
  return { ...state, report: null, review: null, notice };
}

function thought(state: State, event: Event & { type: "thought" }): State {
  const { key, line: told } = event;
  const before = state.analysis.key === key ? state.analysis.told : [];
  const others = before.filter((old) => old.line !== told.line);
  const all = [...others, told].sort((one, two) => one.line - two.line);
  return { ...state, analysis: { ...state.analysis, key, told: all, current: null, ended: false } };
}

function decided(state: State, event: Event & { type: "decided" }): State {
  if (event.purpose === "analysis") {
    const { analysis } = state;
    const isComplete = analysis.key === event.key && !event.done.stopped;
    // The analysis of an exercise does not switch off that of the game.
    const on = analysis.on && (state.screen === "practice" || !isComplete);
    return { ...state, analysis: { ...analysis, on, current: null, ended: isComplete } };
  }
  if (event.purpose === "squares") {
    const found = state.squares.found[event.key];
    return found && !event.done.stopped ? withSquares(state, event.key, { ...found, complete: true }) : state;
  }
  if (event.purpose === "refute") return practising(state, event);
  return event.purpose === "report" ? reported(state, event) : playing(state, event);
}

function withSquares(state: State, key: string, found: FoundSquares): State {
  return { ...state, squares: { ...state.squares, found: kept(state.squares.found, key, found) } };
}

/** One more position of a report; with the last, the game gets its scores and annotations. */
function reported(state: State, event: Event & { type: "decided" }): State {
  const { report } = state;
  const node = report?.nodes[report.found.length];
  if (!report || node === undefined || keyOf(state.doc, node) !== event.key || event.done.stopped) return state;
  const view = viewAt(state, node);
  const next: Report = { ...report, found: [...report.found, found(event, view)] };
  if (!isComplete(next)) return { ...state, report: next };
  return changed({ ...state, report: null, review: next }, { tree: annotated(state.doc.tree, next, firstOf(state)) });
}

function found(event: Event & { type: "decided" }, view: ReturnType<typeof viewAt>): Found {
  if (view?.finish) return { verdict: verdictAtEnd(view.finish), best: null, line: [] };
  const verdict = event.line ? verdictOf(event.line, view?.turn ?? "white") : null;
  return { verdict: verdict ?? { score: null, exact: null, points: 0.5 }, best: event.done.best, line: event.line?.pv ?? [] };
}

/** Another game of the file, with its changes so far. */
function chosen(state: State, index: number): State {
  const { archive } = state;
  const game = archive?.games[index];
  if (!archive || !game) return state;
  const doc = archive.changed[index] ?? docOf(game);
  return { ...put(state, doc, ROOT), archive: { ...archive, current: index } };
}

export function docOf(game: PgnGame): Doc {
  const { variant, choices, fen, tags, introduction, result } = game;
  return { variant, choices, fen, tags, introduction, result, tree: fromMoves(game.moves) };
}
