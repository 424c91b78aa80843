"""The rules that a site keeps or breaks, with their reasons and what to do; `rules.tsv` has their texts."""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from kg.base.reporting import Finding, Severity, printable

CATEGORIES = {"LINK": "Links", "NEG": "Negotiation", "PRIV": "Privacy"}
"""What rules are about, by the second part of their ids."""

# Messages quote what a site says of itself, which may be of any length.
_LONGEST = 300


class Rule(NamedTuple):
    """A rule for sites."""

    id: str  # such as `KG-LINK-01`
    needs: str  # what a site must be for it to apply, if not any site will do: directory, served, negotiated, .htaccess
    title: str  # what holds where it is kept, as a sentence
    why: str
    mend: str  # what to do where it is broken

    @property
    def category(self) -> str:
        """What it is about."""
        return CATEGORIES[self.id.split("-")[1]]


@cache
def known_rules() -> Mapping[str, Rule]:
    """Return all rules by their ids, in the order of the report."""
    rows = Path(__file__).with_name("rules.tsv").read_text(encoding="utf-8").splitlines()[2:]
    return {rule.id: rule for rule in (Rule(*row.split("\t")) for row in rows)}


def broken(rule: str, path: str, message: str, line: int = 0) -> Finding:
    """Return the finding that a rule is broken at a place, with the message on one line of limited length."""
    message = printable(" ".join(message[: 4 * _LONGEST].split()))
    message = message if len(message) <= _LONGEST else f"{message[: _LONGEST - 1]}…"
    return Finding(rule, path, line, 0, message, Severity.ERROR, known_rules()[rule].mend)


def chosen(only: Iterable[str] = (), skip: Iterable[str] = ()) -> list[Rule]:
    """Return the rules of some categories or ids, without those of others.

    Raises:
        KeyError: If there is no such category or rule; its name is the argument.
    """
    names = {rule: {rule.id.casefold(), rule.category.casefold()} for rule in known_rules().values()}
    for name in (*only, *skip):
        if not any(name.casefold() in each for each in names.values()):
            raise KeyError(name)
    wanted, unwanted = set(map(str.casefold, only)), set(map(str.casefold, skip))
    return [rule for rule, own in names.items() if (not wanted or wanted & own) and not unwanted & own]
