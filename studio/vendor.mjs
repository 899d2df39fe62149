// Bundle what the page takes from npm into vendor/, with versions, licences and checksums, and the
// letters of its two typefaces that English and German need. `npm run vendor` writes (for typefaces
// it needs Python with fonttools and brotli); `node vendor.mjs --check` fails if a file is not what
// its list says.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

const BUNDLES = {
  "preact.js": {
    from: ["preact", "htm"],
    code: `
      import { h } from "preact";
      import htm from "htm";
      export { h, render, Fragment } from "preact";
      export { useEffect, useMemo, useRef, useState } from "preact/hooks";
      export const html = htm.bind(h);`,
  },
  "codemirror.js": {
    from: [
      "@codemirror/autocomplete", "@codemirror/commands", "@codemirror/lang-yaml", "@codemirror/language",
      "@codemirror/lint", "@codemirror/state", "@codemirror/view", "@lezer/highlight",
    ],
    code: `
      export { autocompletion, completionKeymap, closeBrackets } from "@codemirror/autocomplete";
      export { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
      export { yaml } from "@codemirror/lang-yaml";
      export { HighlightStyle, indentUnit, syntaxHighlighting, syntaxTree } from "@codemirror/language";
      export { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
      export { Annotation, EditorState } from "@codemirror/state";
      export { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, placeholder } from "@codemirror/view";
      export { tags } from "@lezer/highlight";`,
  },
  "fflate.js": {
    from: ["fflate"],
    code: `export { zipSync, unzipSync, strToU8, strFromU8 } from "fflate";`,
  },
};

const FONTS = ["RobotoCondensed-Regular", "RobotoCondensed-Bold", "SofiaSansExtraCondensed-ExtraBold"];
const LETTERS = "U+20-7E,U+A0-FF,U+2010-2014,U+2018-201E,U+2026,U+2039,U+203A,U+2190-2193,U+2212,U+D7";

process.chdir(import.meta.dirname);
const digest = (path) => createHash("sha256").update(readFileSync(path)).digest("hex");
const about = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));

if (process.argv.includes("--check")) {
  const list = readFileSync("vendor/README.md", "utf8");
  const stale = [...Object.keys(BUNDLES), ...FONTS.map((name) => `${name}.woff2`)].filter((file) => !list.includes(digest(`vendor/${file}`)));
  if (stale.length) console.error(`not what vendor/README.md lists: ${stale.join(", ")}; npm ci && npm run vendor`);
  process.exit(stale.length ? 1 : 0);
}

const { build } = await import("esbuild");
let list = "# From npm\n\nBundled by `npm run vendor`; do not edit. Licences in LICENSE.txt: MIT, htm Apache-2.0.\n\n| file | made of | SHA-256 |\n|---|---|---|\n";
const licences = new Map();
for (const [file, { from, code }] of Object.entries(BUNDLES)) {
  await build({
    stdin: { contents: code, resolveDir: "." },
    bundle: true, minify: true, format: "esm", target: "es2022", legalComments: "none", outfile: `vendor/${file}`,
  });
  // Types are npm's own: `npm run types` reads them, the page does not.
  const types = code.replace("import htm from \"htm\";", "").replace("export const html = htm.bind(h);", "export const html: (strings: TemplateStringsArray, ...values: any[]) => any;").replace('import { h } from "preact";', "");
  writeFileSync(`vendor/${file.replace(".js", ".d.ts")}`, `${types.trim().replace(/^ +/gm, "")}\n`);
  const versions = from.map((name) => `${name} ${about(name).version} (${about(name).license})`).join(", ");
  list += `| ${file} | ${versions} | ${digest(`vendor/${file}`)} |\n`;
  for (const name of from) licences.set(name, readFileSync(`node_modules/${name}/LICENSE`, "utf8"));
}
for (const name of FONTS) {
  const file = `vendor/${name}.woff2`;
  const made = spawnSync(process.env.PYTHON || "../.venv/bin/python", [
    "-m", "fontTools.subset", `../ppgen/fonts/${name}.ttf`, `--unicodes=${LETTERS}`, "--layout-features=*",
    "--flavor=woff2", `--output-file=${file}`,
  ], { stdio: "inherit" });
  if (made.status) process.exit(1);
  list += `| ${name}.woff2 | ppgen/fonts/${name}.ttf (OFL-1.1), some letters | ${digest(file)} |\n`;
  licences.set(name, readFileSync(`../ppgen/fonts/${name.split("-")[0]}-LICENSE.txt`, "utf8"));
}
const texts = new Map();
for (const [name, text] of licences) texts.set(text, [...(texts.get(text) || []), name]);
writeFileSync("vendor/README.md", list);
writeFileSync("vendor/LICENSE.txt", [...texts].map(([text, names]) => `${names.join(", ")}\n\n${text.trim()}\n`).join("\n----\n\n"));
