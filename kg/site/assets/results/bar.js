// Rows as horizontal bars; years in their order, as columns would stand.

import { s } from "../dom.js";
import { drawing, fitted, linked } from "./picture.js";

const MOST = 60;
const ROW = 26;
const NUMBER = 72;

/** Return bars of the rows of a result; `choice` names the columns `label` and `value`. */
export function draw(result, look, choice) {
  const rows = result.rows.filter((row) => row[choice.label] && Number.isFinite(Number(row[choice.value]?.value)));
  const shown = rows.slice(0, MOST);
  const numbers = shown.map((row) => Number(row[choice.value].value));
  const [low, high] = [Math.min(0, ...numbers), Math.max(0, ...numbers)];
  const names = Math.round(Math.min(280, look.width * 0.4));
  const room = look.width - names - NUMBER;
  const place = (number) => names + 8 + ((number - low) / (high - low || 1)) * room;
  const bars = shown.map((row, i) => bar(row, i * ROW, numbers[i], { place, look, choice, names }));
  const title = `${look.columns[choice.value].name} by ${look.columns[choice.label].name}`;
  return drawing(look.width, shown.length * ROW + 6, title, bars, rows.length > MOST ? `The first ${MOST} of ${rows.length} rows.` : "");
}

function bar(row, top, number, { place, look, choice, names }) {
  const [left, right] = [place(Math.min(0, number)), place(Math.max(0, number))];
  const { label, term } = linked(row, choice.label, look);
  const name = s("text", { x: names, y: top + 18, "text-anchor": "end", class: "label" }, fitted(label, names));
  return s("g", {}, s("title", {}, `${label}: ${number.toLocaleString()}`), look.link(term, name),
    s("rect", { x: left, y: top + 4, width: Math.max(1, right - left), height: ROW - 8, rx: 2, class: "bar" }),
    s("text", { x: right + 6, y: top + 18, class: "value" }, number.toLocaleString()));
}
