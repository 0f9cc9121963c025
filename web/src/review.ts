// The review of an analysed game: the mistakes with better moves, and the accuracy of each side. The accuracy of a
// move is 100 if nothing is lost, and halves with each 15 % of the expected points that it gives away; that of a side
// is the mean over its moves.

import type { Side } from "./protocol";
import { judge, moverAt, type Report } from "./report";
import { type Verdict, verdictText } from "./score";
import { isMain, nodeAt, type Tree } from "./tree";

export interface Mistake {
  /** The move. */
  readonly node: number;
  /** The position before it. */
  readonly from: number;
  readonly side: Side;
  readonly glyph: number;
  readonly before: Verdict;
  readonly after: Verdict;
  /** The line that was better. */
  readonly better: readonly { move: string; san: string }[];
}

/** The moves that gave something away, in order; `first` is the side that makes the first move. */
export function mistakesOf(review: Report, tree: Tree, first: Side): Mistake[] {
  return review.nodes.flatMap((node, index): Mistake[] => {
    const [from, before, after] = [review.nodes[index - 1], review.found[index - 1], review.found[index]];
    if (from === undefined || !before || !after || !isMain(tree, node)) return [];
    const side = moverAt(index, first);
    const glyph = judge(before, after, nodeAt(tree, node).move, side);
    if (glyph === null) return [];
    return [{ node, from, side, glyph, before: before.verdict, after: after.verdict, better: before.line }];
  });
}

const HALF = 0.15;

/** The accuracy of a side, 0 to 100; `null` if it has not moved. */
export function accuracyOf(review: Report, first: Side, side: Side): number | null {
  const sign = side === "white" ? 1 : -1;
  const kept = review.found.flatMap((after, index) => {
    const before = review.found[index - 1];
    if (!before || moverAt(index, first) !== side) return [];
    const lost = Math.max(0, sign * (before.verdict.points - after.verdict.points));
    return [100 * 0.5 ** (lost / HALF)];
  });
  return kept.length === 0 ? null : kept.reduce((sum, one) => sum + one, 0) / kept.length;
}

/** What became worse: `was won, now drawn`, if both are proved, or the scores. */
export function worsening({ before, after, side }: Mistake): string {
  if (before.exact && after.exact) return `was ${outcome(before, side)}, now ${outcome(after, side)}`;
  return `${verdictText(before)} → ${verdictText(after)}`;
}

function outcome({ exact }: Verdict, side: Side): string {
  return exact === "drawn" ? "drawn" : exact === side ? "won" : "lost";
}
