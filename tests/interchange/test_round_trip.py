"""What a form of other tools can hold of a work comes back from it, and the account names the rest."""

import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import assume, find, given, settings
from hypothesis import strategies as st

from kg.interchange.formats import convert, read
from kg.profile.model import Profile, Publication, VenueKind, WorkType
from kg.terms import statuses
from kg.terms.declaration import kg_declaration
from tests.conftest import ROOT
from tests.support.often import often

FORMS = ("bibtex", "csl-json", "ris")
DOCUMENT = ROOT / "docs" / "exchange.md"

WORDS = st.sampled_from(
    [
        "Engines",
        "R&D",
        "100%",
        "of",
        "{Numbers}",
        "über",
        "die",
        "Größe",
        "x_1",
        "C#",
        "李梅",
        "$5",
        "a--b",
        "«ici»",
        "e~f",
    ]
)
LINES = st.lists(WORDS, min_size=1, max_size=3).map(lambda words: " ".join(["Marker", *words]))
NAMES = st.sampled_from(
    ["Ada Lovelace", "Charles Babbage", "Ludwig van Beethoven", "李梅", "Mary Somerville", "Jean-Luc Picard Jr."]
)
NUMBERS = st.integers(1, 9_999).map(str)
PEOPLE = st.lists(NAMES.map(lambda name: {"name": name}), min_size=1, max_size=3, unique_by=lambda each: each["name"])
AUTHORS = st.lists(
    st.fixed_dictionaries(
        {"name": NAMES},
        optional={"equal_contribution": st.just(True), "corresponding": st.just(True), "corporate": st.just(True)},
    ),
    min_size=2,
    max_size=4,
    unique_by=lambda each: str(each["name"]),
)
URLS = st.integers(1, 999).map(lambda number: f"https://ada.example.org/~{number}/a_b?c=d&e#f")
VALUES: Mapping[str, st.SearchStrategy[Any]] = {
    "title": LINES,
    "authors": AUTHORS,
    "more_authors": st.just(True),
    "corporate_authors": st.just(["The Society of Engines"]),
    "editors": PEOPLE,
    "translators": PEOPLE,
    "venue": st.sampled_from(["Memoirs of Engines", "Meeting on R&D {100%}"]),
    "venue_kind": st.sampled_from(get_args(VenueKind)),
    "year": st.just(1843),
    "date": st.sampled_from(["1843-09", "1843-09-17"]),
    "status": st.sampled_from(["published", "accepted", "in-press", "under-review", "draft", "retracted", "preprint"]),
    "status_note": st.just("under review at the Society"),
    "role": st.sampled_from(["editor", "none"]),
    "volume": LINES,
    "issue": LINES,
    "pages": st.sampled_from(["12–34", "S1–S9", "e17", "7, 9–11", "240"]),
    "article_number": LINES,
    "number": LINES,
    "office": LINES,
    "chapter": LINES,
    "page_count": st.integers(1, 2_000),
    "edition": LINES,
    "version": LINES,
    "series": LINES,
    "publisher": LINES,
    "place": LINES,
    "institution": LINES,
    "isbn": st.lists(st.sampled_from(["978-0-306-40615-7", "0306406152"]), min_size=1, unique=True),
    "issn": st.lists(st.sampled_from(["0378-5955", "2049-3630"]), min_size=1, unique=True),
    "abstract": LINES,
    "keywords": st.lists(st.sampled_from(["engines", "numbers, Bernoulli", "R&D"]), min_size=1, unique=True),
    "language": st.sampled_from(["de", "pt-BR", "zh"]),
    "license": st.sampled_from(["https://creativecommons.org/licenses/by/4.0/", "https://ada.example.org/licence"]),
    "url": URLS,
    "open_access": URLS,
    "doi": NUMBERS.map(lambda number: f"10.5555/{number}"),
    "arxiv": st.just("1843.00042"),
    "pmid": st.integers(1, 99_999_999).map(str),
    "pmcid": NUMBERS.map(lambda number: f"PMC{number}"),
    "bibcode": st.just("1843TSM.....3..666L"),
    "links": st.lists(st.sampled_from(["PDF", "Code", "Podium"]), min_size=1, unique=True).map(
        lambda labels: [{"label": label, "url": f"https://ada.example.org/{label}"} for label in labels]
    ),
    "award": st.just(["Best Paper Award"]),
    "acceptance_rate": st.just("0.184"),
    "system": st.just(["engine-sim"]),
    "funding": st.just(["Engines for All"]),
    "funders": st.just([{"name": "Royal Society"}]),
    "topics": st.just(["looms"]),
    "selected": st.just(True),
    "note": LINES,
}
"""Values of each field that people write; `type` is a parameter of the tests."""
NEEDED = ("title", "authors", "year")


