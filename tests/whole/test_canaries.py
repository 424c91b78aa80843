"""Secrets that are planted wherever researchers keep some are in no byte of what is published."""

import base64
import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import httpx2 as httpx
import pytest

from kg.store.release import open_release
from tests.conftest import Command
from tests.support.canaries import PUBLIC, SECRETS, files, found, plant
from tests.support.serving import served

ENCODINGS: dict[str, Callable[[str], str | bytes]] = {
    "as it is": str,
    "percent": lambda text: "".join(f"%{byte:02x}" for byte in text.encode()),
    "percent of percent": lambda text: quote("".join(f"%{byte:02x}" for byte in text.encode())),
    "HTML": lambda text: "".join(f"&#{ord(character)};" for character in text),
    "JSON": lambda text: "".join(f"\\u{ord(character):04x}" for character in text),
    "base64": lambda text: base64.b64encode(f"x{text} and more".encode()),
    "gzip": lambda text: gzip.compress(text.encode()),
    "capitals": str.upper,
}

MADE = {
    "nina": ("extract", "nina.md"),
    "hanna": ("extract", "hanna.html"),
    "petra": ("extract", "petra.pdf"),
    "dora": ("extract", "dora.docx"),
    "bea": ("import", "bibtex", "bea.bib", "--name", "Bea Novak"),
    "olga": ("import", "orcid", "olga.json"),
    "jon": ("import", "json-resume", "jon.json"),
    "carla": ("import", "csl-json", "carla.json", "--name", "Carla Rossi"),
}
"""How profiles are made of documents."""

ASKED = (
    ("info",),
    ("query", "people"),
    ("query", "positions", "--person", "Ada Lovelace"),
    ("sparql", "SELECT * { ?s ?p ?o }", "--format", "csv"),
    ("sparql", "SELECT * { GRAPH ?g { ?s ?p ?o } }", "--format", "json"),
    ("export", "--evidence", "--format", "trig"),
    ("export", "--evidence", "--format", "nquads"),
    *(("render", kind, "Ada Lovelace") for kind in ("cv", "publications", "bibtex")),
    ("render", "cv", "Nina Petrov", "--format", "html"),
    *(("export", "--format", form) for form in ("turtle", "jsonld", "ntriples", "rdfxml")),
)
"""Commands whose answers may be sent on."""

COMPARED = tuple(("diff", "empty.nq", "build", "--format", form) for form in ("text", "markdown", "json"))


@pytest.mark.parametrize("encoding", ENCODINGS.values(), ids=ENCODINGS.keys())
@pytest.mark.parametrize("place", ["contact-phone"])
def test_the_search_sees_through_encodings(encoding: Callable[[str], str | bytes], place: str) -> None:
    text = encoding(SECRETS[place])
    body = text.encode() if isinstance(text, str) else text

    assert found({"there": body, "elsewhere": b"nothing"}, SECRETS) == {(place, "there")}


class Published(NamedTuple):
    """What was planted, and all that came out."""

    project: dict[str, bytes]
    site: dict[str, bytes]
    release: dict[str, bytes]
    said: dict[str, bytes]


@pytest.fixture
def published(tmp_path: Path, kg: Command, monkeypatch: pytest.MonkeyPatch) -> Published:
    """Plant secrets, and build, publish and ask the project."""
    home = tmp_path / SECRETS["directory"]
    sources = home / SECRETS["document-directory"]
    plant(home / "project", sources)
    for name in ("KG_ENDPOINT_TOKEN", "KG_MAILTO", "GITHUB_TOKEN", "USER"):
        monkeypatch.setenv(name, SECRETS["environment"])
    monkeypatch.chdir(home)
    said = {}

    def run(*arguments: object) -> None:
        outcome = kg(*arguments)
        assert outcome.code == (arguments[0] == "diff"), outcome.err  # 1: they differ
        said[" ".join(map(str, arguments))] = (outcome.out + outcome.err).encode()

    for person, (command, *rest) in MADE.items():
        given = [str(sources / word) if "." in word else word for word in rest]
        outcome = kg(command, *given, "-o", f"project/profiles/{person}.yaml")
        assert outcome.code == 0, outcome.err
    run("validate", "project", "--format", "turtle")
    run("build", "project")
    Path("empty.nq").touch()
    for arguments in (*ASKED, *COMPARED):
        run(*arguments)
    run("publish", "site", "--url", "https://group.example.org/kg/", "--workers", 1)
    checked = kg("check", "site")
    said["check"] = (checked.out + checked.err).encode()
    said["served"] = answers(home / "build")
    said["quads"] = b"\n".join(str(quad).encode() for quad in open_release(Path("build")).store().quads())
    return Published(files(home), files(home / "site"), files(home / "build"), said)


def answers(release: Path) -> bytes:
    """Return what a server of the release answers, with its headers."""
    log = release.parent / "access.log"
    with served(release, "--access-log", log) as address:
        paths = ("", "person/ada-lovelace/", "person/ada-lovelace.jsonld", "search/?q=Ada", "quality/", "metrics")
        got = [httpx.get(f"{address}/{path}") for path in paths]
    told = [json.dumps(dict(answer.headers)).encode() + answer.content for answer in got]
    return b"\n".join((*told, log.read_bytes()))


@pytest.mark.slow
def test_no_secret_is_in_the_site_the_release_or_an_answer(published: Published) -> None:
    planted = {name for name, _ in found(published.project, SECRETS)}
    public = {"contact": PUBLIC}

    assert len(SECRETS) >= 30
    assert planted | {"environment", "directory", "document-directory"} == set(SECRETS)
    assert len(published.site) > 100
    for made in (published.site, published.release, published.said):
        assert found(made, public)
        assert sorted(found(made, SECRETS)) == []
