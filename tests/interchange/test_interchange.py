"""Imports of all formats, on files of their real form about invented people."""

import contextlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kg.base.errors import ReadError
from kg.cli import importing
from kg.interchange.formats import FORMATS, detect, read
from kg.interchange.forms import WRITTEN
from kg.profile.drafts.model import PERSON, Draft
from kg.profile.model import Profile
from tests.conftest import ROOT
from tests.support.drafts import Read, entries, said
from tests.support.registered_works import RegisteredWork, dblp_hits
from tests.support.work import ends, linear

FILES = ROOT / "tests" / "data" / "interchange"
SAMPLES: Mapping[str, str] = {path.name: form for path in sorted(FILES.iterdir()) if (form := detect(path))}
"""The format of each file, as its contents give it away."""


def sample(name: str) -> Draft:
    return read(SAMPLES[name], FILES / name)


def person(draft: Draft) -> dict[str, Any]:
    return {key: value for fact in draft.facts if fact.section == PERSON for key, value in fact.values.items()}


def by_title(draft: Draft) -> dict[str, dict[str, Any]]:
    return {entry["title"]: entry for entry in entries(draft, "publications")}


def test_every_fact_is_one_that_a_profile_can_hold() -> None:
    for name in SAMPLES:
        draft = sample(name)

        assert draft.facts
        for fact in draft.facts:
            values = {fact.section: [dict(fact.values)]} if fact.section else dict(fact.values)
            Profile.model_validate({"id": "ada", "name": "Ada Lovelace"} | values)
            assert set(fact.confidence) == set(fact.values) == set(fact.how)
            assert fact.rank == 1


def test_every_fact_names_its_words_and_their_lines() -> None:
    for name in SAMPLES:
        lines = (FILES / name).read_text("utf-8").splitlines()

        for fact in sample(name).facts:
            first, last = fact.quote.lines
            record = "\n".join(lines[first - 1 : last])
            assert 1 <= first <= last <= len(lines)
            assert fact.quote.source.endswith(name)
            title = fact.values.get("title") or fact.values.get("name") or fact.values.get("organization")
            if isinstance(title, str):
                assert title.split()[-1].split("'")[0] in record.replace("{", "").replace("}", "")
                assert title.split()[0].rstrip(":") in fact.quote.text


def test_e_mail_addresses_and_telephone_numbers_are_never_read() -> None:
    for name in SAMPLES:
        shown = repr(sample(name))

        assert "private.example" not in shown
        assert "0000 0000" not in shown


def test_each_format_is_known_by_the_contents_of_a_sample_and_is_named_in_the_help() -> None:
    assert set(SAMPLES.values()) == set(FORMATS)
    assert all(f"{form} " in (importing.import_.__doc__ or "") for form in FORMATS)
    assert list(WRITTEN) == [form for form, each in FORMATS.items() if each.write and each.suffix]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ('{"message": {"DOI": "10.5555/a"}, "message-type": "work"}', "crossref"),
        ('[{"DOI": "10.5555/a", "note": "\n@article{a, title={T}}"}]', "csl-json"),
        ("@article{a, title={T}, note={\nTY  - JOUR}}", "bibtex"),
    ],
)
def test_of_two_signs_that_counts_which_stands_first_unless_a_format_says_otherwise(
    text: str, form: str, tmp_path: Path
) -> None:
    (tmp_path / "input").write_text(text)

    assert detect(tmp_path / "input") == form


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", ["ada.bib", "resume.json", "dblp.xml", "rendercv.yaml"])
def test_the_wrong_format_is_an_error_that_names_the_right_one(form: str, name: str) -> None:
    if FORMATS[form] == FORMATS[SAMPLES[name]]:
        return
    with pytest.raises(ReadError) as raised:
        read(form, FILES / name)

    assert raised.value.hint == f"it looks like {SAMPLES[name]}; try: kg import {SAMPLES[name]} {FILES / name}"


def test_bibtex_as_people_keep_it() -> None:
    found = by_title(sample("ada.bib"))

    assert found["Notes on the Analytical Engine"] == {
        "title": "Notes on the Analytical Engine",
        "authors": [
            "Ada Lovelace",
            "Jörg Müller",
            "Søren Ørsted",
            {"name": "The Analytical and Difference Society", "corporate": True},
        ],
        "more_authors": True,
        "venue": "Taylor's Scientific Memoirs",
        "venue_kind": "journal",
        "year": 1843,
        "date": "1843-09",
        "volume": "3",
        "pages": "666–731",
        "doi": "https://doi.org/10.5555/1843.notes",
        "links": [{"label": "Code", "url": "https://github.com/ada-lovelace/notes"}],
    }
    cards = found["Cards & Barrels for Engines"]
    assert cards["authors"] == [
        {"name": "Charles Babbage", "equal_contribution": True},
        {"name": "Ada Lovelace", "equal_contribution": True},
        "Charles de la Vallée Poussin",
    ]
    assert (cards["venue"], cards["year"]) == ("Meeting of the Analytical Society", 1845)
    assert cards["award"] == ["Best Paper Award"]
    assert found["On Bernoulli Numbers"]["arxiv"] == "1846.00042"
    assert found["On Bernoulli Numbers"]["status"] == "preprint"
    assert found["On Bernoulli Numbers"]["authors"] == ["A. Lovelace", "C. Babbage"]
    assert found["Engines and Their Notes"]["type"] == "thesis"
    assert found["Poetical Science"]["status"] == "under-review"
    assert found["Poetical Science"]["authors"] == ["Ada Lovelace", "William King Jr."]
    assert found["engine-sim: a Simulator"]["type"] == "software"


