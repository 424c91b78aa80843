"""Commands that make documents out of a graph: CVs and lists of publications."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, get_args

import typer

from kg.cli.completion import complete_person, complete_style
from kg.cli.files import form_of, write
from kg.cli.messages import extra, tell
from kg.cli.options import STDOUT, OutputOption, ReleaseOption
from kg.cli.places import graph_of
from kg.site.reports.forms import SUFFIXES, Form, Paper, WrittenDocument

if TYPE_CHECKING:
    from kg.site.reports.citing import Style
    from kg.site.reports.model import ReportDocument
    from kg.store.graph import Graph

_DOCUMENTS = {
    "cv": "the CV of a person",
    "publications": "the publications of a person, counted and numbered",
    "bibtex": "the works of a person for reference managers",
}

documents = typer.Typer(rich_markup_mode=None)


CitationForm = Literal["bibtex", "csl-json"]


Grouping = Literal["type", "year"]


PersonArgument = Annotated[str, typer.Argument(help="The person: slug, name or IRI.", autocompletion=complete_person)]
FormOption = Annotated[
    Form | None, typer.Option("--format", help="The syntax. Default: as the output's suffix says, or markdown.")
]
PaperOption = Annotated[Paper, typer.Option("--paper", help="The paper of PDF and DOCX.")]
LayoutOption = Annotated[
    Path | None,
    typer.Option("--layout", help="Your own: a template of Typst for PDF, a document with styles for DOCX."),
]
StyleOption = Annotated[
    str,
    typer.Option(
        "--style",
        metavar="plain|NAME|FILE.csl",
        help="How works are cited: 'plain', or a style of CSL by its name (apa, ieee, acm, nature …) or file.",
        autocompletion=complete_style,
    ),
]
SinceOption = Annotated[
    int | None, typer.Option("--since", help="Leave out what ended before this year.", min=1, max=9999)
]


@documents.callback(invoke_without_command=True)
def render(context: typer.Context) -> None:
    """Make a CV or a list of publications.

    Documents are Markdown, HTML, PDF or DOCX; the same release gives the same bytes each time.

    \b
    Examples:
      kg render
      kg render cv "Jinliang Wei" -o cv.pdf
      kg render publications shen-li --by year --style acm
      kg render bibtex yinmin-zhong -o works.bib
    """
    if context.invoked_subcommand is None:
        width = max(map(len, _DOCUMENTS))
        for name, summary in _DOCUMENTS.items():
            typer.echo(f"{name:<{width}}  {summary}")
        typer.echo("\nMake one with 'kg render NAME'; 'kg render NAME --help' explains it.")


@documents.command()
def cv(
    person: PersonArgument,
    form: FormOption = None,
    since: SinceOption = None,
    sections: Annotated[
        str, typer.Option("--sections", help="These sections in this order, such as education,publications.")
    ] = "",
    style: StyleOption = "plain",
    paper: PaperOption = "a4",
    layout: LayoutOption = None,
    release: ReleaseOption = Path("build"),
    output: OutputOption = STDOUT,
) -> None:
    """Write the CV of a person.

    It has all that the graph knows, in the order of academic CVs.

    \b
    Examples:
      kg render cv "Jinliang Wei" -o cv.pdf
      kg render cv "Jinliang Wei" -o cv.pdf --layout our-own.typ
      kg render cv jiamin-li --since 2020 --sections education,publications,awards
    """
    from kg.site.reports.cv import curriculum_vitae

    chosen, wording = form_of(output, form, SUFFIXES, "markdown", what="a document"), _style(style)
    graph = graph_of(release)
    only = _sections(sections, graph)
    iri = _found(graph, "person", person)
    _write(curriculum_vitae(graph, iri, since=since, style=wording, only=only), chosen, paper, layout, output)


@documents.command()
def publications(
    person: PersonArgument,
    form: FormOption = None,
    since: SinceOption = None,
    by: Annotated[Grouping, typer.Option("--by", help="How the list is parted.")] = "year",
    style: StyleOption = "plain",
    paper: PaperOption = "a4",
    layout: LayoutOption = None,
    release: ReleaseOption = Path("build"),
    output: OutputOption = STDOUT,
) -> None:
    """Write the publications of a person, counted and numbered.

    \b
    Examples:
      kg render publications yinmin-zhong
      kg render publications "Shen Li" --by type --style ieee -o publications.html
      kg render publications shen-li --style chicago-author-date
      kg render publications shen-li --style our-own.csl
    """
    from kg.site.reports.publications import publication_list

    chosen, wording = form_of(output, form, SUFFIXES, "markdown", what="a document"), _style(style)
    graph = graph_of(release)
    iri = _found(graph, "person", person)
    _write(publication_list(graph, iri, since=since, style=wording, grouping=by), chosen, paper, layout, output)


@documents.command()
def bibtex(
    person: PersonArgument,
    form: Annotated[
        CitationForm | None,
        typer.Option("--format", help="The syntax. Default: as the output's suffix says, or bibtex."),
    ] = None,
    release: ReleaseOption = Path("build"),
    output: OutputOption = STDOUT,
) -> None:
    """Write the works of a person for reference managers.

    \b
    Examples:
      kg render bibtex yinmin-zhong -o works.bib
      kg render bibtex "Jinliang Wei" --format csl-json
    """
    from kg.interchange.formats import FORMATS
    from kg.site.reports.publications import bibliography

    suffixes = {name: (FORMATS[name].suffix,) for name in get_args(CitationForm)}
    chosen = form_of(output, form, suffixes, "bibtex", what="a list of works")
    graph = graph_of(release)
    iri = _found(graph, "person", person)
    suffix = "csl.json" if chosen == "csl-json" else "bib"
    _send(bibliography(graph, iri, suffix).encode(), output)


def _found(graph: "Graph", kind: str, text: str) -> str:
    """Return the IRI of a person or an organisation that is given by slug, name or IRI."""
    from kg.store.questions import entity

    iri = entity(kind, text, graph.store.query, graph.base).value
    graph.require(iri)
    return iri


def _style(text: str) -> "Style":
    """Return the style of a name, or that of a file of CSL."""
    from kg.site.reports.citing import plain_style
    from kg.terms.typed_yaml import nearest

    if text == "plain":
        return plain_style
    with extra("csl", "styles of CSL need the extra 'csl'", ", or cite in 'plain'"):
        from kg.site.reports.csl import ALIASES, CslStyle, styles

        known = {text: Path(text)} if text.endswith(".csl") else styles()
    if text not in known:
        near = nearest(text, known)
        meant = f"did you mean '{near}'? " if near else ""
        often = ", ".join(("plain", "apa", "ieee", *ALIASES))
        message = f"there is no style '{text}'; {meant}Most used are {often}; all are at https://www.zotero.org/styles"
        raise typer.BadParameter(message, param_hint="'--style'")
    return CslStyle(known[text])


def _sections(text: str, graph: "Graph") -> tuple[str, ...]:
    """Return the keys of sections of a CV that are separated by commas."""
    from kg.site.reports.cv import names as sections
    from kg.terms.typed_yaml import hint_for

    names = tuple(filter(None, (name.strip() for name in text.split(","))))
    for name in names:
        if name not in (known := sections(graph)):
            message = f"a CV has no section '{name}'; {hint_for(name, known)}"
            raise typer.BadParameter(message, param_hint="'--sections'")
    return names


def _write(document: "ReportDocument", form: Form, paper: Paper, layout: Path | None, output: Path) -> None:
    made = written(document, form, paper, layout)
    tell(*(f"warning: {remark}" for remark in made.remarks))
    _send(made.content, output)


def written(document: "ReportDocument", form: Form, paper: Paper = "a4", layout: Path | None = None) -> WrittenDocument:
    """Return a document in a form.

    Raises ConfigError if the form needs a package that is not installed, and ReadError if the layout is none.
    """
    from kg.site.reports import writers

    with extra("documents", f"{form.upper()} needs the extra 'documents'"):
        if form == "pdf":
            from kg.site.reports.typesetting import pdf

            return pdf(document, paper, layout)
        if form == "docx":
            from kg.site.reports.word_processing import docx

            return docx(document, paper, layout)
    texts = {"html": writers.html, "json": writers.as_json, "markdown": writers.markdown}
    return WrittenDocument(texts[form](document).encode())


def _send(content: bytes, output: Path) -> None:
    """Write a document; one without anything in it ends with code 1."""
    write(output, content)
    if not content:
        typer.echo("nothing found", err=True)
        raise typer.Exit(1)
