// The explorer: what a thing of the picture is tied to is fetched, listed, and added to the picture.

import { Combobox } from "./combobox.js";
import { data, h } from "./dom.js";
import { suggestions } from "./names.js";
import { Network } from "./network.js";
import { shardOf } from "./shards.js";
import { t } from "./words.js";

const LISTED = 40, DRAWN = 24, LABEL = 120;
const site = data("site");
const element = document.getElementById("explorer");
const about = element.querySelector(".about");
const whole = element.querySelector(".whole");
const network = new Network(element.querySelector("svg.network"), ({ id }) => choose(id));
const first = new Set(network.nodes.values());
const asked = new Map(); // what things are tied to, by kind and slug

/** Return the name of a thing and what it is tied to: see `around` in kg/site/views/explore.py. */
async function tiesOf(local) {
  if (!asked.has(local)) {
    const answer = await fetch(`${site.files}explore/${shardOf(local, site.shards) ?? local}.json`);
    const told = answer.ok ? await answer.json() : null;
    asked.set(local, told?.around ? within(told, local) : told);
  }
  return asked.get(local);
}

/** Return what a file of many things says of one; names stand there once. */
function within({ names, around }, local) {
  const { ties, more = 0 } = around[local] ?? { ties: [] };
  const name = names.find(([each]) => each === local)?.[1];
  return name && { name, more, ties: ties.map((tie) => (Array.isArray(tie) ? [...names[tie[0]], tie[1]] : [...names[tie], 1])) };
}

/** Say what a thing is tied to; `alone` shows nothing but that. */
async function choose(local, alone = !network.nodes.has(local)) {
  const told = await tiesOf(local);
  if (!told) return say(t("Nothing is known of this."));
  const { name, ties, more } = told, isWithin = about.contains(document.activeElement);
  network.chosen = network.nodes.get(local);
  if (alone) grow(local, name, ties);
  const node = network.nodes.get(local);
  for (const each of network.nodes.values()) each.group.classList.toggle("chosen", each === node);
  network.chosen = node;
  network.light(node);
  if (alone) whole.hidden = false;
  const button = h("button", { type: "button", click: () => choose(local, true) }, t("Show only these ties"));
  const link = h("a", { href: hrefOf(local) }, h("bdi", {}, name));
  about.replaceChildren(
    h("h2", {}, link),
    h("p", { class: "acts" }, alone ? null : button),
    ...listed(ties),
    more ? h("p", { class: "quiet" }, t("and {number} more", { number: more })) : null,
  );
  about.hidden = false;
  if (isWithin) link.focus(); // what was chosen in the list is gone from there
  return say(t("{name}: {number} ties", { name, number: ties.length + more }));
}

function say(text) {
  element.querySelector("[role=status]").textContent = text;
}

/** Show a thing with what it is tied to most, in the middle of the picture. */
function grow(local, name, ties) {
  const things = [[local, name], ...ties.slice(0, DRAWN)];
  network.add(things.map(([id, label]) => ({ id, name: label, href: hrefOf(id), kind: `c0 kind-${id.split("/")[0]}` })),
    ties.slice(0, DRAWN).map(([other, , weight]) => ({ one: local, other, weight })));
  const shown = new Set(things.map(([id]) => network.nodes.get(id)));
  network.only(shown, true);
  const middle = network.nodes.get(local), around = [...shown].filter((node) => node !== middle), half = Math.ceil(around.length / 2);
  const frame = network.svg.parentElement, unit = network.width / network.svg.getBoundingClientRect().width;
  const across = Math.min(0.3 * network.width, (frame.clientWidth / 2) * unit - LABEL);
  for (const [place, node] of around.entries()) { // on an ellipse, at even heights: no two labels share a line
    const [side, row, rows] = place < half ? [1, place, half] : [-1, place - half, around.length - half];
    const y = (2 * row + 1) / rows - 1;
    Object.assign(node, { x: network.width / 2 + side * across * Math.sqrt(1 - y * y), y: network.height * (0.5 + 0.42 * y) });
  }
  Object.assign(middle, { x: network.width / 2, y: network.height / 2 });
  network.look(0, 0, 1);
  centre();
}

/** Begin in the middle where the picture is wider than the window. */
function centre() {
  const frame = network.svg.parentElement;
  frame.scrollLeft = (frame.scrollWidth - frame.clientWidth) / 2;
}

function listed(ties) {
  const kinds = Object.entries(site.titles).map(([kind, title]) => [title, ties.filter(([local]) => local.startsWith(`${kind}/`))]);
  return kinds.filter(([, members]) => members.length).flatMap(([title, members]) => [
    h("h3", {}, title),
    h("ul", {}, members.slice(0, LISTED).map(([local, name, weight]) => h("li", {},
      h("button", { type: "button", class: "choice", click: () => choose(local, true) }, h("bdi", {}, name)),
      weight > 1 ? h("span", { class: "count" }, ` ${weight}`) : null))),
  ]);
}

function hrefOf(local) {
  return `${site.root}${local}/`;
}

function showAll() {
  network.chosen = null;
  network.only(first, false);
  network.reset();
  network.light(null);
  for (const node of network.nodes.values()) node.group.classList.remove("chosen");
  whole.hidden = about.hidden = true;
}

const finder = element.querySelector(".finder");
const combobox = new Combobox(finder.querySelector("input"), {
  label: t("Things"),
  answer: (typed, signal) => suggestions(typed, "", signal),
  choose: ({ iri, name }) => {
    combobox.input.value = name;
    choose(iri.slice(site.base.length), true);
  },
});
finder.append(combobox.list, combobox.status);
whole.addEventListener("click", showAll);
element.querySelector(".tools").hidden = false;
centre();
const wanted = new URLSearchParams(location.search).get("about");
if (wanted) choose(wanted, true);
