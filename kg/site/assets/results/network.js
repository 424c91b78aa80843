// Pairs of things as a network.

import { h } from "../dom.js";
import { Network, emptyNetwork } from "../network.js";
import { t } from "../words.js";
import { href } from "./terms.js";

const MOST = 120;

/** Return the network of a result; `choice` names `from` and `to`, and may name `weight`. */
export function draw(result, look, choice) {
  const { nodes, edges, all } = networkOf(result, choice);
  const height = Math.round(Math.min(720, Math.max(380, look.width * 0.68)));
  const title = t("Network of {nodes} things and {links} links", { nodes: nodes.length, links: edges.length });
  const svg = emptyNetwork(look.width, height, title);
  const frame = h("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": title }, svg);
  const figure = h("figure", { class: "picture" }, frame,
    all > nodes.length ? h("figcaption", {}, t("The {nodes} of {all} things with the most links.", { nodes: nodes.length, all })) : null);
  const network = new Network(svg);
  const hrefOf = (term) => (term.type === "uri" ? href(term.value, look.site) : null);
  network.add(nodes.map(({ key, term }) => ({ id: key, name: look.text(term), href: hrefOf(term), kind: "c1" })),
    edges.map(({ ends: [one, other], weight }) => ({ one: one.key, other: other.key, weight })));
  requestAnimationFrame(() => network.arrange()); // labels have a size once they are in the page
  return figure;
}

/** Return the nodes with the most links, and the edges between them, one for each pair. */
export function networkOf(result, choice) {
  const nodes = new Map();
  const edges = new Map();
  for (const row of result.rows) {
    const [from, to] = [row[choice.from], row[choice.to]];
    if (!from || !to) continue;
    const ends = [from, to].map((term) => nodeOf(nodes, term));
    const key = ends.map((node) => node.key).sort().join("\n");
    const weight = Math.max(0, Number(row[choice.weight]?.value ?? 1)) || 1;
    const edge = edges.get(key) ?? { ends, weight: 0 };
    edges.set(key, { ...edge, weight: edge.weight + weight });
    ends.forEach((node) => { node.degree += 1; });
  }
  const kept = [...nodes.values()].sort((a, b) => b.degree - a.degree).slice(0, MOST);
  const holds = new Set(kept);
  const between = [...edges.values()].filter(({ ends }) => ends[0] !== ends[1] && ends.every((node) => holds.has(node)));
  const tied = new Set(between.flatMap(({ ends }) => ends));
  return { nodes: tied.size ? kept.filter((node) => tied.has(node)) : kept, edges: between, all: nodes.size };
}

function nodeOf(nodes, term) {
  const key = encodeURI(`${term.type}:${term.value}`); // without spaces, which part the ends of a line
  if (!nodes.has(key)) nodes.set(key, { key, term, degree: 0 });
  return nodes.get(key);
}
