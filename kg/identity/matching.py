"""Match a description of a person, a work or a named thing against what is known, as resolution would join them.

The description is a list beside those that were read: the evidence, the weights and the constraints are those of a
build. What is known are entities that were told apart before, so that the description means one of them at most.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from kg.identity.blocking import CandidatePair
from kg.identity.clusters import MatchEdge
from kg.identity.corpus import Corpus
from kg.identity.person_scores import PersonScores, Reason, weights
from kg.identity.persons import aligned, exclusive, join_known, join_scored, person_clusters, score
from kg.identity.rarity import bits
from kg.identity.rulings import Judged
from kg.identity.work_scores import WorkScores
from kg.identity.works import join_works, work_clusters
from kg.profile.names import Level, PersonName, may_be_misspelt
from kg.profile.spellings import is_slip
from kg.profile.titles import letters_alike, read_title
from kg.terms.identifiers import fold

ASKED = 0
"""The number of the person or work that is described; its profile is the first of the corpus."""


class Verdict(NamedTuple):
    """What resolution says of a description and one of those whom it may mean.

    Attributes:
        node: The number of the person or work in the corpus.
        reasons: What speaks for and against.
        is_match: Whether resolution would join the two by itself.
    """

    node: int
    reasons: Sequence[Reason]
    is_match: bool


def match_person(corpus: Corpus, mentions: Mapping[int, int]) -> Iterator[Verdict]:
    """Yield what is to be said of the described person and each known one; nothing where names and ids differ.

    Args:
        corpus: The profile of the description, and one for each known person, who is the first in it.
        mentions: How many lists mention each known person, by number.
    """
    scores = PersonScores(corpus)
    alone: dict[int, dict[str, Hashable]] = {node: {"entity": node} for node in mentions}
    ids = exclusive(corpus)
    apart = {node: ids.get(node, {}) | alone.get(node, {}) for node in ids.keys() | alone.keys()}
    clusters = person_clusters(corpus.works_of, corpus.written, apart)
    known = {node: list(_known(corpus, node)) for node in mentions}
    origins = {"shared_id": "id", "shared_work": "work"}
    edges = [MatchEdge(ASKED, node, each.bits, origins[each.kind]) for node, some in known.items() for each in some]
    join_known(clusters, Judged(), (), edges)
    pairs = [CandidatePair(ASKED, node, number) for node, number in _namesakes(corpus, mentions).items()]
    join_scored(clusters, filter(None, (score(corpus, scores, pair) for pair in pairs)))
    for node, some in known.items():
        if reasons := [*some, *(scores.reasons(ASKED, node) or _misspelt(corpus, node))]:
            yield Verdict(node, reasons, clusters.find(ASKED) == clusters.find(node))


def _namesakes(corpus: Corpus, mentions: Mapping[int, int]) -> dict[int, int]:
    """Return how many mentions bear the main name of the described person or of a known one, by known person."""
    read, of = corpus.written.read, corpus.written.of
    main = {node: read[of[node][0]].key for node in (ASKED, *mentions)}
    counts = Counter({main[ASKED]: 1})
    for node, number in mentions.items():
        counts[main[node]] += number
    return {node: max(counts[main[ASKED]], counts[main[node]]) for node in mentions}


def _known(corpus: Corpus, node: int) -> Iterator[Reason]:
    """Yield what makes the described person and a known one the same, whatever else there is."""
    yield from shared_ids(corpus.persons[ASKED].ids, corpus.persons[node].ids)
    scores = WorkScores(corpus)
    theirs = {read_title(corpus.works[work].title).key: work for work in corpus.works_of[node]}
    for mine in corpus.works_of[ASKED]:
        title = read_title(corpus.works[mine].title)
        other = theirs.get(title.key) if title.key else None
        if other is None or (scores.score(mine, other) or 0.0) < weights().same:
            continue
        if (ASKED, node) in aligned(corpus, corpus.works[mine].authors, corpus.works[other].authors):
            yield Reason("shared_work", weights().person["shared_work"], corpus.works[other].title)


def _misspelt(corpus: Corpus, node: int) -> Iterator[Reason]:
    """Yield what a name says that may be a known one with slips: it joins nobody."""
    written, known = corpus.written, weights()
    one, other = written.of[ASKED][0], written.of[node][0]
    if may_be_slip(written.read[one], written.read[other]):
        common = max(one, other, key=written.bearers)
        yield Reason("name", min(known.person["rarest"], bits(written.bearers(common))), written.read[other].key)
        yield Reason(Level.VARIANT, known.name[Level.VARIANT], written.read[other].key)


def may_be_slip(one: PersonName, other: PersonName) -> bool:
    """Say whether two names may be one, with slips of the pen.

    >>> from kg.profile.names import read_name
    >>> may_be_slip(read_name("Ada Lovelac"), read_name("Ada Lovelace"))
    True
    >>> may_be_slip(read_name("Alan Lovelace"), read_name("Ada Lovelace"))
    False
    """
    mine, theirs = one.given[0], other.given[0]
    is_near = mine == theirs or is_slip(mine, theirs) or min(len(mine), len(theirs)) == 1
    return is_near and mine[0] == theirs[0] and may_be_misspelt(one, other)


def match_work(corpus: Corpus) -> Iterator[Verdict]:
    """Yield what is to be said of the described work and each known one, the others; nothing where titles differ."""
    scores = WorkScores(corpus)
    clusters = work_clusters("described" if number == ASKED else "known" for number in range(len(corpus.works)))
    found = {number: scores.reasons(ASKED, number) for number in range(1, len(corpus.works))}
    edges = [MatchEdge(ASKED, number, bits_of(reasons)) for number, reasons in found.items() if reasons]
    join_works(clusters, Judged(), (), [edge for edge in edges if edge.weight >= 0])
    for number, reasons in found.items():
        if reasons:
            yield Verdict(number, reasons, clusters.find(ASKED) == clusters.find(number))


def shared_ids(some: Iterable[str], others: Iterable[str]) -> list[Reason]:
    """Return a reason for each identifier that two lists have in common."""
    return [Reason("shared_id", weights().person["shared_id"], iri) for iri in sorted({*some} & {*others})]


def bits_of(reasons: Iterable[Reason]) -> float:
    """Return how much several reasons speak for one entity together, in bits."""
    return sum(reason.bits for reason in reasons)


def compare_names(asked: str, names: Iterable[str]) -> Reason:
    """Say how the name of a thing that its name alone tells from others agrees with the closest of some names.

    >>> compare_names("analytical engine", ["Engine", "The Analytical Engine", "Analytical Engine"])
    Reason(kind='same_name', bits=10.0, detail='Analytical Engine')
    """
    known, mine, key = weights().named, read_title(asked), fold(asked)
    best = Reason("close_name", 0.0, "0%")
    for name in names:
        if fold(name) == key:
            return Reason("same_name", known["same_name"], name)
        share = letters_alike(mine, read_title(name))
        if known["close_name"] * share > best.bits:
            best = Reason("close_name", known["close_name"] * share, f"{share:.0%}")
    return best
