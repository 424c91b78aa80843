// Terms of SPARQL results: how they read, and where they lead.

const XSD = "http://www.w3.org/2001/XMLSchema#";
const LOCAL = /^([a-z]+)\/([a-z0-9-]+)(?:#([A-Za-z0-9_-]+))?$/;

/**
 * What is known of the graph that answers.
 * @typedef {{base: string, root: string, kinds: string[], prefixes: Object<string, string>, isStatic: boolean}} Site
 */

/** Return the local name of a datatype of XML Schema, or an empty string. */
export function datatype(term) {
  const iri = term?.type === "literal" ? (term.datatype ?? "") : "";
  return iri.startsWith(XSD) ? iri.slice(XSD.length) : "";
}

/** Return a term as people read it: a label for an IRI where one is known, else its short form. */
export function text(term, site, labels = new Map()) {
  if (!term) return "";
  if (term.type === "uri") return labels.get(term.value) ?? short(term.value, site);
  if (term.type === "bnode") return `_:${term.value}`;
  return term.value;
}

/** Return an IRI without the base, or as a CURIE, or as it is. */
export function short(iri, site) {
  if (site.base && iri.startsWith(site.base) && iri.length > site.base.length) return iri.slice(site.base.length);
  for (const [prefix, namespace] of Object.entries(site.prefixes)) {
    if (iri.startsWith(namespace) && /^[\w-]+$/.test(iri.slice(namespace.length))) {
      return `${prefix}:${iri.slice(namespace.length)}`;
    }
  }
  return iri;
}

/**
 * Return where an IRI leads, or null: things of the graph to their pages, others to themselves.
 * Only http and https: an IRI of any other scheme, such as javascript:, is no link.
 */
export function href(iri, site) {
  const local = site.base && iri.startsWith(site.base) ? LOCAL.exec(iri.slice(site.base.length)) : null;
  if (local && site.kinds.includes(local[1])) {
    return `${site.root}${local[1]}/${local[2]}/${local[3] ? `#${local[3]}` : ""}`;
  }
  return /^https?:\/\/[^\s<>"]+$/i.test(iri) ? iri : null;
}

/** Return whether an IRI is one of the graph's own. */
export function isOwn(iri, site) {
  return Boolean(site.base) && iri.startsWith(site.base);
}

/** Return a term as SPARQL writes it; null where it cannot be written. */
export function written(term) {
  if (term.type === "uri") return /^[^\x00-\x20<>"{}|^`\\]+$/.test(term.value) ? `<${term.value}>` : null;
  if (term.type === "bnode") return null;
  const quoted = `"${term.value.replace(/[\\"\n\r]/g, (c) => ({ "\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r" })[c])}"`;
  if (term["xml:lang"]) return `${quoted}@${term["xml:lang"]}`;
  return term.datatype && term.datatype !== `${XSD}string` ? `${quoted}^^<${term.datatype}>` : quoted;
}