@pytest.mark.parametrize(
    "field", ["annote={S}", "comment={S}", "file={:/home/S/a.pdf:PDF}", "note={ask S}", "pdf={S.pdf}"]
)
def test_notes_to_oneself_and_places_on_a_disk_are_not_quoted(drafted: Read, field: str) -> None:
    entry = f"@article{{a, title={{Engines}}, author={{Ada Lovelace}}, year=1843,\n  {field}}}"
    [fact] = [fact for fact in drafted("bibtex", entry).facts if fact.section == "publications"]

    assert fact.quote.text == "Ada Lovelace · Engines · 1843"


def test_an_entry_of_what_is_printed_is_quoted_as_it_stands(drafted: Read) -> None:
    entry = "@article{a, title={Engines}, author={Ada Lovelace}, year=1843,\n  note={to appear}, pages={1--2}}"
    [fact] = [fact for fact in drafted("bibtex", entry).facts if fact.section == "publications"]

    assert fact.quote.text == entry


def test_bibtex_reports_what_it_leaves_out() -> None:
    report = said(sample("ada.bib"))

    assert "21: the entry '@inproceedings{broken1844,' is left out: Unexpected block start" in report
    assert "57: left out: 'not a doi' is not a valid DOI" in report
    assert "65: 'The Half-Built Engine' has the unknown kind 'sculpture'" in report
    assert "35: the authors of 'lovelace1846bernoulli' are parted by commas" in report
    assert "5: the list of authors of 'Notes on the Analytical Engine' is not complete" in report
    assert "5: left out of 'lovelace1843notes': pdf" in report
    assert "6: not imported: 'abbr' (line 6)" in report


def test_bibtex_proposes_its_owner_with_the_reason() -> None:
    [fact] = [fact for fact in sample("ada.bib").facts if "name" in fact.values]

    assert fact.values == {"name": "Ada Lovelace"}
    assert fact.reason == "marked as the owner's in 2 of 2 entries; the file does not say whose it is"


def test_the_most_frequent_author_is_proposed_unless_there_are_two(drafted: Read) -> None:
    one = "@article{%s, title={%s}, author={%s}}\n"
    mostly = "".join(one % (n, n, f"Ada Lovelace and {other} B") for n, other in enumerate("CDE"))
    twins = "".join(one % (n, n, "Ada Lovelace and Charles Babbage") for n in range(3))

    [fact] = [fact for fact in drafted("bibtex", mostly).facts if fact.section == PERSON]
    assert fact.values == {"name": "Ada Lovelace"}
    assert fact.confidence == {"name": 1.0}
    assert person(drafted("bibtex", twins)) == {}


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        (
            "journal = {arXiv:1843.00042}",
            {"arxiv": "1843.00042", "status": "preprint", "venue": "arXiv:1843.00042", "venue_kind": "repository"},
        ),
        (
            "booktitle = {Proc. Analytical}, series = {ENGINES '43}, year = 1843",
            {"venue": "Proc. Analytical (ENGINES '43)", "year": 1843},
        ),
        ("journal = {Memoirs}, series = {LNCS}", {"venue": "Memoirs", "series": "LNCS"}),
        ("abbr = {__TSM__}", {"venue": "TSM"}),
        ("date = {1843-09-01}, journaltitle = {Memoirs}", {"venue": "Memoirs", "year": 1843, "date": "1843-09-01"}),
        ("year = {1843}, month = {13}", {"year": 1843, "note": "1843-13"}),
        ("note = {To appear}", {"status": "accepted", "status_note": "To appear"}),
        ("url = {https://doi.org/10.5555/abc}", {"doi": "https://doi.org/10.5555/abc"}),
        (r"url = {\url{https://ada.example.org/~ada/a\_b--c}}", {"url": "https://ada.example.org/~ada/a_b--c"}),
        ("keywords = {engines; numbers}", {"keywords": ["engines", "numbers"]}),
        ("pdf = {https://ada.example.org/a.pdf}", {"url": "https://ada.example.org/a.pdf"}),
    ],
)  # fmt: skip
def test_fields_of_bibtex(drafted: Read, fields: str, expected: dict[str, Any]) -> None:
    [entry] = entries(
        drafted("bibtex", f"@article{{a, title={{T}}, author={{Ada Lovelace}}, {fields}}}"), "publications"
    )

    assert entry == {"title": "T", "authors": ["Ada Lovelace"], "venue_kind": "journal"} | expected


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("@article{a, number={2}, eid={e17}", {"issue": "2", "article_number": "e17"}),
        ("@article{a, issue={Spring}, number={2}", {"issue": "Spring", "number": "2"}),
        ("@techreport{a, number={17}, institution={MIT}", {"number": "17", "institution": "MIT"}),
        ("@inproceedings{a, number={5}, series={LNCS}, organization={IEEE}", {"number": "5", "publisher": "IEEE"}),
        ("@phdthesis{a, school={UA}, pages={135}", {"institution": "UA", "page_count": 135}),
        ("@mastersthesis{a, type={Bachelor's thesis}", {"type": "bachelors-thesis"}),
        ("@patent{a, number={GB 17}, location={GB}, address={London}", {"office": "GB", "place": "London"}),
        ("@book{a, isbn={978-0-306-40615-7 (print), 0306406152}", {"isbn": ["978-0-306-40615-7", "0306406152"]}),
        ("@book{a, isbn={978-0-306-40615-7, 978-0-306-40615-8}", {"isbn": ["978-0-306-40615-7"]}),
        ("@book{a, langid={ngerman}, edition={2nd}", {"language": "de", "edition": "2nd"}),
        ("@misc{a, copyright={CC BY 4.0}", {"license": "https://creativecommons.org/licenses/by/4.0/"}),
        ("@misc{a, howpublished={\\url{https://ada.example.org/a}}", {"url": "https://ada.example.org/a"}),
        ("@article{a, pmid={31452104}, pmcid={PMC6710021}", {"pmid": "31452104", "pmcid": "PMC6710021"}),
        ("@article{a, note={Translated from the French}", {"note": "Translated from the French"}),
        ("@article{a, note={Reprinted}, pubstate={inpress}", {"note": "Reprinted", "status": "in-press"}),
        ("@online{a, url={https://ada.example.org/a}", {"type": "webpage"}),
        ("@online{a, eprint={1843.00042}, eprinttype={arxiv}", {"type": "preprint"}),
        ("@inreference{a, booktitle={Lexicon}", {"type": "encyclopedia-entry", "venue_kind": "book"}),
    ],
)
def test_the_record_of_a_work_in_bibtex(drafted: Read, entry: str, expected: dict[str, Any]) -> None:
    [found] = entries(drafted("bibtex", f"{entry}, title={{T}}, author={{Ada Lovelace}}}}"), "publications")

    assert {key: found.get(key) for key in expected} == expected


