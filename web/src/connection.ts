// The connection to the server: requests get a number, by which answers are assigned. A broken connection is opened
// again, first at once and then ever more slowly. Its requests are lost, and callers repeat them if necessary.

import type { Answer, Refusal, Request } from "./protocol";

type Listener = (answer: Answer) => void;

/** The error of a request that was refused, or whose connection broke. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
  }
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 4000;

export class Connection {
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  #count = 0;
  /** The largest request in bytes; the server closes the connection on a larger one. */
  limit = Infinity;
  readonly #listeners = new Map<number, Listener>();
  readonly #url: string;
  readonly #onLink: (open: boolean) => void;

  constructor(url: string, onLink: (open: boolean) => void) {
    this.#url = url;
    this.#onLink = onLink;
  }

  open(): void {
    const socket = new WebSocket(this.#url);
    socket.onopen = () => {
      this.#socket = socket;
      this.#wait = FIRST_WAIT;
      this.#onLink(true);
    };
    socket.onmessage = ({ data }) => {
      const answer = JSON.parse(String(data)) as Answer;
      this.#listeners.get(answer.id)?.(answer);
    };
    socket.onclose = () => this.#broken();
  }

  #broken(): void {
    this.#socket = null;
    const lost = [...this.#listeners];
    this.#listeners.clear();
    this.#onLink(false);
    for (const [id, listener] of lost) listener({ id, type: "error", message: "The connection to the server was lost" });
    setTimeout(() => this.open(), this.#wait);
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
  }

  /** Sends a request whose answers go to the listener until `forget`; `null` without a connection. */
  send(request: Request, listener: Listener): number | null {
    if (!this.#socket) return null;
    const id = this.#count + 1;
    const text = JSON.stringify({ id, ...request });
    this.#count = id;
    this.#listeners.set(id, listener);
    const size = new TextEncoder().encode(text).length;
    if (size > this.limit) {
      const message = `This is too much at once: ${size} bytes, and at most ${this.limit} can be sent`;
      queueMicrotask(() => listener({ id, type: "error", message }));
      return id;
    }
    this.#socket.send(text);
    return id;
  }

  /** Sends a message without an answer. */
  tell(request: Request): void {
    const id = this.send(request, () => undefined);
    if (id !== null) this.forget(id);
  }

  forget(id: number): void {
    this.#listeners.delete(id);
  }

  /** Sends a request that has one answer, of its own type. */
  ask<T extends Answer["type"]>(request: Request & { type: T }): Promise<Answer & { type: T }> {
    return new Promise((resolve, reject) => {
      const id = this.send(request, (answer) => {
        this.forget(answer.id);
        if (answer.type === "error") reject(new Refused(answer));
        else resolve(answer as Answer & { type: T });
      });
      if (id === null) reject(new Refused({ message: "There is no connection to the server" }));
    });
  }
}
