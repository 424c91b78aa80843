import assert from "node:assert/strict";
import test from "node:test";

import { networkOf } from "./assets/results/network.js";
import { sorted } from "./assets/results/table.js";

const literal = (value) => ({ type: "literal", value: String(value) });
const iri = (value) => ({ type: "uri", value });

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

test("a large network shows the things with the most links", () => {
  const rows = Array.from({ length: 500 }, (_, i) => [iri("hub"), iri(`n ${i}`)]);
  const { nodes, all } = networkOf({ rows }, { from: 0, to: 1 });
  assert.equal(all, 501);
  assert.equal(nodes[0].term.value, "hub");
  assert.ok(nodes.length <= 120);
  assert.ok(nodes.every(({ key }) => !key.includes(" ")));
});
