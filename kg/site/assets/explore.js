// The explorer: a part of the graph on a canvas, to be searched, filtered, moved and grown.

import { Camera } from "./explore/camera.js";
import { Layout } from "./explore/layout.js";
import { Model } from "./explore/model.js";
import { Painter } from "./explore/painter.js";
import { describe, found } from "./explore/words.js";
import { shardOf } from "./shards.js";

const CLICK = 4;
const still = matchMedia("(prefers-reduced-motion: reduce)");

class Explorer {
  constructor(element, model) {
    this.element = element;
    this.model = model;
    this.canvas = element.querySelector("canvas");
    this.camera = new Camera();
    const boxes = [...element.querySelectorAll(".kinds input")];
    this.titles = new Map(boxes.map((box) => [box.value, { one: box.dataset.one, many: box.parentElement.textContent.trim() }]));
    this.painter = new Painter(this.canvas, boxes, this.camera);
    this.pointers = new Map();
    this.chosen = null;
    this.alone = false;
    this.tools();
    this.touch();
    new ResizeObserver(() => this.redraw()).observe(this.canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw());
    this.filter();
  }

  tools() {
    const { element } = this, input = element.querySelector("#find"), list = element.querySelector(".found");
    element.querySelector(".kinds").addEventListener("change", () => { this.fitted = false; this.filter(); });
    for (const button of element.querySelectorAll("[data-zoom]"))
      button.addEventListener("click", () => this.zoom(Number(button.dataset.zoom)));
    const close = () => list.replaceChildren();
    const reveal = (node) => { close(); this.reveal(node); };
    input.addEventListener("input", () => found(list, this.model.find(input.value), reveal));
    input.parentElement.addEventListener("keydown", (event) => { if (event.key === "Escape") { close(); input.focus(); } });
    input.parentElement.addEventListener("focusout", ({ relatedTarget }) => { if (!list.contains(relatedTarget)) close(); });
  }

  touch() {
    const on = (kind, act) => this.canvas.addEventListener(kind, act, { passive: false });
    on("pointerdown", (event) => this.down(event));
    on("pointermove", (event) => this.move(event));
    for (const kind of ["pointerup", "pointercancel"]) on(kind, (event) => this.up(event));
    on("pointerleave", () => this.hover(null));
    on("dblclick", (event) => { const node = this.under(event); if (node) this.expand(node); });
    on("wheel", (event) => {
      event.preventDefault();
      this.camera.zoom(Math.exp(-event.deltaY * 0.0015), event.offsetX, event.offsetY);
      this.redraw();
    });
  }

  // What is shown

  filter() {
    const kinds = [...this.element.querySelectorAll(".kinds input:checked")].map((box) => box.value);
    this.part = this.model.part(kinds, this.alone ? this.chosen : null);
    this.layout = new Layout(this.part);
    this.run(!this.fitted);
  }

  run(fit = false) {
    cancelAnimationFrame(this.frame);
    if (still.matches) this.layout.finish();
    const step = () => {
      const goes = this.layout.step();
      if (fit && !this.held) this.fit();
      this.painter.draw(this.part, this.chosen, this.hovered);
      if (goes) this.frame = requestAnimationFrame(step);
      else this.fitted = true;
    };
    step();
  }

  redraw() {
    this.painter.resize();
    if (!this.fitted) this.fit();
    this.painter.draw(this.part, this.chosen, this.hovered);
  }

  fit() {
    this.camera.fit(this.part.nodes, this.canvas.clientWidth, this.canvas.clientHeight);
  }

  zoom(factor) {
    this.fitted = true;
    if (factor) this.camera.zoom(factor, this.canvas.clientWidth / 2, this.canvas.clientHeight / 2);
    else this.fit();
    this.redraw();
  }

  // What is chosen

  reveal(node) {
    const box = this.element.querySelector(`.kinds input[value="${node.kind}"]`);
    if (box && !box.checked) { box.checked = true; this.filter(); }
    this.choose(node);
    this.fitted = true;
    this.camera.centre(node, this.canvas.clientWidth, this.canvas.clientHeight);
    this.redraw();
  }

  choose(node) {
    this.chosen = node;
    if (!node && this.alone) { this.alone = false; this.filter(); }
    describe(this.element.querySelector(".about"), node, this, this.element.dataset.root);
    this.redraw();
  }

  isolate() {
    this.alone = !this.alone;
    this.fitted = false;
    this.filter();
    this.choose(this.chosen);
  }

  async expand(node) {
    const shard = shardOf(node.local, this.model.shards);
    const answer = await fetch(`${this.element.dataset.root}explore/${shard ?? node.local}.json`);
    if (answer.ok) this.model.add(within(await answer.json(), node.local), node);
    node.isWhole = answer.ok;
    this.fitted = true;
    this.filter();
    this.choose(node);
  }

  hover(node) {
    if (node === this.hovered) return;
    this.hovered = node;
    this.canvas.classList.toggle("pointing", Boolean(node));
    this.redraw();
  }

  under(event) {
    return this.painter.at(this.part, event.offsetX, event.offsetY);
  }

  // Pointers: one on a thing drags it, one beside it moves the view, two pinch

  down(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    this.held = this.pointers.size === 1 ? this.under(event) : null;
    this.start = { x: event.offsetX, y: event.offsetY };
    this.dragged = false;
  }

  move(event) {
    const before = this.pointers.get(event.pointerId), now = { x: event.offsetX, y: event.offsetY };
    if (!before) return this.hover(this.under(event));
    this.dragged ||= Math.hypot(now.x - this.start.x, now.y - this.start.y) > CLICK;
    if (!this.dragged) return;
    this.fitted = true;
    this.pointers.set(event.pointerId, now);
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const ratio = Math.hypot(now.x - other.x, now.y - other.y) / (Math.hypot(before.x - other.x, before.y - other.y) || 1);
      this.camera.zoom(ratio, (now.x + other.x) / 2, (now.y + other.y) / 2);
      this.redraw();
    } else if (this.held) {
      Object.assign(this.held, this.camera.world(now.x, now.y), { fixed: true });
      this.layout.warm();
      this.run();
    } else {
      this.camera.pan(now.x - before.x, now.y - before.y);
      this.redraw();
    }
  }

  up(event) {
    this.pointers.delete(event.pointerId);
    if (this.held) this.held.fixed = false;
    if (!this.dragged && event.type === "pointerup") this.choose(this.under(event));
    this.held = null;
  }
}

/** Return what a file says of a thing, which may be one of many there. */
function within(told, local) {
  return told.around ? { kinds: told.kinds, ...(told.around[local] ?? { nodes: [], edges: [] }) } : told;
}

const element = document.querySelector("#explorer");
const answer = await fetch(`${element.dataset.root}explore.json`);
if (answer.ok) {
  const model = new Model(await answer.json());
  element.hidden = false;
  document.querySelector("#overview").hidden = true;
  new Explorer(element, model);
}
