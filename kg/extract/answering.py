"""Read documents by what a model answers: its answers as pointers, what is taken of them, and what rules say too."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kg.base.errors import KgError, Problem, counted
from kg.extract.asking import MAX_LINES, PERSON, WHEN, LineBatch, instructions
from kg.extract.citations.implied import behind_with
from kg.extract.documents.model import Document
from kg.extract.lines import lines_of, span
from kg.extract.pointed import source_text
from kg.interchange.chat import Answer
from kg.profile import periods
from kg.profile.authorship import is_named
from kg.profile.drafts.entries import ProfileEntry
from kg.profile.drafts.matching import mean_the_same
from kg.profile.drafts.model import MAX_QUOTE, Fact, Quote, Refusal, Slice
from kg.profile.pointing.checking import NOTHING, Checked, Pointer, check, is_entry
from kg.profile.pointing.rules import OWNER
from kg.profile.reviewed import listed
from kg.terms.identifiers import fold
from kg.terms.kinds import Declaration

MOST = 0.85
"""No value of a model alone is surer: nobody has measured how often it is right."""

MOST_TOGETHER, _SURER = 0.95, 0.05
"""What rules say, too, is surer by so much, up to a bound."""

HOW = "model"
"""How the values of a model are found."""

_LONGEST = 30_000
_MOST_BROKEN = 200
_PATIENCE = 3  # failures in a row, after which a server is not asked any more
_NOTHING = re.compile(r'(?:```(?:jsonl?)?|[\[\]{}\s]|"entries"\s*:)*')
_OBJECT = re.compile(r'\{\s*"(?!entries"\s*:)')


def entries_in(answer: str, sections: Iterable[str]) -> tuple[list[Pointer], int]:
    """Return the entries of an answer, objects of JSON whatever stands around them, and how many have not that form.

    >>> entries_in('Sure! {"s": "awards", "l": [3, 3], "name": "Loom Prize"} {"s": "aw', ["awards"])[1]
    1
    """
    known, found, here, broken = {PERSON: "", **{each: each for each in sections}}, dict[str, Pointer | None](), 0, 0
    while (begin := _OBJECT.search(answer, here)) and broken < _MOST_BROKEN:
        here = begin.start() + 1
        try:
            said, length = json.JSONDecoder().raw_decode(answer[begin.start() : begin.start() + _LONGEST])
            if {"s", "l"} & said.keys():
                here = begin.start() + length
                found[answer[begin.start() : here]] = _pointer(said, known)
        except (ValueError, RecursionError):
            broken += 1
    pointers = [each for each in found.values() if each]
    return pointers, len(found) - len(pointers) + (broken or not (found or _NOTHING.fullmatch(answer)))


def _pointer(said: Mapping[str, Any], known: Mapping[str, str]) -> Pointer | None:
    """Return an entry, if its form is one; values that are no words stand there as they are, for the checker."""
    section, lines, also = (said.get(key) for key in ("s", "l", "also"))
    numbers, more = _numbers([lines, lines] if isinstance(lines, int) else lines), _numbers(also or [])
    if not isinstance(section, str) or section not in known or numbers is None or len(numbers) != 2 or more is None:
        return None
    words = {key: each for key, each in said.items() if key not in ("s", "l", "also") and each not in (None, "", [])}
    return Pointer(known[section], (numbers[0], numbers[1]), {key: _words(each) for key, each in words.items()}, more)


def _words(value: Any) -> Any:
    is_list = isinstance(value, list) and all(isinstance(each, str) for each in value)
    return value if isinstance(value, bool) or is_list else str(value)


def _numbers(value: Any) -> tuple[int, ...] | None:
    is_list = isinstance(value, list) and len(value) <= MAX_LINES and all(type(each) is int for each in value)
    return tuple(value) if is_list else None


def dated(pointer: Pointer, declaration: Declaration) -> list[Pointer]:
    """Return an entry with the words that date it under the keys of its kind: one for each year where it has one alone.

    >>> from kg.terms.declaration import kg_declaration
    >>> [dict(each.words) for each in dated(Pointer("awards", (1, 1), {"when": "2019, 2021"}), kg_declaration())]
    [{'year': '2019'}, {'year': '2021'}]
    """
    kind = declaration.sections[pointer.section] if pointer.section else declaration.person
    words = {key: each for key, each in pointer.words.items() if key != WHEN}
    fields = {each.key for each in kind.written}
    when = pointer.words.get(WHEN)
    period = next(iter(periods.find(when)), None) if isinstance(when, str) else None
    if period is None or not pointer.section:
        return [replace(pointer, words={**words, **({"year" if "year" in fields else "start": when} if when else {})})]
    several = dict.fromkeys(date[:4] for date in period.dates) if period.form == "list" else {}
    keys = ("term", "date", "year") if len(period.start or "") > len("2019") else ("term", "year", "date")
    single = next((key for key in keys if key in fields), "")
    if single == "year" and len(several) > 1 and pointer.section != declaration.works:
        return [replace(pointer, words={**words, "year": year}) for year in several]
    is_long = period.form not in ("date", "list") and period.dates[0][:4] != period.dates[-1][:4]
    if "start" in fields and (is_long or not single):
        is_end = period.start is None or ("expected" in fields and period.form == "date")
        words |= dict.fromkeys(["end"] if is_end else ["start", "end"] if period.end else ["start"], when)
    else:
        words |= dict.fromkeys(dict.fromkeys((single or "year", *({"year"} & fields))), when)
        words |= {"summary": when} if is_long and "summary" in fields and "summary" not in words else {}
    return [replace(pointer, words=words)]


# What is asked, and what is answered.

Ask = Callable[[str, str], Answer]
"""Asks a model: takes the instructions and a request."""


@dataclass
class ModelAnswers:
    """What a model says of documents: a further reader of each.

    Attributes:
        declaration: What there is to be read.
        pointers: What it points to in each document, by its hash; lines are numbered from 1.
        problems: What of the answers is ignored, and what was not answered.
        is_partly: Whether some of what was asked was not answered.
    """

    declaration: Declaration
    pointers: dict[str, list[Pointer]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    is_partly: bool = False

    def __call__(self, document: Document, facts: list[Fact], name: str = "") -> list[Fact]:
        """Return what a document says, given what rules made of it."""
        pointers = sorted(self.pointers.get(document.sha256, ()), key=lambda each: each.lines)
        person = facts_of(document, [each for each in pointers if not each.section], self.declaration, name)[0]
        stated = (fact.values for fact in united(facts, person) if not fact.section)
        owner = name or next((str(values["name"]) for values in stated if "name" in values), "")
        read, refusals = facts_of(document, pointers, self.declaration, owner)
        for each in refusals:
            message = f"ignored what the model says: {each.key} '{' '.join(each.words.split())[:60]}' {each.reason}"
            problem = Problem(message, Path(document.name), each.quote.lines[0])
            self.problems += [problem] if problem not in self.problems else []
        return united(facts, read)

    def note(self, batch: LineBatch, message: str, hint: str = "", *, is_missing: bool = False) -> None:
        """Note what became of a batch, and whether something of it was not answered."""
        self.is_partly = self.is_partly or is_missing
        place = f"lines {batch.own[0]} to {batch.own[1]}"
        self.problems.append(Problem(f"{place}: {message}", Path(batch.document.name), hint=hint))


def asked(requests: Iterable[LineBatch], declaration: Declaration, ask: Ask) -> ModelAnswers:
    """Return what a model answers; a batch without an answer is told, and does not keep back the others."""
    found, failures = ModelAnswers(declaration), 0
    for batch in requests:
        if failures >= _PATIENCE:
            found.note(batch, f"not asked, since the model failed {_PATIENCE} times in a row", is_missing=True)
            continue
        try:
            answer = ask(instructions(declaration), batch.request)
        except KgError as error:
            failures += 1
            found.note(batch, f"not read: {error.problems[0].message}", error.problems[0].hint, is_missing=True)
            continue
        failures = 0
        if answer.broken:
            found.note(batch, f"the answer is not whole: {answer.broken}", is_missing=True)
        pointers, ignored = entries_in(answer.text, declaration.sections)
        kept = [placed for each in pointers if (placed := _placed(each, batch))]
        ignored += sum(batch.own[0] <= each.lines[0] <= batch.own[1] for each in pointers) - len(kept)
        found.pointers.setdefault(batch.document.sha256, []).extend(kept)
        if ignored:
            entries = counted(ignored, "entry", "entries")
            found.note(batch, f"{entries} of the answer ignored, broken off or without section and lines")
    return found


def _placed(pointer: Pointer, batch: LineBatch) -> Pointer | None:
    """Return an entry that begins on a batch's own lines and rests on those that it shows, by the document's lines."""
    (first, last), own = pointer.lines, batch.own
    lines = {*pointer.also, *range(first, min(last, first + MAX_LINES) + 1)}
    if not own[0] <= first <= own[1] or last < first or not lines <= batch.seen:
        return None
    also = tuple(number - batch.before for number in pointer.also)
    return replace(pointer, lines=(first - batch.before, last - batch.before), also=also)


def facts_of(
    document: Document, pointers: Iterable[Pointer], declaration: Declaration, owner: str
) -> tuple[list[Fact], list[Refusal]]:
    """Return what of a model's entries stands in their lines, as facts, and what does not."""
    text, lines = source_text(document), list(lines_of(document))
    facts: list[Fact] = []
    refusals: list[Refusal] = []
    several = [one for pointer in pointers for one in dated(pointer, declaration)]
    for each, checked in zip(several, check(text, several, declaration, owner), strict=True):
        refusals += checked.refusals
        _add_owner(checked, text.text, owner)
        here = lines[each.lines[0] - 1 : each.lines[1]]
        words = "\n".join(line.text for line in (*(lines[number - 1] for number in each.also), *here))
        quote = Quote(document.name, words[:MAX_QUOTE], span(here), here[0].block.page)
        parts = [checked.values] if each.section else [{key: value} for key, value in checked.values.items()]
        for part in parts:
            if is_entry(each.section, part, declaration):
                sure, how = dict.fromkeys(part, MOST), dict.fromkeys(part, HOW)
                facts.append(Fact(each.section, part, quote, sure, how, slices=checked.slices))
            elif part:
                refusals.append(Refusal(each.section, each.section, words, NOTHING, quote))
    return facts, refusals


