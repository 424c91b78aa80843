// The SPARQL 1.1 Protocol before the store: a request in, a response out, as the server's endpoint has it.

const FORM = "application/x-www-form-urlencoded";
const QUERY = "application/sparql-query";
const UPDATE = "application/sparql-update";
const SEE = "see SPARQL 1.1 Protocol, section 2";
const SHOWN = 120;
const OTHER_FORM = /^Not supported RDF format/; // what the engine says when it is to write a graph as a table
const STAR = /^((?:\s|#[^\n]*\n|(?:PREFIX\s+[^\s:<]*\s*:\s*|BASE\s*)<[^>]*>)*SELECT(?:\s+(?:DISTINCT|REDUCED))?)\s*\*/i;

/**
 * Return the answer to a request.
 * @param {Request} request by GET, as a form, or with the query as its body
 * @param {() => Promise<Store>} opened gives the store (store.js); asked only if the request is one
 */
async function respond(request, opened) {
  try {
    const question = await questionOf(request);
    const accept = request.headers.get("Accept") ?? "";
    const forms = { table: negotiated(question.format, accept, TABLES), graph: negotiated(question.format, accept, GRAPHS) };
    if (!forms.table && !forms.graph) throw notAcceptable([...TABLES, ...GRAPHS]);
    return answered(await opened(), question, forms);
  } catch (error) {
    return problemOf(error).response();
  }
}

/** Return the query of a request with its dataset (section 2.1); throws a Problem. */
async function questionOf(request) {
  const fields = new URL(request.url).searchParams;
  // Queries that say no base have the endpoint's address for one (RFC 3986, section 5.1.4).
  const base = request.url.split(/[?#]/)[0];
  return { base, ...(request.method === "POST" ? await posted(request, fields) : read(fields)) };
}

async function posted(request, fields) {
  const type = (request.headers.get("Content-Type") ?? "").split(";")[0].trim().toLowerCase();
  if (type === FORM) return read(new URLSearchParams(await request.text()));
  if (type === QUERY) {
    if (fields.has("query")) throw new Problem(400, "the query is given twice: in the address and as the body", SEE);
    fields.set("query", await request.text());
    return read(fields);
  }
  if (type === UPDATE) throw readOnly();
  throw new Problem(415, `a query cannot be read from ${type || "nothing"}`, `send ${FORM} or ${QUERY}`);
}

function read(fields) {
  if (fields.has("update")) throw readOnly();
  const queries = fields.getAll("query");
  if (queries.length > 1) throw new Problem(400, "there is more than one query", SEE);
  if (!queries[0]) throw new Problem(400, "the query is missing", SEE);
  return {
    query: queries[0],
    defaultGraphs: fields.getAll("default-graph-uri"),
    namedGraphs: fields.getAll("named-graph-uri"),
    format: fields.get("format") ?? "",
  };
}

/** Return the response that holds the answer; which form it has is only known when the engine has read the query. */
function answered(store, question, forms) {
  const text = guarded(question.query);
  const options = { base_iri: question.base, ...datasetOf(store, question) };
  const ask = (query, format) => store.query(query, { ...options, results_format: MEDIA_TYPES[format] });
  const table = forms.table ?? TABLES[0][2];
  try {
    const body = ask(named(text, ask), table);
    if (!forms.table) throw notAcceptable(TABLES);
    return written(body, table);
  } catch (error) {
    if (!OTHER_FORM.test(error.message)) throw faultOf(error, question.query);
  }
  if (!forms.graph) throw notAcceptable(GRAPHS);
  try {
    return written(ask(text, forms.graph), forms.graph);
  } catch (error) {
    throw faultOf(error, question.query);
  }
}

function written(body, format) {
  const charset = MEDIA_TYPES[format].startsWith("text/") ? "; charset=utf-8" : "";
  return new Response(body, { headers: { "Content-Type": MEDIA_TYPES[format] + charset, Vary: "Accept" } });
}

/** Return a query of `*` with its variables named in the order in which they stand in it; the engine has one of its own. */
function named(text, ask) {
  const star = STAR.exec(text);
  if (!star) return text;
  const [, head] = /^\{"head":(\{[^}]*\})/.exec(ask(text, "json")) ?? [null, "{}"];
  const places = (JSON.parse(head).vars ?? []).map((name) => {
    const place = text.search(new RegExp(`[?$]${name}(?![\\p{L}\\p{N}_])`, "u"));
    return { name, place: place < 0 ? Infinity : place };
  });
  const names = places.sort((one, other) => one.place - other.place).map(({ name }) => `?${name}`);
  return names.length ? `${star[1]} ${names.join(" ")} ${text.slice(star[0].length)}` : text;
}

/** Return the graphs that are asked instead of the store's own (section 2.1.4), as the engine takes them. */
function datasetOf(store, { defaultGraphs, namedGraphs }) {
  if (!defaultGraphs.length && !namedGraphs.length) return {};
  const named = (iri) => graphName(store, iri);
  return { default_graph: defaultGraphs.map(named), named_graphs: namedGraphs.map(named) };
}

function graphName(store, iri) {
  try {
    return store.namedNode(iri);
  } catch (error) {
    throw new Problem(400, `'${iri}' is not an IRI: ${error.message}`, "write it whole, with https:// in front");
  }
}

/** Return what an error of the engine means. */
function faultOf(error, query) {
  if (error instanceof Problem || !(error instanceof Error) || isFatal(error)) return error;
  const place = /^error at (\d+):(\d+)/.exec(error.message);
  if (place) return syntaxFault(query, Number(place[1]), Number(place[2]));
  const unknown = /custom function (<[^>]*>) is not supported/.exec(error.message);
  if (unknown) return new Problem(400, `there is no function ${unknown[1]}`, "use the functions of SPARQL 1.1");
  return new Problem(400, `the query cannot be answered: ${error.message}`);
}

function syntaxFault(query, line, column) {
  const shown = (query.split("\n")[line - 1] ?? "").trim().slice(0, SHOWN) || "the end of the query";
  return new Problem(400, `the query is not SPARQL at line ${line}, column ${column}: ${shown}`,
    "look for a missing dot, brace, quote or PREFIX before that place", { line, column });
}

/** Tell whether the engine has ended: its memory is not to be used any more. */
function isFatal(error) {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}

function problemOf(error) {
  if (error instanceof Problem) return error;
  if (isFatal(error)) {
    return new Problem(422, "the query takes more than the engine in this browser has", "ask for less", { ended: true });
  }
  return new Problem(500, `the graph cannot be asked: ${error.message}`, "load the page again");
}

function readOnly() {
  return new Problem(403, "this graph changes by a build, not by updates", "change the files of the project and build again: kg build");
}

function notAcceptable(offers) {
  return new Problem(406, "there is no such form of it", `ask for one of ${[...new Set(offers.map(([type]) => type))].join(", ")}`);
}
