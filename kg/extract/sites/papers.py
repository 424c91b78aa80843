"""Publications of a site: files of their own, and bibliographies."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from kg.base.errors import ReadError
from kg.base.tables import pairs_of
from kg.extract.citations import notes
from kg.extract.entities import is_name, marks_of, without_marks, without_title
from kg.extract.listed_names import names_in
from kg.extract.nodes import ValueNode
from kg.extract.sites.files import FrontMatterPage, SiteFiles
from kg.extract.sites.settings import SiteSettings
from kg.extract.sites.stating import Stating, is_placeholder, is_placeholder_value, links, plain
from kg.interchange import bibtex, bibtex_entries, latex, names, works
from kg.interchange.plain import kept
from kg.profile.authorship import is_elision
from kg.profile.drafts.model import Fact
from kg.terms import statuses
from kg.terms.identifiers import fold
from kg.terms.venue_names import read_venue

# The bibliography of an al-folio homepage: the owner's entries, with the short names of venues that the page
# shows.

BIBLIOGRAPHY_FOLDERS = ("_bibliography", "assets/bibliography", "bibliography")

_NO_VENUES = frozenset(
    ("arxiv", "preprint", "conference", "journal", "workshop", "thesis", "phd thesis", "book",
     "tech report", "report", "poster", "demo")
)  # fmt: skip
_INSIDE = "which are no web addresses"


def read_bibliography(files: SiteFiles) -> Iterator[Fact]:
    """Yield the entries of all bibliographies of a site, and whose they seem to be."""
    for folder in BIBLIOGRAPHY_FOLDERS:
        for path in files.below(folder, (".bib",)):
            yield from of_file(path, files)


def of_file(path: Path, files: SiteFiles) -> Iterator[Fact]:
    """Yield the entries of one file; what cannot be read is a warning."""
    try:
        draft = bibtex.FORMAT.read(path)
        abbreviations = _abbreviations(path)
    except ReadError as error:
        files.warnings.extend(error.problems)
        return
    files.sources |= {source.path: source for source in draft.sources}
    files.warnings.extend(warning for warning in draft.warnings if _INSIDE not in warning.message)
    for fact in draft.facts:
        yield _with_short_venue(fact, abbreviations.get(fact.quote.lines, ""))


def _abbreviations(path: Path) -> Mapping[tuple[int, int], str]:
    """Return the short names of venues that the page shows, by the lines of the entry."""
    text = path.read_bytes().decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
    entries = bibtex_entries.parse(text, path).entries
    short = {entry.lines: latex.plain(entry.fields.get("abbr", "")).strip("_ ") for entry in entries}
    return {
        place: name
        for place, name in short.items()
        if name and fold(name) not in _NO_VENUES and not statuses.status_named(name)
    }


def _with_short_venue(fact: Fact, short: str) -> Fact:
    """Return a publication with the short name of its venue, where that says more than a long one."""
    venue = str(fact.values.get("venue", ""))
    if fact.section != "publications" or not short or (venue and " " not in venue) or statuses.on_server(short):
        return fact
    quote = replace(fact.quote, text=f"{fact.quote.text} · {short}")
    how = {**fact.how, "venue": "bibtex abbr"}
    sure = {**fact.confidence, "venue": fact.confidence.get("venue", 1.0)}
    return replace(fact, values={**fact.values, "venue": short}, quote=quote, how=how, confidence=sure)


# A list of publications as data, as templates of laboratories make it of their identifiers.

LISTS = ("_data/citations.yaml", "_data/citations.yml")


def read_lists(files: SiteFiles, settings: SiteSettings) -> Iterator[Fact]:
    """Yield the entries of all lists of publications of a site."""
    for name in LISTS:
        if path := files.one(name):
            yield from of_list(path, settings, files)


def of_list(path: Path, settings: SiteSettings, files: SiteFiles) -> Iterator[Fact]:
    """Yield the entries of a file that is a list of works, most with title and authors; report others."""
    data = files.data(path)
    entries = data.entries if isinstance(data.value, list) else []
    titled = [entry for entry in entries if entry.at("title").text]
    if min(len(titled), sum(1 for entry in titled if entry.at("authors", "author").value)) <= len(entries) / 2:
        return
    for entry in entries:
        if entry not in titled:
            files.warn("left out: an entry without a title", path, entry.lines[0], hint="add its 'title'")
        yield from of_page(FrontMatterPage(path, entry, "", entry.lines), settings, files)


# Publications that are files of their own: the collections of academicpages, of Hugo's academic themes and of Quarto.

FOLDERS = ("_publications", "content/publication", "content/publications")
_OF_QUARTO = ("publications", "publication", "papers", "pubs")

_VENUE_BEFORE = re.compile(r"^(?:appeared |published |accepted |to appear )?(?:in:?\s+)(?=\S)", re.IGNORECASE)
_HUGO_TYPES: Mapping[str, str] = {
    "3": "preprint",
    "4": "report",
    "5": "book",
    "6": "chapter",
    "7": "thesis",
    "8": "patent",
}
_VENUE_KINDS: Mapping[str, str] = {
    "1": "conference",
    "2": "journal",
    "conferences": "conference",
    "journal": "journal",
    "journals": "journal",
    "workshop": "workshop",
}
_CERTAIN = frozenset(("journal", "magazine", "newspaper", "conference", "workshop", "book"))
_LINKS = pairs_of("kg.extract", "tables/paper_links.tsv")
_DATES = ("date", "year", "publishdate", "releasedate")
_TYPES = ("book", "chapter", "report", "thesis", "dataset", "software", "poster", "patent")
_SILENT = frozenset(
    ("layout", "permalink", "collection", "published", "draft", "weight", "slug", "aliases", "redirectfrom", "plugin",
     "file", "listing", "featured", "selected", "header", "image", "lastmod")
)  # fmt: skip
"""How a site keeps and shows a page: where it lies, whether and how it is shown, by what program it was made."""
_ADDRESSES = ("paperurl", "urlpdf", "pdf", "link", "url", "externallink", "arxiv")


def read(files: SiteFiles, settings: SiteSettings) -> Iterator[Fact]:
    """Yield the publications of a site's collections."""
    found = [path for folder in FOLDERS for path in files.below(folder)]
    found += [path for folder in _OF_QUARTO for path in files.below(folder, (".qmd",))]
    for path in found:
        page = None if path.stem == "_index" else files.page(path)
        if page is not None and is_public(page) and not page.head.at("listing").value:
            yield from of_page(page, settings, files)


