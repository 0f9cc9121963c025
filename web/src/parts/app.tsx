// The page as a whole: head, board, and beside it (below it on a phone) the panel with its tabs and the moves.

import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { isModified } from "../keys";
import { other } from "../squares";
import { isPlaying, type Tab, TABS } from "../state";
import { AnalysePanel } from "./analyse-panel";
import { EvaluationBar } from "./evaluation-bar";
import { GameBoard } from "./game-board";
import { GamesPanel } from "./games-panel";
import { Head } from "./head";
import { LookPanel } from "./look-panel";
import { MoveEntry } from "./move-entry";
import { MoveList } from "./move-list";
import type { Page } from "./page";
import { Player } from "./player";
import { PlayPanel } from "./play-panel";
import { SetUp } from "./set-up";
import { Spoken, Status } from "./status";
import { useWalk, Walk } from "./walk";

const NAMES: Record<Tab, string> = { play: "Play", analyse: "Analyse", look: "Look", games: "Games" };

export function App({ page }: { page: Page }): JSX.Element {
  const { state } = page;
  useWalk(page);
  useEffect(() => {
    document.title = state.doc.variant ? `${state.doc.variant} – Jacquerie` : "Jacquerie";
  }, [state.doc.variant]);
  return (
    <>
      <Head page={page} />
      <main class="page">{state.setup ? <SetUp page={page} /> : <Table page={page} />}</main>
    </>
  );
}

function Table({ page }: { page: Page }): JSX.Element {
  const { state } = page;
  const barred = state.analysis.on && !isPlaying(state);
  const bottom = state.flipped ? "black" : "white";
  return (
    <>
      <section class="table" aria-label="Board and clocks">
        <Player page={page} side={other(bottom)} />
        <div class={barred ? "with-bar" : "without-bar"}>
          {barred && <EvaluationBar page={page} />}
          <GameBoard page={page} />
        </div>
        <Player page={page} side={bottom} />
        <Status page={page} />
        <div class="below">
          <Walk page={page} />
          <MoveEntry page={page} />
        </div>
        <Spoken page={page} />
      </section>
      <section class="side" aria-label="Game and analysis">
        <Tabs page={page} />
        <div class="panel" role="tabpanel" id="panel" aria-labelledby={`tab-${state.tab}`}>
          <Panel page={page} />
        </div>
        <MoveList page={page} />
      </section>
    </>
  );
}

function Panel({ page }: { page: Page }): JSX.Element {
  switch (page.state.tab) {
    case "play":
      return <PlayPanel page={page} />;
    case "analyse":
      return <AnalysePanel page={page} />;
    case "look":
      return <LookPanel page={page} />;
    case "games":
      return <GamesPanel page={page} />;
  }
}

function Tabs({ page: { state, dispatch } }: { page: Page }): JSX.Element {
  const key = (event: KeyboardEvent): void => {
    if (isModified(event)) return;
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const next = TABS[(TABS.indexOf(state.tab) + step + TABS.length) % TABS.length];
    if (step === 0 || !next) return;
    event.preventDefault();
    event.stopPropagation();
    dispatch({ type: "tab", tab: next });
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="What to do" onKeyDown={key}>
      {TABS.map((tab) => (
        <button
          type="button"
          key={tab}
          id={`tab-${tab}`}
          role="tab"
          aria-selected={state.tab === tab}
          aria-controls="panel"
          tabIndex={state.tab === tab ? 0 : -1}
          onClick={() => dispatch({ type: "tab", tab })}
        >
          {NAMES[tab]}
        </button>
      ))}
    </div>
  );
}
