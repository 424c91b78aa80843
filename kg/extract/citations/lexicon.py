"""Words of titles: where nothing parts a title from its authors, they tell the end of the one from the other.

Many of them are family names too (Field, Power), hardly any a given name: two of them are no name, one may be.
"""

import re
from functools import cache, lru_cache
from importlib.resources import files

from kg.extract.names import common_words, is_particle

_ENDING = re.compile(
    r"[a-z]{3,30}(?:[st]ions?|ments|ness(?:es)?|it(?:y|ies)|ically|ively|ously|olog(?:y|ies)|ological|ometry"
    r"|i[sz](?:ed|er|ers|ing)|abilit(?:y|ies)|fully|lessly|isms?)"
)
_GIVEN = frozenset(("charity", "felicity", "trinity", "unity", "verity"))


@lru_cache(1 << 14)
def is_of_titles(word: str) -> bool:
    """Say whether a word is one of titles and hardly ever a given name: `Synthesis`, `Low-Rank`, `A`.

    >>> is_of_titles("Recovery"), is_of_titles("Self-Supervised"), is_of_titles("Jean-Luc"), is_of_titles("Ada")
    (True, True, False, False)
    """
    parts = word.casefold().split("-")
    return not is_particle(word) and all(
        part in _words() or part in common_words() or (bool(_ENDING.fullmatch(part)) and part not in _GIVEN)
        for part in parts
    )


@cache
def _words() -> frozenset[str]:
    text = (files("kg.extract") / "tables" / "title_words.txt").read_text("utf-8")
    return frozenset(word for line in text.splitlines() if not line.startswith("#") for word in line.split())
