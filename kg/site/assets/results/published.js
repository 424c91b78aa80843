// Files of an answer that a page has whole as JSON: the other formats are made of it here, the picture of that on the page.

import { h } from "../dom.js";
import { FILES, readJson } from "./formats.js";
import { svgFile } from "./picture.js";
import { save } from "./saving.js";

const PAGES_ONLY = "/* pages only";

/** Put buttons for the other formats beside the link to an answer as JSON. */
export function offerFiles(link) {
  const address = link.href, name = address.replace(/.*\/|\.json$/g, "");
  const others = Object.entries(FILES).filter(([suffix]) => suffix !== "json");
  const made = others.map(([suffix, { title, type, write }]) =>
    button(title, async () => save(`${name}.${suffix}`, type, write(readJson(await textOf(address))))));
  const chart = document.querySelector(".answer svg.chart");
  const drawn = chart ? [button("SVG", async () => save(`${name}.svg`, "image/svg+xml", svgFile(chart, whole, await rules())))] : [];
  link.after(...made, ...drawn);
}

function whole(address) {
  return new URL(address, document.baseURI).href;
}

function button(title, click) {
  return h("button", { type: "button", click }, title);
}

/** Return the rules of charts, without those that only pages need. */
async function rules() {
  const [ofCharts] = (await textOf(new URL("../charts.css", import.meta.url))).split(PAGES_ONLY);
  return ofCharts;
}

async function textOf(address) {
  return (await fetch(address)).text();
}
