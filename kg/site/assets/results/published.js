// Files of an answer that a page has whole as JSON: the other formats are made of it here, the picture of that on the page.

import { h } from "../dom.js";
import { FILES, readJson } from "./formats.js";
import { save, savePicture } from "./saving.js";

/** Put buttons for the other formats beside the link to an answer as JSON. */
export function offerFiles(link) {
  const address = link.href, name = address.replace(/.*\/|\.json$/g, "");
  const answer = async () => readJson(await (await fetch(address)).text());
  const others = Object.entries(FILES).filter(([suffix]) => suffix !== "json");
  const made = others.map(([suffix, { title, type, write }]) =>
    button(title, async () => save(`${name}.${suffix}`, type, write(await answer()))));
  const chart = document.querySelector(".answer svg.chart");
  link.after(...made, ...(chart ? [button("SVG", () => savePicture(name, chart))] : []));
}

function button(title, click) {
  return h("button", { type: "button", click }, title);
}
