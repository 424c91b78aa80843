"""What kg reads, it builds: profiles as `import` and `extract` write them make a graph that conforms."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.building import build
from kg.extract.extraction import extract
from kg.interchange.formats import detect, read
from kg.profile.config import read_project
from kg.profile.drafts import writing
from kg.profile.drafts.model import Draft
from kg.validation.report import ResultSeverity
from tests.conftest import CONFIG, ROOT
from tests.support.often import often

DATA = ROOT / "tests" / "data"
HARD = (
    "TBD", "Journal", "in press", "submitted to Nature", "n.d.", "2019/20", "12", "Ada", "others", "{The Loom Team}",
    "A. Lovelace and others", "Lovelace, Ada", "??", "<i>Looms</i>", "10.1000/x", "http://", "Proceedings", "99", "",
)  # fmt: skip
"""Values as people leave them in a field of any name."""
FIELDS: Mapping[str, tuple[str, str, str]] = {
    "title": ("title", "TI", "title"),
    "author": ("author", "AU", "author"),
    "editor": ("editor", "ED", "editor"),
    "venue": ("journal", "T2", "container-title"),
    "meeting": ("booktitle", "BT", "event-title"),
    "year": ("year", "PY", "issued"),
    "pages": ("pages", "SP", "page"),
    "number": ("number", "IS", "issue"),
    "doi": ("doi", "DO", "DOI"),
    "address": ("url", "UR", "URL"),
    "publisher": ("publisher", "PB", "publisher"),
}
"""What a field is called in BibTeX, RIS and CSL-JSON."""
TYPES = (
    ("article", "JOUR", "article-journal"),
    ("inproceedings", "CONF", "paper-conference"),
    ("misc", "GEN", "document"),
    ("phdthesis", "THES", "thesis"),
    ("incollection", "CHAP", "chapter"),
    ("techreport", "RPRT", "report"),
)

Entry = tuple[int, Mapping[str, str]]


def written(folder: Path, drafts: Mapping[str, Draft]) -> list[str]:
    """Write drafts as profiles, build a graph of them, and return what is wrong with it."""
    (folder / "profiles").mkdir()
    (folder / "kg.yaml").write_text(CONFIG)
    for name, draft in drafts.items():
        text = writing.revise(draft, id=name, name="Ada Lovelace").text
        (folder / "profiles" / f"{name}.yaml").write_text(text, encoding="utf-8")
    report = build(read_project(folder), folder / "out").report
    assert report
    return [str(each) for each in report.results if each.severity is ResultSeverity.VIOLATION]


@pytest.mark.thorough
def test_what_is_read_of_every_form_is_built(tmp_path: Path) -> None:
    files = {path: detect(path) for path in sorted((DATA / "interchange").iterdir())}
    imported = {f"i{number}": read(form or "orcid", path) for number, (path, form) in enumerate(files.items())}
    pages = [*sorted((DATA / "sites").iterdir()), *sorted((ROOT / "docs" / "examples").glob("*.md"))]
    extracted = {f"e{number}": extract([path]) for number, path in enumerate(pages)}

    assert written(tmp_path, imported | extracted) == []


def bibtex(works: Sequence[Entry]) -> str:
    """Return works as BibTeX."""
    return "".join(
        f"@{TYPES[kind][0]}{{k{number},\n"
        + "".join(f"  {FIELDS[key][0]} = {{{value}}},\n" for key, value in fields.items())
        + "}\n"
        for number, (kind, fields) in enumerate(works)
    )


def ris(works: Sequence[Entry]) -> str:
    """Return works as RIS."""
    lines = (
        [f"TY  - {TYPES[kind][1]}", *(f"{FIELDS[key][1]}  - {value}" for key, value in fields.items()), "ER  - "]
        for kind, fields in works
    )
    return "".join(f"{line}\r\n" for work in lines for line in work)


def csl_json(works: Sequence[Entry]) -> str:
    """Return works as CSL-JSON."""
    people, dates = ("author", "editor"), ("year",)
    return json.dumps(
        [
            {"type": TYPES[kind][2], "id": str(number)}
            | {
                FIELDS[key][2]: [{"literal": value}] if key in people else {"raw": value} if key in dates else value
                for key, value in fields.items()
            }
            for number, (kind, fields) in enumerate(works)
        ]
    )


FIELD_VALUES = st.dictionaries(st.sampled_from(sorted(FIELDS)), st.sampled_from(HARD))


@pytest.mark.thorough
@settings(max_examples=often(24))
@given(st.lists(st.tuples(st.integers(0, len(TYPES) - 1), FIELD_VALUES), min_size=1, max_size=12))
def test_works_with_any_value_in_any_field_are_built_or_told(works: list[Entry]) -> None:
    drafts: dict[str, Draft] = {}
    with TemporaryDirectory() as name:
        folder = Path(name)
        for form, write in (("bibtex", bibtex), ("ris", ris), ("csl-json", csl_json)):
            path = folder / f"works.{form}"
            path.write_text(write(works), encoding="utf-8")
            drafts[form] = read(form, path)

        assert written(folder, drafts) == []

    for draft in drafts.values():
        left_out = sum(number for counts in draft.account.values() for reason, number in counts.items() if reason)
        assert sum(fact.section == "publications" for fact in draft.facts) + left_out == len(works)