def _add_owner(checked: Checked, text: str, owner: str) -> None:
    """Put the owner of a list before the authors of a work whom 'with' introduces."""
    slices = checked.slices.get("authors", ())
    if slices and owner and not is_named(checked.values["authors"], [owner]):
        first, last = min(each.begin for each in slices), max(each.end for each in slices)
        if behind_with(text, first, last) is not None:
            checked.values["authors"] = [owner, *checked.values["authors"]]
            checked.slices["authors"] = (Slice(first, first, OWNER), *slices)


# What rules say of the same lines.


def united(rules: Sequence[Fact], read: Sequence[Fact]) -> list[Fact]:
    """Return what a model read, and what rules say of other lines; what both say of the same lines is surer.

    Where they differ, an entry is as the model has it, and of the person what is surer stays; both are so unsure then
    that they are asked.
    """
    entries, person = [fact for fact in read if fact.section], [fact for fact in read if not fact.section]
    of_person = [_of_person(fact, person) for fact in rules if not fact.section]
    stated = {key for fact in of_person for key in fact.values}
    of_person += [fact for fact in person if stated.isdisjoint(fact.values)]
    several = [fact for fact in rules if fact.section and not _is_covered(fact, entries)]
    several += [_with_rules(fact, rules) for fact in entries]
    return [*of_person, *sorted(several, key=lambda fact: (fact.quote.page, fact.quote.lines))]


