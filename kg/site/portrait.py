"""The portrait of a person: a photograph, else initials over the works by year, which makes people known again."""

from collections.abc import Mapping
from dataclasses import dataclass

YEARS = 14
"""How many years a portrait shows, up to the last one of the graph."""


@dataclass(frozen=True)
class Portrait:
    """The portrait of a person."""

    name: str
    initials: str  # one to three letters
    # the works of the last years, the oldest first, in per cent of the year with the most; none if none
    columns: tuple[int, ...]
    photo: str = ""  # the path of a photograph below the site's root, or empty


def initials(name: str) -> str:
    """Return the initials of a name: of words in capitals, without particles.

    >>> [initials(name) for name in ("Ada Lovelace", "Ludwig van der Berg", "李梅", "José Luis de la Cruz Pérez")]
    ['AL', 'LB', '李', 'JLC']
    """
    words = [word for word in name.replace("-", " ").split() if word[:1].isalpha()]
    capital = [word for word in words if not word[:1].islower()] or words
    return "".join(word[0] for word in capital[:3]).upper()


def shares(counts: Mapping[int, int], last: int, years: int = YEARS) -> tuple[int, ...]:
    """Return numbers of years as shares of the largest in per cent, for some years up to the last.

    >>> shares({2019: 1, 2021: 4}, 2021, 3)
    (25, 0, 100)
    """
    most = max((counts.get(year, 0) for year in range(last - years + 1, last + 1)), default=0)
    return tuple(counts.get(year, 0) * 100 // most for year in range(last - years + 1, last + 1)) if most else ()
