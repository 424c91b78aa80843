"""Fit the weights of persons, `[person]` of `kg/identity/weights.toml`, to labelled people, and print what changes.

    python benchmarks/fit_people.py AMINER_DIR ANTHOLOGY_DIR [--rounds 2] [--right 0.9993]

Each directory is one of `people.py`; of the Anthology the part to develop with is learned from. The weights are moved
one at a time, as long as the mean B³ grows and of the joined pairs of each directory so many are right. What labelled
lists are no evidence for stays: ids, works in common, profiles, and how names are spelt, since the Anthology lists whom
people found under several spellings. Pairs with somebody who is not known are left aside.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from people import nodes_of, quality, read
from scripts import arguments

from kg.identity import persons
from kg.identity.blocking import CandidatePair, blocks, candidates
from kg.identity.collecting import Collector
from kg.identity.deciding import decide_clusters, roots
from kg.identity.person_scores import PersonScores, weights
from kg.identity.persons import Scored
from kg.identity.resolution import Resolution
from kg.identity.rulings import Judged
from kg.profile.config import Authorities

STEPS = {
    **dict.fromkeys(("title_words", "circle"), 0.2),
    **dict.fromkeys(("common_field", "other_field", "venue", "organization", "other_organization", "years_apart"), 0.5),
    "rarest": 1.0,
}
"""By how much each weight is moved, in the last round by half of it."""

Fitted = Mapping[str, float]


class Learned:
    """Works of which some authors are known, with all that does not depend on weights.

    Args:
        directory: Where they are.
    """

    def __init__(self, directory: Path) -> None:
        works = read(directory, "develop" if (directory / "data").is_dir() else "")
        collector, resolution = Collector(Authorities()), Resolution(Authorities())
        with resolution:
            resolution.take(collector.collect(work.record)[0] for work in works)
            resolution.decide()
        corpus = self._corpus = resolution.corpus
        self._authors = [author for work in works for author in work.authors]
        self._nodes = nodes_of(works, resolution)
        known = roots(decide_clusters(corpus, Judged(), Judged())[0], len(corpus.works))
        self._edges = list(persons.edges_by_work(corpus, known))
        scores, nodes = PersonScores(corpus), {*self._nodes}
        pairs = chain.from_iterable(candidates(block, scores.evidence) for block in blocks(persons.alike(corpus)))
        self._pairs = [pair for pair in pairs if pair.one in nodes and pair.other in nodes]
        self._amounts = {pair[:2]: [each[:2] for each in scores.amounts(*pair[:2])] for pair in self._pairs}

    def goodness(self, fitted: Fitted, right: float) -> float:
        """Return the B³ of weights, or as much less than nothing as too few of the joined pairs are right."""

        def score(pair: CandidatePair | Scored) -> Scored | None:
            amounts = self._amounts[pair[:2]]
            bits = sum(fitted[kind] * min(amount, fitted["rarest"]) for kind, amount in amounts)
            return Scored(*pair[:2], bits, True) if amounts else None

        corpus = self._corpus
        clusters = persons.person_clusters(corpus.works_of, corpus.written, persons.exclusive(corpus))
        persons.join_known(clusters, Judged(), (), self._edges)
        persons.join_scored(clusters, persons.select(self._pairs, clusters, score))
        counts = quality(self._authors, [clusters.find(node) for node in self._nodes])
        return counts.f1 + min(0.0, 100 * (counts.pairs.precision - right))


def fit(sets: Sequence[Learned], rounds: int, right: float) -> Iterator[tuple[str, float]]:
    """Yield each weight that was moved, and the mean B³ then."""
    best = {"name": 1.0, **weights().name, **weights().person}

    def goodness(fitted: Fitted) -> float:
        return sum(each.goodness(fitted, right) for each in sets) / len(sets)

    found = goodness(best)
    yield "as stated", found
    for number in range(rounds):
        for kind, step in STEPS.items():
            for move in (step, -step) if number < rounds - 1 else (step / 2, -step / 2):
                while (reached := goodness(tried := best | {kind: best[kind] + move})) > found + 1e-5:
                    best, found = tried, reached
                    yield f"{kind} = {best[kind]:g}", found


def main() -> None:
    """Print each weight that was moved, and what it brought."""
    parser = arguments(__doc__)
    parser.add_argument("directories", type=Path, nargs="+")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--right", type=float, default=0.9993, help="share of the joined pairs that must be right")
    asked = parser.parse_args()
    sets = [Learned(directory) for directory in asked.directories]
    for change, reached in fit(sets, asked.rounds, asked.right):
        print(f"{change}  # {reached:.4f}", flush=True)


if __name__ == "__main__":
    main()
