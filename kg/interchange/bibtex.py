"""BibTeX and BibLaTeX as people keep them, with the fields of al-folio homepages."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, get_args

from kg.base.errors import counted
from kg.interchange import bibtex_entries, bibtex_writing, latex, names, publications, works
from kg.interchange.bibtex_entries import FIELDS, LINKS, BibEntry, Bibliography
from kg.interchange.details import is_to_oneself
from kg.interchange.drafting import Drafting
from kg.interchange.foreign import ForeignFormat, of_works
from kg.interchange.plain import kept, line
from kg.interchange.tables import names_of
from kg.profile.model import VenueKind
from kg.terms import statuses
from kg.terms.identifiers import SCHEMES, fold
from kg.terms.venue_names import read_venue

_VENUES = ("journal", "journaltitle", "booktitle", "eventtitle")
_BODY = re.compile(r"\s*\{(.*)\}\s*", re.DOTALL)
_VERBATIM = frozenset(("doi", "url", "eprint", "arxiv", "arxivid", "adsurl", "license", "copyright", *LINKS))
_OF_WORK = frozenset(
    ("title", "subtitle", "author", "author+an", "editor", "translator", "entrysubtype",
     "holder", "year", "date", "month", "day", "doi", "url", "arxiv", "archiveprefix", "eprinttype", "arxivid",
     "crossref", *LINKS)
)  # fmt: skip
"""What is always held, or reported where it cannot be: title, people, date, addresses."""
_OF_DISPLAY = frozenset(
    ("selected", "bibtex_show", "preview", "altmetric", "dimensions", "file", "owner", "timestamp", "biburl",
     "bibsource", "date-added", "date-modified", "bdsk-url-1", "bdsk-url-2", "bdsk-file-1", "citekey", "groups",
     "mendeley-groups", "creationdate", "modificationdate", "__markedentry")
)  # fmt: skip
"""How a page or a program keeps and shows the entry: keys, times, files, switches. They carry no information."""
_PRINTED = frozenset(
    ("journal", "journaltitle", "booktitle", "eventtitle", "type", "primaryclass", "urldate", "shorttitle", "selected",
     "bibtex_show", "eprint", "preview", "altmetric", "dimensions", "google_scholar_id", "biburl", "bibsource",
     "inspirehep_id", "citekey", *bibtex_entries.READ, *bibtex_entries.STATED)
)  # fmt: skip
"""What else may be quoted: all other fields may be notes to oneself, or where files lie on one's disk."""
_KINDS_STATED = frozenset(
    ("misc", "online", "thesis", "phdthesis", "mastersthesis", "article", "inproceedings", "conference", "incollection",
     "inbook", "book")
)  # fmt: skip
"""Types of entries whose field `type` says which kind of work it is, if it is one of those."""
_OF_BODIES = frozenset(
    ("phdthesis", "mastersthesis", "bachelorsthesis", "thesis", "techreport", "report", "book", "patent")
)  # fmt: skip
"""What an institution or a publisher brings out by itself: a badge there names no venue."""
_IN_VENUES = frozenset(("article", "inproceedings", "conference", "proceedings", "misc", "incollection"))
_PARSED = names_of(FIELDS, "pages", "isbn", "issn", "keywords", "language", "license", "page_count", "abstract")
"""What is held in another form, or reported by itself where it has no such form."""
_YEARS = re.compile(r"(?<=^\d{4})-(?=(?:0\d|1[0-2])$)", re.ASCII)
_ONLINE = ("online", "electronic", "www")
_AND = re.compile(r"\s+and\s+|[{}]|\\.", re.IGNORECASE | re.DOTALL)
_COMMA = re.compile(r"\s*,\s*|[{}]|\\.", re.DOTALL)
_ANNOTATION = re.compile(r"(\d{1,4})\s{0,5}(?::\w{1,20})?=\s{0,5}([^;]{1,100})")
_EQUAL = re.compile(r"equal|co-?first|\*|joint", re.IGNORECASE)


