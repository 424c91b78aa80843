"""What is private goes in every language and disguise; what only looks like it stays."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from kg.profile import contacts, credentials, emails, privacy, telephones
from kg.profile.account import LeftOut, read_accounts
from kg.profile.cleaning import clean
from kg.profile.config import Privacy
from kg.profile.contacts import REMOVED, contacts_in
from kg.profile.model import Profile
from kg.profile.records import Record, Source
from tests.conftest import Command

PHONES = (
    "Tél. : 01 23 45 67 81", "Téléphone : 01 23 45 67 82", "Teléfono: 912 345 671", "Móvil: 612 345 672",
    "电话：13800137001", "手机：13800137002", "電話：03-1234-5671", "携帯 090-1234-5672", "тел. 8 495 123-45-61",
    "Моб.: 067 123 45 62", "Telefone: 21 2345 6781", "Telemóvel: 912 345 682", "Tlf.: 22 34 56 71", "Tlf 33 12 34 72",
    "Puh. 040 123 4561", "Ph: 9876 543 211", "Mob: 98765 43212", "T: 020 7946 0951", "M: 07700 900 152",
    "☎ 030 1234 5671", "Tel.: 030/1234572", "τηλ. 210 123 4561", "Τηλέφωνο: 210 123 4562", "טלפון: 03-123-4561",
    "هاتف: 02 1234 5671", "تلفن: 021 1234 5672", "โทร. 02 123 4561", "전화: 02-123-4561", "휴대폰: 010-1234-5672",
    "Điện thoại: 024 3123 4561", "फोन: 011 2345 6781", "Komórka: 601 234 561", "Mobilní: 601 234 562",
    "GSM: 0532 123 45 61", "Fax: 044 123 45 61", "Cellulare: 333 123 4561", "Sími: 555 1231", "Telefoon: 020 123 4561",
    "Tfno. 612 345 673", "Cell. 347 123 4562", "Cell phone: 617-555-0101", "Mobiel 06-12345673", "06-12345674",
    "联系方式 138 0013 7003", "138-0013-7004", "연락처 010 1234 5673", "WhatsApp (11) 91234-5675", "HP: 0812 3456 7891",
)  # fmt: skip
MAILS = (
    "qz01@x.org", "{qz02,qz03}@x.org", "qz04-at-x-dot-org", "E-mail: qz05 at x.org", "qz06 AT x DOT org",
    "qz07 <at> x <dot> org", "qz08 [at] x [dot] org", "qz09(a)x.org", "qz10&#64;x.org", "qz11%40x.org",
    "qz12＠x.org", "qz13﹫x.org", "qz14@\u200bx.org", "qz15\u200b@x.org", "qz16@x . org",
    "qz17 arroba x punto org", "qz18 arroba x ponto org", "qz19 chez x point fr", "qz20 ät x punkt de",
    "qz21 chiocciola x punto it", "qz22 małpa x kropka pl", "qz23 собака x точка ru", "qz24 zavináč x tečka cz",
    "qz25 kukac x pont hu", "qz26 snabel-a x punktum dk", "qz27&commat;x.org", "qz28 {at} x {dot} org",
    "qz29_at_x_dot_org", "qz30@x&#46;org", "qz34 [dot] qz35 [at] x [dot] org", "QZ36 DOT QZ37 AT X DOT ORG",
    "qz38 dot qz39 at x dot org", "qz40\\@x.org",
    "https://x.org/，邮箱：qz61@x.org", "[page](https://x.org/)qz62@x.org", "https://x.org/;qz63<at>x.org",
    "(qz31 at x.org)", "courriel : qz32 at x.org",
    "qz33 apenstaartje x punt nl", "qz50 sobaka x tochka ru", "qz51#x.org (把#换成@)", "qz52#x.org, replace # with @",
)  # fmt: skip
OTHERS = (
    "https://qzu:qzpass@x.org/data", "https://x.org/f?token=qz41abcdef", "https://x.org/f?a=1&api_key=qz42abcdef",
    "https://x.org/f?access_token=qz43abcdef", "https://x.org/f?sig=qz44abcdef", "IBAN DE89 3704 0044 0532 0130 00",
    "GB82WEST12345698765432", "FR14 2004 1010 0505 0001 3M02 606",
)  # fmt: skip
HONEST = (
    "pp. 1234-5678", "10–12", "2019–2023", "10.1145/3575693.3575721", "doi:10.1000/123-456-7890",
    "arXiv:2301.12345", "ISBN 978-3-16-148410-0", "ISBN 0-306-40615-2", "ISSN 1234-5678", "0000-0002-1825-0097",
    "N = 1,234,567 samples", "n=12345678", "FA8750-12-2-0107", "N00014-15-1-2345", "CNS-0012345",
    "H2020-101058573", "NSFC 61872008", "ERC 101002711", "JP19K12345", "1984", "2001: A Space Odyssey", "Catch-22",
    "7 +/- 2", "T5: a model of text", "M 31 and its halo", "the talk at x.org conference",
    "presented at example.org", "@ada@mastodon.social", "git@github.com:ada/engine.git",
    "ssh://git@github.com/ada/engine.git", "https://mastodon.social/@ada", "https://x.org/?page=2&id=12345678",
    "https://x.org/f?v=3&q=key", "mAP@0.5:0.95", "recall@10",
    "C#.NET @ Microsoft", "issue #12.org of @ada", '{"@id": "catalog#people.csv"}', "Cell. 2015;163:712-725",
    "HP 2016-2019 servers", "SMS 2014, 12 (3)", "138 2015 2016", "06-2015", "P@1", "F1@k = 0.5", "a (a) b",
    "case (a) of section 2", "Cell 163 (2015) 712-725", "Phys. Rev. Lett. 120, 080331 (2018)",
    "Nature 12(3), 1234-1240", "vol. 34, no. 212, pp. 998-1012", "192.168.100.200", "3.14159265",
    "1,234,567-8,901,234", "2019-05-17", "17.05.2019", "01.02.2019 - 03.04.2020", "10:30-11:45",
    "100 000 000 people", "20 000 000 EUR", "Room 012-345", "Fall 2019 at MIT", "Windows 10.0.19041",
    "grant 03SF0561", "Az. 0324-12/18", "EP 1 234 567 B1", "US 10,123,456 B2", "a dot product at each node",
    "looked at the dot", "work at Google and at Meta", "SIGMOD '19, 1–14", "Zbl 0123.45678", "MR1234567",
    "PMID 12345678", "PMC1234567", "ClinicalTrials NCT01234567", "HD 209458 b", "+10% and +2.3 (2022)",
    "07.05-12.05 2016, Philadelphia", "09.09.-11.09.2013", "09.09 – 11.09.2013", "03.03–05.03 2026",
    "06/10-10/10 2014", "https://x.org/people/ada@x.org", "https://x.org/~ada@x.org/cv.html", "tel-01288976",
    "https://hal.science/tel-01288976", "the key=value store", "https://x.org/bib?key=Lovelace1843notes",
    "https://x.org/?code=CS101234", "https://x.org/?se=fr2019", "https://x.org/program?session=keynote1",
    "https://x.org/list?auth=LovelaceAda", "https://x.org/?token=x", "N=012 345", "ISBN 0 306 40615 2",
    "grants 0123-4567 and 0234-5678", "0.12 0.34 0.56 0.78 0.91", "01 02 03", "pages 012-034, 045-067",
    "12 345 678 citations", "GPA: 3.79/4.00", "T: 0.05-0.12", "M: 12345 samples", "F: 1234567", "P: 0.012 345",
    "at a.b.c", "at scale.We", "work at Meta.ai", "a student at ETH.", "now at x.ai, before at y.com.",
    "Handy 2000: a tool", "Portable 3.14.159", "Mobile 360 degrees", "GSM 1800/1900", "Cep 290 1234",
    "W. Tel 2019, 12(3):123-134", "Kom 2003 123-145", "#12345678", "PR 123456", "Fon 1 2 3",
    "ACM 978-1-4503-1234-5/12/34", "chercheur chez Inria, Paris", "Tel Aviv 2019-2021", "Phone 2012-2014",
    "DE89 is no account",
    "uses: actions/checkout@v3. For more", "- @pyproject.toml", "Mind 0026-4423 (1982) 91",
    "ISSN 0026-4423", "issn=00264423", "0027-8424(19)2",
)  # fmt: skip


def test_it_goes() -> None:
    for text in (
        *PHONES,
        *MAILS,
        *OTHERS,
    ):
        left = clean(f"Ada. {text}")
        assert "qz" not in left.lower()
        if text in PHONES:
            assert not any(character.isdigit() for character in left.replace(REMOVED, ""))
        if "IBAN" in text or text in OTHERS[-2:]:
            assert REMOVED in left


def test_it_stays() -> None:
    for text in HONEST:
        assert clean(text) == text
        assert clean(f"See {text}, please.") == f"See {text}, please."


def test_what_redaction_leaves_the_check_of_sites_does_not_find() -> None:
    for text in (*PHONES, *MAILS):
        assert not list(contacts_in(clean(f"Ada. {text}")))


@pytest.mark.thorough
def test_a_refusal_does_not_print_what_is_private(project: Path, kg: Command) -> None:
    profile = {
        "id": "ada-l",
        "name": "Ada L",
        "homepage": "https://qzu:qzpass@x.org/",
        "same_as": ["https://x.org/a b?token=qz01abcdef"],
        "orcid": "mail qz02@x.org",
        "email": "qz03@x.org",
        "qz04@x.org": 1,
        "publications": [{"title": "Notes", "authors": ["Ada L"], "year": "tel 030 1234571", "qz05@x.org": 1}],
    }
    (project / "profiles" / "ada-l.yaml").write_text(yaml.safe_dump(profile), encoding="utf-8")

    for command in (("build", project), ("validate", project), ("validate", project, "--format", "json")):
        refused = kg(*command)

        assert refused.code in (1, 2)
        assert "holds a user name or password; take it out" in refused.out + refused.err
        assert "qz" not in refused.out + refused.err
        assert "1234571" not in refused.out + refused.err


def test_who_searches_quickly_finds_the_same() -> None:
    """What is blanked out or remarked has a sign of it, so that texts without one need not be searched."""
    for text in (*PHONES, *MAILS, *OTHERS):
        bare = contacts._plain(text)[0]
        found = [*emails.found_in(bare), *telephones.found_in(bare), *credentials.found_in(bare)]
        json = f'{{"name":"Ada","skills":["Ada. {text}"],"start":"2019-05"}}'.replace("\\@", "\\\\@")
        assert not found or contacts.private(text), text
        assert not found or not privacy._is_free_of_contacts(json), text
    for word in (*contacts._BIRTH, *contacts._NUMBERED):
        assert contacts.may_be_personal(f"Ada. {word.title()} 10.12.1985"), word


BIRTHS = (
    "Born 10 December 1985 in London", "Date of birth: 1985-12-10", "Geburtsdatum: 10.12.1985",
    "geb. am 10. Dezember 1985", "né le 10 décembre 1985", "Date de naissance : 10/12/1985",
    "Fecha de nacimiento: 10/12/1985", "nato il 10/12/1985", "Data de nascimento: 10/12/1985",
    "Geboortedatum: 10-12-1985", "Född 1985", "Syntymäaika 10.12.1985", "ur. Data urodzenia 10.12.1985",
    "Datum narození 10. 12. 1985", "Született: 1985. 12. 10.", "Doğum tarihi: 10.12.1985",
    "Дата рождения: 10.12.1985", "出生年月：1985年12月", "生年月日：1985年12月10日", "생년월일: 1985.12.10",
    "Ngày sinh: 10/12/1985",
)  # fmt: skip
IDENTITIES = (
    "SSN: 123-45-6789", "123-45-6789", "Passport No. C01X00T47", "Reisepass C01234567", "паспорт 4509 123456",
    "身份证号：110105194912310021", "CPF: 123.456.789-00", "DNI 12345678A", "Personnummer: 19851210-1234",
    "护照号 E12345678", "PESEL 85121012345", "numéro de sécurité sociale : 1 85 12 75 116 001 89",
    "Codice fiscale: 85120 12345 67",
)  # fmt: skip
NEITHER = (
    "Born digital: an archive of 300 texts", "In 2019, a newborn engine", "Rebirth of 1985",
    "A passport to maths, 2019", "ISSN 1234-5678", "pp. 123-45, 6789", "Tidningen 2019",
    "the birth of the web in the twentieth century", "CPF 12", "Zum 60. Geburtstag, 2019",
    "Conference for the 60th birthday of A, 2019", "Max Born Prize, 2014", "Max-Born-Institut, 2012",
    "Born-Oppenheimer 1985", "Geburtshilfe 1999", "la naissance de l'image 1985", "Рождество 2019",
    "出生缺陷 2019", "народный 1985", "trzy dni 2019-05-12", "the birth of X-ray astronomy, 1962",
    "Renaissance 1985",
)  # fmt: skip


def test_a_date_of_birth_or_identity_number_stays_and_is_remarked() -> None:
    for text in (
        *BIRTHS,
        *IDENTITIES,
    ):
        kind = "a date of birth" if text in BIRTHS else "an identity number"

        redacted = privacy.redact(record_of({"skills": ["Looms", f"Ada. {text}"]}), Privacy())

        problems = [each for each in redacted.warnings if each.message == f"this text seems to state {kind}"]
        assert [each.field for each in problems] == ["skills[1]"]


def test_what_only_looks_like_a_date_of_birth_is_not_remarked() -> None:
    for text in NEITHER:
        assert contacts.personal(text) == []


def test_what_was_blanked_out_is_accounted_for_with_the_line_of_its_entry(project: Path, kg: Command) -> None:
    (project / "profiles" / "ada-l.yaml").write_text(
        "id: ada-l\nname: Ada L\nawards:\n- name: Medal\n- name: Prize\n  summary: write to ada@x.org\n"
    )

    built = kg("build", project)

    assert "profiles/ada-l.yaml:5 (awards[1].summary): something private is left out of this text" in built.err
    (account,) = [each for each in read_accounts(Path("build/current")) if each.person == "person/ada-l"]
    assert account.left_out == [LeftOut("field", "awards[1].summary", privacy.REASON, 5)]


def record_of(fields: dict[str, Any]) -> Record:
    """Return a record of a profile with some fields."""
    source = Source("profiles/ada.yaml", "application/yaml", "yaml", "0" * 64)
    return Record(Profile.model_validate({"id": "ada", "name": "Ada Lovelace", **fields}), source, (1, 9))
