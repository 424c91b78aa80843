"""Messages printed to stderr, and the lists and help that commands print."""

import re
import shlex
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kg.base.errors import NOT_IMPORTED, ConfigError, Problem, counted

if TYPE_CHECKING:
    from kg.pipeline.result import BuildResult
    from kg.profile.drafts.changes import EntryChange
    from kg.profile.drafts.writing import Revision
    from kg.store.questions import Query
    from kg.store.release import Release
    from kg.validation.report import Report

_LEFT_OUT = {"entries": ("entry", "entries"), "fields": ("value", "values")}
MAX_FILES = 10
"""In how many files warnings of one kind are shown; of the others only the number is said."""

MAX_PLACES = 5
MAX_KEYS = 60
_INDEX = re.compile(r"\[\d+\]")
_QUOTED = re.compile(r"['\"„“‘].*['\"”’]", re.DOTALL)


def tell(*lines: str) -> None:
    """Print lines on stderr."""
    for line in lines:
        typer.echo(line, err=True)


@contextmanager
def extra(name: str, message: str, instead: str = "") -> Iterator[None]:
    """Import what an extra brings; raises ConfigError with how to install it if a package is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        hint = f"install it: pip install 'profile-kg[{name}]'{instead}"
        raise ConfigError(f"{message}: {error.name} is not installed", hint=hint) from error


# Warnings: those of one kind in one file are one line, and all of them are counted.


def say(problems: Iterable[Problem], label: str = "warning") -> None:
    """Print problems on stderr, folded, each line with a label in front."""
    tell(*(f"{label}: {line}" for line in folded(list(problems))))


def folded(problems: Sequence[Problem]) -> Iterator[str]:
    """Yield a line for all problems of one kind in one file: the first in full, the places of the next, and how many.

    Two problems are of one kind if they are about the same field and differ only in what they quote. A key that is not
    imported is one line for all files.

    >>> list(folded([Problem(f"no year in '{n}'", Path("a.yaml"), n, hint="add it") for n in (3, 5, 9)]))
    ["a.yaml:3: no year in '3' (add it); 2 more like it, at lines 5 and 9"]
    """
    kinds: dict[tuple[str, ...], dict[Path | None, list[Problem]]] = defaultdict(lambda: defaultdict(list))
    keys: dict[str, list[Problem]] = defaultdict(list)
    for problem in problems:
        if problem.rule == NOT_IMPORTED:
            keys[problem.message].append(problem)
            continue
        kind = _QUOTED.sub("…", problem.message), problem.hint, _INDEX.sub("[]", problem.field)
        kinds[kind][problem.path].append(problem)
    for files in kinds.values():
        several = list(files.values())
        yield from map(_line, several[:MAX_FILES])
        if rest := several[MAX_FILES:]:
            one, number = _line(rest[0][:1]), sum(map(len, rest))
            where = f"in {counted(len(rest), 'more file')}"
            yield one if number == 1 else f"{one}; {number:,} like it {where}"
    summed = [replace(several[0], places=sum(each.places for each in several)) for several in keys.values()]
    yield from (_line([each]) for each in summed[:MAX_KEYS])
    if len(summed) > MAX_KEYS:
        yield f"{len(summed) - MAX_KEYS:,} more keys are not imported"


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


def contents(revision: "Revision") -> str:
    """Return what a profile holds now, in words: `name, homepage, publications (12), education (1)`."""
    from kg.terms.declaration import kg_declaration

    counts = Counter(entry.section for entry in revision.entries if entry.section)
    fields = (entry.key for entry in revision.entries if not entry.section)
    labels = {key: each.label for key, each in kg_declaration().person.fields.items()}
    sections = (f"{labels.get(key, key).lower()} ({count:,})" for key, count in counts.items())
    return ", ".join([*fields, *sections])


def changes_text(changes: "Iterable[EntryChange]") -> str:
    """Return what changed in a profile, in words: `publications: 2 new, 1 changed; person: 1 also stated`."""
    of_sections: dict[str, Counter[str]] = {}
    for each in changes:
        of_sections.setdefault(each.section, Counter())[each.what] += 1
    return "; ".join(
        f"{section}: {', '.join(f'{count:,} {what}' for what, count in counts.items())}"
        for section, counts in of_sections.items()
    )


# Builds and releases.


def counts_text(counts: Mapping[str, int]) -> str:
    """Return counts in words: `5 profiles, 152 people and 32 works`."""
    from kg.terms.labels import NOUNS

    nouns = {key: (key.removesuffix("s"), key) for key in ("profiles", "catalogues")}
    nouns |= {**NOUNS, "quads": ("quad", "quads")}
    parts = [counted(counts[key], *forms) for key, forms in nouns.items() if key in counts]
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def show_warnings(warnings: Iterable[Problem], left_out: Iterable[Problem]) -> None:
    """Print what is odd in the input of a build, and what was left out."""
    say(warnings)
    say(left_out, "left out")


def show_outcome(outcome: "BuildResult", *, seconds: float, project: Path | None = None) -> None:
    """Print the result of a build of a project as the user named it; the report in full only without a release.

    What is odd in catalogues, which other programs wrote, is counted; kg validate shows it.
    """
    from kg.validation import renderings

    is_kept = outcome.release is not None
    ours = (each for each in outcome.warnings if not (is_kept and each.path and each.path.parent.name == "catalogues"))
    show_warnings(ours, outcome.left_out)
    if outcome.report is not None and not is_kept:
        _show_refusal(outcome.found)
        return
    odd = renderings.of_files(outcome.found)
    if is_kept and not outcome.is_new:
        tell(f"Nothing has changed; the release holds {_built_text(outcome.counts)}{odd}.")
        return
    numbers = ((what, outcome.account[what]["left_out"]) for what in ("entries", "fields"))
    left = " and ".join(counted(number, *_LEFT_OUT[what]) for what, number in numbers if number)
    more = f"; left out: {left} (kg info --account)" if left else ""
    tell(f"Built {_built_text(outcome.counts)} in {seconds:.1f} s{more}.")
    if outcome.report is None:
        tell(f"The graph was not validated{odd}.")
        return
    details = ""
    if outcome.found.results or outcome.found.files:
        details = f" See them with: kg validate{f' {shlex.quote(str(project))}' if project else ''}"
    tell(renderings.verdict(outcome.found) + details)
    if sys.stderr.isatty():
        tell("Next: kg serve, or kg publish site; kg review --web --all asks what is doubtful")


def _built_text(counts: Mapping[str, int]) -> str:
    """Return counts in words, without that of quads, which kg info has."""
    return counts_text({key: number for key, number in counts.items() if key != "quads"})


def _show_refusal(report: "Report") -> None:
    from kg.validation import renderings

    typer.echo(renderings.text(report), err=True, nl=False)
    typer.echo("No release was made; the previous one stays.", err=True)


def manifest_lines(release: "Release") -> Iterator[str]:
    """Yield what a release holds, a line each."""
    from kg.validation import renderings

    manifest = release.manifest
    yield f"title      {manifest['title']}"
    yield f"base       {manifest['base']}"
    yield f"licence    {manifest['license']}"
    yield f"release    {release.path}{', an internal view' if release.is_internal else ''}"
    yield f"made by    kg {manifest['kg']}"
    yield f"holds      {counts_text(manifest['counts'])}"
    yield f"validated  {renderings.numbers(manifest['results']) if manifest['validated'] else 'no'}"


# Questions.


def option(name: str) -> str:
    """Return the option of a question's parameter: `--event-series`."""
    return f"--{name.replace('_', '-')}"


