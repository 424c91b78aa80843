"""Read a release of ROR (schema 2) a record at a time: JSON or CSV, plain, gzip or in a ZIP file."""

import codecs
import csv
import gzip
import json
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

from kg.base.errors import IdentifierError, Problem, ReadError
from kg.profile.ror import ACRONYM, RorName, RorOrganization
from kg.terms.identifiers import SCHEMES

MAX_UNPACKED = 2 << 30
MAX_RECORD = 1 << 20
"""Characters of a record; the longest of ROR has a twentieth."""

_PIECE = 1 << 18
_MAX_FILES = 1_000
_MAX_TEXT = 1_000
_ACTIVE = "active"
_HINT = "take a release of ROR 2.x as ROR publishes it on Zenodo, and check that it is whole"
_BROKEN = (zipfile.BadZipFile, zlib.error, csv.Error, EOFError, OSError, RuntimeError, UnicodeError)
_FORM = (KeyError, TypeError, AttributeError, IdentifierError)
_NAMES = {"ror_display": "name", "label": "label", "alias": "alias", "acronym": ACRONYM}
_BLANK = re.compile(r"[\s,]*")
_LANGUAGE = re.compile(r"(?:[a-z]{2,3}|no_lang_code): ")
_RELATED = re.compile(r"https://ror\.org/(\w+)|([a-z]+):")


