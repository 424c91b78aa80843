"""Where the pages of a release stand: behind a server, or as files of a plain web space.

It lies beside `kg.store.graph`, since labels of links, paths of things and downloads depend on it.
"""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import file_digest
from pathlib import Path
from urllib.parse import quote, urlencode

from kg.base.errors import IdentifierError
from kg.store.questions import Query
from kg.terms.identifiers import web_address

GZIP = "application/gzip"
DESCRIBED = "described/"
"""The folder of the files that describe many things each."""


@dataclass(frozen=True)
class Download:
    """A file with data of the whole graph, as it lies beside the pages."""

    path: str  # where it is, below the site's root
    title: str  # what it holds, as pages call it
    media_type: str  # what it holds, once it is unpacked
    size: int  # in bytes, as it lies there
    sha256: str  # the hash of the file as it lies there

    @property
    def is_packed(self) -> bool:
        """Whether it must be unpacked."""
        return self.path.endswith(".gz")

    @property
    def is_table(self) -> bool:
        """Whether it is one of many tables, or says what their columns mean."""
        return self.path.startswith("tables/")

    @property
    def sent_as(self) -> str:
        """The media type as which a web server sends it."""
        return GZIP if self.is_packed else self.media_type


def download(path: str, title: str, media_type: str, file: Path) -> Download:
    """Return the description of a file; raises OSError."""
    with file.open("rb") as opened:
        return Download(path, title, media_type, file.stat().st_size, file_digest(opened, "sha256").hexdigest())


@dataclass(frozen=True)
class Hosting:
    """Where the pages of a release stand."""

    is_static: bool = False  # whether they are files: then nothing reads a query string but scripts
    language: str = ""  # the language of their words; empty for the site's first one
    url: str = ""  # the public address of the site's root, with a slash at its end, if that is not the base of its IRIs
    date: str = ""  # the day since when the release is public, as `2026-11-22`, if that is not the day when it was made
    # how many facts must lead to a thing, unless a profile is about it, for it to have files of its own: what has
    # none is described on request, from the graph itself
    least: int = 0
    # the files of the whole graph, if there are others than the dump of the release
    downloads: tuple[Download, ...] = ()
    # the beginnings of names, sorted, for which there are files that describe all things that are called so, by kind
    shards: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def shard(self, local: str) -> str:
        """Return the name of the file that describes a thing among others, without suffix, or nothing.

        >>> Hosting(shards={"work": ("a", "ab", "b")}).shard("work/about-looms")
        'work-ab'
        """
        kind, _, slug = local.partition("/")
        prefixes = self.shards.get(kind, ())
        place = bisect_right(prefixes, slug)
        return shard_name(kind, prefixes[place - 1]) if place else ""

    def address(self, path: str, **parameters: str | int | None) -> str:
        """Return the address of a page with parameters, below the site's root; what is None or empty is left out.

        A server reads them from the query string; files have them in their path.

        >>> Hosting().address("person/", letter="A", page=2)
        'person/?letter=A&page=2'
        >>> Hosting(is_static=True).address("person/", letter="A", page=2)
        'person/letter=A/page=2/'
        """
        given = {name: str(value) for name, value in parameters.items() if value not in (None, "")}
        if not self.is_static:
            return f"{path}?{urlencode(given)}" if given else path
        return path + "".join(f"{name}={quote(value, safe='')}/" for name, value in given.items())

    def question(self, name: str, **values: str) -> str:
        """Return the address where a named query is asked with values, below the site's root.

        A server answers on the page of the query; where there is none, the query page answers by its script.

        >>> Hosting().question("coauthors", person="ada"), Hosting(is_static=True).question("coauthors", person="ada")
        ('queries/coauthors/?person=ada', 'query/?name=coauthors&person=ada')
        """
        if self.is_static:
            return f"query/?{urlencode({'name': name, **values})}"
        return f"queries/{name}/?{urlencode(values)}"

    def form(self, query: Query) -> str:
        """Return the address of a named query that has no values yet; as files, only what needs none has a page."""
        if self.is_static and query.needs_values:
            return self.question(query.name)
        return f"queries/{query.name}/"


def shard_name(kind: str, prefix: str) -> str:
    """Return the name of a file that describes the things of a kind whose names begin so, without suffix."""
    return f"{kind}-{prefix}" if prefix else kind


SERVED = Hosting()


def site_address(text: str) -> str:
    """Return the public address of a site, with a slash at its end; nothing for nothing."""
    if not text:
        return ""
    if set("?#") & set(text):
        hint = "write it as https://group.github.io/kg/"
        raise IdentifierError(f"'{text}' has a query or a fragment: no files can stand below it", hint=hint)
    return f"{web_address(text).rstrip('/')}/"


def parted(path: str) -> tuple[str, dict[str, str]]:
    """Return a path without the parameters at its end, and these.

    >>> parted("person/letter=A/page=2/")
    ('person/', {'letter': 'A', 'page': '2'})
    """
    segments = path.split("/")
    first = next((place for place, segment in enumerate(segments) if "=" in segment), None)
    if first is None or segments[-1]:
        return path, {}
    pairs = (segment.partition("=") for segment in segments[first:-1])
    return "/".join((*segments[:first], "")), {name: value for name, _, value in pairs}
