"""The report of a check: which rules a site keeps, and the marks it gets."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from kg.checking.rule import Category, Finding, Rule, Severity
from kg.checking.rules import RULES


class Verdict(StrEnum):
    """Whether a rule is kept."""

    KEPT = "kept"
    BROKEN = "broken"
    NOT_APPLICABLE = "not applicable"


@dataclass(frozen=True)
class Marks:
    """How many marks there are, and how many a site gets."""

    got: int
    possible: int

    @property
    def are_full(self) -> bool:
        """Whether it gets all of them."""
        return self.got == self.possible


@dataclass(frozen=True)
class Report:
    """What a check found.

    Attributes:
        target: What was checked.
        files: How many files were looked at.
        findings: In a fixed order; of a rule that is broken very often, the first ones.
        broken: How often each rule is broken.
        verdicts: Of each rule that was asked for, by its id.
    """

    target: str
    files: int
    findings: tuple[Finding, ...]
    broken: Counter[str]
    verdicts: dict[str, Verdict]

    @property
    def rules(self) -> list[Rule]:
        """The rules that were asked for."""
        return [RULES[name] for name in self.verdicts]

    def marks(self, category: Category | None = None) -> Marks:
        """Return the marks of a category, or of all."""
        asked = [rule for rule in self.rules if category in (None, rule.category)]
        applied = [rule for rule in asked if self.verdicts[rule.id] is not Verdict.NOT_APPLICABLE]
        kept = [rule for rule in applied if self.verdicts[rule.id] is Verdict.KEPT]
        return Marks(sum(rule.weight for rule in kept), sum(rule.weight for rule in applied))

    def count(self, severity: Severity) -> int:
        """Return how many findings of a severity there are."""
        return sum(number for name, number in self.broken.items() if RULES[name].severity is severity)

    def is_passed(self, worst: Severity = Severity.ERROR) -> bool:
        """Tell whether there is no error; if warnings count, no warning either."""
        return not self.count(Severity.ERROR) and not (worst is Severity.WARNING and self.count(Severity.WARNING))


def chosen(only: Iterable[str] = (), skip: Iterable[str] = ()) -> list[Rule]:
    """Return the rules of some categories or ids.

    Raises:
        KeyError: If there is no such category or rule; its name is the argument.
    """
    wanted, unwanted = [_named(name) for name in only], [_named(name) for name in skip]
    taken = [rule for rule in RULES.values() if not wanted or any(rule in each for each in wanted)]
    return [rule for rule in taken if not any(rule in each for each in unwanted)]


def _named(name: str) -> list[Rule]:
    folded = name.casefold()
    found = [rule for rule in RULES.values() if folded in (rule.id.casefold(), rule.category.casefold())]
    if not found:
        raise KeyError(name)
    return found
