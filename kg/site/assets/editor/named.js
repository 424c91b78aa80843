// Named queries: their parameters as a form, and their text with the values put in.

import { fold } from "../folding.js";
import { t } from "../words.js";
import { written } from "../results/terms.js";
import { named as thingsNamed } from "./suggesting.js";

const IRI = /^https?:\/\//;
const SLUG = /^[a-z0-9/-]+$/;
const XSD_INTEGER = "http://www.w3.org/2001/XMLSchema#integer";

/**
 * A named query as the page knows it.
 * @typedef {{name: string, description: string, view: string, sparql: string,
 *            parameters: Object<string, {type: string, example: string, required: boolean}>}} Named
 */

/** A value that is no term: what is wrong with it, as a sentence. */
export class Unfit extends Error {}

/**
 * Return the term that a text means as the value of a parameter: an IRI, or the slug of a thing of the kind.
 * @throws {Unfit} where it means none
 */
export function termOf(name, parameter, typed, site) {
  const value = typed.trim();
  if (parameter.type === "text") return { type: "literal", value };
  if (parameter.type === "year") {
    if (!/^\d{4}$/.test(value)) throw new Unfit(t("{name}: write a year of four digits.", { name }));
    return { type: "literal", value, datatype: XSD_INTEGER };
  }
  const kind = parameter.type === "thing" ? "" : `${parameter.type}/`;
  const iri = IRI.test(value) ? value : SLUG.test(value) && site.base ? `${site.base}${kind}${value}` : null;
  if (!iri || !written({ type: "uri", value: iri })) {
    throw new Unfit(t("{name}: choose one of the names that are offered, or write its IRI.", { name }));
  }
  return { type: "uri", value: iri };
}

/** Return the values of a named query with names of things replaced by their IRIs, where one thing has the name. */
export async function identified(named, values, site) {
  const entries = Object.entries(values).map(async ([name, typed]) => {
    const { type } = named.parameters[name];
    if (!typed || type === "text" || type === "year" || SLUG.test(typed) || IRI.test(typed)) return [name, typed];
    const same = ((await thingsNamed(type, typed, site)) ?? []).filter((each) => fold(each.name) === fold(typed));
    return [name, same.length === 1 ? same[0].iri : typed];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/**
 * Return the text of a named query with its header left out and the values put in (`VALUES ?x { UNDEF }`).
 * @throws {Unfit} where a required value is missing or a value is not of its type
 */
export function bound(named, values, site) {
  let sparql = named.sparql.replace(/^#\+.*\n/gm, "").trim();
  for (const [name, parameter] of Object.entries(named.parameters)) {
    const typed = values[name] ?? "";
    if (!typed.trim()) {
      if (parameter.required) throw new Unfit(t("{name}: this query needs it; for example {example}.", { name, example: parameter.example }));
      continue;
    }
    const term = written(termOf(name, parameter, typed, site));
    sparql = sparql.replace(new RegExp(`VALUES\\s+\\?${name}\\s*\\{\\s*UNDEF\\s*\\}`, "g"), () => `VALUES ?${name} { ${term} }`);
  }
  return sparql;
}
