// Small drawings of the page: icons, and names in the five-hole code of paper tape.

import { html } from "./vendor/preact.js";

const ICONS = {
  undo: "M8 3 3.5 7.5 8 12M4 7.5h8a4.5 4.5 0 0 1 0 9H9",
  redo: "M12 3l4.5 4.5L12 12M16 7.5H8a4.5 4.5 0 0 0 0 9h3",
  previous: "M12.5 4 6.5 10l6 6",
  next: "M7.5 4l6 6-6 6",
  smaller: "M4 10h12",
  larger: "M4 10h12M10 4v12",
  close: "M5 5l10 10M15 5 5 15",
};

/** @param {{name: keyof typeof ICONS}} props */
export function Icon({ name }) {
  return html`<svg class="drawn" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d=${ICONS[name]} /></svg>`;
}

/** ITA2, top hole first. */
const HOLES = {
  a: "11000", b: "10011", c: "01110", d: "10010", e: "10000", f: "10110", g: "01011", h: "00101", i: "01100",
  j: "11010", k: "11110", l: "01001", m: "00111", n: "00110", o: "00011", p: "01101", q: "11101", r: "01010",
  s: "10100", t: "00001", u: "11100", v: "01111", w: "11001", x: "10111", y: "10101", z: "10001",
};

/** Draw a name as holes in a tape; what has no hole stays blank. @param {{text: string}} props */
export function Tape({ text }) {
  const letters = [...text.toLowerCase()];
  return html`<svg class="tape" viewBox=${`0 0 ${letters.length * 10} 58`} aria-hidden="true">
    ${letters.map((letter, column) => html`<circle class="feed" cx=${10 * column + 5} cy="24.5" r="1.6" />
      ${[...(HOLES[letter] || "")].map((hole, row) => hole === "1" && html`<circle cx=${10 * column + 5} cy=${[5, 15, 34, 44, 54][row]} r="3.7" />`)}`)}
  </svg>`;
}

/** Show how paper goes into the printer: rings are fronts, discs are backs. @param {{way: string}} props */
export function PaperDrawing({ way }) {
  const sheet = (x, y, back) => html`<g transform=${`translate(${x} ${y})`}><rect width="44" height="60" class="sheet" />
    ${[0, 1, 2, 3, 4, 5].map((n) => html`<circle class=${back ? "full" : "ring"} cx=${n % 2 ? 31 : 13} cy=${13 + 17 * Math.floor(n / 2)} r="4.4" />`)}</g>`;
  const arrow = (d) => html`<path class="arrow" d=${d} marker-end="url(#tip)" />`;
  const parts = {
    long: html`${sheet(24, 16, false)}<path class="axis" d="M84 8v76" />${sheet(100, 16, true)}${arrow("M62 8C72 0 94 0 104 8")}`,
    short: html`${sheet(62, 4, false)}<path class="axis" d="M50 70h68" />${sheet(62, 76, true)}${arrow("M114 50C128 58 128 82 116 92")}`,
    manual: html`${sheet(8, 16, false)}${sheet(12, 20, false)}${arrow("M62 46h18")}<path class="axis" d="M110 8v84" />${sheet(88, 16, true)}${sheet(92, 20, true)}${arrow("M98 10C104 2 116 2 124 10")}`,
    fold: html`<rect x="20" y="16" width="88" height="60" class="sheet" /><path class="axis" d="M64 8v76" />
      ${[0, 1, 2, 3, 4, 5].map((n) => html`<circle class=${n > 2 ? "full" : "ring"} cx=${n > 2 ? 86 : 42} cy=${28 + 18 * (n % 3)} r="4.4" />`)}${arrow("M100 10C86 0 66 0 52 8")}`,
    none: html`${sheet(20, 16, false)}${arrow("M70 46h22")}${sheet(100, 16, true)}`,
    one: html`${sheet(62, 14, false)}`,
  };
  return html`<svg class="paper-drawing" viewBox=${way === "short" ? "0 0 170 140" : "0 0 170 100"} aria-hidden="true">
    <defs><marker id="tip" viewBox="0 0 8 8" refX="5" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" /></marker></defs>
    ${parts[way]}</svg>`;
}

/** The ruler of the margin, to be held against a real one. */
export function RulerDrawing() {
  const ticks = Array.from({ length: 21 }, (_, n) => `M${10 + n * 7.5} 20v${n % 10 ? (n % 2 ? -4 : -7) : -12}`).join("");
  return html`<svg class="paper-drawing" viewBox="0 0 170 36" aria-hidden="true"><path class="ticks" d=${`M10 20H160${ticks}`} />
    <text x="7" y="33">0</text><text x="119" y="33">100 mm</text></svg>`;
}
