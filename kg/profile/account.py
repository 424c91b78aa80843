"""The account of a build: what was read, and what became of it.

Each entry, authorship and field of a source is in the graph, joined with what another list says of the same, or left
out with a reason and a place. Reading counts one side, what was written counts the other; a build whose sides differ
does not release.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from kg.base.errors import AccountError, Problem, ReleaseError, counted

ACCOUNT = "account.jsonl"
"""The file of a release with the account of each profile, a line each."""


class LeftOut(NamedTuple):
    """What is not in the graph, and why."""

    unit: str  # `entry` or `field`
    what: str  # What it is in the profile, such as `publications[3]` or `contact.email`
    reason: str  # Why it was left out
    line: int  # The line (from 1) at which it stands
    number: int = 1  # How many values these are


@dataclass(frozen=True)
class ProfileAccount:
    """What became of one profile."""

    person: str  # The IRI of its owner, relative to the base; empty for catalogues and a project's own statements
    source: str
    line: int  # The first line of the profile in it
    entries: Mapping[str, int]  # How many entries each section has, those that were left out included
    shared: int  # How many of its publications other lists name too
    authorships: int  # How many authors its publications name
    fields: int  # How many values it states
    left_out: Sequence[LeftOut] = ()  # What is not in the graph
    asked: Sequence[str] = ()  # The question whose list it is, and what decides it
    asked_at: int = 1  # The line of the first work about which it is asked

    def number_left_out(self, unit: str) -> int:
        """Return how many entries, or how many fields, were left out."""
        return sum(each.number for each in self.left_out if each.unit == unit)

    def question(self, root: Path) -> Problem:
        """The question whose list it is, with the file below a directory."""
        message, hint = self.asked
        return Problem(message, root / self.source, self.asked_at, field="publications", hint=hint)

    def as_json(self) -> str:
        """Return it as a line of JSON."""
        said = {**vars(self), "left_out": [list(each) for each in self.left_out]}
        return json.dumps(said, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def of_json(cls, line: str) -> "ProfileAccount":
        """Return what `as_json` wrote."""
        said = json.loads(line)
        return cls(**{**said, "left_out": [LeftOut(*each) for each in said["left_out"]]})


def together(several: Iterable[ProfileAccount]) -> list[ProfileAccount]:
    """Return accounts in their order, those of the entries of one catalogue as one."""
    found: list[ProfileAccount] = []
    for each in several:
        is_more = found and not each.person and found[-1].source == each.source
        found.append(_sum(found.pop(), each) if is_more else each)
    return found


def _sum(one: ProfileAccount, other: ProfileAccount) -> ProfileAccount:
    return replace(
        one,
        entries=dict(Counter(one.entries) + Counter(other.entries)),
        shared=one.shared + other.shared,
        authorships=one.authorships + other.authorships,
        fields=one.fields + other.fields,
        left_out=[*one.left_out, *other.left_out],
    )


@dataclass
class Authorships:
    """What became of the authors that publications name."""

    read: int = 0  # How many the lists name
    joined: int = 0  # How many of them other lists of the same work name too
    implied: int = 0  # How many authors no list names: the owners of lists
    works: int = 0  # How many works there are
    listings: int = 0  # How many listings of works there are
    lists: int = 0  # How many works the lists name as written, edited or translated by their owners, each once a list

    def __add__(self, other: "Authorships") -> "Authorships":
        return Authorships(*(mine + others for mine, others in zip(astuple(self), astuple(other), strict=True)))

    @property
    def expected(self) -> int:
        """How many authorships the graph has to hold."""
        return self.read - self.joined + self.implied


@dataclass
class Account:
    """The account of a build."""

    authorships: Authorships = field(default_factory=Authorships)  # What became of the authors
    totals: Counter[str] = field(default_factory=Counter)  # How many entries and fields were read and left out

    def add(self, profiles: Iterable[ProfileAccount]) -> None:
        """Take in what became of some profiles."""
        for each in profiles:
            self.totals["profiles"] += bool(each.person)  # statements of a project's own have no owner
            self.totals["entries"] += sum(each.entries.values())
            self.totals["fields"] += each.fields
            self.totals["authorships"] += each.authorships
            self.totals["publications"] += each.entries.get("publications", 0)
            for unit, plural in (("entry", "entries"), ("field", "fields")):
                self.totals[f"{plural} left out"] += each.number_left_out(unit)
            self.totals["publications left out"] += sum(
                left.number for left in each.left_out if left.unit == "entry" and left.what.startswith("publications[")
            )

    def check(self, authorships: int, lists: int) -> None:
        """See that what was read is what was written.

        Raises:
            AccountError: If something is missing, or nobody said it.
        """
        known, totals = self.authorships, self.totals
        listed = totals["publications"] - totals["publications left out"]
        sides = (
            ("authors of publications", totals["authorships"], known.read),
            ("listings of works", listed, known.listings),
            ("authorships", known.expected, authorships),
            ("works on lists of their authors", known.lists, lists),
        )
        for what, expected, found in sides:
            if expected != found:
                message = f"the account does not balance: {expected:,} {what} were read, {found:,} are in the graph"
                hint = "no release is made, since data would be lost; report this with your profiles"
                raise AccountError(message, hint=hint)

    def as_json(self) -> dict[str, Any]:
        """Return it as it stands in a manifest: what was read is the sum of what became of it."""
        known, totals = self.authorships, self.totals
        joined = known.listings - known.works
        left_out = totals["entries left out"]
        return {
            "profiles": totals["profiles"],
            "entries": {
                "read": totals["entries"],
                "in_graph": totals["entries"] - joined - left_out,
                "joined": joined,
                "left_out": left_out,
            },
            "authorships": {
                "read": known.read,
                "in_graph": known.read - known.joined,
                "joined": known.joined,
                "left_out": 0,
                "implied": known.implied,
            },
            "fields": {
                "read": totals["fields"],
                "in_graph": totals["fields"] - totals["fields left out"],
                "left_out": totals["fields left out"],
            },
        }


@dataclass(frozen=True)
class AccountLine:
    """What became of things of one kind that sources state; import, extraction and build count them alike."""

    what: str  # In the plural: `entries`
    read: int
    kept: int  # How many are in the profile, or in the graph
    united: int = 0  # How many say the same as another one
    asked: int = 0  # Of how many of those that are kept the sources disagree
    implied: int = 0  # How many more there are, which no source names
    left_out: Mapping[str, int] = field(default_factory=dict)  # By the reason

    def __add__(self, other: "AccountLine") -> "AccountLine":
        numbers = ("read", "kept", "united", "asked", "implied")
        sums = {each: getattr(self, each) + getattr(other, each) for each in numbers}
        return AccountLine(self.what, **sums, left_out=Counter(self.left_out) + Counter(other.left_out))

    def in_words(self, place: str) -> str:
        """Return it in words; what is none of them is not named."""
        left = sum(self.left_out.values())
        why = "; ".join(f"{reason}: {number:,}" for reason, number in self.left_out.items() if reason)
        parts = (
            (self.united, "united with another"),
            (self.asked, "asked, since the sources disagree"),
            (left, f"left out ({why})" if why else "left out"),
            (self.implied, "implied"),
        )
        told = "".join(f", {number:,} {what}" for number, what in parts if number)
        one = f"{self.what[:-3]}y" if self.what.endswith("ies") else self.what[:-1]
        return f"{counted(self.read, one, self.what)} read: {self.kept:,} {place}{told}"


def told(tallies: Iterable[AccountLine], place: str) -> str:
    """Return what became of all that was read as one line; `place` says where it is: `in the graph`."""
    return f"Account: {'; '.join(each.in_words(place) for each in tallies)}."


def in_words(account: Mapping[str, Any]) -> str:
    """Return the account in a manifest as one line."""
    counts = (
        AccountLine(
            what,
            each["read"],
            each["in_graph"],
            each.get("joined", 0),
            implied=each.get("implied", 0),
            left_out={"": each["left_out"]},
        )
        for what in ("entries", "authorships", "fields")
        for each in [account[what]]
    )
    return told(counts, "in the graph")


def read_accounts(path: Path) -> Iterator[ProfileAccount]:
    """Yield the accounts of all profiles of a release, given its directory.

    Raises:
        ReleaseError: If there are none: another version of kg made the release.
    """
    try:
        with (path / ACCOUNT).open(encoding="utf-8") as lines:
            yield from map(ProfileAccount.of_json, lines)
    except FileNotFoundError as error:
        raise ReleaseError(f"{path} has no account", hint="build again: kg build --anew") from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ReleaseError(f"{path / ACCOUNT} cannot be read: {error}", hint="build again: kg build --anew") from error


def field_paths(document: Mapping[str, Any]) -> Counter[str]:
    """Count the values of a profile by their place, with `[]` for any position: `publications[].authors[].name`."""
    found: Counter[str] = Counter()
    _count(document, "", found)
    return found


def _count(node: Mapping[str, Any], prefix: str, found: Counter[str]) -> None:
    for key, value in node.items():
        if value.__class__ is dict:
            _count(value, f"{prefix}{key}.", found)
        elif value.__class__ is list:
            if value and value[0].__class__ is dict:
                path = f"{prefix}{key}[]."
                for each in value:
                    _count(each, path, found)
            else:
                found[prefix + key] += len(value)
        else:
            found[prefix + key] += 1
