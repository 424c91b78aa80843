// What is known of the graph: things with their ties, and the part of them that is to be shown.

import { fold } from "../folding.js";

const GOLDEN = 2.399963, BETWEEN = 25, FOUND = 8;

export class Model {
  constructor(data) {
    this.nodes = new Map();
    this.shards = data.shards;
    this.add(data);
  }

  add({ kinds, nodes, edges }, around = null) {
    const things = nodes.map(([kind, local, name]) => this.node(kinds[kind], local, name, around));
    for (const [one, other] of edges) {
      things[one].near.add(things[other]);
      things[other].near.add(things[one]);
    }
  }

  node(kind, local, name, around) {
    if (!this.nodes.has(local)) {
      const number = this.nodes.size + 1, far = around ? 30 : 11 * Math.sqrt(number);
      const x = (around?.x ?? 0) + far * Math.cos(GOLDEN * number), y = (around?.y ?? 0) + far * Math.sin(GOLDEN * number);
      this.nodes.set(local, { kind, local, name, folded: fold(name), near: new Set(), x, y });
    }
    return this.nodes.get(local);
  }

  find(text) {
    const words = fold(text).split(/\s+/).filter(Boolean);
    if (!words.length) return [];
    const hits = [...this.nodes.values()].filter(({ folded }) => words.every((word) => folded.includes(word)));
    return hits.sort((one, other) => other.near.size - one.near.size).slice(0, FOUND);
  }

  // The things of some kinds and their ties; people are tied by works also where works are not shown
  part(kinds, alone) {
    const near = alone && this.around(alone, kinds);
    const wanted = (node) => kinds.includes(node.kind) && (!near || near.has(node));
    const nodes = [...this.nodes.values()].filter((node) => wanted(node) || node === alone);
    const shown = new Set(nodes), pairs = new Map();
    for (const one of nodes) for (const other of one.near) if (shown.has(other)) this.tie(pairs, one, other);
    if (!kinds.includes("work")) this.skip(pairs, shown);
    for (const node of nodes) node.ties = 0;
    const edges = [...pairs.values()];
    for (const { one, other } of edges) { one.ties++; other.ties++; }
    return { nodes: nodes.sort((one, other) => other.ties - one.ties), edges };
  }

  around(alone, kinds) {
    const works = kinds.includes("work") ? [] : [...alone.near].filter(({ kind }) => kind === "work");
    return new Set([alone, ...alone.near, ...works.flatMap(({ near }) => [...near])]);
  }

  tie(pairs, one, other) {
    const [first, last] = one.local < other.local ? [one, other] : [other, one];
    pairs.set(`${first.local} ${last.local}`, { one: first, other: last });
  }

  skip(pairs, shown) {
    for (const work of this.nodes.values()) {
      if (work.kind !== "work") continue;
      const authors = [...work.near].filter((node) => node.kind === "person" && shown.has(node)).slice(0, BETWEEN);
      authors.forEach((one, place) => authors.slice(place + 1).forEach((other) => this.tie(pairs, one, other)));
    }
  }
}
