// The list of keys and mouse actions, under `?`.

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { saveSwitch } from "../switches";
import type { Page } from "./page";

const HELP = [
  ["← →", "one move back or forward"],
  ["↑ ↓", "to another variation"],
  ["Home End", "to the start, to the end"],
  ["Wheel", "over the board: through the moves"],
  ["Space", "plays the engine’s best move, or turns the engine on"],
  ["l", "engine on or off"],
  ["a", "shows or hides the engine’s arrows"],
  ["b m i", "to the next blunder, mistake or dubious move by the side at the bottom"],
  ["f", "flips the board"],
  ["Right button", "draws an arrow, or a circle; a left click removes them"],
  ["Tab, arrows, Enter", "on the board: to a square, and a move from there"],
  ["h s r n", "in an exercise: hint, solution, again, next"],
  ["?", "this list"],
] as const;

export function Help({ page: { state, dispatch }, onClose }: { page: Page; onClose: () => void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // The dialog would focus its first control, which is below the list.
  useEffect(() => {
    dialog.current?.showModal();
    heading.current?.focus();
  }, []);
  return (
    <dialog class="help" ref={dialog} aria-labelledby="help-title" onClose={onClose}>
      <h2 id="help-title" tabIndex={-1} ref={heading}>
        Keys and mouse
      </h2>
      <dl>
        {HELP.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label>
        <input
          type="checkbox"
          checked={state.letters}
          onChange={({ currentTarget: { checked } }) => {
            saveSwitch("letters", checked);
            dispatch({ type: "switch", name: "letters", on: checked });
          }}
        />{" "}
        Use letter keys
      </label>
      <button type="button" class="main" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  );
}
