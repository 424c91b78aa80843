"""The report of a check, as text, JSON and SARIF."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from kg.base import reporting
from kg.base.errors import counted
from kg.base.reporting import Finding, Severity, json_text
from kg.publish.check.rules import CATEGORIES, Rule, known_rules

_EXAMPLES = 3


@dataclass(frozen=True)
class SiteReport:
    """The result of a check."""

    target: str  # what was checked
    files: int  # how many files were looked into
    findings: tuple[Finding, ...]  # in a fixed order
    rules: Mapping[str, bool]  # the rules that were asked for, by id, and whether each applies to the site

    @cached_property
    def broken(self) -> Counter[str]:
        """How often each rule is broken."""
        return Counter(each.rule for each in self.findings)

    def verdict(self, rule: str) -> str:
        """Say whether a rule is kept."""
        return "broken" if self.broken[rule] else "kept" if self.rules[rule] else "not applicable"


def text(report: SiteReport) -> str:
    """Render for people: the categories, each broken rule with examples and what to do, and the verdict."""
    found: dict[str, list[Finding]] = {}
    for finding in report.findings:
        found.setdefault(finding.rule, []).append(finding)
    broken = (_paragraph(known_rules()[rule], found[rule]) for rule in report.rules if rule in found)
    return "\n\n".join(("\n".join(_table(report)), *broken, verdict(report))) + "\n"


def verdict(report: SiteReport) -> str:
    """Return the verdict as one sentence."""
    return f"{counted(len(report.findings), 'error')} in {counted(report.files, 'file')}."


def _table(report: SiteReport) -> Iterator[str]:
    for category in CATEGORIES.values():
        verdicts = Counter(report.verdict(rule) for rule in report.rules if known_rules()[rule].category == category)
        if applied := verdicts["kept"] + verdicts["broken"]:
            yield f"{category:<12}  {verdicts['kept']} of {applied} rules kept"
        elif verdicts:
            yield f"{category:<12}  does not apply"


def _paragraph(rule: Rule, findings: list[Finding]) -> str:
    lines = [f"{rule.id}  error: {rule.title}", f"  why: {rule.why}"]
    lines += (f"  {finding.place or 'the site'}: {finding.message}" for finding in findings[:_EXAMPLES])
    if len(findings) > _EXAMPLES:
        lines.append(f"  … and {len(findings) - _EXAMPLES:,} more")
    return "\n".join((*lines, f"  hint: {rule.mend}"))


def as_json(report: SiteReport) -> str:
    """Render as one JSON object."""
    rules = [
        {
            **known_rules()[name]._asdict(),
            "category": known_rules()[name].category,
            "verdict": report.verdict(name),
            "broken": report.broken[name],
        }
        for name in report.rules
    ]
    findings = [
        {"rule": each.rule, "path": each.path, "line": each.line or None, "message": each.message}
        for each in report.findings
    ]
    return json_text(
        {
            "target": report.target,
            "files": report.files,
            "passed": not report.findings,
            "counts": {Severity.ERROR: len(report.findings)},
            "rules": rules,
            "findings": findings,
        }
    )


def as_sarif(report: SiteReport) -> str:
    """Render as SARIF 2.1.0; what is about the site as a whole is at its root."""
    rules = (
        {
            "id": name,
            "shortDescription": {"text": known_rules()[name].title},
            "fullDescription": {"text": known_rules()[name].why},
            "help": {"text": known_rules()[name].mend},
            "properties": {"category": known_rules()[name].category},
        }
        for name in report.rules
    )
    return reporting.sarif((replace(each, path=each.path or ".") for each in report.findings), rules)


RENDERINGS: Mapping[str, Callable[[SiteReport], str]] = {"text": text, "json": as_json, "sarif": as_sarif}
