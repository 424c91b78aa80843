// The search page of a site of files: what templates/search.html shows where a server answers.

import { data, h } from "./dom.js";
import { asked } from "./folding.js";
import { marked } from "./highlighting.js";
import { ask } from "./names.js";
import { counted, t } from "./words.js";

const FEW = 5, PAGE = 50, MOST = 1000;

const { root, titles, kinds } = data("site");
const given = new URLSearchParams(location.search);
const text = (given.get("q") ?? "").trim();

async function show() {
  const kind = given.get("kind") ?? "", place = Math.max(1, Number.parseInt(given.get("page"), 10) || 1);
  const lists = document.getElementById("lists"), output = document.getElementById("found");
  lists.hidden = true;
  document.querySelector("main h1").replaceChildren(h("bdi", {}, text));
  document.title = `${text} · ${document.title}`;
  for (const input of document.querySelectorAll("input[type=search]")) input.value = text;
  output.replaceChildren(h("p", { class: "quiet" }, t("Looking…")));
  try {
    output.replaceChildren(...await answered(kind, place));
  } catch {
    lists.hidden = false;
    lists.querySelector("p").remove(); // it tells what to look for
    output.replaceChildren(h("p", { role: "alert" }, t("Names cannot be looked up here; the lists above have all things from A to Z.")));
  }
}

/** Return what is shown of an answer: the first of each kind, or a page of one kind. See kg/site/views/search.py. */
async function answered(kind, place) {
  const best = await ask("find", { text }), { corrected, isPartial } = best, lookedFor = corrected || text;
  const several = Map.groupBy(best.hits, (hit) => hit.kind);
  const totals = best.total > best.hits.length ? await ask("counts", { text: lookedFor })
    : Object.fromEntries([...several].map(([each, hits]) => [each, hits.length]));
  const counts = Object.fromEntries(kinds.filter((each) => totals[each]).map((each) => [each, totals[each]]));
  const ofKind = kind ? await ask("find", { text: lookedFor, kind, limit: PAGE, offset: (place - 1) * PAGE }) : null;
  const shown = ofKind ? [[kind, ofKind.hits, ofKind.total]] : [...several].map(([each, hits]) => [each, hits.slice(0, FEW), counts[each]]);
  const groups = shown.filter(([, , total]) => total), pages = Math.ceil(Math.min(counts[kind] ?? 0, MOST) / PAGE);
  return [
    ...(groups.length ? [] : [h("p", {}, kind ? t("Nothing of this kind is called so. Look for fewer words, or their beginnings.") : t("Nothing is called so. Look for fewer words, or their beginnings."))]),
    ...(corrected && groups.length ? [h("p", {}, t("Showing results for:"), " ", h("strong", {}, h("bdi", {}, corrected)))] : []),
    ...(isPartial && groups.length ? [h("p", {}, t("Nothing has all of these words; what has most of them comes first."))] : []),
    ...(best.hits.length ? [kindsOf(counts, kind)] : []),
    ...groups.map(([each, hits, total], at) => group(each, hits, total, at + 1, kind, lookedFor)),
    ...(kind && groups.length ? pager(place, pages) : []),
    ...(ofKind?.total > MOST && place === pages ? [h("p", { class: "quiet" }, t("The first 1,000 are shown: look for more words."))] : []),
  ];
}

function kindsOf(counts, kind) {
  const total = Object.values(counts).reduce((sum, number) => sum + number, 0);
  const link = (each, title, number) => h("a", { href: address(each), "aria-current": each === kind && "true" },
    `${title} `, h("small", {}, counted(number)));
  return h("nav", { class: "kinds", "aria-label": t("Kinds") }, link("", t("All"), total),
    ...Object.entries(counts).map(([each, number]) => link(each, titleOf(each), number)));
}

function group(kind, found, total, place, chosen, lookedFor) {
  const words = asked(lookedFor);
  const items = found.map((hit) => h("li", {}, h("a", { href: root + hit.path }, h("bdi", {}, ...marked(hit.name, words))),
    ...(hit.note ? [" ", h("span", { class: "quiet" }, h("bdi", {}, hit.note))] : [])));
  return h("section", { class: "group", "aria-labelledby": `group-${place}` },
    h("h2", { id: `group-${place}` }, `${titleOf(kind)} `, h("small", { class: "quiet" }, counted(total))),
    h("ul", { class: "hits" }, ...items),
    chosen || total <= found.length ? null : h("p", {}, h("a", { href: address(kind) }, t("All {number}", { number: counted(total) }))));
}

function pager(place, pages) {
  if (pages < 2) return [];
  const turn = (to, rel, words) => (to < 1 || to > pages
    ? h("span", { class: "quiet" }, words)
    : h("a", { rel, href: address(given.get("kind"), to) }, words));
  return [h("nav", { class: "pages", "aria-label": t("Pages") }, turn(place - 1, "prev", t("← Previous")),
    h("span", {}, t("Page {place} of {pages}", { place, pages })), turn(place + 1, "next", t("Next →")))];
}

function address(kind, place = 1) {
  return `?${new URLSearchParams({ q: text, ...(kind && { kind }), ...(place > 1 && { page: place }) })}`;
}

function titleOf(kind) {
  return titles[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1);
}

if (text) await show();
