// The start of the page: state, connection to the server, and the first rendering. The server's secret is a folder of
// the address, so all requests are relative to it; after `#` the address may have a position.

import { render } from "preact";
import { Conductor } from "./conductor";
import { Connection } from "./connection";
import { Errands } from "./errands";
import type { Event } from "./events";
import { keepAddress } from "./address";
import { keepTab, keptTab } from "./keep";
import { App } from "./parts/app";
import { INITIAL } from "./state";
import { keepRating } from "./rating";
import { keepSound } from "./sound";
import { Store } from "./store";
import { savedSwitches } from "./switches";
import { savedTheme } from "./theme";

const store = new Store({ ...INITIAL, theme: savedTheme(), ...savedSwitches(), ...keptTab() });
const url = new URL("socket", location.href);
url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
url.hash = "";
const connection = new Connection(url.href, (open) => conductor.linked(open));
const conductor = new Conductor(store, connection);
const errands = new Errands(store, connection);
keepAddress(store, errands);
keepTab(store, errands);
keepRating(store);
keepSound(store);

const root = document.getElementById("app");
if (root) {
  const draw = (): void => {
    drawn = true;
    render(<App page={{ state: store.state, dispatch, errands }} />, root);
  };
  // User actions are rendered at once: the next action builds on what the page then shows.
  const dispatch = (event: Event): void => {
    store.dispatch(event);
    draw();
  };
  // All other events between two frames are rendered once.
  let drawn = true;
  store.subscribe(() => {
    if (drawn) requestAnimationFrame(draw);
    drawn = false;
  });
  draw();
}
connection.open();

// A double click means one button. Another button may be in its place at the second click.
let pressed: { button: Element; name: string } | null = null;
addEventListener(
  "click",
  (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const isSame = button === pressed?.button && button?.textContent === pressed?.name;
    if (event.detail > 1 && button && !isSame) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    pressed = button && { button, name: button.textContent ?? "" };
  },
  { capture: true },
);

// The flag of a clock falls without a move.
setInterval(() => store.dispatch({ type: "flag", now: Date.now() }), 100);