def test_an_isbn_with_a_wrong_checksum_is_reported_with_its_line(drafted: Read) -> None:
    draft = drafted("bibtex", "\n@book{a, title={T}, author={Ada Lovelace}, isbn={978-0-306-40615-8}}")

    assert "2: left out: the ISBN '978-0-306-40615-8' has a wrong checksum" in said(draft)


def test_strings_that_nobody_defines_and_entries_that_are_not_there_are_reported(drafted: Read) -> None:
    first = "@article{a, title={T}, author={A B}, journal=nowhere, crossref={b}}"
    draft = drafted("bibtex", f"\n{first}\n@article{{a, title={{U}}, author={{A B}}}}")

    assert set(by_title(draft)) == {"T", "U"}
    assert "uses 'nowhere', which no @string defines" in said(draft)
    assert "refers to 'b', which is not in the file" in said(draft)
    assert "3: the key 'a' stands here a second time" in said(draft)


def test_csl_json() -> None:
    draft = sample("ada.csl.json")
    found = by_title(draft)

    assert found["Notes on the Analytical Engine"] == {
        "title": "Notes on the Analytical Engine",
        "authors": [
            {"name": "Ada Lovelace", "orcid": "https://orcid.org/0000-0002-1825-0097"},
            "Ludwig van Beethoven",
            "William King Jr.",
            {"name": "The Analytical Society", "corporate": True},
        ],
        "venue": "Taylor's Scientific Memoirs",
        "venue_kind": "journal",
        "year": 1843,
        "date": "1843-09",
        "doi": "10.5555/1843.notes",
    }
    assert found["A Wrong Checksum & a Wrong DOI"]["authors"] == [{"name": "Ada Lovelace"}]
    assert found["A Wrong Checksum & a Wrong DOI"]["year"] == 1845
    assert entries(draft, "talks")[0]["date"] == "1844-05-02"
    assert found["A Barrel"]["type"] == "patent"
    assert "24: left out: the ORCID iD '0000-0002-1825-0098' has a wrong checksum" in said(draft)
    assert "authors" not in found["Nobody Wrote This"]
    assert "an entry is left out: it is not an object with keys" in said(draft)


def test_a_work_of_crossref() -> None:
    [work] = entries(sample("crossref.json"), "publications")

    assert work["title"] == "Notes on the Analytical Engine: With Numbers of Bernoulli"
    assert work["status"] == "retracted"
    assert work["year"] == 1843


def test_a_list_of_works_of_crossref(drafted: Read) -> None:
    one = json.loads((FILES / "crossref.json").read_text())["message"]

    for document in ({"message": {"items": [one]}}, {"items": [one]}, [one], one):
        assert len(entries(drafted("crossref", json.dumps(document)), "publications")) == 1


