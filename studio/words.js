// The words of a deck: the bank's, one's own, or those of a former deck; with marks beside lines.

import { html, useEffect, useRef, useState } from "./vendor/preact.js";
import { bytesOf, toBase64 } from "./files.js";
import { say } from "./texts.js";
import { Field } from "./choices.js";

const LISTS = ".txt,.csv,.tsv,.pdf,.yaml";

export function Words({ engine, product, store, shown }) {
  const { job } = store.state;
  const words = job.words;
  const [marks, setMarks] = useState([]);
  const [count, setCount] = useState(0);
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState("");
  const timer = useRef(0);

  const change = (next) => store.update({ job: { ...job, words: next } });
  const set = (entries) => store.update({ job: { ...job, set: { ...job.set, ...entries } } });

  useEffect(() => {
    clearTimeout(timer.current);
    if (!words?.text?.trim()) {
      setMarks([]);
      setCount(0);
      return undefined;
    }
    timer.current = setTimeout(() => {
      engine.send("lint", { job, lang: (job.set.lang || "en").split("+")[0] }).then((found) => {
        setMarks(found.marks);
        setCount(found.words.length);
      }, () => {});
    }, 400);
    return () => clearTimeout(timer.current);
  }, [words?.text, job.set.lang]);

  async function take(file) {
    setRefused("");
    const data = await bytesOf(file);
    if (/\.(pdf|yaml)$/i.test(file.name)) {
      try {
        const again = await engine.send("deck", { data: toBase64(data) });
        store.update({ job: again });
      } catch (wrong) {
        setRefused(wrong.message);
      }
      return;
    }
    change({ name: file.name, text: decode(data), use: words?.use || "first" });
  }

  if (job.recipe) {
    return html`<section class="words"><h2>${say("deck")}</h2><p>${say("deck_again")}</p>
      <p class="code">${shown?.deck}</p>
      <${Only} set=${set} value=${job.set.only} />
      <button onClick=${() => store.update({ job: { target: job.target, set: job.set } })}>${say("deck_leave")}</button></section>`;
  }
  const use = words ? words.use : "bank";
  return html`<section class=${over ? "words over" : "words"}
    onDragOver=${(e) => { e.preventDefault(); setOver(true); }} onDragLeave=${() => setOver(false)}
    onDrop=${(e) => { e.preventDefault(); setOver(false); if (e.dataTransfer.files[0]) take(e.dataTransfer.files[0]); }}>
    <h2>${say("words")}</h2>
    <div class="radio" role="radiogroup" aria-label=${say("words")}>
      ${["bank", "first", "only"].map((way) => html`<label><input type="radio" name="use" checked=${use === way}
        onChange=${() => change(way === "bank" ? undefined : { name: "words.txt", text: words?.text || "", use: way })} /> ${say(`words_${way}`)}</label>`)}
    </div>
    ${words && html`<div class="editor">
      <ol class="marks" aria-hidden="true">${lines(words.text).map((_, n) => {
        const mark = marks.find((m) => m.line === n + 1);
        return html`<li class=${mark ? mark.level : ""} title=${mark ? mark.message : ""}></li>`;
      })}</ol>
      <textarea spellcheck="false" dir="auto" aria-label=${say("words_here")} placeholder=${say("words_here")} value=${words.text}
        onInput=${(e) => change({ ...words, text: e.currentTarget.value })}></textarea></div>
      <p>${say("words_count", { n: count })}</p>
      <ul class="lint">${marks.filter((m) => m.line).slice(0, 20).map((m) => html`<li class=${m.level}><b>${m.line}</b> ${m.message}${m.help && html` <small>${m.help}</small>`}</li>`)}</ul>`}
    <label class="file">${say("words_open")}<input type="file" accept=${LISTS} onChange=${(e) => take(e.currentTarget.files[0])} /></label>
    ${refused && html`<p class="failure" role="alert">${refused}</p>`}
    <h2>${say("deck")}</h2>
    <p class="code">${shown?.deck}</p>
    <button onClick=${() => set({ seed: String(Number(job.set.seed || 1) + 1) })}>${say("deck_new")}</button>
    <label class="file">${say("deck_open")}<input type="file" accept=".pdf,.yaml" onChange=${(e) => take(e.currentTarget.files[0])} /></label>
    <p><small>${say("deck_open_help")}</small></p>
    <${Only} set=${set} value=${job.set.only} />
  </section>`;
}

function Only({ set, value }) {
  return html`<${Field} label=${say("only")} type="text" value=${value || ""} placeholder=${say("only_help")} onChange=${(only) => set({ only })} />`;
}

const lines = (text) => text.split("\n");

/** Read a list as UTF-8, else as what old spreadsheets write. */
function decode(data) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(data);
  } catch {
    return new TextDecoder("windows-1252").decode(data);
  }
}
