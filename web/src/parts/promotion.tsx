// The choice of a promotion, if one step may be several moves.

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Legal, Side } from "../protocol";
import { Man, manName } from "./men";

interface Shown {
  moves: readonly Legal[];
  side: Side;
  onChoose: (legal: Legal | null) => void;
}

export function Promotion({ moves, side, onChoose }: Shown): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const choose = (legal: Legal | null): void => {
    // Closed, it gives the focus back to the board.
    dialog.current?.close();
    onChoose(legal);
  };
  return (
    <dialog class="promotion" ref={dialog} aria-label="Promote to" onCancel={() => onChoose(null)}>
      <div class="promotion-men">
        {moves.map((legal) => {
          const given = legal.promotion ?? "";
          const letter = side === "white" ? given.toUpperCase() : given.toLowerCase();
          return (
            <button type="button" key={legal.move} aria-label={letter ? manName(letter) : "no promotion"} onClick={() => choose(legal)}>
              {letter ? <Man letter={letter} /> : legal.san}
            </button>
          );
        })}
      </div>
      <button type="button" onClick={() => choose(null)}>
        Cancel
      </button>
    </dialog>
  );
}
