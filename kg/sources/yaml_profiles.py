"""Profiles in YAML, one a file."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from kg import strict_yaml, typed_yaml
from kg.declaration import Declaration, kg_declaration
from kg.errors import Problem
from kg.profile import Record, Source
from kg.sources import reviewing
from kg.sources.batches import sha256_of
from kg.strict_yaml import Loc


def read_yaml(path: Path, name: str, declaration: Declaration | None = None) -> Iterator[Record]:
    """Yield the one profile of a YAML file.

    Raises:
        ReadError: With every problem of the file.
    """
    text = strict_yaml.read_text(path)
    tree = strict_yaml.parse(text, path)

    def locate(problem: Problem, loc: Loc) -> Problem:
        return typed_yaml.located(problem, text, path, loc)

    yield reviewing.record(
        tree.data,
        Source(name, "application/yaml", "yaml", sha256_of(path)),
        (1, strict_yaml.line_count(text)),
        check=partial(typed_yaml.check_tree, tree, text, path),
        locate=locate,
        spans=tree.spans,
        declaration=declaration or kg_declaration(),
    )
