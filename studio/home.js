// The first view: games, and in each its products, as pictures.

import { html } from "./vendor/preact.js";
import { say } from "./texts.js";

export function Home({ catalog, store }) {
  if (!catalog) return null;
  const open = (target) => store.update({ job: { target, set: { lang: usualLanguage(store) } } });
  return html`<h1>${say("choose_game")}</h1>
    ${catalog.games.map((game) => html`<section class="game" aria-labelledby=${`game-${game.name}`}>
      <h2 id=${`game-${game.name}`}>${game.title}</h2>
      <ul class="products">
        ${game.products.map((product) => html`<li>
          <button class="card" onClick=${() => open(`${game.name}/${product.name}`)}>
            <${Picture} game=${game.name} product=${product.name} />
            <b>${product.title}</b>
            <span>${product.about}</span>
            ${product.pieces > 1 && html`<small>${say(product.kind === "pad" ? "sheets_n" : "pieces_n", { n: product.pieces })}</small>`}
          </button></li>`)}
      </ul></section>`)}`;
}

function usualLanguage(store) {
  return store.state.ui;
}

function Picture({ game, product }) {
  return html`<img src=${`pictures/${game}-${product}.webp`} alt="" loading="lazy" width="320" height="240"
    onError=${(e) => { e.currentTarget.style.visibility = "hidden"; }} />`;
}
