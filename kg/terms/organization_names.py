"""What two forms of the name of one organisation have in common."""

import re
from functools import cache

from kg.base.tables import lines_of
from kg.terms.identifiers import fold

_UNIVERSITY = re.compile(
    r"(?:universitat(?: zu| de)?|universite d[eu]?|universidad del?|universita (?:degli studi )?di|universidade d[aeo]"
    r"|universiteit(?: van)?|uniwersytet) (?=(?!fur |der |des |voor |van )\w+(?: (?!de |d )\w+)?$)"
)
_OF_PLACE = re.compile(r"university of ((?!.*\b(?:of|at|in|and|for|the)\b)\w+(?: \w+)?)")


def organization_key(name: str) -> str:
    """Return what two spellings of one name have in common, whatever stands where and in which language.

    >>> organization_key("The University of Oxford"), organization_key("Oxford University")
    ('oxford university', 'oxford university')
    >>> organization_key("University of York"), organization_key("York University")  # two universities
    ('university of york', 'york university')
    >>> organization_key("Universität Leipzig"), organization_key("Universität für Bodenkultur")
    ('leipzig university', 'universitat fur bodenkultur')
    >>> organization_key("Universitat Autònoma de Barcelona"), organization_key("Universitat de València")
    ('universitat autonoma de barcelona', 'valencia university')
    """
    key = fold(name).removeprefix("the ")
    if found := _UNIVERSITY.match(key):
        key = f"university of {key[found.end() :]}"
    place = None if "," in name else _OF_PLACE.fullmatch(key)
    return f"{place[1]} university" if place and place[1] not in _two_universities() else key


@cache
def _two_universities() -> frozenset[str]:
    return frozenset(name for line in lines_of("kg.terms", "tables/two_universities.txt") for name in line.split(" | "))
