// Files that are made in the page.

import { h, s } from "../dom.js";

const PAGES_ONLY = "/* pages only";

/** Offer a text as a file. */
export function save(name, type, content) {
  const address = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Offer a chart of the page as a file that stands alone: with the rules of charts, without those that only pages need. */
export async function savePicture(name, svg) {
  const styles = await (await fetch(new URL("../charts.css", import.meta.url))).text();
  const copy = svg.cloneNode(true);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  for (const link of copy.querySelectorAll("a[href]")) link.setAttribute("href", new URL(link.getAttribute("href"), document.baseURI).href);
  copy.prepend(s("style", {}, styles.split(PAGES_ONLY)[0]));
  save(`${name}.svg`, "image/svg+xml", `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`);
}
