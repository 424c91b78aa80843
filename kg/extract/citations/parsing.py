"""Read one citation: where its authors end, what its title is, and what the rest says."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from kg.extract.citations import notes
from kg.extract.citations.authors import Run, runs_of
from kg.extract.citations.notes import Notes
from kg.extract.citations.words import BREAK, Stretch, Words
from kg.identifiers import fold

MAX_TITLE = 400
"""The most characters of a title."""

_MARKER = re.compile(
    r"^\s*[\[(]?(?P<key>[A-Za-z]{0,4}[-.]?\d{1,3})[\])][.:]?\s*|^\s*(?P<number>\d{1,3})\.\s+|^\s*[•◦▪·–—*-]\s+"
)
_TAG = re.compile(r"^\s*[\[(]([^\[\]()\n]{2,80})[\])]\s*:?\s*")
_QUOTED = re.compile(
    r"“([^“”\n]{0,200}“[^“”\n]{1,200}”[^“”\n]{0,300})”|“([^“”\n]{6,400}?)[”“]|\"([^\"\n]{6,400})\"|«([^»\n]{6,400})»|„([^“”\n]{6,400})[“”]|``([^\n']{6,400})''"
    r"|‘([^‘’\n]{12,400})’(?!\w)"
)
_ABBREVIATED = r"(?<![A-Z]\.)(?<!\bvs)(?<!\bvol)(?<!\b[Ss]t)(?<!\bno)(?<!\bet al)(?<!\b[A-Z])"
_SENTENCE = re.compile(
    rf"{_ABBREVIATED}[.!?]['’\"”)]?(?=\s+[(\[“\"]?[^\W_a-z]|\s+[(\[]|\s+ar[xX]iv|\s+in |\s*\n|\s*$)|\?(?=\s)"
)
_EDGES = " \t\n,;:|–—-·•"
_YEAR_FIRST = re.compile(
    r"^[\s.,]*(?:19|20)\d\d[a-z]?\.\s+|^[\s.,]*[(\[](?:in press|to appear|forthcoming|accepted|submitted|(?:under|in) (?:review|revision|submission|preparation)|preprint|(?:19|20)\d\d[a-z]?(?:,\s?[A-Z][a-z]{2,8}\.?(?: \d{1,2})?)?)[)\]]"
    r"[\s.,:]*",
    re.IGNORECASE,
)
_ACRONYM = re.compile(r"[A-Z][A-Za-z&-]{0,8}[A-Z][A-Za-z&-]{0,4}(?:[ ’']{0,2}\d{2,4})?")
_LEADING_VENUE = re.compile(r"[.,;]?\s+[Ii]n:?$")
_TRAILING_NOTE = re.compile(r"\s*[(\[]([^()\[\]]{2,80})[)\]]\s*\.?$")


@dataclass(frozen=True)
class Link:
    """A link with its label."""

    label: str
    url: str


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
    cleaned = _Cleaned.of(words)
    found = [citation for run in _likely_runs(cleaned, habits) for citation in _readings(cleaned, run, habits)]
    return max(found, key=lambda citation: citation.score, default=None)


@dataclass(frozen=True)
class _Cleaned:
    """The words of a citation without its number, its links and its tag.

    Attributes:
        words: The words as they were.
        text: The text in which what is no longer needed is blanked out, so that places stay.
        number: The number.
        tags: What stood in brackets before everything, or was a link of its own: often the venue.
        links: The links that were taken out.
    """

    words: Words
    text: str
    number: str
    tags: tuple[str, ...]
    links: tuple[Link, ...]

    @classmethod
    def of(cls, words: Words) -> "_Cleaned":
        """Take number, tag and links out of some words."""
        text, links = _without_links(words)
        number, tag = "", ""
        labels = [link.label for link in links if not notes.is_label(link.label) or "arxiv" in link.label.lower()]
        if (found := _MARKER.match(text)) and found.end() < len(text):
            number = found["key"] or found["number"] or ""
            text = " " * found.end() + text[found.end() :]
        if (
            (found := _TAG.match(text))
            and found.end() < len(text)
            and text[found.end() - 1] in " :"
            and not _is_key(found[1])
        ):
            tag = found[1]
            text = " " * found.end() + text[found.end() :]
        text = _parted(words, text)
        tags = [*re.split(r"\s*[|,]\s*", tag), *labels]
        return cls(words, text, number, tuple(tag for tag in tags if 1 < len(tag.strip()) <= 60), links)


def _parted(words: Words, text: str) -> str:
    """Part what is set apart from what stands around it, so that no name reaches from a bold title into its authors."""
    for stretch in words.styled("bold", "link"):
        if stretch.end - stretch.start >= 12 and words.of(stretch).count(" ") >= 2 and not _is_list(words.of(stretch)):
            for place in (stretch.start - 1, stretch.end):
                if 0 <= place < len(text) and text[place] == " ":
                    text = f"{text[:place]}{BREAK}{text[place + 1 :]}"
    return text


def _is_list(text: str) -> bool:
    """Say whether a text is mostly names."""
    return any(run.end - run.start > 0.6 * len(text) for run in runs_of(text))


def _is_key(tag: str) -> bool:
    return bool(re.fullmatch(r"[A-Za-z]{0,3}\d{1,3}", tag))


def _without_links(words: Words) -> tuple[str, tuple[Link, ...]]:
    """Blank out linked labels such as `[PDF]`; a linked title stays."""
    text = words.text
    links: list[Link] = []
    for stretch in words.styled("link"):
        label = words.of(stretch).strip(_EDGES + "[](){}")
        if label and stretch.target.startswith(("http", "/", "files", "papers", "www", "#", "..", "assets", "pdf")):
            links.append(Link(label, stretch.target))
        if notes.is_label(label) or label.startswith(("http", "www.", "doi:")):
            text = _blanked(text, stretch.start, stretch.end)
    text = re.sub(r"[\[(]\s*(?:[|/,·•\s]|\b(?:and)\b)*[\])]", lambda found: " " * len(found[0]), text)
    text = re.sub(
        r"\[\s*(\w[\w ]{0,20})\s*\]|\(\s*(?:pdf|code|link|slides?|video|bib|bibtex|doi|paper|arxiv|html)\s*\)",
        lambda f: f[0] if f[1] and (not notes.is_label(f[1]) or notes.is_known(f[1].strip())) else " " * len(f[0]),
        text,
        flags=re.IGNORECASE,
    )
    text = re.sub(r"(?m)(?:\s*\|)+\s*$|^\s*\|(?:\s*\|)*", lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    return text, tuple(links)


def _blanked(text: str, start: int, end: int) -> str:
    return text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]


def _likely_runs(cleaned: _Cleaned, habits: Habits) -> list[Run]:
    """Return the lists of names that may be the authors, the likeliest first."""
    quoted = [found.span() for found in _QUOTED.finditer(cleaned.text) if " " in found[0]]
    text = cleaned.text
    for start, end in quoted:
        text = f"{text[:start]}{BREAK * (end - start)}{text[end:]}"
    runs = runs_of(text, habits.people) or runs_of(cleaned.text, habits.people)
    return sorted(runs, key=lambda run: -_weight(cleaned, run, habits))[:4]


def _weight(cleaned: _Cleaned, run: Run, habits: Habits) -> float:
    """Return how much speaks for a list of names to be the authors."""
    folded = [fold(name.name) for name in run.names]
    text = cleaned.text
    weight = min(len(run.names), 6) * 0.5
    weight += 3.0 if any(name in habits.owner for name in folded) else 0.0
    weight += min(sum(name in habits.people for name in folded), 4) * 0.5
    weight += 1.0 if not text[: run.start].strip(_EDGES) else 0.0
    weight += 0.5 if run.start == 0 or text[: run.start].rstrip(" ")[-1:] == BREAK else 0.0
    weight += 0.5 if text[run.end :].lstrip(" *,")[:1] in ("", BREAK, ".", "“", '"', "(", ":") else 0.0
    is_known = any(name in habits.owner or name in habits.people for name in folded)
    weight -= _ALONE if len(run.names) == 1 and not is_known else 0.0
    return weight - ((0.5 if len(run.names) > 2 or is_known else _ALONE) if run.glued else 0.0)


def _readings(cleaned: _Cleaned, run: Run, habits: Habits) -> Iterator[Citation]:
    """Yield the ways to read the words around a list of authors."""
    for start, end, how in dict.fromkeys(_titles(cleaned, run)):
        title, inside = _plain_title(cleaned.text[start:end])
        if not _is_title(title):
            continue
        rest = _rest(cleaned, run, (start, end), inside)
        links = tuple(link for link in cleaned.links if fold(link.label) != fold(title))
        found = notes.notes_of(rest, cleaned.tags, tuple(link.url for link in cleaned.links))
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


def _rest(cleaned: _Cleaned, run: Run, title: tuple[int, int], inside: str) -> str:
    """Return the words beside authors and title, parts that did not touch parted by line feeds."""
    text = cleaned.text
    first, second = sorted([(run.start, run.end), title])
    return BREAK.join([text[: first[0]], text[first[1] : second[0]], text[second[1] :], inside]).strip()


def _titles(cleaned: _Cleaned, run: Run) -> Iterator[tuple[int, int, str]]:
    """Yield the places where the title may stand, with the cue."""
    text = cleaned.text
    for found in _QUOTED.finditer(text):
        group = next(index for index, words in enumerate(found.groups(), 1) if words)
        is_all = text[found.end() :][:1] != ":" and found[group].strip().count(" ") >= 1
        if is_all and not _overlaps(found.span(), run):
            yield found.start(group), found.end(group), "quoted"
    for stretch in _set_apart(cleaned, run):
        yield stretch.start, stretch.end, stretch.style
    if run.start and text[: run.start].strip(_EDGES):
        yield from _before(text, run)
    yield from _after(cleaned, run)


def _overlaps(place: tuple[int, int], run: Run) -> bool:
    return place[0] < run.end and run.start < place[1]


def _set_apart(cleaned: _Cleaned, run: Run) -> Iterator[Stretch]:
    """Yield what is bold, linked or in italics and may be a title."""
    for stretch in cleaned.words.styled("bold", "link", "italic"):
        start, end = _without_notes(cleaned.text, stretch.start, stretch.end)
        words = cleaned.text[start:end].strip(_EDGES)
        is_long = len(words) >= 12 and " " in words
        if is_long and not _overlaps((start, end), run) and not notes.is_label(words):
            yield replace(stretch, start=start, end=end)


def _without_notes(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a place without the lines at its ends that are no part of a title: a venue's tag, a badge."""
    lines = [(found.start(), found.end()) for found in re.finditer(r"[^\n]+", text[start:end])]
    plain = [line for line in lines if not _is_note(text[start + line[0] : start + line[1]])]
    return (start + plain[0][0], start + plain[-1][1]) if plain else (start, end)


