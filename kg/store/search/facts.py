"""Pick the facts that a search index needs from N-Quads."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from sys import intern
from tempfile import NamedTemporaryFile

from pyoxigraph import Literal, NamedNode, Quad

from kg.store.dump import whole_lines
from kg.store.store import LocalStore
from kg.terms.declaration import kg_declaration
from kg.terms.formats import RDF_FORMATS, unescaped
from kg.terms.kinds import Declaration, Field, Kind
from kg.terms.vocabulary import LABELS, RDF_TYPE, expanded

# Read N-Quads as text: splitting lines takes a fifth of the time in which a store spells out the same terms.

Source = LocalStore | Path  # where quads are read from: a store, or a file of N-Quads, which may be gzip

# The IRI of a subject, or else its label; the IRI of a predicate; what stands after them up to the dot
Fact = tuple[str, str, str, str]

_FACT = re.compile(r"(?:<([^>]++)>|(_:[^ ]++)) <([^>]++)> (.*) \.\n")
_LITERAL = re.compile(r'(".*")(?:(@[^ ]+)|\^\^<([^>]*)>)')


def facts(source: Source) -> Iterator[Fact]:
    """Yield what a source says; what belongs to a named graph has its name after the object."""
    return chain.from_iterable(facts_of(lines.decode()) for lines in _pieces(source))


def facts_of(lines: str) -> list[Fact]:
    """Return the facts of whole lines of N-Quads."""
    return _FACT.findall(lines)


class TermTexts(dict[str, str]):
    """The terms of the default graph by what stands after the predicate; empty for those of a named graph.

    A node is its IRI or label; a literal is written as the store would write it, for it is only told from
    others by that.
    """

    def __missing__(self, written: str) -> str:
        if written.startswith("<"):
            term = "" if " " in written else intern(written[1:-1])
        elif written.endswith('"'):
            term = written
        else:
            term = _literal(written)
        self[written] = term
        return term


def text(term: str) -> str:
    r"""Return the text of a term: a literal without type and language.

    >>> text('"a \\"b\\""@en'), text("https://kg.example.org/person/ada")
    ('a "b"', 'https://kg.example.org/person/ada')
    """
    if not term.startswith('"'):
        return term
    return unescaped(term[1 : term.rindex('"')])


def _literal(written: str) -> str:
    if literal := _LITERAL.fullmatch(written):
        return f"{literal[1]}{literal[2].lower()}" if literal[2] else _normalised(text(literal[1]), literal[3])
    return written if written.startswith("_:") and " " not in written else ""


def _normalised(value: str, datatype: str) -> str:
    # As the engine normalises it, such as `"1"` for the number `"01"`.
    node = NamedNode(datatype)
    kept = LocalStore.in_memory([Quad(node, node, Literal(value, datatype=node))])
    return str(next(kept.quads()).object)


def _pieces(source: Source) -> Iterator[bytes]:
    if isinstance(source, Path):
        yield from whole_lines(source)
        return
    with NamedTemporaryFile() as file:
        source.backend.dump(file, RDF_FORMATS["nquads"])
        file.flush()
        yield from whole_lines(Path(file.name))


# What the index wants to know: the facts of few predicates, picked while the quads pass by once.

OTHER_NAMES = (
    "https://schema.org/alternateName",
    "http://schema.org/alternateName",
    "http://www.w3.org/2004/02/skos/core#altLabel",
    "http://xmlns.com/foaf/0.1/nick",
    "https://schema.org/courseCode",
    "https://w3id.org/profile-kg/ontology#acronym",
)

_TIES = (
    "schema:author schema:contributor schema:affiliation schema:alumniOf schema:knowsAbout schema:about "
    "schema:provider schema:isPartOf schema:superEvent schema:parentOrganization kg:presentedAt kg:advisor "
    "kg:describes kg:serviceFor kg:course kg:collaborator org:organization foaf:knows dcterms:creator "
    "dcterms:subject skos:broader"
)
_SAID = (
    "schema:mainEntity schema:creativeWorkStatus kg:author kg:year kg:kind kg:nameAsWritten org:member owl:deprecated"
)

Pairs = dict[str, list[str]]


class SearchFacts:
    """The facts of the default graph that count, as texts: IRIs bare, literals without type and language."""

    def __init__(self, several: Iterable[Fact], further: Collection[str] = ()) -> None:
        self._columns: dict[str, list[str]] = {predicate: [] for predicate in indexed(further)}
        columns, terms, last = self._columns, TermTexts(), ""
        for iri, label, predicate, written in several:
            if predicate in columns and (term := terms[written]):
                subject = iri or label
                if subject != last:
                    last = intern(subject)  # one text for one IRI: less memory, and found faster
                column = columns[predicate]
                column.append(last)
                column.append(term)

    def each(self, predicate: str) -> Iterator[tuple[str, str]]:
        """Yield the subjects and objects of a predicate; those that stand twice in the source may come twice."""
        column = self._columns[expanded(predicate)]
        return zip(column[::2], column[1::2], strict=True)

    def terms(self, predicate: str, among: Container[str] | None = None) -> Iterable[tuple[str, str]]:
        """Return the subjects and objects of a predicate, each pair once."""
        pairs = self.each(predicate)
        return dict.fromkeys(pairs if among is None else (pair for pair in pairs if pair[1] in among))

    def pairs(self, predicate: str, among: Container[str] | None = None) -> Pairs:
        """Return the values of a predicate by subject, sorted, perhaps only some; blank nodes say nothing in words."""
        return grouped((subject, text(term)) for subject, term in self.terms(predicate, among) if term[0] != "_")

    def literals(self, predicate: str) -> Iterator[tuple[str, str]]:
        """Yield the literals of a predicate with the IRI of the subject; may yield some twice."""
        for iri, term in self.each(predicate):
            if term[0] == '"' and iri[0] != "_":
                yield iri, text(term)

    def values(self, predicate: str) -> Iterable[str]:
        """Return the objects of a predicate, each once."""
        return dict.fromkeys(self._columns[expanded(predicate)][1::2])

    def weights(self) -> Counter[str]:
        """Return how many triples of the predicates that tie things together lead to each thing."""
        counted: Counter[str] = Counter()
        for predicate in _TIES.split():
            counted.update(term for _, term in self.terms(predicate))
        return counted


def indexed(further: Collection[str] = ()) -> frozenset[str]:
    """Return the predicates of which an index is made, with further ones that are declared to be searched."""
    return frozenset((RDF_TYPE, *LABELS, *OTHER_NAMES, *map(expanded, f"{_TIES} {_SAID}".split()), *further))


def grouped(pairs: Iterable[tuple[str, str]]) -> Pairs:
    """Return the second texts by the first, sorted."""
    found: Pairs = defaultdict(list)
    for one, other in pairs:
        found[one].append(other)
    for values in found.values():
        if len(values) > 1:
            values.sort()
    return dict(found)


def turned(pairs: Pairs) -> Pairs:
    """Return pairs the other way round."""
    return grouped((other, one) for one, others in pairs.items() for other in others)


def joined(pairs: Pairs, others: Pairs) -> Pairs:
    """Return the values of values: `a` to `c` for `a` to `b` and `b` to `c`, each once."""
    found = ((one, c) for one, through in pairs.items() for c in {c for b in through for c in others.get(b, ())})
    return grouped(found)


def united(*several: Pairs) -> Pairs:
    """Return the values that any of several have, each once."""
    return grouped(
        dict.fromkeys((one, other) for pairs in several for one, others in pairs.items() for other in others)
    )


OWN_LINES = ("person", "work", "topic")
"""The kinds whose lines say what no field of theirs says."""

# What an index takes from a declaration: its kinds, and the fields by which things are found and told apart.

KINDS = tuple(kg_declaration().listed)  # the kinds of things that kg declares, as the heads of their IRIs


@dataclass(frozen=True)
class SearchFields:
    """What is asked of the facts for an index."""

    kinds: tuple[str, ...]  # the kinds of things, as the heads of their IRIs, in order
    # the properties of texts by which things of a kind are found beside their names
    texts: Mapping[str, tuple[str, ...]]
    # the properties of texts of nodes by which their owners are found, by the class of the nodes
    nodes: Mapping[str, tuple[str, ...]]
    # the words and fields of the line that tells one thing of a kind from another
    lines: Mapping[str, tuple[tuple[str, tuple[Field, ...]], ...]]
    # by what lists of a kind can be narrowed: the name of each facet, and the fields that have its values
    facets: Mapping[str, Mapping[str, tuple[Field, ...]]]

    @property
    def properties(self) -> frozenset[str]:
        """All properties of which the index knows by the declaration."""
        told = (each.iri for parts in self.lines.values() for _, fields in parts for each in fields)
        narrowing = (each.iri for facets in self.facets.values() for fields in facets.values() for each in fields)
        texts = (iri for part in (self.texts, self.nodes) for several in part.values() for iri in several)
        return frozenset((*told, *narrowing, *texts))


@cache
def searched(declaration: Declaration) -> SearchFields:
    """Return what is asked of the facts for the index of what is declared so."""
    listed, names = declaration.listed, {*LABELS, *OTHER_NAMES}
    nodes = [kind for kind in declaration.kinds.values() if kind.fragment and not kind.is_abstract]
    return SearchFields(
        tuple(listed),
        {path: tuple(sorted(found)) for path, kind in listed.items() if (found := _texts(kind) - names)},
        {kind.iri: tuple(sorted(found)) for kind in nodes if (found := _texts(kind))},
        {path: tuple(_parts(kind)) for path, kind in listed.items() if path not in OWN_LINES},
        {path: facets for path, kind in listed.items() if (facets := _facets(declaration, kind))},
    )


def _texts(kind: Kind) -> frozenset[str]:
    # A year is a facet, not a word.
    fields = (each for each in kind.shown("search") if each.sort == "type" and not each.of and each.range != "Year")
    return frozenset(each.iri for each in fields)


def _parts(kind: Kind) -> Iterator[tuple[str, tuple[Field, ...]]]:
    # As declared, else its texts and the things to which it leads.
    for part in kind.line:
        yield part.before.removeprefix(", "), tuple(kind.fields[key] for key in part.keys)
    if not kind.line:
        texts = _texts(kind).difference(LABELS, OTHER_NAMES)
        yield "", tuple(each for each in kind.shown("search") if each.iri in texts)
        yield from (("", (each,)) for each in kind.fields.values() if {"cv", "search"} & each.show and _refers(each))


def _facets(declaration: Declaration, kind: Kind) -> Mapping[str, tuple[Field, ...]]:
    # The entries of a person lead to organisations, too; who has a profile is no value of a field.
    parts = declaration.sections.values() if kind.path == "person" else ()
    found: dict[str, dict[str, Field]] = {"profile": {}} if kind.path == "person" else {}
    for each in (each for one in (kind, *(part for part in parts if part.fragment)) for each in one.fields.values()):
        is_found_by = "search" in each.show and _refers(each) and not each.is_own
        if name := each.facet or (each.key if is_found_by else ""):
            found.setdefault(name, {})[each.iri] = each
    ordered = sorted(found, key=lambda name: name not in ("profile", "year"))  # by these, most lists are narrowed
    return {name: tuple(found[name].values()) for name in ordered}


def _refers(each: Field) -> bool:
    return each.sort in ("kind", "enum") and not each.is_untold and not each.is_reverse


FACETS: Mapping[str, tuple[str, ...]] = {path: tuple(each) for path, each in searched(kg_declaration()).facets.items()}
"""The names of the facets of the kinds that kg declares, in order."""
