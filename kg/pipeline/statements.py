"""Statements of a project's own: files of RDF in `graph/`, which a build takes into the graph as they are.

What may not be published is left out and told: contacts, private fields, what texts say of contacts. Blank nodes get
IRIs below that of their file, so that the same file always says the same.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pyoxigraph import Literal, NamedNode, Triple

from kg.base.errors import ConfigError, Problem, ReadError
from kg.profile.account import LeftOut, ProfileAccount
from kg.profile.config import Project
from kg.profile.contacts import CONTACT_SCHEMES, blanked, is_contact, without_contacts
from kg.profile.privacy import PRIVATE, REASON
from kg.profile.reading import sha256_of
from kg.profile.records import Source
from kg.store.store import LocalStore
from kg.terms.formats import Term, iri_of, read_rdf
from kg.terms.identifiers import source_iri
from kg.terms.kinds import Declaration
from kg.terms.typed_yaml import hint_for, nearest
from kg.terms.vocabulary import KG, RDF_TYPE, curie, vocabulary

MEDIA_TYPES = {".ttl": "text/turtle", ".nt": "application/n-triples"}
"""The media types of files of statements, by what their names end in."""

_MADE = ("http://purl.org/dc/terms/isReplacedBy", "http://www.w3.org/2002/07/owl#deprecated")
"""What others call what kg works out: such a statement would lead away from the page of its subject."""
_SHORTEST = 4
"""No contact has so few characters."""
_COMPARED = 20_000
"""So many IRIs of the graph are compared with those that nothing describes, for advice; with the first one, all are."""
_WORD = re.compile(r"[\w.~%-]+")


@dataclass(frozen=True)
class Statements:
    """What a file says.

    Attributes:
        source: The file.
        triples: What is taken into the graph.
        left_out: What is not, and why.
        lines: The first line in which each word of it stands, and the number of its lines.
    """

    source: Source
    triples: Sequence[Triple]
    left_out: Sequence[LeftOut]
    lines: Mapping[str, int]

    def subjects(self) -> Iterator[tuple[str, tuple[int, int]]]:
        """Yield the IRIs of what it speaks of, each with the line that names it first; all lines, if none does."""
        whole = (1, self.lines.get("", 1))
        for iri in dict.fromkeys(iri_of(triple.subject) for triple in self.triples):
            line = self.lines.get(_local(iri))
            yield iri, (line, line) if line else whole

    def warnings(self, root: Path) -> list[Problem]:
        """What was left out of it, as messages, given the directory of the project."""
        return [
            Problem(f"left out: {each.what}, {each.reason}", root / self.source.path, each.line)
            for each in self.left_out
        ]

    def unknown(self, store: LocalStore, base: str, root: Path) -> Iterator[Problem]:
        """Yield the IRIs of the graph's own of which it speaks, and which nothing describes."""
        terms = (term for triple in self.triples for term in (triple.subject, triple.object))
        named = dict.fromkeys(term.value for term in terms if isinstance(term, NamedNode))
        typed = NamedNode(RDF_TYPE)
        near = _Nearest(store)
        for iri in named:
            if iri.startswith(base) and not any(store.quads(NamedNode(iri), typed, None)):
                meant = near(iri)
                hint = f"did you mean '{meant.removeprefix(base)}'?" if meant else "say what it is, by rdf:type"
                message = f"nothing describes '{iri.removeprefix(base)}'"
                yield Problem(message, root / self.source.path, self.lines.get(_local(iri), 1), hint=hint)

    @property
    def account(self) -> ProfileAccount:
        """What became of its statements, each of which counts as a field; of a text, what is cut out counts, too."""
        return ProfileAccount("", self.source.path, 1, {}, 0, 0, len(self.triples) + len(self.left_out), self.left_out)


class _Nearest:
    """Finds what a mistyped IRI most probably meant; for the first ones only, since comparing takes long."""

    def __init__(self, store: LocalStore) -> None:
        self._store = store
        self._left = _COMPARED

    @cached_property
    def _described(self) -> Collection[str]:
        return {iri_of(quad.subject) for quad in self._store.quads(None, NamedNode(RDF_TYPE), None)}

    def __call__(self, iri: str) -> str | None:
        """Return the IRI, if one is near and not too many were sought before."""
        if self._left <= 0:
            return None
        self._left -= len(self._described)
        return nearest(iri, self._described)


def read_statements(project: Project) -> Iterator[Statements | Problem]:
    """Yield what each file in `graph/` says, or what is wrong with it."""
    for path in project.statements:
        try:
            yield _read(path, project)
        except (ConfigError, ReadError) as error:
            yield from error.problems


def terms_stated(project: Project) -> set[str]:
    """Return the properties and classes that the files use; of one that cannot be read, nobody asks here."""
    found: set[str] = set()
    for path in project.statements:
        with suppress(ConfigError):
            for quad in read_rdf(path, base=project.config.base):
                found.add(quad.predicate.value)
                if quad.predicate.value == RDF_TYPE and isinstance(quad.object, NamedNode):
                    found.add(quad.object.value)
    return found


