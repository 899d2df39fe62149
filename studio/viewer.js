// Sheets of paper as they will be printed: front and back side by side, as large as wanted.

import { html, useRef, useState } from "./vendor/preact.js";
import { Icon } from "./marks.js";
import { say } from "./texts.js";

const STEP = 1.5;
const MOST = 8;

export function Viewer({ shown, stale, leaf, leaves, onLeaf, two, children = null }) {
  const [zoom, setZoom] = useState(1);
  const sheets = useRef(null);
  const pages = shown?.pages || [];
  const place = say("sheet_n", { n: leaf + 1, count: leaves });

  /** Zoom about a point of the picture, from 0 to 1. */
  function zoomTo(next, x = 0.5, y = 0.5) {
    const value = Math.min(Math.max(next, 1), MOST);
    setZoom(value);
    requestAnimationFrame(() => {
      const box = sheets.current;
      box.scrollLeft = x * box.scrollWidth - box.clientWidth / 2;
      box.scrollTop = y * box.scrollHeight - box.clientHeight / 2;
    });
  }
  function touch(event) {
    if (zoom > 1) return zoomTo(1);
    const box = sheets.current.getBoundingClientRect();
    return zoomTo(2.5, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  }
  function keys(event) {
    const act = {
      "+": () => zoomTo(zoom * STEP), "-": () => zoomTo(zoom / STEP), 0: () => zoomTo(1),
      PageDown: () => onLeaf(Math.min(leaf + 1, leaves - 1)), PageUp: () => onLeaf(Math.max(leaf - 1, 0)),
    }[event.key];
    if (!act || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  }
  return html`<section class=${stale ? "viewer stale" : "viewer"} aria-label=${place}>
    <div class="sheets" ref=${sheets} tabindex="0" role="group" aria-label=${place} onKeyDown=${keys} style=${`--zoom:${zoom};--shown:${Math.max(pages.length, 1)}`}>
      ${pages.length ? pages.map((svg, n) => html`<figure style=${`--ratio:${ratioOf(svg)}`}>
        <img class="paper" src=${pictureOf(svg)} alt=${two ? `${place}, ${say(n % 2 ? "back" : "front")}` : place} onClick=${touch} />
        ${two && html`<figcaption>${say(n % 2 ? "back" : "front")}</figcaption>`}
      </figure>`) : children}
    </div>
    <div class="bar" role="toolbar" aria-label=${say("view")}>
      <button class="plain icon" onClick=${() => onLeaf(leaf - 1)} disabled=${leaf <= 0} aria-label=${say("previous")} title=${say("previous")}><${Icon} name="previous" /></button>
      <span aria-live="polite">${place}</span>
      <button class="plain icon" onClick=${() => onLeaf(leaf + 1)} disabled=${leaf >= leaves - 1} aria-label=${say("next")} title=${say("next")}><${Icon} name="next" /></button>
      <span class="grow"></span>
      <button class="plain icon" onClick=${() => zoomTo(zoom / STEP)} disabled=${zoom <= 1} aria-label=${say("zoom_out")} title=${say("zoom_out")}><${Icon} name="smaller" /></button>
      <button class="plain" onClick=${() => zoomTo(1)} title=${say("zoom_fit")}>${zoom === 1 ? say("zoom_fit") : `${Math.round(zoom * 100)} %`}</button>
      <button class="plain icon" onClick=${() => zoomTo(zoom * STEP)} disabled=${zoom >= MOST} aria-label=${say("zoom_in")} title=${say("zoom_in")}><${Icon} name="larger" /></button>
    </div>
  </section>`;
}

/** Return width by height of a drawing. @param {string} svg */
function ratioOf(svg) {
  const [, , width, height] = (/viewBox="([^"]+)"/.exec(svg)?.[1] || "0 0 1 1").split(/\s+/).map(Number);
  return width / height;
}

/** @type {Map<string, string>} */
const addresses = new Map();

/** Return an address for a drawing: as a picture it can neither run code nor load anything. @param {string} svg */
export function pictureOf(svg) {
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
