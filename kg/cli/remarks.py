"""Say warnings on stderr: those of one kind in one file are one line, and all of them are counted."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import typer

from kg.errors import Problem

MAX_FILES = 10
"""In how many files warnings of one kind are shown; of the others only the number is said."""

MAX_PLACES = 5
_QUOTED = re.compile(r"['\"„“‘].*['\"”’]", re.DOTALL)


def say(problems: Iterable[Problem], label: str = "warning") -> None:
    """Print problems on stderr, folded.

    Args:
        problems: What to say.
        label: What stands in front of each line.
    """
    for line in folded(list(problems)):
        typer.echo(f"{label}: {line}", err=True)


def folded(problems: Sequence[Problem]) -> Iterator[str]:
    """Yield a line for all problems of one kind in one file: the first in full, the places of the next, and how many.

    Two problems are of one kind if they differ only in what they quote.

    >>> list(folded([Problem(f"no year in '{n}'", Path("a.yaml"), n, hint="add it") for n in (3, 5, 9)]))
    ["a.yaml:3: no year in '3' (add it); 2 more like it, at lines 5 and 9"]
    """
    kinds: dict[tuple[str, str], dict[Path | None, list[Problem]]] = defaultdict(lambda: defaultdict(list))
    for problem in problems:
        kinds[_QUOTED.sub("…", problem.message), problem.hint][problem.path].append(problem)
    for files in kinds.values():
        several = list(files.values())
        yield from map(_line, several[:MAX_FILES])
        if rest := several[MAX_FILES:]:
            one, number = _line(rest[0][:1]), sum(map(len, rest))
            where = f"in {counted(len(rest), 'more file')}"
            yield one if number == 1 else f"{one}; {number:,} like it {where}"


def counted(count: int, noun: str, nouns: str = "") -> str:
    """Return a number with its noun: `1 entry`, `2 entries`.

    >>> counted(1, "entry", "entries"), counted(2, "entry", "entries"), counted(1200, "line")
    ('1 entry', '2 entries', '1,200 lines')
    """
    return f"{count:,} {noun if count == 1 else nouns or f'{noun}s'}"


def _line(problems: Sequence[Problem]) -> str:
    first, *more = problems
    line = f"{first} ({first.hint})" if first.hint else str(first)
    if not more:
        return line
    lines = [f"{number:,}" for number in dict.fromkeys(each.line for each in more) if number and number != first.line]
    shown = lines[:MAX_PLACES]
    if len(lines) > MAX_PLACES:
        places = f", at lines {', '.join(shown)} …"
    elif len(lines) > 1:
        places = f", at lines {', '.join(shown[:-1])} and {shown[-1]}"
    else:
        places = f", at line {shown[0]}" if shown else ""
    return f"{line}; {len(more):,} more like it{places}"
