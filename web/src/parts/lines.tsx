// The best lines of the analysis. Pointing at a move, or reaching it by keys, shows its position on a small board.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { leaving } from "../keys";
import type { Line, View } from "../protocol";
import { verdictOf, verdictText, verdictWords } from "../score";
import { keyOf, positionAt } from "../state";
import { moveNumber, pliesBefore } from "../tree";
import { MiniBoard } from "./mini-board";
import type { Page } from "./page";

interface Shown {
  page: Page;
  view: View;
  told: readonly Line[];
}

/** How many moves of a line are shown until it is expanded. */
const SHORT = 10;

export function Lines({ page, view, told }: Shown): JSX.Element {
  const { state } = page;
  const [opened, setOpened] = useState<readonly number[]>([]);
  const [pointed, setPointed] = useState<readonly string[] | null>(null);
  const key = keyOf(state.doc, state.at);
  useEffect(() => setPointed(null), [key]);
  return (
    <div class="lines-place" onMouseLeave={() => setPointed(null)} onFocusOut={() => setPointed(null)}>
      <ol class="lines" aria-label="Best lines">
        {told.slice(0, state.analysis.lines).map((line) => {
          const verdict = verdictOf(line, view.turn);
          const isOpen = opened.includes(line.line);
          const moves = isOpen ? line.pv : line.pv.slice(0, SHORT);
          return (
            <li key={line.line}>
              <span class={`rank-of-line arrow-${line.line}`} aria-hidden="true">
                {line.line}
              </span>
              <span class={`score ${verdict.exact ?? ""}`} title={verdictWords(verdict)}>
                {verdictText(verdict)}
              </span>
              <span class="pv">
                {moves.map((step, index) => {
                  const point = (): void => setPointed(line.pv.slice(0, index + 1).map(({ move }) => move));
                  return (
                    <button
                      type="button"
                      key={index}
                      class="step"
                      title="Play the line up to here"
                      onMouseEnter={point}
                      onFocus={point}
                      onClick={() => void leaving(() => page.dispatch({ type: "line", moves: line.pv.slice(0, index + 1) }), "here")}
                    >
                      {moveNumber(pliesBefore(view) + index, index === 0)} {step.san}
                    </button>
                  );
                })}
                {line.pv.length > SHORT && (
                  <button
                    type="button"
                    class="step more"
                    aria-expanded={isOpen}
                    aria-label={isOpen ? "Less of this line" : "The whole line"}
                    onClick={() => setOpened(isOpen ? opened.filter((one) => one !== line.line) : [...opened, line.line])}
                  >
                    {isOpen ? "less" : "…"}
                  </button>
                )}
              </span>
            </li>
          );
        })}
      </ol>
      {pointed && <Preview page={page} moves={pointed} />}
    </div>
  );
}

interface PreviewShown {
  page: Page;
  moves: readonly string[];
  from?: number;
}

/** The position after some moves from the one on the board, or from another. */
export function Preview({ page: { state, errands }, moves, from = state.at }: PreviewShown): JSX.Element | null {
  const [rows, setRows] = useState<readonly string[]>([]);
  const before = positionAt(state.doc, from);
  const name = [...before.moves, ...moves].join(" ");
  useEffect(() => {
    let current = true;
    const asked = errands.rowsOf({ ...before, moves: [...before.moves, ...moves] });
    asked.then((told) => current && setRows(told), () => undefined);
    return () => {
      current = false;
    };
  }, [name]);
  if (rows.length === 0) return null;
  return (
    <div class="preview">
      <MiniBoard rows={rows} flipped={state.flipped} />
    </div>
  );
}
