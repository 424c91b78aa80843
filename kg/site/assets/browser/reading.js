// The guard before the engine: what would end it, use the network or change data is refused, as on the server.
// One pass over tokens; nothing is parsed. The limits are those of a server's guard that a time limit does not cover.

const MAX_SIZE = 64 << 10; // bytes
const MAX_NESTING = 64; // deeper brackets overflow the engine's stack
const UPDATES = new Set(["INSERT", "DELETE", "DROP", "CLEAR", "CREATE", "COPY", "MOVE", "ADD"]);
const NETWORK = new Set(["SERVICE", "LOAD"]);
const HTTP = "<http://schema.org/";
const HTTPS = "<https://schema.org/";
const TOKEN = new RegExp([
  String.raw`(?<string>"""(?:[^"\\]|\\.|"(?!""))*"""|'''(?:[^'\\]|\\.|'(?!''))*'''|"(?:[^"\\\n\r]|\\.)*"|'(?:[^'\\\n\r]|\\.)*')`,
  String.raw`(?<iri><[^<>"{}|^${"`"}\\\x00-\x20]*>)`,
  String.raw`(?<comment>#[^\n\r]*)`,
  String.raw`(?<name>[?$@]\w+|[\w.-]*:[\w.:%\\-]*)`,
  String.raw`(?<word>\w+)`,
  String.raw`(?<open>[{([])|(?<close>[})\]])`,
].join("|"), "gsu");

/**
 * Return a query that is safe to give to the engine, with schema.org's IRIs in the https form.
 * @throws {Problem} if it is an update, asks for the network, or is beyond a limit
 */
function guarded(sparql) {
  const size = new TextEncoder().encode(sparql).length;
  if (size > MAX_SIZE) {
    throw new Problem(400, `the query has ${count(size)} bytes; at most ${count(MAX_SIZE)} are read`, "ask in several queries");
  }
  let nesting = 0;
  for (const { groups } of sparql.matchAll(TOKEN)) {
    if (groups.word) refuseWord(groups.word.toUpperCase());
    nesting += (groups.open ? 1 : 0) - (groups.close ? 1 : 0);
    if (nesting > MAX_NESTING) {
      throw new Problem(400, `the query is nested deeper than ${MAX_NESTING} levels`, "flatten it");
    }
  }
  return sparql.replace(TOKEN, (token) => (token.startsWith(HTTP) ? HTTPS + token.slice(HTTP.length) : token));
}

function refuseWord(word) {
  if (NETWORK.has(word)) {
    throw new Problem(400, `${word} would use the network, which queries do not do here`,
      "this page asks only the data that it has; ask the other endpoint itself");
  }
  if (UPDATES.has(word)) {
    throw new Problem(400, `${word} would change data, which queries do not do here`,
      "change the files and build again: kg build");
  }
}

function count(number) {
  return number.toLocaleString("en");
}
