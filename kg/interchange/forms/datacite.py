"""Works in answers of DataCite's API (https://support.datacite.org/docs/api).

The CSL of the same DOI names neither ORCID iDs nor affiliations nor funders, so that is not enough.
"""

import re
from collections.abc import Iterator
from typing import Any

from kg.base.node import Node
from kg.interchange import details, names, publications, references, works
from kg.interchange.drafting import Drafting
from kg.interchange.foreign import ForeignFormat
from kg.interchange.plain import as_written, at, first, kept, several, text
from kg.interchange.references import Reference
from kg.interchange.tables import Row, first_texts, reading

_FIELDS = reading(
    (Row("doi id", "doi"), Row("version", "version"), Row("language", "language"),
     Row("publisher/name publisher", "publisher"), Row("container/title", "venue"), Row("container/volume", "volume"),
     Row("container/issue", "issue"), Row("types/resourceTypeGeneral", "kind"), Row("types/resourceType", "genre"),
     Row("publicationYear", "year")), "",
)  # fmt: skip
"""The attributes of a DOI whose values need no judgement."""
_OWN = {"computational notebook": "software", "workflow": "software", "model": "software", "data paper": "article",
        "conference proceeding": "proceedings", "journal article": "journal-article", "text": "",
        "other": ""}  # fmt: skip
"""What DataCite alone calls some kinds."""


def _add_all(drafting: Drafting, document: Node) -> None:
    # the metadata alone, as repositories and DataCite Commons save it
    data = at(document, "data")
    listed = several(document if data is None else data)
    records = [(each, said) for each in listed if at(said := at(each, "attributes") or each, "titles")]
    if listed and not records:
        hint = "save https://api.datacite.org/dois/YOUR-DOI?affiliation=true, or fetch it: kg import datacite YOUR-DOI"
        drafting.refuse("there is no work of DataCite here", hint)
    for record, said in records:
        _add(drafting, record, said)
    publications.add_owner(drafting)


def _add(drafting: Drafting, record: Node, said: Node) -> None:
    drafting.line = record.lines[0]
    plain = first_texts(_FIELDS, said)
    general = works.kind_of("".join(plain["kind"]))
    venue = plain["venue"] or [each for each in plain["publisher"] if works.is_repository(each)]
    ref = Reference(
        kind=_OWN.get(general, general) or "article",
        said=plain | _pages(said) | _of_container(said) | {"venue": venue, "abstract": [_abstract(said)]}
        | {"title": [text(each, "title") for each in several(said, "titles") if not text(each, "titleType")]}
        | {"license": [references.license_among(drafting, _licenses(said))]},
        lines=record.lines,
        record=said,
        authors=[_person(drafting, each) for each in several(said, "creators")],
        editors=[names.without_marks(_person(drafting, each)) for each in _editors(said)],
        when=[_issued(said) or "".join(plain["year"])],
        more=kept(keywords=_subjects(said)) | references.grants(drafting, _grants(said)),
    )  # fmt: skip
    references.add(drafting, ref)


def _pages(said: Node) -> dict[str, list[str]]:
    found = details.page_range(text(said, "container", "firstPage"), text(said, "container", "lastPage"))
    return {key: [each] for key, each in found.items()}


def _issued(said: Node) -> str:
    found = (text(each, "date") for each in several(said, "dates") if text(each, "dateType") == "Issued")
    return next(filter(None, found), "")


def _editors(said: Node) -> Iterator[Node]:
    for each in several(said, "contributors"):
        if text(each, "contributorType") == "Editor":
            yield each


def _person(drafting: Drafting, entry: Node) -> Any:
    if text(entry, "nameType") == "Organizational":
        return names.body(text(entry, "name"))
    given, family = text(entry, "givenName"), text(entry, "familyName")
    ids = [text(each, "nameIdentifier") for each in several(entry, "nameIdentifiers")]
    ids += filter(None, [text(entry, "id")])
    orcid = next((each for each in ids if publications.identifier("orcid", each)), "")
    drafting.unheld("ids of people other than ORCID's", len([each for each in ids if each != orcid]))
    name = names.spoken(given, family) if family else names.turned(text(entry, "name"))
    return names.author(name, orcid=orcid, **names.affiliated(list(_affiliations(entry))))


def _affiliations(entry: Node) -> Iterator[tuple[str, str]]:
    """Yield the affiliations of a person, each with its ROR id or none; without `affiliation=true` they are texts."""
    for each in several(entry, "affiliation"):
        ror = publications.identifier("ror", text(each, "affiliationIdentifier"))
        if name := text(each, "name") or text(each):
            yield name, ror


def _subjects(said: Node) -> list[str]:
    subjects = [text(each, "subject") for each in several(said, "subjects")]
    parted = (details.keywords(each) if ";" in each else [each] for each in subjects)
    return list(dict.fromkeys(each for words in parted for each in words if each))


def _abstract(said: Node) -> str:
    abstracts = (each for each in several(said, "descriptions") if text(each, "descriptionType") == "Abstract")
    return details.running_text(as_written(next(abstracts, None), "description"))


def _licenses(said: Node) -> list[str]:
    found = (first(each, "rightsUri", "rightsURI") for each in several(said, "rightsList"))
    return [address for address in found if address]


def _of_container(said: Node) -> dict[str, list[str]]:
    kind, number = text(said, "container", "identifierType"), text(said, "container", "identifier")
    return {kind.casefold(): [number]} if kind in ("ISSN", "ISBN") and number else {}


def _grants(said: Node) -> Iterator[tuple[str, str, list[str]]]:
    for each in several(said, "fundingReferences"):
        ror = publications.identifier("ror", text(each, "funderIdentifier"))
        yield text(each, "funderName"), ror, [text(each, "awardNumber")]


FORMAT = ForeignFormat(
    __name__,
    "application/vnd.api+json",
    re.compile(r'"(?:creators|titles|publicationYear)"\s{0,10}:'),
    _add_all,
    # how DataCite answers and keeps a record
    silent=(
        "id",
        "type",
        "prefix",
        "suffix",
        "metadataVersion",
        "schemaVersion",
        "schemeUri",
        "valueUri",
        "source",
        "state",
        "isActive",
        "created",
        "registered",
        "published",
        "updated",
        "xml",
        "relationships",
        "meta",
        "links",
    ),
    wrappers=("data", "attributes"),
)
