// What is called so on a site of files: their words begin alike (see kg/publish/browser.py), and it is ranked here as
// the server does (see kg/store/search/index.py): what is called exactly so, what has all the words, what has words that begin so.

import { asked, key, spaced } from "./folding.js";

const MOST_FILES = 6, SUGGESTED = 8, MOST = 1000;
const ELSEWHERE = "describe/?iri=";

/**
 * A thing as the files hold it, with all its words.
 * @typedef {{kind: string, path: string, name: string, note: string, number: number, keys: string[], words: string}} Thing
 */

export class Names {
  /** @param {(path: string) => Promise<object>} read reads a JSON file by its path below the site's root */
  constructor(read) {
    this.reading = new Map();
    this.fresh = read;
  }

  /** Return what a person may mean who is still typing: one file is read, besides the overview. */
  async suggestions(typed, kind = "", limit = SUGGESTED) {
    const { things, terms, base } = await this.having(typed, 1);
    return ranked(things.filter((thing) => !kind || thing.kind === kind), terms).slice(0, limit).map((thing) => hit(thing, base));
  }

  /**
   * Return what is called so, the best first: at most 1,000 things, and how many there are of each kind. `isWhole` says
   * whether all were looked at; else these are the best known ones.
   */
  async find(typed) {
    const { things, terms, base, totals, isWhole, overview } = await this.having(typed, MOST_FILES);
    const counts = totals ?? countsOf(things, overview.kinds);
    const numbers = await Promise.all(things.length ? terms.map((term) => this.number(term, overview)) : []);
    const found = ranked(things, terms, { terms: new Map(terms.map((term, at) => [term, numbers[at]])), overview });
    return { hits: found.slice(0, MOST).map((thing) => hit(thing, base)), counts, isWhole };
  }

  /** Return the things that have words which begin with those that were typed. */
  async having(typed, most) {
    const overview = await this.read("search/names.json");
    const terms = asked(typed).map(spaced).filter(Boolean);
    const nothing = { things: [], terms, base: overview.base, isWhole: true, overview };
    const choices = terms.map((term) => filesOf(term.split(" ")[0], overview, most));
    if (!terms.length || choices.includes(null)) return nothing;
    const [chosen] = choices.sort((one, other) => other.isWhole - one.isWhole || one.size - other.size);
    const files = await Promise.all(chosen.names.map((name) => this.file(name, overview.kinds)));
    const things = new Map(files.flatMap((file) => file.things).map((thing) => [thing.number, thing]));
    const found = [...things.values()].filter(({ words }) => terms.every((term) => words.includes(` ${term}`)));
    const totals = terms.length === 1 && chosen.isExact && terms[0] === asked(typed)[0] ? files[0].totals : undefined;
    return { ...nothing, things: found, totals: chosen.isWhole ? undefined : totals, isWhole: chosen.isWhole };
  }

  /** Return how many things have a word as a whole: the overview says it of common ones, the file of the word of others. */
  async number(term, overview) {
    const name = fileWith(term.split(" ")[0], overview);
    const known = overview.whole[name] ?? overview.cut[name];
    if (name.endsWith("-") && !term.includes(" ")) return known ?? 0;
    const { things } = known ? await this.file(name, overview.kinds) : { things: [] };
    return things.filter(({ words }) => words.includes(` ${term} `)).length;
  }

  /** Return a file with its things, and how many there are of each kind. */
  async file(name, kinds) {
    const { totals, things } = await this.read(`search/names/${name}.json`);
    return { totals: counted(totals, kinds), things: things.map((fields) => thingOf(fields, kinds)) };
  }

  /** Read a file, once; one that failed may be tried again. */
  read(path) {
    if (!this.reading.has(path)) {
      const reading = this.fresh(path);
      reading.catch(() => this.reading.delete(path));
      this.reading.set(path, reading);
    }
    return this.reading.get(path);
  }
}

/**
 * Return the files that hold all things with a word that begins so, if they are few; else the one that holds the best
 * known of them; null if nothing begins so.
 */
