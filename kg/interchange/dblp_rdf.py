"""A person of dblp as RDF, in the terms of https://dblp.org/rdf/schema."""

import re
import tempfile
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from pyoxigraph import BlankNode, Literal, NamedNode, Quad

from kg.base.errors import ConfigError, Problem, ReadError
from kg.interchange import names, publications, works
from kg.interchange.drafting import Drafting, Lines
from kg.interchange.parsed_text import ParsedText
from kg.interchange.plain import kept, line, whole
from kg.interchange.tracking import Tracked
from kg.terms import identifiers
from kg.terms.formats import read_rdf
from kg.terms.identifiers import SCHEMES

SCHEMA = "https://dblp.org/rdf/schema#"
_KINDS = {"Article": "article", "Inproceedings": "inproceedings", "Incollection": "incollection", "Book": "book",
          "Informal": "preprint", "Data": "data", "Reference": "reference entry", "Withdrawn": "article",
          "Phdthesis": "phdthesis", "Mastersthesis": "mastersthesis"}  # fmt: skip

_EDITED = ("Editorship", "Proceedings")
_SUBJECT = re.compile(
    r'^[ \t]{0,20}(?:<rdf:\w+[ \t]+|<dblp:\w+[ \t]+)?(?:rdf:about="|<)(https://dblp\.org/[^\s">]{1,300})[">]',
    re.MULTILINE,
)

ROOT = "RDF"
"""What stands for the outermost element of RDF in any notation."""
SILENT = (
    *("type", "label", "bibtexType", "sameAs", "coCreatorWith", "creatorOf", "authorOf", "editorOf", "createdBy"),
    *("authoredBy", "editedBy", "numberOfCreators", "homonymousCreator", "possibleActualCreator", "archivedWebpage"),
    *("proxyAmbiguousCreator", "listedOnTocPage", "publishedAsPartOf", "signaturePublication", "signatureCreator"),
    *("versionConcept", "hasIdentifier"),
)
"""How dblp's graph is tied together, which its signatures say again."""

Described = dict[str, Tracked]


def is_rdf(text: str) -> bool:
    """Say whether a text is RDF that uses dblp's terms."""
    return SCHEMA in text[:200_000]


def parse(drafting: Drafting) -> ParsedText:
    """Return what is said of each subject: texts and IRIs by the local names of properties."""
    drafting.media_type, suffix = _form_of(drafting.path)
    described: Described = defaultdict(Tracked)
    for quad in _quads(drafting.path, suffix, drafting.text):
        described[_text(quad.subject)].setdefault(_local(quad.predicate.value), []).append(_text(quad.object))
    lines = _Places(drafting.text)
    places = {id(said): (lines.of(iri)[0] - 1, lines.of(iri)[1] - 1) for iri, said in described.items()}
    return ParsedText(described, places, {}, range(1, drafting.text.count("\n") + 1), ROOT)


def add_all(drafting: Drafting, document: ParsedText) -> None:
    """Add what the RDF of a person says; raises ReadError if it is none, or not that of one person."""
    described: Described = document.data
    people = [
        iri for iri, said in described.items() if "Person" in map(_local, said.get("type", ())) and "title" not in said
    ]
    works_of = [iri for iri, said in described.items() if "title" in said]
    owner = next((iri for iri in people if "primaryCreatorName" in described[iri]), None) or _most_named(described)
    if not works_of and not owner:
        drafting.refuse("there is no person of dblp here", "save https://dblp.org/pid/YOUR-KEY.ttl")
    if owner:
        _add_person(drafting, owner, described[owner], document.lines(described[owner]))
    for iri in works_of:
        _add_work(drafting, iri, described, document.lines(described[iri]))


def addresses(found: Sequence[str], volume: str = "") -> tuple[str, str, str]:
    """Return DOI, arXiv id and another address among those of a work."""
    doi = next((url for url in found if "doi.org/" in url), "")
    arxiv = next((id_ for url in [*found, volume] if (id_ := works.arxiv_in(url))), "")
    rest = (url for url in found if "doi.org/" not in url and not works.arxiv_in(url))
    return doi, arxiv, next(rest, "")


def _form_of(path: Path) -> tuple[str, str]:
    """Return media type and suffix of a file by how it begins, whatever it is called."""
    with path.open(encoding="utf-8", errors="replace") as file:
        head = file.read(4_000).lstrip()
    if head.startswith("<?xml") or "<rdf:RDF" in head:
        return "application/rdf+xml", ".rdf"
    if "@prefix" in head or "PREFIX " in head or " ;" in head:
        return "text/turtle", ".ttl"
    return "application/n-triples", ".nt"


def _quads(path: Path, suffix: str, text: str) -> Iterator[Quad]:
    try:
        if path.suffix == suffix:
            yield from read_rdf(path)
            return
        with tempfile.NamedTemporaryFile("w", suffix=suffix, encoding="utf-8") as copy:  # the suffix names the syntax
            copy.write(text)
            copy.flush()
            yield from read_rdf(Path(copy.name))
    except ConfigError as error:
        raise ReadError(
            [Problem(each.message, path, each.line, each.column, hint="save it again") for each in error.problems]
        ) from error


