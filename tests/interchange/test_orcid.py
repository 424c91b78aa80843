"""ORCID records in all forms of the API: what they say arrives in the draft or is reported with its lines."""

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from kg.base.errors import ReadError
from kg.mapping.documents import ProfileDescriber
from kg.profile.config import Authorities, AuthorityFile
from kg.profile.drafts.model import Draft
from kg.profile.model import Organization
from kg.terms.declaration import kg_declaration
from kg.terms.vocabulary import vocabulary
from tests.conftest import ROOT
from tests.support import resolving
from tests.support.drafts import Read, entries, said
from tests.support.orcid_records import as_xml, records

RECORD = json.loads((ROOT / "tests" / "data" / "interchange" / "orcid.json").read_text())
ORGANIZATION = {
    "name": "Institute of Engines",
    "address": {"city": "London", "region": None, "country": "GB"},
    "disambiguated-organization": {
        "disambiguated-organization-identifier": "https://ror.org/02mhbdp94",
        "disambiguation-source": "ROR",
    },
}


def facts(draft: Draft) -> Counter[str]:
    return Counter(json.dumps([fact.section, fact.values], sort_keys=True) for fact in draft.facts)


def affiliations(kind: str, *summaries: dict[str, Any]) -> dict[str, Any]:
    return {"activities-summary": {f"{kind}s": {"affiliation-group": [
        {"summaries": [{f"{kind}-summary": {"visibility": "public", **each}}]} for each in summaries
    ]}}}  # fmt: skip


def work(**more: Any) -> dict[str, Any]:
    one = {"title": {"title": {"value": "Notes"}}, "type": "journal-article", "visibility": "public", **more}
    return {
        "person": {"name": {"given-names": {"value": "Ada"}, "family-name": {"value": "Lovelace"}}},
        "activities-summary": {"works": {"group": [{"work-summary": [one]}]}},
    }


def external(kind: str, value: str, relation: str = "self", url: str | None = None) -> dict[str, Any]:
    return {"external-id-type": kind, "external-id-value": value, "external-id-relationship": relation,
            "external-id-url": {"value": url} if url else None}  # fmt: skip


def test_one_record_says_the_same_in_json_and_xml(drafted: Read) -> None:
    newest = drafted("orcid", RECORD)

    assert facts(drafted("orcid", as_xml(RECORD))) == facts(newest)
    assert drafted("orcid", as_xml(RECORD)).account == newest.account


def test_every_entry_of_a_record_is_carried_or_counted_as_left_out(drafted: Read) -> None:
    account = drafted("orcid", RECORD).account

    assert account["employments"] == {"": 2}
    assert account["peer-reviews"] == {"": 1}
    assert account["fundings"] == {"": 1}
    assert sum(account["works"].values()) == 4
    assert account["works"]["not public"] == 1


def test_lines_of_xml_are_those_of_the_entry(drafted: Read) -> None:
    text = as_xml(RECORD)
    [fact] = [fact for fact in drafted("orcid", text).facts if fact.section == "memberships"]

    first, last = fact.quote.lines
    assert "membership-summary" in text.splitlines()[first - 1]
    assert "/common:membership-summary" in text.splitlines()[last - 1]


@pytest.mark.parametrize("form", [lambda part: part, lambda part: [part]], ids=["alone", "in a list"])
@pytest.mark.parametrize("kind", ["employments", "educations", "memberships", "services", "distinctions"])
def test_the_answer_for_a_section_alone_is_read(drafted: Read, kind: str, form: Callable[[Any], Any]) -> None:
    section = {**RECORD["activities-summary"][kind], "path": f"/0000-0002-1825-0097/{kind}"}
    draft = drafted("orcid", form(section))

    assert draft.account == {kind: drafted("orcid", RECORD).account[kind]}
    assert {"orcid": "0000-0002-1825-0097"} in entries(draft, "")


