import assert from "node:assert/strict";
import test from "node:test";

import { csv, json, readJson, readTriples, tsv, xml } from "./assets/results/formats.js";

const XSD = "http://www.w3.org/2001/XMLSchema#";
const result = {
  columns: ["name", "works"],
  rows: [
    [{ type: "literal", value: 'Ada "A", L.\nLovelace' }, { type: "literal", value: "3", datatype: `${XSD}integer` }],
    [{ type: "uri", value: "https://kg.example.org/person/ada" }, null],
    [{ type: "bnode", value: "b0" }, { type: "literal", value: "drei\t& <mehr>", "xml:lang": "de" }],
  ],
};

test("CSV holds plain values, quoted where they need it", () => {
  assert.equal(csv(result), 'name,works\r\n"Ada ""A"", L.\nLovelace",3\r\nhttps://kg.example.org/person/ada,\r\n_:b0,drei\t& <mehr>\r\n');
});

test("TSV holds terms as SPARQL writes them, one row a line", () => {
  const lines = tsv(result).split("\n");
  assert.deepEqual(lines, ["?name\t?works", '"Ada \\"A\\", L.\\nLovelace"\t3', "<https://kg.example.org/person/ada>\t", '_:b0\t"drei\\t& <mehr>"@de', ""]);
});

test("JSON comes back as it was", () => {
  assert.deepEqual(readJson(json(result)), result);
});

test("XML escapes what markup means, and drops what it cannot hold", () => {
  const written = xml({ columns: ["x"], rows: [[{ type: "literal", value: '</literal><script>&"\u0000' }]] });
  assert.match(written, /<literal>&lt;\/literal&gt;&lt;script&gt;&amp;&quot;\ufffd<\/literal>/);
  assert.match(xml(result), /<literal xml:lang="de">/);
  assert.match(xml(result), /<literal datatype="http:\/\/www.w3.org\/2001\/XMLSchema#integer">3</);
});

test("the answer to ASK is no table", () => {
  assert.deepEqual(readJson('{"head":{},"boolean":true}'), { boolean: true, columns: [], rows: [] });
});

test("N-Triples are a table of three columns", () => {
  const source = '<http://a> <http://b> "x \\"y\\" \\u00e9\\U0001F600\\n"@en .\n<http://a> <http://b> _:c .\n# a comment\n<http://a> <http://b> "1"^^<http://d> .\n';
  assert.deepEqual(readTriples(source).rows.map((row) => row[2]), [
    { type: "literal", value: 'x "y" é😀\n', "xml:lang": "en" },
    { type: "bnode", value: "c" },
    { type: "literal", value: "1", datatype: "http://d" },
  ]);
});

test("a code point that does not exist is replaced, not thrown", () => {
  assert.equal(readTriples('<http://a> <http://b> "\\UFFFFFFFF" .').rows[0][2].value, "\ufffd");
});
