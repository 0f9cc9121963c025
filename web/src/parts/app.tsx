// The page as a whole: head, board, and beside it (below it on a phone) the panel with its tabs and the moves.

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { isModified } from "../keys";
import { other } from "../squares";
import { onBoard } from "../practising";
import { isAnalysed, isPlaying, type Tab, TABS, titleOf } from "../state";
import { AnalysePanel } from "./analyse-panel";
import { EngineBar } from "./engine-bar";
import { EvaluationBar } from "./evaluation-bar";
import { GameBoard } from "./game-board";
import { GamesPanel } from "./games-panel";
import { Head } from "./head";
import { Help } from "./help";
import { Home } from "./home";
import { LookPanel } from "./look-panel";
import { MoveEntry } from "./move-entry";
import { MoveList } from "./move-list";
import type { Page } from "./page";
import { Player } from "./player";
import { PlayPanel } from "./play-panel";
import { PracticeScreen } from "./practice";
import { SetUp } from "./set-up";
import { Notice, Spoken, Status } from "./status";
import { useKeys, Walk } from "./walk";

const NAMES: Record<Tab, string> = { play: "Play", analyse: "Analyse", look: "Explain", games: "Open & save" };

export function App({ page }: { page: Page }): JSX.Element {
  const { state } = page;
  const [helps, setHelps] = useState(false);
  useKeys(page, () => setHelps(true));
  const hasGame = state.screen !== "home" && state.doc.variant !== "";
  const title = hasGame ? `${titleOf(onBoard(state))} – Jacquerie` : "Jacquerie";
  useEffect(() => void (document.title = title), [title]);
  useLayoutEffect(() => scrollTo(0, 0), [state.screen]);
  return (
    <>
      <Head page={page} onHelp={() => setHelps(true)} />
      <main>
        <Screen page={page} />
      </main>
      <Notice page={page} />
      {helps && <Help page={page} onClose={() => setHelps(false)} />}
    </>
  );
}

function Screen({ page }: { page: Page }): JSX.Element {
  const { screen, practice, setup } = page.state;
  if (screen === "home") return <Home page={page} />;
  if (screen === "practice" && practice) return <PracticeScreen page={page} practice={practice} />;
  return <div class="page">{setup ? <SetUp page={page} /> : <Table page={page} />}</div>;
}

function Table({ page }: { page: Page }): JSX.Element {
  const { state } = page;
  const barred = isAnalysed(state) && !isPlaying(state);
  const bottom = state.flipped ? "black" : "white";
  return (
    <>
      <section class="table" aria-label="Board and clocks">
        <Player page={page} side={other(bottom)} />
        <div class="with-bar">
          <div class="bar-place">{barred && <EvaluationBar page={page} />}</div>
          <GameBoard page={page} />
        </div>
        <Player page={page} side={bottom} />
        <Spoken page={page} />
      </section>
      <section class="game" aria-label="Moves">
        <Status page={page} />
        <MoveList page={page} />
        <div class="below">
          <Walk page={page} />
          <MoveEntry page={page} />
        </div>
      </section>
      <section class="tools" aria-label="Game and analysis">
        <EngineBar page={page} />
        <Tabs page={page} />
        <div class="panel" role="tabpanel" id="panel" aria-labelledby={`tab-${state.tab}`}>
          <Panel page={page} />
        </div>
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