def test_the_answer_for_the_person_alone_is_read(drafted: Read) -> None:
    assert entries(drafted("orcid", RECORD["person"]), "")[0] == {"name": "Ada Lovelace"}
    keywords = RECORD["person"]["keywords"] | {"path": "/0000-0002-1825-0097/keywords"}
    interests = {"interests": ["analytical engines", "poetical science", "numbers"]}
    assert entries(drafted("orcid", keywords), "")[-1] == interests


def test_parts_of_one_record_in_a_list_are_joined(drafted: Read) -> None:
    draft = drafted("orcid", [RECORD["person"], {"works": RECORD["activities-summary"]["works"]}])

    titles = {one["title"] for one in entries(draft, "publications")}
    assert titles == {"Notes on the Analytical Engine: With Numbers", "A Barrel with Pins"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (json.dumps(records(3, 3)[0]), "there are records of 3 people here"),
        ("\n".join(map(json.dumps, records(3, 3)[0])), "there are 3 documents here, each on a line of its own"),
        ('{"orcid-profile": {}}', "this is a record of ORCID's API 1"),
        ('{"response-code": 409, "user-message": "The record is locked."}', "an error: The record is locked."),
        ('{"result": [], "num-found": 0}', "this is no ORCID record"),
        ("<feed><person/></feed>", "this is no ORCID record"),
        ('<!DOCTYPE r [<!ENTITY a "b">]><record>&a;</record>', "the document declares an entity"),
    ],
)
def test_what_is_no_record_of_one_person_is_refused(drafted: Read, text: str, message: str) -> None:
    with pytest.raises(ReadError) as raised:
        drafted("orcid", text)

    assert message in str(raised.value)
    assert raised.value.hint


def test_a_ror_id_goes_with_the_entry_and_other_ids_are_reported(drafted: Read) -> None:
    other = {"name": "Ockham", "disambiguated-organization": {
        "disambiguated-organization-identifier": "1234", "disambiguation-source": "RINGGOLD"}}  # fmt: skip
    one = {"role-title": "Analyst", "organization": ORGANIZATION}
    draft = drafted("orcid", affiliations("employment", one, {"role-title": "Guest", "organization": other}))

    assert entries(draft, "positions") == [
        {
            "organization": "Institute of Engines",
            "ror": "https://ror.org/02mhbdp94",
            "role": "Analyst",
            "location": "London, GB",
        },
        {"organization": "Ockham", "role": "Guest"},
    ]
    assert "'disambiguated-organization-identifier' of" in said(draft)


def fundings(*sources: dict[str, Any]) -> dict[str, Any]:
    return {"activities-summary": {"fundings": {"group": [{"funding-summary": list(sources)}]}}}


FUNDING = {
    "title": {"title": {"value": "Engines"}},
    "type": "contract",
    "organization-defined-type": {"value": "Royal Grant"},
    "short-description": "To build an engine.",
    "amount": {"value": "17000", "currency-code": "GBP"},
    "url": {"value": "https://treasury.example.org/engines"},
    "organization": ORGANIZATION,
    "start-date": {"year": {"value": "1843"}},
    "end-date": {"year": {"value": "1846"}, "month": {"value": "05"}},
    "external-ids": {"external-id": [external("grant_number", "EN-17"), external("grant_number", "EN-18")]},
    "contributors": {"contributor": [
        {"credit-name": {"value": "Lovelace, Ada"}, "contributor-attributes": {"contributor-role": "co_lead"}},
        {"credit-name": {"value": "Charles Babbage"}, "contributor-attributes": {"contributor-role": "lead"},
         "contributor-orcid": {"path": "0000-0002-1825-0097"}},
        {"credit-name": {"value": "Joseph Clement"}, "contributor-attributes": {"contributor-role": "supported_by"}},
    ]},
}  # fmt: skip


