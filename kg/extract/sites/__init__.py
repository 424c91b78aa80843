"""Read a homepage as it is built: Jekyll, Hugo and Quarto sites, with their structured files before their prose."""

import os
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from kg.base.errors import Problem, ReadError, counted
from kg.extract.documents import reading
from kg.extract.documents.model import Document
from kg.extract.owner import name_under_key
from kg.extract.sites import config, cv, entries, pages, people, table
from kg.extract.sites.cv import PageReader
from kg.extract.sites.entries import KeyedEntry
from kg.extract.sites.files import FrontMatterPage, SiteFiles
from kg.extract.sites.stating import NOTHING, Body, Stating, is_placeholder, name_in_facts, plain
from kg.interchange.forms import bibtex
from kg.profile.authorship import is_named
from kg.profile.drafts.model import Draft, Fact
from kg.profile.records import Source
from kg.terms.identifiers import fold

__all__ = [
    "DATA",
    "PageReader",
    "bibliographies",
    "is_former",
    "is_nobody",
    "is_site",
    "of_head",
    "pages_of_people",
    "read",
    "read_data",
    "states_owner",
]

DATA = (".yml", ".yaml", ".json", ".bib")
"""The ends of names of structured files that can be read alone."""
_DATA_FOLDERS = ("_data", "data")
_KINDS = ("work", "talk", "course", "project")
_FEW_FOLDERS = 4
_OF_SEVERAL = frozenset(("authors", "members", "people", "staff", "students", "team", "alumni", "group", "lab"))
_MAX_SUMMARY = 2_000
PRESUMED = 0.5
"""How sure authors are that a form has no place for."""


def is_site(directory: Path) -> bool:
    """Whether a directory holds the source of a homepage."""
    kinds = ("cv", "owner", "bibliography", "page", "work", "talk", "course", "config")
    signs = [place for kind in kinds for place in table.places(kind) if place[0] == "_" or "/" in place or kind == "cv"]
    if any((directory / sign).exists() for sign in [*signs, "hugo.toml", "hugo.yaml", "hugo.yml", "content/authors"]):
        return True
    return (directory / "content").is_dir() and any((directory / name).is_file() for name in table.places("config"))


class PageOfPerson(NamedTuple):
    """What the page of a person on a site says first: the name, where only a heading states it, and who has left."""

    name: str
    is_former: bool


def pages_of_people(directory: Path) -> dict[Path, PageOfPerson]:
    """The pages of a site that are about a person each, of whom it has several."""
    files = SiteFiles(directory)
    placed = set(files.of_kind("person"))
    paths = [each for each in files.below(".") if each in placed or _is_of_several(each.relative_to(directory))]
    found: dict[Path, PageOfPerson] = {}
    names: set[str] = set()
    for page in (page for path in paths if (page := files.page(path)) and page.is_public):
        stated, heading = people.name_of(page.head).text, page.body.strip().partition("\n")[0]
        text = stated or (heading.lstrip("# ") if heading.startswith("#") else "")
        if (name := name_under_key(plain(text))) and not people.is_nobody(page.head):
            found[page.path] = PageOfPerson("" if stated else name.name, people.is_former(page.head))
            names.add(fold(name.name))
    return found if len(names) > 1 else {}


def bibliographies(directory: Path) -> list[Path]:
    """The lists of works of a site in BibTeX, the first those of its main folder."""
    return list(SiteFiles(directory).of_kind("bibliography", (".bib",)))


def states_owner(directory: Path) -> bool:
    """Whether the settings of a site name a person whose homepage it is."""
    files = SiteFiles(directory)
    config.read(files)
    return bool(files.name)


def read(directory: Path, read_page: PageReader, *, name: str = "") -> Draft:
    """What the source of a homepage says of its owner.

    Args:
        directory: Its root.
        read_page: What finds facts in a document, given the owner's name.
        name: The owner's name, where the site is not to be asked.
    """
    files = SiteFiles(directory, name)
    stated, is_unedited = config.read(files)
    stated += _of_cvs(files, read_page)
    listed = [fact for path in files.of_kind("bibliography", (".bib",)) for fact in _of_bibliography(path, files)]
    found = list(_entries(files))
    if not files.name and not is_unedited:
        files.name = name_in_facts([*stated, *listed])
    if files.name or not is_unedited:
        stated += [fact for fact in listed if fact.section]
    elif listed:
        files.warn("ignored: the site does not say whose it is", Path(listed[0].quote.source), hint="give --name")
    own, others = _people(found, files)
    for page in own:
        stated += people.read(page.head, page.stating, files)
    for page, kind in (each for each in found if each[1] in _KINDS):
        body = NOTHING if kind == "work" else _body(page)
        stated += entries.read(KeyedEntry(kind, page.head, page.stating, files, body))
    stated += _of_data(files)
    told = [fact for page in own if page.body.strip() for fact in pages.of_page(page.path, files, read_page)]
    told += pages.read(files, read_page)
    if others:
        message = f"{counted(len(others), 'page')} of other people {'is' if len(others) == 1 else 'are'} not imported"
        files.warn(message, others[0], hint="give each as a file of its own: kg extract FILE... -o profiles/")
    facts = [*_without_presumed(stated), *told]
    return _reading(files, [fact for fact in facts if not name or fact.section or "name" not in fact.values])


