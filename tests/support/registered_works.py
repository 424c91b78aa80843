"""Invented works as registries answer about them, in the real forms of Crossref, DataCite, OpenAlex, arXiv and dblp."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote
from xml.sax.saxutils import escape
from zlib import crc32

from tests.support.api_server import Api, Reply

JSON_API = "application/vnd.api+json; charset=utf-8"
ATOM = "application/atom+xml; charset=utf-8"


@dataclass(frozen=True)
class RegisteredWork:
    """A work as registries know it."""

    title: str
    authors: Sequence[tuple[str, str, str]] = (("Ada", "Lovelace", ""),)  # Given name, family name, ORCID iD or none
    year: int = 1843
    doi: str = ""
    arxiv: str = ""
    venue: str = "Journal of Invented Engines"
    pages: str = "10-19"
    affiliation: tuple[str, str] = ("Example University", "")  # With its ROR id or none
    funder: str = ""
    abstract: str = ""
    open_access: str = ""


def crossref(work: RegisteredWork) -> dict[str, Any]:
    """Return a work as Crossref has it."""
    return {
        "DOI": work.doi,
        "type": "journal-article",
        "title": [work.title],
        "container-title": [work.venue],
        "issued": {"date-parts": [[work.year, 3]]},
        "page": work.pages,
        "volume": "7",
        "ISSN": ["0378-5955"],
        "publisher": "Invented Press",
        "author": [
            {"given": given, "family": family, "sequence": "additional" if at else "first",
             "affiliation": [{"name": work.affiliation[0]}],
             **({"ORCID": f"http://orcid.org/{orcid}"} if orcid else {})}
            for at, (given, family, orcid) in enumerate(work.authors)
        ],
        **({"funder": [{"name": work.funder, "award": ["G-1"]}]} if work.funder else {}),
        **({"abstract": f"<jats:p>{work.abstract}</jats:p>"} if work.abstract else {}),
        "URL": f"https://doi.org/{work.doi}",
        "member": "1",
        "content-domain": {"domain": [], "crossmark-restriction": False},
    }  # fmt: skip


def openalex(work: RegisteredWork) -> dict[str, Any]:
    """Return a work as OpenAlex has it."""
    name, ror = work.affiliation
    institution = {"id": "https://openalex.org/I5000000009", "display_name": name, "ror": ror, "type": "education"}
    place = {
        "landing_page_url": f"https://doi.org/{work.doi}",
        "source": {"display_name": work.venue, "type": "journal"},
    }
    return {
        "id": f"https://openalex.org/W{crc32(work.title.encode())}",
        "doi": f"https://doi.org/{work.doi}" if work.doi else None,
        "title": work.title,
        "display_name": work.title,
        "publication_year": work.year,
        "publication_date": f"{work.year}-03-01",
        "type": "article",
        "primary_location": place if work.doi else None,
        "authorships": [
            {"author_position": "middle", "raw_author_name": f"{given} {family}", "is_corresponding": False,
             "author": {"id": "https://openalex.org/A5000000001", "display_name": f"{given} {family}",
                        "orcid": f"https://orcid.org/{orcid}" if orcid else None},
             "institutions": [institution] if ror else []}
            for given, family, orcid in work.authors
        ],
        "biblio": {"volume": "7", "issue": None, "first_page": work.pages.partition("-")[0],
                   "last_page": work.pages.partition("-")[2]},
        "open_access": {"is_oa": bool(work.open_access), "oa_status": "gold", "oa_url": work.open_access or None},
    }  # fmt: skip


def datacite(work: RegisteredWork) -> dict[str, Any]:
    """Return a work as DataCite has it."""
    name, ror = work.affiliation
    where: dict[str, str] = {"name": name}
    if ror:
        where |= {"affiliationIdentifier": ror, "affiliationIdentifierScheme": "ROR", "schemeUri": "https://ror.org"}
    return {
        "id": work.doi,
        "type": "dois",
        "attributes": {
            "doi": work.doi,
            "prefix": work.doi.partition("/")[0],
            "creators": [
                {"name": f"{family}, {given}", "nameType": "Personal", "givenName": given, "familyName": family,
                 "affiliation": [where],
                 "nameIdentifiers": [{"schemeUri": "https://orcid.org", "nameIdentifierScheme": "ORCID",
                                      "nameIdentifier": f"https://orcid.org/{orcid}"}] if orcid else []}
                for given, family, orcid in work.authors
            ],
            "titles": [{"title": work.title}],
            "publisher": "Invented Repository",
            "container": {},
            "publicationYear": work.year,
            "dates": [{"date": f"{work.year}-05-01", "dateType": "Issued"}],
            "types": {"resourceTypeGeneral": "Dataset", "bibtex": "misc", "citeproc": "dataset"},
            "descriptions": [{"description": work.abstract, "descriptionType": "Abstract"}] if work.abstract else [],
            "rightsList": [{"rights": "CC BY", "rightsUri": "https://creativecommons.org/licenses/by/4.0/legalcode"}],
            "fundingReferences": [{"funderName": work.funder, "awardNumber": "G-1"}] if work.funder else [],
            "url": "https://repository.example.org/1",
            "state": "findable",
            "viewCount": 3,
        },
    }  # fmt: skip


def arxiv(works: Iterable[RegisteredWork]) -> bytes:
    """Return works as a feed of arXiv."""
    entries = "".join(
        f"""  <entry>
    <id>http://arxiv.org/abs/{work.arxiv}v2</id>
    <updated>{work.year}-06-02T10:00:00Z</updated>
    <published>{work.year}-05-01T10:00:00Z</published>
    <title>{escape(work.title)}</title>
    <summary>  {escape(work.abstract)}
