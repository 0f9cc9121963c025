// Games in and out: PGN by paste, file, copy and download; another start or a position set up; the link.

import type { JSX } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { linkTo } from "../address";
import { refusalOf } from "../errands";
import { isPlaying, type State, viewAt } from "../state";
import type { Choices, PgnGame } from "../protocol";
import type { Page } from "./page";
import { PgnIn } from "./pgn-in";
import { StartChoices } from "./start-choices";

export function GamesPanel({ page }: { page: Page }): JSX.Element {
  if (isPlaying(page.state)) return <p>Other games can be opened when yours is over.</p>;
  return (
    <div class="stack">
      <Archive page={page} />
      <PgnIn page={page} />
      <PgnOut page={page} />
      <Start page={page} />
    </div>
  );
}

/** The games of the file that is open. */
function Archive({ page: { state, dispatch } }: { page: Page }): JSX.Element | null {
  const { archive } = state;
  if (!archive) return null;
  return (
    <label class="field wide">
      <span>
        {archive.name}, {archive.games.length} {archive.games.length === 1 ? "game" : "games"}
      </span>
      <select
        value={String(archive.current)}
        onChange={(event) => dispatch({ type: "choose-game", index: Number(event.currentTarget.value) })}
      >
        {archive.games.map((game, index) => (
          <option key={index} value={String(index)}>
            {index + 1}. {gameName(game)} {archive.changed[index] ? "(changed)" : ""}
          </option>
        ))}
      </select>
    </label>
  );
}

function gameName({ tags, result }: PgnGame): string {
  const tag = (wanted: string): string => tags.find(([name]) => name === wanted)?.[1] ?? "?";
  return `${tag("White")} – ${tag("Black")}  ${result}`;
}

function PgnOut({ page: { state, errands } }: { page: Page }): JSX.Element {
  const [said, setSaid] = useState("");
  const copy = async (text: Promise<string> | string, what: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(await text);
      setSaid(`${what} copied`);
    } catch (error) {
      setSaid(refusalOf(error).message);
    }
  };
  const save = async (): Promise<void> => {
    try {
      download(state.archive?.name ?? "game.pgn", await errands.file());
      setSaid("Saved");
    } catch (error) {
      setSaid(refusalOf(error).message);
    }
  };
  return (
    <section class="stack" aria-label="Save">
      <h2>Save</h2>
      <div class="buttons">
        <button type="button" onClick={() => void copy(errands.game(), "PGN")}>
          Copy PGN
        </button>
        <button type="button" onClick={() => void save()}>
          Download
        </button>
        <button type="button" onClick={() => void copy(linkTo(state), "Link")}>
          Copy link
        </button>
        <button type="button" onClick={() => void copy(fenOf(state), "FEN")}>
          Copy FEN
        </button>
      </div>
      <p class="rules" role="status">
        {said}
      </p>
    </section>
  );
}

function fenOf(state: State): string {
  return viewAt(state, state.at)?.fen ?? "";
}

function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/x-chess-pgn" }));
  link.download = name.endsWith(".pgn") ? name : `${name}.pgn`;
  link.click();
  // The browser has to have begun before the address goes.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Another start on the board, or the way to set one up by hand. */
function Start({ page: { state, errands } }: { page: Page }): JSX.Element | null {
  const { hello, doc } = state;
  const [variant, setVariant] = useState(doc.variant);
  const [choices, setChoices] = useState<Choices>(doc.choices);
  const [fault, setFault] = useState("");
  useLayoutEffect(() => {
    setVariant(doc.variant);
    setChoices(doc.choices);
  }, [doc.variant, doc.choices]);
  if (!hello) return null;
  const begin = async (begun: Promise<void>): Promise<void> => {
    try {
      await begun;
      setFault("");
    } catch (error) {
      setFault(refusalOf(error).message);
    }
  };
  return (
    <section class="stack" aria-label="A new board">
      <h2>A new board</h2>
      <StartChoices
        hello={hello}
        variant={variant}
        choices={choices}
        you={null}
        onChange={(next, chosen) => {
          setVariant(next);
          setChoices(chosen);
        }}
      />
      {fault && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      <div class="buttons">
        <button type="button" onClick={() => void begin(errands.open(variant, choices, null))}>
          Start position
        </button>
        <button type="button" onClick={() => void begin(errands.setUp(variant, choices))}>
          Set up by hand
        </button>
      </div>
    </section>
  );
}
