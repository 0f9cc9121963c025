// The analysis of a whole game: each position of a line is searched for the same time, and each move is judged by the
// results before and after it, by the same rules as `jacquerie analyse --pgn`:
//
//   ??  the outcome is proved before and after the move, and it is worse after it
//   ?   not both are proved, and the move lost at least a fifth of the points to be expected
//   ?!  the same, but at least a tenth
//
// A move that the search itself considered best gets neither of the last two.

import type { Side } from "./protocol";
import type { Verdict } from "./score";
import { other } from "./squares";
import { annotate, MOVE_SIGNS, nodeAt, type Tree } from "./tree";

/** The result for one position. */
export interface Found {
  verdict: Verdict;
  best: string | null;
  /** The best line from there. */
  line: readonly { move: string; san: string }[];
}

export interface Report {
  /** The positions to search, the start first. */
  readonly nodes: readonly number[];
  readonly found: readonly Found[];
  /** Milliseconds per position. */
  readonly movetime: number;
}

export function isComplete(report: Report): boolean {
  return report.found.length >= report.nodes.length;
}

/** The side that makes the move to the `index`th position. */
export function moverAt(index: number, first: Side): Side {
  return index % 2 === 1 ? first : other(first);
}

/** The glyph of a move: $4 is ??, $2 ?, $6 ?!. */
export function judge(before: Found, after: Found, move: string, mover: Side): number | null {
  const sign = mover === "white" ? 1 : -1;
  // Chances are in thousandths, and a draw counts half; smaller differences are rounding.
  const lost = (sign * Math.round(2000 * (before.verdict.points - after.verdict.points))) / 2000;
  if (before.verdict.exact && after.verdict.exact) return lost > 0 ? 4 : null;
  if (before.best === move) return null;
  if (lost >= 0.2) return 2;
  return lost >= 0.1 ? 6 : null;
}

/** The tree with the scores and judgements of a report. A score replaces any other (`[%eval …]`), a judgement that of
    the last report; all other annotations stay. */
export function annotated(tree: Tree, report: Report, first: Side): Tree {
  let grown = tree;
  report.nodes.forEach((id, index) => {
    const [before, after] = [report.found[index - 1], report.found[index]];
    if (!before || !after) return;
    const node = nodeAt(grown, id);
    const comment = withScore(node.comment, after.verdict);
    grown = judged(annotate(grown, id, { comment }), id, judge(before, after, node.move, moverAt(index, first)));
  });
  return grown;
}

/** Gives a move the glyph of an analysis. If it has another one, ours comes second. */
function judged(tree: Tree, id: number, glyph: number | null): Tree {
  const node = nodeAt(tree, id);
  const theirs = node.glyphs.filter((old) => old !== node.judged);
  if (glyph === null || theirs.includes(glyph)) return annotate(tree, id, { glyphs: theirs, judged: null });
  const isSigned = theirs.some((old) => MOVE_SIGNS.includes(old));
  return annotate(tree, id, { glyphs: isSigned ? [...theirs, glyph] : [glyph, ...theirs], judged: glyph });
}

/** The comment with the score for programs, `[%eval 0.31]`, in place of an older one. */
function withScore(comment: string, verdict: Verdict): string {
  const bare = comment.replace(/\[%eval[^\][]*\]\s*/, "");
  const score = verdict.exact === "drawn" ? { cp: 0 } : verdict.score;
  if (!score) return comment;
  const text = "mate" in score ? `#${score.mate}` : (score.cp / 100).toFixed(2);
  return `[%eval ${text}]${bare ? ` ${bare}` : ""}`;
}
