"""How to cite a release: a sentence, and an entry for BibTeX."""

from kg.formats import NamedNode
from kg.identifiers import slug
from kg.interchange.latex import escaped, verbatim
from kg.pages.graph import Graph


def sentence(graph: Graph) -> str:
    """Return the reference in words."""
    parts = (publisher(graph), graph.title, f"Release {graph.release.path.name}", graph.base)
    return ". ".join(part.rstrip(".") for part in parts if part) + "."


def bibtex(graph: Graph) -> str:
    """Return the reference as an entry; without a date, since a release says what it holds, not when it was made."""
    release = graph.release.path.name
    fields = {
        "author": f"{{{escaped(publisher(graph))}}}" if publisher(graph) else "",
        "title": f"{{{escaped(graph.title)}}}",
        "howpublished": f"\\url{{{verbatim(graph.base)}}}" if graph.base else "",
        "note": f"Knowledge graph, release {release}",
    }
    lines = [f"  {name:<12} = {{{value}}}" for name, value in fields.items() if value]
    return f"@misc{{{slug(graph.title)[:40].strip('-') or 'graph'}-{release},\n" + ",\n".join(lines) + "\n}"


def publisher(graph: Graph) -> str:
    """Return who publishes the dataset, or nothing."""
    values = graph.values(graph.dataset, "schema:publisher") if graph.dataset else ()
    return next((graph.label(term.value) for term in values if isinstance(term, NamedNode)), "")