def _reading(files: SiteFiles, facts: list[Fact]) -> Draft:
    """What was read, each fact once, with what was not."""
    files.report_unread()
    once = {(fact.id, fact.quote.source): fact for fact in reversed(facts)}
    kept = tuple(fact for fact in facts if once[fact.id, fact.quote.source] is fact)
    return Draft(kept, tuple(files.sources.values()), tuple(dict.fromkeys(files.warnings)))


def owner_near(page: Path) -> tuple[list[Fact], tuple[Source, ...]]:
    """The name of whose homepage a page is, as the site's configuration states it, and the file that does.

    A page in a folder of people is one of them, not of the owner of the site.
    """
    folders = list(page.absolute().parents)[:_FEW_FOLDERS]
    names = [name for name in table.places("config") if name[0] == "_" and "/" not in name]
    root = next((folder for folder in folders if any((folder / name).is_file() for name in names)), None)
    if root is None or _is_of_several(page.absolute().relative_to(root)):
        return [], ()
    files = SiteFiles(root if page.is_absolute() else Path(os.path.relpath(root)))
    stated = [fact for fact in config.read(files)[0] if {"name", "variants"} & fact.values.keys()]
    stated.sort(key=lambda fact: "name" not in fact.values)
    used = {fact.quote.source for fact in stated}
    return stated, tuple(source for source in files.sources.values() if source.path in used)


def _is_of_several(page: Path) -> bool:
    """Whether a page is in a folder of people."""
    return any(fold(part) in _OF_SEVERAL for part in page.parent.parts)


def is_nobody(document: Document) -> bool:
    """Whether a page is about a pet or a mascot."""
    return people.is_nobody(document.head)


def is_former(document: Document) -> bool:
    """Whether the head of a page says that somebody is no longer there."""
    return people.is_former(document.head)


def of_head(document: Document) -> Draft:
    """What the head of a page says of the person whom it is about; of a page about no person only their addresses."""
    files, head = SiteFiles(Path(document.name).parent), document.head
    stating = Stating(document.name, "front matter")
    if is_nobody(document):
        return Draft((), (), (Problem("ignored: it is about no person", stating.path, head.lines[0]),))
    if people.is_person(head):
        facts = people.read(head, stating, files)
    else:
        facts = chain(people.contacts(head, stating), people.job_of(head, stating))
    return _reading(files, list(facts))


def read_data(path: Path, read_page: PageReader, *, name: str = "") -> Draft:
    """What one structured file says: a CV as YAML or JSON, a bibliography, a list of works.

    Raises:
        ReadError: If it says nothing of anybody.
    """
    files = SiteFiles(path.parent, name)
    is_bibliography = path.suffix.lower() == ".bib"
    is_list = not is_bibliography and isinstance(files.data(path).value, list)
    facts = list(_of_bibliography(path, files) if is_bibliography else _of_lists(path, files) if is_list else ())
    if not (facts or is_bibliography):
        facts = cv.read(path, files, read_page).facts or ([] if is_list else list(_of_lists(path, files)))
    files.report_unread()
    if not facts:
        raise ReadError(
            files.warnings or Problem("says nothing of a person", path, hint="check that it is a CV as data")
        )
    return _reading(files, facts)


def _of_cvs(files: SiteFiles, read_page: PageReader) -> Iterator[Fact]:
    """Yield what CVs as data say, but those of another person: templates come with one."""
    for path in files.of_kind("cv", ()):
        try:
            found = cv.read(path, files, read_page)
        except ReadError as error:
            files.warnings.extend(error.problems)
            continue
        if files.name and found.name and not is_named([found.name], [files.name]):
            files.warn(f"ignored: it is about {found.name}, not about {files.name}", path)
            continue
        if not files.name and found.name and not is_placeholder(found.name):
            files.name = found.name
        yield from found.facts


