"""Venues are what the source says, and a bibliography comes back with the types of its entries."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.identity.venues import VenueMention, join_venues
from kg.interchange.formats import convert
from kg.interchange.forms import bibtex
from kg.profile.config import Authorities, AuthorityFile
from kg.profile.drafts.model import Draft
from kg.profile.model import Profile
from kg.profile.records import Record
from kg.profile.reviewed import oddities
from kg.terms.venue_names import is_placeholder
from tests.support.resolving import paper, record, resolve
from tests.support.work import linear

JOURNALS = ("Nature of Engines", "Langmuir", "Zeitschrift für Maschinen", "软件学报", "Zootaxa")
OTHERS = """
@inproceedings{c, title={At a meeting}, author={Ada Lovelace}, booktitle={Meeting on Looms}, year=1840}
@proceedings{p, title={The meeting}, editor={Lovelace, Ada and Babbage, Charles}, year=1840}
@techreport{t, title={A report}, author={{Society of Looms}}, institution={Looms}, year=1841}
@patent{q, title={An engine}, author={Babbage, Charles}, year=1841}
@misc{s, title={A norm}, year=1841}
@mastersthesis{m, title={A thesis}, author={Ada Lovelace}, school={London}, year=1838}
@phdthesis{d, title={Another thesis}, author={Ada Lovelace}, school={London}, year=1840}
@incollection{i, title={A part}, author={Ada Lovelace}, booktitle={A whole}, editor={Mary Somerville}, year=1841}
@inbook{n, title={Pages}, author={Ada Lovelace}, year=1841}
@book{b, title={A book}, author={Ada Lovelace}, year=1842}
"""


def read(path: Path, text: str | bytes) -> Draft:
    path = path / "works.bib"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return bibtex.FORMAT.read(path)


def profile(draft: Draft) -> Profile:
    works = [fact.values for fact in draft.facts if fact.section == "publications"]
    return Profile.model_validate({"id": "ada", "name": "Ada Lovelace", "publications": works})


def types(text: str) -> Counter[str]:
    return Counter(re.findall(r"^@(\w+)", text, re.MULTILINE))


def test_entries_come_back_with_their_types(tmp_path: Path) -> None:
    articles = (
        f"@article{{a{number}, title={{Work {number}}}, author={{Ada Lovelace}}, "
        f"journal={{{JOURNALS[number % 5]}}}, year=1843}}"
        for number in range(30)
    )
    text = "\n".join(articles) + OTHERS

    assert types(convert(profile(read(tmp_path, text)), "bibtex")[0]) == types(text)


def test_editors_are_editors_and_bodies_are_no_people(tmp_path: Path) -> None:
    works = {work.title: work for work in profile(read(tmp_path, OTHERS)).publications}

    assert [person.name for person in works["The meeting"].editors] == ["Ada Lovelace", "Charles Babbage"]
    assert works["The meeting"].authors == ()
    assert [(each.name, each.corporate) for each in works["A report"].authors] == [("Society of Looms", True)]
    assert works["A norm"].authors == ()
    assert works["An engine"].type == "patent"


def test_bibtex_is_read_in_the_encoding_it_has(tmp_path: Path) -> None:
    german, chinese = "Über größere Änderungen für Zürich", "面向软件定义网络的流量调度方法研究"
    for encoding, head, title in (
        *((encoding, "", german) for encoding in ("cp1252", "utf-16", "utf-16-le", "utf-16-be", "utf-8-sig")),
        ("gbk", "", chinese),
        ("gbk", "% Encoding: GBK\n", chinese),
    ):
        draft = read(tmp_path, f"{head}@article{{a, title={{{title}}}, author={{Ada Vane}}}}".encode(encoding))

        assert profile(draft).publications[0].title == title
        if encoding == "gbk":
            assert any("names no encoding" in each.message for each in draft.warnings) is not bool(head)


def lists(*venues: tuple[str, str, int]) -> list[Record]:
    """Return profiles of which each lists a work: its venue, the kind that it states, and its year."""
    found = []
    for number, (venue, kind, year) in enumerate(venues):
        stated = {"venue_kind": kind} if kind else {}
        work = paper("Ada", title=f"Work {number}", venue=venue, year=year, **stated)
        found.append(record(id=f"p{number}", name="Ada", publications=[work]))
    return found


def places(records: Sequence[Record]) -> dict[str, tuple[str, str]]:
    """Return for each profile where its work appeared, and what kind of venue that is."""
    resolved, _ = resolve(*records)
    found = {}
    for each in resolved:
        venue = each.document["publications"][0]["venue"]
        found[each.document["id"].removeprefix("person/")] = venue["event"]["id"].partition("/")[0], venue["kind"]
    return found


def test_a_kind_that_one_profile_states_serves_all_in_any_order() -> None:
    loom = lists(("Loom Days", "", 1840), ("Loom Days", "conference", 1840), ("Loom Days", "", 1841))
    memoirs = lists(("Memoirs of Looms", "", 1840), ("Memoirs of Looms", "journal", 1840))

    for order in permutations(loom):
        assert set(places(order).values()) == {("event", "conference")}
    for order in permutations(memoirs):
        assert set(places(order).values()) == {("venue", "journal")}


def test_a_venue_of_which_nobody_states_the_kind_has_no_editions() -> None:
    assert set(places(lists(("Loom Days", "", 1840), ("Loom Days", "", 1841))).values()) == {("venue", "")}


def test_the_kind_that_most_state_is_kept_and_the_disagreement_is_told() -> None:
    records = lists(
        ("Loom Days", "journal", 1840), ("Loom Days", "conference", 1840), ("Loom Days", "conference", 1841)
    )
    _, resolution = resolve(*records)

    assert places(records) == {
        "p0": ("venue", "conference"),
        "p1": ("event", "conference"),
        "p2": ("event", "conference"),
    }
    (differing,) = resolution.disagreements
    assert differing.field == "kind"
    assert [kind for kind, _ in differing.statements] == ["conference", "journal"]
    assert differing.statements[1][1] == ("profiles/p0.yaml",)


_VENUES = st.sampled_from(["Loom Days", "Memoirs of Looms", "memoirs of looms", "USENIX ATC", "LOOM DAYS"])
_KINDS = st.sampled_from(["", "", "journal", "conference", "workshop", "repository"])


@given(st.lists(st.tuples(_VENUES, _KINDS, st.integers(1840, 1842)), min_size=1, max_size=6), st.randoms())
def test_no_order_of_profiles_matters(venues: list[Any], chance: Any) -> None:
    records = lists(*venues)
    mixed = records[:]
    chance.shuffle(mixed)

    assert places(records) == places(mixed)


def test_the_university_of_a_thesis_is_no_series_of_reports(tmp_path: Path) -> None:
    works = {work.title: work for work in profile(read(tmp_path, OTHERS)).publications}

    thesis = works["Another thesis"]
    assert (thesis.venue, thesis.venue_kind, thesis.institution) == (None, None, "London")
    assert (works["A report"].venue, works["A report"].institution) == (None, "Looms")


def venues(*works: tuple[str, str]) -> list[str]:
    """Return the IRIs of the venues of works, each given by its venue and its kind, each in a profile of its own."""
    resolved, _ = resolve(
        *lists(*((venue, kind, 1840) for venue, kind in works)),
        authorities=Authorities(AuthorityFile(()), AuthorityFile(())),
    )
    return [each.document["publications"][0]["venue"]["id"] for each in resolved]


def test_names_of_one_venue_are_joined_by_what_they_say() -> None:
    for one, other, kind in (
        ("Proceedings of the 22nd ACM Workshop on Broken Threads (BroThr 2023)", "BroThr'23", "conference"),
        ("Proc. of the Loom Symposium", "4th Loom Symposium, Basel, Switzerland, May 2-4, 1987", "conference"),
        (
            "IEEE/ACM International Conference on Weaving Looms",
            "International Conference on Weaving Looms",
            "conference",
        ),
        ("Weav. Loom Lett.", "Weaving Loom Letters", "journal"),
        ("The Weaver", "Weaver", "journal"),
        ("Journal of Looms (JOL)", "Journal of Looms", "journal"),
        ("Journal of Looms. Manuscript under review", "Journal of Looms", "journal"),
        ("Phys. Rev. Lett.", "Physical Review Letters", "journal"),
        ("PNAS", "Proceedings of the National Academy of Sciences", "journal"),
    ):
        for works in permutations(((one, kind), (other, kind))):
            first, second = venues(*works)

            assert first == second


def test_names_that_differ_in_a_telling_word_are_two_venues() -> None:
    for one, other, kind in (
        ("J", "Journal of the ACM", "journal"),
        ("Springer Nature", "Nature", "journal"),
        ("Communications", "Communications of the ACM", "journal"),
        ("Network", "IEEE Network", "journal"),
        ("Computer", "IEEE Computer", "journal"),
        ("Loom Review A", "Loom Review B", "journal"),
        ("Loom Rev.", "Loom Review D", "journal"),
        ("Loom Review E", "Loom Review", "journal"),
        ("ACM Transactions on Loom Control", "IEEE Transactions on Loom Control", "journal"),
        ("Science", "Science Advances", "journal"),
        ("Looms and Threads", "Journal of Looms and Threads", "journal"),
        ("International Conference on Looms (ICOL)", "Institute Colloquium on Lace (ICOL)", "conference"),
        ("ICML 2025", "ICML 2025 Workshop on Looms", "conference"),
        ("CHI '17", "CHI Conference Extended Abstracts on Human Factors in Computing Systems", "conference"),
        ("Weav. Lett.", "Weaver Letters", "conference"),
    ):
        works = [(each, kind) for each in (one, other) if not is_placeholder(each, kind)]

        assert len(set(venues(*works))) == len(works)


def test_names_of_one_issn_are_joined_where_they_can_be_one_journal() -> None:
    for one, other in (
        ("Brain", "Brain: A Journal of Neurology"),
        ("J Looms Thread", "Journal of Looms and Threads"),
        ("PNAS", "Proceedings of the National Academy of Sciences"),
        ("Studies in Looms of Asia", "Studies in Looms of Asia and Europe"),
    ):
        joined = join_venues(journals("1234-5679", one, other))

        assert joined.venue("venue/0") == joined.venue("venue/1") == "venue/1"
        assert not join_venues(journals("", one, other)) or one.startswith("J "), "the ISSN tells it"
    for one, other in (
        ("Physical Review", "Physical Review D"),
        ("Studies in Looms and Threads", "Studies in Looms and Threads Part A"),
        ("Aquaculture", "Trends in Aquaculture"),
        ("Looms in the Nineteenth Century", "History of Science"),
    ):
        assert not join_venues(journals("1234-5679", one, other))


def test_a_name_that_can_be_short_for_two_journals_of_one_issn_is_a_question() -> None:
    joined = join_venues(journals("1234-5679", "Brain", "Brain: A Journal of Neurology", "Brain: Looms and Threads"))

    assert not joined
    assert [(each.about, each.field) for each in joined.open] == [("venue/0", "meaning")]


def test_meetings_in_one_series_of_books_stay_two() -> None:
    names = ("Conference on Looms", "Conference on Looms and Threads in Society")

    assert not join_venues(
        (VenueMention(f"venue/{n}", "conference", name, "", ("0302-9743",)), "a.yaml") for n, name in enumerate(names)
    )


def journals(issn: str, *names: str) -> list[tuple[VenueMention, str]]:
    """Return mentions of journals with one ISSN, or with none."""
    issns = (issn,) if issn else ()
    return [(VenueMention(f"venue/{n}", "journal", name, "", issns), "a.yaml") for n, name in enumerate(names)]


def test_what_may_be_one_of_two_venues_is_a_question_with_its_files() -> None:
    names = ("ICOL 2020", "International Conference on Looms (ICOL)", "Institute Colloquium on Lace (ICOL)")
    _, resolution = resolve(*lists(*((name, "conference", 1840) for name in names)))

    assert [(each.field, each.statements) for each in resolution.disagreements] == [
        (
            "meaning",
            (
                ("ICOL", ("profiles/p0.yaml",)),
                ("Institute Colloquium on Lace", ("profiles/p2.yaml",)),
                ("International Conference on Looms", ("profiles/p1.yaml",)),
            ),
        )
    ]


def test_what_is_joined_is_called_by_its_full_name_and_its_edition_by_the_acronym() -> None:
    works = [("BroThr'23", "conference", 2023)] * 3 + [("ACM Workshop on Broken Threads (BroThr)", "conference", 2022)]
    resolved, _ = resolve(*lists(*works))
    found = [each.document["publications"][0]["venue"] for each in resolved]

    assert {venue["label"] for venue in found} == {"ACM Workshop on Broken Threads"}
    assert [venue["event"]["label"] for venue in found] == ["BroThr 2023"] * 3 + ["BroThr 2022"]


def test_the_year_of_the_name_is_that_of_the_meeting() -> None:
    (resolved,), _ = resolve(*lists(("International Symposium on Looms (ISOL'12)", "conference", 2013)))

    assert resolved.document["publications"][0]["venue"]["event"]["id"].endswith("-2012")


def test_what_names_no_venue_is_kept_as_written_and_told(tmp_path: Path) -> None:
    (resolved,), _ = resolve(*lists(("Submitted for publication", "journal", 1840)))
    work = resolved.document["publications"][0]
    found = profile(read(tmp_path, "@article{a, title={A Loom}, author={Ada Lovelace}, journal={EPRINTS-BOOK-TITLE}}"))

    assert "venue" not in work
    assert work["venue_as_written"] == "Submitted for publication"
    assert found.publications[0].venue is None
    assert [
        problem.message for _, problem in oddities(Profile(id="a", name="A", publications=[paper("A", venue="TBD")]))
    ] == ["'TBD' names no venue, and 'Notes' is left without one"]
    warnings = read(tmp_path, "@article{a, title={A Loom}, author={Ada Lovelace}, journal={TBD}}").warnings
    assert "'TBD' names no venue of 'A Loom' and is left out" in [warning.message for warning in warnings]


@pytest.mark.parametrize("name", ["A{0}. Br{0}. C{0}.", "ACM {0} IEEE Looms of Threads", "Looms {0} of the of Threads"])
def test_work_grows_with_the_names_of_venues_that_look_alike(name: str) -> None:
    def act(size: int) -> None:
        names = [name.format("a" * (number % 97) + str(number)) for number in range(size)]
        join_venues(
            (VenueMention(f"venue/{number}", "journal", each, ""), "a.yaml") for number, each in enumerate(names)
        )

    linear(act, 1_200)