def test_a_funding_is_a_grant_with_all_that_the_record_says(drafted: Read) -> None:
    draft = drafted("orcid", work() | fundings(FUNDING))

    assert entries(draft, "grants") == [
        {
            "name": "Engines",
            "funder": "Institute of Engines",
            "ror": "https://ror.org/02mhbdp94",
            "number": "EN-17",
            "program": "Royal Grant",
            "amount": "17000",
            "currency": "GBP",
            "role": "Co-lead",
            "investigators": [{"name": "Charles Babbage", "orcid": "0000-0002-1825-0097"}],
            "url": "https://treasury.example.org/engines",
            "summary": "Contract. To build an engine.",
            "start": "1843",
            "end": "1846-05",
        }
    ]
    assert not entries(draft, "awards")
    assert draft.account["fundings"] == {"": 1}
    assert "left out: further ids of the grant 'Engines': EN-18" in said(draft)
    assert "left out: Joseph Clement (Supported by), who took part in 'Engines'" in said(draft)


def test_sources_of_one_funding_complete_each_other(drafted: Read) -> None:
    short = {"title": {"title": {"value": "Engines"}}, "type": "grant", "display-index": "1"}
    [grant] = entries(drafted("orcid", fundings(FUNDING, short)), "grants")

    assert (grant["name"], grant["number"], grant["amount"]) == ("Engines", "EN-17", "17000")


def test_a_research_resource_is_a_grant_in_kind(drafted: Read) -> None:
    resource = {
        "proposal": {
            "title": {"title": {"value": "Nights at the Engine"}},
            "hosts": {"organization": [ORGANIZATION]},
            "external-ids": {"external-id": [external("proposal-id", "17", url="https://engine.example.org/17")]},
            "start-date": {"year": {"value": "1843"}},
        },
        "resource-items": {"resource-item": [{"resource-name": "Mill", "resource-type": "infrastructures"}]},
    }
    section = {"group": [{"research-resource-summary": [resource]}]}
    draft = drafted("orcid", {"activities-summary": {"research-resources": section}})
    [fact] = [fact for fact in draft.facts if fact.section == "grants"]

    assert fact.values == {
        "name": "Nights at the Engine",
        "funder": "Institute of Engines",
        "ror": "https://ror.org/02mhbdp94",
        "number": "17",
        "url": "https://engine.example.org/17",
        "summary": "Mill (infrastructures)",
        "start": "1843",
    }
    assert "not money" in fact.reason


CITATION = """@inproceedings{a, title = {Notes}, author = {Lovelace, Ada and Babbage, C.}, volume = 3, number = {7},
  pages = {666--731}, publisher = {Taylor {\\&} Francis}, address = {London}, isbn = {978-3-16-148410-0},
  keywords = {engines, numbers}, month = sep, year = 1843, moon = {full}}"""


def test_a_work_in_full_says_what_its_citation_and_ids_say(drafted: Read) -> None:
    ids = [
        external("pmid", "123"),
        external("pmc", "PMC5815332"),
        external("bibcode", "1843ApJ...882L..12A"),
        external("issn", "1234-5679", "part-of"),
        external("grant_number", "EN-17", "funded-by"),
        external("handle", "2027/x.1"),
    ]
    draft = drafted("orcid", work(**{
        "type": "conference-paper", "language-code": "pt_BR", "short-description": "On an engine.",
        "citation": {"citation-type": "bibtex", "citation-value": CITATION}, "external-ids": {"external-id": ids},
    }))  # fmt: skip
    [found] = entries(draft, "publications")

    assert found == {
        "title": "Notes",
        "authors": ["Ada Lovelace", "C. Babbage"],
        "year": 1843,
        "date": "1843-09",
        "volume": "3",
        "number": "7",
        "pages": "666–731",
        "publisher": "Taylor & Francis",
        "place": "London",
        "isbn": ["978-3-16-148410-0"],
        "issn": ["1234-5679"],
        "keywords": ["engines", "numbers"],
        "abstract": "On an engine.",
        "language": "pt-BR",
        "pmid": "123",
        "pmcid": "PMC5815332",
        "bibcode": "1843ApJ...882L..12A",
        "funding": ["EN-17"],
        "links": [{"label": "Handle", "url": "https://hdl.handle.net/2027/x.1"}],
        "venue_kind": "conference",
    }
    assert "not imported: 'moon' (line 17)" in said(draft)


