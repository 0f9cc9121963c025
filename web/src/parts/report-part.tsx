// The whole game: the score as a clickable graph, from the comments of its moves, which a match wrote or the analysis
// started here; the accuracy of each side; and the mistakes, with better moves.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { glyphMeaning, glyphText } from "../glyphs";
import { leaving } from "../keys";
import { moverAt, type Report } from "../report";
import { accuracyOf, type Mistake, mistakesOf, worsening } from "../review";
import { pointsOf, scoreForPrograms, scoreOfComment, scoreText } from "../score";
import { firstOf, viewAt } from "../state";
import { sideName } from "../squares";
import type { Side } from "../protocol";
import { endOf, lineFrom, moveNumber, nodeAt, pathTo, pliesBefore, ROOT } from "../tree";
import { Preview } from "./lines";
import type { Page } from "./page";
import { Select } from "./select";

const SIDES = ["white", "black"] as const;
const TIMES = ["0.1", "0.5", "1", "3", "10"];

export function ReportPart({ page }: { page: Page }): JSX.Element {
  const { state, dispatch } = page;
  const { report, review } = state;
  const [seconds, setSeconds] = useState("0.5");
  const moves = pathTo(state.doc.tree, endOf(state.doc.tree, ROOT)).length;
  return (
    <section class="report" aria-label="The whole game">
      <h2>The whole game</h2>
      <Graph page={page} />
      <Counts page={page} />
      {report ? (
        <div class="buttons">
          <progress aria-label="Positions analysed" max={report.nodes.length} value={report.found.length} />
          <button type="button" onClick={() => dispatch({ type: "stop-report" })}>
            Stop
          </button>
        </div>
      ) : (
        <div class="buttons">
          <button
            type="button"
            disabled={moves === 0}
            onClick={() => dispatch({ type: "report", movetime: Math.round(1000 * +seconds) })}
          >
            Analyse the game
          </button>
          <Select kind="inline" label="Seconds a move" value={seconds} options={TIMES.map((time) => [time, time])} onChange={setSeconds} />
        </div>
      )}
      {review && <Mistakes page={page} review={review} />}
    </section>
  );
}

interface Point {
  node: number;
  /** Its place on the line, from 1. */
  index: number;
  points: number;
  text: string;
  glyph: number | undefined;
}

const [WIDTH, HEIGHT] = [320, 80];

/** The main line: White's share light, Black's dark, and neither where nothing is known. */
function Graph({ page }: { page: Page }): JSX.Element {
  const { state, dispatch } = page;
  const line = lineFrom(state.doc.tree, ROOT);
  const points = pointsOn(page, line);
  if (points.length < 2) return <p class="rules">No scores yet.</p>;
  const x = (index: number): number => (index / line.length) * WIDTH;
  const y = (share: number): number => (1 - share) * HEIGHT;
  const click = (event: MouseEvent & { currentTarget: SVGSVGElement }): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const index = Math.round(((event.clientX - box.left) / box.width) * line.length) - 1;
    dispatch({ type: "go", node: line[index] ?? ROOT });
  };
  // In a variation, the point is where it branches.
  const here = pathTo(state.doc.tree, state.at).filter((node) => line.includes(node)).length;
  const shown = points.find(({ index }) => index === here);
  return (
    <figure class="graph">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={told(points)} onClick={click}>
        {segments(points).map((segment) => {
          const way = segment.map(({ index, points: share }) => `${x(index).toFixed(1)} ${y(share).toFixed(1)}`).join("L");
          const [start, stop] = [x(segment[0]?.index ?? 0), x(segment.at(-1)?.index ?? 0)];
          return (
            <g key={start}>
              <path class="graph-black" d={`M${start} 0H${stop}V${HEIGHT}H${start}Z`} />
              <path class="graph-area" d={`M${start} ${HEIGHT}L${way}L${stop} ${HEIGHT}Z`} />
              <path class="graph-line" d={`M${way}`} />
            </g>
          );
        })}
        <path class="graph-middle" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
        {points.map(({ index, points: share, glyph }) =>
          glyph === undefined ? null : <path class={`graph-mark mark-${glyph}`} key={index} d={`M${x(index)} ${y(share)}h0`} />,
        )}
        {here > 0 && <path class="graph-here" d={`M${x(here)} 0V${HEIGHT}`} />}
      </svg>
      <figcaption>{shown ? `Here: ${shown.text}` : "Click a move in the picture"}</figcaption>
    </figure>
  );
}

/** Consecutive points, without those after a gap. */
function segments(points: readonly Point[]): Point[][] {
  const found: Point[][] = [];
  for (const point of points) {
    const last = found.at(-1);
    if (last && last.at(-1)?.index === point.index - 1) last.push(point);
    else found.push([point]);
  }
  return found;
}

