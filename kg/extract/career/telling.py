"""Sentences among the lines of a career: which tell what was done, where the head of an entry ends and they begin."""

import re

from kg.extract.career import degrees, vocabulary

CUT = "\x1f"
"""Stands where a date was taken out of a line or the style changes; no document holds it."""

_ADVERB = re.compile(r"^(?:currently|presently|now|formerly|previously)\s+(?:an?\s+|the\s+)?(?=\w)", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[a-z\d)]{2})\.\s+(?=[A-Z])")
_TELLS = re.compile(r"[A-Z][a-z]+(?:ed|ing)\s+[a-z]")
_MAX_WORDS, _MAX_HEAD_WORDS = 18, 34


def is_prose(text: str) -> bool:
    """Say whether a text tells something in sentences, unlike the head of an entry.

    >>> is_prose("Developed a scheduler."), is_prose("Applied Scientist Intern, Amazon")
    (True, False)
    """
    count = len(text.split())
    if vocabulary.starts_with_verb(text) or (text[:1].islower() and count > 4):
        return True
    if _TELLS.match(text) and not vocabulary.role_in(text[:60]):
        return True
    commas = text.count(",") + text.count("\t") + text.count(CUT)
    if text.endswith(".") and _runs_on(text):
        return True
    is_head = (commas and names_what(text[:80])) or commas > 3
    return count > (_MAX_HEAD_WORDS if is_head else _MAX_WORDS)


def _runs_on(text: str) -> bool:
    """Say whether most words of a text that ends in a full stop are small, and it begins with no role or degree."""
    words = [word for word in text.split() if word[0].isalpha()]
    small = sum(word[0].islower() for word in words)
    return len(words) > 4 and small * 2 > len(words) and not names_what(text[:80])


def names_what(text: str) -> bool:
    """Say whether a text names a role, or begins with a degree."""
    degree = degrees.find(text)
    return vocabulary.role_in(text) is not None or (degree is not None and degree.begin == 0)


def parted(head: str) -> tuple[str, str]:
    """Return the head of a line and the sentences behind it; one of both may be empty."""
    head = _ADVERB.sub("", head)
    stripped = head.replace(CUT, " ").strip(" \t:–—-·•|,.")
    if not stripped:
        return "", ""
    if is_prose(stripped + "." * head.rstrip().endswith(".")):
        first = _SENTENCE.split(stripped, maxsplit=1)[0]
        if first == stripped or is_prose(first) or not vocabulary.role_in(first):
            return "", head.replace(CUT, " ").strip(" \t:–—-·•|,")
    for end in _SENTENCE.finditer(head):
        behind = head[end.end() :]
        if is_prose(behind.replace(CUT, " ").strip()) or len(behind.split()) > 8:
            return head[: end.start() + 1], behind.strip()
    return head, ""
