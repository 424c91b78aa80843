"""The rules by which a site is judged: categories, scopes and the text of a rule."""

from dataclasses import dataclass
from enum import StrEnum

from kg.base.reporting import Finding, Severity, printable


class Category(StrEnum):
    """What a rule is about; reports show the categories in this order."""

    FAIR = "FAIR"
    SIGNPOSTING = "Signposting"
    NEGOTIATION = "Negotiation"
    LINKS = "Links"
    SCHEMA_ORG = "schema.org"
    REPRESENTATIONS = "Representations"
    PRIVACY = "Privacy"
    HOSTING = "Hosting"


class Scope(StrEnum):
    """What a rule looks at; it applies if the site has at least one of these.

    FILE: any file. PAGE: an HTML page. THING: a page of a thing, with its documents. DATASET: the page of the
    data as a whole. SITE: all of it. DIRECTORY: a site of files. SERVED: one that is asked over HTTP.
    NEGOTIATED: one that answers according to `Accept`. REWRITTEN: one with a file `.htaccess`.
    """

    FILE = "file"
    PAGE = "page"
    THING = "thing"
    DATASET = "data set"
    SITE = "site"
    DIRECTORY = "directory"
    SERVED = "served"
    NEGOTIATED = "negotiated"
    REWRITTEN = "rewritten"


# Messages quote what a site says of itself, which may be of any length.
_LONGEST = 300


@dataclass(frozen=True)
class Rule:
    """A rule that a site keeps or breaks.

    Attributes:
        id: Such as `KG-LINK-01`; it never changes its meaning.
        title: What holds where the rule is kept, as a sentence.
        why: The reason for the rule.
        mend: What to do where it is broken.
        category: What it is about.
        scope: What it looks at.
        severity: An error fails the check; a warning costs marks only.
        weight: How much it counts within its category.
    """

    id: str
    title: str
    why: str
    mend: str
    category: Category
    scope: Scope
    severity: Severity = Severity.ERROR
    weight: int = 1

    def broken(self, path: str, message: str, line: int = 0, column: int = 0) -> Finding:
        """Return the finding that the rule is broken at a place, with the message on one line of limited length."""
        message = printable(" ".join(message[: 4 * _LONGEST].split()))
        message = message if len(message) <= _LONGEST else f"{message[: _LONGEST - 1]}…"
        return Finding(self.id, path, line, column, message, self.severity, self.mend)
