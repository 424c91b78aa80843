"""Query and export a release in one call: the functions behind `kg.query` and `kg.export`."""

from pathlib import Path
from typing import IO

from pyoxigraph import Literal, QuerySolutions

from kg.base.errors import QueryError
from kg.base.files import atomic_write
from kg.store.columns import Cell, plain
from kg.store.export.export import Excerpt, write
from kg.store.questions import entity, find_query, term_of
from kg.store.release import Release
from kg.terms.context import context_of
from kg.terms.formats import RDF_SUFFIXES, rdf_format_of


def query(release: Release, name: str, **parameters: str | int) -> list[dict[str, Cell]]:
    """Return the rows of a named question, by column; IRIs and dates are text.

    Args:
        release: The release that is asked.
        name: A question of kg or of the release's project, or the path of an `.rq` file.
        **parameters: Its parameters: things by slug, name or IRI, other values as they are.

    Raises:
        NotFound: If there is no such question, or nothing has a given name.
        QueryError: If a parameter is missing, unknown, ambiguous or not of its type.
    """
    question = find_query(name, release.queries, release.declaration)
    store = release.store()
    declared = question.header.parameters
    terms = {  # an unknown parameter is left to `bind`, which names it
        key: term_of(declared[key], str(given), store.query, release.base) if key in declared else Literal(str(given))
        for key, given in parameters.items()
    }
    answer = store.query(question.bind(terms))
    if not isinstance(answer, QuerySolutions):
        raise QueryError(f"the query '{name}' has no rows: it is no SELECT", hint="ask it with: kg query")
    columns = [variable.value for variable in answer.variables]
    return [{column: plain(solution[column]) for column in columns} for solution in answer]


def export(
    release: Release, output: Path | IO[bytes], form: str = "", *, resource: str = "", evidence: bool = False
) -> None:
    """Write the graph of a release, or one resource of it, as RDF: the same bytes each time.

    Args:
        release: The release.
        output: A file, which is replaced as a whole, or a binary stream.
        form: A key of `kg.terms.formats.RDF_FORMATS`, such as `turtle`; empty for what the file's suffix means.
        resource: The slug, name or IRI of one resource; empty for all.
        evidence: Whether the evidence graph is written too (JSON-LD, N-Quads and TriG only).

    Raises:
        NotFound: If there is no such resource.
        QueryError: If the form is unknown, or cannot hold what is asked for.
    """
    form = form or (rdf_format_of(output) if isinstance(output, Path) else None) or "turtle"
    if form not in RDF_SUFFIXES:
        raise QueryError(f"there is no format '{form}'", hint=f"choose one of {', '.join(RDF_SUFFIXES)}")
    store = release.store()
    iri = entity("thing", resource, store.query, release.base, release.declaration) if resource else None
    excerpt = Excerpt(store, release.base, context_of(release.declaration), iri, evidence)
    if isinstance(output, Path):
        with atomic_write(output) as file:
            write(excerpt, form, file)
    else:
        write(excerpt, form, output)
