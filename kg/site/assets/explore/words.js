// What the explorer says: what was found, and what is chosen. Names are put in as text, never as markup.

import { h } from "../dom.js";

const MOST = 40;

export function found(list, nodes, choose) {
  list.replaceChildren(...nodes.map((node) => h("li", {}, choice(node, choose))));
}

export function describe(about, node, explorer, root) {
  if (!node) return about.replaceChildren(h("p", { class: "quiet" }, "Nothing is chosen."));
  const page = h("a", { href: `${root}${node.local}/` }, h("bdi", {}, node.name));
  const button = (attributes, text, click) => h("button", { type: "button", ...attributes, click }, text);
  const expand = button({ disabled: Boolean(node.isWhole) }, "Fetch all neighbours", () => explorer.expand(node));
  const alone = button({ "aria-pressed": String(explorer.alone) }, "Only its neighbours", () => explorer.isolate());
  about.replaceChildren(
    h("p", { class: "quiet" }, explorer.titles.get(node.kind)?.one ?? node.kind),
    h("h2", {}, page),
    h("p", { class: "acts" }, expand, alone),
    ...groups(node, explorer.titles).flatMap(([title, members]) => neighbours(title, members, (each) => explorer.reveal(each))),
  );
}

function groups(node, titles) {
  const kinds = [...titles].map(([kind, { many }]) => [many, [...node.near].filter((each) => each.kind === kind)]);
  return kinds.filter(([, members]) => members.length);
}

function neighbours(title, members, choose) {
  const shown = members.sort((one, other) => other.near.size - one.near.size).slice(0, MOST);
  const more = members.length - shown.length;
  return [
    h("h3", {}, `${title} (${members.length})`),
    h("ul", {}, shown.map((node) => h("li", {}, choice(node, choose)))),
    ...(more ? [h("p", { class: "quiet" }, `and ${more} more`)] : []),
  ];
}

function choice(node, choose) {
  return h("button", { type: "button", class: "choice", click: () => choose(node) }, h("bdi", {}, node.name));
}
