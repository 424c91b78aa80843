"""Privacy: no contact that nobody made public, no secret, nothing of the machine that built the site."""

import gzip
import re
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import IO, cast

from pyoxigraph import RdfFormat, parse

from kg.base.reporting import Finding
from kg.profile import credentials
from kg.profile.contacts import contacts_in, is_contact, private
from kg.publish.check.site import CheckedSite, SiteFile, broken
from kg.store.columns import value
from kg.terms.declaration import kg_declaration

_RULES = {"e-mail address": "KG-PRIV-01", "telephone number": "KG-PRIV-02", "postal address": "KG-PRIV-03"}
_SECRET = "KG-PRIV-04"  # noqa: S105  (the rule of all other kinds of contacts: credentials, accounts, cards …)

_BINARY = frozenset(
    ["png", "jpg", "jpeg", "gif", "webp", "avif", "ico", "woff", "woff2", "ttf", "otf", "pdf", "wasm", "zip", "bin"]
)
_CODE = frozenset(("js", "mjs", "css", "map"))
_MARKUP = frozenset(("html", "htm", "svg", "xml", "atom", "rdf"))
_CHUNK = re.compile(r">([^<]{5,})|\s(?:content|title|aria-label|alt|value|href|placeholder)=\"([^\"]{5,})\"")
_LINE = re.compile(r"[^\n]{5,}")
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


def judge(file: SiteFile) -> Iterator[Finding]:
    """Judge a file for secrets and paths."""
    if file.suffix in _BINARY:
        return
    text = file.text
    for start, end in credentials.keys_in(text):
        yield broken(_SECRET, file.name, f"'{text[start : min(end, start + 12)]}…' looks like a secret")
    if any(sign in text for sign in _PATH_SIGNS):
        for found in _PATH.finditer(text):
            yield broken("KG-PRIV-05", file.name, f"'{found[0]}' is a path of a computer")


def contacts(file: SiteFile) -> Iterator[tuple[str, str]]:
    """Yield the contacts in a file: what each is, and its text."""
    if file.suffix in _BINARY | _CODE or _NOTICE.search(file.name):
        return
    for piece in (_CHUNK if file.suffix in _MARKUP else _LINE).finditer(file.text):
        yield from _in_piece(piece[0])
    for found in _POSTAL.finditer(file.text):
        yield "postal address", found[1] or found[2]


@lru_cache(maxsize=100_000)  # pages repeat each other
def _in_piece(text: str) -> tuple[tuple[str, str], ...]:
    hashes = [found.span() for found in _HASH.finditer(text)]  # digits of a hash look like telephone numbers
    return tuple(
        (kind, contact)
        for kind, contact, start in contacts_in(text)
        if kind != credentials.KEY and not any(begin <= start < end for begin, end in hashes)
    )


def judge_contacts(site: CheckedSite, found: Mapping[tuple[str, str], str]) -> Iterator[Finding]:
    """Judge the contacts that were found: those that the graph states are public."""
    public = set(filter(None, _public(site))) if found else set()
    for (kind, contact), name in sorted(found.items()):
        bare = _bare(contact)
        if not any(bare in each or each in bare for each in public):
            article = "an" if kind.startswith("e") else "a"
            # The report must not spread it.
            yield broken(_RULES.get(kind, _SECRET), name, f"'{contact[:2]}…{contact[-2:]}' is {article} {kind}")


def _public(site: CheckedSite) -> Iterator[str]:
    """Yield the contacts that the dump of a site states, and its numbers and codes that look like some."""
    dumps = [path for name, path in site.files.items() if name.endswith(".nq.gz")]
    codes = _code_properties()
    for dump in dumps[:1]:
        # Of a damaged dump, what stands before the damage is public.
        with gzip.open(dump) as lines, suppress(SyntaxError, OSError, EOFError, zlib.error):
            for quad in parse(cast("IO[bytes]", lines), RdfFormat.N_QUADS, lenient=True):
                text = _bare(value(quad.object))
                if is_contact(quad.predicate.value) or (quad.predicate.value in codes and private(text)):
                    yield text


def _code_properties() -> set[str]:
    """Return the properties that hold only numbers and codes, such as pages and numbers of grants."""
    declaration = kg_declaration()
    fields = [each for kind in declaration.kinds.values() for each in kind.fields.values()]
    others = {each.iri for each in fields if each.sort != "type" or not declaration.form_of(each)}
    return {each.iri for each in fields} - others


def _bare(contact: str) -> str:
    """Return a contact for comparison, without the scheme of its IRI."""
    return contact.removeprefix("mailto:").removeprefix("tel:").casefold()
