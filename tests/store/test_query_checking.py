"""A query with a wrong term is refused with what was meant; one that can have an answer never is."""

import re
from itertools import islice

import pytest

from kg.base.errors import QueryError
from kg.server.mcp.pages import MOST_TOKENS, tokens
from kg.store.graph import Graph
from kg.store.query_checking import QueryChecker
from kg.store.release import Release
from kg.store.sparql.guard import SERVER_LIMITS
from kg.store.sparql.patterns import read_patterns
from kg.terms.vocabulary import QUERY_PREFIXES
from tests.conftest import ROOT

WRONG = [
    ("?p a foaf:Persn", "no class foaf:Persn – did you mean foaf:Person or schema:Person?"),
    ("?w a bibo:Article", "no class bibo:Article – did you mean schema:ScholarlyArticle?"),
    ("?w schema:authors ?p", "no property schema:authors – did you mean schema:author or kg:author?"),
    ("?w dcterms:creator ?p", "no property dcterms:creator – did you mean schema:author?"),
    ("?w schema:title ?t", "no property schema:title – did you mean schema:name?"),
    ("?w (schema:name|schema:title)+ ?t", "no property schema:title – did you mean schema:name?"),
    ("?p a schema:Person ; kg:supervisor ?a", "no property kg:supervisor – did you mean kg:advisor?"),
    ("?p a schema:Person ; foaf:publications ?w", "no property foaf:publications – did you mean ^schema:author?"),
    ("?p a/rdfs:subClassOf* schema:Person", "each thing states all its classes"),
    ("?p a schema:Person ; schema:author ?w", "turn it round: ?p ^schema:author ?w"),
    ("?p a schema:Person ; kg:acceptanceRate ?r", "things of schema:ConferenceEvent, schema:Event have it"),
    ("<person/jiamin-li> schema:datePublished ?d", "has schema:datePublished"),
    ("<person/jiamin-lee> schema:name ?n", "did you mean <person/jiamin-li> (Jiamin Li)?"),
    ("?w schema:creativeWorkStatus kg:Published", "no kg:Published – did you mean kg:published?"),
    ("?w kg:year '2023'", 'kg:year is like "2023" – its values are xsd:integer: write 2023'),
    ("?p schema:affiliation 'CMU'", 'its values are things such as <organization/'),
    ("?t skos:prefLabel 'Systems'", 'write "Systems"@en'),
    ("?w kg:year ?y FILTER(?y > '2020'^^xsd:gYear)",
     '?y (kg:year) is never comparable with "2020"^^xsd:gYear – its values are xsd:integer: write 2020'),
    ("?w a schema:Article ; schema:headline ?t", "things of schema:ScholarlyArticle have schema:name, schema:author, "),
    ("?p a schema:Person ; schema:worksFor ?o",
     "no property schema:worksFor – things of schema:Person have schema:name, "),
    ("?p schema:name ?n FILTER(CONTAINS(?p, 'Li'))", "no result for ?p – its values are things: take their names"),
    ("?w schema:datePublished ?d FILTER(YEAR(?d) > 2020)",
     "YEAR has no result for ?d (schema:datePublished) – its values are schema:Date: take kg:year, or"),
    ("?w kg:year ?y FILTER(CONTAINS(?y, '20'))", "its values are xsd:integer: take STR(?y)"),
    ("?p schema:award ?a . ?a schema:name ?n", "the values of schema:award are no things, as ?a would be"),
    ("?e a kg:Evidence", "stands only in the graph <https://kg.example.org/graph/evidence> – write GRAPH"),
]  # fmt: skip


@pytest.fixture(scope="module")
def graph(release: Release) -> Graph:
    return Graph(release)


@pytest.fixture(scope="module")
def checker(graph: Graph) -> QueryChecker:
    return QueryChecker(graph, SERVER_LIMITS, schema="the tool 'schema'", search="the tool 'search'")


def refusals(checker: QueryChecker, pattern: str) -> list[str]:
    with pytest.raises(QueryError) as refused:
        checker.check(f"SELECT * {{ {pattern} }}")
    return [f"{each.message} – {each.hint}" for each in refused.value.problems]


