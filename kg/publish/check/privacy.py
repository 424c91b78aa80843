"""Privacy: no contact that nobody made public, no secret, nothing of the machine that built the site."""

import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from pyoxigraph import Literal, NamedNode, RdfFormat

from kg.base.errors import ConfigError
from kg.base.reporting import Finding
from kg.profile import credentials
from kg.profile.contacts import contacts_in, private
from kg.publish.check.rules import broken
from kg.publish.check.site import CheckedSite, SiteFile
from kg.store.diff.describing import is_contact
from kg.terms.declaration import kg_declaration
from kg.terms.formats import Term, read_rdf

_RULES = {"e-mail address": "KG-PRIV-01", "telephone number": "KG-PRIV-02", "postal address": "KG-PRIV-03"}
_SECRET = "KG-PRIV-04"  # noqa: S105  (the rule of all other kinds of contacts: credentials, accounts, cards …)

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

Contacts = dict[tuple[str, str], str]
"""The first file with a contact, by kind and text."""


def judge_file(file: SiteFile) -> Iterator[Finding]:
    """Judge a file for secrets and paths."""
    if file.suffix in _BINARY:
        return
    text = file.text
    for start, end in credentials.keys_in(text):
        yield broken(_SECRET, file.name, f"'{text[start : min(end, start + 12)]}…' looks like a secret")
    if any(sign in text for sign in _PATH_SIGNS):
        for found in _PATH.finditer(text):
            yield broken("KG-PRIV-05", file.name, f"'{found[0]}' is a path of a computer")


class ContactFinder:
    """Finds contacts in files; a text that was seen before is not searched again."""

    def __init__(self) -> None:
        self._seen: set[int] = set()

    def of(self, file: SiteFile) -> Iterator[tuple[str, str]]:
        """Yield the contacts in a file: what each is, and its text."""
        if file.suffix in _BINARY or file.suffix in _CODE or _NOTICE.search(file.name):
            return
        text = file.text
        for piece in self._new(text, is_markup=file.suffix in _MARKUP):
            hashes = [found.span() for found in _HASH.finditer(piece)]  # digits of a hash look like telephone numbers
            for kind, contact, start in contacts_in(piece):
                if kind != credentials.KEY and not any(begin <= start < end for begin, end in hashes):
                    yield kind, contact
        for found in _POSTAL.finditer(text) if "ddress" in text or "postal" in text or "faxN" in text else ():
            yield "postal address", next(filter(None, found.groups()))

    def _new(self, text: str, *, is_markup: bool) -> Iterator[str]:
        """Yield the pieces of a text that may hold a contact and were not seen before."""
        if len(self._seen) > _MAX_SEEN:
            self._seen.clear()
        for found in (_CHUNK if is_markup else _LINE).finditer(text):
            piece = found[0]
            if (key := hash(piece)) not in self._seen:
                self._seen.add(key)
                if _SIGNS.search(piece):
                    yield piece


def judge_contacts(site: CheckedSite, contacts: Contacts) -> Iterator[Finding]:
    """Judge the contacts that were seen: those that the graph states are public."""
    public = set(filter(None, _public(site))) if contacts else set()
    for (kind, contact), name in sorted(contacts.items()):
        bare = _bare(contact)
        if not any(bare in each or each in bare for each in public):
            article = "an" if kind.startswith("e") else "a"
            # The report must not spread it.
            message = f"'{contact[:2]}…{contact[-2:]}' is {article} {kind}"
            yield broken(_RULES.get(kind, _SECRET), name, message)


def _public(site: CheckedSite) -> Iterator[str]:
    """Yield the contacts that the dump of a site states, and its numbers and codes that look like some."""
    name = next((each for each in site.files if each.endswith((".nq.gz", ".nq"))), "")
    codes = _code_properties()
    with TemporaryDirectory(prefix="kg-check-") as folder:
        plain = Path(folder, "dump.nq")
        plain.write_bytes(site.read(name).text.encode())  # pyoxigraph reads bytes in quadratic time
        try:
            for quad in read_rdf(plain, RdfFormat.N_QUADS):
                if is_contact(quad.predicate.value):
                    yield _text(quad.object)
                elif quad.predicate.value in codes and private(code := _text(quad.object)):
                    yield code
        except ConfigError:
            return  # of a damaged dump, what stands before the damage is public


def _code_properties() -> frozenset[str]:
    """Return the properties that hold only numbers and codes, such as pages and numbers of grants."""
    declaration = kg_declaration()
    forms: dict[str, set[str]] = {}
    for kind in declaration.kinds.values():
        for each in kind.fields.values():
            forms.setdefault(each.iri, set()).add(declaration.form_of(each) if each.sort == "type" else "")
    return frozenset(iri for iri, found in forms.items() if "" not in found)


def _text(term: Term) -> str:
    return _bare(term.value) if isinstance(term, Literal | NamedNode) else ""


def _bare(contact: str) -> str:
    """Return a contact for comparison, without the scheme of its IRI."""
    return contact.removeprefix("mailto:").removeprefix("tel:").casefold()
