"""What formats say of works, in the words of a profile: kinds, dates, venues, arXiv ids."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

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

_NUMBERS = re.compile(
    r"(?P<year>\d{4})(?:[-/](?P<month>\d{1,2})(?:[-/](?P<day>\d{1,2}))?)?(?!\d)(?:T[\d:.+-]*Z?)?", re.ASCII
)
_TURNED = re.compile(
    r"(?:(?P<one>\d{1,2})\s?(?P<sign>[./-])\s?(?P<two>\d{1,2})|(?P<month>\d{1,2}))\s?[./-]\s?(?P<year>\d{4})(?!\d)",
    re.ASCII,
)
_WORDS = re.compile(r"\d++|[^\W\d_]++|[?~%]|\.\.")  # with what EDTF says of doubt, and of an open end
_OF_DATES = frozenset(("of", "the", "st", "nd", "rd", "th", "de", "del"))
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_ARXIV = re.compile(
    r"(?:arxiv(?:\.org/(?:abs|pdf)/|\s*:\s*|\.)|\babs/)\s*(\d{4}\.\d{4,5}(?:v\d{1,2})?|[a-z-]{2,20}(?:\.[a-z]{2})?/\d{7})",
    re.IGNORECASE | re.ASCII,
)
_ARXIV_ALONE = re.compile(
    rf"(?:(?:_?e-?|pre-?)print|also|available|posted|online|arxiv|corr|at|as|on|https?://(?:www\.)?|[\s:(])*{_ARXIV.pattern}"
    r"(?:\.pdf)?(?:\s*\[[\w.-]+\])?[\s).]*",
    re.IGNORECASE | re.ASCII,
)
_NOTED = re.compile(r"[;,.]\s+")
_LENGTH = re.compile(r"\d+\s(?:pages|pp|figures|tables)\b.{0,40}", re.IGNORECASE)
_SERIES_OF_BOOKS = frozenset(
    ("LNCS", "LNAI", "LNBIP", "LNEE", "CCIS", "AISC", "PMLR", "JMLR", "LIPIcs", "OASIcs", "CEUR", "IFIP", "ACM",
     "IEEE", "USENIX", "ICPS", "EPTCS", "AICT", "CEUR-WS", "LNI", "FAIA")
)  # fmt: skip


HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
"""Between the words of a name that is written as one: `JournalArticle`."""


def kind_of(word: str) -> str:
    """Return the folded name of a kind of work: `journal-article`, `JournalArticle` and `JOURNAL_ARTICLE` are one."""
    return fold(HUMP.sub(" ", word))


class WrittenDate(NamedTuple):
    """When something was, as a text says it."""

    date: str  # As precise as it is certain: 2019, 2019-05, 2019-05-17, or 2004-22 for a summer; empty without a year
    rest: str = ""  # What of the text the date does not say, such as the end of a range; empty if it says all

    @property
    def values(self) -> dict[str, Any]:
        """Year and, where more is known, date."""
        year: dict[str, Any] = {"year": int(self.date[:4])} if self.date else {}
        return year | ({"date": self.date} if len(self.date) > 4 else {})


def read_date(text: str, *, day_first: bool | None = None) -> WrittenDate:
    """Return the date that a text states, in numbers or words, and what of the text it does not say.

    Args:
        text: The date as written.
        day_first: Whether dates such as 3/4/2019 begin with the day, if that is known.

    >>> read_date("2019-05-17T10:00:00Z"), read_date("1 Sept. 1843"), read_date("Summer 2004")
    (WrittenDate(date='2019-05-17', rest=''), WrittenDate(date='1843-09-01', rest=''), WrittenDate(date='2004-22', rest=''))
    >>> read_date("1988-89"), read_date("1990~"), read_date("2023, in press"), read_date("3/4/2019"), read_date("9000")
    (WrittenDate(date='1988', rest='89'), WrittenDate(date='1990', rest='~'), WrittenDate(date='2023', rest='in press'), WrittenDate(date='2019', rest='03 4'), WrittenDate(date='', rest='9000'))
    """  # noqa: E501
    text = " ".join(text.split())
    parts, start = _of_numbers(text, day_first)
    unsaid: list[str] = []
    is_whole = "month" in parts  # what follows numbers, or a year behind its month, is no further part
    for word in _WORDS.findall(text, start):
        is_behind = any(len(each) == 4 and each.isdigit() for each in unsaid)  # the end of a range
        if is_behind or not _is_part(word, parts, is_whole=is_whole):
            unsaid.append(word)
        is_whole = is_whole or (len(parts) > 1 and word == parts.get("year"))
    year, month, day = (parts.get(key, "") for key in ("year", "month", "day"))
    date = _composed(year, month, day)
    lost = [part for part, length in ((day, 10), (month, 7)) if part and len(date) < length]
    return WrittenDate(date, " ".join((*lost, *unsaid)) if date else text)


def day_first_in(texts: Iterable[str]) -> bool | None:
    """Whether the dates of a column begin with the day, where one of them can be read in one way alone."""
    turned = [match for text in texts if (match := _TURNED.fullmatch(text)) and match["one"]]
    first, second = (any(int(match[part]) > 12 for match in turned) for part in ("one", "two"))
    return first if first != second else None


def _of_numbers(text: str, day_first: bool | None) -> tuple[dict[str, str], int]:
    """Return year, month and day of the numbers with which a text begins, if that is a date, and where they end."""
    match = _NUMBERS.match(text) or _TURNED.match(text)
    found = match.groupdict(default="") if match else {}
    one, two = found.get("one", ""), found.get("two", "")
    if one:
        if max(int(one), int(two)) > 12:
            day_first = int(one) > 12
        elif day_first is None and found["sign"] != "." and one != two:
            return {}, 0  # nobody knows which number is the month
        found |= {"day": two, "month": one} if day_first is False else {"day": one, "month": two}
    parts = {key: found[key].rjust(2, "0") for key in ("year", "month", "day") if found.get(key)}
    date = _composed(parts.get("year", ""), parts.get("month", ""), parts.get("day", ""))
    return (parts, match.end()) if match and date == "-".join(parts.values()) else ({}, 0)


def _is_part(word: str, parts: dict[str, str], *, is_whole: bool) -> bool:
    """Take a word of a date as one of its parts, and say whether it is one, or says nothing by itself."""
    key, value = "", word.rjust(2, "0")
    if word.isdigit():
        key = {4: "year", 2: "day", 1: "day"}.get(len(word), "")
    elif number := month_number(word):
        key, value = "month", f"{number:02}"
    elif season := dates.SEASONS.get(word.casefold()):
        key, value = "month", season
    elif word.casefold() in _OF_DATES or (len(word) == 1 and word.isalpha() and "year" in parts):
        return True  # `1843a` is one of several works of that year
    return bool(key) and (parts.get(key) if is_whole else parts.setdefault(key, value)) == value


def _composed(year: str, month: str, day: str) -> str:
    """Return parts as a date, as precise as they make sense; empty without a year of our era."""
    if not (year.isascii() and year.isdigit() and 1000 <= int(year) <= 2999):
        return ""
    forms = (f"{year}-{month}-{day}" if month and day else "", f"{year}-{month}" if month else "")
    return next((form for form in forms if form and dates.is_date(form)), year)


def year_in(text: str) -> int | str:
    """Return the year of the date that a text states; the text itself where it states none, so that it is reported."""
    date = read_date(text).date
    return int(date[:4]) if date else text


def precise_in(text: str) -> str:
    """Return what `date_in` does where that says more than the year, for entries that hold their year by itself."""
    date = date_in(text)
    return date if len(date) > 4 else ""


def date_in(text: str) -> str:
    """Return the date that a text states; the text itself where a date cannot say it, so that it is reported.

    >>> date_in("May 2019"), date_in("2004-2006")
    ('2019-05', '2004-2006')
    """
    read = read_date(text)
    return read.date if not read.rest else text


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


def is_arxiv(text: str) -> bool:
    """Whether a text names an arXiv id and nothing else."""
    return bool(_ARXIV_ALONE.fullmatch(text[:1_000]))


def arxiv_noted(note: str) -> str:
    """Return the arXiv id of the work that a note is about, beside which it says no more than a status or a length.

    >>> arxiv_noted("To appear, arXiv:1843.00042"), arxiv_noted("Extended version of arXiv:1843.00042")
    ('1843.00042', '')
    """
    parts = [part for part in _NOTED.split(note) if part]
    own = [part for part in parts if is_arxiv(part)]
    is_plain = all(statuses.status_in(part) or _LENGTH.fullmatch(part) for part in parts if part not in own)
    return arxiv_in(own[0]) if own and is_plain else ""


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
