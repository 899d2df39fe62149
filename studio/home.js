// The first view: games, and in each its products, as pictures.

import { html } from "./vendor/preact.js";
import { Tape } from "./marks.js";
import { say } from "./texts.js";

export function Home({ catalog, store }) {
  if (!catalog) return null;
  const known = catalog.games.flatMap((game) => game.products.map((product) => [`${game.name}/${product.name}`, `${game.title}, ${product.title}`]));
  const begun = known.filter(([target]) => target in store.state.jobs);
  return html`<div class="home"><h1>${say("choose_game")}</h1>
    ${begun.length > 0 && html`<p class="begun">${say("go_on")} ${begun.slice(-4).map(([target, title]) => html`<button class="plain" onClick=${() => store.open(target)}>${title}</button> `)}</p>`}
    ${catalog.games.map((game) => html`<section class="game" aria-labelledby=${`game-${game.name}`}>
      <header><h2 id=${`game-${game.name}`}>${game.title}</h2><${Tape} text=${game.title} /></header>
      <ul class="products">
        ${game.products.map((product) => html`<li>
          <button class="card" onClick=${() => store.open(`${game.name}/${product.name}`)}>
            <${Picture} target=${`${game.name}-${product.name}`} />
            <b>${product.title}</b>
            <span>${product.about}</span>
            ${product.pieces > 1 && html`<small>${say(product.kind === "pad" ? "sheets_n" : "pieces_n", { n: product.pieces })}</small>`}
          </button></li>`)}
      </ul></section>`)}</div>`;
}

/** @param {{target: string}} props */
export function Picture({ target }) {
  return html`<img src=${`pictures/${target}.webp`} alt="" loading="lazy" width="480" height="360" />`;
}
