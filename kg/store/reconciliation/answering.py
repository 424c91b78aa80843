"""Answer which things rows mean, each candidate with what speaks for it, in the words and bits of identity.

A candidate is a match only where identity would take the two for one by itself; of what nearly fits, people judge.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product, zip_longest
from typing import Any, NamedTuple

from kg.identity.corpus import Corpus, ListedProfile, PersonNode, WorkNode
from kg.identity.explaining import wording
from kg.identity.matching import ASKED, bits_of, compare_names, match_person, match_work, shared_ids
from kg.identity.named import NamedEntities
from kg.identity.person_scores import Reason, weights
from kg.profile.config import Authorities, AuthorityFile
from kg.profile.model import Organization, Venue
from kg.store.graph import Graph
from kg.store.reconciliation import candidates
from kg.store.reconciliation.known import KnownEntities
from kg.store.reconciliation.properties import (
    PropertyRole,
    kinds_named,
    kinds_of,
    properties_of,
    property_named,
    require_property,
)
from kg.store.reconciliation.question import GivenValue, MatchQuestion
from kg.store.reconciliation.values import texts
from kg.store.search.words import one_slip
from kg.terms.identifiers import fold
from kg.terms.organization_names import organization_key

_NAMES = 8
_SURE = frozenset(("shared_id", "shared_work", "co_author"))
_MOST_LETTERS = 0.5
_ROW = ListedProfile("", "", "", ())
_YEAR = re.compile(r"(?<![0-9])[12][0-9]{3}(?![0-9])")  # in a date however it is written
_CALLED = frozenset(("name", "title_word", "same_name", "shared_id"))
"""Reasons for which people should see a candidate, whatever speaks against it."""
_DEEP = frozenset((PropertyRole.PERSON, PropertyRole.VENUE, PropertyRole.YEAR, PropertyRole.WORK))
"""Properties for which the works of people are compared."""


class MatchCandidate(NamedTuple):
    """A thing that a row may mean."""

    iri: str  # the thing
    kind: str  # the path of its kind
    reasons: Sequence[Reason]  # what speaks for it and against it
    is_match: bool  # whether identity would take the two for one
    agreeing: Mapping[str, bool] = {}  # which properties of the row, by key, it has as given, and which otherwise

    @property
    def rank(self) -> tuple[float, int, str]:
        """Its place among all, the best first."""
        return -bits_of(self.reasons), -sum(self.agreeing.values()), self.iri


class RowDescription:
    """A row as a description of a thing of one kind: values by what identity takes them for."""

    def __init__(self, graph: Graph, kind: str, question: MatchQuestion) -> None:
        known = properties_of(graph.declaration, kind)
        named = ((property_named(known, key), values) for key, values in question.properties)
        self.given = [(key, each) for key, values in named if key for each in values if each.text or each.id]
        self._graph = graph
        of_id = (
            property_.identifier(value.text) for property_, value in self.given if property_.role is PropertyRole.ID
        )
        self.ids = tuple(filter(None, of_id))
        names = dict.fromkeys(filter(None, (question.text, *self.called(PropertyRole.NAME))))
        self.names = tuple(names)[:_NAMES]  # the main name first; each is searched for
        years = filter(None, map(_YEAR.search, self.called(PropertyRole.YEAR)))
        self.years = [int(year[0]) for year in years]

    def values(self, role: PropertyRole) -> list[GivenValue]:
        """Return the values that identity takes as something."""
        return [value for property_, value in self.given if property_.role is role]

    def called(self, role: PropertyRole) -> list[str]:
        """Return the values as texts: of things what they are called."""
        return [text for value in self.values(role) if (text := value.text or self._label(value.id))]

    def _label(self, id_: str) -> str:
        local = self._graph.local(self._graph.base + id_)
        return self._graph.label(self._graph.base + local) if local else ""


class Reconciler:
    """Finds what rows of tables mean in a graph; used by one process."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._known = KnownEntities(graph)

    def answer(self, question: MatchQuestion) -> list[dict[str, Any]]:
        """Return the candidates for a row, the best first, as the answer to its query has them.

        Raises:
            QueryError: If it names a property that nothing has.
        """
        kinds = self._kinds(question)
        known = {key: each for kind in kinds for key, each in properties_of(self._graph.declaration, kind).items()}
        for key, _ in question.properties if known else ():
            require_property(known, key)
        found = self._meant(question.text, kinds) or [each for kind in kinds for each in self._of_kind(kind, question)]
        matches = [each for each in found if each.is_match]
        if len(matches) > 1:  # a row means one thing
            found = [each._replace(is_match=False) for each in found]
        return [self._record(each) for each in sorted(found, key=lambda each: each.rank)[: question.limit]]

    def _kinds(self, question: MatchQuestion) -> list[str]:
        declaration = self._graph.declaration
        if not question.types:
            return list(kinds_of(declaration))
        several = [set(kinds_named(declaration, each)) for each in question.types]
        wanted = set.intersection(*several) if question.is_all else set.union(*several)
        return [path for path in kinds_of(declaration) if path in wanted]

    def _meant(self, text: str, kinds: Sequence[str]) -> list[MatchCandidate]:
        """The things for which a text stands alone: an identifier, or the IRI of a thing."""
        found = ((iri, self._graph.kind(iri)) for iri in candidates.meant(self._known, text))
        reasons = shared_ids([text], [text])
        return [MatchCandidate(iri, kind, reasons, is_match=True) for iri, kind in found if kind in kinds]

    def _of_kind(self, kind: str, question: MatchQuestion) -> Iterator[MatchCandidate]:
        said = RowDescription(self._graph, kind, question)
        by_id = [iri for id_ in said.ids for iri in self._known.bearing(id_) if self._graph.kind(iri) == kind]
        if said.names:
            match = {"person": self._people, "work": self._works}.get(kind, partial(self._named, kind))
            found = match(said, by_id)
        else:
            ids = ((iri, shared_ids(said.ids, self._known.ids(iri))) for iri in dict.fromkeys(by_id))
            found = (MatchCandidate(iri, kind, shared, is_match=True) for iri, shared in ids)
        for each in found:
            is_called_so = any(reason.kind in _CALLED for reason in each.reasons)
            if is_called_so or bits_of(each.reasons) >= weights().unsure:
                yield each._replace(agreeing=dict(self._agreeing(each.iri, said)))

    def _people(self, said: RowDescription, by_id: Sequence[str]) -> Iterator[MatchCandidate]:
        company = said.called(PropertyRole.PERSON)
        several = [candidates.people(self._known, name, company) for name in said.names]
        found = dict.fromkeys((*by_id, *(iri for each in several if not each.is_alike for iri in each.iris)))
        if not found:
            yield from self._alike("person", said.names, dict.fromkeys(iri for each in several for iri in each.iris))
            return
        is_cut = any(each.is_cut for each in several)
        is_deep = any(property_.role in _DEEP for property_, _ in said.given)
        corpus = Corpus()
        corpus.add(_ROW, *self._described(said))
        numbers = {iri: self._known.add_person(corpus, iri, is_deep=is_deep) for iri in found}
        mentions = {number: self._known.lists(iri) for iri, number in numbers.items()}
        iris = {number: iri for iri, number in numbers.items()}
        for node, reasons, is_match in match_person(corpus, mentions):
            # As much may speak for one of those who were cut off, but none of these writes with the same people.
            is_sure = not is_cut or any(reason.kind in _SURE for reason in reasons)
            yield MatchCandidate(iris[node], "person", reasons, is_match and is_sure)

    def _alike(self, kind: str, names: Sequence[str], found: Iterable[str]) -> Iterator[MatchCandidate]:
        """Yield things that identity takes for others, but whose names look like a sought one: people may judge."""
        for iri in found:
            best = max((compare_names(name, self._known.names(iri)) for name in names), key=lambda reason: reason.bits)
            if self._is_near(best, names, iri):
                yield MatchCandidate(iri, kind, [best], is_match=False)

    def _is_near(self, best: Reason, names: Iterable[str], iri: str) -> bool:
        """Say whether names have most letters in common, or all words of one stand in the other."""
        if best.bits >= weights().named["close_name"] * _MOST_LETTERS:
            return True
        pairs = list(product(map(fold, names), map(fold, self._known.names(iri))))
        words = ((set(one.split()), set(other.split())) for one, other in pairs)
        is_within = any(one and other and (one <= other or other <= one) for one, other in words)
        return is_within or any(one_slip(one, other) for one, other in pairs)

    def _described(self, said: RowDescription) -> tuple[list[PersonNode], list[WorkNode]]:
        """The person whom a row describes with those who write with them, and the works."""
        places = filter(None, (self._place("organization", each) for each in said.values(PropertyRole.ORGANIZATION)))
        others = [PersonNode(ASKED, (name,)) for name in said.called(PropertyRole.PERSON)]
        venues = (self._place("venue", each) for each in said.values(PropertyRole.VENUE))
        stated = list(zip_longest(said.called(PropertyRole.WORK), venues, said.years)) or [(None, None, None)]
        authors = tuple(range(1 + len(others)))
        works = [WorkNode(ASKED, title or "", year or 0, venue or "", authors=authors) for title, venue, year in stated]
        return [PersonNode(ASKED, said.names, tuple(places), said.ids), *others], works

    def _works(self, said: RowDescription, by_id: Sequence[str]) -> Iterator[MatchCandidate]:
        title, *others = said.names
        found = self._found("work", said, by_id)
        people = [PersonNode(ASKED, (name,)) for name in said.called(PropertyRole.PERSON)]
        venue = next(filter(None, (self._place("venue", each) for each in said.values(PropertyRole.VENUE))), "")
        kind = next((self._known.kind_of_venue(each) for each in said.called(PropertyRole.VENUE)), "")
        authors, year = tuple(range(len(people))), next(iter(said.years), 0)
        corpus = Corpus()
        corpus.add(_ROW, people, [WorkNode(ASKED, title, year, venue, kind, said.ids, authors, others=tuple(others))])
        for iri in found:
            self._known.add_work(corpus, iri)
        verdicts = [MatchCandidate(found[at - 1], "work", reasons, sure) for at, reasons, sure in match_work(corpus)]
        yield from verdicts or self._alike("work", said.names, found)

    def _found(self, kind: str, said: RowDescription, by_id: Sequence[str]) -> list[str]:
        """The things of a kind that have an id or a name of the row."""
        return list(dict.fromkeys((*by_id, *(iri for name in said.names for iri in self._called(kind, name)))))

    def _called(self, kind: str, text: str) -> list[str]:
        return candidates.called(self._graph, text, kind)

    def _named(self, kind: str, said: RowDescription, by_id: Sequence[str]) -> Iterator[MatchCandidate]:
        """Yield the things of a kind that their names tell apart; identity joins what it would call the same."""
        found, year = self._found(kind, said, by_id), next(iter(said.years), 0)
        meant = {self._graph.base + self._path(kind, name, year, found) for name in said.names}
        compared = {iri: [compare_names(name, self._known.names(iri)) for name in said.names] for iri in found}
        namesakes = sum(any(each.kind == "same_name" for each in reasons) for reasons in compared.values())
        for iri, reasons in compared.items():
            ids = self._known.ids(iri)
            shared = shared_ids(said.ids, ids)
            best = max(reasons, key=lambda reason: reason.bits)
            if iri in meant and best.kind != "same_name":  # as identity reads names: an acronym, the name of an edition
                best = Reason("same_name", weights().named["same_name"], self._graph.label(iri))
            if shared or best.kind == "same_name" or self._is_near(best, said.names, iri):
                is_called_so = iri in meant and namesakes < 2 and not _contradict(said.ids, ids)
                yield MatchCandidate(iri, kind, [*shared, best], bool(shared) or is_called_so)

    def _place(self, kind: str, value: GivenValue) -> str:
        """Return the path of the organisation or venue that a value means, or nothing."""
        if value.id:
            return self._graph.local(self._graph.base + value.id)
        return self._path(kind, value.text, 0, self._called(kind, value.text)) if value.text else ""

    def _path(self, kind: str, text: str, year: int, known: Sequence[str]) -> str:
        """The path that identity would give to what a text names, where some things are known."""
        series = self._called("venue", text) if kind == "event" else known
        entries = [self._entry(each) for each in series if kind in ("organization", "venue", "event")]
        if kind == "organization":
            known_ones = Authorities(organizations=AuthorityFile(tuple(Organization(**each) for each in entries)))
            return NamedEntities(known_ones, self._graph.declaration).organizations.iri(text)
        known_ones = Authorities(venues=AuthorityFile(tuple(Venue(**each) for each in entries)))
        named = NamedEntities(known_ones, self._graph.declaration)
        if kind not in ("venue", "event"):
            return named.entry(self._graph.declaration.by_path[kind], {"name": text})[0]
        path, _, stated = named.venue(text)
        at = stated or year
        return path if kind == "venue" or not at else f"event/{path.removeprefix('venue/')}-{at}"

    def _entry(self, iri: str) -> dict[str, Any]:
        """A thing as authority files have it: with all names."""
        name, *aliases = self._known.names(iri)
        return {"id": self._graph.local(iri).partition("/")[2], "name": name, "aliases": tuple(aliases)}

    def _agreeing(self, iri: str, said: RowDescription) -> Iterator[tuple[str, bool]]:
        """Yield which properties a thing has as given, of those that identity does not weigh."""
        for key, property_ in {each.key: each for each, _ in said.given if not each.role}.items():
            given = {organization_key(value.text or value.id) for each, value in said.given if each.key == key}
            if has := texts(self._graph, iri, property_):
                yield key, bool(given & set(map(organization_key, has)))

    def _record(self, candidate: MatchCandidate) -> dict[str, Any]:
        """Return a candidate as the specification writes it (section 4.3)."""
        graph = self._graph
        hit = graph.index.about(candidate.iri)
        return {
            "id": graph.local(candidate.iri),
            "name": graph.label(candidate.iri),
            **({"description": hit.detail} if hit and hit.detail else {}),
            "type": [type_of(graph, candidate.kind)],
            "score": round(bits_of(candidate.reasons), 1),
            "match": candidate.is_match,
            "features": list(_features(graph, candidate)),
        }


def _contradict(some: Iterable[str], others: Iterable[str]) -> bool:
    """Say whether two lists of identifiers have ids of one registry, and none in common: each thing has one there."""
    mine, theirs = ({iri.partition("//")[2].partition("/")[0]: iri for iri in ids} for ids in (some, others))
    return any(mine[host] != theirs[host] for host in mine.keys() & theirs.keys())


def type_of(graph: Graph, kind: str) -> dict[str, str]:
    """Return a kind as a type of the service."""
    return {"id": kind, "name": graph.declaration.listed[kind].label}


def _features(graph: Graph, candidate: MatchCandidate) -> Iterator[dict[str, Any]]:
    """Yield what speaks for and against a candidate, each kind of reason once, then what agrees without weight."""
    for kind in dict.fromkeys(each.kind for each in candidate.reasons):
        reasons = [each for each in candidate.reasons if each.kind == kind]
        yield {"id": kind, "name": "; ".join(map(wording.said, reasons)), "value": round(bits_of(reasons), 1)}
    properties = properties_of(graph.declaration, candidate.kind)
    yield from ({"id": key, "name": properties[key].label, "value": is_so} for key, is_so in candidate.agreeing.items())
