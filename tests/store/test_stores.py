"""One suite for all stores: the embedded one, Oxigraph's server and Virtuoso 7, the servers filled by `kg push`."""

from collections.abc import Iterator

import pytest
from pyoxigraph import Literal, QuerySolutions

from kg.base.errors import KgError, QueryError, StoreError
from kg.store import questions
from kg.store.pushing import PushOptions, push
from kg.store.release import Release
from kg.store.remote.addresses import Addresses
from kg.store.remote.store import RemoteStore
from kg.store.store import Store
from kg.terms.formats import Term
from kg.terms.vocabulary import PREFIXES
from tests.support.servers import Server, oxigraph_server, virtuoso_needed, virtuoso_server

FACTS = "https://kg.example.org/graph/facts"
GRAPHS = {"oxigraph": "", "virtuoso": FACTS}
VIRTUOSO = pytest.param("virtuoso", marks=(pytest.mark.exhaustive, virtuoso_needed))
XSD = PREFIXES["xsd"]

VIRTUOSO_FAILS = {
    "advisor-chain": "VALUES in a branch of a UNION is not joined with a path",
    "courses-of-organization": "a sub-query in an OPTIONAL is joined with the wrong rows",
    "editions-of-venue": "a sub-query in an OPTIONAL is joined with the wrong rows",
    "evidence": "VALUES with UNDEF is not joined with GRAPH",
    "partners-of-organization": "the same sub-query in two branches of a UNION",
    "people-at": "VALUES of predicates is not joined with a path of any length",
    "systems": "a sub-query in an OPTIONAL is joined with the wrong rows",
    "works-of-venue": "a sub-query in an OPTIONAL is joined with the wrong rows",
}
"""Named questions that Virtuoso 7.2.5 does not answer as SPARQL 1.1 says; docs/remote-stores.md tells of it."""


class Filled:
    """A store that holds the sample, and the server behind it, if there is one."""

    def __init__(self, name: str, store: Store, server: Server | None = None) -> None:
        self.name, self.store, self.server = name, store, server


@pytest.fixture(scope="module", params=["embedded", "oxigraph", VIRTUOSO])
def filled(
    request: pytest.FixtureRequest, release: Release, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Filled]:
    """Yield each store that holds the sample."""
    name = request.param
    if name == "embedded":
        yield Filled(name, release.store())
        return
    running = oxigraph_server if name == "oxigraph" else virtuoso_server
    with running(tmp_path_factory.mktemp(name) / "store") as server:
        outcome = push(release, Addresses(server.query), server.credentials, PushOptions(graph=GRAPHS[name]))
        yield Filled(name, RemoteStore(outcome.address), server)


def said(term: Term | None) -> str:
    """Return what a term says; Virtuoso writes `true` as 1, and as an integer where it has computed it."""
    if isinstance(term, Literal) and term.value in ("true", "false"):
        return "10"[term.value == "false"]
    return "" if term is None else getattr(term, "value", str(term))


def rows(answer: object) -> list[list[str]]:
    assert isinstance(answer, QuerySolutions)
    return sorted([said(term) for term in row] for row in answer)


@pytest.mark.parametrize("filled", ["oxigraph", VIRTUOSO], indirect=True)
@pytest.mark.thorough
def test_named_questions_have_the_same_answers(release: Release, filled: Filled) -> None:
    wrong = {
        query.name
        for query in questions.queries().values()
        if _answer(query, filled.store) != _answer(query, release.store())
    }

    # Not always all of them: the plans of Virtuoso follow its statistics.
    assert wrong - (VIRTUOSO_FAILS.keys() if filled.name == "virtuoso" else set()) == set()


def _answer(query: questions.Query, store: Store) -> list[list[str]]:
    values = {
        name: questions.term_of(parameter, parameter.example, store.query)
        for name, parameter in query.header.parameters.items()
    }
    try:
        return rows(store.query(query.bind(values)))
    except KgError as error:
        return [[str(error)]]


