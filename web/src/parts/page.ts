// The properties of every part of the page: the state it shows, and the function that dispatches events.

import type { Errands } from "../errands";
import type { Event } from "../events";
import type { State } from "../state";

export interface Page {
  state: State;
  dispatch: (event: Event) => void;
  errands: Errands;
}
