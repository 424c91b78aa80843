"""The invented researchers of the benchmark of resolution: the same each time, and the truth fits."""

from quality import of_clusters
from researchers import MENTIONS, invented_corpus, settle

COUNT = 3 * MENTIONS


def test_resolution_finds_the_truth() -> None:
    corpus, meant, count = invented_corpus(COUNT)
    iris = settle(corpus)[0].iris
    quality = of_clusters([iris[node] for node, _ in meant], [number for _, number in meant])

    assert quality.precision > 0.98
    assert quality.recall > 0.8
    assert len(corpus.persons) < count
