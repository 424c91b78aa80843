"""Entries of a career as words and their lines tell them, where the models cut or read them otherwise."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate

from kg.extract.career import degrees, vocabulary
from kg.extract.learned.entries import Entry, FieldSpan, Parsed, runs_of
from kg.extract.learned.units import Line

CAREER = frozenset(("edu", "pos"))
"""The kinds of entries that are mended."""

TOLD = 0.8
"""So sure is what words tell."""

_KINDS = {"deg": "edu", "role": "pos"}
"""What entries are that have such a field."""

_CLASSES = {"deg": "what", "role": "what", "org": "org", "date": "date"}
"""What of an entry a field says."""

_PARTS = re.compile(
    r"[,;:|\t\n()–—•·]|\s-+\s|\s(?:at|from|@|bei|chez|à|hos|bij|presso|w/)\s(?:the\s|l['’]|la\s)?|\.\s|['’](?=[A-ZÉ])"
)
"""What parts the pieces of an entry."""

_TAIL = re.compile(r"[\s,]+(?:at|from|@|in|bei|chez|à|am|an der)\s+(?:the\s|l['’]\s?|la\s)?|,\s|\s(?=[A-ZÀ-Þ])")
_LEAD = re.compile(
    r"[^\w(\[]*(?:at|from|@|bei|beim|chez|à|an|am|presso|hos|bij)\s(?:(?:the|der|die|dem|de|het)\s(?=[A-Z])|l['’]|la\s)?|[^\w(\[]+"
)
_TRAIL = re.compile(r"\s(?:in|as|where|with|under|on)(?:\s|$)|[.;]\s")
_PIECE = re.compile(r"[^,\n]+")
_BEFORE_AND = re.compile(r"(?:[A-ZÀ-Þ][\w.]*\s)?[A-ZÀ-Þ]\w*&$")
_SEAT = re.compile(r"\s?[–-]\s?([A-ZÀ-Þ][^\W\d_]+(?:\s[A-ZÀ-Þ][^\W\d_]+)?)(?=[,;.)\n\t]|$)")
_INTERNSHIP = re.compile(
    r"\W{0,2}(?:\w{1,9}\W){0,2}(?:intern(?:ship)?|stage|praktikum|practicum|tirocinio|estágio|prácticas)\b",
    re.IGNORECASE,
)
_LONGEST = 150


def mended(parsed: Sequence[Parsed], parse: Callable[[Sequence[Entry]], Sequence[Parsed]]) -> Iterator[Parsed]:
    """Yield entries with what their words tell; two in one are parted, and one in two is joined.

    Args:
        parsed: Entries of a page, in its order.
        parse: What reads the fields of entries.
    """
    whole = [completed(each) for each in parsed]
    entries = [part for each in whole for part in _parted(each)]
    known = {_place(each.entry): each for each in whole}
    again = [entry for entry in entries if _place(entry) not in known]
    known |= {_place(each.entry): completed(each) for each in (parse(again) if again else ())}
    yield from (_recast(known[_place(entry)]) for entry in entries)


def _place(entry: Entry) -> tuple[int, int]:
    return entry.lines[0].index, entry.lines[-1].index


def completed(parsed: Parsed) -> Parsed:
    """Return an entry with the role, the degree and the organisation that its words tell and no field has."""
    if parsed.entry.kind not in CAREER:
        return parsed
    fields = [part for each in _whole(parsed.text, parsed.fields) for part in _trimmed(parsed.text, each)]
    fields = [each._replace(sure=max(each.sure, TOLD)) if is_told(each.name, each.text) else each for each in fields]
    fields = _one_organization(parsed.text, fields)
    for find in (_in_unit, _tail, _degree_or_role, _organization, _tail):
        found = [part for each in find(parsed.text, fields) for part in _trimmed(parsed.text, each)]
        fields = sorted([*fields, *found], key=lambda each: each.begin)
    return parsed._replace(fields=tuple(fields))


def _whole(text: str, fields: Sequence[FieldSpan]) -> list[FieldSpan]:
    """Return fields with whole names of organisations: `Texas A&M University`, `Università di Milano – Bicocca`.

    What a degree is the title of, such as an internship, is a role.
    """
    found: list[FieldSpan] = []
    after = len(text)
    for each in reversed(fields):
        begin, end, name = each.begin, min(each.end, after), each.name
        if name == "org" and (before := _BEFORE_AND.search(text[:begin])):
            begin = before.start()
        elif text[end : end + 1] == "&" and (before := _BEFORE_AND.search(text[begin : end + 1])):
            end = begin + before.start()
        seat = _SEAT.match(text, end, after) if name == "org" else None
        if seat and not (vocabulary.is_place(seat[1]) or vocabulary.role_in(seat[1])):
            end = seat.end()
        if name == "deg" and (internship := _INTERNSHIP.match(text, end, after)):
            name, end = "role", internship.end()
        if begin < end:
            found.insert(0, _span(text, name, begin, end, each.sure))
        after = min(after, begin)
    return found


def _one_organization(text: str, fields: Sequence[FieldSpan]) -> list[FieldSpan]:
    """Return fields without organisations beside the first that words tell, and what goes on with it."""
    named = [each for each in fields if each.name == "org"]
    told = next((each for each in named if is_told(each.name, each.text)), None)
    if told is None:
        return list(fields)
    kept = [told]
    for each in named:
        if each.begin >= kept[-1].end and not text[kept[-1].end : each.begin].strip(" ,&-"):
            kept.append(each)
    return [each for each in fields if each.name != "org" or each in kept]


def _in_unit(text: str, fields: list[FieldSpan]) -> list[FieldSpan]:
    """Return the organisation that a unit has behind a comma, or is: `Department of Looms, Northfield University`."""
    if any(each.name == "org" for each in fields):
        return []
    for unit in [each for each in fields if each.name == "unit"]:
        pieces = [
            _span(text, "unit", unit.begin + mark.start(), unit.begin + mark.end(), unit.sure)
            for mark in _PIECE.finditer(text[unit.begin : unit.end])
        ]
        best = max(pieces, key=lambda each: vocabulary.rank(each.text))
        if vocabulary.rank(best.text) >= vocabulary.INSTITUTE:
            fields.remove(unit)
            return [each._replace(name="org") if each is best else each for each in pieces]
    return []


def _trimmed(text: str, field: FieldSpan) -> Iterator[FieldSpan]:
    """Yield a field without the words that lead to it or follow it; of a degree, its subject is another."""
    begin, end = field.begin, field.end
    if field.name in ("org", "unit"):
        lead = _LEAD.match(text, begin, end)
        begin = lead.end() if lead else begin
        ends = (mark for mark in _TRAIL.finditer(text, begin, end))
        stops = (mark.start() for mark in ends if vocabulary.rank(text[begin : mark.start()]) > 1 or mark.end() == end)
        yield _span(text, field.name, begin, next(stops, end), field.sure)
    elif field.name == "deg" and (found := degrees.find(text[begin:end])):
        stop = begin + found.begin + len(found.name)
        yield _span(text, "deg", begin + found.begin, stop, max(field.sure, TOLD))
        if found.field and found.field not in found.name and (at := text.find(found.field, stop, end)) >= 0:
            yield _span(text, "field", at, at + len(found.field), TOLD)
    else:
        yield field


def is_told(name: str, text: str) -> bool:
    """Whether the words of a field tell what it is."""
    if name == "org":
        return vocabulary.rank(text) >= vocabulary.INSTITUTE
    if name == "role":
        return vocabulary.role_in(text) is not None
    return name == "deg" and degrees.find(text) is not None


def _tail(text: str, fields: list[FieldSpan]) -> list[FieldSpan]:
    """Return the organisation or the unit that a field has behind what it is: `Physics from Northfield University`."""
    has_org = any(each.name == "org" for each in fields)
    for place, each in enumerate(fields):
        for mark in _TAIL.finditer(text, each.begin, each.end) if each.name in ("field", "role", "deg") else ():
            rank = vocabulary.rank(text[mark.end() : each.end])
            is_unit = rank == vocabulary.UNIT and len(mark[0]) > 1
            if mark.start() > each.begin and (rank >= vocabulary.INSTITUTE if not has_org else is_unit):
                fields[place] = _span(text, each.name, each.begin, mark.start(), each.sure)
                return [_span(text, "unit" if has_org else "org", mark.end(), each.end, TOLD)]
    return []


def _degree_or_role(text: str, fields: Sequence[FieldSpan]) -> list[FieldSpan]:
    if any(each.name == "deg" or (each.name == "role" and is_told(each.name, each.text)) for each in fields):
        return []
    stretches = [*_unread(text, fields)]
    if any(each.name == "role" for each in fields):  # a degree that begins the entry: `MSc (Botany)`
        found = _degree_in(text[: fields[0].begin])
        return [_span(text, "deg", *found, TOLD)] if found and found[0] == 0 else []
    for name, find in (("deg", _degree_in), ("role", vocabulary.role_in)):
        for begin, end in stretches:
            found = find(text[begin:end])
            if found and not vocabulary.OWNER.match(text, begin + found[0]):
                return [_span(text, name, begin + found[0], begin + found[1], TOLD)]
    return []


def _degree_in(text: str) -> tuple[int, int] | None:
    found = degrees.find(text)
    return (found.begin, found.begin + len(found.name)) if found else None


def _organization(text: str, fields: Sequence[FieldSpan]) -> list[FieldSpan]:
    if any(each.name == "org" for each in fields):
        return []
    ranked = [(_rank(text, begin, end), -begin, end) for begin, end in _unread(text, fields)]
    level, begin, end = max(ranked, default=(0, 0, 0))
    return [_span(text, "org", -begin, end, TOLD)] if level >= vocabulary.INSTITUTE else []


_AT = re.compile(r"(?:^|[\s,])(?:at|from|@|bei|chez)\s?(?:the\s)?$")


def _rank(text: str, begin: int, end: int) -> int:
    """Return what a stretch says an organisation is; a name behind `at` stands for itself."""
    words = text[begin:end]
    is_at = words[0].isupper() and _AT.search(text, max(0, begin - 12), begin) and not vocabulary.is_place(words)
    return max(vocabulary.rank(words), vocabulary.INSTITUTE if is_at else 0)


def _span(text: str, name: str, begin: int, end: int, sure: float) -> FieldSpan:
    begin += len(text[begin:end]) - len(text[begin:end].lstrip(" ,;"))
    end = begin + len(text[begin:end].rstrip(" ,;"))
    return FieldSpan(name, " ".join(text[begin:end].split()), begin, end, sure)


def _unread(text: str, fields: Sequence[FieldSpan]) -> Iterator[tuple[int, int]]:
    """Yield the stretches of a text, between signs, that no field has."""
    at = 0
    for begin, end in [*((each.begin, each.end) for each in fields), (len(text), len(text))]:
        start = at
        for mark in [*_PARTS.finditer(text, at, max(at, begin)), None]:
            stop = mark.start() if mark else begin
            while start < stop and text[start] in " .'’":
                start += 1
            if 1 < stop - start <= _LONGEST:
                yield start, stop
            start = mark.end() if mark else begin
        at = max(at, end)


def _parted(parsed: Parsed) -> Iterator[Entry]:
    """Yield the entries that lines of one are, each of which says again what another one says."""
    entry = parsed.entry
    if entry.kind not in CAREER or len(entry.lines) == 1:
        yield entry
        return
    of_lines = _said_of_lines(parsed)
    first = 0
    seen: set[str] = set()
    leads: set[str] = set()
    for number, said in enumerate(of_lines):
        is_again = (
            bool(said) and said[0] in leads and _is_whole(seen) and _may_open(entry.lines[number], entry.lines[first])
        )
        if is_again and _is_whole(_until(of_lines[number:], said[0])):
            yield entry._replace(lines=entry.lines[first:number])
            first, seen, leads = number, set(), set()
        seen.update(said)
        leads.update(said[:1])
    yield entry._replace(lines=entry.lines[first:])


def _said_of_lines(parsed: Parsed) -> list[list[str]]:
    """Return what each line of an entry says of it, in order."""
    lines = parsed.entry.lines
    pairs = (
        _length(lines[number : number + 2]) - _length(lines[number + 1 : number + 2])
        for number in range(len(lines) - 1)
    )
    starts = [0, *accumulate(pairs)]
    found: list[list[str]] = [[] for _ in lines]
    for field in parsed.fields:
        if field.name in _CLASSES:
            found[bisect_right(starts, field.begin) - 1].append(_CLASSES[field.name])
    return found


def _length(lines: Sequence[Line]) -> int:
    return sum(len(run.text) for run in runs_of(lines))


def _may_open(line: Line, first: Line) -> bool:
    """Say whether a line is no cell behind another, no rest of a broken line and no item below the entry."""
    return not line.cell and line.layout.joint == "\n" and line.block.depth <= first.block.depth


def _until(lines: Sequence[Sequence[str]], lead: str) -> set[str]:
    found: set[str] = set(lines[0])
    for said in lines[1:]:
        if said[:1] == [lead]:
            break
        found.update(said)
    return found


def _is_whole(seen: set[str]) -> bool:
    return "what" in seen and len(seen) > 1


def _recast(parsed: Parsed) -> Parsed:
    """Return an entry as what it says it is: a degree without a role, or a role without a degree."""
    if parsed.entry.kind not in CAREER:
        return parsed
    said = {each.name for each in parsed.fields if each.name in _KINDS and is_told(each.name, each.text)}
    kind = _KINDS[said.pop()] if len(said) == 1 else parsed.entry.kind
    return parsed._replace(entry=parsed.entry._replace(kind=kind))
