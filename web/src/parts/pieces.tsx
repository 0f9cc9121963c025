// The rules for a game with unusual pieces: how each of them moves, and the starts as pictures.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Choice, Choices, Variant } from "../protocol";
import { sideOf, squareName, manAt } from "../squares";
import { capitalised } from "../text";
import { Man, pieceName } from "./men";
import { MiniBoard } from "./mini-board";
import type { Page } from "./page";

interface Shown {
  page: Page;
  variant: Variant;
  /** A start was chosen. */
  onChoose: (choices: Choices) => void;
}

/** If there are more starts than this, they are chosen by number. */
const MOST_PICTURES = 24;

export function Pieces({ page, variant, onChoose }: Shown): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const numbers = variant.choices.find(({ kind, min = 0, max = Infinity }) => kind === "number" && max - min < MOST_PICTURES);
  return (
    <details class="pieces" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{numbers ? `Pieces and ${numbers.label.toLowerCase()}s` : "Pieces"}</summary>
      <dl class="legend">
        {variant.legend?.map(({ letter, moves }) => (
          <div key={letter}>
            <dt>
              <span class="legend-man">
                <Man letter={letter} />
              </span>
              <span class="legend-name">{pieceName(letter)}</span>
            </dt>
            <dd>{moves}</dd>
          </div>
        ))}
      </dl>
      {isOpen && numbers && <Starts page={page} variant={variant} choice={numbers} onChoose={onChoose} />}
    </details>
  );
}

function Starts({ page: { errands }, variant, choice, onChoose }: Shown & { choice: Choice }): JSX.Element {
  const values = [...Array((choice.max ?? 0) - (choice.min ?? 0) + 1).keys()].map((index) => String(index + (choice.min ?? 0)));
  const [pictures, setPictures] = useState<readonly (readonly string[])[]>([]);
  useEffect(() => {
    let current = true;
    const asked = values.map((value) => errands.rowsOf({ variant: variant.name, choices: { [choice.name]: value }, fen: null, moves: [] }));
    void Promise.all(asked).then((rows) => current && setPictures(rows), () => undefined);
    return () => {
      current = false;
    };
  }, [variant.name]);
  const varying = squaresThatDiffer(pictures);
  return (
    <>
      <h3>{choice.label}s</h3>
      <ul class="starts">
        {pictures.map((rows, index) => (
          <li key={index}>
            <button type="button" class="start" onClick={() => onChoose({ [choice.name]: values[index] ?? choice.default })}>
              <MiniBoard rows={campOf(rows)} />
              <span>
                {values[index]}. {nameOf(rows, varying)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** White's squares on which the starts differ, the front rank first. */
function squaresThatDiffer(pictures: readonly (readonly string[])[]): string[] {
  const [first] = pictures;
  if (!first) return [];
  const squares = [...first.keys()].flatMap((row) =>
    [...(first[row] ?? "")].map((_, file) => squareName(file, first.length - 1 - row)),
  );
  return squares.filter((square) => {
    const letters = new Set(pictures.map((rows) => manAt(rows, square)));
    return letters.size > 1 && [...letters].every((letter) => letter === "." || sideOf(letter) === "white");
  });
}

/** What distinguishes a start: the pieces on these squares. */
function nameOf(rows: readonly string[], varying: readonly string[]): string {
  const ranks = [...new Set(varying.map((square) => square.slice(1)))];
  const names = ranks.map((rank) =>
    varying
      .filter((square) => square.slice(1) === rank)
      .map((square) => manAt(rows, square))
      .filter((letter) => letter !== ".")
      .map(pieceName)
      .join(" and "),
  );
  return capitalised(names.join(" before "));
}

/** The ranks of a start with White's pieces, which are enough to recognise it. */
function campOf(rows: readonly string[]): readonly string[] {
  const first = rows.findIndex((row) => /[A-Z]/.test(row));
  return rows.slice(first);
}
