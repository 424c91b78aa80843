// Asks the names of a site: node asking.js SITE, with a JSON list of [function, …arguments] on stdin.

import { readFileSync } from "node:fs";

import { asked, fold, key, spaced } from "./assets/folding.js";
import { parts } from "./assets/highlighting.js";
import { Names } from "./assets/names.js";

const site = process.argv[2];
let read = 0;
const open = () => new Names(async (path) => {
  read += 1;
  return JSON.parse(readFileSync(`${site}/${path}`, "utf8"));
});
const counting = async (work) => {
  read = 0;
  return { ...(await work), read };
};
const functions = {
  asked, fold, key, spaced, parts,
  find: (text) => counting(open().find(text)),
  suggestions: (text, kind) => counting(open().suggestions(text, kind).then((hits) => ({ hits }))),
};
const answers = [];
for (const [name, ...given] of JSON.parse(readFileSync(0, "utf8"))) answers.push(await functions[name](...given));
process.stdout.write(JSON.stringify(answers));
