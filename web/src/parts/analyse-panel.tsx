// The engine's lines on the position as they arrive, and the proved value of each move.

import type { JSX } from "preact";
import { leaving } from "../keys";
import type { Legal, Mark, View } from "../protocol";
import { OUTCOMES, outcomeSign } from "../score";
import { isPlaying, keyOf, linesAt, viewAt } from "../state";
import { Lines } from "./lines";
import type { Page } from "./page";
import { ReportPart } from "./report-part";
import { Select } from "./select";

export function AnalysePanel({ page }: { page: Page }): JSX.Element {
  const { state, dispatch } = page;
  const { analysis } = state;
  const view = viewAt(state, state.at);
  if (isPlaying(state)) return <p>Analysis is available when your game is over.</p>;
  const told = linesAt(state);
  return (
    <div class="stack">
      <div class="buttons">
        <Select
          kind="inline"
          label="Lines"
          value={String(analysis.lines)}
          options={["1", "2", "3", "4", "5"].map((lines) => [lines, lines])}
          onChange={(value) => dispatch({ type: "lines", lines: Number(value) })}
        />
      </div>
      {view && told.length > 0 && <Lines page={page} view={view} told={told} />}
      {view && view.moves.length > 0 && <Moves page={page} view={view} />}
      <ReportPart page={page} />
    </div>
  );
}

/** All moves by their proved values; unsolved ones last. */
function Moves({ page: { state, dispatch }, view }: { page: Page; view: View }): JSX.Element {
  const marks: readonly Mark[] = state.marks[keyOf(state.doc, state.at)] ?? [];
  const outcome = (legal: Legal): string => marks.find(({ move }) => move === legal.move)?.outcome ?? "open";
  const groups = [...OUTCOMES, "open"] as const;
  return (
    <section class="all-moves" aria-label="All moves">
      <h2>
        Moves <small>{marks.length === 0 ? `${view.moves.length}, none solved` : `${marks.length} of ${view.moves.length} solved`}</small>
      </h2>
      {groups.map((group) => {
        const moves = view.moves.filter((legal) => outcome(legal) === group);
        if (moves.length === 0) return null;
        return (
          <div class={`group ${group}`} key={group}>
            <span class="group-name">
              {group === "open" ? "" : `${outcomeSign(group)} `}
              {group === "open" ? "not solved" : group}
            </span>
            <span>
              {moves.map((legal) => (
                <button
                  type="button"
                  key={legal.move}
                  class="step"
                  data-move={legal.move}
                  onClick={() => void leaving(() => dispatch({ type: "move", ...legal, now: Date.now() }), "here")}
                >
                  {legal.san}
                </button>
              ))}
            </span>
          </div>
        );
      })}
    </section>
  );
}
