"""Resolve works of which it is known who some of their authors are, and compare what is joined with that.

    python benchmarks/people.py DIR [--part develop] [--errors 3]

DIR is a folder of AMiner's namesakes (`aminer.py`) or a checkout of the ACL Anthology (`anthology.py`). Each work is an
entry of a catalogue, a list of its own; all are resolved together. What resolution joins is counted by itself, and
then with its questions answered as the labels say, in the order of `kg review`.

B³ is counted within each name for which labels are counted, and the mean taken over the names; pairs are those of all.
"""

import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import aminer
import anthology
from labelled import Labelled, LabelledWork
from quality import Quality, of_clusters
from scripts import arguments, table

from kg.identity.clusters import UnionFind
from kg.identity.collecting import Collector
from kg.identity.explaining.archive import open_archive
from kg.identity.explaining.dossiers import Dossiers
from kg.identity.explaining.wording import phrase
from kg.identity.person_scores import PersonScores
from kg.identity.questions import open_pairs
from kg.identity.resolution import Resolution
from kg.profile.config import Authorities

_HEADS = ("B³ precision", "recall", "F1", "pairs right", "pairs found")
_DEVELOP = range(86)  # of 256: a third is developed with, the rest judges


def read(directory: Path, part: str = "") -> list[LabelledWork]:
    """Return the works of AMiner or of the Anthology, of one part of the labels if it is named."""
    works = anthology.works(directory) if (directory / "data").is_dir() else aminer.works(directory)
    found = (work._replace(authors=[each for each in work.authors if _is_in(each, part)]) for work in works)
    return [work for work in found if work.authors]


def _is_in(author: Labelled, part: str) -> bool:
    return not part or (sha256((author.name or author.label).encode()).digest()[0] in _DEVELOP) is (part == "develop")


class Found(NamedTuple):
    """What became of the authors who are known.

    Attributes:
        authors: The authors.
        nodes: The node of each.
        joined: The cluster of each, as resolution joined them.
        asked: The pairs of authors that questions are about, the first to be asked first.
        resolution: All that was decided.
    """

    authors: Sequence[Labelled]
    nodes: Sequence[int]
    joined: Sequence[str]
    asked: Sequence[tuple[int, int]]
    resolution: Resolution


def nodes_of(works: Sequence[LabelledWork], resolution: Resolution) -> list[int]:
    """Return the node of each author who is known, once all works were taken in."""
    corpus = resolution.corpus
    by_entry = {corpus.profiles[entry.profile].name: entry for entry in corpus.works}
    return [by_entry[work.record.entry].authors[each.place] for work in works for each in work.authors]


def resolve(works: Sequence[LabelledWork]) -> Found:
    """Decide who is who."""
    collector = Collector(Authorities())
    with tempfile.TemporaryDirectory(prefix="kg-bench-") as directory:
        resolution = Resolution(Authorities(), archive=Path(directory) / "identity.sqlite")
        with resolution:
            resolution.take(collector.collect(work.record)[0] for work in works)
            resolution.decide()
        dossiers = Dossiers(open_archive(Path(directory) / "identity.sqlite"))
        questions = [frozenset((pair.one, pair.other)) for pair in open_pairs(dossiers)]
    decided, nodes = resolution.decided[0], nodes_of(works, resolution)
    at = {node: number for number, node in enumerate(nodes)}
    pairs = {
        frozenset((decided.iris[each.one], decided.iris[each.other])): (at[each.one], at[each.other])
        for each in decided.questions
        if each.one in at and each.other in at
    }
    asked = [pairs[question] for question in questions if question in pairs]
    authors = [author for work in works for author in work.authors]
    return Found(authors, nodes, [decided.iris[node] for node in nodes], asked, resolution)


def answered(found: Found, share: float = 1.0) -> list[tuple[str, int]]:
    """Return the clusters after the first of the questions were answered as the labels say."""
    together = UnionFind()
    first: dict[str, int] = {}
    for number, iri in enumerate(found.joined):
        together.join(first.setdefault(iri, number), number)
    for one, other in found.asked[: round(len(found.asked) * share)]:
        if found.authors[one].truth == found.authors[other].truth:
            together.join(one, other)
    return [("", together.find(number)) for number in range(len(found.authors))]


