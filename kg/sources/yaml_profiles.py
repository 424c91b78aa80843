"""Profiles in YAML, one a file."""

from collections.abc import Iterator
from pathlib import Path

from kg import strict_yaml, typed_yaml
from kg.errors import ReadError
from kg.profile import Profile, Record, Source
from kg.profile.checks import contradictions, oddities
from kg.sources.batches import sha256_of


def read_yaml(path: Path, name: str) -> Iterator[Record]:
    """Yield the one profile of a YAML file.

    Raises:
        ReadError: With every problem of the file.
    """
    text = strict_yaml.read_text(path)
    profile, tree = typed_yaml.check(text, path, Profile)
    if problems := list(contradictions(profile)):
        raise ReadError([typed_yaml.located(problem, text, path, loc) for loc, problem in problems])
    yield Record(
        profile,
        Source(name, "application/yaml", "yaml", sha256_of(path)),
        (1, strict_yaml.line_count(text)),
        tree.spans,
        warnings=tuple(typed_yaml.located(problem, text, path, loc) for loc, problem in oddities(profile)),
    )
