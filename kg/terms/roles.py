"""What people are in a group, by the short words and the plurals with which lists and pages say it."""

import re
from collections.abc import Mapping

from kg.terms.declaration import kg_declaration
from kg.terms.identifiers import fold

ROLES: Mapping[str, str] = kg_declaration().called("PositionRole")
"""The roles of the declaration by what they are called, folded."""

GROUPS: Mapping[str, str] = kg_declaration().called("RoleGroup")
"""The groups of people by the words of roles, folded, in their order."""
_OF_OTHERS = re.compile(r" (?:of|with|to|by|under|for|bei|von|de|du) (?:the )?prof.*")


def group_of(role: str) -> tuple[str, int]:
    """Return among whom a role places somebody, and where it ranks among all roles; an empty group if no word tells.

    >>> [group_of(role)[0] for role in ("Assistant Professor", "PhD student of Prof. Vane", "Leiter der Moose")]
    ['Faculty', 'Doctoral researchers', '']
    """
    words, order = f" {_OF_OTHERS.sub('', fold(role_of(role)))} ", list(dict.fromkeys(GROUPS.values()))
    found = [
        (order.index(group), -len(form), place, group)
        for place, (form, group) in enumerate(GROUPS.items())
        if (f" {form} " in words if form.isascii() else form in words)
    ]
    return (min(found)[3], min(found)[2]) if found else ("", len(GROUPS))


def role_of(text: str) -> str:
    """A role for what a text calls it in short or of several; the text itself where it is no such word.

    >>> role_of("PIs"), role_of("Current post-docs"), role_of("Professor"), role_of("Reader in Mosses")
    ('principal investigator', 'postdoctoral researcher', 'Professor', 'Reader in Mosses')
    """
    role = ROLES.get(fold(text).removeprefix("current "), text)
    return text if fold(role) == fold(text) else role
