// Bundle what the page takes from npm into vendor/, with versions, licences and checksums.
// `npm run vendor` writes; `node vendor.mjs --check` fails if a file is not what its list says.

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
      export { lintGutter, setDiagnostics } from "@codemirror/lint";
      export { EditorState } from "@codemirror/state";
      export { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
      export { tags } from "@lezer/highlight";`,
  },
  "fflate.js": {
    from: ["fflate"],
    code: `export { zipSync, unzipSync, strToU8, strFromU8 } from "fflate";`,
  },
};

const digest = (path) => createHash("sha256").update(readFileSync(path)).digest("hex");
const about = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));

if (process.argv.includes("--check")) {
  const list = readFileSync("vendor/README.md", "utf8");
  const stale = Object.keys(BUNDLES).filter((file) => !list.includes(digest(`vendor/${file}`)));
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
  const versions = from.map((name) => `${name} ${about(name).version} (${about(name).license})`).join(", ");
  list += `| ${file} | ${versions} | ${digest(`vendor/${file}`)} |\n`;
  for (const name of from) licences.set(name, readFileSync(`node_modules/${name}/LICENSE`, "utf8"));
}
const texts = new Map();
for (const [name, text] of licences) texts.set(text, [...(texts.get(text) || []), name]);
writeFileSync("vendor/README.md", list);
writeFileSync("vendor/LICENSE.txt", [...texts].map(([text, names]) => `${names.join(", ")}\n\n${text.trim()}\n`).join("\n----\n\n"));