def test_an_orcid_record() -> None:
    draft = sample("orcid.json")

    assert person(draft) == {
        "name": "Ada Lovelace",
        "given_name": "Augusta Ada",
        "family_name": "Lovelace",
        "orcid": "0000-0002-1825-0097",
        "variants": ["A. A. L."],
        "interests": ["analytical engines", "poetical science", "numbers"],
        "summary": "Wrote notes on an engine. Saw further than its builder.",
        "homepage": "https://ada.example.org/",
        "github": "https://github.com/ada-lovelace",
        "same_as": ["https://engineers.example.org/17"],
    }
    assert entries(draft, "positions") == [
        {
            "organization": "Analytical Society",
            "unit": "Department of Engines",
            "role": "Analyst",
            "location": "London, England, GB",
            "start": "1842-10",
            "end": "present",
        },
        {"organization": "No Role Ltd.", "role": "Employee", "location": "Ockham"},
    ]
    assert entries(draft, "education")[0]["degree"] == "B.Sc."
    assert entries(draft, "memberships") == [{"organization": "Society of Numbers", "role": "Fellow", "start": "1841"}]
    assert [award["name"] for award in entries(draft, "awards")] == ["Medal of Numbers"]
    assert entries(draft, "grants") == [
        {"name": "Engines for All", "funder": "Treasury", "start": "1843", "end": "1846"}
    ]
    assert {"role": "Reviewer", "organization": "Memoirs Press", "year": 1846, "summary": "1 review"} in entries(
        draft, "service"
    )
    assert "51: 'No Role Ltd.' is listed without a role; 'Employee' is written for it" in said(draft)


def test_a_work_of_orcid_is_the_preferred_one_completed_by_the_others() -> None:
    draft = sample("orcid.json")
    fact, patent = [fact for fact in draft.facts if fact.section == "publications"]

    assert patent.values["type"] == "patent"
    assert fact.values == {
        "title": "Notes on the Analytical Engine: With Numbers",
        "authors": ["Ada Lovelace"],
        "venue": "Taylor's Scientific Memoirs",
        "venue_kind": "journal",
        "year": 1843,
        "date": "1843-09",
        "doi": "10.5555/1843.notes",
        "issn": ["0000-0019"],
        "more_authors": True,
    }
    assert fact.confidence["authors"] == 0.5
    assert fact.reason == "the record names no authors; its owner is one of them"
    assert "authors; only Ada Lovelace is named" in said(draft)


def test_only_what_is_public_in_orcid_is_read() -> None:
    shown = repr(sample("orcid.json"))

    assert "Secret Name" not in shown
    assert "For Friends Only" not in shown


def test_authors_of_orcid_come_from_works_in_full_or_their_citations(drafted: Read) -> None:
    record = (FILES / "orcid.json").read_text()
    works = json.loads((FILES / "orcid-works.json").read_text())
    full = drafted("orcid", f'{{"record": {record}, "bulk": [{json.dumps(works)}]}}')
    works["bulk"][0]["work"]["contributors"] = None
    works["bulk"][0]["work"]["citation"] = {
        "citation-type": "bibtex",
        "citation-value": '@article{a, author = {Lovelace, Ada and M{\\"u}ller, J.}}',
    }
    cited = drafted("orcid", f'{{"record": {record}, "bulk": [{json.dumps(works)}]}}')

    assert entries(full, "publications")[0]["authors"] == [
        {"name": "Ada Lovelace", "orcid": "0000-0002-1825-0097"},
        "Charles Babbage",
    ]
    assert entries(cited, "publications")[0]["authors"] == ["Ada Lovelace", "J. Müller"]


def test_a_json_resume() -> None:
    draft = sample("resume.json")

    assert person(draft)["job_title"] == "Analyst"
    assert person(draft)["orcid"] == "0000-0002-1825-0097"
    assert person(draft)["skills"] == ["Series", "Logic", "French"]
    assert entries(draft, "positions")[0]["end"] == "present"
    assert entries(draft, "education") == [
        {
            "degree": "B.Sc.",
            "field": "Mathematics",
            "institution": "University of Analytics",
            "grade": "1st",
            "summary": "Courses: M1 Logic, M2 Engines",
            "start": "1832",
            "end": "1835",
        },
        {
            "degree": "Certified Analyst",
            "level": "certificate",
            "institution": "Board of Analysts",
            "end": "1839-03",
        },
    ]
    assert entries(draft, "systems")[0]["code"] == ["https://github.com/ada-lovelace/engine-sim"]
    assert entries(draft, "service")[0]["summary"] == "1838-01 – 1840-06\nTaught numbers."
    assert "6: not imported: 'email' of 'basics' (line 6), 'phone' of 'basics' (line 7)" in said(draft)
    assert "'languages' (line 38)" in said(draft)


def test_openalex() -> None:
    works = by_title(sample("openalex-works.json"))

    assert person(sample("openalex-author.json"))["variants"] == ["A. Lovelace", "Augusta Ada Lovelace"]
    notes = works["Notes on the Analytical Engine"]
    assert notes["authors"][1] == "Charles Babbage"
    assert notes["year"] == 1843
    assert "date" not in notes
    assert notes["arxiv"] == "1843.00042"
    assert works["A Withdrawn Note"]["status"] == "retracted"
    assert "25: the list of authors of 'A Withdrawn Note' is not complete" in said(sample("openalex-works.json"))
    assert "Guessed by a machine" not in repr(sample("openalex-author.json").facts)


