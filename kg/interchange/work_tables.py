"""A table of works, as offices and databases keep it: CSV, XLSX, XLS or ODS with a row for each work.

Columns are known by their headers in some languages. A row is read as a record of RIS, whose fields they are.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from kg.base.errors import Problem, ReadError
from kg.base.limits import limited
from kg.base.tables import lists_of
from kg.interchange import names
from kg.interchange.drafting import Drafting
from kg.interchange.forms import ris
from kg.interchange.headers import TableHeader, header_of, letter_of, oddities, said_in, spellings
from kg.interchange.sheets import BOOKS, SheetRow, is_formula, read
from kg.profile.drafts.model import Draft
from kg.profile.reading import sha256_of
from kg.terms.identifiers import SCHEMES, iri_of

TABLE = "table"
"""What reads such a file, as evidence has it."""
SUFFIXES = frozenset((*BOOKS, ".csv", ".tsv"))
"""The suffixes of tables."""
NO_DETAILS = "its details are not known"
"""Why a work is left out of which nothing but the DOI is stated."""
_TITLE, _AUTHORS, _DOI = "TI", "AU", "DO"
_PEOPLE = (_AUTHORS, "A2")
_VENUE = "T2"
_REPEATED = frozenset((*_PEOPLE, "KW", "UR", "SN", "N1"))
"""What several columns may hold; of anything else the first that says something counts."""
_CONTAINERS = frozenset(("publication title", "publication"))
"""Headers of titles that are those of the journal or book, where another column has the title of the work."""
_NUMBER = re.compile(r"\W*\d{1,3}$")
_AND = re.compile(r"\s+(?:and|und|et)\s+|\s*&\s*")
_OTHERS = re.compile(r"[\s,;]+et\s+al\b\.?\s*$")
_LISTED = re.compile(r"\s*[;|]\s*")


def works_of(path: Path) -> Draft:
    """Return the works of a table.

    Raises:
        ReadError: If the file cannot be read, or no column says what the works are called.
    """
    with limited(path):
        book = read(path)
        header = header_of(book, _key, (_TITLE, _DOI))
        if header is None:
            hint = "name the columns in the first row: Title, Authors, Year, Venue, DOI …"
            raise ReadError(Problem("no column says what the works are called", path, 1, hint=hint))
        header = _with_containers(header)
        drafting = Drafting(path, TABLE, BOOKS.get(path.suffix.lower(), "text/csv"), text="", sha256=sha256_of(path))
        for problem in oddities(book, header.sheet, path, "works"):
            drafting.warn(problem.message, hint=problem.hint)
        _tell_unread(drafting, header)
        rows = [row for row in header.sheet.rows[header.start :] if any(row.cells)]
        has_commas = _has_commas(rows, header)
        records = [_record(row, header, drafting, has_commas=has_commas) for row in rows]
        for each in filter(_is_bare, records):
            drafting.leave_out("works", NO_DETAILS, "", each.lines)
        ris.add_all(drafting, [each for each in records if not _is_bare(each)])
        return drafting.draft()


def is_table(path: Path) -> bool:
    """Whether a file is a table of works: it has columns of titles and authors, or of DOIs.

    Raises:
        ReadError: If it cannot be read as a table.
    """
    with limited(path):
        found = header_of(read(path), _key, (_TITLE, _DOI))
    return found is not None and not {_AUTHORS, _DOI}.isdisjoint(found.keys)


@cache
def _known() -> Mapping[str, str]:
    return {word: key for key, words in lists_of("kg.interchange", "tables/works.tsv").items() for word in words}


def _key(header: str) -> str:
    """Return what the header of a column says that it holds, or nothing; `Author 2` holds what `Author` does."""
    forms = spellings(header) + spellings(_NUMBER.sub("", header))
    return next((_known()[form] for form in forms if form in _known()), "")


def _with_containers(header: TableHeader) -> TableHeader:
    """Return a header in which 'Publication Title' beside 'Title' is that of the journal or book, as in Zotero."""
    inner = {at for at, name in enumerate(header.headers) if not _CONTAINERS.isdisjoint(spellings(name))}
    if not any(key == _TITLE for at, key in enumerate(header.keys) if at not in inner):
        return header
    return header._replace(keys=[_VENUE if at in inner else key for at, key in enumerate(header.keys)])


def _tell_unread(drafting: Drafting, header: TableHeader) -> None:
    """Say which columns are not read, though something stands in them."""
    rows = header.sheet.rows[header.start :]
    unread = [
        f"'{name or letter_of(at)}'"
        for at, (name, key) in enumerate(zip(header.headers, header.keys, strict=True))
        if not key and any(at < len(row.cells) and said_in(row.cells[at]) for row in rows)
    ]
    if unread:
        known = "Title, Authors, Year, Date, Venue, Type, Volume, Issue, Pages, Publisher, DOI, URL, Abstract, Keywords"
        drafting.warn(f"columns that are not read: {', '.join(unread)[:400]}", hint=f"known are {known} …")


def _record(row: SheetRow, header: TableHeader, drafting: Drafting, *, has_commas: bool) -> ris.RisRecord:
    lines = (row.number, row.number)
    drafting.line = row.number
    fields: dict[str, list[str]] = {}
    for name, key, text in zip(header.headers, header.keys, row.cells, strict=False):
        if key and is_formula(text):
            hint = "save it with values, not formulas"
            drafting.warn(f"left out: a formula under '{name[:60]}'", lines, hint=hint)
        elif key and (plain := said_in(text)):
            if key in fields and key not in _REPEATED:
                drafting.unheld(name, plain not in fields[key])
                continue
            fields.setdefault(key, []).extend(people_in(plain, has_commas=has_commas) if key in _PEOPLE else [plain])
    for scheme in SCHEMES.keys() & fields.keys():
        fields.setdefault("UR", []).extend(filter(None, (iri_of(scheme, text) for text in fields.pop(scheme))))
    return ris.of_mapping("GEN", fields, lines)


def _is_bare(record: ris.RisRecord) -> bool:
    """Say whether a row states the DOI of a work, and not what it is called."""
    return bool(record.first(_DOI)) and not record.first(_TITLE)


def _has_commas(rows: Sequence[SheetRow], header: TableHeader) -> bool:
    """Say whether commas part the authors of a table, so that two of them in a cell are two people."""
    texts = list(_authors(rows, header))
    return any(names.comma_list(text) for text in texts) and not any(_LISTED.search(text) for text in texts)


def _authors(rows: Sequence[SheetRow], header: TableHeader) -> Iterator[str]:
    places = [at for at, key in enumerate(header.keys) if key == _AUTHORS]
    yield from (row.cells[at] for row in rows for at in places if at < len(row.cells))


def people_in(text: str, *, has_commas: bool = False) -> list[str]:
    """Return the names that a cell lists; the last one may stand for others.

    >>> people_in("Lovelace, Ada; Babbage, Charles"), people_in("A. Lovelace, C. Babbage and M. Somerville")
    (['Lovelace, Ada', 'Babbage, Charles'], ['A. Lovelace', 'C. Babbage', 'M. Somerville'])
    >>> people_in("Lovelace, Ada and Babbage, Charles"), people_in("Ada Lovelace, Charles Babbage", has_commas=True)
    (['Lovelace, Ada', 'Babbage, Charles'], ['Ada Lovelace', 'Charles Babbage'])
    >>> people_in("Lovelace, A. et al.")
    ['Lovelace, A.', 'et al.']
    """
    named, others = _OTHERS.subn("", text)
    return [*_names(named, has_commas=has_commas), *(["et al."] if others else [])]


def _names(text: str, *, has_commas: bool) -> list[str]:
    if _LISTED.search(text):
        return [each for each in _LISTED.split(text) if each]
    if several := names.comma_list(_AND.sub(", ", text)):
        return several
    parts = [each.strip(", ") for each in (_AND.split(text))]
    apart = [each.strip() for each in text.split(",")]
    is_list = has_commas and len(parts) == 1 and all(" " in each for each in apart)
    return [each for each in (apart if is_list else parts) if each]
