"""What is private goes in every language and disguise; what only looks like it stays."""

import re
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import yaml

from kg import contacts
from kg.contacts import REMOVED, contacts_in
from kg.privacy import _clean
from kg.release import open_release
from tests.canaries import files, found
from tests.conftest import Command

PHONES = (
    "Tél. : 01 23 45 67 81", "Téléphone : 01 23 45 67 82", "Teléfono: 912 345 671", "Móvil: 612 345 672",
    "电话：13800137001", "手机：13800137002", "電話：03-1234-5671", "携帯 090-1234-5672", "тел. 8 495 123-45-61",
    "Моб.: 067 123 45 62", "Telefone: 21 2345 6781", "Telemóvel: 912 345 682", "Tlf.: 22 34 56 71", "Tlf 33 12 34 72",
    "Puh. 040 123 4561", "Ph: 9876 543 211", "Mob: 98765 43212", "T: 020 7946 0951", "M: 07700 900 152",
    "☎ 030 1234 5671", "Tel.: 030/1234572", "τηλ. 210 123 4561", "Τηλέφωνο: 210 123 4562", "טלפון: 03-123-4561",
    "هاتف: 02 1234 5671", "تلفن: 021 1234 5672", "โทร. 02 123 4561", "전화: 02-123-4561", "휴대폰: 010-1234-5672",
    "Điện thoại: 024 3123 4561", "फोन: 011 2345 6781", "Komórka: 601 234 561", "Mobilní: 601 234 562",
    "GSM: 0532 123 45 61", "Fax: 044 123 45 61", "Cellulare: 333 123 4561", "Sími: 555 1231", "Telefoon: 020 123 4561",
)  # fmt: skip
MAILS = (
    "qz01@x.org", "{qz02,qz03}@x.org", "qz04-at-x-dot-org", "E-mail: qz05 at x.org", "qz06 AT x DOT org",
    "qz07 <at> x <dot> org", "qz08 [at] x [dot] org", "qz09(a)x.org", "qz10&#64;x.org", "qz11%40x.org", "qz12＠x.org",
    "qz13﹫x.org", "qz14@\u200bx.org", "qz15\u200b@x.org", "qz16@x . org", "qz17 arroba x punto org",
    "qz18 arroba x ponto org", "qz19 chez x point fr", "qz20 ät x punkt de", "qz21 chiocciola x punto it",
    "qz22 małpa x kropka pl", "qz23 собака x точка ru", "qz24 zavináč x tečka cz", "qz25 kukac x pont hu",
    "qz26 snabel-a x punktum dk", "qz27&commat;x.org", "qz28 {at} x {dot} org", "qz29_at_x_dot_org", "qz30@x&#46;org",
    "(qz31 at x.org)", "courriel : qz32 at x.org", "qz33 apenstaartje x punt nl",
)  # fmt: skip
OTHERS = (
    "https://qzu:qzp@x.org/data", "https://x.org/f?token=qz41abcdef", "https://x.org/f?a=1&api_key=qz42abcdef",
    "https://x.org/f?access_token=qz43abcdef", "https://x.org/f?sig=qz44abcdef", "IBAN DE89 3704 0044 0532 0130 00",
    "GB82WEST12345698765432", "FR14 2004 1010 0505 0001 3M02 606",
)  # fmt: skip
HONEST = (
    "pp. 1234-5678", "10–12", "2019–2023", "10.1145/3575693.3575721", "doi:10.1000/123-456-7890", "arXiv:2301.12345",
    "ISBN 978-3-16-148410-0", "ISBN 0-306-40615-2", "ISSN 1234-5678", "0000-0002-1825-0097", "N = 1,234,567 samples",
    "n=12345678", "FA8750-12-2-0107", "N00014-15-1-2345", "CNS-0012345", "H2020-101058573", "NSFC 61872008",
    "ERC 101002711", "JP19K12345", "1984", "2001: A Space Odyssey", "Catch-22", "7 +/- 2", "T5: a model of text",
    "M 31 and its halo", "the talk at x.org conference", "presented at example.org", "@ada@mastodon.social",
    "git@github.com:ada/engine.git", "ssh://git@github.com/ada/engine.git", "https://mastodon.social/@ada",
 "https://x.org/?page=2&id=12345678", "https://x.org/f?v=3&q=key",
    "mAP@0.5:0.95", "recall@10", "P@1", "F1@k = 0.5", "a (a) b", "case (a) of section 2", "Cell 163 (2015) 712-725",
    "Phys. Rev. Lett. 120, 080331 (2018)", "Nature 12(3), 1234-1240", "vol. 34, no. 212, pp. 998-1012",
    "192.168.100.200", "3.14159265", "1,234,567-8,901,234", "2019-05-17", "17.05.2019", "01.02.2019 - 03.04.2020",
    "10:30-11:45", "100 000 000 people", "20 000 000 EUR", "Room 012-345", "Fall 2019 at MIT", "Windows 10.0.19041",
    "grant 03SF0561", "Az. 0324-12/18", "EP 1 234 567 B1", "US 10,123,456 B2", "a dot product at each node",
    "looked at the dot", "work at Google and at Meta", "SIGMOD '19, 1–14", "Zbl 0123.45678", "MR1234567",
    "PMID 12345678", "PMC1234567", "ClinicalTrials NCT01234567", "HD 209458 b", "+10% and +2.3 (2022)",
    "chercheur chez Inria, Paris", "Tel Aviv 2019-2021", "Phone 2012-2014", "DE89 is no account",
)  # fmt: skip