def _before(text: str, run: Run) -> Iterator[tuple[int, int, str]]:
    """Yield titles that stand before the authors: whole lines, or all that is there."""
    before = text[: run.start].rstrip(_EDGES)
    start = len(before) - len(before.lstrip())
    lines = [(found.start(), found.end()) for found in re.finditer(r"[^\n]+", before) if found[0].strip()]
    if text[: run.start].rstrip(" ").endswith(BREAK) and lines:
        plain = [line for line in lines if not _is_note(before[line[0] : line[1]])]
        if plain:
            yield plain[0][0], plain[-1][1], "lines before"
            yield plain[0][0], plain[0][1], "line before"
    end = _sentence_end(before, start)
    if end and _is_note(before[end:]) or (end and notes.is_venue(before[end:])):
        yield start, end, "sentence before"
    yield *_without_notes(before, start, len(before)), "all before"


def _after(cleaned: _Cleaned, run: Run) -> Iterator[tuple[int, int, str]]:
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
    for stretch in cleaned.words.styled("italic", "bold"):
        if stretch.start > start + 8 and not _overlaps((stretch.start, stretch.end), run):
            yield start, stretch.start, "up to italics" if stretch.style == "italic" else "up to bold"
            break
    yield from _up_to_venue(text, start)
    yield start, len(text), "all after"


