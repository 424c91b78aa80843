"""Which identifier or page of a person a web address is: a GitHub name, an ORCID iD, a homepage."""

import re
from functools import cache
from urllib.parse import urlsplit

from kg.base.errors import IdentifierError
from kg.base.tables import rows_of
from kg.terms.identifiers import SCHEMES, web_address

_HOSTS = {
    "orcid.org": "orcid",
    "github.com": "github",
    "scholar.google": "scholar",
    "dblp.": "dblp",
    "linkedin.com": "linkedin",
    "semanticscholar.org": "semantic_scholar",
    "openalex.org": "openalex",
    "wikidata.org": "wikidata",
}
LABELS = {
    "orcid": "orcid",
    "orcid id": "orcid",
    "github": "github",
    "google scholar": "scholar",
    "scholar": "scholar",
    "dblp": "dblp",
    "linkedin": "linkedin",
    "semantic scholar": "semantic_scholar",
    "openalex": "openalex",
    "wikidata": "wikidata",
    "homepage": "homepage",
    "home page": "homepage",
    "website": "homepage",
    "web site": "homepage",
    "web": "homepage",
    "webpage": "homepage",
    "personal website": "homepage",
    "personal page": "homepage",
    "personal homepage": "homepage",
    "www": "homepage",
    "url": "homepage",
}
"""What people write before an identifier or an address of theirs, folded."""

_BARE = re.compile(r"(?:https?://)?(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,12}(?:/[^\s<>\"|,;)\]]{0,200})?", re.IGNORECASE)
_NOT_ENDS = ("pdf", "png", "jpg", "jpeg", "svg", "doc", "docx", "md", "html", "js", "py", "yml")


def of_address(url: str) -> tuple[str, str] | None:
    """Return the field of a person that an address is of, with its canonical form, or None if it is none.

    >>> of_address("https://github.com/ada-lovelace/")
    ('github', 'https://github.com/ada-lovelace')
    """
    url = complete(url)
    host = _host(url)
    for known, field in _HOSTS.items():
        if host == known or host.endswith(f".{known}") or (known.endswith(("google", ".")) and host.startswith(known)):
            value = canonical(field, url)
            return (field, value) if value else None
    return ("same_as", url) if url and _is_profile(url) else None


def canonical(field: str, text: str) -> str:
    """Return an identifier as profiles hold it, or nothing if it is not one."""
    try:
        if field in SCHEMES:
            return SCHEMES[field].canonical(complete(text) if "/" in text and "." in text else text)
        return web_address(complete(text))
    except IdentifierError:
        return ""


def complete(text: str) -> str:
    """Return an address with its scheme, or nothing if it is none."""
    text = text.strip().rstrip(".,;")
    if not re.match(r"https?://", text, re.IGNORECASE):
        text = f"https://{text}"
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
