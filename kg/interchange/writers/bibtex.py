"""The publications of a profile in BibTeX; letters stay in Unicode, what TeX reads as commands is escaped."""

import re
from collections.abc import Iterator

from kg.interchange import latex
from kg.interchange.bibtex import LINKS
from kg.interchange.works import MONTHS
from kg.interchange.writers.naming import (
    bare_arxiv,
    bare_doi,
    keyed,
    kind_of_venue,
    status_in,
    taken_apart,
    year_or_date,
)
from kg.interchange.writers.tracking import raw
from kg.profile import PersonReference, Profile, Publication

_KINDS = {"book": "book", "thesis": "phdthesis", "masters-thesis": "mastersthesis", "report": "techreport",
          "patent": "patent", "proceedings": "proceedings", "standard": "standard"}  # fmt: skip
_ARTICLES = {"journal": "article", "magazine": "article", "newspaper": "article", "repository": "article",
             "conference": "inproceedings", "workshop": "inproceedings", "industry-event": "inproceedings",
             "book": "incollection"}  # fmt: skip
_VENUES = {"article": "journal", "inproceedings": "booktitle", "incollection": "booktitle", "phdthesis": "school",
           "techreport": "institution", "book": "series", "misc": "howpublished", "mastersthesis": "school",
           "inbook": "booktitle", "proceedings": "series", "patent": "howpublished", "standard": "series"}  # fmt: skip
_STATUSES = {"accepted": "to appear", "in-press": "in press", "under-review": "under review", "preprint": "preprint",
             "draft": "in preparation", "retracted": "retracted"}  # fmt: skip
_UPPER_INSIDE = re.compile(r"\w[^\s]*?[A-Z]|^[A-Z]$")


def write(profile: Profile) -> str:
    """Return the publications as BibTeX."""
    return "\n".join(_entry(key, work, profile, _kind(work)) for key, work in keyed(profile))


def _entry(key: str, work: Publication, profile: Profile, kind: str) -> str:
    pairs = [(name, value) for name, value in _fields(work, kind, profile) if value]
    width = max(len(name) for name, _ in pairs)
    lines = [f"  {name:<{width}} = {value if name == 'month' else f'{{{value}}}'}" for name, value in pairs]
    return f"@{kind}{{{key},\n" + ",\n".join(lines) + "\n}\n"


def _kind(work: Publication) -> str:
    """Return the type of the entry; what appeared in a venue of unknown kind says only its name."""
    if work.type == "chapter":
        return "incollection" if work.venue else "inbook"
    if work.type != "article":
        return _KINDS.get(work.type, "misc")
    return _ARTICLES.get(kind_of_venue(work), "misc")


def _fields(work: Publication, kind: str, profile: Profile) -> Iterator[tuple[str, str]]:
    yield "title", _titled(work.title)
    bodies = (f"{{{latex.escaped(body)}}}" for body in work.corporate_authors)
    others = ("others",) if work.authors and work.more_authors else ()
    yield "author", " and ".join((*(_author(author, profile) for author in work.authors), *bodies, *others))
    yield "editor", " and ".join(_author(person, profile) for person in work.editors)
    yield "translator", " and ".join(_author(person, profile) for person in work.translators)
    yield "author+an", "; ".join(f"{n}=equal" for n, author in enumerate(work.authors, 1) if author.equal_contribution)
    yield _VENUES[kind], latex.escaped(work.venue or "")
    date = year_or_date(work)
    yield "year", date[:4]
    if len(date) > 4:
        yield "month", MONTHS[int(date[5:7]) - 1]
        yield "day", date[8:].lstrip("0")
    yield "type", work.type if kind == "misc" and work.type != "article" else ""
    yield "entrysubtype", work.venue_kind if work.venue_kind in ("magazine", "newspaper") else ""
    yield "doi", _address(bare_doi(work.doi or ""))
    if work.arxiv:
        yield "eprint", bare_arxiv(work.arxiv)
        yield "archiveprefix", "arXiv"
    yield "url", _address(work.url or "")
    yield from _links(work)
    yield "note", latex.escaped(status_in(_STATUSES, work))
    yield "award", latex.escaped("; ".join(work.award))
    yield "keywords", latex.escaped(", ".join(work.topics))


def _links(work: Publication) -> Iterator[tuple[str, str]]:
    names = {label: name for name, label in reversed(LINKS.items())}
    for link in work.links:
        if raw(link).label in names:
            yield names.pop(link.label), _address(link.url)


def _titled(title: str) -> str:
    """Return a title whose words with capitals inside keep them; styles write the others small."""
    return " ".join(f"{{{word}}}" if _UPPER_INSIDE.search(word) and "\\" not in word else word
                    for word in latex.escaped(title).split(" "))  # fmt: skip


def _author(author: PersonReference, profile: Profile) -> str:
    """Return a name with the family name in front where it is known; one that BibTeX would cut, in braces."""
    name = author.name
    given, family, _ = taken_apart(name, profile)
    if name == raw(profile).name and given and family == profile.family_name:
        return f"{latex.escaped(family)}, {latex.escaped(given)}"
    if not given and len(name.split()) > 1:
        return f"{{{latex.escaped(name)}}},"  # wholly in braces it would be an organisation
    return f"{{{latex.escaped(name)}}}," if name.casefold() == "others" else latex.escaped(name)


def _address(text: str) -> str:
    """Return an address; TeX reads it as it is in fields for addresses, but for braces and backslashes."""
    return text.replace("\\", "%5C").replace("{", "%7B").replace("}", "%7D")
