import io
import resource
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.base.errors import KgError
from kg.base.files import sort_text

SIZES = st.integers(min_value=1, max_value=60)


def cut(text: bytes) -> Iterator[tuple[str, bytes]]:
    return ((line.decode().partition(" ")[0], line) for line in io.BytesIO(text))


def portions(text: bytes, size: int) -> list[bytes]:
    return [text[start : start + size] for start in range(0, len(text), size)]


def sorted_lines(given: list[bytes], run: int) -> list[bytes]:
    return [line for _, line in sort_text(lambda write: [write(each) for each in given], cut, run=run)]


@given(st.lists(st.text("ab 1", max_size=9).map(lambda text: f"{text}\n".encode())), SIZES, SIZES)
def test_any_lines_in_any_portions_come_out_as_if_sorted_at_once(lines: list[bytes], portion: int, run: int) -> None:
    found = sorted_lines(portions(b"".join(lines), portion), run)

    assert found == sorted(lines, key=lambda line: next(cut(line))[0])


def test_a_full_disk_is_told_with_what_to_do() -> None:
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, limit[1]))
    try:
        with pytest.raises(KgError, match="a temporary file for sorting cannot be written") as error:
            sorted_lines([b"a" * 99 + b"\n"] * 10_000, 1 << 17)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)

    assert "TMPDIR" in error.value.hint
