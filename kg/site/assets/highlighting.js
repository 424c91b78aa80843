// Mark in a text what was looked for, as kg/site/views/search.py does.

import { h } from "./dom.js";
import { fold } from "./folding.js";

/** Return the parts of a text, with the beginnings of words marked that were asked for. */
export function marked(text, asked) {
  return parts(text, asked).map(([part, isMarked]) => (isMarked ? h("mark", {}, part) : part));
}

/** Return the parts of a text and whether each is marked. */
export function parts(text, asked) {
  return text.split(/([\p{L}\p{N}_]+)/u).flatMap((part, place) => {
    const length = place % 2 ? Math.max(0, ...asked.map((each) => covered(part, each))) : 0;
    return [[part.slice(0, length), true], [part.slice(length), false]];
  }).filter(([part]) => part);
}

/** Return how many characters of a word stand for its beginning that was asked for, 0 if it begins otherwise. */
function covered(word, asked) {
  if (!fold(word).startsWith(asked)) return 0;
  for (let length = 1; length < word.length; length++) if (fold(word.slice(0, length)).startsWith(asked)) return length;
  return word.length;
}
