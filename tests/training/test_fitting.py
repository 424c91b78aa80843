"""Models are made of labels and documents, the same each time; those of the package know what the code yields."""

import gzip
import json
import random
from pathlib import Path

import pytest

from kg.extract.documents import reading
from kg.extract.learned.entries import label
from kg.extract.learned.tokens import Styled, tokens_of
from kg.extract.learned.units import lines_of
from tests.support.labelled import ADA, labels_of, write_labels
from training.__main__ import main
from training.extraction import reading_with
from training.labels import DocumentLabels, LineLabel, digest_of, read_labels
from training.provenance import feature_hashes, sha256_of
from training.references import references
from training.sequences import (
    MODELS,
    LabelledList,
    LabelledSequence,
    sequences_of,
)

HERE = Path(__file__).parents[2] / "training"
FOLDER = HERE.parent / "kg" / "extract" / "models"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ada.md").write_text(ADA, encoding="utf-8")
    return tmp_path


def taught(labels: DocumentLabels, path: Path) -> tuple[list[LabelledSequence], list[LabelledList]]:
    found = list(sequences_of(labels, path))
    lines = [each for each in found if isinstance(each, LabelledSequence)]
    return lines, [each for each in found if isinstance(each, LabelledList)]


def test_a_document_teaches_its_lines_also_in_other_forms_and_the_fields_of_its_entries(folder: Path) -> None:
    lines, (works,) = taught(labels_of(folder / "ada.md"), folder / "ada.md")
    ((_, names),) = works.entries

    assert [each.labels for each in lines] == [["pub.H", "pub.H", "pub.B", "pub.H", "pub.B", "pub.B"]] * 3
    assert lines[0].items[0] == lines[1].items[0]
    assert len({str(each.items[4]) for each in lines}) > 1
    assert names[:6] == ["B-author", "I-author", "I-author", "I-author", "I-author", "O"]
    assert names.count("I-title") == 4
    assert (works.model, lines[0].times, works.times) == ("works", 1, 4)


def test_fields_keep_their_places_where_a_word_is_parted_at_the_end_of_a_line(tmp_path: Path) -> None:
    path = tmp_path / "ada.md"
    path.write_text("# Ada\n\n## Publications\n\n- Ada Lovelace. Notes on the\n  Engine, 2013.\n", encoding="utf-8")
    lines = lines_of(reading.read(path))
    given = [LineLabel(line.page, line.number, line.cell, digest_of(line), "pub", "B") for line in lines]
    text = " ".join(line.text for line in lines[2:])
    title = text.index("Notes")
    entry = {"first": 2, "last": len(lines) - 1, "kind": "pub", "fields": [["title", title, text.index(",")]]}
    data = {"document": "ada.md", "sha256": "", "lines": [list(line) for line in given], "entries": [entry]}
    ((_, names),) = taught(DocumentLabels.of(data), path)[1][0].entries

    assert [name for name in names if name != "O"] == ["B-title", "I-title", "I-title", "I-title"]


def test_references_of_others_are_learned_under_our_names(tmp_path: Path) -> None:
    text = "J. P. COLLMAN. Acc. Chem. Res. 10, 265 (1977);"
    spans = [[0, 13, "author"], [15, 30, "title:j"], [31, 33, "scope:vol"], [35, 38, "scope:pp"], [40, 44, "date"]]
    record = {"source": "a.tei.xml", "text": text, "spans": spans}
    with gzip.open(tmp_path / "grobid-citation.jsonl.gz", "wt", encoding="utf-8") as file:
        file.write(json.dumps(record))
    (found,) = references(tmp_path)
    ((_, names),) = found.entries

    assert [name for name in names if name.startswith("B-")] == [
        "B-author", "B-container", "B-volume", "B-pages", "B-date",
    ]  # fmt: skip


def test_an_entry_is_shown_with_the_habits_of_the_others_or_without() -> None:
    entries = [
        (tokens_of([Styled(f"Bo Quist, Looms {number}. "), Styled("Memoirs", italic=True)])[1], names)
        for number in range(4)
        for names in [["B-author", "I-author", "O", "B-title", "I-title", "O", "B-container"]]
    ]
    rows = [rows for rows, _ in LabelledList("pub", entries, times=20).shown(random.Random(1))]  # noqa: S311
    known = ["Corder=author title container" in row[0] for row in rows]

    assert 40 < sum(known) < 70
    assert {"Cs=container|I" in row[-1] for row, is_so in zip(rows, known, strict=True) if is_so} == {True}


@pytest.mark.thorough
def test_the_same_labels_make_the_same_models(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    labels = labels_of(folder / "ada.md")
    write_labels([labels], folder / "hand.jsonl.gz")
    options = ["--labels", str(folder), "--documents", str(folder)]
    for name, only in (("one", ()), ("other", ("--only", "works"))):
        assert main(["train", *options, *only, "--out", str(folder / name)]) == 0
    made = [sha256_of(folder / name / "works.crfsuite") for name in ("one", "other")]
    with reading_with(folder / "one"):
        read = [(each.kind, each.role) for each in label(lines_of(reading.read(folder / "ada.md")))]

    assert made[0] == made[1]
    assert made[0] in capsys.readouterr().out
    assert read == [(line.kind, line.role) for line in labels.lines]


def test_documents_that_are_held_out_are_not_learned_from(folder: Path) -> None:
    write_labels([labels_of(folder / "ada.md")], folder / "hand.jsonl.gz")
    options = ["--labels", str(folder), "--documents", str(folder), "--out", str(folder / "made")]

    assert main(["train", *options, "--held-out"]) == 0
    assert list((folder / "made").iterdir()) == []


def test_the_code_yields_what_the_models_of_the_package_were_trained_on() -> None:
    rows = [row.split("\t") for row in (FOLDER / "features.tsv").read_text("utf-8").splitlines() if row[0] != "#"]

    assert {name: features for name, features, *_ in rows} == feature_hashes()
    assert {name: digest for name, _, digest, _ in rows} == {
        name: sha256_of(FOLDER / f"{name}.crfsuite") for name in MODELS
    }


def test_committed_labels_are_of_listed_documents_and_hold_no_words() -> None:
    rows = (HERE / "documents.tsv").read_text("utf-8").splitlines()
    listed = {row.split("\t")[1] for row in rows if not row.startswith("#")}
    for path in sorted((HERE / "labels").glob("*.jsonl.gz")):
        several = list(read_labels(path))
        assert {each.sha256 for each in several} <= listed
        assert all(len(line.digest) == 12 for each in several for line in each.lines)
