"""The one checker of what readers say: what stands in the lines of its entry and holds together is taken, no more."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kg.profile.authorship import name_of
from kg.profile.drafts.model import PERSON, Quote, Refusal, Slice
from kg.profile.names import may_be_one
from kg.profile.pointing import rules
from kg.profile.pointing.source import SourceText, TextSpan
from kg.profile.reviewed import listed
from kg.terms.kinds import Declaration, Field

NOT_THERE = "does not stand in the lines of its entry"
LABEL = "is the label of a link"
NO_VENUE = "is a sentence or a list, not the name of a venue"
UNKNOWN = "is no field that people write"
PRIVATE = "is private, and not read"
NOTHING = "stands in no entry: what an entry must have is missing"


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

    section: str
    quote: Quote  # The words of its lines
    values: dict[str, Any] = field(default_factory=dict)
    slices: dict[str, tuple[Slice, ...]] = field(default_factory=dict)  # Where each value stands, by key
    refusals: list[Refusal] = field(default_factory=list)

    def say(self, key: str, words: Any, reason: str) -> None:
        """Note that something is not taken."""
        self.refusals.append(Refusal(self.section, key, str(words), reason, self.quote))

    def refuse(self, key: str, reason: str) -> None:
        """Take a value away."""
        self.say(key, self.values.pop(key), reason)
        del self.slices[key]


def check(text: SourceText, pointers: Sequence[Pointer], declaration: Declaration, owner: str = "") -> list[Checked]:
    """Return what of each entry stands in its lines, made of its slices, and what does not.

    Args:
        text: The source.
        pointers: What a reader says of it. People are looked for only in lines that no shorter entry points to.
        declaration: What a profile may say.
        owner: The name of the person whose source it is, or empty.
    """
    lines: dict[str, set[tuple[int, int]]] = {}
    for each in pointers:
        lines.setdefault(each.section, set()).add(each.lines)
    of_section = {section: sorted(several) for section, several in lines.items()}
    return [
        _Checker(text, each, _inner(each, of_section[each.section]), declaration, owner).checked() for each in pointers
    ]


def _inner(pointer: Pointer, several: Sequence[tuple[int, int]]) -> Collection[int]:
    """Return the lines of an entry to which shorter ones of its section point, given the lines of all in order."""
    first, last = pointer.lines
    near = several[bisect_left(several, (first, 0)) : bisect_right(several, (last, last))]
    return {number for lines in near if lines[1] <= last and lines != pointer.lines for number in _numbers(lines)}


def _numbers(lines: tuple[int, int]) -> range:
    return range(lines[0], lines[1] + 1)


def is_entry(section: str, values: Mapping[str, Any], declaration: Declaration) -> bool:
    """Whether values are an entry of a section: all that it must have, or else what tells its entries apart."""
    if section == PERSON:
        return bool(values)
    kind = declaration.sections[section]
    if needed := {each.key for each in kind.written if each.is_required}:
        return needed <= values.keys()
    return not values.keys().isdisjoint([key for keys in kind.telling for key in keys] or values)


class _Checker:
    def __init__(
        self, text: SourceText, pointer: Pointer, inner: Collection[int], declaration: Declaration, owner: str
    ) -> None:
        self._text, self._pointer, self._declaration, self._owner = text, pointer, declaration, owner
        own = _numbers(pointer.lines)
        self._own = list(text.areas(own, pointer.also))
        self._linked = list(text.areas(own, (*pointer.also, *pointer.links)))
        self._of_people = list(text.areas([each for each in own if each not in inner], pointer.also))
        self._taken: list[TextSpan] = []
        self._names: Sequence[str] = ()  # Those that are looked for in a list
        self._result = Checked(pointer.section, text.quote(*pointer.lines))

    def checked(self) -> Checked:
        """Return what holds."""
        sections = {PERSON: self._declaration.person, **self._declaration.sections}
        kind = sections[self._pointer.section]
        said = [(key, words) for key, words in self._pointer.words.items() if words not in (None, "", [], ())]
        # The longest words first: a name that stands in a title too is looked for outside of it.
        for key, words in sorted(said, key=lambda each: -max(len(str(one)) for one in listed(each[1]))):
            known = kind.fields.get(key)
            if known and rules.is_private(known):
                self._result.say(key, "…", PRIVATE)
            elif known is None or known.is_derived:
                self._result.say(key, words, UNKNOWN)
            else:
                self._take(known, words)
        self._result.values = {key: self._result.values[key] for key, _ in said if key in self._result.values}
        for key in [*self._result.values]:
            if reason := self._fault(kind.fields[key]):
                self._result.refuse(key, reason)
        return self._result

    def _take(self, known: Field, words: Any) -> None:
        values: list[Any] = []
        slices: list[Slice] = []
        self._names = [str(each) for each in listed(words)]
        for each in listed(words):
            found = self._made(known, each, slices[-1].end if slices else 0)
            if found is None:
                self._result.say(known.key, each, NOT_THERE)
                continue
            value, several = found
            values.append(value)
            slices += several
            self._taken += [TextSpan(at.begin, at.end) for at in several]
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
        found = next((each for at in dict.fromkeys((start, 0)) for each in self._found(known, words, at)), None)
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
        is_person = rules.TURNED[0] in named
        is_link = rules.are_exact(named) or known.range == "Link"
        areas = self._linked if is_link else self._of_people if is_person else self._own
        if not isinstance(said, bool):
            yield from self._as_said(named, str(said), areas, start)
        if is_person:
            spans = (self._text.find_turned(str(said), area, start) for area in areas)
            yield from (each for span in spans if span for each in self._of_span(rules.TURNED, span, str(said)))
        if named[0] == rules.WORDS:
            yield from self._nearly(named, str(said), areas)
        yield from self._otherwise(named, said, areas)

    def _as_said(
        self, named: Sequence[str], said: str, areas: Sequence[TextSpan], start: int
    ) -> Iterator[tuple[Any, Slice]]:
        found = None
        for span in self._text.find(said, areas, start, exactly=rules.are_exact(named) or rules.is_edtf(said)):
            found = found or span
            if not any(map(span.meets, self._taken)):
                found = span
                break
        if found:
            yield from self._of_span(named, found, said)

    def _of_span(self, named: Sequence[str], span: TextSpan, said: str) -> Iterator[tuple[Any, Slice]]:
        """Yield the value that a rule makes of a range: what was said, else what the first one makes."""
        text = self._text.text[slice(*span)]
        if named[0] == rules.TURNED[0] and rules.is_turned(said, self._names):
            said = rules.made(named[0], text, self._declaration) or said
        made = []
        for rule in named:
            if value := rules.made(rule, text, self._declaration):
                made.append((value, rule))
                if str(value) == said:
                    break
        else:
            made = [each for each in made if _evenly(str(each[0])) == _evenly(said)][:1] or made[:1]
        yield from ((value, Slice(*span, rule)) for value, rule in made[-1:])

    def _nearly(self, named: Sequence[str], said: str, areas: Sequence[TextSpan]) -> Iterator[tuple[Any, Slice]]:
        """Yield words among which a year stands that was left out, and a word without its ending: `interned`."""
        several = [re.escape(word).replace(r"\)", rf"(?:{rules.YEAR_WITHIN})?\)") for word in said.split()]
        pattern = rf"(?:\s+|{rules.YEAR_WITHIN})"
        is_stem = len(several) == 1 and len(said) >= _STEM
        form = rf"\b{several[0]}(?=(?:s|ed|er|en|ing)\b)" if is_stem else rf"(?<!\w){pattern.join(several)}(?!\w)"
        for area in areas if len(several) <= _MOST_WORDS else ():
            if match := re.compile(form, re.IGNORECASE * is_stem).search(self._text.text, area.begin, area.end):
                yield from self._of_span(named, TextSpan(*match.span()), said)

    def _otherwise(self, named: Sequence[str], said: Any, areas: Sequence[TextSpan]) -> Iterator[tuple[Any, Slice]]:
        if named[0] in self._declaration.enums:  # by any of its words
            known = self._declaration.called(named[0])
            for span in (span for word in known if known[word] == said for span in self._text.find(word, areas)):
                yield said, Slice(*span, named[0])
        wanted = rules.in_edtf(said) if "term" in named else said
        for area in areas:
            for rule in named:
                for begin, end in rules.places(rule, self._text.text[slice(*area)]):
                    at = Slice(area.begin + begin, min(area.begin + end, area.end), rule)
                    if rules.remade(self._text.text, at, self._declaration) == wanted:
                        yield wanted, at

    def _is_owner(self, known: Field, name: str) -> bool:
        return known.range == "Author" and bool(self._owner) and may_be_one(self._owner, name)

    # What must hold of a value beyond standing there

    def _fault(self, known: Field) -> str:
        """Return what is wrong with a value, or nothing."""
        if known.range == "Venue" and not all(map(_may_be_venue, listed(self._result.values[known.key]))):
            return NO_VENUE
        if known.range == "WorkStatus" and any(map(self._is_label, self._result.slices[known.key])):
            return LABEL
        return ""

    def _is_label(self, at: Slice) -> bool:
        number = self._text.line_at(at.begin)
        labels = self._text.lines[number - 1].labels if number else ()
        words = self._text.text[at.begin : at.end]
        return any(words in label for label in labels)


def _evenly(text: str) -> str:
    return " ".join(rules.trimmed(text).split()).casefold()


_STEM = 5
"""Words of fewer letters are no stems of others."""
_MOST_WORDS = 50
"""More words than these are looked for as they are alone."""
_MOST_IN_VENUE = 25  # words
_SENTENCE = re.compile(r"\b(?:was|were|is|are|has|have|we|which|wurde|ist|sind)\b")
_BODIES = re.compile(
    r"universit|institut|college|hochschule|akademi|academ|school|centre|center|laborator", re.IGNORECASE
)


def _may_be_venue(text: str) -> bool:
    """Say whether words may be the name of a venue: not a sentence, nor a list of places."""
    is_sentence = _SENTENCE.search(text) or len(text.split()) > _MOST_IN_VENUE
    return not is_sentence and sum(bool(_BODIES.search(each)) for each in re.split(r"[,;/]", text)) < 3
