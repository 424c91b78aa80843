"""Secrets for tests: texts that occur nowhere else, a project full of them, and a search that decodes what it reads."""

import base64
import gzip
import io
import json
import re
import struct
import zipfile
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import unquote_to_bytes

import docx

from tests.support.pdf_writer import column, pdf

PUBLIC = "zqpublicx"
"""Part of an e-mail address that a profile marks public: what the search must find."""

_PLACES = (
    *("contact-email", "contact-phone", "contact-address", "profile-comment", "config-comment", "registry-comment"),
    *("summary", "position", "highlight", "thesis", "title", "system", "award", "talk", "service", "teaching"),
    *("same-as", "judgement-comment", "judgement-reason", "front-matter-email", "front-matter-phone", "cv-comment"),
    *("cv-text", "bib-note", "bib-annote", "bib-abstract", "bib-file", "orcid", "resume-email", "resume-phone"),
    *(
        "csl-note",
        "csl-annote",
        "csl-abstract",
        "docx-author",
        "docx-comments",
        "docx-exif",
        "pdf-author",
        "image-exif",
        "git",
        "backup",
        "swap",
    ),
    *("environment", "directory", "document-directory", "html-meta", "html-comment"),
)
_NUMBERED = {"contact-phone", "position", "award", "front-matter-phone", "resume-phone"}

SECRETS = {
    place: f"{9100 + number} {2200 + number}" if place in _NUMBERED else f"zq{number:02}secretx"
    for number, place in enumerate(_PLACES)
}
"""What is planted, by where; telephone numbers as they are written behind the code of a country."""


def mail(place: str) -> str:
    """Return an e-mail address with a secret in it."""
    return f"{SECRETS[place]}@hidden.example.org"


def phone(place: str) -> str:
    """Return a telephone number that is a secret."""
    return f"+852 {SECRETS[place]}"


def found(texts: dict[str, bytes], secrets: dict[str, str]) -> set[tuple[str, str]]:
    """Return which secrets are where: the names of both."""
    patterns = {name: re.compile(b"|".join(map(re.escape, _spellings(secret)))) for name, secret in secrets.items()}
    any_of = re.compile(b"|".join(pattern.pattern for pattern in patterns.values()))
    readings = ((where, reading) for where, body in texts.items() for reading in _readings(body))
    hits = ((where, reading) for where, reading in readings if any_of.search(reading))
    return {(name, where) for where, reading in hits for name, pattern in patterns.items() if pattern.search(reading)}


