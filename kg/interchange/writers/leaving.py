"""Count what a form cannot hold, in words."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from kg.profile import Profile

_SECTIONS = {
    "positions": "position|positions",
    "education": "degree|degrees",
    "publications": "publication|publications",
    "systems": "system|systems",
    "awards": "award|awards",
    "teaching": "course taught|courses taught",
    "service": "service entry|service entries",
    "talks": "talk|talks",
    "memberships": "membership|memberships",
    "interests": "interest|interests",
    "skills": "skill|skills",
}
_FIELDS = {
    "acceptance_rate": "acceptance rate|acceptance rates",
    "advisors": "list of advisors|lists of advisors",
    "authors": "list of authors|lists of authors",
    "award": "award of a work|awards of works",
    "distinction": "distinction|distinctions",
    "for_work": "work that won an award|works that won awards",
    "links": "list of links|lists of links",
    "minor": "second subject|second subjects",
    "papers": "list of papers|lists of papers",
    "people": "list of people|lists of people",
    "status": "status|statuses",
    "summary": "summary of a degree|summaries of degrees",
    "system": "system of a work|systems of works",
    "thesis": "thesis|theses",
    "topics": "list of topics|lists of topics",
    "unit": "unit|units",
    "variants": "list of other names|lists of other names",
}


def counted(count: int, nouns: str) -> list[str]:
    """Return a number of things in words; nothing where there are none.

    >>> counted(1, "thesis|theses"), counted(2, "thesis|theses"), counted(0, "thesis|theses")
    (['1 thesis'], ['2 theses'], [])
    """
    one, _, many = nouns.partition("|")
    return [f"{count:,} {one if count == 1 else many}"] if count else []


def sections(profile: Profile, held: Collection[str]) -> list[str]:
    """Return the sections that have entries and are not held: `5 service entries`."""
    return [
        said
        for key, nouns in _SECTIONS.items()
        if key not in held
        for said in counted(len(getattr(profile, key)), nouns)
    ]


def fields(*entries: tuple[Iterable[Any], Sequence[str]]) -> list[str]:
    """Return the fields that some entries have and that are not held: `2 acceptance rates`.

    Args:
        entries: Entries of a kind, each kind with the keys that are not held.
    """
    counts: Counter[str] = Counter()
    for listed, keys in entries:
        counts.update(key for entry in listed for key in keys if getattr(entry, key))
    return [said for key, count in counts.items() for said in counted(count, _FIELDS[key])]


def ids_of_authors(profile: Profile) -> list[str]:
    """Return how many authors have ids that are not held."""
    count = sum(1 for work in profile.publications for author in work.authors if author.orcid or author.dblp)
    return counted(count, "id of an author|ids of authors")
