// What things are called: a server is asked, or the files of names are read where the site stands on a plain web space.

/** Say whether the site consists of files. */
function isOfFiles() {
  return document.documentElement.dataset.hosting === "files";
}

const kept = new Map(); // the names of each site, by its address

/** Return the names of a site of files: see names.js. */
export async function names(root) {
  const { Names } = await import("./names.js");
  if (!kept.has(root)) kept.set(root, new Names((path) => read(`${root}${path}`)));
  return kept.get(root);
}

/**
 * Return what the graph offers for a text; null where nothing answers: suggestions are a help, not a need.
 * @param {string} root the address of the site
 * @param {string} typed what is typed
 * @param {string} kind the kind of the things, or nothing for all
 */
export async function suggestions(root, typed, kind = "", signal = undefined) {
  try {
    if (isOfFiles()) return await (await names(root)).suggestions(typed, kind);
    const parameters = new URLSearchParams({ q: typed, ...(kind ? { kind } : {}) });
    return (await read(`${root}api/suggest?${parameters}`, signal)).suggestions;
  } catch {
    return null;
  }
}

async function read(address, signal = undefined) {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}
