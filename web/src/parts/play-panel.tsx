// Playing against the engine: the form that sets up a game, and the actions during it.

import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Start } from "../errands";
import type { Choices } from "../protocol";
import { leaving } from "../keys";
import { isYours, takeback } from "../playing";
import { isPlaying, type Pace, type Terms, viewAt, type Wishes } from "../state";
import { other } from "../squares";
import { ROOT } from "../tree";
import { Button, SureButton } from "./button";
import { Alert, useFault } from "./fault";
import type { Page } from "./page";
import { Select } from "./select";
import { StartChoices, useStart } from "./start-choices";

export function PlayPanel({ page }: { page: Page }): JSX.Element {
  return isPlaying(page.state) ? <Going page={page} /> : <NewGame page={page} />;
}

function Going({ page: { state, dispatch } }: { page: Page }): JSX.Element | null {
  const { play } = state;
  if (!play) return null;
  const hint = viewAt(state, play.node)?.moves.find((one) => one.move === play.hint);
  const yours = isYours(state);
  const resign = (): void => void leaving(() => dispatch({ type: "resign", now: Date.now() }));
  const said = hint ? `Hint: ${hint.san}` : play.declined ? "The engine declines the draw." : play.asking ? "The engine thinks …" : "";
  return (
    <div class="stack">
      <div class="buttons">
        <Button off={takeback(state) === null} onClick={() => dispatch({ type: "undo", now: Date.now() })}>
          Take back
        </Button>
        <Button off={!yours} onClick={() => dispatch({ type: "hint" })}>
          Hint
        </Button>
        <Button off={!yours || play.declined} onClick={() => dispatch({ type: "offer" })}>
          Offer a draw
        </Button>
        <SureButton name="Resign" question="Really resign?" about={play.node} onClick={resign} />
      </div>
      <p class="said" role="status">
        {said}
      </p>
      <div class="buttons">
        <Button off={state.at === play.node} onClick={() => dispatch({ type: "go", node: play.node })}>
          Back to the game
        </Button>
      </div>
      <p class="rules">You play {play.terms.you}. Engine and explanations are open again when the game is over.</p>
    </div>
  );
}

