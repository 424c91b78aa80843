"""Read documents by what a model answers: its answers as pointers, what is taken of them, and what rules say too."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kg.base.errors import KgError, Problem, counted
from kg.extract.asking import MAX_LINES, PERSON, Batch, instructions
from kg.extract.documents.model import Document
from kg.extract.lines import lines_of, span
from kg.extract.pointed import source_text
from kg.interchange.chat import Answer
from kg.profile.drafts.model import MAX_QUOTE, Fact, Quote, Refusal
from kg.profile.pointing.checking import Pointer, check, is_entry
from kg.profile.reviewed import listed
from kg.terms.identifiers import fold
from kg.terms.kinds import Declaration

MOST = 0.85
"""No value of a model alone is surer: nobody has measured how often it is right."""

MOST_TOGETHER, _SURER = 0.95, 0.05
"""What rules say, too, is surer by so much, up to a bound."""

HOW = "model"
"""How the values of a model are found."""

NO_JSON = "broken off, or no JSON"
NO_SECTION = "without a section that there is"
NO_LINES = "with lines that were not shown"
NO_WORDS = "with values that are no words"

_LONGEST = 30_000
_LONGEST_WORDS = 6_000
_MOST_BROKEN = 200
_MOST_VALUES = 2_000
_PATIENCE = 3  # failures in a row, after which a server is not asked any more
_OBJECT = re.compile(r'\{\s*"(?!entries"\s*:)')


@dataclass
class Entries:
    """What an answer says, by its form alone."""

    pointers: list[Pointer] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)


def entries_in(answer: str, sections: Iterable[str]) -> Entries:
    """Return the entries of an answer: objects of JSON, whatever stands around them, each once.

    >>> entries_in('Sure! {"s": "awards", "l": [3, 3], "name": "Loom Prize"} {"s": "aw', ["awards"]).faults
    Counter({'broken off, or no JSON': 1})
    """
    found, known, here = Entries(), {PERSON: "", **{each: each for each in sections}}, 0
    seen: set[str] = set()
    while (begin := _OBJECT.search(answer, here)) and found.faults[NO_JSON] < _MOST_BROKEN:
        here = begin.start() + 1
        try:
            said, length = json.JSONDecoder().raw_decode(answer[begin.start() : begin.start() + _LONGEST])
        except (ValueError, RecursionError):
            found.faults[NO_JSON] += 1
            continue
        if not {"s", "l"} & said.keys():
            continue
        here = begin.start() + length
        if (text := answer[begin.start() : here]) not in seen:
            seen.add(text)
            _add(said, known, found)
    found.faults = +found.faults
    return found


def _add(said: Mapping[str, Any], known: Mapping[str, str], found: Entries) -> None:
    """Add an entry, if its form is one."""
    section, lines, also = said.get("s"), said.get("l"), _numbers(said.get("also") or [])
    numbers = _numbers([lines, lines] if isinstance(lines, int) else lines)
    if not isinstance(section, str) or section not in known:
        found.faults[NO_SECTION] += 1
    elif also is None or numbers is None or len(numbers) != 2 or len(also) > MAX_LINES:
        found.faults[NO_LINES] += 1
    else:
        words = {key: _words(each) for key, each in said.items() if key not in ("s", "l", "also")}
        found.faults[NO_WORDS] += sum(each is None for each in words.values())
        words = {key: each for key, each in words.items() if each not in (None, "", [])}
        found.pointers.append(Pointer(known[section], (numbers[0], numbers[1]), words, also))


def _words(value: Any) -> Any:
    """Return the words of a value; None for what is none, such as an object."""
    if isinstance(value, list):
        words = [_words(each) for each in value if not isinstance(each, list)]
        is_whole = len(words) == len(value) <= _MOST_VALUES and all(isinstance(each, str) for each in words)
        return words if is_whole else None
    if value is None or isinstance(value, bool):
        return value or ""
    is_text = isinstance(value, str | int) and len(str(value)[: _LONGEST_WORDS + 1]) <= _LONGEST_WORDS
    return str(value) if is_text else None


def _numbers(value: Any) -> tuple[int, ...] | None:
    """Return the numbers of a list; None where it is none."""
    is_list = isinstance(value, list) and all(isinstance(each, int) and not isinstance(each, bool) for each in value)
    return tuple(value) if is_list else None


# What is asked, and what is answered.

Ask = Callable[[str, str], Answer]
"""Asks a model: takes the instructions and a request."""

Key = tuple[str, str]


def key_of(document: Document) -> Key:
    """Return what a document is known by."""
    return document.name, document.sha256


@dataclass
class Answers:
    """What a model says of documents: a further reader of each.

    Attributes:
        declaration: What there is to be read.
        pointers: What it points to in each document, whose lines are numbered from 1.
        problems: What of the answers is ignored, and what was not answered.
        is_partly: Whether some of what was asked was not answered.
    """

    declaration: Declaration
    pointers: dict[Key, list[Pointer]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    is_partly: bool = False

    def __call__(self, document: Document, facts: list[Fact], name: str = "") -> list[Fact]:
        """Return what a document says, given what rules made of it."""
        named = (str(fact.values["name"]) for fact in facts if not fact.section and "name" in fact.values)
        pointers = sorted(self.pointers.get(key_of(document), ()), key=lambda each: each.lines)
        read, refusals = facts_of(document, pointers, self.declaration, name or next(named, ""))
        problem = Problem(f"ignored what the model says and {_reasons(refusals)}", Path(document.name))
        if refusals and problem not in self.problems:
            self.problems.append(problem)
        return united(facts, read)

    def add(self, document: Document, pointers: Iterable[Pointer]) -> None:
        """Add what a model points to in a document."""
        self.pointers.setdefault(key_of(document), []).extend(pointers)

    def miss(self, document: Document, message: str, hint: str = "") -> None:
        """Note that something of a document was not answered."""
        self.is_partly = True
        self.problems.append(Problem(message, Path(document.name), hint=hint))


def asked(requests: Iterable[tuple[Document, Batch]], declaration: Declaration, ask: Ask) -> Answers:
    """Return what a model answers; a batch without an answer is told, and does not keep back the others."""
    found, failures = Answers(declaration), 0
    for document, batch in requests:
        where = f"batch {batch.place} (lines {batch.own[0]} to {batch.own[1]})"
        if failures >= _PATIENCE:
            found.miss(document, f"{where} was not asked, since the model failed {_PATIENCE} times in a row")
            continue
        try:
            answer = ask(instructions(declaration), batch.request)
        except KgError as error:
            failures += 1
            found.miss(document, f"{where} was not read: {error.problems[0].message}", error.problems[0].hint)
            continue
        failures = 0
        if answer.broken:
            found.miss(document, f"the answer to {where} is not whole: {answer.broken}")
        entries = entries_in(answer.text, declaration.sections)
        found.add(document, _within(batch, entries))
        if entries.faults:
            found.problems.append(Problem(f"{where}: {faults_told(entries)}", Path(document.name)))
    return found


def _within(batch: Batch, entries: Entries) -> list[Pointer]:
    """Return the entries that begin on a batch's own lines; others that it shows belong to the next or the last."""
    kept = []
    for each in entries.pointers:
        lines = {*each.also, *range(each.lines[0], min(each.lines[1], each.lines[0] + MAX_LINES) + 1)}
        if each.lines[1] < each.lines[0] or not lines <= batch.seen:
            entries.faults[NO_LINES] += 1
        elif batch.own[0] <= each.lines[0] <= batch.own[1]:
            kept.append(each)
    return kept


