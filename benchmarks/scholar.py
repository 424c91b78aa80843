"""Judge how works of DBLP and Google Scholar, or of Cora, are joined, of which the truth is known.

    python benchmarks/scholar.py PAIRS [--part judge] [--errors 10]
    python benchmarks/scholar.py CORA_FOLDER

PAIRS is a file of labelled pairs as DeepMatcher and Ditto publish them (`COL title VAL … <tab> … <tab> 1`); CORA_FOLDER
holds `cora.csv` and `cora_gt.csv`. Each citation is a list of its own, all entries of DBLP are one list: works are
joined end to end (`resolve_works`), and the labelled pairs, of Cora all pairs, are looked at.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from functools import partial
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from quality import report
from scripts import arguments

from kg.identity.collecting import Collector
from kg.identity.corpus import Corpus
from kg.identity.explaining.wording import phrase
from kg.identity.rulings import Judged
from kg.identity.work_scores import WorkScores
from kg.identity.works import resolve_works
from kg.profile.config import Authorities
from kg.profile.model import Profile
from kg.profile.records import Record, Source

_FIELD = re.compile(r"COL (\w+) VAL (.*?)(?= COL |$)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_PARTS = {"learn": range(3), "judge": range(3, 5), "all": range(5)}


class Labelled(NamedTuple):
    """Citations, of which pairs are known to be one work or two.

    Attributes:
        corpus: One work for each citation, by number.
        one: The pairs of one work.
        two: Those of two.
    """

    corpus: Corpus
    one: set[tuple[int, int]]
    two: set[tuple[int, int]]


def read_pairs(path: Path, part: str = "all") -> Labelled:
    """Read labelled pairs; of three fifths of the entries on the left one learns, by the others one judges."""
    numbers: tuple[dict[str, int], dict[str, int]] = {}, {}
    labels: list[tuple[str, str, str]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        left, right, label = (each.strip() for each in line.split("\t"))
        if sha256(left.encode()).digest()[0] % 5 in _PARTS[part]:
            labels.append((left, right, label))
            numbers[0].setdefault(left, len(numbers[0]))
            numbers[1].setdefault(right, len(numbers[1]))
    corpus = corpus_of([[_entry(text) for text in numbers[0]], *([_entry(text)] for text in numbers[1])])
    pairs: dict[str, set[tuple[int, int]]] = {"0": set(), "1": set()}
    for left, right, label in labels:
        pairs[label].add((numbers[0][left], len(numbers[0]) + numbers[1][right]))
    return Labelled(corpus, pairs["1"], pairs["0"])


def read_cora(folder: Path) -> Labelled:
    """Read Cora: each citation is a list of its own, and all pairs are known."""
    with (folder / "cora.csv").open(encoding="utf-8", errors="replace") as file:
        rows = list(csv.DictReader(file, delimiter="|"))
    entries = [entry(row["title"], row["author"], row["venue"], f"{row['year']} {row['address']}") for row in rows]
    lines = (folder / "cora_gt.csv").read_text().split()
    one = {(min(pair), max(pair)) for pair in (tuple(map(int, line.split("|"))) for line in lines)}
    return Labelled(corpus_of([each] for each in entries), one, set(combinations(range(len(rows)), 2)) - one)


def entry(title: str, authors: str, venue: str, year: str) -> dict[str, object]:
    """Return a publication of a profile."""
    names = [name.strip(" .") for name in re.split(r",|;|\band\b|&", authors)]
    names = [name for name in names if re.search(r"[^\W\d_]", name)]
    when = _YEAR.search(year)
    return {
        "title": title.strip() or "Untitled",
        **({"authors": names} if names else {}),
        **({"venue": venue.strip()} if re.search(r"[^\W\d_]", venue) else {}),
        **({"year": int(when[0])} if when else {}),
    }


def corpus_of(lists: Iterator[Sequence[dict[str, object]]] | Sequence[Sequence[dict[str, object]]]) -> Corpus:
    """Return the nodes of lists of publications, each that of a profile."""
    corpus, collector = Corpus(), Collector(Authorities())
    for number, works in enumerate(lists):
        profile = {"id": f"list-{number}", "name": f"Catalogue {number}", "publications": works}
        source = Source(f"profiles/{number}.json", "application/json", "json", "")
        found, _ = collector.collect(Record(Profile.model_validate(profile), source, (1, 1)))
        corpus.add(found.listed, found.persons, found.works)
    return corpus


def _entry(text: str) -> dict[str, object]:
    fields = {key: value.replace(" & hellip ;", "…") for key, value in _FIELD.findall(text + " ")}
    return entry(*(fields.get(key, "") for key in ("title", "authors", "venue", "year")))


def found_pairs(labelled: Labelled) -> set[tuple[int, int]]:
    """Return the labelled pairs that are joined."""
    clusters = resolve_works(labelled.corpus, Judged())
    return {pair for pair in labelled.one | labelled.two if clusters.find(pair[0]) == clusters.find(pair[1])}


def explain(corpus: Corpus, pairs: Sequence[tuple[int, int]]) -> Iterator[str]:
    """Yield lines that say of each pair what it is and what was scored."""
    scores = WorkScores(corpus)
    for pair in pairs:
        for node in pair:
            work = corpus.works[node]
            authors = ", ".join(corpus.persons[author].forms[0] for author in work.authors)
            yield f"  {work.title} | {authors} | {work.venue.removeprefix('venue/')} ({work.kind}) {work.year}"
        reasons = scores.reasons(*pair)
        yield f"    {sum(reason.bits for reason in reasons):+.1f} bits" if reasons else "    the titles differ"
        yield from (f"      {phrase(reason)}" for reason in reasons)


def main() -> None:
    """Print the quality, and on request the errors."""
    parser = arguments(__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument(
        "--part", choices=_PARTS, default="all", help="of pairs: by whom weights were fitted, or others"
    )
    parser.add_argument("--errors", type=int, default=0, metavar="N", help="print so many of each kind of error")
    asked = parser.parse_args()
    labelled = read_cora(asked.data) if asked.data.is_dir() else read_pairs(asked.data, asked.part)
    found, things = found_pairs(labelled), len(labelled.corpus.works)
    print(*report(found, labelled.one, things, partial(explain, labelled.corpus), asked.errors), sep="\n")


if __name__ == "__main__":
    main()
