// Results as files, and N-Triples as results.

import { datatype, written } from "./terms.js";

const XML = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
// What XML 1.0 cannot hold at all (§2.2).
const NO_XML = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;
const TRIPLE = /^\s*(<[^>]*>|_:\S+)\s+(<[^>]*>)\s+(<[^>]*>|_:\S+|"(?:[^"\\]|\\.)*"(?:\^\^<[^>]*>|@[A-Za-z0-9-]+)?)\s*\.\s*$/;
const TOKEN = /<[^>]*>|("(?:[^"\\]|\\.)*"(?:@[A-Za-z0-9-]+)?)(?:\^\^(<[^>]*>|[^\s,;]+))?|[,;]|[^\s,;]+/g;
const SCHEME = /^<[A-Za-z][A-Za-z0-9+.-]*:/;
const RDF_TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>";
const ESCAPES = { t: "\t", n: "\n", r: "\r", b: "\b", f: "\f", '"': '"', "'": "'", "\\": "\\" };

/** The files into which a result of rows can be written, by suffix. */
export const FILES = {
  csv: { title: "CSV", type: "text/csv", write: csv },
  tsv: { title: "TSV", type: "text/tab-separated-values", write: tsv },
  json: { title: "JSON", type: "application/sparql-results+json", write: json },
  xml: { title: "XML", type: "application/sparql-results+xml", write: xml },
};

/** Return a result as CSV (SPARQL 1.1 Query Results CSV and TSV, §3): plain values, lines ended by CR LF. */
export function csv(result) {
  const cell = (value) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  const value = (term) => (term ? cell(term.type === "bnode" ? `_:${term.value}` : term.value) : "");
  const lines = [result.columns.map(cell), ...result.rows.map((row) => row.map(value))];
  return lines.map((line) => `${line.join(",")}\r\n`).join("");
}

/** Return a result as TSV (§4): terms as SPARQL writes them. */
export function tsv(result) {
  const lines = [result.columns.map((name) => `?${name}`), ...result.rows.map((row) => row.map(tsvTerm))];
  return lines.map((line) => `${line.join("\t")}\n`).join("");
}

function tsvTerm(term) {
  if (!term) return "";
  if (term.type === "bnode") return `_:${term.value}`;
  if (datatype(term) === "integer" && /^[+-]?\d+$/.test(term.value)) return term.value;
  return (written(term) ?? `<${term.value}>`).replaceAll("\t", "\\t");
}

/** Return a result as SPARQL 1.1 Query Results JSON. */
export function json(result) {
  const bindings = result.rows.map((row) =>
    Object.fromEntries(result.columns.map((name, i) => [name, row[i]]).filter(([, term]) => term)));
  return JSON.stringify({ head: { vars: result.columns }, results: { bindings } }, null, 1);
}

/** Return a result as SPARQL Query Results XML. */
export function xml(result) {
  const rows = result.rows.map((row) => {
    const cells = row.map((term, i) => (term ? `<binding name="${xmlText(result.columns[i])}">${xmlTerm(term)}</binding>` : ""));
    return `<result>${cells.join("")}</result>`;
  });
  const head = result.columns.map((name) => `<variable name="${xmlText(name)}"/>`).join("");
  return `<?xml version="1.0"?>\n<sparql xmlns="http://www.w3.org/2005/sparql-results#">\n<head>${head}</head>\n`
    + `<results>\n${rows.join("\n")}\n</results>\n</sparql>\n`;
}

function xmlTerm(term) {
  if (term.type === "uri" || term.type === "bnode") return `<${term.type}>${xmlText(term.value)}</${term.type}>`;
  const language = term["xml:lang"] ? ` xml:lang="${xmlText(term["xml:lang"])}"` : "";
  const type = term.datatype && !language ? ` datatype="${xmlText(term.datatype)}"` : "";
  return `<literal${language}${type}>${xmlText(term.value)}</literal>`;
}

function xmlText(value) {
  return value.replace(NO_XML, "\ufffd").replace(/[&<>"]/g, (character) => XML[character]);
}

/** Return SPARQL results in JSON as columns and rows of terms. */
export function readJson(source) {
  const answer = JSON.parse(source);
  if (typeof answer.boolean === "boolean") return { boolean: answer.boolean, columns: [], rows: [] };
  const columns = answer.head.vars ?? [];
  return { columns, rows: answer.results.bindings.map((binding) => columns.map((name) => binding[name] ?? null)) };
}

/** Return N-Triples as a result of three columns; lines that are none are left out. */
export function readTriples(source) {
  const rows = source.split("\n").map((line) => TRIPLE.exec(line)).filter(Boolean)
    .map((match) => match.slice(1, 4).map(readTerm));
  return { columns: ["subject", "predicate", "object"], rows };
}

/** Return the properties and values of an IRI below the base, of Turtle as kg/store/export/turtle.py writes it: a block a subject. */
export function readTurtle(source, iri) {
  const base = /^@base <([^>]*)>/m.exec(source)?.[1] ?? "";
  const prefixes = new Map([...source.matchAll(/^@prefix (\S*): <([^>]*)>/gm)].map(([, name, namespace]) => [name, namespace]));
  const [, after = ""] = source.split(`\n<${iri.slice(base.length)}> `, 2);
  const whole = (token) => {
    if (token.startsWith("<")) return SCHEME.test(token) ? token : `<${base}${token.slice(1)}`;
    const [name, local] = token.split(":", 2);
    return local === undefined || name === "_" ? token : `<${prefixes.get(name)}${local}>`;
  };
  const rows = [];
  let property = null;
  for (const [token, text, type] of after.split("\n\n", 1)[0].matchAll(TOKEN)) {
    if (token === ";" || token === ".") property = null;
    else if (!property) property = readTerm(token === "a" ? RDF_TYPE : whole(token));
    else if (token !== ",") rows.push([property, readTerm(text ? text + (type ? `^^${whole(type)}` : "") : bare(token) ?? whole(token))]);
  }
  return rows;
}

/** Return a number or a truth value of Turtle with its type; null for any other token. */
function bare(token) {
  const type = /^[+-]?\d+$/.test(token) ? "integer" : /^[+-]?\d*\.\d+$/.test(token) ? "decimal" : /^(?:true|false)$/.test(token) ? "boolean" : "";
  return type ? `"${token}"^^<http://www.w3.org/2001/XMLSchema#${type}>` : null;
}

function readTerm(token) {
  if (token.startsWith("<")) return { type: "uri", value: unescaped(token.slice(1, -1)) };
  if (token.startsWith("_:")) return { type: "bnode", value: token.slice(2) };
  const end = token.lastIndexOf('"');
  const term = { type: "literal", value: unescaped(token.slice(1, end)) };
  const rest = token.slice(end + 1);
  if (rest.startsWith("@")) term["xml:lang"] = rest.slice(1);
  if (rest.startsWith("^^")) term.datatype = rest.slice(3, -1);
  return term;
}

function unescaped(value) {
  return value.replace(/\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))/g, (whole, short, long, one) => {
    const code = Number.parseInt(short ?? long ?? "", 16);
    return Number.isNaN(code) ? (ESCAPES[one] ?? whole) : code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
  });
}