def test_a_citation_says_who_edited_that_there_are_others_and_which_number_the_article_has(drafted: Read) -> None:
    people = "author={A. Lovelace and C. Babbage and others}, editor={Taylor, R.}"
    cited = f"@article{{a, title={{Notes}}, {people}, pages={{e17}}}}"
    draft = drafted("orcid", work(citation={"citation-type": "bibtex", "citation-value": cited}))
    [found] = entries(draft, "publications")

    assert (found["authors"], found["more_authors"]) == (["A. Lovelace", "C. Babbage"], True)
    assert (found["editors"], found["article_number"]) == (["R. Taylor"], "e17")
    assert "pages" not in found


def test_a_citation_that_is_no_bibtex_is_reported(drafted: Read) -> None:
    wrong = drafted("orcid", work(citation={"citation-type": "bibtex", "citation-value": "Lovelace, Notes, 1843"}))
    other = drafted("orcid", work(citation={"citation-type": "ris", "citation-value": "TY  - JOUR"}))

    assert "left out: a citation that is no BibTeX, as it says" in said(wrong)
    assert "not imported: 'citation-value' of 'works › citation' (line" in said(other)


def test_what_an_author_did_stands_with_the_author(drafted: Read) -> None:
    roles = ("http://credit.niso.org/contributor-roles/software/", "data_curation", "author")
    people = [
        {"credit-name": {"value": "Ada Lovelace"}, "contributor-attributes": {"contributor-role": role}}
        for role in roles
    ]
    [found] = entries(drafted("orcid", work(contributors={"contributor": people})), "publications")

    assert found["authors"] == [{"name": "Ada Lovelace", "roles": ["software", "data-curation"]}]


def test_reviews_for_one_organisation_and_year_are_one_entry_with_their_number(drafted: Read) -> None:
    review = {"visibility": "public", "review-group-id": "issn:1234-5679", "convening-organization": ORGANIZATION,
              "completion-date": {"year": {"value": "1846"}}}  # fmt: skip
    later = {**review, "completion-date": {"year": {"value": "1847"}, "month": {"value": "02"}}}
    other = {**review, "review-group-id": "issn:2222-3337", "completion-date": {"year": {"value": "1847"}}}
    groups = [{"peer-review-group": [{"peer-review-summary": [each]}]} for each in (review, review, later, other)]
    draft = drafted("orcid", {"activities-summary": {"peer-reviews": {"group": groups}}})

    of_service = entries(draft, "service")
    assert [(one["year"], one["summary"]) for one in of_service] == [
        (1846, "2 reviews: ISSN 1234-5679"),
        (1847, "2 reviews, 1847-02: ISSN 1234-5679 (1), ISSN 2222-3337 (1)"),
    ]
    assert draft.account["peer-reviews"] == {"": 4}


def test_ids_of_a_work_are_its_own_not_those_of_what_it_is_part_of(drafted: Read) -> None:
    ids = [
        external("doi", "10.5555/whole", "part-of"),
        external("doi", "10.5555/notes"),
        external("doi", "10.5555/NOTES"),
        external("doi", "10.5555/notes.v2"),
        external("doi", "10.5555/draft", "version-of"),
        external("pmid", "123"),
        external("eid", "2-s2.0-1"),
        external("issn", "1234-5679", "part-of"),
    ]
    draft = drafted("orcid", work(**{"external-ids": {"external-id": ids}}))

    [found] = entries(draft, "publications")
    assert found["doi"] == "10.5555/notes"
    assert found["links"] == [
        {"label": "DOI", "url": "https://doi.org/10.5555/notes.v2"},
        {"label": "DOI (another version)", "url": "https://doi.org/10.5555/draft"},
    ]
    assert (found["pmid"], found["issn"]) == ("123", ["1234-5679"])
    assert "'ids of works: doi, part-of' (line 17), 'ids of works: eid' (line 17)" in said(draft)


