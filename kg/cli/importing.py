"""Commands that exchange profiles with other tools: import and convert."""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kg.base.errors import ConfigError, Problem, ReadError, counted
from kg.base.strict_yaml import read_text
from kg.cli import group_lists, many, merging, messages
from kg.cli.files import check_is_yaml, form_of, given, write
from kg.cli.options import NewOption, OfOption, OutputOption, RefreshOption
from kg.cli.progress import shown_progress
from kg.interchange.forms import FORMS, WRITTEN
from kg.terms.identifiers import slug

if TYPE_CHECKING:
    from kg.interchange.staff import StaffList
    from kg.profile.drafts.model import Draft
    from kg.profile.drafts.writing import Revision


STAFF = "staff"
"""What a list of staff is called beside the formats."""

ROR = "ror"
"""What a release of ROR is called, which becomes an authority of the project and no profile."""

_TABLES = {"table": "A table of works: CSV, XLSX, XLS, ODS"}
"""What is read as a list of works, and is of no format."""


def to_option(words: str) -> Any:
    """Return the option for one of the forms in which profiles are written, with its help."""
    return typer.Option(
        "--to", parser=_written, metavar="|".join(WRITTEN), autocompletion=lambda: list(WRITTEN), help=words
    )


def _written(form: str) -> str:
    if form not in WRITTEN:
        raise typer.BadParameter(f"'{form}' is not one of {', '.join(WRITTEN)}")
    return form


def import_(
    form: Annotated[str, typer.Argument(metavar="FORMAT", help="What the files are; see below.")],
    names: Annotated[
        list[str] | None, typer.Argument(metavar="FILE…", help="Files, directories, or ids that are to be fetched.")
    ] = None,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Where to write it; a directory gets a profile for each person.")
    ] = Path("-"),
    identifier: Annotated[str, typer.Option("--id", help="The id of the profile; by default made of the name.")] = "",
    person: Annotated[str, typer.Option("--name", help="Whose profile it is, where the files do not say so.")] = "",
    refresh: RefreshOption = False,
    new: NewOption = False,
    of: OfOption = "",
    organization: Annotated[
        str, typer.Option("--organization", help="Of staff: where people work whose row does not say it.")
    ] = "",
    column: Annotated[
        list[str] | None, typer.Option("--column", help="Of staff: what a column holds, 'HEADER=FIELD'; repeatable.")
    ] = None,
    template: Annotated[
        bool, typer.Option("--template", help="Of staff: write a list with its headers, to fill in.")
    ] = False,
    project: Annotated[
        Path | None, typer.Option("--project", help="Of ror: the project. Default: '.' or 'data'.", show_default=False)
    ] = None,
) -> None:
    """Read records, exports, lists of staff, and ROR.

    The profile is for review: each fact names its file, its lines and its words. What a profile cannot hold, and what
    no reader asks for, is reported with its lines; one line counts what was read and what was left out. Written to
    a file that exists, it joins what people have decided there. In a directory, what is read of a person joins their
    profile: that of an id such as the ORCID iD, else the one that has the name. Where that is open, nothing is
    written and you are asked. A list of the works of several of your people becomes a catalogue of where they work;
    --of names the organisation. A run that broke off is taken up.

    \b
    From files:
    FORMATS
    By id:       orcid, doi, crossref, datacite, openalex, arxiv, dblp; or by a profile that states the id. Only then
                 the network is used. Answers are kept for a day in $XDG_CACHE_HOME/profile-kg; $KG_MAILTO tells
                 the services how to reach you, $KG_OPENALEX_KEY is the key that OpenAlex asks for.
    Of staff:    CSV, XLSX, XLS, ODS, YAML or JSON with a row for each person: name, ORCID iD, e-mail (which stays
                 private), role, group, organisation, start, end, room, homepage, photo. Columns are known by their
                 headers, in some languages.
    Of ror:      a release of ROR 2.x (JSON or CSV; plain, gzip or ZIP), which becomes authorities/ror.sqlite of the
                 project: the names of 110,000 organisations. A later release takes its place.

    \b
    Examples:
      kg import bibtex papers.bib -o profiles/ada-lovelace.yaml
      kg import orcid 0000-0002-1825-0097 -o ada.yaml
      kg import doi 10.1145/3575693.3575721 --name "Ada Lovelace"
      kg import dblp 12/3456.xml more.xml --id ada-lovelace
      kg import staff --template -o staff.csv
      kg import staff staff.xlsx -o profiles/ --organization "Example University"
      kg import orcid profiles/*.yaml -o profiles/     the record of everybody whose profile states an ORCID iD
      kg import orcid exports/ 0000-0002-1825-0097 -o profiles/
      kg import bibtex group.bib --of "Department of Engines"
      kg import ror v2.0-2025-11-27-ror-data.zip --project data
    """
    if form == STAFF and template:
        from kg.interchange.staff import template as staff_template

        form_of(output, "csv", {"csv": (".csv",)}, "csv", what="a list of staff")
        # without its mark, spreadsheet programs take UTF-8 for something else
        write(output, staff_template().encode("utf-8-sig"))
        return
    if not names:
        recognised = f"'{form}' is no format: let it be recognised with kg add {form}"
        advice = recognised if Path(form).exists() else f"name the files, such as: kg import {form} FILE"
        raise typer.BadParameter(advice, param_hint="'FORMAT FILE…'")
    if of and form in (ROR, STAFF):
        raise typer.BadParameter(f"'{form}' is no list of works", param_hint="'--of'")
    if form == ROR:
        _import_ror([*given(map(Path, names))], project)
    elif form == STAFF:
        _import_staff([*given(map(Path, names))], output, organization, _columns(column or []), is_new=new)
    elif of:
        group_lists.take_lists([(Path(name), reader(form, name, refresh=refresh)) for name in names], of, output)
    elif many.is_directory(output):
        items = [item for name in names for item in _items(form, name, output, person=person, refresh=refresh)]
        _write_all(items, output, f"importing {form}", is_new=new)
    else:
        check_is_yaml(output)
        _import_one(form, names, output, identifier=identifier, person=person, refresh=refresh, is_new=new)


