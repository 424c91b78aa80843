"""Profiles and authority files that cannot be used: a table of `test_bad_input`."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import ADA

PROFILE = "project/profiles/ada-lovelace.yaml"
ORGANIZATIONS = "project/organizations.yaml"
BUILD = ("build", "project")

Spoil = Callable[[Path], object]
"""Changes a directory that holds a project and a release of it, in `build`."""


@dataclass(frozen=True)
class BadInput:
    """An input that cannot be used.

    Attributes:
        name: What is wrong with it.
        spoil: Makes it.
        command: What is run in the directory.
        code: The exit code.
        keeps_release: Whether the release stays whole.
        needs: A path without which it cannot be made.
    """

    name: str
    spoil: Spoil
    command: tuple[str, ...] = BUILD
    code: int = 1
    keeps_release: bool = True
    needs: str = "/"


def file(name: str, content: str | bytes) -> Spoil:
    """Return what writes a file."""

    def spoil(root: Path) -> None:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)

    return spoil


def files(**contents: str) -> Spoil:
    """Return what writes profiles, by their ids."""
    return lambda root: [(root / f"project/profiles/{name}.yaml").write_text(text) for name, text in contents.items()]


def only(name: str, content: str | bytes) -> Spoil:
    """Return what writes a profile in place of Ada's."""

    def spoil(root: Path) -> None:
        (root / PROFILE).unlink()
        file(f"project/profiles/{name}", content)(root)

    return spoil


def nothing(_: Path) -> None:
    """Leave the directory as it is."""


def sparse(name: str, size: int) -> Spoil:
    """Return what makes a file of many bytes that takes no space."""

    def spoil(root: Path) -> None:
        with (root / name).open("wb") as out:
            out.truncate(size)

    return spoil


def linked(target: str, name: str = "ada-lovelace.yaml") -> Spoil:
    """Return what puts a symbolic link in place of Ada's profile."""

    def spoil(root: Path) -> None:
        (root / PROFILE).unlink()
        (root / "project/profiles" / name).symlink_to(target)

    return spoil


def a_directory(root: Path) -> None:
    """Put a directory in place of Ada's profile."""
    (root / PROFILE).unlink()
    (root / PROFILE).mkdir()


def bad_inputs() -> Iterator[BadInput]:
    """Yield what is wrong in profiles and authority files; the commands end with code 1."""
    yield from _syntax()
    yield from _bytes()
    yield from _contents()
    yield from _values()
    yield from _authorities()
    yield from _json()


def _syntax() -> Iterator[BadInput]:
    yield BadInput("a bracket is not closed", file(PROFILE, ADA + "skills: [Python, C\ninterests: [Logic]\n"))
    yield BadInput("a line is indented too little", file(PROFILE, ADA + "positions:\n    - role: R\n  - role: S\n"))
    yield BadInput("a line is indented too much", file(PROFILE, ADA + "  summary: She computes.\n"))
    yield BadInput("a tab is used for indentation", file(PROFILE, ADA + "positions:\n\t- role: R\n"))
    yield BadInput("a colon stands in plain text", file(PROFILE, ADA + "summary: Notes: on the engine\n"))
    yield BadInput("a quotation mark is not closed", file(PROFILE, ADA + 'summary: "She computes.\n'))
    yield BadInput("keys stand twice", file(PROFILE, ADA + "name: Ada\npositions:\n  - {role: R, role: S}\n"))
    yield BadInput("aliases expand without bound", file(PROFILE, ADA + "skills: &all [*all, *all]\n"))
    yield BadInput("anchors and tags", file(PROFILE, "id: &a ada-lovelace\nname: !!str Ada\nskills: !<x:y> [a]\n"))
    yield BadInput("a second document", file(PROFILE, f"{ADA}---\n{ADA}"))
    yield BadInput("deep nesting", file(PROFILE, f"{ADA}skills: {'[' * 10_000}"))
    yield BadInput("a key that is a list", file(PROFILE, ADA + "[a, b]: c\n"))


def _bytes() -> Iterator[BadInput]:
    yield BadInput("100 MB", sparse(PROFILE, 100 << 20))
    yield BadInput("UTF-16", file(PROFILE, ADA.encode("utf-16")))
    yield BadInput("Latin-1", file(PROFILE, f"{ADA}summary: Café\n".encode("latin-1")))
    yield BadInput("a NUL character", file(PROFILE, ADA + "summary: a\0b\n"))
    yield BadInput("a control character", file(PROFILE, ADA + "summary: a\x1b[31mb\n"))
    yield BadInput("an escaped control character", file(PROFILE, ADA + 'summary: "a\\eb"\n'))
    yield BadInput("an empty file", file(PROFILE, ""))
    yield BadInput("nothing but a comment", file(PROFILE, "# to be written\n"))
    yield BadInput("a directory in place of a profile", a_directory)
    yield BadInput("a link to nothing", linked("nowhere.yaml"))
    yield BadInput("a link to itself", linked("ada-lovelace.yaml"))
    yield BadInput("a link that leads out", linked("/proc/self/mem"), code=2, needs="/proc")
    yield BadInput("no profiles", lambda root: (root / PROFILE).unlink())
    yield BadInput("no directory of profiles", lambda root: (root / "project/profiles").rename(root / "away"))


