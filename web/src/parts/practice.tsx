// Practice: an exercise on the board, its result, and beside it the choice of the next.

import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { leaving } from "../keys";
import { hintOn, isOver, onBoard, type Practice, type Source, solverOf } from "../practising";
import { LEVELS, type Level, themeName, themesOf, type Wish } from "../puzzles";
import type { Rating } from "../rating";
import { verdictWords } from "../score";
import { linesAt, type State, viewAt } from "../state";
import { manAt, sideName } from "../squares";
import { nodeAt } from "../tree";
import { EngineBar } from "./engine-bar";
import { EvaluationBar } from "./evaluation-bar";
import { GameBoard } from "./game-board";
import { Lines } from "./lines";
import { manName } from "./men";
import { MoveEntry } from "./move-entry";
import { MoveList } from "./move-list";
import type { Page } from "./page";
import { Select } from "./select";
import { Spoken } from "./status";
import { Walk } from "./walk";

/** The opponent's time for a move of the line. */
const PAUSE = 400;

export function PracticeScreen({ page, practice }: { page: Page; practice: Practice }): JSX.Element {
  const { state, dispatch } = page;
  const solver = solverOf(state);
  // The board is seen from the solver's side; flipping it shows the other.
  const inner: Page = { ...page, state: onBoard({ ...state, flipped: (solver === "black") !== practice.flipped }) };
  const view = viewAt(inner.state, practice.at);
  const replies = practice.phase === "reply" && view !== null;
  useEffect(() => {
    if (!replies) return;
    const timer = setTimeout(() => dispatch({ type: "reply" }), PAUSE);
    return () => clearTimeout(timer);
  }, [replies, practice.made, practice.exercise]);
  const over = isOver(practice);
  const told = linesAt(inner.state);
  return (
    <div class="page">
      <section class="table" aria-label="Board">
        <div class="player">
          <strong class="exercise-name">{practice.exercise?.name ?? ""}</strong>
          {over && practice.exercise?.rating && <span class="level">rated {practice.exercise.rating}</span>}
        </div>
        <div class="with-bar">
          <div class="bar-place">{over && practice.exercise && <EvaluationBar page={inner} />}</div>
          <GameBoard page={inner} />
        </div>
        <div class="player">{practice.streak > 1 && <span class="streak">{practice.streak} in a row</span>}</div>
        <Spoken page={inner} />
      </section>
      <section class="game" aria-label="Exercise">
        <Verdict page={page} practice={practice} />
        <MoveList page={inner} fixed />
        <div class="below">
          <Walk page={inner} />
          <MoveEntry page={inner} />
        </div>
      </section>
      <section class="tools" aria-label="Practice">
        <EngineBar page={inner} />
        <div class="panel stack">
          {over && practice.exercise && view && told.length > 0 && <Lines page={inner} view={view} told={told} />}
          <Choice page={page} practice={practice} />
        </div>
      </section>
    </div>
  );
}

/** The task, or the result, and the available actions. */
function Verdict({ page, practice }: { page: Page; practice: Practice }): JSX.Element {
  const { state, dispatch, errands } = page;
  const { phase, exercise } = practice;
  const [headline, more] = told(page, practice);
  const over = isOver(practice);
  return (
    <div class={`exercise box ${phase}`}>
      <p class="turn" role="status">
        {headline}
      </p>
      <p class="exercise-more" aria-live="polite">
        {more}
      </p>
      <div class="buttons">
        {phase === "wrong" ? (
          <button type="button" key="retry" class="main" title="Try again (r)" onClick={() => void leaving(() => dispatch({ type: "retry" }))}>
            Try again
          </button>
        ) : over ? (
          <button type="button" key="next" class="main" title="Next (n)" disabled={!hasNext(practice.source)} onClick={() => void leaving(() => errands.attempt(errands.next()))}>
            Next
          </button>
        ) : (
          <button type="button" key="hint" title="Hint (h)" disabled={phase !== "play" || practice.hinted} onClick={() => void leaving(() => dispatch({ type: "hint" }))}>
            Hint
          </button>
        )}
        {over ? (
          <button type="button" key="analyse" disabled={!exercise} onClick={() => void leaving(() => errands.analyseExercise())}>
            Analyse
          </button>
        ) : (
          <button type="button" key="solution" title="Solution (s)" onClick={() => void leaving(() => dispatch({ type: "solution" }), "moves")}>
            Solution
          </button>
        )}
        {practice.source.kind === "mistakes" && state.doc.variant !== "" && (
          <button type="button" onClick={() => void leaving(() => dispatch({ type: "screen", screen: "board" }))}>
            Back to the game
          </button>
        )}
      </div>
    </div>
  );
}

