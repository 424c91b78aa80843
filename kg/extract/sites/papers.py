"""Publications of a site: files of their own, and bibliographies."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from kg.base.errors import ReadError, counted
from kg.base.tables import pairs_of
from kg.extract.citations import notes
from kg.extract.entities import is_name, marks_of, without_marks, without_title
from kg.extract.nodes import ValueNode
from kg.extract.sites.files import FrontMatterPage, SiteFiles
from kg.extract.sites.settings import SiteSettings
from kg.extract.sites.stating import Stating, is_placeholder, is_placeholder_value, links, plain
from kg.interchange import bibtex, bibtex_entries, latex, names, works
from kg.interchange.plain import kept
from kg.profile.drafts.model import Fact
from kg.profile.names import may_be_one
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


def owned(facts: list[Fact], owner: str, files: SiteFiles) -> Iterator[Fact]:
    """Yield the entries of a person, and report those of others and those of which nobody is said to be an author."""
    others: dict[tuple[str, bool], list[Fact]] = {}
    for fact in facts:
        if fact.section != "publications" or _is_author(fact, owner):
            yield fact
        else:
            others.setdefault((fact.quote.source, "authors" in fact.values), []).append(fact)
    for (source, has_authors), left in others.items():
        titles = ", ".join(f"'{str(fact.values['title'])[:60]}'" for fact in left[:3])
        why = f"of which {owner} is no author" if has_authors else "without authors"
        hint = "add other forms of the name to 'variants'" if has_authors else "add their authors to the entries"
        message = f"left out: {counted(len(left), 'entry', 'entries')} {why}: {titles}"
        files.warn(message, Path(source), left[0].quote.lines[0], hint=hint)


def _is_author(fact: Fact, owner: str) -> bool:
    return any(may_be_one(names.name_of(author).rstrip("* "), owner) for author in fact.values.get("authors", ()))


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
    if fact.section != "publications" or not short or (venue and " " not in venue) or works.is_archive(short):
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

_AND = re.compile(r"\s+(?:(?:and|&|und)\s+)+", re.IGNORECASE)  # some lists have it twice before the last name
_CUT = re.compile(r"\s*[,;、，]\s*(?:(?:and|&|und)\s+)*|\s+(?:(?:and|&|und)\s+)+", re.IGNORECASE)
_END = re.compile(r"[ ,;]+$|(?<!\b\w)\.[ .,;]*$")
_ONE_INVERTED = re.compile(r"[^\s,]{2,40}, [^\s,]{1,40}|[^\s,]{2,40}(?: [^\s,]{1,40})?, (?:\w\.?[ -]?){1,4}")
_SUFFIX = re.compile(r"(?:Jr|Sr|II|III|IV|Ph\.?D)\.?", re.IGNORECASE)
_INVERTED = re.compile(r"[^\s,]{2,40}(?: [^\s,]{1,40})?, [^,]{1,40}")
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
    people, written, is_cut = _people(head, settings)
    if title.text:
        if not people:
            files.warn(f"of '{plain(title.text)[:120]}' no author is named", page.path, title.lines[0])
        values = {
            "title": works.title_of(plain(title.text)),
            "authors": people,
            "more_authors": True if any(map(names.is_others, written)) else None,
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
    note = plain(head.at("status", "note").text)
    status = statuses.status_in(note)
    if not status:
        status, note = statuses.status_of(plain(head.at(*_DATES).text))
    venue = _VENUE_BEFORE.sub("", plain(_venue(head).text))
    is_archived = works.is_archive(venue)
    return {
        "venue": "" if is_archived else venue,
        "venue_kind": _venue_kind(head) if venue and not is_archived else "",
        **(date_of(head.at(*_DATES)) or kept(year=read_venue(plain(_venue(head).text)).year)),
        "type": kind if kind in _TYPES else None,
        "status": status or ("preprint" if is_archived or kind == "preprint" else ""),
        "status_note": note if status else "",
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


def _people(head: ValueNode, settings: SiteSettings) -> tuple[list[str], list[str], bool]:
    """Return the authors, what stands there as names, and whether they were cut out of a citation."""
    node = head.at("authors", "author")
    if isinstance(node.value, list):
        written = [plain(each.at("name").text or each.text) for each in node.value]
        written = [settings.name if each in ("admin", "me") else names.turned(each) for each in written]
        return _marked(written), written, False
    if node.text:
        written = authors_of(plain(node.text))
        return _marked(written), written, False
    cited = plain(head.at("citation").text)
    before = _before_title(cited, plain(head.at("title").text))
    written = authors_of(before) if before else []
    good = [each for each in written if is_name(without_title(each)) or names.is_others(each)]
    return (_marked(written), written, True) if written and len(good) == len(written) else ([], [], True)


def _before_title(cited: str, title: str) -> str:
    """Return what stands before the year or the title of a citation: its authors."""
    at = cited.casefold().find(title.casefold()[:40]) if title else -1
    before = cited[:at] if at > 0 else re.split(r"[(“\"]|\.\s(?=(?:19|20)\d\d|[\"“])", cited, maxsplit=1)[0]
    return re.sub(r"[\s.,(\"“]{0,5}(?:(?:19|20)\d\d)?[\s.,)(\"“:]{0,6}$", "", before).strip()


def authors_of(text: str) -> list[str]:
    """Return the names of a list as it is usually written, in spoken order.

    >>> authors_of("Ada Lovelace, Charles Babbage, and Mary Somerville")
    ['Ada Lovelace', 'Charles Babbage', 'Mary Somerville']
    >>> authors_of("Lovelace, Ada and Babbage, Charles"), authors_of("Lovelace, A., Babbage, C.")
    (['Ada Lovelace', 'Charles Babbage'], ['A. Lovelace', 'C. Babbage'])
    >>> authors_of("Barrault, L."), authors_of("Lovelace, A. and De Mori, R. and and Babbage, C.")
    (['L. Barrault'], ['A. Lovelace', 'R. De Mori', 'C. Babbage'])
    """
    text = _END.sub("", text.strip()).lstrip(" .,;")
    inverted = [part.strip() for part in (text.split(";") if ";" in text else _AND.split(text))]
    form = _INVERTED if len(inverted) > 1 else _ONE_INVERTED
    if all(form.fullmatch(part) for part in inverted):
        return [names.turned(part) for part in inverted]
    listed = re.sub(r",?\s+(?:(?:and|&)\s+)+", ", ", text)
    if all(len(part.split()) == 1 or re.fullmatch(r"(?:\w\.?[ -]?){1,4}", part) for part in listed.split(", ")) and (
        turned := names.comma_list(listed if listed.endswith(".") else f"{listed}.")
    ):
        return turned
    found: list[str] = []
    for piece in _CUT.split(text):
        if found and _SUFFIX.fullmatch(piece):
            found[-1] += f" {piece}"
        elif piece.strip(" ."):
            found.extend(_without_others(piece.strip()))
    return found


def _without_others(piece: str) -> Iterator[str]:
    name, _, rest = piece.partition(" et al")
    if name.strip():
        yield name.strip()
    if rest or " et al" in piece:
        yield "others"


def _marked(written: Sequence[str]) -> list[str]:
    """Return names with a star behind those who contributed equally: the first two have it."""
    starred = ["*" in marks_of(name) for name in written]
    equal = len(starred) > 1 and starred[0] and starred[1]
    bare = [without_marks(name).strip(" .,") if "*" in name or marks_of(name) else name for name in written]
    marked = [f"{name}*" if equal and star else name for name, star in zip(bare, starred, strict=True)]
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
