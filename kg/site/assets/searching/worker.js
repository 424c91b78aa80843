// The worker that searches a site of files: it opens the index with SQLite's own engine, and answers one text after the other.

import { openIndex } from "./opening.js";

const opening = openIndex(new URL("../../", import.meta.url));

self.addEventListener("message", async ({ data: { number, method, given } }) => {
  try {
    self.postMessage({ number, answer: (await opening)[method](given) });
  } catch (error) {
    self.postMessage({ number, failed: error.message });
  }
});
