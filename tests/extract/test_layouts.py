"""Sections as real CVs and homepages have them, above all such as were converted from PDF, and what they say.

In each case of `tests/data/layouts` a line stands for what a careful reader finds:
`E` institution, degree, start, end; `P` organisation, role, start, end; `A` award, year.
"""

import re
from collections import Counter
from collections.abc import Iterator

from kg.profile.drafts.model import Fact
from tests.support.layouts import layouts

OWNER = "Mary Ellis"
CASES = layouts("layouts")
NAMED = {"institution", "degree", "organization", "role", "name", "advisors", "field", "location", "thesis"}


def stated_by(fact: Fact) -> str:
    values = fact.values
    start, end = values.get("start"), values.get("end")
    if fact.section == "awards":
        return f"A {values['name']} | {f'{start}/{end}' if start and end else start or values.get('year') or '-'}"
    keys = ("institution", "degree") if fact.section == "education" else ("organization", "role")
    named = " | ".join(str(values.get(key)) for key in keys)
    return f"{'E' if fact.section == 'education' else 'P'} {named} | {start or '-'} | {end or '-'}"


def test_a_section_is_read_as_a_careful_reader_does() -> None:
    right = wanted = 0
    for name in CASES:
        facts = CASES[name].facts("education", "positions", "awards", owner=OWNER)
        said, stated = Counter(map(stated_by, facts)), Counter(CASES[name].stated)
        right, wanted = right + (said & stated).total(), wanted + stated.total()
        for fact in facts:
            assert all(fact.how[key] for key in fact.values), (name, "every value tells its pattern")
            quoted = even(fact.quote.text)
            for key in NAMED & fact.values.keys():
                assert all(even(text) in quoted for text in texts_in(fact.values[key])), (name, key, fact.values[key])

    assert right >= 0.55 * wanted, "models are no worse than they were"


def texts_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for each in value.values() if isinstance(value, dict) else value:
            yield from texts_in(each)


def even(text: str) -> str:
    return re.sub(r"[\W_]+", "", text)