import_.__doc__ = (import_.__doc__ or "").replace(
    "    FORMATS", "\n".join(f"      {name:<12} {words}" for name, words in {**FORMS, **_TABLES}.items())
)


def _import_one(
    form: str, names: Sequence[str], output: Path, *, identifier: str, person: str, refresh: bool, is_new: bool
) -> None:
    """Write one profile of all that is read."""
    from kg.cli.accounting import draft_lines
    from kg.profile.drafts.model import joined

    draft = joined([reader(form, name, refresh=refresh)() for name in names])
    group_lists.see_that_nobody_has_it(draft, output, name=person, is_new=is_new)
    revision = merging.revised(draft, output, id=identifier, name=person)
    messages.say((*draft.warnings, *revision.problems))
    messages.tell(*draft_lines([(draft, revision)]))
    if not draft.facts:
        raise typer.Exit(1)
    summary = many.summary_of_one(len(names), is_there=output.is_file())
    write(output, revision.text)
    if not revision.is_named:
        messages.tell("No name was found: add 'name' to the profile, or give --name.")
    if str(output) != "-":
        messages.tell(f"{output}: {messages.contents(revision)}\nNext: kg review {output}\n{summary}")


# A profile for each of several people.


def _items(form: str, name: str, directory: Path, *, person: str, refresh: bool) -> Iterator[many.Item]:
    """Yield what a name stands for: a file, all files of the form in a directory, an id, or the id in a profile.

    Raises ConfigError if it stands for nothing.
    """
    from kg.interchange.formats import detect
    from kg.profile.drafts.directory import SUFFIXES

    path = Path(name)
    if path.is_dir():
        files = [each for each in sorted(path.rglob("*")) if each.is_file() and not each.name.startswith(".")]
        found = [each for each in files if detect(each) == form]
        if left := len(files) - len(found):
            messages.tell(f"{name}: {counted(left, 'file')} left out, which {'is' if left == 1 else 'are'} not {form}")
        for each in found:
            yield from _items(form, str(each), directory, person=person, refresh=refresh)
    elif path.suffix.lower() in SUFFIXES and path.is_file() and detect(path) != form:
        if id_ := _id_stated(form, path):
            own = path if path.resolve().parent == directory.resolve() else None
            read, command = reader(form, id_, refresh=refresh), f"kg import {form} {shlex.quote(id_)}"
            yield many.Item(f"{name} ({id_})", read, output=own, person=person, command=command)
    else:
        stem = slug(path.stem) if path.is_file() else ""
        read = reader(form, name, refresh=refresh)
        command = f"kg import {form} {shlex.quote(name)}"
        yield many.Item(name, read, stem=stem, person=person, digest=many.digest(path), command=command, path=path)


