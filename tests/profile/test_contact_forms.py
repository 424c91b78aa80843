"""Contacts go in the words of forty languages and the forms of many countries; keys and identity numbers where sure."""

import pytest

from kg.profile import contacts, credentials, privacy
from kg.profile.config import Privacy
from kg.profile.contacts import REMOVED, blanked
from kg.profile.model import Profile
from kg.profile.records import Record, Source
from tests.support.work import ends, linear

SPELT = (
    "jean arobase univ-lyon point fr", "jean arrobase univ-lyon point fr", "jean chez univ-lyon point fr",
    "jean arroba uni punto es", "jean arrova uni punt cat", "jean arroba uni ponto pt", "jean chiocciola uni punto it",
    "jean arond uni punct ro", "jean a bildua uni puntu eus", "jean Klammeraffe uni punkt de", "jean ät uni punkt de",
    "jean apenstaartje uni punt nl", "jean snabel-a uni punktum dk", "jean krøllalfa uni punktum no",
    "jean kanelbulle uni punkt se", "jean att-merki uni punktur is", "jean miukumauku uni piste fi",
    "jean ätt uni punkt ee", "jean eta uni taškas lt", "jean małpa uni kropka pl", "jean malpa uni kropka pl",
    "jean zavináč uni tečka cz", "jean zavinac uni bodka sk", "jean afna uni pika si", "jean majmun uni točka hr",
    "jean мајмун uni тачка rs", "jean маймунско а uni точка bg", "jean собака uni точка ru",
    "jean sobaka uni tochka ru",
    "jean равлик uni крапка ua", "jean παπάκι uni τελεία gr", "jean kukac uni pont hu", "jean kuyruklu a uni nokta tr",
    "jean שטרודל uni נקודה il", "jean آت uni نقطة eg", "jean ات ساین uni نقطه ir", "jean एट uni डॉट in",
    "jeanアットuniドットjp", "jean골뱅이uni점kr", "jean艾特uni点cn", "jean小老鼠uni點tw", "jean a còng uni chấm vn",
    "jean แอท uni จุด th", "jean a keong uni titik id", "jean heliko uni punkto org", "jean at uni dot edu",
)  # fmt: skip
"""Addresses as people of each language spell them."""
BRACKETED = (
    "jean [arobase] uni [point] fr", "jean (arroba) uni (punto) es", "jean{chiocciola}uni{punto}it",
    "jean <małpa> uni.pl",
    "jean «at» uni.fr", "jean |at| uni.fr", "jean -at- uni -dot- fr", "jean *at* uni *dot* fr",
    "jean [AT] uni [DOT] de",
    "jean((at))uni((dot))org", "jean 【at】 uni.cn", "jean（at）uni.cn", "jean [ät] uni [punkt] de",
    "jean/at/uni/dot/fr",
    "jean [@] uni.fr", "jean(a)uni.cz", "jean_at_uni_dot_fr", "jean-arobase-univ-lyon-point-fr", "jean \"at\" uni.fr",
    "jean=at=uni.fr", "jean ~at~ uni.fr",
)  # fmt: skip
PHONES = (
    "030 9018200", "030/9018200", "(030) 9018200", "030 / 901 82 00", "030-9018200", "8 (495) 123-45-16",
    "8-495-123-45-16",
    "8 495 123-45-16", "01 42 34 56 78", "01.42.34.56.78", "01-42-34-56-78", "020 7946 0018", "(020) 7946 0018",
    "0171 1234567", "0171/123 45 67", "06 12345678", "010-12345678", "(010) 6277 1234", "02-2345-6789",
    "(02) 2345 6789",
    "03-1234-5678", "090-1234-5678", "02-312-3456", "010-1234-5678", "138 0013 7004", "(11) 91234-5675", "0412 345 678",
    "(02) 9374 4000", "011 2345 6789", "0532 123 45 61", "(0212) 345 67 89", "044 668 18 00", "08-123 456 78",
    "02/123 45 67", "(06 1) 234 5678", "06 20 123 4567", "021 1234 5672", "(021) 312 3456", "044 123 45 67",
    "+49 30 9018200", "0049 30 9018200", "+49 (0)30 / 9018200", "+33142345678", "(412) 268-3000", "412 268 3000",
    "601 234 561", "6123 4567", "21 234 5678", "321 1235899", "12/345 67 89", "12 345 67 89", "912 34 56 78",
    "22 12 34 56",
)  # fmt: skip
"""Numbers without a word before them."""
LABELLED = (
    "Telefon 601 234 561", "Tlf. 22123456", "Τηλ. 2101234567", "Mob: 9876543212", "電話 23456789", "Sími 555 1231",
    "Tel. no. 030-9018200", "Phone number: 6123 4567", "Сот. тел. 8 701 123 45 67", "Cel. 55 1234 5678",
    "فون ۰۲۱ ۱۲۳۴ ۵۶۷۸",
)  # fmt: skip
HONEST = (
    "033201 (2018)", "Phys. Rev. B 033201 (2018), 085124", "0370-2693/98/$19.00", "10.1896/020.011.0101",
    "022-00706-6", "NJ 07030-5774", "601.234.561", "2024 2025",
    "pages 2961 3038", "PMID: 2247 9202", "100 000 000 people", "7.11534–11543.2001", "Stat 301/324/371",
    "(08/09-07/10)",
    "0521449138 (pbk. alk. paper)", "hep-ph/0509330 (2005)", "JHEP 09 (2011) 012", "p. 1439 (1995)", "P. 1303-1307",
    "N.MATHIEU et M.JOLLIVET", "837-1086", "16972473", "1899 - 1900", "26/27.10.1992", "Scientist @ Weft.io",
    "09/2013 2013", "10/11 2011",
    "601 234 561 EUR", "pp. 0123-4567",
    "grant 205/09/1079", "Projekt 03EK3060", "ISBN 0306406152", "isbn = {0-306-40615-2}",
    "doi:10.1016/0370-2693(98)01234-5",
    "S0370-2693(98)01234-5", "978 0 306 40615 7", "arXiv:hep-th/9901001", "12.-14.09.2013", "2013-2014 / 2015-2016",
    "Nature 401, 123 456 (1999)", "1995 1996 1997 1998", "Beta eta at 5 GeV", "una arroba y un punto", "собака и точка",
    "the arroba point of view", "chez lui point de vue", "a dog (собака) in St. Petersburg",
    "work at point zero, for now",
    "Password: Strength of Meters", "Passwords: a survey, 2019", "token = word of a text", "The PIN model (1996)",
    "4012 8888 8888 1882", "1234 5678 9012 3456", "DE89 3704 0044 0532 0130 01", "sk-learn", "a key: value store",
    "Secret: sharing", "eyJ is how a token begins", "AKIA is a prefix", "123.456.789-00", "11010519491231002Y",
)  # fmt: skip
KEYS = (
    "ghp_0123456789abcdefghijABCDEFGHIJ012345", "AKIAIOSFODNN7EXAMPLE", "sk-proj-0123456789abcdefghijABCDEFGHIJ",
    "sk-ant-api03-0123456789abcdefghijABCDEFGHIJ", "xoxb-0123456789-abcdefghij", "glpat-0123456789abcdefghij",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlMTIz", "AIzaSyA0123456789abcdefghijklmnopqrstuv",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEabcd0123+/\nefgh==\n-----END RSA PRIVATE KEY-----",
)  # fmt: skip
NAMED = (
    "password: hunter2", "Passwort: geheim!1", "mot de passe : s3cret99", "пароль: qwerty12", "密码：abc12345",
    "PIN: 4711",
    "API key = 9f8e7d6c5b4a", "secret_key=\"a1b2c3d4e5\"",
)  # fmt: skip
NUMBERS = (
    "4012 8888 8888 1881", "5105105105105100", "3782 822463 10005", "DE89370400440532013000",
    "GB82 WEST 1234 5698 7654 32",
    "11010519491231002X", "529.982.247-25", "DNI 12345678Z", "X1234567L", "RSSMRA85T10A562S", "131052-308T",
    "Personnummer 811218-9876", "PESEL 44051401359", "1 85 12 75 116 001 74", "736028/5163", "S1234567D",
    "Steuer-ID: 86 095 742 719", "BSN 111222333", "Aadhaar: 2341 2341 2346",
    "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
)  # fmt: skip
SOURCE = Source("profiles/ada.yaml", "application/yaml", "yaml", "0" * 64)


