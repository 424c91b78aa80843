"""The rules of `kg check`, each with what to do where it is broken."""

from collections.abc import Mapping
from types import MappingProxyType

from kg.base.reporting import Finding, Severity, printable

_CONTACT = "remove it from the source, or list it under contact.public in the profile"
RULES: Mapping[str, str] = MappingProxyType(
    {
        "KG-LINK-01": "publish what is linked, or remove the link",
        "KG-LINK-02": "give the part that id, or link to the page alone",
        "KG-LINK-03": "write addresses relative to the page; on 404.html, from the root of the site",
        "KG-NEG-01": 'name it in the head of the page: <link rel="describedby" type="text/turtle">',
        "KG-NEG-02": "add a RewriteRule with R=303 for text/html, text/turtle and application/ld+json",
        "KG-PRIV-01": _CONTACT,
        "KG-PRIV-02": _CONTACT,
        "KG-PRIV-03": _CONTACT,
        "KG-PRIV-04": "remove it, and revoke it: it has been published",
        "KG-PRIV-05": "write paths relative to the project",
    }
)
"""What to do, by the ids of the rules."""

_MAX_CHARACTERS = 300  # of a message, which quotes what a site says of itself


def broken(rule: str, path: str, message: str) -> Finding:
    """Return the finding that a rule is broken at a place, with the message on one line of limited length."""
    message = printable(" ".join(message[: 4 * _MAX_CHARACTERS].split()))
    message = message if len(message) <= _MAX_CHARACTERS else f"{message[: _MAX_CHARACTERS - 1]}…"
    return Finding(rule, path, 0, 0, message, Severity.ERROR, RULES[rule])
