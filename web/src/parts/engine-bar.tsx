// The engine's switch, above the tabs: on or off, its score for the position, and its progress.

import type { JSX } from "preact";
import type { Line } from "../protocol";
import { type Verdict, verdictText, verdictWords } from "../score";
import { isOver } from "../practising";
import { isPlaying, linesAt, type State, viewAt } from "../state";
import { currentVerdict } from "./evaluation-bar";
import type { Page } from "./page";

export function EngineBar({ page: { state, dispatch } }: { page: Page }): JSX.Element {
  const { analysis } = state;
  const { practice } = state;
  const exercise = state.screen === "practice" && practice !== null && !isOver(practice);
  const closed = isPlaying(state) || exercise;
  const on = analysis.on && !closed;
  const [best] = linesAt(state);
  const verdict = on || best ? currentVerdict(state) : null;
  return (
    <div class="engine-bar">
      <button
        type="button"
        role="switch"
        class="switch"
        aria-checked={on}
        aria-label="Engine"
        title="Engine (l)"
        disabled={closed}
        onClick={() => dispatch({ type: "analyse", on: !analysis.on })}
      >
        <span class="knob" />
      </button>
      {closed ? (
        <p class="effort">The engine is silent until {exercise ? "the exercise" : "your game"} is over.</p>
      ) : (
        <div class="facts">
          <p class={`verdict ${verdict?.exact ?? ""}`}>
            <strong>{verdict ? headline(verdict) : on ? "…" : "Engine"}</strong> <span>{verdict ? meaning(verdict) : on ? "" : "off"}</span>
          </p>
          <p class="effort" title={on || best ? effort(state, best) : ""}>{on || best ? effort(state, best) : "Switch it on to see what it thinks."}</p>
        </div>
      )}
    </div>
  );
}

function effort(state: State, best: Line | undefined): string {
  const { current, ended, on } = state.analysis;
  if (viewAt(state, state.at)?.finish) return "The game is over here.";
  if (!best) return "Thinking …";
  const depth = `depth ${best.depth}/${best.seldepth} · ${amount(best.nodes)} nodes · ${amount(best.nps)}/s`;
  if (ended) return `complete · ${depth}`;
  if (!on) return `stopped · ${depth}`;
  return current ? `${depth} · now ${current.san}, ${current.number} of ${current.of}` : depth;
}

/** The known result, in few words: `+0.31`, `White wins in 5`, `Draw`. */
function headline(verdict: Verdict): string {
  if (verdict.exact === "drawn") return "Draw";
  const isNumber = !verdict.exact && verdict.score && "cp" in verdict.score;
  return isNumber ? verdictText(verdict) : verdictWords(verdict).replace(/^Proved: | moves?$/g, "");
}

/** How certain it is. */
function meaning(verdict: Verdict): string {
  if (verdict.exact) return "proved";
  return verdict.score && "cp" in verdict.score ? "for White" : "";
}

/** A large number in a few digits. */
function amount(count: number): string {
  if (count < 10_000) return String(count);
  const [value, unit] = count < 1e6 ? [count / 1e3, "k"] : count < 1e9 ? [count / 1e6, "M"] : [count / 1e9, "G"];
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0) + unit;
}
