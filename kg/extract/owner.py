"""Find out whose page it is. A name is only ever taken from the page, with the reason; it is never made up."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kg.extract.entities import is_name, people_in, without_marks, without_title
from kg.extract.lines import BlockLine
from kg.extract.sections import HEAD, CvSection, is_heading
from kg.profile.drafts.model import GUESSED
from kg.profile.written_names import WrittenName, of_person
from kg.terms.identifiers import fold

LEAST_SHARE = 0.6
"""The share of the publications of which somebody must be an author to be taken for the page's owner."""

_SAYS = re.compile(
    r"\b(?:[Ii] am|[Ii]['’]m|[Mm]y name is|[Tt]his is|[Hh]ere is|[Ii]ch bin|[Mm]ein Name ist|[Jj]e suis|[Ss]oy"
    r"|[Mm]e llamo)\s+"
    r"(?:(?:Prof(?:essor)?|Dr)\.?\s+)*([^.;:!?\n]{2,120})"
)
_NAME_LABEL = re.compile(
    r"(?:full |first )?names?(?:\(s\))?(?: ?(?:/|and) ?(?:sur|last |family )names?(?:\(s\))?)?"
    r"\s*[:\t]\s*([^\t]{3,120})",
    re.IGNORECASE,
)
_HEAD_LINES = 12
_TITLE_PARTS = re.compile(
    r"\s*(?:[|•·–—:~\\/]|\s-\s|'s\b|’s\b|\bcv\b|\bcurriculum vit(?:ae|æ)\b|\bhome ?page\b|\bresum[eé]\b|\babout\b)\s*",
    re.IGNORECASE,
)
_LIST_OF = re.compile(
    r"^(?:curriculum vitae|cv|lebenslauf|(?:list of )?(?:publications|papers)|veröffentlichungen|publikationen"
    r"|schriftenverzeichnis|publicaciones|pubblicazioni|publicações) (?:of|by|von|de|di|d['’]) ?(?=[^\W\d_])",
    re.IGNORECASE,
)
"""What a heading calls the page before it says whose it is."""
_STATE = re.compile(r",\s*[A-Z]{2}\s*(?:,|$)")
_DEGREES = re.compile(r"(?:,\s*[A-Z][A-Za-z.]{0,6}[A-Z.](?=\s*(?:,|$)))+\s*$")
_BRACKETS = re.compile(r"\s*[(（][^()（）]{0,80}[)）]")


@dataclass(frozen=True)
class Owner:
    """The person whom a page is about.

    Attributes:
        name: The full name.
        how: Where it was found.
        reason: The same in a sentence.
        lines: The lines that say so; none where the front matter does.
        variants: Other forms that stand beside the name, such as that in another script.
    """

    name: str
    how: str
    reason: str
    lines: tuple[BlockLine, ...] = ()
    variants: tuple[str, ...] = ()


def owner_of(
    sections: Sequence[CvSection],
    front_matter: Mapping[str, Any],
    authors: Callable[[], Sequence[tuple[BlockLine, Sequence[str]]]],
) -> Owner | None:
    """Return whose page it is, or None if it does not say.

    Args:
        sections: The sections of the page.
        front_matter: The metadata at its head.
        authors: Gives who wrote each of its publications, with a line of it; asked only if nothing else tells.
    """
    lines = [line for section in sections if section.kind == HEAD for line in section.lines][:_HEAD_LINES]
    first = [line for section in sections[:2] for line in section.lines][:_HEAD_LINES]
    found = (
        *_headings(sections, lines),
        *_stated(front_matter),
        *_labelled([*lines, *_contacts(sections)]),
        *_first_lines(lines),
        *_introduced([*lines, *first, *_bio(sections)]),
    )
    return found[0] if found else next(_most_frequent(authors()), None)


def _headings(sections: Sequence[CvSection], lines: Sequence[BlockLine]) -> Iterator[Owner]:
    """Yield names that a heading is, alone or with a subtitle."""
    for line in [line for line in lines if line.is_heading]:
        for part in _parts(line.text):
            if found := name_in(part.title() if part.islower() else part):
                yield Owner(found.name, "heading", "the page's heading is this name", (line,), found.variants)
    for section in sections[:2]:
        is_titled = section.headline is not None and _LIST_OF.match(section.heading)
        if (found := name_in(section.heading)) and ((section.kind == "other" and section.lines) or is_titled):
            lines = [section.headline] if is_titled and section.headline else section.lines[:1]
            yield Owner(found.name, "heading", "the page's heading is this name", tuple(lines), found.variants)


def _stated(front_matter: Mapping[str, Any]) -> Iterator[Owner]:
    """Yield names that the metadata give: the author, the title of the page."""
    for value in _people_of(front_matter):
        if found := name_under_key(value.upper() if value.islower() else value):
            yield Owner(found.name, "front matter", "the page's metadata name its author so", (), found.variants)
    title = str(front_matter.get("title", ""))[:200]
    for part in _parts(title):
        if found := name_in(part):
            yield Owner(found.name, "page title", "the page's title is this name", (), found.variants)


