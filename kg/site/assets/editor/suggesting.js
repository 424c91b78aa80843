// The fields of named queries offer the things of the graph.

import { Combobox } from "../combobox.js";
import { h } from "../dom.js";
import { suggestions } from "../lookup.js";

/** Return a field with its list; a choice puts the slug or the IRI of the thing into the field. */
export function suggesting(input, kind, site) {
  const own = `${site.base}${kind === "thing" ? "" : `${kind}/`}`;
  const combobox = new Combobox(input, {
    label: kind === "thing" ? "Things" : `Things of the kind ${kind}`,
    answer: (typed, signal) => named(kind, typed, site, signal),
    choose: ({ iri }) => { input.value = iri.startsWith(own) ? iri.slice(own.length) : iri; },
  });
  return h("div", { class: "combobox" }, input, combobox.list, combobox.status);
}

/** Return the things that a text may name, as a parameter of a type takes them. */
export function named(type, typed, site, signal = undefined) {
  return suggestions(typed, type === "thing" ? "" : type, signal);
}
