// What things are called: a server is asked, or the files of names are read where the site stands on a plain web space.

/** Say whether the site consists of files. */
function isOfFiles() {
  return document.documentElement.dataset.hosting === "files";
}

const files = new URL("../", import.meta.url).href; // the root of the site, where its files are for all languages
let known = null;

/** Return the names of a site of files: see names.js. */
export async function names() {
  const { Names } = await import("./names.js");
  return (known ??= new Names((path) => read(`${files}${path}`)));
}

/**
 * Return what the graph offers for a text; null where nothing answers: suggestions are a help, not a need.
 * @param {string} typed what is typed
 * @param {string} kind the kind of the things, or nothing for all
 */
export async function suggestions(typed, kind = "", signal = undefined) {
  try {
    if (isOfFiles()) return await (await names()).suggestions(typed, kind);
    const parameters = new URLSearchParams({ q: typed, ...(kind ? { kind } : {}) });
    return (await read(`${files}api/suggest?${parameters}`, signal)).suggestions;
  } catch {
    return null;
  }
}

async function read(address, signal = undefined) {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}