</summary>
    {"".join(f"<author><name>{given} {family}</name></author>" for given, family, _ in work.authors)}
    <arxiv:comment xmlns:arxiv="http://arxiv.org/schemas/atom">12 pages</arxiv:comment>
    <link href="http://arxiv.org/abs/{work.arxiv}v2" rel="alternate" type="text/html"/>
    <arxiv:primary_category xmlns:arxiv="http://arxiv.org/schemas/atom" term="cs.OH" scheme="http://arxiv.org/schemas/atom"/>
    <category term="cs.OH" scheme="http://arxiv.org/schemas/atom"/>
  </entry>
"""
        for work in works
    )
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <link href="http://arxiv.org/api/query?search_query" rel="self" type="application/atom+xml"/>
  <title type="html">ArXiv Query</title>
  <id>http://arxiv.org/api/cHxbiOdZaP56ODnBPIenZhzg5f8</id>
  <updated>2026-11-26T00:00:00-05:00</updated>
  <opensearch:totalResults xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">1</opensearch:totalResults>
{entries}</feed>
""".encode()


def json_reply(data: Any, media_type: str = "application/json") -> Reply:
    """Return an answer in JSON."""
    return Reply(json.dumps(data).encode(), media_type=media_type)


def search_path(service: str, title: str, family: str = "lovelace") -> str:
    """Return the address at which a service is asked for a title."""
    words = quote(title, safe="")
    return {
        "crossref": f"/works?query.bibliographic={words}&query.author={quote(family)}&rows=5",
        "openalex": f"/works?filter=title.search:{words}&per-page=5",
        "datacite": f"/dois?query=titles.title:%22{words}%22&affiliation=true&page%5Bsize%5D=5",
        "arxiv": f"/api/query?search_query=ti:%22{words}%22&max_results=5",
        "dblp": f"/search/publ/api?q={words}&format=xml&h=5",
    }[service]


def registered(api: Api, *works: RegisteredWork) -> None:
    """Let Crossref and OpenAlex know works by their DOIs."""
    for work in works:
        message = {"status": "ok", "message-type": "work", "message-version": "1.0.0", "message": crossref(work)}
        api.on(f"/works/{quote(work.doi, safe='')}", json_reply(message))
        api.on(f"/works/doi:{work.doi}", json_reply(openalex(work)))


def deposited(api: Api, *works: RegisteredWork) -> None:
    """Let DataCite know works by their DOIs."""
    for work in works:
        path = f"/dois/{quote(work.doi, safe='')}?affiliation=true"
        api.on(path, json_reply({"data": datacite(work)}, JSON_API))


def findable(api: Api, title: str, *works: RegisteredWork, family: str = "lovelace") -> None:
    """Let Crossref find works by a title, and the other services nothing."""
    message = {"total-results": len(works), "items": list(map(crossref, works)), "items-per-page": 5}
    answer = {"status": "ok", "message-type": "work-list", "message-version": "1.0.0", "message": message}
    api.on(search_path("crossref", title, family), json_reply(answer))
    api.on(search_path("openalex", title), json_reply({"meta": {"count": 0, "per_page": 5}, "results": []}))
    api.on(search_path("datacite", title), json_reply({"data": [], "meta": {"total": 0}, "links": {}}, JSON_API))
    api.on(search_path("arxiv", title), Reply(arxiv([]), media_type=ATOM))
    api.on(search_path("dblp", title), Reply(dblp_hits([]), media_type="text/xml"))


def dblp_hits(works: Sequence[RegisteredWork]) -> bytes:
    """Return works as hits of a search in dblp."""
    hits = "".join(
        f"""<hit score="5" id="{at}">
<info><authors>{"".join(f'<author pid="12/{at}">{given} {family} 0001</author>' for given, family, _ in work.authors)}</authors>
<title>{escape(work.title)}.</title><venue>{work.venue}</venue><pages>{work.pages}</pages><year>{work.year}</year>
<type>Conference and Workshop Papers</type><access>open</access><key>conf/engines/Lovelace{at}</key>
{f"<doi>{work.doi}</doi><ee>https://doi.org/{work.doi}</ee>" if work.doi else "<ee>https://engines.example.org/1</ee>"}
<url>https://dblp.org/rec/conf/engines/Lovelace{at}</url></info>
<url>URL#{at}</url>
</hit>
"""  # noqa: E501
        for at, work in enumerate(works, 1)
    )
    total = f'total="{len(works)}" computed="{len(works)}" sent="{len(works)}" first="0"'
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<result>
<query id="1">engines*</query>
<status code="200">OK</status>
<time unit="msecs">1.00</time>
<completions total="0" computed="0" sent="0"></completions>
<hits {total}>
{hits}</hits>
</result>
""".encode()
