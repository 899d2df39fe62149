// Make your own: the files of a workspace with an editor, and beside it the page that they make.

import { html, useEffect, useRef, useState } from "./vendor/preact.js";
import { bytesOf, fromBase64, save, toBase64 } from "./files.js";
import { Problems } from "./problems.js";
import { say } from "./texts.js";
import { Viewer } from "./viewer.js";

const FIRST = {
  "ppgen.yaml": "ppgen: workspace/1\n",
  "content/duel/game.yaml":
    "ppgen: game/2\ntitle: Duel\nproducts:\n  cards:\n    size: poker\n    each: {n: 0..9}\n    front: duel/card\n",
  "templates/duel/card.yaml":
    "ppgen: layout/2\nextends: base\nneeds: {n: integer}\ndraw:\n  - text: ${n}\n    style: {extends: d, size: fit, align: center}\n",
};
/** What a workspace may hold, unpacked: a zip of a stranger may hold more than it says. */
const MOST_BYTES = 100_000_000;
const MOST_FILES = 2000;
const TEXT = /\.(ya?ml|txt|csv|tsv|md)$/i;

const encoder = new TextEncoder();

export function Own({ engine, catalog, store }) {
  // path -> text, or base64 after "data:" for pictures and fonts
  const files = store.state.files;
  const paths = Object.keys(files).sort();
  const [path, setPath] = useState(paths.find((p) => p.startsWith("templates/")) || paths[0] || "");
  const [shown, setShown] = useState(null);
  const [wrong, setWrong] = useState({ error: "", marks: [] });
  const [target, setTarget] = useState("");
  const [targets, setTargets] = useState([]);
  const [leaf, setLeaf] = useState(0);
  const [refused, setRefused] = useState("");
  const asked = useRef(0);

  const replace = (next) => store.update({ files: next });

  useEffect(() => {
    if (!paths.length) return undefined;
    const mine = ++asked.current;
    const timer = setTimeout(() => draw(mine), 80);
    return () => clearTimeout(timer);
  }, [JSON.stringify(files), target, leaf]);

  async function draw(mine) {
    const sent = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, dataOf(text)]));
    try {
      await engine.send("files", { files: sent });
      const found = await engine.send("catalog", { lang: store.state.ui });
      if (mine !== asked.current) return;
      const own = found.games.filter((game) => game.own)
        .flatMap((game) => game.products.map((product) => ({ name: `${game.name}/${product.name}`, two: product.two_sided })));
      setTargets(own);
      const chosen = own.find((t) => t.name === target) || own[0];
      if (!chosen) {
        setWrong({ error: say("own_no_game"), marks: found.marks });
        return;
      }
      const sides = chosen.two ? [2 * leaf, 2 * leaf + 1] : [leaf];
      const preview = await engine.send("preview", { job: { target: chosen.name, set: { lang: store.state.ui } }, sides });
      if (mine !== asked.current) return;
      setShown({ ...preview, two: chosen.two });
      setWrong({ error: "", marks: preview.marks });
    } catch (why) {
      if (mine === asked.current) setWrong({ error: why.message, marks: why.marks || [] });
    }
  }

  async function start(name) {
    if (!name) return replace(FIRST);
    const copied = await engine.send("copy", { target: name });
    replace({ "ppgen.yaml": FIRST["ppgen.yaml"], ...Object.fromEntries(Object.entries(copied).map(([p, d]) => [p, textOf(p, fromBase64(d))])) });
    setPath("");
  }

  async function open(file) {
    setRefused("");
    try {
      replace(await unpack(await bytesOf(file)));
      setPath("");
    } catch (why) {
      setRefused(why.message);
    }
  }

  async function pack() {
    const { zipSync } = await import("./vendor/fflate.js");
    const bytes = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, fromBase64(dataOf(text))]));
    save("workspace.zip", new Blob([zipSync(bytes)], { type: "application/zip" }));
  }

  function add() {
    const name = prompt(say("new_file"), "content/duel/words/en.yaml");
    if (name && !(name in files)) {
      replace({ ...files, [name]: "" });
      setPath(name);
    }
  }

  if (!paths.length) {
    return html`<section class="intro"><h1>${say("make_own")}</h1><p>${say("own_intro")}</p>
      <div class="buttons"><button class="main" onClick=${() => start("")}>${say("own_small")}</button></div>
      <p>${say("start_from")}: ${catalog?.games.map((game) => html`<button onClick=${() => start(game.name)}>${game.title}</button> `)}</p>
      <${OpenZip} open=${open} />
      ${refused && html`<p class="failure" role="alert">${refused}</p>`}</section>`;
  }
  const current = path in files ? path : paths[0];
  const two = shown?.two;
  const leaves = shown ? Math.ceil(shown.count / (two ? 2 : 1)) : 1;
  return html`<div class="own">
    <aside class="tree"><h1>${say("files")}</h1>
      <ul>${paths.map((name) => html`<li><button class=${name === current ? "plain current" : "plain"} aria-current=${name === current}
        onClick=${() => setPath(name)}>${name}${wrong.marks.some((m) => m.file === name) ? " •" : ""}</button></li>`)}</ul>
      <button onClick=${add}>${say("new_file")}</button>
      <button onClick=${() => { const { [current]: _, ...rest } = files; replace(rest); }}>${say("delete")}</button>
      <button onClick=${pack}>${say("save_zip")}</button>
      <${OpenZip} open=${open} />
      ${refused && html`<p class="failure" role="alert">${refused}</p>`}
    </aside>
    <section class="edit">
      ${targets.length > 1 && html`<div class="bar"><select aria-label=${say("choose_game")} onChange=${(e) => { setTarget(e.currentTarget.value); setLeaf(0); }}>
        ${targets.map((t) => html`<option selected=${t.name === target}>${t.name}</option>`)}</select></div>`}
      ${files[current].startsWith("data:")
        ? html`<p>${current}</p>`
        : html`<${Editor} key=${current} engine=${engine} path=${current} text=${files[current]} marks=${wrong.marks.filter((m) => m.file === current)}
            onText=${(text) => store.update({ files: { ...store.state.files, [current]: text } }, { quiet: true })} />`}
      <${Problems} error=${wrong.error} marks=${wrong.marks} />
    </section>
    <${Viewer} shown=${shown} stale=${Boolean(wrong.error)} leaf=${Math.min(leaf, leaves - 1)} leaves=${leaves} onLeaf=${setLeaf} two=${two} />
  </div>`;
}

