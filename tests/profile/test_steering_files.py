"""The files that steer a project hold no contacts that are published, and the build says where some were left out."""

from pathlib import Path

import pytest

from tests.conftest import Command

FILES = {
    "kg.yaml": "base: https://kg.example.org/\ntitle: A test\nlicense: https://creativecommons.org/licenses/by/4.0/\n"
    "publisher: {name: Nobody}\ndescription: >\n  Ask qz01@x.org\nkeywords: [looms, call 030 9018271]\n",
    "organizations.yaml": "organizations:\n- id: acme\n  name: Acme\n  aliases: [ACME Works, qz02@x.org]\n",
    "venues.yaml": "venues:\n- id: looms\n  name: Looms\n  kind: conference\n"
    "  aliases: [LOOM, qz03 arobase x point fr]\n",
    "ontology/own.yaml": "id: https://example.org/own\nname: own\nclasses:\n  Award:\n    attributes:\n"
    "      motto: {description: Ask qz04@x.org, slot_uri: schema:slogan}\n",
    "queries/own.rq": "#+ summary: Ask qz05@x.org\n# or call 030 9018275\n"
    "SELECT ?x WHERE { ?x a <https://schema.org/Person> }\n",
    "profiles/ada.yaml": "id: ada\nname: Ada Lovelace\npositions:\n- {organization: ACME Works, role: Fellow}\n",
}
"""A project with contacts in what steers it, each behind `qz` or with the digits 901827."""


@pytest.mark.thorough
def test_what_steers_a_project_is_searched_too(tmp_path: Path, kg: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    built = kg("build")

    assert built.code == 0, built.err
    said = [line for line in built.err.splitlines() if "something private is left out of this text" in line]
    places = ("kg.yaml:5", "kg.yaml:7", "organizations.yaml:2", "venues.yaml:2", "own.yaml:6", "own.rq:1", "at line 2")
    assert [place for place in places if not any(place in line for line in said)] == []
    written = [path for path in (tmp_path / "build").rglob("*") if path.is_file()]
    exported = kg("export", "--format", "turtle").out.encode()
    for content in (exported, built.out.encode(), built.err.encode(), *(path.read_bytes() for path in written)):
        assert b"qz0" not in content
        assert b"901827" not in content
    assert b"ACME Works" in exported


def test_texts_of_a_project_are_left_alone_where_its_policy_says_so(
    tmp_path: Path, kg: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("kg.yaml", "profiles/ada.yaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(FILES[name], encoding="utf-8")
    with (tmp_path / "kg.yaml").open("a") as file:
        file.write("privacy: {redact_texts: false}\n")
    monkeypatch.chdir(tmp_path)

    assert kg("build").code == 0
    assert "Ask qz01@x.org" in kg("export", "--format", "turtle").out
