// A result: the views that fit it, the columns they show, and its files.

import { h, s } from "../dom.js";
import * as bar from "./bar.js";
import { VIEWS, candidates, columnsOf, fitting } from "./columns.js";
import { FILES } from "./formats.js";
import * as network from "./network.js";
import { svgFile } from "./picture.js";
import { save } from "./saving.js";
import * as table from "./table.js";
import { href, isOwn, text } from "./terms.js";
import { tabs } from "./tabs.js";

const DRAWN = { table, bar, network };
const MOST_RAW = 200_000;
const [NARROWEST, WIDEST] = [320, 960];

/**
 * Return the nodes that show an answer.
 * @param answer what `ask` returned
 * @param {object} options site, labels, the view that is wanted, the width there is in pixels, and `viewed`,
 *   told the view that is open
 */
export function resultOf(answer, { site, labels, view, viewed, width }) {
  if ("boolean" in answer) return [h("p", { class: "verdict" }, answer.boolean ? "Yes" : "No")];
  const columns = columnsOf(answer);
  const look = { ...lookOf(columns, site, labels), width: Math.round(Math.min(WIDEST, Math.max(NARROWEST, width))) };
  const choices = fitting(columns);
  const titles = Object.fromEntries([...Object.keys(choices).map((name) => [name, VIEWS[name].title]), ["raw", "Text"]]);
  const first = view in titles ? view : "table";
  const canvas = h("div", { class: "canvas" });
  const draw = (name) => canvas.replaceChildren(DRAWN[name].draw(answer, look, choices[name]), ...drawingFile(canvas, name));
  const show = (name) => {
    viewed(name);
    if (name === "raw") return [raw(answer)];
    draw(name);
    return [...chooser(name, columns, choices[name], draw), canvas];
  };
  return [...tabs("Views of the result", titles, first, show), files(answer)];
}

function lookOf(columns, site, labels) {
  const link = (term, inner) => {
    const target = term?.type === "uri" ? href(term.value, site) : null;
    return target ? s("a", { href: target, rel: isOwn(term.value, site) ? null : "noopener" }, inner) : inner;
  };
  return { columns, site, labels, link, text: (term) => text(term, site, labels) };
}

/** Return the form that says which column plays which role of a view, where there is a choice. */
function chooser(name, columns, choice, draw) {
  const roles = Object.entries(VIEWS[name].roles).filter(([, role]) => role.optional || candidates(role, columns).length > 1);
  if (!roles.length) return [];
  return [h("div", { class: "chooser" }, roles.map(([key, role]) => {
    const change = (event) => {
      choice[key] = event.target.value === "" ? undefined : Number(event.target.value);
      draw(name);
    };
    const none = role.optional ? [h("option", { value: "" }, "none")] : [];
    const options = candidates(role, columns).map((column) =>
      h("option", { value: column.index, selected: choice[key] === column.index }, column.name));
    return h("label", {}, role.title, " ", h("select", { change }, [...none, ...options]));
  }))];
}

function raw(answer) {
  const cut = answer.source.length > MOST_RAW;
  const shown = cut ? `${answer.source.slice(0, MOST_RAW)}\n…` : answer.source;
  return h("pre", { class: "raw", tabindex: "0", "aria-label": "The answer as text" }, shown);
}

function files(answer) {
  const all = Object.entries(FILES).map(([suffix, { title, type, write }]) =>
    h("button", { type: "button", click: () => save(`result.${suffix}`, type, write(answer)) }, title));
  const triples = answer.mediaType === "application/n-triples"
    ? [h("button", { type: "button", click: () => save("result.nt", answer.mediaType, answer.source) }, "N-Triples")] : [];
  return h("p", { class: "files" }, h("span", {}, "Download"), ...triples, ...all);
}

function drawingFile(canvas, name) {
  if (name === "table") return [];
  const locate = (address) => new URL(address, document.baseURI).href;
  const click = () => save(`${name}.svg`, "image/svg+xml", svgFile(canvas.querySelector("svg.picture"), locate));
  return [h("p", { class: "files" }, h("button", { type: "button", click }, "Download SVG"))];
}
