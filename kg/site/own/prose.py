"""Turn the Markdown of a group's own pages into HTML that is safe, with the lists that are embedded in it.

No HTML passes, links lead to the web, to an address of e-mail or to the site, and pictures are files of the project.
A line of its own such as `{{ works(person=ada-lovelace, year=2024) }}` becomes a list.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path, PurePosixPath
from posixpath import normpath
from urllib.parse import unquote, urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

from kg.base import strict_yaml
from kg.base.errors import Problem, ReadError
from kg.store.face import ROOT, EmbeddedList, Prose
from kg.terms import typed_yaml
from kg.terms.fields import Name, StrictModel

MAX_PAGE = 200_000
"""Bytes: a text of nothing but brackets takes time that grows with the square of its length."""
_FENCE = "---\n"
_LIST = re.compile(r"\{\{\s*([a-z]+)\s*\((.*)\)\s*\}\}")
_VALUE = re.compile(r"""\s*(?:([a-z_]+)\s*=\s*)?("[^"]*"|[^\s"',=()][^"',=()]*)\s*(?:,|$)""")


class OwnPageHead(StrictModel):
    """What stands between two lines of `---` at the head of a page."""

    title: Name
    place: int | None = None


@dataclass(frozen=True)
class WrittenList:
    """A list as it is written: `works(person=ada-lovelace)`; the arguments without a key, and those with one."""

    kind: str
    names: tuple[str, ...]
    values: Mapping[str, str]


@dataclass(frozen=True)
class OwnText:
    """A text in Markdown, and what it may name.

    Attributes:
        path: Its file.
        pages: The names of all pages of the group's own.
        look_up: Returns what a list means; raises what its error is to say.
        picture: Returns the address of a picture, given its path in the project, or nothing and why.
    """

    path: Path
    pages: Collection[str]
    look_up: Callable[[WrittenList], EmbeddedList]
    picture: Callable[[str], tuple[str, str]]


def read_page(text: str, path: Path) -> tuple[OwnPageHead, str]:
    """Return the head of a page and its text, which stands on the same lines as in the file.

    Raises:
        ReadError: If it has no head with a title.
    """
    end = text.find(f"\n{_FENCE}", 3)
    if not text.startswith(_FENCE) or end < 0:
        hint = "begin the file with three lines: ---, title: …, ---"
        raise ReadError(Problem("the page has no title", path, 1, hint=hint))
    head = f"\n{text[len(_FENCE) : end + 1]}"
    model, _ = typed_yaml.check(head, path, OwnPageHead)
    return model, "\n" * (head.count("\n") + 1) + text[end + 1 + len(_FENCE) :]


def prose(text: str, of: OwnText) -> tuple[Prose, list[Problem], list[Problem]]:
    """Return a text, what makes it unusable, and what was left out of it."""
    reading = _ProseReader(of)
    pieces = tuple(reading.pieces(_parser().parse(text.replace(ROOT, ""))))
    return pieces, reading.errors, reading.remarks


class _ProseReader:
    def __init__(self, of: OwnText) -> None:
        self._of = of
        self._raised = 0
        self.errors: list[Problem] = []
        self.remarks: list[Problem] = []

    def pieces(self, tokens: Sequence[Token]) -> Iterator[str | EmbeddedList]:
        """Yield the HTML between lists, and the lists."""
        self._raised = min((int(token.tag[1]) for token in tokens if token.type == "heading_open"), default=2) - 2
        plain: list[Token] = []
        at = 0
        while at < len(tokens):
            token = tokens[at]
            follows = tokens[at + 1].content if token.type == "paragraph_open" and token.level == 0 else ""
            if follows.startswith("{{"):
                if plain:
                    yield _html(plain)
                plain = []
                if embedded := self._list(follows, _line(token)):
                    yield embedded
                at += 3  # the paragraph's begin, its text and its end
                continue
            plain.append(self._checked(token))
            at += 1
        if plain:
            yield _html(plain)

    def _list(self, text: str, line: int) -> EmbeddedList | None:
        try:
            return self._of.look_up(written_list(text))
        except ListError as error:
            self.errors.append(replace(error.problem, path=self._of.path, line=line))
            return None

    def _checked(self, token: Token) -> Token:
        """Return a token without what no page shows; the first of its headings are right below that of the page."""
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1]) - self._raised, 6)}"
        line = _line(token)
        for child in token.children or ():
            if child.type == "softbreak":
                line += 1
            elif child.type == "link_open":
                self._link(child, line)
            elif child.type == "image":
                self._image(child, line)
        return token

    def _link(self, token: Token, line: int) -> None:
        href = str(token.attrs.pop("href", ""))
        address, reason = self._address(href)
        if reason:
            self.remarks.append(Problem(f"the link to '{href[:80]}' is left out: {reason}", self._of.path, line))
        else:
            token.attrs["href"] = address
            if "://" in address:
                token.attrs["rel"] = "noopener"

    def _address(self, href: str) -> tuple[str, str]:
        """Return where a link leads, or nothing and why it leads nowhere."""
        try:
            parts = urlsplit(href)
        except ValueError as error:
            return "", str(error)
        if parts.scheme in ("http", "https", "mailto") and (parts.netloc or parts.scheme == "mailto"):
            return href, ""
        if parts.scheme or parts.netloc:
            return "", "links lead to http, https or mailto addresses, or within the site"
        if not parts.path:
            return href, ""
        if parts.path.endswith(".md"):
            name = PurePosixPath(unquote(parts.path)).stem
            rest = href.removeprefix(parts.path)
            return (f"{ROOT}pages/{name}/{rest}", "") if name in self._of.pages else ("", f"there is no page '{name}'")
        path = normpath(parts.path.lstrip("/"))
        if path.startswith(".."):
            return "", "it leads out of the site"
        slash = "/" if parts.path.endswith("/") and path != "." else ""
        return f"{ROOT}{'' if path == '.' else path}{slash}{href.removeprefix(parts.path)}", ""

    def _image(self, token: Token, line: int) -> None:
        source = str(token.attrs["src"])
        address, reason = self._of.picture(unquote(source))
        if reason:
            self.remarks.append(Problem(f"the picture '{source[:80]}' is left out: {reason}", self._of.path, line))
            token.type, token.tag, token.content = "text", "", token.content or source
        else:
            token.attrs.update(src=f"{ROOT}{address}", loading="lazy")


class ListError(Exception):
    """An embedded list is not what it should be."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.problem = Problem(message, hint=hint)