def works(draw_from: Mapping[str, st.SearchStrategy[Any]], *, whole: bool = False) -> st.SearchStrategy[dict[str, Any]]:
    rest = {key: values for key, values in draw_from.items() if key not in NEEDED}
    needed = {key: draw_from[key] for key in NEEDED}
    return st.fixed_dictionaries(needed | rest) if whole else st.fixed_dictionaries(needed, optional=rest)


def test_every_field_that_people_write_is_tried() -> None:
    written = {each.key for each in kg_declaration().kinds["Publication"].written}

    assert written == {*VALUES, "type"}


def there_and_back(form: str, work: Mapping[str, Any]) -> tuple[Publication, Publication | None, set[str]]:
    """Return a work, as what it comes back from a form, and the fields that the account says are left out."""
    profile = Profile.model_validate({"id": "ada", "name": "A. L.", "publications": [work]})
    text, left_out = convert(profile, form)
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "back"
        path.write_text(text, encoding="utf-8")
        facts = [dict(fact.values) for fact in read(form, path).facts if fact.section == "publications"]
    returned = Profile.model_validate({"id": "ada", "name": "A. L.", "publications": facts}).publications
    paths = (each.partition(" ")[0].split(".") for each in left_out)
    return profile.publications[0], returned[0] if returned else None, {path[1] for path in paths if len(path) > 1}


def differing(work: Publication, came: Publication) -> Iterator[str]:
    """Yield the fields whose values did not come back."""
    for key, info in type(work).model_fields.items():
        value, back = getattr(work, key), getattr(came, key)
        if key == "authors":
            back = back[: len(value)]  # behind them stand those of `corporate_authors`
        elif key == "corporate_authors":
            back = tuple(each.name for each in came.authors[len(work.authors) :] if each.corporate)
        if key == "status" and value == "published" and work.venue and not back:
            continue  # where a venue is named, it is published if nothing is said
        if (
            key == "status"
            and value in statuses.OPEN
            and work.venue
            and (work.volume or work.pages or work.article_number)
        ):
            continue  # these outweigh it
        is_there = set(value) <= set(back) if key == "keywords" else value == back  # topics come back as keywords
        if value not in (None, (), False, info.default) and not is_there:
            yield key


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=often(120), deadline=None)
@given(data=st.data(), type_=st.sampled_from(get_args(WorkType)))
def test_what_does_not_come_back_is_what_the_account_names(form: str, data: st.DataObject, type_: str) -> None:
    work = data.draw(works(VALUES))
    assume(not (work.get("status") == "under-review" and "thesis" in type_))  # it is handed in to a university
    said, came, left_out = there_and_back(form, work | {"type": type_})

    assert came is not None
    assert set(differing(said, came)) == left_out


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=often(120), deadline=None)
@given(work=works(VALUES, whole=True), type_=st.sampled_from(get_args(WorkType)))
def test_a_work_with_a_value_in_every_field_comes_back_as_accounted(
    form: str, type_: str, work: dict[str, Any]
) -> None:
    said, came, left_out = there_and_back(form, work | {"type": type_})

    assert came is not None
    assert set(differing(said, came)) == left_out


