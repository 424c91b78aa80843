"""Check a site: examine files in parallel processes, then judge the whole."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import chain

from kg.base import parallel
from kg.base.progress import SILENT, Progress
from kg.publish.check import rules
from kg.publish.check.html import HtmlPage
from kg.publish.check.rdf import SYNTAXES, about, digest, dump_of, lines, summed
from kg.publish.check.report import SiteReport, Verdict, chosen
from kg.publish.check.rule import Rule, Scope
from kg.publish.check.rules.links import NOT_FOUND, targets
from kg.publish.check.rules.negotiation import negotiates
from kg.publish.check.rules.privacy import ContactFinder
from kg.publish.check.site import INDEX, CheckedSite, packed_size
from kg.publish.check.subjects import MAX_FINDINGS, PageFact, PageView, SiteFile, SiteSurvey, ThingFact, ThingPage

_BATCH = 16
_MAX_HTML = 8 << 20
_SUFFIXES = (f"/{INDEX}", *(f".{suffix}" for suffix in SYNTAXES), ".linkset.json", ".html", ".bib", ".csl.json")

Bundle = tuple[str, Sequence[str]]
"""Files that belong together: the beginning of their names, and the names."""


def bundles(names: Iterable[str], sample: int | None = None) -> list[Bundle]:
    """Group the files of a site by the thing to which they belong: its page, its documents and its linkset.

    Args:
        names: The files.
        sample: How many bundles are chosen, always the same ones; files at the root are always there.
    """
    grouped: dict[str, list[str]] = defaultdict(list)
    for name in sorted(names):
        suffix = next((suffix for suffix in _SUFFIXES if name.endswith(suffix)), "")
        grouped[name.removesuffix(suffix)].append(name)
    chosen = list(grouped)
    if sample is not None and sample < len(chosen):
        below = sorted((stem for stem in chosen if "/" in stem), key=lambda stem: sha256(stem.encode()).digest())
        kept = set(below[:sample])
        chosen = [stem for stem in chosen if "/" not in stem or stem in kept]
    return [(stem, grouped[stem]) for stem in chosen]


class Examiner:
    """Examines files of a site in another process, each by itself."""

    def __init__(self, site: CheckedSite) -> None:
        self._site = site
        self._contacts = ContactFinder()
        self._links: set[tuple[str, str]] = set()  # already reported by this process

    def __call__(self, batch: Sequence[Bundle]) -> SiteSurvey:
        """Return the survey of some files."""
        survey = SiteSurvey(self._site)
        for stem, names in batch:
            for name in names:
                self._examine(survey, stem, SiteFile(name, self._site.read(name)))
        survey.site = CheckedSite({}, {})  # the caller has it: it need not travel back
        return survey

    def _examine(self, survey: SiteSurvey, stem: str, file: SiteFile) -> None:
        survey.seen[Scope.FILE] += 1
        found = [check(file, self._site) for check in rules.ON_FILE]
        for kind, contact, line in self._contacts.of(file):
            survey.contacts.setdefault((kind, contact), (file.name, line))
        # A file .html without any markup is a stub that proves to a service who owns the site.
        if file.suffix in ("html", "htm") and b"<" in file.content[:1024]:
            html = HtmlPage(file.name, file.content[:_MAX_HTML].decode("utf-8-sig", "replace"))
            page = PageView(html, self._site, packed_size(file.content))
            found += (check(page) for check in rules.ON_PAGE)
            self._record_page(survey, page)
            if file.name == INDEX:
                survey.seen[Scope.DATASET] += 1
                found += (check(page) for check in rules.ON_DATASET)
            elif page.is_thing:
                thing = ThingPage(page, stem)
                found += (check(thing) for check in rules.ON_THING)
                self._record_thing(survey, thing)
        for finding in chain.from_iterable(found):
            survey.add(finding)

    def _record_page(self, survey: SiteSurvey, page: PageView) -> None:
        survey.seen[Scope.PAGE] += 1
        canonical = next((each.get("href") for each in page.html.links("canonical")), "")
        is_indexed = "noindex" not in page.html.meta("robots") and page.name != NOT_FOUND
        survey.pages.append(PageFact(page.name, canonical, is_indexed, page.html.moves_to))
        for path, fragment, line in targets(page):
            if (path, fragment) not in self._links:
                self._links.add((path, fragment))
                survey.links[path, fragment] = page.name, line

    def _record_thing(self, survey: SiteSurvey, thing: ThingPage) -> None:
        survey.seen[Scope.THING] += 1
        document = next((each for each in thing.documents.values() if isinstance(each, list)), None)
        if document is not None and thing.iri:
            digests = set(map(digest, lines(about(thing.iri, document))))
            survey.things.append(ThingFact(thing.page.name, thing.iri, *summed(digests)))


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
        sample: How many things, and other folders, are looked into; None for all.
        workers: How many processes examine files.
        progress: Shows how far the check has come.
    """
    progress.phase("reading the dump")
    survey = SiteSurvey(site, dump_of(site))
    found = bundles(site.files, sample)
    batches = [found[start : start + _BATCH] for start in range(0, len(found), _BATCH)]
    parts = parallel.in_order(Examiner(site), batches, workers=workers)
    for part in progress.track("examining", parts, len(batches)):
        survey.merge(part)
    survey.seen[Scope.SITE] += 1
    survey.seen[Scope.SERVED if site.is_served else Scope.DIRECTORY] += 1
    survey.seen[Scope.NEGOTIATED] += negotiates(site)
    survey.seen[Scope.REWRITTEN] += any(name.rpartition("/")[2] == ".htaccess" for name in site.files)
    for finding in chain.from_iterable(judge(survey) for judge in rules.ON_SITE):
        survey.add(finding)
    return _report(target, survey, asked or chosen())


def _report(target: str, survey: SiteSurvey, asked: Iterable[Rule]) -> SiteReport:
    verdicts = {}
    for rule in asked:
        if survey.broken[rule.id]:
            verdicts[rule.id] = Verdict.BROKEN
        else:
            verdicts[rule.id] = Verdict.KEPT if survey.seen[rule.scope] else Verdict.NOT_APPLICABLE
    count: Counter[str] = Counter()
    findings = []
    for finding in sorted(each for each in survey.findings if each.rule in verdicts):
        count[finding.rule] += 1
        if count[finding.rule] <= MAX_FINDINGS:  # each process kept so many
            findings.append(finding)
    broken = Counter({name: number for name, number in survey.broken.items() if name in verdicts})
    return SiteReport(target, survey.seen[Scope.FILE], tuple(findings), broken, verdicts)
