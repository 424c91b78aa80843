"""What the rules look at: a file, a page, a thing with its documents, and the survey of the whole site."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from pyoxigraph import Triple

from kg.base.reporting import Finding
from kg.publish.check.html import HtmlPage
from kg.publish.check.rdf import SYNTAXES, DumpIndex, Unreadable, document, embedded
from kg.publish.check.rule import Scope
from kg.publish.check.site import INDEX, CheckedSite, unpacked

SIGNPOSTS = ("cite-as", "type", "author", "describedby", "item", "collection", "license", "linkset", "describes")
"""The relations of FAIR Signposting (signposting.org/FAIR)."""

MAX_FINDINGS = 1_000
"""How many findings of one rule are kept; all are counted."""


@dataclass(frozen=True)
class SiteFile:
    """A file of a site: its name below the root, and its bytes."""

    name: str
    content: bytes

    @cached_property
    def text(self) -> str:
        """The text, unpacked if it is packed."""
        return (unpacked(self.content) if self.name.endswith(".gz") else self.content).decode("utf-8", "replace")

    @property
    def suffix(self) -> str:
        """The suffix without the dot, in lower case; of a packed file that of its content."""
        return self.name.removesuffix(".gz").rpartition("/")[2].rpartition(".")[2].lower()

    def line(self, offset: int) -> int:
        """Return the 1-based line of a place in the text."""
        return self.text.count("\n", 0, offset) + 1


class EmbeddedRdf(NamedTuple):
    """A JSON-LD script of a page: its line, and its triples or the reason why there are none."""

    line: int
    triples: list[Triple]
    fault: str


@dataclass(frozen=True)
class PageView:
    """A page of a site; `packed` is its size in bytes after gzip."""

    html: HtmlPage
    site: CheckedSite
    packed: int = 0

    @property
    def name(self) -> str:
        """The name of its file."""
        return self.html.path

    @cached_property
    def json_ld(self) -> list[EmbeddedRdf]:
        """Its JSON-LD scripts."""
        address = self.site.address + self.name.removesuffix(INDEX)
        found = []
        for script in self.html.all("script"):
            if script.get("type").lower() == "application/ld+json":
                try:
                    found.append(EmbeddedRdf(script.line, embedded(script.text, address), ""))
                except Unreadable as error:
                    found.append(EmbeddedRdf(script.line, [], str(error)))
        return found

    @cached_property
    def triples(self) -> list[Triple]:
        """All triples that the page embeds."""
        return [triple for each in self.json_ld for triple in each.triples]

    @cached_property
    def signposts(self) -> Mapping[str, list[tuple[str, str]]]:
        """Its Signposting links by relation: absolute address and stated media type."""
        found: dict[str, list[tuple[str, str]]] = {}
        for link in self.html.all("link"):
            for relation in link.get("rel").lower().split():
                if relation in SIGNPOSTS:
                    address = link.get("href")
                    path = self.site.local(self.name, address)
                    whole = address if path is None else self.site.address + path
                    found.setdefault(relation, []).append((whole, link.get("type")))
        return found

    @property
    def is_thing(self) -> bool:
        """Whether it is the page of a thing: it has a `cite-as` link, or leads to a description in RDF."""
        return "cite-as" in self.signposts or any(
            media_type in ("text/turtle", "application/ld+json")
            for _, media_type in self.signposts.get("describedby", ())
        )


@dataclass(frozen=True)
class ThingPage:
    """The page of a thing with the documents beside it; `stem` begins their names, such as `person/ada`."""

    page: PageView
    stem: str

    @property
    def iri(self) -> str:
        """The IRI by which it is cited, or an empty string."""
        return next((address for address, _ in self.page.signposts.get("cite-as", ())), "")

    @cached_property
    def documents(self) -> Mapping[str, list[Triple] | Unreadable]:
        """The triples of each document beside it, or why it cannot be read, by suffix."""
        site = self.page.site
        found: dict[str, list[Triple] | Unreadable] = {}
        for suffix in SYNTAXES:
            if (name := f"{self.stem}.{suffix}") in site.files:
                try:
                    found[suffix] = document(site, name)
                except Unreadable as error:
                    found[suffix] = error
        return found


class PageFact(NamedTuple):
    """What the survey keeps of a page: its file, canonical link, whether robots may index it, where it moves to."""

    name: str
    canonical: str
    is_indexed: bool
    moves_to: str


class ThingFact(NamedTuple):
    """What the survey keeps of a thing: page, IRI, the number of triples of its document and their digest."""

    name: str
    iri: str
    triples: int
    digest: int


@dataclass
class SiteSurvey:
    """What was seen of a site, or of some of its files.

    Attributes:
        site: The site.
        dump: What its dump says.
        findings: The findings so far, of each rule at most `MAX_FINDINGS`.
        broken: How often each rule is broken.
        seen: How many subjects of each scope there were.
        links: Where pages lead within the site, with a fragment: the first page and line that does.
        pages: The pages.
        things: The things.
        contacts: Contacts that were seen, with kind, and file and line of the first.
    """

    site: CheckedSite
    dump: DumpIndex = field(default_factory=DumpIndex)
    findings: list[Finding] = field(default_factory=list)
    broken: Counter[str] = field(default_factory=Counter)
    seen: Counter[Scope] = field(default_factory=Counter)
    links: dict[tuple[str, str], tuple[str, int]] = field(default_factory=dict)
    pages: list[PageFact] = field(default_factory=list)
    things: list[ThingFact] = field(default_factory=list)
    contacts: dict[tuple[str, str], tuple[str, int]] = field(default_factory=dict)

    def add(self, finding: Finding) -> None:
        """Count a finding, and keep it if it is one of the first of its rule."""
        self.broken[finding.rule] += 1
        if self.broken[finding.rule] <= MAX_FINDINGS:
            self.findings.append(finding)

    def merge(self, part: "SiteSurvey") -> None:
        """Add what was seen of some files; of links and contacts the first place counts, whoever saw it."""
        self.findings += part.findings
        self.broken += part.broken
        self.seen += part.seen
        self.pages += part.pages
        self.things += part.things
        for link, place in part.links.items():
            self.links[link] = min(place, self.links.get(link, place))
        for contact, place in part.contacts.items():
            self.contacts[contact] = min(place, self.contacts.get(contact, place))
