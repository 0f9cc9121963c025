// The score over the whole game, as a graph that one can click: from the comments of its moves, which a match
// wrote or the analysis of the whole game, started here.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { glyphText } from "../glyphs";
import { sideName } from "../playing";
import { pointsOf, scoreForPrograms, scoreOfComment, scoreText } from "../score";
import { viewAt } from "../state";
import type { Side } from "../protocol";
import { endOf, lineFrom, nodeAt, pathTo, ROOT } from "../tree";
import type { Page } from "./page";

export function ReportPart({ page }: { page: Page }): JSX.Element {
  const { state, dispatch } = page;
  const { report } = state;
  const [seconds, setSeconds] = useState("0.5");
  const moves = pathTo(state.doc.tree, endOf(state.doc.tree, ROOT)).length;
  return (
    <section class="report" aria-label="The whole game">
      <h2>The whole game</h2>
      <Graph page={page} />
      <Mistakes page={page} />
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
            onClick={() => dispatch({ type: "report", movetime: Math.round(1000 * Number(seconds)) })}
          >
            Analyse the game
          </button>
          <label class="inline">
            Seconds a move
            <select value={seconds} onChange={(event) => setSeconds(event.currentTarget.value)}>
              {["0.1", "0.5", "1", "3", "10"].map((time) => (
                <option key={time}>{time}</option>
              ))}
            </select>
          </label>
        </div>
      )}
    </section>
  );
}

interface Point {
  node: number;
  points: number;
  text: string;
}

const [WIDTH, HEIGHT] = [320, 80];

function Graph({ page }: { page: Page }): JSX.Element | null {
  const { state, dispatch } = page;
  const path = [...pathTo(state.doc.tree, state.at)];
  const end = endOf(state.doc.tree, state.at);
  const line = [...path, ...pathTo(state.doc.tree, end).slice(path.length)];
  const points = pointsOn(page, line);
  if (points.length < 2) return <p class="rules">No scores yet.</p>;
  const x = (node: number): number => ((line.indexOf(node) + 1) / line.length) * WIDTH;
  const y = (share: number): number => (1 - share) * HEIGHT;
  const way = points.map(({ node, points: share }) => `${x(node).toFixed(1)} ${y(share).toFixed(1)}`);
  const [start, stop] = [x(points[0]?.node ?? 0), x(points.at(-1)?.node ?? 0)];
  const click = (event: MouseEvent & { currentTarget: SVGSVGElement }): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const index = Math.round(((event.clientX - box.left) / box.width) * line.length) - 1;
    dispatch({ type: "go", node: line[index] ?? ROOT });
  };
  const here = points.find(({ node }) => node === state.at);
  return (
    <figure class="graph">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={told(points)} onClick={click}>
        <path class="graph-area" d={`M${start} ${HEIGHT}L${way.join("L")}L${stop} ${HEIGHT}Z`} />
        <path class="graph-middle" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
        <path class="graph-line" d={`M${way.join("L")}`} />
        {state.at !== ROOT && <path class="graph-here" d={`M${x(state.at)} 0V${HEIGHT}`} />}
      </svg>
      <figcaption>{here ? `Here: ${here.text}` : "Click a move in the picture"}</figcaption>
    </figure>
  );
}

const MISTAKES = [4, 2, 6];

/** How many moves of each side are signed as mistakes, of the main line. */
function Mistakes({ page: { state } }: { page: Page }): JSX.Element | null {
  const line = lineFrom(state.doc.tree, ROOT);
  const first = viewAt(state, ROOT)?.turn ?? "white";
  const counts = (side: Side): number[] => {
    const own = line.filter((_, index) => (index % 2 === 0) === (first === side));
    return MISTAKES.map((glyph) => own.filter((node) => nodeAt(state.doc.tree, node).glyphs.includes(glyph)).length);
  };
  if (line.every((node) => scoreForPrograms(nodeAt(state.doc.tree, node).comment) === null)) return null;
  return (
    <p>
      {(["white", "black"] as const).map((side) => (
        <span class="mistakes" key={side}>
          {sideName(side)}{" "}
          {counts(side).map((count, index) => (
            <span key={index}>
              {count}
              <span class={`glyph glyph-${MISTAKES[index]}`}>{glyphText(MISTAKES[index] ?? 0)}</span>{" "}
            </span>
          ))}
        </span>
      ))}
    </p>
  );
}

/** What is known of the moves of a line. */
function pointsOn({ state }: Page, line: readonly number[]): Point[] {
  const first = viewAt(state, ROOT)?.turn ?? "white";
  return line.flatMap((node, index) => {
    const mover: Side = (index % 2 === 0) === (first === "white") ? "white" : "black";
    const score = scoreOfComment(nodeAt(state.doc.tree, node).comment, mover);
    return score ? [{ node, points: pointsOf(score), text: scoreText(score) }] : [];
  });
}

function told(points: readonly Point[]): string {
  return `Graph of the score: ${points.length} moves, from ${points[0]?.text} to ${points.at(-1)?.text} for White`;
}
