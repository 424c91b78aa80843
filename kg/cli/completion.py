"""Shell completion of questions, their options, and the things of a release.

A release is that of `--release` or `KG_RELEASE`, else the one in `build/` of the working directory or the nearest one
above it. Completion never fails: without a release, or with a broken one, it offers what kg itself knows.
"""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from kg.base.errors import KgError
from kg.cli.places import BUILD, releases

if TYPE_CHECKING:
    from kg.store.questions import Query
    from kg.store.release import Release

_MOST = 30


def complete_question(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Return the questions whose names begin so, with their summaries."""
    from kg.store.questions import queries

    release = _release(ctx)
    known = release.queries if release else queries()
    return [(name, each.header.summary) for name, each in known.items() if name.startswith(incomplete)]


def complete_thing(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Return slugs of things, each with its kind before it, and their names."""
    return list(_things(ctx, incomplete))


def complete_person(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Return slugs of people, and their names."""
    return list(_things(ctx, incomplete, "person"))


def complete_style(incomplete: str) -> list[str]:
    """Return the styles of citation whose names begin so."""
    try:
        from kg.site.reports.csl import styles

        known = ["plain", *sorted(styles())]
    except ModuleNotFoundError:
        known = ["plain"]
    return [name for name in known if name.startswith(incomplete)][:_MOST]


def question_items(ctx: Any, incomplete: str) -> Iterator[Any]:
    """Yield the options of the question that is being typed, or the things that its last option takes."""
    from typer._click.shell_completion import CompletionItem

    question = _question(ctx)
    if question is None:
        return
    parameters = question.header.parameters
    option = ctx.args[-1].removeprefix("--").replace("-", "_") if ctx.args else ""
    if ctx.args and ctx.args[-1].startswith("--") and option in parameters:
        kind = parameters[option].type
        for slug, name in _things(ctx, incomplete, "" if kind == "thing" else kind):
            yield CompletionItem(slug, help=name)
        return
    for name, parameter in parameters.items():
        shown = f"--{name.replace('_', '-')}"
        if shown.startswith(incomplete) and shown not in ctx.args:
            yield CompletionItem(shown, help=parameter.description)


def _question(ctx: Any) -> "Query | None":
    from kg.store.questions import find_query

    release = _release(ctx)
    try:
        return find_query(ctx.params.get("name") or "", release.queries if release else None)
    except KgError:
        return None


def _things(ctx: Any, incomplete: str, kind: str = "") -> Iterator[tuple[str, str]]:
    """Yield the things of a kind whose slugs begin so, else those whose names fit."""
    release = _release(ctx)
    if release is None:
        return
    index = release.index()
    stated, _, text = incomplete.rpartition("/")
    kinds: Sequence[str] = [each for each in (kind or stated,) if each]
    if text:
        hits = [*index.find(text.replace("-", " "), kinds=kinds, limit=_MOST).hits]
    else:
        hits = [hit for each in kinds or index.kinds() for hit in index.best(each, _MOST)][:_MOST]
    for hit in hits:
        path = hit.iri.removeprefix(release.base)
        slug = path.removeprefix(f"{kind}/") if kind else path
        if slug.startswith(incomplete):
            yield slug, hit.name
        elif not kind and path.partition("/")[2].startswith(incomplete):
            yield path.partition("/")[2], hit.name


def _release(ctx: Any) -> "Release | None":
    from kg.store.release import open_release

    stated = ctx.params.get("release") or os.environ.get("KG_RELEASE")
    try:
        return open_release((releases() or BUILD) if stated in (None, BUILD) else Path(stated))
    except KgError:
        return None
