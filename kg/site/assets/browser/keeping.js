// What the service worker keeps for use without a network: the shell of the site, and whatever was seen.
// `VERSION` and `SHELL` are given by sw.js; each publication has caches of its own.

const ROOT = new URL("./", self.location);
const KEPT = `kg ${ROOT.pathname} `;
const CACHE = KEPT + VERSION;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => event.waitUntil(keep(event.data.keep ?? [])));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && isOwn(request.url) && !request.headers.has("Range") && !isAsked(request.url)) {
    event.respondWith(served(request, (writing) => event.waitUntil(writing)));
  }
});

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(SHELL.map((path) => new Request(new URL(path, ROOT), { cache: "no-cache" })));
  await self.skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(KEPT) && name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Keep files that a page has used before this worker served it. */
async function keep(addresses) {
  const cache = await caches.open(CACHE);
  for (const address of new Set(addresses.filter(isOwn).map(keyOf))) {
    if (await cache.match(address)) continue;
    const response = await fetch(address).catch(() => null); // offline again: it is kept the next time
    if (response && isLasting(response)) await cache.put(address, response);
  }
}

/**
 * Return a file from the network, else as it was kept; what has its hash in its address, from the cache at once.
 * @param {(writing: Promise<void>) => void} later told what goes on after the answer
 */
async function served(request, later) {
  const cache = await caches.open(CACHE);
  const key = keyOf(request.url);
  if (isHashed(key)) {
    const kept = await cache.match(key);
    if (kept) return kept;
  }
  try {
    const response = await fetch(request);
    if (isLasting(response)) later(cache.put(key, response.clone()));
    return response;
  } catch (error) {
    // A page that was never seen may still be told from the graph: that is what 404.html does.
    const kept = await cache.match(key) ?? (request.mode === "navigate" ? await cache.match(new URL("404.html", ROOT)) : null);
    if (kept) return kept;
    throw error;
  }
}

/** Tell whether a file is worth to be kept: what pages are made of, and what they took by its hash; no downloads. */
function isLasting(response) {
  const type = response.headers.get("Content-Type") ?? "";
  return response.ok && !response.redirected && (isHashed(response.url) || /^(?:text\/(?:html|css|javascript)|application\/(?:javascript|json)|image\/)/.test(type));
}

/** Return an address without what only scripts read. */
function keyOf(address) {
  const url = new URL(address);
  url.hash = "";
  if (!isHashed(address)) url.search = "";
  return url.href;
}

function isHashed(address) {
  return new URL(address).searchParams.has("v");
}

function isOwn(address) {
  return address.startsWith(ROOT.href);
}

function isAsked(address) {
  return new URL(address).pathname === `${ROOT.pathname}sparql`;
}