def _add_all(drafting: Drafting, found: Bibliography) -> None:
    """Add the entries of a file as works."""
    if not found.entries and not found.problems:
        drafting.refuse("there is no BibTeX entry here", "an entry begins like '@article{key,'")
    for problem in found.problems:
        drafting.warn(problem.message, (problem.line or 1, problem.line or 1), hint=problem.hint)
    for _ in range(found.unread):
        drafting.leave_out("works", "cannot be read", "", (1, 1))  # each is among the problems
    parents = bibtex_entries.crossed(found.entries)
    marked: list[str] = []
    for entry in found.entries:
        if entry.key.casefold() not in parents:
            marked.extend(_add(drafting, entry))
    if volumes := [entry.key for entry in found.entries if entry.key.casefold() in parents]:
        shown = f"{counted(len(volumes), 'entry', 'entries')}: {', '.join(volumes)[:400]}"
        drafting.warn(f"left out: entries to which others refer, as the volumes in which they appeared: {shown}")
    publications.add_owner(drafting, marked)


def _has_body(text: str) -> bool:
    r"""Say whether a name is wholly in braces, as the names of organisations are.

    >>> _has_body("{World Health Organization}"), _has_body("{van} {Beethoven}"), _has_body("{\\'E}tienne")
    (True, False, False)
    """
    match = _BODY.fullmatch(text)
    return match is not None and not match[1].startswith("\\") and _is_balanced(match[1])  # an accent is no group


def _is_balanced(text: str) -> bool:
    """Say whether no brace closes before it is opened."""
    depth = 0
    for sign in re.findall(r"\\.|[{}]", text, re.DOTALL):
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if depth < 0:
            return False
    return depth == 0


def author_names(text: str) -> list[str]:
    r"""Return the names of a field of authors in spoken order, as plain text.

    >>> author_names(r"Lovelace, Ada and {The Analytical Society} and van Beethoven, Ludwig and others")
    ['Ada Lovelace', 'The Analytical Society', 'Ludwig van Beethoven', 'others']
    """
    return [name for part in _split(_AND, text) if (name := _spoken(part))]


def _add(drafting: Drafting, entry: BibEntry) -> list[str]:
    """Add an entry, and return the names in it that are marked as the owner's."""
    said = texts_of(entry)
    if any(_is_own(name, text) for name, text in said.items()):
        drafting.show_less(entry.lines)
    work = work_of(drafting, entry, said)
    publications.add(drafting, work)
    note_unheld(drafting, said, work, entry.places)
    own = {number for number, text in _annotations(said.get("author+an", "")) if "highlight" in text}
    return [names.name_of(author) for number, author in enumerate(_authors(entry), 1) if number in own]


def texts_of(entry: BibEntry) -> dict[str, str]:
    """Return the fields of an entry as plain text."""
    return {name: _text(name, value) for name, value in entry.fields.items()}


def work_of(drafting: Drafting, entry: BibEntry, said: dict[str, str]) -> publications.Work:
    """Return an entry as a work; report where it is not plain what it says.

    Args:
        drafting: The draft.
        entry: The entry.
        said: Its fields, as plain text.
    """
    for name, value in entry.fields.items():
        if "\\" in value and not said[name]:
            message = f"'{name}' of '{entry.key}' is only TeX that says nothing here: '{value[:60]}'"
            drafting.warn(message, entry.lines, hint="write the text that it stands for")
    authors = _authors(entry)
    if len(authors) > 1 and len(list(_split(_AND, entry.fields.get("author", "")))) == 1:
        drafting.warn(f"the authors of '{entry.key}' are parted by commas", entry.lines, hint="part them by 'and'")
    venue = _venue(entry, said)
    status, note = bibtex_entries.notes(said, venue)
    of_entry = bibtex_entries.of_entry(entry.kind, said, venue)
    people = ("author", "editor", "translator", "author+an")
    return publications.Work(
        kind=_kind(entry, said),
        title=works.with_subtitle(said.get("title", ""), said.get("subtitle", "")),
        authors=list(_with_marks(authors, _annotations(said.get("author+an", "")))),
        lines=entry.lines,
        record=[*map(names.name_of, authors), *(text for name, text in said.items() if name not in people)],
        editors=_others(entry, "editor"),
        translators=_others(entry, "translator"),
        venue=venue,
        venue_kind=_venue_kind(entry, said),
        when=[said.get("date", ""), _date(said)],
        note=status,
        is_complete=not any(map(names.is_others, map(names.name_of, authors))),
        more=of_entry
        | kept(doi=_doi(said), arxiv=_arxiv(said), award=_award(said), note=note)
        | kept(**_addresses(drafting, entry, said)),
    )


