// Builds the page: `node build.js` writes `dist/`, which is committed and built into the program, so that users do
// not need Node. The same sources and the versions of the lock file give the same bytes.
//
// `node build.js --tests` bundles each `src/*.test.ts` into `build/` instead, for `node --test`.

import { build } from "esbuild";
import { copyFile, mkdir, readdir, readFile, rm } from "node:fs/promises";

const common = { bundle: true, format: "esm", jsx: "automatic", jsxImportSource: "preact", legalComments: "none" };

if (process.argv.includes("--tests")) {
  await rm("build", { recursive: true, force: true });
  const tests = (await readdir("src")).filter((name) => name.endsWith(".test.ts")).map((name) => `src/${name}`);
  await build({ ...common, entryPoints: tests, outdir: "build", platform: "node", outExtension: { ".js": ".mjs" } });
} else {
  await rm("dist", { recursive: true, force: true });
  await mkdir("dist");
  // The licence of the bundled code is included.
  const preact = (await readFile("node_modules/preact/LICENSE", "utf8")).trim();
  await build({
    ...common,
    entryPoints: [
      { in: "src/main.tsx", out: "app" },
      { in: "src/style/app.css", out: "app" },
    ],
    outdir: "dist",
    platform: "browser",
    target: "es2022",
    minify: true,
    charset: "utf8",
    banner: { js: `/* Jacquerie's board, MIT OR Apache-2.0. It holds Preact:\n\n${preact}\n*/` },
  });
  for (const name of ["index.html", "icon.svg"]) await copyFile(`src/${name}`, `dist/${name}`);
}
