"""Find out whose page it is. A name is only ever taken from the page, with the reason; it is never made up."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kg.extract.career import vocabulary
from kg.extract.entities import is_name, people_in, without_marks, without_title
from kg.extract.lines import BlockLine
from kg.extract.person import EMAIL, MAX_LINE
from kg.extract.sections import HEAD, CvSection, is_heading, is_plain, kind_of
from kg.profile.drafts.model import GUESSED
from kg.profile.names import may_be_one
from kg.profile.written_names import WrittenName, of_person
from kg.terms.identifiers import fold

AGREED, ALONE = "agreed", "alone"
"""How a name is found: with what calls it one or agrees, or by its form alone."""

_LETTERS = 4
"""So many letters of a name that stand in an address are no accident."""

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
_WHOSE = re.compile(
    r"'s\b|’s\b|\b(?:cv|curriculum vit(?:ae|æ)|home ?page|resum[eé]|lebenslauf|currículum)\b", re.IGNORECASE
)
"""What a title says beside a name for the page to be that person's."""
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
    path: str = "",
) -> Owner | None:
    """Return whose page it is, or None if it does not say.

    A page that calls something a name is believed; what only has the form of one is, where something else agrees. What
    the page begins with may be a name without that.

    Args:
        sections: The sections of the page.
        front_matter: The metadata at its head.
        authors: Gives who wrote each of its publications, with a line of it; asked only if nothing else tells.
        path: The path of its file.
    """
    lines = [line for section in sections if section.kind == HEAD for line in section.lines][:_HEAD_LINES]
    first = [line for section in sections[:2] for line in section.lines][:_HEAD_LINES]
    found = [
        *_headings(sections, lines),
        *_stated(front_matter),
        *_labelled([*lines, *_contacts(sections)]),
        *_first_lines(lines),
        *_introduced([*lines, *first, *_bio(sections)]),
    ]
    found = [each for each in found if not is_plain(each.name)]
    addresses = _addresses([*lines, *_contacts(sections)], sections, front_matter)
    for each in found:
        if each.how == AGREED or _is_within(each, addresses) or _is_called(each, path):
            return replace(each, how=AGREED)
    written = authors()
    for each in found:
        if _is_author(each, written):
            return replace(each, how=AGREED, reason=f"{each.reason}, and authors of its publications have it")
    opening = next((line for section in sections for line in (section.headline, *section.lines) if line), None)
    alone = (each for each in found if opening in each.lines and _is_only_a_name(each.name))
    return next(alone, None) or next(_most_frequent(written), None)


def _addresses(head: Iterable[BlockLine], sections: Sequence[CvSection], front_matter: Mapping[str, Any]) -> str:
    """Return the letters of the e-mail addresses of a page, the links it begins with, and names in its metadata."""
    linked = (run.target for line in head for run in line.runs if run.target.startswith("http"))
    mails = (mail for each in sections if each.kind != "references" for line in each.lines for mail in _mails(line))
    called = (each for key, each in front_matter.items() if "name" in key and isinstance(each, str))
    return _letters(" ".join((*linked, *mails, *called)))


def _mails(line: BlockLine) -> Iterator[str]:
    yield from EMAIL.findall(line.text[:MAX_LINE]) if "@" in line.text else ()
    yield from (run.target for run in line.runs if run.target.startswith("mailto:"))


def _is_within(owner: Owner, addresses: str) -> bool:
    """Whether a word of a name that is long enough stands in an address: `vane@…`, `github.com/adavane`."""
    words = [_letters(word) for word in owner.name.split()]
    return any(len(word) >= _LETTERS and word in addresses for word in words) and len(words) > 1


def _is_called(owner: Owner, path: str) -> bool:
    """Whether a file is called after the first and the last word of a name."""
    words = [_letters(word) for word in owner.name.split()]
    return len(words) > 1 and all(word and word in _letters(path) for word in (words[0], words[-1]))


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, fold(text)))


def _is_author(owner: Owner, written: Sequence[tuple[BlockLine, Sequence[str]]]) -> bool:
    """Whether half of the publications are of whom a name, or another form of it, may be."""
    forms = (owner.name, *owner.variants)
    count = sum(any(may_be_one(form, each) for form in forms for each in names) for _, names in written)
    return count > 0 and 2 * count >= len(written)


def _is_only_a_name(text: str) -> bool:
    """Whether no word of a name is one of a heading, a role or an organisation."""
    return not (kind_of(text) or vocabulary.role_in(text) or vocabulary.rank(text))


def _headings(sections: Sequence[CvSection], lines: Sequence[BlockLine]) -> Iterator[Owner]:
    """Yield names that a heading is, alone or with a subtitle."""
    for line in [line for line in lines if line.is_heading]:
        for part in _parts(line.text):
            if found := name_in(part.title() if part.islower() else part):
                how = AGREED if _WHOSE.search(line.text) else ALONE
                yield Owner(found.name, how, "the page's heading is this name", (line,), found.variants)
    for section in sections[:2]:
        is_titled = section.headline is not None and _LIST_OF.match(section.heading)
        if (found := name_in(section.heading)) and ((section.kind == "other" and section.lines) or is_titled):
            lines = [section.headline] if is_titled and section.headline else section.lines[:1]
            how = AGREED if is_titled else ALONE
            yield Owner(found.name, how, "the page's heading is this name", tuple(lines), found.variants)


def _stated(front_matter: Mapping[str, Any]) -> Iterator[Owner]:
    """Yield names that the metadata give: the author, the title of the page."""
    for value in _people_of(front_matter):
        if found := name_under_key(value.upper() if value.islower() else value):
            yield Owner(found.name, AGREED, "the page's metadata name its author so", (), found.variants)
    title = str(front_matter.get("title", ""))[:200]
    for part in _parts(title):
        if found := name_in(part):
            how = AGREED if _WHOSE.search(title) else ALONE
            yield Owner(found.name, how, "the page's title is this name", (), found.variants)


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
            yield Owner(name.name, AGREED, "the page calls this the name", (line,), name.variants)


def _contacts(sections: Sequence[CvSection]) -> Iterator[BlockLine]:
    for section in sections[:3]:
        if section.kind in ("contact", "other"):
            yield from section.lines[:_HEAD_LINES]


def _first_lines(lines: Sequence[BlockLine]) -> Iterator[Owner]:
    """Yield a name that stands alone in one of the first lines."""
    for line in lines[:4]:
        if found := name_in(line.cells[0] if line.cells else ""):
            reason = "this name stands alone at the head of the page"
            yield Owner(found.name, ALONE, reason, (line,), found.variants)


def _introduced(lines: Iterable[BlockLine]) -> Iterator[Owner]:
    """Yield a name with which somebody introduces himself: `I am Ada (Ada Lovelace)`."""
    for line in lines:
        if found := _SAYS.search(line.text):
            words = re.split(r",?\s+(?:a|an|the|and|from|at|who|currently|working|ein|une?)\s", found[1])[0]
            before, _, inside = words.partition("(")
            for name in (without_title(before), *people_in(inside)):
                if is_name(spoken(name)) and _is_only_a_name(spoken(name)):
                    yield Owner(spoken(name), AGREED, "the page introduces its owner so", (line,))


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
