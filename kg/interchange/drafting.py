"""Collect what a file says as facts: each checked against the profile, with its words and lines.

What a profile cannot hold is left out and reported, value by value: a wrong DOI does not cost the
publication, and a broken record does not cost the file.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any, NoReturn

from pydantic import ValidationError

from kg.base import strict_yaml
from kg.base.errors import Problem, ReadError
from kg.base.node import Lines, Loc, Node
from kg.interchange import plain
from kg.interchange.plain import kept, line
from kg.profile.drafts.model import PERSON, Draft, Fact, Quote
from kg.profile.model import Profile
from kg.profile.reading import sha256_of
from kg.profile.records import Source
from kg.profile.reviewed import CONTACTS
from kg.profile.written_names import of_person
from kg.terms.identifiers import fold
from kg.terms.typed_yaml import field_text, problems_of

MAX_BYTES = 64 << 20
MAX_WARNINGS = 1_000
_MAX_QUOTE = 4_000
_FEW_LINES = 3
_KEYS = 60  # so many keys are named in one message
_PLACES = 100  # so many facts that say one text are compared
_DISTINCT = 5  # a shorter text stands in many places by chance
_ROUNDS = 8
_BEHIND = 1 << 40  # what has no line is said last
_WORD = re.compile(r"\w++")
_DATE = re.compile(r"\d{4}-\d\d(?:$|-)", re.ASCII)
_ID = re.compile(r"(?=[^\d]{0,20}\d)[^\s]{6,100}", re.ASCII)
_MAX_IDS = 8
_PARTED = " · "
_INCOMPLETE = "see the warnings"
_TWICE = "word for word as another one"


class Drafting:
    """Collects the facts of one file.

    Args:
        path: The file.
        form: What it is, such as `orcid`: how its values were found.
        media_type: The same as a media type.
        text: Its text, where it was read otherwise than as UTF-8.
        sha256: The hash of its bytes, if it is known.
        literal: Whether the lines of a record are its words: so in a form that people write and read.

    Raises:
        ReadError: If it cannot be read, or is larger than 64 MB.
    """

    def __init__(
        self,
        path: Path,
        form: str,
        media_type: str,
        *,
        literal: bool = False,
        text: str | None = None,
        sha256: str = "",
    ) -> None:
        self.path = path
        self._sha256 = sha256
        self.text = strict_yaml.read_text(path, limit=MAX_BYTES) if text is None else text
        self._lines = self.text.splitlines() if literal else []
        self._not_shown: set[Lines] = set()
        self._form = form
        self.media_type = media_type
        self._facts: dict[str, Fact] = {}
        self._warnings: list[Problem] = []
        self._unsaid = 0
        self._account: dict[str, Counter[str]] = defaultdict(Counter)
        self.line = 1  # Where the record begins that is read
        self._not_imported: dict[tuple[str, ...], list[int]] = defaultdict(list)

    def add(
        self,
        section: str,
        values: Mapping[str, Any],
        lines: Lines,
        record: Any,
        *,
        reason: str = "",
        unsure: Mapping[str, float] | None = None,
        what: str = "",
        count: int = 1,
        how: str = "",
    ) -> bool:
        """Add an entry of a section, and say whether a profile can hold it.

        Args:
            section: The key of the profile.
            values: What it says, under the keys of the profile; empty values are left out.
            lines: First and last line of the record.
            record: The record as the file has it, or the texts of it that were read.
            reason: Why it is proposed, where the words alone do not say so.
            unsure: How likely those values are right that do not stand in the record as such.
            what: What the file calls such entries, in the plural: `employments`; by default the section.
            count: How many entries of the file it stands for.
            how: How the values were found, where the record does not have them.
        """
        if section == PERSON and "name" in values:
            values = self._name_apart(values, lines, record)
        held = self._held(section, kept(**values), lines)
        key = json.dumps([section, held], sort_keys=True)
        if section:
            reason_left = _INCOMPLETE if held is None else _TWICE if key in self._facts else ""
            self._account[what or section][reason_left] += count
        if held is None:
            return False
        confidence = dict.fromkeys(held, 1.0) | {key: value for key, value in (unsure or {}).items() if key in held}
        quote = Quote(self.path.as_posix(), self._literal(lines) or excerpt(record, held), lines)
        found_by = dict.fromkeys(held, how or self._form)
        fact = Fact(section, held, quote, confidence, found_by, reason, rank=1)
        self._facts.setdefault(key, fact)
        return True

    def _name_apart(self, values: Mapping[str, Any], lines: Lines, record: Any) -> Mapping[str, Any]:
        """Return values with the main form of the name; add its other forms, and say what is no name."""
        read = of_person(str(values["name"]))
        if read.variants:
            self.add(PERSON, {"variants": list(read.variants)}, lines, record)
        if read.left_out:
            self.warn(f"left out of the name: {', '.join(read.left_out)}", lines, field="name")
        return {**values, "name": read.name}

    def _literal(self, lines: Lines) -> str:
        """Return the lines of a record as they stand in the file; nothing if they are many, or not to be quoted."""
        words = "\n".join(self._lines[lines[0] - 1 : lines[1]])
        return words if len(words) <= _MAX_QUOTE and lines not in self._not_shown else ""

    def show_less(self, lines: Lines) -> None:
        """Quote of a record only what its values are made of: it holds more, which people keep to themselves."""
        self._not_shown.add(lines)

    def add_person(self, lines: Lines, record: Any, **values: Any) -> None:
        """Add fields of the person, each a fact of its own."""
        for key, value in values.items():
            if value not in (None, "", []):
                self.add(PERSON, {key: value}, lines, record)

    def refuse(self, message: str, hint: str, line: int | None = None) -> NoReturn:
        """Refuse the file.

        Raises:
            ReadError: Always.
        """
        raise ReadError(Problem(message, self.path, line, hint=hint))

    def warn(self, message: str, lines: Lines | None = None, *, field: str = "", hint: str = "") -> None:
        """Report what is odd but usable, or what is left out."""
        if len(self._warnings) < MAX_WARNINGS:
            self._warnings.append(Problem(message, self.path, lines[0] if lines else None, None, field, hint))
        else:
            self._unsaid += 1

    def leave_out(
        self, what: str, reason: str, message: str, lines: Lines, *, record: Node | None = None, hint: str = ""
    ) -> None:
        """Report an entry that a profile has no place for, and count it.

        Args:
            what: What the file calls such entries, in the plural.
            reason: Why, in a few words for the account.
            message: What is said of the entry; nothing where many are reported together.
            lines: First and last line of the record.
            record: The entry, of whose values none is reported by itself.
            hint: What to do.
        """
        self._account[what][reason] += 1
        plain.mark_read(record)
        if message:
            self.warn(f"left out: {message}", lines, hint=hint)

    def report_unread(
        self,
        document: Node,
        silent: Collection[str],
        wrappers: Collection[str],
    ) -> None:
        """Note each value that the reader did not ask for, unless a fact of its record says the same.

        Args:
            document: What the file holds.
            silent: Keys that carry no information.
            wrappers: Keys that only hold others together, which messages do not name.
        """
        said: dict[str, list[Lines]] = defaultdict(list)
        for fact in self._facts.values():
            for leaf in _leaves(fact.values):
                if len(places := said[fold(leaf)]) < _PLACES:
                    places.append(fact.quote.lines if fact.section else (0, _BEHIND))
        for path, node in document.unread(silent):
            start, end = node.lines
            texts = [fold(leaf) for leaf in node.leaves(silent)]
            if not all(
                len(text) >= _DISTINCT and any(first <= end and start <= last for first, last in said[text])
                for text in texts
            ):
                self.not_imported([*(key for key in path[:-1] if key not in wrappers), path[-1]], start)

    def not_imported(self, path: Sequence[str], number: int) -> None:
        """Note a value that is not imported, by the keys that lead to it and its line; the draft says each key once."""
        self._not_imported[tuple(path)].append(number)

    def unheld(self, what: str, count: int = 1) -> None:
        """Note what is not imported of the record that is read, though its keys are asked for."""
        self._not_imported[what,] += [self.line] * count

    def _report_unread(self) -> None:
        places = sorted((each for each in self._not_imported.items() if each[1]), key=lambda each: each[1][0])
        if places:
            first = places[0][1][0]
            shown = [f"{_named(path)} ({_lines_of(numbers)})" for path, numbers in places]
            rest = f" and {len(shown) - _KEYS:,} more keys" if len(shown) > _KEYS else ""
            hint = "add by hand what the profile should say"
            self.warn(f"not imported: {', '.join(shown[:_KEYS])}{rest}", (first, first), hint=hint)

    def facts(self, section: str) -> Iterator[Fact]:
        """Yield the facts of a section so far."""
        return (fact for fact in self._facts.values() if fact.section == section)

    def draft(self) -> Draft:
        """Return what was collected."""
        self._report_unread()
        if not self._facts:
            hint = "look at the warnings, and check that it is the right file"
            self.warn("nothing was found that a profile can hold", hint=hint)
        if self._unsaid:
            self._warnings.append(Problem(f"{self._unsaid:,} more warnings are not shown", self.path))
        warnings = sorted(self._warnings, key=lambda problem: problem.line or _BEHIND)
        account = {what: dict(counts) for what, counts in self._account.items()}
        digest = self._sha256 or sha256_of(self.path)
        source = Source(self.path.as_posix(), self.media_type, self._form, digest)
        return Draft(tuple(self._facts.values()), (source,), tuple(warnings), account)

    def _held(self, section: str, values: dict[str, Any], lines: Lines) -> dict[str, Any] | None:
        """Return the values that a profile can hold; None where what remains is no entry."""
        held = deepcopy(values)
        within = 2 if section else 0
        for _ in range(_ROUNDS):
            try:
                Profile.model_validate(_document(section, held))
                return held
            except ValidationError as error:
                problems = [(_place(loc[within:]), problem) for loc, problem in problems_of(error, Profile)]
            remain = [self._drop(section, held, loc, problem, lines) for loc, problem in problems]  # say all
            if False in remain:
                return None
            held = _without_gaps(held)
            if not held:
                return None
        return None

    def _drop(self, section: str, held: dict[str, Any], loc: Loc, problem: Problem, lines: Lines) -> bool:
        """Leave one value out and say so; say whether an entry can remain."""
        known = _existing(held, loc)
        if not known:
            self.warn(_incomplete(held, str(loc[0]) if loc else section), lines, field=section, hint="add it by hand")
            return False
        place = field_text((section, *loc) if section else loc)
        self.warn(_printable(f"left out: {problem.message}"), lines, field=place, hint=_printable(problem.hint))
        _empty(held, known)
        return True


def _named(path: Sequence[str]) -> str:
    """Return the keys that lead to a value: `'moon' of 'night › sky'`."""
    key, around = line(path[-1])[:60], line(" › ".join(path[:-1]))[-120:]
    return f"'{key}' of '{around}'" if around else f"'{key}'"


def _lines_of(numbers: Sequence[int]) -> str:
    """Return numbers of lines for a message: the first few, each once, and how many values there are beside them."""
    few = list(dict.fromkeys(numbers))[:_FEW_LINES]
    shown = f"line{'s' * (len(few) > 1)} {', '.join(map(str, few))}"
    rest = len(numbers) - len(few)
    return f"{shown} and {rest:,} more" if rest else shown


def excerpt(record: Any, values: Any) -> str:
    """Return the words of a record that the values are made of, in their order, parted by dots in the middle."""
    said = list(_leaves(values))
    words = set(_words(" ".join(said)))
    ids = [text for text in said if _ID.fullmatch(text)][:_MAX_IDS]
    used = [leaf for leaf in dict.fromkeys(_leaves(record)) if _is_used(leaf, words, ids)]
    shown = _PARTED.join(used or said)
    return shown if len(shown) <= _MAX_QUOTE else shown[: _MAX_QUOTE - 1] + "…"


def _is_used(leaf: str, words: set[str], ids: list[str]) -> bool:
    """Say whether a text says what the values say, or an id or a date of theirs in another notation."""
    own = set(_words(leaf[:_MAX_QUOTE]))
    if own and own <= words:
        return True
    return (_DATE.match(leaf) is not None and leaf[:4] in words) or any(id_ in leaf for id_ in ids)


def _words(text: str) -> list[str]:
    return [word.lstrip("0") or "0" for word in _WORD.findall(text.casefold())]


def _leaves(node: Any) -> Iterator[str]:
    """Yield the texts of plain data in their order, without recursion."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        here = here.value if isinstance(here, Node) else here
        if isinstance(here, dict):
            waiting.extend(reversed(list(here.values())))
        elif isinstance(here, list | tuple):
            waiting.extend(reversed(here))
        elif isinstance(here, str | int | float) and not isinstance(here, bool) and (shown := line(str(here))):
            yield shown


