"""The quality page: what the validation found, how complete the graph is, what is missing, what is open."""

from itertools import islice

from kg.account import ProfileAccount, read_accounts
from kg.errors import ReleaseError
from kg.pages import coverage, findings
from kg.pages.graph import Graph
from kg.pages.page import Asked, Page
from kg.pages.templating import html


def view(graph: Graph, asked: Asked) -> Page:
    """Return the quality page."""
    found = findings.findings(graph.release)
    questions, number = coverage.questions(graph)
    return html(
        graph,
        asked,
        "quality.html",
        validated=bool(graph.release.manifest.get("validated")),
        findings=found,
        severities=findings.counted(found) or findings.stated(graph.release),
        shares=coverage.shares(graph),
        gaps=coverage.gaps(graph),
        questions=questions,
        number=number,
        account=graph.release.manifest.get("account"),
        profiles=_profiles(graph),
    )


def _profiles(graph: Graph) -> tuple[ProfileAccount, ...]:
    """Return what became of the profiles, at most `MOST`; nothing where another version of kg made the release."""
    try:
        return tuple(islice(read_accounts(graph.release.path), coverage.MOST))
    except ReleaseError:
        return ()
