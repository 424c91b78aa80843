"""What a line of a list of publications holds: a title, authors, a venue, a note, or a whole citation."""

import re

from kg.extract.citations import labels, notes, venues
from kg.extract.citations.authors import runs_of
from kg.extract.citations.cleaning import parted
from kg.extract.citations.implied import with_owner
from kg.extract.citations.notes import Notes
from kg.extract.citations.titles import QUOTED
from kg.extract.citations.tokens import Run
from kg.extract.citations.words import words_of
from kg.extract.lines import Line
from kg.extract.names import without_marks
from kg.terms.identifiers import fold

_BRACKETED_END = re.compile(r"[\[(][^\[\]()]{2,60}[\])][\s.,]*$")
_POINTER = re.compile(
    r"\b(?:full|complete|selected|more|see|up-to-date) (?:list|publications|papers)\b|\bgoogle scholar\b", re.IGNORECASE
)
_LETTERS = re.compile(r"[^\W\d_]")


def role_of(line: Line, owner: frozenset[str]) -> str:
    """Return what a line holds: `authors`, `title`, `venue`, `note`, or a whole `citation`."""
    words = words_of([line])
    text = parted(words, words.text)
    letters = len(_LETTERS.findall(text))
    if letters < 4:
        return "venue" if venues.is_venue(text) else "note"
    runs = [run for run in runs_of(text) if _is_list(run, text, owner)]
    if not runs:
        return _without_authors(line, text)
    run = max(runs, key=lambda each: len(each.names))
    run = next(with_owner(text, run, "-"), run)
    rest = without_marks(text[: run.start] + " " + text[run.end :])
    plain = labels.EQUAL_NOTE.sub(" ", rest)
    if len(_LETTERS.findall(plain)) <= 3:
        return "authors"
    if run.start <= 2 and venues.is_venue(plain) and len(plain.split()) <= 14:
        return "authors"
    if len(plain.split()) < 3:
        return "authors"
    is_clear = run.start <= 2 or len(run.names) > 3 or any(fold(name.name) in owner for name in run.names)
    return "citation" if is_clear or notes.notes_of(plain).year or venues.is_venue(plain) else "title"


def _is_list(run: Run, text: str, owner: frozenset[str]) -> bool:
    """Say whether names are a list of authors, not two words of a title that `and` joins."""
    if any(fold(name.name) in owner for name in run.names):
        return True
    if run.names and any(with_owner(text, run, "-")):
        return True
    return len(run.names) > (2 if run.glued else 1)


def _without_authors(line: Line, text: str) -> str:
    words = text.strip(" ()[].,|")
    if (bracket := _BRACKETED_END.search(text)) and len(text[: bracket.start()].split()) >= 3:
        return "title" if not venues.is_venue(text[: bracket.start()]) else "venue"
    if _is_linked(line):
        return "note"
    if len(words) < 120 and _POINTER.search(words):
        return "pointer"
    if labels.is_badge(words) or (labels.is_equal(words) and len(words) < 60):
        return "note"
    found = notes.notes_of(text)
    is_short = len(words.split()) <= 14
    if found.award and not found.venue and is_short and len(words) <= len(found.award[0]) + 6:
        return "note"
    if begins_with_title(line, text) or (
        line.is_bold and found.how_venue == "beside a year" and len(words.split()) > 3
    ):
        return "title"
    return "venue" if is_short and _is_venue(line, text, found) else "title"


def begins_with_title(line: Line, text: str) -> bool:
    """Say whether a line begins with a title in quotes or one that is a link, with more behind it."""
    if (quoted := QUOTED.match(text)) and len(text) - quoted.end() > 4:
        return True
    first = line.runs[0]
    words = first.text.strip()
    return (
        bool(first.target) and words.count(" ") > 2 and len(line.text) - len(words) > 4 and not venues.is_venue(words)
    )


def _is_linked(line: Line) -> bool:
    """Say whether a line is nothing but links to what belongs to a citation."""
    linked = [run.text for run in line.runs if run.target]
    is_all = all(run.target or len(run.text.strip()) < 3 for run in line.runs)
    return bool(linked) and is_all and all(map(labels.is_label, linked))


def _is_venue(line: Line, text: str, found: Notes) -> bool:
    """Say whether a short line names a venue, and is no title behind which one stands."""
    if len(text[: venues.before(text)].split()) > 2:
        return False
    if (found.venue or found.status) and (found.year or text.strip()[:1] in "[(" or found.status):
        return True
    return venues.is_surely_venue(text) and not line.is_bold
