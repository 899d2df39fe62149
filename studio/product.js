// One product: its sheets at the left, what can be chosen at the right, words, and printing.

import { html, useEffect, useMemo, useRef, useState } from "./vendor/preact.js";
import { Choices, Machine } from "./choices.js";
import { Deck } from "./deck.js";
import { newest } from "./engine.js";
import { Picture } from "./home.js";
import { Print } from "./print.js";
import { Problems } from "./problems.js";
import { Viewer } from "./viewer.js";
import { Words } from "./words.js";

/** How long to wait after a keystroke: one more may follow. */
const PAUSE = 30;

export function Product({ engine, catalog, game, product, store }) {
  const { job: chosen } = store.state;
  // Words of one's own count from the first one on.
  const job = useMemo(() => (chosen.words && !chosen.words.text.trim() ? { ...chosen, words: undefined } : chosen), [chosen]);
  const [shown, setShown] = useState(null);
  const [wrong, setWrong] = useState({ error: "", marks: [] });
  const [leaf, setLeaf] = useState(0);
  const alive = useRef(true);
  const two = facesBehind(job, product);
  const draw = useMemo(() => newest(async (engine, job, leaf, two) => {
    try {
      const preview = await engine.send("preview", { job, sides: two ? [2 * leaf, 2 * leaf + 1] : [leaf] });
      if (!alive.current) return;
      setShown({ ...preview, two });
      setWrong({ error: "", marks: preview.marks });
      if (leaf && !preview.pages.length) setLeaf(0);
    } catch (refused) {
      if (alive.current) setWrong({ error: refused.message, marks: refused.marks || [] });
    }
  }), []);

  useEffect(() => () => { alive.current = false; }, []);
  useEffect(() => {
    if (!engine) return undefined;
    const timer = setTimeout(() => draw(engine, job, leaf, two), shown ? PAUSE : 0);
    return () => clearTimeout(timer);
  }, [engine, job, leaf]);

  const leaves = shown ? Math.max(1, Math.ceil(shown.count / (shown.two ? 2 : 1))) : 1;
  return html`<div class="work">
    <${Viewer} shown=${shown} stale=${Boolean(wrong.error)} leaf=${Math.min(leaf, leaves - 1)} leaves=${leaves} onLeaf=${setLeaf} two=${shown?.two}>
      <${Picture} target=${`${game.name}-${product.name}`} />
    <//>
    <aside class="panel" aria-label=${product.title}>
      <header><h1>${product.title}</h1>
      <p class="about">${product.about}</p></header>
      <${Problems} ...${wrong} />
      <${Choices} catalog=${catalog} product=${product} store=${store} />
      ${product.deals && html`<${Words} engine=${engine} store=${store} />
        <${Deck} engine=${engine} store=${store} shown=${shown} onPage=${(page) => setLeaf(Math.floor(page / (shown.two ? 2 : 1)))} />`}
      <${Machine} catalog=${catalog} product=${product} store=${store} />
      <${Print} engine=${engine} job=${job} store=${store} product=${product} shown=${shown} disabled=${!engine || !shown || Boolean(wrong.error)} />
    </aside>
  </div>`;
}

/** Tell whether page 2 is the other side of page 1. */
function facesBehind(job, product) {
  const duplex = job.set.duplex || "long";
  return product.two_sided && ["long", "short", "manual"].includes(duplex) && job.set.fronts !== "yes";
}
