// The deck that was dealt: its code, its cards by word or number, and former decks printed again.

import { html, useState } from "./vendor/preact.js";
import { Field } from "./choices.js";
import { say } from "./texts.js";
import { readDropped } from "./words.js";

const MOST = 6;

export function Deck({ engine, store, shown, onPage }) {
  const { job } = store.state;
  const [refused, setRefused] = useState("");
  const [sought, setSought] = useState("");

  async function open(file) {
    setRefused("");
    try {
      const again = file && (await readDropped(engine, file));
      if (again) store.update({ job: again });
    } catch (wrong) {
      setRefused(wrong.message);
    }
  }
  const hands = shown?.hands || [];
  const found = find(hands, sought);
  return html`<section class="deck"
    onDragOver=${(e) => e.preventDefault()} onDrop=${(e) => { e.preventDefault(); open(e.dataTransfer.files[0]); }}>
    <h2>${say("deck")} <output class="code">${shown?.deck}</output></h2>
    ${job.recipe
      ? html`<p>${say("deck_again")}</p><button onClick=${() => store.update({ job: { target: job.target, set: { lang: job.set.lang, paper: job.set.paper } } })}>${say("deck_leave")}</button>`
      : html`<button onClick=${() => store.set({ seed: String(Number(job.set.seed || 1) + 1) })}>${say("deck_new")}</button>`}
    ${hands.length > 0 && html`<${Field} label=${say("find")} type="search" placeholder=${say("find_help")} value=${sought} onInput=${setSought} />
      ${sought && html`<ul class="found" aria-live="polite">${found.slice(0, MOST).map((hand) => html`<li>
        <button class="plain" onClick=${() => onPage(hand.page)}><b>${hand.number}</b> ${hand.words.join(", ")}</button>
        <button class="plain" aria-label=${say("only_add_n", { n: hand.number })} onClick=${() => store.set({ only: added(job.set.only, hand.number) })}>${say("only_add")}</button></li>`)}
        ${found.length > MOST && html`<li>+ ${found.length - MOST}</li>`}
        ${found.length === 0 && html`<li>${say("find_none")}</li>`}</ul>`}`}
    <${Field} label=${say("only")} type="text" value=${job.set.only || ""} placeholder=${say("only_help")} onInput=${(only) => store.set({ only })} />
    <label class="file"><span>${say("deck_open")}</span><input type="file" accept=".pdf,.yaml" onChange=${(e) => open(e.currentTarget.files[0])} /></label>
    <small class="help">${say("deck_open_help")}</small>
    ${refused && html`<p class="failure" role="alert">${refused}</p>`}
  </section>`;
}

/** Find pieces by number, or by the beginning of a word, then by any part. */
function find(hands, sought) {
  const text = sought.toLocaleLowerCase();
  if (/^\d+$/.test(text)) return hands.filter((hand) => hand.number === Number(text));
  const holds = (test) => hands.filter((hand) => hand.words.some((word) => test(word.toLocaleLowerCase())));
  return [...new Set([...holds((word) => word.startsWith(text)), ...holds((word) => word.includes(text))])];
}

/** Add a number to those that are printed. */
function added(only, number) {
  const parts = (only || "").split(",").filter(Boolean);
  return parts.includes(String(number)) ? only : [...parts, number].join(",");
}
