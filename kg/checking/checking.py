"""Check a site: examine every file, then judge the whole."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from kg import parallel
from kg.checking import rules
from kg.checking.examining import BATCH, Examiner, bundles
from kg.checking.rdf import dump_of
from kg.checking.report import Report, Verdict, chosen
from kg.checking.rule import Finding, Rule, Scope
from kg.checking.rules.negotiation import negotiates
from kg.checking.site import Site
from kg.checking.subjects import MOST_FINDINGS, Survey
from kg.progress import SILENT, Progress


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
