// Makes the server do what is wanted (wanted.ts): after each change of the state, it compares that with the requests
// in progress, sends those that are missing, and starts or stops the search.

import { type Connection, Refused } from "./connection";
import type { Purpose } from "./events";
import type { Answer, Line } from "./protocol";
import type { Store } from "./store";
import { limitsOf, wantedLook, wantedSearch, type WantedSearch, wantedViews } from "./wanted";

/** The time after which a refused search is tried again, in milliseconds. */
const AGAIN = 2000;

interface Running {
  id: number;
  name: string;
  purpose: Purpose;
  key: string;
  /** The best line so far. */
  line: Line | null;
}

export class Conductor {
  readonly #store: Store;
  readonly #connection: Connection;
  /** The requests without an answer, and the refused ones, which are not repeated. */
  readonly #asked = new Set<string>();
  /** Whether the server looks at a position. It may take seconds, and a user who walks through a game needs only the
      last. */
  #looking = false;
  #running: Running | null = null;
  /** The search that has ended by itself; it is not started again. */
  #ended = "";
  /** The search that was refused, which is reported once and tried again after a while. */
  #refused = "";

  constructor(store: Store, connection: Connection) {
    this.#store = store;
    this.#connection = connection;
    store.subscribe(() => this.conduct());
  }

  /** The connection was opened or broken. */
  linked(open: boolean): void {
    this.#asked.clear();
    this.#running = null;
    this.#ended = "";
    this.#store.dispatch({ type: "linked", link: open ? "open" : "broken", now: Date.now() });
    if (open) void this.#greet();
  }

  async #greet(): Promise<void> {
    try {
      const hello = await this.#connection.ask({ type: "hello" });
      this.#connection.limit = hello.limits.message;
      this.#store.dispatch({ type: "greeted", hello });
    } catch (error) {
      this.#complain(error);
    }
  }

  conduct(): void {
    const { state } = this.#store;
    if (state.link !== "open") return;
    for (const { key, position } of wantedViews(state)) {
      this.#once("view", key, async () => {
        const view = await this.#connection.ask({ type: "view", ...position });
        this.#store.dispatch({ type: "viewed", key, view, now: Date.now() });
      });
    }
    const look = wantedLook(state);
    if (look && !this.#looking) {
      this.#once("look", look.key, async () => {
        this.#looking = true;
        const asked = this.#connection.ask({ type: "look", ...look.position });
        const told = await asked.finally(() => (this.#looking = false));
        this.#store.dispatch({ type: "looked", key: look.key, look: told });
      });
    }
    this.#search(wantedSearch(state));
  }

  /** Sends a request unless it is in progress; a refused one is not repeated until the connection is new. */
  #once(what: string, key: string, ask: () => Promise<void>): void {
    const name = `${what} ${key}`;
    if (this.#asked.has(name)) return;
    this.#asked.add(name);
    ask().then(
      () => this.#asked.delete(name),
      (error: unknown) => this.#complain(error, key),
    );
  }

  #search(wanted: WantedSearch | null): void {
    const name = wanted?.name ?? "";
    if (this.#running && this.#running.name !== name) {
      // Its further messages are ignored; a new search stops it anyway.
      this.#connection.forget(this.#running.id);
      if (!wanted) this.#connection.tell({ type: "stop" });
      this.#running = null;
    }
    if (this.#refused !== name) this.#refused = "";
    if (!wanted) this.#ended = "";
    if (!wanted || this.#running || this.#ended === name) return;
    this.#ended = "";
    const { purpose, key, position, lines, level, answer } = wanted;
    const limits = limitsOf(this.#store.state, purpose, Date.now());
    const request =
      purpose === "squares"
        ? ({ type: "squares", ...position } as const)
        : ({ type: "think", ...position, limits, lines, level, answer } as const);
    const id = this.#connection.send(request, (told) => this.#hear(told));
    if (id !== null) this.#running = { id, name, purpose, key, line: null };
  }

  #hear(told: Answer): void {
    const running = this.#running;
    if (!running || told.id !== running.id) return;
    const { purpose, key } = running;
    if (told.type === "line") {
      if (told.line === 1) running.line = told;
      this.#store.dispatch({ type: "thought", purpose, key, line: told });
    } else if (told.type === "current") {
      if (purpose === "analysis") this.#store.dispatch({ type: "at-move", current: told });
    } else if (told.type === "squares") {
      this.#store.dispatch({ type: "squared", key, told });
    } else if (told.type === "marks") {
      this.#store.dispatch({ type: "marked", key, marks: told.marks });
    } else if (told.type === "done") {
      this.#end(running);
      this.#store.dispatch({ type: "decided", purpose, key, done: told, line: running.line, now: Date.now() });
    } else if (told.type === "error") {
      this.#end(running);
      if (this.#refused !== running.name) this.#complain(new Refused(told));
      this.#refused = running.name;
      setTimeout(() => this.#again(running.name), AGAIN);
    }
  }

  /** The server may have been busy with other boards. */
  #again(name: string): void {
    if (this.#ended !== name) return;
    this.#ended = "";
    this.conduct();
  }

  #end(running: Running): void {
    this.#connection.forget(running.id);
    this.#ended = running.name;
    this.#running = null;
  }

  #complain(error: unknown, key: string | null = null): void {
    const refusal = error instanceof Refused ? error.refusal : { message: String(error) };
    if (this.#store.state.link === "open") this.#store.dispatch({ type: "refused", refusal, key });
  }
}
