"""What stands around authors and title in a citation: venue, year, status, awards, rates, identifiers."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from kg.base.errors import IdentifierError
from kg.extract.citations.labels import ASIDE, EDGES, EQUAL_NOTE
from kg.extract.citations.venues import tagged_venue, venue_of, year_of
from kg.terms import statuses
from kg.terms.identifiers import SCHEMES

_PERCENT = r"(\d{1,2}(?:\.\d{1,2})?)\s?%"
_RATE = re.compile(
    rf"\bacceptance(?: rate)?\s*[:=]?\s*(?:of |is )?~?{_PERCENT}|{_PERCENT}\s*(?:acceptance|accept)"
    rf"|\b(?:AR|acc\.?(?: rate)?|rate)\s*[:=]\s*~?{_PERCENT}",
    re.IGNORECASE,
)
_AWARD = re.compile(
    r"(?:\b[A-Z][\w'’-]{1,20} ){0,4}"
    r"\b(?:Best|Distinguished|Outstanding|Test[- ]of[- ]Time|Honou?rable|Most Influential)[\w' ’–/-]{0,60}"
    r"|(?:\b[A-Z][\w'’-]{1,20} ){1,5}(?:Award|Prize)s?\b(?: (?:Finalist|Nominee|Nomination|Runner-?up|Winner))?",
)
_IS_AWARD = re.compile(
    r"\b(?:award|prize|paper|mention|artifact|poster|demo|runner-?up|finalist|nominee|nomination|candidate|thesis"
    r"|dissertation)\b",
    re.IGNORECASE,
)
_OLD_ID = (
    r"(?:astro-ph|cond-mat|gr-qc|hep-(?:ex|lat|ph|th)|math-ph|nucl-(?:ex|th)|quant-ph|math|cs|physics|nlin|q-bio)"
    r"(?:\.[a-z]{2})?/\d{7}"
)
_ARXIV = re.compile(
    rf"\b(?:arxiv|abs|pdf|corr)\b[\s:/.]{{0,3}}(?:abs/|pdf/)?(\d{{4}}\.\d{{4,5}}|{_OLD_ID})(?:v\d+)?|\[({_OLD_ID})\]",
    re.IGNORECASE,
)
_DOI = re.compile(
    r"\b(10\.\d{4,9}/[^\s\"<>,;)\]}#]{1,150}?)(?:/(?:full|pdf|abstract|meta|html)|\.(?:pdf|xml|html))?(?![^\s\"<>,;)\]}#])"
)
"""A DOI, without what addresses of publishers add to it."""
_NAMED = re.compile(
    r"[ ,:–-]{0,3}(?:(?:to|at|for|in|by) )?(?:the )?"
    r"([A-Z][^\W_&-]{1,20}(?:(?: (?:of|and|in|for|the|on|&))* [A-Z][^\W_&-]{0,20}){0,8})[ \n]*(?:[,.;()]|$)"
)
_RANGE = r"[A-Za-z]?\d{1,6}\s?[-–—]{1,3}\s?[A-Za-z]?\d{1,6}"
_TOGETHER = re.compile(
    rf"(?<![\w.:/-])(?P<volume>\d{{1,4}})\s?\((?P<issue>(?!(?:19|20)\d\d\))\d{{1,4}}(?:[-–/]\d{{1,4}})?)\)(?:\s?[:,]\s?(?:pp?\.\s?)?(?P<pages>{_RANGE}))?"
)
"""Numbers as journals write them: `12(3):45–67`."""
_CALLED = (
    re.compile(
        r"\b(?:vol(?:umen?|ume)?|Bd|Band|Jg|Jahrgang|tom[eo]?|t|том|årg(?:ang)?)\b\.?\s?(?P<volume>\d{1,4})(?!\d)",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:\b(?:no|nr|issue|num(?:ber|ero)?|n[uú]m(?:ero)?|numéro|Heft|fasc(?:icolo|icule)?|zeszyt|выпуск)\b"
        r"|\bn[°º]|№)\.?\s?(?P<issue>\d{1,4}(?:[-–/]\d{1,4})?)(?!\d)",
        re.IGNORECASE,
    ),
    re.compile(rf"\b(?:pp?|pages?|(?-i:S)|págs?)\b\.?\s?(?P<pages>{_RANGE})", re.IGNORECASE),
)
"""Numbers that are called what they are."""
NUMBERS = ("volume", "issue", "pages")
"""The place of a work in its venue."""
_WEB = re.compile(r"\bhttps?://\S+|\bwww\.\S+", re.IGNORECASE)


@dataclass(frozen=True)
class Notes:
    """What stands around authors and title.

    Attributes:
        venue: The venue, without year, ordinal and place.
        year: The year of publication.
        status: The status as the profile has it, where it is said.
        status_note: The words that say so.
        award: What the work won.
        rate: The acceptance rate, as `18.4%`.
        arxiv: The bare arXiv id.
        doi: The bare DOI.
        how_venue: By which pattern the venue was found.
        how_year: By which pattern the year was found.
        numbers: Volume, issue and pages, under these keys, where it is plain which number is what.
    """

    venue: str = ""
    year: int | None = None
    status: str = ""
    status_note: str = ""
    award: tuple[str, ...] = ()
    rate: str = ""
    arxiv: str = ""
    doi: str = ""
    how_venue: str = ""
    how_year: str = ""
    numbers: Mapping[str, str] = field(default_factory=dict)


@lru_cache(1 << 12)
def notes_of(
    rest: str, tags: tuple[str, ...] = (), targets: tuple[str, ...] = (), apart: tuple[str, ...] = ()
) -> Notes:
    """Return what the words beside authors and title say.

    Args:
        rest: Those words, what was not together parted by line feeds.
        tags: What stood set apart at the head, or was a link of its own.
        targets: Where the citation links to.
        apart: What of those words is set in italics.
    """
    arxiv, doi = arxiv_of(rest, targets), doi_of(rest, targets)
    rest = ASIDE.sub(" ", _WEB.sub(" ", EQUAL_NOTE.sub(" ", rest)))
    status, note = status_of(rest)
    rate = next((f"{found[1] or found[2] or found[3]}%" for found in _RATE.finditer(rest)), "")
    awards, plain = _awards(_RATE.sub(" ", rest))
    year, how_year = year_of("\n".join([*tags, plain]))
    venue, how_venue = venue_of(_without_status(plain, note), tuple(_without_status(words, note) for words in apart))
    if not venue and note:
        venue, how_venue = _behind_status(plain, note)
    if not venue and not status:
        venue, how_venue = tagged_venue(tags)
        status, note = status_of(venue)
    return Notes(venue, year, status, note, awards, rate, arxiv, doi, how_venue, how_year, numbers_of(rest))


def numbers_of(text: str) -> dict[str, str]:
    """Return the volume, the issue and the pages that a text states, as far as it is plain which number is what.

    >>> numbers_of("Journal of Looms, 12(3):45-67, 2019")
    {'volume': '12', 'issue': '3', 'pages': '45–67'}
    >>> numbers_of("Journal of Looms, vol. 7, pp. 11–19"), numbers_of("ICML (2019)")
    ({'volume': '7', 'pages': '11–19'}, {})
    """
    together = _TOGETHER.search(text)
    said = together.groupdict() if together else {}
    return numbers_called(text) | {key: _ranged(number) for key, number in said.items() if number}


def numbers_called(text: str) -> dict[str, str]:
    """The volume, the issue and the pages that a text calls so, wherever they stand.

    >>> numbers_called("Journal of Looms, 2019, vol. 8, núm. 1")
    {'volume': '8', 'issue': '1'}
    """
    found = (match for pattern in _CALLED if (match := pattern.search(text)))
    return {key: _ranged(number) for match in found for key, number in match.groupdict().items()}


def _ranged(number: str) -> str:
    return re.sub(r"\s?[-–—]{1,3}\s?", "–", number)


def status_of(text: str) -> tuple[str, str]:
    """Return the status that a text states, and its words; what names a server of preprints only is one.

    >>> status_of("Submitted to Nature"), status_of("arXiv:1843.00042")
    (('under-review', 'Submitted'), ('preprint', 'arXiv'))
    """
    status, words = statuses.status_of(text)
    if status in ("", "draft") and (server := statuses.on_server(text)):
        return "preprint", server
    return status, " ".join(words.split())


def _without_status(text: str, note: str) -> str:
    if not note or statuses.on_server(note):
        return text
    return re.sub(rf"{re.escape(note)}(?:\s(?:to|at|for|in|by)\b)?", " ", text, flags=re.IGNORECASE)


def _behind_status(text: str, note: str) -> tuple[str, str]:
    """Return the venue that is named behind a status: `Submitted to Biometrika`, `In revision, Bernoulli`."""
    words = _without_status(text.partition(note)[2], note) if not statuses.on_server(note) else ""
    found = _NAMED.match(words)
    return (found[1].strip(EDGES), "behind a status") if found else ("", "")


def award_of(text: str) -> tuple[str, ...]:
    """Return the awards that a text names, which is mostly none; the rest of its notes are not looked for then."""
    return notes_of(text).award if _IS_AWARD.search(text) else ()


def _awards(text: str) -> tuple[tuple[str, ...], str]:
    """Return the awards that a text names, and the text without them."""
    found: list[str] = []

    def take(match: re.Match[str]) -> str:
        words = match[0].strip(EDGES)
        if not _IS_AWARD.search(words):
            return match[0]
        found.append(words)
        return " "

    plain = _AWARD.sub(take, text)
    return tuple(dict.fromkeys(found)), plain


def arxiv_of(text: str, targets: Sequence[str]) -> str:
    """Return the arXiv id that a text names, or an address to which it links."""
    for place in (text, *targets):
        found = _ARXIV.search(place)
        if found and (found[2] or "arxiv" in place.lower() or "corr" in place.lower()):
            return found[1] or found[2]
    return ""


def doi_of(text: str, targets: Sequence[str]) -> str:
    """Return the DOI that a text names, whole as it links to it, as lines cut it in two; else one that it links to."""
    linked = [doi for target in targets for doi in _dois(target)]
    named = next(_dois(text), "")
    return next((doi for doi in linked if _letters(doi).startswith(_letters(named))), named)


def _letters(doi: str) -> str:
    return "".join(filter(str.isalnum, doi.casefold()))


def _dois(text: str) -> Iterator[str]:
    for found in _DOI.finditer(text):
        try:
            SCHEMES["doi"].canonical(bare := found[1].rstrip("./"))
        except IdentifierError:
            continue
        yield bare