def test_dblp_in_xml() -> None:
    draft = sample("dblp.xml")
    works = by_title(draft)

    assert person(draft) == {
        "name": "Ada Lovelace",
        "dblp": "12/3456-2",
        "variants": ["Augusta Ada King", "エイダ・ラブレス"],
        "homepage": "https://ada.example.org/",
        "orcid": "https://orcid.org/0000-0002-1825-0097",
    }
    assert works["Notes on the Analytical Engine"]["authors"] == [
        {"name": "Ada Lovelace", "orcid": "0000-0002-1825-0097", "dblp": "12/3456-2"},
        {"name": "Jürgen Müller", "dblp": "34/5678"},
    ]
    assert works["On Bernoulli Numbers"]["arxiv"] == "1846.00042"
    assert (works["On Bernoulli Numbers"]["venue"], works["On Bernoulli Numbers"]["venue_kind"]) == (
        "CoRR",
        "repository",
    )
    assert works["Tables of Sines"]["type"] == "dataset"
    assert works["Cards & Barrels?"]["url"] == "https://papers.example.org/cards"
    assert entries(draft, "awards") == [{"name": "Medal of Numbers", "year": 1844}]
    assert "45: left out: 'Proceedings of the Analytical Society'" in said(draft)


def test_rendercv() -> None:
    draft = sample("rendercv.yaml")

    assert person(draft)["summary"] == "Wrote notes on an engine."
    assert person(draft)["skills"] == ["French", "Italian"]
    assert entries(draft, "education")[0]["summary"] == "First in numbers"
    assert entries(draft, "positions")[0]["highlights"] == ["Annotated a memoir"]
    assert entries(draft, "publications")[0]["authors"] == ["Ada Lovelace", "Charles Babbage"]
    assert entries(draft, "systems") == [
        {
            "name": "engine-sim",
            "summary": "Simulates the engine.",
            "code": ["https://github.com/ada-lovelace/engine-sim"],
            "start": "1844",
        }
    ]
    assert entries(draft, "awards") == [{"name": "Medal of Numbers", "year": 1844, "start": "1844-06"}]
    assert "50: left out: an entry of 'hobbies'" in said(draft)


def test_titles_of_rendercv_tell_grants_and_projects_of_research_from_software(drafted: Read) -> None:
    draft = drafted(
        "rendercv",
        "cv:\n  name: Ada Lovelace\n  sections:\n"
        "    Grants and Funding:\n      - company: Treasury\n        position: Engines for All\n"
        "        start_date: 1843-02\n        end_date: 1846\n      - bullet: Royal Fund\n"
        "    Research Projects:\n      - name: '[Weaving](https://weaving.example.org)'\n        summary: On looms.\n"
        "    Outreach:\n      - name: Engines on Stage\n        date: 1844\n",
    )

    assert entries(draft, "grants") == [
        {"name": "Engines for All", "funder": "Treasury", "start": "1843-02", "end": "1846"},
        {"name": "Royal Fund"},
    ]
    assert entries(draft, "projects") == [
        {"name": "Weaving", "summary": "On looms.", "homepage": "https://weaving.example.org"}
    ]
    assert entries(draft, "outreach") == [{"title": "Engines on Stage", "year": 1844}]
    assert not draft.warnings


def test_a_project_of_a_resume_that_is_one_of_research_is_no_software(drafted: Read) -> None:
    projects = [
        {"name": "Weaving", "type": "research project", "entity": "Engine Works", "startDate": "1843"},
        {"name": "engine-sim", "type": "application"},
    ]
    draft = drafted("json-resume", json.dumps({"basics": {"name": "Ada Lovelace"}, "projects": projects}))

    assert entries(draft, "projects") == [{"name": "Weaving", "partners": ["Engine Works"], "start": "1843"}]
    assert [system["name"] for system in entries(draft, "systems")] == ["engine-sim"]


def test_what_is_to_be_cited_of_software_is_a_work_in_full(drafted: Read) -> None:
    people = "[{given-names: Bo, family-names: Quill, orcid: https://orcid.org/0000-0002-1825-0097}]"
    cited = f"{{type: article, title: Looms, authors: [{{alias: A}}], editors: {people}, journal: Memoirs, volume: 3,"
    draft = drafted(
        "cff",
        f"cff-version: 1.2.0\ntitle: S\nmessage: m\npreferred-citation: {cited}\n"
        "  start: 1, end: 9, publisher: {name: Fern}, status: in-press, notes: With plates}\n",
    )

    assert entries(draft, "publications") == [
        {
            "title": "Looms",
            "authors": ["A"],
            "editors": [{"name": "Bo Quill", "orcid": "https://orcid.org/0000-0002-1825-0097"}],
            "venue": "Memoirs",
            "venue_kind": "journal",
            "status": "in-press",
            "status_note": "in-press",
            "volume": "3",
            "pages": "1–9",
            "publisher": "Fern",
            "note": "With plates",
        }
    ]


