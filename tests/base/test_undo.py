"""Undo and redo give back the bytes, and never what somebody else wrote."""

from contextlib import suppress
from pathlib import Path

import pytest

from kg.base.errors import ConfigError, ReadError
from kg.base.undo import UndoHistory, write_bytes


def changed(history: UndoHistory, path: Path, content: bytes) -> None:
    with history.change([path], content.decode()):
        write_bytes(path, content)


def test_changes_are_undone_and_redone_to_the_byte(tmp_path: Path) -> None:
    path, history = tmp_path / "a", UndoHistory()
    path.write_bytes(b"one\r\n\xff")
    changed(history, path, b"two")
    changed(history, path, b"two")  # nothing changes, and nothing is noted
    changed(history, path, b"three")

    assert (history.undo(), path.read_bytes()) == (("three", [(path, b"two", b"three")]), b"two")
    history.undo()
    assert path.read_bytes() == b"one\r\n\xff"
    assert history.undo() is None

    history.redo()
    assert path.read_bytes() == b"two"
    changed(history, path, b"other")
    assert history.redo() is None, "after another change there is nothing to redo"


def test_what_somebody_else_wrote_since_is_kept(tmp_path: Path) -> None:
    path, history = tmp_path / "a", UndoHistory()
    changed(history, path, b"one")
    path.write_bytes(b"theirs")

    with pytest.raises(ReadError, match="changed by somebody else since: nothing was undone"):
        history.undo()
    assert path.read_bytes() == b"theirs"

    path.write_bytes(b"one")
    history.undo()
    path.write_bytes(b"theirs")
    with pytest.raises(ReadError, match="nothing was redone"):
        history.redo()


def test_files_that_were_changed_together_are_undone_together_or_not_at_all(tmp_path: Path) -> None:
    one, other, history = tmp_path / "one", tmp_path / "other", UndoHistory()
    with history.change([one, other, tmp_path / "third"], "both"):
        write_bytes(one, b"1")
        write_bytes(other, b"2")

    other.write_bytes(b"theirs")
    with pytest.raises(ReadError, match="other: the file was changed by somebody else"):
        history.undo()
    assert one.read_bytes() == b"1"

    other.write_bytes(b"2")
    assert history.undo() is not None
    assert (one.exists(), other.exists()) == (False, False)


def test_what_was_written_before_an_error_can_be_undone(tmp_path: Path) -> None:
    path, history = tmp_path / "a", UndoHistory()
    with suppress(ConfigError), history.change([path], "half"):
        write_bytes(path, b"1")
        write_bytes(path / "b", b"2")

    assert history.undo() is not None
    assert not path.exists()
