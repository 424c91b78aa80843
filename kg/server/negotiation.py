"""Choose a representation by what a client accepts (RFC 9110, section 12)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

_MAX_HEADER = 4_096
_MAX_RANGES = 64


class Offer(NamedTuple):
    """A representation that there is.

    Attributes:
        media_type: Such as `text/turtle`.
        quality: How much the server likes it, between 0 and 1.
        name: What it stands for.
    """

    media_type: str
    quality: float
    name: str


class _Range(NamedTuple):
    """A media range of an `Accept` header; the more specific counts, whatever their order."""

    main: str
    sub: str
    precision: int
    quality: float

    def covers(self, main: str, sub: str) -> bool:
        return self.main in (main, "*") and self.sub in (sub, "*")


@lru_cache(maxsize=1024)
def negotiate(accept: str | None, offers: Sequence[Offer]) -> str | None:
    """Return the name of the offer that a client likes best, or None if it accepts none.

    A client that says nothing accepts everything. What is not a media range is left out; a header of
    nothing else counts as none. Ties go to the offer that stands first.

    >>> negotiate("text/html;q=0.5, text/turtle", (Offer("text/html", 1, "page"), Offer("text/turtle", 0.9, "ttl")))
    'ttl'
    """
    ranges = tuple(_ranges(accept or ""))[:_MAX_RANGES]
    if not ranges:
        return offers[0].name
    best = max(offers, key=lambda offer: _liking(offer, ranges))
    return best.name if _liking(best, ranges) > 0 else None


def _liking(offer: Offer, ranges: Sequence[_Range]) -> float:
    main, _, sub = offer.media_type.partition("/")
    fitting = [each for each in ranges if each.covers(main, sub)]
    if not fitting:
        return 0.0
    precise = max(each.precision for each in fitting)
    return max(each.quality for each in fitting if each.precision == precise) * offer.quality


def _ranges(accept: str) -> Iterator[_Range]:
    for part in accept[:_MAX_HEADER].split(","):
        media_range, *parameters = (piece.strip() for piece in part.split(";"))
        main, slash, sub = media_range.lower().partition("/")
        if not slash or not main or not sub or (main == "*" and sub != "*"):
            continue
        yield _Range(main, sub, (main != "*") + (sub != "*"), _quality(parameters))


def _quality(parameters: Sequence[str]) -> float:
    """Return the weight of a range; other parameters, such as `profile` and `charset`, choose nothing here."""
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "q":
            try:
                quality = float(value)
            except ValueError:
                return 0.0
            return min(1.0, quality) if quality >= 0 else 0.0  # NaN counts as 0
    return 1.0
