"""RIS, which databases and reference managers export."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from kg.base.errors import Problem
from kg.base.tables import pairs_of
from kg.interchange import names, publications, references, works
from kg.interchange.details import numbers_of_series
from kg.interchange.drafting import Drafting
from kg.interchange.foreign import ForeignFormat, of_works
from kg.interchange.naming import ListOwner, all_authors, is_plain_note, keyed, status_words, taken_apart, year_or_date
from kg.interchange.plain import line
from kg.interchange.references import Reference
from kg.interchange.tables import Reading, Row, entry_type, genre, implied_type, reading, texts_by_key, written
from kg.interchange.views import imply, lose, raw
from kg.profile.model import PersonReference, Publication
from kg.profile.reviewed import WITHOUT_NAME
from kg.terms import statuses
from kg.terms.identifiers import fold

# Split RIS into records with lines, whatever their producer makes of the format.

_LINE = re.compile(r"([A-Z][A-Z0-9]) {0,2}-(?: (.*))?")
_SHOWN = 60


@dataclass
class RisRecord:
    """A record.

    Attributes:
        kind: Its type, such as `JOUR`.
        fields: Texts by tag, in their order.
        lines: First and last line (1-based).
        places: The first line of each tag, where that is known.
    """

    kind: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    lines: tuple[int, int] = (1, 1)
    places: dict[str, int] = field(default_factory=dict)

    def first(self, *tags: str) -> str:
        """Return the first text of the first of some tags that has any."""
        return next((text for tag in tags for text in self.fields.get(tag, ()) if text), "")

    def texts(self, *tags: str) -> list[str]:
        """Return the texts of some tags."""
        return [text for tag in tags for text in self.fields.get(tag, ()) if text]


def parse(text: str, path: Path) -> tuple[list[RisRecord], list[Problem]]:
    """Return the records of a text, and what of it is in none."""
    records: list[RisRecord] = []
    problems: list[Problem] = []
    here: RisRecord | None = None
    last = ""
    for number, tag, value in _tagged(text):
        if tag == "TY":
            if here:
                hint = "end each record with 'ER  - '"
                problems.append(Problem(f"the record of line {here.lines[0]} does not end", path, number, hint=hint))
            here, last = RisRecord(value.strip().upper(), lines=(number, number)), ""
            records.append(here)
        elif here is None:
            if value.strip() or tag:
                shown = f"{tag} {value}".strip()[:_SHOWN]
                problems.append(Problem(f"left out: '{shown}', which stands in no record", path, number))
        elif tag == "ER":
            here.lines, here = (here.lines[0], number), None
        else:
            last = _take(here, tag, value, last, number)
    for record in records:
        record.fields = {tag: list(map(line, texts)) for tag, texts in record.fields.items()}
    return records, problems


def _take(record: RisRecord, tag: str, value: str, last: str, number: int) -> str:
    """Add a line to a record, and return the tag to which the next line without one belongs."""
    record.lines = (record.lines[0], number)
    if tag:
        record.fields.setdefault(tag, []).append(value.strip())
        record.places.setdefault(tag, number)
    elif last and value.strip():
        texts = record.fields[last]
        texts[-1] = f"{texts[-1]} {value.strip()}".strip()
    return tag or last


def _tagged(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield number, tag and value of each line; without a tag it goes on with the one before."""
    for number, each in enumerate(text.split("\n"), 1):
        match = _LINE.fullmatch(each.strip("\ufeff\r"))
        yield (number, match[1], match[2] or "") if match else (number, "", each.strip("\ufeff"))


def of_mapping(kind: str, fields: Mapping[str, list[str]], lines: tuple[int, int]) -> RisRecord:
    """Return a record of another format that has the same fields."""
    return RisRecord(kind, {tag: texts for tag, texts in fields.items() if texts}, lines)


# RIS, which databases and reference managers export, as works.

