import assert from "node:assert/strict";
import test from "node:test";

import { cite, styles, text } from "./assets/citing.js";

const ada = { family: "Lovelace", given: "Ada King" };
const mary = { family: "Somerville", given: "Mary" };
const jean = { family: "Beauvoir", given: "Jean-Luc", "non-dropping-particle": "de" };
const article = {
  type: "article-journal", title: "Notes on the Engine", author: [ada, mary], issued: { "date-parts": [[1843, 9]] },
  "container-title": "Scientific Memoirs", volume: "3", issue: "2", page: "1666-1731", DOI: "10.1000/182",
};
const said = (item, style) => text(cite(item, style));
const people = (count) => Array.from({ length: count }, (_, place) => ({ family: `F${place + 1}`, given: "G" }));

test("an article is cited as the manuals have it", () => {
  assert.deepEqual(Object.fromEntries(styles.map((style) => [style, said(article, style)])), {
    APA: "Lovelace, A. K., & Somerville, M. (1843). Notes on the Engine. Scientific Memoirs, 3(2), 1666–1731. https://doi.org/10.1000/182",
    MLA: "Lovelace, Ada King, and Mary Somerville. “Notes on the Engine.” Scientific Memoirs, vol. 3, no. 2, 1843, pp. 1666–731, https://doi.org/10.1000/182.",
    Chicago: "Lovelace, Ada King, and Mary Somerville. 1843. “Notes on the Engine.” Scientific Memoirs 3 (2): 1666–731. https://doi.org/10.1000/182.",
    IEEE: "A. K. Lovelace and M. Somerville, “Notes on the Engine,” Scientific Memoirs, vol. 3, no. 2, pp. 1666–1731, 1843, doi: 10.1000/182.",
    Vancouver: "Lovelace AK, Somerville M. Notes on the Engine. Scientific Memoirs. 1843;3(2):1666–731. doi:10.1000/182",
  });
});

test("a book stands in italics, an article its journal", () => {
  const titles = (item) => styles.slice(0, 4).map((style) => cite(item, style).filter((part) => part.title).map((part) => part.title));
  assert.deepEqual(titles({ ...article, type: "book", "container-title": undefined })[0], ["Notes on the Engine"]);
  assert.deepEqual(titles(article), [["Scientific Memoirs", "3"], ["Scientific Memoirs"], ["Scientific Memoirs"], ["Scientific Memoirs"]]);
});

test("long lists of authors are cut as each style cuts them", () => {
  const many = (count, style) => said({ ...article, author: people(count) }, style);
  assert.match(many(21, "APA"), /F19, G\., … F21, G\. \(/);
  assert.match(many(3, "MLA"), /^F1, G, et al\. “/);
  assert.match(many(7, "Chicago"), /^F1, G, G F2, G F3, et al\. 1843/);
  assert.match(many(7, "IEEE"), /^G\. F1 et al\., “/);
  assert.match(many(7, "Vancouver"), /F5 G, F6 G, et al\. Notes/);
});

test("a list that its source cuts is cut", () => {
  for (const style of styles) assert.match(said({ ...article, author: [ada, mary, { literal: "et al." }] }, style), /et al\./);
});

test("particles, hyphens, organisations and names of one word are names", () => {
  assert.match(said({ ...article, author: [jean] }, "APA"), /^de Beauvoir, J\.-L\. \(/);
  assert.match(said({ ...article, author: [jean] }, "Vancouver"), /^de Beauvoir JL\. /);
  assert.match(said({ ...article, author: [{ literal: "Analytical Society" }, { family: "Aristotle" }] }, "IEEE"), /^Analytical Society and Aristotle, /);
});

test("what is not known leaves no sign behind", () => {
  for (const style of styles) {
    const bare = said({ type: "article", title: "Is it?" }, style);
    assert.doesNotMatch(bare, /undefined|null|false|,\s*[.,”]|\s\.|\?[.,]|\.\.| {2}|^\s|\s$/, `${style}: ${bare}`);
  }
});
