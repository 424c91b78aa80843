"""The command that sets side by side what the sources of profiles say: compare."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, cast

import typer

from kg.base.errors import NotFound, Problem, QueryError, ReadError, ReleaseError, counted
from kg.cli import importing
from kg.cli.files import form_of, write
from kg.cli.options import EverybodyOption, OutputOption, PeopleArgument
from kg.cli.places import profile_paths, releases
from kg.cli.progress import shown_progress
from kg.cli.rendering import written
from kg.site.reports.forms import SUFFIXES
from kg.store.columns import safe

if TYPE_CHECKING:
    from kg.base.reporting import Finding
    from kg.profile.drafts.comparing import SourceComparison, StatedEntry

CompareFormat = Literal["text", "html", "markdown", "pdf", "docx", "json", "csv", "sarif"]
_SUFFIXES = cast(
    "Mapping[CompareFormat, Sequence[str]]", {"text": (".txt",), **SUFFIXES, "csv": (".csv",), "sarif": (".sarif",)}
)
_WORKS = "publications"


def compare(
    profiles: PeopleArgument = None,
    everybody: EverybodyOption = False,
    form: Annotated[
        CompareFormat | None,
        typer.Option(
            "--format", help="Text for people, or one row a difference. Default: as the output's suffix says."
        ),
    ] = None,
    missing_in: Annotated[
        str, typer.Option("--missing-in", help="Write the works that a source lacks, for its import: 'orcid'.")
    ] = "",
    to: Annotated[str, importing.to_option("With --missing-in: the form of the works.")] = "bibtex",
    output: OutputOption = Path("-"),
) -> None:
    """Set side by side what the sources of a person say.

    A profile knows which documents and registries state each entry: what is in all of them, what one of
    them lacks, on what they disagree, what is probably the same, what no profile holds of a document, and
    what waits for a decision; and of one person, after a build, the works that only catalogues and profiles of
    others name. Of several people a line each is shown. Nothing is fetched, and nothing is changed.

    \b
    Examples:
      kg compare profiles/ada-lovelace.yaml
      kg compare ada-lovelace --format csv -o ada.csv
      kg compare --all
      kg compare --all -o coverage.html                           everybody, to read and to send
      kg compare --all --format csv -o differences.csv
      kg compare --all --format sarif -o differences.sarif        at the lines of the profiles
      kg compare ada-lovelace --missing-in orcid -o orcid.bib     then in ORCID: Add works, Add BibTeX
    """
    if not profiles and not everybody:
        raise typer.BadParameter("name a person, or give --all", param_hint="'PERSON…'")
    found = _compared(profile_paths(profiles or []))
    if missing_in:
        _write_missing(found, missing_in, to, output)
        return
    chosen = form_of(output, form, _SUFFIXES, "text", what="a comparison")
    if chosen in ("html", "markdown", "pdf", "docx"):
        from kg.site.reports.differences import comparison

        write(output, written(comparison(found), chosen).content)
    else:
        write(output, _RENDERINGS[chosen](found))


def _compared(paths: Sequence[Path]) -> "list[SourceComparison]":
    """Return what the sources of each profile say; raises ReadError with every profile that cannot be read."""
    from kg.profile.drafts.comparing import compare as compare_sources

    found: list[SourceComparison] = []
    problems: list[Problem] = []
    with shown_progress() as progress:
        for path in progress.track("comparing", paths, len(paths)):
            try:
                found.append(compare_sources(path))
            except ReadError as error:
                problems.extend(error.problems)
    if problems:
        raise ReadError(problems)
    return found


# For people.


def _lines(found: "SourceComparison") -> Iterator[str]:
    """Yield what the sources of a profile say, section by section."""
    from kg.profile.drafts.comparing import coverage, suggestions
    from kg.profile.reviewed import sections

    yield f"{found.name or found.id}  ({found.path})"
    head, rows = coverage(found)
    if rows:
        yield ""
        yield from _aligned(head, rows)
    for section in sections():
        if len(found.stating(section)) > 1:
            yield from _of_section(found, section)
    if found.different:
        yield f"\nDifferent ({len(found.different)})"
        for entry in found.different:
            for each in entry.disagreements:
                said = " · ".join(f"{source}: {value or 'nothing'}" for source, value in each.values)
                decided = "" if each.is_open else " (decided)"
                yield f"  {entry.section}: {entry.words}: {each.key}: {said}{decided}"
    yield from _on_other_lists(found)
    yield ""
    for words, command in suggestions(found):
        yield f"{words}: {command}" if command else words


def _on_other_lists(found: "SourceComparison") -> Iterator[str]:
    """Yield the works that only catalogues and profiles of others name the person in, as the last build found."""
    from kg.store.api import query
    from kg.store.release import open_release

    rows = []
    with suppress(NotFound, QueryError, ReleaseError):  # built without this profile, or by another version of kg
        if place := releases():
            rows = query(open_release(place), "works-on-other-lists", person=found.id)
    if rows:
        yield f"\nOn lists of others alone, as of the last build ({len(rows)})"
        yield from (f"  {each['title']} ({each['year'] or 'no year'})  [{each['files']}]" for each in rows)


def _aligned(head: Sequence[str], rows: Iterable[Sequence[str | int]]) -> Iterator[str]:
    """Yield the lines of a table: names on the left, numbers on the right, nothing where none is."""
    cells = [head, *([str(cell or "–") for cell in row] for row in rows)]
    widths = [max(len(row[at]) for row in cells) for at in range(len(head))]
    for first, *others in cells:
        numbers = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))
        yield "  ".join((first.ljust(widths[0]), *numbers)).rstrip()


def _of_section(found: "SourceComparison", section: str) -> Iterator[str]:
    """Yield what sources lack of a section, and what is probably one."""
    from kg.profile.provenance import BY_HAND

    for label in found.stating(section):
        if label != BY_HAND and (missing := found.missing(section, label)):
            yield f"\n{section}: not in {label} ({len(missing)})"
            yield from (f"  {each.words}  [{', '.join(sorted(each.sources))}]" for each in missing)
    if alike := found.alike(section):
        yield f"\n{section}: probably the same ({len(alike)})"
        for pair in alike:
            yield "  " + "  ~  ".join(f"{each.words}  [{', '.join(sorted(each.sources))}]" for each in pair)


def _text(found: "Sequence[SourceComparison]") -> str:
    """Return what sources say of a person, or a line for each of several."""
    from kg.profile.drafts.comparing import overview

    return "\n".join(_aligned(*overview(found)) if len(found) > 1 else _lines(found[0])) + "\n"


# For programs.

_HEAD = ("profile", "person", "section", "kind", "entry", "source", "key", "value", "decided")


def _as_csv(found: "Iterable[SourceComparison]") -> str:
    """Return a row for each difference: what a source lacks, says otherwise, or probably says in other words."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(_HEAD)
    for each in found:
        for row in _differences(each):
            table.writerow(safe(cell) for cell in (str(each.path), each.id, *row.cells))
    return out.getvalue()


