"""Authors that a list leaves out since they go without saying: `Notes on Looms (with Charles Babbage)`."""

import re
from collections.abc import Iterator
from dataclasses import replace

from kg.extract.citations.words import BREAK, AuthorList, AuthorName
from kg.terms.identifiers import fold

_JOINT = r"(?:joint|jointly|co-?authored|joint work)\swith"
_WITH = re.compile(rf"(?:[\[(]\s?(?:{_JOINT}|with)|\b{_JOINT}|(?:^|\n|,)\s?with)\s{{0,2}}:?\s{{0,2}}$", re.IGNORECASE)


def with_owner(text: str, run: AuthorList, owner: str) -> Iterator[AuthorList]:
    """Yield a list of authors with the page's owner before it, if the words before it imply that.

    Args:
        text: The words of the citation.
        run: The list as it stands there.
        owner: The name of the page's owner, or empty.
    """
    words = text[max(0, run.start - 40) : run.start]
    before = _WITH.search(words) if "with" in words.lower() else None
    if not before or not owner or any(_is_same(name.name, owner) for name in run.names):
        return
    start = max(0, run.start - 40) + before.start() + (before[0][:1] in (BREAK, ","))
    end = run.end + (text[start] in "([" and text[run.end :][:1] in (")", "]"))
    yield replace(run, names=(AuthorName(owner, "", start, start), *run.names), start=start, end=end, implied=True)


def _is_same(name: str, owner: str) -> bool:
    """Say whether a name may be the owner's: the same family name, the same first letter."""
    words, family = fold(name).split(), fold(owner).split()[-1:]
    return words[-1:] == family and words[0][0] == fold(owner)[0]


def alone(owner: str) -> AuthorList:
    """Return the list of authors of a work that its list gives no others for."""
    return AuthorList((AuthorName(owner, "", 0, 0),), 0, 0, implied=True)
