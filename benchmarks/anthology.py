"""Read the authors of the ACL Anthology whom people decided by hand.

A checkout has `data/yaml/name_variants.yaml`, a list of people, each with `canonical` and `variants`, each of them
`first` and `last`, and an `id` where namesakes are told apart; and `data/xml`, with the works of each volume. An author
is known by that id, or by a name that one person of the list alone has.
"""

import xml.etree.ElementTree as ET
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from labelled import Labelled, LabelledWork, record


class _Paper(NamedTuple):
    """A paper of a volume: its entry, title, venue and year, the names of its authors, and who is known, by place."""

    entry: str
    title: str
    venue: str
    year: str
    names: list[str]
    known: dict[int, str]


def works(directory: Path) -> Iterator[LabelledWork]:
    """Yield the works of which an author is known."""
    people = yaml.load((directory / "data/yaml/name_variants.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    bearers = _bearers(people)
    papers = [paper for file in sorted((directory / "data/xml").glob("*.xml")) for paper in _papers(file, bearers)]
    spellings: dict[str, set[str]] = defaultdict(set)
    for paper in papers:
        for place, person in paper.known.items():
            spellings[person].add(paper.names[place])
    people_of = Counter(name for names in spellings.values() for name in names)
    for paper in papers:
        work = {"title": paper.title, "authors": [{"name": name} for name in paper.names], "venue": paper.venue}
        authors = []
        for place, person in paper.known.items():
            groups = ["one spelling" if len(spellings[person]) == 1 else "several spellings"]
            groups += ["ambiguous"] if any(people_of[name] > 1 for name in spellings[person]) else []
            authors.append(Labelled("", person, place, groups))
        yield LabelledWork(record("anthology", paper.entry, work, paper.year), authors)


def _bearers(people: Iterable[Mapping[str, Any]]) -> Mapping[str, set[str]]:
    """Return by written name the people of the list who have it, each by its id or else its name."""
    found: dict[str, set[str]] = defaultdict(set)
    for person in people:
        names = [_name(form.get) for form in (person["canonical"], *person.get("variants", ()))]
        for name in names:
            found[name].add(person.get("id") or names[0])
    return found


def _papers(file: Path, bearers: Mapping[str, set[str]]) -> Iterator[_Paper]:
    for volume in ET.parse(file).getroot().iter("volume"):  # noqa: S314  (a file of the reader's own)
        for paper in volume.findall("paper"):
            authors = [(_name(author.findtext), author.get("id")) for author in paper.findall("author")]
            people = [{person} if person else bearers.get(name, set()) for name, person in authors]
            known = {place: min(persons) for place, persons in enumerate(people) if len(persons) == 1}
            title = _text(paper.find("title"))
            if known and title:
                entry = f"{file.stem}/{volume.get('id')}.{paper.get('id')}"
                year = paper.findtext("year") or volume.findtext("meta/year") or ""
                names = [name for name, _ in authors]
                yield _Paper(entry, title, _text(volume.find("meta/booktitle")), year, names, known)


def _name(part: Callable[[str], str | None]) -> str:
    return " ".join(f"{part('first') or ''} {part('last') or ''}".split())


def _text(node: ET.Element | None) -> str:
    return "" if node is None else " ".join("".join(node.itertext()).split())
