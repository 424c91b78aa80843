// The worker of pages that ask: it opens the store as soon as it starts, and answers one request after the other.
// It is ended to cancel a query, since nothing else stops the engine.

importScripts("../vendor/oxigraph.js", "problems.js", "reading.js", "negotiation.js", "store.js", "protocol.js");

const used = [];
const fetching = (address) => {
  used.push(address.href);
  return fetch(address);
};
const opening = openStore(new URL("../../", self.location), (loaded, total) => self.postMessage({ loaded, total }), fetching);
opening.then(
  () => self.postMessage({ opened: used }),
  (error) => self.postMessage({ failed: { detail: error.message, hint: error.hint ?? "load the page again" } }),
);

self.addEventListener("message", async ({ data: { url, ...init } }) => {
  const response = await respond(new Request(url, init), () => opening);
  const headers = Object.fromEntries(response.headers);
  self.postMessage({ answer: { status: response.status, headers, body: await response.text() } });
});
