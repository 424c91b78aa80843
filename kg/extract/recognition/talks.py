"""Talks and tutorials: title, where and when they were given, and where they can be watched."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kg.extract import citations, entities
from kg.extract.addresses import valid
from kg.extract.career.vocabulary import is_place
from kg.extract.citations.authors import runs_of
from kg.extract.lines import BlockLine, cut, stretch, trimmed, unbulleted
from kg.extract.page import PageContext
from kg.extract.recognition import rows as dates
from kg.extract.recognition.rows import DateSpan, LineGroup, rows_of
from kg.extract.sections import CvSection
from kg.profile.drafts.model import Fact
from kg.profile.postal import addresses

MAX_WORDS = 40
MAX_ROWS = 12
_FEW_WORDS = 6
_QUOTES = ' ."”»“„«'

_QUOTED = re.compile(r"[\"“„«]([^\"“”„«»]{3,300})[\"”“»]")
_KIND = re.compile(
    r"^(?:\[?(?:invited|keynote|contributed|oral|poster|guest|conference|workshop|plenary|lightning|spotlight|"
    r"seminar|panel)?\s?"
    r"(?:talk|keynote|tutorial|lecture|seminar|presentation|poster|panel|round ?table|speaker)s?\]?)(?:\s*[:,–—-]\s*|"
    r"\s+(?=at\s|@)|$)",
    re.IGNORECASE,
)
_AT = re.compile(r"(?:^|\s*,?\s+)(?:at|@|in)\s+(?:the\s+)?(?=[A-Z\d])")
_CUT_SHORT = "".join(f"(?<!{word})" for word in ("Conf", "Dept", "Inst", "Proc", "Prof", "Symp", "Univ"))
_SENTENCE = re.compile(rf"(?:(?<=[^\W\d_]{{4}})|(?<=\))){_CUT_SHORT}\.\s(?=[^\W\d_])")
"""The full stop behind a word that is not cut short."""
_PLACE = re.compile(r"[A-ZÀ-Þ][\w.’' -]{1,40}")
_EDITION = re.compile(r"\s*[(\[][^()\[\]]{0,40}(?:['’]\d\d|\d{4})\s*[)\]]|(?<=\w)\s?['’]\d\d\b")
_BRACKETED = re.compile(r"[(\[]([^()\[\]]*)[)\]]?|([^()\[\]]*)[)\]]")
"""What stands in brackets, or has lost one of them."""
_IN_BRACKETS = re.compile(r"\s*[(\[][^()\[\]\n]{2,40}[)\]]")
_LINK_WORDS = re.compile(
    r"(?:[\[(]?\s*\b(?:slides?|video|recording|youtube|link|pdf|poster|abstract|website|watch)\b\s*[\])]?[|,/]?\s*)+$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class _Talk:
    """What is known of a talk: values by key, and how each was found."""

    values: dict[str, str]
    how: dict[str, str]


def read(section: CvSection, page: PageContext) -> Iterator[Fact]:
    """Yield the talks of a section on them."""
    if section.kind != "talks":
        return
    year: DateSpan | None = None
    rows_of_section = list(rows_of(section.lines))
    for rows in _parted(rows_of_section) or _entries(rows_of_section):
        found = _date(rows)
        if dates.is_only(rows[0].text, dates.find(rows[0].text)) and len(rows) == 1:
            year = found
        else:
            yield from _fact(rows, found or year, page)


def _parted(rows: Sequence[LineGroup]) -> list[list[LineGroup]]:
    """Return the rows of each talk where titles in quotes stand in rows of their own; else nothing.

    The first row of all tells whether titles stand above where and when they were given, or below.
    """
    titles = [_is_quote(row.text) for row in rows]
    if not max(3, len(rows) / 4) <= sum(titles) < len(rows):
        return []
    found: list[list[LineGroup]] = [[]]
    for row, is_title in zip(rows, titles, strict=True):
        is_complete = is_title if titles[0] else any(_QUOTED.search(each.text) for each in found[-1][-1:])
        if found[-1] and (is_complete or (not is_title and _is_apart(found[-1], row))):
            found.append([])
        found[-1].append(row)
    return found


def _is_apart(here: Sequence[LineGroup], row: LineGroup) -> bool:
    """Say whether a row that is no title is of another talk: it has a title or a date of its own."""
    is_dated = bool(dates.find(row.text)) and any(dates.find(each.text) for each in here)
    return row.first.is_heading or bool(_QUOTED.search(row.text)) or is_dated or len(here) >= MAX_ROWS


def _is_quote(text: str) -> bool:
    """Say whether a text is a title in quotes, and at most with whom."""
    quoted = _QUOTED.match(text.strip())
    rest = text.strip()[quoted.end() :] if quoted else ""
    return quoted is not None and len(rest.split()) <= _FEW_WORDS and not dates.find(rest)


def _entries(rows: Sequence[LineGroup]) -> Iterator[list[LineGroup]]:
    """Yield the rows of each talk: what lies deeper, or stands in a second paragraph of an item, belongs to it."""
    here: list[LineGroup] = []
    for row in rows:
        if here and (len(here) >= MAX_ROWS or not _belongs(here, row)):
            yield here
            here = []
        here.append(row)
    if here:
        yield here


def _belongs(here: Sequence[LineGroup], row: LineGroup) -> bool:
    first = here[0]
    if row.first.is_heading or dates.is_only(first.text, dates.find(first.text)):
        return first.first.is_heading and row.first.block.kind == "paragraph" and not dates.find(first.text)
    if row.first.block is first.first.block:
        return not _date(here) and not row.first.bold
    return row.depth > first.depth or (row.depth == first.depth > 0 and not row.first.is_item)


def _date(rows: Sequence[LineGroup]) -> DateSpan | None:
    """Return the date of a talk: the most precise one that stands apart from its title."""
    text = "\n".join(row.text for row in rows)
    found = dates.find(_QUOTED.sub(lambda match: " " * len(match[0]), text)) or dates.glued(text)
    return max(found, key=lambda one: (len(one.start), one.begin)) if found else None


def _fact(rows: Sequence[LineGroup], found: DateSpan | None, page: PageContext) -> Iterator[Fact]:
    lines = [line for row in rows for line in row.lines]
    text = "\n".join(row.text.replace("\t", "\n") for row in rows)
    talk = _cited(lines, page) or _titled(text, lines)
    if _are_people(talk.values.get("title", "")):
        talk = _Talk({}, {})  # its authors: where they end was not found
    if not talk.values:
        return
    values: dict[str, object] = {**talk.values, "url": _url(lines, talk)}
    if found:
        values |= {"year": found.year, "date": found.start if len(found.start) > 4 else None}
    if "title" not in values and not ("venue" in values and found):
        return
    how = {**talk.how, "url": "link", "year": "date", "date": "date"}
    yield page.fact("talks", values, how, lines)


def _cited(lines: Sequence[BlockLine], page: PageContext) -> _Talk | None:
    """Return a talk that is listed as works are: with its authors first."""
    citation = citations.cited(lines, page)
    if citation is None or _are_people(citation.title):
        return None
    _, _, behind = citation.words.text.partition(citation.title)
    return _with_venue(_Talk({"title": citation.title}, {"title": "cited"}), _without_dates(behind.lstrip(_QUOTES)))


def _are_people(text: str) -> bool:
    """Say whether a text is mostly a list of names: not `The Patient Loom`, which reads like one."""
    runs = [run for run in runs_of(text) if run.end - run.start > len(text) / 2]
    return any(len(run.names) > 1 or "." in run.names[0].name for run in runs)


def _titled(text: str, lines: Sequence[BlockLine]) -> _Talk:
    body = _KIND.sub("", _without_dates(text)).strip(" \n,.;:")
    if quoted := _QUOTED.search(body):
        rest = f"{body[: quoted.start()]}\n{body[quoted.end() :]}"
        return _with_venue(_Talk({"title": trimmed(quoted[1])}, {"title": "quoted"}), _KIND.sub("", rest.strip(" \n,")))
    for how, styled in (
        ("bold", next((run.text for run in lines[0].runs if run.bold and len(run.text.split()) >= 3), "")),
        ("link", _linked(lines[0])),
        ("before italics", _before_italics(lines[0])),
    ):
        title = trimmed(_KIND.sub("", _without_dates(styled)).replace("\n", " ").strip(" –—-"))
        if 3 <= len(title.split()) <= MAX_WORDS and title in body and not entities.is_organization(title):
            rest = body.replace(title, "\n", 1)
            return _with_venue(_Talk({"title": title}, {"title": how}), rest)
    return _from_pieces(body)


def _from_pieces(body: str) -> _Talk:
    if at := _AT.match(body):
        return _with_venue(_Talk({}, {}), body[at.end() :])
    halves = cut(body, ":")
    if len(halves) == 2 and _is_series(halves[0]):
        return _with_venue(_Talk({"title": trimmed(halves[1])}, {"title": "behind venue"}), halves[0])
    pieces = [piece for piece in (trimmed(piece) for piece in cut(body, "\n|@,", dashes=True)) if piece]
    pieces = [piece for piece in pieces if not _KIND.fullmatch(piece)]
    stop = next((n for n, piece in enumerate(pieces) if n and _is_where(piece)), 0)
    if not stop:
        return _glued(body)
    return _split(body, pieces, stop)


def _is_series(text: str) -> bool:
    """Say whether a text names a row of talks at an organisation: `CSAIL Seminar`."""
    bare = re.sub(r"\s*\b(?:seminar|colloquium|lecture|talk|workshop)s?$", "", text.strip(), flags=re.IGNORECASE)
    return _is_where(bare) and len(bare.split()) <= 6


def _split(body: str, pieces: Sequence[str], stop: int) -> _Talk:
    if _is_where(pieces[0]) and len(pieces) > 1 and not _is_where(pieces[1]):
        return _with_venue(_Talk({"title": pieces[1]}, {"title": "after venue"}), "\n".join((pieces[0], *pieces[2:])))
    title = stretch(body, pieces[:stop]).replace("\n", " ")
    if len(title.split()) > MAX_WORDS:
        return _Talk({}, {})
    return _with_venue(_Talk({"title": title}, {"title": "before venue"}), "\n".join(pieces[stop:]))


def _glued(body: str) -> _Talk:
    """Return a talk whose venue stands right behind its title: `… Memory EuroSys` before a year that is gone."""
    title, _, last = trimmed(body.replace("\n", " ")).rpartition(" ")
    if len(title.split()) >= 3 and (entities.is_short_venue(last) or entities.is_acronym(last)) and ":" not in last:
        return _Talk({"title": trimmed(title), "venue": last}, {"title": "before glued venue", "venue": "glued"})
    whole, *rest = [trimmed(part) for part in body.split("\n") if trimmed(part)] or [""]
    if 3 <= len(whole.split()) <= MAX_WORDS:
        return _with_venue(_Talk({"title": whole}, {"title": "whole line"}), "\n".join(rest))
    return _Talk({}, {})


def _with_venue(talk: _Talk, rest: str) -> _Talk:
    """Return a talk with its venue and place, which stand in the rest of its words."""
    values, how = dict(talk.values), dict(talk.how)
    places: list[str] = []
    for piece in _places(rest):
        bare = trimmed(_EDITION.sub("", _LINK_WORDS.sub("", piece)))
        bare = _BRACKETED.sub(r"\1\2", bare) if _BRACKETED.fullmatch(bare) else bare
        if bare.casefold().startswith(("the ",)):
            bare = bare[4:]
        if not any(map(str.isalnum, bare)) or _KIND.fullmatch(bare) or bare[:1].islower() or addresses(bare):
            continue
        if "venue" not in values and (_is_where(bare) or not places):
            values["venue"], how["venue"] = bare, "named" if _is_where(bare) else "behind title"
        elif not places and entities.is_organization(bare) and not is_place(bare):
            values["venue"] += f", {bare}"  # where the seminar, or the institute, is
        elif _PLACE.fullmatch(bare) and len(bare.split()) <= 4 and "venue" in values:
            places.append(bare)
    if places and len(places) <= 3:
        values["location"], how["location"] = ", ".join(places), "behind venue"
    return _Talk(values, how)


def _places(rest: str) -> Iterator[str]:
    """Yield the parts of what says where a talk was given; a name such as `Meeting on Looms in Europe` is one."""
    for piece in cut(_SENTENCE.sub("\n", rest), ",\n;|", dashes=True):
        named = _AT.sub("", f" {trimmed(piece)}", 1) if _AT.match(f" {trimmed(piece)}") else trimmed(piece)
        if entities.is_venue(named) and not _KIND.match(named):
            yield named
        else:
            yield from _AT.sub("\n", f" {piece}").split("\n")


def _is_where(piece: str) -> bool:
    bare = trimmed(re.sub(r"\([^()]{0,60}\)|['’]\d\d\b", "", piece))
    return bool(bare) and (entities.is_venue(bare) or entities.is_organization(bare)) and len(bare.split()) <= 16


def _without_dates(text: str) -> str:
    text = _IN_BRACKETS.sub(lambda match: "\n" if dates.find(match[0]) or dates.glued(match[0]) else match[0], text)
    quoted = [(match.start(), match.end()) for match in _QUOTED.finditer(text)]
    for one in reversed(dates.find(text)):
        if not any(begin <= one.begin < end for begin, end in quoted):
            text = f"{text[: one.begin].rstrip(' ([')}\n{text[one.stop :].lstrip(')].')}"
    return unbulleted(text.strip(" \n,:"))


def _linked(line: BlockLine) -> str:
    return next((run.text for run in line.runs if run.target and len(run.text.split()) >= 3), "")


def _before_italics(line: BlockLine) -> str:
    """Return what stands before a venue in italics, or a title that is in italics itself at the beginning."""
    found: list[str] = []
    for run in line.runs:
        if run.italic and run.text.strip():
            return run.text if not "".join(found).strip() else "".join(found)
        found.append(run.text)
    return ""


def _url(lines: Sequence[BlockLine], talk: _Talk) -> str:
    """Return the address of a talk: that of its title, else of a recording or slides."""
    links = [(run.text.strip(), run.target) for line in lines for run in line.runs if run.target]
    best = [url for text, url in links if text and text in talk.values.get("title", "")]
    best += [url for text, url in links if _LINK_WORDS.fullmatch(text)]
    return next(filter(None, map(valid, best)), "")