def _id_stated(form: str, path: Path) -> str:
    """Return the id by which a service knows the person of a profile; say so where it states none."""
    from kg.interchange.fetching import SOURCES, id_for
    from kg.profile.drafts.writing import plain_profile

    stated = id_for(form, plain_profile(read_text(path), path)) if form in SOURCES else ""
    if not stated:
        messages.tell(f"{path}: left out, since it states no '{form}'")
    return stated


def _import_staff(
    paths: Sequence[Path], output: Path, organization: str, columns: Mapping[str, str], *, is_new: bool
) -> None:
    """Write a profile for each person of some lists; raises BadParameter if the output is no directory."""
    from kg.interchange import staff

    if not many.is_directory(output):
        message = "a list of staff becomes a profile for each person: give a directory, such as -o profiles/"
        raise typer.BadParameter(message, param_hint="'--output'")
    items: list[many.Item] = []
    for path in paths:
        listing = staff.members_of(path, organization=organization, columns=columns)
        people = counted(len(listing.members), "person", "people")
        lines = (f"{counted(listing.rows, 'row')}, {people}", *listing.told())
        messages.tell(*(f"{path}: {line}" for line in lines))
        messages.say(listing.problems)
        items += staff_items(listing, path)
    _write_all(items, output, "importing staff", noun=("person", "people"), is_new=is_new)


def staff_items(listing: "StaffList", path: Path) -> Iterator[many.Item]:
    """Yield the people of a list of staff."""
    for each in listing.members:
        read, digest = partial(getattr, each, "draft"), repr(each.draft.facts)
        yield many.Item(f"{path}:{each.lines[0]}", read, id=each.id, digest=digest, path=path)


def _import_ror(paths: Sequence[Path], directory: Path | None) -> None:
    """Make a release of ROR the authority of a project; raises BadParameter if there are several."""
    from kg.base.limits import limited
    from kg.interchange.ror_dump import RorDump
    from kg.profile.config import read_project
    from kg.profile.ror import write_ror

    if len(paths) > 1:
        raise typer.BadParameter("give one release of ROR: it takes the place of the former one", param_hint="'FILE'")
    target = read_project(directory).ror
    dump = RorDump(paths[0])
    with limited(dump.path), shown_progress() as progress:
        read = progress.track("reading ROR", dump.organizations(), dump.path.stat().st_size, dump.advance)
        count = write_ror(target, read)
    left = "".join(f"; {number:,} {status} left out" for status, number in sorted(dump.left_out.items()))
    messages.tell(f"{target}: {counted(count, 'organisation')} of ROR{left}")


def _columns(stated: Sequence[str]) -> dict[str, str]:
    """Return what columns hold, by their headers; raises BadParameter if one is not HEADER=FIELD, or unknown."""
    from kg.interchange.staff import KEYS
    from kg.terms.typed_yaml import hint_for

    found: dict[str, str] = {}
    for each in stated:
        header, sign, key = each.rpartition("=")
        if not sign or key not in KEYS:
            hint = hint_for(key, sorted(KEYS), f"fields are {', '.join(sorted(KEYS))}")
            raise typer.BadParameter(f"'{each}': write HEADER=FIELD; {hint}", param_hint="'--column'")
        if header in found:
            raise typer.BadParameter(f"'{header}' is given twice: it holds {found[header]}", param_hint="'--column'")
        found[header] = key
    return found


