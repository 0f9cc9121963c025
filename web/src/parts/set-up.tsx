// Setting up a position, which replaces the rest of the page: pieces are selected beside the board and put on its
// squares, or dragged; or the FEN is typed. The server reports errors at once.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { lettersOf, readRows, turnOf, withRows, withTurn } from "../fen";
import { refusalOf } from "../errands";
import { showBoard } from "../keys";
import type { Side } from "../protocol";
import { manAt, sideName, withMan, withStep } from "../squares";
import { variantOf, viewAt } from "../state";
import { Board } from "./board";
import { Icon } from "./icons";
import { Man, manName } from "./men";
import { ROOT } from "../tree";
import type { Page } from "./page";

const HAND = "hand";
const NO_SIGNS: ReadonlyMap<string, readonly string[]> = new Map();

export function SetUp({ page }: { page: Page }): JSX.Element | null {
  const { state, dispatch, errands } = page;
  const variant = variantOf(state);
  const fen = state.setup?.fen ?? "";
  const here = viewAt(state, state.at);
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused element has disappeared with the rest of the page, and is focused again afterwards.
  useEffect(() => {
    heading.current?.focus();
    return () => {
      document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
      void showBoard();
    };
  }, []);
  // A piece to put, `.` to remove, or the hand, which moves pieces.
  const [hand, setHand] = useState<string>(HAND);
  const [lifted, setLifted] = useState<string | null>(null);
  const [drawn, setDrawn] = useState<readonly string[]>(() => readRows(fen) ?? []);
  const rows = readRows(fen) ?? drawn;
  const start = (state.doc.fen === null && viewAt(state, ROOT)?.fen) || (variant?.start ?? "");
  const choose = (next: string): void => {
    setHand(next);
    setLifted(null);
  };
  const change = (next: string): void => dispatch({ type: "setup", fen: next });
  const put = (next: readonly string[]): void => {
    setDrawn(next);
    change(withRows(fen, next));
  };
  useEffect(() => {
    if (state.link === "connecting") return;
    let current = true;
    void errands.check(state.doc.variant, fen).then((refusal) => {
      if (current) dispatch({ type: "setup-refused", fen, refusal });
    });
    return () => {
      current = false;
    };
  }, [fen, state.doc.variant, state.link]);
  if (!variant) return null;

  const use = async (): Promise<void> => {
    try {
      await errands.open(variant.name, {}, fen);
    } catch (error) {
      const refusal = refusalOf(error);
      dispatch(refusal.field ? { type: "setup-refused", fen, refusal } : { type: "notice", text: refusal.message });
    }
  };
  const fault = state.setup?.refusal?.message ?? "";
  const tap = (square: string): void => {
    if (hand !== HAND) return put(withMan(rows, square, manAt(rows, square) === hand ? "." : hand));
    if (lifted !== null && lifted !== square) put(withStep(rows, lifted, square));
    setLifted(lifted === null && manAt(rows, square) !== "." ? square : null);
  };
  const empty = rows.map((row) => ".".repeat(row.length));
  return (
    <>
      <section class="table" aria-label="Board">
        <div class="player" />
        <div class="with-bar">
          <div class="bar-place" />
          <Board
            rows={rows}
            flipped={state.flipped}
            signs={lifted ? new Map([[lifted, ["chosen"]]]) : NO_SIGNS}
            label="Board, setting up"
            canLift={(square) => manAt(rows, square) !== "."}
            onTap={tap}
            onDrop={(from, to) => put(to === null ? withMan(rows, from, ".") : to === from ? rows : withStep(rows, from, to))}
          />
        </div>
      </section>
      <section class="tools set-up" aria-label="Setting up a position">
        <div class="panel stack">
          <h2 tabIndex={-1} ref={heading}>
            Set up a position
          </h2>
          <p class="rules">Drag pieces around, or off the board to remove them; or choose a piece and click the squares where it goes.</p>
          <Palette letters={lettersOf(variant.start, variant.promotions)} hand={hand} onChange={choose} />
          <div class="buttons">
            <fieldset class="radios turns">
              <legend class="spoken">Side to move</legend>
              <div class="options">
                {(["white", "black"] as const).map((side: Side) => (
                  <label key={side}>
                    <input type="radio" name="turn" checked={turnOf(fen) === side} onChange={() => change(withTurn(fen, side))} />{" "}
                    {sideName(side)} to move
                  </label>
                ))}
              </div>
            </fieldset>
            <button type="button" onClick={() => put(empty)}>
              Clear
            </button>
            <button type="button" onClick={() => change(start)}>
              Start position
            </button>
            {here && fen !== here.fen && (
              <button type="button" onClick={() => change(here.fen)}>
                Reset
              </button>
            )}
          </div>
          <label class="field wide">
            <span>FEN</span>
            <textarea
              class="fen"
              rows={2}
              spellcheck={false}
              autoComplete="off"
              aria-invalid={fault !== ""}
              aria-describedby="fen-fault"
              value={fen}
              onInput={(event) => change(event.currentTarget.value.replace(/\s*\n\s*/g, " "))}
            />
          </label>
          <p class="fault" id="fen-fault" role="status">
            {fault}
          </p>
          <div class="buttons">
            <button type="button" class="main" disabled={fault !== ""} onClick={() => void use()}>
              Use this position
            </button>
            <button type="button" onClick={() => dispatch({ type: "setup", fen: null })}>
              Cancel
            </button>
          </div>
        </div>
      </section>
    </>
  );
}

interface PaletteShown {
  letters: readonly string[];
  hand: string;
  onChange: (letter: string) => void;
}

/** The hand that moves, the one that removes, and the pieces to put on the board. */
function Palette({ letters, hand, onChange }: PaletteShown): JSX.Element {
  const rows = [
    [HAND, ...letters],
    [".", ...letters.map((letter) => letter.toLowerCase())],
  ];
  return (
    <div role="group" aria-label="Pieces to put on the board">
      {rows.map((row) => (
        <div class="palette" key={row[0]}>
          {row.map((letter) => (
            <button
              type="button"
              key={letter}
              aria-pressed={hand === letter}
              aria-label={letter === HAND ? "Move pieces" : letter === "." ? "Remove pieces" : manName(letter)}
              title={letter === HAND ? "Move pieces" : letter === "." ? "Remove pieces" : manName(letter)}
              onClick={() => onChange(letter)}
            >
              {letter === HAND ? <Icon name="hand" /> : letter === "." ? <Icon name="remove" /> : <Man letter={letter} />}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}
