// Names as they are compared, as `kg.terms.identifiers.fold` and `kg.store.search.words` fold them; the tests hold both together.

const LONGEST_NAME = 1000, MAX_TEXT = 200, MAX_WORDS = 8, MAX_WORD = 40;
const UNDECOMPOSED = { ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ħ: "h", ı: "i", ß: "ss", ς: "σ" };
// Marks that a spelling may leave out; others spell, such as the vowels of Indic scripts and voiced kana.
const DIACRITIC = /(?![\u3099\u309a])(?=\p{M})[\p{sc=Zinh}\p{sc=Arab}\p{sc=Cyrl}\p{sc=Grek}\p{sc=Hebr}\p{sc=Syrc}]/gu;
const OF_NO_WORD = /[^\p{L}\p{N}\p{Mn}\p{Mc}]+/gu;
const HAN = /[\u3400-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/gu;

/** Words that tell nothing where no thing has all words of a text. */
export const SMALL = new Set("a an and at da das de der des di do du e et for fur i in la le of on the to und y zu".split(" "));

/** Return a text without case and diacritics, with single spaces for all punctuation. */
export function fold(text) {
  const lower = text.normalize("NFKD").toLowerCase().normalize("NFKD").replace(DIACRITIC, "");
  return lower.replace(/[^\0-\x7f]/gu, (each) => UNDECOMPOSED[each] ?? each).replace(OF_NO_WORD, " ").trim();
}

/** Return a text folded, with spaces between Chinese characters. */
export function spaced(text) {
  return fold(cut(text, LONGEST_NAME)).replace(HAN, " $& ").replace(/ +/g, " ").trim();
}

/** Return what two spellings of one name have in common: its words in any order. */
export function key(text) {
  return spaced(text).split(" ").sort(byCodePoint).join(" ");
}

/** Return the words of what a person typed: folded, few and short whatever it was. */
export function asked(text) {
  return fold(cut(text, MAX_TEXT)).split(" ").filter(Boolean).slice(0, MAX_WORDS).map((word) => cut(word, MAX_WORD));
}

function cut(text, length) {
  return text.length <= length ? text : [...text].slice(0, length).join("");
}

function byCodePoint(one, other) {
  const [a, b] = [[...one], [...other]];
  const at = a.findIndex((each, place) => each !== b[place]);
  return at < 0 ? a.length - b.length : (a[at].codePointAt(0) - (b[at]?.codePointAt(0) ?? -1));
}
