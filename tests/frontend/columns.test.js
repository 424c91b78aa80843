import assert from "node:assert/strict";
import test from "node:test";

import { candidates, columnsOf, fitting, VIEWS } from "./assets/results/columns.js";

const XSD = "http://www.w3.org/2001/XMLSchema#";
const iri = (value) => ({ type: "uri", value: `https://kg.example.org/${value}` });
const plain = (value, language) => ({ type: "literal", value, ...(language ? { "xml:lang": language } : {}) });
const typed = (value, type) => ({ type: "literal", value: String(value), datatype: `${XSD}${type}` });
const views = (columns, ...rows) => Object.keys(fitting(columnsOf({ columns, rows })));
const kinds = (columns, ...rows) => columnsOf({ columns, rows }).map((column) => column.kind);

test("a column is what all its terms are", () => {
  assert.deepEqual(kinds(["a", "b", "c"], [iri("x"), typed(1, "integer"), plain("x")], [iri("y"), plain("x"), null]), ["iri", "text", "text"]);
  assert.deepEqual(kinds(["a"], [null]), ["empty"]);
  assert.deepEqual(kinds(["a"]), ["empty"]);
});

test("a whole number is a year where its column is called so", () => {
  assert.deepEqual(kinds(["year", "works"], [typed(2021, "integer"), typed(2021, "integer")]), ["year", "number"]);
  assert.deepEqual(kinds(["year"], [typed(7, "integer")]), ["number"]);
  assert.deepEqual(kinds(["when"], [typed(2021, "gYear")]), ["year"]);
});

test("dates are dates however precise, also where one lasts until now", () => {
  assert.deepEqual(kinds(["end"], [plain("2019-05")], [plain("present")], [typed("2020-01-02", "date")]), ["date"]);
  assert.deepEqual(kinds(["end"], [plain("present")]), ["text"]);
  assert.deepEqual(kinds(["pages"], [plain("2019-05-x")]), ["text"]);
});

test("a column of text in some language says so", () => {
  const [column] = columnsOf({ columns: ["name"], rows: [[plain("Ada", "en")], [plain("Ada")]] });
  assert.equal(column.language, true);
});

test("names with numbers fit bars, and the text is the label", () => {
  const columns = columnsOf({ columns: ["person", "name", "works"], rows: [[iri("a"), plain("Ada"), typed(3, "integer")]] });
  assert.deepEqual(fitting(columns), { table: {}, bar: { label: 1, value: 2 } });
});

test("works per year are bars by year", () => {
  const columns = columnsOf({ columns: ["year", "works"], rows: [[typed(2021, "integer"), typed(3, "integer")]] });
  assert.deepEqual(fitting(columns).bar, { label: 0, value: 1 });
});

test("two columns of things make a network, rather than two of texts", () => {
  const columns = columnsOf({
    columns: ["name", "otherName", "works", "one", "other"],
    rows: [[plain("Ada"), plain("Charles"), typed(2, "integer"), iri("a"), iri("c")]],
  });
  assert.deepEqual(fitting(columns).network, { from: 3, to: 4, weight: 2 });
});

test("the network of triples is of subjects and objects, also where some objects are texts", () => {
  const columns = columnsOf({ columns: ["s", "p", "o"], rows: [[iri("a"), iri("p"), iri("b")], [iri("a"), iri("q"), plain("Ada")]] });
  assert.deepEqual(fitting(columns).network, { from: 0, to: 2 });
});

test("one column of names is a table and nothing else", () => {
  assert.deepEqual(views(["name"], [plain("Ada")]), ["table"]);
  assert.deepEqual(views([]), ["table"]);
});

test("a role offers the columns of its kinds only", () => {
  const columns = columnsOf({ columns: ["name", "works"], rows: [[plain("Ada"), typed(2, "integer")]] });
  assert.deepEqual(candidates(VIEWS.bar.roles.value, columns).map((column) => column.name), ["works"]);
});
