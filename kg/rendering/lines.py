"""Lines made of what the graph says: plain text, names, links, joined with what stands between them."""

from collections.abc import Iterable, Sequence

from kg.pages.addresses import Address
from kg.pages.charts.text import clean
from kg.rendering.model import Line, Run


def plain(text: str) -> Line:
    """Return a text as a line; whitespace of any kind is one space, and what turns the direction is left out."""
    cleaned = clean(text)
    return (Run(cleaned),) if cleaned else ()


def strong(text: str) -> Line:
    """Return a text that stands out."""
    return tuple(Run(run.text, is_strong=True) for run in plain(text))


def emphasis(text: str) -> Line:
    """Return a text in italics."""
    return tuple(Run(run.text, is_emphasis=True) for run in plain(text))


def link(address: Address) -> Line:
    """Return a place on the web by its label."""
    return tuple(Run(run.text, href=address.href) for run in plain(address.label))


def links(addresses: Iterable[Address], between: str = " · ") -> Line:
    """Return places on the web, one after the other."""
    return joined((link(address) for address in addresses), between)


def joined(parts: Iterable[Line], between: str = ", ") -> Line:
    """Return lines as one, with a text between them; empty ones are left out.

    >>> text_of(joined((plain("Ph.D."), (), plain("Computer Science"))))
    'Ph.D., Computer Science'
    """
    found: list[Run] = []
    for part in filter(None, parts):
        found += ((Run(between),) if found else ()) + part
    return tuple(found)


def kept(*lines: Line) -> tuple[Line, ...]:
    """Return those lines that say something."""
    return tuple(filter(None, lines))


def labelled(label: str, line: Line) -> Line:
    """Return a line with a label before it, or nothing if there is nothing to label."""
    return (Run(f"{label}: "), *line) if line else ()


def ended(line: Line) -> Line:
    """Return a line with a full stop at its end, unless it ends with one or with a question or exclamation."""
    return (*line, Run(".")) if line and not text_of(line).rstrip("”’").endswith((".", "?", "!")) else line


def text_of(line: Line) -> str:
    """Return what a line says, without its looks."""
    return "".join(run.text for run in line)


def listed(names: Sequence[str], last: str = "and") -> str:
    """Return names as a sentence lists them.

    >>> listed(["Ada"]), listed(["Ada", "Charles"]), listed(["Ada", "Charles", "Mary"])
    ('Ada', 'Ada and Charles', 'Ada, Charles and Mary')
    """
    *front, final = names or [""]
    return f"{', '.join(front)} {last} {final}" if front else final
