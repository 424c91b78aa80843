// The form that compares two people, on a site of files: it leads to the page of a pair if there is one, else to a
// question that the query page answers.

import { fold } from "./folding.js";
import { suggestions } from "./lookup.js";

const form = document.querySelector("form.compare");
const inputs = [...form.querySelectorAll("input")];
const root = form.dataset.root;

/** Return the slug of the person that a field names, or null. */
async function slugOf(input) {
  const typed = input.value.trim();
  const options = [...input.list.options];
  const known = options.find(({ value }) => value === typed) ?? options.filter(({ label }) => fold(label) === fold(typed));
  if (!Array.isArray(known)) return known.value;
  if (known.length === 1) return known[0].value;
  const hits = (await suggestions(root, typed, "person")) ?? [];
  const same = hits.filter(({ path, name }) => path === `person/${typed}/` || fold(name) === fold(typed));
  return same.length === 1 ? same[0].path.split("/")[1] : null;
}

function refuse(input, problem) {
  input.setCustomValidity(problem);
  form.reportValidity();
}

async function compare() {
  const slugs = await Promise.all(inputs.map(slugOf));
  const unknown = slugs.indexOf(null);
  if (unknown >= 0) return refuse(inputs[unknown], "Choose one of the people that are offered.");
  if (slugs[0] === slugs[1]) return refuse(inputs[1], "Both are the same person: choose another one.");
  const pairs = [slugs.join(" "), slugs.toReversed().join(" ")];
  const page = [...document.querySelectorAll("[data-pair]")].find(({ dataset }) => pairs.includes(dataset.pair));
  const question = new URLSearchParams({ name: "paths", from: slugs[0], to: slugs[1] });
  return location.assign(page ? page.href : `${root}query/?${question}`);
}

form.hidden = false;
form.addEventListener("submit", (event) => {
  event.preventDefault();
  compare();
});
for (const input of inputs) input.addEventListener("input", () => input.setCustomValidity(""));
