"""What is private stays private; what only looks like it stays."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kg.profile import privacy
from kg.profile.config import Privacy
from kg.profile.contacts import REMOVED
from kg.profile.model import Contact, Profile
from kg.profile.records import Record, Source

SOURCE = Source("profiles/ada.yaml", "application/yaml", "yaml", "0" * 64)
CONTACT = {"email": "ada@example.org", "phone": "+44 20 7946 0958", "address": "12 St James's Square, London"}


def record(**fields: Any) -> Record:
    return Record(Profile.model_validate({"id": "ada", "name": "Ada Lovelace", **fields}), SOURCE, (1, 9))


def contact(policy: Privacy, public: list[str]) -> dict[str, Any] | None:
    redacted = privacy.redact(record(contact={**CONTACT, "public": public}), policy).profile.contact
    return redacted.model_dump(exclude_defaults=True) if redacted else None


def summary(text: str, policy: Privacy | None = None) -> str | None:
    return privacy.redact(record(summary=text), policy or Privacy()).profile.summary


def test_a_contact_is_published_only_where_profile_and_policy_agree() -> None:
    for policy, public, published in (
        (Privacy(), [], None),
        (Privacy(), ["email"], {"email"}),
        (Privacy(), ["email", "phone", "address"], {"email", "phone", "address"}),
        (Privacy(allow_public=False), ["email", "phone", "address"], None),
        (Privacy(private=("phone",)), [], {"email", "address"}),
        (Privacy(private=("phone",), allow_public=False), ["phone"], {"email", "address"}),
        (Privacy(private=()), [], {"email", "phone", "address"}),
        (Privacy(private=(), allow_public=False), [], {"email", "phone", "address"}),
    ):
        assert contact(policy, public) == (published and {name: CONTACT[name] for name in published})


def test_what_a_profile_states_as_a_private_contact_goes_from_every_value() -> None:
    for stated, title, published in (
        (CONTACT["address"], "Walks around 12 St James's  square", "Walks around [removed]"),
        (CONTACT["address"], f"From {CONTACT['address']}", "From [removed]"),
        (CONTACT["phone"], "The number 020-7946 0958", "The number [removed]"),
        (CONTACT["phone"], "442079460958", "[removed]"),
        ("@ada_engine", "Letters to @ada_engine", "Letters to [removed]"),
        ("The University of Fernshire", "A history of the University of Fernshire", None),
        ("UK 1", "UK 1843", None),
    ):
        work = {
            "title": title,
            "authors": ["Ada Lovelace"],
            "venue": title,
            "number": "12",
            "doi": "10.5555/442079460958",
        }
        redacted = privacy.redact(record(contact={"address": stated}, publications=[work]), Privacy())
        said = redacted.profile.publications[0]

        assert (said.title, said.venue) == (published or title,) * 2
        assert said.doi == "https://doi.org/10.5555/442079460958"
        assert len(redacted.warnings) == (2 if published else 0)


def test_an_address_that_is_public_stays_in_values() -> None:
    address = {"address": CONTACT["address"], "public": ["address"]}
    redacted = privacy.redact(record(contact=address, skills=["Walks at 12 St James's Square"]), Privacy()).profile

    assert redacted.skills == ("Walks at 12 St James's Square",)


def test_a_public_field_that_is_empty_publishes_nothing() -> None:
    redacted = privacy.redact(record(contact={"phone": "+44 20 7946 0958", "public": ["email"]}), Privacy())

    assert redacted.profile.contact is None


def test_e_mail_addresses_in_texts_are_blanked_out() -> None:
    for address in (
        "ada@example.org", "Ada.Lovelace+notes@sub.example.co.uk", "ada-l@ex-ample.org", "ada @ example.org",
        "ada＠example.org", "ada [at] example.org", "ada(AT)example.org", "ada {at} example.org",
        "ada [ at ] example [dot] org", "ada(at)example(dot)co(dot)uk", "ädä@exämple.org", "ada@例え.jp",
        "ada@example.xn--p1ai", "ada@example dot org", "ada [at] uni [dot] de", "ada at uni dot de",
        "Ada.L AT cs dot uni dot EDU", "ada at inst dot ac dot in",
    ):  # fmt: skip
        assert summary(f"Write to {address}, please.") == f"Write to {REMOVED}, please."
        assert summary(address) == REMOVED


def test_telephone_numbers_in_texts_are_blanked_out() -> None:
    for number in (
        "+44 20 7946 0958", "+1 (412) 555-0100", "+1-412-555-0100", "+33 6 12 34 56 78", "+33.1.23.45.67.89",
        "+49 (0) 89 1234-567", "+49 (0)30/1234567", "+49 30 / 1234567", "+862087654321", "0049 30 1234567",
        "0049301234567", "(412) 268-3000", "1 (412) 268-3000", "217-333-3426", "1-217-333-3426", "412.268.3000",
        "030 1234567", "(0151) 2345678", "412 268 3000",
    ):  # fmt: skip
        assert summary(f"Call {number}, please.") == f"Call {REMOVED}, please."


def test_what_only_looks_like_a_contact_stays() -> None:
    for text in (
        "10.1145/3575693.3575721", "2019-2023, pp. 1234-5678, vol. 12 (3)", "C++11 1995-2000", "0000-0002-1825-0097",
        "BLEU +2.3 (2022), accuracy +10%", "mAP@0.5:0.95 and recall@10, P@1.5", "Follow @ada, or look (at it).",
        "See https://mastodon.social/@ada and https://example.org/a?b=c#2019-2023",
        "https://example.org/people/ada@example.org", "a@b", "2015-2019, 2019/05 - 2021/05, 2019-05-17",
        "Phone 2019/05 - 2021/05, Windows Phone 2012-2014, Tel Aviv 2019-2021, Call 2021-2027", "+2.3 (2019-2023)",
        "10.1000/123-456-7890, arXiv:2301.12345, 0009-0001-2345-678X",
        "ISBN 978-3-16-148410-0, 0-306-40615-2, 0012345678, 978-012-3456-78-9, ISSN 1234-5678",
        "Cell 163 (2015) 712-725, Trans. 34 (212) 998-1012, pp. 998-1012, no. 212-334-5566-7",
        "FA8750-12-2-0107, N00014-15-1-2345, CNS-0012345, H2020-101058573, CCF-2106-2134, GRFP 2146752",
        "recall 0.51 0.62 0.73, cell 0.51 0.62 0.73, 192.168.100.2000, iPhone 12345678, 1,234,567-8,901,234",
        "looked at the dot product, at each dot in the image, at a dot or line, present at example.org",
        "THE STRUCTURE OF DEOXYHAEMOGLOBIN AT 1.74 ANGSTROMS RESOLUTION",
    ):  # fmt: skip
        assert summary(text) == text


def test_a_text_that_begins_with_a_web_address_is_still_searched() -> None:
    assert summary("https://example.org or ada@example.org") == f"https://example.org or {REMOVED}"


def test_texts_are_blanked_out_wherever_they_stand() -> None:
    redacted = privacy.redact(
        record(
            homepage="https://example.org/@ada.lovelace",
            skills=["Letters to ada@example.org"],
            positions=[{"organization": "RSL (ada@example.org)", "role": "Fellow", "highlights": ["+44 20 7946 0958"]}],
            publications=[{"title": "Notes", "authors": ["Ada Lovelace ada@example.org*"], "doi": "10.1145/a@b.org"}],
            education=[{"degree": "B.Sc.", "institution": "MIT", "start": "2019-09", "end": "present"}],
            teaching=[{"course": "Logic", "role": "Tutor", "term": ["Fall 2009 - Spring 2011"]}],
        ),
        Privacy(),
    ).profile

    assert "ada@example.org" not in redacted.model_dump_json()
    assert redacted.skills == (f"Letters to {REMOVED}",)
    assert redacted.positions[0].organization == f"RSL ({REMOVED})"
    assert redacted.positions[0].highlights == (REMOVED,)
    assert redacted.publications[0].authors[0].name == f"Ada Lovelace {REMOVED}"
    assert redacted.publications[0].authors[0].equal_contribution
    assert redacted.publications[0].doi == "https://doi.org/10.1145/a%40b.org"
    assert redacted.homepage == "https://example.org/@ada.lovelace"
    assert redacted.teaching[0].term == ("2009-23/2011-21",)
    assert redacted.education[0].end == "present"


def test_a_public_contact_stays_while_texts_are_blanked_out() -> None:
    redacted = privacy.redact(
        record(contact={**CONTACT, "public": ["email"]}, summary="Write to ada@example.org."), Privacy()
    ).profile

    assert redacted.contact == Contact(email="ada@example.org")
    assert redacted.summary == f"Write to {REMOVED}."


def test_texts_stay_where_the_policy_says_so() -> None:
    policy = Privacy(redact_texts=False)

    assert summary("Write to ada@example.org.", policy) == "Write to ada@example.org."
    assert contact(policy, []) is None


def test_a_record_without_anything_private_is_handed_through() -> None:
    harmless = record(summary="Notes on the engine (1843).", homepage="https://example.org/")

    assert privacy.redact(harmless, Privacy()) is harmless


WORD = st.text(st.characters(codec="ascii", categories=["Ll", "Lu", "Nd"]), min_size=1, max_size=8)
LABEL = st.text(st.characters(codec="ascii", categories=["Ll"]), min_size=2, max_size=6)
AROUND = st.text(
    st.characters(codec="utf-8", categories=["Zs", "Lu", "Po", "Ps"], exclude_characters="@＠."), max_size=9
)


@given(AROUND, WORD, WORD, LABEL, st.sampled_from(["@", "＠", " [at] ", "(at)"]), st.sampled_from([".", "[dot]"]))
def test_no_e_mail_address_survives(around: str, user: str, host: str, top: str, at: str, dot: str) -> None:
    text = summary(f"{around} {user}{at}{host}{dot}{top} {around}")

    assert text is not None
    assert REMOVED in text
    assert f"{at}{host}" not in text


def test_the_id_of_a_profile_is_no_text() -> None:
    redacted = privacy.redact(
        Record(Profile.model_validate({"id": "tel-030-1234567", "name": "Ada"}), SOURCE, (1, 9)), Privacy()
    )

    assert redacted.profile.id == "tel-030-1234567"
