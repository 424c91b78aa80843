// What the columns of a result hold, and which of them make a network.

import { datatype } from "./terms.js";

const NUMBERS = new Set([
  "integer", "decimal", "double", "float", "int", "long", "short", "byte",
  "nonNegativeInteger", "positiveInteger", "negativeInteger", "nonPositiveInteger", "unsignedInt", "unsignedLong",
]);
const YEAR_NAMES = /(year|since|until|first|last|start|end|from|to|when|published)$/i;
const PREDICATE = /^(p|pred|predicate|property)$/i;

/**
 * A column: its name, its place, the kind of its terms, and the highest of its numbers.
 * @typedef {{name: string, index: number, kind: "iri"|"number"|"year"|"text"|"empty", most: number}} Column
 */

/** Return what each column of a result holds. */
export function columnsOf(result) {
  return result.columns.map((name, index) => {
    const terms = result.rows.map((row) => row[index]).filter(Boolean);
    const kind = kindOf(name, terms);
    const most = kind === "number" ? terms.reduce((high, { value }) => Math.max(high, Number(value)), 0) : 0;
    return { name, index, kind, most };
  });
}

function kindOf(name, terms) {
  if (!terms.length) return "empty";
  if (terms.some((term) => term.type !== "literal")) return "iri"; // the values of a property may be both
  if (!terms.every((term) => NUMBERS.has(datatype(term)))) return "text";
  return YEAR_NAMES.test(name) && terms.every((term) => /^[12]\d{3}$/.test(term.value)) ? "year" : "number";
}

/** Return the columns that tie two things, better than two texts, and the one of their weights; null where none do. */
export function pairOf(columns) {
  const those = (kind) => columns.filter((column) => column.kind === kind && !PREDICATE.test(column.name));
  const [from, to] = ["iri", "text"].map(those).find((found) => found.length > 1) ?? [];
  return to ? { from: from.index, to: to.index, weight: those("number")[0]?.index } : null;
}