class _Difference(NamedTuple):
    """What a source lacks, says otherwise, or probably says in other words."""

    section: str
    kind: str  # `missing`, `same?`, `different`
    entry: "StatedEntry"
    source: str
    key: str = ""
    value: str = ""
    decided: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        """The difference as texts."""
        return (self.section, self.kind, self.entry.words, self.source, self.key, self.value, self.decided)


def _differences(found: "SourceComparison") -> Iterator[_Difference]:
    from kg.profile.reviewed import sections

    for section in sections():
        for label in found.stating(section):
            for entry in found.missing(section, label):
                yield _Difference(section, "missing", entry, label)
        for one, other in found.alike(section):
            yield _Difference(section, "same?", one, ", ".join(sorted(other.sources)), value=other.words)
    for entry in found.different:
        for each in entry.disagreements:
            for source, value in each.values:
                decided = "" if each.is_open else "yes"
                yield _Difference(entry.section, "different", entry, source, each.key, value, decided)


def _as_json(found: "SourceComparison") -> dict[str, Any]:
    """Return a comparison as plain data."""
    from kg.profile.reviewed import sections

    return {
        "profile": str(found.path),
        "id": found.id,
        "name": found.name,
        "sources": [{"label": each.label, "path": each.path, "kind": each.kind} for each in found.origins],
        "entries": [
            {"section": each.section, "entry": each.words, "sources": sorted(each.sources)}
            for section in sections()
            for each in found.of(section)
        ],
        "differences": [dict(zip(_HEAD[2:], row.cells, strict=True)) for row in _differences(found)],
        "in_all": {section: len(found.in_all(section)) for section in sections() if found.of(section)},
        "rejected": found.rejected,
        "not_held": found.unread,
        "open": found.questions,
    }


