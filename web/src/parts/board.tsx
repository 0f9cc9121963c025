// A board of any size: squares that can be pointed at, tapped, dragged from, and reached with the arrow keys. It
// knows no rules: its user defines the pieces, which of them can be moved, and what a tap means.
//
// For screen readers it is a grid, each square a cell with a name such as "e4, white pawn". One square at a time can
// be reached with Tab; the arrow keys go from there, Enter or Space is a tap.

import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { isModified } from "../keys";
import type { SquareValue } from "../king-squares";
import type { Outcome } from "../protocol";
import { outcomeSign } from "../score";
import { fileName, manAt, placeOf, squareName } from "../squares";
import { Man, manName } from "./men";

export interface Shown {
  rows: readonly string[];
  flipped: boolean;
  /** Highlighted squares: `last`, `chosen`, `check`, `target`, `hint`; and tints such as `part-1`. */
  signs: ReadonlyMap<string, readonly string[]>;
  /** The proved value of a move to a square, or of the best move of the piece on it. */
  worth?: ReadonlyMap<string, Outcome>;
  /** The value of the position with the king on a square. */
  values?: ReadonlyMap<string, SquareValue>;
  /** More for the accessible name of a square. */
  words?: ReadonlyMap<string, string>;
  label: string;
  canLift: (square: string) => boolean;
  onTap: (square: string) => void;
  onDrop: (from: string, to: string | null) => void;
  onLift?: (square: string) => void;
  /** The right button was dragged from one square to another, or pressed on one. */
  onDraw?: (from: string, to: string) => void;
  /** Any other action on the board. */
  onPress?: () => void;
  /** The wheel was turned: down, or up. */
  onWheel?: (step: 1 | -1) => void;
  /** The last move, which is animated. */
  glide?: readonly [string, string] | null;
  children?: ComponentChildren;
}

/** A finger or a button that is down on the board. Others that go up or down meanwhile are ignored. */
interface Press {
  from: string;
  pointer: number;
  /** Whether there is a piece that can be moved. */
  lifts: boolean;
  x: number;
  y: number;
  moved: boolean;
}

/** How far a finger or a mouse may move in a tap, in pixels. */
const SLIP = 5;

/** How far the wheel is turned for a move, in pixels. */
const TURN = 50;

