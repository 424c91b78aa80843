"""Profiles in JSON: one a file, or one a line (JSON Lines) for bulk input."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from kg import strict_yaml, typed_yaml
from kg.declaration import Declaration, kg_declaration
from kg.errors import Problem, ReadError
from kg.profile import Record, Source
from kg.sources import reviewing
from kg.sources.batches import sha256_of
from kg.strict_yaml import Loc
from kg.typed_yaml import field_text

MAX_LINE = strict_yaml.MAX_BYTES
"""The most bytes that one profile may have."""


def read_json(path: Path, name: str, declaration: Declaration | None = None) -> Iterator[Record]:
    """Yield the one profile of a JSON file.

    Raises:
        ReadError: With every problem of the file.
    """
    text = strict_yaml.read_text(path)
    source = Source(name, "application/json", "json", sha256_of(path))
    place = (1, strict_yaml.line_count(text))
    yield _record(text.encode(), path, place, source, declaration or kg_declaration(), opens_source=True)


def read_lines(
    path: Path,
    name: str,
    digest: str,
    declaration: Declaration | None = None,
    *,
    start: int,
    end: int,
    line: int,
) -> Iterator[Record]:
    """Yield the profiles of some lines of a JSON Lines file.

    Args:
        path: The file.
        name: Its name in the project.
        digest: The SHA-256 of the whole file.
        declaration: What the profiles may say; without it, that of kg.
        start: The first byte that is meant.
        end: The byte behind the last.
        line: The number of the line at `start`, from 1.

    Raises:
        ReadError: After the last line, with the problems of all of them.
    """
    source = Source(name, "application/jsonl", "json", digest)
    declaration = declaration or kg_declaration()
    problems: list[Problem] = []
    opens_source = start == 0
    for number, text in enumerate(_lines(path, start, end), line):
        if text.isspace():
            continue
        try:
            yield _record(text.rstrip(), path, (number, number), source, declaration, opens_source=opens_source)
            opens_source = False
        except ReadError as error:
            problems.extend(error.problems)
    if problems:
        raise ReadError(problems)


def _lines(path: Path, start: int, end: int) -> Iterator[bytes]:
    with path.open("rb") as file:
        file.seek(start)
        while file.tell() < end:
            yield file.readline()


def _record(
    text: bytes,
    path: Path,
    lines: tuple[int, int],
    source: Source,
    declaration: Declaration,
    *,
    opens_source: bool,
) -> Record:
    number = lines[0]
    if len(text) > MAX_LINE:
        message = f"the profile has {len(text):,} bytes; at most {MAX_LINE:,} are read"
        raise ReadError(Problem(message, path, number))
    data = _parse(text, path, number)

    def locate(problem: Problem, loc: Loc) -> Problem:
        return replace(problem, path=path, line=number, column=None, field=field_text(loc))

    return reviewing.record(
        data,
        source,
        lines,
        check=partial(typed_yaml.check_data, data, path, number),
        locate=locate,
        opens_source=opens_source,
        declaration=declaration,
    )


def _parse(text: bytes, path: Path, number: int) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_without_duplicates)
    except json.JSONDecodeError as error:
        line = number + error.lineno - 1
        hint = "look for a missing comma, colon, quotation mark or bracket before that place"
        message = f"this is not JSON: {error.msg}"
        raise ReadError(Problem(message, path, line, error.colno, hint=hint, rule="syntax")) from error
    except UnicodeDecodeError as error:
        raise ReadError(Problem("the text is not UTF-8", path, number, hint="save the file as UTF-8")) from error
    except RecursionError as error:
        raise ReadError(Problem("the document is nested too deeply", path, number, hint="flatten it")) from error
    except ValueError as error:
        raise ReadError(Problem(str(error), path, number)) from error


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key '{twice}' stands in one object a second time")
    return found