KINDS = pairs_of("kg.interchange", "tables/ris_kinds.tsv")
"""What the types of RIS are in the words of other formats."""
WITH_VERSION = frozenset(("COMP", "DATA", "DBASE", "STAND", "AGGR"))
"""Types in which ET is the version."""
NUMBERED = frozenset(("RPRT", "PAT", "STAND", "GOVDOC"))
"""Types of which SN is the number, where it is neither an ISBN nor an ISSN."""
OF_BODIES = frozenset(("THES", "RPRT"))
"""Types that the institution publishes from which they come."""
IN_SERIES = frozenset(("BOOK", "EBOOK", "EDBOOK", "RPRT", "THES"))
"""Types that appear by themselves: T2 is their series."""
LINKS = ("PDF", "Full text")
"""The labels of links that have a tag."""
ONLINE = ("ELEC", "WEB", "ICOMM")
"""Types that preprints have too."""
FIELDS = (
    Row("TI T1 CT", "title"),
    Row("AU A1", "authors"), Row("ED", "editors"), Row("A2 A3", "editors", never=("PAT",), is_written=False),
    Row("A4", "translators"), Row("A2", "office", only=("PAT",)),
    Row("PY Y1", "year"), Row("DA", "date"), Row("M3", "genre"),
    Row("PB", "institution", only=OF_BODIES), Row("PB", "publisher", never=OF_BODIES),
    Row("JO JF", "venue", only=IN_SERIES), Row("T2 JO JF BT C3 JA J2 J1", "venue", never=IN_SERIES),
    Row("T3", "series"), Row("T2", "series", only=IN_SERIES, is_written=False),
    Row("CY PP", "place"),
    Row("VL", "volume"), Row("IS CP", "issue"),
    Row("SP", "start"), Row("EP", "end"),
    Row("C7", "article_number"), Row("SE", "chapter"), Row("ET", "version", only=WITH_VERSION),
    Row("ET", "edition", never=WITH_VERSION), Row("M1", "number"),
    Row("SN", "numbers"), Row("DO DI", "doi"), Row("UR LK", "addresses"), Row("L1", "PDF"), Row("L2", "Full text"),
    Row("AB N2", "abstract"), Row("KW", "keywords"), Row("LA", "language"),
    Row("N1", "status", is_read=False), Row("N1", "note", is_read=False), Row("N1", "notes", is_written=False),
)  # fmt: skip
"""The tags, in the order in which they are written."""
_SILENT = frozenset(("ID", "DB", "DP", "LB", "AN", "RP"))
"""How databases keep a record: its number and label, whose it is, whether a reprint is on file."""
_YEAR = re.compile(r"\d{4}")
_EPUB = re.compile(r"\d{4}/\d{1,2}/|(?:19|20)\d\d-\d\d-\d\d", re.ASCII)
"""How EndNote writes the day on which an article first stood on the web, where others have the edition."""
_ACCESSION = re.compile(r"(?:PMID:?\s*)?(\d{1,9})(?:\s*\[pmid\])?", re.IGNORECASE)


def _add_all(drafting: Drafting, found: tuple[list[RisRecord], list[Problem]]) -> None:
    records, problems = found
    if not records:
        drafting.refuse("there is no RIS record here", "a record begins like 'TY  - JOUR'")
    for problem in problems:
        drafting.warn(problem.message, (problem.line or 1, problem.line or 1), hint=problem.hint)
    add_all(drafting, records)


def add_all(drafting: Drafting, records: Iterable[RisRecord]) -> None:
    """Add records as works, and whose they seem to be; say what is left out of them."""
    for record in records:
        ref = _reference(record)
        work = references.work_of(ref)
        if publications.add(drafting, work):
            present = {tag: texts for tag, texts in record.fields.items() if tag not in _SILENT}
            for tag in references.unheld(work, _reading(record.kind), present):
                drafting.not_imported([tag], record.places.get(tag, record.lines[0]))
    publications.add_owner(drafting)


@lru_cache(256)
def _reading(kind: str) -> Reading:
    return reading(FIELDS, kind)


def _reference(record: RisRecord) -> Reference:
    said = texts_by_key(_reading(record.kind), record.fields.get)
    start, end = record.first("SP"), record.first("EP")
    said["pages"] = [f"{start}–{end}" if start and end and end != start else start or end]
    said["title"] += record.texts("BT") if record.kind in IN_SERIES else []
    said["keywords"] = list(dict.fromkeys(word.strip() for text in said["keywords"] for word in text.split(";")))
    said["addresses"] = [each for text in said["addresses"] for each in references.addresses_in(text)]
    links = [(label, each) for label in LINKS for text in said[label] for each in references.addresses_in(text)]
    said["ids"] = [each for _, each in links if "://" in each]
    said["ids"] += [text for text in record.texts("M3", "N1") if publications.identifier("doi", text)]
    if _EPUB.match(record.first("ET")):
        said |= {"edition": [], "version": []}
    if record.kind in NUMBERED:
        said["number"] += [text for text in said["numbers"] if numbers_of_series(text) == ([], [])]
        said["numbers"] = [text for text in said["numbers"] if text not in said["number"]]
    if record.kind == "INPR" and not any(map(statuses.status_in, said["notes"])):
        said["status"] = ["in press"]
    dates = (text if _YEAR.search(text) else f"{record.first('PY')} {text}" for text in said["date"])
    is_volume = record.kind == "CONF" and not said["authors"]
    return Reference(
        kind="proceedings" if is_volume else KINDS.get(record.kind, record.kind or "generic"),
        said=said | _accessions(record),
        lines=record.lines,
        record=[text for texts in record.fields.values() for text in texts],
        authors=list(map(_author, said["authors"])),
        editors=_people(said["editors"]),
        translators=_people(said["translators"]),
        when=[*dates, *said["year"]],
        links=links,
        venue_kind=venue_kind(record.kind),
    )


