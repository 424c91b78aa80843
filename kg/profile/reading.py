"""Read a project's profiles: YAML, JSON and JSON Lines, in batches."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from hashlib import file_digest, sha256
from itertools import count, groupby
from pathlib import Path, PurePath
from typing import Any

from kg.base import strict_yaml
from kg.base.errors import Problem, ReadError
from kg.base.node import Loc
from kg.base.stretches import stretches
from kg.profile import reviewed
from kg.profile.floor import OPEN, Floor
from kg.profile.records import Record, Source
from kg.terms import typed_yaml
from kg.terms.declaration import kg_declaration
from kg.terms.kinds import Declaration
from kg.terms.typed_yaml import field_text

FILES = 16
"""The least number of files in a batch, which has at most three times as many."""

BYTES = 50_000
"""The least number of bytes of a JSON Lines file in a batch, which has at most three times as many."""


@dataclass(frozen=True)
class Batch:
    """Some profiles to be read."""

    paths: tuple[Path, ...]  # Files, read whole
    start: int = 0  # For a single JSON Lines file: the first byte that is meant
    end: int = 0  # The byte behind the last one; 0 where whole files are meant
    line: int = 1  # The number of the first line, from 1
    sha256: str = ""  # The hash of the whole JSON Lines file
    number: int = 0  # Its place among all batches, from 0
    profiles: int = 0  # How many profiles there are in it, if none is faulty and no line empty
    lines: str = ""  # The hash of the lines that are meant; empty where whole files are meant
    is_catalogue: bool = False  # Whether the file lists works that are nobody's


def batches(files: Iterable[Path], catalogues: Iterable[Path] = ()) -> Iterator[Batch]:
    """Yield batches of files, in their order; large JSON Lines files are cut at line ends. A catalogue is one batch.

    Raises:
        ReadError: If a file cannot be read.
    """
    numbers = count()
    for is_lines, several in groupby(files, key=lambda path: path.suffix == ".jsonl"):
        if is_lines:
            for path in several:
                yield from _line_batches(path, numbers)
        else:
            for paths in stretches(several, lambda _: 1, FILES, lambda path: path.name.encode()):
                yield Batch(tuple(paths), number=next(numbers), profiles=len(paths))
    for path in catalogues:
        yield Batch((path,), number=next(numbers), is_catalogue=True)


def sha256_of(path: Path) -> str:
    """Return the hash of a file's bytes, in hexadecimal."""
    with path.open("rb") as file:
        return file_digest(file, sha256).hexdigest()


def _line_batches(path: Path, numbers: Iterator[int]) -> Iterator[Batch]:
    try:
        digest = sha256_of(path)
        with path.open("rb") as file:
            start, line = 0, 1
            for lines in stretches(file, len, BYTES, bytes):
                text = b"".join(lines)
                end = start + len(text)
                own = sha256(text).hexdigest()
                yield Batch((path,), start, end, line, digest, next(numbers), len(lines), own)
                start, line = end, line + len(lines)
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        raise ReadError(Problem(message, path, hint="check the path and its permissions")) from error


# Profiles in JSON: one a file, or one a line (JSON Lines) for bulk input.

MAX_LINE = strict_yaml.MAX_BYTES
"""The most bytes that one profile may have."""


def read_json(path: Path, name: str, declaration: Declaration | None = None, floor: Floor = OPEN) -> Iterator[Record]:
    """Yield the one profile of a JSON file.

    Raises:
        ReadError: With every problem of the file.
    """
    text = strict_yaml.read_text(path)
    source = Source(name, "application/json", "json", sha256_of(path))
    place = (1, strict_yaml.line_count(text))
    yield _record(text.encode(), path, place, source, declaration or kg_declaration(), floor, opens_source=True)