def list_of(groups: Mapping[str, Sequence["Query"]]) -> str:
    """Return named questions by subject, a line each, with their parameters."""
    width = max((len(query.name) for queries in groups.values() for query in queries), default=0)
    lines: list[str] = []
    for subject, queries in groups.items():
        lines += [f"{subject}:"]
        for query in queries:
            parameters = query.header.parameters.items()
            shown = " ".join(option(name) if each.required else f"[{option(name)}]" for name, each in parameters)
            lines += [f"  {query.name:<{width}}  {query.header.summary}{f'  ({shown})' if shown else ''}"]
        lines += [""]
    return "\n".join([*lines, "Ask one with 'kg query NAME'; 'kg query NAME --help' explains it."])


def help_of(query: "Query") -> str:
    """Return the help of a named question."""
    lines = [f"{query.header.summary}."]
    if query.header.description:
        lines += ["", query.header.description]
    if query.header.parameters:
        lines.append("")
    for name, parameter in query.header.parameters.items():
        need = "" if parameter.required else " (optional)"
        usage = f"{option(name)} {parameter.type.upper()}"
        lines.append(f"  {usage:<28} {parameter.description}{need}, such as {parameter.example}")
    return "\n".join([*lines, "", "Example:", f"  {query.usage}", "", "Options of all questions: kg query --help"])
