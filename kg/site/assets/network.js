// Makes the networks of a page movable: drag, zoom, neighbours, more labels.

import { h } from "./dom.js";

const STEP = 1.4, MOST = 8, CLICK = 4, APART = 30, ROUNDS = 40;
const KINDS = "click dragstart focusin focusout keydown pointercancel pointerdown pointerleave pointermove pointerover pointerup wheel";
const still = matchMedia("(prefers-reduced-motion: reduce)");
const clamp = (value, least, most) => Math.min(Math.max(value, least), Math.max(least, most));
const place = (node, { x, y }, { width, height }) =>
  Object.assign(node, { x: clamp(x, 8, width - 8), y: clamp(y, 8, height - 8) });
const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

class Network {
  constructor(svg) {
    this.svg = svg;
    ({ width: this.width, height: this.height } = svg.viewBox.baseVal);
    this.nodes = [...svg.querySelectorAll("[data-node]")].map(readNode);
    this.edges = [...svg.querySelectorAll("[data-ends]")].map((line) => this.readEdge(line));
    this.pointers = new Map();
    this.view = { x: 0, y: 0, scale: 1 };
    svg.before(this.bar());
    const listen = (event) => this[event.type.replace("cancel", "up")](event);
    for (const kind of KINDS.split(" ")) svg.addEventListener(kind, listen, { passive: false });
  }

  readEdge(line) {
    const [one, other] = line.dataset.ends.split(" ").map((number) => this.nodes[number]);
    one.near.add(other);
    other.near.add(one);
    return { line, one, other, length: distance(one, other) };
  }

  bar() {
    const button = (text, label, click) => h("button", { type: "button", "aria-label": label, click }, text);
    return h("div", { class: "zoom", role: "group", "aria-label": `Zoom: ${this.svg.ariaLabel}` },
      button("+", "Zoom in", () => this.zoom(STEP)),
      button("−", "Zoom out", () => this.zoom(1 / STEP)),
      button("Show all", null, () => this.reset()));
  }

  nodeOf(element) {
    return this.nodes[element.closest("[data-node]")?.dataset.node];
  }

  light(node) {
    this.svg.classList.toggle("lit", Boolean(node));
    for (const each of this.nodes) each.group.classList.toggle("near", each === node || Boolean(node?.near.has(each)));
    for (const { line, one, other } of this.edges) line.classList.toggle("near", one === node || other === node);
  }

  pointerover({ target }) {
    this.light(this.nodeOf(target));
  }

  pointerleave() {
    this.light(null);
  }

  focusout() {
    this.light(null);
  }

  focusin({ target }) {
    const node = this.nodeOf(target);
    this.light(node);
    const { x, y, scale } = this.view, w = this.width / scale / 2, h = this.height / scale / 2;
    if (node && (Math.abs(node.x - x - w) > w || Math.abs(node.y - y - h) > h)) this.look(node.x - w, node.y - h, scale);
  }

  // Circles and labels grow less than distances

  zoom(factor, at) {
    const { x, y, scale } = this.view;
    at ??= { x: x + this.width / scale / 2, y: y + this.height / scale / 2 };
    const next = clamp(scale * factor, 1, MOST);
    this.look(at.x - ((at.x - x) * scale) / next, at.y - ((at.y - y) * scale) / next, next);
  }

  look(x, y, scale) {
    const w = this.width / scale, h = this.height / scale;
    x = clamp(x, 0, this.width - w);
    y = clamp(y, 0, this.height - h);
    this.view = { x, y, scale };
    this.svg.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
    this.svg.classList.toggle("zoomed", scale > 1);
    this.draw();
  }

  reset() {
    for (const node of this.nodes) Object.assign(node, node.home);
    this.look(0, 0, 1);
  }

