"""Choose, among the pieces of an entry, the organisation, its unit, the place; and gather what labels say."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kg.extract.career import labels, vocabulary
from kg.extract.career.clues import Clue
from kg.extract.career.entries import CareerEntry
from kg.extract.career.segment import Segment
from kg.extract.lines import BlockLine
from kg.extract.page import PageContext
from kg.profile.drafts.model import MAX_QUOTE, Fact

_UNIVERSITY = re.compile(r"\b(?:univ|eth\b|epfl|institute of technology)|大学|学院", re.IGNORECASE)
_SIGNS = {
    ",": "before comma",
    "\t": "own cell",
    "-": "after dash",
    "at": "after at",
    "line": "labelled",
    "glued": "glued",
}
_REMOTE = re.compile(r"(?<=\w)\s+(?:Remote|Hybrid|Online|On-?site)$")
_MAX_NAME_WORDS = 9
_FEW_LETTERS = 3


@dataclass
class EntryValues:
    """What is said of one entry, with the pattern and the lines of each value."""

    values: dict[str, Any] = field(default_factory=dict)
    how: dict[str, str] = field(default_factory=dict)
    clues: list[Clue] = field(default_factory=list)

    def put(self, key: str, value: object, pattern: str, clue: Clue | None = None) -> None:
        """Add a value, unless there is one or it is empty."""
        if value in (None, "", []) or key in self.values:
            return
        self.values[key] = value
        self.how[key] = pattern
        if clue is not None:
            self.clues.append(clue)

    def fact(self, section: str, page: PageContext, entry: CareerEntry, reason: str = "") -> Fact:
        """Return the fact; its lines are those of the head and of all values."""
        return page.fact(section, self.values, self.how, self._lines(entry), reason=reason)

    def _lines(self, entry: CareerEntry) -> list[BlockLine]:
        heads = [clue for clue in entry.lines if clue.segments]
        if entry.parent:
            above = [clue for clue in entry.parent.lines if clue.segments]
            is_shared = "shared" in (self.how.get("organization"), self.how.get("institution"))
            heads.extend(clue for clue in above if not clue.has_what or (is_shared and clue.names_employer))
        when = [clue for _, clue in entry.periods]
        lines = {id(clue.line): clue.line for clue in (*heads, *when, *self.clues)}
        return sorted(lines.values(), key=lambda line: (line.block.page, line.number))


def is_sure(values: Mapping[str, Any], *keys: str) -> bool:
    """Say whether all of some keys have a value."""
    return all(values.get(key) for key in keys)


def organization(segments: Sequence[Segment]) -> tuple[Segment | None, str]:
    """Return the piece that names the organisation, and by which pattern: the one that stands alone most."""
    named = [segment for segment in segments if segment.kind == "organization"]
    if labelled := [segment for segment in named if segment.is_labelled]:
        return labelled[0], "labelled"
    if not named:
        return None, ""
    best = max(enumerate(named), key=lambda one: (one[1].level, _stands_alone(one[1].text), one[0]))[1]
    return best, _pattern(segments, best)


def by_elimination(segments: Sequence[Segment]) -> tuple[Segment | None, str]:
    """Return the piece that must be the organisation because everything else is known."""
    unknown = [segment for segment in segments if segment.kind == "unknown" and _is_proper(segment.name)]
    after_at = [segment for segment in unknown if segment.before == "at"]
    if after_at:
        return after_at[0], "after at"
    return (unknown[0], "by elimination") if unknown else (None, "")


def whole_name(segments: Sequence[Segment], chosen: Segment) -> str:
    """Return the name of an organisation; that of `at Catalyst, CMU` has two pieces, since neither is a known unit."""
    place = next(number for number, segment in enumerate(segments) if segment is chosen)
    before = segments[place - 1] if place else None
    if before and before.kind == "unknown" and before.before == "at" and chosen.before == ",":
        return f"{before.text}, {chosen.text}"
    behind = segments[place + 1] if place + 1 < len(segments) else None
    return _without_town(chosen.name) if behind and behind.kind == "place" else _REMOTE.sub("", chosen.name)


def _without_town(name: str) -> str:
    """Return a name without a town behind it that the name begins with too: `Northfield University Northfield`."""
    first, _, rest = name.partition(" ")
    return name.removesuffix(f" {first}") if rest.count(" ") and rest.endswith(f" {first}") else name


def unit(segments: Sequence[Segment], chosen: Segment | None, taken: Sequence[str] = ()) -> tuple[str, str]:
    """Return the part of the organisation that an entry names, and its pattern: department, group, laboratory.

    Args:
        segments: The pieces of the entry.
        chosen: That of the organisation.
        taken: Values that are not the unit: a programme that is listed as a degree.
    """
    named = [one for one in segments if one.kind == "organization" and one is not chosen and one.text not in taken]
    parts = [segment for segment in named if segment.level <= (chosen.level if chosen else vocabulary.INSTITUTE)]
    if parts:
        run = _run(segments, parts)
        return ", ".join(segment.full_name for segment in run), _pattern(segments, run[0])
    between = _between(segments, chosen)
    return (between.text, "between role and organisation") if between and between.text not in taken else ("", "")


def location(segments: Sequence[Segment]) -> str:
    """Return the place that an entry names first, with the state and country behind it."""
    places = [segment for segment in segments if segment.kind == "place"]
    return ", ".join(segment.text for segment in _run(segments, places)) if places else ""


def add_labelled(found: EntryValues, entry: CareerEntry, kinds: Mapping[str, str]) -> None:
    """Add what labels say.

    Args:
        found: To which it is added.
        entry: The entry.
        kinds: The keys of the profile by the kinds of labels.
    """
    people: list[str | dict[str, str]] = found.values.get("advisors", [])
    for one, clue in entry.labelled:
        if one.kind == "advisors":
            named = [person for person in labels.people(one.value) if person not in people]
            people.extend(named)
            if named:
                found.clues.append(clue)
                found.how.setdefault("advisors", one.pattern)
        elif one.kind in kinds:
            value = labels.title(one.value) if one.kind == "thesis" else one.value
            found.put(kinds[one.kind], value, "labelled", clue)
    if people:
        found.values["advisors"] = people


def add_period(found: EntryValues, entry: CareerEntry, *, is_end: bool) -> None:
    """Add the dates of an entry.

    Args:
        found: To which they are added.
        entry: The entry.
        is_end: Whether a single date is the end: of a degree it is, an internship begins and ends in it.
    """
    if not entry.periods:
        return
    period, clue = entry.periods[0]
    pattern = entry.when or ("own line" if clue.is_only_when else "same line")
    pattern = pattern if period.form in ("range", "since") else f"{pattern}, {period.form}"
    start = None if is_end and period.form == "date" else period.start
    found.put("start", start, pattern, clue)
    found.put("end", period.end, pattern, clue)


def add_details(found: EntryValues, entry: CareerEntry) -> None:
    """Add what was done: items as highlights, running text as the summary; as much as a quote can show."""
    space = MAX_QUOTE - sum(len(clue.line.text) + 1 for clue in (*entry.lines, *found.clues))
    highlights: list[str] = []
    for text, clue in entry.details:
        space -= len(clue.line.text) + 1
        if space < 0:
            break
        words = " ".join(text.split()).strip()
        if clue.line.block.kind == "item" or highlights:
            highlights.append(words)
            found.clues.append(clue)
        elif "summary" not in found.values:
            found.put("summary", words, "text below", clue)
        elif found.how["summary"] == "text below" and clue.line.block is found.clues[-1].line.block:
            found.values["summary"] += f" {words}"
            found.clues.append(clue)
    found.put("highlights", highlights, "items below")


def is_name(text: str) -> bool:
    """Say whether a text could be the name of something: short, and written with capitals."""
    count = len(text.split())
    return 1 <= count <= _MAX_NAME_WORDS and len(text) > 1 and not text[0].islower() and any(map(str.isalpha, text))


def _is_proper(text: str) -> bool:
    """Say whether a text could be a proper name: few of its longer words begin with small letters."""
    long = [word for word in text.split() if len(word) > _FEW_LETTERS]
    return is_name(text) and sum(word[0].islower() for word in long) * 2 <= len(long)


def _stands_alone(name: str) -> bool:
    """Say whether a name is that of a university or a company, before others of the same level."""
    return bool(_UNIVERSITY.search(name)) or vocabulary.is_suffix(name.rsplit(maxsplit=1)[-1])


def _pattern(segments: Sequence[Segment], chosen: Segment) -> str:
    """Return by what an organisation is told: its place, and whether it is set bold."""
    if chosen.before in ("at", "glued"):
        return _SIGNS[chosen.before]
    alone = sum(segment.line == chosen.line for segment in segments if segment.kind != "place") == 1
    if alone:
        return "own line"
    first = next(segment for segment in segments if segment.line == chosen.line)
    if chosen is first:
        return "bold first" if chosen.is_bold else "first"
    return _SIGNS.get(chosen.before, "in line")


def _run(segments: Sequence[Segment], chosen: Sequence[Segment]) -> list[Segment]:
    """Return the first of some pieces with those that follow it behind commas."""
    place = next(number for number, segment in enumerate(segments) if segment is chosen[0])
    run = [segments[place]]
    for segment in segments[place + 1 :]:
        if segment.before != "," or segment.line != run[0].line or not any(segment is one for one in chosen):
            break
        run.append(segment)
    return run


def _between(segments: Sequence[Segment], chosen: Segment | None) -> Segment | None:
    """Return an unknown piece between the role and the organisation of a line."""
    if chosen is None:
        return None
    place = next((number for number, segment in enumerate(segments) if segment is chosen), 0)
    before = segments[place - 1] if place else None
    is_between = (
        before is not None
        and before.kind == "unknown"
        and before.line == chosen.line
        and before.before in (",", "-", "style", "glued")
        and place > 1
        and segments[place - 2].kind in ("role", "degree")
        and is_name(before.name)
    )
    return before if is_between else None
