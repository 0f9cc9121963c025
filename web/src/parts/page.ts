// What every part of the page is given: the state it shows, and how it says what the user did.

import type { Errands } from "../errands";
import type { Event } from "../events";
import type { State } from "../state";

export interface Page {
  state: State;
  dispatch: (event: Event) => void;
  errands: Errands;
}
