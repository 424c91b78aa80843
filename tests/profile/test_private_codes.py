"""Numbers and codes are no telephone numbers: a field that holds them keeps them, and prose keeps none."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from kg.profile import privacy
from kg.profile.config import Privacy
from kg.profile.model import Profile, profile_model
from kg.profile.provenance import Evidence
from kg.profile.records import Record, Source
from kg.terms.declaration import extended, kg_declaration
from tests.conftest import CONFIG, Command

SOURCE = Source("profiles/ada.yaml", "application/yaml", "yaml", "0" * 64)
CODES = (
    "555-0199", "+1 617", "2017-05-1234", "0800-123-4567", "020 7946 0018", "US 10,123,456 B2", "617-253-1000",
    "1-800-253-1000", "(617) 253-1000", "06 12 34 56 78", "0044 20 7946 0018", "138-0013-7004", "e1234567890",
    "12345678901234567890", "Technical Report No. 617-253-1000", "ISO/IEC 9899:2018", "v2.10.0", "1234–1249",
)  # fmt: skip
"""What is printed as pages, volumes and numbers of articles, grants and patents."""
LEAKS = (
    "+852 2345 6789", "Tel. 020 7946 0018", "phone 617-253-1000", "电话：13800137009", "ada@example.org",
    "ada at example dot org", "T: 020 7946 0018", "ask Ada at home under 020 7946 0018, in the evening",
)  # fmt: skip
"""What is a contact wherever it stands."""
FIELDS = ("volume", "issue", "pages", "article_number", "number", "chapter", "edition", "version")
CHECKED: dict[str, Any] = {
    "isbn": ["978-0-13-468599-1", "0-13-468599-7", "0201896834"],
    "issn": ["0800-1235", "2049-3630"],
    "pmid": "https://pubmed.ncbi.nlm.nih.gov/18001234/",
    "doi": "https://doi.org/10.1000/0800-123-4567",
    "arxiv": "https://arxiv.org/abs/0801.2345",
    "year": 1843,
    "page_count": 8001234,
}


def redacted(*, is_drafted: bool = False, **fields: Any) -> Profile:
    profile = Profile.model_validate({"id": "ada", "name": "Ada Lovelace", **fields})
    why = Evidence.model_validate({"fact": "abcd2345", "source": "cv.md", "lines": "3"})
    evidence = {"publications/0": why} if is_drafted else {}
    return privacy.redact(Record(profile, SOURCE, (1, 9), evidence=evidence), Privacy()).profile


@pytest.mark.parametrize(
    ("address", "quote"),
    [
        ("Hythe", "Analyst, [removed]"),
        ("The Mill House, Hythe", "Analyst, [removed]"),
        ("The Old Mill House behind the Harbour of Hythe on Sea, Kent", "Analyst, [removed]"),
        ("Kent", "Analyst, Kent"),  # as short a word is that of many other things
    ],
)
def test_private_words_are_removed_from_quotes_unless_they_are_very_short(address: str, quote: str) -> None:
    person = {"id": "ada", "name": "Ada Lovelace", "contact": {"address": address}, "awards": [{"name": "Medal"}]}
    said = {"fact": "abcd2345", "source": "cv.md", "lines": "3", "quote": f"Analyst, {address}"}
    record = Record(
        Profile.model_validate(person), SOURCE, (1, 9), evidence={"awards/0": Evidence.model_validate(said)}
    )

    assert privacy.redact(record, Privacy()).evidence["awards/0"].quote == quote


@pytest.mark.parametrize("is_drafted", [False, True], ids=["by hand", "drafted"])
@pytest.mark.parametrize("code", CODES)
def test_numbers_and_codes_stay(code: str, is_drafted: bool) -> None:
    work = {"title": "On Looms", **dict.fromkeys(FIELDS, code), "funding": [code]}
    grant = {"name": "Looms", "number": code}
    teaching = {"course": "Weaving", "role": "Instructor", "code": [code]}

    kept = redacted(publications=[work], grants=[grant], teaching=[teaching], is_drafted=is_drafted)
    assert {key: getattr(kept.publications[0], key) for key in FIELDS} == dict.fromkeys(FIELDS, code)
    assert kept.publications[0].funding == (code,)
    assert kept.grants[0].number == code
    assert kept.teaching[0].code == (code,)


def test_what_is_marked_as_a_contact_goes_from_a_code_too() -> None:
    for leak in LEAKS:
        work = {"title": "On Looms", **dict.fromkeys(FIELDS, leak), "funding": [leak]}

        kept = redacted(publications=[work], is_drafted=True)
        assert all("[removed]" in getattr(kept.publications[0], key) for key in FIELDS)
        assert "[removed]" in kept.publications[0].funding[0]


@pytest.mark.parametrize("number", ["0800-123-4567", "020 7946 0018", "617-253-1000", "+852 2345 6789"])
def test_prose_holds_no_telephone_number(number: str) -> None:
    work = {"title": "On Looms", "note": f"Ask under {number}.", "abstract": f"See {number}.", "keywords": [number]}
    kept = redacted(publications=[work], summary=f"Call {number}", room=f"4.012, {number}", skills=[number])

    assert number not in kept.model_dump_json()


@pytest.mark.parametrize("is_drafted", [False, True], ids=["by hand", "drafted"])
def test_values_of_a_checked_form_stay(is_drafted: bool) -> None:
    work = {"title": "On Looms", **CHECKED}
    grant = {"name": "Looms", "amount": "8001234567", "currency": "GBP", "start": "2017-05-12"}
    said = Profile.model_validate({"id": "ada", "name": "Ada", "publications": [work], "grants": [grant]})

    kept = redacted(publications=[work], grants=[grant], is_drafted=is_drafted)
    assert kept.publications == said.publications
    assert kept.grants == said.grants


def test_each_type_of_numbers_says_what_it_holds() -> None:
    forms = kg_declaration().forms
    work = kg_declaration().kinds["Publication"].fields

    assert {forms[work[key].range] for key in FIELDS} == {"code"}
    assert {forms[work[key].range] for key in CHECKED} == {"checked"}
    assert {forms[name] for name in ("Name", "Text", "Url", "string", "uri")} == {""}


def test_a_project_says_that_its_field_holds_codes() -> None:
    own = (
        "id: https://example.org/own\nname: own\nclasses:\n  Award:\n    attributes:\n"
        "      medal_number: {range: Code}\n      remark: {}\n"
    )
    declaration = extended((("own.yaml", own),))
    award = {"name": "Medal", "medal_number": "0800-123-4567", "remark": "0800-123-4567"}
    profile = profile_model(declaration).model_validate({"id": "ada", "name": "Ada", "awards": [award]})

    kept = privacy.redact(Record(profile, SOURCE, (1, 9)), Privacy(), declaration).profile
    assert (
        kept.model_dump()["awards"][0] | {"medal_number": "0800-123-4567", "remark": "[removed]"}
        == (kept.model_dump()["awards"][0])
    )


@pytest.mark.thorough
def test_a_site_with_such_numbers_is_not_said_to_publish_telephone_numbers(
    tmp_path: Path, kg: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "profiles").mkdir()
    (tmp_path / "kg.yaml").write_text(CONFIG)
    work = {"title": "On Looms", "authors": ["Ada Lovelace"], "pages": "617-253-1000", "volume": "0800-123-4567"}
    ada = {"id": "ada", "name": "Ada Lovelace", "publications": [work]}
    (tmp_path / "profiles" / "ada.yaml").write_text(yaml.safe_dump(ada))
    monkeypatch.chdir(tmp_path)

    assert kg("build").code == 0
    assert kg("publish", "site", "--url", "https://group.example.org/kg/", "--workers", 1).code == 0
    assert "KG-PRIV" not in kg("check", "site").out
