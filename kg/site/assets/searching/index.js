// Search an index as kg/store/search/index.py does: the same statement ranks (ranking.sql); what it is asked, and how
// mistyped words are mended, stands here again.

import { SMALL, asked, fold, key, spaced } from "../folding.js";

const MOST = 1000, CANDIDATES = 64, SUGGESTED = 8, NEAR = 8, LONG = 4, FEW = 4;
const NAMES = "name others", ANYWHERE = `${NAMES} beside`;
const HIT = "entry.iri, entry.kind, entry.name, entry.detail, page.path";

export class Index {
  /**
   * @param {(statement: string, values?: any) => any[][]} rows asks the database
   * @param {string} ranking the statement that ranks
   */
  constructor(rows, ranking) {
    Object.assign(this, { rows, ranking });
    this.kinds = this.column("SELECT DISTINCT kind FROM entry");
    [this.members] = this.column("SELECT coalesce(max(entry), 0) FROM entry_facet JOIN facet ON id = entry_facet.facet WHERE facet.facet = 'profile'");
    [this.others] = this.column("SELECT coalesce(max(id), 0) FROM entry WHERE kind <> 'source'");
  }

  /** Return a page of what has the words of a text, and how many things there are: see `Index.find` in Python. */
  find({ text, kind = "", limit = MOST, offset = 0 }) {
    const terms = asked(text);
    let found = this.found(terms, kind, MOST, MOST);
    if (!found.numbers.length) found = this.havingMost(terms, kind);
    const { numbers, isPartial = false } = found, hits = this.hits(numbers.slice(offset, offset + limit));
    const total = numbers.length === MOST && !isPartial ? this.total(found.terms, kind) : numbers.length;
    const said = found.terms.join(" ");
    return { total, hits, corrected: hits.length && said !== terms.join(" ") ? said : "", isPartial };
  }

  /** Return what a person may mean who is still typing. */
  suggestions({ text, kind = "" }) {
    return this.hits(this.found(asked(text), kind, CANDIDATES, 1).numbers.slice(0, SUGGESTED));
  }

  /** Return how many things of each kind have the words of a text. */
  counts({ text }) {
    return Object.fromEntries(this.kinds.map((kind) => [kind, this.total(asked(text), kind)]));
  }

  /** Return what has all words, or else all words that are near them. */
  found(terms, kind, most, enough) {
    const found = this.ranked(terms, kind, most, enough);
    let mended = [];
    if (!found.numbers.length) {
      const known = this.known(terms), isEnough = known.join(" ") !== terms.join(" ") && this.has(known, kind);
      mended = isEnough ? known : this.mended(terms, known, (trial) => this.total(trial, kind));
    // Words of several authors of one work may be those of a member whose name was mistyped.
    } else if (terms.length > 1 && !found.isNamed && this.members && !terms.some((term) => /^\p{Nd}+$/u.test(term))) {
      mended = this.mended(terms, terms, (trial) => this.matching(question([trial], kind, NAMES, ""), 1)[0] <= this.members);
    }
    return mended.length ? this.ranked(mended, kind, most, enough) : found;
  }

  /** Return what has all words, or most of those that are telling, as ranking.sql ranks it. */
  ranked(terms, kind, most, enough, telling = []) {
    if (!terms.length) return { terms, numbers: [] };
    const readings = this.readings(terms);
    const rows = this.rows(this.ranking, {
      ":begun": question(readings, kind, NAMES), ":whole": question(readings, kind, NAMES, ""),
      ":known": question(readings, kind), ":fully": question(readings, kind, ANYWHERE, ""),
      ":words": JSON.stringify(telling), ":keys": JSON.stringify(readings.map((reading) => key(reading.join(" ")))), ":kinds": JSON.stringify(kind ? [kind] : []),
      ":members": this.members, ":others": this.others, ":most": most, ":enough": enough,
    });
    return { terms, numbers: rows.map(([number]) => number), isNamed: rows.some(([, isNamed]) => isNamed) };
  }

  /** Return words as they were typed, and with two or three that stand together written as one, if anything has that. */
  readings(terms) {
    const readings = [2, 3].flatMap((number) => terms.slice(number - 1).map((_, at) => [
      terms.slice(at, at + number).join(""), terms.slice(0, at), terms.slice(at + number)]));
    const known = terms.length > FEW ? [] : readings.filter(([joined]) => this.has([joined]));
    return [terms, ...known.map(([joined, before, after]) => [...before, joined, ...after])];
  }

