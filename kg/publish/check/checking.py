"""Check a site: examine every file, then judge the whole."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256

from kg.base import parallel
from kg.base.progress import SILENT, Progress
from kg.publish.check import rules
from kg.publish.check.html.page import read
from kg.publish.check.rdf import SYNTAXES, about, digest, dump_of, lines, summed
from kg.publish.check.report import Report, Verdict, chosen
from kg.publish.check.rule import Finding, Rule, Scope
from kg.publish.check.rules.accessibility import moves_to
from kg.publish.check.rules.links import NOT_FOUND, targets
from kg.publish.check.rules.negotiation import negotiates
from kg.publish.check.rules.privacy import Contacts
from kg.publish.check.site import INDEX, Site, packed_size
from kg.publish.check.subjects import MOST_FINDINGS, File, PageFact, PageView, Survey, Thing, ThingFact

# Examine files in many processes: what can be judged of a file, a page or a thing by itself.

BATCH = 16
MOST_HTML = 8 << 20
_SUFFIXES = (*(f".{suffix}" for suffix in SYNTAXES), ".linkset.json", ".html", ".bib", ".csl.json")

Bundle = tuple[str, Sequence[str]]
"""Files that belong together: what their names begin with, and the names."""


def bundles(names: Iterable[str], sample: int | None = None) -> list[Bundle]:
    """Return the files of a site by what they belong to: a thing's page, its documents and its linkset.

    Args:
        names: The files.
        sample: How many bundles are chosen, always the same ones; files at the root are always there.
    """
    grouped: dict[str, list[str]] = defaultdict(list)
    for name in sorted(names):
        grouped[_stem(name)].append(name)
    chosen = list(grouped)
    if sample is not None and sample < len(chosen):
        below = sorted((stem for stem in chosen if "/" in stem), key=lambda stem: sha256(stem.encode()).digest())
        kept = {stem for stem in chosen if "/" not in stem} | set(below[:sample])
        chosen = [stem for stem in chosen if stem in kept]
    return [(stem, grouped[stem]) for stem in chosen]


def _stem(name: str) -> str:
    """Return what the names of the files of a thing begin with.

    >>> _stem("person/ada/index.html"), _stem("person/ada.linkset.json")
    ('person/ada', 'person/ada')
    """
    if name.endswith(f"/{INDEX}"):
        return name.removesuffix(f"/{INDEX}")
    return next((name.removesuffix(suffix) for suffix in _SUFFIXES if name.endswith(suffix)), name)


@dataclass
class Examiner:
    """Examines files of a site; it travels to other processes.

    Attributes:
        site: The site.
    """

    site: Site
    _told: set[tuple[str, str]] = field(default_factory=set)

    def __reduce__(self) -> tuple[type["Examiner"], tuple[Site]]:
        return Examiner, (self.site,)

    @cached_property
    def _contacts(self) -> Contacts:
        return Contacts()

    def __call__(self, batch: Sequence[Bundle]) -> Survey:
        """Return what there is to say of some files."""
        survey = Survey(self.site)
        for stem, names in batch:
            for name in names:
                self._file(survey, stem, File(name, self.site.read(name)))
        survey.site = _NOTHING  # it need not travel back
        return survey

    def _file(self, survey: Survey, stem: str, file: File) -> None:
        survey.seen[Scope.FILE] += 1
        for finding in _all(*(check(file, self.site) for check in rules.ON_FILE)):
            survey.find(finding)
        for kind, contact, line in self._contacts.of(file):
            survey.contacts.setdefault((kind, contact), (file.name, line))
        if file.suffix in ("html", "htm") and _is_html(file.content):
            self._page(survey, stem, file)

    def _page(self, survey: Survey, stem: str, file: File) -> None:
        html = read(file.name, file.content[:MOST_HTML].decode("utf-8-sig", "replace"))
        page = PageView(html, self.site, packed_size(file.content))
        survey.seen[Scope.PAGE] += 1
        survey.pages.append(_fact(page))
        for finding in _all(*(check(page) for check in rules.ON_PAGE)):
            survey.find(finding)
        for path, fragment, place in targets(page):
            if (path, fragment) not in self._told:
                self._told.add((path, fragment))
                survey.links[path, fragment] = file.name, html.line(place)
        if page.is_thing and file.name != INDEX:
            self._thing(survey, Thing(page, stem))
        if file.name == INDEX:
            survey.seen[Scope.DATASET] += 1
            for finding in _all(*(check(page) for check in rules.ON_DATASET)):
                survey.find(finding)

    def _thing(self, survey: Survey, thing: Thing) -> None:
        survey.seen[Scope.THING] += 1
        for finding in _all(*(check(thing) for check in rules.ON_THING)):
            survey.find(finding)
        found = next((each for each in thing.documents.values() if not isinstance(each, str)), None)
        if found is not None and thing.iri:
            said = set(map(digest, lines(about(thing.iri, found))))
            survey.things.append(ThingFact(thing.page.name, thing.iri, *summed(said)))


_NOTHING = Site({}, {})


def _all(*found: Iterable[Finding]) -> Iterator[Finding]:
    for each in found:
        yield from each


def _is_html(content: bytes) -> bool:
    """Tell whether a file is a page, and not a stub that proves who owns the site."""
    return b"<" in content[:1024]


def _fact(page: PageView) -> PageFact:
    html = page.html
    title = next((each for each in html.all("title") if not each.is_foreign), None)
    canonical = next((each.get("href") for each in html.links("canonical")), "")
    is_indexed = "noindex" not in html.meta("robots") and page.name != NOT_FOUND
    text = html.text(title) if title else ""
    return PageFact(page.name, text, html.meta("description"), canonical, is_indexed, moves_to(page))


# Check a site: examine every file, then judge the whole.


def check(
    target: str,
    site: Site,
    asked: Sequence[Rule] = (),
    *,
    sample: int | None = None,
    workers: int = 1,
    progress: Progress = SILENT,
) -> Report:
    """Return the report on a site.

    Args:
        target: What the report calls it.
        site: The site.
        asked: The rules that count; if none is named, all.
        sample: How many things, and other folders, are looked into; None for all.
        workers: How many processes examine files.
        progress: What shows how far it has come.
    """
    progress.phase("reading the dump")
    survey = Survey(site, dump_of(site))
    found = bundles(site.files, sample)
    batches = [found[start : start + BATCH] for start in range(0, len(found), BATCH)]
    parts = parallel.in_order(Examiner(site), batches, workers=workers)
    for part in progress.track("examining", parts, len(batches)):
        _join(survey, part)
    _scope(survey)
    for judge in rules.ON_SITE:
        for finding in judge(survey):
            survey.find(finding)
    return _report(target, survey, asked or chosen())


def _join(survey: Survey, part: Survey) -> None:
    """Add what was seen of some files; of links and contacts the first place counts, whoever saw it."""
    survey.findings += part.findings
    survey.broken += part.broken
    survey.seen += part.seen
    survey.pages += part.pages
    survey.things += part.things
    for link, place in part.links.items():
        survey.links[link] = min(place, survey.links.get(link, place))
    for contact, place in part.contacts.items():
        survey.contacts[contact] = min(place, survey.contacts.get(contact, place))


def _scope(survey: Survey) -> None:
    """Note which kinds of site this is."""
    site = survey.site
    survey.seen[Scope.SITE] += 1
    survey.seen[Scope.SERVED if site.is_served else Scope.DIRECTORY] += 1
    survey.seen[Scope.NEGOTIATED] += negotiates(site)
    survey.seen[Scope.REWRITTEN] += any(name.rpartition("/")[2] == ".htaccess" for name in site.files)


def _report(target: str, survey: Survey, asked: Iterable[Rule]) -> Report:
    wanted = {rule.id: rule for rule in asked}
    findings = sorted(each for each in survey.findings if each.rule in wanted)
    return Report(
        target,
        survey.seen[Scope.FILE],
        tuple(_first(findings)),
        Counter({name: count for name, count in survey.broken.items() if name in wanted}),
        {name: _verdict(rule, survey) for name, rule in wanted.items()},
    )


def _first(findings: Iterable[Finding]) -> Iterator[Finding]:
    seen: Counter[str] = Counter()
    for finding in findings:
        seen[finding.rule] += 1
        if seen[finding.rule] <= MOST_FINDINGS:
            yield finding


def _verdict(rule: Rule, survey: Survey) -> Verdict:
    if survey.broken[rule.id]:
        return Verdict.BROKEN
    return Verdict.KEPT if survey.seen[rule.scope] else Verdict.NOT_APPLICABLE
