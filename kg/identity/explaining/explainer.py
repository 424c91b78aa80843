"""Explain joins and open questions: which written forms, by which evidence, from which profiles."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from kg.identity.clusters import Decided, MatchEdge, OpenPair
from kg.identity.corpus import Corpus, PersonNode, WorkNode
from kg.identity.explaining import wording
from kg.identity.person_scores import PersonScores, Reason
from kg.identity.work_scores import WorkScores
from kg.profile.records import IdentityFinding
from kg.terms.identifiers import digest


class Scores(Protocol):
    """Scores pairs of nodes of one kind."""

    def reasons(self, one: int, other: int) -> list[Reason]:
        """Return what speaks for and against two nodes' being one; nothing if their names differ."""
        ...


class Explainer:
    """Explains what was decided about the nodes of a corpus."""

    def __init__(self, corpus: Corpus, persons: Decided, works: Decided) -> None:
        self.corpus = corpus
        self._decided = {"person": persons, "work": works}
        self._scores: dict[str, Scores] = {"person": PersonScores(corpus), "work": WorkScores(corpus)}

    def reasons(self, kind: str, one: int, other: int) -> Sequence[Reason]:
        """Return what speaks for and against two nodes' being one; nothing if their names differ."""
        return self._scores[kind].reasons(one, other)

    def _node(self, kind: str, number: int) -> PersonNode | WorkNode:
        return self.corpus.persons[number] if kind == "person" else self.corpus.works[number]

    def form(self, kind: str, node: int) -> str:
        """Return how a node is written."""
        return self.corpus.persons[node].forms[0] if kind == "person" else self.corpus.works[node].title

    def profile(self, kind: str, node: int) -> int:
        """Return the profile of a node."""
        return self._node(kind, node).profile

    def findings(self) -> Iterator[IdentityFinding]:
        """Yield every join and every open question, as they are to be published."""
        for kind, decided in self._decided.items():
            for edge in decided.joins:
                yield self._finding(kind, edge, (decided.iris[edge.one],), wording.origin(edge.origin))
            for question in decided.open:
                pair = (decided.iris[question.one], decided.iris[question.other])
                yield self._finding(kind, question, pair, wording.obstacle(question.obstacle))

    def _finding(self, kind: str, pair: MatchEdge | OpenPair, entities: tuple[str, ...], basis: str) -> IdentityFinding:
        one, other = pair.one, pair.other
        scored = isinstance(pair, OpenPair) or pair.origin == "score"
        return IdentityFinding(
            digest(kind, *sorted((self._node(kind, one).anchor, self._node(kind, other).anchor)), length=13),
            entities,
            (self.form(kind, one), self.form(kind, other)),
            (self._source(kind, one), self._source(kind, other)),
            pair.weight,
            basis,
            tuple(map(wording.phrase, self.reasons(kind, one, other))) if scored else (),
        )

    def _source(self, kind: str, node: int) -> str:
        return self.corpus.profiles[self.profile(kind, node)].place.rpartition(":")[0]
