// Networks that can be moved: drag, zoom, neighbours, more labels; and to which more can be added.

import { h, s } from "./dom.js";
import { t } from "./words.js";

const STEP = 1.4, MOST = 8, CLICK = 4, APART = 30, ROUNDS = 40, LENGTH = 110, LONGEST = 28, LABEL = 110;
const KINDS = "click dragstart focusin focusout keydown pointercancel pointerdown pointerleave pointermove pointerover pointerup wheel";
const GOLDEN = Math.PI * (3 - Math.sqrt(5));
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const clamp = (value, least, most) => Math.min(Math.max(value, least), Math.max(least, most));
const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/**
 * A node of a network; `near` has its neighbours with the weights of their ties.
 * @typedef {{id: string, name: string, group: SVGElement, x: number, y: number, near: Map<Node, number>}} Node
 */

export class Network {
  /**
   * @param {SVGSVGElement} svg a network as kg/site/charts/network.py draws it
   * @param {(node: Node) => void} choose called where a circle is chosen; without it, its link is followed
   */
  constructor(svg, choose = null) {
    Object.assign(this, { svg, choose, nodes: new Map(), edges: [], pointers: new Map(), view: { x: 0, y: 0, scale: 1 } });
    ({ width: this.width, height: this.height } = svg.viewBox.baseVal);
    for (const group of svg.querySelectorAll("[data-node]")) this.read(group);
    for (const line of svg.querySelectorAll("[data-ends]")) {
      const [one, other] = line.dataset.ends.split(" ").map((id) => this.nodes.get(id));
      this.tie(one, other, line, Number(line.getAttribute("stroke-width")));
    }
    svg.before(this.bar());
    const listen = (event) => this[event.type.replace("cancel", "up")](event);
    for (const kind of KINDS.split(" ")) svg.addEventListener(kind, listen, { passive: false });
  }

  read(group) {
    const { e: x, f: y } = group.transform.baseVal.consolidate().matrix;
    const name = group.querySelector("title").textContent, id = group.dataset.node;
    this.nodes.set(id, { id, name, group, x, y, home: { x, y }, near: new Map() });
  }

  tie(one, other, line, weight) {
    one.near.set(other, weight);
    other.near.set(one, weight);
    this.edges.push({ line, one, other, length: clamp(distance(one, other), LENGTH / 2, this.width) });
  }

  /** Add things with `id`, `name`, `href` and a class, and ties with `one`, `other` and `weight`; what is there stays. */
  add(things, ties, { x, y } = { x: this.width / 2, y: this.height / 2 }) {
    const added = new Set();
    for (const { id, name, href, kind } of things) {
      if (this.nodes.has(id)) continue;
      const far = APART * Math.sqrt(added.size + 4), turn = GOLDEN * added.size;
      const home = this.within({ x: x + far * Math.cos(turn), y: y + far * Math.sin(turn) });
      const label = name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name;
      const group = s(href ? "a" : "g", { class: `node ${kind}`, href, "data-node": id },
        s("title", {}, name), s("circle", { r: 6, class: "shape" }), s("text", { x: 10, y: 4, class: "label" }, label));
      this.svg.querySelector("[role=list]").append(s("g", { role: "listitem" }, group));
      this.nodes.set(id, { id, name, group, ...home, home, near: new Map() });
      added.add(this.nodes.get(id));
    }
    for (const { one: first, other: second, weight } of ties) {
      const [one, other] = [this.nodes.get(first), this.nodes.get(second)];
      if (!one || !other || one === other || one.near.has(other)) continue;
      const line = s("line", { class: "edge", "stroke-width": clamp(0.8 + Math.sqrt(weight) / 2, 0.8, 6).toFixed(1), "data-ends": `${first} ${second}` });
      this.svg.querySelector(".edges").append(line);
      this.tie(one, other, line, weight);
    }
    return added;
  }

  /** Let nodes find places all over the picture; what is tied comes near. */
  arrange() {
    const moving = [...this.nodes.values()], apart = 0.8 * Math.sqrt((this.width * this.height) / moving.length);
    for (const edge of this.edges) edge.length = apart;
    for (let round = 0; round < 3 * ROUNDS; round++) this.relax(() => false, Math.max(APART, apart * (1 - round / (3 * ROUNDS))));
    for (const [axis, side, end] of [["x", this.width, LABEL], ["y", this.height, 0]]) {
      const places = moving.map((node) => node[axis]), low = Math.min(...places), high = Math.max(...places);
      for (const node of moving) node[axis] = APART + ((node[axis] - low) / (high - low || 1)) * (side - end - 2 * APART);
    }
    for (const node of moving) node.home = { x: node.x, y: node.y };
    this.draw();
  }

