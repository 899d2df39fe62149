// The page: which view is shown, in which language, and what is drawn while the engine loads.

import { html, render, useEffect, useState } from "./vendor/preact.js";
import { connect } from "./engine.js";
import { Home } from "./home.js";
import { Own } from "./own.js";
import { Product } from "./product.js";
import { Store } from "./store.js";
import { load, say } from "./texts.js";

const store = new Store();
const connecting = fetch("engine.json").then((response) => response.json());

function App() {
  const [, redraw] = useState(0);
  const [engine, setEngine] = useState(null);
  const [catalog, setCatalog] = useState(null);
  const [progress, setProgress] = useState({ share: 0, what: "" });
  const [failure, setFailure] = useState("");
  const { ui, job, own } = store.state;

  useEffect(() => {
    store.listeners.push(() => redraw((n) => n + 1));
    connecting.then((about) => connect(about, (share, what) => setProgress({ share, what }))).then(setEngine, (wrong) => setFailure(String(wrong.message)));
  }, []);
  useEffect(() => {
    load(ui).then(() => {
      document.documentElement.lang = ui;
      document.title = say("title");
      redraw((n) => n + 1);
    });
  }, [ui]);
  useEffect(() => {
    // Pictures and names are there before an engine in the browser is.
    connecting.then((about) => about.carrier === "worker" && fetch(`catalog-${ui}.json`).then((r) => r.json()).then((kept) => setCatalog((c) => c || kept)));
    connecting.then((about) => about.carrier === "worker" && navigator.serviceWorker?.register("sw.js"));
  }, []);
  useEffect(() => {
    // A workspace of one's own belongs to its own view only.
    engine?.send("files", { files: {} }).then(() => engine.send("catalog", { lang: ui })).then(setCatalog, (wrong) => setFailure(wrong.message));
  }, [engine, ui, own]);
  useEffect(() => {
    const keys = (event) => {
      const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.target.isContentEditable;
      if (!(event.ctrlKey || event.metaKey) || typing) return;
      if (event.key === "z" && !event.shiftKey) store.undo();
      else if (event.key === "y" || (event.key === "Z" && event.shiftKey)) store.redo();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", keys);
    return () => removeEventListener("keydown", keys);
  }, []);

  const game = catalog?.games.find((g) => g.name === job?.target.split("/")[0]);
  const product = game?.products.find((p) => p.name === job?.target.split("/")[1]);
  return html`
    <a class="skip" href="#main">${say("skip")}</a>
    <header class="top">
      <a class="mark" href="#" onClick=${(e) => { e.preventDefault(); store.update({ job: null, own: false }); }}>ppgen</a>
      ${game && html`<nav aria-label=${say("games")}>
        <button class="plain" onClick=${() => store.update({ job: null, own: false })}>${say("home")}</button>
        <span aria-hidden="true">›</span> <span>${game.title}</span>
        ${product && html`<span aria-hidden="true">›</span> <b>${product.title}</b>`}
      </nav>`}
      <span class="grow"></span>
      <button class="plain" onClick=${() => store.update({ job: null, own: !own })}>${own ? say("home") : say("make_own")}</button>
      <button class="plain" onClick=${() => store.undo()} disabled=${!store.past.length}>${say("undo")}</button>
      <button class="plain" lang=${ui === "de" ? "en" : "de"}
        onClick=${() => store.update({ ui: ui === "de" ? "en" : "de" }, { quiet: true })}>${say("ui")}</button>
    </header>
    ${failure && html`<p class="failure" role="alert">${say("failed")}: ${failure}</p>`}
    ${!engine && !failure && html`<${Loading} ...${progress} />`}
    <main id="main" tabindex="-1">
      ${own && engine
        ? html`<${Own} engine=${engine} catalog=${catalog} store=${store} />`
        : product && engine
        ? html`<${Product} key=${job.target} engine=${engine} catalog=${catalog} game=${game} product=${product} store=${store} />`
        : html`<${Home} catalog=${catalog} store=${store} />`}
    </main>
    <footer>${say("promise")}</footer>`;
}

function Loading({ share, what }) {
  return html`<p class="loading" role="status">
    <progress max="1" value=${share || undefined}></progress> ${say("loading")} ${what}</p>`;
}

load(store.state.ui).then(() => render(html`<${App} />`, document.getElementById("app")));
