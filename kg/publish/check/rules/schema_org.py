"""schema.org: what search engines read of a page."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from pyoxigraph import NamedNode, Triple

from kg.base.reporting import Finding, Severity
from kg.publish.check.rdf import SCHEMA, local_name, schema_terms
from kg.publish.check.rule import Category, Rule, Scope
from kg.publish.check.subjects import PageView, ThingPage
from kg.terms.formats import Term
from kg.terms.vocabulary import RDF_TYPE

PARSES = Rule(
    "KG-SDO-01",
    "Every JSON-LD script of a page can be read",
    "search engines leave out what is broken",
    "correct the JSON, or the context",
    Category.SCHEMA_ORG,
    Scope.PAGE,
)
TERMS = Rule(
    "KG-SDO-02",
    "Every term of schema.org that is used is one of schema.org, release 30.0",
    "what it lacks is passed over in silence",
    "use the term that schema.org has; own terms belong into an own namespace",
    Category.SCHEMA_ORG,
    Scope.PAGE,
)
SUPERSEDED = Rule(
    "KG-SDO-03",
    "No term of schema.org that is used has been superseded",
    "consumers stop reading it one day",
    "use the term that superseded it",
    Category.SCHEMA_ORG,
    Scope.PAGE,
    Severity.WARNING,
)
REQUIRED = Rule(
    "KG-SDO-04",
    "What is described has the properties without which it is not shown",
    "search engines and harvesters leave out what lacks them",
    "state the property, in the data or in the JSON-LD of the page",
    Category.SCHEMA_ORG,
    Scope.PAGE,
    weight=2,
)
IDENTITY = Rule(
    "KG-SDO-05",
    "The page of a thing describes the thing as which it is cited",
    "machines join what is said of a thing by its IRI",
    "let @id in the JSON-LD be the address of <link rel=cite-as>",
    Category.SCHEMA_ORG,
    Scope.THING,
)
PRESENT = Rule(
    "KG-SDO-06",
    "The page of a thing embeds schema.org in JSON-LD",
    "it is what search engines read",
    'put <script type="application/ld+json"> into the head',
    Category.SCHEMA_ORG,
    Scope.THING,
    weight=2,
)

_NEEDED: Mapping[str, tuple[str, ...]] = {
    "ProfilePage": ("mainEntity",),
    "ScholarlyArticle": ("name|headline", "author"),
    "Dataset": ("name", "description", "license"),
    "DataDownload": ("contentUrl", "encodingFormat"),
    "DataCatalog": ("name",),
    "BreadcrumbList": ("itemListElement",),
    "ListItem": ("position", "item|name"),
    "Event": ("name",),
    "Course": ("name",),
    "SoftwareSourceCode": ("name",),
}
"""What a node of a class must state; `a|b` where one of them is enough."""

_MENTION = frozenset((RDF_TYPE, "name", "url", "identifier"))
"""Properties of a thing that is only mentioned, since it is described elsewhere."""


def of_page(page: PageView) -> Iterator[Finding]:
    """Judge the JSON-LD of a page."""
    for line, triples, fault in page.json_ld:
        if fault:
            yield PARSES.broken(page.name, f"the JSON-LD cannot be read: {fault}", line)
        else:
            yield from _judge_terms(page.name, line, triples)
            yield from _judge_properties(page.name, line, triples)


def _judge_terms(name: str, line: int, triples: list[Triple]) -> Iterator[Finding]:
    known = schema_terms()
    used = {each.predicate.value: "property" for each in triples}
    used |= {_value(each.object): "class" for each in triples if each.predicate.value == RDF_TYPE}
    for iri, kind in sorted(used.items()):
        if iri.startswith(("http://schema.org/", SCHEMA)):
            term = iri.rpartition("/")[2]
            have, status = known.get(term, ("", ""))
            if have != kind:
                yield TERMS.broken(name, f"schema.org has no {kind} '{term}'", line)
            elif status == "superseded":
                yield SUPERSEDED.broken(name, f"the {kind} '{term}' was superseded", line)


def _judge_properties(name: str, line: int, triples: list[Triple]) -> Iterator[Finding]:
    said: dict[str, dict[str, list[Term]]] = defaultdict(lambda: defaultdict(list))
    for each in triples:
        said[str(each.subject)][local_name(each.predicate.value)].append(each.object)
    led_to = {str(each.object) for each in triples}
    for node, properties in sorted(said.items()):
        if node in led_to and properties.keys() <= _MENTION:
            continue
        for class_ in sorted({local_name(_value(each)) for each in properties.get(RDF_TYPE, ())} & _NEEDED.keys()):
            for wanted in _NEEDED[class_]:
                if not any(properties.get(each) for each in wanted.split("|")):
                    message = f"{node} is a {class_} without {wanted.replace('|', ' or ')}"
                    yield REQUIRED.broken(name, message, line)


def _value(term: Term) -> str:
    return term.value if isinstance(term, NamedNode) else ""


def of_thing(thing: ThingPage) -> Iterator[Finding]:
    """Judge whether the page of a thing describes it."""
    page = thing.page
    if not page.json_ld:
        yield PRESENT.broken(page.name, "the page has no JSON-LD")
    elif thing.iri and page.triples:
        subjects = {each.subject.value for each in page.triples if isinstance(each.subject, NamedNode)}
        if thing.iri not in subjects:
            yield IDENTITY.broken(page.name, f"the JSON-LD says nothing of {thing.iri}", page.json_ld[0].line)
