"""A project's configuration and its authority files."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from kg import strict_yaml, typed_yaml
from kg.authorities import Authorities, Authority, AuthorityFile, Organization, Venue
from kg.config import Config, Project, project_root
from kg.declaration import additions_in
from kg.errors import ConfigError, Problem, ReadError
from kg.fields import Node
from kg.identifiers import fold
from kg.profile import Source
from kg.profile.reviewed import CONTACTS
from kg.sources.batches import sha256_of
from kg.strict_yaml import Loc
from kg.withholding import without_private

_CONTACTS = {f"Contact.{name}": name for name in CONTACTS}


class Organizations(Node):
    """The contents of `organizations.yaml`."""

    organizations: tuple[Organization, ...] = ()


class Venues(Node):
    """The contents of `venues.yaml`."""

    venues: tuple[Venue, ...] = ()


def read_project(path: Path | None) -> Project:
    """Return the project in a directory; without one, the project in `.` or `data`.

    Raises:
        ConfigError: If there is none, or with every problem of its `kg.yaml`.
    """
    root = project_root(path)
    try:
        config, _ = typed_yaml.read(root / "kg.yaml", Config)
    except ReadError as error:
        raise ConfigError(error.problems) from error
    project = Project(root, config, additions_in(root / "ontology"))
    if problems := list(_not_private(project)):
        text = strict_yaml.read_text(root / "kg.yaml")
        raise ConfigError([typed_yaml.located(each, text, root / "kg.yaml", loc) for loc, each in problems])
    return project


def read_authorities(project: Project) -> Authorities:
    """Return the authority files of a project; a missing file has no entries.

    Raises:
        ReadError: With every problem of both files, among them ids and names that stand twice and unknown parents.
    """
    problems: list[Problem] = []
    read: list[AuthorityFile[Any]] = []
    for path, model, section, parent in (
        (project.organizations, Organizations, "organizations", "parent"),
        (project.venues, Venues, "venues", "held_with"),
    ):
        try:
            file = _read_file(path, model, section, parent)
            kind = "Organization" if section == "organizations" else "Venue"
            public = (
                without_private(entry, kind, project.declaration, project.config.privacy.public)[0]
                for entry in file.entries
            )
            read.append(replace(file, entries=tuple(public)))
        except ReadError as error:
            problems.extend(error.problems)
    if problems:
        raise ReadError(problems)
    return Authorities(*read)


def _not_private(project: Project) -> Iterator[tuple[Loc, Problem]]:
    """Yield what `privacy.public` names that is no private field."""
    kinds = project.declaration.kinds.values()
    fields = (f"{kind.name}.{each.key}" for kind in kinds for each in kind.written if each.is_private)
    known = {name for name in fields if name not in _CONTACTS}
    for at, name in enumerate(project.config.privacy.public):
        if name in _CONTACTS:
            hint = f"delete it; take '{_CONTACTS[name]}' out of privacy.private to publish it of everybody"
            yield ("privacy", "public", at), Problem(f"'{name}' is a contact, which profiles make public", hint=hint)
        elif name not in known:
            near = typed_yaml.nearest(name, known)
            hint = f"did you mean '{near}'?" if near else "name a field with 'private: true' in ontology/*.yaml"
            yield ("privacy", "public", at), Problem(f"'{name}' is no private field", hint=hint)


def _read_file(path: Path, model: type[BaseModel], section: str, parent: str) -> AuthorityFile[Any]:
    if not path.exists():
        return AuthorityFile()
    text = strict_yaml.read_text(path)
    contents, tree = typed_yaml.check(text, path, model)
    entries = getattr(contents, section)
    conflicts = _conflicts(entries, [getattr(entry, parent) for entry in entries], parent)
    problems = [typed_yaml.located(problem, text, path, (section, *loc)) for loc, problem in conflicts]
    if problems:
        raise ReadError(problems)
    source = Source(path.name, "application/yaml", "yaml", sha256_of(path))
    return AuthorityFile(entries, source, {index: lines for (_, index), lines in tree.spans.items()})


def _conflicts(entries: Sequence[Authority], parents: Sequence[str | None], key: str) -> Iterator[tuple[Loc, Problem]]:
    """Yield ids and names that stand twice, parents that do not exist, and circles of parents."""
    ids: dict[str, int] = {}
    names: dict[str, str] = {}
    for index, entry in enumerate(entries):
        if entry.id in ids:
            yield (index, "id"), Problem(f"the id '{entry.id}' is used twice", hint="give one another id")
        ids.setdefault(entry.id, index)
        for name in entry.names:
            owner = names.setdefault(fold(name), entry.id)
            if owner != entry.id:
                message = f"'{name}' names both '{owner}' and '{entry.id}'"
                yield (index,), Problem(message, hint="leave an ambiguous name out, or make it longer")
    up = dict(zip((entry.id for entry in entries), parents, strict=True))
    for index, parent in enumerate(parents):
        if parent and parent not in ids:
            yield (index, key), Problem(f"there is no entry with the id '{parent}'", hint="add it, or correct the id")
        elif _is_circular(entries[index].id, up):
            yield (index, key), Problem(f"'{entries[index].id}' is part of itself", hint=f"correct '{key}'")


def _is_circular(start: str, up: dict[str, str | None]) -> bool:
    seen = {start}
    here = up.get(start)
    while here and here not in seen:
        seen.add(here)
        here = up.get(here)
    return here == start
