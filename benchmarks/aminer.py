"""Resolve works whose one author is one of many namesakes, as AMiner labelled them, and compare with the labels.

    python benchmarks/aminer.py DIR [--errors 3]

DIR holds a file of XML for each name (Tang et al., A Unified Probabilistic Framework for Name Disambiguation, 2012):
its works with title, year, authors and venue, and of the author who is meant the organisation and a number that says
who it is. Each work is an entry of a catalogue, a list of its own; all names are resolved together. What resolution
joins is counted by itself, and then with its questions answered as the labels say, in the order of `kg review`.

B³ is counted within each name, and the mean taken over the names (macro); pairs are those of all names.
"""

import argparse
import re
import tempfile
import time
import xml.etree.ElementTree as ET
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from quality import Quality, of_clusters

from kg.identity import Collector, Resolution
from kg.identity.clusters import UnionFind
from kg.identity.explaining.archive import open_archive
from kg.identity.explaining.dossiers import Dossiers
from kg.identity.explaining.wording import phrase
from kg.identity.person_scores import PersonScores
from kg.identity.questions import open_pairs
from kg.profile.config import Authorities
from kg.profile.model import Profile
from kg.profile.names import is_short, read_name, table
from kg.profile.records import Record, Source

_BARE = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d+);)|[\x00-\x08\x0b-\x1f]")
_UNKNOWN = ("", "null")
_HEAD = "| {} | B³ precision | recall | F1 | pairs right | pairs found |\n"


class Labelled(NamedTuple):
    """A work with the author whom a label means.

    Attributes:
        name: The name that the file is about.
        label: Who it is, among those of that name.
        place: The place of the author in the list.
        record: The work, as an entry of a catalogue.
    """

    name: str
    label: str
    place: int
    record: Record


def read_works(directory: Path) -> list[Labelled]:
    """Return the works of all names, without those that do not name the author who is meant."""
    return [work for file in sorted(directory.glob("*.xml")) for work in _works(file)]


def _works(file: Path) -> Iterator[Labelled]:
    text = _BARE.sub(lambda found: "&amp;" if found[0] == "&" else " ", file.read_text("utf-8", "replace"))
    for number, node in enumerate(ET.fromstring(text).iter("publication")):  # noqa: S314  (a file of the reader's own)
        said = {child.tag: (child.text or "").strip() for child in node}
        authors = [name for part in said["authors"].split(",") if (name := part.strip())]
        fits = [_common_words(name, file.stem) for name in authors]
        if max(fits, default=0):
            place = fits.index(max(fits))
            record = _record(said, authors, place, f"{file.stem}/{number}")
            yield Labelled(file.stem, said["label"], place, record)


def _common_words(one: str, other: str) -> int:
    """Return how many words two names have in common, twice, and one more if these are all."""
    mine, others = (set(read_name(name).words) for name in (one, other))
    return len(mine & others) * 2 + (mine == others)


def _record(said: dict[str, str], names: Sequence[str], place: int, entry: str) -> Record:
    authors: list[dict[str, str]] = [{"name": name} for name in names]
    if said["organization"] not in _UNKNOWN:
        authors[place]["organization"] = said["organization"]
    work: dict[str, object] = {"title": said["title"], "authors": authors}
    if said["year"].isdigit():
        work["year"] = int(said["year"])
    if said["jconf"] not in _UNKNOWN:
        work["venue"] = said["jconf"]
    profile = Profile.model_validate({"id": "aminer", "name": "AMiner", "publications": [work]})
    return Record(profile, Source("catalogues/aminer", "application/xml", "xml", "0" * 64), (1, 1), entry=entry)


class Found(NamedTuple):
    """What became of the authors who are meant.

    Attributes:
        works: The works.
        nodes: The node of each author who is meant.
        joined: The cluster of each, as resolution joined them.
        asked: The pairs of works that questions are about, the first to be asked first.
        resolution: All that was decided.
    """

    works: Sequence[Labelled]
    nodes: Sequence[int]
    joined: Sequence[str]
    asked: Sequence[tuple[int, int]]
    resolution: Resolution


def resolve(works: Sequence[Labelled]) -> Found:
    """Decide who is who."""
    collector = Collector(Authorities())
    by_entry = {work.record.entry: number for number, work in enumerate(works)}
    with tempfile.TemporaryDirectory(prefix="kg-bench-") as directory:
        resolution = Resolution(Authorities(), archive=Path(directory) / "identity.sqlite")
        with resolution:
            resolution.take(collector.collect(work.record)[0] for work in works)
            resolution.decide()
        dossiers = Dossiers(open_archive(Path(directory) / "identity.sqlite"))
        questions = [frozenset((pair.one, pair.other)) for pair in open_pairs(dossiers)]
    corpus, decided = resolution.corpus, resolution.decided[0]
    nodes = [0] * len(works)
    for entry in corpus.works:
        number = by_entry[corpus.profiles[entry.profile].name]
        nodes[number] = entry.authors[works[number].place]
    at = {node: number for number, node in enumerate(nodes)}
    pairs = {
        frozenset((decided.iris[each.one], decided.iris[each.other])): (at[each.one], at[each.other])
        for each in decided.questions
        if each.one in at and each.other in at
    }
    asked = [pairs[question] for question in questions if question in pairs]
    return Found(works, nodes, [decided.iris[node] for node in nodes], asked, resolution)


