// What is called so on a site of files (see kg/publish/names.py): found and ranked here as the server does (see
// kg/store/search/index.py); a test holds both together. The best known things have the least numbers.

import { asked, key, spaced } from "./folding.js";

const SUGGESTED = 8, CANDIDATES = 64, MOST = 1000, MOST_FILES = 6, NEAR = 8, RARE = 2000, LONG = 4, FEW = 4;
const DECIMAL = /^\p{Nd}+$/u;
const MENDED = /^[a-z]{3,20}$/;
const ELSEWHERE = "describe/?iri=";

export class Names {
  /** @param {(path: string) => Promise<object>} read reads a JSON file by its path below the site's root */
  constructor(read) {
    this.reading = new Map();
    this.fresh = read;
  }

  /** Return what a person may mean who is still typing. */
  async suggestions(typed, kind = "", limit = SUGGESTED) {
    const lookup = await this.lookup(kind);
    const { numbers } = await lookup.found(termsOf(typed), CANDIDATES, 1);
    return lookup.hits(numbers.slice(0, limit));
  }

  /**
   * Return what is called so, the best first: at most 1,000 things, and how many there are of each kind. `corrected` are
   * the words that were looked for instead; `isPartial` says that no thing has all words, `isWhole` whether all things were
   * looked at; else these are the best known ones.
   */
  async find(typed) {
    const lookup = await this.lookup();
    const terms = termsOf(typed);
    let found = await lookup.found(terms, Infinity, Infinity);
    if (!found.numbers.length) found = await lookup.havingMost(terms);
    const { numbers, isPartial = false } = found;
    const corrected = numbers.length && found.terms !== terms ? found.terms.join(" ") : "";
    return { hits: await lookup.hits(numbers.slice(0, MOST)), counts: await lookup.counts(numbers), corrected, isPartial, isWhole: lookup.isWhole };
  }

  /** Return what looks for things of a kind, or of all. */
  async lookup(kind = "") {
    const overview = await this.read("search/names.json");
    const kinds = kind ? await this.read("search/kinds.json") : "";
    return Object.assign(Object.create(this), { overview, kind: kind && overview.kinds.indexOf(kind).toString(36), kinds, isWhole: true });
  }

  async counts(numbers) {
    const kinds = await this.read("search/kinds.json");
    const counts = this.overview.kinds.map(() => 0);
    for (const number of numbers) counts[Number.parseInt(kinds[number - 1], 36)] += 1;
    return Object.fromEntries(this.overview.kinds.map((each, at) => [each, counts[at]]).filter(([, count]) => count));
  }

  /** Return what has all words, or else all words that are near them. */
  async found(terms, most, wanted) {
    const found = await this.ranked(terms, most, wanted);
    let mended = [];
    if (!found.numbers.length) {
      const known = await this.known(terms);
      const isEnough = known !== terms && await this.number([known]);
      mended = isEnough ? known : await this.mended(terms, known, (trial) => this.total(trial));
    // Words of several authors of one work may be those of a member whose name was mistyped.
    } else if (terms.length > 1 && !found.isNamed && this.overview.members && !terms.some((term) => DECIMAL.test(term))) {
      mended = await this.mended(terms, terms, (trial) => this.namingMembers(trial));
    }
    return mended.length ? this.ranked(mended, most, wanted) : found;
  }

  async ranked(terms, most, wanted) {
    if (!terms.length) return { terms, numbers: [] };
    const { members, files } = this.overview;
    const readings = await this.readings(terms);
    const begun = await this.matching(readings, { most });
    const whole = begun.length ? await this.matching(readings, { prefix: false, most }) : [];
    const keys = readings.map((reading) => key(reading.join(" ")));
    const things = await this.things(whole.slice(0, MOST));
    const exact = things.filter((thing) => keys.some((each) => thing.keys.includes(each) || key(thing.name) === each));
    const known = begun.filter((number) => number <= members);
    const numbersOf = (several) => several.map(({ number }) => number);
    const fully = new Set(whole), exactly = new Set(numbersOf(exact));
    const tiers = [
      known.filter((number) => exactly.has(number)), known.filter((number) => fully.has(number)),
      numbersOf(exact.filter(({ kind }) => kind !== "person")), known, numbersOf(exact), whole, begun,
      ...(begun.length < wanted ? await this.beside(readings, most, begun.length) : []),
    ];
    const ranked = [...new Set(tiers.flat())];
    const numbers = [...ranked.filter((number) => number <= files), ...ranked.filter((number) => number > files)];
    return { terms, numbers, isNamed: begun.length > 0 };
  }

