"""The command that turns documents into a profile for review: extract."""

import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.base.errors import counted
from kg.cli import messages

if TYPE_CHECKING:
    from kg.base.errors import Problem
    from kg.profile.drafts.model import Draft
    from kg.profile.drafts.writing import Revision

STDOUT = Path("-")
SURE = 0.9
_NEAR = 3
"""How many directories up a document may lie to be named by its path."""


_WORDS = {
    "kept": "kept",
    "reopened": "reopened",
    "changed": "changed",
    "new": "new",
    "by hand": "there by hand",
    "deleted before": "deleted before",
    "gone": "gone",
    "without words": "no longer in the source",
}


@dataclass
class _Wish:
    """What the user wants."""

    id: str
    name: str
    again: bool
    asks: bool = field(default_factory=lambda: sys.stdin.isatty() and sys.stderr.isatty())


def extract(
    paths: Annotated[list[Path], typer.Argument(metavar="FILE|DIR...", help="CVs, homepages, publication lists.")],
    output: Annotated[
        Path, typer.Option("-o", "--output", help="The profile; a directory gets one for each file.", show_default="-")
    ] = STDOUT,
    id: Annotated[str, typer.Option("--id", help="The id of the profile. Default: made from the name.")] = "",  # noqa: A002
    name: Annotated[str, typer.Option("--name", help="The person's name, if the documents do not state it.")] = "",
    again: Annotated[
        bool, typer.Option("--again", help="Propose again what was rejected or deleted in the profile.")
    ] = False,
) -> None:
    """Turn a CV or homepage into a profile for review.

    Each entry says where it was read and how sure that is. Nothing is invented: what a document does not
    state is left out. A profile that exists is merged with: what people decided or wrote in it is kept.

    \b
    Examples:
      kg extract cv.md -o profiles/ada-lovelace.yaml
      kg extract homepage/ papers.bib -o profiles/ada-lovelace.yaml
      kg extract cvs/*.pdf -o profiles/
      pdftotext -layout cv.pdf - | kg extract -
    """
    from kg.cli.files import check_is_yaml, given

    _check_id(id)
    paths = given(paths)
    wish = _Wish(id, name, again)
    if output != STDOUT and (output.is_dir() or not (output.suffix or output.exists())):
        _extract_each(paths, output, wish)
    else:
        check_is_yaml(output)
        _say(_extract_one(paths, output, wish), output)


def _check_id(wanted: str) -> None:
    from kg.terms.identifiers import SLUG_PATTERN

    if wanted and not re.fullmatch(SLUG_PATTERN, wanted):
        raise typer.BadParameter("use lower-case letters, digits and single hyphens, such as 'ada-lovelace'")


def _extract_each(paths: Sequence[Path], directory: Path, wish: _Wish) -> None:
    """Write a profile for each file; those that cannot be read do not keep the others back."""
    from kg.base.errors import NotFound, ReadError
    from kg.cli.progress import shown_progress

    directory.mkdir(parents=True, exist_ok=True)
    done: list[tuple[Revision, Path]] = []
    problems: list[Problem] = []
    each_wish = replace(wish, asks=False)
    with shown_progress() as progress:
        outputs = _named_apart(paths)
        for path, name in progress.track("extracting", outputs.items(), len(outputs)):
            output = directory / f"{name}.yaml"
            try:
                done.append((_extract_one([path], output, each_wish), output))
            except (ReadError, NotFound) as error:
                problems.extend(error.problems)
    for revision, output in done:
        _say(revision, output)
    if problems:
        raise ReadError(problems)


