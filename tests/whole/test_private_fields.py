"""A field that the declaration calls private stays within the profile, unless the policy publishes it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
import yaml

from kg.terms.kinds import Declaration
from tests.conftest import CONFIG, Command, Outcome
from tests.support.canaries import files, found
from tests.whole.test_canaries import answers

OWN = """\
id: https://example.org/own
name: own
prefixes: {own: "https://example.org/own#"}
default_prefix: own
classes:
  Person:
    attributes:
      home_town: {annotations: {private: true, show: page table cv search}}
      nickname: {annotations: {show: page table cv search}}
      clearances: {range: Clearance, multivalued: true, inlined_as_list: true, annotations: {private: true}}
      referee: {range: PersonReference, inlined: true, annotations: {private: true, show: page}}
      employer: {range: Organization, annotations: {private: true}}
  Award:
    attributes:
      bank_account: {annotations: {private: true, show: page table cv search}}
      endowment: {range: Amount, annotations: {private: true, show: page table cv}}
      deposits: {range: Deposit, multivalued: true, inlined_as_list: true}
  Contact:
    attributes:
      telegram: {annotations: {private: true, show: page}}
  Photo:
    attributes:
      taken_at: {annotations: {private: true, show: page}}
  Deposit:
    annotations: {fragment: name}
    attributes:
      name: {slot_uri: schema:name, required: true}
      safe: {annotations: {private: true, show: page table}}
  Clearance:
    annotations: {fragment: name}
    attributes:
      name: {slot_uri: schema:name, required: true}
