// Moves by hand: as they are written (`e4`, `bxc6`) or in coordinates (`e3e4`).

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Legal } from "../protocol";
import { isPlaying, viewAt } from "../state";
import type { Page } from "./page";

/** The moves that a text may mean; what people leave out or add does not matter. */
export function movesMeant(moves: readonly Legal[], text: string): Legal[] {
  const bare = (move: string): string => move.replace(/[\s+#=x!?:-]/g, "");
  const wanted = bare(text);
  const named = moves.filter((one) => bare(one.san) === wanted || bare(one.move) === wanted);
  if (named.length > 0) return named;
  const small = wanted.toLowerCase();
  return moves.filter((one) => bare(one.san).toLowerCase() === small || bare(one.move).toLowerCase() === small);
}

export function MoveEntry({ page: { state, dispatch } }: { page: Page }): JSX.Element {
  const [text, setText] = useState("");
  const [fault, setFault] = useState("");
  const view = viewAt(state, state.at);
  const yours = !isPlaying(state) || (state.at === state.play?.node && view?.turn === state.play.terms.you);
  const submit = (event: Event): void => {
    event.preventDefault();
    const [found, another] = movesMeant(view?.moves ?? [], text);
    if (!yours) setFault("It is not your turn here");
    else if (another) setFault(`“${text}” may mean several moves`);
    else if (!found) setFault(`“${text}” is no move here`);
    else {
      dispatch({ type: "move", ...found, now: Date.now() });
      setText("");
      setFault("");
    }
  };
  return (
    <form class="move-entry" onSubmit={submit}>
      <input
        type="text"
        aria-label="Move, typed"
        aria-invalid={fault !== ""}
        aria-describedby="move-fault"
        placeholder="e4, bxc5"
        autoComplete="off"
        autoCapitalize="off"
        spellcheck={false}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setFault("");
        }}
      />
      <button type="submit" disabled={text.trim() === ""}>
        Move
      </button>
      <p class="fault" id="move-fault" role="status">
        {fault}
      </p>
    </form>
  );
}
