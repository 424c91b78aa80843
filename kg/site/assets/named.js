// The page of a named query: its fields offer the things of the graph.

import { data } from "./dom.js";
import { suggesting } from "./editor/suggesting.js";

const site = data("site");
for (const input of document.querySelectorAll("input[data-kind]")) {
  const place = document.createComment("");
  input.replaceWith(place);
  place.replaceWith(suggesting(input, input.dataset.kind, site));
}
