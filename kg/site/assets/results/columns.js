// What the columns of a result hold, and which views fit them.

import { datatype } from "./terms.js";

const NUMBERS = new Set([
  "integer", "decimal", "double", "float", "int", "long", "short", "byte",
  "nonNegativeInteger", "positiveInteger", "negativeInteger", "nonPositiveInteger", "unsignedInt", "unsignedLong",
]);
const DATES = new Set(["date", "Date", "dateTime", "gYearMonth", "dateTimeStamp"]);
const YEAR_NAMES = /(year|since|until|first|last|start|end|from|to|when|published)$/i;
const WRITTEN_DATE = /^-?\d{4}(-\d\d(-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d)?)?)?)?$/;
const PRESENT = "present";

/**
 * A column: its name, its place, the kind of its terms, and how many of them differ.
 * @typedef {{name: string, index: number, kind: "iri"|"number"|"year"|"date"|"text"|"empty", language: boolean, filled: number}} Column
 */

/** Return what each column of a result holds. */
export function columnsOf(result) {
  return result.columns.map((name, index) => {
    const terms = result.rows.map((row) => row[index]).filter(Boolean);
    const language = terms.some((term) => term["xml:lang"]);
    return { name, index, kind: kindOf(name, terms), language, filled: terms.length };
  });
}

function kindOf(name, terms) {
  if (!terms.length) return "empty";
  if (terms.some((term) => term.type !== "literal")) return "iri"; // the values of a property may be both
  if (terms.every((term) => ["gYear", "Date"].includes(datatype(term)) && /^\d{4}$/.test(term.value))) return "year";
  if (terms.every((term) => NUMBERS.has(datatype(term)))) {
    return YEAR_NAMES.test(name) && terms.every((term) => /^[12]\d{3}$/.test(term.value)) ? "year" : "number";
  }
  return datesOf(terms) ? "date" : "text";
}

function datesOf(terms) {
  const dates = terms.filter((term) => DATES.has(datatype(term)) || WRITTEN_DATE.test(term.value));
  const open = terms.filter((term) => term.value === PRESENT);
  return dates.length > 0 && dates.length + open.length === terms.length;
}

/**
 * The views, each with the roles that columns play in it. A role takes columns of some kinds; an optional
 * role may stay empty.
 */
export const VIEWS = {
  table: { title: "Table", roles: {} },
  bar: {
    title: "Bars",
    roles: {
      label: { title: "Label", kinds: ["text", "year", "date", "iri"] },
      value: { title: "Length", kinds: ["number"] },
    },
  },
  network: {
    title: "Network",
    roles: {
      from: { title: "From", kinds: ["iri", "text"], paired: true }, // better two columns of things than of texts
      to: { title: "To", kinds: ["iri", "text"], like: "from", avoid: /^(p|pred|predicate|property)$/i },
      weight: { title: "Width", kinds: ["number"], optional: true },
    },
  },
};

/** Return the views that fit, by name, each with a choice of columns for its roles. */
export function fitting(columns) {
  const found = {};
  for (const name of Object.keys(VIEWS)) {
    const choice = choiceFor(name, columns);
    if (choice) found[name] = choice;
  }
  return found;
}

/** Return the columns that may play a role. */
export function candidates(role, columns) {
  return columns.filter((column) => role.kinds.includes(column.kind));
}

/** Return the first choice of columns for a view, by role; null where it does not fit. */
export function choiceFor(view, columns) {
  const taken = new Set();
  const choice = {};
  for (const [name, role] of Object.entries(VIEWS[view].roles)) {
    const column = best(role, columns.filter((each) => !taken.has(each.index)), columns[choice[role.like]]);
    if (!column && !role.optional) return null;
    if (column) {
      taken.add(column.index);
      choice[name] = column.index;
    }
  }
  return choice;
}

function best(role, columns, model) {
  const possible = candidates(role, columns)
    .filter((column) => (!model || column.kind === model.kind) && !role.avoid?.test(column.name));
  const enough = role.paired ? 2 : 1;
  const kind = role.kinds.find((each) => possible.filter((column) => column.kind === each).length >= enough);
  return possible.find((column) => column.kind === kind);
}
