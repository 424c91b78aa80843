// Rows as horizontal bars; years in their order, as columns would stand.

import { s } from "../dom.js";
import { cut, drawing, linked } from "./picture.js";

const MOST = 60;
const ROW = 26;
const LABEL = 280;
const WIDTH = 900;

/** Return bars of the rows of a result; `choice` names the columns `label` and `value`. */
export function draw(result, look, choice) {
  const rows = result.rows.filter((row) => row[choice.label] && Number.isFinite(Number(row[choice.value]?.value)));
  const shown = rows.slice(0, MOST);
  const numbers = shown.map((row) => Number(row[choice.value].value));
  const [low, high] = [Math.min(0, ...numbers), Math.max(0, ...numbers)];
  const room = WIDTH - LABEL - 80;
  const place = (number) => LABEL + 8 + ((number - low) / (high - low || 1)) * room;
  const bars = shown.map((row, i) => bar(row, i * ROW, numbers[i], { place, look, choice }));
  const title = `${look.columns[choice.value].name} by ${look.columns[choice.label].name}`;
  return drawing(WIDTH, shown.length * ROW + 6, title, bars, rows.length > MOST ? `The first ${MOST} of ${rows.length} rows.` : "");
}

function bar(row, top, number, { place, look, choice }) {
  const [left, right] = [place(Math.min(0, number)), place(Math.max(0, number))];
  const { label, term } = linked(row, choice.label, look);
  const name = s("text", { x: LABEL, y: top + 18, "text-anchor": "end", class: "label" }, cut(label, 40));
  return s("g", {}, s("title", {}, `${label}: ${number.toLocaleString()}`), look.link(term, name),
    s("rect", { x: left, y: top + 4, width: Math.max(1, right - left), height: ROW - 8, rx: 2, class: "bar" }),
    s("text", { x: right + 6, y: top + 18, class: "value" }, number.toLocaleString()));
}