def _of_bibliography(path: Path, files: SiteFiles) -> Iterator[Fact]:
    """Yield the entries of a bibliography, and whose they seem to be; what cannot be read is a warning."""
    try:
        draft = bibtex.FORMAT.read(path)
    except ReadError as error:
        files.warnings.extend(error.problems)
        return
    files.sources |= {source.path: source for source in draft.sources}
    files.warnings.extend(draft.warnings)
    yield from draft.facts


def _entries(files: SiteFiles) -> Iterator[tuple[FrontMatterPage, str]]:
    """Yield the pages that are entries, with their kinds: by the table, in other collections by their content."""
    placed: dict[Path, str] = {}
    for kind in (*_KINDS, "person"):
        for path in files.of_kind(kind):
            placed.setdefault(path, kind)
    rest = [path for folder in _collections(files) for path in files.below(folder) if path not in placed]
    for path in [*placed, *rest]:
        page = files.page(path) if path.stem != "_index" or placed.get(path) == "person" else None
        if page is not None and page.is_public and not page.head.peek("listing").value:
            kind = placed.get(path) or entries.kind_of(page.head, is_page=True)
            if kind == "person" or page.head.peek("title", "name").text:
                yield page, kind


def _collections(files: SiteFiles) -> list[str]:
    """The folders of collections that the table does not name."""
    known = {place for kind in ("nothing", "page") for place in table.places(kind)}
    folders = [*sorted(files.root.glob("_*")), *sorted(files.root.glob("content/*"))]
    names = (path.relative_to(files.root).as_posix() for path in folders if path.is_dir())
    return [name for name in names if name not in known]


def _people(found: Iterable[tuple[FrontMatterPage, str]], files: SiteFiles) -> tuple[list[FrontMatterPage], list[Path]]:
    """The pages of the owner and of others."""
    own: list[FrontMatterPage] = []
    others: list[Path] = []
    for page in [page for page, kind in found if kind == "person" and not people.is_nobody(page.head)]:
        if files.name and is_named(people.names_of(page.head), [files.name]):
            own.append(page)
        elif people.name_of(page.head).text:
            others.append(page.path)
    return own, others


def _of_data(files: SiteFiles) -> Iterator[Fact]:
    """Yield the works of all files of data, and what they say of the owner."""
    known = {path for kind in ("cv", "config") for path in files.of_kind(kind, ())}
    for folder in _DATA_FOLDERS:
        for path in files.below(folder, DATA[:3]):
            if path not in known:
                yield from _of_lists(path, files)


def _of_lists(path: Path, files: SiteFiles) -> Iterator[Fact]:
    """Yield the works of lists in a file, and what lists of people say of the owner; report what is no work."""
    stating = Stating(path.as_posix(), "front matter")
    waiting = [files.data(path)]
    while waiting:
        node = waiting.pop()
        waiting += [each for _, each in reversed(node.pairs) if isinstance(each.value, dict | list)]
        several = [each for each in node.entries if isinstance(each.value, dict)] if node.value is not None else []
        works = [each for each in several if entries.kind_of(each) == "work"]
        for each in several if files.name else ():
            if entries.kind_of(each) == "person" and is_named(people.names_of(each), [files.name]):
                yield from people.read(each, stating, files)
        for each in several if isinstance(node.value, list) and len(works) > len(several) / 3 else ():
            if each.peek("title").text:
                yield from entries.read(KeyedEntry("work", each, stating, files))
            else:
                files.warn("ignored: an entry without a title", path, each.lines[0], hint="add its 'title'")


def _body(page: FrontMatterPage) -> Body:
    """The sentences below a head, and the links there; nothing of a template."""
    if not page.body.strip() or is_placeholder(page.body.strip()):
        return NOTHING
    try:
        blocks = reading.read_text(page.body, page.path.as_posix())
    except ReadError:
        return NOTHING
    links = tuple((run.text.strip(), run.target) for block in blocks for run in block.runs if run.target)
    told = [block for block in blocks if block.kind in ("paragraph", "item")
            and len("".join(run.text for run in block.runs if not run.target).split()) >= 4]  # fmt: skip
    words = "\n".join(" ".join(block.text.split()) for block in told)[:_MAX_SUMMARY]
    return Body(words, links, max((block.lines[1] for block in blocks), default=0))


def _without_presumed(facts: list[Fact]) -> Iterator[Fact]:
    """Yield facts without publications whose authors are presumed, where another file states them."""
    works = [fact for fact in facts if fact.section == "publications"]
    stated = {fold(str(fact.values["title"])) for fact in works if fact.confidence.get("authors", 1.0) > PRESUMED}
    for fact in facts:
        is_presumed = fact.section == "publications" and fact.confidence.get("authors", 1.0) <= PRESUMED
        if not (is_presumed and fold(str(fact.values["title"])) in stated):
            yield fact
