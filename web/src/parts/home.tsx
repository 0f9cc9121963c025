// The front page: the games by name, each with a picture of its start; files to open; and what was open last.

import type { JSX } from "preact";
import { readRows } from "../fen";
import { leaving } from "../keys";
import { lastOpen } from "../last";
import type { Choices, Variant } from "../protocol";
import { defaultChoices, IN_PROGRESS, isPlaying, type Tab, titleOf, viewAt } from "../state";
import { pathTo } from "../tree";
import { MiniBoard } from "./mini-board";
import type { Page } from "./page";
import { PgnIn } from "./pgn-in";
import { Pieces } from "./pieces";

export function Home({ page }: { page: Page }): JSX.Element {
  const { hello } = page.state;
  if (!hello) return <p class="home">Waiting for the program …</p>;
  const isFirst = ({ name }: Variant): boolean => name === hello.variant;
  const byTitle = (one: Variant, two: Variant): number =>
    Number(isFirst(two)) - Number(isFirst(one)) || one.title.localeCompare(two.title);
  const variants = [...hello.variants].sort(byTitle);
  const shown = variants.filter((variant) => variant.about !== undefined || isFirst(variant));
  const others = variants.filter((variant) => !shown.includes(variant));
  return (
    <div class="home">
      <Continue page={page} />
      <section class="cards" aria-label="Games">
        {shown.map((variant) => (
          <Card key={variant.name} page={page} variant={variant} />
        ))}
        <div class="box">{isPlaying(page.state) ? <p>{IN_PROGRESS}</p> : <PgnIn page={page} />}</div>
      </section>
      {others.length > 0 && (
        <section class="box stack" aria-label="More games">
          <h2>More games</h2>
          <ul class="plain">
            {others.map((variant) => (
              <Row key={variant.name} page={page} variant={variant} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function opener({ state, dispatch, errands }: Page, variant: Variant): (tab: Tab, choices?: Choices) => void {
  const open = async (tab: Tab, choices: Choices): Promise<void> => {
    await errands.open(variant.name, { ...defaultChoices(variant), ...choices }, null);
    dispatch({ type: "tab", tab });
    dispatch({ type: "analyse", on: tab === "analyse" });
  };
  return (tab, choices = {}) => {
    if (!isPlaying(state)) void leaving(() => errands.attempt(open(tab, choices)));
  };
}

function Card({ page, variant }: { page: Page; variant: Variant }): JSX.Element {
  const open = opener(page, variant);
  const title = `game-${variant.name}`;
  return (
    <article class="card box" aria-labelledby={title}>
      <MiniBoard rows={readRows(variant.start) ?? []} />
      <div class="card-text">
        <h2 id={title}>{variant.title}</h2>
        <p>{variant.about ?? variant.rules}</p>
        <Buttons page={page} variant={variant} open={open} />
      </div>
      {variant.legend && <Pieces page={page} variant={variant} onChoose={(choices) => open("play", choices)} />}
    </article>
  );
}

function Row({ page, variant }: { page: Page; variant: Variant }): JSX.Element {
  const open = opener(page, variant);
  return (
    <li class="row">
      <span title={variant.rules}>{variant.title}</span>
      <Buttons page={page} variant={variant} open={open} />
    </li>
  );
}

function Buttons({ page: { state, errands }, variant, open }: { page: Page; variant: Variant; open: (tab: Tab) => void }): JSX.Element {
  const busy = isPlaying(state);
  return (
    <div class="buttons">
      <button type="button" class={variant.about === undefined ? "" : "main"} disabled={busy} aria-label={`Play ${variant.title}`} onClick={() => open("play")}>
        Play
      </button>
      {variant.puzzles && (
        <button
          type="button"
          disabled={busy}
          aria-label={`Practise ${variant.title}`}
          onClick={() => void leaving(() => errands.attempt(errands.practise(variant.name)))}
        >
          Practise
        </button>
      )}
      <button type="button" disabled={busy} aria-label={`Analyse ${variant.title}`} onClick={() => open("analyse")}>
        Analyse
      </button>
    </div>
  );
}

/** The game on this tab's board, or else the one that was open last. */
function Continue({ page: { state, dispatch } }: { page: Page }): JSX.Element | null {
  const { doc, at } = state;
  const view = viewAt(state, at);
  const mine = view && (isPlaying(state) || doc.fen !== null || doc.tree.length > 1);
  const last = mine ? null : lastOpen();
  if (!mine && !last) return null;
  const [rows, title, moves] = mine
    ? [view.rows, titleOf(state), pathTo(doc.tree, at).length]
    : [last?.rows ?? [], last?.title ?? "", last?.moves ?? 0];
  const go = (): void => {
    if (mine) dispatch({ type: "screen", screen: "board" });
    else location.hash = last?.fragment ?? "";
  };
  return (
    <section class="continue box" aria-label="Last opened">
      <MiniBoard rows={rows} flipped={state.flipped && Boolean(mine)} />
      <div class="card-text">
        <h2>{title}</h2>
        <p>
          {isPlaying(state) ? "Your game is in progress" : "Last opened"}
          {moves > 0 && `, after ${Math.ceil(moves / 2)} ${moves > 2 ? "moves" : "move"}`}.
        </p>
        <div class="buttons">
          <button type="button" class="main" onClick={() => void leaving(go)}>
            Continue
          </button>
        </div>
      </div>
    </section>
  );
}
