"""Documents made out of a release: CVs, lists of publications, NSF's list of collaborators, annual reports.

    cv, publication_list, coa, report        each makes a document that has no syntax yet (`model`)
    markdown, html, as_json, spreadsheet     write a document
    bibliography                             works for reference managers
    career, activities, publications         what several documents show: entries, lists
    citing, people                           the wording of citations and names
    group                                    what a group did in a year
    nodes, lines, heads, window              what the graph says, as texts and times

What the graph says is text: each writer escapes it for its syntax.
"""

from kg.rendering.as_json import as_json
from kg.rendering.bibliography import bibliography
from kg.rendering.coa import coa
from kg.rendering.cv import cv
from kg.rendering.html import Paper, html
from kg.rendering.markdown import markdown
from kg.rendering.publication_list import publication_list
from kg.rendering.report import report
from kg.rendering.spreadsheet import spreadsheet

__all__ = [
    "Paper",
    "as_json",
    "bibliography",
    "coa",
    "cv",
    "html",
    "markdown",
    "publication_list",
    "report",
    "spreadsheet",
]
