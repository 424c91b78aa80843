"""What is said to people: outcomes, lists of queries, help, contents of a release."""

import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import typer

from kg.build.result import Outcome
from kg.build.spark import Built
from kg.build.spark.merging import MergedRelease
from kg.cli import remarks
from kg.profile import account
from kg.store.questions import Query
from kg.store.release import Release
from kg.terms.labels import NOUNS
from kg.validation import renderings
from kg.validation.report import Report

_NOUNS = {"profiles": ("profile", "profiles"), **NOUNS, "quads": ("quad", "quads")}


def show_outcome(outcome: Outcome, *, seconds: float, project: Path | None = None) -> None:
    """Say on stderr what came of a build; results in full only where they hold the release back.

    Args:
        outcome: What came of it.
        seconds: How long it took.
        project: The project as the user named it, if at all.
    """
    show_warnings(outcome)
    if outcome.report is not None and outcome.release is None:
        _show_refusal(outcome.found)
        return
    if outcome.release is not None and not outcome.is_new:
        odd = renderings.of_files(outcome.found)
        typer.echo(f"Nothing has changed; the release holds {counted(outcome.counts)}{odd}.", err=True)
        return
    typer.echo(f"Built {counted(outcome.counts)} in {seconds:.1f} s.", err=True)
    typer.echo(account.in_words(outcome.account), err=True)
    if outcome.report is None:
        typer.echo(f"The graph was not validated{renderings.of_files(outcome.found)}.", err=True)
    else:
        typer.echo(renderings.verdict(outcome.found) + _details(outcome, project), err=True)


def show_merged(found: MergedRelease, *, seconds: float) -> None:
    """Say on stderr what came of a merge, as of a build.

    Args:
        found: What came of it.
        seconds: How long it took.
    """
    if found.release is None:
        _show_refusal(found.report or Report())
        return
    typer.echo(f"Merged {counted(found.release.manifest['counts'])} in {seconds:.1f} s.", err=True)
    if "account" in found.release.manifest:
        typer.echo(account.in_words(found.release.manifest["account"]), err=True)
    verdict = renderings.verdict(found.report) if found.report else "The graph was not validated."
    typer.echo(verdict, err=True)


def _show_refusal(report: Report) -> None:
    typer.echo(renderings.text(report), err=True, nl=False)
    typer.echo("No release was made; the former one stays.", err=True)


def show_warnings(outcome: Outcome | Built) -> None:
    """Say on stderr what is odd in the input."""
    remarks.say(outcome.warnings)
    remarks.say(outcome.left_out, "left out")


def counted(counts: Mapping[str, int]) -> str:
    """Return counts in words: `5 profiles, 152 people and 32 works`."""
    parts = [f"{counts[key]:,} {nouns[counts[key] != 1]}" for key, nouns in _NOUNS.items() if key in counts]
    return ", ".join(parts[:-1]) + f" and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def manifest_lines(release: Release) -> Iterator[str]:
    """Yield what a release holds, a line each."""
    manifest: Mapping[str, Any] = release.manifest
    yield f"title      {manifest['title']}"
    yield f"base       {manifest['base']}"
    yield f"licence    {manifest['license']}"
    yield f"release    {release.path}"
    yield f"made by    kg {manifest['kg']}"
    yield f"holds      {counted(manifest['counts'])}"
    yield f"validated  {renderings.numbers(manifest['results']) if manifest['validated'] else 'no'}"


def list_of(queries: Mapping[str, Query]) -> str:
    """Return the named questions, a line each, with their parameters."""
    width = max(len(name) for name in queries)
    lines = [f"{name:<{width}}  {query.header.summary}{_parameters(query)}" for name, query in queries.items()]
    return "\n".join([*lines, "", "Ask one with 'kg query NAME'; 'kg query NAME --help' explains it."])


def help_of(query: Query) -> str:
    """Return the help of a named question."""
    lines = [f"{query.header.summary}."]
    if query.header.description:
        lines += ["", query.header.description]
    if query.header.parameters:
        lines.append("")
    for name, parameter in query.header.parameters.items():
        need = "" if parameter.required else " (optional)"
        option = f"--{name.replace('_', '-')} {parameter.type.upper()}"
        lines.append(f"  {option:<28} {parameter.description}{need}, such as {parameter.example}")
    return "\n".join([*lines, "", "Example:", f"  {query.usage}", "", "Options of all questions: kg query --help"])


def _parameters(query: Query) -> str:
    shown = [
        f"--{name.replace('_', '-')}" if parameter.required else f"[--{name.replace('_', '-')}]"
        for name, parameter in query.header.parameters.items()
    ]
    return f"  ({' '.join(shown)})" if shown else ""


def _details(outcome: Outcome, project: Path | None) -> str:
    found = outcome.found
    if not found.results and not found.files:
        return ""
    return f" See them with: kg validate{f' {shlex.quote(str(project))}' if project else ''}"
