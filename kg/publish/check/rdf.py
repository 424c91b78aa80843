"""RDF in a site: documents as sets of triples, and what the dump says of each thing."""

import json
import re
from array import array
from collections.abc import Iterable, Iterator, Set
from functools import cache
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory

from pyoxigraph import Literal, NamedNode, Quad, RdfFormat, Triple

from kg.base.errors import ConfigError
from kg.profile import contacts
from kg.publish.check.site import CheckedSite, unpacked
from kg.terms.declaration import kg_declaration
from kg.terms.formats import RDF_FORMATS, rdf_format_of, read_rdf, read_rdf_text

SYNTAXES = {"ttl": "Turtle", "jsonld": "JSON-LD", "nt": "N-Triples"}
"""The syntaxes of documents, by their suffixes."""

SCHEMA = "https://schema.org/"
MAX_DOCUMENT = 16 << 20
MAX_EMBEDDED = 1 << 20
_TERMS = Path(__file__).parent / "schema_org_30.tsv"
_REMOTE = re.compile(r'("@context"\s*:\s*\[?\s*)"https?://(?:www\.)?schema\.org/?(?:docs/jsonldcontext\.jsonld?)?"')
_BLANK = re.compile(r"_:[0-9A-Za-z]+")
_CONTACTS = frozenset(
    (
        *(f"{SCHEMA}{name}" for name in ("email", "telephone", "faxNumber", "address", "streetAddress", "postalCode")),
        *(f"http://xmlns.com/foaf/0.1/{name}" for name in ("mbox", "phone")),
        *(f"http://www.w3.org/2006/vcard/ns#{name}" for name in ("hasEmail", "hasTelephone", "email", "tel")),
    )
)


class Unreadable(Exception):
    """A document is not valid RDF of the syntax that its suffix names, or too large; the text says why."""


def document(site: CheckedSite, name: str) -> list[Triple]:
    """Return the triples of a document.

    Raises:
        Unreadable: If it is not valid, or too large.
    """
    form = rdf_format_of(Path(name.removesuffix(".gz")))
    if form is None or site.sizes[name] > MAX_DOCUMENT:
        raise Unreadable("it is larger than is read" if form else "its syntax is not known")
    try:
        return [quad.triple for quad in read_rdf(site.files[name], RDF_FORMATS[form], base=site.address or None)]
    except ConfigError as error:
        raise Unreadable(error.problems[0].message) from error


def embedded(text: str, base: str) -> list[Triple]:
    """Return the triples of a JSON-LD script of a page; the context of schema.org is known, no other is fetched.

    Raises:
        Unreadable: If it is not valid, or too large.
    """
    if len(text) > MAX_EMBEDDED:
        raise Unreadable("it is larger than is read")
    try:
        json.loads(text)
        known = _REMOTE.sub(rf'\1{{"@vocab": "{SCHEMA}"}}', text)
        base = base if ":" in base else f"http://site.invalid/{base}"
        return list(read_rdf_text(known.encode("utf-8", "replace"), RdfFormat.JSON_LD, base=base))
    except (ValueError, SyntaxError, RecursionError) as error:
        raise Unreadable(str(error)) from error


def local_name(iri: str) -> str:
    """Return a term of schema.org without its namespace; other IRIs stay whole."""
    return iri.removeprefix("http://schema.org/").removeprefix(SCHEMA)


def lines(triples: Iterable[Triple]) -> set[str]:
    """Return triples as lines of N-Triples with one label for all blank nodes."""
    return {_BLANK.sub("_:b", str(triple)) if "_:" in (text := str(triple)) else text for triple in triples}


def digest(line: str) -> int:
    """Return a digest of a line; the digests of a set of lines are added up, in any order."""
    return int.from_bytes(blake2b(line.encode("utf-8", "replace"), digest_size=8).digest())


def summed(digests: Set[int]) -> tuple[int, int]:
    """Return how many digests there are, and their sum."""
    return len(digests), sum(digests) % (1 << 64)


def about(iri: str, triples: Iterable[Triple]) -> list[Triple]:
    """Return the triples with the IRI of a thing as subject, with or without a fragment."""
    return [
        each
        for each in triples
        if isinstance(each.subject, NamedNode) and each.subject.value.partition("#")[0] == iri.partition("#")[0]
    ]


class DumpIndex:
    """Digests of what the dump of a site says of each thing: 8 bytes a triple.

    Attributes:
        name: The file; empty if there is none.
        public: The contacts that it states, which are public, and numbers and codes that look like some.
        fault: Why it cannot be read, or nothing.
    """

    def __init__(self, name: str = "") -> None:
        self.name = name
        self._things: dict[str, array[int]] = {}
        self.public: set[str] = set()
        self.fault = ""

    def add(self, quad: Quad) -> None:
        """Add a quad."""
        if quad.predicate.value in _CONTACTS:
            self.public.add(contact_of(quad.object))
        elif quad.predicate.value in _code_properties() and contacts.private(code := contact_of(quad.object)):
            self.public.add(code)
        if not isinstance(quad.graph_name, NamedNode) and isinstance(quad.subject, NamedNode):
            thing = quad.subject.value.partition("#")[0]
            self._things.setdefault(thing, array("Q")).extend(map(digest, lines([quad.triple])))

    def said_of(self, iri: str) -> tuple[int, int]:
        """Return how many triples it has of a thing, and the sum of their digests."""
        return summed(set(self._things.get(iri, ())))


@cache
def _code_properties() -> frozenset[str]:
    """Return the properties that hold only numbers and codes, such as pages and numbers of grants."""
    declaration = kg_declaration()
    forms: dict[str, set[str]] = {}
    for kind in declaration.kinds.values():
        for each in kind.fields.values():
            forms.setdefault(each.iri, set()).add(declaration.form_of(each) if each.sort == "type" else "")
    return frozenset(iri for iri, found in forms.items() if "" not in found)


def contact_of(term: object) -> str:
    """Return the text of a contact, without the scheme of its IRI, for comparison."""
    text = term.value if isinstance(term, Literal | NamedNode) else ""
    return text.removeprefix("mailto:").removeprefix("tel:").casefold()


def dump_of(site: CheckedSite) -> DumpIndex:
    """Read the dump of a site: its first file of N-Quads, packed or not."""
    name = next((each for each in site.files if each.endswith((".nq.gz", ".nq"))), "")
    dump = DumpIndex(name)
    if name:
        try:
            for quad in _quads(site, name):
                dump.add(quad)
        except ConfigError as error:
            dump.fault = error.problems[0].message
    return dump


def _quads(site: CheckedSite, name: str) -> Iterator[Quad]:
    if not name.endswith(".gz"):
        yield from read_rdf(site.files[name], RdfFormat.N_QUADS)
        return
    with TemporaryDirectory(prefix="kg-check-") as folder:
        plain = Path(folder, "dump.nq")
        plain.write_bytes(unpacked(site.read(name)))  # a file: pyoxigraph reads bytes in quadratic time
        yield from read_rdf(plain, RdfFormat.N_QUADS)


@cache
def schema_terms() -> dict[str, tuple[str, str]]:
    """Return the terms of schema.org: the kind of each (`class`, `property`), and its status."""
    rows = _TERMS.read_text(encoding="utf-8").splitlines()[3:]
    return {name: (kind, status) for name, kind, status in (row.split("\t") for row in rows)}
