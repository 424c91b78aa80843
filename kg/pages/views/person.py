"""What the page of a person shows beside panels: names, links, numbers, facts."""

from collections.abc import Iterator, Mapping, Sequence

from kg.pages import heading
from kg.pages.fields import Described, Fact
from kg.pages.graph import Graph
from kg.pages.heading import Count, Head
from kg.pages.panels import Panel, Section
from kg.pages.works import Facts
from kg.vocabulary import curie

_COUNTED = (
    Count("works", "work", "publications", "work"),
    Count("co-authors", "co-author", "coauthors", "coauthor"),
    Count("venues", "venue", "venues", "venue"),
    Count("systems", "system", "systems", "system"),
)
_FACTS = (
    ("Interests", "schema:knowsAbout"),
    ("Degrees from", "schema:alumniOf"),
    ("Advised by", "kg:advisor"),
    ("Skills", "schema:skills"),
    ("Member of", "schema:memberOf"),
    ("E-mail", "schema:email"),
    ("Telephone", "schema:telephone"),
    ("Address", "schema:address"),
)


_TOLD = ("name", "variants", "pronouns", "job_title", "summary", "affiliation")


def content(graph: Graph, iri: str, panels: Sequence[Panel | Section]) -> Mapping[str, object]:
    """Return what `person.html` is given."""
    said = graph.facts(iri)
    head = Head(
        heading.other_names(said, ("schema:alternateName",), graph.label(iri)),
        heading.addresses(said, "Homepage"),
        (*heading.numbers(panels, _COUNTED), *heading.active_years(panels, "works-per-year")),
        (*heading.facts(graph, said, _FACTS), *_facts(graph, iri, said)),
        *heading.description(said),
    )
    return {
        "head": head,
        "pronouns": graph.text(iri, "kg:pronouns"),
        "job_title": graph.text(iri, "schema:jobTitle"),
        "affiliations": heading.named_things(graph, said.get("schema:affiliation", ())),
    }


def _facts(graph: Graph, iri: str, said: Facts) -> Iterator[Fact]:
    """Yield all that is declared to be shown of a person and is not shown otherwise."""
    kind, shown = graph.declaration.kinds["Person"], {key for _, key in _FACTS}
    covered = (each.key for each in kind.fields.values() if curie(each.iri) in shown)
    person = Described(graph, kind, iri, said, "page", graph.facts)
    return person.facts((*_TOLD, *covered, *graph.declaration.sections))