def answered(found: Found, share: float = 1.0) -> list[tuple[str, int]]:
    """Return the clusters after the first of the questions were answered as the labels say."""
    together = UnionFind()
    first: dict[str, int] = {}
    for number, iri in enumerate(found.joined):
        together.join(first.setdefault(iri, number), number)
    for one, other in found.asked[: round(len(found.asked) * share)]:
        if _truth(found.works[one]) == _truth(found.works[other]):
            together.join(one, other)
    return [("", together.find(number)) for number in range(len(found.works))]


class Counts(NamedTuple):
    """How well clusters agree with the labels: B³, the mean of names, and pairs."""

    precision: float
    recall: float
    f1: float
    pairs: Quality


def quality(works: Sequence[Labelled], clusters: Sequence[object]) -> Counts:
    """Compare clusters with the labels, each name by itself."""
    names: dict[str, list[int]] = defaultdict(list)
    for number, work in enumerate(works):
        names[work.name].append(number)
    of_names = [_b_cubed([(clusters[n], works[n].label) for n in numbers]) for numbers in names.values()]
    precision, recall, f1 = (sum(each) / len(of_names) for each in zip(*of_names, strict=True))
    pairs = of_clusters([(work.name, each) for work, each in zip(works, clusters, strict=True)], [*map(_truth, works)])
    return Counts(precision, recall, f1, pairs)


def _b_cubed(elements: Sequence[tuple[object, str]]) -> tuple[float, float, float]:
    both, found, true = Counter(elements), *(Counter(each[side] for each in elements) for side in (0, 1))
    precision = sum(count * count / found[cluster] for (cluster, _), count in both.items()) / len(elements)
    recall = sum(count * count / true[label] for (_, label), count in both.items()) / len(elements)
    return precision, recall, 2 * precision * recall / (precision + recall)


def group(name: str) -> str:
    """Return the group of a name: initials, or the origin of the family name as kg's table of names has it."""
    read = read_name(name)
    if is_short(read):
        return "initials"
    origins = {family: kind for family, _, kind in table("families")}
    return origins.get(read.family, "western")


def explain(found: Found, most: int) -> Iterator[str]:
    """Yield lines that say by which evidence how many were joined wrongly and rightly, with examples of the wrong."""
    at = {node: number for number, node in enumerate(found.nodes)}
    scores = PersonScores(found.resolution.corpus)
    right: Counter[str] = Counter()
    wrong: dict[str, list[str]] = defaultdict(list)
    for edge in found.resolution.decided[0].joins:
        if edge.one in at and edge.other in at:
            one, other = found.works[at[edge.one]], found.works[at[edge.other]]
            reasons = scores.reasons(edge.one, edge.other)
            kinds = edge.origin if edge.origin != "score" else " ".join(sorted({reason.kind for reason in reasons}))
            right[kinds] += _truth(one) == _truth(other)
            if _truth(one) != _truth(other):
                wrong[kinds].append(f"    {one.name}: {'; '.join(map(phrase, reasons))}")
    for kinds in sorted(right, key=lambda each: (-len(wrong[each]), -right[each])):
        yield f"{len(wrong[kinds])} wrong, {right[kinds]} right by {kinds}"
        yield from wrong[kinds][:most]


def _truth(work: Labelled) -> tuple[str, str]:
    return work.name, work.label


def _row(title: str, counts: Counts) -> str:
    figures = " | ".join(f"{figure:.4f}" for figure in (*counts[:3], *counts.pairs[:2]))
    return f"| {title} | {figures} |"


def tables(found: Found) -> Iterator[str]:
    """Yield the figures: of all names with more and more questions answered, and of the groups of names."""
    yield _HEAD.format("clusters") + "|---|--:|--:|--:|--:|--:|"
    yield _row("automatic joins", quality(found.works, found.joined))
    for share in (0.1, 0.25, 0.5, 1.0):
        title = f"with the first {round(len(found.asked) * share):,} questions answered"
        yield _row(title, quality(found.works, answered(found, share)))
    yield "\n" + _HEAD.format("group of names | works") + "|---|--:|--:|--:|--:|--:|--:|"
    groups: dict[str, list[int]] = defaultdict(list)
    for number, work in enumerate(found.works):
        groups[group(work.name)].append(number)
    for title, numbers in sorted(groups.items()):
        counts = quality([found.works[n] for n in numbers], [found.joined[n] for n in numbers])
        yield _row(f"{title} | {len(numbers):,}", counts)


def main() -> None:
    """Print the quality, and on request the errors."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("directory", type=Path)
    parser.add_argument("--errors", type=int, metavar="N", help="print by what was joined, with N wrong joins each")
    arguments = parser.parse_args()
    works = read_works(arguments.directory)
    started = time.perf_counter()
    found = resolve(works)
    print(
        f"{len(works):,} works of {len({work.name for work in works})} names in {time.perf_counter() - started:.1f} s\n"
    )
    print("\n".join(tables(found)))
    if arguments.errors is not None:
        print("\n" + "\n".join(explain(found, arguments.errors)))


if __name__ == "__main__":
    main()
