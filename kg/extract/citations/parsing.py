"""Read one citation: of all ways to find authors and title in its words, the likeliest."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from kg.extract.citations import notes, venues
from kg.extract.citations.authors import runs_of
from kg.extract.citations.cleaning import EDGES, Cleaned, Link
from kg.extract.citations.notes import Notes
from kg.extract.citations.titles import CUES, QUOTED, SENTENCE, is_title, plain_title, titles
from kg.extract.citations.tokens import Run
from kg.extract.citations.words import BREAK, Words
from kg.extract.names import is_name
from kg.identifiers import fold

_PREPOSITIONS = (
    "about|across|against|among|as|at|between|beyond|by|during|for|from|in|into|of|on|over|than|through|to|towards?"
    "|under|using|via|with|within|without"
)
_TORN = re.compile(
    rf"\s(?:a|an|and|or|the|is|are|{_PREPOSITIONS})$|^(?:and|or|et|is|are|{_PREPOSITIONS})\s(?=[^\W_]{{2}})"
)
"""What a title does not end with, nor begin with: its other words were taken for a name."""

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
        number: What it is numbered with: `P3`.
    """

    words: Words
    authors: Run
    title: str
    notes: Notes
    how_title: str
    order: str
    score: float
    links: tuple[Link, ...] = ()
    url: str = ""
    number: str = ""

    @property
    def pattern(self) -> tuple[str, str]:
        """What it has in common with others of its page: order and cue."""
        return self.order, self.how_title


@dataclass(frozen=True)
class Habits:
    """What is known of a page's citations when one of them is read.

    Attributes:
        people: Folded names of people who are known on the page.
        owner: Folded forms of the name of the page's owner.
        patterns: How often each pattern of order and cue was seen in sure citations.
    """

    people: frozenset[str] = frozenset()
    owner: frozenset[str] = frozenset()
    patterns: Counter[tuple[str, str]] = field(default_factory=Counter)


def parse(words: Words, habits: Habits) -> Citation | None:
    """Return the likeliest reading of a citation, or None if its words are none."""
    cleaned = Cleaned.of(words)
    found = [citation for run in _likely_runs(cleaned, habits) for citation in _readings(cleaned, run, habits)]
    return max(found, key=lambda citation: citation.score, default=None)


def _likely_runs(cleaned: Cleaned, habits: Habits) -> list[Run]:
    """Return the lists of names that may be the authors, the likeliest first."""
    quoted = [found.span() for found in QUOTED.finditer(cleaned.text) if " " in found[0]]
    text = cleaned.text
    for start, end in quoted:
        text = f"{text[:start]}{BREAK * (end - start)}{text[end:]}"
    known = habits.people | habits.owner
    runs = runs_of(text, known) or runs_of(cleaned.text, known)
    found = [shorter for run in runs for shorter in (run, *_shortened(run, cleaned.text))]
    return sorted(found, key=lambda run: -_weight(cleaned, run, habits))[:6]


def _shortened(run: Run, text: str) -> Iterator[Run]:
    """Yield a list without its first or its last name where these leave the title torn: `Recovery under Label Shift`."""
    if len(run.names) < 2 or run.incomplete:
        return
    if _TORN.search(text[: run.start].rstrip()):
        yield replace(run, names=run.names[1:], start=run.names[1].start, glued=False)
    if _TORN.match(text[run.end :].lstrip()):
        yield replace(run, names=run.names[:-1], end=run.names[-2].end, glued=False)


def _weight(cleaned: Cleaned, run: Run, habits: Habits) -> float:
    """Return how much speaks for a list of names to be the authors."""
    folded = [fold(name.name) for name in run.names]
    text = cleaned.text
    weight = min(len(run.names), 6) * 0.5
    weight += 3.0 if any(name in habits.owner for name in folded) else 0.0
    weight += min(sum(name in habits.people for name in folded), 4) * 0.5
    weight += 1.0 if not text[: run.start].strip(EDGES) else 0.0
    weight += 0.5 if run.start == 0 or text[: run.start].rstrip(" ")[-1:] == BREAK else 0.0
    weight += 0.5 if text[run.end :].lstrip(" *,")[:1] in ("", BREAK, ".", "“", '"', "(", ":") else 0.0
    is_known = any(name in habits.owner or name in habits.people for name in folded)
    weight -= _ALONE if len(run.names) == 1 and not is_known else 0.0
    return weight - ((0.5 if len(run.names) > 2 or is_known else _ALONE) if run.glued else 0.0)


