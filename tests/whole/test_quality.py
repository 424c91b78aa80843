"""Precision and recall of pairs."""

from quality import of_clusters, of_pairs


def test_pairs_are_counted() -> None:
    assert of_pairs({("1", "a"), ("2", "b")}, {("1", "a"), ("3", "c"), ("4", "d")}) == (1 / 2, 1 / 3, 2 / 5)
    assert of_pairs(set(), {("1", "a")}) == (0, 0, 0)


def test_a_partition_is_judged_by_the_pairs_that_it_puts_together() -> None:
    assert of_clusters("aabb", [1, 1, 2, 2]) == (1, 1, 1)
    assert of_clusters("aaab", [1, 1, 2, 2]) == (1 / 3, 1 / 2, 2 / 5)
    assert of_clusters("abcd", [1, 1, 2, 2]) == (0, 0, 0)
