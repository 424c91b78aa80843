"""What the models learn from: the lines of a document with their kinds, the tokens of an entry with their fields."""

import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from kg.extract.documents.model import Document
from kg.extract.extraction import said_of
from kg.extract.learned import labelling
from kg.extract.learned.entries import WORKS, runs_of, words_of
from kg.extract.learned.tokens import EntryToken, does, features, habits, tokens_of, with_habits
from kg.extract.learned.units import Line, lines_of
from kg.profile.drafts.model import PERSON
from training.documents import read
from training.labels import HAND, DocumentLabels, LabelledEntry, LineLabel, text_of
from training.restyling import restyled

LINES, WORK_FIELDS, CAREER_FIELDS = "lines", "works", "career"
MODELS = (LINES, WORK_FIELDS, CAREER_FIELDS)
"""The models, by the names of their files."""

TIMES: Mapping[bool, Mapping[str, int]] = {
    True: {LINES: 1, WORK_FIELDS: 4, CAREER_FIELDS: 2}, False: {LINES: 1, WORK_FIELDS: 1, CAREER_FIELDS: 0},
}  # fmt: skip
"""So often what somebody read counts, and what models read; for works the references of others are many."""

_FORMS = 2
"""In so many other forms the lists are shown that somebody read."""

SURE_LINE = 0.7
"""Lines of which a model is less sure are not learned from."""

_SHORTEST = 3
"""Fewer lines in a row say little about their order."""

_WITHOUT_ENTRIES = frozenset(("none", "news", "other", "personal", "prose"))
"""Kinds whose lines nobody parts into entries."""

_FIELDS: Mapping[str, frozenset[str]] = {
    WORK_FIELDS: frozenset((
        "author", "container", "date", "editor", "id", "issue", "note", "number", "pages", "place", "publisher",
        "series", "status", "title", "volume",
    )),
    CAREER_FIELDS: frozenset((
        "a", "adv", "amount", "course", "date", "deg", "ev", "field", "funder", "id", "level", "loc", "name", "note",
        "org", "person", "role", "t", "thesis", "unit",
    )),
}  # fmt: skip
"""The fields that each model finds; others are not learned."""

_CAREER_NAMES = {"title": "t", "author": "a"}
"""How fields of works are called in other entries."""


class LabelledSequence(NamedTuple):
    """Lines that follow one another.

    Attributes:
        items: What the model sees of each.
        labels: What each is.
        times: How often they count.
    """

    items: list[list[str]]
    labels: list[str]
    times: int = 1

    @property
    def model(self) -> str:
        """Which model learns from them."""
        return LINES

    def shown(self, _: random.Random) -> Iterator[tuple[list[list[str]], list[str]]]:
        """Yield them as often as they count."""
        yield from [(self.items, self.labels)] * self.times


UNKNOWN = 0.35
"""So often the habits of a list are left out: so one model reads a list for the first time, and for the second."""


class LabelledList(NamedTuple):
    """The entries of a list.

    Attributes:
        kind: What they are.
        entries: The tokens of each, and what each token is.
        owner: The words of the owner's name.
        times: How often each counts.
    """

    kind: str
    entries: Sequence[tuple[Sequence[EntryToken], list[str]]]
    owner: frozenset[str] = frozenset()
    times: int = 1

    @property
    def model(self) -> str:
        """Which model finds the fields."""
        return model_of(self.kind)

    def shown(self, rng: random.Random) -> Iterator[tuple[list[list[str]], list[str]]]:
        """Yield each entry as often as it counts, with the habits of some of the others: what is seen, what it is."""
        said = [tuple(does(tokens, named)) for tokens, named in self.entries]
        for place, (tokens, named) in enumerate(self.entries):
            rows = features(tokens, self.kind, self.owner, labelling.lexicon())
            for _ in range(self.times):
                others = [each for at, each in enumerate(said) if at != place and rng.random() < _OTHERS]
                is_known = len(others) > 1 and rng.random() > UNKNOWN
                yield with_habits(rows, tokens, habits(others) if is_known else {}), named


_OTHERS = 0.8
"""So many of the other entries of a list are asked."""


def sequences_of(labels: DocumentLabels, path: Path) -> Iterator[LabelledSequence | LabelledList]:
    """Yield what a labelled document teaches: runs of lines, then lists of entries.

    Raises:
        ReadError: If the document cannot be read.
    """
    document = read(path)
    lines = lines_of(document)
    found = labels.found_in(lines)
    times = TIMES[labels.reader == HAND]
    for shown in _shown(labels, lines, found):
        seen = labelling.features(shown)
        for run in runs_of_lines(labels, found):
            yield LabelledSequence([seen[index] for index, _ in run], [label for _, label in run], times[LINES])
    for listed in _lists_of(labels, found, words_of(owner_of(document))):
        yield listed._replace(times=times[listed.model])