def _contents() -> Iterator[BadInput]:
    yield BadInput("an unknown key near a known one", file(PROFILE, ADA + "positions:\n- {organisation: X, role: R}\n"))
    yield BadInput("an unknown key near none", file(PROFILE, ADA + "zodiac: Sagittarius\n"))
    yield BadInput("a key with a hyphen", file(PROFILE, ADA + "job-title: Countess\n"))
    yield BadInput("a list in place of keys", file(PROFILE, "- id: ada-lovelace\n- name: Ada Lovelace\n"))
    yield BadInput("plain text in place of keys", file(PROFILE, "Ada Lovelace\n"))
    yield BadInput("no name", file(PROFILE, "id: ada-lovelace\n"))
    yield BadInput("an empty name", file(PROFILE, "id: ada-lovelace\nname: ''\n"))
    yield BadInput("an id that is no slug", file(PROFILE, "id: Ada Lovelace\nname: Ada Lovelace\n"))
    yield BadInput("keys where text is meant", file(PROFILE, ADA + "summary: {text: She computes.}\n"))
    yield BadInput("text where keys are meant", file(PROFILE, ADA + "positions: Countess\n"))
    yield BadInput("text where a year is meant", file(PROFILE, ADA + "service: {role: Reviewer, year: soon}\n"))
    yield BadInput("a word that is not one of a list", file(PROFILE, ADA + "education: {degree: D, level: none}\n"))
    yield BadInput("a text that is too long", file(PROFILE, f"{ADA}summary: {'a ' * 10_000}\n"))
    yield BadInput("a private value of the wrong type", file(PROFILE, ADA + "contact: {email: [ada@x.example]}\n"))
    yield BadInput("many mistakes", file(PROFILE, "id: Ada\nnam: A\nhomepage: www.x.example\norcid: 1\n"))


def _values() -> Iterator[BadInput]:
    period = ADA + "positions:\n  - {{organization: X, role: R, start: {}, end: {}}}\n"
    yield BadInput("a 13th month", file(PROFILE, period.format("2019-13", "present")))
    yield BadInput("an end before the start", file(PROFILE, period.format("2019-05", "2018")))
    yield BadInput("a 31st of February", file(PROFILE, period.format("2019-02-31", "present")))
    yield BadInput("a date in words", file(PROFILE, period.format("May 2019", "now")))
    yield BadInput("an ORCID iD with a wrong digit", file(PROFILE, ADA + "orcid: 0000-0002-1825-0098\n"))
    ror = "organizations:\n  - {id: x, name: X, ror: 03q8dnn24}\n"
    yield BadInput("a ROR id with a wrong digit", file(ORGANIZATIONS, ror))
    work = ADA + "publications:\n  - {{title: Notes, authors: [Ada Lovelace], {}}}\n"
    yield BadInput("a DOI that is none", file(PROFILE, work.format("doi: see the web page")))
    yield BadInput("a web address with spaces", file(PROFILE, ADA + "homepage: https://example.org/my page\n"))
    yield BadInput("a link that is a script", file(PROFILE, ADA + "homepage: 'javascript:alert(1)'\n"))
    yield BadInput("a web address without a scheme", file(PROFILE, ADA + "homepage: www.example.org\n"))
    yield BadInput("two different years", file(PROFILE, work.format("year: 1843, date: 1842-10")))
    yield BadInput("a paper that is not listed", file(PROFILE, ADA + "systems: {name: Engine, papers: [Notes]}\n"))


def _authorities() -> Iterator[BadInput]:
    def entries(*lines: str) -> Spoil:
        return file(ORGANIZATIONS, "organizations:\n" + "".join(f"  - {{{line}}}\n" for line in lines))

    yield BadInput("two profiles with one id", files(augusta=ADA.replace("Ada L", "Augusta L")))
    yield BadInput("an id that no profile has", file(PROFILE, ADA + "education: {degree: D, institution: X, "
                   "advisors: {name: Bo, id: bo}}\n"))  # fmt: skip
    yield BadInput("two organisations with one id", entries("id: a, name: A", "id: a, name: B"))
    yield BadInput("two organisations with one name", entries("id: a, name: Alpha", "id: b, name: B, acronym: ALPHA"))
    yield BadInput("an unknown parent", entries("id: a, name: A, parent: b"))
    yield BadInput("an organisation that is part of itself", entries("id: a, name: A, parent: a"))
    yield BadInput("a list where a section is meant", file(ORGANIZATIONS, "- {id: a, name: A}\n"))


def _json() -> Iterator[BadInput]:
    lines = [json.dumps({"id": f"p{number}", "name": f"P {number}"}) for number in range(4)]
    broken = "\n".join([*lines[:2], lines[2].replace('"name":', '"name"'), lines[3]])
    unknown = "\n".join([*lines[:2], '{"id": "p", "nam": "P"}', lines[3]])
    yield BadInput("JSON that breaks on line 3", only("ada.json", '{\n  "id": "ada",\n  "name" "Ada"\n}\n'))
    yield BadInput("JSON that ends too soon", only("ada.json", '{\n  "id": "ada"'))
    yield BadInput("JSON with a key twice", only("ada.json", '{"id": "ada", "name": "Ada", "name": "Bo"}'))
    yield BadInput("JSON nested deeply", only("ada.json", '{"id": ' + "[" * 100_000))
    yield BadInput("an empty JSON file", only("ada.json", ""))
    yield BadInput("JSON Lines that break on line 3", only("all.jsonl", broken))
    yield BadInput("JSON Lines with an unknown key on line 3", only("all.jsonl", unknown))
    yield BadInput("JSON Lines in Latin-1", only("all.jsonl", '{"id": "p", "name": "É"}'.encode("latin-1")))
    yield BadInput("a link to JSON Lines that leads out", linked("/proc/self/mem", "all.jsonl"), code=2, needs="/proc")
