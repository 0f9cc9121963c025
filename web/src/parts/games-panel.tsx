// Games in and out: PGN by paste, file, copy and download; another start or a position set up; the link.

import type { JSX } from "preact";
import { linkTo } from "../address";
import { today } from "../errands";
import { showBoard } from "../keys";
import { pngOf, svgOf } from "../picture";
import { IN_PROGRESS, isPlaying, type State, titleOf, viewAt } from "../state";
import type { PgnGame } from "../protocol";
import { capitalised } from "../text";
import { Alert, useFault } from "./fault";
import type { Page } from "./page";
import { PgnIn } from "./pgn-in";
import { Select } from "./select";
import { StartChoices, useStart } from "./start-choices";

export function GamesPanel({ page }: { page: Page }): JSX.Element {
  if (isPlaying(page.state)) return <p>{IN_PROGRESS}</p>;
  return (
    <div class="stack">
      <Archive page={page} />
      <PgnIn page={page} />
      <PgnOut page={page} />
      <Start page={page} />
    </div>
  );
}

/** The games of the open file. */
function Archive({ page: { state, errands } }: { page: Page }): JSX.Element | null {
  const { archive } = state;
  if (!archive) return null;
  const { name, games, current, changed } = archive;
  if (games.length === 0) return <p class="rules">Reading {name} again …</p>;
  const options = games.map((game, index) => [String(index), `${index + 1}. ${gameName(game)} ${changed[index] ? "(changed)" : ""}`] as const);
  const none = current === null ? [["", "another game is on the board"] as const] : [];
  return (
    <Select
      kind="field wide"
      label={`${name}, ${games.length} ${games.length === 1 ? "game" : "games"}`}
      value={String(current ?? "")}
      options={[...none, ...options]}
      onChange={(value) => void errands.attempt(errands.chooseGame(Number(value)))}
    />
  );
}

function gameName({ tags, result }: PgnGame): string {
  const tag = (wanted: string): string => tags.find(([name]) => name === wanted)?.[1] ?? "?";
  return `${tag("White")} – ${tag("Black")}  ${result}`;
}

function PgnOut({ page: { state, errands } }: { page: Page }): JSX.Element {
  const { fault: said, setFault: say, attempt } = useFault();
  const tell = async (done: Promise<void>, what: string): Promise<void> => {
    if (await attempt(done)) say(what);
  };
  const view = viewAt(state, state.at);
  const picture = (): string => svgOf(view?.rows ?? [], state.flipped);
  const copies: readonly (readonly [string, () => Promise<string> | string])[] = [
    ["PGN", () => errands.game()],
    ["link", () => linkTo(state)],
    ["FEN", () => view?.fen ?? ""],
    ["SVG", picture],
  ];
  return (
    <section class="stack" aria-label="Save">
      <h2>Save</h2>
      <div class="buttons">
        <button type="button" onClick={() => void tell(errands.save().then((text) => download(fileNameOf(state), text)), "Saved")}>
          Download PGN
        </button>
        {copies.map(([what, text]) => (
          <button type="button" key={what} onClick={() => void tell(copy(text()), `${capitalised(what)} copied`)}>
            Copy {what}
          </button>
        ))}
        <button type="button" onClick={() => void tell(copyPicture(pngOf(picture())), "PNG copied")}>
          Copy PNG
        </button>
      </div>
      <p class="said rules" role="status">
        {said}
      </p>
    </section>
  );
}

async function copy(text: Promise<string> | string): Promise<void> {
  await navigator.clipboard.writeText(await text);
}

async function copyPicture(png: Promise<Blob>): Promise<void> {
  await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
}

/** The name of a saved game: by its file, or by its players and date. */
export function fileNameOf(state: State): string {
  const { archive, doc } = state;
  if (archive && archive.current !== null) return /\.pgn$/i.test(archive.name) ? archive.name : `${archive.name}.pgn`;
  const tag = (wanted: string): string => doc.tags.find(([name]) => name === wanted)?.[1]?.replaceAll("?", "").trim() ?? "";
  const players = [tag("White"), tag("Black")].filter((name) => name !== "").join(" – ") || titleOf(state);
  const date = tag("Date").replace(/\.+$/, "") || today();
  return `${players} ${date}.pgn`.replace(/[/\\:*?"<>|]/g, "_");
}

function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/x-chess-pgn" }));
  link.download = name;
  link.click();
  // The browser must have begun before the address is released.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Another start on the board, or setting one up by hand. */
function Start({ page: { state, errands } }: { page: Page }): JSX.Element | null {
  const { hello, doc } = state;
  const { variant, choices, choose } = useStart(doc);
  const { fault, attempt } = useFault();
  if (!hello) return null;
  return (
    <section class="stack" aria-label="A new board">
      <h2>A new board</h2>
      <StartChoices hello={hello} variant={variant} choices={choices} you={null} onChange={choose} />
      <Alert fault={fault} />
      <div class="buttons">
        <button type="button" onClick={() => void attempt(errands.open(variant, choices, null).then(showBoard))}>
          Start position
        </button>
        <button type="button" onClick={() => void attempt(errands.setUp(variant, choices))}>
          Set up by hand
        </button>
      </div>
    </section>
  );
}
