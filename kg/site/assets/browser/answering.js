// The endpoint in the service worker: any page of the site may fetch `sparql` as from a server.
// A query that takes long holds up what else this worker does, until the browser ends it; the query page has a worker of its own.

let opening = null;

self.addEventListener("fetch", (event) => {
  if (isOwn(event.request.url) && isAsked(event.request.url)) event.respondWith(answer(event.request));
});

async function answer(request) {
  const asked = new URL(request.url);
  if (request.mode === "navigate" && request.method === "GET") return Response.redirect(new URL(`query/${asked.search}`, ROOT), 303);
  const response = await respond(request, opened);
  if (response.status === 422) opening = null; // the engine has ended: the next query gets a new one
  return response;
}

function opened() {
  opening ??= openStore(ROOT, undefined, (address) => served(new Request(address), () => {})).catch((error) => {
    opening = null;
    throw error;
  });
  return opening;
}
