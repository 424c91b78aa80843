// The store in the reader's browser: the engine's code and the dump of the graph, fetched from files of the site.
// `oxigraph()` is what assets/vendor/oxigraph.js defines: it gives an engine of its own each time.

const WASM = { "Content-Type": "application/wasm" };
const QUADS = { format: "application/n-quads", lenient: true };
// As a transaction, in small parts: one large load, or one without a transaction, takes nine times the memory.
const PART = 256 << 10; // bytes

/**
 * A store that is open: what asks it, what makes IRIs for it, and how many bytes engine and graph take.
 * @typedef {{query: (sparql: string, options: object) => string, namedNode: (iri: string) => object, size: () => number}} Store
 */

/**
 * Fetch engine and graph, and return the store.
 * @param {URL} root the root of the site
 * @param {(loaded: number, total: number) => void} told told how many bytes of the graph's files are in the store
 * @param {(address: URL) => Promise<Response>} fetching what fetches a file
 */
async function openStore(root, told = () => {}, fetching = fetch) {
  const fetched = (address) => file(address, fetching);
  const { engine: code, graph } = await (await fetched(new URL("graph.json", root))).json();
  const addressOf = ({ path, sha256 }) => new URL(`${path}?v=${sha256.slice(0, 16)}`, root); // so that copies may be kept
  const first = fetched(addressOf(graph.pieces[0])); // beside the engine
  first.catch(() => {}); // awaited below, after the engine
  const engine = oxigraph();
  const program = new Response(await unpacked(await fetched(addressOf(code))), { headers: WASM });
  const { memory } = await engine.initialize({ module_or_path: await WebAssembly.compileStreaming(program) });
  const store = new engine.Store();
  let read = 0;
  const load = (part) => {
    store.load(part, QUADS);
    read += part.length;
    told(Math.min(1, read / graph.bytes) * graph.packed, graph.packed);
  };
  for (const [number, piece] of graph.pieces.entries()) {
    const response = await (number ? fetched(addressOf(piece)) : first);
    // A label of a blank node means one node within one load only.
    await loadInto(load, await unpacked(response), graph.blank ? Infinity : PART);
  }
  return {
    query: (sparql, options) => store.query(sparql, options),
    namedNode: engine.namedNode,
    size: () => memory.buffer.byteLength,
  };
}

/** Return the response of a file; throws a Problem if there is none. */
async function file(address, fetching) {
  const response = await fetching(address).catch(() => null);
  if (response?.ok) return response;
  const hint = response ? "publish the site again: kg publish" : "look whether you are connected, and load the page again";
  throw new Problem(503, `${address.pathname} of this site cannot be fetched`, hint);
}

/** Return a body without its packing; some hosts have unpacked .gz files on the way, so that the first bytes decide. */
async function unpacked(response) {
  const reader = response.body.getReader();
  const { value: first, done } = await reader.read();
  const packed = !done && first[0] === 0x1f && first[1] === 0x8b;
  const whole = new ReadableStream({
    start: (controller) => (done ? controller.close() : controller.enqueue(first)),
    async pull(controller) {
      const next = await reader.read();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return packed ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
}

/** Hand on a stream of lines in parts of at least some bytes that end where a line ends; all parts lie in one buffer. */
async function loadInto(load, stream, least) {
  const reader = stream.getReader();
  let buffer = new Uint8Array(2 * PART);
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    if (size + value.length > buffer.length) buffer = grown(buffer, size + value.length);
    buffer.set(value, size);
    size += value.length;
    if (size < least) continue;
    const end = buffer.lastIndexOf(10, size - 1) + 1;
    if (end) load(buffer.subarray(0, end));
    buffer.copyWithin(0, end, size);
    size -= end;
  }
  if (size) load(buffer.subarray(0, size));
}

function grown(buffer, least) {
  const larger = new Uint8Array(Math.max(least, 2 * buffer.length));
  larger.set(buffer);
  return larger;
}