def _spellings(secret: str) -> Iterator[bytes]:
    """Yield a secret in small letters as it may be written: without blanks, in base64 at any place of a text."""
    for written in {secret, secret.replace(" ", ""), secret.replace(" ", "-")}:
        plain = written.encode()
        yield plain
        yield written.encode("utf-16-be")
        for ahead in range(3):
            coded = base64.b64encode(b"\0" * ahead + plain)
            yield coded[-(-ahead * 8 // 6) : (ahead + len(plain)) * 8 // 6].lower()


def _readings(body: bytes) -> Iterator[bytes]:
    """Yield what bytes may mean, in small letters: as they are, unpacked, with percent, HTML and JSON undone."""
    if body.startswith(b"\x1f\x8b"):
        yield from _readings(gzip.decompress(body))
    if body.startswith(b"PK\3\4"):
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            for name in archive.namelist():
                yield from _readings(archive.read(name))
    yield body.lower()
    plain = re.sub(rb"\\u([0-9a-fA-F]{4})", lambda code: chr(int(code[1], 16)).encode("utf-8", "replace"), body)
    plain = unescape(unquote_to_bytes(plain).decode("utf-8", "replace")).encode()
    if plain != body:
        yield unquote_to_bytes(plain).lower()


def files(directory: Path) -> dict[str, bytes]:
    """Return the files below a directory, hidden ones too, with their names as part of what they hold."""
    paths = (path for path in directory.rglob("*") if path.is_file())
    named = ((path.relative_to(directory).as_posix(), path.read_bytes()) for path in paths)
    return {name: body if body[:2] in (b"\x1f\x8b", b"PK") else name.encode() + b"\n" + body for name, body in named}


def plant(root: Path, sources: Path) -> None:
    """Write a project with secrets in its files, and documents with secrets to read profiles from."""
    for path, text in _project().items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    (root / "profiles" / "ada-lovelace.jpg").write_bytes(_jpeg(SECRETS["image-exif"]))
    sources.mkdir(parents=True)
    for name, text in _documents().items():
        (sources / name).write_text(text, encoding="utf-8")
    (sources / "petra.pdf").write_bytes(_pdf())
    _write_docx(sources / "dora.docx")


def _project() -> dict[str, str]:
    return {
        "kg.yaml": f"""\
# {SECRETS["config-comment"]}
base: https://kg.example.org/
title: A test
license: https://creativecommons.org/licenses/by/4.0/
publisher: {{name: Nobody}}
""",
        "organizations.yaml": f"# {SECRETS['registry-comment']}\norganizations: []\n",
        "identity/judgements.yaml": f"""\
judgements:
  # {SECRETS["judgement-comment"]}
  - different: [person/ada-lovelace, person/grace-hopper]
    because: each wrote to me, the first from {mail("judgement-reason")}
""",
        "profiles/grace-hopper.yaml": f"""\
id: grace-hopper
name: Grace Hopper
contact: {{email: {PUBLIC}@open.example.org, public: [email]}}
""",
        "profiles/ada-lovelace.yaml": f"""\
id: ada-lovelace  # {SECRETS["profile-comment"]}
name: Ada Lovelace
contact:
  email: {mail("contact-email")}
  phone: {phone("contact-phone")}
  address: 12 {SECRETS["contact-address"]} Road, Ockham
same_as: ["https://lists.example.org/?from={mail("same-as").replace("@", "%40")}"]
summary: Write to {mail("summary")}.
positions:
  - organization: Engine Works
    role: Analyst
    start: 2020
    summary: Call {phone("position")}.
    highlights: ["Answered {mail("highlight")}"]
education:
  - {{degree: Ph.D., institution: University of London, end: 2019, thesis: On Engines ({mail("thesis")})}}
publications:
  - {{title: "Notes, by {mail("title")}", authors: [Ada Lovelace], year: 2021}}
systems: [{{name: Engine, summary: "Questions: {SECRETS["system"]} (at) hidden (dot) org"}}]
awards: [{{name: Medal, year: 2022, summary: "Tel. {phone("award")}"}}]
talks: [{{title: A Talk, year: 2022, venue: "Meeting; ask {mail("talk")}"}}]
service: [{{role: Reviewer, venue: EuroSys, year: 2022, summary: "{SECRETS["service"]} at hidden dot org"}}]
teaching: [{{course: "Logic", role: "Tutor", term: Spring 2022, summary: "mailto:{mail("teaching")}"}}]
""",
        ".git/config": f"[remote]\nurl = https://{SECRETS['git']}@git.example.org/\n",
        "profiles/ada-lovelace.yaml~": f"id: ada\nname: {SECRETS['backup']}\n",
        "profiles/.ada-lovelace.yaml.swp": f"id: ada\nname: {SECRETS['swap']}\n",
    }


def _documents() -> dict[str, str]:
    """Return documents from which profiles are made, one for each person."""
    resume = {
        "basics": {"name": "Jon Smith", "email": mail("resume-email"), "phone": phone("resume-phone")},
        "work": [{"name": "Engine Works", "position": "Analyst", "startDate": "2020"}],
    }
    person = {
        "name": {"credit-name": {"value": "Olga Ivanova"}, "visibility": "public"},
        "emails": {"email": [{"email": mail("orcid"), "visibility": "private"}]},
    }
    works = [
        {
            "type": "article-journal",
            "title": "Barrels of Engines",
            "author": [{"given": "Carla", "family": "Rossi"}],
            "note": f"write to {mail('csl-note')}",
            "annote": SECRETS["csl-annote"],
            "abstract": f"write to {mail('csl-abstract')}",
            "issued": {"date-parts": [[2021]]},
        }
    ]
    return {
        "nina.md": f"""\
---
author: {{name: Nina Petrov, email: {mail("front-matter-email")}, phone: "{phone("front-matter-phone")}"}}
---
# Nina Petrov
<!-- {SECRETS["cv-comment"]} -->

## Education
- PhD in Computer Science, University of Lisbon, 2019 - 2023; write to {mail("cv-text")}
""",
        "hanna.html": f"""\
<html><head><title>Hanna Berg</title><meta name="author" content="{SECRETS["html-meta"]}"></head><body>
<!-- {SECRETS["html-comment"]} --><h1>Hanna Berg</h1>
<h2>Education</h2><ul><li>PhD in Computer Science, University of Oslo, 2015 - 2019</li></ul></body></html>
""",
        "bea.bib": f"""\
@article{{b, title = {{Cards of Engines}}, author = {{Bea Novak}}, journal = {{Memoirs}}, year = 2020,
  note = {{Ask {mail("bib-note")}}}, annote = {{{SECRETS["bib-annote"]}}},
  abstract = {{Write to {mail("bib-abstract")}}},
  file = {{:/home/{SECRETS["bib-file"]}/paper.pdf:PDF}}}}
""",
        "olga.json": json.dumps({"orcid-identifier": {"path": "0000-0002-1825-0097"}, "person": person}),
        "jon.json": json.dumps(resume),
        "carla.json": json.dumps(works),
    }


def _pdf() -> bytes:
    lines = ["Petra Kralova", "", "Education", "PhD in Computer Science, University of Brno, 2012 - 2016"]
    about = f"<</Size 9/Info<</Author({SECRETS['pdf-author']})>>".encode()
    return re.sub(rb"<</Size \d+(?=/Root)", about, pdf(column(60, 700, lines)))


def _write_docx(path: Path) -> None:
    document = docx.Document()
    document.core_properties.author = SECRETS["docx-author"]
    document.core_properties.comments = SECRETS["docx-comments"]
    document.add_heading("Dora Klein", 0)
    document.add_picture(io.BytesIO(_jpeg(SECRETS["docx-exif"])))
    document.add_heading("Education", 1)
    document.add_paragraph("PhD in Computer Science, University of Vienna, 2014 - 2018", style="List Bullet")
    document.save(str(path))


def _jpeg(owner: str) -> bytes:
    """Return a picture of one pixel whose EXIF names an artist."""
    name = owner.encode() + b"\0"
    tiff = b"II*\0" + struct.pack("<IHHHIII", 8, 1, 0x013B, 2, len(name), 26, 0) + name
    exif = b"Exif\0\0" + tiff
    return b"".join(
        (
            b"\xff\xd8\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif,
            b"\xff\xdb\0\x43\0" + b"\1" * 64,
            b"\xff\xc0\0\x0b\x08\0\1\0\1\1\1\x11\0",
            b"\xff\xc4\0\x14\0\1" + b"\0" * 15 + b"\3",
            b"\xff\xda\0\x08\1\1\0\0\x3f\0\xd2\xcf\x20\xff\xd9",
        )
    )
