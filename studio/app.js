// The page: which view is shown, in which language, and what is drawn while the engine loads.

import { html, render, useEffect, useState } from "./vendor/preact.js";
import { connect } from "./engine.js";
import { Home } from "./home.js";
import { Icon, Tape } from "./marks.js";
import { Own } from "./own.js";
import { Product } from "./product.js";
import { Store } from "./store.js";
import { load, say } from "./texts.js";

const connecting = fetch("engine.json").then((response) => response.json());

function App({ store }) {
  const [, redraw] = useState(0);
  const [engine, setEngine] = useState(null);
  const [catalog, setCatalog] = useState(null);
  const [share, setShare] = useState(0);
  const [failure, setFailure] = useState("");
  const { ui, job, own } = store.state;

  useEffect(() => {
    store.listeners.push(() => redraw((n) => n + 1));
    connecting.then((about) => connect(about, setShare)).then(setEngine, (wrong) => setFailure(wrong.message));
    connecting.then((about) => about.carrier === "worker" && navigator.serviceWorker?.register("sw.js"));
  }, []);
  useEffect(() => {
    load(ui).then(() => {
      document.documentElement.lang = ui;
      redraw((n) => n + 1);
    });
    // Pictures and names are there before an engine in the browser is.
    connecting.then((about) => about.carrier === "worker" && fetch(`catalog-${ui}.json`).then((r) => r.json()).then((kept) => setCatalog((c) => (c?.lang === ui ? c : { ...kept, lang: ui }))));
  }, [ui]);
  useEffect(() => {
    // A workspace of one's own belongs to its own view only.
    if (!own) engine?.send("files", { files: {} }).then(() => engine.send("catalog", { lang: ui })).then((found) => setCatalog({ ...found, lang: ui }), (wrong) => setFailure(wrong.message));
  }, [engine, ui, own]);
  useEffect(() => {
    const keys = (event) => {
      const at = event.composedPath()[0];
      const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName) || at.isContentEditable;
      if (!(event.ctrlKey || event.metaKey) || typing) return;
      if (event.key === "z") store.undo();
      else if (event.key === "y" || event.key === "Z") store.redo();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", keys);
    return () => removeEventListener("keydown", keys);
  }, []);

  const game = catalog?.games.find((g) => g.name === job?.target.split("/")[0]);
  const product = game?.products.find((p) => p.name === job?.target.split("/")[1]);
  useEffect(() => {
    document.title = product ? `${product.title} · ${game.title}` : say("title");
  }, [product?.title, ui]);
  const home = () => store.update({ job: null, own: false });
  return html`
    <a class="skip" href="#main" onClick=${(e) => { e.preventDefault(); document.getElementById("main").focus(); }}>${say("skip")}</a>
    <header class="top">
      <a class="mark" href="#" aria-label=${say("title")} onClick=${(e) => { e.preventDefault(); home(); }}><${Tape} text="ppgen" /></a>
      <nav aria-label=${say("games")}>
        ${(job || own) && html`<button class="plain" onClick=${home}>${say("home")}</button>`}
        ${product && html`<span class="trail"><span aria-hidden="true">/</span> ${game.title} <span aria-hidden="true">/</span> <b>${product.title}</b></span>`}
        ${own && html`<span class="trail"><span aria-hidden="true">/</span> <b>${say("make_own")}</b></span>`}
      </nav>
      <span class="grow"></span>
      ${!own && html`<button class="plain" onClick=${() => store.update({ job: null, own: true })}>${say("make_own")}</button>`}
      <button class="plain icon" aria-label=${say("undo")} title=${say("undo")} onClick=${() => store.undo()} disabled=${!store.past.length}><${Icon} name="undo" /></button>
      <button class="plain icon" aria-label=${say("redo")} title=${say("redo")} onClick=${() => store.redo()} disabled=${!store.future.length}><${Icon} name="redo" /></button>
      <button class="plain" lang=${ui === "de" ? "en" : "de"}
        onClick=${() => store.update({ ui: ui === "de" ? "en" : "de" }, { quiet: true })}>${say("ui")}</button>
    </header>
    ${failure && html`<p class="failure wide" role="alert">${say("failed")}: ${failure}</p>`}
    ${!engine && !failure && html`<${Loading} share=${share} />`}
    <main id="main" tabindex="-1">
      ${own
        ? html`<${Own} engine=${engine} catalog=${catalog} store=${store} />`
        : product
        ? html`<${Product} key=${job.target} engine=${engine} catalog=${catalog} game=${game} product=${product} store=${store} />`
        : job && catalog && engine
        ? html`<p class="failure wide" role="alert">${say("no_product", { name: job.target.slice(0, 80) })}</p>`
        : !job && html`<${Home} catalog=${catalog} store=${store} />`}
    </main>
    <footer>${say("promise")}</footer>`;
}

function Loading({ share }) {
  return html`<p class="loading" role="status">
    <progress aria-label=${say("loading")} max="1" value=${share || undefined}></progress> <span>${say("loading")}</span></p>`;
}

const store = await Store.open();
await load(store.state.ui);
render(html`<${App} store=${store} />`, document.getElementById("app"));
