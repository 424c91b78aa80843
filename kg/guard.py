"""The guard before an embedded SPARQL engine: what would crash it, stall it or use the network is refused.

One pass over tokens, in time linear in the text; nothing is parsed. The engine reads its grammar without
regard to the borders of words (`1SERVICE<x>{}` is a call), so what only might be harmful counts as harmful.
What the engine stands, and with it how far the limits are from that, is measured in tests/test_guard.py.
"""

import re
from dataclasses import dataclass
from typing import NoReturn

from kg.errors import QueryError


@dataclass(frozen=True)
class Limits:
    """How much a query may hold; what stands in the rows of VALUES only counts for its size.

    Attributes:
        size: Bytes in UTF-8.
        nesting: Brackets within brackets.
        patterns: Triples, groups, filters, steps of a path, members of a list: what the engine joins.
            Its optimiser takes time with the fourth power of them.
        items: Parentheses, and terms in a row outside of brackets.
        operators: Signs of arithmetic, comparison, logic and paths.
    """

    size: int = 256 << 10
    nesting: int = 64
    patterns: int = 128
    items: int = 600
    operators: int = 600


LIMITS = Limits()
SERVER_LIMITS = Limits(size=64 << 10, patterns=100)

_NAME = r"0-9A-Za-z_\x80-\U0010ffff"  # wider than the grammar beyond ASCII, where nothing else is allowed anyway
_ESCAPE = r"\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}"
_PLAIN = rf"[{_NAME}:]|%[0-9A-Fa-f]{{2}}|\\[_~.!$&'()*+,;=/?\#@%-]"
_LOCAL = rf":(?:(?:{_PLAIN})(?:\.*+(?:-|{_PLAIN}))*+)?+"
_TOKEN = re.compile(
    rf"""(?:[\x00-\x20]++|\#[^\n\r]*+)*+  # space and comments
    (?:(?P<iri><(?:[^<>"{{}}|^`\\\x00-\x20]|{_ESCAPE})*+>)
    |(?P<string>\"{{3}}(?:[^"\\]|\\.|"(?!""))*+\"{{3}}|'{{3}}(?:[^'\\]|\\.|'(?!''))*+'{{3}}
       |"(?:[^"\\\n\r]|\\.)*+"|'(?:[^'\\\n\r]|\\.)*+')
    |(?P<variable>[?$][{_NAME}]++)
    |(?P<tag>@[A-Za-z]++(?:--?[0-9A-Za-z]++)*+)
    |(?P<blank>_:[{_NAME}](?:\.*+[{_NAME}-])*+)
    |(?P<number>(?:[0-9]++\.[0-9]*+|\.?[0-9]++)[eE][+-]?[0-9]++|[0-9]*+\.[0-9]++|[0-9]++)
    |(?P<word>[A-Za-z_\x80-\U0010ffff][{_NAME}.-]*+)(?P<local>{_LOCAL})?+  # without colon: words, dots and minuses
    |(?P<nameless>{_LOCAL})
    |(?P<open>[{{(\[])|(?P<close>[}})\]])
    |(?P<mark><<|.)
    |(?P<end>\Z))""",
    re.VERBOSE | re.DOTALL,
)
_NETWORK = ("SERVICE", "LOAD")
_UPDATES = frozenset(("INSERT", "DELETE", "DROP", "CLEAR", "CREATE", "COPY", "MOVE", "ADD"))
_CALLS = ("SERVICE", "SERVICESILENT")  # a prefix that ends with one of them may be the word before a name
_JOINED = ("FILTER", "BIND", "VALUES")  # what the engine joins without a sign between
_OPERATORS = frozenset("!+-*/=<>&|^")
_HIDING = re.compile(r"[()\[\]#']")
_HTTP, _HTTPS = "<http://schema.org/", "<https://schema.org/"


def check(sparql: str, limits: Limits = LIMITS) -> str:
    """Return a query that is safe to give to an embedded engine, with schema.org's IRIs in the https form.

    The engine fetches SERVICE without asking, and deep nesting ends the process.

    Raises:
        QueryError: If the query is an update, asks for the network, or goes beyond a limit, which is named.
    """
    try:
        size = len(sparql.encode())
    except UnicodeEncodeError as error:
        raise QueryError("the query is not Unicode: half of a surrogate pair stands alone in it") from error
    if size > limits.size:
        message = f"the query has {size:,} bytes; at most {limits.size:,} are read"
        raise QueryError(message, hint="ask in several queries")
    reading = _Reading(limits)
    for token in _TOKEN.finditer(sparql):
        reading.take(token)
    return reading.rewritten(sparql)


