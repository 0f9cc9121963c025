// The head of the page: the link to the front page, the game's name, and the theme.

import type { JSX } from "preact";
import { leaving } from "../keys";
import { onBoard } from "../practising";
import { type Theme, titleOf } from "../state";
import { saveSwitch } from "../switches";
import { saveTheme } from "../theme";
import { Icon } from "./icons";
import type { Page } from "./page";

const NEXT: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };

/** The browser follows the link. */
const toHome = (): void => void leaving(() => undefined, "home");

export function Head({ page: { state, dispatch }, onHelp }: { page: Page; onHelp: () => void }): JSX.Element {
  const isHome = state.screen === "home";
  return (
    <header class="head">
      <h1>
        {isHome ? (
          <span class="brand">Jacquerie</span>
        ) : (
          <>
            <a class="brand" href="#" title="All games" aria-label="Jacquerie, all games" onClick={toHome}>
              <Icon name="home" /> <span class="head-word">Jacquerie</span>
            </a>{" "}
            <span class="game-name">{titleOf(onBoard(state))}</span>
          </>
        )}
      </h1>
      {state.link === "broken" && (
        <p class="broken" role="alert">
          The connection to the program is lost; trying again … If the program has ended, a new board has another address.
        </p>
      )}
      {!isHome && (
        <button type="button" class="quiet" title="Flip the board (f)" onClick={() => dispatch({ type: "flip" })}>
          <Icon name="flip" /> <span class="head-word">Flip</span>
        </button>
      )}
      <button type="button" class="quiet" aria-label="Keys and mouse" title="Keys and mouse (?)" onClick={onHelp}>
        <Icon name="help" />
      </button>
      <button
        type="button"
        class="quiet"
        aria-label="Sound"
        aria-pressed={state.sound}
        title={`Sound: ${state.sound ? "on" : "off"}`}
        onClick={() => {
          saveSwitch("sound", !state.sound);
          dispatch({ type: "switch", name: "sound", on: !state.sound });
        }}
      >
        <Icon name={state.sound ? "sound" : "silent"} />
      </button>
      <button
        type="button"
        class="quiet"
        aria-label={`Theme: ${state.theme}`}
        title={`Theme: ${state.theme}`}
        onClick={() => {
          const theme = NEXT[state.theme];
          saveTheme(theme);
          dispatch({ type: "theme", theme });
        }}
      >
        <Icon name={state.theme} /> <span class="head-word">Theme: {state.theme}</span>
      </button>
    </header>
  );
}
