"""Take out of a citation what is neither authors nor title nor venue: its tag, its links."""

import re
from dataclasses import dataclass

from kg.extract.citations import labels, venues
from kg.extract.citations.authors import runs_of
from kg.extract.citations.words import BREAK, Style, Words

_TARGETS = ("http", "/", "files", "papers", "www", "#", "..", "assets", "pdf")
_EMPTIED = re.compile(r"(?<!\w)[\[(]\s*(?:[|/,·•\s]|\band\b)*[\])]")
_LABELLED = re.compile(
    r"\[\s*(?P<words>\w[\w ]{0,20})\s*\]|\(\s*(?:pdf|code|link|slides?|video|bib|bibtex|doi|paper|arxiv|html)\s*\)",
    re.IGNORECASE,
)
_BARS = re.compile(r"(?m)(?:[ \t]*\|)+[ \t]*$|^[ \t]*\|(?:[ \t]*\|)*")
_LABELS = re.compile(
    r"(?m)^[ \t]*(?:title|authors?|by|venue|journal|conference|published in|year|publication|citation|paper)"
    r"[ \t]*:[ \t]*",
    re.IGNORECASE,
)
_YEAR_FIRST = re.compile(
    r"^\s*[\[(]?((?:19|20)\d\d)[\])]?(?:\s*[:.,|]\s+|\s*\n[ :]*|\s+(?=[^\W\d_][^\s,]{0,20},\s|[^\W\d_]\.\s))"
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_VENUE_WITH_YEAR = re.compile(r"(?=[^\W_])[^.,:?!\n]{2,60}[ ’'-](?:(?:19|20)\d\d|’\d\d)")
EDGES = " \t\n,;:|–—-·•"
"""What stands between the parts of a citation."""


@dataclass(frozen=True)
class LabelledLink:
    """A link with its label."""

    label: str
    url: str


@dataclass(frozen=True)
class Cleaned:
    """The words of a citation without its links and its tag.

    Attributes:
        words: The words as they were.
        text: The text in which what is no longer needed is blanked out, so that places stay.
        tags: What stood set apart before everything, or was a link of its own: often the venue.
        links: The links that were taken out.
    """

    words: Words
    text: str
    tags: tuple[str, ...]
    links: tuple[LabelledLink, ...]

    @classmethod
    def of(cls, words: Words) -> "Cleaned":
        """Take tag and links out of some words."""
        text, links = _without_links(words)
        text = _LABELS.sub(lambda found: " " * len(found[0]), text).replace(" // ", f" {BREAK}{BREAK} ")
        year, text = _without_year(words, text)
        tag, text = _without_venue(words, text)
        named = [link.label for link in links if not labels.is_label(link.label) or "arxiv" in link.label.lower()]
        tags = [*re.split(r"\s*[|,]\s*", tag), *named, year]
        return cls(words, parted(words, text), tuple(tag for tag in tags if 1 < len(tag.strip()) <= 60), links)


def _without_year(words: Words, text: str) -> tuple[str, str]:
    """Return the year with which a text begins, and the text in which it is blanked out."""
    end = _first_apart(words, text)
    if end and (year := _YEAR.fullmatch(text[:end].strip(EDGES + "[]()"))):
        return year[0], " " * end + text[end:]
    found = _YEAR_FIRST.match(text)
    return (found[1], " " * found.end() + text[found.end() :]) if found else ("", text)


def _first_apart(words: Words, text: str) -> int:
    """Return where what is set apart at the head of a text ends, such as bold words; 0 if nothing is."""
    start = len(text) - len(text.lstrip())
    for stretch in words.styled("bold", "italic", "link"):
        if stretch.start <= start < stretch.end:
            return stretch.end if stretch.style != "link" else 0
        if stretch.style == "link" and start < stretch.start < start + 80:
            return stretch.start
    return 0


def _without_venue(words: Words, text: str) -> tuple[str, str]:
    """Return a venue that is set apart at the head of a text, as `**ICML 2024**`, and the text without it."""
    end = _first_apart(words, text)
    tag = text[:end].strip(EDGES)
    is_tag = venues.is_venue(tag) or (_VENUE_WITH_YEAR.fullmatch(tag) and " " not in tag[:-5])
    return (tag, " " * end + text[end:]) if tag and is_tag and len(text) - end > 12 else ("", text)


def parted(words: Words, text: str) -> str:
    """Part what is set apart from what stands around it, so that no name reaches from a bold title into its authors."""
    for stretch in words.styled("bold", "link", "italic"):
        if _is_apart(words.of(stretch), stretch.style):
            for place in (stretch.start - 1, stretch.end):
                if 0 <= place < len(text) and text[place] == " ":
                    text = f"{text[:place]}{BREAK}{text[place + 1 :]}"
    return text


def _is_apart(text: str, style: Style) -> bool:
    """Say whether what is set apart is a title, or a venue in italics, and no list of authors."""
    if style == "italic" and len(text) < 120 and venues.is_venue(text) and not text.startswith(("In ", "in ")):
        return True
    return len(text) >= 12 and text.count(" ") >= 2 and not _is_list(text)


def _is_list(text: str) -> bool:
    """Say whether a text is mostly names."""
    return any(run.end - run.start > 0.6 * len(text) for run in runs_of(text))


def _without_links(words: Words) -> tuple[str, tuple[LabelledLink, ...]]:
    """Blank out linked labels such as `[PDF]`; a linked title stays."""
    text = words.text
    links: list[LabelledLink] = []
    for stretch in words.styled("link"):
        label = words.of(stretch).strip(EDGES + "[](){}")
        if label and stretch.target.startswith(_TARGETS):
            links.append(LabelledLink(label, stretch.target))
        if labels.is_label(label) or label.startswith(("http", "www.", "doi:")):
            text = _blanked(text, stretch.start, stretch.end)
    for pattern in (_EMPTIED, _LABELLED, _BARS):
        text = pattern.sub(lambda found: found[0] if _says_more(found) else re.sub(r"[^\n]", " ", found[0]), text)
    return text, tuple(links)


def _says_more(found: re.Match[str]) -> bool:
    """Say whether what stands in square brackets is more than a label."""
    words = found.groupdict().get("words")
    return bool(words) and (not labels.is_label(str(words)) or venues.is_known(str(words).strip()))


def _blanked(text: str, start: int, end: int) -> str:
    return text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]
