"""The quality page: what the validation found, how complete the graph is, what is missing, what is open."""

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
    )