  at(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  // Without Ctrl the page scrolls, unless zoomed
  wheel(event) {
    if (!event.ctrlKey && !event.metaKey && this.view.scale === 1) return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), this.at(event));
  }

  keydown(event) {
    if (event.ctrlKey || event.metaKey) return;
    const { x, y, scale } = this.view, step = 60 / scale;
    const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if ("+=".includes(event.key)) this.zoom(STEP);
    else if (event.key === "-") this.zoom(1 / STEP);
    else if (event.key === "0") this.reset();
    else if (arrow && scale > 1) this.look(x + arrow[0] * step, y + arrow[1] * step, scale);
    else return;
    event.preventDefault();
  }

  // One pointer drags a circle or the view, two pinch

  pointerdown(event) {
    if (event.button) return;
    this.dragged = false;
    this.held = this.pointers.size ? null : this.nodeOf(event.target);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.start = { x: event.clientX, y: event.clientY };
  }

  pointermove(event) {
    const before = this.pointers.get(event.pointerId), now = { x: event.clientX, y: event.clientY };
    if (!before || (!this.dragged && distance(now, this.start) < CLICK)) return;
    if (!this.dragged) this.svg.setPointerCapture(event.pointerId);
    this.dragged = true;
    this.pointers.set(event.pointerId, now);
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    const { x, y, scale } = this.view, unit = this.width / scale / this.svg.getBoundingClientRect().width;
    if (other) this.zoom(distance(now, other) / (distance(before, other) || 1), this.at(event));
    else if (this.held) this.settle(place(this.held, this.at(event), this), 0);
    else this.look(x - (now.x - before.x) * unit, y - (now.y - before.y) * unit, scale);
  }

  pointerup(event) {
    this.pointers.delete(event.pointerId);
    if (this.dragged && this.held) this.settle(this.held, ROUNDS);
    this.held = null;
  }

  dragstart(event) {
    event.preventDefault();
  }

  click(event) {
    if (this.dragged) event.preventDefault();
  }

  settle(node, rounds) {
    do this.relax(node);
    while (--rounds > 0 && still.matches);
    this.draw();
    if (rounds > 0) requestAnimationFrame(() => this.settle(node, rounds));
  }

  // Edges keep about their lengths, circles keep apart

  relax(fixed) {
    for (const { one, other, length } of this.edges) this.part(one, other, length, 0.06, fixed);
    for (const [number, one] of this.nodes.entries())
      for (const other of this.nodes.slice(number + 1))
        if (distance(one, other) < APART) this.part(one, other, APART, 0.3, fixed);
  }

  part(one, other, length, pull, fixed) {
    const now = distance(one, other) || 1, push = ((length - now) / now / 2) * pull;
    const x = (one.x - other.x) * push, y = (one.y - other.y) * push;
    for (const [node, sign] of [[one, 1], [other, -1]])
      if (node !== fixed) place(node, { x: node.x + sign * x, y: node.y + sign * y }, this);
  }

  draw() {
    const scale = this.view.scale ** -0.75;
    for (const { group, x, y } of this.nodes) group.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    for (const { line, one, other } of this.edges)
      for (const [name, value] of [["x1", one.x], ["y1", one.y], ["x2", other.x], ["y2", other.y]]) line.setAttribute(name, value);
    this.label(scale);
  }

  label(scale) {
    const around = ({ x, y, group }, part) => {
      const box = group.querySelector(part).getBBox();
      return new DOMRect(x + box.x * scale, y + box.y * scale, box.width * scale, box.height * scale);
    };
    const taken = this.nodes.map((node) => around(node, ".shape"));
    for (const node of this.nodes) {
      const box = around(node, "text");
      const meets = taken.some((other) =>
        box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom);
      node.group.querySelector("text").classList.toggle("spare", meets || box.left < 0 || box.right > this.width);
      if (!meets) taken.push(box);
    }
  }
}

function readNode(group) {
  const { e: x, f: y } = group.transform.baseVal.consolidate().matrix;
  return { group, x, y, home: { x, y }, near: new Set() };
}

for (const svg of document.querySelectorAll("svg.network:has([data-node])")) new Network(svg);