class Counts(NamedTuple):
    """How well clusters agree with the labels: B³, the mean of names, and pairs."""

    precision: float
    recall: float
    f1: float
    pairs: Quality


def quality(authors: Sequence[Labelled], clusters: Sequence[object]) -> Counts:
    """Compare clusters with the labels, each name by itself."""
    names: dict[str, list[int]] = defaultdict(list)
    for number, author in enumerate(authors):
        names[author.name].append(number)
    of_names = [_b_cubed([(clusters[n], authors[n].label) for n in numbers]) for numbers in names.values()]
    precision, recall, f1 = (sum(each) / len(of_names) for each in zip(*of_names, strict=True))
    found = [(author.name, each) for author, each in zip(authors, clusters, strict=True)]
    return Counts(precision, recall, f1, of_clusters(found, [author.truth for author in authors]))


def _b_cubed(elements: Sequence[tuple[object, str]]) -> tuple[float, float, float]:
    both, found, true = Counter(elements), *(Counter(each[side] for each in elements) for side in (0, 1))
    precision = sum(count * count / found[cluster] for (cluster, _), count in both.items()) / len(elements)
    recall = sum(count * count / true[label] for (_, label), count in both.items()) / len(elements)
    return precision, recall, 2 * precision * recall / (precision + recall)


def explain(found: Found, most: int) -> Iterator[str]:
    """Yield lines that say by which evidence how many were joined wrongly and rightly, with examples of the wrong."""
    truth = dict(zip(found.nodes, found.authors, strict=True))
    scores = PersonScores(found.resolution.corpus)
    right: Counter[str] = Counter()
    wrong: dict[str, list[str]] = defaultdict(list)
    for edge in found.resolution.decided[0].joins:
        if edge.one in truth and edge.other in truth:
            one, other = truth[edge.one], truth[edge.other]
            reasons = scores.reasons(edge.one, edge.other)
            kinds = edge.origin if edge.origin != "score" else " ".join(sorted({reason.kind for reason in reasons}))
            right[kinds] += one.truth == other.truth
            if one.truth != other.truth:
                wrong[kinds].append(f"    {one.name or one.label}: {'; '.join(map(phrase, reasons))}")
    for kinds in sorted(right, key=lambda each: (-len(wrong[each]), -right[each])):
        yield f"{len(wrong[kinds])} wrong, {right[kinds]} right by {kinds}"
        yield from wrong[kinds][:most]


def _row(title: str, counts: Counts) -> tuple[str, ...]:
    return title, *(f"{figure:.4f}" for figure in (*counts[:3], *counts.pairs[:2]))


def tables(found: Found) -> Iterator[str]:
    """Yield the figures: of all authors with more and more questions answered, and of the groups of authors."""
    rows = [_row("automatic joins", quality(found.authors, found.joined))]
    for share in (0.1, 0.25, 0.5, 1.0):
        title = f"with the first {round(len(found.asked) * share):,} questions answered"
        rows.append(_row(title, quality(found.authors, answered(found, share))))
    yield from (*table(("clusters", *_HEADS), rows), "")
    groups: dict[str, list[int]] = defaultdict(list)
    for number, author in enumerate(found.authors):
        for group in author.groups:
            groups[group].append(number)
    rows = []
    for title, numbers in sorted(groups.items()):
        counts = quality([found.authors[n] for n in numbers], [found.joined[n] for n in numbers])
        rows.append((title, f"{len(numbers):,}", *_row("", counts)[1:]))
    yield from table(("group", "authors", *_HEADS), rows)


def main() -> None:
    """Print the quality, and on request the errors."""
    parser = arguments(__doc__)
    parser.add_argument("directory", type=Path)
    parser.add_argument("--part", choices=("develop", "judge"), default="", help="by default all")
    parser.add_argument("--errors", type=int, metavar="N", help="print by what was joined, with N wrong joins each")
    asked = parser.parse_args()
    works = read(asked.directory, asked.part)
    started = time.process_time()
    found = resolve(works)
    seconds = time.process_time() - started
    print(f"{len(works):,} works, {len(found.authors):,} authors who are known, in {seconds:.1f} s of CPU\n")
    print("\n".join(tables(found)))
    if asked.errors is not None:
        print("\n" + "\n".join(explain(found, asked.errors)))


if __name__ == "__main__":
    main()
