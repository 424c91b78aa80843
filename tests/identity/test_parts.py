"""Who is who does not depend on how the work is divided."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from researchers import MENTIONS, listings

from kg.identity import Collector
from kg.identity.corpus import Corpus
from kg.identity.deciding import decide_clusters
from kg.identity.rulings import Judged
from tests.support.identity_parts import decide_by_parts, outcome
from tests.support.resolving import NAMED, paper, record

_NAMES = (
    *("Jing Li", "Li Jing", "J. Li", "Li, J.", "Jing Z. Li", "Jing Zhu Li", "Zhu Li", "Robert Hooke", "Bob Hooke"),
    *("R. Hooke", "Hooke, R. K.", "Robert Kay Hooke", "Jürgen Müller", "Juergen Mueller", "J. Müller", "Min-Jun Kim"),
    *("Minjun Kim", "Kim Min-Jun", "M. Kim", "Robert Hooke Jr.", "Wikimedia Foundation", "Li"),
)
_TITLES = (
    "Weaving algebraic patterns with punched cards",
    "Weaving algebraic patterns with punched cards: a second look",
    "Weaving algebraic patterns with punched",
    "Weaving algebraic patterns, part 2",
    "Tides and marshes",
    "Tides and salt marshes",
    "Notes",
)
_IDS: tuple[dict[str, Any], ...] = ({}, {}, {}, {"orcid": "0000-0002-1825-0097"}, {"orcid": "0000-0001-5109-3700"})

authors = st.builds(lambda name, ids: {"name": name, **ids}, st.sampled_from(_NAMES), st.sampled_from(_IDS))
papers = st.builds(
    lambda title, names, more: paper(*names, title=title, **more),
    st.sampled_from(_TITLES),
    st.lists(authors, min_size=1, max_size=4),
    st.fixed_dictionaries(
        {}, optional={"year": st.sampled_from((2001, 2002)), "venue": st.sampled_from(("ATC", "TON", "A Journal"))}
    ),
)
profiles = st.lists(
    st.tuples(st.sampled_from(_NAMES), st.lists(papers, max_size=4), st.sampled_from(("CUHK", "Meta", None))),
    min_size=1,
    max_size=6,
)
everywhere = st.integers(0, 1 << 30)


def divided(seed: int) -> Callable[[list[list[int]]], Iterable[list[int]]]:
    """Return what puts components together to up to three parts."""

    def split(components: list[list[int]]) -> Iterable[list[int]]:
        parts: list[list[int]] = [[], [], []]
        for number, nodes in enumerate(components):
            parts[(seed >> number % 29) % 3].extend(nodes)
        return parts

    return split


def each_apart(components: list[list[int]]) -> Iterable[list[int]]:
    return components


def corpus_of(documents: Iterable[dict[str, Any]]) -> Corpus:
    corpus, collector = Corpus(), Collector(NAMED)
    for document in documents:
        found, _ = collector.collect(record(**document))
        corpus.add(found.listed, found.persons, found.works)
    return corpus


def assert_parts_agree(corpus: Corpus, split: Callable[[list[list[int]]], Iterable[list[int]]], judged: Judged) -> None:
    works, persons = decide_clusters(corpus, Judged(), judged)

    by_parts = decide_by_parts(corpus, Judged(), judged, split)

    assert by_parts == (
        outcome(persons, len(corpus.persons), judged),
        outcome(works, len(corpus.works), Judged()),
    )


@pytest.mark.thorough
@given(profiles, everywhere, st.lists(st.tuples(everywhere, everywhere, st.booleans()), max_size=3))
def test_parts_decide_what_the_whole_decides(
    drawn: Sequence[tuple[str, list[dict[str, Any]], str | None]], seed: int, rulings: list[tuple[int, int, bool]]
) -> None:
    documents = [
        {
            "id": f"owner-{number}",
            "name": name,
            "publications": listed,
            "positions": [{"organization": place, "role": "Professor"}] if place else [],
        }
        for number, (name, listed, place) in enumerate(drawn)
    ]
    corpus = corpus_of(documents)
    size = len(corpus.persons)
    judged = Judged()
    for one, other, is_unsure in rulings:
        pair = (one % size, other % size)
        if pair[0] != pair[1]:
            (judged.unsure if is_unsure else judged.different).append(pair)

    assert_parts_agree(corpus, divided(seed), judged)


@pytest.mark.thorough
@pytest.mark.parametrize("split", [each_apart, divided(0b10_01_00_10_11_01)])
def test_parts_decide_about_many_who_write_together_what_the_whole_decides(
    split: Callable[[list[list[int]]], Iterable[list[int]]],
) -> None:
    corpus = corpus_of(profile for profile, _ in listings(2 * MENTIONS))

    assert_parts_agree(corpus, split, Judged())