def read_lines(
    path: Path,
    name: str,
    digest: str,
    declaration: Declaration | None = None,
    floor: Floor = OPEN,
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
        floor: From when on what was read by machine counts.
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
    with path.open("rb") as file:
        file.seek(start)
        for number in count(line):
            if file.tell() >= end:
                break
            if (text := file.readline()).isspace():
                continue
            try:
                place = (number, number)
                yield _record(text.rstrip(), path, place, source, declaration, floor, opens_source=opens_source)
                opens_source = False
            except ReadError as error:
                problems.extend(error.problems)
    if problems:
        raise ReadError(problems)


def _record(
    text: bytes,
    path: Path,
    lines: tuple[int, int],
    source: Source,
    declaration: Declaration,
    floor: Floor,
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

    return reviewed.record(
        data,
        source,
        lines,
        check=partial(typed_yaml.check_data, data, path, number),
        locate=locate,
        opens_source=opens_source,
        declaration=declaration,
        floor=floor,
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
        twice, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise ValueError(f"the key '{twice}' stands in one object a second time")
    return found


# Profiles in YAML, one a file.


def read_yaml(path: Path, name: str, declaration: Declaration | None = None, floor: Floor = OPEN) -> Iterator[Record]:
    """Yield the one profile of a YAML file.

    Raises:
        ReadError: With every problem of the file.
    """
    text = strict_yaml.read_text(path)
    tree = strict_yaml.parse(text, path)

    def locate(problem: Problem, loc: Loc) -> Problem:
        return typed_yaml.located(problem, tree, path, loc)

    yield reviewed.record(
        tree.data,
        Source(name, "application/yaml", "yaml", sha256_of(path)),
        (1, strict_yaml.line_count(text)),
        check=partial(typed_yaml.check_tree, tree, path),
        locate=locate,
        spans=tree.spans,
        declaration=declaration or kg_declaration(),
        floor=floor,
    )


# Read a project's files: profiles in YAML and JSON, authority files, configuration.

Reader = Callable[[Path, str, Declaration, Floor], Iterator[Record]]

READERS: Mapping[str, Reader] = {".yaml": read_yaml, ".yml": read_yaml, ".json": read_json}
"""How a file is read, by its suffix. A reader takes a path, the name to show for it, the declaration and the floor."""

SUFFIXES = frozenset((*READERS, ".jsonl"))
"""The suffixes of files that hold profiles."""

CLAIMS = ".claims.jsonl"
"""How the file ends that says where the values of a profile stand in its documents (`kg.profile.drafts.claims`)."""


def is_called_so(path: PurePath) -> bool:
    """Whether a file is called like one of profiles; hidden ones and claims are not."""
    return path.suffix in SUFFIXES and not path.name.startswith(".") and not path.name.endswith(CLAIMS)


def candidates(directory: Path) -> list[Path]:
    """Return what is called like a file of profiles in a directory, in order."""
    return sorted(filter(is_called_so, directory.glob("**/*")))


def profile_files(directory: Path, *, needs_one: bool = True) -> list[Path]:
    """Return the profile files of a directory, in the order in which they are read.

    Hidden files are left out: editors keep locks and copies in them.

    Args:
        directory: The directory.
        needs_one: Whether there is nothing else to be read.

    Raises:
        ReadError: If there is none and it needs one, something that is no file is called like one, or a name cannot be
            written down.
    """
    files = candidates(directory)
    hint = "delete or rename it; it may be a directory, or a link whose target is gone"
    if odd := [Problem("this is not a file", path, hint=hint) for path in files if not path.is_file()]:
        raise ReadError(odd)
    hint = "give it a name in UTF-8 that stands on one line, without tabs"
    start = len(str(directory))
    if unwritable := [path for path in files if _is_odd(str(path)[start:])]:
        raise ReadError([Problem("the name cannot be written down", path, hint=hint) for path in unwritable])
    if not files and needs_one:
        hint = f"add a file whose name ends in {', '.join(sorted(SUFFIXES))}"
        raise ReadError(Problem("there is no profile here", directory, hint=hint))
    return files


def _is_odd(name: str) -> bool:
    if name.isprintable():  # as nearly all are
        return False
    return "\t" in name or len(name.splitlines()) > 1 or any("\ud800" <= char <= "\udfff" for char in name)


def read(batch: Batch, root: Path, declaration: Declaration | None = None, floor: Floor = OPEN) -> Iterator[Record]:
    """Yield the profiles of a batch.

    Raises:
        ReadError: After the last profile, with the problems of all.
    """
    declaration = declaration or kg_declaration()
    problems: list[Problem] = []
    for path in batch.paths:
        name = path.relative_to(root).as_posix()
        try:
            if batch.end:
                where = {"start": batch.start, "end": batch.end, "line": batch.line}
                yield from read_lines(path, name, batch.sha256, declaration, floor, **where)
            else:
                yield from READERS[path.suffix](path, name, declaration, floor)
        except ReadError as error:
            problems.extend(error.problems)
    if problems:
        raise ReadError(problems)
