// The choices of a game's start: the game, and its options (from `hello`).

import type { JSX } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import type { Choice, Choices, Hello, Side } from "../protocol";
import { defaultChoices, type Doc } from "../state";
import { sideName } from "../squares";
import { Select } from "./select";

interface ChosenStart {
  readonly variant: string;
  readonly choices: Choices;
  readonly choose: (variant: string, choices: Choices) => void;
}

/** The start in a form: that of the game on the board, until another is chosen. Choices that the form itself has put
    on the board (`own`) change nothing: the user may have continued to type. */
export function useStart({ variant, choices }: Doc, own: Choices | null = null): ChosenStart {
  const [start, setStart] = useState({ variant, choices });
  useLayoutEffect(() => {
    if (choices !== own) setStart({ variant, choices });
  }, [variant, choices]);
  return { ...start, choose: (variant, choices) => setStart({ variant, choices }) };
}

interface Shown {
  hello: Hello;
  variant: string;
  choices: Choices;
  /** The side whose choices are shown; `null` for all of them. */
  you: Side | null;
  onChange: (variant: string, choices: Choices) => void;
  /** A choice was made; during typing it may be incomplete. */
  onChosen?: (variant: string, choices: Choices) => void;
}

export function StartChoices({ hello, variant, choices, you, onChange, onChosen }: Shown): JSX.Element {
  const chosen = hello.variants.find(({ name }) => name === variant);
  return (
    <>
      <Select
        label="Game"
        value={variant}
        options={hello.variants.map(({ name, title }) => [name, title])}
        onChange={(value) => {
          const next = hello.variants.find(({ name }) => name === value);
          if (!next) return;
          onChange(next.name, defaultChoices(next));
          onChosen?.(next.name, defaultChoices(next));
        }}
      />
      {chosen && <p class="rules">{chosen.rules}</p>}
      {chosen?.choices.map((choice) =>
        choice.chosen_by && you && choice.chosen_by !== you ? (
          <p class="rules" key={choice.name}>
            {choice.label}: the engine chooses, as {sideName(choice.chosen_by)}.
          </p>
        ) : (
          <ChoiceField
            key={`${variant} ${choice.name}`}
            choice={choice}
            value={choices[choice.name] ?? choice.default}
            onChange={(value) => onChange(variant, { ...choices, [choice.name]: value })}
            onChosen={(value) => onChosen?.(variant, { ...choices, [choice.name]: value })}
          />
        ),
      )}
    </>
  );
}

interface FieldShown {
  choice: Choice;
  value: string;
  onChange: (value: string) => void;
  onChosen: (value: string) => void;
}

function ChoiceField({ choice, value, onChange, onChosen }: FieldShown): JSX.Element {
  const help = `help-${choice.name}`;
  return (
    <div class="field">
      <label for={`choice-${choice.name}`}>{choice.label}</label>
      {choice.kind === "check" ? (
        <input
          type="checkbox"
          id={`choice-${choice.name}`}
          aria-describedby={help}
          checked={value === "true"}
          onChange={(event) => {
            onChange(String(event.currentTarget.checked));
            onChosen(String(event.currentTarget.checked));
          }}
        />
      ) : (
        <input
          {...(choice.kind === "number" ? { type: "number" } : { type: "text" })}
          id={`choice-${choice.name}`}
          aria-describedby={help}
          value={value}
          {...(choice.min === undefined ? {} : { min: choice.min })}
          {...(choice.max === undefined ? {} : { max: choice.max })}
          onInput={(event) => onChange(event.currentTarget.value)}
          onChange={(event) => onChosen(event.currentTarget.value)}
        />
      )}
      <small id={help}>
        {choice.help}
        {choice.min !== undefined && choice.max !== undefined && ` (${choice.min} to ${choice.max})`}
      </small>
    </div>
  );
}