@pytest.mark.parametrize("text", [*PHONES, *MAILS, *OTHERS])
def test_it_goes(text: str) -> None:
    left = _clean(f"Ada. {text}")
    assert "qz" not in left
    if text in PHONES:
        assert not any(character.isdigit() for character in left.replace(REMOVED, ""))
    if "IBAN" in text or text in OTHERS[-2:]:
        assert REMOVED in left


@pytest.mark.parametrize("text", HONEST)
def test_it_stays(text: str) -> None:
    assert _clean(text) == text
    assert _clean(f"See {text}, please.") == f"See {text}, please."


def test_what_redaction_leaves_the_check_of_sites_does_not_find() -> None:
    for text in (*PHONES, *MAILS):
        assert not list(contacts_in(_clean(f"Ada. {text}")))


def test_a_refusal_does_not_print_what_is_private(project: Path, kg: Command) -> None:
    profile = {
        "id": "ada-l",
        "name": "Ada L",
        "homepage": "https://qzu:qzp@x.org/",
        "same_as": ["https://x.org/a b?token=qz01abcdef"],
        "orcid": "mail qz02@x.org",
        "email": "qz03@x.org",
        "qz04@x.org": 1,
        "publications": [{"title": "Notes", "authors": ["Ada L"], "year": "tel 030 1234571", "qz05@x.org": 1}],
    }
    (project / "profiles" / "ada-l.yaml").write_text(yaml.safe_dump(profile), encoding="utf-8")

    for command in (("build", project), ("validate", project), ("validate", project, "--format", "json")):
        refused = kg(*command)

        assert refused.code in (1, 2)
        assert "holds a user name or password; take it out" in refused.out + refused.err
        assert "qz" not in refused.out + refused.err
        assert "1234571" not in refused.out + refused.err


def test_who_searches_quickly_finds_the_same() -> None:
    """What is blanked out has a sign of it, so that texts without one need not be searched."""
    for text in (*PHONES, *MAILS, *OTHERS):
        bare = contacts.disguises.plain(text)[0]
        assert not list(contacts._found(bare)) or contacts.private(text), text


SLOTS: tuple[tuple[str, ...], ...] = (
    ("summary",), ("job_title",), ("interests", "0"), ("skills", "0"), ("variants", "0"),
    ("positions", "organization"), ("positions", "unit"), ("positions", "role"), ("positions", "location"),
    ("positions", "advisors", "0"), ("positions", "summary"), ("positions", "highlights", "0"),
    ("education", "degree"), ("education", "field"), ("education", "institution"), ("education", "thesis"),
    ("education", "distinction"), ("education", "grade"), ("publications", "title"), ("publications", "authors", "0"),
    ("publications", "corporate_authors", "0"), ("publications", "venue"), ("publications", "status_note"),
    ("publications", "award", "0"), ("publications", "system", "0"), ("publications", "topics", "0"),
    ("systems", "name"), ("systems", "summary"), ("systems", "partners", "0"), ("systems", "people", "0"),
    ("systems", "papers", "0"), ("talks", "title"), ("talks", "venue"), ("talks", "location"), ("awards", "name"),
    ("awards", "giver"), ("awards", "for_work"), ("awards", "summary"), ("teaching", "course"), ("teaching", "code"),
    ("teaching", "summary"), ("service", "role"), ("service", "venue"), ("service", "organization"),
    ("memberships", "organization"), ("memberships", "role"),
)  # fmt: skip
"""Where a text may stand in a profile."""
ADDRESSES = (
    *(text for text in OTHERS if text.startswith("https://x.org/")),
    "https://x.org/?from=qz51@x.org", "https://x.org/?from=qz52%40x.org", "https://x.org/f#access_token=qz53abcdef",
)  # fmt: skip
EMPTY: dict[str, dict[str, Any]] = {
    "positions": {"organization": "Engine Works", "role": "Analyst"},
    "education": {"degree": "Ph.D.", "institution": "University of London"},
    "publications": {"title": "Notes", "authors": ["Ada L"]},
    "systems": {"name": "Engine"},
    "talks": {"title": "A Talk"},
    "awards": {"name": "Medal"},
    "teaching": {"course": "Logic", "role": "Tutor"},
    "service": {"role": "Reviewer", "venue": "EuroSys"},
    "memberships": {"organization": "Society", "role": "Fellow"},
}


