"""RIS, which databases and reference managers export."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kg.base.errors import Problem
from kg.base.tables import pairs_of
from kg.interchange import names, publications, works
from kg.interchange.details import details, is_to_oneself, numbers_of_series
from kg.interchange.drafting import Drafting
from kg.interchange.foreign import ForeignFormat, of_works
from kg.interchange.naming import ListOwner, all_authors, is_plain_note, keyed, status_words, taken_apart, year_or_date
from kg.interchange.plain import kept, line
from kg.interchange.tables import Row, entry_type, genre, implied_type, names_of, said, written
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

    def said(self, *keys: str) -> list[str]:
        """Return the texts of the tags that mean some keys of the table, the best first."""
        return self.texts(*names_of(FIELDS, *keys, kind=self.kind))


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
COUNTED = frozenset(("BOOK", "EBOOK", "EDBOOK", "THES", "RPRT"))
"""Types in which SP without EP is the number of pages."""
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
    Row("N1", "status"), Row("N1", "note"),
)  # fmt: skip
"""The tags, in the order in which they are written."""
_SILENT = frozenset(("ID", "DB", "DP", "LB", "AN", "RP"))
"""How databases keep a record: its number and label, whose it is, whether a reprint is on file."""
_SCHEMES = ("doi", "arxiv", "pmid", "pmcid", "bibcode")
_EPUB = re.compile(r"\d{4}/\d{1,2}/|(?:19|20)\d\d-\d\d-\d\d", re.ASCII)
"""How EndNote writes the day on which an article first stood on the web, where others have the edition."""
_ACCESSION = re.compile(r"(?:PMID:?\s*)?(\d{1,9})(?:\s*\[pmid\])?", re.IGNORECASE)


def _add_all(drafting: Drafting, found: tuple[list[RisRecord], list[Problem]]) -> None:
    """Add the records of a file as works."""
    records, problems = found
    if not records:
        drafting.refuse("there is no RIS record here", "a record begins like 'TY  - JOUR'")
    for problem in problems:
        drafting.warn(problem.message, (problem.line or 1, problem.line or 1), hint=problem.hint)
    add_all(drafting, records)


def add_all(drafting: Drafting, records: Sequence[RisRecord]) -> None:
    """Add records as works, and whose they seem to be; say what is left out of them."""
    for record in records:
        work = _work(record)
        if publications.add(drafting, work):
            for tag in record.fields:
                if _is_unheld(tag, record, work):
                    drafting.not_imported([tag], record.places.get(tag, record.lines[0]))
    publications.add_owner(drafting)


def _work(record: RisRecord) -> publications.Work:
    status, note = _notes(record)
    return publications.Work(
        kind=_kind(record),
        title=line(next(iter(record.said("title")), "") or (record.first("BT") if record.kind in IN_SERIES else "")),
        authors=list(map(_author, record.said("authors"))),
        editors=_people(record.said("editors")),
        translators=_people(record.said("translators")),
        lines=record.lines,
        record=[text for texts in record.fields.values() for text in texts],
        venue=next(iter(record.said("venue")), ""),
        venue_kind=venue_kind(record.kind),
        when=record.said("date", "year"),
        note=status,
        more=_plain(record) | kept(**_numbers(record)) | _addresses(record) | kept(note=note),
    )


def _plain(record: RisRecord) -> dict[str, Any]:
    """Return the values that need no judgement, under the keys of `Publication`."""
    found = said(FIELDS, record.kind, record.first)
    if _EPUB.match(record.first("ET")):
        found |= {"edition": "", "version": ""}
    return details(found)


def _author(text: str) -> Any:
    """Return an author; a comma behind a name says that it is that of an organisation."""
    return names.body(text.rstrip(", ")) if text.endswith(",") else names.author(names.turned(text))


def _kind(record: RisRecord) -> str:
    """Return the kind of work; M3 says more than types that are used for many kinds."""
    stated = record.first("M3")
    kind = works.kind_of(stated)
    if kind in works.TYPES and record.kind in _STATED:
        return stated
    if record.kind in ONLINE and _addresses(record).get("arxiv"):
        return "preprint"
    if record.kind == "CONF" and not record.said("authors"):
        return "proceedings"
    return KINDS.get(record.kind, record.kind or "generic")


_STATED = frozenset(("GEN", "THES", "JOUR", "MGZN", "NEWS", "CPAPER", "CHAP", "SLIDE", "UNPB", "BOOK", "ELEC"))
"""Types in which M3 may name the kind of work."""


def venue_kind(kind: str) -> str:
    """Return the kind of venue that a type of RIS implies."""
    return works.VENUE_KINDS.get(works.kind_of(KINDS.get(kind, "")), "")


def _people(said: list[str]) -> list[Any]:
    people = (names.author(names.turned(person.rstrip(", "))) for person in said)
    return [names.name_of(person) for person in people if person and not names.is_others(names.name_of(person))]


def _numbers(record: RisRecord) -> dict[str, Any]:
    """Return pages, ISBNs, ISSNs, numbers and keywords."""
    start, end = record.first("SP"), record.first("EP")
    books, serials = numbers_of_series(" ; ".join(record.texts("SN")))
    rest = [text for text in record.texts("SN") if numbers_of_series(text) == ([], [])]
    found: dict[str, Any] = {"isbn": books, "issn": serials, "number": record.first("M1")}
    if record.kind in NUMBERED:
        found["number"] = found["number"] or next(iter(rest), "")
    elif rest:
        found["isbn"] = [*books, *rest]  # none of them is an ISBN, which is reported
    if record.kind in COUNTED and start and not end and start.split()[0].isdigit():
        found |= details({"page_count": start})
    else:
        found |= details({"pages": f"{start}–{end}" if start and end and end != start else start or end})
    words = [word for text in record.texts("KW") for word in ([text] if ";" not in text else text.split(";"))]
    return found | {"keywords": list(dict.fromkeys(word.strip() for word in words if word.strip()))}


def _addresses(record: RisRecord) -> dict[str, Any]:
    """Return ids, and the first address that is none of an id, or that of one that was named before."""
    texts = (text for several in record.texts("UR", "L1", "L2", "LK") for text in several.split())
    addresses = [text for text in texts if text.startswith(("http://", "https://"))]
    found: dict[str, Any] = {"doi": _doi(record)}
    rest: list[str] = []
    for address in addresses:
        scheme = next((name for name in _SCHEMES if publications.identifier(name, address)), "")
        if scheme and not found.get(scheme):
            found[scheme] = address
        elif scheme != "doi" and address not in rest:
            rest.append(address)
    found |= {key: value for key, value in _accessions(record).items() if not found.get(key)}
    own = set(" ".join(record.said("addresses")).split())
    links = [
        {"label": label, "url": address}
        for label in LINKS
        for address in " ".join(record.said(label)).split()
        if address in rest
    ]
    found["url"] = next((address for address in rest if address in own), "")
    return kept(**found, links=links)


def _doi(record: RisRecord) -> str:
    """Return the DOI, which some databases have in M3 or N1."""
    if stated := record.said("doi"):
        return stated[0]
    return next((text for text in record.texts("M3", "N1") if publications.identifier("doi", text)), "")


def _accessions(record: RisRecord) -> dict[str, str]:
    """Return the ids of PubMed among the numbers of databases."""
    found: dict[str, str] = {}
    is_pubmed = "pubmed" in fold(record.first("DB")) or "medline" in fold(record.first("DB"))
    for text in record.texts("AN", "U1", "U2", "C2"):
        match = _ACCESSION.fullmatch(text)
        if publications.identifier("pmcid", text):
            found.setdefault("pmcid", text)
        elif match and (is_pubmed or "pmid" in text.casefold()):
            found.setdefault("pmid", match[1])
    return found


def _notes(record: RisRecord) -> tuple[str, str]:
    """Return the note that states a status, and what else is noted for readers."""
    texts = [line(text) for text in record.texts("N1") if text != _doi(record)]
    stated = next((text for text in texts if statuses.status_in(text)), "in press" if record.kind == "INPR" else "")
    is_held = len(stated) <= publications.MAX_STATUS_NOTE
    return stated, "; ".join(text for text in texts if not is_to_oneself(text) and not (text == stated and is_held))


def _is_unheld(tag: str, record: RisRecord, work: publications.Work) -> bool:
    """Say whether a tag is lost: no value of the work says what it says."""
    if tag in _READ or tag in _SILENT:
        return False
    if tag == "N1":
        return any(is_to_oneself(text) for text in record.texts("N1"))
    values = [work.venue, work.kind, *work.more.values()]
    carried = {fold(str(each)) for value in values for each in (value if isinstance(value, list) else [value])}
    return any(fold(text) not in carried for text in record.texts(tag))


_READ = frozenset(
    (*names_of(FIELDS, "title", "authors", "editors", "translators", "date", "year", "start", "end", "numbers",
               "keywords", "addresses", *LINKS, "doi", "abstract", "language"), "C2")
)  # fmt: skip
"""Tags that are always held, or reported where their values cannot be."""


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
    """Return the values of a work that RIS writes in its own way."""
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
    if kind in COUNTED and raw(work).page_count is not None and not dash:
        return str(work.page_count), ""
    if dash or kind not in COUNTED or not start.isdigit():
        imply(work, "pages")
        return start, end
    return "", ""


def _name(person: PersonReference, owner: ListOwner) -> str:
    """Return a name with the family name in front."""
    given, family, particle = taken_apart(person.name, owner)
    if "," in family:
        lose(person, "name")  # the part before the comma would be taken for the family name
    return f"{particle} {family}, {given}".strip() if given else family


FORMAT = ForeignFormat(
    "ris",
    "application/x-research-info-systems",
    re.compile(r"^\ufeff?TY {0,2}- ", re.MULTILINE),
    _add_all,
    lambda drafting: parse(drafting.text, drafting.path),
    write=of_works(write),
    encoding="any",
)
