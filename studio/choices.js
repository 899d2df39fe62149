// What can be chosen of a product, drawn from what its YAML declares.

import { html } from "./vendor/preact.js";
import { may, say } from "./texts.js";

const DUPLEX = ["long", "short", "manual", "fold", "none"];

export function Choices({ catalog, product, store }) {
  const { job } = store.state;
  const { set } = job;
  const languages = product.deals ? [...new Set([...product.languages, ...product.banks])].sort() : product.languages;
  const change = (name) => (value) => store.set({ [name]: value });
  return html`<section class="fields" aria-label=${say("options")}>
    ${languages.length > 1 && html`<${Select} label=${say("language")} value=${(set.lang || "en").split("+")[0]}
      options=${languages.map((code) => [code, languageName(code)])} onChange=${change("lang")} />`}
    <${Field} label=${say(product.kind === "pad" ? "count_sheets" : product.kind === "booklet" ? "count_copies" : "count")} type="number" inputmode="numeric" min="1" max="1000" value=${set.count || ""} placeholder=${product.pieces || "1"} onInput=${change("count")} />
    ${product.options.map((option) => html`<${Option} key=${option.name} option=${option} set=${set} store=${store} />`)}
  </section>`;
}

/** Paper and printer: what is chosen once and then kept. */
export function Machine({ catalog, product, store }) {
  const { set } = store.state.job;
  const change = (name) => (value) => store.set({ [name]: value });
  const sizes = [...new Set([...product.sizes.filter((s) => s !== "auto"), ...catalog.sizes.map((s) => s.name)])];
  const dimensions = new Map([...catalog.papers, ...catalog.sizes].map((s) => [s.name, `${named(s.name)} · ${s.width} × ${s.height} mm`]));
  return html`<section class="machine"><h2>${say("machine")}</h2>
    <${Select} label=${say("paper")} value=${set.paper || "a4"} options=${catalog.papers.map((p) => [p.name, dimensions.get(p.name)])} onChange=${change("paper")} />
    ${product.sizes.length > 0 && html`<${Select} label=${say("size")} value=${set.size || ""} empty=${say("usual")} options=${sizes.map((s) => [s, dimensions.get(s) || s])} onChange=${change("size")} />`}
    ${product.two_sided && html`<${Select} label=${say("printer")} value=${set.fronts === "yes" ? "fronts" : set.duplex || "long"}
      options=${[...DUPLEX, "fronts"].map((d) => [d, say(`duplex_${d}`)])}
      onChange=${(d) => (d === "fronts" ? store.set({ fronts: "yes" }) : store.set({ duplex: d, fronts: "" }))} />`}
    <${Field} label=${say("margin")} type="text" inputmode="decimal" value=${set.margin || ""} placeholder="5" onInput=${change("margin")} />
  </section>`;
}

function Option({ option, set, store }) {
  const label = option.help || option.name;
  const value = set[option.name] || "";
  const change = (v) => store.set({ [option.name]: v === option.default ? "" : v });
  if (option.kind === "choice") {
    return html`<${Select} label=${label} value=${value || option.default} options=${option.choices.map((c) => [c, may(`choice_${c}`, c)])} onChange=${change} />`;
  }
  const type = ["integer", "number"].includes(option.kind) ? "number" : "text";
  const step = option.kind === "number" ? "0.05" : "1";
  return html`<${Field} label=${label} type=${type} min=${option.low} max=${option.high} step=${step} value=${value} placeholder=${option.default} onInput=${change} />`;
}

export function Select({ label, value, options, empty = undefined, onChange }) {
  return html`<label class="field"><span>${label}</span>
    <select value=${value} onChange=${(e) => onChange(e.currentTarget.value)}>
      ${empty !== undefined && html`<option value="">${empty}</option>`}
      ${options.map(([key, name]) => html`<option value=${key} selected=${key === value}>${name}</option>`)}
    </select></label>`;
}

export function Field({ label, onInput, ...rest }) {
  return html`<label class="field"><span>${label}</span>
    <input autocomplete="off" ...${rest} onInput=${(e) => onInput(e.currentTarget.value.trim())} /></label>`;
}

/** Papers of the standard are written in capitals. @param {string} name */
const named = (name) => (/^a\d$/.test(name) ? name.toUpperCase() : may(`size_${name}`, name));

/** Name a language in itself, as whoever speaks it looks for it. @param {string} code */
export function languageName(code) {
  try {
    const name = new Intl.DisplayNames([code], { type: "language" }).of(code) || code;
    return name[0].toLocaleUpperCase(code) + name.slice(1);
  } catch {
    return code;
  }
}
