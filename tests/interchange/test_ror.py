"""`kg import ror`: a release of ROR becomes an authority of the project, or the former one stays."""

import csv
import gzip
import io
import json
import sqlite3
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg.base.errors import KgError, ReadError
from kg.interchange import ror_dump
from kg.interchange.ror_dump import RorDump
from kg.profile import ror
from kg.profile.ror import name_key, write_ror
from tests.conftest import Command


def record(id_: str, name: str, *others: tuple[str, str], **more: Any) -> Any:
    """Return a record as ROR publishes it."""
    shown = {"value": name, "types": ["ror_display", "label"], "lang": "en"}
    names = [{"value": value, "types": [kind], "lang": None} for kind, value in others]
    place = {"country_code": "GB", "country_name": "United Kingdom", "name": "London", "lat": 1.5}
    return {
        "id": f"https://ror.org/{id_}",
        "names": [*names, shown],
        "locations": [{"geonames_details": place, "geonames_id": 1}],
        "relationships": [],
        "types": ["education"],
        "status": "active",
        "domains": [],
        **more,
    }


IMPERIAL = record("041kmwe10", "Imperial College London", ("acronym", "ICL"), ("alias", "Imperial College"))
HOSPITAL = record(
    "056ffv270",
    "Imperial College Healthcare NHS Trust",
    types=["healthcare"],
    relationships=[{"type": "parent", "id": "https://ror.org/041kmwe10", "label": "Imperial College London"}],
)
GONE = record("03q8dnn23", "City College", status="withdrawn")
RECORDS = [IMPERIAL, HOSPITAL, GONE]


def as_csv() -> str:
    place = "locations.geonames_details."
    rows = [
        {
            "id": "https://ror.org/041kmwe10",
            "names.types.ror_display": "Imperial College London",
            "names.types.label": "en: Imperial College London; cy: Coleg Imperial, Llundain",
            "names.types.alias": "Imperial College",
            "names.types.acronym": "no_lang_code: ICL",
            f"{place}country_code": "GB",
            f"{place}country_name": "United Kingdom",
            f"{place}name": "London",
            "relationships": "child: https://ror.org/056ffv270; parent: https://ror.org/03q8dnn23",
            "status": "active",
            "types": "education; funder",
        }
    ]
    out = io.StringIO()
    writer = csv.DictWriter(out, [*rows[0]])
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def zipped(**files: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name.replace("__", "."), text)
    return out.getvalue()


TEXT = json.dumps(RECORDS, indent=4)
FORMS = {
    "ror.json": TEXT.encode(),
    "ror.json.gz": gzip.compress(TEXT.encode()),
    "ror.zip": zipped(v2__csv=as_csv(), v2__json=TEXT),
    "both.zip": zipped(v1__json='[{"name": "An old record"}]', v1_schema_v2__json=TEXT),
}


@pytest.mark.parametrize(("name", "content"), FORMS.items())
def test_a_release_becomes_an_authority(kg: Command, project: Path, name: str, content: bytes) -> None:
    dump = project.parent / name
    dump.write_bytes(content)
    outcome = kg("import", "ror", dump, "--project", project)

    assert outcome.code == 0, outcome.err
    assert "ror.sqlite: 2 organisations of ROR; 1 withdrawn left out" in outcome.err
    database = sqlite3.connect(project / "authorities" / "ror.sqlite")
    assert database.execute("SELECT ror, name, country, city, types FROM organization").fetchall() == [
        ("041kmwe10", "Imperial College London", "GB", "London", "education"),
        ("056ffv270", "Imperial College Healthcare NHS Trust", "GB", "London", "healthcare"),
    ]
    found = database.execute("SELECT kind, text FROM name WHERE key IN (?, 'icl')", (name_key("The Imperial College"),))
    assert {*found} == {("alias", "Imperial College"), ("acronym", "ICL")}
    assert database.execute("SELECT organization, ror FROM parent").fetchall() == [(1, "041kmwe10")]
    database.close()


