"""What formats say of works, in the words of a profile: kinds, dates, venues, arXiv ids."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from kg.base.errors import IdentifierError
from kg.base.tables import lines_of, lists_of
from kg.terms import dates, statuses
from kg.terms.identifiers import fold
from kg.terms.venue_names import read_venue
from kg.terms.work_types import CALLED

TYPES = CALLED
"""The types of works by what formats call them, folded."""
_VENUE_KINDS = lists_of("kg.interchange", "tables/venue_kinds.tsv")
"""In what kind of venue works of a kind appear; a kind that is not here says nothing of the venue."""
VENUE_KINDS: Mapping[str, str] = {word: kind for kind, words in _VENUE_KINDS.items() for word in words}

TALKS = frozenset(word for word, kind in TYPES.items() if kind == "talk")
"""Kinds that are talks; a profile holds those of one person apart from publications."""

PREPRINTS = frozenset(("preprint", "posted content", "working paper", "manuscript"))
MANUSCRIPTS = frozenset(("manuscript",))
"""Kinds of which a source says that they are not published, and not that anybody can read them."""
REFUSED = frozenset(lines_of("kg.interchange", "tables/refused_kinds.txt"))
"""Kinds that a profile cannot hold as a publication."""

_YEAR_WRITTEN = re.compile(r"(?<!\d)\d{4}(?:[a-z]\b)?")
_WORDS_OF_YEAR = re.compile(r"[^\W\d_]{2,}")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_ARXIV = re.compile(
    r"(?:arxiv(?:\.org/(?:abs|pdf)/|\s*:\s*|\.)|\babs/)\s*(\d{4}\.\d{4,5}(?:v\d{1,2})?|[a-z-]{2,20}(?:\.[a-z]{2})?/\d{7})",
    re.IGNORECASE | re.ASCII,
)
_SERIES_OF_BOOKS = frozenset(
    ("LNCS", "LNAI", "LNBIP", "LNEE", "CCIS", "AISC", "PMLR", "JMLR", "LIPIcs", "OASIcs", "CEUR", "IFIP", "ACM",
     "IEEE", "USENIX", "ICPS", "EPTCS", "AICT", "CEUR-WS", "LNI", "FAIA")
)  # fmt: skip


HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
"""Between the words of a name that is written as one: `JournalArticle`."""


def kind_of(word: str) -> str:
    """Return the folded name of a kind of work: `journal-article`, `JournalArticle` and `JOURNAL_ARTICLE` are one."""
    return fold(HUMP.sub(" ", word))


def date_of(year: Any, month: Any = None, day: Any = None) -> dict[str, Any]:
    """Return `year` and, where more is known, `date`; what no calendar has is left out.

    >>> date_of("1843", 9), date_of(1843, 13), date_of(None, 5)
    ({'year': 1843, 'date': '1843-09'}, {'year': 1843}, {})
    """
    partial = partial_date(year, month, day)
    if not partial:
        return {}
    found: dict[str, Any] = {"year": int(partial[:4])}
    return found | {"date": partial} if len(partial) > 4 else found


def partial_date(year: Any, month: Any = None, day: Any = None) -> str:
    """Return parts as a date, as precise as they make sense; empty without a year."""
    number = _number(year)
    if number is None or not 1000 <= number <= 2999:
        return ""
    found = f"{number:04}"
    for part, most in ((_number(month), 12), (_number(day), 31)):
        if part is None or part > most or not _is_date(longer := f"{found}-{part:02}"):
            return found
        found = longer
    return found


def date_in(text: str) -> str:
    """Return the date with which a text begins, such as `2019-05-17T10:00:00Z`; empty if there is none."""
    match = re.match(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?!\d)", text.strip(), re.ASCII)
    return partial_date(*match.groups()) if match else ""


def beside_year(text: str) -> tuple[str, str]:
    """Return what a field for the year says beside years and months: words with a status, else a word unknown.

    >>> beside_year("2023, in press"), beside_year("March 2023"), beside_year("1843a"), beside_year("circa 1843")
    (('in press', ''), ('', ''), ('', ''), ('', 'circa'))
    """
    rest = _YEAR_WRITTEN.sub(" ", text)
    if statuses.status_in(rest):
        return " ".join(rest.split()).strip(" ,;.()[]"), ""
    words = (word for word in _WORDS_OF_YEAR.findall(rest) if word.casefold() != "and" and not month_number(word))
    return "", next(words, "")


def month_number(text: str) -> int | None:
    """Return the number of a month: `9`, `Sep.`, `September`."""
    word = fold(text)
    if word.isdigit():
        return int(word) if len(word) <= 2 else None
    return MONTHS.index(word[:3]) + 1 if word[:3] in MONTHS else None


def arxiv_in(text: str) -> str:
    """Return the arXiv id that a text names, or nothing.

    >>> arxiv_in("arXiv preprint arXiv:1843.00042"), arxiv_in("abs/1843.00042")
    ('1843.00042', '1843.00042')
    """
    match = _ARXIV.search(text[:1_000])
    return match[1] if match else ""


def is_repository(venue: str) -> bool:
    """Say whether a venue is a repository that is known by name: of preprints, data or software.

    >>> is_repository("arXiv preprint arXiv:1843.00042"), is_repository("Zenodo"), is_repository("Halle Studies")
    (True, True, False)
    """
    return read_venue(venue).kind == "repository"


def acronym_in(texts: Sequence[str]) -> str:
    """Return the first text that is the acronym of a venue, and of no series of books."""
    names = (read_venue(text.strip("_ "), "conference") for text in texts if text)
    return next((name.acronym for name in names if name.is_acronym and name.acronym not in _SERIES_OF_BOOKS), "")


def with_subtitle(title: str, subtitle: str) -> str:
    """Return title and subtitle; some repeat the one in the other."""
    return f"{title}: {subtitle}" if title and subtitle and subtitle not in title else title


def title_of(text: str) -> str:
    """Return a title without the full stop behind it."""
    return text[:-1].rstrip() if text.endswith(".") and not text.endswith("..") else text


def _number(part: Any) -> int | None:
    text = str(part).strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else None


def _is_date(text: str) -> bool:
    try:
        dates.partial_date(text)
    except IdentifierError:
        return False
    return True
