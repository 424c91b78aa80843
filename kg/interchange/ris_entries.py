"""Split RIS into records with lines, whatever their producer makes of the format.

Of the libraries, `rispy` gives no lines; here every line is either in a record or reported with its number.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kg.errors import Problem

_LINE = re.compile(r"([A-Z][A-Z0-9]) {0,2}-(?: (.*))?")
_SHOWN = 60


@dataclass
class RisRecord:
    """A record.

    Attributes:
        kind: Its type, such as `JOUR`.
        fields: Texts by tag, in their order.
        lines: First and last line (1-based).
    """

    kind: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    lines: tuple[int, int] = (1, 1)

    def first(self, *tags: str) -> str:
        """Return the first text of the first of some tags that has any."""
        return next((text for tag in tags for text in self.fields.get(tag, ()) if text), "")

    def texts(self, *tags: str) -> list[str]:
        """Return the texts of some tags."""
        return [text for tag in tags for text in self.fields.get(tag, ()) if text]


def parse(text: str, path: Path) -> tuple[list[RisRecord], list[Problem]]:
    """Return the records of a text, and what of it is in none."""
    records: list[RisRecord] = []
    problems: list[Problem] = []
    here: RisRecord | None = None
    last = ""
    for number, tag, value in _tagged(text):
        if tag == "TY":
            if here:
                hint = "end each record with 'ER  - '"
                problems.append(Problem(f"the record of line {here.lines[0]} does not end", path, number, hint=hint))
            here, last = RisRecord(value.strip().upper(), lines=(number, number)), ""
            records.append(here)
        elif here is None:
            if value.strip() or tag:
                shown = f"{tag} {value}".strip()[:_SHOWN]
                problems.append(Problem(f"left out: '{shown}', which stands in no record", path, number))
        elif tag == "ER":
            here.lines, here = (here.lines[0], number), None
        else:
            last = _take(here, tag, value, last, number)
    return records, problems


def _take(record: RisRecord, tag: str, value: str, last: str, number: int) -> str:
    """Add a line to a record, and return the tag to which the next line without one belongs."""
    record.lines = (record.lines[0], number)
    if tag:
        record.fields.setdefault(tag, []).append(value.strip())
    elif last and value.strip():
        texts = record.fields[last]
        texts[-1] = f"{texts[-1]} {value.strip()}".strip()
    return tag or last


def _tagged(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield number, tag and value of each line; without a tag it goes on with the one before."""
    for number, each in enumerate(text.split("\n"), 1):
        match = _LINE.fullmatch(each.strip("\ufeff\r"))
        yield (number, match[1], match[2] or "") if match else (number, "", each.strip("\ufeff"))


def of_mapping(kind: str, fields: Mapping[str, list[str]], lines: tuple[int, int]) -> RisRecord:
    """Return a record of another format that has the same fields."""
    return RisRecord(kind, {tag: texts for tag, texts in fields.items() if texts}, lines)
