// Keeps the page and its engine, so that it works without a network after the first visit.

const NAME = "ppgen-VERSION";
const FILES = [];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith("ppgen-") && name !== NAME).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept || load(event.request)));
});

/** Fetch what was not kept at first: large fonts, kept once somebody needs them. */
async function load(request) {
  const response = await fetch(request);
  if (response.ok && new URL(request.url).pathname.endsWith(".zip")) {
    const cache = await caches.open(NAME);
    await cache.put(request, response.clone());
  }
  return response;
}
