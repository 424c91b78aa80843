"""Printed affiliations are matched to the organisations of ROR: the one that is meant, or none."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kg.base.errors import StoreError
from kg.identity.affiliations import SURE, AffiliationMatch, AffiliationMatcher
from kg.profile.ror import RorAuthority, RorName, RorOrganization, write_ror

COUNTRIES = {
    "GB": "United Kingdom",
    "US": "United States",
    "CN": "China",
    "TW": "Taiwan",
    "DE": "Germany",
    "FR": "France",
}


def organization(
    ror: str, name: str, place: str, *others: str, kind: str = "education", parent: str = ""
) -> RorOrganization:
    """Return an organisation; the place is 'City, CODE', and other names in capitals are acronyms."""
    city, _, code = place.partition(", ")
    names = [RorName("acronym" if other.isupper() else "alias", other) for other in others]
    parents = (parent,) if parent else ()
    return RorOrganization(ror, (RorName("name", name), *names), code, COUNTRIES[code], city, (kind,), parents)


LISTED = [
    organization("1", "University of Cologne", "Cologne, DE", "Universität zu Köln"),
    organization("2", "University Hospital Cologne", "Cologne, DE", "Uniklinik Köln", kind="healthcare", parent="1"),
    organization("3", "Soochow University", "Suzhou, CN"),
    organization("4", "Soochow University", "Taipei, TW"),
    organization("5", "Trinity College", "Hartford, US"),
    organization("6", "Trinity College", "Washington D.C., US"),
    organization("7", "University of Colorado System", "Denver, US", "University of Colorado"),
    organization("8", "University of Colorado Boulder", "Boulder, US"),
    organization("9", "Qingdao University", "Qingdao, CN"),
    organization("10", "Chengdu University", "Chengdu, CN"),
    organization("11", "Providence College", "Providence, US", "Providence"),
    organization("12", "National Laboratory of Engines", "Paris, FR", "LNEX", kind="facility"),
    organization("14", "Department of Biotechnology", "Leeds, GB", kind="government"),
]
# Names of which nobody is, so that words are as rare as they are in ROR.
OTHERS = [
    organization(f"x{n}", f"Kolleg {chr(97 + n // 26 % 26)}{chr(97 + n % 26)}{n} Stiftung", "Ulm, DE")
    for n in range(3_000)
]


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RorAuthority]:
    path = tmp_path_factory.mktemp("ror") / "ror.sqlite"
    write_ror(path, [*LISTED, *OTHERS])
    opened = RorAuthority(path)
    yield opened
    opened.close()


def matched(authority: RorAuthority, text: str) -> dict[str, AffiliationMatch]:
    return {each.ror: each for each in AffiliationMatcher(authority).match(text)}


PRINTED = {
    "Department of Physics, University of Cologne, Cologne, Germany": {"1"},
    "Institut für Physik, Universität zu Köln, Deutschland": {"1"},
    "Univ. of Cologne, Germany": {"1"},
    "Klinik I, Uniklinik Köln, Universität zu Köln, Germany": {"1"},
    "Soochow University, Taipei, Taiwan": {"4"},
    "School of Law, Soochow University, Suzhou, P.R. China": {"3"},
    "Trinity College, Hartford, CT, USA": {"5"},
    "Qingdao University, Qingdao 266071, China; University of Cologne, Germany": {"9", "1"},
    "Department of Physics, University of Colorado, Boulder, CO, USA": {"8"},
    "LNEX, Paris, France": {"12"},
}


def test_an_affiliation_names_its_organisations(authority: RorAuthority) -> None:
    assert {text: {*matched(authority, text)} for text in PRINTED} == PRINTED


OTHER_OR_UNKNOWN = [
    "Trinity College, USA",  # two bear the name
    "University of Cologne, Texas, USA",  # it lies elsewhere
    "The Affiliated Hospital of Qingdao University, Qingdao, China",
    "Chengdu University of Traditional Chinese Medicine, Chengdu, China",
    "Warren School, Brown Gardens, Providence, RI, USA",  # the city
    "Department of Biotechnology, Anybody's Works, Leeds, UK",  # a department of others
    "LNEX",  # many bear an acronym
    "",
    ", ; |",
    "x" * 5_000,
    "(" * 3_000,
]


def test_what_may_be_another_one_is_nobody(authority: RorAuthority) -> None:
    found = {text: matched(authority, text).values() for text in OTHER_OR_UNKNOWN}

    assert [text for text, several in found.items() if any(each.certainty >= SURE for each in several)] == []


def test_a_match_names_its_words_and_how_sure_it_is(authority: RorAuthority) -> None:
    whole = matched(authority, "Abt. 3, Universität zu Köln, Germany")["1"]

    assert (whole.name, whole.piece) == ("University of Cologne", "Universität zu Köln")
    assert whole.certainty >= SURE
    assert matched(authority, "LNEX, France")["12"].certainty < SURE


def test_the_order_in_which_a_release_lists_them_decides_nothing(authority: RorAuthority, tmp_path: Path) -> None:
    write_ror(tmp_path / "ror.sqlite", [*OTHERS, *reversed(LISTED)])
    other = RorAuthority(tmp_path / "ror.sqlite")
    for text in [*PRINTED, *OTHER_OR_UNKNOWN]:
        assert matched(other, text) == matched(authority, text)
    other.close()


def test_a_file_of_another_form_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "ror.sqlite"
    for content in (b"", b"SQLite format 3\0 and then nothing"):
        path.write_bytes(content)
        with pytest.raises(StoreError) as caught:
            RorAuthority(path)
        assert caught.value.hint == "make it again: kg import ror RELEASE"