def _sentence_end(text: str, start: int) -> int:
    """Return where the title's sentence ends; a question may be followed by its answer."""
    found = _SENTENCE.search(text, start + 8)
    if not found or found[0][0] not in "?!":
        return found.start() if found else 0
    behind = _SENTENCE.search(text, found.end() + 2)
    answer = text[found.end() : behind.start()] if behind else ""
    is_answer = bool(behind) and " " in answer.strip() and not notes.is_venue(answer) and not notes.year_of(answer)[0]
    return behind.start() if behind and is_answer else found.start() + 1


def _up_to_venue(text: str, start: int) -> Iterator[tuple[int, int, str]]:
    """Yield what ends at the comma, `In` or bracket behind which a venue begins."""
    for comma in list(
        re.finditer(
            r",\s+(?=(?:in\s)?[^\W_a-z])|\.?\s+[Ii]n:?\s+(?=[^\W_a-z])|\s+(?=[(\[])|\s[-–—]\s",
            text[start : start + MAX_TITLE],
        )
    )[:24]:
        behind = text[start + comma.end() : start + comma.end() + 120]
        if notes.is_venue(re.split(r"[,.;\n]", behind.strip("([ "))[0]) and comma.start() > 8:
            yield start, start + comma.start(), "up to the venue"
            return


