// Questions: their fields offer the things of the graph, and a published answer its files.

import { data } from "./dom.js";
import { offering } from "./editor/suggesting.js";
import { offerFiles } from "./results/published.js";

document.querySelectorAll("a[data-answer]").forEach(offerFiles);
for (const form of document.querySelectorAll("form.sentence")) offering(form, data("site"));