  /** Show only some nodes, and the names of communities unless these are but a part. */
  only(shown, isPart) {
    const isShown = (node) => shown.has(node);
    for (const node of this.nodes.values()) node.group.toggleAttribute("hidden", !isShown(node));
    for (const { line, one, other } of this.edges) line.toggleAttribute("hidden", !isShown(one) || !isShown(other));
    this.svg.querySelector(".communities")?.toggleAttribute("hidden", isPart);
    this.draw();
  }

  bar() {
    const button = (text, label, click) => h("button", { type: "button", "aria-label": label, click }, text);
    return h("div", { class: "zoom", role: "group", "aria-label": t("Zoom: {name}", { name: this.svg.ariaLabel }) },
      button("+", t("Zoom in"), () => this.zoom(STEP)),
      button("−", t("Zoom out"), () => this.zoom(1 / STEP)),
      button(t("Show all"), null, () => this.reset()));
  }

  nodeOf(element) {
    return this.nodes.get(element.closest("[data-node]")?.dataset.node);
  }

  light(node) {
    const lit = node ?? this.chosen;
    this.svg.classList.toggle("lit", Boolean(lit));
    for (const each of this.nodes.values()) each.group.classList.toggle("near", each === lit || Boolean(lit?.near.has(each)));
    for (const { line, one, other } of this.edges) line.classList.toggle("near", one === lit || other === lit);
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
    for (const node of this.nodes.values()) Object.assign(node, node.home);
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
    else if (this.held) this.settle(Object.assign(this.held, this.within(this.at(event))), 0);
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
    const node = this.nodeOf(event.target);
    if (this.dragged || (node && this.choose)) event.preventDefault();
    if (node && this.choose && !this.dragged) this.choose(node);
  }

  settle(held, rounds) {
    do this.relax((node) => node === held);
    while (--rounds > 0 && isStill());
    this.draw();
    if (rounds > 0) requestAnimationFrame(() => this.settle(held, rounds));
  }

  // Edges keep about their lengths, circles keep apart

  relax(isFixed, apart = APART) {
    const shown = [...this.nodes.values()].filter(({ group }) => !group.hasAttribute("hidden"));
    for (const { one, other, length } of this.edges) this.part(one, other, length, 0.06, isFixed);
    for (const [number, one] of shown.entries())
      for (const other of shown.slice(number + 1))
        if (distance(one, other) < apart) this.part(one, other, apart, 0.3, isFixed);
  }

  part(one, other, length, pull, isFixed) {
    const now = distance(one, other) || 1, push = ((length - now) / now / 2) * pull;
    const x = (one.x - other.x) * push, y = (one.y - other.y) * push;
    for (const [node, sign] of [[one, 1], [other, -1]])
      if (!isFixed(node)) Object.assign(node, this.within({ x: node.x + sign * x, y: node.y + sign * y }));
  }

  within({ x, y }) {
    return { x: clamp(x, 12, this.width - 12), y: clamp(y, 12, this.height - 12) };
  }

  draw() {
    const scale = this.view.scale ** -0.75;
    for (const { group, x, y } of this.nodes.values()) group.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    for (const { line, one, other } of this.edges)
      for (const [name, value] of [["x1", one.x], ["y1", one.y], ["x2", other.x], ["y2", other.y]]) line.setAttribute(name, value);
    this.label(scale);
  }

  label(scale) {
    const shown = [...this.nodes.values()].filter(({ group }) => !group.hasAttribute("hidden"));
    const around = ({ x, y, group }, part) => {
      const box = group.querySelector(part).getBBox();
      return new DOMRect(x + box.x * scale, y + box.y * scale, box.width * scale, box.height * scale);
    };
    const taken = [...this.svg.querySelectorAll(".communities:not([hidden]) text")].map((text) => text.getBBox());
    const circles = new Map(shown.map((node) => [node, around(node, ".shape")]));
    const meets = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
    for (const node of shown) {
      const text = node.group.querySelector("text");
      const isFree = (side) => {
        text.setAttribute("x", side * (node.group.querySelector(".shape").r.baseVal.value + 4));
        text.setAttribute("y", 4);
        text.setAttribute("class", side < 0 ? "label end" : "label");
        const box = around(node, "text"), covers = (other) => meets(box, other);
        if (box.left < 0 || box.right > this.width || taken.some(covers)) return false;
        if ([...circles].some(([other, circle]) => other !== node && covers(circle))) return false;
        return taken.push(box) > 0;
      };
      const sides = node.x < (this.chosen ?? this.nodes.values().next().value).x ? [-1, 1] : [1, -1];
      text.classList.toggle("spare", !sides.some(isFree));
    }
  }
}

/** Return an empty network of some size. */
export function emptyNetwork(width, height, name) {
  return s("svg", { class: "chart network picture", viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": name },
    s("g", { class: "edges", "aria-hidden": "true" }), s("g", { role: "list" }));
}
