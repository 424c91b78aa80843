// A field that offers things of the graph by their names: the ARIA combobox with a list.

import { h } from "../dom.js";

const PAUSE = 120;
let lists = 0;

/**
 * Return what the graph offers for what is typed: things with `iri`, `name` and perhaps a `note`.
 * Nothing where the server does not answer: suggestions are a help, not a need.
 */
export async function suggestions(kind, typed, site) {
  const parameters = new URLSearchParams({ q: typed, ...(kind === "thing" ? {} : { kind }) });
  const response = await fetch(`${site.root}api/suggest?${parameters}`).catch(() => null);
  const answer = response?.ok ? await response.json() : [];
  return Array.isArray(answer) ? answer : (answer.suggestions ?? []);
}

/** Return a field with its list; a choice puts slug or IRI of the thing into the field. */
export function suggesting(input, kind, site) {
  return new Combobox(input, kind, site).element;
}

class Combobox {
  constructor(input, kind, site) {
    Object.assign(this, { input, kind, site, found: [], active: -1 });
    lists += 1;
    this.list = h("ul", { role: "listbox", id: `offered-${lists}`, "aria-label": `Things of the kind ${kind}`, hidden: true });
    for (const [name, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": this.list.id })) {
      input.setAttribute(name, value);
    }
    input.addEventListener("input", () => this.later());
    input.addEventListener("keydown", (event) => this.key(event));
    input.addEventListener("blur", () => this.close());
    this.element = h("div", { class: "combobox" }, input, this.list);
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), PAUSE);
  }

  async ask() {
    const typed = this.input.value.trim();
    if (!typed) return this.close();
    const found = await suggestions(this.kind, typed, this.site);
    if (this.input.value.trim() !== typed || document.activeElement !== this.input) return undefined; // typed on, or gone
    return this.open(found);
  }

  open(found) {
    this.found = found;
    this.active = -1;
    this.list.replaceChildren(...found.map((each, i) => this.option(each, i)));
    this.show(found.length > 0);
  }

  option(each, i) {
    const choose = (event) => {
      event.preventDefault(); // the field keeps the focus
      this.choose(i);
    };
    return h("li", { role: "option", id: `${this.list.id}-${i}`, "aria-selected": "false", pointerdown: choose },
      h("bdi", {}, each.name), each.note ? h("small", {}, ` ${each.note}`) : null);
  }

  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && !this.list.hidden) {
      event.preventDefault();
      this.activate((this.active + step + this.found.length + (this.active < 0 && step < 0 ? 1 : 0)) % this.found.length);
    } else if (event.key === "Enter" && this.active >= 0 && !this.list.hidden) {
      event.preventDefault();
      this.choose(this.active);
    } else if (event.key === "Escape" && !this.list.hidden) {
      event.preventDefault();
      this.close();
    }
  }

  activate(index) {
    this.active = index;
    [...this.list.children].forEach((option, i) => option.setAttribute("aria-selected", String(i === index)));
    this.list.children[index].scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", `${this.list.id}-${index}`);
  }

  choose(index) {
    const { iri } = this.found[index];
    const own = `${this.site.base}${this.kind}/`;
    this.input.value = iri.startsWith(own) ? iri.slice(own.length) : iri;
    this.close();
    this.input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  close() {
    clearTimeout(this.timer);
    this.show(false);
  }

  show(open) {
    this.list.hidden = !open;
    this.input.setAttribute("aria-expanded", String(open));
    this.input.removeAttribute("aria-activedescendant");
  }
}
