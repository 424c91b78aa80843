"""What files and folders are: lists of staff, exports, CVs and homepages, the site of a group, lists of works."""

import os
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from kg.base.errors import ReadError
from kg.base.limits import limited
from kg.extract import extraction, papers, sites
from kg.extract.citations.implied import IMPLIED
from kg.extract.documents import reading
from kg.extract.sites import table
from kg.interchange import catalogues, formats, staff, work_tables
from kg.interchange.sheets import BOOKS, RECORDS
from kg.profile.drafts.model import Draft, Fact

STAFF, TABLE, DOCUMENT, SITE, SITE_WORKS = staff.NAME, work_tables.TABLE, "document", "site", "works of a site"
"""How a file is read that is of no format."""
_WORDS = {STAFF: "list of staff", TABLE: "table of works", DOCUMENT: "CV or page", SITE: "homepage"}
_WHY = {
    "a picture": (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".tif", ".tiff", ".ico"),
    "an archive: unpack it": (".zip", ".gz", ".tar", ".tgz", ".7z", ".rar", ".xz", ".bz2"),
    "save it as DOCX or PDF": (".doc", ".odt", ".rtf", ".pages"),
    "no column says what people or works are called": (*BOOKS, ".csv", ".tsv"),
}
_MAYBE_PAPERS = (".pdf", ".docx", ".tex")
_ABOUT_FILES = frozenset(
    ("readme", "license", "licence", "changelog", "contributing", "install", "faq", "requirements")
)
_FOLDERS = frozenset(("node_modules", "__pycache__", "venv", "vendor"))


@dataclass(frozen=True)
class RecognisedInput:
    """A file or a folder, and what it is."""

    path: Path
    form: str = ""  # A format, or one of the above; empty if it is not read
    why: str = ""  # Why it is not read
    is_sure: bool = True  # Whether it should say something
    person: str = ""  # Whose it is, where its heading alone says so
    is_of_group: bool = False  # Whether it lists the works of a group
    is_member: bool = False  # Whether it is the page of somebody on the site of a group
    is_former: bool = False  # Whether it says that its person has left

    @property
    def words(self) -> str:
        """What it is, in words."""
        return _WORDS.get(self.form, self.form)

    @property
    def is_free_form(self) -> bool:
        """Whether it is a document or a site."""
        return self.form in (DOCUMENT, SITE, SITE_WORKS)

    @property
    def rank(self) -> int:
        """What is added first: who there is, then what says whose it is, then lists, which name people."""
        form = formats.FORMATS.get(self.form)
        is_of_person = form is not None and form.is_of_person
        order = (
            self.form == STAFF and self.is_sure,
            is_of_person,
            self.form in (DOCUMENT, SITE) and self.is_sure,
            True,
        )
        return order.index(True)


def recognised(path: Path, left_out: Collection[Path] = ()) -> Iterator[RecognisedInput]:
    """Yield what a file is, or what lies in a folder; the site of one person is one.

    Args:
        path: The file or the folder.
        left_out: Folders and files below it that are not looked at, resolved.
    """
    if not path.is_dir():
        yield _file(path)
    elif sites.is_site(path):
        yield from _site(path)
    else:
        for each in sorted(path.iterdir()):
            is_apart = each.name.startswith(".") or each.name in _FOLDERS or each.resolve() in left_out
            if not is_apart and not (each.is_dir() and each.is_symlink()):
                yield from recognised(each, left_out) if each.is_dir() else [_inner(each)]


def read(found: RecognisedInput) -> Draft:
    """Return what a document or a site says; of that of a group the works that no bibliography lists.

    Raises:
        ReadError: If it cannot be read.
    """
    draft = extraction.extract([found.path], name=found.person)
    if found.form != SITE_WORKS:
        return draft
    listed = (*table.places("cv"), ".bib")
    works = [each for each in draft.facts if each.section == "publications" and not each.quote.source.endswith(listed)]
    works = [_unowned(each) if each.reason in IMPLIED else each for each in works]
    sources = {each.quote.source for each in works}
    warnings = tuple(each for each in draft.warnings if each.path and each.path.as_posix() in sources)
    return replace(draft, facts=tuple(works), warnings=warnings)