export function filesOf(word, { whole, begun, cut }, most) {
  const bytes = new TextEncoder().encode(word);
  const names = [...bytes].map((_, at) => fileName(bytes.subarray(0, at + 1)));
  const known = names.findLastIndex((name) => [whole, begun, cut].some((each) => Object.hasOwn(each, name)));
  if (known < 0) return null;
  const name = names[known], isExact = known === bytes.length - 1;
  if (Object.hasOwn(whole, name)) return { names: [name], size: whole[name], isWhole: true, isExact };
  if (isExact && Object.hasOwn(begun, name)) {
    const prefixes = [name, `_${hex(bytes)}`];
    const below = (files) => Object.keys(files).filter((each) => prefixes.some((prefix) => each.startsWith(prefix)));
    const longer = [...below(whole), ...below(cut)];
    const isWhole = !below(cut).length;
    if (longer.length < most) return { names: isWhole ? longer : [name, ...longer], size: begun[name], isWhole, isExact };
  }
  return { names: [name], size: begun[name] ?? cut[name], isWhole: false, isExact };
}

/** Return the name of the file that holds the things which have a word as a whole, whether it exists or not. */
function fileWith(word, { whole, begun, cut }) {
  const bytes = new TextEncoder().encode(word);
  const names = [...bytes].map((_, at) => fileName(bytes.subarray(0, at + 1)));
  const name = names.find((each) => Object.hasOwn(whole, each) || Object.hasOwn(cut, each)) ?? names.at(-1);
  return Object.hasOwn(begun, name) ? `${name}-` : name;
}

function fileName(bytes) {
  const text = String.fromCharCode(...bytes);
  return /^[a-z0-9]+$/.test(text) ? text : `_${hex(bytes)}`;
}

function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function thingOf([kind, path, name, note, number, more = "", keys = []], kinds) {
  return { kind: kinds[kind], path, name, note, number, keys, words: ` ${spaced(name)} | ${more} ` };
}

function hit({ kind, path, name, note }, base) {
  const iri = path.startsWith(ELSEWHERE) ? decodeURIComponent(path.slice(ELSEWHERE.length)) : base + path.replace(/\/$/, "");
  return { iri, kind, name, note, path };
}

function counted(totals, kinds) {
  return Object.fromEntries(kinds.map((kind, at) => [kind, totals[at]]).filter(([, number]) => number));
}

function countsOf(things, kinds) {
  return counted(kinds.map((kind) => things.filter((thing) => thing.kind === kind).length), kinds);
}

/** Return things in the order in which the server gives them; what has all the words is weighed, if it is known how. */
function ranked(things, terms, known = null) {
  const wanted = key(terms.join(" "));
  const isExact = (thing) => thing.keys.includes(wanted) || key(thing.name) === wanted;
  const isWhole = ({ words }) => terms.every((term) => words.includes(` ${term} `));
  const groups = [[], [], []];
  for (const thing of [...things].sort((one, other) => one.number - other.number)) groups[isExact(thing) ? 0 : isWhole(thing) ? 1 : 2].push(thing);
  if (known) weigh(groups[1], known);
  const best = groups.flat();
  return [...best.filter(({ kind }) => kind !== "source"), ...best.filter(({ kind }) => kind === "source")];
}

/** Put things in the order of their relevance (BM25 as SQLite computes it, names count four times) and their rank. */
function weigh(whole, { terms, overview }) {
  const rarity = new Map([...terms].map(([term, having]) => (
    [term, Math.max(Math.log((overview.things - having + 0.5) / (having + 0.5)), 1e-6)])));
  const weight = new Map(whole.map((thing) => [thing, Math.log(thing.number) / 2 - relevance(thing, terms.keys(), rarity, overview.length)]));
  whole.sort((one, other) => weight.get(one) - weight.get(other));
}

function relevance({ words }, terms, rarity, mean) {
  const [name, more] = words.split(" | ").map((text) => ` ${text} `);
  const length = words.trim().split(" ").length;
  return [...terms].reduce((sum, term) => {
    const often = 4 * times(name, term) + times(more, term);
    return sum + (rarity.get(term) * often * 2.2) / (often + 1.2 * (0.25 + (0.75 * length) / mean));
  }, 0);
}

function times(text, term) {
  let number = 0;
  for (let at = text.indexOf(` ${term} `); at >= 0; at = text.indexOf(` ${term} `, at + 1)) number += 1;
  return number;
}
