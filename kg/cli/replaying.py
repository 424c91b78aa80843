"""The command that makes the values of profiles again from their documents: replay."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.base.errors import NotFound, Problem, counted
from kg.cli import messages, places
from kg.cli.options import PeopleArgument
from kg.cli.progress import shown_progress

if TYPE_CHECKING:
    from kg.extract.replaying import Replay


def replay(
    people: PeopleArgument = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the counts and the problems as JSON.")] = False,
) -> None:
    """Make every value of profiles again from their documents.

    kg extract keeps in a file beside each profile (NAME.claims.jsonl) where each value stands. The documents are read
    again, each value is made of the same characters by the same rule, and what differs is listed. Values of documents
    that are missing or were changed are counted apart. Nothing is written. Exit code: 0 if every value was made again.

    \b
    Examples:
      kg replay
      kg replay profiles/ada-lovelace.yaml
      kg replay ada-lovelace --json
    """
    from kg.extract.replaying import Replay
    from kg.profile.drafts.claims import beside

    paths = places.profile_paths(people or [])
    known = [path for path in paths if beside(path).is_file()]
    if not known:
        hint = "they are written by kg extract FILE -o PROFILE"
        raise NotFound(f"no claims stand beside {counted(len(paths), 'profile')}", hint=hint)
    result = Replay()
    with shown_progress() as progress:
        for path in progress.track("replaying", known, len(known)):
            result.add(path)
    result.problems += [Problem("belongs to no profile", each, hint="delete it") for each in _orphans(people, paths)]
    if as_json:
        counts = {key: getattr(result, key) for key in ("documents", "remade", "not_remade", "not_tried")}
        problems = [each.as_json(Path()) for each in result.problems]
        typer.echo(json.dumps({**counts, "problems": problems}, indent=2, ensure_ascii=False))
    else:
        messages.say(result.problems)
        typer.echo(_summary(result))
    if result.remade < result.total:
        raise typer.Exit(1)


def _orphans(people: Sequence[str] | None, profiles: Sequence[Path]) -> Iterator[Path]:
    """Yield the files of claims whose profile is gone, in the directories that are replayed as a whole."""
    from kg.profile.drafts.claims import beside
    from kg.profile.reading import CLAIMS

    owned = set(map(beside, profiles))
    folders = filter(Path.is_dir, map(Path, people)) if people else {path.parent for path in profiles}
    for folder in sorted(folders):
        yield from (each for each in sorted(folder.glob(f"*{CLAIMS}")) if each not in owned)


def _summary(result: "Replay") -> str:
    left = f"; {result.not_remade:,} differ" if result.not_remade else ""
    if result.not_tried:
        left += f"; {result.not_tried:,} not tried, since their documents are missing or were changed"
    return f"{result.remade:,} of {result.total:,} values of {counted(result.documents, 'document')} made again{left}"
