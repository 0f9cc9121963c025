// What the browser remembers, by name, as JSON. It may forbid that, or have no room: then it lasts as long as the page.

type Place = "localStorage" | "sessionStorage";

const memory = new Map<string, string>();

export function stored<T>(name: string, place: Place = "localStorage"): T | null {
  try {
    return JSON.parse(memory.get(name) ?? globalThis[place].getItem(name) ?? "null") as T | null;
  } catch {
    return null;
  }
}

/** Returns whether the browser remembers it. */
export function save(name: string, value: unknown, place: Place = "localStorage"): boolean {
  const text = JSON.stringify(value);
  try {
    globalThis[place].setItem(name, text);
    memory.delete(name);
    return true;
  } catch {
    memory.set(name, text);
    return false;
  }
}
