"""Degrees and positions told in sentences: `I am a lecturer at …`, `I received my B.S. and M.S. from …`.

Rules find who is or got what; the rest of the clause is read as an entry of a list is.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from kg.extract import entities
from kg.extract.career import degrees, labels, vocabulary
from kg.extract.documents.model import DocumentBlock, LineLayout, TextRun
from kg.extract.learned import careers
from kg.extract.learned.entries import Entry, parse, words_of
from kg.extract.learned.mending import completed
from kg.extract.learned.units import Line
from kg.extract.learned.works import FactValues
from kg.extract.lines import BlockLine, I
from kg.extract.page import PageContext
from kg.extract.sections import CvSection
from kg.profile import periods
from kg.profile.drafts.model import Fact
from kg.terms.dates import PRESENT

PROSE = "prose"
"""How the values of sentences are found."""

_MAX_LENGTH = 600
_END = re.compile(r"(?<=[.!?])[)\]”\"]?\s+(?=[A-Z\u4e00-\u9fff])")
_ABBREVIATED = re.compile(
    r"""(?:^|[\s(.])(?:[A-Z]|Profs?|Drs?|Mr|Ms|Mrs|St|Dept|Univ|Inc|Ph\.D|[BM]\.(?:S|A|E|Eng|Sc)|[BM](?:Eng|Sc))\.$"""
)
_SPEAKS = re.compile(rf"(?:^|[\s,(])(?:{I}|(?:my|My|He|She|They|he|she|his|her|His|Her)(?=[\s,]))")
_IS = re.compile(
    r"""(?:(?P<now>\bI['’]m|\b(?:am|is|are|(?:have|has)\s+been|serves?\s+as|works?\s+as)
      |\b(?:now|currently|presently)\s+(?:working|serving)\s+as)
    |\b(?:was|were|served\s+as|worked\s+as|interned\s+as))
    \s+(?:(?:currently|now|presently|also|previously|formerly|then)\s+)?(?:an?\s+|the\s+)?(?:\w{2,9}-year\s+|final\s+year\s+)?""",
    re.VERBOSE,
)
_SUBJECT = re.compile(
    r"(?:^|[\s,;(])(?:I|[Hh]e|[Ss]he|[Tt]hey|and|also|now|currently)(?:,?\s+(?:also|now|currently|then|have|has))?[\s,]*$"
)
_GOT = re.compile(
    r"""\b(?P<verb>received|obtained|earned|completed|finished|got|hold|holds|did|awarded|graduated|(?P<now>receiving|pursuing|doing
    |completing)|expect(?:s|ing)?[ ]to[ ](?:receive|complete|finish|obtain|earn))\b""",
    re.VERBOSE,
)
_INTERNED = re.compile(
    r"\b(?:interned|(?:did|completed)\s+(?:an?|my)\s+internships?)\s+(?=at\s|with\s|@)", re.IGNORECASE
)
_STUDENT = re.compile(
    r"(?:Ph\.?\s?D\.?|doctoral|master['’]?s?|M\.?Sc?\.?|MSCS|undergraduate)\s+(?:student|candidate)", re.IGNORECASE
)
_LEARNS = re.compile(r"(?<!visiting )(?<!exchange )\bstudent(?! \w)|candidate|pursuing|undergraduate$", re.IGNORECASE)
_FUTURE = re.compile(r"\b(?:will|would|plan|hope|looking|apply|applying|incoming|join)\b", re.IGNORECASE)
_NEXT_CLAUSE = re.compile(
    r"""[,;]?\s+(?:and|but|where|which|while|then|before|after|prior|previously|during)\s+
    (?:(?:I|he|she|they|we)\b|(?:am|is|was|were|have|has|had|received|obtained|earned|completed|joined|joining|worked
    |working|served|did|interned|spent|visited|graduated|that|to|which|currently|also|now|then|previously)\b)|;\s""",
    re.VERBOSE,
)
_NEXT_NAME = re.compile(r",\s+(?:and\s+)?|\s+(?:and|&)\s+(?:(?=at|with)\s+)?")
_NEXT_DEGREE = re.compile(
    r"(?:,\s+|\s+)(?:(?:and|as\s+well\s+as|&)\s+)?(?:(?:received|obtained|earned|completed|then|also)\s+){0,3}"
    r"(?:(?:both|my|his|her|their|an?)\s+)?(?=[A-ZbBmMdD])"
)
_WHERE = re.compile(r"\b(?:at|from|of)\b|,")
_LEAD, _NEAR, _MOST = 16, 60, 5


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a page.

    Attributes:
        text: Its words on one line.
        lines: The lines that hold it.
    """

    text: str
    lines: tuple[BlockLine, ...]


@dataclass(frozen=True, slots=True)
class ToldStint:
    """What somebody is or got.

    Attributes:
        kind: `edu` or `pos`.
        text: The words from the degree or role on.
        is_now: Whether it lasts.
        before: The words before the verb, which may say when.
        end: When it was got, where a list says so for several: `in 2015 and 2017, respectively`.
    """

    kind: str
    text: str
    is_now: bool = False
    before: str = ""
    end: str = ""


def read(section: CvSection, page: PageContext) -> Iterator[Fact]:
    """Yield the degrees and positions that sentences of a section state of the person of the page."""
    for sentence in sentences(section.lines):
        claims = _claims(sentence.text, page.owner) if _is_of_owner(sentence.text, page.owner) else ()
        yield from filter(None, (_fact(claim, sentence, page) for claim in claims))


def sentences(lines: Sequence[BlockLine]) -> Iterator[Sentence]:
    """Yield the sentences of paragraphs; items of lists and rows of tables hold none."""
    block: list[BlockLine] = []
    for line in lines:
        if block and line.opens:
            yield from _cut(block)
            block = []
        if line.block.kind == "paragraph" and not line.block.depth:
            block.append(line)
    yield from _cut(block)


def _cut(block: Sequence[BlockLine]) -> Iterator[Sentence]:
    texts = [" ".join(line.text.split()) + " " for line in block]
    bounds = list(accumulate(map(len, texts), initial=0))
    text = "".join(texts)
    begin = 0
    for stop in [*_ends(text), len(text)]:
        if 10 < stop - begin <= _MAX_LENGTH:
            spans = range(bisect_right(bounds, begin) - 1, bisect_left(bounds, stop))
            held = (n for n in spans if text[max(bounds[n], begin) : min(bounds[n + 1], stop)].strip())
            yield Sentence(text[begin:stop].strip(), tuple(block[n] for n in held))
        begin = stop


def _ends(text: str) -> Iterator[int]:
    for end in _END.finditer(text):
        if not _ABBREVIATED.search(text[max(0, end.start() - 12) : end.start()]):
            yield end.end()


def _is_of_owner(text: str, owner: str) -> bool:
    """Say whether a sentence is about the person of the page."""
    return bool(_SPEAKS.search(text[:200])) or _is_name_of(
        re.split(r"\s+(?:is|was|received|holds|obtained|earned)\s", text[:120], maxsplit=1)[0], owner
    )


def _is_name_of(subject: str, owner: str) -> bool:
    """Say whether a subject is the name of the owner, or a name where nobody knows whose page it is."""
    name = entities.without_title(re.sub(r"\([^()]*\)", "", subject).strip())
    words = set(owner.casefold().split())
    return bool(name) and set(name.casefold().split()) <= words if owner else entities.is_name(name)


def _claims(text: str, owner: str) -> Iterator[ToldStint]:
    """Yield what a sentence says that somebody is or got."""
    for clause in _clauses(text):
        found = [*_being(clause, owner), *_got(clause), *_interned(clause)]
        yield from found[:_MOST]


def _clauses(text: str) -> Iterator[str]:
    begin = 0
    for mark in _NEXT_CLAUSE.finditer(text):
        yield text[begin : mark.start()]
        begin = mark.start()
    yield text[begin:]


def _being(text: str, owner: str) -> Iterator[ToldStint]:
    """Yield what somebody is or was: a role, or a student."""
    for is_ in _IS.finditer(text):
        before, rest = text[: is_.start()], text[is_.end() :]
        speaks = is_[0].startswith(("I", "now", "currently", "presently"))
        if not (speaks or _SUBJECT.search(before[-60:]) or _is_name_of(before[-60:], owner)):
            continue
        if _STUDENT.match(rest):
            yield from [ToldStint("edu", rest, is_now=True)] if is_["now"] else []
            return
        place = vocabulary.role_in(rest[:150])
        if place and place[0] == 0 and not _FUTURE.search(rest[: place[1]]) and not _LEARNS.search(rest[: place[1]]):
            yield ToldStint("pos", rest, bool(is_["now"]), before)
            return


def _got(text: str) -> Iterator[ToldStint]:
    """Yield the degrees that somebody got."""
    got = _GOT.search(text)
    if not got or _FUTURE.search(text[: got.start()]):
        return
    rest = text[got.end() :]
    if got["verb"] == "graduated":
        yield from [ToldStint("edu", rest)] if degrees.find(rest[:200]) else []
        return
    marks = [mark for mark in _NEXT_DEGREE.finditer(rest) if _leads(rest[mark.end() :])][:4]
    bounds = [0, *(mark.end() for mark in marks)]
    parts = [rest[begin:end] for begin, end in pairwise([*bounds, len(rest)])]
    held = [(degree, part) for part in parts if (degree := degrees.find(part[:200])) and degree.begin <= _NEAR]
    ends = _respective(rest, len(held))
    for place, (degree, part) in enumerate(held):
        behind = (each[other.stop :] for other, each in held[place:])
        where = next((each for each in behind if _WHERE.search(each)), "")
        own = part[degree.begin :]
        text = own if own.endswith(where) else f"{own} {where}"
        yield ToldStint("edu", text, bool(got["now"]), end=ends[place])


def _respective(text: str, count: int) -> Sequence[str]:
    """Return the dates of `B.S. and M.S. … in 2005 and 2007, respectively`; empty texts for degrees without."""
    listed = next((one.dates for one in periods.find(text) if one.form == "list"), ())
    return listed if len(listed) == count and "respectively" in text else [""] * count


def _leads(text: str) -> bool:
    degree = degrees.find(text[:120])
    return degree is not None and degree.begin == 0


def _interned(text: str) -> Iterator[ToldStint]:
    """Yield the internships of `I interned at Lyra Labs (2021) and Quillworks in summer 2019`."""
    interned = _INTERNED.search(text)
    if interned and not _FUTURE.search(text[: interned.start()]):
        for piece in _NEXT_NAME.split(text[interned.end() :].partition(" with ")[0])[:_MOST]:
            where = piece if piece.startswith(("at ", "with ")) else f"at {piece}"
            yield ToldStint("pos", f"intern {where}", before=text[: interned.start()])


def _fact(claim: ToldStint, sentence: Sentence, page: PageContext) -> Fact | None:
    head, labelled = labels.split(claim.text)
    read_so = (_values(claim.kind, text, sentence, page) for text in dict.fromkeys((head, claim.text)) if text)
    values = next(filter(None, read_so), None)
    if values is None:
        return None
    people = [each for one in labels.values(labelled, "advisors") for each in labels.people(one.value)]
    said = {**values.values, **({"advisors": people} if people else {})}
    if lead := _lead(claim.before):
        said |= {"start": lead.start, "end": lead.end}
    elif claim.end:
        said |= {"start": None, "end": claim.end}
    elif claim.is_now and not said.get("end"):
        said["end"] = PRESENT
    return page.fact(careers.SECTIONS[claim.kind], said, {"*": PROSE}, sentence.lines)


def _values(kind: str, text: str, sentence: Sentence, page: PageContext) -> FactValues | None:
    """Return what words say, read as an entry of a list is."""
    shown = (TextRun(text, sentence.lines[0].number),)
    line = Line(shown, DocumentBlock("paragraph", shown, (1, 1)), 0, 1, True, 0, True, LineLayout(0, 0, 1, 1, "\n"))
    parsed = completed(parse([Entry(kind, (line,), "", (), 1.0, 0)], words_of(page.owner))[0])
    return next(careers.read(parsed), None)


def _lead(before: str) -> periods.Period | None:
    """Return the time that stands right before the verb: `From 2019 to 2021, I was …`."""
    stated = periods.find(before)
    between = before[stated[-1].stop :] if stated else ""
    return stated[-1] if stated and len(between) < _LEAD and not re.search(r"\band\b|;", between) else None