def _readings(cleaned: Cleaned, run: Run, habits: Habits) -> Iterator[Citation]:
    """Yield the ways to read the words around a list of authors."""
    for start, end, how in dict.fromkeys(titles(cleaned, run)):
        title, inside = plain_title(cleaned.text[start:end])
        if not is_title(title):
            continue
        rest = _rest(cleaned, run, (start, end), inside)
        links = tuple(link for link in cleaned.links if fold(link.label) != fold(title))
        tags = tuple(tag for tag in cleaned.tags if fold(tag) not in fold(cleaned.text[start:end]))
        apart = tuple(_apart(cleaned, run, (start, end)))
        found = notes.notes_of(rest, tags, tuple(link.url for link in cleaned.links), apart)
        order = "authors" if run.start < start else "title"
        score = _weight(cleaned, run, habits) + _title_score(title, how, habits, order, found)
        if how == "italic" and cleaned.text[run.end : start].count(" ") > 3:
            score -= 2.5  # words that are not in italics stand before it: they are the title
        url = next(
            (
                s.target
                for s in cleaned.words.styled("link")
                if s.start < end and start < s.end and s.target.startswith("http")
            ),
            "",
        )
        yield Citation(cleaned.words, run, title, found, how, order, score, links, url, cleaned.number)


def _rest(cleaned: Cleaned, run: Run, title: tuple[int, int], inside: str) -> str:
    """Return the words beside authors and title, parts that did not touch parted by line feeds."""
    text = cleaned.text
    first, second = sorted([(run.start, run.end), title])
    return BREAK.join([text[: first[0]], text[first[1] : second[0]], text[second[1] :], inside]).strip()


def _apart(cleaned: Cleaned, run: Run, title: tuple[int, int]) -> Iterator[str]:
    """Yield what is set in italics beside authors and title: mostly the venue."""
    for stretch in cleaned.words.styled("italic"):
        is_beside = all(stretch.end <= start or end <= stretch.start for start, end in (title, (run.start, run.end)))
        if is_beside and stretch.end - stretch.start > 2:
            yield cleaned.text[stretch.start : stretch.end]


def _title_score(title: str, how: str, habits: Habits, order: str, found: Notes) -> float:
    words = title.split()
    score = CUES[how]
    score -= 1.5 if len(words) < 3 else 0.0
    score -= (
        2.0
        if venues.is_known(title)
        or re.match(
            r"(?:in )?proc(?:eedings|\.)|(?:IEEE|ACM|USENIX)\b.*\b(?:Transactions|Journal|Conference|Symposium)",
            title,
            re.IGNORECASE,
        )
        else 0.0
    )
    score -= 1.5 if notes.status_of(title)[0] or re.search(r"\b(?:19|20)\d\d\s*$", title) else 0.0
    score -= 2.0 if len(SENTENCE.split(title)) > 2 else 0.0
    score -= min(_names_in(title), 3) * 1.0
    score -= 2.5 if is_name(title) else 0.0
    score -= 2.0 if _TORN.search(title) else 0.0
    score += 1.0 if found.venue or found.status else 0.0
    score += 0.5 if found.year else 0.0
    total = sum(habits.patterns.values())
    return score + (2.0 * habits.patterns[(order, how)] / total if total else 0.0)


def _names_in(title: str) -> int:
    """Count the names in a title that stand in a list: a sign that authors were taken for its part."""
    return sum(len(run.names) for run in runs_of(title) if len(run.names) > 1)


def patterns_of(citations: Iterable[Citation]) -> Counter[tuple[str, str]]:
    """Count the patterns of citations."""
    return Counter(citation.pattern for citation in citations)


def people_of(citations: Iterable[Citation]) -> frozenset[str]:
    """Return the folded names of the authors of citations, apart from lists whose ends are a guess."""
    sure = (citation for citation in citations if not citation.authors.glued)
    return frozenset(fold(name.name) for citation in sure for name in citation.authors.names)
