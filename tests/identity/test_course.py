"""What people judge, what the registry remembers, and what holds for any profiles."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from kg.base.errors import ReadError
from kg.identity.collecting import Collector
from kg.identity.mentions import mentions
from kg.identity.registry import LIVE, MERGED, WITHDRAWN, Registry
from kg.identity.resolution import Resolution
from kg.profile import judgements
from kg.profile.judgements import Judgements
from kg.profile.records import Record, Resolved
from tests.support.identity_scenes import (
    GRAZ,
    LEEDS,
    RARE,
    RARE_TOO,
    SHARED,
    Fields,
    colleagues,
    one_paper,
    strangers,
)
from tests.support.often import often
from tests.support.resolving import NAMED, author_iris, paper, record, resolve

Pair = tuple[str, str]

APART = (("Wei Zhang", "Wei Zhang"), ("John Smith Jr.", "John Smith Sr."), ("Gabriel García Márquez", "Gabo"))
ALIKE = (("Leena Vasanthakumari", "Leena Vasanthakumari"), ("Jiamin Li", "J. Li"), ("Robert Miller", "Bob Miller"))


def records(profiles: Sequence[Fields]) -> list[Record]:
    return [record(**fields) for fields in profiles]


def judged(tmp_path: Path, *entries: Mapping[str, Any]) -> Judgements:
    path = tmp_path / "judgements.yaml"
    path.write_text(yaml.safe_dump({"judgements": [{"because": "We asked.", **entry} for entry in entries]}))
    return judgements.read(path)


def key_of(profile: Fields, form: str) -> str:
    """Return the key of the mention of a person who is written so."""
    placed = Collector(NAMED).collect(record(**profile))[0].placed
    return next(each.key for each in placed if each.form == form and each.node >= 0)


def kept(resolution: Resolution) -> Registry:
    """Return what the next build finds of the registry."""
    return Registry(deepcopy(resolution.registry.rows))


def second_authors(resolved: Sequence[Resolved]) -> list[str]:
    return [author_iris(each)[1] for each in resolved]


def obstacles(resolution: Resolution, one: str, other: str) -> list[str]:
    persons = resolution.decided[0]
    return [q.obstacle for q in persons.open if {persons.iris[q.one], persons.iris[q.other]} == {one, other}]


@pytest.mark.parametrize("pair", APART, ids=" = ".join)
def test_two_mentions_that_are_judged_same_are_one_whatever_the_evidence(pair: Pair, tmp_path: Path) -> None:
    profiles = strangers(*pair)
    keys = [key_of(profile, form) for profile, form in zip(profiles, pair, strict=True)]

    resolved, _ = resolve(*records(profiles), judgements=judged(tmp_path, {"same": keys}))

    one, other = second_authors(resolved)
    assert one == other


@pytest.mark.parametrize("scene", [colleagues, one_paper], ids=["colleagues", "one paper"])
@pytest.mark.parametrize("pair", ALIKE, ids=" ≠ ".join)
def test_two_mentions_that_are_judged_different_are_two_whatever_the_evidence(
    pair: Pair, scene: Callable[..., list[Fields]], tmp_path: Path
) -> None:
    profiles = scene(*pair, RARE, RARE_TOO) if scene is colleagues else scene(*pair)
    keys = [key_of(profile, form) for profile, form in zip(profiles, pair, strict=True)]

    resolved, resolution = resolve(*records(profiles), judgements=judged(tmp_path, {"different": keys}))

    one, other = second_authors(resolved)
    assert one != other
    assert not obstacles(resolution, one, other)


@pytest.mark.parametrize("pair", [ALIKE[1], APART[0]], ids=" ~ ".join)
def test_what_nobody_could_tell_stays_a_question(pair: Pair, tmp_path: Path) -> None:
    profiles = colleagues(*pair, RARE, RARE_TOO)
    keys = [key_of(profile, form) for profile, form in zip(profiles, pair, strict=True)]

    resolved, resolution = resolve(*records(profiles), judgements=judged(tmp_path, {"unsure": keys}))

    one, other = second_authors(resolved)
    assert one != other
    assert obstacles(resolution, one, other) == ["unsure"]


def test_judgements_carry_over(tmp_path: Path) -> None:
    for forms in (("Anna Schmidt", "Anna Weber", "Anna Kovács"), ("J. Li", "Jing Li", "Jing Thompson")):
        profiles = [*strangers(*forms[:2]), _third(forms[2])]
        one, two, three = (key_of(profile, form) for profile, form in zip(profiles, forms, strict=True))

        given = judged(tmp_path, {"same": [one, two]}, {"same": [two, three]})

        assert len(set(second_authors(resolve(*records(profiles), judgements=given)[0]))) == 1


@pytest.mark.parametrize(("verdict", "first"), [("different", 0), ("unsure", 2)])
def test_judgements_that_contradict_each_other_are_an_error_that_shows_the_way(
    verdict: str, first: int, tmp_path: Path
) -> None:
    forms = ("Anna Schmidt", "Anna Weber", "Anna Kovács")
    profiles = [*strangers(*forms[:2]), _third(forms[2])]
    one, two, three = (key_of(profile, form) for profile, form in zip(profiles, forms, strict=True))
    entries = [{"same": [one, two]}, {"same": [three, two]}]
    entries.insert(first, {verdict: [one, three]})

    with pytest.raises(ReadError) as raised:
        resolve(*records(profiles), judgements=judged(tmp_path, *entries))

    message = str(raised.value)
    assert f"{one} and {three} are judged {verdict}, but also the same" in message
    assert f"{one} = {two}" in message
    assert f"{three} = {two}" in message


def test_a_judgement_about_what_is_not_there_does_no_harm(tmp_path: Path) -> None:
    profiles = records(strangers("Wei Zhang", "Wei Zhang"))
    entries = ({"same": ["person/nobody", "m-aaaaaaaaaa"]}, {"different": ["work/none", "work/nothing"]})

    resolved, _ = resolve(*profiles, judgements=judged(tmp_path, *entries))

    assert resolved == resolve(*profiles)[0]


def test_two_works_that_are_judged_same_are_one(tmp_path: Path) -> None:
    profiles = records(_two_works({"title": "The gears, Part I", "year": 2004}, {"title": "The gears, Part II"}))
    before, first = resolve(*profiles)
    known = [each.document["publications"][0]["id"] for each in before]

    after, _ = resolve(*profiles, registry=kept(first), judgements=judged(tmp_path, {"same": known}))

    assert len({*known}) == 2
    assert len({each.document["publications"][0]["id"] for each in after}) == 1


def test_two_works_that_are_judged_different_are_two(tmp_path: Path) -> None:
    profiles = _two_works({**SHARED, "doi": "10.1145/1.2"}, {**SHARED, "doi": "10.1145/1.2"})
    keys = [Collector(NAMED).collect(each)[0].placed for each in records(profiles)]
    pair = [next(each.key for each in placed if each.node < 0) for placed in keys]

    resolved, resolution = resolve(*records(profiles), judgements=judged(tmp_path, {"different": pair}))

    assert len({each.document["publications"][0]["id"] for each in resolved}) == 2
    assert not list(resolution.decided[1].open)


# The registry.


def test_where_new_evidence_joins_two_the_newer_iri_leads_to_the_older_and_has_its_own_back_when_they_part() -> None:
    apart, together = (
        records(each)
        for each in (strangers("Wei Zhang", "Wei Zhang"), colleagues("Wei Zhang", "Wei Zhang", RARE, RARE_TOO))
    )
    before, first = resolve(*apart)
    older, newer = second_authors(before)
    assert older != newer

    joined, second = resolve(*together, registry=kept(first))

    assert second_authors(joined) == [older, older]
    row = second.registry.rows[newer]
    assert (row.state, row.now) == (MERGED, older)
    assert (newer, older) in second.registry.replaced()
    assert second_authors(resolve(*apart, registry=kept(second))[0]) == [older, newer]


def test_an_iri_that_nothing_bears_can_be_withdrawn(tmp_path: Path) -> None:
    profiles = records(strangers("Wei Zhang", "Jing Li"))
    before, first = resolve(*profiles)
    gone = second_authors(before)[0]
    withdrawn = judged(tmp_path, {"withdraw": gone})

    _, second = resolve(profiles[1], registry=kept(first), judgements=withdrawn)
    after, _ = resolve(*profiles, registry=kept(second))

    assert second.registry.rows[gone].state == WITHDRAWN
    assert (gone, "") in second.registry.replaced()
    assert second_authors(after)[0] != gone


def test_an_iri_that_somebody_bears_is_not_withdrawn(tmp_path: Path) -> None:
    profiles = records(strangers("Wei Zhang", "Jing Li"))
    before, first = resolve(*profiles)
    borne = second_authors(before)[0]
    withdrawn = judged(tmp_path, {"withdraw": borne})

    after, second = resolve(*profiles, registry=kept(first), judgements=withdrawn)

    assert second_authors(after)[0] == borne
    assert second.registry.rows[borne].state == LIVE


def test_a_profile_that_goes_and_comes_back_has_its_iris_back() -> None:
    for pair in ALIKE:
        profiles = records(strangers(*pair))
        before, first = resolve(*profiles)
        _, second = resolve(profiles[0], registry=kept(first))

        after, _ = resolve(*profiles, registry=kept(second))

        assert second_authors(after) == second_authors(before)


# What holds for any profiles.

POOL = (
    *("J. Li", "Jiamin Li", "Jing Li", "Li, Jing", "Li Jiamin", "J. M. Li", "JM Li"),
    *("Wei Zhang", "W. Zhang", "Zhang Wei", "Wen Zhang", "张伟"),
    *("John Smith", "John A. Smith", "John B. Smith", "John Smith Jr.", "John Smith Sr.", "Bob Smith", "J. Smith"),
    *("Gabriel García Márquez", "Gabriel García", "G. García-Márquez", "Suharto", "Müller, Jürgen", "Juergen Mueller"),
    *("Min-Jun Kim", "Kim Minjun", "M.-J. Kim", "The ATLAS Collaboration", "et al.", "Leena Vasanthakumari"),
)
TITLES = ("Editorial", "The gears of the mill", "The gears of the mill, Part 2", "Weaving algebra at Leeds", "Looms")
LISTED = st.builds(
    lambda title, authors, year, venue: paper(
        *authors, title=title, **({"year": year} if year else {}), **({"venue": venue} if venue else {})
    ),
    st.sampled_from(TITLES),
    st.lists(st.sampled_from(POOL), min_size=1, max_size=4),
    st.sampled_from((None, 2003, 2004)),
    st.sampled_from((None, "ATC", "TON", "Estuary Letters")),
)
PROFILES = st.lists(
    st.tuples(st.sampled_from(POOL), st.lists(LISTED, min_size=1, max_size=3)), min_size=2, max_size=4
).map(lambda drawn: [{"id": f"p{n}", "name": name, "publications": works} for n, (name, works) in enumerate(drawn)])
FREE = st.text(st.characters(exclude_categories=("Cc", "Cs", "Cn", "Zl", "Zp")), min_size=1, max_size=25).filter(
    lambda text: bool(text.rstrip("* ").strip())
)
FEW = settings(max_examples=often(40), derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])


TWINS = [
    {"id": "p0", "name": "J. Li", "publications": [paper("J. Li", title="Editorial")]},
    {
        "id": "p1",
        "name": "J. Li",
        "publications": [
            paper("J. Li", "J. Li", "Jiamin Li", "Jiamin Li", title="Editorial"),
            paper("J. Li", "Jiamin Li", "Jiamin Li", "Jiamin Li", title="Editorial"),
        ],
    },
]
"""Two works of one title, on which one name stands several times."""


@FEW
@given(PROFILES, st.randoms(use_true_random=False))
@example(TWINS, Random(1))  # noqa: S311
def test_what_holds_for_any_profiles(profiles: list[Fields], random: Random) -> None:
    before, first = resolve(*records(profiles))
    assert [each.document["id"] for each in before] == [f"person/{fields['id']}" for fields in profiles], "owners"
    for each in before:
        for work in range(len(each.document["publications"])):
            found = author_iris(each, work)
            assert len(set(found)) == len(found), "two authors of one work never share an IRI"
    for decided in first.decided:
        pairs = [frozenset((decided.iris[q.one], decided.iris[q.other])) for q in decided.open]
        assert all(len(pair) == 2 for pair in pairs), "a question is about two entities"
        assert len(set(pairs)) == len(pairs), "and asked once"

    shuffled = records(profiles)
    random.shuffle(shuffled)
    assert partition(resolve(*shuffled)[0]) == partition(before), "the order does not matter"
    registry = kept(first)
    assert (resolve(*records(profiles), registry=registry)[0], registry.added) == (before, []), "nothing is added"
    new = record(id="new", name="Eleonor Västerling", publications=[paper("Eleonor Västerling", RARE, **SHARED)])
    after, _ = resolve(new, *records(profiles), registry=kept(first))
    assert [iris(each) for each in after[1:]] == [iris(each) for each in before], "a profile more changes no other"


@FEW
@given(st.lists(st.tuples(FREE, st.lists(FREE, min_size=1, max_size=4), FREE), min_size=2, max_size=3))
def test_no_name_and_no_title_is_too_odd(drawn: list[tuple[str, list[str], str]]) -> None:
    profiles = [
        {"id": f"p{n}", "name": name, "publications": [paper(*authors, title=title)]}
        for n, (name, authors, title) in enumerate(drawn)
    ]

    resolved, resolution = resolve(*records(profiles))

    assert len(resolved) == len(profiles)
    assert all(iri and " " not in iri for each in resolved for iri in iris(each))
    assert list(resolution.findings()[0]) is not None


def iris(resolved: Resolved) -> list[str]:
    return [
        (mention.node["event"] if mention.kind == "event" else mention.node)["id"]
        for mention in mentions(resolved.document)
    ]


def partition(resolved: Sequence[Resolved]) -> set[frozenset[tuple[str, int]]]:
    """Return which mentions mean one entity, whatever its IRI; a mention is a file and a number."""
    entities: dict[str, set[tuple[str, int]]] = defaultdict(set)
    for each in resolved:
        for number, iri in enumerate(iris(each)):
            entities[iri].add((each.source.path, number))
    return set(map(frozenset, entities.values()))


def _third(form: str) -> Fields:
    return {
        "id": "eleonor-vasterling",
        "name": "Eleonor Västerling",
        "publications": [paper("Eleonor Västerling", form, **SHARED)],
    }


def _two_works(one: Fields, other: Fields) -> list[Fields]:
    return [
        {**LEEDS, "publications": [paper("Ada Lovelace", RARE, **one)]},
        {**GRAZ, "publications": [paper("Ada Lovelace", RARE, **other)]},
    ]
