// Where the page begins: state, line to the server, and the first picture. The address holds the server's
// secret as its folder, so all is asked for relative to it; behind `#` it may hold a position.

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
import { keepSound, savedSound } from "./sound";
import { Store } from "./store";
import { savedTheme } from "./theme";

const store = new Store({ ...INITIAL, theme: savedTheme(), sound: savedSound(), ...keptTab() });
const url = new URL("socket", location.href);
url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
url.hash = "";
const connection = new Connection(url.href, (open) => conductor.linked(open));
const conductor = new Conductor(store, connection);
const errands = new Errands(store, connection);
keepAddress(store, errands);
keepTab(store);
keepRating(store);
keepSound(store);

const root = document.getElementById("app");
if (root) {
  const draw = (): void => {
    drawn = true;
    render(<App page={{ state: store.state, dispatch, errands }} />, root);
  };
  // What the user does is drawn at once: the next thing he does builds on what the page then shows.
  const dispatch = (event: Event): void => {
    store.dispatch(event);
    draw();
  };
  // However much else is told between two pictures, one is drawn.
  let drawn = true;
  store.subscribe(() => {
    if (drawn) requestAnimationFrame(draw);
    drawn = false;
  });
  draw();
}
connection.open();

// Who clicks twice means one button. What stands there when the second click comes may be another by then.
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

// The flag of a clock falls without anybody moving.
setInterval(() => store.dispatch({ type: "flag", now: Date.now() }), 100);
