"""Records are written as lists of works, each by habits of its own, with their fields where they stand."""

import gzip
import json
from pathlib import Path

from training.grammar import Work, written_lists

RECORD = {
    "title": "Notes on the Engine", "container-title": "Scientific Memoirs", "volume": 3, "issue": 1, "page": "666-731",
    "publisher": "Gauthier", "publisher-place": "Paris", "issued": {"date-parts": [[2013, 8]]},
    "author": [{"family": "Vane", "given": "Ada"}], "editor": [{"family": "Quist", "given": "Bo"}],
}  # fmt: skip


def written(path: Path, *records: dict[str, object]) -> Path:
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, records)).encode()))
    return path


def test_fields_are_marked_where_they_stand(tmp_path: Path) -> None:
    lists = list(written_lists(written(tmp_path / "records.jsonl.gz", *[RECORD] * 12), 60))
    found = {
        (label[2:], token.text)
        for each in lists
        for tokens, labels in each.entries
        for token, label in zip(tokens, labels, strict=True)
        if label[:2] == "B-"
    }

    assert {("title", "Notes"), ("container", "Scientific"), ("volume", "3"), ("date", "2013")} <= found
    assert {
        ("author", "Ada"),
        ("author", "A"),
        ("author", "VANE"),
        ("editor", "Bo"),
        ("publisher", "Gauthier"),
    } <= found
    assert {text for name, text in found if name == "title"} == {"Notes"}
    assert {word for each in lists for word in each.owner} == {"ada", "vane"}


def test_all_entries_of_a_list_have_its_habits_and_the_same_seed_makes_the_same_lists(tmp_path: Path) -> None:
    path = written(tmp_path / "records.jsonl.gz", *[RECORD] * 12)
    lists = list(written_lists(path, 20))
    orders = [
        {tuple(each for each in labels if each in ("B-author", "B-title")) for _, labels in one.entries}
        for one in lists
    ]

    assert all(len(each) == 1 for each in orders)
    assert len(set.union(*orders)) > 2
    assert lists == list(written_lists(path, 20))


def test_what_appeared_nowhere_or_has_too_many_authors_is_not_written() -> None:
    assert Work.of(RECORD)
    assert not Work.of({key: value for key, value in RECORD.items() if key not in ("container-title", "publisher")})
    assert not Work.of({**RECORD, "author": [{"family": "Vane", "given": "Ada"}] * 40})
