"""The files of a homepage: found within bounds, never outside of it, each read once with its head and body."""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import islice
from pathlib import Path

from kg.base.errors import NOT_IMPORTED, Problem, ReadError
from kg.base.node import Node
from kg.extract import addresses, nodes
from kg.extract.documents.source_text import decode
from kg.extract.front_matter import body_of, read_front_matter
from kg.extract.nodes import squeezed
from kg.extract.sites import table
from kg.extract.sites.stating import Stating, is_placeholder, is_placeholder_value, leaves
from kg.interchange import parsed_text
from kg.profile.drafts.model import Fact
from kg.profile.records import Source
from kg.terms.identifiers import fold

EXTRACTOR = "site"
_ADD = "add by hand what the profile should say"
MAX_BYTES = 2 << 20
MAX_FILES = 2_000
"""Of one folder at most so many files are read."""

MAX_SEEN = 50_000
MAX_DEPTH = 6

MEDIA_TYPES: Mapping[str, str] = {
    ".md": "text/markdown",
    ".markdown": "text/markdown",
    ".qmd": "text/markdown",
    ".html": "text/html",
    ".yml": "application/yaml",
    ".yaml": "application/yaml",
    ".toml": "application/toml",
    ".json": "application/json",
}
PAGES = (".md", ".markdown", ".qmd", ".html", ".htm")


@dataclass(frozen=True)
class FrontMatterPage:
    """A page with a head."""

    path: Path
    head: Node  # Its front matter
    body: str  # What stands below it, with as many empty lines before as the head takes

    @property
    def stating(self) -> Stating:
        """What makes facts of its head."""
        return Stating(self.path.as_posix(), "front matter")

    @property
    def is_public(self) -> bool:
        """Whether it is published and edited."""
        is_hidden = (
            self.head.peek("published").text.casefold() == "false" or self.head.peek("draft").text.casefold() == "true"
        )
        keys = ("title", "authors", "author", "venue")
        is_template = any(is_placeholder(self.head.peek(key).text) for key in keys)
        return not (is_hidden or is_template or is_placeholder_value(self.head.peek("paperurl").text))


