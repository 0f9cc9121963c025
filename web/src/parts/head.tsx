// The head of the page: what is played, and how the page looks.

import type { JSX } from "preact";
import { type Theme, variantOf } from "../state";
import { saveTheme } from "../theme";
import { Icon } from "./icons";
import type { Page } from "./page";

const NEXT: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };

export function Head({ page: { state, dispatch } }: { page: Page }): JSX.Element {
  const variant = variantOf(state);
  return (
    <header class="head">
      <h1>
        Jacquerie <span class="game-name">{variant?.name}</span>
      </h1>
      {state.link === "broken" && (
        <p class="broken" role="alert">
          The line to the program is broken; trying again …
        </p>
      )}
      <button type="button" class="quiet" onClick={() => dispatch({ type: "flip" })}>
        <Icon name="flip" /> Flip
      </button>
      <button
        type="button"
        class="quiet"
        aria-label={`Colours: ${state.theme}`}
        onClick={() => {
          const theme = NEXT[state.theme];
          saveTheme(theme);
          dispatch({ type: "theme", theme });
        }}
      >
        <Icon name={state.theme} /> <span class="theme-name">Colours: {state.theme}</span>
      </button>
    </header>
  );
}
