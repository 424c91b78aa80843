"""The words and tokens of one citation."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from kg.extract.citations.venues import is_known
from kg.extract.entities import common_words, is_particle, without_marks
from kg.extract.lines import BlockLine, goes_on
from kg.profile import listed_names

# The words of one citation as a single text that remembers how its parts are set and where they link.

Style = Literal["bold", "italic", "link"]

BREAK = "\n"
"""Parts the lines, and the cells of a row, of the citation."""

_COMMAS = str.maketrans(
    {
        "‚": ",",
        "，": ",",
        "、": ",",
        "\xa0": " ",
        "\u2009": " ",
        "\u202f": " ",
        "∗": "*",
        "⁎": "*",
        "＊": "*",
        "\ufe0f": "",
    }
    | dict.fromkeys(map(chr, (0x2728, 0x2B50, *range(0x1F300, 0x1FB00))), "|")
    | dict.fromkeys("📧📨📩🖂✉", "✉")
)
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹", ",; ")
_FIGURES = re.compile(r"[\d,; *†‡§¶✉#]{0,12}\d[\d,; *†‡§¶✉#]{0,12}")
_LETTERS = re.compile(r"[a-z](?:[,; ]{1,2}[a-z]){0,5}")
_PREFIXES = frozenset(
    re.findall(
        r"\w+",
        "all anti auto co cross data end fine full half high large long low meta multi near non off on one open post "
        "pre real self semi short single small state three time two type well wide zero ",
    )
)
_HALF_NAME = re.compile(r"(?:,|\band\b|&) (?:[A-Z]\. ?){0,3}[A-Z][^\W\d_]*\.?$")
_OTHER_HALF = re.compile(r"[A-Z][^\W\d_]+[.,;*†]")
_SPACES = re.compile(r"[ \r\f\v]+")


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of the text that is set in one style.

    Attributes:
        style: How it is set.
        start: Its first character.
        end: The character behind its last.
        target: Where it links to.
    """

    style: Style
    start: int
    end: int
    target: str = ""


@dataclass(frozen=True)
class Words:
    """The words of a citation.

    Attributes:
        text: Its lines, parted by line feeds; superscript marks of authors are left in as they are.
        stretches: What is set bold, in italics or linked, in order, by style.
        lines: The lines it was made of.
    """

    text: str
    stretches: tuple[Stretch, ...]
    lines: tuple[BlockLine, ...]

    def styled(self, *styles: Style) -> Iterator[Stretch]:
        """Yield the stretches of some styles."""
        yield from (stretch for stretch in self.stretches if stretch.style in styles)

    def of(self, stretch: Stretch) -> str:
        """Return the text of a stretch."""
        return self.text[stretch.start : stretch.end]


def words_of(lines: Sequence[BlockLine]) -> Words:
    """Return the words of some lines."""
    text = ""
    open_: dict[tuple[Style, str], int] = {}
    stretches: list[Stretch] = []
    for place, line in enumerate(lines):
        is_wrapped = place > 0 and _is_wrapped(lines[place - 1], line)
        between = " " if is_wrapped else BREAK
        text = text.rstrip(" ")
        if not is_wrapped:
            _restyle(open_, stretches, set(), len(text))
        if is_wrapped and text[-1:] in "-‐" and text[-2:-1].isalpha() and line.text[:1].islower():
            text, between = _unbroken(text), ""
        text += between if text else ""
        for run in line.runs:
            piece = _SPACES.sub(" ", run.text.translate(_COMMAS)).replace("\t", BREAK)
            if run.raised and (mark := _raised(piece.strip(), text)) is not None:
                piece = mark
            elif not text or text[-1] in f" {BREAK}":
                piece = piece.lstrip(" ")
            if piece.strip():
                _restyle(open_, stretches, run_styles(run.bold, run.italic, run.target), len(text))
            text += piece
    _restyle(open_, stretches, set(), len(text))
    return Words(text.rstrip(), tuple(_trimmed(text, stretches)), tuple(lines))


def _unbroken(text: str) -> str:
    """Return a text without the hyphen at its end, unless it belongs to the word: `state-of-`, `low-`."""
    word = re.split(r"[\s-]", text[:-1])[-1].casefold()
    return text if word in _PREFIXES or "-" in text[:-1].rpartition(" ")[2] else text[:-1]