function OpenZip({ open }) {
  return html`<label class="file">${say("open_zip")}<input type="file" accept=".zip" onChange=${(e) => open(e.currentTarget.files[0])} /></label>`;
}

/** The editor is loaded when somebody first edits. */
function Editor({ engine, path, text, marks, onText }) {
  const place = useRef(null);
  const view = useRef(null);
  useEffect(() => {
    let gone = false;
    import("./editor.js").then(async ({ makeEditor }) => {
      const schemas = await engine.send("schemas");
      if (!gone) view.current = makeEditor(place.current, text, schemas, onText, path);
    });
    return () => {
      gone = true;
      view.current?.destroy();
    };
  }, [path]);
  useEffect(() => {
    view.current?.show(marks);
  }, [JSON.stringify(marks)]);
  return html`<div class="code-editor" ref=${place}></div>`;
}

/** @param {string} text @returns {string} base64 */
function dataOf(text) {
  return text.startsWith("data:") ? text.slice(5) : toBase64(encoder.encode(text));
}

/** @param {string} name @param {Uint8Array} bytes */
function textOf(name, bytes) {
  return TEXT.test(name) ? new TextDecoder().decode(bytes) : `data:${toBase64(bytes)}`;
}

/** Unpack a workspace; what a zip says of its size is not believed. @param {Uint8Array} bytes */
async function unpack(bytes) {
  const { unzipSync } = await import("./vendor/fflate.js");
  let left = MOST_BYTES;
  let count = 0;
  const found = unzipSync(bytes, {
    filter(file) {
      left -= file.originalSize;
      count += 1;
      if (left < 0 || count > MOST_FILES) throw new Error(say("zip_large"));
      return !file.name.endsWith("/") && !file.name.startsWith("__MACOSX/");
    },
  });
  const names = Object.keys(found);
  // A zip of a folder has its name before all paths.
  const top = names.find((n) => n.endsWith("ppgen.yaml"))?.slice(0, -"ppgen.yaml".length) || "";
  return Object.fromEntries(names.filter((n) => n.startsWith(top)).map((n) => [n.slice(top.length), textOf(n, found[n])]));
}