def note_unheld(drafting: Drafting, said: dict[str, str], work: publications.Work, places: Mapping[str, int]) -> None:
    """Note the fields of an entry that a work does not hold, by their lines where these are known."""
    for name in said:
        if _is_unheld(name, said, work):
            drafting.not_imported([name], places.get(name, work.lines[0]))


def _text(name: str, value: str) -> str:
    """Return the plain text of a field; a command may stand for a journal."""
    if name in _VERBATIM:
        return latex.verbatim(value)
    return (bibtex_entries.journal_of(value) if name in _VENUES else "") or latex.plain(value)


def _with_marks(authors: list[Any], marks: list[tuple[int, str]]) -> Iterator[Any]:
    """Yield the authors but for `others`, with what is marked of each."""
    equal = {number for number, text in marks if _EQUAL.search(text)}
    corresponding = {number for number, text in marks if "correspond" in text}
    for number, author in enumerate(authors, 1):
        marked = kept(equal_contribution=number in equal, corresponding=number in corresponding)
        if not names.is_others(names.name_of(author)):
            yield {**(author if isinstance(author, dict) else {"name": author}), **marked} if marked else author


def _is_own(name: str, text: str) -> bool:
    """Say whether a field is not for others, or nobody can tell."""
    if name in bibtex_entries.NOTES:
        return not statuses.status_in(text) and is_to_oneself(text)
    if name == "comment":
        return not statuses.status_in(text)
    if name in LINKS:
        return not text.startswith(("https://", "http://"))
    return name not in _OF_WORK | _PRINTED


def _authors(entry: BibEntry) -> list[Any]:
    """Return the people and organisations that are authors in order, also where they are parted wrongly."""
    said = entry.fields.get("author", "") or (entry.fields.get("holder", "") if entry.kind == "patent" else "")
    found = [author for part in _split(_AND, said) if (author := _author(part))]
    if len(found) == 1 and not names.is_body(found[0]) and (listed := names.comma_list(latex.plain(said))):
        return [author for name in listed if (author := names.author(name))]
    return found


def _author(part: str) -> Any:
    """Return an author; a name wholly in braces is that of an organisation."""
    return names.body(name) if _has_body(part) and (name := latex.plain(part)) else names.author(_spoken(part))


def _others(entry: BibEntry, key: str) -> list[Any]:
    """Return the people of a field other than that of the authors."""
    people = (names.author(name) for name in author_names(entry.fields.get(key, "")))
    return [names.name_of(person) for person in people if person and not names.is_others(names.name_of(person))]


def _venue_kind(entry: BibEntry, said: dict[str, str]) -> str:
    """Return the kind of venue that the entry states, else its type, else the field in which the venue stands."""
    if (stated := said.get("entrysubtype", "")) in get_args(VenueKind):
        return stated
    if entry.kind == "article":
        return "journal"
    if entry.kind in ("dataset", "software"):
        return "repository"
    if implied := works.VENUE_KINDS.get(entry.kind):
        return implied
    if said.get("journal") or said.get("journaltitle"):
        return "journal"
    return "conference" if said.get("eventtitle") else ""


