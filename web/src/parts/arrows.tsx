// Arrows over the board: the best moves of the analysis, thinner the worse they are, and the hint.

import type { JSX } from "preact";
import { placeOf } from "../squares";

export interface Arrow {
  from: string;
  to: string;
  kind: "first" | "other" | "hint";
}

interface Shown {
  arrows: readonly Arrow[];
  files: number;
  ranks: number;
  flipped: boolean;
}

export function Arrows({ arrows, files, ranks, flipped }: Shown): JSX.Element {
  const centre = (square: string): [number, number] => {
    const { file, rank } = placeOf(square);
    return flipped ? [files - file - 0.5, rank + 0.5] : [file + 0.5, ranks - rank - 0.5];
  };
  return (
    <svg class="arrows" viewBox={`0 0 ${files} ${ranks}`} aria-hidden="true">
      {arrows.map(({ from, to, kind }) => (
        <path key={`${from}${to}${kind}`} class={`arrow ${kind}`} d={outline(centre(from), centre(to), kind === "other" ? 0.06 : 0.09)} />
      ))}
    </svg>
  );
}

/** The outline of an arrow between two points; `half` is half the width of its shaft. */
function outline([x1, y1]: [number, number], [x2, y2]: [number, number], half: number): string {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const head = 2.5 * half;
  const at = (along: number, aside: number): string =>
    `${(x1 + ux * along - uy * aside).toFixed(3)} ${(y1 + uy * along + ux * aside).toFixed(3)}`;
  const [tail, neck, tip] = [0.24, length - 0.1 - 1.6 * head, length - 0.1];
  const points = [at(tail, half), at(neck, half), at(neck, head), at(tip, 0), at(neck, -head), at(neck, -half), at(tail, -half)];
  return `M${points.join("L")}Z`;
}
