"""The benchmark of labelled namesakes, on one name of a few lines."""

from pathlib import Path

from aminer import answered, explain, group, quality, read_works, resolve, tables

_WORK = """<publication><title>{title}</title><year>1843</year><authors>{authors}</authors><jconf>null</jconf>
<label>{label}</label><organization>{place}</organization></publication>"""
_WORKS = [
    ("Looms & Mills", "Charles Babbage,Wei Wang", 1, "null"),
    ("Mills Again", "Wei Wang,Charles Babbage", 1, "Turin University"),
    ("Tides", "Wei Wang", 2, "Bin University"),
    ("Salt Tides", "Wei Wang", 2, "Bin University"),
    ("Nobody Is Meant", "Charles Babbage", 2, "null"),
]


def test_clusters_are_compared_with_labels_as_joined_and_as_answered(tmp_path: Path) -> None:
    publications = [
        _WORK.format(title=title, authors=authors, label=label, place=place) for title, authors, label, place in _WORKS
    ]
    (tmp_path / "Wei Wang.xml").write_text(f"<person>{''.join(publications)}</person>")

    found = resolve(read_works(tmp_path))

    assert [(work.label, work.place) for work in found.works] == [("1", 1), ("1", 0), ("2", 0), ("2", 0)]
    assert found.joined[0] == found.joined[1]
    assert len(set(found.joined[1:])) == 3
    assert quality(found.works, found.joined)[:2] == (1.0, 0.75)
    assert quality(found.works, answered(found)).f1 == 1.0
    assert "0 wrong, 1 right by co_author name title_words" in [*explain(found, 1)]
    assert any(line.startswith("| han | 4 |") for line in tables(found))


def test_names_are_grouped_by_the_family_name_unless_they_are_initials() -> None:
    assert [group(name) for name in ("Wei Wang", "W. Wang", "Ada Lovelace")] == ["han", "initials", "western"]
