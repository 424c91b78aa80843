"""Research interests and skills, one an entry: of lists, of labelled lines, and of sentences that name them."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from kg.extract.lines import BlockLine, cut, joined, trimmed
from kg.extract.page import PageContext
from kg.extract.rows import LineGroup, rows_of
from kg.extract.sections import CvSection
from kg.profile.drafts.model import PERSON, Fact
from kg.profile.postal import addresses

MAX_SKILL = 6
MAX_TOPIC = 8
MAX_ENTRIES = 100

_MARKS = ",;•|·、\n"
_LAST_AND = re.compile(r"\s*,?\s+(?:and|&|und)\s+")
_LEVEL = re.compile(
    r"\s*[(–—-]?\s*\b(?:fluent|native(?: speaker)?|proficient|advanced|expert|intermediate|basic|beginner|"
    r"familiar|working|"
    r"professional|mother tongue|muttersprache|fließend|[abc][12])\b[^()]{0,40}\)?$",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"\s?\(?https?://[^\s()]+\)?")
_PLACEHOLDER = re.compile(r"(?:sub-?)?skill\s?[\d.]*$|lorem|topic \d|interest \d", re.IGNORECASE)
_INTERESTED = re.compile(
    r"(?:\b(?:research |main |current |primary )?interests?\s+(?:(?:are|is|lies?|lay|includes?|spans?|covers?|"
    r"focus(?:es)?|"
    r"broadly|primarily|mainly|currently|also|generally|mostly|range|centers?)\s+){1,3}(?:(?:in|on|at|within|"
    r"across|around|over|from)\s+)?"
    r"|(?-i:\b(?:I|[Hh]e|[Ss]he|[Tt]hey|[A-Z][\w-]{1,25}))(?:\s+(?:am|is|are)|"
    r"['’]m)\s+(?:\w+\s+){0,3}(?:interested|specializing)\s+in\s+"
    r"|\b(?:research|work)\s+(?:currently |mainly |primarily |broadly )?(?:focus(?:es|ed)?|centers?|"
    r"is focused)\s+(?:mainly |primarily |broadly )?on\s+)"
    r"(?P<list>[^.:;\n]{3,400})",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"^(?:(?:the|a|an|all|various|several|different|many|broad|general|wide|topics?|areas?|aspects?|fields?|"
    r"intersections?|"
    r"problems?|variety|range|of|between|in|on|at|such as|including|related to|both|research|lie|with)\s+)+",
    re.IGNORECASE,
)
_STOP = re.compile(
    r",?\s+(?:with|where|which|that|who|whose|so|because|since|by|through|aiming|to|for which|as well as how|"
    r"under the)\s.*$",
    re.IGNORECASE | re.DOTALL,
)
_SPECIALLY = re.compile(
    r",?\s*\b(?:especially|particularly|specifically|including|such as|e\.g\.,?|as well as|"
    r"in particular)\s+(?:in\s+|on\s+)?",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"^(?:(?!(?:learn|comput|process|network|train|reason|serv|schedul|plann|model|modell|programm|min|engineer|"
    r"sampl|test|"
    r"sens|imag|render|tun|pars|cach|pars|rout|quer|cod|analy)ing\b)[a-z]{2,20}ing\s|how|what|why|me\b|i\b|my\b|"
    r"we\b|please\b)"
)


def read(section: CvSection, page: PageContext) -> Iterator[Fact]:
    """Yield the skills or the interests that a section names."""
    if section.kind == "skills":
        yield from _skills(section, page)
    elif section.kind == "interests":
        yield from _interests(section, page)
    elif section.kind in ("summary", "head"):
        for _, lines in groupby(section.lines, key=lambda line: id(line.block)):
            yield from _told(list(lines), page)


def _skills(section: CvSection, page: PageContext) -> Iterator[Fact]:
    for row in rows_of(section.lines):
        if row.first.is_heading:
            continue
        label, text, how = _labelled(row)
        found = [skill for piece in _pieces(text) if (skill := _skill(piece))]
        if label and _LEVEL.fullmatch(text.strip(" .")):
            found, how = [label], "before level"
        if found:
            yield page.fact(PERSON, {"skills": found[:MAX_ENTRIES]}, {"skills": how}, row.lines)


def _labelled(row: LineGroup) -> tuple[str, str, str]:
    """Return the label of a row, what it labels, and how the two are parted."""
    if len(row.cells) > 1:
        return row.cells[0], ", ".join(row.cells[1:]), "behind cell"
    bold = row.first.bold.strip()
    at = row.text.find(bold) if bold else -1
    if 0 <= at <= 2 and (rest := row.text[at + len(bold) :].strip(" :–—-")):
        return trimmed(bold), rest, "behind bold"
    label, colon, rest = _label(row.text)
    if colon and len(label.split()) <= 5:
        return trimmed(label), rest.strip(), "behind colon"
    return "", row.text, "list" if row.first.is_item else "line"


def _label(text: str) -> tuple[str, str, str]:
    """Return a text parted at its first colon, unless an address begins with it."""
    label, colon, rest = text.partition(":")
    return (text, "", "") if rest.startswith("//") else (label, colon, rest)


def _pieces(text: str) -> list[str]:
    pieces = cut(text, _MARKS)
    if pieces and len(pieces) > 1:
        pieces[-1:] = [piece for piece in _LAST_AND.split(pieces[-1]) if piece]
    elif pieces and len(halves := _LAST_AND.split(pieces[0])) == 2 and all(len(half.split()) <= 2 for half in halves):
        pieces = halves
    return pieces


def _skill(piece: str) -> str:
    text = trimmed(re.sub(r"^(?:and|etc\.?)\b\s*", "", _ADDRESS.sub("", piece.strip())))
    text = trimmed(_LEVEL.sub("", text)) or ""
    if not text or len(text.split()) > MAX_SKILL or _PLACEHOLDER.match(text) or not any(c.isalnum() for c in text):
        return ""
    return f"{text}++" if f"{text}++" == piece.strip() else text


def _interests(section: CvSection, page: PageContext) -> Iterator[Fact]:
    for row in rows_of(section.lines):
        told = list(_told_in(row.text))
        if told and not row.first.is_item:
            yield page.fact(PERSON, {"interests": told}, {"interests": "sentence"}, row.lines)
            continue
        found, how = _listed(row)
        if found:
            yield page.fact(PERSON, {"interests": found[:MAX_ENTRIES]}, {"interests": how}, row.lines)


def _listed(row: LineGroup) -> tuple[list[str], str]:
    label, colon, rest = _label(row.text)
    if colon and rest and len(label.split()) <= MAX_TOPIC:
        if len(cut(rest, _MARKS)) > 2 and max(len(piece.split()) for piece in cut(rest, _MARKS)) <= 4:
            return _topics(cut(rest, _MARKS)), "behind colon"
        return _topics([label]), "before colon"
    is_sentence = row.text.endswith(".") and len(row.text.split()) > MAX_TOPIC and "," not in row.text
    if is_sentence or len(row.text.split()) > 60 or re.search(r"\b(?:I|[Mm]y|[Ww]e|[Oo]ur|is|are|have)\b", row.text):
        return [], ""
    pieces = _pieces(row.text)
    if max((len(piece.split()) for piece in pieces), default=0) > MAX_TOPIC:
        return [], ""
    return _topics(pieces), "list" if row.first.is_item or len(pieces) > 1 else "line"


def _topics(pieces: Sequence[str]) -> list[str]:
    found = []
    for piece in pieces:
        text = trimmed(re.sub(r"\s*\([^()]{1,60}\)$", "", _FILLER.sub("", piece.strip())))
        text = re.sub(r"^(?:and|or|&|etc)\b\.?\s*", "", text)
        if (
            text
            and len(text.split()) <= MAX_TOPIC
            and not (bool(addresses(text)) or re.match(r"(?:[A-Z]{1,2}-)?\d{5}\s[A-ZÄÖÜ]", text) is not None)
            and not _VERB.match(text)
            and not _PLACEHOLDER.match(text)
        ):
            found.append(text)
    return list(dict.fromkeys(found))


def _told(lines: Sequence[BlockLine], page: PageContext) -> Iterator[Fact]:
    if found := list(dict.fromkeys(_told_in(joined(lines)))):
        yield page.fact(PERSON, {"interests": found}, {"interests": "sentence"}, lines)


def _told_in(text: str) -> Iterator[str]:
    """Yield the topics of a sentence such as `My research interests include A, B and C`."""
    for match in _INTERESTED.finditer(text):
        listed = _STOP.sub("", _SPECIALLY.sub(", ", f" {match['list']}").strip(" ,"))
        pieces: list[str] = []
        for piece in cut(listed, _MARKS):
            if _VERB.match(_FILLER.sub("", piece)):
                continue
            halves = [half for half in _LAST_AND.split(_FILLER.sub("", piece)) if half]
            pieces += halves if _are_topics(halves) else [piece]
        yield from _topics(pieces)


def _are_topics(halves: Sequence[str]) -> bool:
    """Say whether what stands on both sides of an `and` is each a topic: not so in `training and inference`."""
    return len(halves) > 1 and all(len(half.split()) > 1 or half[:1].isupper() for half in halves)
