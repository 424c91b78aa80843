"""The report of a check, and its renderings."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from urllib.parse import quote

from kg.base import sarif
from kg.publish.check.rule import Category, Finding, Rule, Severity
from kg.publish.check.rules import RULES

# The report of a check: which rules a site keeps, and the marks it gets.


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


# Show a report: to people, to programs, and to code hosts.

Rendering = Callable[[Report], str]

MOST_EXAMPLES = 3


def text(report: Report) -> str:
    """Render for people: a table of marks, then each broken rule with examples and what to do, then the verdict."""
    blocks = ["\n".join(_table(report)), *_broken(report), verdict(report)]
    return "\n\n".join(blocks) + "\n"


def verdict(report: Report) -> str:
    """Return the verdict as one sentence."""
    marks, errors, warnings = report.marks(), report.count(Severity.ERROR), report.count(Severity.WARNING)
    said = "Full marks" if marks.are_full else f"{marks.got} of {marks.possible} marks"
    numbers = f"{_plural(errors, 'error')}, {_plural(warnings, 'warning')} in {_plural(report.files, 'file')}"
    return f"{said}: {numbers}."


def as_json(report: Report) -> str:
    """Render as one JSON object: `target`, `passed`, `marks` by category, `rules`, and `findings`."""
    rules = [
        {
            "id": rule.id,
            "category": rule.category,
            "title": rule.title,
            "severity": rule.severity,
            "weight": rule.weight,
            "verdict": report.verdicts[rule.id],
            "broken": report.broken[rule.id],
            "why": rule.why,
            "mend": rule.mend,
        }
        for rule in report.rules
    ]
    findings = [
        {
            "rule": each.rule,
            "path": each.path,
            "line": each.line or None,
            "column": each.column or None,
            "message": each.message,
        }
        for each in report.findings
    ]
    marks = {"all": _numbers(report.marks())}
    marks |= {category: _numbers(report.marks(category)) for category in Category if report.marks(category).possible}
    counts = {severity: report.count(severity) for severity in Severity}
    return _dump(
        {
            "target": report.target,
            "files": report.files,
            "passed": report.is_passed(),
            "counts": counts,
            "marks": marks,
            "rules": rules,
            "findings": findings,
        }
    )


def as_sarif(report: Report) -> str:
    """Render as SARIF 2.1.0, which code hosts and editors read."""
    return sarif.log([_sarif_rule(rule) for rule in report.rules], [_sarif_result(each) for each in report.findings])


RENDERINGS: Mapping[str, Rendering] = {"text": text, "json": as_json, "sarif": as_sarif}


def _table(report: Report) -> Iterator[str]:
    yield f"{'Category':<16}{'Marks':>9}   Rules kept"
    for category in Category:
        rules = [rule for rule in report.rules if rule.category is category]
        applied = [rule for rule in rules if report.verdicts[rule.id] is not Verdict.NOT_APPLICABLE]
        if applied:
            kept = sum(report.verdicts[rule.id] is Verdict.KEPT for rule in applied)
            marks = report.marks(category)
            yield f"{category:<16}{f'{marks.got}/{marks.possible}':>9}   {kept} of {len(applied)}"
        elif rules:
            yield f"{category:<16}{'–':>9}   does not apply"
    marks = report.marks()
    yield f"{'All':<16}{f'{marks.got}/{marks.possible}':>9}"


def _broken(report: Report) -> Iterator[str]:
    examples: dict[str, list[Finding]] = defaultdict(list)
    for finding in report.findings:
        examples[finding.rule].append(finding)
    for rule in report.rules:
        if found := examples.get(rule.id):
            yield "\n".join(_paragraph(rule, found, report.broken[rule.id]))


def _paragraph(rule: Rule, findings: list[Finding], count: int) -> Iterator[str]:
    yield f"{rule.id}  {rule.severity}: {rule.title}"
    yield f"  why: {rule.why}"
    for finding in findings[:MOST_EXAMPLES]:
        place = ":".join(str(part) for part in (_shown(finding.path), finding.line, finding.column) if part)
        yield f"  {place or 'the site'}: {finding.message}"
    if count > MOST_EXAMPLES:
        yield f"  … and {count - MOST_EXAMPLES:,} more"
    yield f"  hint: {rule.mend}"


def _shown(path: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in path)


def _sarif_rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.why},
        "help": {"text": rule.mend},
        "properties": {"category": rule.category},
    }


def _sarif_result(finding: Finding) -> dict[str, Any]:
    rule = RULES[finding.rule]
    address = quote(finding.path.encode("utf-8", "replace")) or "."
    return sarif.result(
        rule.id, rule.severity, f"{finding.message}: {rule.mend}", address, finding.line, finding.column
    )


def _numbers(marks: Marks) -> dict[str, int]:
    return {"got": marks.got, "possible": marks.possible}


def _plural(count: int, word: str) -> str:
    return f"{count:,} {word}{'s' * (count != 1)}"


def _dump(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
