import assert from "node:assert/strict";
import test from "node:test";

import { bound, termOf } from "./assets/editor/named.js";
import { matching } from "./assets/editor/completion.js";
import { placeOf } from "./assets/results/endpoint.js";
import { href, short, text, written } from "./assets/results/terms.js";

const site = {
  base: "https://kg.example.org/", root: "../", kinds: ["person", "work"],
  prefixes: { schema: "https://schema.org/" },
};
const named = {
  sparql: "#+ summary: Co-authors\n#+ view: bar\n\nSELECT * { VALUES ?person { UNDEF } VALUES ?year { UNDEF } ?work ?p ?person }\n",
  parameters: {
    person: { type: "person", required: true, example: "ada-lovelace" },
    year: { type: "year", required: false, example: "2021" },
  },
};

test("a thing of the graph leads to its page, its node to the place there", () => {
  assert.equal(href("https://kg.example.org/person/ada-lovelace", site), "../person/ada-lovelace/");
  assert.equal(href("https://kg.example.org/person/ada-lovelace#position-1", site), "../person/ada-lovelace/#position-1");
});

test("another IRI leads to itself, if it is of the web", () => {
  assert.equal(href("https://orcid.org/0", site), "https://orcid.org/0");
  for (const hostile of [
    "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "mailto:a@b.c", " javascript:x", "vbscript:x",
    "http://x\" onclick=\"y", "java\nscript:x", "", "//evil.example", "https://kg.example.org.evil.example",
  ]) {
    const target = href(hostile, site);
    assert.ok(target === null || target === "https://kg.example.org.evil.example", hostile);
  }
});

test("a path that is no thing of the graph leads to itself and never up", () => {
  assert.equal(href("https://kg.example.org/person/../../x", site), "https://kg.example.org/person/../../x");
  assert.equal(href("https://kg.example.org/evil/x", site), "https://kg.example.org/evil/x");
});

test("IRIs are shown by label, else short", () => {
  const term = { type: "uri", value: "https://kg.example.org/person/ada" };
  assert.equal(text(term, site, new Map([[term.value, "Ada"]])), "Ada");
  assert.equal(text(term, site), "person/ada");
  assert.equal(short("https://schema.org/name", site), "schema:name");
  assert.equal(text(null, site), "");
});

test("nothing in a term ends it", () => {
  assert.equal(written({ type: "literal", value: 'a" . } #\n' }), '"a\\" . } #\\n"');
  assert.equal(written({ type: "uri", value: "http://x> ?p ?o" }), null);
});

test("a named query holds the values that are given, and keeps UNDEF for those that are not", () => {
  assert.equal(bound(named, { person: "ada-lovelace" }, site),
    "SELECT * { VALUES ?person { <https://kg.example.org/person/ada-lovelace> } VALUES ?year { UNDEF } ?work ?p ?person }");
  assert.match(bound(named, { person: "ada", year: "2021" }, site), /\?year \{ "2021"\^\^<http:\/\/www\.w3\.org\/2001\/XMLSchema#integer> \}/);
});

test("a value that is none is refused in a sentence", () => {
  assert.throws(() => bound(named, {}, site), /person: this query needs it; for example ada-lovelace/);
  assert.throws(() => bound(named, { person: "ada", year: "20" }, site), /four digits/);
  assert.throws(() => bound(named, { person: "http://x> } #" }, site), /choose one of the names/);
  assert.throws(() => bound(named, { person: "Ada Lovelace" }, site), /choose one of the names/);
});

test("without a base only an IRI names a thing", () => {
  const foreign = { ...site, base: "" };
  assert.throws(() => bound(named, { person: "ada-lovelace" }, foreign), /write its IRI/);
  assert.match(bound(named, { person: "https://x.org/ada" }, foreign), /<https:\/\/x.org\/ada>/);
});

test("dollar signs in a value are no patterns", () => {
  const asked = { sparql: "VALUES ?q { UNDEF }", parameters: { q: { type: "text" } } };
  assert.equal(bound(asked, { q: "$& $1" }, site), 'VALUES ?q { "$& $1" }');
});

test("a thing of any kind is given with its kind", () => {
  assert.equal(termOf("thing", { type: "thing" }, "system/lyra", site).value, "https://kg.example.org/system/lyra");
});

test("terms are completed by CURIE, IRI and any part of their names", () => {
  const terms = [{ iri: "https://schema.org/author", label: "author" }, { iri: "https://x/#a1", label: "advisor of" }];
  const found = (string) => matching(terms, { string }, site.prefixes).map((term) => term.label);
  assert.deepEqual(found("schema:au"), ["author"]);
  assert.deepEqual(found("<https://x"), ["advisor of"]);
  assert.deepEqual(found("advis"), ["advisor of"]);
  assert.deepEqual(found("schema:x"), []);
});

test("the place of an error is a member of the problem, or told in its sentence", () => {
  assert.deepEqual(placeOf({ line: 2, column: 7, detail: "at line 1, column 1" }), [2, 7]);
  assert.deepEqual(placeOf({ detail: "the query is not SPARQL at line 3, column 18: x" }), [3, 18]);
  assert.deepEqual(placeOf({ detail: "too slow" }), [null, null]);
  assert.deepEqual(placeOf({}), [null, null]);
});