FEATURES = {
    "property path": "SELECT ?s { ?s kg:presentedAt/schema:superEvent|schema:isPartOf ?v }",
    "zero or more": "SELECT ?o { ?o schema:parentOrganization* ?top . ?top schema:name 'Carnegie Mellon University' }",
    "negated path": "SELECT (COUNT(*) AS ?n) { ?s !(rdf:type|schema:name) ?o }",
    "optional": "SELECT ?n ?y { ?s a kg:System ; schema:name ?n . OPTIONAL { ?s schema:startDate ?y } }",
    "minus": "SELECT ?s { ?s a kg:System MINUS { ?s schema:codeRepository ?r } }",
    "not exists": "SELECT ?s { ?s a kg:System FILTER NOT EXISTS { ?s schema:codeRepository ?r } }",
    "aggregates": "SELECT ?y (COUNT(DISTINCT ?w) AS ?n) (MIN(STRLEN(?l)) AS ?least) (SUM(STRLEN(?l)) AS ?sum) "
    "{ ?w a schema:ScholarlyArticle ; kg:year ?y ; schema:name ?l } GROUP BY ?y HAVING (COUNT(*) > 1)",
    "subquery": "SELECT ?n { { SELECT DISTINCT ?p { ?w schema:author ?p } ORDER BY ?p LIMIT 5 } ?p schema:name ?n }",
    "values": "SELECT ?n { VALUES ?t { kg:System schema:Periodical } ?s a ?t ; schema:name ?n }",
    "strings": "SELECT (UCASE(?n) AS ?u) (STRLEN(?n) AS ?l) (SUBSTR(?n, 2, 3) AS ?s) (REPLACE(?n, 'a', 'b') AS ?r) "
    "{ ?x a kg:System ; schema:name ?n FILTER(CONTAINS(LCASE(?n), 'e') && REGEX(?n, '^[A-Z]')) }",
    "languages": "SELECT ?l { ?t a skos:Concept ; skos:prefLabel ?l FILTER(LANG(?l) = 'en') }",
    "numbers": "SELECT (?y + 1 AS ?next) (IF(?y > 2020, 'late', 'early') AS ?when) "
    "{ ?e a schema:ConferenceEvent ; kg:year ?y }",
    "evidence": "SELECT (COUNT(*) AS ?n) { GRAPH <https://kg.example.org/graph/evidence> { ?e a kg:Evidence } }",
    "union": "SELECT ?n { { ?s a kg:System } UNION { ?s a schema:Periodical } ?s schema:name ?n }",
    "from": "SELECT (COUNT(*) AS ?n) FROM <https://kg.example.org/graph/evidence> { ?e kg:supports ?x }",
}


@pytest.mark.parametrize("filled", ["oxigraph", VIRTUOSO], indirect=True)
def test_sparql_features_have_the_same_answer(release: Release, filled: Filled) -> None:
    prefixes = {**PREFIXES, "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#"}

    expected = {name: rows(release.store().query(sparql, prefixes=prefixes)) for name, sparql in FEATURES.items()}

    assert all(expected.values())
    assert {name: rows(filled.store.query(sparql, prefixes=prefixes)) for name, sparql in FEATURES.items()} == expected


def test_a_large_answer_comes_whole(filled: Filled) -> None:
    sparql = "SELECT ?s ?p ?o ?x { ?s ?p ?o . ?x a schema:Periodical } LIMIT 12000"

    assert len(rows(filled.store.query(sparql, prefixes=PREFIXES))) == 12_000


def terms(answer: object, name: str) -> list[str]:
    """Return terms as they are written; Virtuoso writes booleans in the other way that XML Schema allows."""
    assert isinstance(answer, QuerySolutions)
    boolean = f"^^<{XSD}boolean>"
    return [
        str(row["o"]).replace(f'"true"{boolean}', f'"1"{boolean}') if name == "virtuoso" else str(row["o"])
        for row in answer
    ]


@pytest.mark.parametrize("sparql", ["SELECT * { ?s", "SELEKT * { ?s ?p ?o }", "ASK { ?s <no iri> ?o }"])
@pytest.mark.filterwarnings("ignore:.*query type")  # SPARQLWrapper warns of what it does not know
def test_a_malformed_query_is_refused(sparql: str, filled: Filled) -> None:
    with pytest.raises((QueryError, StoreError)):
        filled.store.query(sparql)


def test_an_update_is_refused(filled: Filled) -> None:
    with pytest.raises(KgError):
        filled.store.query("INSERT DATA { <http://a> <http://b> <http://c> }")
