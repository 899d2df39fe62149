// Make your own: the files of a workspace with an editor, and beside it the page that they make.

import { html, useEffect, useMemo, useRef, useState } from "./vendor/preact.js";
import { newest } from "./engine.js";
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

/** How long to wait after a keystroke: one more may follow. */
const PAUSE = 60;

export function Own({ engine, catalog, store }) {
  // path -> text, or base64 after "data:" for pictures and fonts
  const { files, ui } = store.state;
  const paths = Object.keys(files).sort();
  const [path, setPath] = useState("");
  const [shown, setShown] = useState(null);
  const [wrong, setWrong] = useState({ error: "", marks: [] });
  const [target, setTarget] = useState("");
  const [targets, setTargets] = useState([]);
  const [leaf, setLeaf] = useState(0);
  const [refused, setRefused] = useState("");
  const [line, setLine] = useState(0);
  const alive = useRef(true);

  const draw = useMemo(() => newest(async (engine, files, target, leaf, ui) => {
    try {
      await engine.send("files", { files: Object.fromEntries(Object.entries(files).map(([name, text]) => [name, dataOf(text)])) });
      const found = await engine.send("catalog", { lang: ui });
      const own = found.games.filter((game) => game.own)
        .flatMap((game) => game.products.map((product) => ({ name: `${game.name}/${product.name}`, title: `${game.title}: ${product.title}`, two: product.two_sided })));
      if (!alive.current) return;
      setTargets(own);
      const chosen = own.find((t) => t.name === target) || own[0];
      if (!chosen) return setWrong({ error: found.marks.length ? "" : say("own_no_game"), marks: found.marks });
      const sides = chosen.two ? [2 * leaf, 2 * leaf + 1] : [leaf];
      const preview = await engine.send("preview", { job: { target: chosen.name, set: { lang: ui } }, sides });
      if (!alive.current) return;
      setShown({ ...preview, two: chosen.two });
      setWrong({ error: "", marks: preview.marks });
    } catch (why) {
      if (alive.current) setWrong({ error: why.message, marks: why.marks || [] });
    }
  }), []);

  useEffect(() => () => { alive.current = false; }, []);
  useEffect(() => {
    if (!engine || !paths.length) return undefined;
    const timer = setTimeout(() => draw(engine, files, target, leaf, ui), PAUSE);
    return () => clearTimeout(timer);
  }, [engine, files, target, leaf, ui]);

  function replace(next, show = "") {
    store.update({ files: next });
    setPath(show);
    setLeaf(0);
    setTarget("");
  }

  async function start(name) {
    if (!name) return replace(FIRST);
    const copied = await engine.send("copy", { target: name });
    return replace({ "ppgen.yaml": FIRST["ppgen.yaml"], ...Object.fromEntries(Object.entries(copied).map(([p, d]) => [p, textOf(p, fromBase64(d))])) });
  }

  async function open(file) {
    if (!file) return;
    setRefused("");
    try {
      replace(await unpack(await bytesOf(file)));
    } catch (why) {
      setRefused(why.message);
    }
  }

  async function pack() {
    const { zipSync } = await import("./vendor/fflate.js");
    const bytes = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, fromBase64(dataOf(text))]));
    save("workspace.zip", new Blob([zipSync(bytes)], { type: "application/zip" }));
  }

  async function pdf() {
    setRefused("");
    try {
      const made = await engine.send("pdf", { job: { target: (targets.find((t) => t.name === target) || targets[0]).name, set: { lang: ui } } });
      for (const file of made) save(file.name, new Blob([fromBase64(file.data)], { type: "application/pdf" }));
    } catch (why) {
      setRefused(why.message);
    }
  }

  if (!paths.length) {
    return html`<section class="intro"><h1>${say("make_own")}</h1><p>${say("own_intro")}</p>
      <p class="buttons"><button class="main" disabled=${!engine} onClick=${() => start("")}>${say("own_small")}</button></p>
      <h2>${say("start_from")}</h2>
      <p class="buttons">${catalog?.games.filter((game) => !game.own).map((game) => html`<button disabled=${!engine} onClick=${() => start(game.name)}>${game.title}</button>`)}</p>
      <${OpenZip} open=${open} />
      ${refused && html`<p class="failure" role="alert">${refused}</p>`}</section>`;
  }
  const current = path in files ? path : paths.find((p) => p.startsWith("templates/")) || paths[0];
  const leaves = shown ? Math.max(1, Math.ceil(shown.count / (shown.two ? 2 : 1))) : 1;
  const go = (mark) => {
    if (mark.file in files) setPath(mark.file);
    setLine(mark.line);
  };
  return html`<div class="own">
    <aside class="tree" aria-label=${say("files")}><h1>${say("files")}</h1>
      <ul>${paths.map((name) => html`<li><button class=${name === current ? "plain current" : "plain"} aria-current=${name === current ? "true" : undefined}
        onClick=${() => setPath(name)}>${name}${wrong.marks.some((m) => m.file === name && m.level === "error") && html`<span class="dot" role="img" aria-label=${say("problems")}></span>`}</button></li>`)}</ul>
      <${NewFile} files=${files} add=${(name) => replace({ ...files, [name]: "" }, name)} />
      <p class="stack"><button onClick=${() => { const { [current]: _, ...rest } = files; replace(rest); }}>${say("delete_file")}</button>
      <button onClick=${pack}>${say("save_zip")}</button>
      <button onClick=${() => replace({})}>${say("own_leave")}</button></p>
      <${OpenZip} open=${open} />
      ${refused && html`<p class="failure" role="alert">${refused}</p>`}
    </aside>
    <section class="edit" aria-label=${current}>
      <p class="path">${current}</p>
      ${files[current].startsWith("data:")
        ? html`<p class="no-text">${say("no_text")}</p>`
        : html`<${Editor} key=${current} engine=${engine} path=${current} text=${files[current]} line=${line} marks=${wrong.marks.filter((m) => m.file === current)}
            onText=${(text) => store.update({ files: { ...store.state.files, [current]: text } }, { step: `edit ${current}` })} />`}
      <${Problems} error=${wrong.error} marks=${wrong.marks} onMark=${go} />
    </section>
    <div class="beside">
      <div class="target">
      ${targets.length > 0 && html`<select aria-label=${say("choose_product")} onChange=${(e) => { setTarget(e.currentTarget.value); setLeaf(0); }}>
        ${targets.map((t) => html`<option value=${t.name} selected=${t.name === target}>${t.title}</option>`)}</select>
        <button disabled=${!shown || Boolean(wrong.error)} onClick=${pdf}>${say("pdf")}</button>`}</div>
      <${Viewer} shown=${shown} stale=${Boolean(wrong.error)} leaf=${Math.min(leaf, leaves - 1)} leaves=${leaves} onLeaf=${setLeaf} two=${shown?.two} />
    </div>
  </div>`;
}

