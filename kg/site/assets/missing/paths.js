// What a path may mean that leads to no page.

const SUFFIX = /\.(?:ttl|jsonld|nt|rdf|json|html|bib|csl\.json|linkset\.json)$/;
const THING = /^[A-Za-z]+\/[^/]+$/;

/** Return a path as pages have it: small letters, one slash between its parts, and one at its end. */
export function corrected(path) {
  const plain = path.replace(/\/{2,}/g, "/").replace(/\/index\.html?$/i, "/").replace(/^\/+/, "").toLowerCase();
  return plain === "" || plain.endsWith("/") || /\.[a-z]+$/.test(plain) ? plain : `${plain}/`;
}

/** Return the IRIs that a path may stand for, as it is written and in small letters; none for what is no thing. */
export function meant(path, base) {
  const local = decoded(path).replace(/\/+$/, "").replace(SUFFIX, "");
  if (!base || !THING.test(local) || local.startsWith("assets/")) return [];
  return [...new Set([base + local, base + local.toLowerCase()])];
}

function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a stray percent sign
  }
}
