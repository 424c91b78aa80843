// Ask what the graph says of an IRI, and what leads to it, in all of its graphs.

import { ask, labelsOf } from "../results/endpoint.js";
import { isOwn, written } from "../results/terms.js";

const TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
const MOST = 2000; // triples that a page shows
const MOST_VALUES = 100; // values of one property, and triples that lead to the IRI

/**
 * What a page tells of an IRI.
 * @typedef {{iri: string, types: string[], outgoing: Property[], incoming: Property[], from: number, further: number,
 *            uses: object[], graphs: (string | null)[], labels: Map<string, string>, isPart?: boolean}} Description
 * @typedef {{iri: string, values: object[], whole: boolean}} Property
 */

/**
 * Return what there is about an IRI; null if there is nothing.
 * @param endpoint see results/endpoint.js
 * @param {number} from how many of the triples that lead to it to pass over
 * @returns {Promise<Description | null>}
 */
export async function describe(endpoint, iri, site, from = 0) {
  const node = written({ type: "uri", value: iri });
  if (!node) return null;
  const everywhere = (pattern) => `{ ${pattern} } UNION { GRAPH ?g { ${pattern} } }`;
  const rows = async (query) => (await ask(endpoint, query)).rows;
  const said = await rows(`SELECT ?p ?o ?g { ${everywhere(`${node} ?p ?o`)} } LIMIT ${MOST}`);
  const leading = await rows(`SELECT ?p ?s ?g { ${everywhere(`?s ?p ${node}`)} } LIMIT ${MOST_VALUES + 1} OFFSET ${from}`);
  const uses = await rows(`SELECT DISTINCT ?s { ${everywhere(`?s ${node} ?o`)} UNION { GRAPH ${node} { ?s ?p ?o } } } LIMIT ${MOST_VALUES}`);
  if (!said.length && !leading.length && !uses.length && !from) return null;
  const shown = leading.slice(0, MOST_VALUES);
  const self = [{ type: "uri", value: iri }];
  const labels = await labelsOf(endpoint, { rows: [self, ...said, ...shown, ...uses] }, (each) => isOwn(each, site));
  return {
    iri, from, labels,
    types: said.filter(isClass).map(([, object]) => object.value),
    outgoing: byProperty(said.filter((row) => !isClass(row))),
    incoming: byProperty(shown),
    further: leading.length > MOST_VALUES ? from + MOST_VALUES : 0,
    uses: uses.map(([subject]) => subject),
    graphs: [...new Set([...said, ...shown].map(([, , graph]) => graph?.value ?? null))],
  };
}

/** Return the query that gives what is said of an IRI as a graph. */
export function construct(iri) {
  const node = written({ type: "uri", value: iri });
  return `CONSTRUCT { ${node} ?p ?o } WHERE { { ${node} ?p ?o } UNION { GRAPH ?g { ${node} ?p ?o } } }`;
}

/** Tell whether a row of property and value names a class. */
export function isClass([property, object]) {
  return property.value === TYPE && object.type === "uri";
}

/** Return rows of property and value by property, each value once. */
export function byProperty(rows) {
  const found = Map.groupBy(rows, ([property]) => property.value);
  return [...found].map(([iri, members]) => {
    const values = [...new Map(members.map(([, value]) => [JSON.stringify(value), value])).values()];
    return { iri, values: values.slice(0, MOST_VALUES), whole: values.length <= MOST_VALUES };
  });
}
