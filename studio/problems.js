// What is wrong, where, and what to do.

import { html } from "./vendor/preact.js";
import { say } from "./texts.js";

const MOST = 12;

export function Problems({ error, marks }) {
  if (!error && !marks.length) return null;
  return html`<section class="problems" role="alert" aria-label=${say("problems")}>
    ${error && !marks.length && html`<p>${error}</p>`}
    <ul>${marks.slice(0, MOST).map((mark) => html`<li class=${mark.level}>
      ${mark.message}${mark.note && html` <small>${mark.note}</small>`}
      ${mark.help && html`<br /><small>${mark.help}</small>`}
    </li>`)}</ul>
    ${marks.length > MOST && html`<p>+ ${marks.length - MOST}</p>`}
  </section>`;
}
