import assert from "node:assert/strict";
import test from "node:test";

import { columnsOf, pairOf } from "./assets/results/columns.js";

const XSD = "http://www.w3.org/2001/XMLSchema#";
const iri = (value) => ({ type: "uri", value: `https://kg.example.org/${value}` });
const plain = (value, language) => ({ type: "literal", value, ...(language ? { "xml:lang": language } : {}) });
const typed = (value, type) => ({ type: "literal", value: String(value), datatype: `${XSD}${type}` });
const kinds = (columns, ...rows) => columnsOf({ columns, rows }).map((column) => column.kind);

test("a column is what all its terms are", () => {
  assert.deepEqual(kinds(["a", "b", "c"], [iri("x"), typed(1, "integer"), plain("x")], [iri("y"), plain("x"), null]), ["iri", "text", "text"]);
  assert.deepEqual(kinds(["a"], [null]), ["empty"]);
  assert.deepEqual(kinds(["a"]), ["empty"]);
});

test("a whole number is a year where its column is called so", () => {
  assert.deepEqual(kinds(["year", "works"], [typed(2021, "integer"), typed(2021, "integer")]), ["year", "number"]);
  assert.deepEqual(kinds(["year"], [typed(7, "integer")]), ["number"]);
});

test("a column of numbers knows the highest, to which bars are as long as numbers", () => {
  const [, works] = columnsOf({ columns: ["name", "works"], rows: [[plain("Ada"), typed(3, "integer")], [plain("Bo"), null]] });
  assert.equal(works.most, 3);
});

test("two columns of things make a network, rather than two of texts", () => {
  const columns = columnsOf({
    columns: ["name", "otherName", "works", "one", "other"],
    rows: [[plain("Ada"), plain("Charles"), typed(2, "integer"), iri("a"), iri("c")]],
  });
  assert.deepEqual(pairOf(columns), { from: 3, to: 4, weight: 2 });
});

test("the network of triples is of subjects and objects, also where some objects are texts", () => {
  const columns = columnsOf({ columns: ["s", "p", "o"], rows: [[iri("a"), iri("p"), iri("b")], [iri("a"), iri("q"), plain("Ada")]] });
  assert.deepEqual(pairOf(columns), { from: 0, to: 2, weight: undefined });
});

test("one column of names is no network", () => {
  assert.equal(pairOf(columnsOf({ columns: ["name"], rows: [[plain("Ada")]] })), null);
  assert.equal(pairOf(columnsOf({ columns: [], rows: [] })), null);
});