def test_a_list_of_authors_is_complete_only_where_the_record_names_them(drafted: Read) -> None:
    named = {"contributors": {"contributor": [{"credit-name": {"value": "Babbage, Charles"}}]}}

    assert entries(drafted("orcid", work()), "publications")[0]["more_authors"] is True
    assert "more_authors" not in entries(drafted("orcid", work(**named)), "publications")[0]


def test_the_owner_of_an_edited_book_is_its_editor(drafted: Read) -> None:
    alone = entries(drafted("orcid", work(type="edited-book")), "publications")[0]
    role = {"contributor-role": "editor"}
    both = [{"credit-name": {"value": name}, "contributor-attributes": role} for name in ("Ada Lovelace", "C. Babbage")]
    named = entries(drafted("orcid", work(type="edited-book", contributors={"contributor": both})), "publications")[0]

    assert (alone["role"], alone["editors"], "authors" in alone) == ("editor", ["Ada Lovelace"], False)
    assert named["editors"] == ["Ada Lovelace", "C. Babbage"]


def test_works_alone_have_no_owner_and_no_authors(drafted: Read) -> None:
    listed = work()["activities-summary"]["works"] | {"path": "/0000-0002-1825-0097/works"}
    draft = drafted("orcid", listed)
    [one] = entries(draft, "publications")

    assert "1 publication is listed without its authors, and nobody is named" in said(draft)
    assert one == {"title": "Notes", "more_authors": True, "venue_kind": "journal"}


def test_a_lecture_is_a_talk_with_its_pages(drafted: Read) -> None:
    ids = {"external-ids": {"external-id": [external("doi", "10.5555/talk")]}}
    draft = drafted("orcid", work(type="lecture-speech", url={"value": "https://ada.example.org/talk"}, **ids))

    assert entries(draft, "talks") == [
        {
            "title": "Notes",
            "url": "https://ada.example.org/talk",
            "links": [{"label": "DOI", "url": "https://doi.org/10.5555/talk"}],
        }
    ]


def test_another_source_with_another_title_is_reported(drafted: Read) -> None:
    record = work()
    other = {"title": {"title": {"value": "Erratum: Notes"}}, "type": "other"}
    record["activities-summary"]["works"]["group"][0]["work-summary"].append(other)

    assert "left out: 'Erratum: Notes', the title of 'Notes' in another source" in said(drafted("orcid", record))


def test_addresses_of_mail_are_never_shown(drafted: Read) -> None:
    author = {"credit-name": {"value": "Ada Lovelace"}, "contributor-email": {"value": "ada@private.example"}}
    record = work(contributors={"contributor": [author]})
    record["person"]["emails"] = {"email": [{"email": "ada@private.example", "visibility": "public"}]}
    draft = drafted("orcid", record)

    assert "'emails' of 'person' (line" in said(draft)
    assert "private.example" not in repr(draft.facts) + said(draft)


def test_a_ror_id_reaches_the_graph_and_finds_the_declared_organisation() -> None:
    declared = Organization(id="oz", name="University of Oz", ror="https://ror.org/02mhbdp94")
    position = {"organization": "Universität Oz", "role": "Analyst", "ror": "02mhbdp94", "start": "1842"}
    degree = {"institution": "Engine College", "degree": "B.Sc.", "ror": "https://ror.org/00t33hh48"}
    profile = resolving.record(id="ada", name="Ada Lovelace", positions=[position], education=[degree])
    [resolved], _ = resolving.resolve(profile, authorities=Authorities(AuthorityFile((declared,))))

    person = ProfileDescriber(kg_declaration(), vocabulary()).describe(resolved)[0]
    assert person["positions"][0]["organization"] == {"id": "organization/oz", "ror": "https://ror.org/02mhbdp94"}
    assert person["education"][0]["institution"]["ror"] == "https://ror.org/00t33hh48"
    assert "ror" not in person["positions"][0]


def test_of_what_is_not_public_nothing_is_said_but_that_it_is_there(drafted: Read) -> None:
    draft = drafted("orcid", work(visibility="limited", **{"short-description": "For friends."}))

    assert draft.account == {"works": {"not public": 1}}
    assert "not imported" not in said(draft)
