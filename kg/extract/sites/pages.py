"""The pages of a site that are about its owner, each with the files that it includes read in place.

Lines of an included file are counted from a number that no page reaches; so a fact can be given back to its file.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from kg.base.errors import ReadError
from kg.extract.documents import reading
from kg.extract.documents.model import Document, DocumentBlock
from kg.extract.sections import kind_of
from kg.extract.sites.cv_data import PageReader
from kg.extract.sites.files import PAGES, FrontMatterPage, SiteFiles
from kg.extract.sites.settings import SiteSettings
from kg.profile.drafts.model import Fact
from kg.profile.records import Source
from kg.terms.identifiers import fold

EXTRACTOR = "cv"
MAX_INCLUDES = 50
MAX_DEPTH = 5
_OFFSET = 10_000_000

_FOLDERS = ("_pages", "pages", "content/page", "content/pages", "_tabs")
_HOME = ("index", "_index", "about", "home", "readme")
_WORDS = frozenset(
    ("about", "cv", "home", "index", "resume", "vita", "vitae", "bio", "curriculum", "me", "honors", "portfolio")
)
_KINDS = frozenset(
    ("publications", "education", "positions", "awards", "teaching", "service", "talks", "systems", "skills",
     "interests", "summary", "memberships")
)  # fmt: skip
_NOT = frozenset(
    ("404", "archive", "archives", "blog", "categories", "category", "changelog", "code", "collection",
     "contributing", "conduct", "dropdown", "group", "license", "markdown", "menu", "news", "people", "posts", "post",
     "privacy", "profiles", "repositories", "search", "sitemap", "students", "tags", "tag", "talkmap", "team",
     "template", "terms", "tools", "tutorials", "year", "page")
)  # fmt: skip
_INCLUDE = re.compile(r"\{%-?\s{0,9}(?P<kind>include(?:_relative|_cached)?)\s{1,9}[\"']?(?P<name>[\w./-]{1,200})")
_LOOP = re.compile(r"\{%-?\s{0,9}(?P<end>end)?for\b")


@dataclass
class _Whole:
    """A page with what it includes.

    Attributes:
        names: The files, in the order of their offsets.
        seen: What was included already.
    """

    names: list[str] = field(default_factory=list)
    seen: set[Path] = field(default_factory=set)


def read(files: SiteFiles, site: SiteSettings, read_page: PageReader) -> Iterator[Fact]:
    """Yield what the pages of a site say of its owner; nothing of its blog and its news."""
    if site.author_page and site.author_page.body.strip():
        yield from _of_page(site.author_page.path, files, site.name, read_page)
    for path in _candidates(files):
        page = files.page(path)
        if page is not None and _is_about_owner(page) and page.body.strip():
            yield from _of_page(path, files, site.name, read_page)


def _candidates(files: SiteFiles) -> Iterator[Path]:
    """Yield pages in the order in which they tell whose they are: first the front page."""
    found = [path for folder in _FOLDERS for path in files.below(folder, depth=2)]
    found += files.below(".", depth=1)
    found += [path for path in files.below("content", depth=2) if _is_page_of_its_own(path)]
    found += [path for path in files.below(".", (".qmd",), depth=2) if path.stem == "index"]
    found = [path for path in dict.fromkeys(found) if path.stem.casefold() != "readme"]
    yield from sorted(found, key=lambda path: (path.stem.casefold() not in _HOME, "about" not in path.stem.casefold()))


def _is_page_of_its_own(path: Path) -> bool:
    """Say whether a file of Hugo's content is a page, not one of a list such as talks or posts."""
    return path.parent.name == "content" or path.stem.strip("_") == "index"


def _is_about_owner(page: FrontMatterPage) -> bool:
    """Say whether a page is about the owner, by its file's name, its address or its title."""
    head, path = page.head, page.path
    if head.at("published").text.casefold() == "false" or head.at("draft").text.casefold() == "true":
        return False
    stem = (
        path.parent.name if path.stem.strip("_") == "index" and path.parent.name not in ("content", "") else path.stem
    )
    address = head.at("permalink", "url").text.strip("/").rpartition("/")[2].removesuffix(".html")
    if head.at("permalink").text == "/":
        return True
    names = [name for name in (stem, address, head.at("title").text) if name]
    words = {word for name in names[:2] for word in fold(name.replace("_", " ")).split()}
    if words & _NOT:
        return False
    return path.stem.strip("_").casefold() in _HOME[:4] or any(map(_is_telling, names))


