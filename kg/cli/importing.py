"""Commands that exchange profiles with other tools: import and convert."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from kg.base.errors import ConfigError, Problem, ReadError, counted
from kg.cli import messages
from kg.cli.files import check_is_yaml, form_of, given, opened

if TYPE_CHECKING:
    from kg.profile.drafts.model import Draft

OutputOption = Annotated[Path, typer.Option("--output", "-o", help="Where to write it; '-' is stdout.")]


Form = Literal["bibtex", "csl-json", "ris", "json-resume"]


_SUFFIXES = {"bibtex": (".bib",), "csl-json": (".json",), "ris": (".ris",), "json-resume": (".json",)}


def import_(
    form: Annotated[str, typer.Argument(metavar="FORMAT", help="What the files are; see below.")],
    names: Annotated[list[str], typer.Argument(metavar="FILE…", help="Files, or ids that are to be fetched.")],
    output: OutputOption = Path("-"),
    identifier: Annotated[str, typer.Option("--id", help="The id of the profile; by default made of the name.")] = "",
    person: Annotated[str, typer.Option("--name", help="Whose profile it is, where the files do not say so.")] = "",
    refresh: Annotated[bool, typer.Option("--refresh", help="Ask services even if they answered today.")] = False,
) -> None:
    """Read what registries and tools export into a profile.

    The profile is for review: each fact names its file, its lines and its words. What a profile cannot hold, and what
    no reader asks for, is reported with its lines; one line counts what was read and what was left out. E-mail
    addresses and ids of organisations other than ROR are left out. Written to a file that exists, it joins what
    people have decided there.

    \b
    From files:  bibtex, cff (CITATION.cff), codemeta, crossref, csl-json, dblp (XML, Turtle, N-Triples),
                 endnote (XML), json-resume, openalex, orcid (a record or a part of it, JSON or XML, API 2 and 3),
                 rendercv, ris
    By id:       orcid, doi, crossref, openalex, dblp. Only then the network is used. Answers are kept for
                 a day in $XDG_CACHE_HOME/profile-kg; $KG_MAILTO tells the services how to reach you.

    \b
    Examples:
      kg import bibtex papers.bib -o profiles/ada-lovelace.yaml
      kg import orcid 0000-0002-1825-0097 -o ada.yaml
      kg import doi 10.1145/3575693.3575721 --name "Ada Lovelace"
      kg import dblp 12/3456.xml more.ttl --id ada-lovelace
    """
    from kg.base.strict_yaml import read_text
    from kg.interchange import publications
    from kg.profile.drafts import writing

    check_is_yaml(output)
    draft = _combined([_read(form, name, refresh=refresh) for name in names])
    previous = read_text(output) if output.is_file() else None
    owner = (
        (person,)
        if person
        else ()
        if writing.states_name(draft)
        else writing.names_in(writing.plain_profile(previous, output))
    )
    draft = publications.with_roles(draft, *owner) if owner else draft
    revision = writing.revise(draft, id=identifier, name=person, previous=previous, path=output)
    messages.say((*draft.warnings, *revision.problems))
    same = 0
    if previous is None:  # entries that repeat another one were merged with it
        written = Counter(entry.section for entry in revision.entries)
        same = sum((Counter(fact.section for fact in draft.facts) - written).values())
    _say_account(draft, same)
    if not draft.facts:
        raise typer.Exit(1)
    with opened(output) as out:
        out.write(revision.text.encode())
    if not revision.is_named:
        _say("No name was found: add 'name' to the profile, or give --name.")
    if str(output) != "-":
        _say(f"{output}: {messages.contents(revision)}\nNext: kg review {output}")


def convert(
    profile: Annotated[Path, typer.Argument(help="A profile, in YAML or JSON.")],
    form: Annotated[Form, typer.Option("--to", help="The form to write.")],
    output: OutputOption = Path("-"),
) -> None:
    """Write a profile in the form of another tool.

    Says on stderr, key by key, what that form has no place for.

    \b
    Examples:
      kg convert profiles/ada-lovelace.yaml --to bibtex -o ada.bib
      kg convert profiles/ada-lovelace.yaml --to json-resume
    """
    from kg.interchange.formats import convert as convert_profile
    from kg.profile.reading import READERS
    from kg.terms.declaration import declaration_near

    form_of(output, form, {form: _SUFFIXES[form]}, form, what=form)
    (path,) = given([profile])
    if path.suffix not in READERS:
        hint = f"its name should end in {', '.join(sorted(READERS))}"
        raise ReadError(Problem("this is not a profile", path, hint=hint))
    record = next(READERS[path.suffix](path, path.name, declaration_near(path)))
    text, left_out = convert_profile(record.profile, form)
    if record.evidence:
        left_out.append(f"evidence ({len(record.evidence):,})")
    if record.documents:
        left_out.append(f"sources ({len(record.documents):,})")
    messages.say(record.warnings)
    with opened(output) as out:
        out.write(text.encode())
    if left_out:
        typer.echo(f"{form} has no place for: {', '.join(left_out)}.", err=True)


def _say_account(draft: "Draft", joined: int) -> None:
    """Say how many entries were read, which of them were left out and why, and how many are one with another."""
    if not draft.account:
        return
    read = [_counted(sum(counts.values()), what) for what, counts in draft.account.items()]
    left = [
        f"{_counted(count, what)} ({reason})"
        for what, counts in draft.account.items()
        for reason, count in counts.items()
        if reason
    ]
    same = f" Joined with another that says the same: {counted(joined, 'entry', 'entries')}." if joined else ""
    _say(f"Read: {', '.join(read)}. Left out: {', '.join(left) or 'nothing'}.{same}")


def _counted(count: int, what: str) -> str:
    """Return a number with what it counts, which is given in the plural: `1 peer review`, `2 peer reviews`."""
    words = what.replace("-", " ")
    if count == 1 or not words.endswith("s"):
        words = f"{words[:-3]}y" if words.endswith("ies") else words.removesuffix("s")
        words = words if count == 1 else f"entries of {words}"
    return f"{count:,} {words}"


def _read(form: str, name: str, *, refresh: bool) -> "Draft":
    """Return the draft of a file, or of what a service says of an id.

    Raises:
        ConfigError: If the format is not known, or the name is neither a file nor an id.
    """
    from kg.interchange import fetching
    from kg.interchange.formats import FORMATS, read
    from kg.profile.config import services

    if form not in FORMATS and form not in fetching.SOURCES:
        raise _unknown(form)
    if form in FORMATS and Path(name).is_file():
        return read(form, Path(name))
    if fetching.is_id(form, name):
        return fetching.fetch(form, name, services(), _say, refresh=refresh)
    if form in FORMATS and form not in fetching.SOURCES:
        return read(form, *given([Path(name)]))
    missing = f"there is no file '{name}', and " if form in FORMATS else ""
    raise ConfigError(f"{missing}{fetching.refusal(form, name)}", hint="check the path or the id")


def _unknown(form: str) -> Exception:
    """Return the error for a format that does not exist, which may be a file before which it was left out."""
    from kg.interchange import fetching
    from kg.interchange.formats import FORMATS, detect
    from kg.terms.typed_yaml import nearest

    known = sorted({*FORMATS, *fetching.SOURCES})
    path = Path(form)
    if path.is_file():
        meant = detect(path)
        hint = f"it looks like {meant}: kg import {meant} {form}" if meant else f"formats are {', '.join(known)}"
        return ConfigError(f"'{form}' is a file, not a format", hint=hint)
    near = nearest(form, known)
    hint = f"did you mean '{near}'?" if near else f"formats are {', '.join(known)}"
    return ConfigError(f"the format '{form}' is not known", hint=hint)


def _combined(drafts: Sequence["Draft"]) -> "Draft":
    from kg.profile.drafts.model import Draft

    account: dict[str, Counter[str]] = {}
    for draft in drafts:
        for what, counts in draft.account.items():
            account.setdefault(what, Counter()).update(counts)
    return Draft(
        tuple(fact for draft in drafts for fact in draft.facts),
        tuple(source for draft in drafts for source in draft.sources),
        tuple(warning for draft in drafts for warning in draft.warnings),
        account,
    )


def _say(line: str) -> None:
    typer.echo(line, err=True)