def test_an_address_that_is_spelt_goes_whole() -> None:
    for address in (
        *SPELT,
        *BRACKETED,
    ):
        assert blanked(address) == REMOVED
        assert blanked(f"Ada Lovelace, {address}, Room 12") == f"Ada Lovelace, {REMOVED}, Room 12"


def test_a_number_in_the_form_of_a_country_goes() -> None:
    for number in PHONES:
        assert blanked(number) == REMOVED
        assert blanked(f"Ada Lovelace, {number}, Room 12") == f"Ada Lovelace, {REMOVED}, Room 12"


def test_brackets_around_a_number_stay_a_pair() -> None:
    assert blanked("Ada (030 9018200), Bea (030/9018201)") == f"Ada ({REMOVED}), Bea ({REMOVED})"


def test_a_number_behind_a_word_goes_whatever_its_form() -> None:
    for text in LABELLED:
        assert not any(map(str.isdigit, blanked(f"Ada. {text}")))


def test_what_only_resembles_a_contact_stays() -> None:
    for text in HONEST:
        assert blanked(text) == text
        assert blanked(f"See {text}, please.") == f"See {text}, please."


def test_a_key_of_a_service_goes_wherever_it_stands() -> None:
    for key in KEYS:
        assert blanked(f"Use {key} there") == f"Use {REMOVED} there"


