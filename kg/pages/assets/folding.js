// Names as they are compared: without case, diacritics and space around them, as the search folds them.

export function fold(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
