"""The command that starts a project: init."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, get_args

import typer

from kg.cli.files import write
from kg.terms.identifiers import SCHEMES, is_example

if TYPE_CHECKING:
    from kg.profile.starter import Start

_Kind = Literal["person", "group", "department", "sample"]
_Host = Literal["github", "gitlab", "none"]
_STAFF = "staff.csv"
_KINDS: Mapping[str, _Kind] = {kind: kind for kind in get_args(_Kind)}


def init(
    directory: Annotated[Path, typer.Argument(help="A directory that does not exist yet, or is empty.")],
    kind: Annotated[
        _Kind | None,
        typer.Option("--for", help="Whom the project is of. Default: asked on a terminal, else a sample."),
    ] = None,
    name: Annotated[str, typer.Option("--name", help="What the person, the group or the department is called.")] = "",
    lead: Annotated[str, typer.Option("--lead", help="What they do, in a sentence: it begins the first page.")] = "",
    base: Annotated[str, typer.Option("--base", help="The address under which the graph will live.")] = "",
    orcid: Annotated[str, typer.Option("--orcid", help="Of a person: the ORCID iD.")] = "",
    source: Annotated[
        list[str] | None, typer.Option("--source", help="A service that 'kg sync' asks: orcid, openalex; repeatable.")
    ] = None,
    host: Annotated[
        _Host, typer.Option("--host", help="Where the repository will be; it gets its workflows.")
    ] = "github",
) -> None:
    """Start a new project.

    For a person it has a profile; for a group or a department a list of staff to fill in; and a config, authority
    files, JSON Schemas for editors, and workflows that check proposals, publish the site, and ask services every
    night what is new. On a terminal it asks for what is not given. Elsewhere, without --for, it is a sample that
    builds as it is.

    \b
    Examples:
      kg init my-group && kg build my-group
      kg init chem --for department --name "Department of Chemistry" --source orcid --source openalex
      kg init me --for person --name "Ada Lovelace" --orcid 0000-0002-1825-0097 --source orcid
    """
    from kg.profile.starter import create

    start = _start(kind, name, lead, base, orcid, source or [], host)
    for path in create(directory, start):
        typer.echo(path)
    if start.kind in ("group", "department"):
        from kg.interchange.staff import template

        write(directory / _STAFF, template(example=False).encode("utf-8-sig"))
        typer.echo(directory / _STAFF)
    typer.echo("\n" + "\n".join(_next(directory, start)), err=True)


def _start(
    kind: _Kind | None, name: str, lead: str, base: str, orcid: str, sources: Sequence[str], host: _Host
) -> "Start":
    """Return what a project starts with; raises BadParameter or IdentifierError if something is missing or wrong."""
    from kg.profile.config import services_about_people
    from kg.profile.starter import EXAMPLE_BASE, Start

    if kind is None and sys.stdin.isatty():
        kind, name, lead, base, orcid, sources = _asked(name, lead, base, orcid, sources)
    if kind is None or kind == "sample":
        if orcid or sources:
            raise typer.BadParameter("say whose they are: --for person", param_hint="'--orcid', '--source'")
        return Start(name=" ".join(name.split()), base=base or EXAMPLE_BASE, lead=" ".join(lead.split()))
    if not name.strip():
        raise typer.BadParameter(f"say what the {kind} is called", param_hint="'--name'")
    if orcid and kind != "person":
        raise typer.BadParameter(f"a {kind} has none; give those of its people in {_STAFF}", param_hint="'--orcid'")
    known = services_about_people()
    if unknown := [each for each in sources if each not in known]:
        message = f"no service '{unknown[0]}' is asked about people; services are {', '.join(known)}"
        raise typer.BadParameter(message, param_hint="'--source'")
    bare = SCHEMES["orcid"].canonical(orcid).rpartition("/")[2] if orcid else ""
    words, sentence = " ".join(name.split()), " ".join(lead.split())
    return Start(kind, words, base or EXAMPLE_BASE, tuple(dict.fromkeys(sources)), host, bare, sentence)


def _asked(
    name: str, lead: str, base: str, orcid: str, sources: Sequence[str]
) -> tuple[_Kind, str, str, str, str, Sequence[str]]:
    """Ask for what is not given."""
    from kg.profile.config import services_about_people
    from kg.profile.starter import EXAMPLE_BASE

    while (answer := _answer("Whom is it of (person, group, department; or a sample)", "group")) not in _KINDS:
        typer.echo(f"Say one of {', '.join(_KINDS)}.", err=True)
    kind = _KINDS[answer]
    if kind == "sample":
        return kind, name, lead, base, orcid, sources
    name = name or _answer(f"What is the {kind} called")
    if kind == "person" and not orcid:
        orcid = _answer("ORCID iD (empty if there is none)", "")
    if kind != "person" and not lead:
        lead = _answer(f"What does the {kind} do, in a sentence (empty to say it later)", "")
    base = base or _answer("Under which address will it live", EXAMPLE_BASE)
    if not sources:
        told = _answer(
            f"Which services are asked about people ({', '.join(services_about_people())}; or 'none')", "orcid"
        )
        sources = [] if told == "none" else told.replace(",", " ").split()
    return kind, name, lead, base, orcid, sources


def _answer(question: str, default: str | None = None) -> str:
    return str(typer.prompt(question, default=default, show_default=bool(default), err=True)).strip()


def _next(directory: Path, start: "Start") -> Iterator[str]:
    """Yield what comes next."""
    if start.kind == "sample":
        yield f"Next: edit {directory}/profiles/ada-lovelace.yaml, then: kg build {directory}"
        return
    yield f"Next, in {directory}:"
    if is_example(start.base):
        yield "  edit kg.yaml    choose 'base', the address under which the graph will live: it is part of every IRI"
    if start.kind == "person":
        yield "  kg add cv.pdf papers.bib    a CV, a homepage, a list of works"
    else:
        yield f"  kg add {_STAFF} homepages/ papers.bib    a row for each person, their pages or CVs, lists of works"
    if start.sources:
        yield f"  kg sync    asks {' and '.join(start.sources)} about them"
    yield "  kg build && kg serve"
    yield "  kg review --web --all    what is not sure"
