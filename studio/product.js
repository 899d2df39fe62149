// One product: its sheets at the left, what can be chosen at the right, words, and printing.

import { html, useEffect, useMemo, useRef, useState } from "./vendor/preact.js";
import { Choices } from "./choices.js";
import { Print } from "./print.js";
import { Viewer } from "./viewer.js";
import { Words } from "./words.js";
import { Problems } from "./problems.js";

/** How long to wait after a keystroke: one more may follow. */
const PAUSE = 60;

export function Product({ engine, catalog, game, product, store }) {
  const { job } = store.state;
  const [shown, setShown] = useState(null);
  const [wrong, setWrong] = useState({ error: "", marks: [] });
  const [leaf, setLeaf] = useState(0);
  const asked = useRef(0);
  const twoSided = shown?.two ?? product.two_sided;

  useEffect(() => {
    const mine = ++asked.current;
    const timer = setTimeout(() => draw(mine), shown ? PAUSE : 0);
    return () => clearTimeout(timer);
  }, [JSON.stringify(job), leaf]);

  async function draw(mine) {
    try {
      const two = facesBehind(job, product);
      const sides = two ? [2 * leaf, 2 * leaf + 1] : [leaf];
      const preview = await engine.send("preview", { job, sides });
      if (mine !== asked.current) return;
      setShown({ ...preview, two });
      setWrong({ error: "", marks: preview.marks });
      if (leaf && !preview.pages.length) setLeaf(0);
    } catch (refused) {
      if (mine === asked.current) setWrong({ error: refused.message, marks: refused.marks || [] });
    }
  }

  const change = (set) => store.update({ job: { ...job, set: { ...job.set, ...set } } });
  const leaves = shown ? Math.ceil(shown.count / (twoSided ? 2 : 1)) : 1;
  return html`<div class="work">
    <${Viewer} shown=${shown} stale=${Boolean(wrong.error)} leaf=${Math.min(leaf, leaves - 1)} leaves=${leaves} onLeaf=${setLeaf} two=${twoSided} />
    <aside class="panel">
      <h1>${product.title}</h1>
      <p class="about">${product.about}</p>
      <${Problems} error=${wrong.error} marks=${wrong.marks} />
      <${Choices} catalog=${catalog} product=${product} job=${job} change=${change} />
      ${product.deals && html`<${Words} engine=${engine} product=${product} store=${store} shown=${shown} />`}
      <${Print} engine=${engine} store=${store} product=${product} shown=${shown} change=${change} disabled=${Boolean(wrong.error)} />
    </aside>
  </div>`;
}

/** Tell whether page 2 is the other side of page 1. */
function facesBehind(job, product) {
  const duplex = job.set.duplex || "long";
  return product.two_sided && ["long", "short", "manual"].includes(duplex) && job.set.fronts !== "yes";
}
