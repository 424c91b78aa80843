"""What people are in a group, by the short words and the plurals with which lists and pages say it."""

from collections.abc import Mapping

from kg.terms.declaration import kg_declaration
from kg.terms.identifiers import fold

ROLES: Mapping[str, str] = kg_declaration().called("PositionRole")
"""The roles of the declaration by what they are called, folded."""


def role_of(text: str) -> str:
    """A role for what a text calls it in short or of several; the text itself where it is no such word.

    >>> role_of("PIs"), role_of("Current post-docs"), role_of("Professor"), role_of("Reader in Mosses")
    ('principal investigator', 'postdoctoral researcher', 'Professor', 'Reader in Mosses')
    """
    role = ROLES.get(fold(text).removeprefix("current "), text)
    return text if fold(role) == fold(text) else role
