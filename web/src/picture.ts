// The board as a picture: SVG as text, and PNG made from it.

import { drawingOf } from "./parts/men";
import { fileName, sideOf } from "./squares";

/** The width of a square. */
const SIDE = 48;
const MARGIN = 20;
const COLOURS = { light: "#ebeef0", dark: "#9db2bf", ink: "#33454f" };
const MEN = {
  white: { fill: "#fffdf8", line: "#22303a", mark: "#22303a" },
  black: { fill: "#2c3338", line: "#0d1113", mark: "#dfe5e9" },
};

/** A position as SVG. */
export function svgOf(rows: readonly string[], flipped: boolean): string {
  const [files, ranks] = [rows[0]?.length ?? 0, rows.length];
  const [width, height] = [files * SIDE + MARGIN, ranks * SIDE + MARGIN];
  const parts: string[] = [`<rect width="${width}" height="${height}" fill="#fff"/>`];
  const text = (x: number, y: number, what: string): string =>
    `<text x="${x}" y="${y}" font-family="sans-serif" font-size="13" text-anchor="middle" fill="${COLOURS.ink}">${what}</text>`;
  for (let row = 0; row < ranks; row += 1) {
    const rank = flipped ? row : ranks - 1 - row;
    parts.push(text(MARGIN / 2, row * SIDE + SIDE / 2 + 5, String(rank + 1)));
    for (let column = 0; column < files; column += 1) {
      const file = flipped ? files - 1 - column : column;
      const [x, y] = [MARGIN + column * SIDE, row * SIDE];
      const colour = (file + rank) % 2 === 0 ? COLOURS.dark : COLOURS.light;
      parts.push(`<rect x="${x}" y="${y}" width="${SIDE}" height="${SIDE}" fill="${colour}"/>`);
      const letter = rows[ranks - 1 - rank]?.[file] ?? ".";
      if (letter !== ".") parts.push(`<g transform="translate(${x} ${y})">${man(letter)}</g>`);
      if (row === ranks - 1) parts.push(text(x + SIDE / 2, height - 5, fileName(file)));
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join("")}</svg>\n`;
}

function man(letter: string): string {
  const { fill, line, mark } = MEN[sideOf(letter)];
  const { body, detail, dot, name } = drawingOf(letter);
  const stroke = 'fill="none" stroke-linecap="round" stroke-linejoin="round"';
  return [
    `<path d="${body}" fill="${fill}" stroke="${line}" stroke-width="2.2" stroke-linejoin="round"/>`,
    detail && `<path d="${detail}" ${stroke} stroke="${mark}" stroke-width="1.8"/>`,
    dot && `<path d="${dot}" fill="${mark}"/>`,
    name === "" && `<text x="24" y="32" font-family="sans-serif" font-size="22" text-anchor="middle" fill="${mark}">${letter.toUpperCase()}</text>`,
  ]
    .filter(Boolean)
    .join("");
}

/** A picture as PNG, of twice its size: for screens and for print. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * image.naturalWidth, 2 * image.naturalHeight];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The browser cannot make a PNG"))), "image/png"),
  );
}
