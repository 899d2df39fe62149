// The words of a deck: the bank's, one's own first, or one's own only; with marks beside lines.

import { html, useEffect, useMemo, useRef, useState } from "./vendor/preact.js";
import { newest } from "./engine.js";
import { bytesOf, decode, toBase64 } from "./files.js";
import { Said } from "./problems.js";
import { say } from "./texts.js";

export const LISTS = ".txt,.csv,.tsv,.pdf,.yaml";
/** The engine takes no more; nor would a person read it. */
const MOST_LETTERS = 5_000_000;
/** Marks are looked up when somebody pauses; they may take longer than a picture. */
const PAUSE = 250;

export function Words({ engine, store }) {
  const { job } = store.state;
  const { words } = job;
  const lang = (job.set.lang || "en").split("+")[0];
  const [found, setFound] = useState({ marks: [], count: 0 });
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState("");
  const change = (next) => store.update({ job: { ...store.state.job, words: next } }, { step: "words" });
  const lint = useMemo(() => newest(async (engine, job, lang) => {
    try {
      const answer = await engine.send("lint", { job, lang });
      setFound({ marks: answer.marks.filter((mark) => mark.level !== "note"), count: answer.words.length });
    } catch {
      setFound({ marks: [], count: 0 }); // the picture of the deck says why
    }
  }), []);

  useEffect(() => {
    if (!engine || !words?.text.trim()) {
      setFound({ marks: [], count: 0 });
      return undefined;
    }
    const timer = setTimeout(() => lint(engine, { target: job.target, words }, lang), PAUSE);
    return () => clearTimeout(timer);
  }, [engine, words, lang]);

  async function take(file) {
    if (!file) return;
    setRefused("");
    try {
      const again = await readDropped(engine, file);
      if (again) return store.update({ job: again });
      const text = decode(await bytesOf(file));
      if (text.length > MOST_LETTERS) return setRefused(say("words_large"));
      change({ name: file.name, text, use: words?.use || "first" });
    } catch (wrong) {
      setRefused(wrong.message);
    }
  }
  function typed(text) {
    setRefused("");
    // What is copied from a spreadsheet has tabs between its columns.
    const name = text.includes("\t") ? "words.tsv" : /\.tsv$/.test(words.name) ? "words.txt" : words.name;
    change({ ...words, name, text });
  }

  if (job.recipe) return null;
  const use = words ? words.use : "bank";
  return html`<section class=${over ? "words over" : "words"}
    onDragOver=${(e) => { e.preventDefault(); setOver(true); }} onDragLeave=${() => setOver(false)}
    onDrop=${(e) => { e.preventDefault(); setOver(false); take(e.dataTransfer.files[0]); }}>
    <h2>${say("words")}</h2>
    <div class="radio" role="radiogroup" aria-label=${say("words")}>
      ${["bank", "first", "only"].map((way) => html`<label><input type="radio" name="use" checked=${use === way}
        onChange=${() => change(way === "bank" ? undefined : { name: "words.txt", text: "", ...kept(store, job.target), ...words, use: way })} /> <span>${say(`words_${way}`)}</span></label>`)}
    </div>
    ${words && html`<${List} text=${words.text} marks=${found.marks} onText=${typed} onLarge=${() => setRefused(say("words_large"))} />
      <p class="count">${say("words_count", { n: found.count })}</p>
      <${Marks} marks=${found.marks} />`}
    ${use !== "only" && html`<${Categories} engine=${engine} store=${store} lang=${lang} />`}
    <label class="file"><span>${say("words_open")}</span><input type="file" accept=${LISTS} onChange=${(e) => take(e.currentTarget.files[0])} /></label>
    ${refused && html`<p class="failure" role="alert">${refused}</p>`}
  </section>`;
}

/** Read a dropped file that is a deck; null if it is a list. */
export async function readDropped(engine, file) {
  if (!/\.(pdf|yaml)$/i.test(file.name)) return null;
  return engine.send("deck", { data: toBase64(await bytesOf(file)) });
}

/** Words that were typed for this product before. */
function kept(store, target) {
  const before = store.past.findLast((state) => state.job?.target === target && state.job.words?.text);
  return before ? before.job.words : {};
}

/** Lines to type in, with a mark beside each that has one. The editor is loaded when it is first needed. */
function List({ text, marks, onText, onLarge }) {
  const place = useRef(null);
  const editor = useRef(null);
  const told = useRef({ onText, onLarge });
  told.current = { onText, onLarge };
  useEffect(() => {
    let gone = false;
    import("./editor.js").then(({ makeList }) => {
      if (gone) return;
      editor.current = makeList(place.current, text, {
        label: say("words_here"),
        most: MOST_LETTERS,
        onText: (next) => told.current.onText(next),
        onLarge: () => told.current.onLarge(),
      });
    });
    return () => {
      gone = true;
      editor.current?.destroy();
    };
  }, []);
  useEffect(() => editor.current?.take(text), [text]);
  useEffect(() => editor.current?.show(marks), [marks]);
  return html`<div class="list-editor" ref=${place}></div>`;
}

function Marks({ marks }) {
  const lines = marks.filter((m) => m.line);
  return lines.length > 0 && html`<ul class="lint" aria-label=${say("problems")}>${lines.slice(0, 8).map((m) => html`<li class=${m.level}>
    <b>${m.line}</b> <${Said} text=${m.message} />${m.help && html`<small class="help"><${Said} text=${m.help} /></small>`}</li>`)}
    ${lines.length > 8 && html`<li>+ ${lines.length - 8}</li>`}</ul>`;
}

/** Categories of the bank, on or off. */
function Categories({ engine, store, lang }) {
  const { job } = store.state;
  const [counts, setCounts] = useState([]);
  useEffect(() => {
    if (!engine) return;
    engine.send("words", { target: job.target, lang }).then((words) => {
      const found = new Map();
      for (const { category } of words) if (category) found.set(category, (found.get(category) || 0) + 1);
      setCounts([...found].sort());
    }, () => setCounts([]));
  }, [engine, job.target, lang]);
  if (counts.length < 2) return null;
  const off = new Set((job.set.without || "").split(",").filter(Boolean));
  const turn = (name) => {
    const next = new Set(off);
    if (!next.delete(name)) next.add(name);
    store.set({ without: [...next].join(",") });
  };
  return html`<details class="categories" open=${off.size > 0}><summary>${say("categories")} <small>${counts.length - off.size} / ${counts.length}</small></summary>
    <div class="chips">${counts.map(([name, count]) => html`<label class="chip"><input type="checkbox" checked=${!off.has(name)} onChange=${() => turn(name)} />
      <span>${name} <small>${count}</small></span></label>`)}</div></details>`;
}