"""
SECRETS = {
    "home_town": "zqhometown",
    "clearances": "zqclearance",
    "referee": "zqreferee",
    "employer": "zqemployer",
    "bank_account": "zqbank",
    "endowment": "918273",
    "telegram": "zqtelegram",
    "taken_at": "zqtaken",
    "safe": "zqsafe",
}
ADA = {
    "id": "ada-lovelace",
    "name": "Ada Lovelace",
    "nickname": "zqnickname",
    "home_town": SECRETS["home_town"],
    "clearances": [{"name": SECRETS["clearances"]}],
    "referee": {"name": f"{SECRETS['referee']} Babbage"},
    "employer": f"{SECRETS['employer']} Works",
    "contact": {"telegram": SECRETS["telegram"], "email": "ada@example.org", "public": ["email"]},
    "photo": {"url": "https://example.org/ada.jpg", "taken_at": SECRETS["taken_at"]},
    "awards": [
        {"name": "Prize of the Guild", "year": 1843, "deposits": [{"name": "Chest", "safe": SECRETS["safe"]}]},
        {
            "name": "Medal",
            "year": 1844,
            "bank_account": SECRETS["bank_account"],
            "endowment": int(SECRETS["endowment"]),
            "evidence": {
                "fact": "abcd2345",
                "source": "cv.md",
                "lines": "3",
                "quote": f"Medal, 1844, paid to {SECRETS['bank_account']}",
                "reason": f"{SECRETS['bank_account']} stands beside it",
                "conflicts": {
                    "bank_account": [{"source": "cv.md", "value": SECRETS["bank_account"]}],
                    "name": [{"source": "cv.md", "value": "Medal", "quote": f"Medal: {SECRETS['bank_account']}"}],
                },
            },
        },
    ],
    "evidence": {
        "home_town": {"fact": "abcd2346", "source": "cv.md", "lines": "4", "quote": f"I live in {SECRETS['home_town']}"}
    },
    "sources": [{"path": "cv.md", "media_type": "text/markdown", "extractor": "markdown", "sha256": "0" * 64}],
}
SAID = (
    ("info", "--account"),
    ("export", "--evidence", "--format", "trig"),
    ("export", "--format", "jsonld"),
    ("render", "cv", "Ada Lovelace"),
    ("render", "cv", "Ada Lovelace", "--format", "html"),
    ("sparql", "SELECT * { GRAPH ?g { ?s ?p ?o } }", "--format", "csv"),
    *(("diff", "empty.nq", "build", "--format", form) for form in ("text", "json")),
)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "project"
    for name in ("profiles", "ontology"):
        (root / name).mkdir(parents=True)
    (root / "kg.yaml").write_text(CONFIG)
    (root / "ontology" / "own.yaml").write_text(OWN)
    (root / "profiles" / "ada.yaml").write_text(yaml.safe_dump(ADA))
    monkeypatch.chdir(tmp_path)
    Path("empty.nq").touch()
    return root


def built(kg: Command, project: Path) -> Outcome:
    outcome = kg("build", project)
    assert outcome.code == 0, outcome.err
    return outcome


def artefacts(kg: Command, project: Path) -> dict[str, bytes]:
    """Return all that comes of a project: the release, the site, the answers of commands and of a server."""
    outcome = built(kg, project)
    assert kg("publish", "site", "--url", "https://group.example.org/kg/", "--workers", 1).code == 0
    said = {"build": (outcome.out + outcome.err).encode(), "served": answers(Path("build"))}
    for arguments in SAID:
        outcome = kg(*arguments)
        assert outcome.code == (arguments[0] == "diff"), outcome.err
        said[" ".join(arguments)] = (outcome.out + outcome.err).encode()
    here = Path.cwd()
    return {**files(here / "build"), **files(here / "site"), **said}


def left_out(kg: Command) -> Iterator[str]:
    """Yield what the account says was left out as private."""
    for line in kg("info", "--account").out.splitlines():
        if "private" in line:
            yield line


@pytest.mark.slow
def test_private_fields_are_in_no_artefact(kg: Command, project: Path) -> None:
    made = artefacts(kg, project)

    assert len(made) > 100
    assert {"nickname"} == {name for name, _ in found(made, {"nickname": "zqnickname"})}
    assert sorted(found(made, SECRETS)) == []


def test_the_account_says_what_was_left_out_as_private(kg: Command, project: Path) -> None:
    built(kg, project)

    said = "\n".join(left_out(kg))
    for place in ("home_town", "awards[1].bank_account", "awards[1].endowment", "awards[0].deposits[0].safe",
                  "clearances[0]", "contact.telegram", "photo.taken_at", "referee", "employer"):  # fmt: skip
        assert place in said, place


def test_the_policy_publishes_the_private_fields_that_it_names(kg: Command, project: Path) -> None:
    published = "privacy: {public: [Person.home_town, Award.bank_account, Contact.telegram]}\n"
    (project / "kg.yaml").write_text(CONFIG + published)
    built(kg, project)

    said = {"said": kg("export", "--format", "turtle").out.encode()}
    names = {name for name, _ in found(said, SECRETS)}
    assert names == {"home_town", "bank_account", "telegram"}
    assert "home_town" not in "\n".join(left_out(kg))


@pytest.mark.thorough
def test_a_field_that_becomes_private_leaves_the_next_build(kg: Command, project: Path) -> None:
    own = project / "ontology" / "own.yaml"
    own.write_text(OWN.replace("home_town: {annotations: {private: true, ", "home_town: {annotations: {"))
    built(kg, project)
    assert SECRETS["home_town"] in kg("export", "--format", "turtle").out

    own.write_text(OWN)
    built(kg, project)
    assert SECRETS["home_town"] not in kg("export", "--format", "turtle").out


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("Person.home_twon", "did you mean 'Person.home_town'?"),
        ("Person.nickname", "private: true"),
        ("Contact.email", "privacy.private"),
    ],
)
def test_a_policy_that_names_no_private_field_is_refused(kg: Command, project: Path, name: str, advice: str) -> None:
    (project / "kg.yaml").write_text(f"{CONFIG}privacy:\n  public: [{name}]\n")

    outcome = kg("build", project)
    assert outcome.code == 2
    assert f"'{name}' is" in outcome.err
    assert advice in outcome.err


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("home: {required: true, annotations: {private: true}}", "cannot be required"),
        ("home: {annotations: {private: true, derived: true}}", "kg works this one out"),
    ],
)
def test_what_cannot_be_private_is_refused(kg: Command, project: Path, field: str, message: str) -> None:
    (project / "ontology" / "own.yaml").write_text(
        f"id: https://example.org/own\nname: own\nclasses:\n  Person:\n    attributes:\n      {field}\n"
    )

    outcome = kg("build", project)
    assert outcome.code == 2
    assert message in outcome.err


@pytest.mark.parametrize("value", ["zqwrong money", [["zqwrong"]]])
def test_a_wrong_value_of_a_private_field_is_not_quoted(kg: Command, project: Path, value: Any) -> None:
    ada = {**ADA, "awards": [{"name": "Medal", "endowment": value}]}
    (project / "profiles" / "ada.yaml").write_text(yaml.safe_dump(ada))

    outcome = kg("build", project)
    assert outcome.code != 0
    assert "endowment" in outcome.out + outcome.err
    assert "zqwrong" not in outcome.out + outcome.err


def private(declaration: Declaration, kind: str, key: str) -> Declaration:
    """Return a declaration in which a field is private."""
    known = declaration.kinds[kind]
    fields = {**known.fields, key: replace(known.fields[key], is_private=True)}
    return replace(declaration, kinds=MappingProxyType({**declaration.kinds, kind: replace(known, fields=fields)}))
