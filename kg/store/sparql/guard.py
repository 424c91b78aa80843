"""The guard before an embedded SPARQL engine: what would crash it, stall it or use the network is refused.

One pass over tokens, in time linear in the text; nothing is parsed. The engine has no tokens: its grammar is
read letter by letter, and where one reading fails another is tried (`1SERVICE<x>{}` is a call, and so is what
follows the colon of `x:SERVICE<y>{}` where `x:SERVICE` is no valid IRI). No list of tokens can follow that,
so calls are looked for in the letters alone (`_calls`), and tokens only say which of them are harmless.
How far the limits are from what the engine can take is measured in tests/terms/test_guard.py.
"""

import re
from bisect import bisect_left
from collections.abc import Container
from dataclasses import dataclass
from typing import NoReturn

from kg.base.errors import QueryError
from kg.base.patterns import lazy


@dataclass(frozen=True)
class Limits:
    """How much a query may hold; what stands in the rows of VALUES only counts for its size."""

    size: int = 256 << 10  # Bytes in UTF-8
    nesting: int = 64  # Brackets within brackets
    # Triples, groups, filters, steps of a path, members of a list: what the engine joins. Its optimiser takes time
    # with the fourth power of them.
    patterns: int = 128
    items: int = 600  # Parentheses, and terms in a row outside of brackets
    operators: int = 600  # Signs of arithmetic, comparison, logic and paths
    # Whether the system denies sockets where the query is answered. Where it does not, words that are harmless only
    # by how the guard reads them are refused too, such as a call within a string.
    walled: bool = True


LIMITS = Limits()
SERVER_LIMITS = Limits(size=64 << 10, patterns=100)

_NAME = r"0-9A-Za-z_\x80-\U0010ffff"  # wider than the grammar beyond ASCII, where nothing else is allowed anyway
# Of characters; with half a surrogate pair the engine reads `'''` as an empty string and goes on behind it.
_ESCAPE = r"\\u(?![Dd][89A-Fa-f])[0-9A-Fa-f]{4}|\\U(?!0000[Dd][89A-Fa-f])00(?:0[0-9A-Fa-f]|10)[0-9A-Fa-f]{4}"
_ECHO = rf"\\[tbnrf\\\"']|{_ESCAPE}"
_IRI = rf"<(?:[^<>\"{{}}|^`\\\x00-\x20]|{_ESCAPE})*+>"
_PLAIN = rf"[{_NAME}:]|%[0-9A-Fa-f]{{2}}|\\[_~.!$&'()*+,;=/?\#@%-]"
_LOCAL = rf":(?:(?:{_PLAIN})(?:\.*+(?:-|{_PLAIN}))*+)?+"
TOKEN = lazy(
    rf"""(?:[\x00-\x20]++|\#[^\n\r]*+)*+  # space and comments
    (?:(?P<iri>{_IRI})
    |(?P<string>\"{{3}}(?:[^"\\]|{_ECHO}|"(?!""))*+\"{{3}}|'{{3}}(?:[^'\\]|{_ECHO}|'(?!''))*+'{{3}}
       |"(?:[^"\\\n\r]|{_ECHO})*+"|'(?:[^'\\\n\r]|{_ECHO})*+')
    |(?P<variable>[?$][{_NAME}]++)
    |(?P<tag>@[A-Za-z]++(?:--?[0-9A-Za-z]++)*+)
    |(?P<blank>_:[{_NAME}](?:\.*+[{_NAME}-])*+)
    |(?P<number>(?:[0-9]++\.[0-9]*+|\.?[0-9]++)[eE][+-]?[0-9]++|[0-9]*+\.[0-9]++|[0-9]++)
    |(?P<word>[A-Za-z_\x80-\U0010ffff][{_NAME}.-]*+)(?P<local>{_LOCAL})?+  # without colon: words, dots and minuses
    |(?P<nameless>{_LOCAL})
    |(?P<open>[{{(\[])|(?P<close>[}})\]])
    |(?P<mark><(?!{_IRI})<|.)
    |(?P<end>\Z))""",
    re.VERBOSE | re.DOTALL,
)
_CLOSED = lazy(r"""(["'])(?:[^"'\\\n\r]|\\.)*+\1""")
_SCHEMES = ("http", "https", "urn")  # an IRI that lacks its '<' or '>', and no prefix
_NETWORK = ("SERVICE", "LOAD")
_UPDATES = frozenset(("INSERT", "DELETE", "DROP", "CLEAR", "CREATE", "COPY", "MOVE", "ADD"))
_JOINED = ("FILTER", "BIND", "VALUES")  # what the engine joins without a sign between
_OPERATORS = frozenset("!+-*/=<>&|^")
_GLUED = "< before <"  # a comparison with an IRI, or where a quoted triple begins
_HIDING = lazy(r"[()\[\]#']")
_SERVICE = lazy("service", re.IGNORECASE | re.ASCII)
_BEFORE_NAMES = ("GRAPH", "FROM", "NAMED", "DESCRIBE")  # where a name may stand before a brace, and no call
_RUN = lazy(rf"(?:[{_NAME}.:%-]|\\.)++", re.DOTALL)  # of a name with its prefix, or of keywords and numbers
_VARIABLE = lazy(rf"[{_NAME}]*+")
_SPACE = lazy(r"[\x00-\x20]*+")
_LINE_END = lazy(r"[\n\r]")
_SILENT = lazy("silent", re.IGNORECASE | re.ASCII)
_CALLED = lazy(rf"[?$][{_NAME}]++|<[^<>{{}}\x00-\x20]*+>|(?=[{_NAME}.-]*+:){_RUN.pattern}", re.DOTALL)
_SEARCH = "names and titles are searched at /api/search?q=, and by 'kg search'; within a query, FILTER(CONTAINS(…))"
_ELSEWHERE = {
    "http://jena.apache.org/text#": _SEARCH,
    "http://www.bigdata.com/rdf/search#": _SEARCH,
    "http://www.ontotext.com/": _SEARCH,
    "http://www.openlinksw.com/schemas/bif#": _SEARCH,
    "tag:stardog:api:": _SEARCH,
    "http://www.opengis.net/def/function/": "places are compared by their IRIs and names: the engine has no geometry",
    "http://jena.apache.org/spatial#": "places are compared by their IRIs and names: the engine has no geometry",
    "http://jena.apache.org/ARQ/": "use a function of SPARQL 1.1, section 17.4",
}
"""Where functions and properties of other engines are named, and what there is in their place.

An engine that does not know them finds nothing, without a word.
"""
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
    reading = _TokenCounter(limits)
    for token in TOKEN.finditer(sparql):
        reading.take(token)
    text = reading.rewritten(sparql)
    calls = _calls(text)
    if calls and not limits.walled:
        _refuse_network("SERVICE")
    return _without(calls, text) if calls else text


