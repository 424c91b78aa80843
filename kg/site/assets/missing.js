// The page for addresses that have none: leads on where a slip is plain, else tells what the graph says of the thing.

import { describe } from "./describing/asking.js";
import { labelOf, shown } from "./describing/showing.js";
import { data } from "./dom.js";
import { corrected, meant } from "./missing/paths.js";
import { Refusal } from "./results/endpoint.js";
import { graphWith } from "./results/graph.js";
import { href } from "./results/terms.js";
import { t } from "./words.js";

const REPLACED = "http://purl.org/dc/terms/isReplacedBy";

const site = data("site");
const status = document.getElementById("missing-status");

/** Return whether the site has a page under a path. */
async function exists(path) {
  const response = await fetch(site.root + path, { method: "HEAD" }).catch(() => null);
  return response?.ok ?? false;
}

async function look(path) {
  const right = corrected(path);
  if (right !== path && await exists(right)) {
    location.replace(`${site.root}${right}${location.search}${location.hash}`);
    return;
  }
  const iris = meant(path, site.base);
  if (!iris.length) return;
  status.textContent = t("looking in the graph…");
  const endpoint = graphWith(site.files, status);
  for (const iri of iris) {
    const description = await describe(endpoint, iri, site); // what leads to a thing without a page says the most of it
    if (description) {
      show(description, endpoint);
      return;
    }
  }
  status.textContent = t("The graph says nothing of it either.");
}

function show(description, endpoint) {
  const { iri, outgoing } = description;
  const successor = outgoing.find((each) => each.iri === REPLACED)?.values[0]?.value;
  const target = successor ? href(successor, site) : null;
  if (target) return location.replace(target);
  document.title = document.title.replace(/^[^·]*/, `${labelOf(description, iri, site)} `);
  document.getElementById("missing").hidden = true;
  return document.getElementById("description").replaceChildren(...shown(description, site, endpoint));
}

const path = location.pathname.startsWith(site.root) ? location.pathname.slice(site.root.length) : location.pathname.slice(1);
look(path).catch((error) => {
  if (!(error instanceof Refusal)) throw error;
  status.textContent = [error.message, error.hint].join(" ");
});