def _meets(one: Fact, other: Fact) -> bool:
    (first, last), (begin, end) = one.quote.lines, other.quote.lines
    return one.quote.page == other.quote.page and first <= end and begin <= last


def _is_covered(rule: Fact, read: Sequence[Fact]) -> bool:
    """Say whether a model made entries of most words on which a fact of rules rests; addresses of links aside."""
    words = "\n".join(fact.quote.text for fact in read if _meets(rule, fact))
    lines = [line.strip() for line in rule.quote.text.split("\n") if not line.startswith("<")]
    return 2 * sum(len(line) for line in lines if line in words) > sum(map(len, lines))


def _with_rules(fact: Fact, rules: Sequence[Fact]) -> Fact:
    """Return a model's entry, surer where rules say the same, with what they alone say of it."""
    others = [rule for rule in rules if rule.section == fact.section and _meets(rule, fact)]
    sure = {key: _sure(key, fact, others) for key in fact.values}
    entry = ProfileEntry(fact.section, fact.values)
    rule = next((each for each in others if mean_the_same(entry, ProfileEntry(each.section, each.values))), fact)
    more = {key: value for key, value in rule.values.items() if key not in fact.values}
    return replace(
        fact,
        values={**fact.values, **more},
        confidence={**rule.confidence, **sure},
        how={**rule.how, **fact.how},
        slices={**rule.slices, **fact.slices},
    )


def _sure(key: str, fact: Fact, others: Sequence[Fact]) -> float:
    same = [other.confidence.get(key, 0.0) for other in others if _is_same(key, fact, other)]
    return round(min(MOST_TOGETHER, max(MOST, *same) + _SURER), 3) if same else MOST


def _is_same(key: str, one: Fact, other: Fact) -> bool:
    said, also = ([fold(str(each)) for each in listed(fact.values.get(key, ()))] for fact in (one, other))
    return bool(said) and said == also


def _of_person(rule: Fact, read: Sequence[Fact]) -> Fact:
    """Return what rules say of the person: surer if a model says so, else the surer of both, to be asked."""
    key = next(iter(rule.values))
    said = next((fact for fact in read if key in fact.values), None)
    if said is None or isinstance(rule.values[key], list):
        return rule
    sure = rule.confidence.get(key, 0.0)
    if _is_same(key, said, rule):
        return replace(rule, confidence={key: max(sure, _sure(key, said, [rule]))})
    return said if sure < MOST else replace(rule, confidence={key: MOST})
