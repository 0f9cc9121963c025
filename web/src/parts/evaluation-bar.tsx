// White's share of the expected points, as a bar beside the board.

import type { JSX } from "preact";
import { type Verdict, verdictAtEnd, verdictOf, verdictText, verdictWords } from "../score";
import { linesAt, type State, viewAt } from "../state";
import type { Page } from "./page";

/** The known result for the position on the board. */
export function currentVerdict(state: State): Verdict | null {
  const view = viewAt(state, state.at);
  if (view?.finish) return verdictAtEnd(view.finish);
  const [best] = linesAt(state);
  return best && view ? verdictOf(best, view.turn) : null;
}

export function EvaluationBar({ page: { state } }: { page: Page }): JSX.Element {
  const verdict = currentVerdict(state);
  const points = verdict?.points ?? 0.5;
  return (
    <div
      class={state.flipped ? "bar flipped" : "bar"}
      role="meter"
      aria-label="Evaluation, White’s share"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(100 * points)}
      aria-valuetext={verdict ? verdictWords(verdict) : "Nothing known yet"}
      title={verdict ? verdictText(verdict) : ""}
    >
      <div class="bar-white" style={{ "--share": `${(100 * points).toFixed(1)}%` }} />
    </div>
  );
}
