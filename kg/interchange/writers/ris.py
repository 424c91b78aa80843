"""The publications of a profile in RIS, which all reference managers import."""

from collections.abc import Iterator, Sequence
from typing import Any

from kg.interchange import ris, works
from kg.interchange.writers.naming import (
    all_authors,
    bare_doi,
    is_plain_note,
    keyed,
    kind_of_venue,
    merged_keywords,
    status_words,
    taken_apart,
    year_or_date,
)
from kg.interchange.writers.tracking import imply, lose, raw
from kg.profile.model import PersonReference, Profile, Publication
from kg.profile.reviewed import WITHOUT_NAME

_KINDS = {"book": "BOOK", "chapter": "CHAP", "thesis": "THES", "masters-thesis": "THES", "bachelors-thesis": "THES",
          "report": "RPRT", "dataset": "DATA", "software": "COMP", "patent": "PAT", "proceedings": "BOOK",
          "standard": "STAND", "encyclopedia-entry": "ENCYC", "webpage": "ELEC", "talk": "SLIDE"}  # fmt: skip
_ARTICLES = {"journal": "JOUR", "magazine": "MGZN", "newspaper": "NEWS", "conference": "CPAPER", "workshop": "CPAPER",
             "industry-event": "CPAPER", "book": "CHAP"}  # fmt: skip
_GENRES = {"masters-thesis": "Master's thesis", "bachelors-thesis": "Bachelor's thesis"}


def write(profile: Profile) -> str:
    """Return the publications as RIS."""
    return "\n".join(_record(key, work, profile, _kind(work)) for key, work in keyed(profile))


def _record(key: str, work: Publication, profile: Profile, kind: str) -> str:
    pairs = [("TY", kind), ("ID", key), *_fields(work, profile, kind), ("ER", "")]
    return "".join(f"{tag}  - {_one_line(text)}".rstrip() + "\n" for tag, text in pairs if text or tag == "ER")


def _kind(work: Publication) -> str:
    said = raw(work)
    return _KINDS.get(said.type) or _ARTICLES.get(kind_of_venue(said), "GEN")


def _fields(work: Publication, profile: Profile, kind: str) -> Iterator[tuple[str, str]]:
    yield "TI", work.title
    yield from (("AU", name) for name in _authors(work, profile))
    yield from (("ED", _name(person, profile)) for person in work.editors)
    yield from (("A4", _name(person, profile)) for person in work.translators)
    yield "A2", (work.office or "") if kind == "PAT" else ""
    date = year_or_date(work)
    yield "PY", date[:4]
    yield "DA", date.replace("-", "/") if len(date) > 4 else ""
    implied = "preprint" if kind in ris.ONLINE and raw(work).arxiv else works.TYPES[works.kind_of(ris.KINDS[kind])]
    yield "M3", "" if work.type == implied else _GENRES.get(work.type, work.type)
    yield from _published(work, kind)
    yield from _numbers(work, kind)
    yield from _addresses(work)
    yield "AB", work.abstract or ""
    yield from (("KW", word) for word in merged_keywords(work))
    yield "LA", work.language or ""
    status = status_words(work)
    yield "N1", status
    yield "N1", (work.note or "") if is_plain_note(raw(work).note or "", has_status=False) else ""


def _authors(work: Publication, profile: Profile) -> Iterator[str]:
    """Yield the authors; a comma behind a name says that it is that of an organisation."""
    yield from (f"{each.name}," if each.corporate else _name(each, profile) for each in all_authors(work))
    if work.authors and work.more_authors:
        yield "et al."


def _published(work: Publication, kind: str) -> Iterator[tuple[str, str]]:
    """Yield where it appeared; theses and reports are published by the institution from which they come."""
    said = raw(work)
    if kind == "THES" and not said.institution:
        lose(work, "venue")
        yield "PB", work.venue or ""  # so do profiles from before there was `institution`
    else:
        yield "PB", (work.institution if kind in ris.OF_BODIES else work.publisher) or ""
        yield ("JO" if kind in ris.IN_SERIES else "T2"), work.venue or ""
    yield "T3", work.series or ""
    yield "CY", work.place or ""
    implied = "repository" if works.is_repository(said.venue or "") else ris.venue_kind(kind)
    implied = implied or works.VENUE_KINDS.get(said.type, "")
    if said.venue_kind == implied and (said.venue or implied in WITHOUT_NAME):
        imply(work, "venue_kind")


def _numbers(work: Publication, kind: str) -> Iterator[tuple[str, str]]:
    yield "VL", work.volume or ""
    yield "IS", work.issue or ""
    yield from _pages(work, kind)
    yield "C7", work.article_number or ""
    yield "SE", work.chapter or ""
    yield "ET", (work.version if kind in ris.WITH_VERSION else work.edition) or ""
    yield "M1", work.number or ""
    yield from (("SN", number) for number in (*work.isbn, *work.issn))


def _pages(work: Publication, kind: str) -> Iterator[tuple[str, str]]:
    """Yield first and last page, or for what appears by itself how many pages it has; a tag is for one of the two."""
    start, dash, end = (raw(work).pages or "").partition("–")
    is_count = kind in ris.COUNTED and raw(work).page_count is not None and not dash
    if is_count:
        yield "SP", str(work.page_count)
    elif start and (dash or kind not in ris.COUNTED or not start.isdigit()):
        imply(work, "pages")
        yield "SP", start
        yield "EP", end


def _addresses(work: Publication) -> Iterator[tuple[str, str]]:
    """Yield the addresses of the work, of which those of ids are known as such."""
    yield "DO", bare_doi(work.doi or "")
    yield from (("UR", address or "") for address in (work.arxiv, work.pmid, work.pmcid, work.bibcode, work.url))
    for tag, label in ris.LINKS.items():
        yield from ((tag, link.url) for link in _labelled(work.links, label))


def _labelled(links: Sequence[Any], label: str) -> Iterator[Any]:
    """Yield the links of a label."""
    for link in links:
        if raw(link).label == label and link.label:
            yield link


def _name(person: PersonReference, profile: Profile) -> str:
    """Return a name with the family name in front."""
    given, family, particle = taken_apart(person.name, profile)
    if "," in family:
        lose(person, "name")  # the part before the comma would be taken for the family name
    return f"{particle} {family}, {given}".strip() if given else family


def _one_line(text: str) -> str:
    return " ".join(text.split())