def _read(path: Path, project: Project) -> Statements:
    if path.suffix not in MEDIA_TYPES:
        hint = f"write them in a file that ends in {' or '.join(MEDIA_TYPES)}"
        raise ReadError(Problem(f"statements are not read from a file that ends in '{path.suffix}'", path, hint=hint))
    lines = _lines(path)
    reading = _Reading(path, project, lines)
    triples = [said for quad in read_rdf(path, base=project.config.base) for said in reading.said(quad.triple)]
    if reading.problems:
        raise ReadError(list(reading.problems.values()))
    source = Source(path.relative_to(project.root).as_posix(), MEDIA_TYPES[path.suffix], "rdf", sha256_of(path))
    return Statements(source, triples, reading.left_out, lines)


class _Reading:
    """Judges the statements of one file, one after the other.

    Attributes:
        left_out: What may not be published.
        problems: What keeps the file from being used, by the term that is at fault.
    """

    def __init__(self, path: Path, project: Project, lines: Mapping[str, int]) -> None:
        declaration, privacy = project.declaration, project.config.privacy
        name = path.relative_to(project.root).as_posix()
        fields = [(kind, each) for kind in declaration.kinds.values() for each in kind.fields.values()]
        self.left_out: list[LeftOut] = []
        self.problems: dict[str, Problem] = {}
        self._path = path
        self._lines = lines
        self._nodes = f"{project.config.base}{source_iri(name)}#node-"
        self._numbers: dict[str, int] = {}
        self._redacts = privacy.redact_texts
        self._private = {
            each.iri for kind, each in fields if each.is_private and f"{kind.name}.{each.key}" not in privacy.public
        }
        self._made = {*_MADE, *_made_by_kg(declaration)}
        self._known = {*(each.iri for _, each in fields), *declaration.classes, *vocabulary().iris}

    def said(self, triple: Triple) -> Iterator[Triple]:
        """Yield a statement as it stands in the graph, unless it may not be published or cannot be used."""
        predicate = triple.predicate.value
        terms = (predicate, *(each.value for each in (triple.object,) if isinstance(each, NamedNode)))
        if undeclared := [iri for iri in terms if iri.startswith(KG) and iri not in self._known]:
            self._refuse(undeclared[0])
        elif made := [iri for iri in terms if iri in self._made]:
            self._refuse_made(made[0])
        elif predicate in self._private or is_contact(predicate) or any(map(_is_address, terms)):
            self._leave_out(predicate, PRIVATE)
        elif isinstance(triple.object, Triple) or isinstance(triple.subject, Triple):
            self._leave_out(predicate, "a statement about a statement")
        else:
            yield Triple(self._node(triple.subject), triple.predicate, self._object(triple.object, predicate))

    def _refuse(self, iri: str) -> None:
        otherwise = "declare it in a file in ontology/, or use a term of your own"
        hint = hint_for(curie(iri), map(curie, self._known), otherwise)
        message = f"neither kg nor the project declares '{curie(iri)}'"
        self.problems.setdefault(iri, Problem(message, self._path, self._lines.get(_local(iri), 1), hint=hint))

    def _refuse_made(self, iri: str) -> None:
        hint = "say it in a profile, or use a term of your own"
        message = f"'{curie(iri)}' is what kg works out itself from profiles"
        self.problems.setdefault(iri, Problem(message, self._path, self._lines.get(_local(iri), 1), hint=hint))

    def _leave_out(self, predicate: str, reason: str) -> None:
        self.left_out.append(LeftOut("field", curie(predicate), reason, self._lines.get(_local(predicate), 1)))

    def _object(self, term: Term, predicate: str) -> NamedNode | Literal:
        if not isinstance(term, Literal):
            return self._node(term)
        text = blanked(term.value) if self._redacts and len(term.value) > _SHORTEST else term.value
        if text == term.value:
            return term
        self._leave_out(predicate, REASON)
        return Literal(text, language=term.language) if term.language else Literal(text, datatype=term.datatype)

    def _node(self, term: Term) -> NamedNode:
        """Return an IRI as it is, and one for a blank node, by its place in the file."""
        if isinstance(term, NamedNode):
            return term
        return NamedNode(f"{self._nodes}{self._numbers.setdefault(str(term), len(self._numbers) + 1)}")


def _made_by_kg(declaration: Declaration) -> Iterator[str]:
    """Yield the terms of kg that nobody writes: its properties that are worked out, and the classes of such kinds."""
    uses: dict[str, list[bool]] = {}
    for kind in declaration.kinds.values():
        for each in kind.fields.values():
            uses.setdefault(each.iri, []).append(each.is_derived or each.is_untold)
        if kind.is_derived and not kind.path:
            uses.setdefault(kind.iri, []).append(True)
    return (iri for iri, made in uses.items() if iri.startswith(KG) and all(made))


def _is_address(iri: str) -> bool:
    return iri.startswith(CONTACT_SCHEMES) or ("@" in iri and without_contacts(iri) != iri)


def _local(iri: str) -> str:
    return re.split("[#/:]", iri)[-1]


def _lines(path: Path) -> dict[str, int]:
    """Return the first line in which each word of a file stands, and as that of no word the number of its lines."""
    found: dict[str, int] = {}
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            for number, line in enumerate(file, 1):
                for word in _WORD.findall(line):
                    found.setdefault(word, number)
                found[""] = number
    except OSError:
        return {}  # the reader says why
    return found
