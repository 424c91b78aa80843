// How to cite a work in the styles that are most asked for, made of its CSL-JSON, which the page has. They follow the manuals: APA 7,
// MLA 9, Chicago 18 (author-date), IEEE, and Vancouver as the NLM writes it. What is rare in them is left to a reference manager.

import { h } from "./dom.js";

const i = (text) => ({ title: text }); // in italics
const initials = (given = "", dot = ". ", hyphen = "-") =>
  given.split(/\s+/).map((word) => word.split("-").map((part) => part[0] ?? "").join(dot.trim() + hyphen)).join(dot) + dot.trim();
const short = (given) => given.split(/[\s-]+/).map((word) => word[0]).join("");
const family = (name) => [name["non-dropping-particle"], name.family].filter(Boolean).join(" ");
const isWhole = (name) => name.literal || !name.given; // an organisation, or a name that is one word
const whole = (name) => name.literal ?? family(name);
const turned = (given) => (name) => (isWhole(name) ? whole(name) : `${family(name)}, ${given(name.given)}`);
const forward = (given) => (name) => (isWhole(name) ? whole(name) : `${given(name.given)} ${family(name)}`);
const same = (given) => given;

// Names as one text: the first one and the others by their own forms; of more than `most` the first `kept`.
function names(list, first, rest, { and = " and ", comma = true, most = Infinity, kept = 1, others = ", et al." } = {}) {
  const cut = list.length && list.at(-1).literal === "et al.";
  const known = cut ? list.slice(0, -1) : list;
  const all = known.map((name, place) => (place ? rest : first)(name));
  if (all.length > most) return all.slice(0, kept).join(", ") + others;
  if (cut) return `${all.join(", ")}, et al.`;
  if (all.length < 2) return all.join("");
  return all.slice(0, -1).join(", ") + (comma && (all.length > 2 || comma === "always") ? "," : "") + and + all.at(-1);
}

// Of a second number of as many digits those that differ, and at least some: 1220–32.
const shortened = (pages, least) => pages.replace(/(\d+)–(\d+)/g, (range, first, last) => {
  let same = 0;
  while (first.length === last.length && same < last.length - least && first[same] === last[same]) same += 1;
  return `${first}–${last.slice(same)}`;
});
const capital = (words) => words.slice(0, 1).toUpperCase() + words.slice(1);
const filled = (parts) => parts.flat(Infinity).filter((part) => part && (part.title ?? part) !== "");
// Parts with what stands between them; of a part that has an end of its own, none.
const joined = (parts, between) => filled(parts.map((part) => [part].flat(Infinity)).filter((part) => filled(part).length)
  .flatMap((part, place) => (place ? [between, ...part] : part)));
