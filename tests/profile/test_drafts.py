"""Drafts as YAML: what is written reads back, whatever it is; nothing is invented, nothing is lost without a word."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from kg.base import strict_yaml
from kg.profile import reading
from kg.profile.drafts.entries import printable
from kg.profile.drafts.matching import united
from kg.profile.drafts.model import PERSON, Draft
from kg.profile.drafts.plain_data import pair
from kg.profile.drafts.writing import HEAD, revise, text
from kg.profile.drafts.yaml_editing import NOT_TAKEN
from kg.profile.model import Profile
from kg.profile.reading import Batch
from kg.profile.records import Record
from kg.profile.reviewed import reviewed_model
from kg.terms import typed_yaml
from tests.support.drafting import BIB, CV, draft, fact, name, paper

PATH = Path("profile.yaml")

TRAPS = [
    *(
        "NO",
        "yes",
        "Off",
        "n",
        "null",
        "~",
        "true",
        "=",
        "<<",
        "?",
        "---",
        "...",
        "- a",
        "? a",
        "a: b",
        "a:",
        "a #b",
        "#",
    ),
    *("0012", "12:30", "1e3", "0x1F", "0b11", ".5", "+1", "1_000", "190:20:30", ".inf", "2019-05-17", "2019", "٣"),
    *("'", '"', "it's", '"quoted"', "\\", "a\\nb", "{a}", "[a]", "&a", "*a", "!a", "%a", "@a", "`a`", "|", ">", ">-"),
    *(
        "🎉 party",
        "李佳敏",
        "é",
        "a\u2028b",
        "a\x85b",
        "a\ufeffb",
        "a\xa0b",
        "http://x/:y",
        "C++",
        "100%",
        "3D",
        "x" * 400,
    ),
]
HOSTILE = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40)
SIGNS = st.text(alphabet="ab #:,-[]{}\"'|>&*!%@`?NO012.e\n\t", min_size=1, max_size=200)
TEXTS = HOSTILE | SIGNS | st.sampled_from(TRAPS)


def write(where: Path, yaml_text: str) -> Path:
    path = where / "profiles" / "x.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(yaml_text, encoding="utf-8")
    return path


def read(where: Path, yaml_text: str) -> Record:
    (record,) = reading.read(Batch((write(where, yaml_text),)), where)
    return record


def data(yaml_text: str) -> Any:
    return strict_yaml.parse(yaml_text, PATH).data


VALUES = st.recursive(
    TEXTS,
    lambda inner: (
        st.lists(inner, min_size=1, max_size=4)
        | st.dictionaries(st.sampled_from(["a", "title", "label", "url", "x y"]), inner, min_size=1, max_size=4)
    ),
    max_leaves=8,
)


@pytest.mark.thorough
@given(VALUES)
def test_what_is_written_is_read_alike_by_us_and_by_any_reader_of_yaml(value: Any) -> None:
    lines = "\n".join(pair("key", value)) + "\n"

    assert data(lines)["key"] == value
    assert yaml.safe_load(lines)["key"] == value


@pytest.mark.parametrize("other", ["http://ada.example", "https://www.ada.example/", "https://Ada.example/index.html"])
def test_two_addresses_of_one_page_are_no_conflict(other: str) -> None:
    pages = ((CV, "https://ada.example/"), ("page.md", other))
    facts = [fact(PERSON, {"homepage": address}, source=source) for source, address in pages]

    revision = revise(draft(name(), *facts))

    assert not revision.conflicts
    assert "homepage" in data(revision.text)


@given(st.lists(st.tuples(TEXTS, st.lists(TEXTS, min_size=1, max_size=3)), min_size=1, max_size=4), TEXTS)
def test_a_draft_of_any_texts_becomes_a_profile_that_says_them(works: list[tuple[str, list[str]]], quote: str) -> None:
    facts = [paper(f"{at} {quote}", title=title, authors=authors) for at, (title, authors) in enumerate(works)]

    revision = revise(draft(name(), *facts))

    profile = typed_yaml.check(revision.text, PATH, reviewed_model())[0]
    written = {entry["title"] for entry in data(revision.text).get("publications", ())}
    assert isinstance(profile, Profile)
    assert written <= {printable(title) for title, _ in works}
    assert written or revision.problems


def test_control_characters_and_halves_of_characters_are_dropped() -> None:
    written = data(text(draft(name(), paper("wo\x00rds\ud800", title="No\x07tes \udc00\x1b[0m"))))

    assert written["publications"][0]["title"] == "Notes [0m"
    assert written["publications"][0]["evidence"]["quote"] == "words"


def test_the_yaml_is_what_people_like_to_read(golden: Any) -> None:
    facts = [
        name(line=1),
        fact(PERSON, {"email": "ada@example.org"}, line=2),
        fact(
            PERSON,
            {"interests": ["Engines", "Numbers of Bernoulli"]},
            "Interests: engines; numbers of Bernoulli",
            line=3,
        ),
        fact(
            "positions", {"role": "Translator", "organization": "Scientific Memoirs", "start": "1842-21", "end": "1843"}
        ),
        paper("*Notes by the Translator*. A. Lovelace. Scientific Memoirs, 1843", line=9, sure=0.99),
        paper("@article{notes}", title="Notes by the translator", authors=["Ada Lovelace"], year=1842, source=BIB),
        paper("Sketch", title="Sketch", url="nowhere", line=12),
        fact("awards", {"name": "Medal", "for_work": "Another"}, line=14),
    ]

    golden("draft.yaml", text(draft(*facts)))


def test_a_name_that_is_not_stated_is_left_open_and_never_invented(tmp_path: Path) -> None:
    written = text(draft(paper()))

    assert "\nname:  # not stated in the document: fill in\n" in written
    record = read(tmp_path, written)
    assert record.profile.name == record.profile.id == "cv"
    assert [(problem.line, problem.message) for problem in record.warnings] == [
        (5, "the document does not state the name: fill it in")
    ]


def test_the_id_comes_from_the_wish_else_the_name_else_the_file() -> None:
    assert data(text(draft(name()), id="countess"))["id"] == "countess"
    assert data(text(draft(name())))["id"] == "ada-lovelace"
    assert data(text(draft(paper(source="a/My CV.md"))))["id"] == "my-cv"
    assert data(text(draft(paper(source="….md"))))["id"] == "profile"


def test_a_name_that_somebody_gives_is_theirs_and_has_no_evidence() -> None:
    written = data(revise(draft(name("A. Someone"), paper()), name="Ada Lovelace").text)

    assert (written["id"], written["name"]) == ("ada-lovelace", "Ada Lovelace")
    assert "evidence" not in written


def test_contacts_stand_where_they_are_private() -> None:
    written = data(text(draft(name(), fact(PERSON, {"email": "ada@example.org"}))))

    assert written["contact"] == {"email": "ada@example.org"}
    assert written["evidence"]["email"]["quote"] == "ada@example.org"


def test_what_a_profile_cannot_hold_is_said_and_the_rest_stays() -> None:
    revision = revise(
        draft(name(), paper("words", url="nowhere", line=7), fact("positions", {"role": "Fellow"}, line=8))
    )

    assert "url" not in data(revision.text)["publications"][0]
    assert "positions" not in data(revision.text)
    assert [str(problem) for problem in revision.problems] == [
        "cv.md:7 (publications.url): 'nowhere' is not a web address; write https:// and no spaces or quotes",
        "cv.md:8 (positions.organization): the key 'organization' is missing",
    ]
    assert NOT_TAKEN in revision.text
    assert "#   cv.md:8 (positions.organization)" in revision.text


def test_the_same_draft_gives_the_same_bytes() -> None:
    proposed = draft(name(), paper(), paper(source=BIB, year=1842), fact(PERSON, {"interests": ["Engines"]}))
    first = text(proposed)

    assert text(proposed) == first
    assert text(proposed, previous=first) == first
    assert first.startswith(HEAD)


def conflict(written: str) -> Any:
    return data(written)["publications"][0]["evidence"]["conflicts"]


def test_two_documents_that_agree_become_one_entry_and_the_one_that_says_more_wins() -> None:
    bib = paper("@article", title="NOTES BY THE TRANSLATOR.", authors=["Lovelace, Ada"], source=BIB, doi="10.1000/1")
    (entry,) = data(text(draft(name(), paper(), bib)))["publications"]

    assert (entry["title"], entry["year"], entry["doi"]) == ("Notes by the Translator", "1843", "10.1000/1")
    assert entry["authors"] == ["Lovelace, Ada"]
    assert entry["evidence"]["also"][0]["source"] == BIB
    assert "conflicts" not in entry["evidence"]


def test_a_value_on_which_equal_documents_disagree_is_left_out_and_all_candidates_are_listed() -> None:
    written = text(draft(name(), paper(), paper("@article", year=1842, source=BIB)))

    assert "year" not in data(written)["publications"][0]
    assert [(each["value"], each["source"]) for each in conflict(written)["year"]] == [("1843", "cv.md"), ("1842", BIB)]


def test_of_documents_of_different_rank_the_higher_stands_and_the_conflict_is_still_listed() -> None:
    written = text(draft(name(), paper(), paper("@article", year=1842, source=BIB, rank=1)))

    assert data(written)["publications"][0]["year"] == "1842"
    assert [each["value"] for each in conflict(written)["year"]] == ["1842", "1843"]


def test_what_an_entry_cannot_be_without_has_the_surest_value() -> None:
    written = text(draft(name(), paper(sure=0.6), paper("@a", authors=["C. Babbage"], source=BIB, sure=0.9)))

    assert data(written)["publications"][0]["authors"] == ["C. Babbage"]
    assert len(conflict(written)["authors"]) == 2


def test_a_field_of_the_person_on_which_documents_disagree_is_left_open(tmp_path: Path) -> None:
    homes = [fact(PERSON, {"homepage": f"https://{host}.example/"}, source=host) for host in ("one", "two")]
    written = text(draft(name(), *homes))

    assert data(written)["homepage"] is None
    assert len(data(written)["evidence"]["homepage"]["conflicts"]["homepage"]) == 2
    (problem,) = read(tmp_path, written).warnings
    assert problem.message == "one and two disagree on 'homepage'"
    assert text(draft(name(), *homes), previous=written) == written


def test_building_warns_of_each_open_conflict_with_its_line(tmp_path: Path) -> None:
    written = text(draft(name("A. Lovelace"), paper(), paper("@article", year=1842, source=BIB)))
    (problem,) = read(tmp_path, written).warnings

    assert problem.message == "cv.md and papers.bib disagree on 'year'"
    assert problem.line is not None
    assert written.splitlines()[problem.line - 1].strip() == "year:"


SURVEY = {"doi": "10.5555/survey.1", "venue": "Five Surveys of Ferns", "type": "chapter"}
EDITION = {"title": "A handbook of ferns and mosses", "venue": None, "type": "book", "isbn": "978-0-306-40615-7"}


@pytest.mark.parametrize("source", [CV, BIB])
@pytest.mark.parametrize(
    ("one", "other", "entries"),
    [
        ({"venue": "arXiv", "year": 1842}, {}, 1),
        ({"venue": "arXiv", "year": 1839}, {}, 2),  # more than three years
        ({"venue": "arXiv", "authors": ["Mary Somerville"]}, {}, 2),
        ({"venue": "Cold Spring Harbor Laboratory", "doi": "10.1101/2020.01.01.1"}, {"doi": "10.5555/1"}, 1),
        ({"venue": "Center for Open Science", "doi": "10.31234/osf.io/ab1"}, {"doi": "10.5555/1"}, 1),
        ({"year": 1840}, {}, 2),
        ({"venue": "Probl. Fern. Logist."}, {"venue": "Problemy Fernowe i Logistyki nr 4/2018 (44)"}, 1),
        ({"venue": "J. Moss Stud."}, {"venue": "Journal of Moss Studies, vol. 3"}, 1),
        ({"venue": None, "year": 1841}, {"venue": None, "year": 1842}, 2),  # a report of each year
        ({"title": "Other"}, {}, 2),
        ({"type": "thesis", "venue": None}, {}, 2),
        ({"type": "dataset", "venue": "Zenodo"}, {}, 2),
        ({"type": "thesis", "venue": None}, {"type": "masters-thesis", "venue": None}, 1),
        ({"title": "Editorial", "issue": "1"}, {"title": "Editorial", "issue": "4"}, 2),
        ({"title": "Vorwort", "venue": "Ferns"}, {"title": "Vorwort", "venue": "Mosses"}, 2),
        ({"pages": "100–110"}, {"pages": "101–110"}, 1),  # a slip
        ({"title": "What is a fern?", **SURVEY}, {"title": "What is a moss?", **SURVEY}, 2),
        ({"title": "Counting ferns", "doi": "10.5555/1"}, {"title": "Weighing mosses", "doi": "10.5555/1"}, 2),
        ({"title": "Ferns: a history", "doi": "10.5555/1"}, {"title": "Ferns", "doi": "https://doi.org/10.5555/1"}, 1),
        ({"title": "Ferns", "doi": "10.5555/1", "pmid": "7"}, {"title": "Moose", "doi": "10.5555/1", "pmid": "7"}, 1),
        ({"title": "История папоротников", "doi": "10.5555/1"}, {"title": "A history of ferns", "doi": "10.5555/1"}, 1),
        ({"title": "Zur Walkerei", "pages": "1", **SURVEY}, {"title": "On fulling", "pages": "1", **SURVEY}, 1),
        ({"title": "Zur Walkerei", "pages": "1", **SURVEY}, {"title": "On fulling", "pages": "9", **SURVEY}, 2),
        ({"title": "История", "doi": "10.5555/1", "year": 1840}, {"title": "A history", "doi": "10.5555/1"}, 2),
        ({**EDITION, "edition": "1", "doi": "10.5555/1"}, {**EDITION, "edition": "2", "doi": "10.5555/1"}, 2),
        ({**EDITION, "year": 1840, "doi": "10.5555/1"}, {**EDITION, "doi": "10.5555/1"}, 2),
    ],
)
def test_works_are_one_by_two_things_that_agree(
    source: str, one: dict[str, Any], other: dict[str, Any], entries: int
) -> None:
    found = [paper("a", **one), paper("b", source=source, **other)]
    for several in (found, found[::-1]):
        assert len(data(text(draft(name(), *several)))["publications"]) == entries


JOB = {"role": "Assistant Professor", "organization": "University of Fernshire", "start": "2018", "end": "present"}
DOCTOR = {"degree": "Ph.D.", "institution": "University of Fernshire", "start": "2011", "end": "2015"}


def test_an_id_on_forty_works_makes_none_of_them_one() -> None:
    found = [paper(f"n{number}", title=f"Chapter {number}", doi="10.5555/all") for number in range(40)]

    assert len(data(text(draft(name(), *found)))["publications"]) == 40


def test_what_was_published_leads_its_preprint_and_both_addresses_stay() -> None:
    early = {"venue": None, "publisher": "arXiv", "doi": "10.48550/arXiv.1701.00001", "arxiv": "1701.00001"}
    found = [paper("early", status="preprint", year=1842, **early), paper("late", doi="10.5555/d17-1")]
    for several in (found, found[::-1]):
        (entry,) = data(text(draft(name(), *several)))["publications"]
        stated = {key: entry.get(key) for key in ("venue", "year", "doi", "arxiv", "status", "publisher")}

        assert list(stated.values()) == ["Scientific Memoirs", "1843", "10.5555/d17-1", "1701.00001", None, None]
        link = {"label": "preprint", "url": "https://doi.org/10.48550/arXiv.1701.00001", "date": "1842"}
        assert entry["links"] == [link]
        assert "conflicts" not in entry["evidence"]


def test_entries_of_two_documents_are_one_where_they_mean_the_same() -> None:
    for section, one, other, entries in (
        (
            "positions",
            {"organization": "Google", "role": "Intern", "start": 2019},
            {"organization": "Google Research", "role": "intern", "start": "2019-05"},
            1,
        ),
        (
            "positions",
            {"organization": "Google", "role": "Intern", "start": 2019},
            {"organization": "Google", "role": "Intern", "start": 2020},
            2,
        ),
        (
            "education",
            {"institution": "MIT", "degree": "Ph.D."},
            {"institution": "MIT", "degree": "Doctor of Philosophy", "end": 2020},
            1,
        ),
        ("education", {"institution": "MIT", "degree": "Ph.D."}, {"institution": "MIT", "degree": "B.Sc."}, 2),
        ("awards", {"name": "Medal", "year": 1844}, {"name": "medal"}, 1),
        ("awards", {"name": "Medal", "year": 1844}, {"name": "Medal", "year": 1845}, 2),
        ("positions", JOB, JOB | {"role": "Assistant Professor of Botany", "organization": "Fernshire University"}, 1),
        ("positions", JOB, JOB | {"organization": "Universität Fernshire", "start": "2018-09"}, 1),
        ("positions", JOB | {"role": "Postdoc"}, JOB | {"role": "Postdoctoral Fellow", "organization": "Fernshire"}, 1),
        ("positions", JOB, JOB | {"role": "Asst. Professor"}, 1),
        ("positions", JOB, JOB | {"role": "Professor"}, 2),
        ("positions", JOB, JOB | {"organization": "Institute of Mosses"}, 2),
        ("positions", JOB, JOB | {"role": "Assistant Professor of Botany", "start": "2019"}, 2),
        ("education", DOCTOR, {"degree": "PhD", "institution": "Fernshire University", "end": "2015"}, 1),
        ("education", DOCTOR, {"degree": "PhD", "institution": "Fernshire College", "end": "2015"}, 2),
        ("education", DOCTOR, {"degree": "MSc", "institution": "Fernshire University", "end": "2015"}, 2),
        ("memberships", {"organization": "University of Fernshire"}, {"organization": "Fernshire University"}, 1),
        (
            "service",
            {"role": "Reviewer", "venue": "OSDI", "year": 2020},
            {"role": "Reviewer", "venue": "OSDI", "year": 2021},
            2,
        ),
        (
            "teaching",
            {"course": "Logic", "role": "TA", "term": "Spring 2020"},
            {"course": "Logic", "role": "TA", "term": ["Spring 2020"]},
            1,
        ),
        ("talks", {"title": "Engines", "year": 1840}, {"title": "Engines", "venue": "Turin"}, 1),
        ("awards", {"name": "Certificate", "giver": "NSF"}, {"name": "Certificate", "giver": "RSL"}, 2),
        ("awards", {"name": "Medal", "giver": "RSL"}, {"name": "Medal", "giver": "Royal Society of Looms"}, 1),
        ("memberships", {"organization": "ACM"}, {"organization": "ACM", "role": "Fellow"}, 1),
        ("systems", {"name": "Engine"}, {"name": "engine", "code": ["https://example.org/"]}, 1),
    ):
        written = text(draft(name(), fact(section, one), fact(section, other, source=BIB)))

        assert len(data(written)[section]) == entries
        assert text(draft(name(), fact(section, one), fact(section, other, source=BIB)), previous=written) == written


def test_values_agree_where_one_says_more_than_the_other() -> None:
    for key, one, other, value in (
        ("authors", ["J. Li", "H. Xu*"], ["Jiamin Li", "Hong Xu"], ["Jiamin Li", "Hong Xu"]),
        ("authors", ["J. Li"], ["H. Li"], None),
        ("authors", ["A", "B"], ["A"], None),
        (
            "venue",
            "OSDI",
            "Operating Systems Design and Implementation (OSDI)",
            "Operating Systems Design and Implementation (OSDI)",
        ),
        ("venue", "SoCC", "ACM Symposium on Cloud Computing", "ACM Symposium on Cloud Computing"),
        ("venue", "OSDI", "NSDI", None),
        ("venue", "NeurIPS", "NeurIPS Workshop on Systems", None),
        ("start", "2019", "2019-05", "2019-05"),
        ("start", "2019-04", "2019-05", None),
        ("end", "present", "2019", None),
        ("topics", ["A"], ["a", "B"], ["A", "B"]),
        ("year", 2019, "2019", 2019),
        ("year", 2019, 2020, None),
        ("summary", "Short.", "A longer text.", "A longer text."),
        ("location", "Pittsburgh", "Pittsburgh, PA", "Pittsburgh, PA"),
    ):
        assert united(key, one, other) == value
        assert (united(key, other, one) is None) == (value is None)


def test_a_second_address_of_a_work_becomes_a_link() -> None:
    one, other = paper(url="https://example.org/a"), paper("@a", url="https://example.net/b", source=BIB)
    (entry,) = data(text(draft(name(), one, other)))["publications"]

    assert entry["url"] == "https://example.org/a"
    assert entry["links"] == [{"label": "example.net", "url": "https://example.net/b"}]


def test_what_was_rejected_is_left_out_with_what_names_it(tmp_path: Path) -> None:
    medal = fact("awards", {"name": "Medal", "for_work": "Notes by the Translator"})
    written = text(draft(name("A. Lovelace"), paper("a"), paper("b", title="Sketch"), medal))
    rejected = written.replace("status: proposed", "status: rejected", 1)
    record = read(tmp_path, rejected)

    assert [each.title for each in record.profile.publications] == ["Sketch"]
    assert record.profile.awards[0].for_work is None
    assert record.spans["publications", 0] == strict_yaml.parse(rejected, PATH).spans["publications", 1]
    assert record.evidence["publications/0"].quote == "b"


@pytest.mark.parametrize(
    ("section", "values"),
    [
        ("education", {"degree": "M.Sc.", "institution": "University of London", "start": "1836", "end": "1838"}),
        ("positions", {"role": "Analyst", "organization": "Analytical Society", "start": "1842"}),
    ],
)
def test_what_has_no_title_is_rejected_beside_awards_for_no_work(
    section: str, values: dict[str, Any], tmp_path: Path
) -> None:
    award = fact("awards", {"name": "Medal of the Society", "year": 1843})
    written = text(draft(name(), fact(section, values), award, paper()))
    head, _, tail = written.partition(f"\n{section}:\n")
    rejected = f"{head}\n{section}:\n{tail.replace('status: proposed', 'status: rejected', 1)}"

    profile = read(tmp_path, rejected).profile

    assert getattr(profile, section) == ()
    assert [each.name for each in profile.awards] == ["Medal of the Society"]


def test_an_unedited_draft_counts_as_it_stands_and_an_edited_one_as_edited(tmp_path: Path) -> None:
    written = text(draft(name("A. Lovelace"), paper()))

    assert read(tmp_path, written).evidence["publications/0"].status == "proposed"
    edited = read(tmp_path, written.replace("year: 1843", "year: 1844"))
    assert (edited.profile.publications[0].year, edited.evidence["publications/0"].status) == (1844, "edited")


@pytest.mark.thorough
def test_one_line_repeated_without_end_is_one_entry() -> None:
    facts = [fact("awards", {"name": "Medal"}, f"Medal {at}") for at in range(600)]

    assert len(data(text(draft(name(), *facts)))["awards"]) == 1


def test_authors_that_break_off_are_completed_by_a_document_that_names_all() -> None:
    short = paper("Lovelace et al., 1843", more_authors=True)
    full = paper("@notes", authors=["Ada Lovelace", "Luigi Menabrea"], source=BIB)
    (entry,) = data(text(draft(name(), short, full)))["publications"]

    assert entry["authors"] == ["Ada Lovelace", "Luigi Menabrea"]
    assert "more_authors" not in entry
    assert "conflicts" not in entry["evidence"]


def test_an_owner_alone_gives_way_to_the_list_in_which_they_stand_behind_others() -> None:
    alone = paper("Notes, as the record has it", authors=["Ada Lovelace"], more_authors=True)
    full = paper("Babbage and Lovelace", authors=["Charles Babbage", "A. Lovelace"], source=BIB)

    for order in ((alone, full), (full, alone)):
        (entry,) = data(text(draft(name(), *order)))["publications"]
        assert entry["authors"] == ["Charles Babbage", "A. Lovelace"]
        assert "more_authors" not in entry


def test_both_dois_of_a_paper_and_its_preprint_stay() -> None:
    one, other = paper(doi="10.5555/notes"), paper("Notes, a preprint", doi="10.5555/early", source=BIB)
    (entry,) = data(text(draft(name(), one, other)))["publications"]

    stated = {entry.get("doi"), *(link["url"].removeprefix("https://doi.org/") for link in entry["links"])}
    assert {"10.5555/early", "10.5555/notes"} <= stated


@pytest.mark.parametrize(
    ("extractors", "tools"),
    [
        (["cv"], "kg extract"),
        (["site", "cv"], "kg extract"),
        (["orcid"], "kg import"),
        (["cv", "bibtex"], "kg extract and kg import"),
    ],
)
def test_the_head_says_what_read_the_documents(extractors: list[str], tools: str) -> None:
    (source,) = draft(paper()).sources
    sources = tuple(replace(source, path=f"{each}.x", extractor=each) for each in extractors)

    assert text(Draft((name(),), sources)).startswith(f"# Proposed by {tools} from {extractors[0]}.x")
