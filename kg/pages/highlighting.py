"""Mark in a text what was looked for."""

import re
from collections.abc import Sequence

from markupsafe import Markup, escape

from kg.identifiers import fold

_WORD = re.compile(r"\w+")


def marked(text: str, asked: Sequence[str]) -> Markup:
    """Return a text as HTML with the beginnings of words marked that were asked for.

    Args:
        text: Any text; it is escaped.
        asked: Folded words, as `kg.search.words.asked` returns them.

    >>> marked("Jiamin <Li>", ["jia", "li"])
    Markup('<mark>Jia</mark>min &lt;<mark>Li</mark>&gt;')
    """
    parts: list[str] = []
    end = 0
    for word in _WORD.finditer(text):
        length = max((_covered(word[0], each) for each in asked), default=0)
        if length:
            parts += [escape(text[end : word.start()]), Markup("<mark>{}</mark>").format(word[0][:length])]
            end = word.start() + length
    return Markup("").join([*parts, escape(text[end:])])


def _covered(word: str, asked: str) -> int:
    """Return how many characters of a word stand for its beginning that was asked for, 0 if it begins otherwise."""
    if not fold(word).startswith(asked):
        return 0
    return next((n for n in range(1, len(word)) if fold(word[:n]).startswith(asked)), len(word))
