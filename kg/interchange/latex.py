r"""LaTeX as it stands in bibliographies, turned into plain text, and plain text made safe for LaTeX.

One pass over the text suffices: accents compose, letters and symbols are those of pylatexenc, the rest of the commands
vanish and leave their contents. Its parser is not used: of 166 real titles and names with commands it reads all but one
alike, yet it loses a bare '&', which bibliographies are full of, takes 25 times as long, and fails on nested braces.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache

from pylatexenc.latex2text import get_default_latex_context_db

from kg.interchange.plain import line

_ACCENTS: Mapping[str, str] = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", '"': "\u0308", "=": "\u0304", ".": "\u0307",
    "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328", "r": "\u030a", "d": "\u0323",
    "b": "\u0331", "t": "\u0361",
}  # fmt: skip
_LETTERS: Mapping[str, str] = {  # what pylatexenc lacks, or a bibliography means otherwise
    "SS": "ẞ", "i": "i", "j": "j", "S": "§", "P": "¶", "pounds": "£", "euro": "€", "copyright": "©", "ddag": "‡",
    "ddagger": "‡", "textbraceleft": "{", "textbraceright": "}", "textasciicircum": "^", "textunderscore": "_",
    "textbar": "|", "textless": "<", "textgreater": ">", "textasteriskcentered": "*", "slash": "/", "LaTeX": "LaTeX",
    "TeX": "TeX", "BibTeX": "BibTeX", "epsilon": "ε", "phi": "φ", "sqrt": "√", "ast": "*", "circ": "°", "quad": " ",
    "qquad": " ", "textmu": "μ", "textperiodcentered": "·", "log": "log",
}  # fmt: skip
_SIGNS = {"&": "&", "%": "%", "$": "$", "#": "#", "_": "_", "{": "{", "}": "}", " ": " ", "\n": " ", ",": " ",
          ";": " ", ":": " ", "!": "", "-": "", "/": "", "\\": " ", "@": "",
          "(": "", ")": "", "[": "", "]": ""}  # fmt: skip
_LENGTH = r"[+-]?[\d.]{1,8}\s?(?:em|ex|pt|pc|in|cm|mm|mu|bp|sp)"
_LAYOUT = re.compile(
    r"\\(?:[hv]space|[hv]phantom|phantom|noopsort|label|color|fontsize|selectlanguage|begin|end)\*?\s?\{[^{}]{0,100}\}"
    r"(?:\{[^{}]{0,20}\})?"
    rf"|\\(?:kern|[hvm]skip|mkern)\s?{_LENGTH}"
)
"""What moves text about, or switches its looks: none of its arguments is text."""
_DRESSED = re.compile(r"\\(?:textcolor|raisebox|foreignlanguage|scalebox)\s?\{[^{}]{0,100}\}\s?(?=\{)")
"""What has a text dressed, before that text."""
_LINKED = re.compile(r"\\href\s?\{([^{}]{0,2000})\}\s?\{([^{}]{0,500})\}")
_INDEX = re.compile(r"_(?=\d|\Z)")
_TOKEN = re.compile(
    r"\\([a-zA-Z]++)[ \t\n]*+|\\([^a-zA-Z])|([{}$~])|(-{2,3}|``|'')|([^\\{}$~`'-]++|.)",
    re.DOTALL,
)
_AROUND = re.compile(r"\\(?:url|href|path|texttt)\b\s?")
_ESCAPED = re.compile(r"\\([%&#_~^$])(?:\{\})?")
_LIGATURE = re.compile(r"(-(?=-)|'(?=')|`(?=`))")
_DASHES = {"--": "–", "---": "—", "``": "“", "''": "”"}
_UNSAFE = str.maketrans(
    {"\\": r"\textbackslash{}", "{": r"\textbraceleft{}",
     "}": r"\textbraceright{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
     "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
)  # fmt: skip


def plain(text: str) -> str:
    r"""Return LaTeX as plain text on one line.

    >>> plain(r"G{\"o}del, \'Eva and {\O}rsted: $O(n^2)$ \emph{on} {TeX} -- a \& b")
    'Gödel, Éva and Ørsted: O(n^2) on TeX – a & b'
    """
    if any(sign in text for sign in "\\{}$~-`'"):
        text = _DRESSED.sub("", _LAYOUT.sub(" ", _LINKED.sub(r"\2 (\1)", text)))
        text = unicodedata.normalize("NFC", "".join(_pieces(text)))
    return line(text)


def verbatim(text: str) -> str:
    r"""Return an address or an id, in which TeX's signs stand for themselves, whether or not they are escaped.

    >>> verbatim(r"\url{https://ada.example.org/~ada/a\_b--c}")
    'https://ada.example.org/~ada/a_b--c'
    """
    return _AROUND.sub("", _ESCAPED.sub(r"\1", text)).replace("{", "").replace("}", "").strip()


def escaped(text: str) -> str:
    r"""Return plain text as LaTeX that `plain` turns back; letters stay in Unicode, which BibTeX tools read.

    >>> escaped("R&D: 100% of #1")
    'R\\&D: 100\\% of \\#1'
    """
    return _LIGATURE.sub(r"\1{}", text.translate(_UNSAFE))


def _pieces(text: str) -> Iterator[str]:
    """Yield the pieces of the text, with all accents of a letter behind it."""
    accents = ""
    in_math = False
    for match in _TOKEN.finditer(text):
        command, sign, mark, run, rest = match.groups()
        if mark == "$":
            in_math = not in_math
            continue
        if command in _ACCENTS or sign in _ACCENTS:
            accents = _ACCENTS[command or sign] + accents  # the last one stands next to the letter
            continue
        piece = _piece(command, sign, mark, run, rest, in_math=in_math)
        if accents and piece:
            piece = _accented(piece[0], accents) + piece[1:] if piece[0].isalpha() else piece
            accents = ""
        yield piece


def _accented(letter: str, accents: str) -> str:
    """Return a letter with its accents, which people write in either order, as one character if there is one."""
    orders = (unicodedata.normalize("NFC", letter + order) for order in (accents, accents[::-1]))
    return min(orders, key=len)


def _piece(
    command: str | None, sign: str | None, mark: str | None, run: str | None, rest: str | None, *, in_math: bool
) -> str:
    if command is not None:
        return _LETTERS[command] if command in _LETTERS else _symbols().get(command, "")
    if sign is not None:
        return _SIGNS.get(sign, sign)
    if mark is not None:
        return " " if mark == "~" else ""
    if run is not None:
        return run if in_math else _DASHES.get(run, run)
    return _INDEX.sub("", rest or "") if in_math else rest or ""


def symbol(command: str) -> str:
    r"""Return the character or the few letters that a command stands for, or nothing.

    >>> symbol("ss"), symbol("LaTeX"), symbol("section")
    ('ß', 'LaTeX', '')
    """
    return _LETTERS.get(command) or _symbols().get(command, "")


@cache
def _symbols() -> Mapping[str, str]:
    known = get_default_latex_context_db()
    specs = (spec for category in known.categories() for spec in known.iter_macro_specs([category]))
    return {spec.macroname: text for spec in specs if isinstance(text := spec.simplify_repl, str) and len(text) == 1}
