"""Lists of venues with years, as people write whom they reviewed for: `MLSys 2023, ICML (2020, 2021), ToN`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kg.extract import bodies
from kg.extract.pieces import LAST_BRACKET, cut, trimmed
from kg.extract.recognition import dates
from kg.extract.recognition.dates import Found

MAX_VENUES = 300

_NEXT_SPONSOR = re.compile(
    r"(?<=\b(?:19|20)\d\d)\s+(?=(?:ACM|IEEE|USENIX|AAAI|SIAM|IFIP|Springer|Elsevier|International)\b)"
)
_AND = re.compile(r"\s+(?:and|&|und)\s+(?=\S)")
_OPENS = re.compile(
    r"\b(?:conference|symposium|workshop|journal|transactions|letters|magazine|proceedings|annals|reviews?|research|"
    r"society|association)\b",
    re.IGNORECASE,
)
_MORE_OF_NAME = re.compile(r"\b(?:on|of|for|in)\s+[A-Z][\w-]*(?:\s+[A-Z][\w-]*)?$")
_INSIDE = re.compile(r"(?:workshops?|tutorials?|symposium|track) on\b", re.IGNORECASE)
_SMALL = re.compile(r"^(?:and|&|the|for|of|at|in)\s+", re.IGNORECASE)


@dataclass(frozen=True)
class Venue:
    """A venue of a list.

    Attributes:
        name: Its name without the year.
        years: The years, if any.
        written: A time that lasts, as written: `2024-`.
        is_alone: Whether the name can be told to be one of its own.
    """

    name: str
    years: tuple[int, ...] = ()
    written: str = ""
    is_alone: bool = True


def read(text: str) -> list[Venue]:
    """Return the venues of a list.

    >>> [(venue.name, venue.years) for venue in read("ACM CoNEXT 2022, ICML (2020, 2021) and Neurips")]
    [('ACM CoNEXT', (2022,)), ('ICML', (2020, 2021)), ('Neurips', ())]
    """
    found: list[Venue] = []
    for piece in _pieces(text):
        venue = _venue(piece)
        if not venue.name:
            if found and venue.years:
                found[-1] = replace(found[-1], years=(*found[-1].years, *venue.years), written=venue.written)
        elif found and not venue.is_alone and _goes_on(found[-1], piece):
            found[-1] = _joined(text, found[-1], venue)
        else:
            found.append(venue)
    return found[:MAX_VENUES]


def _pieces(text: str) -> Iterator[str]:
    for part in cut(_NEXT_SPONSOR.sub(", ", text), ",;、|•·\n\t"):
        piece = _SMALL.sub("", part)
        halves = _AND.split(piece)
        yield from halves if len(halves) > 1 and all(_stands(half) for half in halves) else [piece]


def _stands(half: str) -> bool:
    """Say whether what stands beside an `and` is a venue, or a year, whatever year follows."""
    venue = _venue(half)
    return not venue.name or _is_alone(venue.name, has_year=False)


def _venue(piece: str) -> Venue:
    found = dates.find(piece) or dates.glued(piece)
    name = piece
    for one in reversed(found):
        name = f"{name[: one.begin]}\n{name[one.stop :]}"
    name = re.sub(r"[(\[]\s*\n\s*[)\]]?", "\n", name)
    parts = [part for part in (_tidy(part) for part in name.split("\n")) if part]
    name = next((part for part in parts if _INSIDE.match(part)), parts[0]) if parts else ""
    written = next((piece[one.begin : one.stop].strip() for one in found if one.end), "")
    return Venue(name, _years(found), written, _is_alone(name, has_year=bool(found)))


def _tidy(part: str) -> str:
    text = trimmed(_SMALL.sub("", part.strip(" ,;:–—-")))
    return text if any(letter.isalnum() for letter in text) else ""


def _years(found: Sequence[Found]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(one.year for one in found))


def _is_alone(name: str, *, has_year: bool) -> bool:
    """Say whether a piece between commas is a venue by itself rather than a part of a longer name."""
    bare = LAST_BRACKET.sub("", name)
    if bodies.is_short_venue(bare) or bodies.is_organization(bare):
        return True
    words = bare.split()
    if _OPENS.search(bare) or (has_year and 0 < len(words) <= 3):
        return True
    return len(words) <= 4 and any(bodies.is_acronym(word.strip("'’")) for word in words)


def _goes_on(last: Venue, piece: str) -> bool:
    """Say whether a piece can go on with the name before it: `… on Information, Computer and …`."""
    return not last.years and (_MORE_OF_NAME.search(last.name) is not None or piece[:1].islower())


def _joined(text: str, last: Venue, venue: Venue) -> Venue:
    begin = text.find(last.name)
    stop = text.find(venue.name, begin + len(last.name)) + len(venue.name)
    return replace(venue, name=trimmed(text[begin:stop]), is_alone=True)