def is_public(page: FrontMatterPage) -> bool:
    """Say whether a page is published and edited."""
    head = page.head
    if head.at("published").text.casefold() == "false" or head.at("draft").text.casefold() == "true":
        return False
    if is_placeholder_value(head.at("paperurl").text):
        return False
    return not any(is_placeholder(head.at(key).text) for key in ("title", "authors", "author", "venue"))


def of_page(
    page: FrontMatterPage, settings: SiteSettings, files: SiteFiles, how: str = "front matter"
) -> Iterator[Fact]:
    """Yield the publication that a page describes, or an entry of another file, if it names title and authors."""
    head = page.head
    title, kind = head.at("title", "name"), _kind(head)
    people, more, is_cut = _people(head, settings)
    if title.text:
        if not people:
            files.warn(f"of '{plain(title.text)[:120]}' no author is named", page.path, title.lines[0])
        values = {
            "title": works.title_of(plain(title.text)),
            "authors": people,
            "more_authors": more or None,
            **_published(head, kind),
            **_found_at(head, settings),
        }
        said = _said(head, values, is_cut=is_cut)
        for key, node in head.pairs:
            if key not in _SILENT and node.value not in (None, "", [], {}) and not any(node is each for each in said):
                files.unread.setdefault(node.key, []).append((page.path, node.lines[0]))
        yield Stating(page.name, how).fact("publications", values, said, cut=["authors"] * is_cut)


def _published(head: ValueNode, kind: str) -> dict[str, Any]:
    """Return where, when and as what it was published."""
    note, when = plain(head.at("status", "note").text), plain(head.at(*_DATES).text)
    venue = _VENUE_BEFORE.sub("", plain(_venue(head).text))
    is_archived = statuses.on_server(venue)
    status, words = statuses.state_of(
        [(statuses.status_in(note), note), statuses.status_of(when)],
        venue=venue,
        is_placed=bool(head.at("volume", "pages").text),
        kind=kind,
        otherwise="preprint" if kind == "preprint" else "",
    )
    return {
        "venue": "" if is_archived else venue,
        "venue_kind": _venue_kind(head) if venue and not is_archived else "",
        **(date_of(head.at(*_DATES)) or kept(year=read_venue(plain(_venue(head).text)).year)),
        "type": kind if kind in _TYPES else None,
        "status": status,
        "status_note": words,
        "award": [plain(each.text) for each in head.at("award", "awards").entries if each.text],
        "acceptance_rate": head.at("acceptancerate").text,
    }


def _found_at(head: ValueNode, settings: SiteSettings) -> dict[str, Any]:
    """Return identifiers and addresses: those of keys of their own, else those in the citation and the address."""
    url = next((found for key in _ADDRESSES if (found := settings.complete(head.at(key).text))), "")
    cited = notes.notes_of(plain(head.at("citation").text), (), (url, head.at("id").text))
    return {
        "url": url,
        "doi": head.at("doi").text or head.at("citation").at("doi").text or cited.doi,
        "arxiv": works.arxiv_in(url) or works.arxiv_in(f"arxiv:{head.at('arxiv').text}"),
        "links": list(_links(head, settings, url)),
    }


