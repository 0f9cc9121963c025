// The status line: the side to move, the result, errors; and each move read out.

import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { leaving } from "../keys";
import { mayMove } from "../practising";
import { verdictWords } from "../score";
import { isAnalysed, isPlaying, type State, viewAt } from "../state";
import { manAt, sideName } from "../squares";
import { capitalised } from "../text";
import { nodeAt, ROOT } from "../tree";
import { currentVerdict } from "./evaluation-bar";
import { manName } from "./men";
import type { Page } from "./page";

export function Status({ page }: { page: Page }): JSX.Element {
  return (
    <div class="status">
      <p class={isOver(page.state) ? "turn over" : "turn"}>{standing(page)}</p>
      {mustCapture(page) && <p class="must">{mustCapture(page)}</p>}
    </div>
  );
}

/** Errors and other messages. */
export function Notice({ page: { state, dispatch } }: { page: Page }): JSX.Element | null {
  if (!state.notice) return null;
  return (
    <div class="notice" role="alert">
      <p>{state.notice}</p>
      <button type="button" class="quiet" onClick={() => void leaving(() => dispatch({ type: "notice", text: null }), "here")}>
        Dismiss
      </button>
    </div>
  );
}

function isOver(state: State): boolean {
  return Boolean(viewAt(state, state.at)?.finish || (state.play?.over && state.at === state.play.node));
}

function standing({ state }: Page): string {
  const view = viewAt(state, state.at);
  if (state.setup) return "Setting up a position";
  if (state.play?.over && state.at === state.play.node) return ended(state.play.over);
  if (!view) return state.link === "connecting" ? "Connecting …" : "…";
  if (view.finish) return ended(view.finish);
  if (isPlaying(state) && state.at === state.play?.node) {
    return view.turn === state.play.terms.you ? "Your move" : "The engine thinks …";
  }
  return `${sideName(view.turn)} to move`;
}

function ended({ winner, told }: { winner: "white" | "black" | null; told: string }): string {
  return `${capitalised(told)}. ${winner ? `${sideName(winner)} wins.` : "It is a draw."}`;
}

/** The most captures that are named. */
const NAMED = 3;

/** The reason why other moves cannot be made, if captures are compulsory. */
function mustCapture({ state }: Page): string | null {
  const view = viewAt(state, state.at);
  if (!view || view.finish || !mayMove(state) || view.moves.length === 0 || !view.moves.every(({ capture }) => capture)) return null;
  const names = view.moves.slice(0, NAMED).map(({ san }) => san);
  const more = view.moves.length > NAMED ? ["…"] : [];
  return `${isPlaying(state) ? "You" : sideName(view.turn)} must capture: ${[...names, ...more].join(", ")}`;
}

/** The text for screen readers when the board has changed, when the game goes on while the user looks back, and when
    there is nothing left to find. */
export function Spoken({ page }: { page: Page }): JSX.Element {
  const { state } = page;
  const seen = useRef(state.play);
  if (state.at === state.play?.node) seen.current = state.play;
  return (
    <>
      <p class="spoken" aria-live="polite">
        {words(page)}
      </p>
      <p class="spoken" aria-live="polite">
        {missed(state, seen.current)}
      </p>
      <p class="spoken" aria-live="polite">
        {complete(state)}
      </p>
    </>
  );
}

/** What has happened in the game since the board showed it, if it now shows an earlier position. */
export function missed({ play, at, doc }: State, seen: State["play"]): string {
  if (!play || !seen || at === play.node) return "";
  const move = play.node === seen.node ? "" : `In the game: ${nodeAt(doc.tree, play.node).san}. `;
  return move + (play.over && !seen.over ? ended(play.over) : "");
}

function complete(state: State): string {
  const isComplete = state.analysis.ended && !state.analysis.on && isAnalysed(state);
  const verdict = isComplete ? currentVerdict(state) : null;
  return verdict ? `Analysis complete. ${verdictWords(verdict)}` : "";
}

function words(page: Page): string {
  const { state } = page;
  const view = viewAt(state, state.at);
  if (!view || state.setup) return "";
  const compulsory = mustCapture(page);
  const must = compulsory ? `. ${compulsory}` : "";
  if (state.at === ROOT) return `Start. ${standing(page)}${must}`;
  const { san } = nodeAt(state.doc.tree, state.at);
  const man = view.last ? manAt(view.rows, view.last[1]) : ".";
  const way = view.last && man !== "." ? `${manName(man)} from ${view.last[0]} to ${view.last[1]}` : "";
  return `${san}, ${way}${view.check ? ", check" : ""}. ${standing(page)}${must}`;
}
