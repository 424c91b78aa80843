"""What stands behind a label or a phrase: `Advisor: …`, `Thesis: …`, `(w/ Prof. …)`, `GPA: 3.9`, `advised by …`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from kg.extract import entities
from kg.extract.career import vocabulary

_BEFORE = r"(?:^|(?<=[\s(\[,;.–—•·|\x1f-]))"
_BY = re.compile(
    rf"""{_BEFORE}(?:
        (?:jointly[ ]|co-?)?(?:advised|supervised|mentored|hosted|guided|directed)(?:[ ]jointly)?[ ]by
        | under[ ](?:the[ ])?(?:joint[ ])?(?:supervision|guidance|direction|mentorship)[ ]of
        | (?:closely[ ])?(?:working|worked|work)[ ](?:closely[ ])?with | (?:in[ ])?collaborati(?:ng|on)[ ]with | w/
        | with(?=[ ](?:prof|dr|mr|ms|professor|professors|profs)\b) | betreut[ ]von | bei(?=[ ]prof) | encadré[ ]par
    )\s{{1,2}}""",
    re.IGNORECASE | re.VERBOSE,
)
_ENDS_NAMES = re.compile(
    r"\s(?:at|in|on|from|of|where|who|during|for|as|since|until|to|about|working|studying|focusing|within|under)\s"
    r"|[.;]\s(?=[A-Z][a-z]{2,}\s[a-z])|[\n\t|]"
)
_IN_BRACKETS = re.compile(r"\s?\(([^()]{2,80})\)")
_ABBREVIATED = re.compile(r"(?:\b(?:Jr|Inc|Ltd|Co)|\b[A-Z]|\.[A-Za-z]{1,3})\.$")
_HEADS = ("degree", "field", "location", "organization", "role", "summary", "unit", "when")
"""Kinds whose labels may as well be the last word of a name."""

MAX_VALUE = 400


@dataclass(frozen=True, slots=True)
class Labelled:
    """A value with what the page calls it.

    Attributes:
        kind: What it is, by the keys of the profile, or `when`, or `other` for what is not asked for.
        value: What stands behind the label.
        pattern: Whether a `label` or a `phrase` told so.
    """

    kind: str
    value: str
    pattern: str = "label"


def split(text: str) -> tuple[str, list[Labelled]]:
    """Return what stands before the labels of a text, and what each of them says.

    >>> split("Lecturer (w/ Prof. Mary Somerville). Project: Notes")
    ('Lecturer', [Labelled(kind='advisors', value='Prof. Mary Somerville', pattern='phrase'), \
Labelled(kind='summary', value='Notes', pattern='label')])
    """
    named = _labels().finditer(text) if ":" in text or "：" in text else ()
    marks = sorted([*named, *_BY.finditer(text)], key=lambda mark: (mark.start(), -mark.end()))
    marks = [mark for place, mark in enumerate(marks) if not place or mark.start() >= marks[place - 1].end()]
    marks = [mark for mark in marks if mark.lastgroup not in _HEADS or _stands_apart(text[: mark.start()])]
    if not marks:
        return text.strip(), []
    stops = [mark.start() for mark in marks[1:]] + [len(text)]
    found = [_labelled(mark, text[mark.end() : stop]) for mark, stop in zip(marks, stops, strict=True)]
    return _whole_brackets(text[: marks[0].start()].strip(" \t\n,;–—-·•|*")), [one for one in found if one.value]


def people(value: str) -> list[str | dict[str, str]]:
    """Return the people of a list, each with the organisation that brackets behind the name state.

    >>> people("Prof. Zhihao Jia, Prof. Minjia Zhang (UIUC) and Dr. Xupeng Miao")
    ['Zhihao Jia', {'name': 'Minjia Zhang', 'organization': 'UIUC'}, 'Xupeng Miao']
    """
    listed = _names_only(value.strip()[:MAX_VALUE])
    found: list[str | dict[str, str]] = []
    for name in entities.people_in(listed):
        behind = _IN_BRACKETS.match(listed, listed.find(name) + len(name)) if name in listed else None
        is_organization = behind and (vocabulary.rank(behind[1]) or behind[1].isupper())
        found.append({"name": name, "organization": behind[1].strip()} if behind and is_organization else name)
    return found


def values(labelled: Sequence[Labelled], kind: str) -> list[Labelled]:
    """Return what is labelled as one kind."""
    return [one for one in labelled if one.kind == kind]


def _stands_apart(before: str) -> bool:
    """Say whether a label begins a part of its line: not in `Northfield University: Lecturer`."""
    return not before.strip() or before.rstrip(" ")[-1:] in tuple("([,;.|–—•·-\x1f\t") or before.endswith("  ")


def _names_only(value: str) -> str:
    """Return the beginning of a value that may be a list of names; what stands in brackets does not end it."""
    ends = _ENDS_NAMES.search(_IN_BRACKETS.sub(lambda found: "~" * len(found[0]), value))
    return value[: ends.start()] if ends else value


def _labelled(mark: re.Match[str], value: str) -> Labelled:
    if mark.re is _BY:
        return Labelled("advisors", _trimmed(value), "phrase")
    words = _trimmed(value)
    ends = "." if mark.lastgroup == "summary" and value.rstrip(" *_\t").endswith(words + ".") else ""
    return Labelled(mark.lastgroup or "other", words + ends)


def _trimmed(text: str) -> str:
    """Return a text on one line, without punctuation at its ends."""
    return _whole_brackets(_without_stop(text.replace("\x1f", " ").strip(" \t\n,;–—-·•|*")))


def _whole_brackets(text: str) -> str:
    """Return a text without a bracket that opens or closes alone at its ends, and without loose punctuation."""
    while text.endswith((")", "]")) and text.count("(") + text.count("[") < text.count(")") + text.count("]"):
        text = text[:-1].rstrip(" ,;")
    while text.endswith(("(", "[")):
        text = text[:-1].rstrip(" ,;")
    return _without_stop(text.rstrip(" \t,;–—-·•|"))


def _without_stop(text: str) -> str:
    """Return a text without the full stop at its end, unless an abbreviation has it."""
    return text[:-1].rstrip() if text.endswith(".") and not _ABBREVIATED.search(text) else text


@cache
def _labels() -> re.Pattern[str]:
    """Return the pattern of all labels, with the kind of each as the name of its group."""
    kinds = {kind: "|".join(_longest_first(labels)) for kind, labels in vocabulary.rows("labels")}
    before = rf"(?:(?:{kinds.pop('before')})[ -]){{0,2}}"
    groups = "|".join(f"(?P<{kind}>{pattern})" for kind, pattern in kinds.items())
    return re.compile(rf"{_BEFORE}{before}(?:{groups})(?:\(s\)|/s)?\s{{0,2}}[:：]\s{{0,3}}", re.IGNORECASE)


def _longest_first(labels: Sequence[str]) -> list[str]:
    return [re.escape(label) for label in sorted(labels, key=lambda label: (-len(label), label))]
