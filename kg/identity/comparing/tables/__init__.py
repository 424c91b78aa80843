"""Tables of what is known of names beforehand: our own estimates and lists, one `.tsv` file each."""

from collections.abc import Iterator
from importlib.resources import files


def table(name: str) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a table."""
    text = (files(__name__) / f"{name}.tsv").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            yield tuple(line.split("\t"))
