// What is wrong, where, and what to do.

import { html } from "./vendor/preact.js";
import { say } from "./texts.js";

const MOST = 12;

/** Show what the engine says, with what it quotes set off. @param {{text: string}} props */
export function Said({ text }) {
  return text.split("`").map((part, n) => (n % 2 ? html`<code class="inline">${part}</code>` : part));
}

export function Problems({ error, marks, onMark = undefined }) {
  const shown = marks.filter((mark) => mark.level !== "note");
  if (!error && !shown.length) return null;
  return html`<section class="problems" role="status" aria-label=${say("problems")}>
    ${error && !marks.length && html`<p><${Said} text=${error} /></p>`}
    ${shown.length > 0 && html`<ul>${shown.slice(0, MOST).map((mark) => html`<li class=${mark.level}>
      <${Said} text=${mark.message} />${mark.file && mark.line > 0 && (onMark
        ? html` <button class="plain where" onClick=${() => onMark(mark)}>${mark.file}:${mark.line}</button>`
        : html` <small>${mark.file}:${mark.line}</small>`)}
      ${[mark.note, mark.help].filter(Boolean).map((more) => html`<small class="help"><${Said} text=${more} /></small>`)}
    </li>`)}</ul>`}
    ${shown.length > MOST && html`<p>+ ${shown.length - MOST}</p>`}
  </section>`;
}