def profile_with(number: int, texts: Iterable[str]) -> dict[str, Any]:
    """Return a profile in which texts stand, each in another field."""
    name = f"Ada {chr(65 + number)}ovelace"
    profile: dict[str, Any] = {"id": f"ada-{number}", "name": name}
    for slot, text in zip(SLOTS, texts, strict=False):
        said = f"Ada {chr(65 + number)}. {text}"
        section, *keys = slot
        if section in EMPTY:
            entry = dict(EMPTY[section]) | ({"authors": [name]} if section == "publications" else {})
            *_, last = [*keys] if keys[-1] != "0" else [keys[0]]
            value: Any = said if keys[-1] != "0" else [*entry.get(last, ()), said]
            if last in ("title", "name", "course") or "name" not in entry:
                entry["title" if "title" in entry else "role" if "role" in entry else next(iter(entry))] += f" {last}"
            profile.setdefault(section, []).append(entry | {last: value})
        else:
            profile[section] = [said] if keys else said
    links = [{"label": f"Slides, {text}", "url": url} for text, url in zip(texts, ADDRESSES, strict=False)]
    profile["publications"][0]["links"] = links
    for each, url in zip(profile["publications"], ADDRESSES, strict=False):
        each["url"] = url
    profile["homepage"] = "https://x.org/?from=qz54@x.org"
    profile["same_as"] = list(ADDRESSES)
    return profile


DRAFT = """\
# {name}

## Education

- PhD in Computer Science, University of Lisbon, 2019 - 2023, {0}

## Awards

- Best Paper Award, EuroSys, 2021. {1}

## Experience

- **Engine Works**, Research Intern, 2018 - 2019. {2}
"""


def private_parts() -> dict[str, str]:
    """Return what must not come out of all that is planted, by the text in which it stands."""
    parts = {}
    for text in (*PHONES, *OTHERS, *MAILS, *ADDRESSES):
        digits = re.search(r"\d[\d ()./-]{5,}\d", text)
        if (token := re.search(r"qz\d\d|qzp", text)) is not None:
            parts[text] = token[0]
        elif digits:
            parts[text] = digits[0]
    return parts


def all_of(directory: Path) -> dict[str, bytes]:
    """Return the files below a directory, with the tables of databases as text."""
    bodies = {name: body for name, body in files(directory).items() if not name.endswith("/LOG")}
    for path in directory.rglob("*"):
        if path.is_file() and path.read_bytes()[:15] == b"SQLite format 3":
            with closing(sqlite3.connect(path)) as database:
                tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
                rows = [row for name in tables for row in database.execute(f'SELECT * FROM "{name}"')]  # noqa: S608
            cells = (cell for row in rows for cell in row if cell is not None)
            bodies[f"{path.name} tables"] = b"\n".join(
                cell if isinstance(cell, bytes) else str(cell).encode() for cell in cells
            )
            bodies |= {f"{path.name} {at}": cell for row in rows for at, cell in enumerate(row) if _is_packed(cell)}
    return bodies


def _is_packed(cell: object) -> bool:
    return isinstance(cell, bytes) and cell[:2] in (b"\x1f\x8b", b"PK")


def test_nothing_private_comes_out_of_a_build_and_it_is_said(project: Path, kg: Command) -> None:
    texts = (*PHONES, *MAILS, *OTHERS)
    people = -(-len(texts) // len(SLOTS)) * 3
    for number in range(people):
        begin = number * len(texts) // people
        turned = [*texts[begin:], *texts[:begin]]
        (project / "profiles" / f"ada-{number}.yaml").write_text(
            yaml.safe_dump(profile_with(number, turned), allow_unicode=True), encoding="utf-8"
        )
    said = {}
    for number, name in enumerate(("Nina Petrov", "Olga Novak", "Bea Rossi")):
        cv = project.parent / f"cv-{number}.md"
        cv.write_text(DRAFT.format(*texts[number * 3 :: 9], name=name), encoding="utf-8")
        drafted = kg("extract", cv, "-o", project / "profiles" / f"draft-{number}.yaml")
        assert drafted.code == 0, drafted.err

    for command in (
        ("build", project),
        *(("export", "--format", form) for form in ("turtle", "jsonld", "ntriples", "rdfxml")),
        *(("export", "--evidence", "--format", form) for form in ("trig", "nquads", "jsonld")),
        ("publish", "site", "--workers", 1),
        ("render", "cv", "Ada Aovelace"),
        ("render", "cv", "Nina Petrov", "--format", "html"),
        ("render", "bibtex", "Ada Aovelace"),
        ("sparql", "SELECT * { ?s ?p ?o }", "--format", "csv"),
        ("info", "--account"),
        ("validate", project),
    ):
        outcome = kg(*command)
        assert outcome.code == 0, outcome.err
        said[" ".join(map(str, command))] = (outcome.out + outcome.err).encode()

    came_out = {**all_of(Path("build")), **all_of(Path("site")), **said}
    came_out["quads"] = b"\n".join(str(quad).encode() for quad in open_release(Path("build")).store().quads())
    parts = private_parts()
    planted = {f"source {path.name}": path.read_bytes() for path in (project / "profiles").iterdir()}
    assert len({name for name, _ in found(planted, parts)}) == len(parts) >= 80
    assert sorted(found(came_out, parts)) == []
    assert b"something private is left out of this text" in said[f"build {project}"]
    assert len(came_out) > 100