def _write_all(
    items: Sequence[many.Item],
    directory: Path,
    phase: str,
    *,
    noun: tuple[str, str] = ("file", "files"),
    is_new: bool,
) -> None:
    """Write a profile for each item, and report; raises ReadError in the end, with what could not be read."""
    from kg.cli.accounting import draft_lines

    drafts: list[tuple[Draft, Revision]] = []
    problems: list[Problem] = []

    def told(each: many.WrittenProfile) -> Iterator[str]:
        drafts.append((each.draft, each.revision))
        problems.extend((*each.draft.warnings, *each.revision.problems))
        conflicts = f"; {counted(len(each.revision.conflicts), 'conflict')}" if each.revision.conflicts else ""
        yield f"{each.path}: {each.state}: {messages.contents(each.revision)}{conflicts}"

    outcome = many.write_each(items, directory, phase, told, noun=noun, is_new=is_new)
    messages.say(problems)
    messages.tell(*draft_lines(drafts))
    many.finish(outcome)


def convert(
    profile: Annotated[Path, typer.Argument(help="A profile, in YAML or JSON.")],
    form: Annotated[str, to_option("The form to write.")],
    output: OutputOption = Path("-"),
) -> None:
    """Write a profile in the form of another tool.

    Says on stderr, key by key, what that form has no place for.

    \b
    Examples:
      kg convert profiles/ada-lovelace.yaml --to bibtex -o ada.bib
      kg convert profiles/ada-lovelace.yaml --to json-resume
    """
    from kg.interchange.formats import FORMATS
    from kg.interchange.formats import convert as convert_profile
    from kg.profile.floor import OPEN
    from kg.profile.reading import READERS
    from kg.terms.declaration import declaration_near

    form_of(output, form, {form: (FORMATS[form].suffix,)}, form, what=form)
    (path,) = given([profile])
    if path.suffix not in READERS:
        hint = f"its name should end in {', '.join(sorted(READERS))}"
        raise ReadError(Problem("this is not a profile", path, hint=hint))
    record = next(READERS[path.suffix](path, path.name, declaration_near(path), OPEN))
    text, left_out = convert_profile(record.profile, form)
    if record.evidence:
        left_out.append(f"evidence ({len(record.evidence):,})")
    if record.documents:
        left_out.append(f"sources ({len(record.documents):,})")
    messages.say(record.warnings)
    write(output, text)
    if left_out:
        messages.tell(f"{form} has no place for: {', '.join(left_out)}.")


def reader(form: str, name: str, *, refresh: bool) -> "Callable[[], Draft]":
    """Return what reads a file, or asks a service for an id.

    Raises ConfigError if the format is not known, or the name is neither a file nor an id.
    """
    from kg.interchange import fetching, work_tables
    from kg.interchange.formats import FORMATS, read
    from kg.profile.config import services

    if form == work_tables.TABLE:
        return partial(work_tables.works_of, *given([Path(name)]))
    if form not in FORMATS and form not in fetching.SOURCES:
        raise _unknown(form)
    if form in FORMATS and Path(name).is_file():
        return partial(read, form, Path(name))
    if fetching.is_id(form, name):
        return partial(fetching.fetch, form, name, services(), messages.tell, refresh=refresh)
    if form in FORMATS and form not in fetching.SOURCES:
        return partial(read, form, *given([Path(name)]))
    missed = f"there is no file '{name}', and " if form in FORMATS else ""
    raise ConfigError(f"{missed}{fetching.refusal(form, name)}", hint="check the path or the id")


def _unknown(form: str) -> Exception:
    """Return the error for a format that does not exist, which may be a file before which it was left out."""
    from kg.interchange import fetching
    from kg.interchange.formats import FORMATS, detect
    from kg.terms.typed_yaml import hint_for

    known = sorted({*FORMATS, *fetching.SOURCES, STAFF, ROR, "table"})
    path = Path(form)
    if path.is_file():
        meant = detect(path)
        hint = f"it looks like {meant}: kg import {meant} {form}" if meant else f"formats are {', '.join(known)}"
        return ConfigError(f"'{form}' is a file, not a format", hint=hint)
    hint = hint_for(form, known, f"formats are {', '.join(known)}")
    return ConfigError(f"the format '{form}' is not known", hint=hint)