def _shown(labels: DocumentLabels, lines: Sequence[Line], found: Sequence[Line | None]) -> Iterator[Sequence[Line]]:
    """Yield the lines of a document, then with its lists in other forms."""
    yield lines
    known: list[LineLabel | None] = [None] * len(lines)
    for label, line in zip(labels.lines, found, strict=True):
        if line is not None:
            known[line.index] = label
    for form in range(_FORMS if labels.reader == HAND else 0):
        yield restyled(lines, known, f"{labels.sha256} {form}")


def owner_of(document: Document) -> str:
    """Return whose document it is, or nothing."""
    first = next(said_of(document), None)
    return str(first.values["name"]) if first and first.section == PERSON and "name" in first.values else ""


def runs_of_lines(labels: DocumentLabels, found: Sequence[Line | None]) -> Iterator[list[tuple[int, str]]]:
    """Yield known lines that follow one another: their places in the document, and what the model calls them."""
    run: list[tuple[int, str]] = []
    for label, line in zip((*labels.lines, None), (*found, None), strict=True):
        is_known = label is not None and line is not None and label.sure >= SURE_LINE
        if run and not (is_known and line is not None and line.index == run[-1][0] + 1):
            if len(run) >= _SHORTEST:
                yield run
            run = []
        if is_known and label is not None and line is not None:
            run.append((line.index, line_label(label.kind, label.role)))


def line_label(kind: str, role: str) -> str:
    """Return what the model calls a line of a kind and a role.

    >>> line_label("pub", "B"), line_label("none", "O"), line_label("prose", "B")
    ('pub.B', 'none.I', 'prose.I')
    """
    is_part = role in ("B", "I", "O")
    return f"{kind}.I" if is_part and (kind in _WITHOUT_ENTRIES or role == "O") else f"{kind}.{role}"


def _lists_of(labels: DocumentLabels, found: Sequence[Line | None], owner: frozenset[str]) -> Iterator[LabelledList]:
    """Yield the entries of each kind and section."""
    lists: dict[tuple[int, str], list[tuple[Sequence[EntryToken], list[str]]]] = {}
    for entry in labels.entries:
        if entry.fields and (read := _read(entry, found)):
            section = sum(line.role == "H" for line in labels.lines[: entry.first])
            lists.setdefault((section, entry.kind), []).append(read)
    yield from (LabelledList(kind, several, owner) for (_, kind), several in lists.items())


def model_of(kind: str) -> str:
    """Return which model finds the fields of entries of a kind."""
    return WORK_FIELDS if kind in WORKS else CAREER_FIELDS


def _read(entry: LabelledEntry, found: Sequence[Line | None]) -> tuple[Sequence[EntryToken], list[str]] | None:
    lines = [line for line in found[entry.first : entry.last + 1] if line is not None]
    if len(lines) <= entry.last - entry.first:
        return None
    text, tokens = tokens_of(runs_of(lines))
    places = places_in(text, text_of(lines))
    if not tokens or places is None:
        return None
    marked = [(fitting_name(name, entry.kind), begin, end) for name, begin, end in entry.fields]
    return tokens, token_labels([places[token.start] for token in tokens], [each for each in marked if each[0]])


def fitting_name(name: str, kind: str) -> str:
    """Return how the model of a kind of entries calls a field; nothing if it does not know it."""
    model = model_of(kind)
    called = _CAREER_NAMES.get(name, name) if model == CAREER_FIELDS else name
    return called if called in _FIELDS[model] else ""


def places_in(text: str, plain: str) -> list[int] | None:
    """Return for each character of a text its place in another one, which has other blanks and hyphens at line ends.

    >>> places_in("ab  c", "a-b c")
    [0, 2, 3, 3, 4]
    """
    found = []
    at = 0
    plain = plain.replace("\u201a", ",")
    for character in text:
        if not character.isspace():
            while at < len(plain) and plain[at] != character and (plain[at].isspace() or plain[at] == "-"):
                at += 1
            if at == len(plain) or plain[at] != character:
                return None
        found.append(at)
        at += not character.isspace()
    return found


def token_labels(starts: Sequence[int], fields: Sequence[tuple[str, int, int]]) -> list[str]:
    """Return the label of each token, by where it begins: `B-` and `I-` with the name of its field, else `O`.

    >>> token_labels([0, 4, 9, 12], [("author", 0, 8), ("date", 12, 16)])
    ['B-author', 'I-author', 'O', 'B-date']
    """
    labels = ["O"] * len(starts)
    for name, begin, end in fields:
        free = [index for index, start in enumerate(starts) if begin <= start < end and labels[index] == "O"]
        for index in free:
            labels[index] = f"{'B' if index == free[0] else 'I'}-{name}"
    return labels
