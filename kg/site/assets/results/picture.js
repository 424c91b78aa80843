// What the pictures of results share.

import { h, s } from "../dom.js";
import { text } from "./terms.js";

const LETTER = 7;
const STYLE = `text{font:13px system-ui,sans-serif;fill:#1c2024}.value{font-size:12px;fill:#595f69}.bar,.node{fill:#1f5fbf}
.open{fill-opacity:.75}.grid{stroke:#d9dde3}.edge{stroke:#595f69;stroke-opacity:.35}a{text-decoration:none}`;

/** Return a figure with one drawing that says what it shows, and a note below it. */
export function drawing(width, height, title, parts, note = "") {
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": title, class: "picture" }, parts);
  return h("figure", { class: "picture" }, h("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": title }, svg),
    note ? h("figcaption", {}, note) : null);
}

/** Return a text cut to a number of characters. */
export function cut(value, most) {
  const characters = [...value];
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : value;
}

/** Return a text cut to a width in pixels, as wide as letters are on average. */
export function fitted(value, width) {
  return cut(value, Math.max(4, Math.floor(width / LETTER)));
}

/**
 * Return the label in a column, and the term to which it leads: itself, or the one column of things whose
 * terms belong to the rows.
 */
export function linked(row, column, look) {
  const own = row[column];
  const things = look.columns.filter((each) => each.kind === "iri");
  const term = own?.type === "uri" ? own : things.length === 1 ? row[things[0].index] : null;
  return { label: text(own, look.site, look.labels), term };
}

/** Return a drawing as the text of a file that stands alone: with a style, its own in light colours unless another is given. */
export function svgFile(svg, locate, style = STYLE) {
  const copy = svg.cloneNode(true);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  if (style === STYLE) copy.removeAttribute("class");
  for (const link of copy.querySelectorAll("a[href]")) link.setAttribute("href", locate(link.getAttribute("href")));
  copy.prepend(s("style", {}, style));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}