export function Board(shown: Shown): JSX.Element {
  const { rows, flipped, canLift, onTap, onDrop } = shown;
  const [files, ranks] = [rows[0]?.length ?? 0, rows.length];
  const board = useRef<HTMLDivElement>(null);
  const press = useRef<Press | null>(null);
  const dropped = useRef<string | null>(null);
  const drawn = useRef<string | null>(null);
  const turned = useRef(0);
  const [lifted, setLifted] = useState<string | null>(null);
  const [cursor, setCursor] = useState("a1");
  const here = placeOf(cursor);
  const reachable = here.file < files && here.rank < ranks ? cursor : "a1";
  useGlide(board, dropped, shown);

  const squareUnder = (x: number, y: number): string | null => {
    const box = board.current?.getBoundingClientRect();
    if (!box) return null;
    const [column, row] = [Math.floor(((x - box.left) / box.width) * files), Math.floor(((y - box.top) / box.height) * ranks)];
    if (column < 0 || row < 0 || column >= files || row >= ranks) return null;
    return flipped ? squareName(files - 1 - column, row) : squareName(column, ranks - 1 - row);
  };

  const manOf = (square: string): HTMLElement | null | undefined =>
    board.current?.querySelector<HTMLElement>(`[data-square="${square}"] .man`);

  const down = (event: PointerEvent): void => {
    const square = squareUnder(event.clientX, event.clientY);
    if (event.button === 2) drawn.current = square;
    else shown.onPress?.();
    if (!square || event.button !== 0 || (press.current && press.current.pointer !== event.pointerId)) return;
    dropped.current = null;
    setCursor(square);
    board.current?.setPointerCapture(event.pointerId);
    press.current = { from: square, pointer: event.pointerId, lifts: canLift(square), x: event.clientX, y: event.clientY, moved: false };
  };
  const move = (event: PointerEvent): void => {
    const going = press.current;
    if (!going?.lifts || event.pointerId !== going.pointer) return;
    const [x, y] = [event.clientX - going.x, event.clientY - going.y];
    if (!going.moved && Math.hypot(x, y) < SLIP) return;
    if (!going.moved) {
      going.moved = true;
      setLifted(going.from);
      shown.onLift?.(going.from);
    }
    const man = manOf(going.from);
    if (man) man.style.transform = `translate(${x}px, ${y}px)`;
  };
  /** The pointer is up, or the browser has cancelled it: the piece returns to its square. */
  const release = (event: PointerEvent): Press | null => {
    const going = press.current;
    if (going?.pointer !== event.pointerId) return null;
    press.current = null;
    setLifted(null);
    const man = going.moved && manOf(going.from);
    if (man) man.style.transform = "";
    return going;
  };
  const up = (event: PointerEvent): void => {
    const square = squareUnder(event.clientX, event.clientY);
    if (event.button === 2 && drawn.current && square) shown.onDraw?.(drawn.current, square);
    if (event.button === 2) drawn.current = null;
    const going = release(event);
    if (going?.moved) {
      dropped.current = square;
      onDrop(going.from, square);
    } else if (going && event.button === 0 && square === going.from) {
      onTap(square);
    }
  };

  /** Only where the wheel is free: a page longer than the window scrolls. */
  const wheel = (event: WheelEvent): void => {
    const { scrollHeight, clientHeight } = document.documentElement;
    if (!shown.onWheel || event.ctrlKey || scrollHeight > clientHeight + 1) return;
    event.preventDefault();
    turned.current += event.deltaY;
    if (Math.abs(turned.current) < TURN) return;
    shown.onWheel(turned.current > 0 ? 1 : -1);
    turned.current = 0;
  };

  const key = (event: KeyboardEvent): void => {
    if (isModified(event)) return;
    const step = STEPS[event.key];
    if (step) {
      const turned = flipped ? -1 : 1;
      const file = Math.min(files - 1, Math.max(0, here.file + turned * step[0]));
      const rank = Math.min(ranks - 1, Math.max(0, here.rank + turned * step[1]));
      const next = squareName(file, rank);
      setCursor(next);
      board.current?.querySelector<HTMLElement>(`[data-square="${next}"]`)?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      onTap(reachable);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const order = [...rows.keys()].map((row) => ranks - 1 - row);
  const columns = [...Array(files).keys()];
  if (flipped) {
    order.reverse();
    columns.reverse();
  }
  return (
    <div class="frame" style={{ "--files": files, "--ranks": ranks }}>
      <div class="board-field">
        <div
          class="board"
          role="grid"
          aria-label={shown.label}
          ref={board}
          onMouseDown={leaveKeys}
          onPointerDown={down}
          onPointerMove={move}
          onPointerUp={up}
          onPointerCancel={release}
          onLostPointerCapture={release}
          onKeyDown={key}
          onWheel={wheel}
          onContextMenu={(event) => shown.onDraw && event.preventDefault()}
        >
          {order.map((rank) => (
            <div class="rank" role="row" key={rank}>
              {columns.map((file) => {
                const square = squareName(file, rank);
                return (
                  <Square
                    key={square}
                    shown={shown}
                    square={square}
                    dark={(file + rank) % 2 === 0}
                    reachable={square === reachable}
                    lifted={square === lifted}
                    onFocus={() => setCursor(square)}
                    onPress={() => {
                      setCursor(square);
                      onTap(square);
                    }}
                  />
                );
              })}
            </div>
          ))}
        </div>
        <div class="rank-names" aria-hidden="true">
          {order.map((rank) => (
            <span key={rank} class={((columns[0] ?? 0) + rank) % 2 === 0 ? "dark" : "light"}>
              {rank + 1}
            </span>
          ))}
        </div>
        <div class="file-names" aria-hidden="true">
          {columns.map((file) => (
            <span key={file} class={(file + (order.at(-1) ?? 0)) % 2 === 0 ? "dark" : "light"}>
              {fileName(file)}
            </span>
          ))}
        </div>
        {shown.children}
      </div>
    </div>
  );
}

/** Users of a mouse or a finger walk through the game with the arrow keys; the keys are the board's only if it was
    reached by keys. */
function leaveKeys(event: MouseEvent): void {
  event.preventDefault();
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

interface SquareShown {
  shown: Shown;
  square: string;
  dark: boolean;
  reachable: boolean;
  lifted: boolean;
  onFocus: () => void;
  onPress: () => void;
}

function Square({ shown, square, dark, reachable, lifted, onFocus, onPress }: SquareShown): JSX.Element {
  const letter = manAt(shown.rows, square);
  const man = letter === "." ? null : letter;
  const signs = shown.signs.get(square) ?? [];
  const worth = shown.worth?.get(square);
  const value = worth ? undefined : shown.values?.get(square);
  const words = [
    square,
    man && manName(man),
    ...signs.map((sign) => SIGN_WORDS[sign]),
    worth && `${signs.includes("target") ? "move" : "best move"} ${worth}`,
    value?.word,
    shown.words?.get(square),
  ];
  const classes = ["square", dark ? "dark" : "light", ...signs];
  if (man) classes.push("taken");
  if (lifted) classes.push("lifted");
  if (shown.canLift(square)) classes.push("liftable");
  return (
    <div
      class={classes.join(" ")}
      role="gridcell"
      data-square={square}
      aria-label={words.filter(Boolean).join(", ")}
      {...(signs.includes("chosen") ? { "aria-selected": true } : {})}
      tabIndex={reachable ? 0 : -1}
      onFocus={onFocus}
      // Assistive technology clicks without a pointer.
      onClick={(event) => event.detail === 0 && onPress()}
    >
      {man && <Man letter={man} />}
      {worth && (
        <span class={`worth ${worth}`} aria-hidden="true">
          {outcomeSign(worth)}
        </span>
      )}
      {value && (
        <span class={`value ${value.kind}`} aria-hidden="true">
          {value.sign}
        </span>
      )}
    </div>
  );
}

const SIGN_WORDS: Record<string, string> = {
  last: "last move",
  chosen: "chosen",
  check: "in check",
  target: "can go here",
  hint: "hint",
};

type Ref<T> = { current: T | null };

/** Animates the piece of the last move, unless the user dragged it or wants no motion. */
function useGlide(board: Ref<HTMLDivElement>, dropped: Ref<string>, { glide, rows, flipped }: Shown): void {
  const seen = useRef("");
  const [from, to] = glide ?? [null, null];
  const name = `${from}${to}${rows.join("")}`;
  useLayoutEffect(() => {
    const first = seen.current === "";
    if (seen.current === name) return;
    seen.current = name;
    const square = to && board.current?.querySelector<HTMLElement>(`[data-square="${to}"]`);
    const man = square && square.querySelector(".man");
    if (first || !from || !man) return;
    if (to === dropped.current) {
      dropped.current = null;
      return;
    }
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const [start, end, size] = [placeOf(from), placeOf(to), square.offsetWidth * (flipped ? -1 : 1)];
    const [x, y] = [(start.file - end.file) * size, (end.rank - start.rank) * size];
    man.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: 120, easing: "ease-out" });
  });
}
