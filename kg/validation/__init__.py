"""Check a store against the shapes, and say of each result where in which profile it comes from.

pySHACL is the judge; a screen (`kg.validation.screen`) finds the focus nodes that it has to look at. A graph that
does not conform is not an error but a report.
"""

from kg.validation.memory import Memory, Recollection
from kg.validation.report import Report, Result, Severity
from kg.validation.screen.focus import Candidate, Screen
from kg.validation.screen.parts import Readable, Survey
from kg.validation.screen.screening import (
    Found,
    Rest,
    Screening,
    Surveyed,
    Surveying,
    Task,
    answered_otherwise,
    candidates,
)
from kg.validation.validating import Loaded, Shapes, read_shapes, shape_files, validate

__all__ = [
    "Candidate",
    "Found",
    "Loaded",
    "Memory",
    "Readable",
    "Recollection",
    "Report",
    "Rest",
    "Result",
    "Screen",
    "Screening",
    "Severity",
    "Shapes",
    "Survey",
    "Surveyed",
    "Surveying",
    "Task",
    "answered_otherwise",
    "candidates",
    "read_shapes",
    "shape_files",
    "validate",
]
