// The moves of a game, with their variations: a tree that is never changed, only replaced. A node is a move with its
// annotations; node 0 is the start. A node's number is its index in the list and stays the same, so that views and
// scores can be stored by it. A removed branch is only no longer reached.

import type { PgnMove, View } from "./protocol";

export interface Node {
  readonly parent: number;
  readonly move: string;
  readonly san: string;
  /** The first is the main line, the others are variations. */
  readonly children: readonly number[];
  readonly glyphs: readonly number[];
  readonly comment: string;
  /** A comment that stands before the move. */
  readonly before: string;
  /** The glyph of an analysis, which the next one may remove. */
  readonly judged: number | null;
}

export type Tree = readonly Node[];

export const ROOT = 0;
const START: Node = { parent: -1, move: "", san: "", children: [], glyphs: [], comment: "", before: "", judged: null };
export const EMPTY: Tree = [START];

export function nodeAt(tree: Tree, id: number): Node {
  return tree[id] ?? START;
}

function replaced(tree: Tree, id: number, change: Partial<Node>): Tree {
  return tree.map((node, index) => (index === id ? { ...node, ...change } : node));
}

/** Plays a move; if it exists already, finds it. */
export function add(tree: Tree, at: number, move: string, san: string): { tree: Tree; id: number } {
  const here = nodeAt(tree, at);
  const known = here.children.find((child) => nodeAt(tree, child).move === move);
  if (known !== undefined) return { tree, id: known };
  const id = tree.length;
  const grown = replaced(tree, at, { children: [...here.children, id] });
  return { tree: [...grown, { ...START, parent: at, move, san }], id };
}

/** The nodes from the first move to this one. */
export function pathTo(tree: Tree, id: number): number[] {
  const path: number[] = [];
  for (let at = id; at > ROOT; at = nodeAt(tree, at).parent) path.unshift(at);
  return path;
}

/** The moves from the start to this node, in coordinates. */
export function movesTo(tree: Tree, id: number): string[] {
  return pathTo(tree, id).map((at) => nodeAt(tree, at).move);
}

/** The nodes that follow by the first choice each time. */
export function lineFrom(tree: Tree, id: number): number[] {
  const line: number[] = [];
  for (let at = nodeAt(tree, id).children[0]; at !== undefined; at = nodeAt(tree, at).children[0]) line.push(at);
  return line;
}

/** The last node of the line that goes on from here. */
export function endOf(tree: Tree, id: number): number {
  return lineFrom(tree, id).at(-1) ?? id;
}

/** The last node of the line, if its moves came in coordinates and have no notation yet. */
export function unnamedEnd(tree: Tree, id: number): number | null {
  const end = endOf(tree, id);
  const { move, san } = nodeAt(tree, end);
  return end !== id && san === move ? end : null;
}

/** The next or previous sibling of a node: the same move number in another variation. */
export function brother(tree: Tree, id: number, step: number): number {
  const family = id === ROOT ? [] : nodeAt(tree, nodeAt(tree, id).parent).children;
  return family[family.indexOf(id) + step] ?? id;
}

/** Whether a node belongs to the moves played, not to a variation. */
export function isMain(tree: Tree, id: number): boolean {
  return pathTo(tree, id).every((at) => nodeAt(tree, nodeAt(tree, at).parent).children[0] === at);
}

/** Without this move and all that follows. */
export function remove(tree: Tree, id: number): Tree {
  if (id === ROOT) return tree;
  const parent = nodeAt(tree, id).parent;
  return replaced(tree, parent, { children: nodeAt(tree, parent).children.filter((child) => child !== id) });
}

/** Makes the line to this node the main line. */
export function promote(tree: Tree, id: number): Tree {
  return pathTo(tree, id).reduce((grown, at) => {
    const parent = nodeAt(grown, at).parent;
    const others = nodeAt(grown, parent).children.filter((child) => child !== at);
    return replaced(grown, parent, { children: [at, ...others] });
  }, tree);
}

/** The half-moves before a position, by the number of its move. */
export function pliesBefore(view: Pick<View, "number" | "turn"> | null): number {
  return view ? 2 * (view.number - 1) + (view.turn === "black" ? 1 : 0) : 0;
}

/** The number before the move after so many half-moves: White's always, Black's only at the beginning of a line. */
export function moveNumber(plies: number, isFirst = false): string {
  const number = Math.floor(plies / 2) + 1;
  return plies % 2 === 0 ? `${number}.` : isFirst ? `${number}…` : "";
}

export function annotate(tree: Tree, id: number, change: { comment?: string; glyphs?: readonly number[]; judged?: number | null }): Tree {
  return replaced(tree, id, change);
}

/** The glyphs of a move, from ! to ?!; others are about the position. */
export const MOVE_SIGNS = [1, 2, 3, 4, 5, 6];

/** The glyph of a move, 0 if it has none. */
export function signOf(node: Node): number {
  return node.glyphs.find((glyph) => MOVE_SIGNS.includes(glyph)) ?? 0;
}

/** Gives a move this glyph, or removes it with 0; glyphs about the position stay. */
export function sign(tree: Tree, id: number, glyph: number): Tree {
  const others = nodeAt(tree, id).glyphs.filter((old) => !MOVE_SIGNS.includes(old));
  return annotate(tree, id, { glyphs: glyph === 0 ? others : [glyph, ...others], judged: null });
}

/** Adds the server's notation of the moves to a node, where they came in coordinates only. */
export function withNotation(tree: Tree, id: number, line: readonly string[]): Tree {
  return pathTo(tree, id).reduce((grown, at, index) => {
    const { move, san } = nodeAt(grown, at);
    const written = line[index];
    return written === undefined || san !== move || san === written ? grown : replaced(grown, at, { san: written });
  }, tree);
}

/** The tree of moves, from a PGN file's form. */
export function fromMoves(moves: readonly PgnMove[]): Tree {
  const tree: (Node & { children: number[] })[] = [{ ...START, children: [] }];
  const grow = (start: number, line: readonly PgnMove[]): void => {
    let at = start;
    for (const told of line) {
      const id = tree.length;
      const { move, san = move, glyphs = [], comment = "", before = "" } = told;
      tree.push({ ...START, parent: at, move, san, glyphs, comment, before, children: [] });
      tree[at]?.children.push(id);
      for (const variation of told.variations ?? []) grow(at, variation);
      at = id;
    }
  };
  grow(ROOT, moves);
  return tree;
}

/** The moves from a node on, in a PGN file's form: variations stand with the move that they replace. */
export function toMoves(tree: Tree, start: number = ROOT): PgnMove[] {
  const moves: PgnMove[] = [];
  let at: number | undefined = start;
  while (at !== undefined) {
    const [first, ...others]: readonly number[] = nodeAt(tree, at).children;
    if (first !== undefined) {
      const variations = others.map((id) => [pgnMove(tree, id), ...toMoves(tree, id)]);
      moves.push({ ...pgnMove(tree, first), ...(variations.length > 0 && { variations }) });
    }
    at = first;
  }
  return moves;
}

/** Whether there are variations or annotations, which a list of moves does not hold. */
export function hasNotes(tree: Tree): boolean {
  return toMoves(tree).some(({ variations, glyphs, comment, before }) => variations || glyphs || comment || before);
}

/** Only non-empty fields: a message has little more room than the text of a large game. */
function pgnMove(tree: Tree, id: number): PgnMove {
  const { move, glyphs, comment, before } = nodeAt(tree, id);
  return { move, ...(glyphs.length > 0 && { glyphs: [...glyphs] }), ...(comment && { comment }), ...(before && { before }) };
}