  /** Return what is known by the words: works before members. */
  async beside(readings, most, named) {
    const begun = await this.matching(readings, { anywhere: true, most });
    if (begun.length <= named) return [];
    const isMember = (number) => number <= this.overview.members;
    const whole = await this.matching(readings, { anywhere: true, prefix: false, most });
    return [whole, begun].flatMap((each) => [each.filter((number) => !isMember(number)), each.filter(isMember)]);
  }

  /** Return words as they were typed, and with two or three that stand together written as one, if anything is called so. */
  async readings(terms) {
    const several = [2, 3].flatMap((number) => (terms.length > FEW ? [] : terms.slice(number - 1).map((_, at) => {
      const joined = spaced(terms.slice(at, at + number).join(""));
      return [joined, [...terms.slice(0, at), joined, ...terms.slice(at + number)]];
    })));
    const known = await Promise.all(several.map(([joined]) => this.number([[joined]], true)));
    return [terms, ...several.filter((_, at) => known[at]).map(([, reading]) => reading)];
  }

  /** Return how many things have all words of any reading. */
  async number(readings, ofAnyKind = false) {
    return (await this.matching(readings, { anywhere: true, ofAnyKind })).length;
  }

  async total(terms, ofAnyKind = false) {
    return this.number(await this.readings(terms), ofAnyKind);
  }

  async namingMembers(terms) {
    const [first] = await this.matching([terms], { prefix: false });
    return Number(first <= this.overview.members);
  }

  /** Return words that are known with the best one in place of any that was typed, or nothing. */
  async mended(terms, known, fitting) {
    let [best, most] = [[], 0];
    for (const [place, term] of terms.entries()) {
      for (const near of await this.near(term)) {
        const trial = [...known.slice(0, place), ...near.split(" "), ...known.slice(place + 1)];
        const fits = await fitting(trial);
        if (fits > most) [best, most] = [trial, fits];
      }
    }
    return best;
  }

  async known(terms) {
    const near = await Promise.all(terms.map(async (term) => (await this.number([[term]], true) ? term : ((await this.near(term))[0] ?? term))));
    return near.join(" ") === terms.join(" ") ? terms : near.join(" ").split(" ");
  }

  /** Return the words that differ from one in a letter, or the two that it may be, the most common first. */
  async near(term) {
    const rows = (await this.rowsNear(term)).filter(([word, named, beside]) => (
      word !== term && MENDED.test(word) && Math.min(named[0] ?? Infinity, beside[0] ?? Infinity) <= this.overview.files && isOneSlip(term, word)));
    const near = rows.length ? rows.map(([word]) => word).sort() : await this.halves(term);
    const totals = new Map();
    for (const each of near) totals.set(each, await this.total(each.split(" "), true));
    return near.sort((one, other) => totals.get(other) - totals.get(one)).slice(0, NEAR);
  }

  async halves(term) {
    const pairs = Array.from({ length: Math.max(0, term.length - 3) }, (_, at) => `${term.slice(0, at + 2)} ${term.slice(at + 2)}`);
    const found = await Promise.all(pairs.map((pair) => this.matching([[pair]], { prefix: false, most: 1, ofAnyKind: true })));
    return pairs.filter((_, at) => found[at].length);
  }

  /** Return what has most of the words, mended; among equals what has the rarest. */
  async havingMost(terms) {
    const known = await this.known(terms);
    const telling = known.filter((term) => !this.overview.small.includes(term));
    const met = new Map();
    for (const term of telling) {
      const having = await this.matching([[term]], { anywhere: true, prefix: term.length >= LONG, most: RARE });
      for (const number of having) {
        const [several, typed, rarity] = met.get(number) ?? [0, 0, 0];
        met.set(number, [several + 1, typed + terms.includes(term), rarity + Math.log((this.overview.files + 1) / having.length)]);
      }
    }
    const { files } = this.overview;
    const enough = [...met].filter(([, [several]]) => telling.length > 1 && several * 2 >= telling.length);
    const order = ([number, [several, typed, rarity]]) => [number > files, -several, -typed, -rarity, number];
    enough.sort((one, other) => {
      const [left, right] = [order(one), order(other)];
      const at = left.findIndex((each, place) => each !== right[place]);
      return left[at] - right[at];
    });
    return { terms: known, numbers: enough.map(([number]) => number).slice(0, MOST), isPartial: enough.length > 0 };
  }

  /** Return the numbers of the things that have all words of any reading, least first. */
  async matching(readings, { anywhere = false, prefix = true, most = Infinity, ofAnyKind = false } = {}) {
    const several = await Promise.all(readings.map((reading) => this.having(reading, anywhere, prefix)));
    const numbers = [...new Set(several.flat())].sort((one, other) => one - other);
    const wanted = this.kind && !ofAnyKind ? numbers.filter((number) => this.kinds[number - 1] === this.kind) : numbers;
    return wanted.slice(0, most);
  }

