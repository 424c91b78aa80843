"""What is private goes in every language and disguise; what only looks like it stays."""

from pathlib import Path

import pytest
import yaml

from kg.privacy import REMOVED, _clean, contacts_in
from tests.canaries import files
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
)  # fmt: skip
MAILS = (
    "qz01@x.org", "{qz02,qz03}@x.org", "qz04-at-x-dot-org", "E-mail: qz05 at x.org", "qz06 AT x DOT org",
    "qz07 <at> x <dot> org", "qz08 [at] x [dot] org", "qz09(a)x.org", "qz10&#64;x.org", "qz11%40x.org", "qz12＠x.org",
    "qz13﹫x.org", "qz14@\u200bx.org", "qz15\u200b@x.org", "qz16@x . org", "qz17 arroba x punto org",
    "qz18 arroba x ponto org", "qz19 chez x point fr", "qz20 ät x punkt de", "qz21 chiocciola x punto it",
    "qz22 małpa x kropka pl", "qz23 собака x точка ru", "qz24 zavináč x tečka cz", "qz25 kukac x pont hu",
    "qz26 snabel-a x punktum dk", "qz27&commat;x.org", "qz28 {at} x {dot} org", "qz29_at_x_dot_org", "qz30@x&#46;org",
    "(qz31 at x.org)", "courriel : qz32 at x.org", "qz33 apenstaartje x punt nl",
)  # fmt: skip
OTHERS = (
    "https://qzu:qzp@x.org/data", "https://x.org/f?token=qz41abcdef", "https://x.org/f?a=1&api_key=qz42abcdef",
    "https://x.org/f?access_token=qz43abcdef", "https://x.org/f?sig=qz44abcdef", "IBAN DE89 3704 0044 0532 0130 00",
    "GB82WEST12345698765432", "FR14 2004 1010 0505 0001 3M02 606",
)  # fmt: skip
HONEST = (
    "pp. 1234-5678", "10–12", "2019–2023", "10.1145/3575693.3575721", "doi:10.1000/123-456-7890", "arXiv:2301.12345",
    "ISBN 978-3-16-148410-0", "ISBN 0-306-40615-2", "ISSN 1234-5678", "0000-0002-1825-0097", "N = 1,234,567 samples",
    "n=12345678", "FA8750-12-2-0107", "N00014-15-1-2345", "CNS-0012345", "H2020-101058573", "NSFC 61872008",
    "ERC 101002711", "JP19K12345", "1984", "2001: A Space Odyssey", "Catch-22", "7 +/- 2", "T5: a model of text",
    "M 31 and its halo", "the talk at x.org conference", "presented at example.org", "@ada@mastodon.social",
    "git@github.com:ada/engine.git", "ssh://git@github.com/ada/engine.git", "https://mastodon.social/@ada",
 "https://x.org/?page=2&id=12345678", "https://x.org/f?v=3&q=key",
    "mAP@0.5:0.95", "recall@10", "P@1", "F1@k = 0.5", "a (a) b", "case (a) of section 2", "Cell 163 (2015) 712-725",
    "Phys. Rev. Lett. 120, 080331 (2018)", "Nature 12(3), 1234-1240", "vol. 34, no. 212, pp. 998-1012",
    "192.168.100.200", "3.14159265", "1,234,567-8,901,234", "2019-05-17", "17.05.2019", "01.02.2019 - 03.04.2020",
    "10:30-11:45", "100 000 000 people", "20 000 000 EUR", "Room 012-345", "Fall 2019 at MIT", "Windows 10.0.19041",
    "grant 03SF0561", "Az. 0324-12/18", "EP 1 234 567 B1", "US 10,123,456 B2", "a dot product at each node",
    "looked at the dot", "work at Google and at Meta", "SIGMOD '19, 1–14", "Zbl 0123.45678", "MR1234567",
    "PMID 12345678", "PMC1234567", "ClinicalTrials NCT01234567", "HD 209458 b", "+10% and +2.3 (2022)",
    "chercheur chez Inria, Paris", "Tel Aviv 2019-2021", "Phone 2012-2014", "DE89 is no account",
)  # fmt: skip


@pytest.mark.parametrize("text", [*PHONES, *MAILS, *OTHERS])
def test_it_goes(text: str) -> None:
    left = _clean(f"Ada. {text}")
    assert "qz" not in left
    if text in PHONES:
        assert not any(character.isdigit() for character in left.replace(REMOVED, ""))
    if "IBAN" in text or text in OTHERS[-2:]:
        assert REMOVED in left


@pytest.mark.parametrize("text", HONEST)
def test_it_stays(text: str) -> None:
    assert _clean(text) == text
    assert _clean(f"See {text}, please.") == f"See {text}, please."


def test_what_redaction_leaves_the_check_of_sites_does_not_find() -> None:
    for text in (*PHONES, *MAILS):
        assert not list(contacts_in(_clean(f"Ada. {text}")))


def test_nothing_private_comes_out_of_a_build_and_it_is_said(project: Path, kg: Command) -> None:
    highlights = [f"Ada. {text}" for text in (*PHONES, *MAILS, *OTHERS)]
    profile = {
        "id": "ada-l",
        "name": "Ada L",
        "positions": [{"organization": "Engine Works", "role": "Analyst", "start": 2020, "highlights": highlights}],
        "publications": [{"title": "Notes", "authors": ["Ada L"], "url": "https://x.org/?api_key=qz99abcdef"}],
    }
    (project / "profiles" / "ada-l.yaml").write_text(yaml.safe_dump(profile, allow_unicode=True), encoding="utf-8")

    built = kg("build", project)

    assert built.code == 0
    assert "something private is left out of this text" in built.err
    assert "positions[0].highlights[0]" in built.err
    bodies = {name: body for name, body in files(Path("build")).items() if not name.endswith("/LOG")}
    bodies["export"] = kg("export", "--evidence", "--format", "trig").out.encode()
    numbers = [each.split(" ", 1)[-1].split("：")[-1].encode() for each in PHONES]
    for name, body in bodies.items():
        assert b"qz0" not in body, name
        assert b"qzp" not in body, name
        assert not [number for number in numbers if number in body], name
