"""Check a store against the shapes, and say of each result where in which profile it comes from.

pySHACL is the judge; a screen (`kg.validation.screen`) finds the focus nodes that it has to look at. A graph that
does not conform is not an error but a report.
"""

from kg.validation.report import Report, Result, Severity
from kg.validation.screen.focus import Candidate, Screen
from kg.validation.screen.screening import Screening, Surveyed, Surveying, candidates
from kg.validation.validating import Loaded, Shapes, read_shapes, shape_files, validate

__all__ = [
    "Candidate",
    "Loaded",
    "Report",
    "Result",
    "Screen",
    "Screening",
    "Severity",
    "Shapes",
    "Surveyed",
    "Surveying",
    "candidates",
    "read_shapes",
    "shape_files",
    "validate",
]
