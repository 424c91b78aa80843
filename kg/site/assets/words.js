// The words of scripts in the language of the page. English stands in the scripts; other languages have a file each.

const language = globalThis.document?.documentElement.lang ?? "en";
const said = language === "en" ? {} : await read(new URL(`../words/${language}.json`, import.meta.url));

async function read(address) {
  const response = await fetch(address).catch(() => null);
  return response?.ok ? response.json() : {};
}

/** Return a message in the language of the page, with values in place of their names in braces. */
export function t(message, values = {}) {
  return (said[message] ?? message).replace(/\{(\w+)\}/g, (name, key) => values[key] ?? name);
}

/** Return a number with the separators of the language of the page. */
export function counted(value) {
  return value.toLocaleString(language);
}