def _named_apart(paths: Iterable[Path]) -> dict[Path, str]:
    """Return the name of each file's profile: its own, with its directory's where several are called alike."""
    from kg.terms.identifiers import slug

    whole = {path: path.absolute() for path in paths}
    stems = Counter(slug(at.stem) or "profile" for at in whole.values())
    named: dict[str, Path] = {}
    for path, at in whole.items():
        stem = slug(at.stem) or "profile"
        longer = (slug(f"{at.parent.name} {at.stem}"), slug(f"{at.parent.name} {at.name}"))
        forms = chain((stem,) if stems[stem] == 1 else longer, (f"{stem}-{number}" for number in count(2)))
        named[next(form for form in forms if form and form not in named)] = path
    return {path: name for name, path in named.items()}


def _extract_one(paths: Sequence[Path], output: Path, wish: _Wish) -> "Revision":
    """Write one profile from documents."""
    from kg import extract as extraction
    from kg.base.errors import NotFound
    from kg.cli.files import opened

    draft = extraction.extract(paths, name=wish.name)
    if not draft.facts:
        names = " and ".join(map(str, paths))
        raise NotFound(f"nothing was found in {names}", hint="check that it is a CV or a homepage, and not a scan")
    revision = _revised(draft, output, wish)
    if not revision.is_named and wish.asks:
        wish.name = typer.prompt("Whose is it? The name (empty to leave it open)", default="", err=True).strip()
        if wish.name:
            draft = extraction.extract(paths, name=wish.name)
            revision = _revised(draft, output, wish)
    with opened(output) as out:
        out.write(revision.text.encode())
    return revision


def _revised(draft: "Draft", output: Path, wish: _Wish) -> "Revision":
    """Return what becomes of a profile, as it stands now: reading the documents may have taken a while."""
    from kg.base.strict_yaml import read_text
    from kg.profile.drafts.writing import revise

    previous = read_text(output) if output != STDOUT and output.is_file() else None
    placed = draft if output == STDOUT else _seen_from(draft, output.parent)
    messages.say(draft.warnings)
    return revise(placed, id=wish.id, name=wish.name, previous=previous, path=output, again=wish.again)


def _seen_from(draft: "Draft", directory: Path) -> "Draft":
    """Return a draft whose documents are named as seen from the profile, wherever the command was started."""
    short = {source.path: _seen_path(source.path, directory) for source in draft.sources}
    times = Counter(short.values())
    names = {path: name if times[name] == 1 else Path(path).as_posix() for path, name in short.items()}
    facts = [
        replace(fact, quote=replace(fact.quote, source=names.get(fact.quote.source, fact.quote.source)))
        for fact in draft.facts
    ]
    sources = [replace(source, path=names[source.path]) for source in draft.sources]
    return replace(draft, facts=tuple(facts), sources=tuple(sources))


def _seen_path(document: str, directory: Path) -> str:
    """Return a document's path as seen from a directory; of one that lies far away, the name says enough."""
    path = Path(os.path.relpath(document, directory)).as_posix()
    return path if path.count("../") <= _NEAR else Path(document).name


def _say(revision: "Revision", output: Path) -> None:
    """Say on stderr what was found, what is doubtful, and what to do next."""
    where = "" if output == STDOUT else f"{output}: "
    typer.echo(f"{where}{_found(revision)}", err=True)
    if revision.counts and set(revision.counts) != {"new"}:
        parts = [f"{count} {_WORDS[what]}" for what in _WORDS if (count := revision.counts.get(what))]
        typer.echo(", ".join(parts), err=True)
    messages.say(revision.problems)
    if conflicts := revision.conflicts:
        typer.echo(f"{counted(len(conflicts), 'conflict')}: the sources disagree", err=True)
    if not revision.is_named:
        typer.echo("warning: the name is not stated in the document: give it with --name, or fill it in", err=True)
    if output != STDOUT:
        typer.echo(f"Next: kg review {output}", err=True)


def _found(revision: "Revision") -> str:
    """Return what stands in a profile now, in words: `name, homepage, 12 publications; 4 below 0.9`."""
    doubtful = sum(entry.evidence.status == "proposed" and entry.evidence.lowest < SURE for entry in revision.entries)
    return messages.contents(revision) + (f"; {doubtful} below {SURE}" if doubtful else "")