def _raised(piece: str, before: str) -> str | None:
    """Return a superscript as it stands among marks, if it is one: figures of affiliations must not read as text."""
    behind_name = before.rstrip()[-1:].isalpha()
    if behind_name and _FIGURES.fullmatch(piece):
        return piece.translate(_RAISED)
    if behind_name and _LETTERS.fullmatch(piece) and before.rstrip()[-2:].islower():
        return ""
    return piece if piece and not without_marks(piece).strip(" ,") else None


def _is_wrapped(line: BlockLine, behind: BlockLine) -> bool:
    """Say whether a line goes on in the next one."""
    is_in_name = _HALF_NAME.search(line.text) and _OTHER_HALF.match(behind.text)
    return bool(is_in_name) or goes_on(line, behind)


def run_styles(bold: bool, italic: bool, target: str) -> set[tuple[Style, str]]:
    """Return the styles of a run, a link with its target."""
    styles: set[tuple[Style, str]] = set()
    if bold:
        styles.add(("bold", ""))
    if italic:
        styles.add(("italic", ""))
    if target:
        styles.add(("link", target))
    return styles


def _restyle(
    open_: dict[tuple[Style, str], int], done: list[Stretch], styles: set[tuple[Style, str]], place: int
) -> None:
    ended = [key for key in open_ if key not in styles]
    done.extend(Stretch(key[0], open_.pop(key), place, key[1]) for key in ended)
    for key in styles:
        open_.setdefault(key, place)


def _trimmed(text: str, stretches: Sequence[Stretch]) -> Iterator[Stretch]:
    """Yield the stretches without spaces at their ends."""
    for stretch in sorted(stretches, key=lambda each: (each.start, -each.end, each.style)):
        words = text[stretch.start : stretch.end]
        start = stretch.start + len(words) - len(words.lstrip())
        end = start + len(words.strip())
        if end > start:
            yield Stretch(stretch.style, start, end, stretch.target)


# The words of a text as tokens, and the lists of names that are found in them.

TokenKind = Literal["word", "initial", "comma", "semicolon", "and", "with", "mark", "break", "et al", "other"]

JOINTLY = (
    r"(?:(?:joint(?:ly)?|joint work|together|in collaboration) with|co-?authored (?:with|by)|co-?authors?:?"
    r"|(?:zusammen|gemeinsam) mit|ko-?autor(?:en|innen)?:?|en collaboration avec|co-?auteurs?:?|junto con"
    r"|en (?:colaboraci[oó]n|coautor[ií]a) con|coautor(?:es|as)?:?|(?:em (?:colabora[cç][aã]o|coautoria)|junto) com"
    r"|in collaborazione con|(?:insieme|assieme) (?:a|con)|coautor[ie]:?|samen met|tillsammans med|sammen med"
    r"|(?:wsp[oó]lnie|wraz) z|we wsp[oó][lł]pracy z|совместно с|в соавторстве с|соавторы:?|合著者[:：]?|共著者?[:：]?)"
)
"""What introduces the others of a list that leaves out its owner, wherever it stands."""
WITH = rf"(?:{listed_names.WITH}|(?-i:[zс](?= ))|与|與)"
"""What does so where it begins a part of the text."""

_LETTER = "[^\\W\\d_⁰¹²³⁴⁵⁶⁷⁸⁹]"
_AFFILIATION = (
    rf"(?<=[^\W_] )\((?!{WITH}\b|{JOINTLY}|and\b)(?=[^\W\d_])(?:"
    r"[^(),\n\d]{2,60}\)(?=\s*(?:[,;]\s?(?:and\s)?(?-i:[A-Z])[^\s,]{0,20}\s(?-i:[A-Z])|&|and\b))"
    r"|(?=[^()\n]{0,60}?(?:Univ|Instit|Colleg|School|Lab|Inc\b|(?-i:[A-Z]{3})))[^()\n\d]{2,60}\)(?=\s*[,;.&]))"
)
"""What stands in brackets behind an author: where from."""

ET_AL = (
    r"(?:(?:,?\s?\band\s+)?\bet\.?\s?al\b\.?"
    r"|,?\s?(?:\band\b|&|\+)\s+(?:\d{1,4}\s+)?(?:more|other)\s+(?:co-?)?authors\b"
    r"|,?\s?(?:\band\b|&)\s+(?:\d{1,4}\s+)?(?:(?:many|several)\s+)?(?:others|more)\b|,\s?others\b(?=,)"
    r"|,?\s?\b(?:and|for|on behalf of)\s+the\s+(?:[^\W\d_][\w-]{0,20}\s+){1,4}"
    r"(?:collaboration|consortium|team|group)\b)"
    r"(?:\s?\(\d{1,4} (?:co-?)?authors\))?"
)
"""How a list of authors says that it is not complete."""