@dataclass
class SiteFiles:
    """The files of a site, and what is known of it as a whole."""

    root: Path
    name: str = ""  # Whose it is; empty where that is not known
    address: str = ""  # Where it is published, without a slash at its end
    sources: dict[str, Source] = field(default_factory=dict)  # What was read, by path
    warnings: list[Problem] = field(default_factory=list)
    unread: dict[str, list[tuple[Path, int]]] = field(default_factory=dict)  # Places by what is not imported

    def one(self, *names: str) -> Path | None:
        """Return the first of some files that is there."""
        paths = (self.root / name for name in names)
        return next((path for path in paths if path.is_file() and self.is_inside(path)), None)

    def of_kind(self, kind: str, suffixes: Iterable[str] = PAGES) -> Iterator[Path]:
        """Yield the files that the table names for a kind of entry, and those below the folders that it names."""
        for place in table.places(kind):
            path = self.one(place)
            is_quarto = suffixes is PAGES and kind != "page" and place[0] != "_" and "/" not in place
            inner = [] if path else self.below(place, (".qmd",) if is_quarto else suffixes)
            yield from (
                [path] if path else (each for each in inner if each.parent != self.root / place or not is_index(each))
            )

    def below(self, folder: str, suffixes: Iterable[str] = PAGES, *, depth: int = MAX_DEPTH) -> list[Path]:
        """Return the files of a folder with some suffixes, in their order; report what is too much."""
        start = self.root / folder
        if not start.is_dir() or not self.is_inside(start):
            return []
        files = islice(_walk(start, depth), MAX_SEEN)
        found = sorted(path for path in files if path.suffix.lower() in tuple(suffixes))
        if len(found) > MAX_FILES:
            message = f"holds {len(found):,} files; the first {MAX_FILES:,} are read"
            self.warn(message, start, hint="name the others as arguments of their own")
        return [path for path in found[:MAX_FILES] if self.is_inside(path)]

    def is_inside(self, path: Path) -> bool:
        """Say whether a path is in the site, wherever its links lead; report one that is not."""
        try:
            if path.resolve(strict=True).is_relative_to(self.root.resolve()):
                return True
        except (OSError, RuntimeError):
            pass
        self.warn("ignored: it is a link that leads out of the site, or nowhere", path, hint="copy the file")
        return False

    def text(self, path: Path, media_type: str = "") -> str:
        """Return the text of a file, and keep it as a source; empty, with a warning, where that cannot be.

        The source is as `Source` has it; what was read as a document already stays.
        """
        try:
            content = parsed_text.read_bytes(path, limit=MAX_BYTES)
            text, warnings = decode(content, path)
        except ReadError as error:
            self.warnings.extend(error.problems)
            return ""
        self.warnings.extend(warnings)
        kind = media_type or MEDIA_TYPES.get(path.suffix.lower(), "text/plain")
        name = path.as_posix()
        self.sources.setdefault(name, Source(name, kind, EXTRACTOR, sha256(content).hexdigest()))
        return text

    def data(self, path: Path) -> Node:
        """Return a file of data."""
        text = self.text(path)
        if path.suffix.lower() == ".json":
            text = text.replace("\t", " ")  # JSON is YAML but for its tabs
        parse = nodes.of_toml if path.suffix.lower() == ".toml" else nodes.of_yaml
        found, problems = parse(text, path)
        self.warnings.extend(problems)
        return found

    def page(self, path: Path) -> FrontMatterPage | None:
        """Return a page with its head, or None if it cannot be read."""
        text = self.text(path)
        if not text.strip():
            return None
        front = read_front_matter(text, path)
        self.warnings.extend(front.warnings)
        return FrontMatterPage(path, front.head, body_of(text, front))

    def complete(self, url: str) -> str:
        """An address in full; one within the site needs to be known where the site is."""
        url = url.strip()
        if url.startswith("/") and not url.startswith("//"):
            url = f"{self.address}{url}" if self.address else ""
        return addresses.valid(url)

    def note_unread(self, node: Node, kind: str, source: str, facts: Iterable[Fact]) -> None:
        """Note the keys of an entry that nobody asked for, but those of which its facts say the same.

        Of settings, which have no kind, only those that the theme came with are noted.
        """
        said = f" {fold(' '.join(leaf for fact in facts for leaf in leaves(fact.values)))} "
        for _, each in node.unread():
            is_of_theme = any(map(is_placeholder_value, leaves(each)))
            is_said = squeezed(each.key) in table.silent(kind) or all(
                f" {fold(leaf)} " in said for leaf in leaves(each)
            )
            if is_of_theme or (kind and not is_said):
                what = "ignored: a placeholder of the theme under" if is_of_theme else "kg does not import"
                self.unread.setdefault(f"{what} '{each.key[:60]}'", []).append((Path(source), each.lines[0]))

    def report_unread(self) -> None:
        """Report the keys that are not imported, each once for the site, where it first stands, with their number."""
        for message, places in self.unread.items():
            problem = Problem(message, *places[0], hint=_ADD, rule=NOT_IMPORTED, places=len(places))
            self.warnings.append(problem)
        self.unread.clear()

    def warn(self, message: str, path: Path, line: int | None = None, *, hint: str = "") -> None:
        """Report what is odd but usable, or what is left out."""
        self.warnings.append(Problem(message, path, line, hint=hint))


def is_index(path: Path) -> bool:
    """Whether a file is the page of its folder."""
    return path.stem.strip("_") == "index"


def _walk(start: Path, depth: int) -> Iterator[Path]:
    """Yield the files below a folder; links to folders are not followed, and what is hidden is ignored."""
    for folder, inner, names in os.walk(start):
        here = Path(folder)
        is_deep = len(here.relative_to(start).parts) + 1 >= depth
        inner[:] = [] if is_deep else sorted(name for name in inner if not name.startswith("."))
        yield from (here / name for name in names if not name.startswith("."))
