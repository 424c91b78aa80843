// Choose a representation by what a client accepts (RFC 9110, section 12), from what the server offers too.

/** How solutions and truth values may be had: media types, how much they are liked, and names for `format=`. */
const TABLES = [
  ["application/sparql-results+json", 1, "json"],
  ["application/sparql-results+xml", 0.95, "xml"],
  ["text/csv", 0.9, "csv"],
  ["text/tab-separated-values", 0.9, "tsv"],
  ["application/json", 0.9, "json"],
  ["application/xml", 0.5, "xml"],
];

/** How graphs may be had. */
const GRAPHS = [
  ["text/turtle", 1, "turtle"],
  ["application/ld+json", 0.95, "jsonld"],
  ["application/n-triples", 0.95, "ntriples"],
  ["application/rdf+xml", 0.9, "rdfxml"],
  ["application/json", 0.5, "jsonld"],
  ["application/xml", 0.5, "rdfxml"],
];

/** The media types in which answers are written, by the names of their formats. */
const MEDIA_TYPES = Object.fromEntries([...TABLES, ...GRAPHS].toReversed().map(([type, , name]) => [name, type]));
Object.assign(MEDIA_TYPES, { json: TABLES[0][0], xml: TABLES[1][0], jsonld: GRAPHS[1][0], rdfxml: GRAPHS[3][0] });

/**
 * Return the name of the offer that a client likes best, or null if it accepts none.
 * @param {string} format the name or media type that it asks for, or nothing
 * @param {string} accept its Accept header; nothing accepts everything
 */
function negotiated(format, accept, offers) {
  const named = format && offers.find(([type, , name]) => format === name || format === type)?.[2];
  if (named) return named; // an unknown name leaves the choice to Accept, as the server does
  const ranges = accept.split(",").map(rangeOf).filter(Boolean);
  if (!ranges.length) return offers[0][2];
  const liked = offers.map(([type, own, name]) => ({ name, liking: own * likingOf(type, ranges) }));
  const best = liked.reduce((one, other) => (other.liking > one.liking ? other : one));
  return best.liking > 0 ? best.name : null;
}

/** Return how much a client likes a media type; the most specific of the ranges that cover it counts. */
function likingOf(type, ranges) {
  const main = `${type.split("/")[0]}/*`;
  const covering = [type, main, "*/*"].map((range) => ranges.filter((each) => each.range === range));
  return Math.max(0, ...(covering.find((found) => found.length) ?? []).map((each) => each.quality));
}

function rangeOf(text) {
  const [range, ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  if (!/^[^/*]+\/[^/]+$|^\*\/\*$/.test(range)) return null;
  const weight = parameters.find((each) => /^q\s*=/.test(each));
  const quality = weight ? Number(weight.split("=")[1]) : 1;
  return { range, quality: quality >= 0 ? Math.min(1, quality) : 0 };
}