def test_a_password_goes_and_its_word_stays() -> None:
    for text in NAMED:
        left = blanked(f"Ada. {text}")
        assert REMOVED in left
        assert not any(map(str.isdigit, left))


def test_a_number_whose_check_digits_are_right_goes() -> None:
    for number in NUMBERS:
        left = blanked(f"Ada, {number}, Room")
        assert not any(map(str.isdigit, left)), left


@pytest.mark.parametrize("text", ["Password: x", "Passwort: geheim."])
def test_what_may_be_a_password_stays_and_is_remarked(text: str) -> None:
    record = Record(Profile.model_validate({"id": "ada", "name": "Ada", "skills": ["Looms", text]}), SOURCE, (1, 9))

    redacted = privacy.redact(record, Privacy())

    assert redacted.profile.skills == ("Looms", text)
    (problem,) = redacted.warnings
    assert (problem.message, problem.field) == ("this text seems to state a password", "skills[1]")


def test_what_is_removed_is_said_once() -> None:
    record = Record(
        Profile.model_validate({"id": "ada", "name": "Ada", "skills": ["CPF: 529.982.247-25"]}), SOURCE, (1, 9)
    )

    redacted = privacy.redact(record, Privacy())

    assert redacted.profile.skills == (f"CPF: {REMOVED}",)
    assert [each.message for each in redacted.warnings] == ["something private is left out of this text"]


def test_a_key_in_a_web_address_goes_with_its_name() -> None:
    assert credentials.without_credentials("https://ada:pw@x.org/a?token=abcdef1") == "https://x.org/a"
    assert not list(credentials.found_in('{"url":"https://x.org","contributor":{"@type":"Person"}}'))


HOSTILE = (
    "+1", "+1/", "+1 ", "00", "001 ", "Tel ", "Tel.no", "call(no", "412-", "(412) ", "1 ", "1-", "(", " ", "\t", "a@",
    "a at ", "a at a dot ", "a [at] ", " dot a", "a", ".", "-", "[dot]", "born ", "born 1 ", "born 1 1", "passport ",
    "passport 1 ", "ssn", "123-45-", "19", "0", "01 23 ", "T: ", "T:0", "☎", "电话", "тел", "(0", "01.23", "01-23",
    "IBAN DE89 ", "DE89", "A1", "1A", "{a,", "{a", "a(", "a<at>", "a-at-", "a_at_b_", "a chez b ", "a AT b DOT ",
    "a AT ", "a arroba ", "a. ", ". ", "a [dot] ", "a dot ", "&#64;", "%40", "\u200b", "a\u200b@", "：", "。",
    "a at b.", "en ", " en a.", "://", "://a:", "://a:b", "http://a/", "?token=", "?key=1", "?key=", "&sig=1",
    ";pass=", "#", "https://x.org/a@b.", "@", "@a", "\\@", "<", "[at]", "{", "|a|", "a arobase ",
    "a arobase b point ", "a [arobase] ", "a [at] b [dot] ", "a at b.cc ", "aアット", "点", "a点", "((", "[[", "01 ",
    "01/", "01 23 45 67 89 ", "8 (495) ", "+", "1/", "Tel", "Tel 030 1", "030 901 ", "eyJ", "eyJaaaaaaaa.", "sk-",
    "-----BEGIN PRIVATE KEY-----", "password: ", "password:a1", "AKIA", "P<", "1.1.1-",
)  # fmt: skip
"""Beginnings of contacts, which a text may repeat without end."""


@pytest.mark.thorough
@pytest.mark.parametrize("part", HOSTILE)
@pytest.mark.parametrize("before", ["", "Tel +1"])
def test_hostile_texts_are_searched_with_work_in_proportion_to_their_length(before: str, part: str) -> None:
    def search(size: int) -> None:
        text = before + part * (size // len(part))
        contacts.blanked(text)
        contacts.blanked(text, is_quote=True)
        contacts.personal(text)
        privacy._is_free_of_contacts(f'{{"a":"{part}","b":"{text}"}}')

    linear(search, 2_000)
    with ends():
        search(50_000)