function OpenZip({ open }) {
  return html`<label class="file"><span>${say("open_zip")}</span><input type="file" accept=".zip" onChange=${(e) => open(e.currentTarget.files[0])} /></label>`;
}

function NewFile({ files, add }) {
  const [name, setName] = useState("");
  const submit = (event) => {
    event.preventDefault();
    if (name && !(name in files)) add(name);
    setName("");
  };
  return html`<form class="new-file" onSubmit=${submit}><input aria-label=${say("new_file")} placeholder=${say("new_file")} value=${name} onInput=${(e) => setName(e.currentTarget.value.trim())} />
    <button aria-label=${say("add_file")} title=${say("add_file")}>+</button></form>`;
}

/** The editor is loaded when somebody first edits. */
function Editor({ engine, path, text, marks, line, onText }) {
  const place = useRef(null);
  const view = useRef(null);
  const [ready, setReady] = useState(false);
  const told = useRef(onText);
  told.current = onText;
  useEffect(() => {
    if (!engine) return undefined;
    let gone = false;
    Promise.all([import("./editor.js"), engine.send("schemas")]).then(([{ makeEditor }, schemas]) => {
      if (gone) return;
      view.current = makeEditor(place.current, text, schemas, (next) => told.current(next), path);
      setReady(true);
    });
    return () => {
      gone = true;
      view.current?.destroy();
    };
  }, [engine]);
  useEffect(() => view.current?.take(text), [text]);
  useEffect(() => view.current?.show(marks), [JSON.stringify(marks), ready]);
  useEffect(() => {
    if (line && ready) view.current.go(line);
  }, [line, ready]);
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