  async having(terms, anywhere, prefix) {
    const words = terms.flatMap((term) => term.split(" ").map((word, at, all) => [word, prefix && at === all.length - 1]));
    const lists = await Promise.all(words.map(([word, isBegun]) => this.list(word, anywhere, isBegun)));
    const [smallest, ...others] = lists.sort((one, other) => one.isCut - other.isCut || one.numbers.size - other.numbers.size);
    const cut = others.filter(({ isCut }) => isCut);
    this.isWhole &&= !smallest.isCut;
    const numbers = [...smallest.numbers].filter((number) => others.every((list) => list.isCut || list.numbers.has(number)));
    const phrases = anywhere ? [] : terms.filter((term) => term.includes(" ")).map((term) => (prefix ? ` ${term}` : ` ${term} `));
    const isUnsure = (number) => phrases.length > 0 || cut.some((list) => !list.numbers.has(number));
    const things = await this.things(numbers.filter(isUnsure));
    const isSaid = ({ number, words: said }) => phrases.every((term) => said.includes(term))
      && cut.every((list) => list.numbers.has(number) || said.includes(list.text));
    const sure = new Set(things.filter(isSaid).map(({ number }) => number));
    return numbers.filter((number) => !isUnsure(number) || sure.has(number));
  }

  /** Return the numbers of the things that have a word in their names, or anywhere. */
  async list(word, anywhere, prefix) {
    const numbers = new Set();
    let isCut = false;
    for (const [, named, beside, whole] of await this.rows(word, prefix)) {
      for (const number of named) numbers.add(number);
      if (anywhere) for (const number of beside) numbers.add(number);
      isCut ||= whole === 0;
    }
    return { numbers, isCut, text: prefix ? ` ${word}` : ` ${word} ` };
  }

  async rows(word, prefix) {
    const files = prefix ? this.filesOf(word) : this.filesOf(word).slice(0, 1);
    const found = [];
    for (const name of files) {
      const rows = await this.wordsIn(name);
      const whole = rows.index.get(prefix ? `${word}*` : word);
      if (whole !== undefined) return [rows[whole]];
      if (prefix) found.push(...rows.filter(([each]) => each.startsWith(word) && !each.endsWith("*")));
    }
    return found;
  }

  /** Return the files that may hold words which begin so, the first few. */
  filesOf(word) {
    const starts = this.overview.words;
    const first = Math.max(0, starts.findLastIndex((start) => start <= word));
    const after = starts.findIndex((start, at) => at > first && !start.startsWith(word));
    return starts.map((_, at) => at).slice(first, Math.min(after < 0 ? starts.length : after, first + MOST_FILES));
  }

  async rowsNear(word) {
    const { words } = this.overview;
    const files = words.length <= MOST_FILES ? words.map((_, at) => at) : this.filesOf(word[0]);
    return (await Promise.all(files.map((name) => this.wordsIn(name)))).flat();
  }

  async wordsIn(name) {
    const rows = await this.read(`search/words/${name}.json`);
    rows.index ??= new Map(rows.map(([word], at) => [word, at]));
    return rows;
  }

  async things(numbers) {
    const { things: starts, kinds } = this.overview;
    const places = numbers.map((number) => starts.findLastIndex((start) => start <= number));
    const files = new Map(await Promise.all([...new Set(places)].map(async (at) => [at, await this.read(`search/things/${at}.json`)])));
    return numbers.map((number, at) => thingOf(files.get(places[at])[number - starts[places[at]]], number, kinds));
  }

  async hits(numbers) {
    return (await this.things(numbers)).map((thing) => hit(thing, this.overview.base));
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

function termsOf(typed) {
  return asked(typed).map(spaced).filter(Boolean);
}

function thingOf([kind, path, name, note, more = "", keys = []], number, kinds) {
  return { kind: kinds[kind], path, name, note, number, keys, words: ` ${spaced(name)} | ${more} ` };
}

function hit({ kind, path, name, note }, base) {
  const iri = path.startsWith(ELSEWHERE) ? decodeURIComponent(path.slice(ELSEWHERE.length)) : base + path.replace(/\/$/, "");
  return { iri, kind, name, note, path };
}

/** Say whether two words differ by one letter that is wrong, missing, added or swapped with the next. */
function isOneSlip(one, other) {
  if (Math.abs(one.length - other.length) > 1) return false;
  const [short, long] = one.length > other.length ? [other, one] : [one, other];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const [rest, longer] = [short.slice(start), long.slice(start)];
  if (short.length < long.length) return rest === longer.slice(1);
  return rest.slice(1) === longer.slice(1) || (rest[0] === longer[1] && rest[1] === longer[0] && rest.slice(2) === longer.slice(2));
}
