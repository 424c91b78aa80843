"""Damage documents in the ways in which files and people do."""

import random
from collections.abc import Callable

_STRANGE = "\u202e\u200b\ufeff\x00\x0b\u0301\U000e0001\ud7a4\ufffe\U0001f600\ufdfa\u2028\u200f\xdf"
_ENCODINGS = ("latin-1", "utf-16", "utf-8-sig", "cp1252", "gb18030", "shift_jis")
_OPENINGS = ("[", "(", "> ", "- ", "**", "<div>", "<ul><li>", "<table><tr><td>", "{%", "$", "[a](", "<!--", "|a")
_PIECES = ("A. ", "Vane, A., ", "A. Day, ", "and ", "a", "2019 ", "(2019) ", "\u201c", "| x ", "&amp;", "In Proc. ")


def damaged(text: str, seed: int) -> bytes:
    """Return a text damaged in one to three ways; the last of them may leave bytes that are no text."""
    rng = random.Random(f"damage {seed}")  # noqa: S311  (no secret)
    for _ in range(rng.randint(0, 2)):
        text = rng.choice(_DAMAGES)(text, rng).decode("utf-8", "replace")
    return rng.choice(_DAMAGES)(text, rng)


def flipped(data: bytes, seed: int) -> bytes:
    """Return a binary file cut short or with some bytes changed."""
    rng = random.Random(f"bytes {seed}")  # noqa: S311  (no secret)
    if rng.random() < 0.3:
        return data[: rng.randrange(len(data))]
    changed = bytearray(data)
    for _ in range(rng.randint(1, 60)):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def _cut(text: str, rng: random.Random) -> bytes:
    data = text.encode("utf-8", "surrogatepass")
    return data[: rng.randrange(len(data) + 1)]


def _encoded(text: str, rng: random.Random) -> bytes:
    """Half of it in another encoding, as when files are pasted together."""
    half = rng.randrange(len(text) + 1)
    return text[:half].encode() + text[half:].encode(rng.choice(_ENCODINGS), "replace")


def _shuffled(text: str, rng: random.Random) -> bytes:
    lines = text.splitlines(keepends=True)
    rng.shuffle(lines)
    return "".join(lines).encode()


def _glued(text: str, rng: random.Random) -> bytes:
    share = rng.random()
    return "".join(letter for letter in text if letter not in " \n" or rng.random() > share).encode()


def _strange(text: str, rng: random.Random) -> bytes:
    letters = list(text)
    for _ in range(rng.randint(1, 400)):
        letters.insert(rng.randrange(len(letters) + 1), rng.choice(_STRANGE))
    return "".join(letters).encode("utf-8", "replace")


def _repeated(text: str, rng: random.Random) -> bytes:
    """One line or one word without end, or brackets, lists or tags in one another that nobody closes."""
    where, piece = rng.randrange(len(text) + 1), rng.choice((*_OPENINGS, *_PIECES))
    return (text[:where] + piece * rng.randint(10, 5_000) + text[where:]).encode()


_DAMAGES: tuple[Callable[[str, random.Random], bytes], ...] = (_cut, _encoded, _shuffled, _glued, _strange, _repeated)
