"""Say of each result which line of which profile it comes from.

The evidence graph knows the file, the lines and the entry of each described node; the context knows
which key stands for a property; the file itself is read again only for what went wrong.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel
from pyoxigraph import Literal, NamedNode

from kg.base import strict_yaml
from kg.base.errors import ReadError
from kg.base.node import Loc
from kg.profile.config import Config, Organizations, Venues
from kg.profile.model import Profile
from kg.store.columns import value
from kg.store.store import LocalStore
from kg.terms.context import Context
from kg.terms.formats import iri_of
from kg.terms.typed_yaml import field_text, keys_at
from kg.terms.vocabulary import KG, PREFIXES
from kg.validation.report import Report, Result

_KEYS = {
    "date_published": "year",
    "presented_at": "venue",
    "part_of": "venue",
    "service_for": "venue",
    "authorship": "authors",
    "position": "authors",
    "author": "authors",
    "affiliation": "organization",
    "course_code": "code",
    "provider": "institution",
    "year": "date",
    "start_year": "start",
    "end_year": "end",
    "summary": "description",
    "uri_space": "base",
}
"""The key of a profile from which a key of the document is made, where they differ."""


_MODELS: dict[str, type[BaseModel]] = {
    "kg.yaml": Config,
    "organizations.yaml": Organizations,
    "venues.yaml": Venues,
}


class NodePlace(NamedTuple):
    """Where a node was read: file, first line, and entry of the profile."""

    file: str
    line: int
    pointer: str


def traced(report: Report, store: LocalStore, root: Path, context: Context) -> Report:
    """Return a report on a store whose results name file (below a project's directory), line and field."""
    return Report.of(map(_Tracer(store, root, context).trace, report.results), strict=report.strict)


class _Tracer:
    def __init__(self, store: LocalStore, root: Path, context: Context) -> None:
        self._store = store
        self._root = root
        self._keys: dict[str, list[str]] = {}
        for key, term in context.terms.items():
            self._keys.setdefault(term.predicate, []).append(key)
        self._tree = lru_cache(64)(lambda file: strict_yaml.parse(strict_yaml.read_text(file), file))

    def trace(self, result: Result) -> Result:
        """Return a result with its label and its place."""
        label = self._name(result.focus) or self._name(_entity(result.focus))
        place, path = self._place(self._part(result), result.path)
        if place is None:
            return replace(result, label=label)
        file = self._root / place.file
        loc = self._loc(file, place, path)
        line, column = self._position(file, loc, place.line)
        return replace(result, label=label, file=file, line=line, column=column, field=field_text(loc))

    def _part(self, result: Result) -> str:
        """Return the part of the focus node that says the same, such as a position that names an advisor."""
        if not (result.path and result.value.startswith("<")):
            return result.focus
        saying = self._store.quads(predicate=NamedNode(result.path), obj=NamedNode(result.value[1:-1]))
        parts = (iri_of(quad.subject) for quad in saying)
        return min((iri for iri in parts if iri.startswith(f"{result.focus}#")), default=result.focus)

    def _place(self, focus: str, path: str) -> tuple[NodePlace | None, str]:
        """Return evidence of a node, of the entity it belongs to, or of what names it, and the property to look for."""
        for iri in (focus, _entity(focus)):
            if places := sorted(self._evidence(iri)):
                return places[0], path
        naming = [(iri_of(quad.subject), quad.predicate.value) for quad in self._store.quads(obj=NamedNode(focus))]
        named = [
            (not place.pointer, place, predicate)
            for subject, predicate in naming
            for iri in {subject, _entity(subject)}
            for place in self._evidence(iri)
        ]
        if named:
            return min(named)[1:]
        is_dataset = any(self._store.quads(NamedNode(focus), NamedNode(f"{PREFIXES['void']}uriSpace")))
        return (NodePlace("kg.yaml", 1, ""), path) if is_dataset else (None, path)

    def _evidence(self, iri: str) -> Iterator[NodePlace]:
        for quad in self._store.quads(predicate=NamedNode(f"{KG}supports"), obj=NamedNode(iri)):
            facts = {
                each.predicate.value: value(each.object) for each in self._store.quads(NamedNode(iri_of(quad.subject)))
            }
            if f"{KG}reviewStatus" in facts:
                continue  # what a document says that a profile was drafted from; the place to correct is the profile
            source = facts[f"{PREFIXES['prov']}wasDerivedFrom"]
            yield NodePlace(self._name(source), int(facts[f"{KG}startLine"]), facts.get(f"{KG}pointer", ""))

    def _name(self, iri: str) -> str:
        names = self._store.quads(NamedNode(iri), NamedNode(f"{PREFIXES['schema']}name"))
        return next((quad.object.value for quad in names if isinstance(quad.object, Literal)), "")

    def _loc(self, file: Path, place: NodePlace, path: str) -> Loc:
        """Return the place in the file: the entry, and the key that stands for the property.

        Of several keys that of the entry is meant, else the first, which is the one to add.
        """
        section, _, index = place.pointer.partition("/")
        entry: Loc = (section, int(index)) if index else ()
        keys = self._keys.get(path, [])
        known = keys_at(_MODELS.get(place.file, Profile), entry)
        possible = [key for key in (*keys, *(_KEYS[key] for key in keys if key in _KEYS)) if key in known]
        if len(possible) > 1:
            possible.sort(key=lambda key: not self._stands(file, (*entry, key)))
        return (*entry, possible[0]) if possible else entry

    def _stands(self, file: Path, loc: Loc) -> bool:
        return self._position(file, loc, 0) != self._position(file, loc[:-1], 0)

    def _position(self, file: Path, loc: Loc, line: int) -> tuple[int, int]:
        if file.suffix not in (".yaml", ".yml"):
            return line, 1
        try:
            return self._tree(file).nearest(loc).place
        except ReadError:
            return line, 1


def _entity(iri: str) -> str:
    return iri.partition("#")[0]