# What passes


def test_each_class_and_property_of_the_graph_passes(checker: QueryChecker, graph: Graph) -> None:
    for property_ in graph.statistics.properties:
        assert checker.check(f"{{ GRAPH ?g {{ ?s <{property_}>|^<{property_}> ?o }} }}") == ()
    for class_ in graph.statistics.classes:
        assert checker.check(f"{{ GRAPH ?g {{ ?s a <{class_}> }} }}") == ()


def test_each_triple_of_the_graph_passes_as_a_pattern(checker: QueryChecker, graph: Graph) -> None:
    quads = list(graph.store.quads())
    for quad in islice(quads, 0, None, 7):
        pattern = f"{quad.subject} {quad.predicate} {quad.object}"
        named = f"GRAPH {quad.graph_name} {{ {pattern} }}" if "DEFAULT" not in str(quad.graph_name) else pattern

        assert checker.check(f"{{ {named} }}") == (), pattern


def test_each_property_of_each_class_passes_with_the_class(checker: QueryChecker, graph: Graph) -> None:
    for class_ in graph.statistics.classes:
        for property_ in checker.terms.usage.of_class(class_):
            checker.check(f"{{ GRAPH ?g {{ ?s a <{class_}> ; <{property_}> ?o }} }}")


def test_what_is_declared_and_has_no_value_here_passes_with_a_remark(checker: QueryChecker) -> None:
    declared = set(checker.terms.declared_properties) - set(checker.terms.usage.properties)

    for property_ in declared:
        (remark,) = checker.check(f"{{ ?s <{property_}> ?o }}")
        assert "nothing in this graph has" in remark


def test_each_named_question_passes(checker: QueryChecker, graph: Graph) -> None:
    for query in graph.queries.values():
        checker.check(query.sparql)


@pytest.mark.parametrize(
    "pattern",
    [
        "?p ?any ?o . ?s ?p 1",
        "?x a schema:Person OPTIONAL { ?x schema:name ?n } FILTER(!BOUND(?n))",
        "?x a ?class FILTER(?class = schema:Person)",
        "{ ?x a schema:Person } UNION { ?x a schema:ScholarlyArticle } ?x schema:author|schema:name ?y",
        "{ ?x a schema:Person } UNION { ?x a schema:ScholarlyArticle ; schema:author ?y }",
        "?x a schema:Person { SELECT ?x { ?x schema:author ?y } }",
        "{ ?x schema:name ?v } UNION { ?x kg:year ?v } FILTER(?v > 2000)",
        "?x schema:sameAs <https://orcid.org/0000-0002-1825-0097>",
        "?x schema:author/schema:name ?n ; ^kg:forWork|kg:year ?y",
        "GRAPH <graph/evidence> { ?e a kg:Evidence ; kg:supports ?x } ?x a schema:Person",
        "?x schema:datePublished ?d FILTER(xsd:integer(SUBSTR(STR(?d), 1, 4)) > 2020)",
        "?w schema:creativeWorkStatus kg:published ; schema:author <person/jiamin-li>",
        "VALUES ?class { schema:Person kg:System } ?x a ?class",
        "?x schema:name ?n FILTER(CONTAINS(LCASE(STR(?x)), 'x') && STRLEN(?n) > 3) BIND(YEAR(NOW()) AS ?y)",
        "{ ?x schema:name ?v } UNION { ?x kg:year ?v } FILTER(CONTAINS(?v, '20'))",
        "?x ?any ?v FILTER(CONTAINS(?v, '20'))",
        "?x schema:knowsAbout/schema:name ?n FILTER(REGEX(?n, 'learn', 'i'))",
    ],
)
def test_what_may_have_an_answer_passes(checker: QueryChecker, pattern: str) -> None:
    checker.check(f"SELECT * {{ {pattern} }}")


def test_a_template_may_say_anything(checker: QueryChecker) -> None:
    checker.check("CONSTRUCT { ?p own:wrote [ schema:titles ?w ] } WHERE { ?w schema:author ?p }")


