// What a file of the site says of a thing: enough to tell of it, without the graph and an engine to ask it.

import { readTurtle } from "../results/formats.js";
import { shardOf } from "../shards.js";
import { byProperty, isClass } from "./asking.js";

/** Return what there is about an IRI, but for what leads to it; null if no file says anything of it. See `describe`. */
export async function read(iri, site) {
  const local = site.base && iri.startsWith(site.base) ? iri.slice(site.base.length).split("#", 1)[0] : "";
  const name = shardOf(local, site.shards);
  const response = name ? await fetch(`${site.files}described/${name}.ttl`).catch(() => null) : null;
  if (!response?.ok) return null;
  const said = readTurtle(await response.text(), iri).map(([property, object]) => [property, object, null]);
  if (!said.length) return null;
  return {
    iri, from: 0, further: 0, labels: new Map(), incoming: [], uses: [], graphs: [null], isPart: true,
    types: said.filter(isClass).map(([, object]) => object.value),
    outgoing: byProperty(said.filter((row) => !isClass(row))),
  };
}
