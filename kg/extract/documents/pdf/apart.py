"""Read the pages of a PDF file in a process of its own, whose memory and time are bounded.

`main` is what runs there: the file comes in on stdin, and a page goes out as a line of JSON.
"""

import json
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kg.base import limits
from kg.base.errors import Problem, ReadError
from kg.extract.documents.pdf.glyphs import Font, Glyph, GlyphBox, GlyphPage, pages

MEMORY = 400 << 20
"""Bytes beyond what the process holds when it begins; a book of 300 pages takes a quarter of it."""

_KILLED = (-signal.SIGXCPU, -signal.SIGKILL)


def pages_of(content: bytes, path: Path) -> Iterator[GlyphPage]:
    """Yield the pages of a PDF file, the first `MAX_PAGES` of them.

    Raises:
        ReadError: If the file is damaged, protected by a password, or needs too much memory or time.
    """
    command = [sys.executable, "-P", "-c", f"from {__name__} import main; main()"]
    done = subprocess.run(command, input=content, capture_output=True, check=False)
    for line in done.stdout.splitlines():
        data = json.loads(line)
        if "message" in data:
            raise ReadError(Problem(data["message"], path, hint=data["hint"]))
        yield _page(data)
    if done.returncode:
        bound = (
            f"{limits.seconds_for(len(content))} seconds"
            if done.returncode in _KILLED
            else f"{MEMORY >> 20} MB of memory"
        )
        hint = "open it in a viewer and print it to PDF again"
        raise ReadError(Problem(f"cannot be read within {bound}", path, hint=hint))


def _page(data: dict[str, Any]) -> GlyphPage:
    fonts = [Font(*font) for font in data.pop("fonts")]
    glyphs = [
        Glyph(text, left, right, base, fonts[font], spaced, target)
        for text, left, right, base, font, spaced, target in data["glyphs"]
    ]
    boxes = {name: [GlyphBox(*box) for box in data[name]] for name in ("bullets", "rules")}
    return GlyphPage(**{**data, **boxes, "glyphs": glyphs})


def _line(page: GlyphPage) -> str:
    """Return a page as a line of JSON, in which each font stands once."""
    fonts: dict[Font, int] = {}
    glyphs = [
        (each.text, each.left, each.right, each.base, fonts.setdefault(each.font, len(fonts)), each.spaced, each.target)
        for each in page.glyphs
    ]
    return json.dumps({**page._asdict(), "glyphs": glyphs, "fonts": list(fonts)})


def _bound(size: int) -> None:
    """Cap memory and time of this process, which reads a file of some bytes, where the system allows it."""
    cap, seconds = (limits.held() or 1 << 30) + MEMORY, limits.seconds_for(size)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (cap, cap))


def main() -> None:
    """Write the pages of the file on stdin to stdout."""
    content = sys.stdin.buffer.read()
    _bound(len(content))
    try:
        for page in pages(content, Path("-")):
            sys.stdout.write(_line(page) + "\n")
    except ReadError as error:
        problem = error.problems[0]
        sys.stdout.write(json.dumps({"message": problem.message, "hint": problem.hint}) + "\n")