def test_software_is_a_system_with_its_paper() -> None:
    draft = sample("CITATION.cff")
    [system] = entries(draft, "systems")

    assert system["name"] == "engine-sim"
    assert system["code"] == ["https://github.com/ada-lovelace/engine-sim"]
    assert system["people"][0] == {"name": "Ada Lovelace", "orcid": "https://orcid.org/0000-0002-1825-0097"}
    assert system["papers"] == [work["title"] for work in entries(draft, "publications")] == ["Simulating Engines"]
    assert system["links"] == [{"label": "DOI", "url": "https://doi.org/10.5555/engine-sim"}]
    assert "'version' (line " in said(draft)


HOSTILE = [
    ("json-resume", "", "the JSON ends before it is complete"),
    ("json-resume", "[" * 100_000, "nested deeper than 64 levels"),
    ("json-resume", '{"basics": {}, "basics": {}}', "the key 'basics' stands in one object a second time"),
    ("json-resume", '{"basics": NaN}', "'NaN' is no value of JSON"),
    ("json-resume", '{"basics": {"name": "A\x00"}}', "this is not JSON"),
    ("json-resume", '{"basics": 1,}', "this is not JSON"),
    ("json-resume", '{"basics" {}}', "this is not JSON"),
    ("json-resume", '{"basics": {}} {}', "something follows the end"),
    ("json-resume", '{"basics": ' + "9" * 5_000 + "}", "is no value of JSON"),
    ("orcid", "[]", "this is no ORCID record"),
    ("orcid", b"\xff\xfe{", "byte 0xff is not UTF-8"),
    ("csl-json", "{}", "this is not CSL-JSON"),
    ("openalex", '{"results": []}', "there is no author and no work of OpenAlex here"),
    ("bibtex", "nothing here", "there is no BibTeX entry here"),
    ("dblp", "<a>" * 100, "nested deeper than 64 levels"),
    ("dblp", "<dblpperson>", "this is not XML"),
    ("dblp", "<html/>", "this is not a person of dblp"),
    ("dblp", "<dblpperson name='&nonsense;'/>", "undefined entity"),
    ("dblp", '<!DOCTYPE a [<!ENTITY x "xxxx">]><dblpperson/>', "the document declares an entity"),
    ("dblp", '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hosts">]><dblpperson/>', "the document declares an entity"),
    ("rendercv", "cv: 3", "this is no RenderCV file"),
    ("rendercv", "a: &x 1\ncv: *x", "not allowed"),
    ("cff", "title: A", "this is no CITATION.cff"),
    ("cff", "cff-version: 1\ncff-version: 2", "stands here a second time"),
]  # fmt: skip


@pytest.mark.parametrize(("form", "text", "words"), HOSTILE)
def test_what_cannot_be_read_is_an_error_with_file_and_advice(
    drafted: Read, form: str, text: str | bytes, words: str
) -> None:
    with pytest.raises(ReadError) as raised:
        drafted(form, text)

    assert words in str(raised.value)
    assert raised.value.hint or "byte" in words
    assert raised.value.problems[0].path is not None


@pytest.mark.parametrize("form", [form for form in FORMATS if form != "bibtex"])
def test_a_file_that_is_not_there_is_an_error(form: str, tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="cannot be read"):
        read(form, tmp_path / "nothing")


def test_a_file_that_is_too_large_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate((64 << 20) + 1)

    with pytest.raises(ReadError, match="at most 67,108,864 are read"):
        read("csl-json", path)


def test_a_number_for_which_another_one_stands_is_reported(drafted: Read) -> None:
    item = {"type": "article-journal", "title": "Notes", "article-number": "e1843", "number": "17"}
    report = {"type": "report", "title": "Engines", "number": "3", "collection-number": "5"}

    warnings = said(drafted("csl-json", json.dumps([item, report])))

    assert "not imported: 'number' (line 1), 'collection-number' (line 1)" in warnings


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["orcid.json", "resume.json", "openalex-works.json", "ada.csl.json", "datacite.json"])
def test_json_of_unexpected_kinds_is_survived(drafted: Read, name: str) -> None:
    odd: list[Any] = [None, 1, "x", [], {}, [[]], {"value": {}}, True, 1.5, ["\ud800"]]
    for document in _bent(json.loads((FILES / name).read_text()), odd):
        with contextlib.suppress(ReadError):
            drafted(SAMPLES[name], json.dumps(document))


