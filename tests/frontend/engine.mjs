// The engine of published sites outside of a browser: answers requests, one JSON object a line, over a site's files.
//
//     node engine.mjs ASSETS SITE < requests

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { runInThisContext } from "node:vm";

const [assets, site] = process.argv.slice(2);
const SCRIPTS = [
  "vendor/oxigraph.js",
  ...["problems.js", "reading.js", "negotiation.js", "store.js", "protocol.js"].map((name) => `browser/${name}`),
];
for (const script of SCRIPTS) runInThisContext(await readFile(`${assets}/${script}`, "utf8"), { filename: script });

// The scripts share one scope, as in a worker.
const { openStore, respond } = runInThisContext("({ openStore, respond })");
const told = [];
const file = async (address) => new Response(await readFile(new URL(address.pathname, "file:")));
const opening = openStore(pathToFileURL(`${site}/`), (loaded, total) => told.push([loaded, total]), file);

for await (const line of createInterface({ input: process.stdin })) {
  const { url = "", ...init } = JSON.parse(line);
  const response = await respond(new Request(new URL(url || "sparql", "https://site.example/"), init), () => opening);
  const answer = { status: response.status, type: response.headers.get("Content-Type"), body: await response.text() };
  process.stdout.write(`${JSON.stringify({ ...answer, told: told.at(-1) })}\n`);
}
