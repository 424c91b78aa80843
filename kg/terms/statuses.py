"""The statuses of works, by the forms in which people write them in many languages; the declaration lists these."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

from kg.terms.declaration import kg_declaration
from kg.terms.identifiers import fold
from kg.terms.kinds import Word
from kg.terms.venue_names import is_placeholder, read_venue
from kg.terms.venue_words import SERVER

STATUSES: Mapping[str, Word] = kg_declaration().words["WorkStatus"]
"""The statuses, the furthest along first: of what several lists say of a work, the first here holds."""

_MOST = 1_000
_SPACES = r"[\s_-]+"
_FEW_WORDS = rf"{_SPACES}(?:[^\W_]+{_SPACES}){{0,3}}?"
_BEGIN = re.compile(r"(?<![^\W_])[^\W\d_]|[\u3040-\uffff]")
"""Where a form may begin: with a word, or anywhere in a script that has no spaces."""
_ALONE = r"(?<![^\W_]\s)", r"(?=\s*+(?:[^\w\s&/-]|(?:19|20)\d\d\b|$))"


OPEN = frozenset(("under-review", "preprint", "draft"))
"""Statuses of works that no venue has taken."""
_THESIS = re.compile(
    r"\b(?:thes[ei]s|dissertations?|dissertação|thèses?|mémoire|tesina|tes[ei]|tesis|proefschrift|\w*arbeit"
    r"|habilitation\w*|rozprawa|praca|avhandling)\b|диссертаци|[学學]位[论論]文|博士[论論]文|[硕碩]士[论論]文",
    re.IGNORECASE,
)
"""What is handed in to a university, and so is finished."""
_POSTED = re.compile(
    r"(?:^|doi\.org/|doi:\s*)10\.(?:48550/|1101/\d|2139/ssrn|21203/rs|20944/preprints|26434/chemrxiv|31219/|31222/"
    r"|31223/|31234/|31235/|36227/)",
    re.IGNORECASE,
)
"""DOIs of what a server of preprints posts."""

OF_VERSION = frozenset(("venue", "venue_kind", "status", "type", "publisher", "year", "date", "doi"))
"""What is said of one version of a work alone: a preprint says it of itself, and not of what was published."""


def is_preprint(work: Mapping[str, Any]) -> bool:
    """Whether an entry of a work is of its preprint: its venue says so, or else its ids and what it says of itself.

    >>> is_preprint({"doi": "10.48550/arXiv.1843.00042"}), is_preprint({"venue": "Halle Studies", "arxiv": "1843.42"})
    (True, False)
    """
    if work.get("type", "article") not in ("article", "preprint", "other"):
        return False
    venue = work.get("venue", "")
    name, kind = str(venue["name"] if isinstance(venue, Mapping) else venue), str(work.get("venue_kind", ""))
    if name and not is_placeholder(name, kind):
        return "repository" in (kind, read_venue(name).kind)
    if "doi" in work:
        return _POSTED.search(str(work["doi"])) is not None
    return "arxiv" in work or "preprint" in (work.get("type"), work.get("status"))


def on_server(text: str) -> str:
    """The server of preprints that a text names, or nothing.

    >>> on_server("arXiv preprint arXiv:1843.00042"), on_server("Halle Studies")
    ('arXiv', '')
    """
    found = SERVER.search(text)
    return found[0] if found else ""


def state_of(
    stated: Iterable[tuple[str, str]],
    headings: Iterable[str] = (),
    *,
    venue: str = "",
    is_placed: bool = False,
    kind: str = "",
    otherwise: str = "",
) -> tuple[str, str]:
    """The status of a listed work and the words that state it; nothing where its venue says enough.

    >>> state_of([("preprint", "pre-print")], venue="Journal of Looms", is_placed=True), state_of([], venue="arXiv")
    (('', ''), ('preprint', ''))
    >>> state_of([], ["Under review"]), state_of([], ["Under review"], venue="Journal of Looms")
    (('under-review', 'Under review'), ('', ''))

    Args:
        stated: The statuses that stand at the work, each with its words; labels of links are none.
        headings: The headings above it that no other one has ended, the nearest first.
        venue: Where it appeared.
        is_placed: Whether it has a volume or pages there.
        kind: What kind of work it is; a thesis is submitted to a university.
        otherwise: What its kind says if nothing is stated.
    """
    is_in_venue = bool(venue) and not on_server(venue)
    for status, words in (*stated, *(() if is_in_venue else map(status_of, headings))):
        is_handed_in = status == "under-review" and "thesis" in kind
        if status and not (is_handed_in or (is_in_venue and is_placed and status in OPEN)):
            return status, words
    return otherwise or ("preprint" if venue and not is_in_venue else ""), ""


def cited(status: str) -> str:
    """Return what a reference says of a work of a status: `to appear` for `accepted`; nothing without a status."""
    return STATUSES[status].annotations.cited if status in STATUSES else ""


@lru_cache(1 << 12)
def status_of(text: str) -> tuple[str, str]:
    """Return the status that a text states, and its words; nothing if it states none.

    Of several, the furthest along holds. Only the first thousand characters are looked at.

    >>> status_of("To appear in Notes"), status_of("Under double-blind review"), status_of("im Druck")
    (('accepted', 'To appear'), ('under-review', 'Under double-blind review'), ('in-press', 'im Druck'))
    >>> status_of("12 pages"), status_of("published as a book"), status_of("Published.")
    (('', ''), ('', ''), ('published', 'Published'))
    >>> status_of("PhD thesis, submitted to the University of London, 1843")
    ('', '')
    """
    found: list[tuple[str, str]] = []
    forms, order, end = _forms(), list(STATUSES), 0
    for start in (match.start() for match in _BEGIN.finditer(text, 0, _MOST)):
        pattern, statuses = forms.get(_plain(text[start]), (None, ()))
        if pattern and start >= end and (match := pattern.match(text, start)):
            found.append((statuses[(match.lastindex or 1) - 1], match[0]))
            end = match.end()
    status, words = min(found, key=lambda each: order.index(each[0]), default=("", ""))
    return ("", "") if status == "under-review" and _THESIS.search(text) else (status, words)


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
def _forms() -> Mapping[str, tuple[re.Pattern[str], list[str]]]:
    """Return by first letter an expression with a group for each form, the longest first, and the status of each group.

    So no form is tried at most places of a text.
    """
    heads: dict[str, list[tuple[str, str]]] = {}
    for status, form, is_alone in _written():
        before, after = _ALONE if is_alone else ("", "" if form[0] >= "\u3040" else r"(?![^\W_])")
        heads.setdefault(_plain(form[0]), []).append((status, f"({before}{_expression(form)}{after})"))
    return {
        head: (re.compile("|".join(form for _, form in forms), re.IGNORECASE), [status for status, _ in forms])
        for head, forms in heads.items()
    }


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


def _plain(letter: str) -> str:
    """Return a letter without its mark and case."""
    return letter.lower() if letter.isascii() else unicodedata.normalize("NFKD", letter.casefold())[0]
