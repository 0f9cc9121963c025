// A small picture of a position, without interaction.

import type { JSX } from "preact";
import { SmallMan } from "./men";

export function MiniBoard({ rows, flipped = false }: { rows: readonly string[]; flipped?: boolean }): JSX.Element {
  const [files, ranks] = [rows[0]?.length ?? 0, rows.length];
  const place = (file: number, row: number): [number, number] =>
    flipped ? [files - 1 - file, ranks - 1 - row] : [file, row];
  const dark: string[] = [];
  const men: JSX.Element[] = [];
  rows.forEach((letters, row) =>
    [...letters].forEach((letter, file) => {
      const [x, y] = place(file, row);
      if ((file + ranks - row) % 2 === 1) dark.push(`M${x} ${y}h1v1h-1z`);
      if (letter !== ".") men.push(<SmallMan key={`${x} ${y}`} letter={letter} x={x} y={y} />);
    }),
  );
  return (
    <svg class="mini-board" viewBox={`0 0 ${files} ${ranks}`} aria-hidden="true">
      <rect class="mini-light" width={files} height={ranks} />
      <path class="mini-dark" d={dark.join("")} />
      {men}
    </svg>
  );
}
