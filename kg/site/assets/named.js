// The page of a named query: its fields offer the things of the graph, and a published answer its files.

import { data } from "./dom.js";
import { suggesting } from "./editor/suggesting.js";
import { offerFiles } from "./results/published.js";

const site = data("site");
document.querySelectorAll("a[data-answer]").forEach(offerFiles);
for (const input of document.querySelectorAll("input[data-kind]")) {
  const place = document.createComment("");
  input.replaceWith(place);
  place.replaceWith(suggesting(input, input.dataset.kind, site));
}
