"""What sources say of an entry is added to it; what people wrote or decided stays."""

from typing import Any

from kg.profile.drafts.adding import completed
from kg.profile.drafts.entries import ProfileEntry, SourcedEntry
from kg.profile.provenance import Evidence, values_digest
from kg.terms.declaration import kg_declaration

DOI = "https://doi.org/10.5555/notes"
FACTS = iter(f"{a}{b}aaaaaaaa" for a in "abcdefgh" for b in "abcdefgh")


def by_hand(**values: Any) -> ProfileEntry:
    return ProfileEntry("publications", {"title": "Notes"} | values)


def stated(source: str = DOI, confidence: float = 1.0, **values: Any) -> SourcedEntry:
    said = {"title": "Notes", **values}
    evidence = Evidence(fact=next(FACTS), source=source, lines=(1, 1), quote="Notes", rank=1,
                        confidence=dict.fromkeys(said, confidence), proposed=values_digest(said))  # fmt: skip
    return SourcedEntry("publications", said, evidence)


def added(old: ProfileEntry, *found: SourcedEntry) -> SourcedEntry:
    entry = completed(old, found, kg_declaration())
    assert isinstance(entry, SourcedEntry)
    return entry


def test_the_first_source_is_followed_and_the_next_one_fills_in() -> None:
    entry = added(by_hand(), stated(year="1843", volume="3"), stated("openalex", year="1844", pages="1–9"))

    assert dict(entry.values) == {"title": "Notes", "year": "1843", "volume": "3", "pages": "1–9"}
    assert entry.evidence.conflicts == {}
    assert entry.evidence.before == {"title": "Notes"}
    assert entry.documents == {DOI, "openalex"}
    assert entry.evidence.reason == "it lacked year, volume, pages"


def test_a_list_of_authors_that_ends_with_others_gets_all_of_them() -> None:
    old = by_hand(authors=["Ada Lovelace"], more_authors="true")

    entry = added(old, stated(authors=["Ada Lovelace", {"name": "Charles Babbage", "orcid": "0000-0002-1694-233X"}]))

    assert entry.values["authors"] == ["Ada Lovelace", {"name": "Charles Babbage", "orcid": "0000-0002-1694-233X"}]
    assert "more_authors" not in entry.values
    assert entry.evidence.before == old.values


def test_another_list_of_authors_is_a_conflict_and_not_taken() -> None:
    entry = added(by_hand(authors=["Ada Lovelace"]), stated(authors=["Ada Lovelace", "Charles Babbage"], year="1843"))

    assert entry.values["authors"] == ["Ada Lovelace"]
    assert [each.source for each in entry.evidence.conflicts["authors"]] == ["by hand", DOI]


def test_a_preprint_of_a_paper_adds_neither_its_repository_nor_its_date() -> None:
    preprint = stated(venue="arXiv", venue_kind="repository", status="preprint", year="2022", arxiv="2201.00001")

    entry = added(by_hand(venue="Memoirs", year="2023"), preprint)

    assert dict(entry.values) == {"title": "Notes", "venue": "Memoirs", "year": "2023", "arxiv": "2201.00001"}
    assert entry.evidence.conflicts == {}


def test_the_same_id_in_another_form_is_no_conflict_and_a_day_of_another_year_is_not_added() -> None:
    entry = added(by_hand(doi="10.5555/NOTES", year="1842"), stated(doi=DOI, date="1843-09", volume="3"))

    assert entry.values == {"title": "Notes", "year": "1842", "volume": "3", "doi": "10.5555/NOTES"}
    assert entry.evidence.conflicts == {}


def test_what_is_not_sure_is_a_question_beside_the_entry() -> None:
    entry = added(by_hand(), stated("search", 0.5, doi="10.5555/one"), stated("search", 0.5, doi="10.5555/two"))

    assert dict(entry.values) == {"title": "Notes"}
    assert [each.value for each in entry.evidence.conflicts["doi"]] == ["10.5555/one", "10.5555/two"]
    assert (entry.evidence.lowest, entry.evidence.status) == (0.5, "proposed")


def test_what_adds_nothing_leaves_an_entry_by_hand_alone_and_is_noted_for_another() -> None:
    assert completed(by_hand(year="1843"), [stated(year="1843")], kg_declaration()) is None
    assert completed(by_hand(), [], kg_declaration()) is None

    old = stated("cv.md", year="1843")
    entry = added(old, stated(year="1843"))
    assert entry.values == old.values
    assert entry.documents == {"cv.md", DOI}


def test_a_title_in_one_of_several_languages_is_no_conflict() -> None:
    entry = added(by_hand(title={"de": "Bemerkungen", "en": "Notes"}), stated(year="1843"))

    assert entry.values["title"] == {"de": "Bemerkungen", "en": "Notes"}
    assert entry.evidence.conflicts == {}
