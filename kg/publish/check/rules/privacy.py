"""Privacy: no contact that nobody made public, no secret, nothing of the machine that built the site."""

import re
from collections.abc import Iterator

from kg.base.reporting import Finding
from kg.profile import credentials
from kg.profile.contacts import contacts_in
from kg.publish.check.rule import Category, Rule, Scope
from kg.publish.check.site import CheckedSite
from kg.publish.check.subjects import SiteFile, SiteSurvey


def _rule(number: int, title: str, why: str, mend: str, weight: int = 1) -> Rule:
    return Rule(f"KG-PRIV-{number:02}", title, why, mend, Category.PRIVACY, Scope.FILE, weight=weight)


EMAIL = _rule(
    1,
    "No file has an e-mail address that the graph does not state as public",
    "addresses are harvested from pages, and people get mail to which they never agreed",
    "remove it from the source, or list it under contact.public in the profile",
    3,
)
TELEPHONE = _rule(
    2,
    "No file has a telephone number that the graph does not state as public",
    "a number that was once public cannot be taken back",
    "remove it from the source, or list it under contact.public in the profile",
    3,
)
POSTAL = _rule(
    3,
    "No file has a postal address that the graph does not state as public",
    "it may be where somebody lives",
    "remove it from the source, or list it under contact.public in the profile",
    2,
)
SECRET = _rule(
    4,
    "No file has a key, a password or a token",
    "whoever reads the site can use it",
    "remove it, and revoke it: it has been published",
    3,
)
PATH = _rule(
    5,
    "No file has a path of the computer that built the site",
    "it reveals user names and how the machine is set up",
    "write paths relative to the project",
)
_CONTACT_RULES = {
    "e-mail address": EMAIL,
    "telephone number": TELEPHONE,
    "postal address": POSTAL,
    "credential": SECRET,
    "bank account": SECRET,
    "bank card": SECRET,
    "identity number": SECRET,
}

_BINARY = frozenset(
    ["png", "jpg", "jpeg", "gif", "webp", "avif", "ico", "woff", "woff2", "ttf", "otf", "pdf", "wasm", "zip", "bin"]
)
_CODE = frozenset(("js", "mjs", "css", "map"))
_MARKUP = frozenset(("html", "htm", "svg", "xml", "atom", "rdf"))
_CHUNK = re.compile(r">([^<]{5,})|\s(?:content|title|aria-label|alt|value|href|placeholder)=\"([^\"]{5,})\"")
_LINE = re.compile(r"[^\n]{5,}")
_SIGNS = re.compile(r"[@＠]|%40|\d{3}|dot| at |\+\d|\bAT\b")
_HASH = re.compile(r"[0-9a-fA-F]{16,}")
_POSTAL = re.compile(
    r'"(?:[a-z]+:)?(?:streetAddress|postalCode|postOfficeBoxNumber|faxNumber)"\s*:\s*"([^"]{3,200})"'
    r'|itemprop="(?:streetAddress|postalCode)"[^>]*>([^<]{3,200})<'
)
_PATH = re.compile(
    r"file:///|(?<![\w./:-])/(?:home|Users|root|tmp|var/folders|mnt)/[\w.-]+/[\w./-]*"
    r"|\b[A-Za-z]:\\\\?Users\\"
)
_PATH_SIGNS = ("/home/", "/Users/", "/root/", "/tmp/", "/var/folders/", "/mnt/", "file:///", "Users\\")  # noqa: S108
# Texts of licences name their authors, with addresses that these chose to state, and must stay as they are.
_NOTICE = re.compile(r"(?:^|/)(?:LICEN[CS]ES?|NOTICES?|COPYING|AUTHORS)(?:\.[a-z]+)?$")
_MAX_SEEN = 200_000


def of_file(file: SiteFile, site: CheckedSite) -> Iterator[Finding]:  # noqa: ARG001  (as all that look at files)
    """Judge a file for secrets and paths."""
    if file.suffix in _BINARY:
        return
    text = file.text
    for start, end in credentials.keys_in(text):
        secret = text[start : min(end, start + 12)]
        yield SECRET.broken(file.name, f"'{secret}…' looks like a secret", file.line(start))
    if any(sign in text for sign in _PATH_SIGNS):
        for found in _PATH.finditer(text):
            yield PATH.broken(file.name, f"'{found[0]}' is a path of a computer", file.line(found.start()))


class ContactFinder:
    """Finds contacts in files; a text that was seen before is not searched again."""

    def __init__(self) -> None:
        self._seen: set[int] = set()

    def of(self, file: SiteFile) -> Iterator[tuple[str, str, int]]:
        """Yield the contacts in a file: what each is, its text, and its line."""
        if file.suffix in _BINARY or file.suffix in _CODE or _NOTICE.search(file.name):
            return
        text = file.text
        for piece, place in self._new(text, is_markup=file.suffix in _MARKUP):
            hashes = [found.span() for found in _HASH.finditer(piece)]  # digits of a hash look like telephone numbers
            for kind, contact, start in contacts_in(piece):
                if kind != credentials.KEY and not any(begin <= start < end for begin, end in hashes):
                    yield kind, contact, file.line(place)
        for found in _POSTAL.finditer(text) if "ddress" in text or "postal" in text or "faxN" in text else ():
            yield "postal address", next(filter(None, found.groups())), file.line(found.start())

    def _new(self, text: str, *, is_markup: bool) -> Iterator[tuple[str, int]]:
        """Yield the pieces of a text that may hold a contact and were not seen before, and where they stand."""
        if len(self._seen) > _MAX_SEEN:
            self._seen.clear()
        for found in (_CHUNK if is_markup else _LINE).finditer(text):
            piece = found[0]
            if (key := hash(piece)) not in self._seen:
                self._seen.add(key)
                if _SIGNS.search(piece):
                    yield piece, found.start()


def of_site(survey: SiteSurvey) -> Iterator[Finding]:
    """Judge the contacts that were seen: those that the graph states are public."""
    for (kind, contact), (name, line) in sorted(survey.contacts.items()):
        bare = contact.casefold().removeprefix("mailto:").removeprefix("tel:")
        if not any(bare in public or public in bare for public in survey.dump.public if public):
            article = "an" if kind.startswith("e") else "a"
            yield _CONTACT_RULES[kind].broken(name, f"'{_masked(contact)}' is {article} {kind}", line)


def _masked(contact: str) -> str:
    """Return a contact so that the report does not spread it: `ad…rg`.

    >>> _masked("ada@example.org")
    'ad…rg'
    """
    return f"{contact[:2]}…{contact[-2:]}"
