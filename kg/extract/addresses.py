"""Which identifier or page of a person a web address is: a GitHub name, an ORCID iD, a homepage."""

import re
from functools import cache
from urllib.parse import urlsplit

from kg.base.errors import IdentifierError
from kg.base.tables import rows_of
from kg.interchange.names import NETWORKS
from kg.terms.identifiers import SCHEMES, key_of, web_address

_NETWORKS = {**NETWORKS, "orcid id": "orcid", "scholar": "scholar"}
LABELS = _NETWORKS | dict.fromkeys(
    ("homepage", "home page", "website", "web site", "web", "webpage", "personal website", "personal page",
     "personal homepage", "www", "url"),
    "homepage",
)  # fmt: skip
"""What people write before an identifier or an address of theirs, folded."""
_KEYS = {"".join(label.split()): field for label, field in _NETWORKS.items()} | {"pronouns": "pronouns"}
_KEY_ENDS = re.compile(r"(?:user)?(?:name|id)$|url$")
_AT = re.compile(r"\s{0,3}(?:[\[({<]\s{0,2}(?:at|AT|@)\s{0,2}[\])}>]|\b(?:AT|at)\b)\s{0,3}")
_DOT = re.compile(r"\s{0,3}(?:[\[({<]\s{0,2}(?:dot|DOT|\.)\s{0,2}[\])}>]|\b(?:DOT|dot)\b)\s{0,3}")
_EMAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}")
_NOBODY = re.compile(
    r"(?:none|you|your.{0,20}|e?mail|name|user(?:name)?|first\.last|test)@|@(?:institute|domain)\.", re.I
)

_BARE = re.compile(r"(?:https?://)?(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,12}(?:/[^\s<>\"|,;)\]]{0,200})?", re.IGNORECASE)
_NOT_ENDS = ("pdf", "png", "jpg", "jpeg", "svg", "doc", "docx", "md", "html", "js", "py", "yml")


def of_address(url: str) -> tuple[str, str] | None:
    """Return the field of a person that an address is of, with its canonical form, or None if it is none.

    >>> of_address("https://github.com/ada-lovelace/")
    ('github', 'https://github.com/ada-lovelace')
    """
    url = complete(url)
    if field := key_of(url):
        return field, canonical(field, url)
    return ("same_as", url) if url and _is_profile(url) else None


def field_of_key(key: str) -> str:
    """Return the field of a person that a key of metadata holds, or nothing.

    >>> field_of_key("scholar_userid"), field_of_key("dblpUrl"), field_of_key("title")
    ('scholar', 'dblp', '')
    """
    squeezed = re.sub(r"[\W_]+", "", key.casefold())
    return _KEYS.get(squeezed) or _KEYS.get(_KEY_ENDS.sub("", squeezed), "")


def email_of(text: str) -> str:
    """Return an e-mail address, also one that is written against collectors, or nothing.

    >>> email_of("ada DOT lovelace AT engine DOT example DOT org"), email_of("your@email.com")
    ('ada.lovelace@engine.example.org', '')
    """
    text = text[:200].strip()
    if "@" not in text or "[" in text or "(" in text:
        text = _DOT.sub(".", _AT.sub("@", text))
    return text if _EMAIL.fullmatch(text) and not _NOBODY.search(text) else ""


def canonical(field: str, text: str) -> str:
    """Return an identifier as profiles hold it, or nothing if it is not one."""
    try:
        if field in SCHEMES:
            return SCHEMES[field].canonical(complete(text) if "/" in text and "." in text else text)
    except IdentifierError:
        return ""
    return complete(text)


def complete(text: str) -> str:
    """Return an address with its scheme, or nothing if it is none."""
    text = text.strip().rstrip(".,;")
    if "://" not in text:
        text = f"https://{text}"
    return valid(text)


def valid(text: str) -> str:
    """Return a text if it is a web address with its scheme, else nothing."""
    try:
        return web_address(text)
    except IdentifierError:
        return ""


def bare_address(text: str) -> str:
    """Return a text that is an address without a link: `ada.example.org`, `www.example.org/~ada`."""
    text = text.strip(" ()[]<>.,;")
    if not _BARE.fullmatch(text) or text.rpartition(".")[2].casefold() in _NOT_ENDS:
        return ""
    return complete(text)


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def _is_profile(url: str) -> bool:
    """Say whether a page is one that a network keeps of a person."""
    host = _host(url)
    prefix = next((prefix for known, prefix in _hosts().items() if host == known or host.endswith(f".{known}")), "")
    path = urlsplit(url).path if prefix else ""
    if not prefix or not path.startswith(prefix):
        return False
    rest = path[len(prefix) :].strip("/")
    return bool(rest or urlsplit(url).query) and rest.count("/") == 0


@cache
def _hosts() -> dict[str, str]:
    return dict(rows_of("kg.extract", "tables/profile_hosts.tsv"))
