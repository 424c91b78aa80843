import assert from "node:assert/strict";
import test from "node:test";

import { construct } from "./assets/describing/asking.js";
import { wording } from "./assets/describing/showing.js";
import { corrected, meant } from "./assets/missing/paths.js";
import { read } from "./assets/describing/reading.js";
import { readTurtle } from "./assets/results/formats.js";
import { shardOf } from "./assets/shards.js";

const BASE = "https://kg.example.org/";

test("a path is corrected to how pages have it", () => {
  assert.equal(corrected("Person/Ada-Lovelace"), "person/ada-lovelace/");
  assert.equal(corrected("person//ada-lovelace/index.html"), "person/ada-lovelace/");
  assert.equal(corrected("//person/"), "person/");
  assert.equal(corrected("person/Ada-Lovelace.TTL"), "person/ada-lovelace.ttl");
  assert.equal(corrected(""), "");
});

test("a path means the thing that its IRI has below the base, whatever its syntax", () => {
  assert.deepEqual(meant("person/ada-lovelace/", BASE), [`${BASE}person/ada-lovelace`]);
  assert.deepEqual(meant("work/x.csl.json", BASE), [`${BASE}work/x`]);
  assert.deepEqual(meant("Evidence/A1.ttl", BASE), [`${BASE}Evidence/A1`, `${BASE}evidence/a1`]);
  assert.deepEqual(meant("person/%C3%A9", BASE), [`${BASE}person/é`]);
});

test("a path of no thing means nothing, so that no graph is loaded for it", () => {
  for (const path of ["", "favicon.ico", "wp-login.php", "assets/missing.js", "a/b/c/d", "person/"]) {
    assert.deepEqual(meant(path, BASE), [], path);
  }
  assert.deepEqual(meant("person/ada", ""), []);
  assert.deepEqual(meant("person/%E0%A4%A", BASE), [`${BASE}person/%E0%A4%A`, `${BASE}person/%e0%a4%a`]);
});

test("terms are called by their labels, else by the words of their names", () => {
  const site = { wordings: { "https://x.example/advisor": "advisor of" } };
  assert.equal(wording("https://x.example/advisor", site), "advisor of");
  assert.equal(wording("https://schema.org/datePublished", site), "date published");
  assert.equal(wording("http://xmlns.com/foaf/0.1/Person", site), "person");
  assert.equal(wording("urn:isbn/ISBN", site), "ISBN");
});

test("no IRI breaks out of a query", () => {
  assert.match(construct("https://x.example/a"), /^CONSTRUCT \{ <https:\/\/x\.example\/a> \?p \?o \}/);
  assert.match(construct("https://x.example/a> } #"), /^CONSTRUCT \{ null /);
});

test("the file that tells of a thing is that of the last beginning of names before its own", () => {
  const shards = { person: [""], work: ["a", "ab", "b"] };
  assert.equal(shardOf("person/ada", shards), "person");
  assert.equal(shardOf("work/about-looms", shards), "work-ab");
  assert.equal(shardOf("work/aa", shards), "work-a");
  assert.equal(shardOf("topic/looms", shards), null);
});

const TURTLE = `@base <${BASE}> .
@prefix schema: <https://schema.org/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

<person/ada> a schema:Person ;
    schema:name "Ada; \\"Countess\\", a <b> ."@en, "A\\nL" ;
    schema:knows
        <person/charles>,
        <https://example.org/x> ;
    schema:height 1.6 ;
    schema:birthDate "1815-12-10"^^xsd:date ;
    schema:children 3 .

<person/ada#x> schema:name "of a part" .
`;

test("of a thing that no file has, only the file that might have it is read", async () => {
  const site = { base: BASE, root: "/", files: "/", shards: { person: [""] } }, asked = [];
  globalThis.fetch = async (address) => {
    asked.push(address);
    return { ok: true, text: async () => TURTLE };
  };

  assert.equal(await read(`${BASE}person/ad`, site), null);
  assert.equal(await read("https://schema.org/Person", site), null);
  assert.deepEqual(asked, ["/described/person.ttl"]);
});

test("what a file says of a thing is read as Turtle means it", () => {
  const said = readTurtle(TURTLE, `${BASE}person/ada`).map(([{ value }, term]) => [value.replace(/.*[/#]/, ""), term]);
  const literal = (value, type) => ({ type: "literal", value, datatype: `http://www.w3.org/2001/XMLSchema#${type}` });

  assert.deepEqual(said, [
    ["type", { type: "uri", value: "https://schema.org/Person" }],
    ["name", { type: "literal", value: 'Ada; "Countess", a <b> .', "xml:lang": "en" }],
    ["name", { type: "literal", value: "A\nL" }],
    ["knows", { type: "uri", value: `${BASE}person/charles` }],
    ["knows", { type: "uri", value: "https://example.org/x" }],
    ["height", literal("1.6", "decimal")],
    ["birthDate", literal("1815-12-10", "date")],
    ["children", literal("3", "integer")],
  ]);
});
