// Scores for display. The engine's are for the side to move; the page's always for White, so that a line does not
// change its sign with every move. Proved results are shown as such and never as a number alone.

import type { Finish, Line, Outcome, Score, Side } from "./protocol";
import { sideName } from "./squares";

/** What is known about a position, for White. */
export interface Verdict {
  score: Score | null;
  /** Proved: the winner, or `drawn`. */
  exact: Side | "drawn" | null;
  /** White's expected points, 0 to 1. */
  points: number;
}

/** The winner, if the outcome is this one for this side. */
export function winnerOf(outcome: Outcome, turn: Side): Side | "drawn" {
  if (outcome === "drawn") return "drawn";
  const white = (outcome === "won") === (turn === "white");
  return white ? "white" : "black";
}

function forWhite(score: Score, turn: Side): Score {
  const sign = turn === "white" ? 1 : -1;
  return "cp" in score ? { cp: sign * score.cp } : { mate: sign * score.mate };
}

const POINTS = { white: 1, black: 0, drawn: 0.5 } as const;

export function verdictOf(line: Line, turn: Side): Verdict {
  const score = forWhite(line.score, turn);
  const exact = line.exact ? winnerOf(line.exact, turn) : null;
  return { score, exact, points: exact ? POINTS[exact] : expected(line, turn) };
}

/** The verdict on the end of a game. */
export function verdictAtEnd({ winner }: Finish): Verdict {
  const exact = winner ?? "drawn";
  return { score: null, exact, points: POINTS[exact] };
}

function expected({ chances: [win, draw, loss] }: Line, turn: Side): number {
  const points = (win + draw / 2) / Math.max(1, win + draw + loss);
  return turn === "white" ? points : 1 - points;
}

/** White's expected points by a score alone, as in a comment. */
export function pointsOf(score: Score): number {
  if ("mate" in score) return score.mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-score.cp / 150));
}

/** A score for White, short: `+0.31`, `1–0 in 5`, `0–1 in 3`. */
export function scoreText(score: Score): string {
  if ("mate" in score) return `${score.mate > 0 ? "1–0" : "0–1"} in ${Math.abs(score.mate)}`;
  const pawns = (Math.abs(score.cp) / 100).toFixed(2);
  const sign = Number(pawns) === 0 ? "" : score.cp > 0 ? "+" : "−";
  return sign + pawns;
}

/** The same in words. */
export function scoreWords(score: Score): string {
  if (!("mate" in score)) return `${scoreText(score)} for White`;
  return `${sideName(score.mate > 0 ? "white" : "black")} wins in ${movesText(Math.abs(score.mate))}`;
}

/** Short, for a line of analysis or the bar. */
export function verdictText(verdict: Verdict): string {
  if (verdict.exact === "drawn") return "draw";
  if (verdict.score && "mate" in verdict.score) return scoreText(verdict.score);
  if (verdict.exact) return verdict.exact === "white" ? "1–0" : "0–1";
  return verdict.score ? scoreText(verdict.score) : "–";
}

/** In words, for screen readers. */
export function verdictWords(verdict: Verdict): string {
  const { exact, score } = verdict;
  if (exact === "drawn") return "Proved: a draw";
  const length = score && "mate" in score ? ` in ${movesText(Math.abs(score.mate))}` : "";
  if (exact) return `Proved: ${sideName(exact)} wins${length}`;
  return score ? scoreWords(score) : "No score yet";
}

export function movesText(count: number): string {
  return count === 1 ? "1 move" : `${count} moves`;
}

export const OUTCOMES: readonly Outcome[] = ["won", "drawn", "lost"];
const SIGNS: Record<Outcome, string> = { won: "+", drawn: "=", lost: "−" };

/** The sign that marks a move, which does not depend on colours. */
export function outcomeSign(outcome: Outcome): string {
  return SIGNS[outcome];
}

/** The score in a comment, for White: `[%eval 0.31]` and `[%eval #-5]` are White's already; match programs write
    `+0.38/7` and `-M12/11` for the side that moved. */
export function scoreOfComment(comment: string, mover: Side): Score | null {
  const evaluated = scoreForPrograms(comment);
  if (evaluated) return evaluated;
  const told = /^\s*([+-]?)(M?)(\d+(?:\.\d+)?)\/\d+/.exec(comment);
  if (!told) return null;
  const value = Number(told[3]) * (told[1] === "-" ? -1 : 1);
  return forWhite(told[2] ? { mate: value } : { cp: Math.round(value * 100) }, mover);
}

/** The score in a comment for programs, which is not shown (`readable`). */
export function scoreForPrograms(comment: string): Score | null {
  const told = /\[%eval\s+(#?)([+-]?\d+(?:\.\d+)?)/.exec(comment);
  if (!told) return null;
  const value = Number(told[2]);
  return told[1] ? { mate: value } : { cp: Math.round(value * 100) };
}

/** A comment for display: without the parts for programs. */
export function readable(comment: string): string {
  return comment.replace(/\[%[^\][]*\]/g, "").trim();
}