def _document(section: str, held: dict[str, Any]) -> dict[str, Any]:
    whole: dict[str, Any] = {"id": "draft", "name": "Draft"}
    if section:
        return whole | {section: [held]}
    contact = {key: value for key, value in held.items() if key in CONTACTS}
    return whole | {key: value for key, value in held.items() if key not in CONTACTS} | kept(contact=contact)


def _place(loc: Loc) -> Loc:
    """Return a place in the values of a fact; fields under `contact` are facts of their own."""
    return loc[1:] if loc[:1] == ("contact",) else loc


def _existing(held: Any, loc: Loc) -> Loc:
    """Return the part of a place that exists: what holds a key that is missing, is itself the culprit."""
    here = held
    for depth, part in enumerate(loc):
        is_there = part in here if isinstance(here, dict) else isinstance(here, list) and part in range(len(here))
        if not is_there:
            return loc[:depth]
        here = here[part]
    return loc


def _empty(held: Any, loc: Loc) -> None:
    here = held
    for part in loc[:-1]:
        here = here[part]
        if here is None:
            return  # emptied with what holds it
    here[loc[-1]] = None


def _without_gaps(held: dict[str, Any]) -> dict[str, Any]:
    """Return entries without what was emptied, at any depth that profiles have."""
    found = {}
    for key, value in held.items():
        if isinstance(value, list):
            rest = [_without_gaps(item) if isinstance(item, dict) else item for item in value if item is not None]
            if rest:
                found[key] = rest
        elif value is not None:
            found[key] = value
    return found


def _incomplete(held: Mapping[str, Any], key: str) -> str:
    names = ("title", "name", "role", "organization", "institution")
    called = next((str(held[name]) for name in names if name in held), "")
    shown = called or ", ".join(str(value) for value in held.values() if isinstance(value, str))
    what = f"'{shown[:120]}'" if shown else "an entry"
    return _printable(f"{what} is left out: it has no '{key}'")


def _printable(text: str) -> str:
    return text.encode(errors="replace").decode()
