"""Named questions: one file each in `queries/`, with a header in `#+` lines and typed parameters.

A parameter is a line `VALUES ?person { UNDEF }` in which `UNDEF` is replaced by a serialised term. The
file stays valid SPARQL for any engine, and nothing that a user types can change the query's form.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated
from typing import Literal as OneOf

from pydantic import Field, StringConstraints
from pyoxigraph import Literal, NamedNode

from kg.base import resources
from kg.base.errors import ConfigError, IdentifierError, NotFound, Problem, QueryError, ReadError
from kg.base.strict_yaml import read_text
from kg.store.store import solutions
from kg.terms import typed_yaml
from kg.terms.declaration import kg_declaration
from kg.terms.fields import Many, Name, StrictModel, Text
from kg.terms.formats import XSD, Answer, Term, term_text
from kg.terms.identifiers import fold, slug, web_address
from kg.terms.kinds import Declaration
from kg.terms.labels import NOUNS
from kg.terms.work_types import NO_WORKS

View = OneOf["table", "bar", "timeline", "network", "works"]
Theme = OneOf["together", "works", "careers", "people", "subjects", "places", "record", "more"]
Added = tuple[tuple[str, str], ...]  # the questions of a project: the path and the text of each file, in order

Select = Callable[[str], Answer]

_LOCAL = r"[a-z]+(-[a-z]+)*/[a-z0-9-]+(#[a-z0-9-]+)?"

_NO_WORK = f"FILTER NOT EXISTS {{ VALUES ?other {{ {' '.join(NO_WORKS)} }} ?entity a ?other }}"
_PREFIXES = """\
PREFIX schema: <https://schema.org/>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
PREFIX void: <http://rdfs.org/ns/void#>
PREFIX kg: <https://w3id.org/profile-kg/ontology#>
"""
_PLAIN = ("thing", "year", "text")
Word = Annotated[Name, StringConstraints(pattern=r"^[a-z][a-z-]*$")]
_PLACEHOLDER = re.compile(r"\{([a-z][a-z_]*)\}")
_HEADER = re.compile(r"^#\+ ?(.*)$", re.MULTILINE)


class Parameter(StrictModel):
    """A parameter of a query.

    An entity is given by its slug, its name or its IRI; `thing` is an entity of any kind.
    """

    type: Word = Field(description="What may be given: a kind of thing, as IRIs name it, `thing`, `year` or `text`")
    description: Text = Field(description="What it means")
    example: Name = Field(description="A value that gives an answer on the sample")
    required: bool = Field(True, description="Whether the query makes no sense without it")


class Panel(StrictModel):
    """Where a query stands on the pages of things, which are the value of the parameter of their kind."""

    of: Many[Word] = Field(description="The kind of thing, or kinds, whose pages show it, as IRIs name it")
    title: Name = Field(description="Its heading there")
    place: int = Field(
        0, description="Its place among those that the declaration of the kind does not lay out", ge=0, le=999
    )
    count: dict[Name, tuple[Name, Name]] = Field(
        {},
        description="What the head of the page counts: by the column of the things, each counted once, or of numbers, "
        "which are added up, what one and what several are called",
    )


class Header(StrictModel):
    """What a query says of itself."""

    summary: Name = Field(description="What the answer holds, in a line")
    question: Name | None = Field(
        None, description="The same as a sentence with the parameters in it: `Who advised {person}?`"
    )
    theme: Theme = Field("more", description="Which of the things that people want to know it belongs to")
    description: Text | None = Field(None, description="What the answer holds, in a few sentences")
    parameters: dict[str, Parameter] = Field({}, description="By the name of their variable")
    view: View = Field("table", description="How the answer is best looked at")
    panel: Panel | None = Field(None, description="Where it stands on pages, if it does")

    def parameter_for(self, kind: str) -> str | None:
        """Return the parameter that takes a thing of a kind, if there is one."""
        takes = (name for name, each in self.parameters.items() if each.type in (kind, "thing"))
        return next(takes, None)


@dataclass(frozen=True)
class Query:
    """A named question."""

    name: str
    header: Header
    sparql: str

    @property
    def question(self) -> str:
        """The question as a sentence, in which parameters stand in braces; without one, its summary and then these.

        >>> queries()["coauthors"].question
        'Who wrote with {person}?'
        """
        return self.header.question or " ".join((self.header.summary, *map("{{{}}}".format, self.header.parameters)))

    @property
    def needs_values(self) -> bool:
        """Whether it makes no sense without the value of a parameter."""
        return any(parameter.required for parameter in self.header.parameters.values())

    def bind(self, values: Mapping[str, Term]) -> str:
        """Return the SPARQL text with terms put in for parameters.

        Raises:
            QueryError: If a required parameter is missing, or a value has no parameter.
        """
        for name in values:
            if name not in self.header.parameters:
                raise QueryError(f"the query '{self.name}' has no parameter '{name}'", hint=self.usage)
        for name, parameter in self.header.parameters.items():
            if parameter.required and name not in values:
                raise QueryError(f"the query '{self.name}' needs the parameter '{name}'", hint=self.usage)
        sparql = self.sparql
        for name, term in values.items():
            text = f"VALUES ?{name} {{ {term_text(term)} }}"
            sparql = _slot(name).sub(text.replace("\\", r"\\"), sparql)
        return sparql

    @property
    def usage(self) -> str:
        """An example of how to ask it on the command line."""
        given = [
            f"--{name.replace('_', '-')} {_quoted(parameter.example)}"
            for name, parameter in self.header.parameters.items()
            if parameter.required
        ]
        return " ".join(("kg query", self.name, *given))


def read_query(path: Path, declaration: Declaration | None = None) -> Query:
    """Return the query of a file, given what there is in the graph that is asked; without it, what kg declares.

    Raises:
        ConfigError: If it has no header, a broken one, or a parameter that the text does not use.
    """
    try:
        return parse_query(path, read_text(path), declaration or kg_declaration())
    except ReadError as error:
        raise ConfigError(error.problems) from error


def parse_query(path: Path, text: str, declaration: Declaration) -> Query:
    """Return the query of a text, as `read_query` does."""
    try:
        lines = _HEADER.findall(text)
        if not lines:
            raise ConfigError(Problem("the header is missing", path, 1, hint="begin with '#+ summary: …'"))
        # Indented as in the file, so that problems have the file's own lines and columns.
        header, _ = typed_yaml.check("\n".join(f"   {line}" for line in lines), path, Header)
    except ReadError as error:
        raise ConfigError(error.problems) from error
    # Refuse parameters that the text does not use, and panels that could not say whose they are.
    for name in header.parameters:
        if not _slot(name).search(text):
            hint = f"add the line: VALUES ?{name} {{ UNDEF }}"
            raise ConfigError(Problem(f"the parameter '{name}' is not used", path, 1, hint=hint))
    asked = _PLACEHOLDER.findall(header.question or "")
    if header.question and sorted(asked) != sorted(header.parameters):
        hint = "name each parameter in it once, such as {person}"
        raise ConfigError(Problem("the question does not ask for what the query takes", path, 1, hint=hint))
    for kind in header.panel.of if header.panel else ():
        if not header.parameter_for(kind):
            hint = f"add a parameter of the type {kind} or thing"
            raise ConfigError(Problem(f"the panel of the kind {kind} has no parameter for it", path, 1, hint=hint))
    _check_kinds(header, path, declaration)
    return Query(path.stem, header, text)


def _check_kinds(header: Header, path: Path, declaration: Declaration) -> None:
    stated = [each.type for each in header.parameters.values()]
    known = (*declaration.by_path, *_PLAIN)
    for kind in (*stated, *(header.panel.of if header.panel else ())):
        if kind not in known:
            hint = typed_yaml.hint_for(kind, known, f"the kinds are {', '.join(known)}")
            raise ConfigError(Problem(f"there is no kind of thing '{kind}'", path, 1, hint=hint))


@cache
def queries(added: Added = (), declaration: Declaration | None = None) -> Mapping[str, Query]:
    """Return the queries that come with kg, by name, and those of a project, which may take their places.

    Args:
        added: The project's.
        declaration: What there is in the graph that is asked; without it, what kg declares.

    Raises:
        ConfigError: If a file is broken.
    """
    declaration = declaration or kg_declaration()
    own = {path.stem: read_query(path, declaration) for path in query_files()}
    project = {Path(name).stem: parse_query(Path(name), text, declaration) for name, text in added}
    return dict(sorted({**own, **project}.items()))


def added_in(directory: Path, declaration: Declaration) -> Added:
    """Return the questions in a folder of a project; a folder that is missing has none."""
    try:
        added = tuple((str(path), read_text(path)) for path in sorted(directory.glob("*.rq")))
    except ReadError as error:
        raise ConfigError(error.problems) from error
    queries(added, declaration)
    return added


def query_files() -> list[Path]:
    """Return the files of the queries that come with kg, sorted by name."""
    return sorted(resources.directory("queries").glob("*.rq"))


def sentence(question: str) -> list[str]:
    """Return the pieces of a question, of which every second is the name of a parameter.

    >>> sentence("Who was at {organization} in {year}?")
    ['Who was at ', 'organization', ' in ', 'year', '?']
    """
    return _PLACEHOLDER.split(question)


def find_query(name: str, known: Mapping[str, Query] | None = None, declaration: Declaration | None = None) -> Query:
    """Return a query by its name, or by the path of its file.

    Args:
        name: The name, or the path.
        known: The queries by name; without it, those that come with kg.
        declaration: What there is in the graph that is asked; without it, what kg declares.

    Raises:
        NotFound: If there is none, with the nearest names.
        ConfigError: If the file is broken.
    """
    path = Path(name)
    if path.suffix == ".rq":
        return read_query(path, declaration)
    if known is None and path.name == name and (file := resources.directory("queries") / f"{name}.rq").is_file():
        return read_query(file)  # one file is read faster than all
    known = queries() if known is None else known
    if name not in known:
        hint = typed_yaml.hint_for(name, known, "list them: kg query; to ask in SPARQL: kg sparql")
        raise NotFound(f"there is no query '{name}'", hint=hint)
    return known[name]


def term_of(parameter: Parameter, text: str, select: Select, base: str = "") -> Term:
    """Return the term that a text means as the value of a parameter.

    Args:
        parameter: The parameter.
        text: What the user typed: a slug, a name or an IRI for entities, else the value.
        select: Asks the store, for looking names up.
        base: The base of the store's IRIs, or empty where it is not known.

    Raises:
        NotFound: If nothing has the name.
        QueryError: If several things have it (they are listed), or the text is not of the type.
    """
    if parameter.type == "text":
        return Literal(text)
    if parameter.type == "year":
        if not re.fullmatch(r"\d{4}", text):
            raise QueryError(f"'{text}' is not a year", hint=f"write four digits, such as {parameter.example}")
        return Literal(text, datatype=NamedNode(f"{XSD}integer"))
    return entity(parameter.type, text, select, base)


def entity(kind: str, text: str, select: Select, base: str = "", declaration: Declaration | None = None) -> NamedNode:
    """Return the entity of a kind that has a slug, name or IRI; raises what `term_of` raises.

    A declaration tells which kinds of a project a thing may be of.
    """
    if text.startswith(("http://", "https://")):
        try:
            return NamedNode(web_address(text))
        except IdentifierError as error:
            raise QueryError(str(error)) from error
    added = (path for path, each in declaration.listed.items() if not each.is_own) if declaration else ()
    kinds = (*NOUNS, *added) if kind == "thing" else (kind,)
    candidates = _by_slug(kind, kinds, text, select, base) or _by_name(kind, text, select)
    if len(candidates) == 1:
        return next(iter(candidates))
    if candidates:
        listed = "\n".join(f"  {label}  {iri.value}" for iri, label in sorted(candidates.items(), key=str))
        of_kind = "" if kind == "thing" else f" of the kind {kind}"
        hint = "give the IRI, or the slug with its kind, such as system/lyra" if kind == "thing" else "give the IRI"
        raise QueryError(f"'{text}' names {len(candidates)} things{of_kind}:\n{listed}", hint=hint)
    raise NotFound(f"there is no {kind} called '{text}'", hint=_suggestion(kind, text, select))


def _slot(name: str) -> re.Pattern[str]:
    return re.compile(rf"VALUES\s+\?{re.escape(name)}\s*\{{\s*UNDEF\s*\}}")


def _quoted(text: str) -> str:
    return f'"{text}"' if re.search(r"[^\w.:/-]", text) else text


def _by_slug(kind: str, kinds: Iterable[str], text: str, select: Select, base: str) -> dict[NamedNode, str]:
    if kind == "thing" and re.fullmatch(_LOCAL, text):
        paths = [text]
    else:
        local = slug(text)
        paths = [f"{each}/{local}" for each in kinds] if local else []
    if base:
        iris = [NamedNode(f"{base}{path}") for path in paths]
        return {iri: iri.value.removeprefix(base) for iri in iris if select(f"ASK {{ {iri} ?p ?o }}")}
    tests = " || ".join(f"STRENDS(STR(?entity), {term_text(Literal(f'/{path}'))})" for path in paths)
    return _column(select, f"{_pattern(kind)} FILTER({tests})") if paths else {}


def _by_name(kind: str, text: str, select: Select) -> dict[NamedNode, str]:
    same = term_text(Literal(text.strip().casefold()))
    return _column(select, f"{_pattern(kind)} FILTER(LCASE(STR(?label)) = {same})")


def _suggestion(kind: str, text: str, select: Select) -> str:
    words = [word for word in fold(text).split() if len(word) > 2]
    tests = " || ".join(f"CONTAINS(LCASE(STR(?label)), {term_text(Literal(word))})" for word in words)
    # A source has the path of its file as its name, which is nothing to suggest.
    pattern = f"{_pattern(kind)} FILTER NOT EXISTS {{ ?entity kg:sha256 ?hash }}"
    near = _column(select, f"{pattern} FILTER({tests})") if tests else {}
    if not near:
        return "check the spelling, or give the IRI"
    return "did you mean " + " or ".join(f"'{label}'" for label in sorted(set(near.values()))[:5]) + "?"


def _pattern(kind: str) -> str:
    classes = " ".join(f"<{iri}>" for iri in kg_declaration().classes_below(kind))
    typed = f"VALUES ?class {{ {classes} }} ?entity a ?class ." if classes else ""
    if not classes and kind != "thing":  # a kind of a project's own: what its IRIs begin with tells
        typed = f'FILTER(CONTAINS(STR(?entity), "/{kind}/"))'
    told_apart = _NO_WORK if kind == "work" else ""
    return f"{typed} ?entity schema:name|schema:alternateName|skos:prefLabel|schema:courseCode ?label . {told_apart}"


def _column(select: Select, pattern: str) -> dict[NamedNode, str]:
    sparql = f"{_PREFIXES}SELECT DISTINCT ?entity ?label WHERE {{ {pattern} }} ORDER BY ?entity ?label LIMIT 50"
    found: dict[NamedNode, str] = {}
    for solution in solutions(select(sparql)):
        iri, label = solution["entity"], solution["label"]
        if isinstance(iri, NamedNode) and isinstance(label, Literal):
            found.setdefault(iri, label.value)
    return found
