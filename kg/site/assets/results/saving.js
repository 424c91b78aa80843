// Files that are made in the page.

import { h } from "../dom.js";

/** Offer a text as a file. */
export function save(name, type, content) {
  const address = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