def _unowned(work: Fact) -> Fact:
    """Return a work of the list of a group, without the first author, whom only a list of one's own implies."""
    others = [*work.values.get("authors", ())][1:]
    values = {key: value for key, value in work.values.items() if key != "authors"}
    return replace(work, values=values | {"authors": others} if others else values, reason="")


def _site(directory: Path) -> Iterator[RecognisedInput]:
    """Yield a homepage as one; of the site of a group the pages of its people, its lists, and its other works."""
    walked = (Path(folder) / name for folder, _, names in os.walk(directory) for name in sorted(names))
    files = [each for each in walked if not any(part.startswith(".") for part in each.relative_to(directory).parts)]
    people = sites.pages_of_people(directory)
    is_of_group = not sites.states_owner(directory)
    pages = [
        RecognisedInput(path, DOCUMENT, person=each.name, is_member=is_of_group, is_former=each.is_former)
        for path, each in people.items()
    ]
    data = [each for each in files if each.suffix.lower() in RECORDS and each.parent.name == "_data"]
    seen = {each: _inner(each) for each in data}
    lists = [each for each in seen.values() if each.form == STAFF]
    yield from pages
    if not is_of_group or not (pages or lists):
        yield RecognisedInput(directory, SITE)
        yield from (replace(each, is_sure=False) for each in lists)  # after the page of their owner, who is in them
        return
    own = next(iter(sites.bibliographies(directory)), directory / "_bibliography").parent
    lists += [replace(_file(each), is_of_group=each.parent == own) for each in files if each.suffix.lower() == ".bib"]
    yield from lists
    yield RecognisedInput(directory, SITE_WORKS, is_sure=False, is_of_group=True)
    rest = {*data, *(each for each in files if each.suffix.lower() in (".md", ".qmd"))}
    for path in sorted(rest - {each.path for each in (*pages, *lists)}):
        why = seen[path].why if path in seen and seen[path].is_sure else ""  # such as what is no YAML
        why = why or "of the site of a group: only works are looked for in it"
        yield RecognisedInput(path, why=why, is_sure=False)


def _inner(path: Path) -> RecognisedInput:
    """Return what a file in a folder is, which nobody named: files about files are left out."""
    if path.stem.casefold() in _ABOUT_FILES and path.suffix.lower() in ("", ".md", ".txt", ".rst"):
        return RecognisedInput(path, why="about the files, not about people", is_sure=False)
    return _file(path)


def _file(path: Path) -> RecognisedInput:
    suffix = path.suffix.lower()
    try:
        if path.stat().st_size == 0:
            return RecognisedInput(path, why="empty", is_sure=False)
        form = _form(path, suffix)
        with limited(path):
            if suffix in _MAYBE_PAPERS and not form and papers.is_paper(reading.read(path)):
                return RecognisedInput(path, why="seems to be a paper, and nobody's CV", is_sure=False)
    except OSError as error:
        return RecognisedInput(path, why=f"cannot be read: {error.strerror}")
    except ReadError as error:
        return RecognisedInput(path, why=error.problems[0].message)
    is_data = suffix in sites.DATA
    if form or is_data or suffix in reading.SUFFIXES:
        return RecognisedInput(path, form or DOCUMENT, is_sure=bool(form) or not is_data)
    why = next((why for why, suffixes in _WHY.items() if suffix in suffixes), "of no kind that kg reads")
    return RecognisedInput(path, why=why, is_sure=False)


def _form(path: Path, suffix: str) -> str:
    """Return the format of a file of data, or whether it is a table of people or works; empty if it is neither.

    Raises:
        OSError: If it cannot be opened.
        ReadError: If it cannot be read as a table.
    """
    is_table = suffix in work_tables.SUFFIXES
    form = "" if is_table or suffix in (*reading.SUFFIXES, *_WHY["a picture"]) else formats.detect(path)
    if form or not (is_table or suffix in RECORDS) or catalogues.is_proposed(path):
        return form or ""
    if work_tables.is_table(path):
        return TABLE if is_table else ""
    return STAFF if staff.is_list(path) else ""
