// Walking through the game: four buttons, and keys wherever they have no other meaning. Left and right step along the
// line, up and down go to another variation, Home and End to its ends. Other keys are for frequent actions.

import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { isModified } from "../keys";
import { isOver, onBoard } from "../practising";
import { moverAt } from "../report";
import { firstOf, isPlaying, linesAt, type State } from "../state";
import { brother, endOf, lineFrom, nodeAt, pathTo, ROOT } from "../tree";
import { Button } from "./button";
import { Icon } from "./icons";
import type { Page } from "./page";

type Step = "first" | "back" | "next" | "last" | "up" | "down";

/** The target of a step. */
export function target({ state: { doc, at } }: Page, step: Step): number {
  switch (step) {
    case "first":
      return ROOT;
    case "back":
      return pathTo(doc.tree, at).at(-2) ?? ROOT;
    case "next":
      return nodeAt(doc.tree, at).children[0] ?? at;
    case "last":
      return endOf(doc.tree, at);
    case "up":
      return brother(doc.tree, at, -1);
    case "down":
      return brother(doc.tree, at, 1);
  }
}

const KEYS: Record<string, Step> = {
  ArrowLeft: "back",
  ArrowRight: "next",
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "first",
  End: "last",
};

/** The annotation that a key looks for. */
const SIGNS: Record<string, number> = { b: 4, m: 2, i: 6 };

/** The next move of the game with an annotation, of the side at the bottom of the board; after the last comes the
    first. */
function signed(state: State, sign: number): number | undefined {
  const { doc, at, flipped } = state;
  const line = lineFrom(doc.tree, ROOT);
  const [first, own] = [firstOf(state), flipped ? "black" : "white"];
  const found = line.filter((node, index) => moverAt(index + 1, first) === own && nodeAt(doc.tree, node).glyphs.includes(sign));
  const here = line.indexOf(pathTo(doc.tree, at).findLast((node) => line.includes(node)) ?? -1);
  return found.find((node) => line.indexOf(node) > here) ?? found[0];
}

/** Elements where keys have a meaning of their own. (The board and the tabs keep the keys that they use.) */
const BUSY = "input, textarea, select, dialog, [contenteditable]";
/** Elements that the space bar presses. */
const PRESSED = "button, a, summary, label";

export function useKeys(page: Page, help: () => void): void {
  // At once: a key is for what the page shows.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const element = event.target instanceof Element ? event.target : document.body;
      if (element.closest(BUSY) || page.state.setup) return;
      if (!page.state.letters && /^\S$/.test(event.key)) return;
      // A question mark is typed with Shift on many keyboards.
      if (event.key === "?" && !event.ctrlKey && !event.metaKey) help();
      else if (isModified(event) || page.state.screen === "home" || !pressed(page, event.key, element)) return;
      event.preventDefault();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  });
}

/** Performs the action of a key; returns whether it has one here. */
function pressed(whole: Page, key: string, element: Element): boolean {
  const page = { ...whole, state: onBoard(whole.state) };
  const { state, dispatch } = page;
  if (state.screen === "practice" && exercised(whole, key)) return true;
  const step = KEYS[key];
  if (step) {
    const node = target(page, step);
    // Up and down scroll the page if there is no other variation.
    if (node === state.at && (step === "up" || step === "down")) return false;
    dispatch({ type: "go", node });
    return true;
  }
  switch (key) {
    case "a":
      dispatch({ type: "arrows" });
      return true;
    case "b":
    case "m":
    case "i": {
      const node = signed(state, SIGNS[key] ?? 0);
      if (node !== undefined) dispatch({ type: "go", node });
      return node !== undefined;
    }
    case "f":
      dispatch({ type: "flip" });
      return true;
    case "l":
      if (!isPlaying(state)) dispatch({ type: "analyse", on: !state.analysis.on });
      return true;
    case " ": {
      if (element.closest(PRESSED)) return false;
      const best = linesAt(state)[0]?.pv[0];
      if (isPlaying(state)) return true;
      dispatch(best ? { type: "line", moves: [best] } : { type: "analyse", on: true });
      return true;
    }
    default:
      return false;
  }
}

/** Performs the action of a key during practice. */
function exercised({ state: { practice }, dispatch, errands }: Page, key: string): boolean {
  if (!practice) return false;
  if (key === "n" && isOver(practice)) void errands.attempt(errands.next());
  else if (key === "r") dispatch({ type: "retry" });
  else if (key === "h") dispatch({ type: "hint" });
  else if (key === "s") dispatch({ type: "solution" });
  else return key === "n";
  return true;
}

const BUTTONS = [
  ["first", "To the start", "Home"],
  ["back", "One move back", "←"],
  ["next", "One move forward", "→"],
  ["last", "To the end", "End"],
] as const;

export function Walk({ page }: { page: Page }): JSX.Element {
  return (
    <div class="walk" role="group" aria-label="Walk through the game">
      {BUTTONS.map(([step, name, key]) => {
        const node = target(page, step);
        return (
          <Button key={step} aria-label={name} title={`${name} (${key})`} off={node === page.state.at} onClick={() => page.dispatch({ type: "go", node })}>
            <Icon name={step} />
          </Button>
        );
      })}
    </div>
  );
}