  has(terms, kind = "") {
    return this.matching(question([terms], kind), 1).length > 0;
  }

  /** Return how many things have all words. */
  total(terms, kind = "") {
    return terms.length ? this.column("SELECT count(*) FROM names WHERE names MATCH ?", [question(this.readings(terms), kind)])[0] : 0;
  }

  /** Return words that are known with the best one in place of any that was typed, or nothing. */
  mended(terms, known, fitting) {
    let [best, most] = [[], 0];
    for (const [place, term] of terms.entries()) {
      for (const near of this.near(term)) {
        const trial = [...known.slice(0, place), ...near.split(" "), ...known.slice(place + 1)], fits = Number(fitting(trial));
        if (fits > most) [best, most] = [trial, fits];
      }
    }
    return best;
  }

  known(terms) {
    return terms.flatMap((term) => (this.has([term]) ? term : this.near(term)[0] ?? term).split(" "));
  }

  /** Return the words that differ from one in a letter, or the two that it may be, the most common first. */
  near(term) {
    const left = [term, ...Array.from(term, (_, at) => term.slice(0, at) + term.slice(at + 1))].map(crc32);
    const slips = this.column("SELECT DISTINCT word FROM slip WHERE hash IN (SELECT value FROM json_each(?)) ORDER BY word", [JSON.stringify(left)]);
    const words = slips.filter((word) => word !== term && isOneSlip(term, word));
    const pairs = Array.from({ length: Math.max(0, term.length - 3) }, (_, at) => `${term.slice(0, at + 2)} ${term.slice(at + 2)}`);
    const near = words.length ? words : pairs.filter((pair) => this.matching(`{${NAMES}} : "${pair}"`, 1).length);
    const totals = new Map(near.length > 1 ? near.map((each) => [each, this.total(each.split(" "))]) : []);
    return near.sort((one, other) => totals.get(other) - totals.get(one)).slice(0, NEAR);
  }

  /** Return what has most of the words, mended; among equals what has the rarest. */
  havingMost(terms, kind) {
    const known = this.known(terms);
    const telling = known.filter((term) => !SMALL.has(term)).map((term) => [
      question([[term]], kind, ANYWHERE, term.length >= LONG ? "*" : ""), Number(terms.includes(term))]);
    const found = this.ranked(known, kind, MOST, MOST, telling);
    return { ...found, isPartial: found.numbers.length > 0 };
  }

  matching(expression, most) {
    return this.column("SELECT rowid FROM names WHERE names MATCH ? ORDER BY rowid LIMIT ?", [expression, most]);
  }

  hits(numbers) {
    const places = `json_each(?) AS place JOIN entry ON entry.id = place.value JOIN page ON page.entry = entry.id ORDER BY place.key`;
    return this.rows(`SELECT ${HIT} FROM ${places}`, [JSON.stringify(numbers)]).map(([iri, kind, name, note, path]) => ({ iri, kind, name, note, path }));
  }

  column(statement, values) {
    return this.rows(statement, values).map(([value]) => value);
  }
}

/** Return an FTS5 expression for what has all words of any reading; words are of letters and digits: none is an operator. */
function question(readings, kind = "", columns = ANYWHERE, star = "*") {
  const several = readings.map((reading) => `(${reading.map((term) => `"${spaced(term)}"${star}`).join(" AND ")})`);
  return `{${columns}} : (${several.join(" OR ")})${kind && ` AND kind : ("${fold(kind)}")`}`;
}

function crc32(text) {
  let rest = -1;
  for (const byte of new TextEncoder().encode(text)) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit += 1) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return ~rest >>> 0;
}

/** Say whether two words differ by one letter that is wrong, missing, added or swapped with the next. */
function isOneSlip(one, other) {
  const [short, long] = one.length > other.length ? [other, one] : [one, other];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const [rest, longer] = [short.slice(start), long.slice(start)];
  if (short.length < long.length) return rest === longer.slice(1);
  return rest.slice(1) === longer.slice(1) || (rest[0] === longer[1] && rest[1] === longer[0] && rest.slice(2) === longer.slice(2));
}
