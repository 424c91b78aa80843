// Pairs of things as a network: what is linked attracts, what is not repels; nodes can be moved.

import { s } from "../dom.js";
import { cut, drawing } from "./picture.js";

const MOST = 120;
const [LEFT, RIGHT, EDGE] = [20, 150, 20]; // labels stand right of their nodes
const ROUNDS = 250;
const GOLDEN = Math.PI * (3 - Math.sqrt(5));
const CHARACTER = 6.6;

/** Return the network of a result; `choice` names `from` and `to`, and may name `weight`. */
export function draw(result, look, choice) {
  const { nodes, edges, all } = networkOf(result, choice);
  const size = [look.width, Math.round(Math.min(640, Math.max(380, look.width * 0.68)))];
  arrange(nodes, edges, size);
  const visible = readable(nodes, (node) => cut(look.text(node.term), 28));
  const lines = edges.map((edge) => line(edge));
  const marks = nodes.map((node) => mark(node, visible.has(node), look));
  const note = all > nodes.length ? `The ${nodes.length} of ${all} things with the most links.` : "";
  const title = `Network of ${nodes.length} things and ${edges.length} links`;
  const figure = drawing(...size, title, [s("g", {}, lines), s("g", {}, marks)], note);
  movable(figure.querySelector("svg"), nodes, edges);
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
  const key = `${term.type} ${term.value}`;
  if (!nodes.has(key)) nodes.set(key, { key, term, degree: 0, x: 0, y: 0 });
  return nodes.get(key);
}

/** Give nodes their places (Fruchterman and Reingold 1991), the same for the same result. */
export function arrange(nodes, edges, [width, height]) {
  const distance = 0.8 * Math.sqrt((width * height) / Math.max(1, nodes.length));
  nodes.forEach((node, i) => {
    const radius = 18 * Math.sqrt(i + 0.5);
    node.x = radius * Math.cos(i * GOLDEN);
    node.y = radius * Math.sin(i * GOLDEN);
  });
  for (let round = 0, heat = 80; round < ROUNDS; round += 1, heat *= 0.98) {
    nodes.forEach((node) => { node.dx = -node.x * 0.25; node.dy = -node.y * 0.25 * (width / height); });
    repel(nodes, distance);
    attract(edges, distance);
    nodes.forEach((node) => step(node, heat));
  }
  fill(nodes, "x", LEFT, width - Math.min(RIGHT, width / 4));
  fill(nodes, "y", EDGE, height - EDGE);
}

/** Spread the places of nodes on one axis over the room. */
function fill(nodes, axis, begin, end) {
  const places = nodes.map((node) => node[axis]);
  const [low, high] = [Math.min(...places), Math.max(...places)];
  for (const node of nodes) {
    node[axis] = high > low ? begin + ((node[axis] - low) / (high - low)) * (end - begin) : (begin + end) / 2;
  }
}

function repel(nodes, distance) {
  for (let i = 0; i < nodes.length; i += 1) {
    for (let j = i + 1; j < nodes.length; j += 1) push(nodes[i], nodes[j], (far) => (distance * distance) / (far * far));
  }
}

function attract(edges, distance) {
  for (const { ends, weight } of edges) push(ends[0], ends[1], (far) => (-far / distance) * (1 + Math.log2(weight) / 4));
}

function push(one, other, force) {
  const [dx, dy] = [one.x - other.x || 0.01, one.y - other.y || 0.01];
  const strength = force(Math.max(1, Math.hypot(dx, dy)));
  one.dx += dx * strength;
  one.dy += dy * strength;
  other.dx -= dx * strength;
  other.dy -= dy * strength;
}

function step(node, heat) {
  const length = Math.hypot(node.dx, node.dy) || 1;
  const way = Math.min(length, heat) / length;
  node.x += node.dx * way;
  node.y += node.dy * way;
}

/** Return the nodes whose labels can be read: the most linked first, none over another one or over a node. */
export function readable(nodes, labelOf) {
  const taken = [];
  const visible = new Set();
  for (const node of nodes) {
    const box = [node.x + 7, node.y - 9, node.x + 12 + CHARACTER * labelOf(node).length, node.y + 7];
    const covered = nodes.some((other) => other !== node && overlap(box, [other.x - 6, other.y - 6, other.x + 6, other.y + 6]));
    if (covered || taken.some((other) => overlap(box, other))) continue;
    taken.push(box);
    visible.add(node);
  }
  return visible;
}

function overlap(a, b) {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

function line(edge) {
  edge.element = s("line", { class: "edge", "stroke-width": Math.min(7, 0.8 + Math.sqrt(edge.weight)).toFixed(1), ...ends(edge) });
  return edge.element;
}

function ends({ ends: [one, other] }) {
  return { x1: one.x.toFixed(1), y1: one.y.toFixed(1), x2: other.x.toFixed(1), y2: other.y.toFixed(1) };
}

function mark(node, shown, look) {
  const name = look.text(node.term);
  const radius = 4 + Math.min(9, 1.4 * Math.sqrt(node.degree));
  const shape = [s("circle", { r: radius.toFixed(1), class: "node" }, s("title", {}, name)),
    s("text", { x: (radius + 4).toFixed(1), y: 4, class: shown ? "label" : "label crowded" }, cut(name, 28))];
  const inner = s("g", {}, shape);
  node.element = s("g", { class: "thing", transform: at(node) }, look.link(node.term, inner));
  return node.element;
}

function at(node) {
  return `translate(${node.x.toFixed(1)} ${node.y.toFixed(1)})`;
}

/** Let nodes be dragged; a click without a drag still follows the link. */
function movable(svg, nodes, edges) {
  const byElement = new Map(nodes.map((node) => [node.element, node]));
  let held = null;
  let moved = false;
  svg.addEventListener("dragstart", (event) => event.preventDefault());
  svg.addEventListener("pointerdown", (event) => {
    held = byElement.get(event.target.closest(".thing")) ?? null;
    moved = false;
  });
  svg.addEventListener("pointermove", (event) => {
    if (!held || !event.buttons) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    moved ||= Math.hypot(point.x - held.x, point.y - held.y) > 4;
    if (moved) move(held, point, edges);
  });
  svg.addEventListener("pointerup", () => { held = null; });
  svg.addEventListener("click", (event) => { if (moved) event.preventDefault(); }, true);
}

function move(node, point, edges) {
  [node.x, node.y] = [point.x, point.y];
  node.element.setAttribute("transform", at(node));
  for (const edge of edges.filter((each) => each.ends.includes(node))) {
    for (const [name, value] of Object.entries(ends(edge))) edge.element.setAttribute(name, value);
  }
}
