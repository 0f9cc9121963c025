// The store of the state: one value, one way to change it, and its listeners.

import type { Event } from "./events";
import { reduce } from "./reduce";
import type { State } from "./state";

export class Store {
  #state: State;
  readonly #listeners: (() => void)[] = [];

  constructor(state: State) {
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  dispatch = (event: Event): void => {
    const next = reduce(this.#state, event);
    if (next === this.#state) return;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  };

  subscribe(listener: () => void): void {
    this.#listeners.push(listener);
  }
}
