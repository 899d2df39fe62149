// Sheets of paper as they will be printed: front and back side by side, as large as wanted.

import { html, useState } from "./vendor/preact.js";
import { say } from "./texts.js";

export function Viewer({ shown, stale, leaf, leaves, onLeaf, two }) {
  const [zoom, setZoom] = useState(1);
  const pages = shown?.pages || [];
  return html`<section class=${stale ? "viewer stale" : "viewer"} aria-label=${say("pages", { n: leaf + 1, count: leaves })}>
    <div class="bar" role="toolbar">
      <button onClick=${() => onLeaf(leaf - 1)} disabled=${leaf <= 0} aria-label=${say("previous")}>‹</button>
      <span aria-live="polite">${say("pages", { n: leaf + 1, count: leaves })}</span>
      <button onClick=${() => onLeaf(leaf + 1)} disabled=${leaf >= leaves - 1} aria-label=${say("next")}>›</button>
      <span class="grow"></span>
      <button onClick=${() => setZoom(zoom / 1.4)} disabled=${zoom <= 1} aria-label=${say("zoom_out")}>−</button>
      <button onClick=${() => setZoom(1)} aria-label=${say("zoom_fit")}>${Math.round(zoom * 100)} %</button>
      <button onClick=${() => setZoom(zoom * 1.4)} disabled=${zoom > 6} aria-label=${say("zoom_in")}>+</button>
    </div>
    <div class="sheets" tabindex="0" style=${`--zoom:${zoom};--shown:${Math.max(pages.length, 1)}`}>
      ${pages.map((svg, n) => html`<figure>
        <img class="paper" src=${pictureOf(svg)} alt=${two ? say(n % 2 ? "back" : "front") : say("pages", { n: leaf + 1, count: leaves })} />
        ${two && html`<figcaption>${say(n % 2 ? "back" : "front")}</figcaption>`}
      </figure>`)}
    </div>
  </section>`;
}

/** @type {Map<string, string>} */
const addresses = new Map();

/** Return an address for a drawing: as a picture it can neither run code nor load anything. */
function pictureOf(svg) {
  let address = addresses.get(svg);
  if (!address) {
    if (addresses.size > 12) {
      const [oldest, old] = addresses.entries().next().value;
      URL.revokeObjectURL(old);
      addresses.delete(oldest);
    }
    address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    addresses.set(svg, address);
  }
  return address;
}
