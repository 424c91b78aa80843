"""Check a site before it is published: examine its files in parallel processes, then judge the whole."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, groupby

from kg.base import parallel
from kg.base.errors import counted
from kg.base.progress import SILENT, Progress
from kg.base.reporting import Finding, json_text
from kg.publish.check import links, negotiation, privacy
from kg.publish.check.links import Links
from kg.publish.check.privacy import Contacts
from kg.publish.check.rules import RULES
from kg.publish.check.site import CheckedSite

_BATCH = 50
_MAX_EXAMPLES = 20  # of a rule, in the report for people


@dataclass
class SiteSurvey:
    """What was seen of some files of a site; of links and contacts, where each was seen first."""

    findings: list[Finding] = field(default_factory=list)
    links: Links = field(default_factory=dict)
    contacts: Contacts = field(default_factory=dict)


class Examiner:
    """Examines files of a site in another process, each by itself."""

    def __init__(self, site: CheckedSite) -> None:
        self._site, self._contacts = site, privacy.ContactFinder()

    def __call__(self, names: Sequence[str]) -> SiteSurvey:
        """Return what is seen of some files."""
        survey = SiteSurvey()
        for file in map(self._site.read, names):
            survey.findings += chain(privacy.judge_file(file), negotiation.judge(file, self._site))
            survey.findings += links.judge_page(file, self._site) if file.is_page else ()
            survey.links = dict.fromkeys(links.targets(file, self._site), file.name) | survey.links
            survey.contacts = dict.fromkeys(self._contacts.of(file), file.name) | survey.contacts
        return survey


def check(site: CheckedSite, *, workers: int = 1, progress: Progress = SILENT) -> list[Finding]:
    """Return what is wrong with a site, in a fixed order."""
    names = list(site.files)
    batches = [names[start : start + _BATCH] for start in range(0, len(names), _BATCH)]
    whole = SiteSurvey()
    for part in progress.track("examining", parallel.in_order(Examiner(site), batches, workers=workers), len(batches)):
        whole.findings += part.findings
        whole.links = part.links | whole.links
        whole.contacts = part.contacts | whole.contacts
    return sorted(
        chain(
            whole.findings,
            links.judge_targets(site, whole.links),
            privacy.judge_contacts(site, whole.contacts),
        )
    )


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
