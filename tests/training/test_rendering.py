"""Records are written as lists of works have them, with their fields where they stand."""

import gzip
import json
from pathlib import Path

from training.rendering import STYLES, rendered

RECORD = {
    "title": "Notes on the Engine", "container-title": "Scientific Memoirs", "volume": 3, "issue": 1, "page": "666-731",
    "publisher": "Gauthier", "publisher-place": "Paris", "issued": {"date-parts": [[2013, 8]]},
    "author": [{"family": "Lovelace", "given": "Ada"}], "editor": [{"family": "Babbage", "given": "Charles"}],
}  # fmt: skip


def written(path: Path, *records: dict[str, object]) -> Path:
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, records)).encode()))
    return path


def test_each_style_has_its_fields(tmp_path: Path) -> None:
    found = list(rendered(written(tmp_path / "records.jsonl.gz", *[RECORD] * len(STYLES))))
    named = [[label.removeprefix("B-") for label in each.labels if label.startswith("B-")] for each in found]

    assert named[0] == ["title", "container", "volume", "issue", "date", "pages"]
    assert named[STYLES.index("{title}\n{author}\n*{container}*, {date}")] == ["title", "author", "container", "date"]
    assert len(named) == len(STYLES)
    assert "d=i" in found[0].items[found[0].labels.index("B-container")]


def test_a_record_is_not_written_in_a_style_of_which_it_lacks_a_field(tmp_path: Path) -> None:
    book = {key: value for key, value in RECORD.items() if key not in ("container-title", "volume", "page", "issue")}
    found = list(rendered(written(tmp_path / "records.jsonl.gz", *[book] * len(STYLES))))

    assert len(found) == sum("container" not in style and "pages" not in style for style in STYLES)