def _is_note(line: str) -> bool:
    """Say whether a line beside a title is none itself: a venue in brackets, a date, a badge."""
    words = line.strip(_EDGES)
    return (
        bool(re.fullmatch(r"[\[(].{2,80}[\])]\.?", words))
        or notes.is_known(words)
        or _ACRONYM.fullmatch(words) is not None
        or not re.search(r"[^\W\d_]{2}", words)
        or notes.is_badge(words)
    )


def _plain_title(text: str) -> tuple[str, str]:
    """Return a title without notes in brackets at its end, quotes and full stop; and those notes."""
    title = " ".join(text.split()).strip(_EDGES)
    inside: list[str] = []
    for _ in range(3):
        found = _TRAILING_NOTE.search(title)
        if not found or not _is_trailing_note(found[1]):
            break
        inside.append(f"({found[1]})")
        title = title[: found.start()].strip(_EDGES)
    title = _LEADING_VENUE.sub("", title.strip(_EDGES + '“”"')).removesuffix(".").rstrip(_EDGES + '“”"')
    return title, BREAK.join(inside)


def _is_trailing_note(words: str) -> bool:
    found = notes.notes_of(words)
    return (
        bool(found.year or found.status or found.award or found.rate)
        or notes.is_badge(words)
        or notes.is_venue(words)
        or notes.is_equal(words)
    )


def _is_title(title: str) -> bool:
    if award := notes.notes_of(title).award:
        return len(award[0]) < 0.6 * len(title)
    return (
        4 <= len(title) <= MAX_TITLE
        and sum(c.isalpha() for c in title) >= 4
        and not notes.is_badge(title)
        and not notes.is_label(title)
    )


_ALONE = 5.0
"""What speaks against a single name that nobody knows: it may be three words of a title."""

_CUES = {
    "quoted": 3.0,
    "bold": 2.2,
    "link": 2.4,
    "italic": 1.0,
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


def _title_score(title: str, how: str, habits: Habits, order: str, found: Notes) -> float:
    words = title.split()
    score = _CUES[how]
    score -= 1.5 if len(words) < 3 else 0.0
    score -= (
        2.0
        if notes.is_known(title)
        or re.match(
            r"(?:in )?proc(?:eedings|\.)|(?:IEEE|ACM|USENIX)\b.*\b(?:Transactions|Journal|Conference|Symposium)",
            title,
            re.IGNORECASE,
        )
        else 0.0
    )
    score -= 1.5 if notes.status_of(title)[0] or re.search(r"\b(?:19|20)\d\d\s*$", title) else 0.0
    score -= 2.0 if len(_SENTENCE.split(title)) > 2 else 0.0
    score -= min(_names_in(title), 3) * 1.0
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
