// Caches the whole site for offline use. A new version is fetched next to the old one and takes over
// once every page of the old one is closed, or when the user asks for it: never during a game.

const CACHE = `corrido-${"VERSION"}`;
const FILES = ["FILES"];

const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {WorkerEvent} */ event) => {
  event.waitUntil(caches.open(CACHE).then(
    (cache) => cache.addAll(["./", ...FILES].map((url) => new Request(url, { cache: "reload" })))));
});

worker.addEventListener("activate", (/** @type {WorkerEvent} */ event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(
    names.filter((name) => name.startsWith("corrido-") && name !== CACHE)
      .map((name) => caches.delete(name)))).then(() => worker.clients.claim()));
});

worker.addEventListener("message", (/** @type {MessageEvent} */ { data }) => {
  if (data === "take over") worker.skipWaiting();
});

worker.addEventListener("fetch", (/** @type {WorkerEvent} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(worker.registration.scope)) return;
  event.respondWith(caches.open(CACHE)
    .then((cache) => cache.match(request, { ignoreSearch: true }))
    .then((kept) => kept ?? fetch(request)));
});
