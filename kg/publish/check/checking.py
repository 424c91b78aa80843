"""Check a site before it is published: examine its files in parallel processes, then judge the whole."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from kg.base import parallel
from kg.base.errors import counted
from kg.base.progress import SILENT, Progress
from kg.base.reporting import Finding, json_text
from kg.publish.check import links, privacy
from kg.publish.check.site import RULES, CheckedSite

_BATCH = 50  # files
_MAX_EXAMPLES = 20  # of a rule, in the report for people

Places = dict[tuple[str, str], str]
"""The first file with a link (path and fragment) or with a contact (kind and text)."""


@dataclass(frozen=True)
class Examiner:
    """Examines files of a site in another process, each by itself."""

    site: CheckedSite

    def __call__(self, names: Sequence[str]) -> tuple[list[Finding], Places, Places]:
        """Return what is wrong with some files, where they link to, and which contacts they hold."""
        findings: list[Finding] = []
        targets: Places = {}
        contacts: Places = {}
        for file in map(self.site.read, names):
            findings += [*privacy.judge(file), *links.judge(file, self.site)]
            targets = dict.fromkeys(links.targets(file, self.site), file.name) | targets
            contacts = dict.fromkeys(privacy.contacts(file), file.name) | contacts
        return findings, targets, contacts


def check(site: CheckedSite, *, workers: int = 1, progress: Progress = SILENT) -> list[Finding]:
    """Return what is wrong with a site, in a fixed order."""
    names = list(site.files)
    batches = [names[start : start + _BATCH] for start in range(0, len(names), _BATCH)]
    findings: list[Finding] = []
    targets: Places = {}
    contacts: Places = {}
    examined = parallel.in_order(Examiner(site), batches, workers=workers)
    for more, *places in progress.track("examining", examined, len(batches)):
        findings += more
        targets, contacts = places[0] | targets, places[1] | contacts
    return sorted([*findings, *links.judge_targets(site, targets), *privacy.judge_contacts(site, contacts)])


def as_text(findings: Iterable[Finding]) -> str:
    """Render for people: each broken rule with examples and what to do, and how many errors there are."""
    found = list(findings)
    lines = []
    for rule, several in groupby(found, key=lambda each: each.rule):
        own = list(several)
        lines += [f"{rule}  {each.place}: {each.message}" for each in own[:_MAX_EXAMPLES]]
        lines += [f"{rule}  … and {len(own) - _MAX_EXAMPLES:,} more"] if len(own) > _MAX_EXAMPLES else []
        lines += [f"  hint: {RULES[rule]}", ""]
    return "\n".join((*lines, f"{counted(len(found), 'error')}.")) + "\n"


def as_json(findings: Iterable[Finding]) -> str:
    """Render as a JSON array."""
    keys = ("rule", "path", "message", "hint")
    return json_text([{key: getattr(each, key) for key in keys} for each in findings])


RENDERINGS: Mapping[str, Callable[[Iterable[Finding]], str]] = {"text": as_text, "json": as_json}
