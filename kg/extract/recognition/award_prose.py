"""Awards told in sentences: `which won the 2018 Outstanding Engine Award`, and lists behind a label in a line."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kg.extract import bodies
from kg.extract.pieces import cut

_SENTENCE_END = re.compile(r"(?<=[a-z\d)]{2})[.!?](?=\s|$)")
_TRIGGER = re.compile(
    r"\b(?:won|wins?|winner of|received|receives|recipient of|awarded|honou?red with|earned)\s(?=(?:the|an?|its|"
    r"our|my|his|her)\b|[A-Z\d])"
)
_NAME = re.compile(
    r"(?P<year>(?:19|20)\d\d\s)?"
    r"(?P<name>(?:(?!(?:The|And|In)\s)[A-Z\d][\w.&'’/-]{0,30}\s(?:(?:of|for|in|on|and|the)\s){0,2}){1,10}?"
    r"(?:Award|Prize|Fellowship|Medal|Scholarship)(?:\s(?:Award|Prize))?)\b"
    r"(?:\s(?:in\s|\(|at\s(?:the\s)?(?P<venue>[A-Z][\w&]{1,15})\s)(?P<after>(?:19|20)\d\d)\b|"
    r"\sat\s(?P<place>[A-Z]\w{0,3}[A-Z]\w{0,10})\b)?"
)
_LABEL = re.compile(
    r"^(?:(?:selected|academic|other)\s)?(?:honou?rs?(?:\s(?:and|&)\sawards?)?|awards?(?:\s(?:and|"
    r"&)\shonou?rs?)?|scholarships?|fellowships?|"
    r"prizes?|distinctions?)\s?:\s*(?=\S)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Told:
    """An award that a sentence tells.

    Attributes:
        name: What it is called.
        year: When it was given, or None.
        venue: Where, or empty.
    """

    name: str
    year: int | None = None
    venue: str = ""


def told(text: str) -> Iterator[Told]:
    """Yield the awards that the sentences of a text say to have been received.

    >>> [each.name for each in told("In 2020 I received the Engine Prize, and the 2018 Loom Award.")]
    ['Engine Prize', 'Loom Award']
    """
    for sentence in _SENTENCE_END.split(text):
        trigger = _TRIGGER.search(sentence)
        for match in _NAME.finditer(sentence, trigger.end()) if trigger else ():
            year = match["year"] or match["after"]
            yield Told(match["name"], int(year) if year else None, match["venue"] or match["place"] or "")


def labelled(text: str) -> list[str]:
    """Return the awards of a line that says to list them: `Awards: Engine Prize (2019), Loom Medal (2018)`."""
    label = _LABEL.match(text)
    awards: list[str] = []
    for piece in cut(text[label.end() :], ",;") if label else ():
        if bodies.is_surely_award(piece):
            awards.append(piece)
        elif awards:
            awards[-1] += f", {piece}"
    return awards
