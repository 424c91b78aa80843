"""The scenes of `test_identity_cases`: a few profiles around two mentions, and whether a reader takes them for one.

Everybody beside the two is rare and stands in one profile only, so that nothing else connects the profiles.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from kg.terms.identifiers import slug
from tests.support.resolving import paper

Expected = Literal["same", "unsure", "apart", "different"]
"""`unsure` and `different` are apart with and without a question; `apart` leaves open whether one is asked."""

Author = str | dict[str, Any]
Fields = Mapping[str, Any]
Path = tuple[int | str, ...]


class Case(NamedTuple):
    """Some profiles, and what is expected of two mentions in them.

    Attributes:
        id: The group and what it is about.
        profiles: The fields of the profiles.
        one: The place of a mention: the number of the profile, and the keys in its document.
        other: The place of another mention.
        expected: What a careful reader would say.
        obstacle: The obstacle that the question names, where it matters.
    """

    id: str
    profiles: Sequence[Fields]
    one: Path
    other: Path
    expected: Expected
    obstacle: str = ""


LEEDS: dict[str, Any] = {
    "id": "ada-lovelace",
    "name": "Ada Lovelace",
    "positions": [{"organization": "University of Leeds", "role": "Lecturer"}],
}
GRAZ: dict[str, Any] = {
    "id": "luitgard-obermoser",
    "name": "Luitgard Obermoser",
    "positions": [{"organization": "Technische Universität Graz", "role": "Professor"}],
}
WEAVING: dict[str, Any] = {
    "title": "Weaving algebraic patterns with punched cards",
    "year": 1998,
    "venue": "Annals of Looms",
}
TIDES: dict[str, Any] = {
    "title": "Salt marshes and the drift of coastal sediments",
    "year": 2009,
    "venue": "Estuary Letters",
}
SHARED: dict[str, Any] = {
    "title": "Bernoulli numbers computed by a mechanical mill",
    "year": 2004,
    "venue": "Calculating Engines",
}

RARE = "Fiorenzo Zuccarelli-Thwaite"
RARE_TOO = "Kwabena Asantewaa"
RARE_THIRD = "Hallgerd Stormoen"


def author(profile: int, work: int = 0, place: int = 1) -> Path:
    return profile, "publications", work, "authors", place


def work(profile: int, number: int = 0) -> Path:
    return profile, "publications", number


def owner(profile: int) -> Path:
    return (profile,)


def named(group: str, *parts: str) -> str:
    """Return the id of a case: readable, and in ASCII."""
    return "--".join(slug(part) for part in (group, *parts))


def numbered(cases: Sequence[Case]) -> Iterator[Case]:
    """Yield the cases, with a number behind ids that come again."""
    seen: Counter[str] = Counter()
    for case in cases:
        seen[case.id] += 1
        yield case if seen[case.id] == 1 else case._replace(id=f"{case.id}-{seen[case.id]}")


def strangers(one: Author, other: Author) -> list[Fields]:
    """Return two profiles whose papers name one each, and which have nothing in common."""
    return colleagues(one, other)


def colleagues(one: Author, other: Author, *shared: str) -> list[Fields]:
    """Return two profiles of two fields, whose papers name one each, both together with the shared people."""
    weaving = paper("Ada Lovelace", one, "Tryphena Babbington", *shared, **WEAVING)
    tides = paper("Luitgard Obermoser", other, "Anselm Quetelier", *shared, **TIDES)
    return [{**LEEDS, "publications": [weaving]}, {**GRAZ, "publications": [tides]}]


def one_paper(one: Author, other: Author) -> list[Fields]:
    """Return two profiles that list the same paper, with one name written in two ways."""
    lists = [paper("Ada Lovelace", name, "Luitgard Obermoser", "Anselm Quetelier", **SHARED) for name in (one, other)]
    return [{**LEEDS, "publications": lists[:1]}, {**GRAZ, "publications": lists[1:]}]


def own(name: str, *authors: Author, **fields: Any) -> list[Fields]:
    """Return the profile of an owner with one paper, and that of somebody else."""
    return [{"id": "owner", "name": name, "publications": [paper(*authors, **WEAVING)], **fields}, GRAZ]


def lists(one: Fields | Sequence[Fields], other: Fields | Sequence[Fields]) -> list[Fields]:
    """Return two profiles with a publication list each."""
    return [
        {**LEEDS, "publications": [one] if isinstance(one, Mapping) else list(one)},
        {**GRAZ, "publications": [other] if isinstance(other, Mapping) else list(other)},
    ]
