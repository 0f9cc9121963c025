// The board of a game: legal moves by drag, by two taps or by keys; a choice of promotion; and what is known of the
// position: last move, marks of proved moves, arrows, gamelets.

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { Legal, Outcome, View } from "../protocol";
import { squareValues } from "../king-squares";
import { hintOn, mayMove } from "../practising";
import { isAnalysed, isPlaying, keyOf, linesAt, viewAt } from "../state";
import { withStep } from "../squares";
import { nodeAt } from "../tree";
import { type Arrow, Arrows } from "./arrows";
import { Board } from "./board";
import { lookSigns } from "./look-signs";
import type { Page } from "./page";
import { Promotion } from "./promotion";
import { target } from "./walk";

export function GameBoard({ page }: { page: Page }): JSX.Element {
  const { state, dispatch } = page;
  const view = viewAt(state, state.at);
  const pictured = usePicture(page, view);
  const [chosen, setChosen] = useState<string | null>(null);
  const [pending, setPending] = useState<Legal[]>([]);
  const key = keyOf(state.doc, state.at);
  // At once: after the next frame it would undo the user's next action.
  useLayoutEffect(() => {
    setChosen(null);
    setPending([]);
  }, [key]);

  const moves = view && !view.finish && mayMove(state) ? view.moves : [];
  const play = (from: string, to: string): boolean => {
    const found = moves.filter((one) => one.from === from && one.to === to);
    const [only] = found;
    if (!only) return false;
    if (found.length > 1) setPending(found);
    else dispatch({ type: "move", ...only, now: Date.now() });
    setChosen(null);
    return true;
  };
  const canLift = (square: string): boolean => moves.some((one) => one.from === square);
  const tap = (square: string): void => {
    // Where a side may pass, its king goes to its own square.
    if (chosen && play(chosen, square)) return;
    setChosen(chosen !== square && canLift(square) ? square : null);
  };
  const drop = (from: string, to: string | null): void => {
    if (!to || from === to || !play(from, to)) setChosen(null);
  };

  const [own, setOwn] = useState<Readonly<Record<string, readonly Arrow[]>>>({});
  const mine = own[key] ?? [];
  const draw = (from: string, to: string): void => {
    const others = mine.filter((arrow) => arrow.from !== from || arrow.to !== to);
    const isNew = others.length === mine.length;
    setOwn({ ...own, [key]: isNew ? [...mine, { from, to, kind: "own" }] : others });
  };

  const { signs, words } = signsOf(page, view, chosen, moves);
  const values = squareValues(state);
  // Two signs on a square would be hard to distinguish: the king's squares stand alone, unless a piece is selected.
  const worth = values.size > 0 && chosen === null ? new Map<string, Outcome>() : worthOn(page, moves, chosen);
  const arrows = [...arrowsOf(page, view), ...mine];
  const [files, ranks] = [pictured[0]?.length ?? 0, pictured.length];
  return (
    <div class="board-place">
      <Board
        rows={pictured}
        flipped={state.flipped}
        signs={signs}
        words={words}
        worth={worth}
        values={values}
        label={view ? `Board, ${view.turn} to move` : "Board"}
        canLift={canLift}
        onTap={tap}
        onLift={setChosen}
        onDrop={drop}
        onDraw={draw}
        onPress={() => mine.length > 0 && setOwn({ ...own, [key]: [] })}
        onWheel={(step) => dispatch({ type: "go", node: target(page, step > 0 ? "next" : "back") })}
        glide={view?.last ?? null}
      >
        <Arrows arrows={arrows} files={files} ranks={ranks} flipped={state.flipped} />
      </Board>
      {pending.length > 0 && (
        <Promotion
          moves={pending}
          side={view?.turn ?? "white"}
          onChoose={(legal) => {
            setPending([]);
            if (legal) dispatch({ type: "move", ...legal, now: Date.now() });
          }}
        />
      )}
    </div>
  );
}

/** The rows to show; until the server sends them, the last ones with the move made on them. */
function usePicture({ state }: Page, view: View | null): readonly string[] {
  const [last, setLast] = useState<readonly string[]>([]);
  useEffect(() => {
    if (view) setLast(view.rows);
  }, [view]);
  return useMemo(() => {
    if (view) return view.rows;
    const node = nodeAt(state.doc.tree, state.at);
    const before = viewAt(state, node.parent);
    const legal = before?.moves.find((one) => one.move === node.move);
    return before && legal ? withStep(before.rows, legal.from, legal.to) : last;
  }, [view, state.at, last]);
}

type Signs = Map<string, string[]>;

function signsOf(page: Page, view: View | null, chosen: string | null, moves: readonly Legal[]): { signs: Signs; words: Map<string, string> } {
  const signs: Signs = new Map();
  const words = new Map<string, string>();
  const sign = (square: string, name: string): void => void signs.set(square, [...(signs.get(square) ?? []), name]);
  view?.last?.forEach((square) => sign(square, "last"));
  if (view?.check) sign(view.check, "check");
  if (chosen) sign(chosen, "chosen");
  const hint = hintOn(page.state);
  for (const square of new Set(hint && [hint.from, hint.to])) sign(square, "hint");
  for (const target of new Set(moves.filter((one) => one.from === chosen).map((one) => one.to))) sign(target, "target");
  if (page.state.tab === "look" && !isPlaying(page.state)) {
    for (const { square, name, word } of lookSigns(page.state)) {
      sign(square, name);
      words.set(square, [words.get(square), word].filter(Boolean).join(", "));
    }
  }
  return { signs, words };
}

/** The proved values of moves: those of the selected piece on their targets, or if none is selected, the best move of
    each piece, if it is known. Of several moves to one square, the best. */
function worthOn({ state }: Page, moves: readonly Legal[], chosen: string | null): Map<string, Outcome> {
  const seen = chosen !== null || isAnalysed(state);
  const marks = seen && !isPlaying(state) ? (state.marks[keyOf(state.doc, state.at)] ?? []) : [];
  const outcomes = new Map(marks.map(({ move, outcome }) => [move, outcome]));
  const worth = new Map<string, Outcome>();
  for (const outcome of ["lost", "drawn", "won"] as const) {
    for (const { move, from, to } of moves) {
      if (outcomes.get(move) !== outcome) continue;
      if (from === chosen) worth.set(to, outcome);
      if (chosen === null && (outcome === "won" || isProved(from))) worth.set(from, outcome);
    }
  }
  return worth;

  function isProved(man: string): boolean {
    return moves.every(({ move, from }) => from !== man || outcomes.has(move));
  }
}

function arrowsOf({ state }: Page, view: View | null): Arrow[] {
  if (!view) return [];
  const arrow = (move: string | undefined, kind: number): Arrow[] => {
    const legal = view.moves.find((one) => one.move === move);
    return legal ? [{ from: legal.from, to: legal.to, kind }] : [];
  };
  const hint = hintOn(state);
  if (hint) return [{ from: hint.from, to: hint.to, kind: "hint" }];
  if (!state.arrows || !isAnalysed(state) || isPlaying(state)) return [];
  return linesAt(state).flatMap((line, index) => arrow(line.pv[0]?.move, index + 1));
}