def undeclared(sparql: str, declared: Container[str]) -> str | None:
    """Return the first prefix that a query uses and does not declare, if there is one."""
    own: set[str] = set()
    before = ""
    for token in TOKEN.finditer(sparql):
        kind = token.lastgroup or ""
        if kind in ("local", "nameless"):
            prefix = token["word"] or ""
            if before == "PREFIX":
                own.add(prefix)
            elif prefix not in own and prefix not in declared:
                return None if prefix in _SCHEMES else prefix
        before = token["word"].upper() if kind == "word" else ""
    return None


class _TokenCounter:
    """What was read of a query so far."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._brackets: list[str] = []
        self._counts = {"patterns": 0, "items": 0, "operators": 0}
        self._before = ""  # the token before, or what kind it is
        self._data = 0  # at which nesting the rows of VALUES began
        self._rows_follow = False
        self._http: list[int] = []  # where IRIs of schema.org in the http form begin
        self._declared: str | None = None  # the prefix whose IRI comes next
        self._elsewhere: dict[str, str] = {}  # prefixes of what other engines know, with advice

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
                self._before = word
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
        self._before = "("

    def _close(self, bracket: str) -> None:
        if len(self._brackets) == self._data:
            self._data = 0
        if self._brackets:
            self._brackets.pop()
        self._before = bracket

    def _mark(self, mark: str, token: re.Match[str]) -> None:
        if mark in "\"'":
            place = f"at character {token.start('mark') + 1:,}"
            if _CLOSED.match(token.string, token.start("mark")):
                raise QueryError(f"an escape in the string {place} is none of SPARQL", hint="write a backslash twice")
            raise QueryError(f"a string is not closed {place}", hint="close the quote")
        if mark == "\\" and token.string[token.end() : token.end() + 1] in ("u", "U"):
            message = "a codepoint escape stands outside of strings and IRIs"
            raise QueryError(message, hint="write the character itself")
        if mark in (".", ";", "<<") or (mark == "," and self._inside() != "("):
            self._count("patterns")
        elif mark in _OPERATORS:
            self._count("operators")
            self._count("patterns", mark == "/")
        is_glued = mark == "<" and token.string.startswith("<", token.end())
        self._before, self._rows_follow = _GLUED if is_glued else mark, False

    def _named(self, kind: str, text: str, token: re.Match[str]) -> None:
        """Refuse what only another engine knows; its prefix may be declared, as some clients always do."""
        if kind == "iri":
            advice = next((hint for start, hint in _ELSEWHERE.items() if text.startswith(start, 1)), "")
            prefix, self._declared = self._declared, None
            if advice and prefix is not None:
                self._elsewhere[prefix] = advice
                return
        elif kind not in ("local", "nameless"):
            return
        elif self._before == "PREFIX":
            self._declared, advice = token["word"] or "", ""
        else:
            advice = self._elsewhere.get(token["word"] or "", "")
            text = f"{token['word'] or ''}{text}"
        if advice:
            raise QueryError(f"{text[:80]} is nothing that this engine knows", hint=advice)

    def _term(self, kind: str, text: str, token: re.Match[str]) -> None:
        self._named(kind, text, token)
        inside, before = self._inside(), self._before
        follows = before not in ("(", ",", "mark") and before not in _OPERATORS
        if kind == "iri":
            if before == _GLUED or (inside == "(" and follows and not self._data):
                if _HIDING.search(text):
                    message = f"{text[:80]} may be an IRI or a comparison"
                    raise QueryError(message, hint="write the IRI with a prefix, or a space behind <")
                self._count("operators", sum(map(text.count, _OPERATORS)))
            if text.startswith(_HTTP):
                self._http.append(token.start("iri"))
        elif kind == "local":
            self._glued(token["word"])
        if before == "term" and inside != "{" and kind != "tag":
            self._count("patterns" if inside else "items", 2 if inside else 1)
        if kind != "variable":
            self._rows_follow = False
        self._before = "term"

    def _glued(self, text: str) -> None:
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


def _without(calls: list[int], sparql: str) -> str:
    """Return a query in which no letters read as a call of SERVICE, whatever the engine takes them for.

    In a string or an IRI the word gets an escape for its first letter; in a comment it goes.

    Args:
        calls: Where they do at present, as `_calls` gives it.
        sparql: The query.

    Raises:
        QueryError: If they may be a call.
    """
    pieces, end, before = [], 0, ""
    for token in TOKEN.finditer(sparql):
        while calls and calls[-1] < token.end():
            at = calls.pop()
            pieces += [sparql[end:at], _harmless(token, at, before)]
            end = at + 1
        if token.lastgroup == "word":
            before = token["word"].upper()
        elif before != "DESCRIBE" or token.lastgroup not in ("local", "nameless", "iri", "variable"):
            before = ""
    return "".join((*pieces, sparql[end:]))


def _harmless(token: re.Match[str], at: int, before: str) -> str:
    kind, letter = token.lastgroup or "", token.string[at]
    if at < token.start("word" if kind == "local" else kind):
        return " "
    if kind in ("iri", "string"):
        return f"\\u{ord(letter):04x}"
    if kind not in ("local", "nameless") or before not in _BEFORE_NAMES:
        _refuse_network("SERVICE")
    return letter


def _calls(sparql: str) -> list[int]:
    """Return where SERVICE stands before what it may call and a brace, the last first.

    That is, in the letters of the text alone: the word, SILENT or not, a variable or an IRI, and `{`, with
    spaces and comments between them. It may end what looks like a name, or stand within it; only behind the
    `?` of a variable the engine reads no word.
    """
    found: list[int] = []
    if _SERVICE.search(sparql) is None:
        return found
    letters = _Letters(sparql)
    for run in reversed(list(_RUN.finditer(sparql))):
        start, end = run.span()
        if sparql[start - 1 : start] in ("?", "$"):
            start = _matched(_VARIABLE, sparql, start)
        words = [each.start() for each in _SERVICE.finditer(sparql, start, end)]
        if words and letters.may_call(words, end):
            found += reversed(words)
    return found


class _Letters:
    """A text without tokens, read in time linear in its length if it is read from its end to its beginning."""

    def __init__(self, sparql: str) -> None:
        self._sparql = sparql
        self._lines = [each.start() for each in _LINE_END.finditer(sparql)]
        self._spaces: dict[int, int] = {}

    def may_call(self, words: list[int], end: int) -> bool:
        """Whether a run of letters with SERVICE in it may call something.

        Args:
            words: Where it stands in the run.
            end: Where the run ends.
        """
        text, behind = self._sparql, self._after_space(end)
        if ":" in text[words[0] : end] and text.startswith("{", behind):
            return text[end - 1] != "." or text[end - 2] == "\\"  # no name ends with a dot
        if text[words[-1] + len("service") : end].lower() not in ("", "silent"):
            return False
        silent = self._after_space(_matched(_SILENT, text, behind))
        called = {place: _matched(_CALLED, text, place) for place in (behind, silent)}
        return any(to > place and text.startswith("{", self._after_space(to)) for place, to in called.items())

    def _after_space(self, at: int) -> int:
        passed = []
        while at not in self._spaces:
            passed.append(at)
            at = _matched(_SPACE, self._sparql, at)
            if not self._sparql.startswith("#", at):
                break
            line = bisect_left(self._lines, at)
            at = self._lines[line] if line < len(self._lines) else len(self._sparql)
        at = self._spaces.get(at, at)
        self._spaces.update(dict.fromkeys(passed, at))
        return at


def _matched(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


_NAMES = {
    "patterns": "triples, groups and steps of paths",
    "items": "parentheses and terms",
    "operators": "operators",
}


def _refuse_network(word: str) -> NoReturn:
    message = f"{word} would use the network, which queries do not do here"
    raise QueryError(message, hint="ask the other endpoint directly: kg sparql … --endpoint URL")
