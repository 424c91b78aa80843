"""Read one citation: of all ways to find authors and title in its words, the likeliest."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from kg.extract.citations import implied, notes, venues
from kg.extract.citations.authors import runs_of
from kg.extract.citations.cleaning import EDGES, Cleaned, LabelledLink
from kg.extract.citations.implied import with_owner
from kg.extract.citations.notes import Notes
from kg.extract.citations.titles import CUES, QUOTED, SENTENCE, is_title, plain_title, titles
from kg.extract.citations.words import BREAK, AuthorList, Words
from kg.extract.entities import is_name
from kg.terms.identifiers import fold

_PREPOSITIONS = (
    "about|across|against|among|as|at|between|beyond|by|during|for|from|in|into|of|on|over|than|through|to|towards?"
    "|under|using|via|with|within|without"
)
_TORN = re.compile(rf"\s(?:a|an|and|or|the|is|are|{_PREPOSITIONS})$")
"""What a title does not end with: its other words were taken for a name."""

_VENUE_IN_FULL = re.compile(
    r"(?:in )?proc(?:eedings|\.)|(?:IEEE|ACM|USENIX)\b.*\b(?:Transactions|Journal|Conference|Symposium)", re.IGNORECASE
)
_YEAR_AT_END = re.compile(r"\b(?:19|20)\d\d\s*$")
_BEHIND = 3.0
"""A list of names that is so much less likely than another is not looked at: no title makes up for it."""

_MAX_REST = 2_000
"""The most characters beside authors and title that are looked at."""

_MOST_BY_NOTES = 1.5
"""What venue, status and year add to a reading at most."""

MAX_CITATION = 40_000
"""The most characters of a citation; lists of a thousand authors have some 20,000."""

_BEFORE_OTHERS = re.compile(
    r"\b(?:(?:edited|ed\.|eds\.|translated|directed|supervised|advised|hosted|presented|organi[sz]ed)(?: by)?"
    r"|editors?:?|advis[oe]rs?:?|supervisors?:?|mentors?:?|committee:?|speakers?:?|instructors?:?)\s*$",
    re.IGNORECASE,
)
_BEHIND_OTHERS = re.compile(r"[\s,]{0,3}[(\[]?(?:eds?\b|editors?\b|hrsg|transl?\b)", re.IGNORECASE)
_MOST_RUNS = 40
"""No citation has more lists of names."""

_OTHERS = 8.0
"""What speaks against editors, advisors and hosts: they stand in citations, but wrote none."""

_ALONE = 5.0
"""What speaks against a single name that nobody knows: it may be three words of a title."""


@dataclass(frozen=True)
class Citation:
    """A citation as it was read.

    Attributes:
        words: Its words.
        authors: The list of authors.
        title: The title.
        notes: What stands around them.
        how_title: By which cue the title was found.
        order: Which stands first: `authors`, `title` or `venue`.
        score: How well it reads as a citation.
        links: What it links to, with labels.
        url: Where the title links to.
    """

    words: Words
    authors: AuthorList
    title: str
    notes: Notes
    how_title: str
    order: str
    score: float
    links: tuple[LabelledLink, ...] = ()
    url: str = ""

    @property
    def pattern(self) -> tuple[str, str]:
        """What it has in common with others of its page: order and cue."""
        return self.order, self.how_title


@dataclass(frozen=True)
class Habits:
    """What is known of a page's citations when one of them is read.

    Attributes:
        name: The name of the page's owner.
        people: Folded names of people who are known on the page.
        owner: Folded forms of the name of the page's owner.
        patterns: How often each pattern of order and cue was seen in sure citations.
    """

    name: str = ""
    people: frozenset[str] = frozenset()
    owner: frozenset[str] = frozenset()
    patterns: Counter[tuple[str, str]] = field(default_factory=Counter)

    def bonus(self, order: str, how: str) -> float:
        """Return what speaks for a pattern because others of the page have it."""
        total = self.patterns.total()
        return 2.0 * self.patterns[(order, how)] / total if total else 0.0


@dataclass(frozen=True)
class _Parse:
    """A way to find authors and title in the words of a citation.

    Attributes:
        run: The list of authors.
        start: Where the title begins.
        end: Where it ends.
        how: By which cue it was found.
        order: Which stands first.
        most: What speaks for it at most: nothing in the title's own words speaks for it, much may speak against it.
    """

    run: AuthorList
    start: int
    end: int
    how: str
    order: str
    most: float


def parse(words: Words, habits: Habits) -> Citation | None:
    """Return the likeliest reading of a citation, or None if its words are none."""
    if len(words.text) > MAX_CITATION:
        return None
    cleaned = Cleaned.of(words)
    return _best(cleaned, _readings(cleaned, _likely_runs(cleaned, habits), habits))


def parse_alone(words: Words, habits: Habits) -> Citation | None:
    """Return the likeliest reading of a citation that names nobody, in a list that only names other authors."""
    cleaned = Cleaned.of(words)
    if not habits.name or any(weight > -_BEHIND for weight, _ in _likely_runs(cleaned, habits)):
        return None
    run = implied.alone(habits.name)
    likely = (
        each for each in _readings(cleaned, [(_weight(cleaned, run, habits), run)], habits) if each.how != "all after"
    )
    found = _best(cleaned, likely)
    return found if found and (found.notes.venue or found.notes.status) else None


def _best(cleaned: Cleaned, readings: Iterable[_Parse]) -> Citation | None:
    """Return the likeliest of several readings; those that cannot be it are not followed."""
    best: Citation | None = None
    for reading in sorted(readings, key=lambda each: -each.most):
        if best and reading.most + _MOST_BY_NOTES <= best.score:
            break
        citation = _read(cleaned, reading)
        if citation and (best is None or citation.score > best.score):
            best = citation
    return best


def _likely_runs(cleaned: Cleaned, habits: Habits) -> list[tuple[float, AuthorList]]:
    """Return the lists of names that may be the authors, each with what speaks for it, the likeliest first."""
    quoted = [found.span() for found in QUOTED.finditer(cleaned.text) if " " in found[0]]
    text = cleaned.text
    for start, end in quoted:
        text = f"{text[:start]}{'“' * (end - start)}{text[end:]}"
    known = habits.people | habits.owner
    runs = (runs_of(text, known) or runs_of(cleaned.text, known))[:_MOST_RUNS]
    text = cleaned.text
    found = [each for run in runs for each in (*with_owner(text, run, habits.name), run)]
    weighed = sorted(((_weight(cleaned, run, habits), run) for run in found), key=lambda pair: -pair[0])[:6]
    return [(weight, run) for weight, run in weighed if weight >= weighed[0][0] - _BEHIND]


@lru_cache(1 << 13)
def _folded(name: str) -> str:
    return fold(name)


def _weight(cleaned: Cleaned, run: AuthorList, habits: Habits) -> float:
    """Return how much speaks for a list of names to be the authors."""
    folded = [_folded(name.name) for name in run.names]
    text = cleaned.text
    weight = min(len(run.names), 6) * 0.5
    weight += 3.0 if any(name in habits.owner for name in folded) else 0.0
    weight += min(sum(name in habits.people for name in folded), 4) * 0.5
    weight += 1.0 if not text[: run.start].strip(EDGES) else 0.0
    weight += 0.5 if run.start == 0 or text[: run.start].rstrip(" ")[-1:] == BREAK else 0.0
    weight += 0.5 if text[run.end :].lstrip(" *,")[:1] in ("", BREAK, ".", "“", '"', "(", ":") else 0.0
    is_known = any(name in habits.owner or name in habits.people for name in folded)
    weight -= _ALONE if len(run.names) == 1 and not is_known else 0.0
    weight -= (
        _OTHERS
        if _BEFORE_OTHERS.search(text[max(0, run.start - 40) : run.start]) or _BEHIND_OTHERS.match(text, run.end)
        else 0.0
    )
    return weight


def _readings(cleaned: Cleaned, runs: Iterable[tuple[float, AuthorList]], habits: Habits) -> Iterator[_Parse]:
    """Yield the ways to find authors and title, for several lists of authors."""
    for weight, run in runs:
        for start, end, how in dict.fromkeys(titles(cleaned, run)):
            order = "authors" if run.start < start else "title"
            most = weight + CUES[how] + habits.bonus(order, how)
            if how == "italic" and cleaned.text[run.end : start].count(" ") > 3:
                most -= 2.5  # words that are not in italics stand before it: they are the title
            yield _Parse(run, start, end, how, order, most)


def _read(cleaned: Cleaned, reading: _Parse) -> Citation | None:
    """Return the citation as one reading has it; None if what would be its title is none."""
    run, start, end = reading.run, reading.start, reading.end
    title, inside = plain_title(cleaned.text[start:end])
    if not is_title(title):
        return None
    links = tuple(link for link in cleaned.links if fold(link.label) != fold(title))
    tags = tuple(tag for tag in cleaned.tags if fold(tag) not in fold(cleaned.text[start:end]))
    apart = tuple(_apart(cleaned, run, (start, end)))
    rest = _rest(cleaned, run, (start, end), inside)[:_MAX_REST]
    found = notes.notes_of(rest, tags, tuple(link.url for link in cleaned.links), apart)
    score = reading.most - _against(title) + (1.0 if found.venue or found.status else 0.0) + 0.5 * bool(found.year)
    titled = (link for link in cleaned.words.styled("link") if link.start < end and start < link.end)
    url = next((link.target for link in titled if link.target.startswith("http")), "")
    return Citation(cleaned.words, run, title, found, reading.how, reading.order, score, links, url)


def _rest(cleaned: Cleaned, run: AuthorList, title: tuple[int, int], inside: str) -> str:
    """Return the words beside authors and title, parts that did not touch parted by line feeds."""
    text = cleaned.text
    first, second = sorted([(run.start, run.end), title])
    return BREAK.join([text[: first[0]], text[first[1] : second[0]], text[second[1] :], inside]).strip()


def _apart(cleaned: Cleaned, run: AuthorList, title: tuple[int, int]) -> Iterator[str]:
    """Yield what is set in italics beside authors and title: mostly the venue."""
    for stretch in cleaned.words.styled("italic"):
        is_beside = all(stretch.end <= start or end <= stretch.start for start, end in (title, (run.start, run.end)))
        if is_beside and stretch.end - stretch.start > 2:
            yield cleaned.text[stretch.start : stretch.end]


@lru_cache(1 << 12)
def _against(title: str) -> float:
    """Return how much speaks against words to be a title."""
    against = 1.5 if len(title.split()) < 3 else 0.0
    against += 2.0 if venues.is_known(title) or _VENUE_IN_FULL.match(title) else 0.0
    against += 1.5 if notes.status_of(title)[0] or _YEAR_AT_END.search(title) else 0.0
    against += 2.0 if len(SENTENCE.split(title)) > 2 else 0.0
    against += 2.5 if is_name(title) else 0.0
    against += 2.0 if _TORN.search(title) else 0.0
    return against + min(sum(len(run.names) for run in runs_of(title) if len(run.names) > 1), 3)


def patterns_of(citations: Iterable[Citation]) -> Counter[tuple[str, str]]:
    """Count the patterns of citations."""
    return Counter(citation.pattern for citation in citations)


def people_of(citations: Iterable[Citation]) -> frozenset[str]:
    """Return the folded names of the authors of citations."""
    return frozenset(fold(name.name) for citation in citations for name in citation.authors.names)
