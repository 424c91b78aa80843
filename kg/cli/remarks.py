"""Say warnings on stderr: those of one kind in one file are one line, and all of them are counted."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kg.base.errors import Problem, counted

if TYPE_CHECKING:
    from kg.profile.drafts.writing import Revision

MAX_FILES = 10
"""In how many files warnings of one kind are shown; of the others only the number is said."""

MAX_PLACES = 5
_NOUNS = {
    "education": ("degree", "degrees"),
    "teaching": ("course taught", "courses taught"),
    "service": ("service entry", "service entries"),
}
_INDEX = re.compile(r"\[\d+\]")
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

    Two problems are of one kind if they are about the same field and differ only in what they quote.

    >>> list(folded([Problem(f"no year in '{n}'", Path("a.yaml"), n, hint="add it") for n in (3, 5, 9)]))
    ["a.yaml:3: no year in '3' (add it); 2 more like it, at lines 5 and 9"]
    """
    kinds: dict[tuple[str, ...], dict[Path | None, list[Problem]]] = defaultdict(lambda: defaultdict(list))
    for problem in problems:
        kind = _QUOTED.sub("…", problem.message), problem.hint, _INDEX.sub("[]", problem.field)
        kinds[kind][problem.path].append(problem)
    for files in kinds.values():
        several = list(files.values())
        yield from map(_line, several[:MAX_FILES])
        if rest := several[MAX_FILES:]:
            one, number = _line(rest[0][:1]), sum(map(len, rest))
            where = f"in {counted(len(rest), 'more file')}"
            yield one if number == 1 else f"{one}; {number:,} like it {where}"


def contents(revision: "Revision") -> str:
    """Return what stands in a profile now, in words: `name, homepage, 12 publications, 1 degree`."""
    counts = Counter(entry.section for entry in revision.entries if entry.section)
    fields = (entry.key for entry in revision.entries if not entry.section)
    return ", ".join([*fields, *(counted(count, *_noun(section)) for section, count in counts.items())])


def _noun(section: str) -> tuple[str, str]:
    """Return what one entry of a section is called, and several."""
    return _NOUNS.get(section, (section.removesuffix("s"), section))


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