function NewGame({ page }: { page: Page }): JSX.Element {
  const { state, dispatch, errands } = page;
  const { hello, doc, play } = state;
  const previewed = useRef<Choices | null>(null);
  const { variant, choices, choose } = useStart(doc, previewed.current);
  const { side: wish, level, pace } = state.wishes;
  const want = (change: Partial<Wishes>): void => dispatch({ type: "wish", wishes: { ...state.wishes, ...change } });
  const [onwards, setOnwards] = useState(doc.fen !== null);
  const { fault, setFault, attempt } = useFault();
  useLayoutEffect(() => setOnwards(doc.fen !== null), [doc.variant, doc.choices, doc.fen]);
  if (!hello) return <p>Waiting for the program …</p>;

  const view = viewAt(state, state.at);
  const canGoOn = variant === doc.variant && view !== null && !view.finish && (doc.fen !== null || state.at !== ROOT);
  const fen = canGoOn && onwards ? view.fen : null;
  const begin = (start: Start, terms: Terms): void => void attempt(leaving(() => errands.start(start, terms)));
  // Before the first move the board shows the chosen start.
  const preview = (next: string, chosen: Choices): void => {
    if (doc.fen !== null || doc.tree.length > 1) return;
    previewed.current = chosen;
    void attempt(errands.open(next, chosen, null));
  };
  // The side with a choice of the start makes it first.
  const rematch = (terms: Terms): void => {
    const known = doc.fen === null ? hello.variants.find(({ name }) => name === doc.variant) : undefined;
    const [own] = known?.choices.filter((choice) => choice.chosen_by === terms.you) ?? [];
    if (!own) return begin(doc, terms);
    choose(doc.variant, doc.choices);
    want({ side: terms.you, level: terms.level, pace: terms.pace });
    setFault(`This choice is yours now: ${own.label}. Make it, then start.`);
    setTimeout(() => document.getElementById(`choice-${own.name}`)?.focus());
  };
  const analyse = (): void => {
    dispatch({ type: "tab", tab: "analyse" });
    dispatch({ type: "report", movetime: 500 });
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    const you = wish === "random" ? (Math.random() < 0.5 ? "white" : "black") : wish;
    begin({ variant, choices, fen }, { you, level, pace });
  };
  const levels = [...Array(hello.levels).keys()].map((index) => [String(index + 1), String(index + 1)] as const);
  return (
    <form class="stack" onSubmit={submit}>
      {play?.over && (
        <div class="buttons">
          <button type="button" class="main" onClick={() => rematch({ ...play.terms, you: other(play.terms.you) })}>
            Rematch, sides swapped
          </button>
          <button type="button" onClick={() => void leaving(analyse, "here")}>
            Analyse this game
          </button>
        </div>
      )}
      <h2>New game</h2>
      <StartChoices
        hello={hello}
        variant={variant}
        choices={choices}
        you={wish === "random" ? null : wish}
        onChange={(next, chosen) => {
          choose(next, chosen);
          setFault("");
        }}
        onChosen={preview}
      />
      {canGoOn && (
        <label class="inline">
          <input type="checkbox" checked={onwards} onChange={(event) => setOnwards(event.currentTarget.checked)} />
          From the position on the board
        </label>
      )}
      <fieldset class="radios">
        <legend>You play</legend>
        <div class="options">
          {(["white", "random", "black"] as const).map((side) => (
            <label key={side}>
              <input type="radio" name="side" checked={wish === side} onChange={() => want({ side })} /> {side}
            </label>
          ))}
        </div>
      </fieldset>
      <Select
        label="Level"
        value={String(level ?? "")}
        options={[...levels, ["", "full strength"]]}
        onChange={(value) => want({ level: value === "" ? null : Number(value) })}
      />
      <PaceFields pace={pace} onChange={(next) => want({ pace: next })} />
      <Alert fault={fault} />
      <button type="submit" class={play?.over ? "" : "main"} disabled={state.link !== "open"}>
        Start
      </button>
    </form>
  );
}

/** The choices, with their defaults. */
const PACES: readonly { name: string; pace: Pace }[] = [
  { name: "no clock", pace: { kind: "free" } },
  { name: "clock", pace: { kind: "clock", minutes: 5, increment: 3 } },
  { name: "a move", pace: { kind: "move", seconds: 1 } },
];

interface NumberShown {
  name: string;
  value: number;
  least: number;
  onChange: (value: number) => void;
}

/** A number that counts whenever what is typed is one; until then the text stays as it is. */
function NumberField({ name, value, least, onChange }: NumberShown): JSX.Element {
  const [text, setText] = useState(String(value));
  return (
    <label class="field">
      <span>{name}</span>
      <input
        type="number"
        min={least}
        max={600}
        step="any"
        required
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          const told = event.currentTarget.valueAsNumber;
          if (told >= least) onChange(told);
        }}
      />
    </label>
  );
}

function PaceFields({ pace, onChange }: { pace: Pace; onChange: (pace: Pace) => void }): JSX.Element {
  return (
    <fieldset class="radios">
      <legend>Time</legend>
      <div class="options">
        {PACES.map(({ name, pace: usual }) => (
          <label key={name}>
            <input type="radio" name="pace" checked={pace.kind === usual.kind} onChange={() => onChange(usual)} /> {name}
          </label>
        ))}
      </div>
      <div class="pair">
        {pace.kind === "clock" && (
          <>
            <NumberField name="Minutes" value={pace.minutes} least={0.1} onChange={(minutes) => onChange({ ...pace, minutes })} />
            <NumberField name="Increment (s)" value={pace.increment} least={0} onChange={(increment) => onChange({ ...pace, increment })} />
          </>
        )}
        {pace.kind === "move" && (
          <NumberField name="Seconds a move" value={pace.seconds} least={0.05} onChange={(seconds) => onChange({ ...pace, seconds })} />
        )}
      </div>
    </fieldset>
  );
}
