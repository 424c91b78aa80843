// What things are called: a server is asked, or the index of the site in a worker, where the site consists of files.

const root = new URL("../", import.meta.url).href; // of the site, where its files are for all languages
const waiting = new Map(); // what the worker was asked, by number
let worker = null;
let number = 0;

/**
 * Return what the graph offers for a text; null where nothing answers: suggestions are a help, not a need.
 * @param {string} text what is typed
 * @param {string} kind the kind of the things, or nothing for all
 */
export async function suggestions(text, kind = "", signal = undefined) {
  const { hosting } = document.documentElement.dataset; // `files` that are searched, only `lists`, or nothing for a server
  if (hosting === "lists") return null;
  try {
    if (hosting === "files") return await ask("suggestions", { text, kind });
    const response = await fetch(`${root}api/suggest?${new URLSearchParams({ q: text, ...(kind ? { kind } : {}) })}`, { signal });
    return response.ok ? (await response.json()).suggestions : null;
  } catch {
    return null;
  }
}

/** Ask the index of a site of files: see searching/index.js for its methods; rejects where it cannot be read. */
export function ask(method, given) {
  worker ??= started();
  return new Promise((resolve, reject) => {
    waiting.set(++number, { resolve, reject });
    worker.postMessage({ number, method, given });
  });
}

/** Return a worker that opens the index; one that fails makes room for another, since the network may come back. */
function started() {
  const begun = new Worker(new URL("searching/worker.js", import.meta.url), { type: "module" });
  const fail = () => {
    worker = null;
    begun.terminate();
    for (const { reject } of waiting.values()) reject(new Error("the index cannot be read"));
    waiting.clear();
  };
  begun.addEventListener("error", fail);
  begun.addEventListener("message", ({ data }) => {
    if (!("answer" in data)) return fail();
    waiting.get(data.number)?.resolve(data.answer);
    return waiting.delete(data.number);
  });
  return begun;
}