def _people_of(front_matter: Mapping[str, Any]) -> Iterator[str]:
    own = [front_matter.get(key) for key in ("name", "full_name", "fullname")]
    parts = [front_matter.get(key) for key in ("firstname", "first_name", "middlename", "lastname", "last_name")]
    whole = " ".join(part for part in parts if isinstance(part, str))
    author = front_matter.get("author")
    for value in (*own, whole, *(author if isinstance(author, list) else [author])):
        if isinstance(value, dict):
            value = value.get("name")  # noqa: PLW2901
        if isinstance(value, str):
            yield value[:200]


def _labelled(lines: Iterable[BlockLine]) -> Iterator[Owner]:
    """Yield a name that stands behind the word: `Name: Ada Lovelace`, as forms have it."""
    for line in lines:
        found = _NAME_LABEL.match(line.text)
        if found and (name := name_in(found[1])):
            yield Owner(name.name, "behind label", "the page calls this the name", (line,), name.variants)


def _contacts(sections: Sequence[CvSection]) -> Iterator[BlockLine]:
    for section in sections[:3]:
        if section.kind in ("contact", "other"):
            yield from section.lines[:_HEAD_LINES]


def _first_lines(lines: Sequence[BlockLine]) -> Iterator[Owner]:
    """Yield a name that stands alone in one of the first lines."""
    for line in lines[:4]:
        if found := name_in(line.cells[0] if line.cells else ""):
            reason = "this name stands alone at the head of the page"
            yield Owner(found.name, "first lines", reason, (line,), found.variants)


def _introduced(lines: Iterable[BlockLine]) -> Iterator[Owner]:
    """Yield a name with which somebody introduces himself: `I am Ada (Ada Lovelace)`."""
    for line in lines:
        if found := _SAYS.search(line.text):
            words = re.split(r",?\s+(?:a|an|the|and|from|at|who|currently|working|ein|une?)\s", found[1])[0]
            before, _, inside = words.partition("(")
            for name in (without_title(before), *people_in(inside)):
                if is_name(spoken(name)):
                    yield Owner(spoken(name), "introduction", "the page introduces its owner so", (line,))


def _bio(sections: Sequence[CvSection]) -> Iterator[BlockLine]:
    for section in sections:
        if section.kind == "summary":
            yield from section.lines[:4]


def _most_frequent(authors: Sequence[tuple[BlockLine, Sequence[str]]]) -> Iterator[Owner]:
    """Yield the author whom nearly all publications share, if there is just one."""
    counts = Counter(name for _, names in authors for name in {fold(name) for name in names})
    if len(authors) < 2 or not counts:
        return
    (first, most), *others = counts.most_common(2)
    if most < LEAST_SHARE * len(authors) or most < 2 or (others and others[0][1] == most):
        return
    line, name = next((line, name) for line, names in authors for name in names if fold(name) == first)
    reason = f"{most} of {len(authors)} publications have this author, no other has so many"
    yield Owner(name, GUESSED, reason, (line,))


def _parts(title: str) -> list[str]:
    """Return the parts of a title; the whole first where it is one name in two scripts."""
    whole = [title] if of_person(title[:200]).variants else []
    return [*whole, *_TITLE_PARTS.split(title)]


def name_in(text: str) -> WrittenName | None:
    """Return the full name that a text is, with its other forms; None if it is none.

    >>> name_in("Rui Pan 潘瑞"), name_in("Publications")
    (WrittenName(name='Rui Pan', variants=('潘瑞',), left_out=()), None)
    """
    text = _LIST_OF.sub("", text)
    if is_heading(text):
        return None
    read = of_person(without_marks(text[:200]))
    has_degree = any(len(each) > 2 for each in read.left_out)
    is_place = _STATE.search(text) is not None and not has_degree  # 'Washington, DC' is where somebody is
    is_turned = "," in text and read.name.casefold() not in _BRACKETS.sub("", text).casefold()
    if is_turned and read.left_out:  # 'Leipzig, Sachsen, Germany' reads like a family name, a given one and more
        read = WrittenName("")
    if not is_place and is_name(name := spoken(read.name)):
        variants = (spoken(each) for each in read.variants)
        return read._replace(name=name, variants=tuple(each for each in variants if is_name(each)))
    name = spoken(without_title(_BRACKETS.sub("", text)))
    return WrittenName(name) if not is_place and is_name(name) else None


def name_under_key(text: str) -> WrittenName | None:
    """The name that a key for it holds: capitals behind a comma are degrees there, and no place.

    >>> name_under_key("Ada Vane, BS, MBI"), name_under_key("Vane, A.")
    (WrittenName(name='Ada Vane', variants=(), left_out=()), WrittenName(name='A. Vane', variants=(), left_out=()))
    """
    before = _DEGREES.sub("", text[:200])
    return name_in(before if " " in before.strip() else text)


def spoken(name: str) -> str:
    """Return a name as it is written in running text: `ADA LOVELACE` and `Lovelace, Ada` are `Ada Lovelace`."""
    family, comma, given = name.partition(", ")
    if comma and given and " " not in given.strip():
        name = f"{given} {family}"
    if name.isupper() and len(name) > 4:
        name = of_person(name).name
    return " ".join(name.split())
