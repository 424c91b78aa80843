// A result as a table: sorted by any column, filtered, in pages; fast with tens of thousands of rows.

import { h, s } from "../dom.js";
import { counted, t } from "../words.js";
import { href, isOwn, text } from "./terms.js";

const PAGE = 100;
const SHOWN = 400;
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** Return the table of a result. `look` has the site, labels and columns. */
export function draw(result, look) {
  return new Table(result, look).element;
}

class Table {
  constructor(result, look) {
    this.look = look;
    this.rows = result.rows;
    this.shown = result.rows;
    this.page = 0;
    this.sorting = { column: null, direction: 1 };
    this.body = h("tbody");
    this.pager = h("div", { class: "pager" });
    this.headers = look.columns.map((column) => this.header(column));
    this.element = h("div", {},
      result.rows.length > 10 ? this.filter() : null,
      h("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": t("Table of the result") },
        h("table", { class: "result" }, h("thead", {}, h("tr", {}, this.headers)), this.body)),
      this.pager);
    this.fill();
  }

  header(column) {
    const sort = () => this.sort(column.index);
    const kind = column.kind === "number" ? "number" : null;
    return h("th", { scope: "col", class: kind }, h("button", { type: "button", click: sort, title: t("Sort by {column}", { column: column.name }) },
      column.name, h("span", { class: "order", "aria-hidden": "true" })));
  }

  filter() {
    const input = h("input", { type: "search", input: () => this.narrow(input.value), placeholder: t("Filter rows") });
    return h("label", { class: "filter" }, h("span", { class: "unseen" }, t("Filter rows")), input);
  }

  narrow(typed) {
    const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
    this.texts ??= this.rows.map((row) => row.map((term) => this.text(term)).join(" ").toLowerCase());
    this.kept = new Set(words.length ? this.rows.filter((_, i) => words.every((word) => this.texts[i].includes(word))) : this.rows);
    this.arrange();
  }

  sort(column) {
    const same = this.sorting.column === column;
    this.sorting = { column, direction: same ? -this.sorting.direction : 1 };
    this.headers.forEach((header, i) => {
      if (this.look.columns[i].index !== column) header.removeAttribute("aria-sort");
      else header.setAttribute("aria-sort", this.sorting.direction > 0 ? "ascending" : "descending");
    });
    this.arrange();
  }

  arrange() {
    const rows = this.kept ? this.rows.filter((row) => this.kept.has(row)) : this.rows;
    const { column, direction } = this.sorting;
    this.shown = column === null ? rows : sorted(rows, this.look.columns[column], direction, (term) => this.text(term));
    this.page = 0;
    this.fill();
  }

  fill() {
    const rows = this.shown.slice(this.page * PAGE, (this.page + 1) * PAGE);
    this.body.replaceChildren(...rows.map((row) => h("tr", {}, row.map((term, i) => this.cell(term, i)))));
    const pages = Math.ceil(this.shown.length / PAGE);
    const first = this.shown.length ? this.page * PAGE + 1 : 0;
    const last = first + rows.length - (first ? 1 : 0);
    const where = t("{first}–{last} of {all}", { first: counted(first), last: counted(last), all: counted(this.shown.length) });
    this.pager.replaceChildren(...(pages > 1 || this.kept ? [
      this.step(t("Previous"), this.page > 0, -1), h("span", { role: "status" }, where), this.step(t("Next"), this.page + 1 < pages, 1),
    ] : []));
  }

  step(title, possible, by) {
    return h("button", { type: "button", disabled: !possible, click: () => this.turn(by, title) }, title);
  }

  turn(by, title) {
    this.page += by;
    this.fill();
    const again = [...this.pager.querySelectorAll("button")].find((button) => button.textContent === title);
    (again.disabled ? this.pager.querySelector("button:not(:disabled)") : again)?.focus();
  }

  cell(term, index) {
    const { kind, most } = this.look.columns[index], language = term?.["xml:lang"];
    const share = most > 0 && term ? Math.max(0, (100 * Number(term.value)) / most) : 0;
    return h("td", { class: kind === "number" ? kind : null, lang: language, dir: language ? "auto" : null }, share ? bar(share) : null, content(term, this.look));
  }

  text(term) {
    return text(term, this.look.site, this.look.labels);
  }
}

/** Return a bar that lies behind a number, as long as that is a part of the highest, in per cent. */
function bar(share) {
  return s("svg", { class: "share", viewBox: "0 0 100 1", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("rect", { x: (100 - share).toFixed(1), width: share.toFixed(1), height: 1 }));
}

/** Return what stands in a cell: a link where an IRI leads somewhere, else text; long texts open. */
export function content(term, { site, labels }) {
  if (!term) return null;
  const value = text(term, site, labels);
  const target = term.type === "uri" ? href(term.value, site) : null;
  if (target) return h("a", { href: target, title: term.value, rel: isOwn(term.value, site) ? null : "noopener" }, h("bdi", {}, value));
  if (value.length <= SHOWN) return h("bdi", {}, value);
  return h("details", {}, h("summary", {}, `${value.slice(0, SHOWN)}…`), h("bdi", {}, value));
}

/** Return rows in the order of a column; what is not bound comes last, either way. */
export function sorted(rows, column, direction, textOf) {
  const keys = new Map(rows.map((row) => [row, row[column.index] ? keyOf(row[column.index], column, textOf) : null]));
  return rows.toSorted((a, b) => {
    const [one, other] = [keys.get(a), keys.get(b)];
    if (one === null || other === null) return (one === null) - (other === null);
    return direction * (typeof one === "number" ? one - other : collator.compare(one, other));
  });
}

function keyOf(term, column, textOf) {
  return column.kind === "number" ? Number(term.value) : textOf(term);
}
