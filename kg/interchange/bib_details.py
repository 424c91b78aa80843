"""What the fields of BibTeX and BibLaTeX say of a work beside title, people, venue and date."""

from collections.abc import Mapping, Sequence
from typing import Any

from kg.interchange import publishing, works
from kg.interchange.details import details, is_to_oneself

_FIELDS: Mapping[str, Sequence[str]] = {
    "volume": ("volume",),
    "pages": ("pages",),
    "article_number": ("eid", "articleno", "article-number", "articlenumber", "article_number", "art_number"),
    "chapter": ("chapter",),
    "page_count": ("pagetotal", "numpages", "num-pages"),
    "edition": ("edition",),
    "version": ("version",),
    "isbn": ("isbn",),
    "issn": ("issn",),
    "abstract": ("abstract",),
    "keywords": ("author_keywords", "keywords"),
    "language": ("langid", "language", "hyphenation"),
    "license": ("license", "copyright"),
    "pmid": ("pmid", "pubmed"),
    "pmcid": ("pmcid", "pmc"),
}
"""In which fields a value stands, the best first, where that is the same for all types of entries."""
_PUBLISHERS = frozenset(("inproceedings", "conference", "proceedings", "mvproceedings"))
"""Types of entries in which `organization` is who published or held it, where no publisher is named."""
_EPRINTS: Mapping[str, str] = {
    "jstor": "https://www.jstor.org/stable/{}",
    "hdl": "https://hdl.handle.net/{}",
    "hal": "https://hal.science/{}",
    "googlebooks": "https://books.google.com/books?id={}",
}
"""Where the archives are that biblatex knows by name, beside arXiv and PubMed."""
READ = frozenset(
    (*(name for several in _FIELDS.values() for name in several), "number", "issue", "series", "publisher",
     "organization", "school", "institution", "address", "location", "nationality", "bibcode", "adsurl")
)  # fmt: skip
"""The fields that are read here."""
_ARTICLES = frozenset(("article", "periodical", "suppperiodical"))
_BY_THEMSELVES = frozenset(
    ("book", "mvbook", "phdthesis", "mastersthesis", "bachelorsthesis", "thesis", "techreport", "report", "manual")
)
STATED = ("pubstate", "status")
NOTES = ("note", "howpublished", "addendum")


def of_entry(kind: str, said: Mapping[str, str], venue: str) -> dict[str, Any]:
    """Return the values, under the keys of `Publication`.

    Args:
        kind: The type of the entry, such as `inproceedings`.
        said: Its fields, as plain text.
        venue: Where it appeared, so far as it is told from a series.
    """
    found = {key: _first(said, *names) for key, names in _FIELDS.items()}
    found |= _numbers(kind, said) | _places(kind, said) | _bodies(kind, said)
    if is_count(kind, found["pages"]):
        found["page_count"], found["pages"] = found["page_count"] or found["pages"], ""
    series = said.get("series", "")
    found["series"] = "" if venue and venue in (series, works.acronym_in([series])) else series
    bibcode = said.get("bibcode", "") or said.get("adsurl", "")
    found["bibcode"] = publishing.identifier("bibcode", bibcode)
    if _archive(said) in ("pubmed", "pmid"):
        found["pmid"] = found["pmid"] or said.get("eprint", "")
    return details(found)


def is_count(kind: str, pages: str) -> bool:
    """Say whether the pages of an entry are how many it has: so in what appears by itself."""
    return kind in _BY_THEMSELVES and pages.isascii() and pages.isdigit()


def address_of_eprint(said: Mapping[str, str]) -> str:
    """Return where an archive keeps the work, if it is one whose addresses are known."""
    form = _EPRINTS.get(_archive(said), "")
    return form.format(said["eprint"]) if form and said.get("eprint") else ""


def notes(said: Mapping[str, str], venue: str) -> tuple[str, str]:
    """Return the note that states a status, and what else is noted for readers."""
    texts = [said.get(name, "") for name in NOTES]
    stated = _first(said, *STATED) or next(
        (text for text in (*texts, said.get("comment", "")) if works.status_in(text)), ""
    )
    is_held = stated and works.status_in(stated) and len(stated) <= publishing.MAX_STATUS_NOTE
    apart = {venue, stated if is_held else ""}
    kept = [text for text in texts if text and text not in apart and is_for_readers(text)]
    if stated and not is_held and not works.status_in(stated):
        kept.append(stated)
    return stated, "; ".join(dict.fromkeys(kept))


def is_for_readers(note: str) -> bool:
    """Say whether a note is neither for oneself nor only an address or an id, which have other places."""
    is_address = note.startswith(("http://", "https://", "www.")) and " " not in note
    is_arxiv = bool(works.arxiv_in(note)) and len(note) < len("arXiv preprint arXiv:0000.00000v00 [aaaa.AA]")
    return not (is_address or is_arxiv or is_to_oneself(note))


def _numbers(kind: str, said: Mapping[str, str]) -> dict[str, str]:
    """Return issue and number: the number of an article is that of the issue, unless the issue has a name too."""
    issue, number = said.get("issue", ""), said.get("number", "")
    if kind in _ARTICLES and not issue:
        return {"issue": number, "number": ""}
    return {"issue": issue, "number": number}


def _places(kind: str, said: Mapping[str, str]) -> dict[str, str]:
    """Return the place, and of a patent the office: biblatex has it in `location`, IEEE's styles in `nationality`."""
    address, location = said.get("address", ""), said.get("location", "")
    if kind == "patent":
        return {"office": location or said.get("nationality", ""), "place": address}
    return {"place": address or location}


def _bodies(kind: str, said: Mapping[str, str]) -> dict[str, str]:
    """Return publisher and institution; an organisation is whichever of the two is not named."""
    publisher, institution = said.get("publisher", ""), _first(said, "school", "institution")
    organization = said.get("organization", "")
    if works.is_archive(institution):
        institution = ""  # where it can be read, not where it comes from
    if kind in _PUBLISHERS and not publisher:
        return {"publisher": organization, "institution": institution}
    return {"publisher": publisher, "institution": institution or organization}


def _archive(said: Mapping[str, str]) -> str:
    return (said.get("archiveprefix", "") or said.get("eprinttype", "")).casefold()


def _first(said: Mapping[str, str], *names: str) -> str:
    return next((said[name] for name in names if said.get(name)), "")
