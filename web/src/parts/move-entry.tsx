// Typed moves, in notation (`e4`, `bxc6`) or in coordinates (`e3e4`). The server reads them, as all moves.

import type { JSX } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { mayMove } from "../practising";
import { keyOf } from "../state";
import { Button } from "./button";
import { useFault } from "./fault";
import { Icon } from "./icons";
import type { Page } from "./page";

export function MoveEntry({ page: { state, errands } }: { page: Page }): JSX.Element {
  const [text, setText] = useState("");
  const { fault, setFault, attempt } = useFault();
  // The message is about the position that was on the board.
  useLayoutEffect(() => setFault(""), [keyOf(state.doc, state.at)]);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (text.trim() === "") return;
    if (!mayMove(state)) return setFault("It is not your turn here");
    if (await attempt(errands.play(text))) setText((now) => (now === text ? "" : now));
  };
  return (
    <form class="move-entry" onSubmit={(event) => void submit(event)}>
      <input
        type="text"
        aria-label="Move, typed"
        aria-invalid={fault !== ""}
        aria-describedby="move-fault"
        placeholder="e4"
        autoComplete="off"
        autoCapitalize="off"
        spellcheck={false}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setFault("");
        }}
      />
      <Button type="submit" off={text.trim() === ""} aria-label="Move" title="Make the move">
        <Icon name="enter" />
      </Button>
      <p class="fault" id="move-fault" role="status">
        {fault}
      </p>
    </form>
  );
}
