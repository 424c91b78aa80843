"""Which words name an organisation or a venue: who gave an award, where a course was held, what one reviewed for."""

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from kg.terms.identifiers import fold

_AWARD = (
    r"awards?|prizes?|prize|scholar(?:s|ships?)?|fellow(?:s|ships?)?|medal(?:s|ists?)?|grants?|hono(?:u)?rs?|"
    r"dean['’]?s list|provost['’]?s list|studentships?|bursar(?:y|ies)|stipends?|merit|winners?|finalists?|"
    r"runner-?s?[- ]?up|champions?|olympiads?|best|distinguished|outstanding|excellen(?:t|ce)|recognition|"
    r"rising stars?|stars?|nominat(?:ed|ion)|nominee|certificates?|recipient|summa|magna|cum laude|stipendi(?:um|en)|"
    r"\w*preis|auszeichnung|\w*stipendium|premio|beca|bourse|prix|m[ée]daille|medaglia|borsa|laureate|valedictorian|"
    r"phi beta kappa|tau beta pi|phi kappa phi|admitted|invitation|selected|funds?|competition|contest|hackathon|"
    r"top \w+ ?reviewers?|top reviewers?|notable reviewers?|hall of fame|ranked|rank|1st|2nd|3rd|first|second|third|"
    r"place|mention|credits|challenge|top|class|graduate of|student of|young|career|gift|support"
)
_AWARD_WORD = re.compile(rf"\b(?:{_AWARD})\b", re.IGNORECASE)
_HEAD = re.compile(
    r"\b(?:awards?|prizes?|scholarships?|fellowships?|fellow|medals?|grants?|studentships?|bursary|stipends?|"
    r"\w*preis|\w*stipendium|premio|beca|bourse|prix|m[ée]daille|dean['’]s list|honou?rs?|"
    r"(?:outstanding|excellent|merit|distinguished|best) \w+(?: of)?)\b",
    re.IGNORECASE,
)
_VENUE_WORD = re.compile(
    r"\b(?:conference|symposium|workshops?|journal|transactions|congress|proceedings|letters|magazine|"
    r"colloquium|meeting|konferenz|conférence|hackathon|challenge|olympiad|annals)\b",
    re.IGNORECASE,
)
_SURE = frozenset(("council", "foundation", "association", "university", "institute", "ministry", "trust", "stiftung"))
_SPONSORS = frozenset(
    ["acm", "ieee", "usenix", "aaai", "siam", "ifip", "acm/ieee", "ieee/acm", "ieee/cvf", "acm/spec", "iapr", "icme"]
)
_LETTERS = re.compile(r"[A-Za-z&/+-]{2,15}\d?")


def is_award(text: str) -> bool:
    """Say whether words like those of an award are in a text."""
    return _AWARD_WORD.search(text) is not None


def is_surely_award(text: str) -> bool:
    """Say whether a text calls itself an award: `Merit Student of X`, `Tang Lixin Scholarship`."""
    return _HEAD.search(text) is not None


def is_organization(text: str, known: frozenset[str] = frozenset()) -> bool:
    """Say whether a short text is the name of an organisation, by its words or since it is known, folded.

    >>> is_organization("City University of Hong Kong"), is_organization("ML Commons"), is_organization("Gold Medal")
    (True, True, False)
    """
    words = fold(text).split()
    if not words or len(words) > 14 or not (text[0].isupper() or text[0].isdigit()):
        return False
    if _HEAD.search(text) and not (words[-1] in _SURE and text.istitle()):
        return False
    if _VENUE_WORD.search(text):
        return False
    if fold(text) in _names() or (len(words) <= 4 and words[0] in _names() and words[0] not in _SPONSORS):
        return True
    return any(word in _words() for word in words) or fold(text) in known


def is_venue(text: str) -> bool:
    """Say whether a short text names a conference, workshop or journal by its usual short name or by a telling word.

    >>> is_venue("USENIX ATC"), is_venue("SoCC"), is_venue("ML Commons"), is_venue("Purdue University")
    (True, True, False, False)
    """
    words = text.split()
    if not words or len(words) > 25 or _HEAD.search(text):
        return False
    return is_short_venue(text) or _VENUE_WORD.search(text) is not None


def is_short_venue(text: str) -> bool:
    """Say whether a text is the known short name of a venue, with or without the society that holds it."""
    if text.casefold() in _venues():
        return True
    words = [word for word in text.split() if word.casefold() not in _SPONSORS]
    known = " ".join(words).casefold()
    return bool(words) and (known in _venues() or known.replace(" ", "-") in _venues() or known == "security")


def is_acronym(text: str) -> bool:
    """Say whether a word is one by its capitals: `SoCC`, `HKUST`."""
    return _LETTERS.fullmatch(text) is not None and sum(map(str.isupper, text)) >= 2


def has_venue_word(text: str) -> bool:
    """Say whether a text says itself that it is a conference or a journal."""
    return _VENUE_WORD.search(text) is not None


def is_society(text: str) -> bool:
    """Say whether a text is a learned society that has members."""
    folded = fold(text)
    return folded in (
        "acm",
        "ieee",
        "usenix",
        "siam",
        "aaai",
        "ams",
        "aaas",
        "acl",
        "gi",
        "bcs",
        "ccf",
        "isca",
    ) or bool(
        re.search(
            r"\b(?:society|association|academy|institute of electrical|phi beta kappa|tau beta pi|gesellschaft)\b",
            folded,
        )
    )


def organizations_of(lines: Iterable[str]) -> frozenset[str]:
    """Return the organisations that lines on a career name, with their initials and short forms, folded."""
    found: set[str] = set()
    for text in lines:
        for piece in re.split(r"[,;|()\t\n◊·•–—]| - | at | @ |\. ", text[:500]):
            name = piece.strip(" .*")
            if len(name.split()) <= 8 and any(word in _words() for word in fold(name).split()):
                found.update(_short_forms(name))
    return frozenset(found)


def _short_forms(name: str) -> Iterable[str]:
    """Yield a name, its initials, and what is left without `University` and the like."""
    words = [word for word in name.split() if word[:1].isupper() or word[:1].isdigit()]
    yield fold(name)
    yield "".join(word[0] for word in words).casefold()
    rest = [word for word in words if fold(word) not in ("university", "the", "of", "institute", "college")]
    if rest and len(rest) <= 3:
        yield fold(" ".join(rest))


@cache
def _table() -> tuple[frozenset[str], frozenset[str]]:
    text = (files("kg.extract") / "tables" / "organization_words.txt").read_text("utf-8")
    paragraphs = "\n".join(line for line in text.splitlines() if not line.startswith("#")).split("\n\n", 1)
    words, names = (frozenset(paragraph.split()) for paragraph in paragraphs)
    return words, names


def _words() -> frozenset[str]:
    return _table()[0]


def _names() -> frozenset[str]:
    return _table()[1]


@cache
def _venues() -> frozenset[str]:
    text = (files("kg.extract") / "tables" / "venues.txt").read_text("utf-8")
    return frozenset(word.casefold() for line in text.splitlines() if not line.startswith("#") for word in line.split())
