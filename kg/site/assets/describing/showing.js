// What the graph says of an IRI, as a part of a page: the same as the server's page of an IRI.

import { h } from "../dom.js";
import { Refusal } from "../results/endpoint.js";
import { save } from "../results/saving.js";
import { href, short } from "../results/terms.js";
import { t } from "../words.js";
import { construct } from "./asking.js";

const FILES = {
  ttl: ["Turtle", "text/turtle"],
  jsonld: ["JSON-LD", "application/ld+json"],
  nt: ["N-Triples", "application/n-triples"],
  rdf: ["RDF/XML", "application/rdf+xml"],
};
const STRING = "http://www.w3.org/2001/XMLSchema#string";
const SHOWN = 4000;

/** Return what an IRI is called. */
export function labelOf(description, iri, site) {
  return description.labels.get(iri) ?? short(iri, site);
}

/** Return the nodes that tell of an IRI. */
export function shown(description, site, endpoint) {
  const look = new Look(description, site);
  const { incoming, from, isPart, outgoing, uses } = description;
  return [
    look.header(endpoint),
    ...(outgoing.length ? [section("says", t("What is said of it"), look.properties(outgoing))] : []),
    ...(isPart ? [h("p", { class: "more" }, h("a", { href: look.turned(0) }, t("What leads to it")))] : []),
    ...(incoming.length || from ? [section("leads", t("What leads to it"), look.properties(incoming, ` ${t("of")}`), look.turning())] : []),
    ...(uses.length ? [section("uses", t("Where it is used as a property or a graph"),
      h("ul", { class: "listed" }, uses.map((term) => h("li", {}, look.value(term)))))] : []),
    section("graphs", t("Graphs"), h("p", {}, t("It stands in:"), " ", look.graphs(), ".")),
  ];
}

function section(id, title, ...children) {
  return h("section", { "aria-labelledby": id }, h("h2", { id }, title), ...children);
}

class Look {
  constructor(description, site) {
    Object.assign(this, { description, site });
  }

  header(endpoint) {
    const { iri, types } = this.description;
    const classes = types.flatMap((each, index) => [index ? ", " : "", this.term(each)]);
    const whole = /^https?:/.test(iri) ? h("a", { rel: "external nofollow noopener", href: iri }, h("bdi", {}, iri)) : h("code", {}, h("bdi", {}, iri));
    return h("header", { class: "description" },
      types.length ? h("p", { class: "quiet" }, classes) : null,
      h("h1", {}, h("bdi", {}, labelOf(this.description, iri, this.site))),
      h("p", { class: "iri" }, whole),
      files(iri, endpoint));
  }

  properties(properties, after = "") {
    const sorted = properties.map((each) => ({ ...each, wording: wording(each.iri, this.site) }))
      .sort((one, other) => one.wording.localeCompare(other.wording, "en"));
    return h("dl", { class: "statements" }, sorted.map(({ iri, values, whole }) => h("div", {},
      h("dt", {}, this.term(iri), after ? h("span", { class: "quiet" }, after) : null),
      this.sorted(values).map((term) => h("dd", {}, this.value(term))),
      whole ? null : h("dd", { class: "quiet" }, "and more, which the files above hold"))));
  }

  sorted(values) {
    const order = (term) => `${term.type === "bnode" ? 1 : 0}${term.type === "uri" ? labelOf(this.description, term.value, this.site) : term.value}`;
    return values.toSorted((one, other) => order(one).localeCompare(order(other), "en"));
  }

  /** Return a class or a property by what it is called. */
  term(iri) {
    return h("a", { href: this.place(iri), title: iri }, wording(iri, this.site));
  }

  value(term) {
    if (term.type === "uri") return this.node(term.value);
    if (term.type === "bnode") return h("span", { class: "quiet" }, `_:${term.value}`);
    const text = term.value.length > SHOWN ? `${term.value.slice(0, SHOWN)}…` : term.value;
    const language = term["xml:lang"] ?? null;
    const type = term.datatype && term.datatype !== STRING ? short(term.datatype, this.site) : null;
    return h("span", {}, h("bdi", { lang: language }, text), language || type ? h("small", { class: "quiet" }, ` ${language ?? type}`) : null);
  }

  node(iri) {
    const link = h("a", { href: this.place(iri) }, h("bdi", {}, labelOf(this.description, iri, this.site)));
    if (this.isThing(iri) || !/^https?:\/\/[^\s<>"]+$/.test(iri)) return link;
    const outward = { class: "outward", rel: "external nofollow noopener", href: iri, title: iri };
    return h("span", {}, link, " ",
      h("a", outward, h("span", { "aria-hidden": "true" }, "↗"), h("span", { class: "unseen" }, `open ${iri}`)));
  }

  /** Return where an IRI is told of within the site: on its page, else as this page does. */
  place(iri) {
    return this.isThing(iri) ? href(iri, this.site) : `${this.site.root}describe/?iri=${encodeURIComponent(iri)}`;
  }

  isThing(iri) {
    const target = href(iri, this.site);
    return target !== null && target !== iri;
  }

  /** Return where what leads to it is told from a place on: the whole graph is asked. */
  turned(from) {
    return `${this.site.root}describe/?iri=${encodeURIComponent(this.description.iri)}&from=${from}#leads`;
  }

  turning() {
    const { iri, from, further } = this.description;
    if (!from && !further) return null;
    return h("nav", { class: "turning", "aria-label": t("More of what leads to it") },
      from ? h("a", { href: this.turned(0) }, t("From the beginning")) : null, " ",
      further ? h("a", { rel: "next", href: this.turned(further) }, t("More")) : null);
  }

  graphs() {
    const { graphs } = this.description;
    if (!graphs.length) return "no triple as subject or object";
    return graphs.flatMap((iri, index) => [index ? ", " : "", iri === null ? "the default graph" : this.node(iri)]);
  }
}

/** Return buttons that make files of what is said of an IRI. */
function files(iri, endpoint) {
  const said = h("span", { role: "status" });
  const offer = async (suffix, type) => {
    const headers = { "Content-Type": "application/sparql-query", Accept: type };
    const response = await endpoint({ method: "POST", headers, body: construct(iri) });
    if (!response.ok) throw new Refusal(await response.json());
    save(`description.${suffix}`, type, await response.text());
  };
  const buttons = Object.entries(FILES).map(([suffix, [title, type]]) => {
    const click = () => offer(suffix, type).catch((error) => { said.textContent = error.message; });
    return h("button", { type: "button", click }, title);
  });
  return h("p", { class: "syntaxes" }, buttons, said);
}

/** Return what a class or property is called: its label, else the words of the end of its IRI. */
export function wording(iri, site) {
  const end = iri.replace(/[/#]+$/, "").replace(/.*[/#]/, "");
  const words = end.replace(/(?<=[a-z0-9])(?=[A-Z][a-z])|(?<=[a-z])(?=[A-Z])|[_-]+/g, " ").split(/\s+/).filter(Boolean);
  return site.wordings[iri] ?? (words.map((word) => (/[a-z]/.test(word) ? word.toLowerCase() : word)).join(" ") || iri);
}
