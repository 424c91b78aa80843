// Named queries: their parameters as a form, and their text with the values put in.

import { h } from "../dom.js";
import { written } from "../results/terms.js";
import { suggesting } from "./suggesting.js";

const XSD_INTEGER = "http://www.w3.org/2001/XMLSchema#integer";

/**
 * A named query as the page knows it.
 * @typedef {{name: string, summary: string, description: string, view: string, sparql: string,
 *            parameters: Object<string, {type: string, description: string, example: string, required: boolean}>}} Named
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
    if (!/^\d{4}$/.test(value)) throw new Unfit(`${name}: write a year of four digits.`);
    return { type: "literal", value, datatype: XSD_INTEGER };
  }
  const kind = parameter.type === "thing" ? "" : `${parameter.type}/`;
  const iri = /^https?:\/\//.test(value) ? value : /^[a-z0-9/-]+$/.test(value) ? `${site.base}${kind}${value}` : null;
  if (!iri || !written({ type: "uri", value: iri })) {
    throw new Unfit(`${name}: choose one of the names that are offered, or write its IRI.`);
  }
  return { type: "uri", value: iri };
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
      if (parameter.required) throw new Unfit(`${name}: this query needs it; for example ${parameter.example}.`);
      continue;
    }
    const term = written(termOf(name, parameter, typed, site));
    sparql = sparql.replace(new RegExp(`VALUES\\s+\\?${name}\\s*\\{\\s*UNDEF\\s*\\}`, "g"), () => `VALUES ?${name} { ${term} }`);
  }
  return sparql;
}

/** Return the fields of a named query; `values` are what they hold first. */
export function fieldsOf(named, values, site) {
  return Object.entries(named.parameters).map(([name, parameter]) => {
    const id = `parameter-${name}`;
    const input = h("input", {
      id, name, value: values[name] ?? parameter.example, required: parameter.required, autocomplete: "off",
      spellcheck: "false", inputmode: parameter.type === "year" ? "numeric" : null, "aria-describedby": `${id}-of`,
    });
    const field = ["text", "year"].includes(parameter.type) ? input : suggesting(input, parameter.type, site);
    return h("div", { class: "field" }, h("label", { for: id }, name), field,
      h("small", { id: `${id}-of` }, `${parameter.description}${parameter.required ? "" : " (may be left empty)"}`));
  });
}
