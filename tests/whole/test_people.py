"""The benchmarks of labelled people, on a few lines of each form."""

from pathlib import Path

from aminer import group
from people import answered, explain, quality, read, resolve, tables

_WORK = """<publication><title>{title}</title><year>1843</year><authors>{authors}</authors><jconf>null</jconf>
<label>{label}</label><organization>{place}</organization></publication>"""
_WORKS = [
    ("Looms & Mills", "Charles Babbage,Wei Wang", 1, "null"),
    ("Mills Again", "Wei Wang,Charles Babbage", 1, "Turin University"),
    ("Tides", "Wei Wang", 2, "Bin University"),
    ("Salt Tides", "Wei Wang", 2, "Bin University"),
    ("Nobody Is Meant", "Charles Babbage", 2, "null"),
]
_PEOPLE = """
- canonical: {first: Ada, last: Vane}
  variants: [{first: Ada M., last: Vane}]
- {canonical: {first: Bo, last: Quist}, id: bo-quist-lund}
- {canonical: {first: Bo, last: Quist}, id: bo-quist-graz}
"""
_VOLUME = """<collection id="L43"><volume id="1"><meta><booktitle>Notes on Looms</booktitle><year>1843</year></meta>
<paper id="1"><title>Looms of <fixed-case>J</fixed-case>acquard</title>
 <author><first>Ada</first><last>Vane</last></author>
 <author id="bo-quist-lund"><first>Bo</first><last>Quist</last></author></paper>
<paper id="2"><title>More Looms</title><author><first>Ada M.</first><last>Vane</last></author></paper>
<paper id="3"><title>Nobody Is Known</title><author><first>Bo</first><last>Quist</last></author></paper>
</volume></collection>"""


def test_clusters_are_compared_with_labels_as_joined_and_as_answered(tmp_path: Path) -> None:
    publications = [
        _WORK.format(title=title, authors=authors, label=label, place=place) for title, authors, label, place in _WORKS
    ]
    (tmp_path / "Wei Wang.xml").write_text(f"<person>{''.join(publications)}</person>")

    found = resolve(read(tmp_path))

    assert [(author.label, author.place) for author in found.authors] == [("1", 1), ("1", 0), ("2", 0), ("2", 0)]
    assert found.joined[0] == found.joined[1]
    assert len(set(found.joined[1:])) == 3
    assert quality(found.authors, found.joined)[:2] == (1.0, 0.75)
    assert quality(found.authors, answered(found)).f1 == 1.0
    assert "0 wrong, 1 right by co_author name title_words" in [*explain(found, 1)]
    assert any(line.startswith("| han | 4 |") for line in tables(found))


def test_names_are_grouped_by_the_family_name_unless_they_are_initials() -> None:
    assert [group(name) for name in ("Wei Wang", "W. Wang", "Ada Lovelace")] == ["han", "initials", "western"]


def test_authors_of_an_anthology_are_known_by_id_or_by_a_name_that_one_person_has(tmp_path: Path) -> None:
    for name, text in {"yaml/name_variants.yaml": _PEOPLE, "xml/L43.xml": _VOLUME}.items():
        (tmp_path / "data" / name).parent.mkdir(parents=True)
        (tmp_path / "data" / name).write_text(text)

    first, second = read(tmp_path)

    assert [(author.label, *author.groups) for author in first.authors] == [
        ("Ada Vane", "several spellings"),
        ("bo-quist-lund", "one spelling"),
    ]
    (publication,) = first.record.profile.publications
    assert (publication.title, publication.venue, publication.year) == ("Looms of Jacquard", "Notes on Looms", 1843)
    assert [author.place for author in second.authors] == [0]


def test_each_label_is_in_one_part(tmp_path: Path) -> None:
    for name in ("Wei Wang", "Bo Quist", "Ada Vane", "Cy Dorn"):
        work = _WORK.format(title="Tides", authors=name, label=1, place="null")
        (tmp_path / f"{name}.xml").write_text(f"<person>{work}</person>")

    parts = [{author.name for work in read(tmp_path, part) for author in work.authors} for part in ("develop", "judge")]

    assert all(parts)
    assert parts[0].isdisjoint(parts[1])
    assert len(parts[0] | parts[1]) == 4
