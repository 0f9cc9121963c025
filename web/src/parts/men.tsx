// The pieces, drawn for this page: plain outlines on a field of 48 by 48, readable at 24 pixels. `body` is filled
// with the side's colour, `detail` is drawn on it as lines, `dot` is filled with the colour of the lines. A letter
// without a drawing is shown as itself on a disc, so any game can be shown.

import type { JSX } from "preact";
import { sideOf } from "../squares";

export interface Drawing {
  name: string;
  body: string;
  detail?: string;
  dot?: string;
}

/** A disc as a path. */
function disc(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

const FOOT = "M12 37h24a2 2 0 0 1 2 2v4H10v-4a2 2 0 0 1 2-2z";

const DRAWINGS: Record<string, Drawing> = {
  P: {
    name: "pawn",
    body: "M24 9a7 7 0 0 1 5 12h2.500a1.500 1.500 0 0 1 1.500 1.500V25h-4c0 7 3 10 7 13v5H12v-5c4-3 7-6 7-13h-4v-2.500a1.500 1.500 0 0 1 1.500-1.500H19A7 7 0 0 1 24 9z",
  },
  R: {
    name: "rook",
    body: `M12 8h6v4h3.500V8h5v4H30V8h6v9l-4 4v11l3 5H13l3-5V21l-4-4z${FOOT}`,
    detail: "M16 21h16M16 32h16",
  },
  N: {
    name: "knight",
    body: `M15 37c0-7 3-10 7-14-4 2-7 3-9 6-2 1.500-5 0-5-3 1-5 5-9 8-13l.500-6 5 4c10 0 15 8 15 18 0 3-.500 5-1 8z${FOOT}`,
    detail: "M25 14c4 2 6 6 6 12",
    dot: disc(18, 17, 1.6),
  },
  B: {
    name: "bishop",
    body: `M24 4a3 3 0 0 1 2 5.200C32 13 35 18 35 23c0 5-3 8-6 10l2 4H17l2-4c-3-2-6-5-6-10 0-5 3-10 9-13.800A3 3 0 0 1 24 4z${FOOT}`,
    detail: "M24 16v11M19.500 20.500h9M19 33h10",
  },
  Q: {
    name: "queen",
    body: `M12 35 7.500 18.500l8.500 6.500 2-14 6 12 6-12 2 14 8.500-6.500L36 35l-1 2H13z${FOOT}${disc(6.5, 15.5, 2.5)}${disc(17.5, 8.5, 2.5)}${disc(30.500, 8.5, 2.5)}${disc(41.5, 15.5, 2.5)}`,
    detail: "M13 32c7-2 15-2 22 0",
  },
  K: {
    name: "king",
    body: `M22.500 4h3v3.500H29v3h-3.500V15c2 1 3 2.500 3.500 4 7-4 13 0 12 6-.500 4-3 7-5 10l-1 2H13l-1-2c-2-3-4.500-6-5-10-1-6 5-10 12-6 .500-1.500 1.500-3 3.500-4v-4.500H19v-3h3.500z${FOOT}`,
    detail: "M24 33V22M13 33c7-2 15-2 22 0M24 22c0 0-2-2-5-3M24 22c0 0 2-2 5-3",
  },
  I: {
    name: "prince",
    body: `M15 15l4.500 3L24 11l4.500 7 4.500-3-2 9h-1.500c.500 6 3 9.500 6.500 13H12c3.500-3.500 6-7 6.500-13H17z${FOOT}${disc(24, 9, 2.2)}${disc(13.8, 13.5, 2.2)}${disc(34.2, 13.5, 2.2)}`,
    detail: "M17.500 24h13",
  },
  G: {
    name: "eagle",
    body: "M24 8c2-3 6-3 8-.500l4 2-4 1.500c0 2-1 3.500-2 4.500 5 0 9-3 12-8 2 9 0 17-8 22l4 3-7-.500-2 4 3 7H16l3-7-2-4-7 .500 4-3C6 24 4 16 6 7.500c3 5 7 8 12 8 3 0 5-2 6-7.500z",
    detail: "M36 16c-1 4-4 7-7 9M12 16c1 4 4 7 7 9M21 32h6",
    dot: disc(28.5, 9.5, 1.2),
  },
  L: {
    name: "lion",
    body: "M24 4l4.500 3.500L34 6l1.500 5.500L41 13l-1.500 5.500L44 23l-4.500 4.500L41 33l-5.500 1.500L34 40l-5.500-1.500L24 43l-4.500-4.500L14 40l-1.500-5.500L7 33l1.500-5.500L4 23l4.500-4.500L7 13l5.500-1.500L14 6l5.500 1.500z",
    detail: "M15 18c0-4 4-6 9-6s9 2 9 6c0 8-3 16-9 16s-9-8-9-16zM24 27v3M24 30c-1.500 1.500-3 1.500-4 .500M24 30c1.500 1.500 3 1.500 4 .500",
    dot: `${disc(20, 20, 1.7)}${disc(28, 20, 1.7)}M21.500 25h5l-2.500 3z`,
  },
  E: {
    name: "elephant",
    body: "M24 8c4 0 7 1 9 3.500C36 8 44 9 44 18c0 7-5 12-10 11-1 3-3 4-6 5v3c0 2 2 2 3 .500l3 2C33 44 22 45 22 37l-2-3c-3-1-5-2-6-5C9 30 4 25 4 18c0-9 8-10 11-6.500C17 9 20 8 24 8z",
    detail: "M15 12c-2 4-2 11-1 16M33 12c2 4 2 11 1 16M20 34c0-3 .500-5 1-8M28 34c0-3-.500-5-1-8",
    dot: `${disc(20, 19, 1.7)}${disc(28, 19, 1.7)}`,
  },
  M: {
    name: "camel",
    body: "M6 12c0-3 3-5 6-4l4 1c1 3 0 4-3 4.500 0 5 1 9 4 10 1-6 3-9 5-9s4 3 5 6c1-3 3-5 5-5 3 0 5 4 6 9 2 1 3 4 3 8l-1 1-2-4-1 13.500h-4L32 33H21l-2 10h-4l1-11C10 29 9 24 9 16c-2-.500-3-2-3-4z",
    detail: "M21 33c-1-2-2-3-5-4M32 33c2-1 4-3 5-6",
    dot: disc(11, 11, 1.2),
  },
  C: {
    name: "cannon",
    body: `M38 5l6 7-3 2.500L23 29l-9 3-6-6.500L11 18 35 7.500z${disc(20, 32, 10.5)}`,
    detail: `M34 9.500l5 6M20 25v14M13 32h14${disc(20, 32, 6.5)}`,
  },
};

/** The drawing of a piece; one without a name is shown by its letter. */
export function drawingOf(letter: string): Drawing {
  return DRAWINGS[letter.toUpperCase()] ?? { name: "", body: disc(24, 24, 17) };
}

/** The name of a piece without its colour: `pawn`. */
export function pieceName(letter: string): string {
  return DRAWINGS[letter.toUpperCase()]?.name ?? letter.toUpperCase();
}

/** The name of a piece for screen readers. */
export function manName(letter: string): string {
  return `${sideOf(letter)} ${pieceName(letter)}`;
}

export function Man({ letter }: { letter: string }): JSX.Element {
  return (
    <svg class={`man ${sideOf(letter)}`} viewBox="0 0 48 48" aria-hidden="true">
      <Shape letter={letter} />
    </svg>
  );
}

/** A piece on one of the squares of a drawing, whose sides are 1. */
export function SmallMan({ letter, x, y }: { letter: string; x: number; y: number }): JSX.Element {
  return (
    <svg class={`small-man ${sideOf(letter)}`} x={x} y={y} width="1" height="1" viewBox="-1 -1 50 50">
      <Shape letter={letter} />
    </svg>
  );
}

function Shape({ letter }: { letter: string }): JSX.Element {
  const { name, body, detail, dot } = drawingOf(letter);
  return (
    <>
      <path class="man-body" d={body} />
      {detail && <path class="man-detail" d={detail} />}
      {dot && <path class="man-dot" d={dot} />}
      {name === "" && (
        <text class="man-letter" x="24" y="32">
          {letter.toUpperCase()}
        </text>
      )}
    </>
  );
}
