// The query page: what is written is asked, what is answered is shown, and its address says both.

import { data, h } from "./dom.js";
import { editorOf } from "./editor/editor.js";
import { Unfit, bound, identified } from "./editor/named.js";
import { offering } from "./editor/suggesting.js";
import { Refusal, ask, endpointAt, labelsOf } from "./results/endpoint.js";
import { graphWith } from "./results/graph.js";
import { resultOf } from "./results/result.js";
import { isOwn } from "./results/terms.js";
import { counted, t } from "./words.js";

const KEPT = "kg-query";
const MOST_ADDRESS = 6000; // a longer query has no permalink: servers and people cut such addresses

const site = data("site");
const form = document.getElementById("query-form");
const status = document.getElementById("query-status");
const fields = document.getElementById("named-fields");
const output = document.getElementById("query-result");
const stop = document.getElementById("query-stop");
const endpoint = endpointOf();
const asked = new URLSearchParams(location.search);

const vocabulary = fetch(`${site.files}vocabulary.json`)
  .then((response) => (response.ok ? response.json() : Promise.reject(response.status)))
  .catch(() => ({ classes: [], properties: [] })); // without it there is only less to complete
const editor = editorOf(document.getElementById("query"), { run, prefixes: site.prefixes, vocabulary });

let running = null;
let view = asked.get("view") ?? "table";
let address = {}; // the parameters that name what was asked last

/** Return what answers: the server, or the engine in this browser, whose graph is loaded from now on. */
function endpointOf() {
  if (!site.isStatic) return endpointAt(form.action);
  return graphWith(site.files, document.getElementById("query-loading"));
}

/** Ask what the editor holds, and show the answer. */
async function run() {
  running?.abort();
  const own = new AbortController();
  running = own;
  const query = editor.get();
  editor.clear();
  keep(query);
  waiting(true);
  try {
    const answer = await ask(endpoint, query, own.signal);
    const labels = await labelsOf(endpoint, answer, (iri) => isOwn(iri, site), own.signal);
    if (running === own) show(answer, labels);
  } catch (error) {
    if (running === own) fail(error);
  } finally {
    if (running === own) waiting(false);
  }
}

function show(answer, labels) {
  const said = { number: counted(Math.round(answer.milliseconds)), rows: counted(answer.rows.length) };
  const isOne = answer.rows.length === 1;
  status.textContent = "boolean" in answer ? t("answered in {number} ms", said)
    : isOne ? t("1 row in {number} ms", said) : t("{rows} rows in {number} ms", said);
  const viewed = (name) => {
    view = name;
    remember();
  };
  output.replaceChildren(...resultOf(answer, { site, labels, view, viewed, width: output.clientWidth }));
}

function fail(error) {
  output.replaceChildren();
  if (error.name === "AbortError") {
    status.textContent = t("cancelled");
    return;
  }
  if (!(error instanceof Refusal)) throw error;
  status.textContent = "";
  if (error.line) editor.mark(error.line, error.column ?? 1);
  const again = error.retryAfter ? t("Try again in {number} s.", { number: error.retryAfter }) : "";
  const sentences = [error.message, error.hint, again].filter(Boolean).map((each) => h("p", {}, each));
  output.replaceChildren(h("div", { role: "alert", class: "refusal" }, h("strong", {}, error.title), sentences));
}

function waiting(now) {
  stop.hidden = !now;
  output.setAttribute("aria-busy", String(now));
  if (now) status.textContent = t("asking…");
}

/** Keep the query for this window, and name it in the address. */
function keep(query) {
  try {
    sessionStorage.setItem(KEPT, query);
  } catch { /* a window without storage keeps nothing */ }
  if (address.text !== query) address = { text: query, parameters: query.length <= MOST_ADDRESS ? { query } : {} };
}

function remember() {
  const parameters = new URLSearchParams(address.parameters);
  if (view !== "table") parameters.set("view", view);
  history.replaceState(null, "", parameters.size ? `?${parameters}` : location.pathname);
}

/** Return a named query with its form, as the page of all questions has it; null where there is none. */
async function namedQuery(name) {
  const [page, listed] = await Promise.all([fetch(`${site.root}queries/`), fetch(`${site.files}api/queries.json`)]);
  const named = (await listed.json()).queries.find((each) => each.name === name);
  const form = new DOMParser().parseFromString(await page.text(), "text/html").getElementById(`ask-${name}`);
  return named ? { ...named, form: form && document.importNode(form, true) } : null;
}

/** Show a named query as a sentence with fields, with what the address gives, and ask it. */
async function begun(name) {
  const named = await namedQuery(name);
  if (!named) return;
  const inputs = Object.keys(named.parameters).map((each) => named.form.elements.namedItem(each));
  for (const input of inputs) {
    input.value = asked.get(input.name) ?? "";
    delete input.dataset.value;
  }
  if (named.form) {
    fields.replaceChildren(named.form);
    offering(named.form, site);
    named.form.addEventListener("submit", (event) => {
      event.preventDefault();
      askNamed(named);
    });
  }
  await askNamed(named, asked.get("view"));
}

/** Put the named query with its values into the editor, and ask it. */
async function askNamed(named, wanted) {
  const typed = named.form ? new FormData(named.form) : new FormData();
  const values = Object.fromEntries(Object.keys(named.parameters).map((name) => [name, typed.get(name).trim()]));
  try {
    const text = bound(named, await identified(named, values, site), site);
    view = wanted ?? named.view;
    editor.set(text);
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value));
    address = { text, parameters: { name: named.name, ...given } };
    await run();
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    status.textContent = error.message;
  }
}

function begin() {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    run();
  });
  stop.addEventListener("click", () => running?.abort());
  for (const element of document.querySelectorAll("[data-script]")) element.hidden = false;
  if (asked.has("name")) {
    begun(asked.get("name"));
  } else if (asked.get("query")) {
    editor.set(asked.get("query"));
    run();
  } else {
    restore();
  }
}

function restore() {
  try {
    const kept = sessionStorage.getItem(KEPT);
    if (kept) editor.set(kept);
  } catch { /* as above */ }
}

begin();
