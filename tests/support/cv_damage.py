"""Damage documents in the ways in which files and people do, and read them as what they have become.

As a program it reads many in one process, so that a crash, a hang or a full memory ends that process only:

    python -m tests.support.cv_damage 0 100 3000      documents 0 to 99, in 3,000 MiB: one line of JSON each
"""

import json
import random
import resource
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from kg.base.errors import KgError
from kg.extract.extraction import extract
from tests.support.cv_styles import STYLES, render
from tests.support.work import ends

_STRANGE = "\u202e\u200b\ufeff\x00\x0b\u0301\U000e0001\ud7a4\ufffe\U0001f600\ufdfa\u2028\u200f\xdf"
_ENCODINGS = ("latin-1", "utf-16", "utf-8-sig", "cp1252", "gb18030", "shift_jis")
_OPENINGS = ("[", "(", "> ", "- ", "**", "<div>", "<ul><li>", "<table><tr><td>", "{%", "$", "[a](", "<!--")
_NAMES = ("A. ", "Lovelace, A., ", "and ", "A-", "A. Day, ", "Day A, ")
_PIECES = (
    *_NAMES,
    "a",
    "2019 ",
    "- ",
    "(2019) ",
    "\u201c",
    "*",
    "| x ",
    "&amp;",
    ".,",
    "Best Paper Award ",
    "In Proc. ",
)

Damage = Callable[[str, random.Random], bytes]


def mutate(text: str, seed: int) -> bytes:
    """Return a text damaged in one to three ways; the last of them may leave bytes that are no text."""
    rng = random.Random(f"damage {seed}")  # noqa: S311  (no secret)
    for _ in range(rng.randint(0, 2)):
        text = rng.choice(DAMAGES)(text, rng).decode("utf-8", "replace")
    return rng.choice(DAMAGES)(text, rng)


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


def _doubled(text: str, rng: random.Random) -> bytes:
    blocks = text.split("\n\n")
    where = rng.randrange(len(blocks))
    return "\n\n".join(blocks[:where] + blocks[where : where + 5] * rng.randint(2, 40) + blocks[where:]).encode()


def _strange(text: str, rng: random.Random) -> bytes:
    letters = list(text)
    for _ in range(rng.randint(1, 400)):
        letters.insert(rng.randrange(len(letters) + 1), rng.choice(_STRANGE))
    return "".join(letters).encode("utf-8", "replace")


def _nested(text: str, rng: random.Random) -> bytes:
    """Brackets, quotes, lists or tags in one another, far more than anybody closes."""
    deep = rng.randint(10, 3000)
    opening = rng.choice(_OPENINGS)
    where = rng.randrange(len(text) + 1)
    return (text[:where] + opening * deep + text[where:]).encode()


def _long(text: str, rng: random.Random) -> bytes:
    """One line or one word without end: what a slow regular expression cannot stand."""
    piece = rng.choice(_PIECES)
    where = rng.randrange(len(text) + 1)
    return (text[:where] + piece * rng.randint(100, 20_000) + text[where:]).encode()


def _table(text: str, rng: random.Random) -> bytes:
    rows, cells = rng.randint(2, 200), rng.randint(1, 60)
    head = "|a" * cells + "|\n" + "|-" * cells + "|\n"
    return (text + "\n\n" + head + ("|2019, B. Day" * cells + "|\n") * rows).encode()


DAMAGES: tuple[Damage, ...] = (_cut, _encoded, _shuffled, _glued, _doubled, _strange, _nested, _long, _table)


def damaged(seed: int, folder: Path) -> Path:
    """Write the damaged document of that number."""
    form = ("md", "html", "md", "html", "md", "html", "md", "docx")[seed % 8]
    path, _ = render(list(STYLES)[seed % len(STYLES)], form, seed % 50, folder)
    data = path.read_bytes()
    path.write_bytes(flipped(data, seed) if form == "docx" else mutate(data.decode(), seed))
    return path


def reports(paths: Iterator[Path]) -> Iterator[dict[str, object]]:
    """Read documents and say of each what came of it if not facts or a plain error; a hang counts as an error."""
    for path in paths:
        outcome = "read"
        try:
            with ends():
                extract([path])
        except KgError:
            outcome = "refused"
        except Exception as error:
            outcome = f"{type(error).__name__}: {error}"[:300]
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        yield {"name": path.name, "bytes": path.stat().st_size, "outcome": outcome, "peak": peak}


def main() -> None:
    """Read documents of the numbers that the arguments name."""
    first, last, megabytes = (int(argument) for argument in sys.argv[1:4])
    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, last):
            for report in reports(iter([damaged(seed, Path(folder))])):
                sys.stdout.write(json.dumps({"seed": seed, **report}) + "\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
