"""The invented researchers of the benchmark of resolution: the same each time, and the truth fits."""

from collections import Counter

import pytest
from quality import of_clusters
from researchers import COMMUNITY, MENTIONS, invented_corpus, listings, researcher, settle

COUNT = 3 * MENTIONS


def test_the_same_count_gives_the_same_profiles() -> None:
    assert list(listings(COUNT)) == list(listings(COUNT))


def test_about_as_many_mentions_are_made_as_wanted() -> None:
    made = sum(len(numbers) for listing in listings(20 * MENTIONS) for numbers in listing.truth.values())

    assert made == pytest.approx(20 * MENTIONS, rel=0.1)


def test_the_truth_says_whom_each_entry_means() -> None:
    for profile, truth in listings(COUNT):
        assert len(truth[""]) == 1
        assert len(truth["education/0"]) == len(profile["education"][0]["advisors"])
        for place, work in enumerate(profile["publications"]):
            for number, written in zip(truth[f"publications/{place}"], work["authors"], strict=True):
                assert researcher(number).family in written


def test_works_stand_in_several_profiles() -> None:
    titles = Counter(work["title"] for profile, _ in listings(COUNT) for work in profile["publications"])

    assert sum(count > 1 for count in titles.values()) > len(titles) / 4


@pytest.mark.thorough
def test_a_few_names_are_frequent_and_most_are_rare() -> None:
    everybody = 300 * COMMUNITY
    names = Counter(researcher(number).written("plain") for number in range(everybody))

    assert max(names.values()) >= 6
    assert 0.85 < sum(count == 1 for count in names.values()) / everybody < 0.95


def test_resolution_finds_the_truth() -> None:
    corpus, meant, count = invented_corpus(COUNT)
    iris = settle(corpus)[0].iris
    quality = of_clusters([iris[node] for node, _ in meant], [number for _, number in meant])

    assert quality.precision > 0.98
    assert quality.recall > 0.8
    assert len(corpus.persons) < count
