"""The command that finds things by their names: search."""

import json
from pathlib import Path
from typing import Annotated

import typer

from kg.base.errors import NotFound
from kg.cli.options import ReleaseOption


def search(
    words: Annotated[
        list[str], typer.Argument(metavar="WORD…", help="Words of a name, perhaps only their beginnings.")
    ],
    kind: Annotated[
        list[str] | None, typer.Option("--kind", help="Only things of a kind: person, work, venue …; repeatable.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", help="How many to show.", min=1, max=1000)] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="Print a line of JSON a thing.")] = False,
    release: ReleaseOption = Path("build"),
) -> None:
    """Find people, works and all else by name.

    Works are also found by author, year and venue. People with a profile come first, then exact names,
    then all words, then beginnings of words. If nothing has all words, a wrong letter is corrected, or what
    has most of the words is shown, and that is said. What is found is named as 'kg export', 'kg why' and
    the options of 'kg query' take it. Exit code 1 if nothing is found.

    \b
    Examples:
      kg search jiamin
      kg search parameter server --kind work
      kg search jiamin 2023
      kg search osdi --json
    """
    from kg.store.release import open_release
    from kg.store.search.index import MAX_HITS

    opened = open_release(release)
    index = opened.index()
    known = index.kinds()
    if unknown := [each for each in kind or () if each not in known]:
        message = f"nothing is of the kind '{unknown[0]}'; there are {', '.join(known)}"
        raise typer.BadParameter(message, param_hint="'--kind'")
    found = index.find(" ".join(words), kinds=kind or (), limit=limit)
    if not found.total:
        raise NotFound(f"nothing is called '{' '.join(words)}'", hint="try the beginning of a word, or fewer words")
    if found.corrected:
        typer.echo(f"Nothing is called so; this is called '{found.corrected}'.", err=True)
    if found.is_partial:
        typer.echo("Nothing has all of these words; what has most of them comes first.", err=True)
    for hit in found.hits:
        if as_json:
            typer.echo(json.dumps(hit._asdict(), ensure_ascii=False))
        else:
            about = f"  {hit.detail}" if hit.detail else ""
            typer.echo(f"{hit.name}{about}\n    {hit.iri.removeprefix(opened.base)}")
    if (rest := found.total - len(found.hits)) > 0:
        typer.echo(f"{rest:,} more: --limit {min(found.total, MAX_HITS)}", err=True)
