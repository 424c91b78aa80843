"""The one checker of what readers say: what stands in the lines of its entry and holds together is taken, no more."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kg.profile.authorship import name_of
from kg.profile.drafts.model import MAX_QUOTE, PERSON, Quote, Refusal, Slice
from kg.profile.names import may_be_one
from kg.profile.pointing import rules
from kg.profile.pointing.source import SourceText, Span
from kg.profile.reviewed import listed
from kg.terms.kinds import Declaration, Field, Kind

NOT_THERE = "does not stand in the lines of its entry"
CUT = "is cut short"
OPEN = "has a bracket or a quote without its other half"
LABEL = "is the label of a link"
NO_VENUE = "is a sentence or a list, not the name of a venue"
UNKNOWN = "is no field that people write"
NOTHING = "stands in no entry: what names it does not hold"


@dataclass(frozen=True)
class Pointer:
    """What a reader says of one entry: on which lines it stands, and which words of theirs say what."""

    section: str  # A section of profiles, or `PERSON`
    lines: tuple[int, int]  # The first and the last of its lines, numbered from 1 in the source's text
    words: Mapping[str, Any]  # By key, words as they stand there, several in a list; or a value that stands there
    also: tuple[int, ...] = ()  # Further lines in which its words stand, such as a heading's
    links: tuple[int, ...] = ()  # Further lines with its links and identifiers, such as a row of buttons below it


@dataclass
class Checked:
    """What became of an entry."""

    values: dict[str, Any] = field(default_factory=dict)
    slices: dict[str, tuple[Slice, ...]] = field(default_factory=dict)  # Where each value stands, by key
    refusals: list[Refusal] = field(default_factory=list)


def check(text: SourceText, pointer: Pointer, declaration: Declaration, owner: str = "") -> Checked:
    """Return what of an entry stands in its lines, made of its slices, and what does not.

    Args:
        text: The source.
        pointer: What a reader says.
        declaration: What a profile may say.
        owner: The name of the person whose source it is, or empty.
    """
    return _Checker(text, pointer, declaration, owner).checked()


def is_entry(section: str, values: Mapping[str, Any], declaration: Declaration) -> bool:
    """Say whether values are an entry of a section: its title, or what tells its entries apart, is among them."""
    if section == PERSON:
        return bool(values)
    kind = declaration.sections[section]
    if kind.title and kind.title.is_required:
        return kind.title.key in values
    return any(key in values for keys in kind.telling for key in keys)


class _Checker:
    def __init__(self, text: SourceText, pointer: Pointer, declaration: Declaration, owner: str) -> None:
        self._text, self._pointer, self._declaration, self._owner = text, pointer, declaration, owner
        self._areas = self._own = list(text.areas(*pointer.lines, pointer.also))
        self._linked = list(text.areas(*pointer.lines, (*pointer.also, *pointer.links)))
        self._taken: list[Span] = []
        self._result = Checked()

    def checked(self) -> Checked:
        """Return what holds."""
        kind = self._kind()
        said = [(key, words) for key, words in self._pointer.words.items() if words not in (None, "", [], ())]
        # The longest words first: a name that stands in a title too is looked for outside of it.
        for key, words in sorted(said, key=lambda each: -max(len(str(one)) for one in listed(each[1]))):
            known = kind.fields.get(key)
            if known is None or known.is_derived:
                self._refuse(key, words, UNKNOWN)
            else:
                self._take(known, words)
        self._result.values = {key: self._result.values[key] for key, _ in said if key in self._result.values}
        for key in [*self._result.values]:
            if reason := self._fault(kind.fields[key]):
                self._refuse(key, self._result.values.pop(key), reason)
                del self._result.slices[key]
        return self._result

    def _kind(self) -> Kind:
        section = self._pointer.section
        return self._declaration.kinds["Person"] if section == PERSON else self._declaration.sections[section]

    def _refuse(self, key: str, words: Any, reason: str) -> None:
        self._result.refusals.append(Refusal(self._pointer.section, key, str(words), reason, self._quote()))

    def _quote(self) -> Quote:
        first, last = (self._text.lines[number - 1] for number in self._pointer.lines)
        here = self._own[0]
        return Quote(
            self._text.source.path,
            self._text.text[here.begin : here.end][:MAX_QUOTE],
            (first.number, last.last or last.number),
            first.page,
        )

    def _take(self, known: Field, words: Any) -> None:
        values: list[Any] = []
        slices: list[Slice] = []
        for each in listed(words):
            found = self._made(known, each, slices[-1].end if slices else 0)
            if found is None:
                self._refuse(known.key, each, NOT_THERE)
                continue
            value, several = found
            values.append(value)
            slices += several
            self._taken += [Span(at.begin, at.end) for at in several]
        if values:
            is_list = isinstance(words, list | tuple)
            self._result.values[known.key] = values if is_list else values[0]
            self._result.slices[known.key] = tuple(slices)

    def _made(self, known: Field, said: Any, start: int) -> tuple[Any, list[Slice]] | None:
        """Return the value that some words make, with its slices."""
        if isinstance(said, Mapping):
            return self._of_several(known, said, start)
        is_marked = known.range == "Author" and str(said).endswith("*")  # an equal contributor
        words = name_of(said) if is_marked else said
        found = next(self._found(known, words, start), None) or (
            next(self._found(known, words, 0), None) if start else None
        )
        if found is None and known.range == "Venue" and ", " in str(words):  # put together of what stands apart
            return self._made(known, str(words).rpartition(", ")[0], start)
        if found is None and self._is_owner(known, str(words)):
            here = self._own[0].begin
            found = words, Slice(here, here, rules.OWNER)
        if found is None:
            return None
        return (f"{found[0]}*" if is_marked else found[0]), [found[1]]

    def _of_several(self, known: Field, said: Mapping[str, Any], start: int) -> tuple[Any, list[Slice]] | None:
        """Return a value of several fields, each of which must stand there, with a slice for each."""
        fields = self._declaration.kinds[known.range].fields if known.range in self._declaration.kinds else {}
        made: dict[str, Any] = {}
        slices: list[Slice] = []
        for key, each in said.items():
            if key not in fields or fields[key].sort == "enum" or not isinstance(each, str):
                made[key] = each
                continue
            if not (found := self._made(fields[key], each, start)):
                return None
            made[key], (at,) = found
            slices.append(at._replace(key=key))
        return (made, slices) if slices else None

    def _found(self, known: Field, said: Any, start: int) -> Iterator[tuple[Any, Slice]]:
        """Yield what some words make where they stand, then what stands there in another notation."""
        named = rules.rules_of(known, self._declaration)
        is_link = rules.are_exact(named) or known.range == "Link"
        self._areas = self._linked if is_link else self._own
        if not isinstance(said, bool):
            yield from self._as_said(named, str(said), start)
        if rules.TURNED[0] in named:
            yield from self._turned(str(said), start)
        if named[0] == rules.WORDS:
            yield from self._nearly(named, str(said))
        yield from self._otherwise(named, said)

    def _as_said(self, named: Sequence[str], said: str, start: int) -> Iterator[tuple[Any, Slice]]:
        found = None
        for span in self._text.find(said, self._areas, start, exactly=rules.are_exact(named)):
            found = found or span
            if not any(map(span.meets, self._taken)):
                found = span
                break
        if found:
            yield from self._of_span(named, self._text.with_half(found), said)

    def _of_span(self, named: Sequence[str], span: Span, said: str) -> Iterator[tuple[Any, Slice]]:
        """Yield the value that a rule makes of a range: what was said, else what the first one makes."""
        made = [(value, rule) for rule in named if (value := rules.made(rule, self._text.text[slice(*span)]))]
        yield from ((value, Slice(*span, rule)) for value, rule in made if str(value) == said)
        yield from ((value, Slice(*span, rule)) for value, rule in made[:1])

    def _turned(self, said: str, start: int) -> Iterator[tuple[Any, Slice]]:
        for area in self._areas:
            if span := self._text.find_turned(said, area, start):
                yield from self._of_span(rules.TURNED, span, said)

    def _nearly(self, named: Sequence[str], said: str) -> Iterator[tuple[Any, Slice]]:
        """Yield words among which a year stands that was left out, and a word without its ending: `interned`."""
        several = [re.escape(word) for word in said.split()]
        pattern = r"(?:\s+|" + rules.YEAR_WITHIN + ")"
        is_stem = len(several) == 1 and len(said) >= _STEM
        form = rf"\b{several[0]}(?=(?:s|ed|er|en|ing)\b)" if is_stem else pattern.join(several)
        for area in self._areas:
            if match := re.compile(form, re.IGNORECASE * is_stem).search(self._text.text, area.begin, area.end):
                yield from self._of_span(named, Span(*match.span()), said)

    def _otherwise(self, named: Sequence[str], said: Any) -> Iterator[tuple[Any, Slice]]:
        for area in self._areas:
            for rule in named:
                for begin, end in rules.places(rule, self._text.text[slice(*area)]):
                    at = Slice(area.begin + begin, min(area.begin + end, area.end), rule)
                    if rules.remade(self._text.text, at) == said:
                        yield said, at

    def _is_owner(self, known: Field, name: str) -> bool:
        return known.range == "Author" and bool(self._owner) and may_be_one(self._owner, name)

    # What must hold of a value beyond standing there

    def _fault(self, known: Field) -> str:
        """Return what is wrong with a value, or nothing."""
        values, slices = map(str, listed(self._result.values[known.key])), self._result.slices[known.key]
        if known.range in ("Name", "Venue", "Text") and not all(map(rules.is_balanced, values)):
            return OPEN
        if known.range == "Venue" and not all(map(_may_be_venue, listed(self._result.values[known.key]))):
            return NO_VENUE
        if known.key == "role" and known.range == "Name" and any(map(self._is_cut, slices)):
            return CUT
        if known.range == "WorkStatus" and any(map(self._is_label, slices)):
            return LABEL
        return ""

    def _is_cut(self, at: Slice) -> bool:
        """Say whether a noun phrase goes on behind its slice with words that no other field has."""
        if not _GOES_ON.match(self._text.text, at.end):
            return False
        others = (each.begin for several in self._result.slices.values() for each in several)
        return not any(at.end < begin < at.end + _NEAR for begin in others)

    def _is_label(self, at: Slice) -> bool:
        number = self._text.line_at(at.begin)
        labels = self._text.lines[number - 1].labels if number else ()
        words = self._text.text[at.begin : at.end]
        return any(words in label for label in labels)


_STEM = 5
"""Words of fewer letters are no stems of others."""
_NEAR = 40
_GOES_ON = re.compile(r"[ \t]+(?:of|de|des|du|der|di|del|della|do|da|van|för)[ \t]+\w")
_SENTENCE = re.compile(r"\b(?:was|were|is|are|has|have|we|which|wurde|ist|sind)\b|(?:\S+\s+){25}")
_BODIES = re.compile(
    r"universit|institut|college|hochschule|akademi|academ|school|centre|center|laborator", re.IGNORECASE
)


def _may_be_venue(text: str) -> bool:
    """Say whether words may be the name of a venue: not a sentence, nor a list of places."""
    return not _SENTENCE.search(text) and sum(bool(_BODIES.search(each)) for each in re.split(r"[,;/]", text)) < 3
