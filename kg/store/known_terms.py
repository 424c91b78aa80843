"""The terms that a graph has or could have, and what people mean by one that it does not have."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache, cached_property
from typing import TypeVar

from pyoxigraph import NamedNode

from kg.base import resources
from kg.store.export.groups import name_of
from kg.store.graph import Graph
from kg.store.sparql.patterns import PathStep
from kg.store.usage import TermUsage
from kg.terms.formats import read_rdf
from kg.terms.identifiers import compact, fold
from kg.terms.kinds import Declaration, Field, Kind
from kg.terms.labels import local_name, meanings
from kg.terms.vocabulary import KG, PREFIXES, QUERY_PREFIXES, RDFS, vocabulary

_ALIGNING = {f"{RDFS}subPropertyOf", f"{RDFS}subClassOf", f"{RDFS}seeAlso"} | {
    f"{PREFIXES['owl']}equivalent{what}" for what in ("Class", "Property")
}
_PLAIN = re.compile(r"[a-z]+:[A-Za-z][A-Za-z0-9_-]*")
_OFFERED = 3
_LIKENESS = 0.75  # of words that may be one mistyped
_MAX_MORE_LETTERS = 2  # that one of them has than the other


class KnownTerms:
    """The vocabulary of a graph: what it uses, and what its declaration has beside that.

    Attributes:
        usage: How often and for what terms are used.
    """

    def __init__(self, graph: Graph) -> None:
        self.usage = TermUsage(graph)
        self._declaration: Declaration = graph.declaration
        self._base = graph.base

    def short(self, iri: str) -> str:
        """Return a term as a query writes it that declares no prefix."""
        short = compact(iri, QUERY_PREFIXES)
        return short if _PLAIN.fullmatch(short) else f"<{iri}>"

    @cached_property
    def declared_properties(self) -> Collection[str]:
        """The IRIs of the properties that a graph of this declaration may have."""
        fields = list(self._fields)
        return {each.iri for each in fields} | {f"{KG}{each.inverse}" for each in fields if each.inverse}

    @cached_property
    def declared_classes(self) -> Collection[str]:
        """The IRIs of the classes that things of a graph of this declaration may have."""
        return {*self._declaration.classes, *(kind.iri for kind in self._declaration.kinds.values())}

    @cached_property
    def namespaces(self) -> Collection[str]:
        """The namespaces of all terms."""
        terms = (*self.usage.classes, *self.usage.properties, *self.declared_properties, *self.declared_classes)
        return {iri.removesuffix(local_name(iri)) for iri in terms}

    def is_term(self, iri: str) -> bool:
        """Whether an IRI is a class, property or concept."""
        known = (self.usage.properties, self.usage.classes, self.declared_properties, self.declared_classes)
        return any(iri in terms for terms in known) or iri in meanings() or iri in vocabulary().iris

    def kinds_of(self, class_: str) -> list[Kind]:
        """Return the kinds of which things of a class may be."""
        below = self._declaration.classes_below
        of_path = [kind for path, kind in self._declaration.by_path.items() if class_ in below(path)]
        return of_path or [kind for kind in self._declaration.kinds.values() if class_ in kind.classes]

    def classes_of(self, kind: Kind) -> list[str]:
        """Return the classes of the things of a kind in this graph, its own and the most used first."""
        stated = self.usage.classes_of(self.members(kind))
        main = (iri for iri in kind.classes if stated and stated.get(iri) == max(stated.values()))
        return list(dict.fromkeys((*main, *stated)))

    def members(self, kind: Kind) -> str:
        """Return a pattern that binds `?s` to the things of a kind."""
        if self._declaration.listed.get(kind.path) is not kind:
            return f"?s a {', '.join(map(self.short, kind.classes))}"
        # All that has IRIs of a listed kind is of that kind, whatever its classes.
        found = {*kind.classes, *self._declaration.classes_below(kind.path)}
        classes = " ".join(self.short(iri) for iri in self.usage.classes if iri in found)
        below = f'FILTER(STRSTARTS(STR(?s), "{self._base}{kind.path}/"))'
        return f"{{ SELECT DISTINCT ?s {{ VALUES ?class {{ {classes} }} ?s a ?class {below} }} }}"

    def may_have(self, class_: str, step: PathStep) -> bool:
        """Whether a property leads from things of a class, or is declared to do so."""
        if self.usage.has(class_, step):
            return True
        return not step.is_inverse and any(step.iri in self.fields_of(kind) for kind in self.kinds_of(class_))

    def properties_of(self, class_: str) -> list[str]:
        """Return the properties that things of a class have, those that are declared for its kind first."""
        having = self.usage.of_class(class_)
        declared = (iri for kind in self.kinds_of(class_) for iri in self.fields_of(kind))
        return list(dict.fromkeys((*(iri for iri in declared if iri in having), *having)))

    def fields_of(self, kind: Kind) -> Mapping[str, Field]:
        """Return the fields that tell of the things of a kind themselves, by property."""
        fields: dict[str, Field] = {}
        for each in _told(kind):
            if not (each.of or each.is_reverse):
                fields.setdefault(each.iri, each)
        return fields

    def properties_meant(self, iri: str, classes: Collection[str] = ()) -> list[PathStep]:
        """Return the properties of this graph that somebody may mean by one that there is not, the likeliest first.

        Args:
            iri: What there is not; a word will do.
            classes: The classes of what should have it, if they are known.
        """
        for forms in (_forms(iri), _alike(iri, self._properties)):
            used = [each for each in _terms(forms, self._properties) if each.iri in self.usage.properties]
            fitting = [each for each in used if any(self.may_have(class_, each) for class_ in classes)]
            # A word that is only like the given one is meant only where it fits.
            if found := fitting or ([] if classes and iri not in forms else used):
                return sorted(found, key=lambda each: _is_apart(each.iri, iri))[:_OFFERED]
        return []

    def classes_meant(self, iri: str) -> list[str]:
        """Return the classes of this graph that somebody may mean by one that there is not, the likeliest first."""
        for forms in (_forms(iri), _alike(iri, self._classes)):
            if used := [each for each in _terms(forms, self._classes) if each in self.usage.classes]:
                return sorted(used, key=lambda each: _is_apart(each, iri))[:_OFFERED]
        return []

    @property
    def _fields(self) -> Iterator[Field]:
        return (each for kind in self._declaration.kinds.values() for each in _told(kind))

    @cached_property
    def _properties(self) -> "_Words[PathStep]":
        """The properties by the words for them: their names, and the keys and labels of fields."""
        words: _Words[PathStep] = defaultdict(dict)
        for iri in (*self.usage.properties, *self.declared_properties):
            words[_word(iri)][PathStep(iri)] = None
        for each in self._fields:
            for word in (each.key, each.label, *each.aliases):
                words[folded(word)][PathStep(each.iri, each.is_reverse)] = None
        for foreign, own in _aligned().items():
            words[foreign] = {PathStep(iri): None for iri in own if iri in self.usage.properties}
        return words

    @cached_property
    def _classes(self) -> "_Words[str]":
        """The classes by the words for them: their names, those of kinds, and words that stand for a class."""
        words: _Words[str] = defaultdict(dict)
        for iri in (*self.usage.classes, *self.declared_classes):
            words[_word(iri)][iri] = None
        for kind in self._declaration.kinds.values():
            for word in (kind.name, kind.label, kind.plural, kind.path):
                if word and not kind.is_abstract and not kind.refers:
                    words[folded(word)].update(dict.fromkeys(self.classes_of(kind) or kind.classes))
        for word, meaning in (each for listed in self._declaration.words.values() for each in listed.items()):
            for form in (word, meaning.title, *meaning.aliases) if meaning.meaning else ():
                words[folded(form)][self._declaration.expand(meaning.meaning)] = None
        for foreign, own in _aligned().items():
            words[foreign] = {iri: None for iri in own if iri in self.usage.classes}
        return words


_Term = TypeVar("_Term")
_Words = dict[str, dict[_Term, None]]


def _terms(forms: Iterable[str], words: "_Words[_Term]") -> dict[_Term, None]:
    return {term: None for form in forms for term in words.get(form, ())}


def _alike(iri: str, words: Iterable[str]) -> list[str]:
    """The words like that at the end of an IRI."""
    word = _word(iri)
    likely = [each for each in words if abs(len(each) - len(word)) <= _MAX_MORE_LETTERS]
    return get_close_matches(word, likely, _OFFERED, _LIKENESS)


def _told(kind: Kind) -> Iterator[Field]:
    """Yield the fields of a kind that have triples of their own."""
    return (each for each in kind.fields.values() if not (each.is_untold or each.is_private))


@cache
def _aligned() -> Mapping[str, Collection[str]]:
    """Return the terms of kg for those of other vocabularies, as `ontology/alignments.ttl` states them."""
    found: dict[str, list[str]] = defaultdict(list)
    for quad in read_rdf(resources.directory("ontology") / "alignments.ttl"):
        if quad.predicate.value in _ALIGNING and isinstance(quad.subject, NamedNode):
            found[name_of(quad.object)].append(quad.subject.value)
    return found


def _is_apart(iri: str, other: str) -> bool:
    """Whether two terms are of different vocabularies."""
    return iri.removesuffix(local_name(iri)) != other.removesuffix(local_name(other))


def _word(iri: str) -> str:
    return folded(local_name(iri))


def folded(text: str) -> str:
    """Return a word or several for comparison, without what stands between them."""
    return fold(text).replace(" ", "")


def _forms(iri: str) -> list[str]:
    """Return an IRI, the word at its end, and others of which that may be a form.

    >>> _forms("http://a.org/hasAuthors")
    ['http://a.org/hasAuthors', 'hasauthors', 'hasauthorss', 'hasauthor', 'authors', 'authorss', 'author']
    """
    word = _word(iri)
    bare = word.removeprefix("has").removeprefix("is")
    forms = (each for stem in (word, bare) for each in (stem, f"{stem}s", stem.removesuffix("s")))
    return list(dict.fromkeys(filter(None, (iri, *forms))))