def recorded(documents: Iterable[Document], declaration: Declaration, entries: Entries) -> Answers:
    """Return what is answered already of documents, whose lines are numbered as one."""
    found, before, known = Answers(declaration), 0, 0
    for document in documents:
        end = before + sum(1 for _ in lines_of(document))
        for each in entries.pointers:
            (first, last), also = each.lines, tuple(number - before for number in each.also if before < number <= end)
            if before < first <= last <= min(end, first + MAX_LINES) and len(also) == len(each.also):
                found.add(document, [replace(each, lines=(first - before, last - before), also=also)])
                known += 1
        before = end
    if known < len(entries.pointers):
        entries.faults[NO_LINES] += len(entries.pointers) - known
    return found


def faults_told(found: Entries) -> str:
    """Return what of an answer is ignored for its form, in words."""
    parts = (f"{counted(number, 'entry', 'entries')} {reason}" for reason, number in found.faults.items())
    return f"ignored of the answer: {', '.join(parts)}"


def _reasons(refusals: Sequence[Refusal]) -> str:
    """Return why values are refused, with how many there are and one of each."""
    numbers = Counter(each.reason for each in refusals)
    ones = {each.reason: each for each in reversed(refusals)}
    return ", ".join(
        f"{reason} ({number:,}, such as {ones[reason].key} '{' '.join(ones[reason].words.split())[:60]}')"
        for reason, number in numbers.items()
    )


