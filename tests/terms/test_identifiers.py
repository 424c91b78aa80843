"""Identifiers: each scheme's canonical IRI and refusals; slugs, digests, folded texts; web addresses."""

import re
import unicodedata

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from kg.base.errors import IdentifierError
from kg.terms import identifiers
from kg.terms.identifiers import SCHEMES, digest, fold, slug, valid_iri, web_address
from tests.conftest import ROOT

CASES = yaml.safe_load((ROOT / "tests" / "data" / "identifiers.yaml").read_text(encoding="utf-8"))


def test_what_people_type_becomes_the_one_iri() -> None:
    for name, typed, iri in [(name, *case) for name, cases in CASES.items() for case in cases["canonical"]]:
        assert SCHEMES[name].canonical(typed) == iri
        assert SCHEMES[name].canonical(iri) == iri


def test_what_is_no_id_is_refused_with_an_example() -> None:
    for name, typed in [(name, typed) for name, cases in CASES.items() for typed in cases["refused"]]:
        scheme = SCHEMES[name]

        with pytest.raises(IdentifierError) as refused:
            scheme.canonical(typed)

        assert str(refused.value) == f"'{typed}' is not a valid {scheme.label}; write it like {scheme.example}"


def test_each_scheme_accepts_its_own_example_and_is_tried_here() -> None:
    for name in SCHEMES:
        assert SCHEMES[name].canonical(SCHEMES[name].example) == SCHEMES[name].iri.format(SCHEMES[name].example)
        assert CASES[name].keys() == {"canonical", "refused"}


def test_a_mistyped_digit_is_found_by_the_checksum() -> None:
    for name, typed, label in (
        ("orcid", "0000-0002-1825-0098", "ORCID iD"),
        ("orcid", "0000-0002-1825-0907", "ORCID iD"),
        ("ror", "03q8dnn24", "ROR id"),
        ("ror", "03q8ndn23", "ROR id"),
    ):
        message = f"the {label} '{typed}' has a wrong checksum; look for a mistyped digit"
        with pytest.raises(IdentifierError, match=message):
            SCHEMES[name].canonical(typed)


@given(st.text(max_size=40), st.sampled_from(sorted(SCHEMES)))
def test_any_text_has_one_canonical_iri_or_is_refused(text: str, name: str) -> None:
    try:
        iri = SCHEMES[name].canonical(text)
    except IdentifierError:
        return

    assert SCHEMES[name].canonical(iri) == iri


def test_a_web_address_stays_as_it_is() -> None:
    for address in (
        "https://example.org",
        "HTTP://Example.org/",
        "https://example.org:8080/a/b?c=d&e#f",
        "https://example.org/@ada",
        "https://example.org?q=a@b",
        "https://[::1]/",
        "https://例え.jp/é",
    ):
        assert web_address(address) == address


def test_what_is_no_web_address_is_refused() -> None:
    for address in (
        "",
        "example.org",
        "//example.org",
        "javascript:alert(1)",
        "data:text/html,a",
        "https://",
        "https:///path",
        "https://example.org/a b",
        " https://example.org",
        "https://example.org\n",
        'https://example.org/"onclick="',
        "https://example.org/<b>",
        "https://example.org/a\\b",
        "https://example.org/a\0",
        "https://exam\u00a0ple.org",
    ):
        with pytest.raises(IdentifierError) as refused:
            web_address(address)

        assert str(refused.value) == f"'{address}' is not a web address; write https:// and no spaces or quotes"


def test_a_web_address_that_can_be_no_iri_or_holds_a_password_is_refused_with_the_reason() -> None:
    for address, reason in (
        ("https://ada:secret@example.org", "this web address holds a user name or password; take it out, up to the @"),
        ("https://example.org/%zz", "'https://example.org/%zz' is not an IRI: Invalid IRI percent encoding '%zz'"),
        ("https://example.org/[a]", "'https://example.org/[a]' is not an IRI: Invalid IRI code point '['"),
        ("https://" + "a" * 1_993, "the web address is longer than 2000 characters"),
    ):
        with pytest.raises(IdentifierError) as refused:
            web_address(address)

        assert str(refused.value).startswith(reason)


def test_an_iri_is_absolute() -> None:
    assert valid_iri("urn:isbn:0451450523") == "urn:isbn:0451450523"
    with pytest.raises(IdentifierError, match="'person/ada' is not an IRI: "):
        valid_iri("person/ada")


def test_a_slug_is_readable_and_is_cut_at_the_end_of_a_word() -> None:
    for text, length, readable in (
        ("Bösen: Parameter Server", 60, "bosen-parameter-server"),
        ("北京大学", 60, "beijingdaxue"),
        ("O’Neil's  Notes", 60, "oneils-notes"),
        ("Łukasz_Żak", 60, "lukasz-zak"),
        ("Notes on the Analytical Engine", 12, "notes-on-the"),
        ("Notes on the Analytical Engine", 11, "notes-on"),
        ("Analytical", 4, "anal"),
    ):
        assert slug(text, length=length) == readable


@given(st.text(), st.integers(1, 90))
def test_a_slug_of_any_text_can_be_part_of_an_iri(text: str, length: int) -> None:
    found = slug(text, length=length)

    assert len(found) <= length
    assert found == "" or re.fullmatch(identifiers.SLUG_PATTERN, found)
    assert slug(found, length=length) == found


def test_a_digest_is_short_and_stays_the_same_for_ever() -> None:
    assert digest("Ada", "Lovelace") == "e7s3vr"
    assert digest("Ada", "Lovelace", length=16) == "e7s3vrfnlst6fwre"


def test_spellings_of_one_text_are_folded_to_one() -> None:
    for one, other in (
        ("Garth A. Gibson", "garth a gibson"),
        ("José  Núñez-Łoś", "Jose Nunez Los"),
        ("İstanbul", "istanbul"),
        ("Straße", "STRASSE"),
        ("Œuvre", "oeuvre"),
        ("𝐃istributed ﬁles", "Distributed files"),
        ("عَلي", "علي"),
        ("Notes: on_the “engine”", "notes on the engine"),
    ):
        assert fold(one) == fold(other)


def test_different_texts_stay_different() -> None:
    for one, other in (
        ("李飞飞", "李菲菲"),
        ("राम", "रीम"),
        ("कमल", "कम्ल"),
        ("กิน", "กีน"),
        ("かな", "がな"),
        ("a1", "a2"),
    ):
        assert fold(one) != fold(other)


@given(st.text())
def test_folding_a_folded_text_changes_nothing(text: str) -> None:
    folded = fold(text)

    assert fold(folded) == folded
    assert fold(f" {unicodedata.normalize('NFC', text)}!") == fold(unicodedata.normalize("NFD", text))
