"""Give works keys, and take names apart, as bibliographies want them."""

import re
from collections.abc import Iterator
from urllib.parse import unquote

from kg import dates
from kg.identifiers import slug
from kg.interchange.names import spoken
from kg.profile import Profile, Publication

_JOURNAL = re.compile(
    r"\b(?:journal|transactions|letters|reviews?|magazine|memoirs|annals|bulletin|quarterly|nature|science|pvldb"
    r"|pacm\w*|ton|tpds|tkde|tdsc|taco|tosem|tse|tocs|tods|tois|toplas|jmlr|tmlr|jacm|cacm|communications of"
    r"|proceedings of the acm on|plos|acta|archives?)\b",
    re.IGNORECASE,
)
_SMALL = frozenset(
    ("a", "an", "the", "on", "of", "for", "in", "to", "and", "with", "from", "by", "at", "is", "are", "how", "what")
)
_MISREAD = frozenset(" %{}\\")
_PARTICLES = frozenset(
    ("van", "von", "der", "den", "de", "di", "da", "del", "della", "du", "la", "le", "ten", "ter", "zu", "dos")
)


def keyed(profile: Profile) -> Iterator[tuple[str, Publication]]:
    """Yield the publications, each with a key made of family name, year and title: `lovelace1843notes`.

    A key stays as long as these stay; of several equal ones, the second ends in `b`, and so on.
    """
    counts: dict[str, int] = {}
    for work in profile.publications:
        family = slug(taken_apart(work.authors[0].name, profile)[1], length=40).replace("-", "")
        words = [word for word in slug(work.title).split("-") if word not in _SMALL]
        year = str(work.years[0]) if work.years else ""
        key = f"{family}{year}{words[0] if words else ''}" or "work"
        counts[key] = counts.get(key, 0) + 1
        yield key + _suffix(counts[key]), work


def taken_apart(name: str, profile: Profile) -> tuple[str, str, str]:
    """Return given name, family name and particle, which make up the name again; an odd one is all family name.

    The owner's are known; of others, as BibTeX has it, the last word is the family name.
    """
    given, family = profile.given_name or "", profile.family_name or ""
    if name == profile.name and given and family and spoken(given, family) == name:
        return given, family, ""
    words = name.split()
    if len(words) < 2 or any(sign in name for sign in ",{}") or name != " ".join(words) or not _is_personal(words):
        return "", name, ""
    *front, last = words
    place = next((number for number, word in enumerate(front) if number and word in _PARTICLES), len(front))
    given, particle = " ".join(front[:place]), " ".join(front[place:])
    return (given, last, particle) if spoken(given, last, particle=particle) == name else ("", name, "")


def is_journal(venue: str) -> bool:
    """Say whether a venue is called like a journal; a profile does not tell it from a conference."""
    return bool(_JOURNAL.search(venue))


def calendar(date: str | None) -> str:
    """Return a date of a calendar; of a season, which other forms do not have, the year."""
    if not date:
        return ""
    return date[:4] if dates.is_season(date) else date


def bare_doi(iri: str) -> str:
    """Return a DOI without its address, and as it is printed where no sign in it could be misread."""
    bare = iri.removeprefix("https://doi.org/")
    printed = unquote(bare)
    return printed if printed.isprintable() and not _MISREAD & set(printed) else bare


def bare_arxiv(iri: str) -> str:
    """Return an arXiv id without its address."""
    return iri.removeprefix("https://arxiv.org/abs/")


def _is_personal(words: list[str]) -> bool:
    """Say whether words are those of one person's name: no society has few words and no articles."""
    return len(words) <= 6 and words[0].lower() not in ("the", "a") and "and" not in words and "of" not in words


def _suffix(number: int) -> str:
    """Return what tells equal keys apart: nothing, `b`, …, `z`, and then numbers."""
    if number == 1:
        return ""
    return chr(ord("a") + number - 1) if number <= 26 else f"-{number}"