def _kind(entry: BibEntry, said: dict[str, str]) -> str:
    """Return the kind of work: types that are used for many kinds say more in other fields."""
    if entry.kind == "unpublished":
        return "manuscript"
    stated = said.get("type", "")
    if entry.kind in _KINDS_STATED and works.kind_of(stated) in works.TYPES:
        return stated
    if entry.kind in _ONLINE and (_arxiv(said)):
        return "preprint"
    return entry.kind


def _venue(entry: BibEntry, said: dict[str, str]) -> str:
    """Return where it appeared; the university of a thesis and the body behind a report are no venues."""
    full = line(next((said[key] for key in _VENUES if said.get(key)), ""))
    if statuses.on_server(full):
        return full
    if statuses.on_server(said.get("institution", "")):
        return said["institution"]
    series = said.get("series", "")
    acronym = series if entry.kind in _IN_VENUES and works.acronym_in([series]) else ""
    short = said.get("abbr", "").strip("_ ") if entry.kind not in _OF_BODIES else ""
    if acronym and said.get("booktitle"):
        return full if read_venue(full).acronym else f"{full} ({acronym.strip(' ()')})"
    published = said.get("publisher", "") if entry.kind in ("dataset", "software") else ""  # where it can be had
    return full or acronym or short or published or _howpublished(entry, said)


def _howpublished(entry: BibEntry, said: dict[str, str]) -> str:
    """Return where something that is of no other type was published, if that is a name."""
    text = said.get("howpublished", "")
    is_name = bool(text) and "://" not in text and not statuses.status_in(text) and not works.arxiv_in(text)
    return text if entry.kind == "misc" and is_name and "www." not in text else ""


def _date(said: dict[str, str]) -> str:
    """Return year, month and day as one text; `2004-05` in the field of the year is two years, not a month."""
    year, month, day = (said.get(key, "") for key in ("year", "month", "day"))
    if month.isdigit():
        return "-".join(filter(None, (year, month, day)))
    return " ".join(filter(None, (month, day, _YEARS.sub("–", year))))


def _doi(said: dict[str, str]) -> str:
    addresses = (said.get(key, "") for key in ("url", "pdf", "html"))
    return said.get("doi", "") or next((doi for each in addresses if (doi := _as_doi(each))), "")


def _is_doi_of(said: dict[str, str], address: str) -> bool:
    """Say whether an address is that of the entry's DOI, and so says nothing new."""
    doi = publications.identifier("doi", _doi(said))
    return bool(_as_doi(address) and doi) and SCHEMES["doi"].canonical(doi) == SCHEMES["doi"].canonical(address)


def _as_doi(address: str) -> str:
    """Return an address if it is that of a DOI."""
    return publications.identifier("doi", address) if "doi.org/" in address else ""


def _arxiv(said: dict[str, str]) -> str:
    """Return the arXiv id, of whatever field."""
    if stated := said.get("arxiv", "") or said.get("arxivid", ""):
        return works.arxiv_in(stated) or stated
    eprint = said.get("eprint", "")
    archive = (said.get("archiveprefix", "") or said.get("eprinttype", "")).casefold()
    if eprint and (archive == "arxiv" or publications.identifier("arxiv", eprint)):
        return eprint if not archive or archive == "arxiv" else ""
    fields = ("journal", "note", "howpublished", "doi", "url", "volume", "institution")
    return next((found for key in fields if (found := works.arxiv_in(said.get(key, "")))), "")


def _award(said: dict[str, str]) -> list[str]:
    """Return the award; al-folio names it in one field and describes it in another."""
    name = said.get("award_name", "") or said.get("award", "")
    return [name] if name else []


