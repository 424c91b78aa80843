"""Check a store against the shapes, and say of each result where in which profile it comes from.

pySHACL is the judge. A graph that does not conform is not an error but a report.
"""

from kg.validation.report import Report, Result, Severity
from kg.validation.shacl import shape_files, validate

__all__ = ["Report", "Result", "Severity", "shape_files", "validate"]
