"""Degrees and positions told in sentences."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from kg.extract import entities
from kg.extract.career import choosing, degrees, labels, vocabulary
from kg.extract.career.choosing import EntryValues
from kg.extract.career.segment import plain
from kg.extract.career.towns import CAMPUSES
from kg.extract.lines import BlockLine
from kg.extract.page import PageContext
from kg.extract.sections import CvSection
from kg.profile import periods
from kg.profile.drafts.model import Fact
from kg.profile.periods import Period
from kg.terms.dates import PRESENT

# Sentences of a page, and the organisation that a clause names.

_MAX_LENGTH = 600
_END = re.compile(r"(?<=[.!?])[)\]”\"]?\s+(?=[A-Z\u4e00-\u9fff])")
_ABBREVIATED = re.compile(
    r"""(?:^|[\s(.])(?:[A-Z]|Profs?|Drs?|Mr|Ms|Mrs|St|Dept|Univ|Inc|Ph\.D|[BM]\.(?:S|A|E|Eng|Sc)|[BM](?:Eng|Sc))\.$"""
)
_PREPOSITION = re.compile(
    r"(?:^|[\s,])(?P<word>at|from|@|with|in|of|for)\s+(?:the\s+)?(?=[A-Z\u4e00-\u9fff@])|(?<=\s)@(?=[A-Z])"
)
_LINKS = frozenset(
    ["&", "and", "at", "de", "degli", "del", "der", "des", "di", "du", "for", "für", "in", "la", "of", "the", "y"]
)
_TOKEN = re.compile(r"\s*(?P<word>[^\s,.;:()]+\.?|\([^()]{1,60}\)|[,.;:])")
_BEFORE_SIGN = re.compile(r"[^,.;:()]{0,60}")
_ENDS_OF_FIELDS = ("Science", "Sciences", "Arts", "Technology", "Engineering")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a page.

    Attributes:
        text: Its words on one line.
        lines: The lines that hold it.
    """

    text: str
    lines: tuple[BlockLine, ...]


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


def organization_in(text: str) -> tuple[str, str]:
    """Return the organisation that a clause names behind `at`, `from` or `in`, and the unit before it."""
    named: list[tuple[int, str]] = []
    place = 0
    while preposition := _PREPOSITION.search(text, place):
        phrase, place = _name_at(text, preposition.end())
        rank = vocabulary.rank(phrase) if phrase else 0
        may_be = preposition["word"] in ("at", "from", "@", None) and len(named) < 2
        phrase, place = _with_campus(text, phrase, place)
        if phrase and (rank or (may_be and not named)) and not vocabulary.is_place(phrase):
            named.append((rank, phrase))
        place = max(place, preposition.end())
        while (comma := re.match(r",\s+(?=[A-Z])", text[place:])) and rank < vocabulary.EMPLOYER:
            phrase, place = _name_at(text, place + comma.end())
            if (rank := vocabulary.rank(phrase)) < vocabulary.INSTITUTE:
                break
            named.append((rank, phrase))
        if rank == vocabulary.EMPLOYER or text[place : place + 1] in (";", "."):
            break
    if not named or not any(rank >= vocabulary.INSTITUTE or rank == 0 for rank, _ in named):
        return "", ""
    best = max(named, key=lambda one: one[0])
    units = [phrase for rank, phrase in named if (rank, phrase) != best and 0 < rank < vocabulary.EMPLOYER]
    return best[1], units[0] if units else ""


def _with_campus(text: str, name: str, place: int) -> tuple[str, int]:
    """Return the name of a university with its campus behind a comma: `University of California, Berkeley`."""
    campus = re.match(r",\s+(?P<city>[A-Z]\w+(?:\s[A-Z]\w+)?)", text[place:])
    if campus and CAMPUSES.fullmatch(name):
        return f"{name}, {campus['city']}", place + campus.end()
    return name, place


def _name_at(text: str, begin: int) -> tuple[str, int]:
    """Return the name that begins at a place of a text, and where it ends: words with capitals and what links them."""
    stop = place = begin
    while token := _TOKEN.match(text, place):
        word = token["word"]
        if word[0] in "(,.;:@":
            break
        if word[0].isupper() or (not word.isascii()) or word[0].isdigit() or any(map(str.isupper, word)):
            stop = place = token.end()
            if word.endswith(".") and len(word) > 4:
                break
        elif word in _LINKS and _goes_on(text, begin, token):
            place = token.end()
        else:
            break
    return text[begin:stop].strip(" .,"), stop


def _goes_on(text: str, begin: int, link: re.Match[str]) -> bool:
    """Say whether a name goes on behind a small word: `University of Texas at Austin`, unlike `Lyra in Seattle`."""
    ahead = _TOKEN.match(text, link.end())
    if not ahead or not (ahead["word"][0].isupper() or ahead["word"] == "the"):
        return False
    so_far = text[begin : link.start()]
    if link["word"] == "at":
        return "university of" in so_far.casefold()
    if link["word"] in ("in", "and", "&"):
        ahead = _BEFORE_SIGN.match(text, link.end())
        if link["word"] == "in" and ahead and vocabulary.is_place(ahead[0].strip()):
            return False
        return vocabulary.rank(so_far) < vocabulary.EMPLOYER or so_far.endswith(_ENDS_OF_FIELDS)
    return True


# Read degrees and positions from sentences: `I am a lecturer at …`, `I received my Ph.D. from …, advised by …`.

PROSE = "prose"
_SPEAKS = re.compile(r"(?:^|[\s,(])(?:I|I['’]m|my|My|He|She|They|he|she|his|her|His|Her)(?=[\s,])")
_IS = re.compile(
    r"""(?:(?P<now>\bI['’]m|\b(?:am|is|are|(?:have|has)\s+been|serves?\s+as|works?\s+as)
      |\b(?:now|currently|presently)\s+(?:working|serving)\s+as)
    |\b(?:was|were|served\s+as|worked\s+as))
    \s+(?:(?:currently|now|presently|also|previously|formerly|then)\s+)?(?:an?\s+|the\s+)?(?:\w{2,9}-year\s+|final\s+year\s+)?""",
    re.VERBOSE,
)
_PERSON = re.compile(
    r"(?:^|[\s,;(])(?:I|[Hh]e|[Ss]he|[Tt]hey|and|also|now|currently)(?:,?\s+(?:also|now|currently|then|have|has))?[\s,]*$"
)
_GOT = re.compile(
    r"""\b(?P<verb>received|obtained|earned|completed|finished|got|hold|holds|did|received|awarded|graduated|receiving|pursuing|doing
    |completing|expect(?:s|ing)?[ ]to[ ](?:receive|complete|finish|obtain|earn))\b""",
    re.VERBOSE,
)
_STUDENT = re.compile(
    r"^(?P<degree>Ph\.?\s?D\.?|doctoral|master['’]?s?|M\.?Sc?\.?|MSCS|undergraduate)\s+(?:student|candidate)",
    re.IGNORECASE,
)
_STUDENT_ROLE = re.compile(
    r"(?<!visiting )(?<!exchange )\bstudent(?! \w)|candidate|pursuing|undergraduate$", re.IGNORECASE
)
_FUTURE = re.compile(r"\b(?:will|would|plan|hope|looking|apply|applying|incoming|join)\b", re.IGNORECASE)
_FIELD = re.compile(
    r"""\s*(?:degree\s+)?(?:(?:double\s+)?majoring\s+)?(?:in|of)\s+(?P<field>[A-Z][^,.;()]{2,80}?)
    (?=\s+(?:at|from|department|in|under|with|and\s+a)\b|[,.;(]|$)""",
    re.VERBOSE,
)
_INTERNED = re.compile(
    r"\b(?:interned|(?:did|completed)\s+(?:an?|my)\s+internships?)\s+(?:at|with|@)\s+", re.IGNORECASE
)
_NEXT_NAME = re.compile(r",\s+(?:and\s+)?|\s+(?:and|&)\s+(?:(?:at|with)\s+)?")
_BY_TIME = re.compile(
    r"\s+(?:in|during|from|over|for|as|under|where|working|supervised|advised|hosted|mentored|on|twice)\s*\b"
)
_NEXT_CLAUSE = re.compile(
    r"""[,;]?\s+(?:and|but|where|which|while|then|before|after|prior|previously|during)\s+
    (?:(?:I|he|she|they|we)\b|(?:am|is|was|were|have|has|had|received|obtained|earned|completed|joined|joining|worked
    |working|served|did|interned|spent|visited|graduated|that|to|which|currently|also|now|then|previously)\b)|;\s""",
    re.VERBOSE,
)
_NEXT_DEGREE = re.compile(
    r"(?:,\s+|\s+)(?:(?:and|as\s+well\s+as|&)\s+)?(?:(?:received|obtained|earned|completed|then|also)\s+){0,3}"
    r"(?:(?:both|my|his|her|their|an?)\s+)?(?=[A-ZbBmMdD])"
)
_LEAD, _NEAR = 16, 60
"""So many characters may stand between a verb and what belongs to it."""


def read(section: CvSection, page: PageContext) -> Iterator[Fact]:
    """Yield the degrees and positions that sentences state.

    Args:
        section: The head of a page, or a summary.
        page: What is known of the whole document: of what it has a section, sentences are not read.
    """
    listed = {one.kind for one in page.sections if one.lines}
    yield from told(section, page, {"education", "positions"} - listed)


def told(section: CvSection, page: PageContext, kinds: Collection[str]) -> Iterator[Fact]:
    """Yield what sentences state: degrees, positions, or both.

    Args:
        section: A section with running text.
        page: What is known of the whole document.
        kinds: `education`, `positions` or both.
    """
    for sentence in sentences(section.lines):
        if not _is_of_owner(sentence.text, page.owner):
            continue
        if "education" in kinds:
            yield from _degrees(sentence, page)
        if "positions" in kinds:
            yield from _positions(sentence, page)


def _is_of_owner(text: str, owner: str) -> bool:
    """Say whether a sentence is about the person of the page."""
    if _SPEAKS.search(text[:200]):
        return True
    return _is_name_of(re.split(r"\s+(?:is|was|received|holds|obtained|earned)\s", text[:120], maxsplit=1)[0], owner)


def _is_name_of(subject: str, owner: str) -> bool:
    """Say whether a subject is the name of the owner, or a name where nobody knows whose page it is."""
    name = entities.without_title(plain(subject.strip()))
    words = set(owner.casefold().split())
    return bool(name) and set(name.casefold().split()) <= words if owner else entities.is_name(name)


def _positions(sentence: Sentence, page: PageContext) -> Iterator[Fact]:
    """Yield the positions that a sentence states: what somebody is or was, and where somebody interned."""
    for is_ in _IS.finditer(sentence.text):
        rest = sentence.text[is_.end() :]
        place = vocabulary.role_in(rest[:150])
        if not _has_subject(sentence.text, is_, page.owner):
            continue
        if place is None or place[0] > 0 or _FUTURE.search(rest[: place[1]]):
            continue
        if _STUDENT_ROLE.search(rest[: place[1]]):
            break
        fact = _position_of(rest[: place[1]], rest[place[1] :], _lead(sentence, is_), sentence, page, now=is_["now"])
        if fact:
            yield fact
            break
    yield from _internships(sentence, page)


def _internships(sentence: Sentence, page: PageContext) -> Iterator[Fact]:
    """Yield the internships of `I interned at Lyra Labs (2021) and Quillworks in summer 2019`."""
    interned = _INTERNED.search(sentence.text)
    if not interned or _FUTURE.search(sentence.text[: interned.start()]):
        return
    for piece in _NEXT_NAME.split(_clause(sentence.text[interned.end() :]).partition(" with ")[0])[:6]:
        stated = periods.find(piece)
        name = plain(_BY_TIME.split(periods.without(piece, stated), maxsplit=1)[0])
        if not choosing.is_name(name) or vocabulary.is_place(name):
            break
        found = EntryValues()
        found.put("role", "intern", f"{PROSE}, verb")
        found.put("organization", name, f"{PROSE}, verb")
        _add_time(found, stated[0] if stated else _lead(sentence, interned), now=False)
        yield page.fact("positions", found.values, found.how, sentence.lines)


def _has_subject(text: str, is_: re.Match[str], owner: str) -> bool:
    """Say whether it is the person of the page who is something: not in `my advisor is a professor`."""
    before = text[: is_.start()]
    return (
        is_[0].startswith(("I", "now", "currently", "presently"))
        or bool(_PERSON.search(before[-60:]))
        or _is_name_of(before[-60:], owner)
    )


def _position_of(
    role: str, rest: str, lead: Period | None, sentence: Sentence, page: PageContext, *, now: str | None
) -> Fact | None:
    found = EntryValues()
    rest = _clause(rest)
    head, labelled = labels.split(rest)
    organization, unit = organization_in(head or rest)
    if not organization:
        return None
    found.put("role", role, PROSE)
    found.put("organization", organization, PROSE)
    found.put("unit", unit, PROSE)
    _add_time(found, lead or _period(rest), now=bool(now))
    _add_advisors(found, labelled)
    return page.fact("positions", found.values, found.how, sentence.lines)


def _add_time(found: EntryValues, stated: Period | None, *, now: bool) -> None:
    found.put("start", stated.start if stated and stated.form != "until" else None, PROSE)
    found.put("end", stated.end if stated and stated.form != "since" else PRESENT if now else None, PROSE)


def _clause(rest: str) -> str:
    """Return a text up to the next clause that has a verb of its own: `…, and I obtained`, `…, before joining`."""
    behind = _NEXT_CLAUSE.search(rest)
    return rest[: behind.start()] if behind else rest


def _lead(sentence: Sentence, verb: re.Match[str]) -> Period | None:
    """Return the time that stands before the verb: `From 2019 to 2021, I was …`."""
    before = sentence.text[: verb.start()]
    stated = periods.find(before)
    between = before[stated[-1].stop :] if stated else ""
    return stated[-1] if stated and len(between) < _LEAD and not re.search(r"\band\b|;", between) else None


def _degrees(sentence: Sentence, page: PageContext) -> Iterator[Fact]:
    """Yield the degrees that a sentence states: `I am a Ph.D. student at …`, `I received my B.S. and M.S. from …`."""
    for is_ in _IS.finditer(sentence.text):
        rest = sentence.text[is_.end() :]
        if is_["now"] and _has_subject(sentence.text, is_, page.owner) and (student := _STUDENT.match(rest)):
            fact = _degree_of(student["degree"].strip(), rest[student.end() :], sentence, page, now=True)
            yield from [fact] if fact else []
            break
    got = _GOT.search(sentence.text)
    if not got or _FUTURE.search(sentence.text[: got.start()]):
        return
    rest = sentence.text[got.end() :]
    if got["verb"] == "graduated":
        yield from _graduated(rest, sentence, page)
        return
    is_now = got["verb"].endswith("ing") and not got["verb"].startswith("expect")
    listed = list(_listed(rest))
    respective = _respective(rest, len(listed))
    for (text, behind), date in zip(listed, respective, strict=True):
        fact = _degree_in(text, behind, sentence, page, now=is_now)
        if fact and date:
            fact = replace(
                fact, values={key: fact.values[key] for key in fact.values if key != "start"} | {"end": date}
            )
        if fact:
            yield fact


def _graduated(rest: str, sentence: Sentence, page: PageContext) -> Iterator[Fact]:
    """Yield the degree of `graduated from Northfield University in 2015 with a B.S. in Physics`."""
    degree = degrees.find(rest[:200])
    if degree is None:
        return
    around = rest[: degree.begin] + rest[degree.stop :]
    fact = _degree_of(degree.name, around, sentence, page, now=False, field=degree.field)
    yield from [fact] if fact else []


def _listed(rest: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of a list of degrees, each with what stands behind it where it names no institution itself."""
    marks = [mark for mark in _NEXT_DEGREE.finditer(rest) if _begins_with_degree(rest[mark.end() :])][:4]
    bounds = [0, *(mark.end() for mark in marks), len(rest)]
    stops = [*(mark.start() for mark in marks), len(rest)]
    for place, stop in enumerate(stops):
        behind = rest[bounds[place + 1] :] if place < len(marks) else ""
        yield rest[bounds[place] : stop], behind


def _respective(rest: str, count: int) -> Sequence[str]:
    """Return the dates of `B.S. and M.S. … in 2005 and 2007, respectively`; empty texts for degrees without."""
    listed = next((one.dates for one in periods.find(rest) if one.form == "list"), ())
    dates = listed if len(listed) <= count and "respectively" in rest else ()
    return [""] * (count - len(dates)) + list(dates)


def _begins_with_degree(text: str) -> bool:
    degree = degrees.find(text[:120])
    return degree is not None and degree.begin == 0


def _degree_in(text: str, behind: str, sentence: Sentence, page: PageContext, *, now: bool) -> Fact | None:
    degree = degrees.find(text[:200])
    if degree is None or degree.begin > _NEAR:
        return None
    rest = text[degree.stop :]
    if fact := _degree_of(degree.name, rest, sentence, page, now=now, field=degree.field):
        return fact
    is_bare = (behind and not rest.strip(" ,")) or re.match(r"\s*(?:degrees?\s+)?(?:in|of)\s", rest)
    return _degree_of(degree.name, behind, sentence, page, now=now, field=degree.field) if is_bare and behind else None


def _degree_of(
    name: str, rest: str, sentence: Sentence, page: PageContext, *, now: bool, field: str = ""
) -> Fact | None:
    found = EntryValues()
    head, labelled = labels.split(_clause(rest))
    institution, unit = organization_in(head or rest)
    if not institution:
        return None
    found.put("degree", name, PROSE)
    found.put("institution", institution, PROSE)
    found.put("unit", unit, PROSE)
    found.put("field", _field(head) or field, PROSE)
    stated = _period(rest)
    found.put("start", stated.start if stated and stated.form == "range" else None, PROSE)
    found.put("end", stated.end if stated else PRESENT if now else None, PROSE)
    _add_advisors(found, labelled)
    return page.fact("education", found.values, found.how, sentence.lines)


def _add_advisors(found: EntryValues, labelled: Sequence[labels.Labelled]) -> None:
    people = [person for one in labels.values(labelled, "advisors") for person in labels.people(one.value)]
    found.put("advisors", people, PROSE)


def _period(rest: str) -> Period | None:
    """Return the date that belongs to the first clause: `… in 2018, and then …`."""
    stated = periods.find(rest)
    return stated[0] if stated and stated[0].begin < 160 else None


def _field(head: str) -> str:
    found = _FIELD.match(head)
    return found["field"].strip() if found and not vocabulary.rank(found["field"]) else ""