def _text(term: object) -> str:
    return term.value if isinstance(term, NamedNode | BlankNode | Literal) else ""


def _local(iri: str) -> str:
    return re.split(r"[#/]", iri)[-1]


def _most_named(described: Described) -> str | None:
    """Return the person who is the creator of most works, where the file describes no person as such."""
    counts: dict[str, int] = defaultdict(int)
    for said in described.values():
        for iri in said.get("authoredBy", []):
            counts[iri] += 1
    return next((iri for iri in counts if iri in described and "creatorName" in described[iri]), None)


def _add_person(drafting: Drafting, iri: str, said: Tracked, lines: Lines) -> None:
    primary = _said(said, "primaryCreatorName") or _said(said, "creatorName")
    name = names.without_number(primary)
    others = [*said.get("otherCreatorName", []), *said.get("creatorName", [])]
    variants = [found for found in dict.fromkeys(map(names.without_number, others)) if found != name]
    sites = [
        site for key in ("primaryHomepage", "homepage", "webpage", "orcid", "wikidata") for site in said.get(key, [])
    ]
    home = next(iter(said.get("primaryHomepage", said.get("homepage", []))), "")
    found, rest = identifiers.fields_of_pages([("home" if site == home else "", site) for site in dict.fromkeys(sites)])
    drafting.add_person(lines, [primary, iri, *others, *sites], name=name, variants=variants, dblp=iri, **found)
    drafting.add_person(lines, sites, same_as=[site for _, site in rest])
    for affiliation in said.get("affiliation", []) + said.get("primaryAffiliation", []):
        message = f"left out: the affiliation '{affiliation[:120]}', of which dblp names no role"
        drafting.warn(message, lines, hint="add it to 'positions' by hand")


def _add_work(drafting: Drafting, iri: str, described: Described, lines: Lines) -> None:
    said = described[iri]
    kinds = [*map(_local, said.get("type", [])), *map(_local, said.get("bibtexType", []))]
    title = line(_said(said, "title"))
    if any(kind in _EDITED for kind in kinds) and "Book" not in kinds:
        drafting.warn(f"left out: '{title[:120]}', which the person edited", lines, hint="add it to 'service' by hand")
        return
    authors = _authors(said, described)
    keys = ("doi", "primaryDocumentPage", "primarydocumentPage", "documentPage")
    doi, arxiv, url = addresses([page for key in keys for page in said.get(key, [])])
    venue = _said(said, "publishedIn") or _said(said, "publishedInJournal") or _said(said, "publishedInBook")
    work = publications.Work(
        kind=next((_KINDS[kind] for kind in reversed(kinds) if kind in _KINDS), "article"),
        title=title,
        authors=authors,
        lines=lines,
        record=[authors, title, venue, *(value for values in said.values() for value in values)],
        venue=venue,
        venue_kind="journal" if "Article" in kinds or _said(said, "publishedInJournal") else "",
        when=[f"{_said(said, 'monthOfPublication')} {_said(said, 'yearOfPublication')}"],
        more=kept(doi=doi, arxiv=arxiv, url=url) | ({"status": "retracted"} if "Withdrawn" in kinds else {}),
    )
    publications.add(drafting, work)


def _authors(said: Tracked, described: Described) -> list[object]:
    """Return the authors of a work by their signatures, in order."""
    signatures = [described[node] for node in said.get("hasSignature", []) if node in described]
    own = [each for each in signatures if "EditorSignature" not in map(_local, each.get("type", []))]
    own.sort(key=lambda each: whole(_said(each, "signatureOrdinal")) or 0)
    return [author for signature in own if (author := _author(signature))]


def _author(signature: Tracked) -> object:
    creator = _said(signature, "signatureCreator")
    key = creator if creator.startswith(SCHEMES["dblp"].iri.format("")) else ""
    name = names.without_number(_said(signature, "signatureDblpName"))
    return names.author(name, orcid=_said(signature, "signatureOrcid"), dblp=key)


def _said(said: Tracked, key: str) -> str:
    return next(iter(said.get(key, [])), "")


class _Places:
    """Finds the lines on which a subject is described: from where it stands in front to the next one."""

    def __init__(self, text: str) -> None:
        breaks = [match.end() for match in re.finditer("\n", text)]
        self._places: dict[str, Lines] = {}
        found = [(match[1], bisect_right(breaks, match.start(1)) + 1) for match in _SUBJECT.finditer(text)]
        behind = [start for _, start in found[1:]] + [len(breaks) + 1]
        for (iri, start), end in zip(found, behind, strict=False):
            first, last = self._places.get(iri, (start, start))
            self._places[iri] = (first, max(last, end - 1, start))

    def of(self, iri: str) -> Lines:
        """Return first and last line of a subject."""
        return self._places.get(iri, (1, 1))