def _bent(document: Any, odd: list[Any]) -> list[Any]:
    """Return copies of a document, in each of which one value is an odd one."""
    places: list[tuple[Any, ...]] = []
    waiting: list[tuple[Any, tuple[Any, ...]]] = [(document, ())]
    while waiting:
        here, place = waiting.pop()
        for key, value in here.items() if isinstance(here, dict) else enumerate(here):
            places.append((*place, key))
            if isinstance(value, dict | list):
                waiting.append((value, (*place, key)))
    found = []
    for number, place in enumerate(places):
        copy = json.loads(json.dumps(document))
        here = copy
        for key in place[:-1]:
            here = here[key]
        here[place[-1]] = odd[number % len(odd)]
        found.append(copy)
    return found


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("form", "piece", "head", "tail"),
    [
        ("bibtex", "@article{a, title={T}, author={A B}\n", "", ""),
        ("bibtex", "@a{\\'{", "", ""),
        ("bibtex", "{", "@article{a, title={T}, author={", ""),
        ("bibtex", " and ,", "@article{a, title={T}, author={", "}}"),
        ("bibtex", '" # ', "@article{a, title=", "}"),
        ("csl-json", '{"title": "T", "author": [{"family": "*"}]},', "[", "1]"),
        ("csl-json", "\\u0041", '[{"title": "', '", "author": [{"family": "A"}]}]'),
        ("dblp", "<r><article><author>A</author><title>T</title></article></r>\n", "<dblpperson>", "</dblpperson>"),
        ("dblp", "&uuml;", "<dblpperson name='", "'/>"),
        ("rendercv", "    - {name: a}\n", "cv:\n  sections:\n   x:\n", ""),
    ],
)
def test_work_grows_no_faster_than_the_text(drafted: Read, form: str, piece: str, head: str, tail: str) -> None:
    def draft(size: int) -> None:
        with contextlib.suppress(ReadError):
            drafted(form, head + piece * (size // len(piece)) + tail)

    linear(draft, 2_000)
    with ends():
        draft(200_000)


def test_what_a_profile_cannot_hold_is_reported_once_a_file_without_what_it_says(drafted: Read) -> None:
    people = "[{name: Ada, email: a@example.org, affiliation: A}, {name: B, affiliation: C}]"
    reported = said(drafted("cff", f"cff-version: 1.2.0\ntitle: T\nauthors: {people}\n"))

    assert "3: not imported: 'email' of 'authors' (line 3), 'affiliation' of 'authors' (line 3 and 1 more)" in reported
    assert "example.org" not in reported


def _with_moon(name: str) -> str:
    """Return a sample with a key that no reader knows."""
    text = (FILES / name).read_text()
    if name.endswith(".xml"):
        inner, sign, root = text.rpartition("</")
        return f"{inner}<moon>full</moon>{sign}{root}"
    if not name.endswith(".json"):
        return f"moon: full\n{text}"
    data = json.loads(text)
    first = next(each for each in data if isinstance(each, dict)) if isinstance(data, list) else data
    first["moon"] = "full"
    return json.dumps(data, indent=1)


@pytest.mark.parametrize("name", [name for name in SAMPLES if name.endswith((".json", ".xml", ".yaml", ".cff"))])
def test_a_value_that_no_reader_asks_for_is_reported(drafted: Read, name: str) -> None:
    assert "moon" not in said(sample(name))
    assert "'moon' (line " in said(drafted(SAMPLES[name], _with_moon(name)))


def test_entries_are_counted_by_what_became_of_them() -> None:
    account = sample("resume.json").account

    assert account["positions"] == {"": 1, "see the warnings": 1}
    assert sample("dblp.xml").account["works"] == {"": 4, "edited, or a web page": 1}
    assert sample("openalex-author.json").account == {"affiliations": {"no role is named": 1}}


def test_the_cv_of_a_site_is_no_rendercv_file_and_the_hint_says_what_reads_it(drafted: Read) -> None:
    with pytest.raises(ReadError) as raised:
        drafted("rendercv", "- title: Education\n  type: time_table\n")

    assert "kg extract" in raised.value.hint


def test_a_cv_of_a_site_in_the_form_of_rendercv_has_other_keys(drafted: Read) -> None:
    draft = drafted(
        "rendercv",
        "cv:\n  name: Ada Lovelace\n  sections:\n"
        "    Education:\n      - institution: Engine College\n        studyType: B.Sc.\n"
        "    Awards:\n      - title: Medal\n        awarder: Society\n        date: 1844-06\n"
        "    Skills:\n      - name: Tools\n        keywords: Pins, Cards\n",
    )

    assert entries(draft, "education") == [{"degree": "B.Sc.", "institution": "Engine College"}]
    assert entries(draft, "awards") == [{"name": "Medal", "giver": "Society", "year": 1844, "start": "1844-06"}]
    assert person(draft)["skills"] == ["Pins", "Cards"]


def test_other_ids_at_openalex_become_pages(drafted: Read) -> None:
    author = {"id": "https://openalex.org/A1", "display_name": "Ada Lovelace",
              "ids": {"scopus": "https://scopus.example/1", "mag": "1"}}  # fmt: skip
    pages = {"pmid": "https://pubmed.example/1", "pmcid": "no address"}
    work = {"id": "https://openalex.org/W1", "title": "Notes", "ids": pages,
            "authorships": [{"author": {"display_name": "Ada Lovelace"}}]}  # fmt: skip
    draft = drafted("openalex", json.dumps([author, work]))

    assert person(draft)["same_as"] == ["https://scopus.example/1"]
    assert entries(draft, "publications")[0]["links"] == [{"label": "PubMed", "url": "https://pubmed.example/1"}]


def test_a_command_that_stands_for_a_journal_is_read_and_any_other_is_told(drafted: Read) -> None:
    text = "".join(
        f"@article{{{key}, title={{{key}}}, author={{Ada Lovelace}}, journal={{{journal}}}, eprint={{1804.09819}}, "
        "archivePrefix={arXiv}}\n"
        for key, journal in (("one", r"\mnras"), ("two", r"{\apj}"), ("three", r"\loom"))
    )
    draft = drafted("bibtex", text)
    works = entries(draft, "publications")

    assert [work.get("venue") for work in works] == [
        "Monthly Notices of the Royal Astronomical Society",
        "The Astrophysical Journal",
        None,
    ]
    assert [work.get("status") for work in works[:2]] == [None, None]
    assert r"'journal' of 'three' is only TeX that says nothing here: '\loom'" in [
        warning.message for warning in draft.warnings
    ]


def test_data_of_datacite_come_with_ids_of_people_their_affiliations_and_funders() -> None:
    [tables] = entries(sample("datacite.json"), "publications")

    assert tables["authors"] == [
        {
            "name": "Ada Lovelace",
            "orcid": "https://orcid.org/0000-0002-1825-0097",
            "affiliations": [{"name": "Example University", "ror": "https://ror.org/03q8dnn23"}],
        },
        {"name": "Charles Babbage", "organization": "Difference Works"},
        {"name": "The Analytical Society", "corporate": True},
    ]
    assert (tables["type"], tables["date"], tables["version"]) == ("dataset", "1843-09-01", "2.0")
    assert (tables["funding"], tables["editors"]) == (["EN-1842"], ["Mary Somerville"])
    assert "'name' of 'contributors' (line 38)" in said(sample("datacite.json"))


def test_data_appeared_where_they_are_kept_and_a_kind_that_nobody_knows_is_reported(drafted: Read) -> None:
    record = json.loads((FILES / "datacite.json").read_text("utf-8"))["data"]["attributes"]
    types = {"resourceTypeGeneral": "Dataset", "resourceType": "Loom scans"}
    draft = drafted("datacite", record | {"publisher": "Loom Archive", "types": types, "container": None})

    assert entries(draft)[0]["venue"] == entries(draft)[0]["publisher"] == "Loom Archive"
    assert "'genre' (line" in said(draft)


def test_an_answer_of_datacite_with_several_works_or_none_is_read(drafted: Read) -> None:
    record = json.loads((FILES / "datacite.json").read_text("utf-8"))["data"]

    assert len(entries(drafted("datacite", json.dumps({"data": [record], "meta": {"total": 1}})), "publications")) == 1
    assert entries(drafted("datacite", json.dumps({"data": [], "meta": {"total": 0}})), "publications") == []
    with pytest.raises(ReadError, match="there is no work of DataCite here"):
        drafted("datacite", '{"errors": [{"status": "404"}]}')


def test_the_metadata_of_datacite_alone_are_read_as_those_of_an_answer(drafted: Read) -> None:
    said = json.loads((FILES / "datacite.json").read_text("utf-8"))["data"]["attributes"]
    alone = {
        **said,
        "id": "https://doi.org/10.5555/tables",
        "creators": [{"name": "Lovelace, Ada", "id": "http://orcid.org/0000-0002-1825-0097"}],
        "subjects": [{"subject": "looms; cards"}, {"subject": "Engines, great"}],
    }

    [work] = entries(drafted("datacite", json.dumps(alone)), "publications")

    assert work["title"] == entries(sample("datacite.json"), "publications")[0]["title"]
    assert work["authors"] == [{"name": "Ada Lovelace", "orcid": "http://orcid.org/0000-0002-1825-0097"}]
    assert work["keywords"] == ["looms", "cards", "Engines, great"]


def test_a_preprint_of_arxiv_has_its_id_without_version_and_the_doi_of_what_became_of_it() -> None:
    [notes] = entries(sample("arxiv.xml"), "publications")

    assert (notes["arxiv"], notes["doi"], notes["status"]) == ("2301.00042", "10.5555/1843.notes", "preprint")
    assert (notes["title"], notes["abstract"]) == (
        "Notes on the Analytical Engine", "The engine weaves algebraic patterns.")  # fmt: skip
    assert notes["authors"] == [{"name": "Ada Lovelace", "organization": "Example University"}, "Charles Babbage"]


def test_what_arxiv_does_not_understand_is_no_preprint(drafted: Read) -> None:
    feed = (FILES / "arxiv.xml").read_text("utf-8").replace("/abs/2301.00042v2</id>", "/api/errors#incorrect_id</id>")

    with pytest.raises(ReadError, match="arXiv answers: The engine weaves"):
        drafted("arxiv", feed)


def test_hits_of_a_search_in_dblp_are_works_without_a_person(drafted: Read) -> None:
    works = [RegisteredWork("Notes on Engines", (("Ada", "Lovelace", ""),), 1843, "10.5555/notes", pages="1-9")]

    draft = drafted("dblp", dblp_hits(works))

    [notes] = entries(draft, "publications")
    assert notes == {
        "title": "Notes on Engines",
        "authors": [{"name": "Ada Lovelace", "dblp": "12/1"}],
        "venue": "Journal of Invented Engines",
        "venue_kind": "conference",
        "year": 1843,
        "pages": "1–9",
        "doi": "https://doi.org/10.5555/notes",
    }
    assert person(draft) == {}
