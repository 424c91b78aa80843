"""What rules look at: a file, a page, a thing with its documents, and the survey of the whole site."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pyoxigraph import Triple

from kg.publish.check.html.page import Page
from kg.publish.check.rdf import SYNTAXES, Dump, Unreadable, document, embedded
from kg.publish.check.rule import Finding, Scope
from kg.publish.check.site import INDEX, Site, unpacked

SIGNPOSTS = ("cite-as", "type", "author", "describedby", "item", "collection", "license", "linkset", "describes")
"""The relations of FAIR Signposting (signposting.org/FAIR)."""


@dataclass(frozen=True)
class File:
    """A file of a site.

    Attributes:
        name: Below the root.
        content: What it holds.
    """

    name: str
    content: bytes

    @cached_property
    def text(self) -> str:
        """The text, unpacked if it is packed."""
        return (unpacked(self.content) if self.name.endswith(".gz") else self.content).decode("utf-8", "replace")

    @property
    def suffix(self) -> str:
        """What stands behind the last dot, in small letters."""
        return self.name.removesuffix(".gz").rpartition("/")[2].rpartition(".")[2].lower()


@dataclass(frozen=True)
class PageView:
    """A page with what is known about its place.

    Attributes:
        html: The page as it was read.
        site: Where it stands.
        size: How many bytes it has, packed.
    """

    html: Page
    site: Site
    size: int = 0

    @property
    def name(self) -> str:
        """The name of its file."""
        return self.html.path

    @property
    def address(self) -> str:
        """Its public address, or its path if the site has none that is known."""
        return self.site.address + self.name.removesuffix(INDEX)

    @cached_property
    def json_ld(self) -> tuple[tuple[int, list[Triple] | str, Any], ...]:
        """Each JSON-LD script: its line, its triples or why there are none, and the JSON itself."""
        return tuple(
            (self.html.line(script), *_read(self.html.raw(script), self.address))
            for script in self.html.all("script")
            if script.get("type").lower() == "application/ld+json"
        )

    @property
    def triples(self) -> list[Triple]:
        """All triples that the page embeds."""
        return [triple for _, found, _ in self.json_ld if isinstance(found, list) for triple in found]

    @cached_property
    def signposts(self) -> Mapping[str, list[tuple[str, str]]]:
        """Where its Signposting links lead, whole, by relation, with the media type that they name."""
        found: dict[str, list[tuple[str, str]]] = {}
        for link in self.html.all("link"):
            for relation in link.get("rel").lower().split():
                if relation in SIGNPOSTS:
                    found.setdefault(relation, []).append((self.whole(link.get("href")), link.get("type")))
        return found

    def whole(self, address: str) -> str:
        """Return an address whole if it leads into the site and the site's is known."""
        path = self.site.local(self.name, address)
        return address if path is None else self.site.address + path

    @property
    def is_thing(self) -> bool:
        """Whether it is the page of a thing: it says as what that is cited, and which documents describe it."""
        return "cite-as" in self.signposts or any(
            media_type in ("text/turtle", "application/ld+json")
            for _, media_type in self.signposts.get("describedby", ())
        )


def _read(text: str, base: str) -> tuple[list[Triple] | str, Any]:
    try:
        return embedded(text, base), json.loads(text)
    except Unreadable as error:
        return str(error), None


@dataclass(frozen=True)
class Thing:
    """A page of a thing, with the documents beside it.

    Attributes:
        page: The page.
        stem: What the names of its documents begin with: `person/ada`.
    """

    page: PageView
    stem: str

    @property
    def iri(self) -> str:
        """As what it is cited, or nothing."""
        return next((address for address, _ in self.page.signposts.get("cite-as", ())), "")

    @cached_property
    def documents(self) -> Mapping[str, list[Triple] | str]:
        """The triples of each document beside it, or why it cannot be read, by suffix."""
        site = self.page.site
        return {suffix: _document(site, name) for suffix in SYNTAXES if (name := f"{self.stem}.{suffix}") in site.files}


def _document(site: Site, name: str) -> list[Triple] | str:
    try:
        return document(site, name)
    except Unreadable as error:
        return str(error)


@dataclass(frozen=True)
class PageFact:
    """What the survey keeps of a page: what results show, canonical address, may robots index it, where it moves to."""

    name: str
    title: str
    description: str
    canonical: str
    is_indexed: bool
    moves_to: str


@dataclass(frozen=True)
class ThingFact:
    """What the survey keeps of a thing: its page, its IRI, and how many triples its document has, with their digest."""

    name: str
    iri: str
    count: int
    digest: int


@dataclass
class Survey:
    """What was seen of a site.

    Attributes:
        site: The site.
        dump: What its dump says.
        findings: What was found so far.
        broken: How often each rule was found broken, also beyond the findings that are kept.
        seen: How many subjects of each scope there were.
        links: Where pages lead within the site, with a fragment: the first page and line that does.
        pages: The pages.
        things: The things.
        contacts: Contacts that were seen, with kind, file and line of the first.
    """

    site: Site
    dump: Dump = field(default_factory=Dump)
    findings: list[Finding] = field(default_factory=list)
    broken: Counter[str] = field(default_factory=Counter)
    seen: Counter[Scope] = field(default_factory=Counter)
    links: dict[tuple[str, str], tuple[str, int]] = field(default_factory=dict)
    pages: list[PageFact] = field(default_factory=list)
    things: list[ThingFact] = field(default_factory=list)
    contacts: dict[tuple[str, str], tuple[str, int]] = field(default_factory=dict)

    def find(self, finding: Finding) -> None:
        """Note a finding; of each rule the first ones are kept, and all are counted."""
        self.broken[finding.rule] += 1
        if self.broken[finding.rule] <= MOST_FINDINGS:
            self.findings.append(finding)


MOST_FINDINGS = 1_000
"""How many findings of one rule are kept."""