def _addresses(drafting: Drafting, entry: BibEntry, said: dict[str, str]) -> dict[str, Any]:
    """Return address and links; paths inside the homepage cannot be told from here."""
    links, inside = [], []
    for key in filter(LINKS.__contains__, said):
        if said[key].startswith(("https://", "http://")):
            links.append({"label": LINKS[key], "url": said[key]})
        elif said[key]:
            inside.append(key)
    if inside:
        message = f"left out of '{entry.key}': {', '.join(inside)}, which are no web addresses"
        drafting.warn(message, entry.lines, hint="write out where the homepage has them: https://…")
    url = said.get("url", "")
    if _as_doi(url):
        url = ""
    links = [link for link in links if not _is_doi_of(said, link["url"])]
    url = url or _address_noted(said) or bibtex_entries.address_of_eprint(said)
    pdf = next((link for link in links if link["label"] == "PDF"), None)
    if pdf and not url:
        url = pdf["url"]
        links.remove(pdf)
    return {"url": url, "links": links}


def _address_noted(said: dict[str, str]) -> str:
    """Return the address that stands where others say how something was published."""
    text = latex.verbatim(said.get("howpublished", ""))
    is_address = text.startswith(("http://", "https://")) and " " not in text
    return text if is_address and not works.arxiv_in(text) else ""


def _annotations(text: str) -> list[tuple[int, str]]:
    """Return what is said of single authors: `3=highlight; 1=equal`."""
    return [(int(number), said.casefold()) for number, said in _ANNOTATION.findall(text)]


def _spoken(part: str) -> str:
    """Return one name in spoken order: `von Last, Jr, First`, or as it stands."""
    return names.of_parts([latex.plain(piece) for piece in _split(_COMMA, part)]) or latex.plain(part)


def _split(separator: re.Pattern[str], text: str) -> Iterator[str]:
    """Yield the parts of a text between separators that stand outside of braces."""
    depth = start = 0
    for match in separator.finditer(text):
        sign = match[0]
        if sign in "{}":
            depth = max(0, depth + (1 if sign == "{" else -1))
        elif depth == 0 and sign[0] != "\\":
            yield text[start : match.start()].strip()
            start = match.end()
    yield text[start:].strip()


def _is_unheld(name: str, said: dict[str, str], work: publications.Work) -> bool:
    """Say whether a field is lost: no value of the work says what it says."""
    text = said[name]
    if name == "keywords" and said.get("author_keywords"):
        return True  # Scopus has terms of its own index there
    if not text or name in _OF_WORK | _OF_DISPLAY or name in _PARSED:
        return False
    if name in ("series", "abbr") and text.strip(" ()_") in work.venue:
        return False
    if name in ("type", "eprint"):
        return not _is_read(name, said, work)
    values = (*work.more.values(), work.venue, work.note, work.kind)
    carried = {fold(str(each)) for value in values for each in (value if isinstance(value, list) else [value])}
    return fold(text) not in carried and not (name in bibtex_entries.NOTES and _is_noted(text, work))


def _is_read(name: str, said: dict[str, str], work: publications.Work) -> bool:
    """Say whether the type that an entry states was understood, or its number in an archive."""
    if name == "type":
        return works.TYPES.get(works.kind_of(said[name])) == works.TYPES.get(works.kind_of(work.kind))
    return bool(work.more.get("arxiv") or work.more.get("pmid") or bibtex_entries.address_of_eprint(said))


def _is_noted(text: str, work: publications.Work) -> bool:
    is_arxiv = bool(works.arxiv_in(text)) and bool(work.more.get("arxiv"))
    return text in str(work.more.get("note", "")) or is_arxiv or work.more.get("url") == latex.verbatim(text)


FORMAT = ForeignFormat(
    "bibtex",
    "application/x-bibtex",
    re.compile(r"^\s{0,20}@[A-Za-z]{1,30}\s{0,10}[{(]", re.MULTILINE),
    _add_all,
    lambda drafting: bibtex_entries.parse(drafting.text, drafting.path),
    write=of_works(bibtex_writing.write),
    encoding="any",
    is_literal=True,
)
