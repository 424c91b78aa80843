"""The places in a citation where its title may stand, each with the cue that tells it."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice

from kg.extract.citations import labels, notes, venues
from kg.extract.citations.cleaning import EDGES, Cleaned
from kg.extract.citations.words import BREAK, AuthorList, Stretch
from kg.terms import statuses

MAX_TITLE = 400
"""The most characters of a title."""

QUOTED = re.compile(
    r"“([^“”\n]{0,200}“[^“”\n]{1,200}”[^“”\n]{0,300})”|“([^“”\n]{4,400}?)[”“]|\"([^\"\n]{4,400})\""
    r"|«([^»\n]{6,400})»|„([^“”\n]{6,400})[“”]|``([^\n']{6,400})''"
    r"|‘([^‘’\n]{12,400})’(?!\w)|(?<![^\s(,])'(?=[^\W_])((?:[^'\n]|(?<=\w)'(?=\w)){12,400})'(?=[\s.,;)]|$)"
)
_ABBREVIATED = r"(?<![A-Z]\.)(?<!\bvs)(?<!\bvol)(?<!\b[Ss]t)(?<!\bno)(?<!\bet al)(?<!\b[A-Z])"
SENTENCE = re.compile(
    rf"{_ABBREVIATED}[.!?]['’\"”)]?(?=\s+[(\[“\"]?[^\W_a-z]|\s+[(\[]|\s+[a-z]{{1,3}}[A-Z]|\s+in |\s*\n|\s*$)|\?(?=\s)"
    r"|(?<=[a-z]{2})\.(?=[A-Z])"
)
_STATUS = statuses.form_pattern()
_BESIDE_YEAR = rf"(?:,\s?(?:{_STATUS}|[A-Z][a-z]{{2,8}}\.?(?: \d{{1,2}})?))?"
_YEAR_FIRST = re.compile(
    r"^[\s.,]*(?:19|20)\d\d[a-z]?\.\s+"
    rf"|^[\s.,]*[(\[](?:{_STATUS}|(?:19|20)\d\d[a-z]?{_BESIDE_YEAR})[)\]][\s.,:]*",
    re.IGNORECASE,
)
_BEFORE_VENUE = re.compile(r",\s+(?=(?:in\s)?[^\W_a-z]|arXiv)|\.?\s+[Ii]n:?\s+(?=[^\W_a-z])|\s+(?=[(\[])|\s[-–—]\s")
_ACRONYM = re.compile(r"[A-Z][A-Za-z&-]{0,8}[A-Z][A-Za-z&-]{0,4}(?:[ ’']{0,2}\d{2,4})?")
_LEADING_VENUE = re.compile(r"[.,;]?\s+[Ii]n:?$")
_TRAILING_NOTE = re.compile(r"\s*[(\[]([^()\[\]]{2,80})[)\]]\s*\.?$")


_NO_TITLE = re.compile(r"and |& |(?:19|20)\d\d,\s|(?:doi:? ?)?10\.\d{4,9}/")
"""How no title begins: a year before a publisher, a DOI."""

CUES = {
    "quoted": 3.0,
    "bold": 2.2,
    "link": 2.4,
    "italic": 1.0,
    "italics behind": 2.2,
    "lines before": 2.0,
    "line before": 1.7,
    "sentence before": 1.4,
    "all before": 1.2,
    "line after": 1.6,
    "sentence after": 1.5,
    "up to italics": 1.9,
    "up to bold": 1.3,
    "up to the venue": 1.2,
    "all after": 0.3,
}
"""How much each cue speaks for a title; measured confidence is another matter (confidence.tsv)."""


def titles(cleaned: Cleaned, run: AuthorList) -> Iterator[tuple[int, int, str]]:
    """Yield the places where the title may stand, with the cue."""
    text = cleaned.text
    for found in QUOTED.finditer(text):
        group = next(index for index, words in enumerate(found.groups(), 1) if words)
        is_behind = run.end <= found.start() and not text[run.end : found.start()].strip(EDGES)
        is_all = text[found.end() :][:1] != ":" and (is_behind or " " in found[group].strip())
        if is_all and not _overlaps(found.span(), run):
            yield found.start(group), found.end(group), "quoted"
    for stretch in _set_apart(cleaned, run):
        yield stretch.start, stretch.end, stretch.style
    if run.start and text[: run.start].strip(EDGES):
        yield from _before(text, run)
    yield from _after(cleaned, run)


def plain_title(text: str) -> tuple[str, str]:
    """Return a title without notes in brackets at its end, quotes and full stop; and those notes."""
    title = " ".join(text.split()).strip(EDGES)
    inside: list[str] = []
    for _ in range(3):
        found = _TRAILING_NOTE.search(title)
        if not found or not _is_trailing_note(found[1]):
            break
        inside.append(f"({found[1]})")
        title = title[: found.start()].strip(EDGES)
    if venue := venues.before(title):
        inside.append(title[venue:])
        title = title[:venue].strip(EDGES)
    if title.endswith(("(", "[")) or (title.endswith((")", "]")) and not set(title) & set("([")):
        title = title[:-1].strip(EDGES)
    title = _LEADING_VENUE.sub("", title.strip(EDGES + '“”"')).removesuffix(".").rstrip(EDGES + '“”"')
    return title, BREAK.join(inside)


def is_title(title: str) -> bool:
    """Say whether words may be a title: not too few, not too many, and no note."""
    if award := notes.award_of(title):
        return len(award[0]) < 0.6 * len(title)
    return (
        len(title) <= MAX_TITLE
        and (sum(c.isalpha() for c in title) >= 4 or sum(c > "\u2e80" for c in title) >= 2)
        and not _NO_TITLE.match(title)
        and not labels.is_badge(title)
        and not labels.is_label(title)
    )


def _overlaps(place: tuple[int, int], run: AuthorList) -> bool:
    return place[0] < run.end and run.start < place[1]


def _set_apart(cleaned: Cleaned, run: AuthorList) -> Iterator[Stretch]:
    """Yield what is bold, linked or in italics and may be a title."""
    for stretch in cleaned.words.styled("bold", "link", "italic"):
        start, end = _without_notes(cleaned.text, stretch.start, stretch.end)
        words = cleaned.text[start:end].strip(EDGES)
        is_long = len(words) >= 12 and " " in words
        if is_long and not _overlaps((start, end), run) and not labels.is_label(words):
            yield replace(stretch, start=start, end=end)


def _without_notes(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a place without the lines at its ends that are no part of a title: a venue's tag, a badge."""
    lines = [(found.start(), found.end()) for found in re.finditer(r"[^\n]+", text[start:end])]
    plain = [line for line in lines if not _is_note(text[start + line[0] : start + line[1]])]
    return (start + plain[0][0], start + plain[-1][1]) if plain else (start, end)