def test_a_query_may_say_which_graphs_it_asks(checker: QueryChecker) -> None:
    checker.check("SELECT * FROM <graph/evidence> { ?e a kg:Evidence }")


# What does not


@pytest.mark.parametrize(("pattern", "meant"), WRONG)
def test_what_finds_nothing_because_of_a_term_is_refused_with_what_was_meant(
    checker: QueryChecker, pattern: str, meant: str
) -> None:
    assert any(meant in each for each in refusals(checker, pattern)), refusals(checker, pattern)


@pytest.mark.parametrize(
    "pattern", [pattern for pattern, _ in WRONG if not re.search(r"OPTIONAL|[|*]|Person$|w author", pattern)]
)
def test_what_is_refused_has_no_answer(graph: Graph, pattern: str) -> None:
    assert not graph.store.query(f"ASK {{ {pattern} }}", prefixes=QUERY_PREFIXES, base=graph.base)


def test_all_wrong_terms_are_named_at_once(checker: QueryChecker) -> None:
    assert len(refusals(checker, "?w a bibo:Article ; dcterms:creator ?p ; dcterms:title ?t")) == 3


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("jiamin li", 'did you mean "Jiamin Li" (<person/jiamin-li>)?'),
        ("CMU", "it is a value of kg:acronym, schema:alternateName"),
        ("Zzz Qqq", "FILTER(CONTAINS(LCASE(?text)"),
    ],
)
def test_a_text_that_nothing_has_is_remarked(checker: QueryChecker, text: str, instead: str) -> None:
    (remark,) = checker.check(f'{{ ?p schema:name "{text}" }}')

    assert remark.startswith(f'no schema:name is "{text}"; ')
    assert instead in remark


def test_a_class_without_things_is_remarked_with_those_of_its_kind(checker: QueryChecker) -> None:
    (remark,) = checker.check("{ ?w a schema:CreativeWork }")

    assert "what is alike here is schema:ScholarlyArticle" in remark


@pytest.mark.parametrize(
    "pattern",
    ["<http://[> a schema:Person", "?x <http://[x> ?y", "?x a <http://a/%zz>", "?x schema:name 'y'@en-abcdefghijklmn",
     "?x schema:name 'y'^^<http://[>", "?x schema:name ?y FILTER(?y = 'z'@x-abcdefghijklmn)"],
)  # fmt: skip
def test_malformed_terms_are_refused(checker: QueryChecker, pattern: str) -> None:
    assert any("is malformed" in each or "no class" in each for each in refusals(checker, pattern))


def test_the_examples_of_the_documentation_pass(checker: QueryChecker) -> None:
    guide = (ROOT / "docs" / "queries.md").read_text()

    for query in re.findall(r"```sparql\n(.*?)```", guide, re.DOTALL):
        checker.check(query)


@pytest.mark.parametrize(
    "pattern",
    [
        f"?x schema:{'a' * 60_000} ?y",
        f"?x schema:name '{'a' * 60_000}'@en-{'x' * 8}",
        f"<{'a' * 60_000}> a schema:Persn",
        " ".join(f"?x{n} a schema:Person ; schema:zzz{n} ?y ." for n in range(20)),
        "VALUES ?x { " + " ".join(f"schema:x{n}" for n in range(5_000)) + " }",
    ],
)
def test_whatever_is_wrong_is_said_in_few_words(checker: QueryChecker, pattern: str) -> None:
    try:
        said = "\n".join(checker.check(f"{{ {pattern} }}"))
    except QueryError as error:
        said = "\n".join(f"{each} – {each.hint}" for each in error.problems)

    assert tokens(said) <= MOST_TOKENS


def test_any_text_is_read_as_patterns_or_none() -> None:
    for text in (
        "{" * 64,
        "( " * 500,
        "[ " * 64,
        "} ) ] > |",
        "a a a a",
        ", ; .",
        "PREFIX BASE",
        "'x' ^^",
    ):
        read_patterns(text, QUERY_PREFIXES, "https://kg.example.org/")
