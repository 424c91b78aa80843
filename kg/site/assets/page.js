// Of a name in several languages, that of the reader; the layer of sources; and the facets of a list of works: without this they lead to years,
// venues, topics and systems; with it they narrow the list.

import { h } from "./dom.js";
import { t } from "./words.js";

const base = (language) => language.toLowerCase().split("-", 1)[0];
const main = document.querySelector("h1 bdi[lang]");
const names = main ? [main, ...document.querySelectorAll(".also bdi[lang]")] : [];
for (const wanted of navigator.languages.map(base)) {
  const found = names.find((name) => base(name.lang) === wanted);
  if (!found) continue;
  [main.textContent, found.textContent] = [found.textContent, main.textContent];
  [main.lang, found.lang] = [found.lang, main.lang];
  break;
}

// The layer of sources: what stands behind each fact, beside all of them; also by the key "e".
const layer = document.querySelector("[data-sources]");
if (layer) {
  const toggle = () => layer.setAttribute("aria-pressed", String(document.body.classList.toggle("sources")));
  layer.hidden = false;
  layer.addEventListener("click", toggle);
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key === "e" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) toggle();
  });
}

for (const filters of document.querySelectorAll("[data-filters]")) {
  const list = filters.parentElement;
  const works = [...list.querySelectorAll("[data-facets]")].map((element) => ({
    element,
    facets: new Set(element.dataset.facets.split(" ")),
  }));
  const said = h("p", { class: "said", role: "status" });
  filters.after(said);
  const buttons = [...filters.querySelectorAll("[data-filter]")].map((choice) => {
    const click = () => {
      button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
      narrow();
    };
    const attributes = { type: "button", "data-filter": choice.dataset.filter, "aria-pressed": "false", click };
    const button = h("button", attributes, ...choice.childNodes);
    choice.replaceWith(button);
    return button;
  });

  // Values of one facet are alternatives; facets narrow each other down.
  function narrow() {
    const chosen = Map.groupBy(
      buttons.filter((button) => button.getAttribute("aria-pressed") === "true").map((button) => button.dataset.filter),
      (key) => key.split(":", 1)[0],
    );
    let shown = 0;
    for (const { element, facets } of works) {
      element.hidden = ![...chosen.values()].every((keys) => keys.some((key) => facets.has(key)));
      shown += !element.hidden;
    }
    for (const rest of list.querySelectorAll("details.rest")) rest.open = rest.open || chosen.size > 0;
    said.textContent = chosen.size ? t("{shown} of {all}", { shown, all: works.length }) : "";
  }
}

// Texts to copy, such as citations: a button where the browser lets pages write to the clipboard.

for (const text of navigator.clipboard ? document.querySelectorAll("[data-copy]") : []) {
  const click = async () => {
    await navigator.clipboard.writeText(text.textContent);
    button.textContent = t("Copied");
    setTimeout(() => (button.textContent = t("Copy")), 2000);
  };
  const button = h("button", { type: "button", class: "copy", "aria-label": t("Copy: {what}", { what: text.dataset.copy }), click }, t("Copy"));
  text.before(button);
}