def _author(text: str) -> Any:
    """Return an author; a comma behind a name says that it is that of an organisation."""
    return names.body(text.rstrip(", ")) if text.endswith(",") else names.author(names.turned(text))


def venue_kind(kind: str) -> str:
    """Return the kind of venue that a type of RIS implies."""
    return works.VENUE_KINDS.get(works.kind_of(KINDS.get(kind, "")), "")


def _people(said: list[str]) -> list[Any]:
    return [names.author(names.turned(person.rstrip(", "))) for person in said]


def _accessions(record: RisRecord) -> dict[str, list[str]]:
    """Return the ids of PubMed among the numbers of databases."""
    found: dict[str, list[str]] = {}
    is_pubmed = "pubmed" in fold(record.first("DB")) or "medline" in fold(record.first("DB"))
    numbers = record.texts("AN")
    for text in (*numbers, *record.texts("U1", "U2", "C2")):
        match = _ACCESSION.fullmatch(text)
        if publications.identifier("pmcid", text):
            found.setdefault("pmcid", []).append(text)
        elif match and ((is_pubmed and text in numbers) or "pmid" in text.casefold()):
            found.setdefault("pmid", []).append(match[1])
    return found


def write(publications: Iterable[Publication], owner: ListOwner) -> str:
    """Return publications as RIS, which all reference managers import."""
    return "\n".join(_written(key, work, owner) for key, work in keyed(publications, owner))


def _written(key: str, work: Publication, owner: ListOwner) -> str:
    kind = entry_type(work, KINDS, "GEN")
    fields = written(FIELDS, work, kind, _own(work, owner, kind))
    pairs = [(tag, text) for tag, texts in fields for text in ([texts] if isinstance(texts, str) else texts) if text]
    pairs = [("TY", kind), ("ID", key), *pairs, ("ER", "")]
    return "".join(f"{tag}  - {' '.join(text.split())}".rstrip() + "\n" for tag, text in pairs)


def _own(work: Publication, owner: ListOwner, kind: str) -> dict[str, Any]:
    date = year_or_date(work)
    start, end = _pages(work, kind)
    implied = "preprint" if kind in ONLINE and raw(work).arxiv else implied_type(KINDS[kind])
    return {
        "authors": [f"{each.name}," if each.corporate else _name(each, owner) for each in all_authors(work)]
        + ["et al."] * bool(work.authors and work.more_authors),
        "editors": [_name(person, owner) for person in work.editors],
        "translators": [_name(person, owner) for person in work.translators],
        "year": date[:4],
        "date": date.replace("-", "/") if len(date) > 4 else "",
        "genre": genre(work, implied),
        **_published(work, kind),
        "start": start,
        "end": end,
        "numbers": [*work.isbn, *work.issn],
        "addresses": [work.arxiv, work.pmid, work.pmcid, work.bibcode, work.url],
        **{label: [link.url for link in work.links if raw(link).label == label and link.label] for label in LINKS},
        "status": status_words(work),
        "note": work.note if is_plain_note(raw(work).note or "", has_status=False) else "",
    }


def _published(work: Publication, kind: str) -> dict[str, str | None]:
    """Return where a work appeared; the venue of a thesis, as older profiles have it, is the institution."""
    said = raw(work)
    implied = "repository" if works.is_repository(said.venue or "") else venue_kind(kind)
    implied = implied or works.VENUE_KINDS.get(said.type, "")
    if said.venue_kind == implied and (said.venue or implied in WITHOUT_NAME):
        imply(work, "venue_kind")
    if kind == "THES" and not said.institution:
        lose(work, "venue")
        return {"institution": work.venue, "venue": ""}
    return {"venue": work.venue}


def _pages(work: Publication, kind: str) -> tuple[str, str]:
    """Return first and last page, or for what appears by itself how many pages it has; a tag is for one of the two."""
    start, dash, end = (raw(work).pages or "").partition("–")
    if not dash and references.is_count(KINDS[kind], str(raw(work).page_count)):
        return str(work.page_count), ""
    if dash or not references.is_count(KINDS[kind], start):
        imply(work, "pages")
        return start, end
    return "", ""


def _name(person: PersonReference, owner: ListOwner) -> str:
    given, family, particle = taken_apart(person.name, owner)
    if "," in family:
        lose(person, "name")  # the part before the comma would be taken for the family name
    return f"{particle} {family}, {given}".strip() if given else family


FORMAT = ForeignFormat(
    __name__,
    "application/x-research-info-systems",
    re.compile(r"^\ufeff?TY {0,2}- ", re.MULTILINE),
    _add_all,
    lambda drafting: parse(drafting.text, drafting.path),
    write=of_works(write),
    suffix=".ris",
    encoding="any",
)
