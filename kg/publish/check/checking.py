"""Check a site: examine files in parallel processes, then judge the whole."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import chain

from kg.base import parallel
from kg.base.progress import SILENT, Progress
from kg.base.reporting import Finding
from kg.publish.check import links, negotiation, privacy
from kg.publish.check.links import Links, PageFact
from kg.publish.check.report import SiteReport
from kg.publish.check.rules import Rule, chosen
from kg.publish.check.site import CheckedSite, SiteFile

_BATCH = 50


@dataclass
class SiteSurvey:
    """What was seen of some files of a site."""

    findings: list[Finding] = field(default_factory=list)
    links: Links = field(default_factory=dict)
    pages: list[PageFact] = field(default_factory=list)
    contacts: privacy.Contacts = field(default_factory=dict)

    def merge(self, part: "SiteSurvey") -> None:
        """Add what was seen of other files; of links and contacts the first place counts, whoever saw it."""
        self.findings += part.findings
        self.pages += part.pages
        for link, place in part.links.items():
            self.links[link] = min(place, self.links.get(link, place))
        for contact, place in part.contacts.items():
            self.contacts[contact] = min(place, self.contacts.get(contact, place))


class Examiner:
    """Examines files of a site in another process, each by itself."""

    def __init__(self, site: CheckedSite) -> None:
        self._site = site
        self._contacts = privacy.ContactFinder()

    def __call__(self, names: Sequence[str]) -> SiteSurvey:
        """Return what is seen of some files."""
        survey = SiteSurvey()
        for name in names:
            self._examine(SiteFile(name, self._site.read(name)), survey)
        return survey

    def _examine(self, file: SiteFile, survey: SiteSurvey) -> None:
        survey.findings += chain(links.judge_document(file, self._site), privacy.judge_file(file))
        for kind, contact, line in self._contacts.of(file):
            survey.contacts.setdefault((kind, contact), (file.name, line))
        if file.is_page:
            survey.findings += chain(links.judge_page(file, self._site), negotiation.judge_page(file, self._site))
            survey.pages.append(links.fact_of(file))
            for path, fragment, line in links.targets(file, self._site):
                survey.links.setdefault((path, fragment), (file.name, line))


def check(
    target: str,
    site: CheckedSite,
    asked: Sequence[Rule] = (),
    *,
    sample: int | None = None,
    workers: int = 1,
    progress: Progress = SILENT,
) -> SiteReport:
    """Check a site.

    Args:
        target: What the report calls it.
        site: The site.
        asked: The rules that count; if none is named, all.
        sample: How many files are looked into, always the same ones; None for all.
        workers: How many processes examine files.
        progress: Shows how far the check has come.
    """
    names = sorted(site.files)
    if sample is not None:
        names = sorted(sorted(names, key=lambda name: sha256(name.encode()).digest())[:sample])
    batches = [names[start : start + _BATCH] for start in range(0, len(names), _BATCH)]
    survey = SiteSurvey()
    parts = parallel.in_order(Examiner(site), batches, workers=workers)
    for part in progress.track("examining", parts, len(batches)):
        survey.merge(part)
    survey.findings += chain(
        links.judge_site(site, survey.links, survey.pages),
        negotiation.judge_site(site),
        privacy.judge_site(site, survey.contacts),
    )
    is_met = {
        "": True,
        "directory": not site.answers,
        "served": bool(site.answers),
        "negotiated": negotiation.negotiates(site),
        negotiation.HTACCESS: any(name.rpartition("/")[2] == negotiation.HTACCESS for name in site.files),
    }
    rules = {rule.id: is_met[rule.needs] for rule in asked or chosen()}
    return SiteReport(target, len(names), tuple(sorted(each for each in survey.findings if each.rule in rules)), rules)
