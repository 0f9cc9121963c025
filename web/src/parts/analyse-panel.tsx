// The engine's thoughts on the position: score and lines as they come, and what each move is proved to be worth.

import type { JSX } from "preact";
import type { Legal, Line, Mark, View } from "../protocol";
import { OUTCOMES, outcomeSign, type Verdict, verdictOf, verdictText, verdictWords } from "../score";
import { isPlaying, keyOf, viewAt } from "../state";
import { currentVerdict } from "./evaluation-bar";
import type { Page } from "./page";
import { ReportPart } from "./report-part";

export function AnalysePanel({ page }: { page: Page }): JSX.Element {
  const { state, dispatch } = page;
  const { analysis } = state;
  const view = viewAt(state, state.at);
  if (isPlaying(state)) return <p>Analysis is open when your game is over.</p>;
  const told = analysis.key === keyOf(state.doc, state.at) ? analysis.told : [];
  return (
    <div class="stack">
      <div class="buttons">
        <button
          type="button"
          class={analysis.on ? "" : "main"}
          aria-pressed={analysis.on}
          onClick={() => dispatch({ type: "analyse", on: !analysis.on })}
        >
          {analysis.on ? "Stop" : "Analyse"}
        </button>
        <label class="inline">
          Lines
          <select value={String(analysis.lines)} onChange={(event) => dispatch({ type: "lines", lines: Number(event.currentTarget.value) })}>
            {[1, 2, 3, 4, 5].map((lines) => (
              <option key={lines}>{lines}</option>
            ))}
          </select>
        </label>
      </div>
      {analysis.on && <Facts page={page} best={told[0]} />}
      {analysis.on && view && told.length > 0 && <Lines page={page} view={view} told={told} />}
      {view && view.moves.length > 0 && <Moves page={page} view={view} />}
      <ReportPart page={page} />
    </div>
  );
}

function Facts({ page: { state }, best }: { page: Page; best: Line | undefined }): JSX.Element {
  const verdict = currentVerdict(state);
  const { current, ended } = state.analysis;
  return (
    <div class="facts">
      <p class={`verdict ${verdict?.exact ?? ""}`}>
        <strong>{verdict ? verdictText(verdict) : "…"}</strong> <span>{verdict ? meaning(verdict) : ""}</span>
      </p>
      {best && (
        <p class="effort">
          depth {best.depth}/{best.seldepth} · {amount(best.nodes)} nodes · {amount(best.nps)}/s
          {current && ` · now ${current.san}, ${current.number} of ${current.of} at depth ${current.depth}`}
          {ended && " · complete"}
        </p>
      )}
    </div>
  );
}

/** What the number beside it says, without saying it twice. */
function meaning(verdict: Verdict): string {
  if (verdict.exact === "drawn") return "proved";
  const guessed = !verdict.exact && verdict.score && "cp" in verdict.score;
  return guessed ? "for White" : verdictWords(verdict);
}

/** A large number in a few digits. */
function amount(count: number): string {
  if (count < 10_000) return String(count);
  const [value, unit] = count < 1e6 ? [count / 1e3, "k"] : count < 1e9 ? [count / 1e6, "M"] : [count / 1e9, "G"];
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0) + unit;
}

/** How many moves of a line are shown. */
const SHOWN = 12;

function Lines({ page, view, told }: { page: Page; view: View; told: readonly Line[] }): JSX.Element {
  return (
    <ol class="lines" aria-label="Best lines">
      {told.slice(0, page.state.analysis.lines).map((line) => {
        const verdict = verdictOf(line, view.turn);
        return (
          <li key={line.line}>
            <span class={`score ${verdict.exact ?? ""}`} title={verdictWords(verdict)}>
              {verdictText(verdict)}
            </span>
            <span class="pv">
              {line.pv.slice(0, SHOWN).map((step, index) => (
                <button
                  type="button"
                  key={index}
                  class="step"
                  title="Play the line up to here"
                  onClick={() => page.dispatch({ type: "line", moves: line.pv.slice(0, index + 1) })}
                >
                  {numbered(view, index)}
                  {step.san}
                </button>
              ))}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** The number before a move of a line: White's always, Black's at the line's beginning. */
function numbered({ number, turn }: View, index: number): string {
  const plies = (turn === "white" ? 0 : 1) + index;
  const move = number + Math.floor(plies / 2);
  if (plies % 2 === 0) return `${move}. `;
  return index === 0 ? `${move}… ` : "";
}

/** All moves, by what they are proved to be worth; those of which nothing is proved last. */
function Moves({ page: { state, dispatch }, view }: { page: Page; view: View }): JSX.Element {
  const marks: readonly Mark[] = state.marks[keyOf(state.doc, state.at)] ?? [];
  const outcome = (legal: Legal): string => marks.find(({ move }) => move === legal.move)?.outcome ?? "open";
  const groups = [...OUTCOMES, "open"] as const;
  return (
    <section class="all-moves" aria-label="All moves">
      <h2>
        Moves <small>{marks.length === 0 ? `${view.moves.length}, none proved` : `${marks.length} of ${view.moves.length} proved`}</small>
      </h2>
      {groups.map((group) => {
        const moves = view.moves.filter((legal) => outcome(legal) === group);
        if (moves.length === 0) return null;
        return (
          <div class={`group ${group}`} key={group}>
            <span class="group-name">
              {group === "open" ? "" : `${outcomeSign(group)} `}
              {group === "open" ? "unproved" : group}
            </span>
            <span>
              {moves.map((legal) => (
                <button
                  type="button"
                  key={legal.move}
                  class="step"
                  data-move={legal.move}
                  onClick={() => dispatch({ type: "move", ...legal, now: Date.now() })}
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
