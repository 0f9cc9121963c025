// Walking through the game: four buttons below the board, and the arrow keys wherever they mean nothing else.
// Left and right step along the line, up and down go to another variation, Home and End to its ends.

import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { isModified } from "../keys";
import { brother, endOf, nodeAt, pathTo, ROOT } from "../tree";
import { Icon } from "./icons";
import type { Page } from "./page";

type Step = "first" | "back" | "next" | "last" | "up" | "down";

function target({ state: { doc, at } }: Page, step: Step): number {
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

/** Where keys have a meaning of their own. */
const BUSY = "input, textarea, select, dialog, [role=grid], [role=tablist], [contenteditable]";

export function useWalk(page: Page): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const step = KEYS[event.key];
      const free = event.target instanceof Element && !event.target.closest(BUSY);
      if (!step || !free || isModified(event) || page.state.setup) return;
      const node = target(page, step);
      // Up and down scroll the page where there is no other variation.
      if (node === page.state.at && (step === "up" || step === "down")) return;
      event.preventDefault();
      page.dispatch({ type: "go", node });
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  });
}

const BUTTONS = [
  ["first", "To the start", "Home"],
  ["back", "One move back", "←"],
  ["next", "One move on", "→"],
  ["last", "To the end", "End"],
] as const;

export function Walk({ page }: { page: Page }): JSX.Element {
  return (
    <div class="walk" role="group" aria-label="Walk through the game">
      {BUTTONS.map(([step, name, key]) => {
        const node = target(page, step);
        return (
          <button
            type="button"
            key={step}
            aria-label={name}
            title={`${name} (${key})`}
            disabled={node === page.state.at}
            onClick={() => page.dispatch({ type: "go", node })}
          >
            <Icon name={step} />
          </button>
        );
      })}
    </div>
  );
}