class _Reading:
    """What was read of a query so far."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._brackets: list[str] = []
        self._counts = {"patterns": 0, "items": 0, "operators": 0}
        self._before = ""  # the token before, or what kind it is
        self._data = 0  # at which nesting the rows of VALUES began
        self._rows_follow = False
        self._call = False  # may the name before be what a SERVICE calls?
        self._http: list[int] = []  # where IRIs of schema.org in the http form begin

    def take(self, token: re.Match[str]) -> None:
        """Take note of the next token."""
        kind = token.lastgroup or ""
        text = token[kind]
        match kind:
            case "open":
                self._open(text)
            case "close":
                self._close(text)
            case "mark":
                self._mark(text, token)
            case "word":
                self._word(text)
            case _:
                self._term(kind, text, token)

    def rewritten(self, sparql: str) -> str:
        """Return the text with schema.org's IRIs in the https form."""
        pieces, end = [], 0
        for start in self._http:
            pieces += [sparql[end:start], _HTTPS]
            end = start + len(_HTTP)
        return "".join((*pieces, sparql[end:])) if pieces else sparql

    def _open(self, bracket: str) -> None:
        if bracket == "{" and self._call:
            _refuse_network("SERVICE")
        if bracket == "{" and self._rows_follow:
            self._data = self._data or len(self._brackets) + 1
            self._rows_follow = False
        if bracket == "(" and self._before == "<<":
            bracket = "<<("
        self._brackets.append(bracket)
        if len(self._brackets) > self._limits.nesting:
            message = f"the query is nested deeper than {self._limits.nesting} levels"
            raise QueryError(message, hint="flatten it")
        self._count("items" if bracket == "(" else "patterns")
        self._before, self._call = "(", False

    def _close(self, bracket: str) -> None:
        if len(self._brackets) == self._data:
            self._data = 0
        if self._brackets:
            self._brackets.pop()
        self._before, self._call = bracket, False

    def _mark(self, mark: str, token: re.Match[str]) -> None:
        if mark in "\"'":
            raise QueryError(f"a string is not closed at character {token.start('mark') + 1:,}", hint="close the quote")
        if mark == "\\" and token.string[token.end() : token.end() + 1] in ("u", "U"):
            message = "a codepoint escape stands outside of strings and IRIs"
            raise QueryError(message, hint="write the character itself")
        if mark in (".", ";", "<<") or (mark == "," and self._inside() != "("):
            self._count("patterns")
        elif mark in _OPERATORS:
            self._count("operators")
            self._count("patterns", mark == "/")
        self._before, self._call, self._rows_follow = mark, False, False

    def _word(self, text: str) -> None:
        """Take note of a word, or of several with dots and minuses between them."""
        word = text.upper()
        for network in _NETWORK:
            if network in word:
                _refuse_network(network)
        if word in _UPDATES:
            message = f"{word} would change data, which queries do not do here"
            raise QueryError(message, hint="change the files and build again: kg build")
        self._glued(text)
        self._count("patterns", sum(map(word.count, _JOINED)))
        self._rows_follow = word.endswith("VALUES") and word[-7:-6] in ("", ".")
        self._before, self._call = word, False

    def _term(self, kind: str, text: str, token: re.Match[str]) -> None:
        inside, before = self._inside(), self._before
        follows = before not in ("(", ",", "mark") and before not in _OPERATORS
        if kind == "iri":
            if inside == "(" and follows and not self._data:
                self._doubtful(text)
            if text.startswith(_HTTP):
                self._http.append(token.start("iri"))
        elif kind == "local":
            self._glued(token["word"])
        self._call = kind == "local" and before != "GRAPH" and token["word"].upper().endswith(_CALLS)
        if before == "term" and inside != "{" and kind != "tag":
            self._count("patterns" if inside else "items", 2 if inside else 1)
        if kind != "variable":
            self._rows_follow = False
        self._before = "term"

    def _doubtful(self, text: str) -> None:
        """Take note of what is an IRI in a list and a comparison in an expression."""
        if _HIDING.search(text):
            message = f"{text[:80]} may be an IRI or a comparison"
            raise QueryError(message, hint="write the IRI with a prefix, or a space behind <")
        self._count("operators", sum(map(text.count, _OPERATORS)))

    def _glued(self, text: str) -> None:
        """Take note of the signs between words that stand without space between them."""
        self._count("patterns", text.count("."))
        self._count("operators", text.count("-"))

    def _inside(self) -> str:
        return self._brackets[-1] if self._brackets else ""

    def _count(self, what: str, more: int = 1) -> None:
        if self._data or not more:
            return
        self._counts[what] += more
        limit: int = getattr(self._limits, what)
        if self._counts[what] > limit:
            raise QueryError(f"the query has more than {limit} {_NAMES[what]}", hint="ask in several queries")


_NAMES = {
    "patterns": "triples, groups and steps of paths",
    "items": "parentheses and terms",
    "operators": "operators",
}


def _refuse_network(word: str) -> NoReturn:
    message = f"{word} would use the network, which queries do not do here"
    raise QueryError(message, hint="ask the other endpoint directly: kg sparql … --endpoint URL")
