"""The statuses of works, by the forms in which people write them in many languages; the declaration lists these."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache

from kg.terms.declaration import kg_declaration
from kg.terms.identifiers import fold
from kg.terms.linkml import Word

STATUSES: Mapping[str, Word] = kg_declaration().words["WorkStatus"]
"""The statuses, the furthest along first: of what several lists say of a work, the first here holds."""

_MOST = 1_000
_SPACES = r"[\s_-]+"
_FEW_WORDS = rf"{_SPACES}(?:[^\W_]+{_SPACES}){{0,3}}?"
_BEGIN = r"(?:(?<![^\W_])|(?=[\u3040-\uffff]))"
"""Where a form may begin: with a word, or anywhere in a script that has no spaces."""
_ALONE = r"(?<![^\W_]\s)", r"(?=\s*+(?:[^\w\s&/-]|(?:19|20)\d\d\b|$))"


def cited(status: str) -> str:
    """Return what a reference says of a work of a status: `to appear` for `accepted`; nothing without a status."""
    return STATUSES[status].annotations.cited if status in STATUSES else ""


def status_of(text: str) -> tuple[str, str]:
    """Return the status that a text states, and its words; nothing if it states none.

    Of several, the furthest along holds. Only the first thousand characters are looked at.

    >>> status_of("To appear in Notes"), status_of("Under double-blind review"), status_of("im Druck")
    (('accepted', 'To appear'), ('under-review', 'Under double-blind review'), ('in-press', 'im Druck'))
    >>> status_of("12 pages"), status_of("published as a book"), status_of("Published.")
    (('', ''), ('', ''), ('published', 'Published'))
    """
    pattern, statuses = _forms()
    order = list(STATUSES)
    found = [(statuses[(match.lastindex or 1) - 1], match[0]) for match in pattern.finditer(text[:_MOST])]
    return min(found, key=lambda each: order.index(each[0]), default=("", ""))


def status_in(text: str) -> str:
    """Return the status that a text states, or nothing."""
    return status_of(text)[0]


def status_named(text: str) -> str:
    """Return the status that a text states if it says nothing else, or nothing.

    >>> status_named("In-Press."), status_named("sous presse"), status_named("in press, 12 pp.")
    ('in-press', 'in-press', '')
    """
    status, words = status_of(text)
    return status if fold(words) == fold(text) else ""


def headings() -> Iterator[tuple[str, str]]:
    """Yield each status that says why a work has no year yet, with the heading of such works, in their order."""
    return ((status, word.annotations.group) for status, word in STATUSES.items() if word.annotations.group)


@cache
def form_pattern() -> str:
    """Return an expression, without groups, for all forms; the case of letters is to be ignored."""
    return "|".join(_expression(form) for _, form, _ in _written())


@cache
def _forms() -> tuple[re.Pattern[str], list[str]]:
    """Return an expression with a group for each form, the longest first, and the status of each group.

    Forms are parted by their first letter, so that at most places none of them is tried.
    """
    heads: dict[str, list[tuple[str, str]]] = {}
    for status, form, is_alone in _written():
        before, after = _ALONE if is_alone else ("", "" if form[0] >= "\u3040" else r"(?![^\W_])")
        heads.setdefault(form[0].casefold(), []).append((status, f"({before}{_expression(form)}{after})"))
    branches = (f"(?={_letter(head)})(?:{'|'.join(form for _, form in forms)})" for head, forms in heads.items())
    pattern = re.compile(f"{_BEGIN}(?:{'|'.join(branches)})", re.IGNORECASE)
    return pattern, [status for forms in heads.values() for status, _ in forms]


def _written() -> list[tuple[str, str, bool]]:
    """Return each status with each form, and whether that must stand alone; the longest form first."""
    forms = (
        (status, alias.literal_form, alias.predicate == "BROAD_SYNONYM")
        for status, word in STATUSES.items()
        for alias in word.structured_aliases
    )
    return sorted(dict.fromkeys(forms), key=lambda each: -len(each[1]))


def _expression(form: str) -> str:
    """Return an expression for a form: with any spaces or hyphens, letters with or without their marks."""
    parts = (_SPACES.join("".join(map(_letter, word)) for word in part.split()) for part in form.split("…"))
    return _FEW_WORDS.join(parts)


def _letter(letter: str) -> str:
    if letter in "'’":
        return "['’]"
    plain = unicodedata.normalize("NFKD", letter)[0]
    return re.escape(letter) if plain == letter else f"[{letter}{plain}]"