def _is_telling(name: str) -> bool:
    name = name.replace("_", " ").replace("-", " ")[:100]
    return bool(set(fold(name).split()) & _WORDS) or kind_of(name) in _KINDS


def _of_page(path: Path, files: SiteFiles, name: str, read_page: PageReader) -> Iterator[Fact]:
    whole = _Whole()
    document = _with_includes(path, files, whole, 0)
    if document is None:
        return
    for fact in read_page(document, name):
        yield _given_back(fact, whole.names)


def _with_includes(path: Path, files: SiteFiles, whole: _Whole, depth: int) -> Document | None:
    """Return a document with the blocks of what it includes in their places."""
    whole.seen.add(path.resolve())
    try:
        document = reading.read(path)
    except ReadError as error:
        files.warnings.extend(error.problems)
        return None
    _keep(document, files)
    offset = len(whole.names) * _OFFSET
    whole.names.append(document.name)
    blocks = [_moved(block, offset) for block in document.blocks]
    if depth < MAX_DEPTH:
        for line, included in reversed(list(_includes(path, files, whole))):
            inner = _with_includes(included, files, whole, depth + 1)
            at = bisect_right([block.lines[0] % _OFFSET for block in document.blocks], line)
            blocks[at:at] = inner.blocks if inner else ()
    return replace(document, blocks=tuple(blocks))


def _keep(document: Document, files: SiteFiles) -> None:
    """Keep a document as a source, and its warnings but those that its head gave already."""
    source = Source(document.name, document.media_type, EXTRACTOR, document.sha256)
    files.sources[document.name] = source
    known = {(problem.path, problem.line) for problem in files.warnings}
    files.warnings.extend(each for each in document.warnings if (each.path, each.line) not in known)


def _includes(path: Path, files: SiteFiles, whole: _Whole) -> Iterator[tuple[int, Path]]:
    """Yield line and file of what a page includes, but in loops: there they are templates."""
    text = files.text(path)
    depth, place = 0, 0
    marks = sorted([*_INCLUDE.finditer(text), *_LOOP.finditer(text)], key=lambda mark: mark.start())
    line = 1
    for mark in marks:
        line += text.count("\n", place, mark.start())
        place = mark.start()
        if mark.re is _LOOP:
            depth += -1 if mark["end"] else 1
        elif depth <= 0 and len(whole.seen) <= MAX_INCLUDES and (found := _file(mark, path, files)):
            is_new = found.resolve() not in whole.seen
            whole.seen.add(found.resolve())
            yield from [(line, found)] if is_new else []


def _file(mark: re.Match[str], path: Path, files: SiteFiles) -> Path | None:
    """Return the file that an include names, if it is one of text inside the site."""
    if Path(mark["name"]).suffix.lower() not in PAGES:
        return None
    folder = path.parent if mark["kind"] == "include_relative" else files.root / "_includes"
    found = folder / mark["name"]
    return found if found.is_file() and files.is_inside(found) else None


def _moved(block: DocumentBlock, offset: int) -> DocumentBlock:
    if not offset:
        return block
    runs = tuple(replace(run, line=run.line + offset) for run in block.runs)
    return replace(block, runs=runs, lines=(block.lines[0] + offset, block.lines[1] + offset))


def _given_back(fact: Fact, names: Iterable[str]) -> Fact:
    """Return a fact with the file and the lines from which it comes; of two files, the one of its end."""
    first, last = fact.quote.lines
    number, line = divmod(last, _OFFSET)
    start = first % _OFFSET if first // _OFFSET == number else line
    source = list(names)[number]
    return replace(fact, quote=replace(fact.quote, source=source, lines=(min(start, line), line)))
