r"""Read LaTeX as blocks: sections, items, rows of tables, and entries of the classes that CVs are written in.

A command of which nothing is known shows what stands in its braces; one with several groups, such as moderncv's
`\cventry{2010}{PhD}{ETH}`, shows them as cells of one row. Commands that the document defines are expanded.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from kg.base.errors import Problem
from kg.base.tables import words_of
from kg.extract.documents import tex
from kg.extract.documents.model import DocumentBlock, ReaderOutput, check_lines
from kg.extract.documents.pieces import BREAK, TAB, BlockFrame, RawText, TextStyle, blocks_of
from kg.extract.documents.styles import target_of
from kg.interchange.latex import symbol

MAX_EXPANDED = 400_000
"""So many tokens are read of a document, with what its own commands stand for."""

MAX_SCANNED = 5_000_000
"""So many characters are looked at for the ends of braces, which lie in one another."""

MAX_WRITTEN = 4_000_000
"""So many characters may the commands that a document defines stand for, in all; one may stand for `_MAX_BODY`."""

_MAX_BODY = 40_000

_MAX_DEPTH = 40
_TOKEN = re.compile(
    r"\\(?P<command>[A-Za-z@]+\*?)[ \t]*|\\(?P<sign>[^A-Za-z])|(?P<brace>[{}])|(?P<math>\${1,2})"
    r"|(?P<comment>%[^\n]*\n?[ \t]*)|(?P<end>\n[ \t]*\n\s*)|(?P<tie>~)|(?P<amp>&)"
    r"|(?P<dash>-{2,3}|``|''|\"`|\"'|<<|>>)"
    r"|(?P<square>[\[\]])|(?P<text>[^\\{}$%~&\n\[\]`'\"<>-]+|.|\n)",
    re.DOTALL,
)
_ACCENTS = {
    "'": "\u0301", "`": "\u0300", '"': "\u0308", "^": "\u0302", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "v": "\u030c", "u": "\u0306", "H": "\u030b", "c": "\u0327", "k": "\u0328", "r": "\u030a", "d": "\u0323",
    "b": "\u0331",
}  # fmt: skip
_DASHES = {"--": "–", "---": "—", "``": "“", "''": "”", '"`': "„", "\"'": "“", "<<": "«", ">>": "»"}
_SHOWN = {**_DASHES, "~": " "}
_SIGNS = {",": " ", ";": " ", ":": " ", "!": "", " ": " ", "/": "", "@": "", "-": "", "\n": " "}
_HEADINGS = {
    "part": 1, "chapter": 1, "section": 1, "subsection": 2, "subsubsection": 3, "paragraph": 4, "cvsection": 1,
    "cvsubsection": 2,
    "sectiontitle": 1, "resheading": 1, "heading": 1, "mysection": 1, "ressection": 1, "cvparagraph": 3, "sect": 1,
}  # fmt: skip
_BOLD = frozenset(("textbf", "bf", "bfseries", "mathbf", "strong"))
_ITALIC = frozenset(("textit", "emph", "it", "itshape", "em", "textsl", "sl", "slshape", "underline", "uline"))
_SWITCHES = frozenset(("bf", "bfseries", "it", "itshape", "em", "sl", "slshape"))
_DROPPED = words_of("kg.extract", "tables/latex_dropped.txt")
"""Commands whose braces hold nothing that is shown."""

_SCRIPTS = frozenset(("textsuperscript", "textsubscript"))
_ARGUMENTS = {
    "makebox": 0, "parbox": 1, "llap": 0, "rlap": 0, "mbox": 0, "fbox": 0, "multicolumn": 2, "textcolor": 1,
    "scalebox": 1,
    "resizebox": 2, "colorbox": 1, "foreignlanguage": 1, "begingroup": 0, "minipage": 0, "noindent": 0, "hline": 0,
    "hrule": 0,
    "medskip": 0, "smallskip": 0, "pagebreak": 0, "clearpage": 0,
}  # fmt: skip
"""Commands that show their last argument, and how many stand before it."""

_PLAIN = frozenset(("minipage", "multicols", "adjustwidth", "spacing", "center", "flushleft", "flushright", "document"))
"""Environments whose arguments are not shown."""

_LISTS = words_of("kg.extract", "tables/latex_lists.txt")
_TABLES = frozenset(("tabular", "tabular*", "tabularx", "longtable", "tabulary", "supertabular", "tabbing"))
_UNSHOWN = ("comment", "filecontents", "filecontents*")
"""Environments of which nothing is read."""

_CONDITIONS = frozenset((
    "if", "ifcase", "ifcat", "ifcsname", "ifdefined", "ifdim", "ifeof", "iffalse", "iffontchar", "ifhbox", "ifhmode",
    "ifinner", "ifluatex", "ifmmode", "ifnum", "ifodd", "ifpdf", "iftrue", "ifvbox", "ifvmode", "ifvoid", "ifx",
    "ifxetex",
))  # fmt: skip
"""Control words that a `\\fi` ends, beside those of `\\newif`; `\\iff` and `\\ifthenelse` have none."""

_HIDING = re.compile(
    rf"\\begin\{{(?P<environment>{'|'.join(map(re.escape, _UNSHOWN))})\}}|\\(?P<word>[A-Za-z@]+)|\\.|%[^\n]*", re.DOTALL
)
_NEW_CONDITION = re.compile(r"\\newif\s*\\(if[A-Za-z@]+)")
_COMMENTS = re.compile(r"(?:[ \t\n]*+%[^\n]*+(?:\n|\Z))++")
_PARAMETER = re.compile(r"#([1-9])")


class Macro(NamedTuple):
    """A command that the document defines."""

    arguments: int
    default: str | None
    body: str


def is_latex(text: str) -> bool:
    """Say whether a text is LaTeX by its commands."""
    return (
        "\\begin{document}" in text
        or "\\documentclass" in text
        or len(re.findall(r"\\(?:section|item|textbf|cventry)\b", text[:20_000])) > 3
    )


def read(text: str, path: Path) -> ReaderOutput:
    """Return the content of a LaTeX document.

    Raises:
        ReadError: If it has too many lines.
    """
    check_lines(text, path)
    reader = _Reader(text)
    blocks = list(reader.blocks())
    warnings = (
        (Problem("only a part is read: its commands expand without end", path, hint="give the PDF"),)
        if reader.is_cut
        else ()
    )
    return ReaderOutput(blocks, warnings=warnings)


def _shown(text: str) -> str:
    """Return a text without what is not typeset; its lines stay."""
    kept: list[str] = []
    at = 0
    for start, stop in _hidden(text):
        kept += (text[at:start], "\n" * text.count("\n", start, stop))
        at = stop
    return "".join((*kept, text[at:]))


def _hidden(text: str) -> Iterator[tuple[int, int]]:
    r"""Yield the first and last place of each environment for comments and each `\iffalse`; unclosed ones are shown."""
    conditions = _CONDITIONS.union(_NEW_CONDITION.findall(text))
    last = {name: text.rfind(f"\\end{{{name}}}") for name in _UNSHOWN}
    start = at = depth = 0
    while match := _HIDING.search(text, at):
        at = match.end()
        word, environment = match["word"], match["environment"]
        if depth:
            depth += (word in conditions) - (word == "fi")
            if not depth or (depth == 1 and word == "else"):
                depth = 0
                yield start, at
        elif word == "iffalse":
            start, depth = match.start(), 1
        elif environment and at <= last[environment]:
            at = text.index(end := f"\\end{{{environment}}}", at) + len(end)
            yield match.start(), at


class _Reader:
    """Goes through the text once, with a stack of what its commands stand for."""

    def __init__(self, text: str) -> None:
        self._macros: dict[str, Macro] = {}
        head, begin, body = _shown(text).partition("\\begin{document}")
        if begin:
            self._define_all(head)
            self._line = 1 + head.count("\n")
            self._stack: list[tuple[str, int, bool]] = [(body, 0, True)]
            self._names = self._of_head(head)
        else:
            self._line, self._stack, self._names = 1, [(text, 0, True)], ""
        self.is_cut = False
        self._count = 0
        self._scannable = MAX_SCANNED
        self._writable = MAX_WRITTEN
        self._styles: list[TextStyle] = [TextStyle()]
        self._pieces: list[RawText] = []
        self._frame = BlockFrame("paragraph")
        self._depth = 0
        self._numbers: list[int | None] = []
        self._tables = 0
        self._made: list[DocumentBlock] = []

    def blocks(self) -> Iterator[DocumentBlock]:
        """Yield the blocks of the document."""
        if self._names:
            yield DocumentBlock(
                "heading",
                tuple(
                    run
                    for block in blocks_of(BlockFrame("heading", 1), [RawText(self._names, 1)])
                    for run in block.runs
                ),
                (1, 1),
                1,
            )
        while (token := self._next()) is not None:
            if token.lastgroup == "command" and token["command"] == "end" and self._peek_group() == "document":
                break
            self._take(token)
            yield from self._flushed()
        self._end()
        yield from self._flushed()

    def _flushed(self) -> Iterator[DocumentBlock]:
        made, self._made = self._made, []
        yield from made

    def _next(self) -> "re.Match[str] | None":
        while self._stack:
            text, at, is_source = self._stack.pop()
            match = _TOKEN.match(text, at)
            if match is None:
                continue
            self._count += 1
            if self._count > MAX_EXPANDED:
                self.is_cut = True
                self._stack.clear()
                return None
            self._stack.append((text, match.end(), is_source))
            if is_source:
                self._line += match[0].count("\n")
            return match
        return None

    def _take(self, token: "re.Match[str]") -> None:
        kind = token.lastgroup or ""
        value = token[kind]
        match kind:
            case "command":
                self._command(value)
            case "sign":
                self._sign(value)
            case "brace":
                self._brace(value)
            case "end":
                self._paragraph()
            case "math":
                self._math(value)
            case "amp" if self._tables:
                self._cell()
            case "comment":
                pass
            case _:
                self._text(_SHOWN.get(value, value.replace("\n", " ")))

    def _text(self, text: str) -> None:
        self._pieces.append(RawText(text, self._line, self._styles[-1]))

    def _cell(self) -> None:
        self._pieces.append(RawText(TAB, self._line, strong=True))

    def _break(self) -> None:
        if any(piece.text.strip() for piece in self._pieces):
            self._pieces.append(RawText(BREAK, self._line))

    def _sign(self, sign: str) -> None:
        if sign == "\\":
            self._optional()
            if self._tables:
                self._end()
                self._frame = BlockFrame("row", depth=self._depth)
            else:
                self._break()
        elif sign in _ACCENTS and not (sign in "=" and self._tables):
            self._accent(_ACCENTS[sign])
        elif sign in "([":
            self._math("\\" + sign)
        elif sign == "=":
            return
        elif sign == ">" and self._tables:
            self._cell()
        else:
            self._text(_SIGNS.get(sign, sign))

    def _accent(self, accent: str) -> None:
        letter = self._group() or ""
        letter = {"\\i": "i", "\\j": "j", "\\i ": "i"}.get(letter, letter)
        self._text(unicodedata.normalize("NFC", letter[:1] + accent + letter[1:]) if letter else "")

    def _brace(self, brace: str) -> None:
        if brace == "{":
            self._styles.append(self._styles[-1])
        elif len(self._styles) > 1:
            self._styles.pop()

    def _math(self, mark: str) -> None:
        end = {"$": "$", "$$": "$$", "\\(": "\\)", "\\[": "\\]"}[mark]
        if not self._stack:
            return
        text, at, is_source = self._stack[-1]
        stop = text.find(end, at, at + tex.MAX_LENGTH + len(end))
        if stop < 0:
            return
        self._stack[-1] = (text, stop + len(end), is_source)
        for part in tex.parts(text[at:stop]):
            self._pieces.append(RawText(part.text, self._line, self._styles[-1]._replace(raised=part.raised)))

    # Arguments: what stands in the next braces or brackets, as source.

    def _skip_space(self) -> None:
        """Go to the group that follows behind spaces and comments; without one, only behind the comments."""
        if not self._stack:
            return
        text, at, is_source = self._stack[-1]
        behind = _COMMENTS.match(text, at)
        at, start = (behind.end(), at) if behind else (at, at)
        stop = at
        while stop < len(text) and text[stop] in " \t\n":
            stop += 1
        if text[stop : stop + 1] not in ("{", "[") or text.count("\n", at, stop) > 1:
            stop = at
        self._line += text.count("\n", start, stop) if is_source else 0
        self._stack[-1] = (text, stop, is_source)

    def _bracketed(self, opening: str, closing: str) -> str | None:
        self._skip_space()
        if not self._stack:
            return None
        text, at, is_source = self._stack[-1]
        if text[at : at + 1] != opening:
            return None
        depth, stop = 0, at
        end = min(len(text), at + self._scannable)
        while stop < end:
            character = text[stop]
            if character == "\\":
                stop += 2
                continue
            if character == "{" or (character == opening and opening != "{"):
                depth += 1
            elif character == "}" or (character == closing and closing != "}"):
                depth -= 1
                if depth <= 0:
                    break
            stop += 1
        self._scannable = max(0, self._scannable - (stop - at))
        self.is_cut = self.is_cut or not self._scannable
        self._stack[-1] = (text, stop + 1, is_source)
        self._line += text.count("\n", at, stop) if is_source else 0
        return text[at + 1 : stop]

    def _group(self) -> str | None:
        """Return the next argument: a group in braces, or one token."""
        found = self._bracketed("{", "}")
        if found is not None:
            return found
        while self._stack:
            token = self._next()
            if token is None:
                return None
            if token[0].strip():
                first = token[0].strip()
                if token.lastgroup == "text" and len(first) > 1:
                    text, at, is_source = self._stack[-1]
                    self._stack[-1] = (text, at - len(token[0].lstrip()) + 1, is_source)
                    return first[0]
                return token[0]
        return None

    def _peek_group(self) -> str:
        if not self._stack:
            return ""
        text, at, _ = self._stack[-1]
        match = re.match(r"\s*\{([^{}]*)\}", text[at : at + 80])
        return match[1] if match else ""

    def _optional(self) -> str | None:
        return self._bracketed("[", "]")

    def _groups(self, most: int = 9) -> list[str]:
        found: list[str] = []
        while len(found) < most and (group := self._bracketed("{", "}")) is not None:
            found.append(group)
        return found

    def _push(self, source: str) -> None:
        if len(self._stack) < _MAX_DEPTH:
            self._stack.append((source, 0, False))

    # Commands.

    def _command(self, name: str) -> None:
        plain = name.rstrip("*")
        if name in self._macros and name not in _HEADINGS:
            self._expand(self._macros[name])
        elif plain in _HEADINGS:
            self._heading(_HEADINGS[plain])
        elif name in _BOLD or name in _ITALIC or name in _SCRIPTS:
            self._style(name)
        elif handler := _HANDLERS.get(plain):
            handler(self, plain)
        elif plain in _DROPPED or plain in _ARGUMENTS:
            self._optional()
            self._groups(_ARGUMENTS.get(plain, 9))
        else:
            self._unknown(plain)

    def _style(self, name: str) -> None:
        style = self._styles[-1]
        new = style._replace(
            bold=style.bold or name in _BOLD, italic=style.italic or name in _ITALIC, raised=name in _SCRIPTS
        )
        if name in _SWITCHES:
            self._styles[-1] = new
            return
        inner = self._group() or ""
        self._push("}")
        self._push(inner)
        self._styles.append(new)

    def _href(self, name: str) -> None:
        address = self._group() or ""
        self._link(address, (self._group() or "") if name in ("href", "link") else address)

    def _gap(self, name: str) -> None:
        if name == "hspace":
            self._group()
        if name in ("hspace", "quad", "qquad"):
            self._text(" ")
        else:
            self._cell()

    def _line_end(self, name: str) -> None:
        if name in ("newline", "linebreak", "tabularnewline"):
            self._break()
        elif name in ("par", "newpage", "bigskip"):
            self._paragraph()

    def _person(self, _: str) -> None:
        self._optional()
        self._row(self._groups(), " ")

    def _unknown(self, name: str) -> None:
        if name in _ACCENTS:
            self._accent(_ACCENTS[name])
            return
        if shown := symbol(name):
            self._text(shown)
            return
        self._optional()
        groups = self._groups()
        if len(groups) > 1:
            self._row(groups, "")
        elif groups:
            self._push("}")
            self._push(groups[0])
            self._styles.append(self._styles[-1])

    def _row(self, groups: Sequence[str], part: str) -> None:
        """Show groups as the cells of a row of its own."""
        groups = [group for group in groups if group.strip(" %\n\\")]
        if not groups:
            return
        self._end()
        self._frame = BlockFrame("item" if not part else "paragraph", depth=self._depth + (0 if part else 1))
        self._push("\\par ")
        self._push((part or "\\kgcell ").join(groups))
        self._macros.setdefault("kgcell", Macro(0, None, "\\hfill "))

    def _link(self, address: str, shown: str) -> None:
        target = target_of(address.replace("\\", ""))
        self._push("}")
        self._push(shown.replace("_", "\\_").replace("\\\\_", "\\_") if shown == address else shown)
        self._styles.append(self._styles[-1]._replace(target=target))

    def _heading(self, level: int) -> None:
        self._optional()
        self._headed(self._group() or "", level)

    def _headed(self, title: str, level: int) -> None:
        self._end()
        self._frame = BlockFrame("heading", level=level)
        self._push("\\par ")
        self._push(title)

    def _header(self, _: str) -> None:
        """Show a heading; that of the class friggeri-cv has given name, family name and what somebody is."""
        title, *more = self._groups(3)[::-1] or [""]
        self._push(f"{title}\\par " if more else "")
        self._push(f"{{{' '.join(reversed(more)) or title}}}")
        self._heading(1)

    def _font(self, _: str) -> None:
        """Pass over the definition of a font: its name, options and family."""
        self._group()
        self._optional()
        self._groups(1)

    def _item(self, name: str) -> None:
        self._end()
        label = self._optional() if name == "item" else (self._optional(), self._group())[1] and None
        depth = max(1, self._depth)
        marker = ""
        if self._numbers and self._numbers[-1] is not None and label is None:
            self._numbers[-1] += 1
            marker = f"{self._numbers[-1]}."
        self._frame = BlockFrame("item", depth=depth, marker=marker)
        if label and any(map(str.isalnum, label)):
            self._push(f"{{{label}}} ")

    def _environment(self, name: str) -> None:
        environment = self._group() or ""
        begins = name == "begin"
        if begins and environment in ("cv", "cvlist"):  # of the package currvita
            self._heading(1)
        elif environment in _LISTS or environment.rstrip("*").endswith(("itemize", "enumerate", "list")):
            self._list(environment, begins=begins)
        elif environment in _TABLES:
            self._table(environment, begins=begins)
        elif begins:
            self._paragraph()
            self._optional()
            groups = self._groups()
            if environment not in _PLAIN and len(groups) > 1:
                self._row(groups, "")
            elif groups and "section" in environment.casefold():
                self._headed(groups[0], 1)
        else:
            self._paragraph()

    def _list(self, environment: str, *, begins: bool) -> None:
        self._end()
        self._optional()
        if begins:
            self._depth += 1
            self._numbers.append(0 if "enumerate" in environment else None)
            if environment in ("thebibliography", "list"):
                self._groups(2)
        else:
            self._depth = max(0, self._depth - 1)
            del self._numbers[-1:]
        self._frame = BlockFrame("paragraph", depth=self._depth)

    def _table(self, environment: str, *, begins: bool) -> None:
        self._end()
        if begins:
            self._optional()
            self._groups(2 if environment in ("tabular*", "tabularx", "tabulary") else 1)
        self._tables = max(0, self._tables + (1 if begins else -1))
        self._frame = BlockFrame("row" if self._tables else "paragraph", depth=self._depth)

    def _paragraph(self) -> None:
        frame = self._frame
        self._end()
        self._frame = BlockFrame(
            "row" if self._tables else "paragraph",
            depth=frame.depth if frame.kind in ("item", "paragraph") and self._depth else self._depth,
        )

    def _end(self) -> None:
        pieces, self._pieces = self._pieces, []
        if any(piece.text.strip() for piece in pieces):
            self._made += blocks_of(self._frame, pieces)
        if self._frame.kind in ("heading", "item"):
            self._frame = BlockFrame("paragraph", depth=self._depth)

    # Definitions.

    def _of_head(self, head: str) -> str:
        """Return the name that the preamble states."""
        for pattern in (
            r"\\name\{([^{}]*)\}\{([^{}]*)\}",
            r"\\firstname\{([^{}]*)\}[\s\S]{0,200}?\\(?:family|last)name\{([^{}]*)\}",
            r"\\(?:name|author|myname|cvname|fullname)\{([^{}]*)\}()",
        ):
            if found := re.search(pattern, head):
                shown = _Reader(f"{found[1]} {found[2]}").blocks()
                if "#" not in found[0] and (name := " ".join(" ".join(block.text for block in shown).split())):
                    return name
        return ""

    def _define_all(self, head: str) -> None:
        held = _Reader.__new__(_Reader)
        held._macros, held._line, held._count, held.is_cut = self._macros, 1, 0, False
        held._scannable = MAX_SCANNED
        for match in re.finditer(
            r"\\(newcommand\*?|renewcommand\*?|providecommand|def)(?![A-Za-z])", re.sub(r"(?<!\\)%[^\n]*", "", head)
        ):
            held._stack = [(match.string, match.end(), False)]
            held._define(match[1])

    def _define(self, how: str) -> None:
        if how == "def":
            match = re.compile(r"\s*\\([A-Za-z@]+)((?:#\d)*)").match(*self._stack[-1][:2]) if self._stack else None
            if match is None:
                return
            text, _, is_source = self._stack[-1]
            self._stack[-1] = (text, match.end(), is_source)
            name, count, default = match[1], match[2].count("#"), None
        else:
            name = (self._group() or "").strip().lstrip("\\")
            count = int(found) if (found := self._optional() or "").isdigit() else 0
            default = self._optional() if found else None
        body = self._bracketed("{", "}")
        if name and body is not None and name not in _HEADINGS and len(body) < 5_000:
            self._macros[name] = Macro(min(count, 9), default, body)

    def _expand(self, macro: Macro) -> None:
        values: list[str] = []
        if macro.default is not None:
            given = self._optional()
            values.append(macro.default if given is None else given)
        while len(values) < macro.arguments:
            values.append(self._group() or "")
        values += [""] * (9 - len(values))
        parts = _PARAMETER.split(macro.body)  # text and numbers by turns
        parts[1::2] = [values[int(number) - 1] for number in parts[1::2]]
        length = sum(map(len, parts))  # before they are joined: ten commands in one another stand for gigabytes
        self._writable -= length
        if length < _MAX_BODY and self._writable > 0:
            self._push("".join(parts))
        else:
            self.is_cut = True


_HANDLERS: Mapping[str, Callable[[_Reader, str], None]] = {
    **dict.fromkeys(("newcommand", "renewcommand", "providecommand", "def", "DeclareRobustCommand"), _Reader._define),
    **dict.fromkeys(("begin", "end"), _Reader._environment),
    **dict.fromkeys(("item", "bibitem"), _Reader._item),
    **dict.fromkeys(("href", "link", "url", "nolinkurl", "path"), _Reader._href),
    **dict.fromkeys(("hfill", "dotfill", "hrulefill", "tab", "hspace", "quad", "qquad"), _Reader._gap),
    **dict.fromkeys(("newfontfamily", "newfontface"), _Reader._font),
    "header": _Reader._header,
    **dict.fromkeys(("newline", "linebreak", "tabularnewline", "par", "newpage", "bigskip"), _Reader._line_end),
    **dict.fromkeys(
        ("name", "firstname", "familyname", "author", "title", "address", "phone", "email", "homepage", "social",
         "extrainfo", "mobile"),
        _Reader._person,
    ),
}  # fmt: skip
"""What is done with a command that has more to it than a style."""
