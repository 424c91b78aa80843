"""The report of a check: verdicts on the rules, marks, and the renderings as text, JSON and SARIF."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from kg.base import reporting
from kg.base.reporting import Finding, Severity, counted, json_text
from kg.publish.check.rule import Category, Rule
from kg.publish.check.rules import RULES


class Verdict(StrEnum):
    """Whether a rule is kept."""

    KEPT = "kept"
    BROKEN = "broken"
    NOT_APPLICABLE = "not applicable"


@dataclass(frozen=True)
class Score:
    """The marks that a site gets, of those that it could get."""

    got: int
    possible: int

    @property
    def is_full(self) -> bool:
        """Whether it gets all of them."""
        return self.got == self.possible

    def __str__(self) -> str:
        return f"{self.got}/{self.possible}"


@dataclass(frozen=True)
class SiteReport:
    """The result of a check.

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

    def applied(self, category: Category | None = None) -> list[Rule]:
        """Return the rules of a category, or of all, that apply to the site."""
        asked = [rule for rule in self.rules if category in (None, rule.category)]
        return [rule for rule in asked if self.verdicts[rule.id] is not Verdict.NOT_APPLICABLE]

    def kept(self, category: Category | None = None) -> list[Rule]:
        """Return the rules of a category, or of all, that the site keeps."""
        return [rule for rule in self.applied(category) if self.verdicts[rule.id] is Verdict.KEPT]

    def marks(self, category: Category | None = None) -> Score:
        """Return the marks of a category, or of all."""
        return Score(*(sum(rule.weight for rule in rules) for rules in (self.kept(category), self.applied(category))))

    def count(self, severity: Severity) -> int:
        """Return how many findings of a severity there are."""
        return sum(number for name, number in self.broken.items() if RULES[name].severity is severity)

    def is_passed(self, worst: Severity = Severity.ERROR) -> bool:
        """Tell whether there is no error; if warnings count, no warning either."""
        return not self.count(Severity.ERROR) and not (worst is Severity.WARNING and self.count(Severity.WARNING))


def chosen(only: Iterable[str] = (), skip: Iterable[str] = ()) -> list[Rule]:
    """Return the rules of some categories or ids, without those of others.

    Raises:
        KeyError: If there is no such category or rule; its name is the argument.
    """
    wanted, unwanted = set(map(str.casefold, only)), set(map(str.casefold, skip))
    known = {name.casefold() for rule in RULES.values() for name in (rule.id, rule.category)}
    for name in (*only, *skip):
        if name.casefold() not in known:
            raise KeyError(name)
    named = {rule: {rule.id.casefold(), rule.category.casefold()} for rule in RULES.values()}
    return [rule for rule, names in named.items() if (not wanted or wanted & names) and not unwanted & names]


_MAX_EXAMPLES = 3


def text(report: SiteReport) -> str:
    """Render for people: a table of marks, then each broken rule with examples and what to do, then the verdict."""
    found: dict[str, list[Finding]] = {}
    for finding in report.findings:
        found.setdefault(finding.rule, []).append(finding)
    broken = (_paragraph(rule, found[rule.id], report.broken[rule.id]) for rule in report.rules if rule.id in found)
    return "\n\n".join(("\n".join(_table(report)), *broken, verdict(report))) + "\n"


def verdict(report: SiteReport) -> str:
    """Return the verdict as one sentence."""
    marks = report.marks()
    score = "Full marks" if marks.is_full else f"{marks.got} of {marks.possible} marks"
    errors, warnings = (counted(report.count(each), each) for each in (Severity.ERROR, Severity.WARNING))
    return f"{score}: {errors}, {warnings} in {counted(report.files, 'file')}."


def _table(report: SiteReport) -> Iterator[str]:
    yield f"{'Category':<16}{'Marks':>9}   Rules kept"
    for category in Category:
        if applied := report.applied(category):
            marks = str(report.marks(category))
            yield f"{category:<16}{marks:>9}   {len(report.kept(category))} of {len(applied)}"
        elif any(rule.category is category for rule in report.rules):
            yield f"{category:<16}{'–':>9}   does not apply"
    yield f"{'All':<16}{report.marks()!s:>9}"


def _paragraph(rule: Rule, findings: list[Finding], count: int) -> str:
    lines = [f"{rule.id}  {rule.severity}: {rule.title}", f"  why: {rule.why}"]
    lines += (f"  {finding.place or 'the site'}: {finding.message}" for finding in findings[:_MAX_EXAMPLES])
    if count > _MAX_EXAMPLES:
        lines.append(f"  … and {count - _MAX_EXAMPLES:,} more")
    return "\n".join((*lines, f"  hint: {rule.mend}"))


def as_json(report: SiteReport) -> str:
    """Render as one JSON object: `target`, `passed`, `marks` by category, `rules`, and `findings`."""
    marks = {"all": report.marks()} | {category: report.marks(category) for category in Category}
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
    return json_text(
        {
            "target": report.target,
            "files": report.files,
            "passed": report.is_passed(),
            "counts": {severity: report.count(severity) for severity in (Severity.ERROR, Severity.WARNING)},
            "marks": {name: vars(each) for name, each in marks.items() if each.possible or name == "all"},
            "rules": rules,
            "findings": findings,
        }
    )


def as_sarif(report: SiteReport) -> str:
    """Render as SARIF 2.1.0; what is about the site as a whole is at its root."""
    rules = (
        {
            "id": rule.id,
            "shortDescription": {"text": rule.title},
            "fullDescription": {"text": rule.why},
            "help": {"text": rule.mend},
            "properties": {"category": rule.category},
        }
        for rule in report.rules
    )
    return reporting.sarif((replace(each, path=each.path or ".") for each in report.findings), rules)


Rendering = Callable[[SiteReport], str]
RENDERINGS: Mapping[str, Rendering] = {"text": text, "json": as_json, "sarif": as_sarif}
