// A look at the position without a search: gamelets with their tables, dead files, passed pawns, and the terms of the
// evaluation.

import { Fragment, type JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Gamelet, Look, Side } from "../protocol";
import { movesText, scoreText, winnerOf } from "../score";
import { isPlaying, viewAt } from "../state";
import { sideName } from "../squares";
import { KingSquares } from "./king-squares";
import { COLOURS, lookAt } from "./look-signs";
import type { Page } from "./page";

export function LookPanel({ page }: { page: Page }): JSX.Element {
  const { state } = page;
  if (isPlaying(state)) return <p>What is known about the position is shown when your game is over.</p>;
  const look = lookAt(state);
  const view = viewAt(state, state.at);
  if (!look || !view) return <p>Looking …</p>;
  return (
    <div class="stack">
      {!view.finish && <Proof look={look} turn={view.turn} />}
      <KingSquares page={page} />
      {look.gamelets && <Gamelets gamelets={look.gamelets} />}
      {look.dead && <Sides name="Dead files" meaning="none of the side’s pawns can ever reach the last rank there" told={look.dead} sign="dead" />}
      {look.passers && <Sides name="Passed pawns" meaning="no enemy pawn stands in front of them, on their file or beside it" told={look.passers} sign="passer" />}
      <Terms look={look} />
    </div>
  );
}

function Proof({ look: { proof, evaluation }, turn }: { look: Look; turn: Side }): JSX.Element {
  if (!proof) {
    return (
      <p>
        Before any search: <strong>{scoreText({ cp: evaluation })}</strong> for White.
      </p>
    );
  }
  const winner = winnerOf(proof.outcome, turn);
  const length = proof.plies ? ` in ${movesText(Math.ceil(proof.plies / 2))}` : "";
  return (
    <p>
      Proved without search: <strong>{winner === "drawn" ? "a draw" : `${sideName(winner)} wins${length}`}</strong>.
    </p>
  );
}

function Gamelets({ gamelets }: { gamelets: readonly Gamelet[] }): JSX.Element {
  const [pointed, setShown] = useState(0);
  // Another position may have fewer.
  const shown = pointed < gamelets.length ? pointed : 0;
  useEffect(() => onSquares((square) => {
    const index = gamelets.findIndex(({ files }) => files.includes(square.charAt(0)));
    if (index >= 0) setShown(index);
  }), [gamelets]);
  const table = gamelets[shown]?.table;
  return (
    <section aria-label="Gamelets">
      <h2>Gamelets</h2>
      {gamelets.length === 0 && <p class="rules">No pawns, no gamelets.</p>}
      <div class="buttons">
        {gamelets.map(({ files }, index) => (
          <button
            type="button"
            key={files}
            class={`swatch part-${index % COLOURS}`}
            aria-pressed={index === shown}
            onMouseEnter={() => setShown(index)}
            onFocus={() => setShown(index)}
            onClick={() => setShown(index)}
          >
            {files}
          </button>
        ))}
      </div>
      {table && (
        <pre class="gamelet-table" tabIndex={0} onKeyDown={keepScrolling} aria-label={`Gamelet ${gamelets[shown]?.files}`}>
          {table}
        </pre>
      )}
    </section>
  );
}

/** In the table, these keys scroll; elsewhere, they walk through the game. */
function keepScrolling(event: KeyboardEvent): void {
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") event.stopPropagation();
}

/** Reports which square of the board is pointed at, or reached by keys; returns a function to stop that. */
function onSquares(tell: (square: string) => void): () => void {
  const listen = ({ target }: Event): void => {
    const square = target instanceof Element ? target.closest<HTMLElement>("[data-square]")?.dataset["square"] : null;
    if (square) tell(square);
  };
  const kinds = ["pointerover", "focusin"];
  for (const kind of kinds) document.addEventListener(kind, listen);
  return () => {
    for (const kind of kinds) document.removeEventListener(kind, listen);
  };
}

interface SidesShown {
  name: string;
  meaning: string;
  told: Record<Side, string[]>;
  sign: string;
}

function Sides({ name, meaning, told, sign }: SidesShown): JSX.Element {
  return (
    <section aria-label={name}>
      <h2>
        <span class={`key ${sign}`} aria-hidden="true" /> {name} <small>{meaning}</small>
      </h2>
      <p>
        White {told.white.join(" ") || "none"} · Black {told.black.join(" ") || "none"}
      </p>
    </section>
  );
}

function Terms({ look: { terms, evaluation } }: { look: Look }): JSX.Element {
  const most = Math.max(1, ...terms.map(({ for_white }) => Math.abs(for_white)));
  const told = terms.filter(({ white, black, for_white }) => white || black || for_white);
  const rest = terms.length - told.length;
  return (
    <section aria-label="Evaluation">
      <h2>
        Evaluation <small>{scoreText({ cp: evaluation })} for White</small>
      </h2>
      <p class="rules">What the engine counts before it searches, in centipawns.</p>
      <table class="terms">
        <thead>
          <tr>
            <th scope="col">term</th>
            <th scope="col">White</th>
            <th scope="col">Black</th>
            <th scope="col">for White</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {told.map(({ name, meaning, white, black, for_white }) => (
            <Fragment key={name}>
              <tr>
                <th scope="row">{name.replaceAll("_", " ")}</th>
                <td>{white === null ? "" : minus(white)}</td>
                <td>{black === null ? "" : minus(black)}</td>
                <td>{signed(for_white)}</td>
                <td class="term-bar">
                  {for_white !== 0 && (
                    <span class={for_white < 0 ? "minus" : "plus"} style={{ width: `${(46 * Math.abs(for_white)) / most}%` }} />
                  )}
                </td>
              </tr>
              <tr class="meaning">
                <td colSpan={5}>{meaning}</td>
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
      {rest > 0 && <p class="rules">{rest === 1 ? "Another term is 0." : `${rest} other terms are 0.`}</p>}
    </section>
  );
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : minus(value);
}

function minus(value: number): string {
  return String(value).replace("-", "−");
}
