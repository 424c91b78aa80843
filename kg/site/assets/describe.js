// The page that tells of any IRI: `describe/?iri=…`, asked of the graph in this browser.

import { describe } from "./describing/asking.js";
import { read } from "./describing/reading.js";
import { labelOf, shown } from "./describing/showing.js";
import { data } from "./dom.js";
import { Refusal } from "./results/endpoint.js";
import { graphWith } from "./results/graph.js";
import { written } from "./results/terms.js";
import { t } from "./words.js";

const site = data("site");
const status = document.getElementById("describe-status");
const asked = new URLSearchParams(location.search);
const iri = (asked.get("iri") ?? "").trim().replace(/^http:\/\/schema\.org\//, "https://schema.org/");
const from = /^\d{1,6}$/.test(asked.get("from")) ? Number(asked.get("from")) : 0;

async function show() {
  document.getElementById("iri").value = iri;
  const nothing = t("Nothing is said of {iri}. Look for it by its name.", { iri });
  if (!written({ type: "uri", value: iri })) { // no graph is loaded for what is no IRI
    status.textContent = nothing;
    return;
  }
  status.textContent = t("looking in the graph…");
  const endpoint = graphWith(site.files, status);
  try {
    const description = (asked.has("from") ? null : await read(iri, site)) ?? await describe(endpoint, iri, site, from);
    status.textContent = description ? "" : nothing;
    if (!description) return;
    document.title = document.title.replace(/^[^·]*/, `${labelOf(description, iri, site)} `);
    document.getElementById("describe").hidden = true;
    document.getElementById("description").replaceChildren(...shown(description, site, endpoint));
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    status.textContent = [error.message, error.hint].join(" ");
  }
}

if (iri) show();
