// Rows as periods on one axis of time.

import { s } from "../dom.js";
import { PRESENT } from "./columns.js";
import { drawing, fitted, linked } from "./picture.js";

const MOST = 100;
const ROW = 30;
const TOP = 26;

/**
 * Return when a date begins, and when it is over, in years: "2019-05" is 2019.333 to 2019.417.
 * Null where it is no date.
 */
export function span(value, now = new Date()) {
  if (value === PRESENT) return [yearOf(now), yearOf(now)];
  const match = /^(-?\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(value ?? "");
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2] ?? 0), Number(match[3] ?? 0)];
  const begin = year + Math.max(0, month - 1) / 12 + Math.max(0, day - 1) / 365;
  return [begin, begin + (day ? 1 / 365 : month ? 1 / 12 : 1)];
}

function yearOf(date) {
  return date.getFullYear() + date.getMonth() / 12;
}

/** Return the periods of a result; `choice` names `label` and `start`, and may name `end` and `detail`. */
export function draw(result, look, choice) {
  const periods = result.rows.map((row) => periodOf(row, choice)).filter(Boolean).sort((a, b) => a.begin - b.begin);
  const shown = periods.slice(0, MOST);
  const first = Math.floor(Math.min(...shown.map((period) => period.begin)));
  const last = Math.ceil(Math.max(...shown.map((period) => period.end)));
  const names = Math.round(Math.min(300, look.width * 0.45));
  const place = (year) => names + ((year - first) / Math.max(1, last - first)) * (look.width - names - 24);
  const height = TOP + shown.length * ROW + 4;
  const lines = ticks(first, last, look.width < 600 ? 4 : 10).map((year) => tick(year, place(year), height));
  const bars = shown.map((period, i) => bar(period, TOP + i * ROW, { place, look, choice, names }));
  const note = periods.length > MOST ? `The first ${MOST} of ${periods.length} periods.` : "";
  return drawing(look.width, height, `${look.columns[choice.label].name} over time`, [...lines, ...bars], note);
}

function periodOf(row, choice) {
  const start = span(row[choice.start]?.value);
  const end = span(row[choice.end]?.value);
  if (!start && !end) return null;
  const begin = (start ?? end)[0];
  return { row, begin, end: Math.max(begin, (end ?? start)[1]), open: row[choice.end]?.value === PRESENT };
}

/** Return the years at which lines stand: about so many at most. */
export function ticks(first, last, most = 10) {
  const step = [1, 2, 5, 10, 20, 50, 100, 500, 1000].find((each) => (last - first) / each <= most) ?? 5000;
  const years = [];
  for (let year = Math.ceil(first / step) * step; year <= last; year += step) years.push(year);
  return years;
}

function tick(year, x, height) {
  return s("g", {}, s("line", { x1: x, x2: x, y1: TOP - 6, y2: height, class: "grid" }),
    s("text", { x, y: 14, "text-anchor": "middle", class: "value" }, year));
}

function bar(period, top, { place, look, choice, names }) {
  const { row, begin, end } = period;
  const { label, term } = linked(row, choice.label, look);
  const detail = choice.detail === undefined ? "" : look.text(row[choice.detail]);
  const when = [row[choice.start]?.value, row[choice.end]?.value].filter(Boolean).join(" – ");
  const name = s("text", { x: names - 12, y: top + (detail ? 12 : 18), "text-anchor": "end", class: "label" }, fitted(label, names));
  const beside = detail ? s("text", { x: names - 12, y: top + 25, "text-anchor": "end", class: "value" }, fitted(detail, names)) : null;
  const left = place(begin);
  return s("g", {}, s("title", {}, [label, detail, when].filter(Boolean).join("\n")), look.link(term, name), beside,
    s("rect", { x: left, y: top + 6, width: Math.max(3, place(end) - left), height: ROW - 12, rx: 3, class: period.open ? "bar open" : "bar" }));
}
