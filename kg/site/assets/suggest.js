// The search field of every page offers things while one types, and leads to the one that is chosen.

import { Combobox } from "./combobox.js";
import { suggestions } from "./names.js";
import { t } from "./words.js";

// What a page was asked stays when its language is changed.
for (const link of document.querySelectorAll(".languages a")) {
  link.addEventListener("click", () => { link.search = window.location.search; });
}

for (const form of document.querySelectorAll("form[role=search]")) {
  const root = new URL("../", form.action).href;
  const combobox = new Combobox(form.querySelector("input[type=search]"), {
    label: t("Suggestions"),
    answer: (typed, signal) => suggestions(typed, "", signal),
    choose: (hit) => window.location.assign(new URL(hit.path, root)),
  });
  form.append(combobox.list, combobox.status);
  form.addEventListener("submit", () => combobox.close());
}
