// Games in: pasted, or from a file.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { showBoard } from "../keys";
import { Button } from "./button";
import { useFault } from "./fault";
import type { Page } from "./page";

export function PgnIn({ page: { errands } }: { page: Page }): JSX.Element {
  const [text, setText] = useState("");
  const { fault, attempt } = useFault();
  const read = async (reading: Promise<void>): Promise<void> => {
    if (!(await attempt(reading))) return;
    setText("");
    await showBoard();
  };
  return (
    <section class="stack" aria-label="Open a game">
      <h2>Open a game</h2>
      <label class="field wide">
        <span>PGN</span>
        <textarea
          rows={3}
          spellcheck={false}
          placeholder="Paste games or positions here"
          aria-invalid={fault !== "" && text !== ""}
          aria-describedby="pgn-fault"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <p class="fault" id="pgn-fault" role="status">
        {fault}
      </p>
      <div class="buttons">
        <Button off={text.trim() === ""} onClick={() => void read(errands.paste(text))}>
          Load
        </Button>
        <label class="button">
          Open a file
          <input
            type="file"
            class="spoken"
            accept=".pgn,.epd,.fen,.csv,text/plain"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              event.currentTarget.value = "";
              if (file) void read(errands.openFile(file));
            }}
          />
        </label>
      </div>
    </section>
  );
}