const ended = (parts, sign = ".") => {
  const all = filled([parts]);
  const end = all.at(-1);
  return !all.length || /[.?!]["”’]?$/.test(end.title ?? end) ? all : [...all, sign];
};
const sentences = (...parts) => joined(parts.map((part) => ended(part)), " ");

const where = (work) => [work.place, work.by].filter(Boolean).join(": ");
const BOOKS = ["book", "thesis", "report", "software", "dataset", "standard"];

function facts(item) {
  const [year, month] = item.issued?.["date-parts"]?.[0] ?? [];
  const pages = (item.page ?? "").replace(/\s*(?:-+|–)\s*/g, "–");
  const doi = item.DOI?.replace(/^https?:\/\/(dx\.)?doi\.org\//, "");
  const url = item.URL ?? (item.archive === "arXiv" ? `https://arxiv.org/abs/${item.archive_location}` : "");
  return {
    ...item, year: year ? String(year) : "", month, pages, doi,
    authors: item.author ?? [], in: item["container-title"] ?? "", place: item["publisher-place"] ?? "", by: item.publisher ?? "",
    at: doi ? `https://doi.org/${doi}` : url, url,
    status: item.status ?? "", isBook: BOOKS.includes(item.type), isPart: ["paper-conference", "chapter", "entry-encyclopedia"].includes(item.type),
    // Of proceedings that have no pages the styles name the conference alone.
    within: item.type === "paper-conference" && !(item.page || item.volume || item.editor) ? "" : "In ",
    many: /[–,]/.test(pages) ? "pp." : "p.",
  };
}

const STYLES = {
  APA(work) {
    const who = names(work.authors, turned(initials), turned(initials), { and: " & ", comma: "always", most: 20, kept: 19, others: ", … " });
    const last = work.authors.length > 20 ? turned(initials)(work.authors.at(-1)) : "";
    const kind = { thesis: work.genre ?? "Thesis", dataset: "Data set", software: "Computer software" }[work.type];
    const bracket = kind ? ` [${[kind, work.type === "thesis" && work.by].filter(Boolean).join(", ")}]` : "";
    const pages = work.pages && ` (${work.many} ${work.pages})`;
    const volume = work.volume && [i(work.volume), work.issue && `(${work.issue})`];
    const part = work.isPart ? [work.within, i(work.in), pages] : joined([i(work.in), volume, work.pages], ", ");
    const by = work.type === "thesis" ? "" : work.by;
    return [...sentences([who + last], [`(${work.year || work.status || "n.d."})`], work.isBook ? [i(work.title), bracket] : work.title,
      work.in && part, by), work.at && ` ${work.at}`];
  },
  MLA(work) {
    const who = work.authors.length > 2 ? names(work.authors, turned(same), forward(same), { most: 2 })
      : names(work.authors, turned(same), forward(same), { and: ", and " , comma: false });
    const rest = [i(work.in), work.by, work.volume && `vol. ${work.volume}`, work.issue && `no. ${work.issue}`, work.year,
      work.pages && `${work.many} ${shortened(work.pages, 2)}`, work.at];
    return sentences(who, work.isBook ? i(work.title) : `“${ended(work.title).join("")}”`, joined(rest, ", "));
  },
  Chicago(work) {
    const who = names(work.authors, turned(same), forward(same), { most: 6, kept: 3, comma: "always" });
    const issue = [work.volume && ` ${work.volume}`, work.issue && ` (${work.issue})`];
        const pages = work.pages && shortened(work.pages, 2);
    const part = work.isPart ? [work.within, i(work.in), pages && `, ${pages}`]
      : [i(work.in), issue, pages && `${work.volume || work.issue ? ": " : ", "}${pages}`];
    return sentences(who, work.year || capital(work.status) || "n.d.", work.isBook ? i(work.title) : `“${ended(work.title).join("")}”`, work.in && part,
      work.by, work.at);
  },
  IEEE(work) {
    const who = names(work.authors, forward(initials), forward(initials), { most: 6, others: " et al." });
    const part = work.isPart ? ["in ", i(work.in)] : i(work.in);
    const rest = [work.in && part, work.volume && `vol. ${work.volume}`, work.issue && `no. ${work.issue}`,
      ...(work.isPart ? [work.by, work.year, work.pages && `${work.many} ${work.pages}`]
        : [work.by, work.pages && `${work.many} ${work.pages}`, work.year]), work.doi && `doi: ${work.doi}`];
    const known = joined(rest, ", ");
    const online = !work.doi && work.url ? ` [Online]. Available: ${work.url}` : "";
    if (work.isBook) return [...sentences([who && `${who}, `, i(work.title)], known), online];
    const sign = known.length ? "," : ".";
    return [...ended([who && `${who}, `, `“${work.title}${/[?!]$/.test(work.title) ? "" : sign}”`, known.length && " ", known]), online];
  },
  Vancouver(work) {
    const name = (each) => (isWhole(each) ? whole(each) : `${family(each)} ${short(each.given)}`);
    const who = names(work.authors, name, name, { and: ", ", comma: false, most: 6, kept: 6 });
    const numbers = [work.volume, work.issue && `(${work.issue})`];
    const pages = shortened(work.pages, 1);
    const found = work.isPart
      ? ["In: ", sentences(work.in, [where(work), where(work) && "; ", work.year], pages && `p. ${pages}`)]
      : sentences(work.in, [!work.in && where(work) && `${where(work)}; `, work.year, filled(numbers).length && [";", numbers], pages && `:${pages}`]);
    const at = work.doi ? `doi:${work.doi}` : work.url && `Available from: ${work.url}`;
    return [...sentences(who, work.title, found), at && ` ${at}`];
  },
};

export const styles = Object.keys(STYLES);

// An item of CSL-JSON in a style, in parts: texts, and titles that stand in italics.
export const cite = (item, style) => filled(STYLES[style](facts(item)));

export const text = (parts) => parts.map((part) => part.title ?? part).join("");

const source = globalThis.document?.querySelector('#cite [data-copy="CSL-JSON"]');
if (source) {
  const [item] = JSON.parse(source.textContent);
  const [first] = source.closest("section").querySelectorAll("details");
  first.open = false; // of details with one name, one is open
  for (const style of styles) {
    const parts = cite(item, style).map((part) => (part.title === undefined ? part : h("i", {}, part.title)));
    const said = h("div", {}, h("p", { "data-copy": style }, ...parts));
    first.before(h("details", { name: "cite", open: style === styles[0] }, h("summary", {}, style), said));
  }
}
