// The fields of questions offer the things of the graph.

import { Combobox } from "../combobox.js";
import { h } from "../dom.js";
import { suggestions } from "../names.js";
import { t } from "../words.js";

/**
 * Let the fields of a form offer things: a field shows the name of the one that is chosen, and the form sends its
 * slug or its IRI.
 */
export function offering(form, site) {
  for (const input of form.querySelectorAll("input[data-kind]")) offer(input, site);
  form.addEventListener("formdata", ({ formData }) => {
    for (const { name, dataset } of form.querySelectorAll("input[data-value]")) formData.set(name, dataset.value);
  });
}

function offer(input, site) {
  const { kind } = input.dataset, own = `${site.base}${kind === "thing" ? "" : `${kind}/`}`;
  const combobox = new Combobox(input, {
    label: t("Things"),
    answer: (typed, signal) => named(kind, typed, site, signal),
    choose: ({ iri, name }) => {
      input.value = name;
      input.dataset.value = iri.startsWith(own) ? iri.slice(own.length) : iri;
    },
  });
  input.addEventListener("input", () => delete input.dataset.value);
  const place = document.createComment("");
  input.replaceWith(place);
  place.replaceWith(h("span", { class: "combobox" }, input, combobox.list, combobox.status));
}

/** Return the things that a text may name, as a parameter of a type takes them. */
export function named(type, typed, site, signal = undefined) {
  return suggestions(typed, type === "thing" ? "" : type, signal);
}
