"""What a site is judged by: a rule, and what was found against it."""

from dataclasses import dataclass
from enum import StrEnum


class Category(StrEnum):
    """What a rule is about; reports show the categories in this order."""

    FAIR = "FAIR"
    SIGNPOSTING = "Signposting"
    NEGOTIATION = "Negotiation"
    LINKS = "Links"
    HTML = "HTML"
    ACCESSIBILITY = "Accessibility"
    SCHEMA_ORG = "schema.org"
    REPRESENTATIONS = "Representations"
    PRIVACY = "Privacy"
    HOSTING = "Hosting"


class Severity(StrEnum):
    """How bad a finding is: an error costs the verdict, a warning only marks."""

    ERROR = "error"
    WARNING = "warning"


class Scope(StrEnum):
    """What a rule looks at. It applies if the site has at least one of these.

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


@dataclass(frozen=True, order=True)
class Finding:
    """Something that a rule found.

    Attributes:
        rule: The rule's id.
        path: The file, or the path below the site's address; empty for the site as a whole.
        line: 1-based line in it, or 0.
        column: 1-based column in it, or 0.
        message: What is wrong, with what was found.
    """

    rule: str
    path: str
    line: int
    column: int
    message: str


@dataclass(frozen=True)
class Rule:
    """A rule that a site keeps or breaks.

    Attributes:
        id: Such as `KG-LINK-01`; it never changes its meaning.
        title: What holds where the rule is kept, as a sentence.
        why: What for.
        mend: What to do where it is broken.
        category: What it is about.
        scope: What it looks at.
        severity: How bad a breach is.
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
        """Return the finding that the rule is broken somewhere; what a site says of itself is cut where it is long."""
        return Finding(self.id, path, line, column, shortened(message))


_LONGEST = 300


def shortened(text: str) -> str:
    r"""Return a text on one line, cut where it is long, without signs that would steer a terminal.

    >>> shortened("a\x1b[31m b")
    'a?[31m b'
    """
    line = "".join(sign if sign.isprintable() else "?" for sign in " ".join(text[: 4 * _LONGEST].split()))
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