def facts_of(
    document: Document, pointers: Iterable[Pointer], declaration: Declaration, owner: str
) -> tuple[list[Fact], list[Refusal]]:
    """Return what of a model's entries stands in their lines, as facts, and what does not."""
    text, lines = source_text(document), list(lines_of(document))
    facts: list[Fact] = []
    refusals: list[Refusal] = []
    for each in pointers:
        checked = check(text, each, declaration, owner)
        refusals += checked.refusals
        here = lines[each.lines[0] - 1 : each.lines[1]]
        words = "\n".join(line.text for line in (*(lines[number - 1] for number in each.also), *here))
        quote = Quote(document.name, words[:MAX_QUOTE], span(here), here[0].block.page)
        parts = [checked.values] if each.section else [{key: value} for key, value in checked.values.items()]
        facts += [
            Fact(each.section, part, quote, dict.fromkeys(part, MOST), dict.fromkeys(part, HOW), slices=checked.slices)
            for part in parts
            if is_entry(each.section, part, declaration)
        ]
    return facts, refusals


# What rules say of the same lines.


def united(rules: Sequence[Fact], read: Sequence[Fact]) -> list[Fact]:
    """Return what a model read and what rules say of other lines; what both say of the same lines is surer.

    Of the person, what rules say stays. A value in which both differ stays as sure as a model is, so that it is asked.
    """
    entries = [fact for fact in read if fact.section]
    person = [fact for fact in read if not fact.section]
    kept = [fact for fact in rules if not (fact.section and _is_covered(fact, entries))]
    stated = {key for fact in rules if not fact.section for key in fact.values}
    told = [_of_person(fact, person) if not fact.section else fact for fact in kept]
    new = [fact for fact in person if stated.isdisjoint(fact.values)]
    return [*told, *new, *(_agreed(fact, rules) for fact in entries)]


def _meets(one: Fact, other: Fact) -> bool:
    (first, last), (begin, end) = one.quote.lines, other.quote.lines
    return one.quote.page == other.quote.page and first <= end and begin <= last


def _is_covered(rule: Fact, read: Sequence[Fact]) -> bool:
    """Say whether a model made entries of all words on which a fact of rules rests."""
    words = "\n".join(fact.quote.text for fact in read if _meets(rule, fact))
    return bool(words) and all(line.strip() in words for line in rule.quote.text.split("\n"))


def _agreed(fact: Fact, rules: Sequence[Fact]) -> Fact:
    """Return a model's entry, whose values are surer where rules have them, too."""
    others = [rule for rule in rules if rule.section == fact.section and _meets(rule, fact)]
    return replace(fact, confidence={key: _sure(key, fact, others) for key in fact.values})


def _sure(key: str, fact: Fact, others: Sequence[Fact]) -> float:
    same = [other.confidence.get(key, 0.0) for other in others if _same(key, fact, other)]
    return round(min(MOST_TOGETHER, max(MOST, *same) + _SURER), 3) if same else MOST


def _same(key: str, one: Fact, other: Fact) -> bool:
    said, also = ([fold(str(each)) for each in listed(fact.values.get(key, ()))] for fact in (one, other))
    return bool(said) and said == also


def _of_person(rule: Fact, read: Sequence[Fact]) -> Fact:
    """Return what rules say of the person: surer if a model says so, and to be asked if it says something else."""
    key = next(iter(rule.values))
    said = [fact for fact in read if key in fact.values]
    if not said or isinstance(rule.values[key], list):
        return rule
    sure = rule.confidence.get(key, 0.0)
    agreed = max(sure, min(MOST_TOGETHER, max(MOST, sure) + _SURER))
    return replace(rule, confidence={key: agreed if any(_same(key, each, rule) for each in said) else min(sure, MOST)})
