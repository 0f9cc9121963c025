// The king on other squares: a switch, the progress, and the squares by the value of the position.

import type { JSX } from "preact";
import { canShowSquares, kindOf, kingOf, type Kind, lengthOf, showsSquares, squaresOf } from "../king-squares";
import type { KingSquare } from "../protocol";
import { outcomeSign } from "../score";
import { type FoundSquares, viewAt } from "../state";
import { sideName } from "../squares";
import type { Page } from "./page";

const KINDS: readonly Kind[] = ["won", "drawn", "lost", "unknown", "impossible"];
const NAMES: Record<Kind, string> = { won: "won", drawn: "drawn", lost: "lost", unknown: "unknown", impossible: "impossible" };
const BOARD = 64;

export function KingSquares({ page: { state, dispatch } }: { page: Page }): JSX.Element | null {
  const view = viewAt(state, state.at);
  if (!view || !canShowSquares(state)) return null;
  const on = showsSquares(state);
  const found = on ? squaresOf(state) : undefined;
  const side = sideName(view.turn);
  return (
    <section class="king-squares" aria-label="The king on other squares">
      <h2>The king on other squares</h2>
      <p class="rules">What the position would be worth with {side}’s king on each square, all else standing as it does. It is exact.</p>
      <div class="buttons">
        <button type="button" aria-pressed={on} onClick={() => dispatch({ type: "squares", on: !on })}>
          {on ? (found?.complete ? "Hide" : "Stop") : "Show on the board"}
        </button>
        {on && !found?.complete && (
          <progress aria-label="Squares examined" max={BOARD} value={found?.looked_at ?? 0} />
        )}
      </div>
      {on && (
        <p class="rules" role="status">
          {found?.complete ? summary(found, kingOf(state), side) : "Looking …"}
        </p>
      )}
      {found && !found.complete && <p class="rules">{`${found.looked_at} of ${BOARD} squares · ${found.positions.toLocaleString("en")} positions`}</p>}
      {found?.refusal && <p>Too much for the board: {found.refusal}. The command <code>jacquerie squares</code> can be given more memory.</p>}
      {found && <Groups found={found} />}
      {found?.squares.some(lengthOf) && <p class="rules">A number says in how many moves, with best play.</p>}
    </section>
  );
}

/** The value of the position itself. */
function summary({ squares }: FoundSquares, king: string | null, side: string): string {
  const here = squares.find(({ square }) => square === king);
  if (!here?.outcome) return "Complete.";
  return `Complete. As it stands, with the king on ${king}, the position is ${here.outcome} for ${side}.`;
}

function Groups({ found: { squares } }: { found: FoundSquares }): JSX.Element {
  return (
    <dl class="square-groups">
      {KINDS.map((kind) => {
        const own = squares.filter((one) => kindOf(one) === kind);
        if (own.length === 0) return null;
        return (
          <div class={`group ${kind}`} key={kind}>
            <dt class="group-name">
              {kind === "unknown" || kind === "impossible" ? "" : `${outcomeSign(kind)} `}
              {NAMES[kind]}
            </dt>
            <dd>{own.map(name).join(" ")}</dd>
          </div>
        );
      })}
    </dl>
  );
}

/** A square, and the number of moves to the end. */
function name(one: KingSquare): string {
  const length = lengthOf(one);
  return length === null ? one.square : `${one.square} (${length})`;
}