def _before(text: str, run: AuthorList) -> Iterator[tuple[int, int, str]]:
    """Yield titles that stand before the authors: whole lines, or all that is there."""
    before = text[: run.start].rstrip(EDGES)
    start = len(before) - len(before.lstrip())
    lines = [(found.start(), found.end()) for found in re.finditer(r"[^\n]+", before) if found[0].strip()]
    if text[: run.start].rstrip(" ").endswith(BREAK) and lines:
        plain = [line for line in lines if not _is_note(before[line[0] : line[1]])]
        if plain:
            yield plain[0][0], plain[-1][1], "lines before"
            yield plain[0][0], plain[0][1], "line before"
    end = _sentence_end(before, start)
    if (end and _is_note(before[end:])) or (end and venues.is_venue(before[end:])):
        yield start, end, "sentence before"
    yield *_without_notes(before, start, len(before)), "all before"


def _after(cleaned: Cleaned, run: AuthorList) -> Iterator[tuple[int, int, str]]:
    """Yield titles that stand behind the authors: a line, a sentence, up to what reads like a venue."""
    text = cleaned.text
    start = run.end + len(re.match(r"[\s.,;:*†‡§|–—-]*", text[run.end :])[0])  # type: ignore[index]
    if year := _YEAR_FIRST.match(text[run.end :]):
        start = run.end + year.end()
    if start >= len(text):
        return
    behind = text[start:]
    line_end = start + (behind.find(BREAK) if BREAK in behind else len(behind))
    if BREAK in text[run.end : start] or line_end < len(text):
        yield start, line_end, "line after"
    if end := _sentence_end(text, start):
        yield start, end, "sentence after"
    yield from _italics_behind(cleaned, run, start)
    for stretch in cleaned.words.styled("italic", "bold"):
        if stretch.start > start + 8 and not _overlaps((stretch.start, stretch.end), run):
            yield start, stretch.start, "up to italics" if stretch.style == "italic" else "up to bold"
            break
    yield from _up_to_venue(text, start)
    yield start, len(text), "all after"


def _italics_behind(cleaned: Cleaned, run: AuthorList, start: int) -> Iterator[tuple[int, int, str]]:
    """Yield what is set in italics right behind the authors with which a citation begins."""
    if cleaned.text[: run.start].strip(EDGES):
        return  # the title stands before them, and italics are for the venue
    for stretch in cleaned.words.styled("italic"):
        if start <= stretch.start <= start + 1 and stretch.end - stretch.start >= 4:
            yield stretch.start, stretch.end, "italics behind"


def _sentence_end(text: str, start: int) -> int:
    """Return where the title's sentence ends, 0 if it does not; a question may be followed by its answer."""
    first, second = (*(each for each in _stops(text) if each.start() >= start + 2), None, None)[:2]
    if not first or first[0][0] not in "?!":
        return first.start() if first else 0
    answer = text[first.end() : second.start()].strip() if second else ""
    is_other = notes.status_of(answer)[0] or venues.is_venue(answer) or venues.year_of(answer)[0]
    return second.start() if second and answer and not is_other else first.start() + 1


@lru_cache(1 << 10)
def _stops(text: str) -> tuple[re.Match[str], ...]:
    """Return the ends of the sentences of a text."""
    return tuple(SENTENCE.finditer(text))


def _up_to_venue(text: str, start: int) -> Iterator[tuple[int, int, str]]:
    """Yield what ends at the comma, `In` or bracket behind which a venue begins."""
    for found in islice(_BEFORE_VENUE.finditer(text, start + 8, start + MAX_TITLE), 24):
        behind = text[found.end() : found.end() + 120].strip("([ ")
        if venues.is_venue(re.split(r"[,.;\n]", behind)[0]):
            yield start, found.start(), "up to the venue"
            return


def _is_note(line: str) -> bool:
    """Say whether a line beside a title is none itself: a venue in brackets, a date, a badge."""
    words = line.strip(EDGES)
    if words.count(" ") <= 1 and notes.status_of(words)[0]:
        return True
    return (
        bool(re.fullmatch(r"[\[(].{2,80}[\])]\.?", words))
        or venues.is_known(words)
        or _ACRONYM.fullmatch(words) is not None
        or not re.search(r"[^\W\d_]{2}", words)
        or labels.is_badge(words)
    )


def _is_trailing_note(words: str) -> bool:
    found = notes.notes_of(words)
    return (
        bool(found.year or found.status or found.award or found.rate)
        or labels.is_badge(words)
        or venues.is_venue(words)
        or labels.is_equal(words)
    )