const MISTAKES = [4, 2, 6];

/** The number of mistakes of each side in the main line, and its accuracy. */
function Counts({ page: { state } }: { page: Page }): JSX.Element | null {
  const { review } = state;
  const line = lineFrom(state.doc.tree, ROOT);
  const first = firstOf(state);
  const counts = (side: Side): number[] => {
    const own = line.filter((_, index) => moverAt(index + 1, first) === side);
    return MISTAKES.map((glyph) => own.filter((node) => nodeAt(state.doc.tree, node).glyphs.includes(glyph)).length);
  };
  if (line.every((node) => scoreForPrograms(nodeAt(state.doc.tree, node).comment) === null)) return null;
  return (
    <ul class="plain counts">
      {SIDES.map((side) => {
        const accuracy = review && accuracyOf(review, first, side);
        return (
          <li key={side}>
            <strong>{sideName(side)}</strong>{" "}
            {counts(side).map((count, index) => (
              <span key={index} title={glyphMeaning(MISTAKES[index] ?? 0)}>
                {count}
                <span class={`glyph glyph-${MISTAKES[index]}`}>{glyphText(MISTAKES[index] ?? 0)}</span>{" "}
              </span>
            ))}
            {accuracy !== null && <span>accuracy {Math.round(accuracy)} %</span>}
          </li>
        );
      })}
    </ul>
  );
}

/** The mistakes of a game, each with a better move and the reason. */
function Mistakes({ page, review }: { page: Page; review: Report }): JSX.Element {
  const { state } = page;
  const mistakes = mistakesOf(review, state.doc.tree, firstOf(state));
  if (mistakes.length === 0) return <p class="rules">No mistakes were found.</p>;
  return (
    <>
      <div class="buttons">
        {SIDES.filter((side) => mistakes.some((one) => one.side === side)).map((side) => (
          <button type="button" key={side} onClick={() => void leaving(() => page.errands.learn(side))}>
            Learn from {sideName(side)}’s mistakes
          </button>
        ))}
      </div>
      <ol class="plain mistake-list" aria-label="Mistakes">
        {mistakes.map((mistake) => (
          <MistakeShown key={mistake.node} page={page} mistake={mistake} />
        ))}
      </ol>
    </>
  );
}

function MistakeShown({ page, mistake }: { page: Page; mistake: Mistake }): JSX.Element {
  const { state, dispatch } = page;
  const { node, from, glyph, better } = mistake;
  const [pointed, setPointed] = useState(0);
  const plies = pliesBefore(viewAt(state, ROOT)) + pathTo(state.doc.tree, from).length;
  const number = (index: number): string => moveNumber(plies + index, index === 0);
  return (
    <li class="lines-place" onMouseLeave={() => setPointed(0)} onFocusOut={() => setPointed(0)}>
      <button type="button" class="step" onClick={() => dispatch({ type: "go", node })}>
        {number(0)}{" "}
        {nodeAt(state.doc.tree, node).san}
        <span class={`glyph glyph-${glyph}`}>{glyphText(glyph)}</span>
      </button>{" "}
      {worsening(mistake)}.{" "}
      {better.length > 0 && (
        <>
          Better:{" "}
          <span class="pv">
            {better.map((step, index) => (
              <button
                type="button"
                key={index}
                class="step"
                title="Play the line up to here"
                onMouseEnter={() => setPointed(index + 1)}
                onFocus={() => setPointed(index + 1)}
                onClick={() => {
                  dispatch({ type: "go", node: from });
                  dispatch({ type: "line", moves: better.slice(0, index + 1) });
                }}
              >
                {number(index)} {step.san}
              </button>
            ))}
          </span>
        </>
      )}
      {pointed > 0 && <Preview page={page} moves={better.slice(0, pointed).map(({ move }) => move)} from={from} />}
    </li>
  );
}

/** What is known of the moves of a line. */
function pointsOn({ state }: Page, line: readonly number[]): Point[] {
  const first = firstOf(state);
  return line.flatMap((node, index) => {
    const { comment, glyphs } = nodeAt(state.doc.tree, node);
    const score = scoreOfComment(comment, moverAt(index + 1, first));
    const glyph = MISTAKES.find((one) => glyphs.includes(one));
    return score ? [{ node, index: index + 1, points: pointsOf(score), text: scoreText(score), glyph }] : [];
  });
}

function told(points: readonly Point[]): string {
  return `Graph of the score: ${points.length} moves, from ${points[0]?.text} to ${points.at(-1)?.text} for White`;
}
