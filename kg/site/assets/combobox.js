// A field that offers things while one types: the combobox of the ARIA Authoring Practices, with a list box.
// Without it the field is a plain one.

import { h } from "./dom.js";
import { t } from "./words.js";

const PAUSE = 90;
const REMEMBERED = 50;

/**
 * A thing that is offered.
 * @typedef {{iri: string, kind: string, name: string, note: string, path: string}} Hit
 */

export class Combobox {
  /**
   * @param {HTMLInputElement} input the field, which has an id
   * @param {object} ways `label` of the list, `answer(typed, signal)` and `choose(hit)`
   */
  constructor(input, { label, answer, choose }) {
    Object.assign(this, { input, answer, chosen: choose, found: [], active: -1, answers: new Map() });
    this.list = h("ul", { class: "suggested", role: "listbox", id: `${input.id}-suggested`, "aria-label": label, hidden: true });
    this.status = h("span", { class: "unseen", role: "status" });
    const roles = { role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": this.list.id };
    for (const [name, value] of Object.entries(roles)) input.setAttribute(name, value);
    input.addEventListener("input", () => this.later());
    input.addEventListener("keydown", (event) => this.key(event));
    input.addEventListener("blur", () => this.close());
  }

  later() {
    clearTimeout(this.timer);
    this.asking?.abort();
    this.timer = setTimeout(() => this.ask(), PAUSE);
  }

  async ask() {
    const typed = this.input.value.trim();
    if (!typed) return this.close();
    this.asking = new AbortController();
    const found = await this.remembered(typed, this.asking.signal);
    return found && document.activeElement === this.input ? this.open(found) : undefined;
  }

  /** Return what is offered for a text, asked once; null if the request was given up or failed. */
  async remembered(typed, signal) {
    if (this.answers.has(typed)) return this.answers.get(typed);
    const found = await this.answer(typed, signal);
    if (found === null || signal.aborted) return null;
    if (this.answers.size >= REMEMBERED) this.answers.clear();
    this.answers.set(typed, found);
    return found;
  }

  open(found) {
    this.found = found;
    this.list.replaceChildren(...found.map((hit, index) => this.option(hit, index)));
    this.show(found.length > 0);
    this.status.textContent = found.length === 1 ? t("1 suggestion") : t("{number} suggestions", { number: found.length });
  }

  option(hit, index) {
    const choose = (event) => {
      event.preventDefault(); // the field keeps the focus
      if (event.button === 0) this.choose(index);
    };
    return h("li", { role: "option", id: `${this.list.id}-${index}`, "aria-selected": "false", pointerdown: choose },
      h("bdi", { class: "name" }, hit.name), h("span", { class: "kind" }, hit.kind),
      hit.note ? h("bdi", { class: "note" }, hit.note) : null);
  }

  key(event) {
    if (this.list.hidden) {
      if (event.key === "ArrowDown") this.ask();
      return;
    }
    const last = this.found.length - 1;
    const next = {
      ArrowDown: this.active === last ? -1 : this.active + 1,
      ArrowUp: this.active === -1 ? last : this.active - 1,
    }[event.key];
    if (next !== undefined) this.activate(next);
    else if (event.key === "Enter" && this.active >= 0) this.choose(this.active);
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
  }

  /** Point at a suggestion; -1 is the field itself. */
  activate(index) {
    this.active = index;
    [...this.list.children].forEach((option, i) => option.setAttribute("aria-selected", String(i === index)));
    if (index < 0) return this.input.removeAttribute("aria-activedescendant");
    this.list.children[index].scrollIntoView({ block: "nearest" });
    return this.input.setAttribute("aria-activedescendant", `${this.list.id}-${index}`);
  }

  choose(index) {
    const hit = this.found[index];
    this.close();
    this.chosen(hit);
  }

  close() {
    clearTimeout(this.timer);
    this.asking?.abort();
    this.show(false);
    this.status.textContent = "";
  }

  show(open) {
    this.list.hidden = !open;
    this.active = -1;
    this.input.setAttribute("aria-expanded", String(open));
    this.input.removeAttribute("aria-activedescendant");
  }
}