SAMPLES: Mapping[str, tuple[Any, ...]] = {
    "authors": ([{"name": "Ada Lovelace"}, {"name": "Ludwig van Beethoven"}],),
    "venue_kind": get_args(VenueKind),
    "status": ("published", "accepted", "under-review", "retracted"),
    "links": tuple([{"label": label, "url": f"https://ada.example.org/{label}"}] for label in ("PDF", "Podium")),
    "pages": ("12–34",),
    "bibcode": ("1843TSM.....3..666L",),
}
OF_PEOPLE: Mapping[str, Any] = {
    "id": "ada",
    "organization": "Society of Engines",
    "orcid": "0000-0002-1825-0097",
    "dblp": "123/4567",
    "homepage": "https://ada.example.org/",
    "corporate": True,
    "equal_contribution": True,
    "corresponding": True,
    "roles": ["software"],
}
EXACT: Mapping[str, Mapping[str, str]] = {
    "status_note": {"status": "under-review"},
    "venue_kind": {"venue": "Memoirs of Engines"},
    "links": {"url": "https://ada.example.org/"},
}
"""What must stand beside a field so that it makes sense."""


def sample(key: str) -> tuple[Any, ...]:
    """Return values of a field: each of those among which a form may tell, else one."""
    if key in SAMPLES:
        return SAMPLES[key]
    found = {"keywords": ["engines"], "page_count": 34, "title": "Notes", "year": 1843, "date": "1843-09-17"}
    return (found.get(key) or find(VALUES[key], bool),)


def table() -> str:
    """Return which form holds which field, as Markdown: in all types of works, in some, in none."""
    keys = [each.key for each in kg_declaration().kinds["Publication"].written if each.key != "type"]
    rows = {key: [{key: value, **EXACT.get(key, {})} for value in sample(key)] for key in keys}
    rows |= {
        f"authors.{key}": [{"authors": [{"name": "Ada Lovelace", key: value}, "C. B."]}]
        for key, value in OF_PEOPLE.items()
    }
    columns = [held(form, rows) for form in FORMS]
    lines = [f"| `{key}` | " + " | ".join(column[key] for column in columns) + " |" for key in ("type", *rows)]
    return "\n".join(["| | BibTeX | CSL-JSON | RIS |", "|---|---|---|---|", *lines])


def held(form: str, rows: Mapping[str, list[dict[str, Any]]]) -> dict[str, str]:
    """Return for each field whether a form holds it: `yes`, `some` or `no`."""
    base = {"authors": ["Ada Lovelace", "Charles Babbage"], "year": 1843}
    tried = [
        (key, {**base, **each, "type": type_})
        for key, several in rows.items()
        for each in several
        for type_ in get_args(WorkType)
    ]
    works = [work | {"title": f"Marker {number}"} for number, (_, work) in enumerate(tried)]
    profile = Profile.model_validate({"id": "ada", "name": "A. L.", "publications": works})
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "back"
        path.write_text(convert(profile, form)[0], encoding="utf-8")
        facts = [dict(fact.values) for fact in read(form, path).facts if fact.section == "publications"]
    returned = Profile.model_validate({"id": "ada", "name": "A. L.", "publications": facts}).publications
    by_title = {work.title: work for work in returned}
    found: dict[str, set[bool]] = defaultdict(set)
    for (key, _), work in zip(tried, profile.publications, strict=True):
        lost = set(differing(work, by_title[work.title]))
        found[key].add(key.partition(".")[0] not in lost)
        found["type"].add("type" not in lost)
    words = {frozenset((True,)): "yes", frozenset((False,)): "no"}
    return {key: words.get(frozenset(several), "some") for key, several in found.items()}


@pytest.mark.thorough
def test_the_documented_table_is_what_comes_back() -> None:
    expected = table()

    assert expected in DOCUMENT.read_text("utf-8"), f"docs/exchange.md should have:\n{expected}"
