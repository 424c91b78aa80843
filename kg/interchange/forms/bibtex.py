"""BibTeX and BibLaTeX, with the fields of al-folio homepages."""

import re
from collections.abc import Iterator
from typing import Any, get_args

from kg.base.errors import counted
from kg.interchange import bibtex_entries, bibtex_writing, latex, names, publications, references, works
from kg.interchange.bibtex_entries import ADDRESSES, FIELDS, LINKS, BibEntry, Bibliography
from kg.interchange.details import is_to_oneself
from kg.interchange.drafting import Drafting
from kg.interchange.foreign import ForeignFormat, of_works
from kg.interchange.plain import kept
from kg.interchange.references import Reference
from kg.profile.model import VenueKind
from kg.terms import statuses

_VENUES = ("journal", "journaltitle", "booktitle", "eventtitle")
_BODY = re.compile(r"\s*\{(.*)\}\s*", re.DOTALL)
_VERBATIM = frozenset(("doi", "url", "eprint", "arxiv", "arxivid", "adsurl", "license", "copyright", *LINKS))
_OF_DISPLAY = frozenset(
    ("selected", "bibtex_show", "preview", "altmetric", "dimensions", "file", "owner", "timestamp", "biburl",
     "bibsource", "date-added", "date-modified", "bdsk-url-1", "bdsk-url-2", "bdsk-file-1", "citekey", "groups",
     "mendeley-groups", "creationdate", "modificationdate", "__markedentry", "crossref", "entrysubtype", "holder",
     "archiveprefix", "eprinttype", *LINKS)
)  # fmt: skip
"""How a page or a program keeps and shows the entry: keys, times, files, switches. They carry no information."""
_PRINTED = frozenset(
    ("primaryclass", "urldate", "shorttitle", "selected", "bibtex_show", "preview", "altmetric", "dimensions",
     "google_scholar_id", "biburl", "bibsource", "inspirehep_id", "citekey", "crossref")
).union(*(row.names.split() for row in FIELDS)) - {"abbr", *bibtex_entries.NOTES}  # fmt: skip
"""What may be quoted: all other fields may be notes to oneself, or where files lie on one's disk."""
_YEARS = re.compile(r"(?<=^\d{4})-(?=(?:0\d|1[0-2])$)", re.ASCII)
_AND = re.compile(r"\s+and\s+|[{}]|\\.", re.IGNORECASE | re.DOTALL)
_COMMA = re.compile(r"\s*,\s*|[{}]|\\.", re.DOTALL)
_ANNOTATION = re.compile(r"(\d{1,4})\s{0,5}(?::\w{1,20})?=\s{0,5}([^;]{1,100})")
_EQUAL = re.compile(r"equal|co-?first|\*|joint", re.IGNORECASE)


def _add_all(drafting: Drafting, found: Bibliography) -> None:
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
    work = references.work_of(reference(drafting, entry, said))
    publications.add(drafting, work)
    note_unheld(drafting, entry, said, work)
    own = {number for number, text in _annotations(said.get("author+an", "")) if "highlight" in text}
    return [names.name_of(author) for number, author in enumerate(_authors(entry), 1) if number in own]


def texts_of(entry: BibEntry) -> dict[str, str]:
    """Return the fields of an entry as plain text."""
    return {name: _text(name, value) for name, value in entry.fields.items()}


def reference(drafting: Drafting, entry: BibEntry, said: dict[str, str]) -> Reference:
    """Return an entry as a reference; report where it is not plain what it says.

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
    if inside := [key for key in said if key in LINKS and said[key] and not said[key].startswith(ADDRESSES)]:
        message = f"left out of '{entry.key}': {', '.join(inside)}, which are no web addresses"
        drafting.warn(message, entry.lines, hint="write out where the homepage has them: https://…")
    people = ("author", "editor", "translator", "author+an")
    texts = bibtex_entries.texts_of(entry.kind, said)
    url = next(filter(None, texts["addresses"]), "")
    return Reference(
        kind="manuscript" if entry.kind == "unpublished" else entry.kind,
        said=texts,
        lines=entry.lines,
        record=[*map(names.name_of, authors), *(text for name, text in said.items() if name not in people)],
        authors=list(_with_marks(authors, _annotations(said.get("author+an", "")))),
        editors=_others(entry, "editor"),
        translators=_others(entry, "translator"),
        when=[said.get("date", ""), _date(said)],
        links=[(LINKS[key], said[key]) for key in said
               if key in LINKS and said[key].startswith(ADDRESSES) and (key, said[key]) != ("pdf", url)],
        venue_kind=_venue_kind(entry, said),
    )  # fmt: skip


def note_unheld(drafting: Drafting, entry: BibEntry, said: dict[str, str], work: publications.Work) -> None:
    """Note the fields of an entry that a work does not hold, by their lines where these are known."""
    present = {name: [text] for name, text in said.items() if text and name not in _OF_DISPLAY}
    for name in references.unheld(work, bibtex_entries.fields_of(entry.kind), present):
        drafting.not_imported([name], entry.places.get(name, work.lines[0]))
    if said.get("keywords") and said.get("author_keywords"):  # Scopus has terms of its own index there
        drafting.not_imported(["keywords"], entry.places.get("keywords", work.lines[0]))


def _text(name: str, value: str) -> str:
    if name in _VERBATIM:
        return latex.verbatim(value)
    return (bibtex_entries.journal_of(value) if name in _VENUES else "") or latex.plain(value)


def _with_marks(authors: list[Any], marks: list[tuple[int, str]]) -> Iterator[Any]:
    equal = {number for number, text in marks if _EQUAL.search(text)}
    corresponding = {number for number, text in marks if "correspond" in text}
    for number, author in enumerate(authors, 1):
        marked = kept(equal_contribution=number in equal, corresponding=number in corresponding)
        yield {**(author if isinstance(author, dict) else {"name": author}), **marked} if marked else author


def _is_own(name: str, text: str) -> bool:
    """Say whether a field is not for others, or nobody can tell."""
    if name in bibtex_entries.NOTES:
        return not statuses.status_in(text) and is_to_oneself(text)
    if name == "comment":
        return not statuses.status_in(text)
    if name in LINKS:
        return not text.startswith(ADDRESSES)
    return name not in _PRINTED


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


def _date(said: dict[str, str]) -> str:
    """Return year, month and day as one text; `2004-05` in the field of the year is two years, not a month."""
    year, month, day = (said.get(key, "") for key in ("year", "month", "day"))
    if month.isdigit():
        return "-".join(filter(None, (year, month, day)))
    return " ".join(filter(None, (month, day, _YEARS.sub("–", year))))


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


FORMAT = ForeignFormat(
    __name__,
    "application/x-bibtex",
    re.compile(r"^\s{0,20}@[A-Za-z]{1,30}\s{0,10}[{(]", re.MULTILINE),
    _add_all,
    lambda drafting: bibtex_entries.parse(drafting.text, drafting.path),
    write=of_works(bibtex_writing.write),
    suffix=".bib",
    encoding="any",
    is_literal=True,
)
