// Arrows over the board: the first moves of the engine's lines, each in its own colour and with the number of its
// line; the hint; and the user's own arrows and circles.

import type { JSX } from "preact";
import { placeOf } from "../squares";

export interface Arrow {
  from: string;
  to: string;
  /** The number of the line from 1, or the kind of arrow. */
  kind: number | "hint" | "own";
}

interface Shown {
  arrows: readonly Arrow[];
  files: number;
  ranks: number;
  flipped: boolean;
}

type Point = readonly [number, number];

export function Arrows({ arrows, files, ranks, flipped }: Shown): JSX.Element {
  const centre = (square: string): Point => {
    const { file, rank } = placeOf(square);
    return flipped ? [files - file - 0.5, rank + 0.5] : [file + 0.5, ranks - rank - 0.5];
  };
  // The best is on top.
  const order = [...arrows].sort((one, two) => Number(two.kind) - Number(one.kind) || 0);
  return (
    <svg class="arrows" viewBox={`0 0 ${files} ${ranks}`} aria-hidden="true">
      {order.map((arrow) => (
        <Drawn key={`${arrow.from}${arrow.to}${arrow.kind}`} arrow={arrow} from={centre(arrow.from)} to={centre(arrow.to)} />
      ))}
    </svg>
  );
}

function Drawn({ arrow: { kind }, from, to }: { arrow: Arrow; from: Point; to: Point }): JSX.Element {
  if (from[0] === to[0] && from[1] === to[1]) return <circle class={`circle ${kind}`} cx={from[0]} cy={from[1]} r="0.44" />;
  const number = typeof kind === "number" ? kind : null;
  const half = number === null || number === 1 ? 0.1 : number === 2 ? 0.075 : 0.055;
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  // The number is on the shaft, where arrows from one square have parted.
  const along = Math.max(0.5, 1 - 0.75 / Math.hypot(dx, dy));
  const [x, y] = [from[0] + dx * along, from[1] + dy * along];
  const name = number === null ? String(kind) : `${number === 1 ? "first" : "other"} arrow-${number}`;
  return (
    <g class={`arrow ${name}`}>
      <path d={outline(from, to, half)} />
      {number !== null && (
        <>
          <circle cx={x} cy={y} r="0.15" />
          <text x={x} y={y + 0.075}>
            {number}
          </text>
        </>
      )}
    </g>
  );
}

/** The outline of an arrow between two points; `half` is half the width of its shaft. */
function outline([x1, y1]: Point, [x2, y2]: Point, half: number): string {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const head = 1.4 * half + 0.1;
  const at = (along: number, aside: number): string =>
    `${(x1 + ux * along - uy * aside).toFixed(3)} ${(y1 + uy * along + ux * aside).toFixed(3)}`;
  const [neck, tip] = [length + 0.12 - 1.6 * head, length + 0.12];
  const points = [at(0.1, half), at(neck, half), at(neck, head), at(tip, 0), at(neck, -head), at(neck, -half), at(0.1, -half)];
  return `M${points.join("L")}Z`;
}
