// A result: as a table, as a network where it ties things, as text, and as files.

import { h } from "../dom.js";
import { t } from "../words.js";
import { columnsOf, pairOf } from "./columns.js";
import { FILES } from "./formats.js";
import * as network from "./network.js";
import { save, savePicture } from "./saving.js";
import * as table from "./table.js";
import { tabs } from "./tabs.js";
import { text } from "./terms.js";

const MOST_RAW = 200_000;
const [NARROWEST, WIDEST] = [320, 960];

/**
 * Return the nodes that show an answer.
 * @param answer what `ask` returned
 * @param {object} options site, labels, the view that is wanted, the width there is in pixels, and `viewed`,
 *   told the view that is open
 */
export function resultOf(answer, { site, labels, view, viewed, width }) {
  if ("boolean" in answer) return [h("p", { class: "verdict" }, answer.boolean ? t("Yes") : t("No"))];
  const columns = columnsOf(answer), pair = pairOf(columns);
  const look = {
    columns, site, labels, text: (term) => text(term, site, labels), width: Math.round(Math.min(WIDEST, Math.max(NARROWEST, width))),
  };
  const titles = { table: t("Table"), ...(pair ? { network: t("Network") } : {}), raw: t("Text") };
  const show = (name) => {
    viewed(name);
    if (name === "table") return [table.draw(answer, look)];
    return name === "network" ? drawn(network.draw(answer, look, pair)) : [raw(answer)];
  };
  return [...tabs(t("Views of the result"), titles, view in titles ? view : "table", show), files(answer)];
}

function raw(answer) {
  const cut = answer.source.length > MOST_RAW;
  const shown = cut ? `${answer.source.slice(0, MOST_RAW)}\n…` : answer.source;
  return h("pre", { class: "raw", tabindex: "0", "aria-label": t("The answer as text") }, shown);
}

function files(answer) {
  const all = Object.entries(FILES).map(([suffix, { title, type, write }]) =>
    h("button", { type: "button", click: () => save(`result.${suffix}`, type, write(answer)) }, title));
  const triples = answer.mediaType === "application/n-triples"
    ? [h("button", { type: "button", click: () => save("result.nt", answer.mediaType, answer.source) }, "N-Triples")] : [];
  return h("p", { class: "files" }, h("span", {}, t("Download")), ...triples, ...all);
}

function drawn(figure) {
  const click = () => savePicture("network", figure.querySelector("svg"));
  return [figure, h("p", { class: "files" }, h("button", { type: "button", click }, t("Download SVG")))];
}
