// Lists of a site of files, narrowed to what the query string asks for as a server would (see kg/site/views/index.py). The
// entries are taken from the pages of the whole list, of which only those are fetched that have some.

import { h } from "./dom.js";
import { counted as number, t } from "./words.js";

const FEW = 8, MOST = 50; // values that stand open, and values of a facet
const list = document.querySelector("[data-list]");
const given = new URLSearchParams(location.search);
const sections = new Map([...list.querySelectorAll("[data-facet]")].map((section) => [section.dataset.facet, section]));
const chosen = new Map([...sections.keys()].filter((facet) => given.get(facet)).map((facet) => [facet, given.get(facet)]));
const wordings = new Map([...list.querySelectorAll("[data-value]")].map((link) => [ // in the language of the page
  `${link.closest("[data-facet]").dataset.facet} ${link.dataset.value}`, link.querySelector("bdi").textContent]));
const before = (one, other) => (one < other ? -1 : one > other ? 1 : 0);

for (const each of [list.querySelector(".facets"), ...sections.values()]) each.hidden = false;
if (chosen.size) list.closest("details")?.setAttribute("open", "");
if (chosen.size) await show().catch(failed);

async function show() {
  const { page: size, facets: listed } = await (await fetched(list.dataset.list)).json();
  const facets = new Map(Object.entries(listed).map(([facet, values]) => [facet, values.map(valueOf)]));
  const having = [...chosen].map(([facet, value]) => facets.get(facet)?.find((each) => each.value === value)?.places ?? new Set());
  const places = [...having[0]].filter((place) => having.every((each) => each.has(place)));
  const pages = Math.ceil(places.length / size), page = Math.min(Math.max(1, Number.parseInt(given.get("page"), 10) || 1), pages || 1);
  const labels = [...chosen].map(([facet, value]) => [facet, wordings.get(`${facet} ${value}`) ?? facets.get(facet)?.find((each) => each.value === value)?.label ?? value]);
  const groups = await entries(places.slice((page - 1) * size, page * size), size);

  for (const whole of document.querySelectorAll("[data-whole], .letters")) whole.remove();
  for (const [facet, section] of sections) narrow(section, facet, facets.get(facet) ?? [], places);
  list.querySelector(".facets").hidden = !places.length;
  const area = list.querySelector("[data-entries]");
  area.querySelectorAll(":scope > .letter, :scope > ul, :scope > .pages").forEach((each) => each.remove());
  const summary = area.querySelector(".summary");
  summary.querySelector("strong").textContent = number(places.length);
  summary.append(...labels.flatMap(([facet, label]) => [" ", h("a", { class: "chip", href: address({ [facet]: null }), title: t("Take this away") },
    h("bdi", {}, label), " ", h("span", { "aria-hidden": "true" }, "×"))]));
  area.append(...(places.length ? groups : [h("p", { class: "quiet" }, t("Nothing has all of these. Take one away."))]), ...turning(page, pages));
  document.title = document.title.replace(" · ", `: ${labels.map(([, label]) => label).join(": ")} · `);
}

/** Return a value with the places in the list of the things that have it, which are written as differences. */
function valueOf([value, label, ...steps]) {
  let place = 0;
  return { value, label, places: new Set(steps.map((step) => (place += step))) };
}

/** Return the headings and lists of the entries at some places. */
async function entries(places, size) {
  const numbers = [...new Set(places.map((place) => Math.floor(place / size)))];
  const pages = new Map(await Promise.all(numbers.map(async (number) => [number, await itemsOf(number)])));
  const groups = [];
  for (const place of places) {
    const item = pages.get(Math.floor(place / size))[place % size];
    const heading = item.parentElement.previousElementSibling.textContent;
    if (groups.at(-2)?.textContent !== heading) groups.push(h("h2", { class: "letter" }, heading), item.parentElement.cloneNode());
    groups.at(-1).append(item.cloneNode(true));
  }
  return groups;
}

/** Return the entries of a page of the whole list, from 0; their links lead where they led there. */
async function itemsOf(number) {
  const address = new URL(number ? `./page=${number + 1}/` : "./", location);
  const page = new DOMParser().parseFromString(await (await fetched(address)).text(), "text/html");
  for (const link of page.querySelectorAll("a[href]")) link.href = new URL(link.getAttribute("href"), address).href;
  return [...page.querySelectorAll("[data-entries] > ul > li")];
}

/** Show the values that things at some places have. */
function narrow(section, facet, values, places) {
  const counted = values.map((each) => ({ ...each, having: places.filter((place) => each.places.has(place)).length }))
    .filter(({ having }) => having)
    .sort((one, other) => (facet === "year" ? before(other.value, one.value)
      : other.having - one.having || before(one.label, other.label) || before(one.value, other.value)))
    .slice(0, MOST);
  const items = counted.map(({ value, label, having }) => {
    const isChosen = chosen.get(facet) === value;
    return h("li", {}, h("a", { href: address({ [facet]: isChosen ? null : value }), class: isChosen && "chosen", "aria-current": isChosen && "true" },
      h("bdi", {}, wordings.get(`${facet} ${value}`) ?? label), h("small", {}, number(having))));
  });
  section.hidden = !items.length;
  section.querySelectorAll("ul, .more").forEach((each) => each.remove());
  section.append(h("ul", {}, items.slice(0, FEW)));
  if (items.length > FEW) section.append(h("details", { class: "more" }, h("summary", {}, t("{number} more", { number: items.length - FEW })), h("ul", {}, items.slice(FEW))));
}

/** Return where the list is with other values; those that are null are taken away. */
function address(values) {
  const wanted = Object.entries({ ...Object.fromEntries(chosen), ...values }).filter(([, value]) => value !== null);
  return wanted.length ? `?${new URLSearchParams(wanted)}` : "./";
}

function turning(page, pages) {
  if (pages < 2) return [];
  const turn = (to, rel, words) => (to < 1 || to > pages
    ? h("span", { class: "quiet" }, words)
    : h("a", { rel, href: address({ page: to > 1 ? to : null }) }, words));
  return [h("nav", { class: "pages", "aria-label": t("Pages") }, turn(page - 1, "prev", t("← Previous")), " ",
    h("span", {}, t("Page {place} of {pages}", { place: page, pages })), " ", turn(page + 1, "next", t("Next →")))];
}

async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
}

function failed() {
  list.before(h("p", { role: "alert" }, t("The list cannot be narrowed now; try again.")));
}
