"""Contacts planted all over CVs reach neither a release nor what is made of it."""

from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from kg.extract import extraction
from kg.profile.cleaning import clean, clean_drafted
from kg.profile.postal import addresses
from kg.profile.privacy import _saying
from tests.conftest import ROOT, Command
from tests.support.work import ends, linear

HEAD = """\
---
author: {name: Nina Petrov, email: front@petrov.example, phone: 089 5550001, github: ninap, address: Frontweg 1}
homepage: https://petrov.example/?mail=query@petrov.example
---
# Nina Petrov

Gartenweg 7, 80331 München · nina@petrov.example · 089 5551234 · github.com/ninap · PhD student

Rosenstraße 14 | 089/5551235 | ORCID: 0000-0002-1825-0097 | nina.petrov AT tum DOT example

12 Main Street, Dublin 2, Homepage: petrov.example, T: 01 555 1236

☎ 089 5551237 • [LinkedIn](https://linkedin.com/in/ninapetrov) • 5000 Forbes Ave, Pittsburgh, PA 15213

I am a PhD student at the University of Lisbon and study engines. My home is at Wiesenweg 9, 80333 München.
Call me at 089 5551238, or write to nina at home dot example, as others do on every single day of the year.
"""
SECTIONS = """\
## Contact

- Address: 12 rue de la Paix, 75002 Paris
- Phone: 089 5551239; 089/5551240
- E-mail: second [at] petrov [dot] example
- Via Roma 12, 00184 Roma, [GitHub](https://github.com/ninap), 06 555 1241
- Keizersgracht 123, 1015 CJ Amsterdam

## Research Interests

Engines, looms and numbers; write to looms@petrov.example, Lindenallee 5

## Education

- PhD in Computer Science, University of Lisbon, 2019 - 2023, Uferdamm 3, 80335 München, 089 5551242, phd@petrov.example

## Publications

- **Notes on the Engine of Wall Street**. Nina Petrov, Luigi Menabrea. Scientific Memoirs, 2021. notes@petrov.example
- **A Walk Down Baker Street**. Nina Petrov, Ada Lovelace. Journal of Walks 12, 1234-1240, 2022.

## Talks

- A Talk about Engines, My home is at Talweg 7, 80337 München, London, 2022
- Engines of the World, EuroSys, Hofgasse 8, 2021
- <span>html@petrov.example</span> Looms of the World, SOSP, 2020, <a href="mailto:link@petrov.example">write</a>

## Awards

- Best Paper Award, EuroSys, 2021 (mail prize@petrov.example, tel. 089 5551243)
"""
CANARIES = (
    *("Gartenweg", "Frontweg", "Rosenstraße", "12 Main", "Forbes", "Wiesenweg", "rue de la Paix", "Via Roma"),
    *("Keizersgracht", "Lindenallee", "Uferdamm", "Talweg", "Hofgasse", "80331", "80333", "80335", "80337", "15213"),
    *("nina@", "front@", "query@", "tum DOT", "home dot", "second [at]", "second@", "looms@", "phd@", "notes@"),
    *(
        "html@",
        "link@",
        "prize@",
        "query%40",
        *(f"555{number}" for number in (" 1236", " 1241", "0001", *range(1234, 1244))),
    ),
)


def planted(directory: Path, canaries: tuple[str, ...] = CANARIES) -> list[tuple[str, str]]:
    """Return the canaries that are in the files below a directory.

    The store's own log is full of times and sizes, some of which are postcodes by chance.
    """
    files = [path for path in directory.rglob("*") if path.is_file()]
    found = [(one, path.name) for path in files for one in canaries if one.encode() in path.read_bytes()]
    return [(one, name) for one, name in found if not (name == "LOG" and one.isdigit())]


