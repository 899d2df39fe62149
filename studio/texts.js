// What the page says, in the person's language.

/** @type {Record<string, string>} */
let texts = {};

/** @param {string} lang */
export async function load(lang) {
  texts = await (await fetch(`texts/${lang}.json`)).json();
}

/**
 * Return a text with its places filled.
 * @param {string} key
 * @param {Record<string, string | number>} [places]
 */
export function say(key, places = {}) {
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(places[name] ?? ""));
}

/** Return a text if there is one, else what is known. @param {string} key @param {string} otherwise */
export function may(key, otherwise) {
  return texts[key] ?? otherwise;
}
