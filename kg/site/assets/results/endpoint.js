// Ask a SPARQL endpoint: the server's, or the one in this browser.

import { t } from "../words.js";
import { readJson, readTriples } from "./formats.js";
import { written } from "./terms.js";

const JSON_RESULTS = "application/sparql-results+json";
const TRIPLES = "application/n-triples";
const MAX_LABELS = 300;

/** What the endpoint says of a query that it did not answer (RFC 9457). */
export class Refusal extends Error {
  constructor(problem) {
    super(problem.detail || problem.title || t("The server did not answer."));
    this.title = problem.title || t("No answer");
    this.hint = problem.hint || "";
    [this.line, this.column] = placeOf(problem);
    this.retryAfter = Number(problem.retryAfter) || null;
  }
}

/** Return the line and column of an error: members of the problem, or told in its sentence; nulls where there is none. */
export function placeOf({ line, column, detail }) {
  const told = /line (\d+), column (\d+)/.exec(detail ?? "");
  return [Number(line ?? told?.[1]) || null, Number(column ?? told?.[2]) || null];
}

/**
 * What answers a request, as `fetch` does with the address left out; it may throw a Refusal.
 * @typedef {(request: RequestInit) => Promise<Response>} Endpoint
 */

/** Return the endpoint that a server has at an address. */
export function endpointAt(address) {
  return (request) => fetch(address, { ...request, credentials: "same-origin" }).catch((error) => {
    if (error.name === "AbortError") throw error;
    throw new Refusal({ title: t("No connection"), detail: t("The server cannot be reached; try again.") });
  });
}

/**
 * Return the answer to a query: its columns and rows, its text and media type, and how long it took.
 * @param {Endpoint} endpoint
 * @throws {Refusal} where the endpoint refuses it or fails; AbortError where the signal ends it.
 */
export async function ask(endpoint, query, signal) {
  const begin = performance.now();
  const response = await endpoint({
    method: "POST",
    headers: { "Content-Type": "application/sparql-query", Accept: `${JSON_RESULTS}, ${TRIPLES};q=0.9` },
    body: query,
    signal,
  });
  const source = await response.text();
  if (!response.ok) throw new Refusal(problemOf(response, source));
  const mediaType = (response.headers.get("Content-Type") ?? "").split(";")[0].trim();
  const result = mediaType === TRIPLES ? readTriples(source) : readJson(source);
  return { ...result, source, mediaType, milliseconds: performance.now() - begin };
}

function problemOf(response, source) {
  const retryAfter = response.headers.get("Retry-After");
  try {
    return { title: t("Error {number}", { number: response.status }), ...JSON.parse(source), retryAfter };
  } catch {
    return { title: t("Error {number}", { number: response.status }), detail: source.slice(0, 500), retryAfter };
  }
}

/** Return the labels of the first IRIs of a result, by IRI: one query, bounded; `own` says which come first. */
export async function labelsOf(endpoint, result, own, signal) {
  const terms = result.rows.flat().filter((term) => term?.type === "uri" && written(term));
  const iris = [...new Set(terms.map((term) => term.value))];
  const asked = [...iris.filter(own), ...iris.filter((iri) => !own(iri))].slice(0, MAX_LABELS);
  if (!asked.length) return new Map();
  const query = `PREFIX schema: <https://schema.org/>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
SELECT ?iri (MIN(STR(?text)) AS ?label) WHERE {
  VALUES ?iri { ${asked.map((iri) => `<${iri}>`).join(" ")} }
  ?iri schema:name|skos:prefLabel|rdfs:label ?text
} GROUP BY ?iri`;
  const answer = await ask(endpoint, query, signal).catch(() => ({ rows: [] })); // without labels, IRIs are shown
  return new Map(answer.rows.filter(([iri, label]) => iri && label).map(([iri, label]) => [iri.value, label.value]));
}
