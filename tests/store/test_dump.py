"""The dump: pieces that are packed apart and joined into one gzip file."""

import gzip
import io
import zlib
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.store import dump
from kg.store.dump import DumpChunk, DumpWriter, gathered, write_chunk
from tests.support.often import often


def joined(several: list[DumpChunk]) -> tuple[bytes, bytes, DumpWriter]:
    """Return the file, the lines that were yielded, and the dump."""
    file = io.BytesIO()
    whole = DumpWriter(file)
    lines = b"".join(whole.joined(several))
    return file.getvalue(), lines, whole


@settings(max_examples=often(100), deadline=None)
@given(st.lists(st.text(max_size=200), max_size=12))
def test_pieces_that_were_packed_apart_are_one_gzip_file(texts: list[str]) -> None:
    with TemporaryDirectory() as directory:
        several = [write_chunk(text.encode(), Path(directory) / str(number)) for number, text in enumerate(texts)]

        packed, lines, whole = joined(several)

    assert lines == "".join(texts).encode()
    assert gzip.decompress(packed) == lines
    assert whole.size == len(lines)


def test_it_is_a_single_member_which_browsers_unpack(tmp_path: Path) -> None:
    packed, lines, _ = joined([write_chunk(text.encode(), tmp_path / text) for text in ("one", "two")])
    unpacker = zlib.decompressobj(wbits=31)

    assert unpacker.decompress(packed) == lines
    assert unpacker.eof
    assert unpacker.unused_data == b""


def test_texts_are_gathered_whole_and_one_more_changes_few_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dump, "GATHERED", 100)
    texts = [f"{number}\n" for number in range(2_000)]

    before, after = ([*gathered(each)] for each in (texts, [*texts[:900], "new\n", *texts[900:]]))

    assert b"".join(before).decode() == "".join(texts)
    assert len(before) > 10
    assert all(100 <= len(each) <= 305 for each in before[:-1])
    assert len({*after} - {*before}) <= 2
    assert [*gathered([])] == []