function hasNext(source: Source): boolean {
  return source.kind === "set" ? source.puzzles.length > 0 : source.index < source.exercises.length;
}

/** In a few words, and in a few more. */
function told({ state }: Page, practice: Practice): [string, string] {
  const { exercise, phase, doc, at, tried, refutation } = practice;
  if (!exercise) {
    return practice.source.kind === "mistakes" ? ["That was the last one.", "You have gone through every mistake."] : ["No puzzle matches.", "Choose another theme or difficulty."];
  }
  const solver = solverOf(state);
  const side = solver ? sideName(solver) : "…";
  const goal = { win: "and win", draw: "and draw", none: "" }[exercise.goal ?? "none"];
  switch (phase) {
    case "reply":
      return practice.made === 0 ? ["The opponent moves.", ""] : ["Right.", ""];
    case "play": {
      const task = `${side} to move ${goal}`.trim() + ".";
      const hint = hintWords(onBoard(state));
      if (practice.made > 1) return ["Right. Go on.", hint ?? task];
      return [task, hint ?? (exercise.enough === null ? "There is one right move." : "Find a better move.")];
    }
    case "judging":
      return ["The engine looks …", ""];
    case "wrong": {
      const { san } = nodeAt(doc.tree, tried ?? at);
      const line = refutation?.line.map((step) => step.san).join(" ");
      return [`${san} is wrong.`, refutation ? `${verdictWords(refutation.verdict)}. ${line ?? ""}` : "Looking for the refutation …"];
    }
    case "solved":
      return [practice.failed ? "That is it." : "Solved!", "The engine shows what the moves here are worth."];
    case "shown":
      return ["The solution.", "Step through it; the engine shows what the moves are worth."];
  }
}

function hintWords(board: State): string | null {
  const from = hintOn(board)?.from;
  return from === undefined ? null : `Hint: the ${manName(manAt(viewAt(board, board.at)?.rows ?? [], from))} on ${from} moves.`;
}

/** The wanted exercises, and the user's results. */
function Choice({ page, practice }: { page: Page; practice: Practice }): JSX.Element | null {
  const { state, errands } = page;
  const { source, wish } = practice;
  if (source.kind === "mistakes") {
    const left = Math.max(0, source.exercises.length - source.index);
    return <p>{left === 0 ? "Nothing is left." : left === 1 ? "This is the last one." : `${left} are left, including this one.`}</p>;
  }
  const games = state.hello?.variants.filter(({ puzzles }) => puzzles) ?? [];
  const any = ["", `any (${source.puzzles.length})`] as const;
  const themes = themesOf(source.puzzles).map(([theme, count]) => [theme, `${themeName(theme)} (${count})`] as const);
  const next = (wanted: Wish): void => void errands.attempt(errands.next(wanted));
  return (
    <>
      <RatingPart rating={practice.rating} />
      {games.some(({ name }) => name === source.variant) && (
        <Select
          label="Game"
          value={source.variant}
          options={games.map(({ name, title }) => [name, title])}
          onChange={(name) => void errands.attempt(errands.practise(name))}
        />
      )}
      <Select label="Theme" value={wish.theme} options={[any, ...themes]} onChange={(theme) => next({ ...wish, theme })} />
      <Select label="Difficulty" value={wish.level} options={Object.entries(LEVELS)} onChange={(level) => next({ ...wish, level: level as Level })} />
      {isOver(practice) && practice.exercise && practice.exercise.themes.length > 0 && (
        <p class="rules">{practice.exercise.themes.map(themeName).join(" · ")}</p>
      )}
    </>
  );
}

const [WIDTH, HEIGHT] = [240, 48];

function RatingPart({ rating: { elo, curve } }: { rating: Rating }): JSX.Element {
  const last = curve.slice(-50);
  const [least, most] = [Math.min(...last) - 20, Math.max(...last) + 20];
  const way = last.map((value, index) => {
    const x = (index / Math.max(1, last.length - 1)) * WIDTH;
    return `${x.toFixed(1)} ${(HEIGHT * (1 - (value - least) / (most - least))).toFixed(1)}`;
  });
  return (
    <section aria-label="Your rating" class="own-rating">
      <h2>
        Your rating: <strong>{elo}</strong> <small>{curve.length === 1 ? "1 puzzle" : `${curve.length} puzzles`}</small>
      </h2>
      {last.length > 1 && (
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={`Your rating over the last ${last.length} puzzles, from ${last[0]} to ${elo}`}>
          <path class="graph-line" d={`M${way.join("L")}`} />
        </svg>
      )}
    </section>
  );
}