_TOKEN = re.compile(
    rf"(?P<etal>{ET_AL}|…|\.{{3}})"
    r"|(?P<suffix>,\s?(?:[JS]r\b\.?|II|III|IV)(?=\s*(?:[,;.&]|and\b|\n|$)))"
    r"|(?P<nickname>(?<=[^\W\d_] )\((?-i:[A-Z])[^\W\d_]{1,14}\)(?= (?-i:[A-Z])))"
    r"|(?P<and>\b(?:and|und|et)\b|&)"
    rf"|(?P<with>(?:^|(?<=[.,] )|(?<={BREAK}))by\b"
    rf"|\b{JOINTLY}(?![^\W_])|(?:^|(?<=[(\[{BREAK}])|(?<=, )){WITH}\b)"
    rf"|(?P<initial>{_LETTER}\.(?:[-‐‑ ]?{_LETTER}\.){{0,3}})"
    rf"|(?P<word>(?<![^\W_])['’]t(?= )|{_LETTER}(?:{_LETTER}|['’`´‐‑−–-](?={_LETTER})){{0,40}}+"
    r"(?:(?<=\b[JSjs]r)\.|(?<=\b[Ss]t)\.(?= ))?)"
    r"|(?P<mark>\\?[*†‡§¶✉⋆★♠♣♦♥#^]|(?<=[^\W\d_.])\+(?=[\s,;.*†‡§¶#)]|$)"
    r"|[¹²³⁴⁵⁶⁷⁸⁹⁰]|\$\^?|\(\*\)|(?<=[^\W_])\d(?=[ ,.;\n*†]|$)"
    rf"|(?<=[^\W\d_] )0\d{{3}}\b|{_AFFILIATION})"
    r"|(?P<comma>,)|(?P<semicolon>[;·•])"
    rf"|(?P<break>{BREAK})"
    r"|(?P<other>\S)",
    re.IGNORECASE,
)
SUFFIXES = frozenset(("Jr", "Jr.", "Sr", "Sr.", "II", "III", "IV"))
"""What may stand behind a family name."""

_KINDS: dict[str, TokenKind] = {"etal": "et al", "suffix": "word", "nickname": "word"}
MAX_TOKENS = 5
"""A name has at most five parts."""


@dataclass(frozen=True, slots=True)
class Token:
    """A part of a text: a word, an initial, something that parts names, something else."""

    kind: TokenKind
    text: str
    start: int
    end: int

    @property
    def parts(self) -> bool:
        """Whether it stands between names."""
        return self.kind in ("comma", "semicolon", "and")


@dataclass(frozen=True, slots=True)
class AuthorName:
    """One author: the name in spoken order, the marks behind it, and its place in the text."""

    name: str
    marks: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class AuthorList:
    """A list of authors.

    Attributes:
        names: In order.
        start: The first character of the list.
        end: The character behind its last.
        incomplete: Whether it ends in `et al.`
        implied: Whether the page's owner is among them only since the page is his or hers.
    """

    names: tuple[AuthorName, ...]
    start: int
    end: int
    incomplete: bool = False
    implied: bool = False


def tokens_of(text: str) -> Iterator[Token]:
    """Yield the tokens of a text, in order."""
    for match in _TOKEN.finditer(text):
        kind = str(match.lastgroup)
        text = match[0].strip("(), ") if kind in ("suffix", "nickname") else match[0]
        yield Token(_KINDS.get(kind, kind), text, match.start(), match.end())  # type: ignore[arg-type]


def is_of_venue(token: Token) -> bool:
    """Say whether a word is the name of a venue: `NeurIPS`, `Bioinformatics`."""
    is_acronym = len(token.text) > 2 and sum(letter.isupper() for letter in token.text) > 1
    return token.kind == "word" and (is_acronym or len(token.text) > 8) and is_known(token.text)


def may_be_of_name(token: Token) -> bool:
    """Say whether a token may be a part of a name."""
    if token.kind == "initial":
        return True
    if token.kind != "word":
        return False
    if is_of_venue(token):
        return False
    is_capital = token.text[0].isupper() or token.text.casefold().startswith(("d'", "d’", "al-", "el-"))
    return (is_capital and token.text.casefold() not in common_words()) or is_particle(token.text)