def test_a_release_in_csv_says_the_same(tmp_path: Path) -> None:
    dump = tmp_path / "ror.csv"
    dump.write_text(as_csv(), encoding="utf-8-sig")
    [found] = RorDump(dump).organizations()

    assert (found.ror, found.country, found.country_name, found.city) == ("041kmwe10", "GB", "United Kingdom", "London")
    assert (found.types, found.parents) == (("education", "funder"), ("03q8dnn23",))
    assert [tuple(name) for name in found.names] == [
        ("name", "Imperial College London"),
        ("label", "Imperial College London"),
        ("label", "Coleg Imperial, Llundain"),
        ("alias", "Imperial College"),
        ("acronym", "ICL"),
    ]


BROKEN = {
    "cut off": (TEXT[:-40].encode(), "is cut off"),
    "cut off before a record": (TEXT[: TEXT.index('},\n    {\n        "id') + 2].encode(), "is cut off"),
    "packed and cut off": (FORMS["ror.json.gz"][:-30], "cannot be read behind record"),
    "ZIP cut off": (FORMS["ror.zip"][:-30], "cannot be read behind record 0"),
    "damaged": (TEXT.replace('"id": ', '"id" ', 2).encode() + b" " * (2 << 20), "holds a record that is not JSON"),
    "of version 1": (b'[{"id": "https://ror.org/041kmwe10", "name": "An old record"}]', "is of version 1"),
    "CSV of version 1": (b"id,name,country.country_code\n1,A,GB\n", "is of version 1"),
    "something else": (b'[{"id": 1}]', "is no release of ROR 2.x: the record '1'"),
    "a profile": (b"id: ada-lovelace\nname: Ada Lovelace\n", "is no release of ROR"),
    "one record": (json.dumps(IMPERIAL).encode(), "is no list of records"),
    "CSV cut off": (as_csv()[:-30].encode(), "is cut off or broken at line 2"),
    "without records": (b"[]", "holds no record of ROR"),
    "empty": (b"", "is no release of ROR"),
    "not a text": (b"[\xff\xfe]", "cannot be read behind record 0"),
    "nested": (b"[" * 200_000, "is nested too deeply"),
    "ZIP of something else": (zipped(a__txt="nothing"), "is a ZIP file without JSON and CSV"),
}


@pytest.mark.parametrize(("content", "message"), BROKEN.values(), ids=BROKEN)
def test_what_cannot_be_read_is_a_sentence_and_the_former_authority_stays(
    kg: Command, project: Path, content: bytes, message: str
) -> None:
    target = project / "authorities" / "ror.sqlite"
    target.parent.mkdir()
    target.write_bytes(b"the former one")
    dump = project.parent / "dump"
    dump.write_bytes(content)
    outcome = kg("import", "ror", dump, "--project", project)

    assert outcome.code == 1
    assert message in outcome.err
    assert "hint: " in outcome.err
    assert [path.name for path in target.parent.iterdir()] == [target.name]
    assert target.read_bytes() == b"the former one"


def test_a_release_unpacks_to_no_more_than_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ror_dump, "MAX_UNPACKED", 1 << 20)
    dump = tmp_path / "ror.json.gz"
    dump.write_bytes(gzip.compress(b"[" + b" " * (4 << 20) + b"]"))
    with pytest.raises(ReadError, match="unpacks to more than 1 MiB"):
        list(RorDump(dump).organizations())


def test_a_full_disk_leaves_the_former_authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dump, target = tmp_path / "ror.json", tmp_path / "authorities" / "ror.sqlite"
    dump.write_text(TEXT)
    write_ror(target, RorDump(dump).organizations())
    former = target.read_bytes()
    monkeypatch.setattr(ror, "_SCHEMA", f"PRAGMA max_page_count = 3; {ror._SCHEMA}")

    with pytest.raises(KgError, match="cannot be written: database or disk is full") as caught:
        write_ror(target, RorDump(dump).organizations())
    assert "free some space" in caught.value.hint
    assert target.read_bytes() == former
    assert [path.name for path in target.parent.iterdir()] == [target.name]


def test_memory_does_not_grow_with_a_release(tmp_path: Path) -> None:
    """A record is gone before the next but one piece of the file is read."""
    dump = tmp_path / "ror.json"
    dump.write_text(json.dumps([IMPERIAL] * 2_000))
    reader = RorDump(dump)
    read: Callable[[object], int] = reader.advance
    organizations = reader.organizations()
    next(organizations)
    assert 0 < read(None) < dump.stat().st_size / 2
    assert sum(1 for _ in organizations) == 1_999