def _said(head: ValueNode, values: Mapping[str, Any], *, is_cut: bool) -> list[ValueNode]:
    """Return what was read of a head; of a citation only if it was needed."""
    keys = ["id", "title", "name", "authors", "author", *_DATES, "status", "note", "doi", "award", "awards",
            "acceptancerate", "venuetype", "publicationtypes", "type",
            "category", *_ADDRESSES, *_LINKS, "other", "links"]  # fmt: skip
    if is_cut or (values["doi"] and not head.at("doi").text) or head.at("citation").pairs:
        keys.append("citation")
    return [_venue(head), *(head.at(key) for key in keys)]


def _people(head: ValueNode, settings: SiteSettings) -> tuple[list[str], bool, bool]:
    """Return the authors, whether others are left unnamed, and whether they were cut out of a citation."""
    node = head.at("authors", "author")
    if isinstance(node.value, list):
        written = [plain(each.at("name").text or each.text) for each in node.value]
        written = [settings.name if each == "admin" or is_elision(each) else names.turned(each) for each in written]
        bare = [without_marks(each).strip(" .,+") if marks_of(each) else each for each in written]
        return _starred(bare, list(map(marks_of, written))), any(map(names.is_others, written)), False
    cited = "" if node.text else plain(head.at("citation").text)
    listed = names_in(plain(node.text) or _before_title(cited, plain(head.at("title").text)))
    if not node.text and not all(is_name(without_title(each)) for each in listed.names):
        return [], False, True
    return _starred(listed.names, listed.marks), listed.more, not node.text


def _before_title(cited: str, title: str) -> str:
    """Return what stands before the year or the title of a citation: its authors."""
    at = cited.casefold().find(title.casefold()[:40]) if title else -1
    before = cited[:at] if at > 0 else re.split(r"[(“\"]|\.\s(?=(?:19|20)\d\d|[\"“])", cited, maxsplit=1)[0]
    return re.sub(r"[\s.,(\"“]{0,5}(?:(?:19|20)\d\d)?[\s.,)(\"“:]{0,6}$", "", before).strip()


def _starred(written: Sequence[str], marks: Sequence[str]) -> list[str]:
    """Return names with a star behind those who contributed equally: the first two have it."""
    starred = ["*" in each for each in marks]
    equal = len(starred) > 1 and starred[0] and starred[1]
    marked = [f"{name}*" if equal and star else name for name, star in zip(written, starred, strict=True)]
    return [name for name in marked if name and not names.is_others(name)]


def _venue(head: ValueNode) -> ValueNode:
    """Return where it appeared; the short name where one is given."""
    for key in ("confshorthand", "venueshort", "publicationshort", "journalshort", "venue", "publication", "journal"):
        node = head.at(key)
        if node.text and not is_placeholder(node.text):
            return node
    cited = head.at("citation").at("containertitle")
    return cited if cited.text else head.at("conference", "booktitle", "publisher")


def date_of(node: ValueNode) -> dict[str, Any]:
    """Return year and date; the first of January stands for its year, as templates have it."""
    found = works.read_date(node.text)
    return (found._replace(date=found.date[:4]) if found.date.endswith("-01-01") else found).values


def _kind(head: ValueNode) -> str:
    """Return what kind of work it is, in the words of profiles, or `preprint`, or what stands there."""
    stated = head.at("venuetype", "publicationtypes", "type", "category").entries
    word = plain(stated[0].text if stated else "").casefold()
    kind = works.kind_of(word)
    if kind in works.PREPRINTS and kind != "manuscript":
        return "preprint"
    return _HUGO_TYPES.get(word, "") or works.TYPES.get(kind, "") or word


def _venue_kind(head: ValueNode) -> str:
    """Return what sort of venue it appeared in, if the kind of the work says so."""
    stated = head.at("venuetype", "publicationtypes", "type", "category").entries
    word = plain(stated[0].text if stated else "").casefold()
    kind = _VENUE_KINDS.get(word, "") or works.VENUE_KINDS.get(works.kind_of(word), "")
    return "repository" if works.is_repository(plain(_venue(head).text)) else kind if kind in _CERTAIN else ""


def _links(head: ValueNode, settings: SiteSettings, main: str) -> Iterator[dict[str, str]]:
    """Yield further pages of the paper, each once."""
    seen = {main}
    named = [(_LINKS[key], node.text) for key, node in head.pairs if key in _LINKS and isinstance(node.value, str)]
    listed = [(each.at("name", "type", "label").text, each.at("url", "link").text) for each in head.at("links").entries]
    told = links(str(head.at("other").value or ""))
    for label, url in (*named, *listed, *told):
        address = settings.complete(url)
        if any(map(str.isalpha, label)) and address and address not in seen:
            seen.add(address)
            yield {"label": label, "url": address}