@pytest.mark.thorough
@pytest.mark.parametrize("suffix", ["md", "html"])
def test_no_contact_of_a_cv_reaches_a_release(project: Path, kg: Command, suffix: str) -> None:
    cv = project / f"cv.{suffix}"
    cv.write_text(HEAD + SECTIONS if suffix == "md" else as_html(HEAD + SECTIONS), encoding="utf-8")
    profile = project / "profiles" / "nina-petrov.yaml"

    assert kg("extract", cv, "-o", profile).code == 0
    profile.read_text(encoding="utf-8").index("A Walk Down Baker Street")
    assert kg("build", project).code == 0

    assert planted(Path("build")) == []
    exported = kg("export", "--evidence", "--format", "trig").out
    assert [one for one in CANARIES if one in exported] == []
    assert "A Walk Down Baker Street" in exported
    assert "github.com/ninap" in exported


def as_html(markdown: str) -> str:
    return f"<html><body>{MarkdownIt().render(markdown.split('---', 2)[2])}</body></html>"


def test_a_postal_address_is_known_in_the_usual_forms() -> None:
    for address in (
        "Gartenweg 7, 80331 München", "Rosenstraße 14", "Unter den Linden 6, 10099 Berlin",
        "Bahnhofstrasse 3, 8001 Zürich", "12 Main Street, Dublin 2",
        "5000 Forbes Avenue, Gates Hall 9012, Pittsburgh, PA 15213", "10 Downing Street, London SW1A 2AA",
        "12 rue de la Paix, 75002 Paris", "Calle Mayor 5, 28013 Madrid", "Keizersgracht 123, 1015 CJ Amsterdam",
        "Bahnhofplatz 2, 9000 St. Gallen",
    ):  # fmt: skip
        assert addresses(f"At {address}; since 2019") == [address]
        assert addresses(f"At {address}. Call me.") == [address]


def test_what_only_looks_like_an_address_stays() -> None:
    for text in (
        "Wall Street Journal 7, 2019", "12 Wall Street Journal articles", "Spring 2019, Spring 21, Monitoring 7",
        "Nature 12, 1234-1240, 2020", "Physical Review Letters 120, 80331 (2018)",
        "Technical University of Munich, 80331 München, 2019", "NeurIPS 35, 12345 Pages",
        "pp. 5000-5010, Pittsburgh, PA 15213", "Potsdamer Platz 2019",
    ):  # fmt: skip
        assert addresses(text) == []


@pytest.mark.parametrize("unit", ["Aa ", "1 Aa ", "12 rue de ", "Aaweg 1, Bb, ", "5 Aa Ave, ", "5 Aa Bb, Cc, "])
def test_addresses_are_looked_for_with_work_in_proportion_to_the_text(unit: str) -> None:
    def search(size: int) -> None:
        addresses(unit * (size // len(unit)) + "1")

    linear(search, 2_000)
    with ends():
        search(100_000)


@pytest.mark.parametrize("name", ["ada-vane.md", "bo-quist.html", "lise-orme.md", "mina-tarr.tex"])
def test_nothing_but_contacts_is_blanked_out(name: str) -> None:
    facts = [fact for fact in extraction.extract([ROOT / "tests" / "data" / "cvs" / name]).facts if fact.section]

    assert len(facts) >= 6
    for fact in facts:
        assert clean_drafted(fact.quote.text, is_quote=True) == fact.quote.text
        assert clean(fact.values, clean_drafted) == fact.values


def test_of_a_line_with_contacts_a_quote_keeps_what_says_the_value() -> None:
    line = (
        "Gartenweg sieben, 80331 München · nina at petrov dot example · 0171-5551234 · github.com/ninap · PhD student"
    )

    assert _saying(line, ["https://github.com/ninap"]) == "github.com/ninap"
    assert _saying(line, ["PhD student"]) == "PhD student"
    assert _saying(line, ["Professor"]) == ""
    assert _saying("Nina Petrov", ["N. Petrov"]) == "Nina Petrov"


def test_a_street_in_a_title_stays_and_an_e_mail_address_in_a_query_goes() -> None:
    assert clean({"title": "Along 12 Main Street"}, clean_drafted) == {"title": "Along 12 Main Street"}
    assert clean("https://example.org/?mail=a%40b.example", clean_drafted) == "https://example.org/"
    assert clean_drafted("nina at petrov dot example, at the dot product", is_quote=True) == (
        "[removed], at the dot product"
    )
