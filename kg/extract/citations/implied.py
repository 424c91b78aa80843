"""Authors that a list leaves out since they go without saying: `Notes on Looms (with Charles Babbage)`."""

import re
from collections.abc import Iterator
from dataclasses import replace

from kg.extract.citations.words import JOINTLY, WITH, AuthorList, AuthorName
from kg.profile.authorship import is_named

_BEFORE_OTHERS = re.compile(
    rf"(?:(?:^|[\[(（\n,.;:–—\"”*_])\s?(?:{JOINTLY}|{WITH})|\b{JOINTLY})\s{{0,2}}:?\s{{0,2}}", re.IGNORECASE
)
_LEADING = re.compile(rf"{WITH} |{JOINTLY} ?")
_SPAN = 40

ALONE = "no author is named: it stands in the owner's own list"
WITH_OTHERS = "the list names co-authors only"
LEFT_OUT = "the list leaves out the page's owner"
IMPLIED = frozenset((ALONE, WITH_OTHERS, LEFT_OUT))
"""Why the owner of a list is the first author of a work whose list does not say so."""


def behind_with(text: str, begin: int, end: int) -> int | None:
    """Where the others begin in a text that has a list of authors, if their list leaves out its owner.

    >>> behind_with("Notes (gemeinsam mit Bo Quist)", 21, 29), behind_with("Notes (com Bo Quist)", 7, 19)
    (21, 11)
    """
    inside = _LEADING.match(text, begin, end)
    start = inside.end() if inside else begin
    return start if _before_others(text, start) else None


def _before_others(text: str, start: int) -> re.Match[str] | None:
    """Return what introduces a list of others at a place."""
    found = _BEFORE_OTHERS.finditer(text, max(0, start - _SPAN), start + _SPAN)
    return next((match for match in found if match.end() == start), None)


def with_owner(text: str, run: AuthorList, owner: str) -> Iterator[AuthorList]:
    """Yield a list of authors with the page's owner before it, if the words before it imply that.

    Args:
        text: The words of the citation.
        run: The list as it stands there.
        owner: The name of the page's owner, or empty.
    """
    before = _before_others(text, run.start)
    if not before or not owner or is_named((name.name for name in run.names), [owner]):
        return
    start = before.start() + (not before[0][:1].isalpha() and before[0][:1] not in "([")
    end = run.end + (text[start] in "([" and text[run.end :][:1] in (")", "]"))
    yield replace(run, names=(AuthorName(owner, "", start, start), *run.names), start=start, end=end, implied=True)


def alone(owner: str) -> AuthorList:
    """Return the list of authors of a work that its list gives no others for."""
    return AuthorList((AuthorName(owner, "", 0, 0),), 0, 0, implied=True)
