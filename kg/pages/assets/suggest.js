// The search field of every page offers things while one types: the combobox of the ARIA Authoring
// Practices, with a list box. Without this module the field is a plain form.

import { h } from "./dom.js";

const PAUSE = 90;
const REMEMBERED = 50;

class Suggestions {
  constructor(form) {
    this.input = form.querySelector("input[type=search]");
    this.root = new URL("../", form.action).href;
    this.id = `${this.input.id}-suggested`; // a page may have several fields
    this.found = [];
    this.active = -1;
    this.answers = new Map();
    this.list = h("ul", { class: "suggested", role: "listbox", id: this.id, "aria-label": "Suggestions", hidden: true });
    this.status = h("span", { class: "unseen", role: "status" });
    form.append(this.list, this.status);
    const combobox = { role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": this.id };
    for (const [name, value] of Object.entries(combobox)) this.input.setAttribute(name, value);
    this.input.addEventListener("input", () => this.later());
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.input.addEventListener("blur", () => this.close());
    form.addEventListener("submit", () => this.close());
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
    const found = await this.answer(typed, this.asking.signal);
    return found && document.activeElement === this.input ? this.open(found) : undefined;
  }

  /** Return what is suggested for a text; null if the request was given up or failed. */
  async answer(typed, signal) {
    if (this.answers.has(typed)) return this.answers.get(typed);
    try {
      const response = await fetch(`${this.root}api/suggest?q=${encodeURIComponent(typed)}`, { signal });
      if (!response.ok) return null;
      const { suggestions } = await response.json();
      if (this.answers.size >= REMEMBERED) this.answers.clear();
      this.answers.set(typed, suggestions);
      return suggestions;
    } catch {
      return null;
    }
  }

  open(found) {
    this.found = found;
    this.list.replaceChildren(...found.map((hit, index) => this.option(hit, index)));
    this.show(found.length > 0);
    this.status.textContent = found.length === 1 ? "1 suggestion" : `${found.length} suggestions`;
  }

  option(hit, index) {
    const choose = (event) => {
      event.preventDefault(); // the field keeps the focus until the page changes
      if (event.button === 0) this.choose(index);
    };
    return h("li", { role: "option", id: `${this.id}-${index}`, "aria-selected": "false", pointerdown: choose },
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
    return this.input.setAttribute("aria-activedescendant", `${this.id}-${index}`);
  }

  choose(index) {
    window.location.assign(new URL(this.found[index].path, this.root));
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

for (const form of document.querySelectorAll("form[role=search]")) new Suggestions(form);
