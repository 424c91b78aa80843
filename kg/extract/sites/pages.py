"""The pages of a site that are about its owner, each with the files that it includes."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from kg.base.errors import ReadError
from kg.extract.documents import reading
from kg.extract.documents.model import Document, DocumentBlock
from kg.extract.sections import kind_of
from kg.extract.sites import table
from kg.extract.sites.cv import PageReader
from kg.extract.sites.files import PAGES, FrontMatterPage, SiteFiles, is_index
from kg.profile.drafts.model import Fact
from kg.profile.records import Source
from kg.terms.identifiers import fold

EXTRACTOR = "cv"
MAX_INCLUDES = 50
_HOME = ("index", "_index", "about", "home")
_INCLUDE = re.compile(r"\{%-?\s{0,9}(?P<kind>include(?:_relative|_cached)?)\s{1,9}[\"']?(?P<name>[\w./-]{1,200})")
_LOOP = re.compile(r"\{%-?\s{0,9}(?P<end>end)?for\b")


def read(files: SiteFiles, read_page: PageReader) -> Iterator[Fact]:
    """Yield what the pages of a site say of its owner; nothing of its blog and its news."""
    for path in _candidates(files):
        page = files.page(path)
        if page is not None and _is_about_owner(page) and page.body.strip():
            yield from of_page(path, files, read_page)


def of_page(path: Path, files: SiteFiles, read_page: PageReader) -> Iterator[Fact]:
    """Yield what a page says, and each file that it includes, below the heading of the page that stands above it."""
    waiting: list[tuple[Path, tuple[DocumentBlock, ...]]] = [(path, ())]
    seen = {path.resolve()}
    while waiting:
        here, above = waiting.pop()
        try:
            document = reading.read(here)
        except ReadError as error:
            files.warnings.extend(error.problems)
            continue
        _keep(document, files)
        if above:  # which makes it another text than that of its file
            document = replace(document, blocks=(*above, *document.blocks), sha256="")
        yield from read_page(document, files.name)
        for line, included in _includes(here, files):
            if included.resolve() not in seen and len(seen) <= MAX_INCLUDES:
                seen.add(included.resolve())
                headings = [each for each in document.blocks if each.kind == "heading" and each.lines[0] <= line]
                waiting.append((included, tuple(headings[-1:])))


def _candidates(files: SiteFiles) -> Iterator[Path]:
    """Yield pages in the order in which they tell whose they are: first the front page."""
    found = [path for path in files.of_kind("page") if len(path.relative_to(files.root).parts) <= 4]
    found += files.below(".", depth=1)
    found += [path for path in files.below("content", depth=2) if path.parent.name == "content" or is_index(path)]
    found += [path for path in files.below(".", (".qmd",), depth=2) if path.stem == "index"]
    stems = {path: path.stem.casefold() for path in dict.fromkeys(found)}
    yield from sorted(stems, key=lambda path: (stems[path] not in _HOME, "about" not in stems[path]))


def _is_about_owner(page: FrontMatterPage) -> bool:
    """Whether a page is about the owner, by its file's name, its address or its title."""
    head, path = page.head, page.path
    if not page.is_public:
        return False
    if head.peek("permalink").text == "/":
        return True
    stem = path.parent.name if is_index(path) and path.parent.name not in ("content", "") else path.stem
    address = head.peek("permalink", "url").text.strip("/").rpartition("/")[2].removesuffix(".html")
    names = [name for name in (stem, address, head.peek("title").text) if name]
    if set(table.fields("page")["other"]) & {
        word for name in names[:2] for word in fold(name.replace("_", " ")).split()
    }:
        return False
    return path.stem.strip("_").casefold() in _HOME or any(map(_is_telling, names))


def _is_telling(name: str) -> bool:
    name = name.replace("_", " ").replace("-", " ")[:100]
    return (
        bool(set(fold(name).split()) & set(table.fields("page")["own"]))
        or kind_of(name) in table.fields("page")["kinds"]
    )


def _keep(document: Document, files: SiteFiles) -> None:
    """Keep a document as a source, and its warnings but those that its head gave already."""
    files.sources[document.name] = Source(document.name, document.media_type, EXTRACTOR, document.sha256)
    known = {(problem.path, problem.line) for problem in files.warnings}
    files.warnings.extend(each for each in document.warnings if (each.path, each.line) not in known)


def _includes(path: Path, files: SiteFiles) -> Iterator[tuple[int, Path]]:
    """Yield line and file of what a page includes, but in loops: there they are templates."""
    text = files.text(path)
    depth, place, line = 0, 0, 1
    for mark in sorted([*_INCLUDE.finditer(text), *_LOOP.finditer(text)], key=lambda mark: mark.start()):
        line += text.count("\n", place, mark.start())
        place = mark.start()
        if mark.re is _LOOP:
            depth += -1 if mark["end"] else 1
        elif depth <= 0 and Path(mark["name"]).suffix.lower() in PAGES:
            folder = path.parent if mark["kind"] == "include_relative" else files.root / "_includes"
            found = folder / mark["name"]
            yield from [(line, found)] if found.is_file() and files.is_inside(found) else []
