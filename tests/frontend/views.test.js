import assert from "node:assert/strict";
import test from "node:test";

import { arrange, networkOf, readable } from "./assets/results/network.js";
import { sorted } from "./assets/results/table.js";
import { span, ticks } from "./assets/results/timeline.js";

const literal = (value) => ({ type: "literal", value: String(value) });
const iri = (value) => ({ type: "uri", value });

test("a date spans as much as it is precise", () => {
  assert.deepEqual(span("2019"), [2019, 2020]);
  assert.deepEqual(span("2019-07"), [2019.5, 2019.5 + 1 / 12]);
  assert.deepEqual(span("present", new Date(2026, 6, 1)), [2026.5, 2026.5]);
  assert.equal(span("soon"), null);
  assert.equal(span(undefined), null);
});

test("an axis has about ten lines at most", () => {
  assert.deepEqual(ticks(2018, 2021), [2018, 2019, 2020, 2021]);
  assert.deepEqual(ticks(1985, 2024), [1985, 1990, 1995, 2000, 2005, 2010, 2015, 2020]);
  assert.ok(ticks(1, 9999).length <= 11);
});

test("rows are sorted as numbers where they are numbers, and what is empty comes last", () => {
  const rows = [[literal(10)], [null], [literal(9)]];
  const values = (direction) => sorted(rows, { index: 0, kind: "number" }, direction, String).map(([term]) => term?.value ?? null);
  assert.deepEqual(values(1), ["9", "10", null]);
  assert.deepEqual(values(-1), ["10", "9", null]);
});

test("pairs in either direction are one edge, a thing with itself is none", () => {
  const rows = [[iri("a"), iri("b"), literal(2)], [iri("b"), iri("a"), literal(1)], [iri("a"), iri("a"), literal(1)], [iri("a"), null, null]];
  const { nodes, edges } = networkOf({ rows }, { from: 0, to: 1, weight: 2 });
  assert.equal(nodes.length, 2);
  assert.deepEqual(edges.map((edge) => edge.weight), [3]);
});

test("a large network shows the things with the most links, and a place is a number within the picture", () => {
  const rows = Array.from({ length: 500 }, (_, i) => [iri("hub"), iri(`n${i}`)]);
  const { nodes, edges, all } = networkOf({ rows }, { from: 0, to: 1 });
  assert.equal(all, 501);
  assert.equal(nodes[0].term.value, "hub");
  assert.ok(nodes.length <= 120);
  arrange(nodes, edges, [960, 640]);
  assert.ok(nodes.every(({ x, y }) => x >= 0 && x <= 960 && y >= 0 && y <= 640));
});

test("no label that is shown lies over another one, or over a node", () => {
  const nodes = [{ x: 10, y: 10 }, { x: 12, y: 24 }, { x: 10, y: 60 }, { x: 200, y: 120 }, { x: 150, y: 120 }];
  assert.deepEqual([...readable(nodes, () => "Ada Lovelace")], [nodes[0], nodes[2], nodes[3]]);
});
