// Open the index of a site: search.json says where engine, index and ranking are (see kg/publish/browser.py).

import { Index } from "./index.js";

/**
 * Fetch all that a search needs, and return the index.
 * @param {URL} root the root of the site
 * @param {(address: URL) => Promise<Response>} fetching what fetches a file
 */
export async function openIndex(root, fetching = fetch) {
  const fetched = async (path) => {
    const response = await fetching(new URL(path, root));
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response;
  };
  const listed = fetched("search.json").then((response) => response.json());
  const file = async (name) => {
    const { path, sha256 } = (await listed)[name];
    return fetched(`${path}?v=${sha256.slice(0, 16)}`); // so that copies may be kept
  };
  const [{ default: initialize }, wasmBinary, bytes, ranking] = await Promise.all([
    import("../vendor/sqlite3.js"),
    file("engine").then(unpacked),
    file("index").then(unpacked),
    file("ranking").then((response) => response.text()),
  ]);
  globalThis.sqlite3ApiConfig = { warn: () => {}, disable: { vfs: { "opfs": true, "opfs-vfs": true, "opfs-wl": true } } };
  const { capi, oo1, wasm } = await initialize({ wasmBinary });
  const database = new oo1.DB(":memory:");
  const flags = capi.SQLITE_DESERIALIZE_READONLY | capi.SQLITE_DESERIALIZE_FREEONCLOSE;
  const { length } = bytes;
  database.checkRc(capi.sqlite3_deserialize(database, "main", wasm.allocFromTypedArray(bytes), length, length, flags));
  return new Index((statement, values) => database.selectArrays(statement, values), ranking);
}

/** Return the bytes of a packed file; some hosts have unpacked .gz files on the way, so that the first bytes decide. */
async function unpacked(response) {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
