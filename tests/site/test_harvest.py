"""The repository as harvesters ask it (OAI-PMH 2.0); over HTTP, in tests/server/test_rest.py."""

from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.site.metadata.harvesting import FORMATS, items
from kg.site.site import Site
from kg.site.views.harvest import MOST_ITEMS
from tests.support.site_pages import site_of

OAI = "{http://www.openarchives.org/OAI/2.0/}"
DC = "{http://purl.org/dc/elements/1.1/}"
DATACITE = "{http://datacite.org/schema/kernel-4}"
OAIRE = "{http://namespace.openaire.eu/schema/oaire/}"
BASE = "https://kg.example.org/"
ARGUMENTS = ("verb", "identifier", "metadataPrefix", "from", "until", "set", "resumptionToken", "other")
TEXTS = ("ListRecords", "ListIdentifiers", "GetRecord", "oai_dc", "work", "2026-11-22", "at=1&of=x")
GONE = f"""
@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix schema: <https://schema.org/> .
@prefix dcterms: <http://purl.org/dc/terms/> .
<{BASE}person/a-lovelace> owl:deprecated true ; dcterms:isReplacedBy <{BASE}person/ada> .
<{BASE}person/nobody> owl:deprecated true .
<{BASE}person/ada> a schema:Person ; schema:name "Ada <b>&amp;</b> \\u0007 Lovelace" .
"""


def asked(site: Site, verb: str, **arguments: str) -> Element:
    page = site.page("oai", {"verb": verb, **{name.rstrip("_"): text for name, text in arguments.items()}})
    return fromstring(page.body)  # noqa: S314  (what was written here)


def told(site: Site, verb: str, **arguments: str) -> Element:
    answer = asked(site, verb, **arguments).find(f"{OAI}{verb}")
    assert answer is not None
    return answer


def error_of(site: Site, verb: str, **arguments: str) -> str | None:
    error = asked(site, verb, **arguments).find(f"{OAI}error")
    return None if error is None else error.get("code")


def walked(site: Site, verb: str, **arguments: str) -> list[Element]:
    """Return all that a list holds, page by page."""
    found, following = [], arguments
    while following:
        *several, last = told(site, verb, **following)
        token = last.text if last.tag == f"{OAI}resumptionToken" else None
        found += several if last.tag == f"{OAI}resumptionToken" else [*several, last]
        following = {"resumptionToken": token} if token else {}
    return found


def test_the_repository_says_what_it_is(site: Site) -> None:
    said = {each.tag.removeprefix(OAI): each.text for each in told(site, "Identify")}

    assert said["repositoryName"] == site.graph.title
    assert said["baseURL"] == f"{site.graph.url}oai"
    assert said["deletedRecord"] == "persistent"
    assert said["earliestDatestamp"] == site.graph.date
    formats = told(site, "ListMetadataFormats")
    assert [each.findtext(f"{OAI}metadataPrefix") for each in formats] == list(FORMATS)
    assert {"person", "work", "work:article"} <= {each.findtext(f"{OAI}setSpec") for each in told(site, "ListSets")}


@pytest.mark.parametrize("prefix", FORMATS)
def test_a_harvester_that_follows_the_tokens_gets_each_thing_once(site: Site, prefix: str) -> None:
    records = walked(site, "ListRecords", metadataPrefix=prefix)

    names = [record.findtext(f"{OAI}header/{OAI}identifier") for record in records]
    form = FORMATS[prefix]
    assert names == [f"oai:kg.example.org:{each.local}" for each in items(site.graph).values() if form.fits(each)]
    assert len(names) > MOST_ITEMS or form.is_of_works
    assert all(len(record.find(f"{OAI}metadata") or ()) == 1 for record in records)
    assert len(walked(site, "ListIdentifiers", metadataPrefix=prefix)) == len(names)


def test_a_work_is_described_by_what_a_citation_says(site: Site) -> None:
    iri = next(local for local in items(site.graph) if local.startswith("work/accelerating-distributed-moe"))
    name = f"oai:kg.example.org:{iri}"

    (record,) = told(site, "GetRecord", identifier=name, metadataPrefix="oai_dc")
    said = [(each.tag.removeprefix(DC), each.text) for each in record.find(f"{OAI}metadata")[0]]  # type: ignore[index]
    assert said[:2] == [("title", "Accelerating Distributed MoE Training and Inference with Lina"),
                        ("creator", "Jiamin Li")]  # fmt: skip
    assert ("date", "2023") in said
    assert ("type", "conference paper") in said
    assert ("identifier", f"{BASE}{iri}") in said
    (record,) = told(site, "GetRecord", identifier=name, metadataPrefix="oai_openaire")
    creators = [each.text for each in record.iter(f"{DATACITE}creatorName")]
    assert creators == [text for key, text in said if key == "creator"]
    kind = next(record.iter(f"{OAIRE}resourceType"))
    assert kind.get("uri") == "http://purl.org/coar/resource_type/c_5794"


def test_what_was_withdrawn_or_merged_is_a_deleted_record(tmp_path: Path) -> None:
    site = site_of(tmp_path, GONE, base=BASE)

    records = walked(site, "ListRecords", metadataPrefix="oai_dc")
    states = {each.findtext(f"{OAI}header/{OAI}identifier"): each[0].get("status") for each in records}
    assert states == {
        "oai:kg.example.org:person/a-lovelace": "deleted",
        "oai:kg.example.org:person/ada": None,
        "oai:kg.example.org:person/nobody": "deleted",
    }
    assert [each.find(f"{OAI}metadata") is None for each in records] == [True, False, True]


@pytest.mark.parametrize(
    ("code", "verb", "arguments"),
    [
        ("badVerb", "Nothing", {}),
        ("badArgument", "ListRecords", {}),
        ("badArgument", "ListRecords", {"metadataPrefix": "oai_dc", "resumptionToken": "x"}),
        ("badArgument", "ListRecords", {"metadataPrefix": "oai_dc", "from_": "2026-11-23", "until": "2026-11-22"}),
        ("badResumptionToken", "ListRecords", {"resumptionToken": "metadataPrefix=oai_dc&at=100&of=another"}),
        ("cannotDisseminateFormat", "ListRecords", {"metadataPrefix": "marc21"}),
        (
            "cannotDisseminateFormat",
            "GetRecord",
            {"metadataPrefix": "oai_openaire", "identifier": "oai:kg.example.org:person/jiamin-li"},
        ),
        ("noRecordsMatch", "ListRecords", {"metadataPrefix": "oai_dc", "until": "1999-12-31"}),
    ],
)
def test_what_is_wrong_has_the_code_of_the_protocol(
    site: Site, code: str, verb: str, arguments: dict[str, str]
) -> None:
    assert error_of(site, verb, **arguments) == code


@given(st.dictionaries(st.sampled_from(ARGUMENTS), st.sampled_from(TEXTS) | st.text(max_size=40)))
def test_whatever_is_asked_is_answered_in_xml(site: Site, parameters: dict[str, str]) -> None:
    root = fromstring(site.page("oai", parameters).body)  # noqa: S314

    assert root.tag == f"{OAI}OAI-PMH"
    assert [each.tag.removeprefix(OAI) for each in root][:2] == ["responseDate", "request"]
