// What can be chosen of a product, drawn from what its YAML declares.

import { html } from "./vendor/preact.js";
import { say } from "./texts.js";

const DUPLEX = ["long", "short", "manual", "fold", "none"];

export function Choices({ catalog, product, job, change }) {
  const set = job.set;
  const languages = product.deals ? [...new Set([...product.languages, ...product.banks])].sort() : product.languages;
  return html`<section class="choices">
    ${languages.length > 1 && html`<${Select} label=${say("language")} value=${set.lang || "en"}
      options=${languages.map((code) => [code, languageName(code)])} onChange=${(lang) => change({ lang })} />`}
    <${Select} label=${say("paper")} value=${set.paper || ""} empty=${say("usual")}
      options=${catalog.papers.map((p) => [p.name, `${p.name} (${p.width} × ${p.height})`])} onChange=${(paper) => change({ paper })} />
    <${Select} label=${say("size")} value=${set.size || ""} empty=${product.sizes[0] || say("usual")}
      options=${catalog.sizes.map((p) => [p.name, `${p.name} (${p.width} × ${p.height})`])} onChange=${(size) => change({ size })} />
    <${Field} label=${say("count")} type="number" min="1" max="1000" value=${set.count || ""} placeholder=${product.pieces || ""} onChange=${(count) => change({ count })} />
    ${product.options.map((option) => option.kind === "choice"
      ? html`<${Select} label=${option.help || option.name} value=${set[option.name] || option.default}
          options=${option.choices.map((c) => [c, c])} onChange=${(v) => change({ [option.name]: v === option.default ? "" : v })} />`
      : html`<${Field} label=${option.help || option.name} type=${["size", "products"].includes(option.kind) ? "text" : "number"} min=${option.low} max=${option.high}
          step=${option.kind === "number" ? 0.05 : 1} value=${set[option.name] || ""} placeholder=${option.default}
          onChange=${(v) => change({ [option.name]: v })} />`)}
    <${Select} label=${say("printer")} value=${set.duplex || "long"} options=${DUPLEX.map((d) => [d, say(`duplex_${d}`)])}
      onChange=${(duplex) => change({ duplex })} />
    <${Field} label=${say("margin")} type="text" inputmode="decimal" value=${set.margin || ""} placeholder="5" onChange=${(margin) => change({ margin })} />
  </section>`;
}

export function Select({ label, value, options, empty, onChange }) {
  return html`<label class="field"><span>${label}</span>
    <select value=${value} onChange=${(e) => onChange(e.currentTarget.value)}>
      ${empty !== undefined && html`<option value="">${empty}</option>`}
      ${options.map(([key, name]) => html`<option value=${key} selected=${key === value}>${name}</option>`)}
    </select></label>`;
}

export function Field({ label, onChange, ...rest }) {
  return html`<label class="field"><span>${label}</span>
    <input ...${rest} onInput=${(e) => onChange(e.currentTarget.value.trim())} /></label>`;
}

/** Name a language in itself, as whoever speaks it looks for it. */
export function languageName(code) {
  try {
    return new Intl.DisplayNames([code], { type: "language" }).of(code) || code;
  } catch {
    return code;
  }
}
