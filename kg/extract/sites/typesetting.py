"""Set entries of data as the blocks of a document, with the lines of the file, so that they are read like a page."""

from dataclasses import dataclass, field, replace

from kg.extract import documents
from kg.extract.documents import Block, Run
from kg.extract.sites import career_data
from kg.extract.sites.node import Lines, Node
from kg.extract.sites.plain import plain
from kg.extract.sites.stating import leaves

MAX_ENTRIES = 2_000
"""Of one file at most so many entries and items are read."""


@dataclass
class Writing:
    """A document that is set from entries.

    Attributes:
        blocks: Its blocks.
        taken: The lines of entries that were read by their keys.
        expected: The lines of entries of which something should be found, by section.
        room: How many entries and items may follow.
    """

    blocks: list[Block] = field(default_factory=list)
    taken: list[Lines] = field(default_factory=list)
    expected: dict[str, list[Lines]] = field(default_factory=dict)
    room: int = MAX_ENTRIES

    def heading(self, text: str, line: int, level: int = 2) -> None:
        """Set a heading."""
        self.blocks.append(Block("heading", (Run(plain(text), line),), (line, line), level=level))

    def paragraph(self, node: Node) -> None:
        """Set a text as a paragraph."""
        self.blocks.append(Block("paragraph", _runs(node.text, node.lines[0]), node.lines))

    def entry(self, entry: Node, kind: str) -> None:
        """Set an entry: a text, a label with its value, a group with its items, or what its keys hold."""
        self.room -= 1
        if isinstance(entry.value, str):
            self._set(entry.text, entry)
        elif entry.at("value").value is not None:
            self._set(f"{entry.at('name').text}: {' , '.join(leaves(entry.at('value')))}", entry)
        elif entry.at("items", "keywords").value is not None:
            self._group(entry, kind)
        elif kind == "skills" and entry.at("level", "name").text:
            self._set(entry.at("name", "title").text, entry)
        elif isinstance(entry.value, dict):
            self._keys(entry)
        else:
            for each in entry.entries[: max(self.room, 0)]:
                self.entry(each, kind)

    def _group(self, entry: Node, kind: str) -> None:
        """Set items with the year or the title above them."""
        title, date = entry.at("title", "name"), entry.at("year", "date")
        items = [each for each in entry.at("items", "keywords").entries if isinstance(each.value, str)]
        items = items[: max(self.room, 0)]
        self.room -= len(items)
        if kind == "interests":
            for each in items:
                self._set(each.text, each)
            return
        if kind == "skills":
            self._set(f"{title.text}: {', '.join(plain(each.text) for each in items)}".lstrip(": "), entry)
            return
        if title.text:
            self.heading(title.text, title.lines[0], 3)
        if date.text and kind == "publications":
            self.heading(date.text, date.lines[0], 3)
        for each in items:
            self._dated("" if kind == "publications" else plain(date.text), date, each)

    def _keys(self, entry: Node) -> None:
        told = career_data.told(entry)
        heads = [each.text for _, each in entry.pairs if each.text and plain(each.text) not in told]
        self._set(", ".join(heads), Node(None, (entry.lines[0], entry.lines[0])))
        for text in told:
            self._set(text, entry, depth=2)

    def _set(self, text: str, place: Node, depth: int = 1) -> None:
        if runs := _runs(text, place.lines[0]):
            self.blocks.append(Block("item", runs, place.lines, depth=depth))

    def _dated(self, date: str, place: Node, item: Node) -> None:
        """Set an item with its date before it."""
        runs = _runs(item.text, item.lines[0])
        if runs and date:
            runs = (Run(f"{date}: ", min(place.lines[0], item.lines[0])), *runs)
        if runs:
            self.blocks.append(Block("item", runs, (runs[0].line, max(item.lines[1], runs[0].line)), depth=1))


def _runs(text: str, line: int) -> tuple[Run, ...]:
    """Return a text as runs, with its links and styles if it has some."""
    if not any(sign in text for sign in "<[*"):
        return (Run(plain(text), line),) if text.strip() else ()
    found = documents.read_text(text, "-")
    return tuple(replace(run, line=line) for block in found for run in block.runs if run.text != "\n")
