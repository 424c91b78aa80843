"""Who is who in the sample: what a careful reader of the five profiles finds."""

from collections.abc import Mapping

import pytest

from kg.identity.mentions import mentions
from kg.identity.resolution import Resolution
from kg.profile import reading
from kg.profile.config import read_authorities, read_project
from kg.terms.identifiers import fold
from tests.conftest import SAMPLE
from tests.support.resolving import resolved_by

Named = tuple[str, str, str, str]
"""A profile and a name in it, and another profile and a name in that."""

SAME: list[Named] = [
    ("jiamin-li", "Chun Jason Xue", "jiamin-li", "Jason Xue Chun"),
    ("jinliang-wei", "Gregory R. Ganger", "jinliang-wei", "Greg Ganger"),
    ("jinliang-wei", "Garth A. Gibson", "jinliang-wei", "Garth Gibson"),
    ("yinmin-zhong", "Ion Stoica", "jiangfei-duan", "Ion Stoica"),
    ("yinmin-zhong", "Hao Zhang", "jiangfei-duan", "Hao Zhang"),
    ("jiamin-li", "Yibo Zhu", "yinmin-zhong", "Yibo Zhu"),
    ("jiamin-li", "Zherui Liu", "yinmin-zhong", "Zherui Liu"),
    ("yinmin-zhong", "Yinmin Zhong", "yinmin-zhong", "Yinmin Zhong"),
    ("jiangfei-duan", "Jiangfei Duan", "jiangfei-duan", "Jiangfei Duan"),
]
"""One person, as the profiles themselves show."""

UNSURE: list[Named] = [
    ("yinmin-zhong", "Hao Zhang", "jinliang-wei", "Hao Zhang"),
    ("jiamin-li", "Peng Cheng", "yinmin-zhong", "Peng Cheng"),
]
"""One person, as one knows from elsewhere only."""

DIFFERENT: list[Named] = [
    ("jiamin-li", "Hong Xu", "jiangfei-duan", "Harry Xu"),
    ("jiamin-li", "Peng Wang", "jiamin-li", "Cong Wang"),
    ("yinmin-zhong", "Zhi Zhang", "yinmin-zhong", "Zhang Zhang"),
    ("jiamin-li", "Xin Tan", "jinliang-wei", "Xin Sun"),
    ("yinmin-zhong", "Xin Liu", "jinliang-wei", "Xin Sun"),
    ("jiamin-li", "Peng Wang", "jiamin-li", "Peng Cheng"),
    ("yinmin-zhong", "Haohan Xu", "jiangfei-duan", "Harry Xu"),
    ("yinmin-zhong", "Zhi Zhang", "jinliang-wei", "Hao Zhang"),
]
"""Two people with names that are easily confused."""


class Sample:
    """The sample after resolution."""

    def __init__(self) -> None:
        authorities = read_authorities(read_project(SAMPLE))
        files = reading.profile_files(SAMPLE / "profiles")
        records = [record for batch in reading.batches(files) for record in reading.read(batch, SAMPLE)]
        self.resolution = Resolution(authorities)
        self._iris: dict[tuple[str, str], set[str]] = {}
        for resolved in resolved_by(self.resolution, records):
            owner = resolved.document["id"].removeprefix("person/")
            for mention in mentions(resolved.document):
                if mention.kind == "person":
                    key = owner, fold(mention.node["name"])
                    self._iris.setdefault(key, set()).add(mention.node["id"])

    def person(self, profile: str, name: str) -> str:
        """Return the one person whom a profile means by a name."""
        (iri,) = self._iris[profile, fold(name)]
        return iri

    @property
    def questions(self) -> Mapping[frozenset[str], float]:
        """The open questions, each with how much speaks for one person."""
        persons = self.resolution.decided[0]
        return {frozenset((persons.iris[q.one], persons.iris[q.other])): q.weight for q in persons.open}


@pytest.fixture(scope="module")
def sample() -> Sample:
    """Return the sample after resolution."""
    return Sample()


def test_one_person_in_several_forms_or_profiles_is_one(sample: Sample) -> None:
    assert [pair for pair in SAME if sample.person(*pair[:2]) != sample.person(*pair[2:])] == []


def test_different_people_stay_different(sample: Sample) -> None:
    for pair in DIFFERENT:
        one, other = sample.person(*pair[:2]), sample.person(*pair[2:])
        assert one != other, pair
        assert frozenset((one, other)) not in sample.questions, pair


def test_what_the_profiles_cannot_decide_stays_a_question(sample: Sample) -> None:
    for pair in UNSURE:
        one, other = sample.person(*pair[:2]), sample.person(*pair[2:])
        assert one != other, pair
        assert frozenset((one, other)) in sample.questions, pair


def test_nothing_else_is_asked(sample: Sample) -> None:
    assert len(sample.questions) == len(UNSURE)


def test_no_two_works_of_the_sample_are_one(sample: Sample) -> None:
    works = sample.resolution.decided[1]

    assert (len(works.joins), list(works.questions), len(set(works.iris))) == (0, [], 32)