class RorDump:
    """A release of ROR.

    Attributes:
        path: The file.
        left_out: How many records were left out so far, by their status.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.left_out: Counter[str] = Counter()
        self._read = 0  # bytes of the file, packed
        self._told = 0

    def advance(self, _: object) -> int:
        """Return how many bytes of the file were read since this was asked last."""
        before, self._told = self._told, self._read
        return self._told - before

    def organizations(self) -> Iterator[RorOrganization]:
        """Yield the organisations that are active.

        Raises:
            ReadError: If it is no release of ROR, is of another version, is cut off, or unpacks to too much.
        """
        number = 0
        try:
            for record in self._records():
                number += 1
                if (status := str(record.get("status"))) == _ACTIVE or "names" not in record:
                    yield self._organization(record)
                else:
                    self.left_out[status] += 1
        except RecursionError:
            raise  # `kg.base.limits` says it
        except _BROKEN as error:
            raise self._error(f"cannot be read behind record {number:,}: {error or type(error).__name__}") from error
        if not number:
            raise self._error("holds no record of ROR")

    def _error(self, message: str) -> ReadError:
        return ReadError(Problem(message, self.path, hint=_HINT))

    # What the file is packed in.

    def _pieces(self, stack: ExitStack) -> Iterator[str]:
        file = stack.enter_context(self.path.open("rb"))
        unpacked = stack.enter_context(self._unpacked(file, stack))
        decoder = codecs.getincrementaldecoder("utf-8-sig")()
        length = 0
        while piece := unpacked.read(_PIECE):
            length += len(piece)
            if length > MAX_UNPACKED:
                raise self._error(f"unpacks to more than {MAX_UNPACKED >> 20:,} MiB")
            self._read = file.tell()
            yield decoder.decode(piece)
        yield decoder.decode(b"", final=True)

    def _unpacked(self, file: IO[bytes], stack: ExitStack) -> IO[bytes]:
        sign = file.read(4)
        file.seek(0)
        if sign.startswith(b"PK"):
            return self._within(stack.enter_context(zipfile.ZipFile(file)))
        return gzip.open(file) if sign.startswith(b"\x1f\x8b") else file  # type: ignore[return-value]

    def _within(self, archive: zipfile.ZipFile) -> IO[bytes]:
        """Open the file of the release in a ZIP file: JSON before CSV, of the second schema where there are two."""
        named = [each for each in archive.infolist()[:_MAX_FILES] if each.filename.lower().endswith((".json", ".csv"))]
        if not named:
            raise self._error("is a ZIP file without JSON and CSV")
        chosen = min(named, key=lambda each: ("schema_v2" not in each.filename, each.filename.lower().endswith(".csv")))
        if chosen.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise self._error("is packed as ROR does not pack its releases")
        return archive.open(chosen)

    # Its records.

    def _records(self) -> Iterator[Mapping[str, Any]]:
        with ExitStack() as stack:
            pieces = self._pieces(stack)
            head = next(pieces).lstrip()
            if head[:1] == "{":
                raise self._error("is no list of records, as ROR publishes them")
            if head[:1] == "[":
                yield from self._of_json(head[1:], pieces)
            else:
                yield from self._of_csv(_lines(head, pieces))

    def _of_json(self, held: str, pieces: Iterator[str]) -> Iterator[Mapping[str, Any]]:
        decode = json.JSONDecoder().raw_decode
        at = 0
        while True:
            start = _BLANK.match(held, at).end()  # type: ignore[union-attr]  # it matches nothing, too
            if held.startswith("]", start):
                return
            try:
                record, at = decode(held, start)
            except ValueError as error:
                if len(held) - start > MAX_RECORD:
                    raise self._error("holds a record that is not JSON") from error
                if not (more := next(pieces, "")):
                    raise self._error("is cut off: it ends before its last record does") from error
                held, at = held[start:] + more, 0
                continue
            if not isinstance(record, dict):
                raise self._error("is no list of records, as ROR publishes them")
            yield record

    def _of_csv(self, lines: Iterator[str]) -> Iterator[Mapping[str, Any]]:
        rows = csv.DictReader(lines, strict=True)
        headers = {*(rows.fieldnames or ())}
        if not {"id", "status", "names.types.ror_display"} <= headers:
            is_former = {"id", "name", "country.country_code"} <= headers
            raise self._error("is of version 1 of ROR's schema" if is_former else "is no release of ROR")
        for row in rows:
            if None in row or None in row.values():
                raise self._error(f"is cut off or broken at line {rows.line_num:,}")
            yield _record_of(row)

    def _organization(self, record: Mapping[str, Any]) -> RorOrganization:
        if "names" not in record and isinstance(record.get("name"), str):
            raise self._error("is of version 1 of ROR's schema")
        try:
            return _organization(record)
        except _FORM as error:
            message = f"is no release of ROR 2.x: the record '{str(record.get('id'))[:60]}' has another form"
            raise self._error(message) from error


def _lines(held: str, pieces: Iterator[str]) -> Iterator[str]:
    for piece in pieces:
        *whole, held = (held + piece).splitlines(keepends=True) or [""]
        yield from whole
        if len(held) > MAX_RECORD:
            return  # what is cut off there is reported
    yield held


def _record_of(row: Mapping[str, str]) -> Mapping[str, Any]:
    """Return a row of ROR's CSV in the form of its JSON; there, a language stands before most names."""
    names = [
        {"value": _LANGUAGE.sub("", name, count=1), "types": [kind]}
        for kind in _NAMES
        for name in row.get(f"names.types.{kind}", "").split("; ")
        if name
    ]
    details = "locations.geonames_details."
    kind, related = "", []
    for each in _RELATED.finditer(row.get("relationships", "")):
        kind = each[2] or kind
        if each[1]:
            related.append({"type": kind, "id": each[1]})
    return {
        "id": row["id"],
        "status": row["status"],
        "names": names,
        # The first of several, as in JSON.
        "locations": [{"geonames_details": {key: row.get(f"{details}{key}", "").split("; ")[0] for key in _PLACE}}],
        "types": row.get("types", "").split("; "),
        "relationships": related,
    }


_PLACE = ("country_code", "country_name", "name")


def _organization(record: Mapping[str, Any]) -> RorOrganization:
    names = [
        RorName(_NAMES[kind], each["value"].strip()[:_MAX_TEXT])
        for kind in _NAMES  # so that the name that is shown stands first
        for each in record["names"]
        if kind in each["types"]
    ]
    if not names or names[0].kind != "name":
        raise KeyError("ror_display")
    place = record["locations"][0]["geonames_details"] if record["locations"] else {}
    country, country_name, city = (str(place.get(key) or "")[:_MAX_TEXT] for key in _PLACE)
    related = record["relationships"]
    return RorOrganization(
        _bare(record["id"]),
        tuple(names),
        country,
        country_name,
        city,
        tuple(str(each) for each in record["types"]),
        tuple(_bare(each["id"]) for each in related if each["type"] == "parent"),
    )


def _bare(address: str) -> str:
    return SCHEMES["ror"].canonical(address).rpartition("/")[2]
