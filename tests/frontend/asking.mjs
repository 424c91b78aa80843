// Asks the scripts of a site: node asking.mjs ASSETS SITE, with a JSON list of [function, …arguments] on stdin.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [assets, site] = process.argv.slice(2);
const script = (name) => import(pathToFileURL(`${assets}/${name}`));
const { SMALL, asked, fold, key, spaced } = await script("folding.js");
const { parts } = await script("highlighting.js");
const functions = { asked, fold, key, spaced, parts, small: () => [...SMALL] };
if (site) {
  const { openIndex } = await script("searching/opening.js");
  const index = await openIndex(pathToFileURL(`${site}/`), async (address) => new Response(readFileSync(new URL(address.pathname, "file:"))));
  for (const method of ["find", "suggestions", "counts"]) functions[method] = (given) => index[method](given);
}
const answers = JSON.parse(readFileSync(0, "utf8")).map(([name, ...given]) => functions[name](...given));
process.stdout.write(JSON.stringify(answers));