_RULES = {
    "missing": "A source does not state what another one does",
    "same?": "Two entries are probably one",
    "different": "Sources say different things",
}


def _sarif(found: "Sequence[SourceComparison]") -> str:
    """Return differences as SARIF, at the lines of their entries; what was decided is none."""
    from kg.base import reporting

    rules = [{"id": _rule(kind), "shortDescription": {"text": words}} for kind, words in _RULES.items()]
    return reporting.sarif((each for one in found for each in _findings(one)), rules)


def _findings(found: "SourceComparison") -> "Iterator[Finding]":
    from kg.base.reporting import Finding, Severity

    path = found.path.as_posix()
    for difference in _differences(found):
        if difference.decided:
            continue
        said = {
            "missing": f"{difference.source} does not state it",
            "same?": f"probably the same as '{difference.value}' of {difference.source}",
            "different": f"{difference.key}: {difference.source} says '{difference.value}'",
        }[difference.kind]
        severity = Severity.WARNING if difference.kind == "different" else Severity.NOTE
        message = f"{difference.entry.words}: {said}"
        yield Finding(_rule(difference.kind), path, difference.entry.line, 1, message, severity, f"kg review {path}")


def _rule(kind: str) -> str:
    return {"same?": "probably-the-same"}.get(kind, kind)


_RENDERINGS: "Mapping[str, Callable[[Sequence[SourceComparison]], str]]" = {
    "text": _text,
    "json": lambda found: json.dumps(list(map(_as_json, found)), ensure_ascii=False, indent=2) + "\n",
    "csv": _as_csv,
    "sarif": _sarif,
}


# For a source that lacks something.


def _write_missing(found: "Sequence[SourceComparison]", source: str, form: str, output: Path) -> None:
    """Write the works of a person that a source lacks, in a form that it imports.

    Raises BadParameter if several people are compared, or no source is called so.
    """
    from kg.interchange.formats import FORMATS, convert
    from kg.profile.model import Profile

    form_of(output, form, {form: (FORMATS[form].suffix,)}, form, what=form)
    if len(found) != 1:
        raise typer.BadParameter("name one person", param_hint="'--missing-in'")
    (one,) = found
    labels = [each.label for each in one.origins if source.casefold() in (each.label.casefold(), each.kind)]
    if not labels:
        known = ", ".join(dict.fromkeys(each.kind for each in one.origins)) or "none"
        raise typer.BadParameter(
            f"no source of {one.path} is called '{source}'; it has {known}", param_hint="'--missing-in'"
        )
    lacking = [each.values for each in one.of(_WORKS) if each.sources.isdisjoint(labels)]
    profile = Profile.model_validate({"id": one.id, "name": one.name or one.id, _WORKS: lacking})
    text, left_out = convert(profile, form)
    write(output, text if lacking else "")
    typer.echo(f"{counted(len(lacking), 'work')} not in {labels[0]}", err=True)
    if left_out := [each for each in left_out if each.startswith(_WORKS)]:
        typer.echo(f"{form} has no place for: {', '.join(left_out)}.", err=True)