def written_list(text: str) -> WrittenList:
    """Return a list as it is written; raises ListError.

    >>> written_list('{{ question(top-venues, person="Ada Lovelace") }}')
    WrittenList(kind='question', names=('top-venues',), values={'person': 'Ada Lovelace'})
    """
    hint = "write it on a line of its own, such as {{ works(person=ada-lovelace, year=2024) }}"
    found = _LIST.fullmatch(text.strip())
    if not found:
        raise ListError(f"'{text[:80]}' is no list", hint)
    names, values, rest = [], {}, found[2].strip()
    while rest:
        argument = _VALUE.match(rest)
        if not argument or argument[1] in values:
            raise ListError(f"'{rest[:80]}' is not understood", hint)
        value = argument[2].strip().strip('"')
        if argument[1]:
            values[argument[1]] = value
        else:
            names.append(value)
        rest = rest[argument.end() :]
    return WrittenList(found[1], tuple(names), values)


@cache
def _parser() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False, "maxNesting": 40}).enable(["table", "strikethrough"])
    made.validateLink = lambda _: True  # type: ignore[method-assign, assignment]  # see _link
    return made


def _line(token: Token) -> int:
    return token.map[0] + 1 if token.map else 1


def _html(tokens: list[Token]) -> str:
    return str(_parser().renderer.render(tokens, _parser().options, {}))


def text_of(path: Path) -> str:
    """Return the text of a file of Markdown; raises ReadError."""
    return strict_yaml.read_text(path, limit=MAX_PAGE)
