// The store of the state: one value, one way to change it, and its listeners.

import type { Event } from "./events";
import { awake } from "./playing";
import { reduce } from "./reduce";
import type { State } from "./state";

export class Store {
  #state: State;
  readonly #listeners: (() => void)[] = [];
  /** The time of the last event that has one. */
  #last = Infinity;

  constructor(state: State) {
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  dispatch = (event: Event): void => {
    const next = reduce(this.#timed(event), event);
    if (next === this.#state) return;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  };

  #timed(event: Event): State {
    if (!("now" in event)) return this.#state;
    const last = this.#last;
    this.#last = event.now;
    return awake(this.#state, last, event.now);
  }

  subscribe(listener: () => void): void {
    this.#listeners.push(listener);
  }
}
