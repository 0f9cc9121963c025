// What there is to say: whose turn it is, how the game ended, what went wrong; and each move read out.

import type { JSX } from "preact";
import { sideName } from "../playing";
import { isPlaying, type State, viewAt } from "../state";
import { nodeAt, ROOT } from "../tree";
import { manName } from "./men";
import { manAt } from "../squares";
import type { Page } from "./page";

export function Status({ page }: { page: Page }): JSX.Element {
  const { state, dispatch } = page;
  return (
    <div class="status">
      <p class={isOver(state) ? "turn over" : "turn"}>{standing(page)}</p>
      {state.notice && (
        <p class="notice" role="alert">
          {state.notice}
          <button type="button" class="quiet" onClick={() => dispatch({ type: "notice", text: null })}>
            Dismiss
          </button>
        </p>
      )}
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
  if (!view) return state.link === "connecting" ? "Opening the line …" : "…";
  if (view.finish) return ended(view.finish);
  if (isPlaying(state) && state.at === state.play?.node) {
    return view.turn === state.play.terms.you ? "Your move" : "The engine thinks …";
  }
  return `${sideName(view.turn)} to move`;
}

function ended({ winner, told }: { winner: "white" | "black" | null; told: string }): string {
  return winner ? `${sideName(winner)} wins: ${told}` : `Draw: ${told}`;
}

/** What a screen reader says when the board has changed. */
export function Spoken({ page }: { page: Page }): JSX.Element {
  return (
    <p class="spoken" aria-live="polite">
      {words(page)}
    </p>
  );
}

function words(page: Page): string {
  const { state } = page;
  const view = viewAt(state, state.at);
  if (!view || state.setup) return "";
  if (state.at === ROOT) return `Start. ${standing(page)}`;
  const { san } = nodeAt(state.doc.tree, state.at);
  const man = view.last ? manAt(view.rows, view.last[1]) : ".";
  const way = view.last && man !== "." ? `${manName(man)} from ${view.last[0]} to ${view.last[1]}` : "";
  return `${san}, ${way}${view.check ? ", check" : ""}. ${standing(page)}`;
}
