"""The patterns and terms of a query are read as the engine reads them, or not at all."""

import pytest
from pyoxigraph import BlankNode, Literal, NamedNode

from kg.store.sparql.patterns import QueryReading, QueryTerm, read_patterns
from kg.terms.formats import XSD
from kg.terms.vocabulary import QUERY_PREFIXES, RDF_TYPE, curie

BASE = "https://kg.example.org/"


def read(sparql: str) -> QueryReading:
    return read_patterns(sparql, QUERY_PREFIXES, BASE)


def short(term: QueryTerm) -> str:
    return curie(term.value) if isinstance(term, NamedNode) else "[]" if isinstance(term, BlankNode) else str(term)


def patterns(sparql: str) -> list[str]:
    """Return the patterns as texts: subject, path or '?' for one that is no sequence, object."""
    return [
        " ".join(
            (
                short(each.subject),
                "/".join(f"{'^' * step.is_inverse}{step.iri.rpartition('/')[2]}" for step in each.steps) or "?",
                short(each.object) if not isinstance(each.object, Literal) else each.object.value,
            )
        )
        for each in read(sparql).patterns
    ]


def mentioned(sparql: str) -> set[tuple[str, str]]:
    return {(curie(iri).removeprefix(BASE), role) for iri, role in read(sparql).mentions}


@pytest.mark.parametrize(
    ("sparql", "expected"),
    [
        ("{ ?p schema:name ?n }", ["?p name ?n"]),
        ("{ ?p schema:name ?n ; schema:url ?u , ?v . ?q schema:x ?r }",
         ["?p name ?n", "?p url ?u", "?p url ?v", "?q x ?r"]),
        ("{ ?w schema:author/schema:name ?n }", ["?w author/name ?n"]),
        ("{ ?p ^schema:author/schema:name ?n }", ["?p ^author/name ?n"]),
        ("{ ?p schema:a|schema:b ?x . ?p schema:c* ?y . ?p !(schema:d|^schema:e) ?z }",
         ["?p ? ?x", "?p ? ?y", "?p ? ?z"]),
        ("{ ?p (schema:a/schema:b)+ ?x ; schema:c ?y }", ["?p ? ?x", "?p c ?y"]),
        ("{ ?p ?any ?x ; schema:c ?y }", ["?p ? ?x", "?p c ?y"]),
        ("{ ?p schema:a [ schema:b ?x ; schema:c ?y ] ; schema:d ?z }",
         ["[] b ?x", "[] c ?y", "?p a []", "?p d ?z"]),
        ("{ [] schema:a ?x . [ schema:b ?y ] schema:c ?z }", ["[] a ?x", "[] b ?y", "[] c ?z"]),
        ("{ ?p schema:a ( 1 schema:b ) ; schema:c ?z }", ["?p a []", "?p c ?z"]),
        ("{ ?p schema:a -5 ; schema:b 2.5 ; schema:c true }", ["?p a 5", "?p b 2.5", "?p c true"]),
        ("{ ?p schema:a ?b OPTIONAL { ?p schema:c ?d } ?e schema:f ?g }", ["?p a ?b", "?p c ?d", "?e f ?g"]),
        ("{ { ?a schema:b ?c } UNION { ?d schema:e ?f } MINUS { ?g schema:h ?i } }", ["?a b ?c", "?d e ?f", "?g h ?i"]),
        ("{ ?a schema:b ?c FILTER NOT EXISTS { ?c schema:d ?e } FILTER(?c > 1) ?f schema:g ?h }",
         ["?a b ?c", "?c d ?e", "?f g ?h"]),
        ("{ ?a schema:b ?c FILTER regex(?c, 'x', 'i') BIND(STR(?c) AS ?d) ?d schema:e ?f }", ["?a b ?c", "?d e ?f"]),
        ("{ VALUES ?a { schema:x 1 } VALUES (?b ?c) { (1 2) (UNDEF 'x') } ?a schema:d ?b } VALUES ?b { 3 }",
         ["?a d ?b"]),
        ("{ { SELECT ?a (COUNT(*) AS ?n) { ?a schema:b ?c } GROUP BY ?a HAVING(COUNT(*) > 1) } ?a schema:d ?e }",
         ["?a b ?c", "?a d ?e"]),
        ("{ GRAPH ?g { ?a schema:b ?c } ?a schema:d ?e }", ["?a b ?c", "?a d ?e"]),
        ("CONSTRUCT { ?a schema:x [ schema:y ?b ] } WHERE { ?a schema:b ?c }", ["?a b ?c"]),
        ("{ ?a schema:b '}' . # } . ?x schema:y ?z\n ?c schema:d \"\"\"a\"} {\"\"\" }",
         ["?a b }", "?c d a\"} {"]),
        ("DESCRIBE <person/ada>", []),
    ],
)  # fmt: skip
def test_patterns_are_read(sparql: str, expected: list[str]) -> None:
    assert patterns(sparql) == expected


@pytest.mark.parametrize(
    "rest",
    ["?a schema:b 'c'^^undeclared:d",
     "<< ?a schema:b ?c >> schema:d ?e", "?a schema:b ?c {| schema:d ?e |}", "?a schema:b ?c ~ ?d {| schema:d ?e |}",
     "?a schema:b ?c ?d schema:d ?e", "WHY schema:d ?e", "?a ?b schema:d ] ; ) ?e"],
)  # fmt: skip
def test_what_is_not_understood_ends_the_patterns_and_still_lists_terms(rest: str) -> None:
    reading = read(f"{{ ?x schema:x ?y . {rest} . ?p schema:z ?q }}")

    assert "?x" in [str(each.subject) for each in reading.patterns]
    assert "?p" not in [str(each.subject) for each in reading.patterns]
    assert "https://schema.org/z" in [iri for iri, _ in reading.mentions]


def test_terms_are_told_by_what_they_stand_for() -> None:
    assert mentioned(
        "PREFIX own: <own#> SELECT * { ?p a/rdfs:subClassOf* own:Person ; schema:name 'x'^^xsd:token ; "
        "schema:author <person/ada> GRAPH <g> { } FILTER(?x = schema:y) }"
    ) == {
        (RDF_TYPE, "property"),
        ("rdfs:subClassOf", "property"),
        ("own#Person", "class"),
        ("schema:name", "property"),
        ("schema:author", "property"),
        ("person/ada", "node"),
        ("g", "other"),
        ("schema:y", "other"),
    }


def test_iris_are_whole() -> None:
    reading = read(r"BASE <https://other.example/> PREFIX own: <own#> { <a\u0062> own:p\-q own:r ; <#s> ?x }")

    assert [iri for iri, _ in reading.mentions] == [
        "https://other.example/ab",
        "https://other.example/own#p-q",
        "https://other.example/own#r",
        "https://other.example/#s",
    ]


def test_literals_have_the_datatypes_of_their_forms() -> None:
    reading = read("{ ?a schema:b 'x', 'y'@EN-gb, '1'^^xsd:byte, 1, 1.5, 1e3, true, \"a\\\"\\u0062\" }")

    found = [each.object for each in reading.patterns]
    assert found == [
        Literal("x"),
        Literal("y", language="en-gb"),
        *(Literal("1", datatype=NamedNode(f"{XSD}{name}")) for name in ("byte", "integer")),
        Literal("1.5", datatype=NamedNode(f"{XSD}decimal")),
        Literal("1e3", datatype=NamedNode(f"{XSD}double")),
        Literal("true", datatype=NamedNode(f"{XSD}boolean")),
        Literal('a"b'),
    ]


def test_a_variable_is_compared_with_a_literal_beside_it_and_with_no_other() -> None:
    reading = read(
        "{ ?a schema:b ?y FILTER(?y >= 2020 && ?y = '2021'^^xsd:gYear || STR(?y) = 'x' || ?y != 'z' || ?y + 1 = 5) }"
    )

    assert [(name, each.value) for name, each in reading.comparisons] == [("y", "2020"), ("y", "2021")]


def test_functions_are_told_with_the_variables_that_they_take_first() -> None:
    reading = read(
        "SELECT (GROUP_CONCAT(DISTINCT ?a; SEPARATOR=',') AS ?b) { ?a schema:b ?c "
        "FILTER(contains(?c, ?d) && STRLEN(STR(?e)) > 1) }"
    )

    assert {("GROUP_CONCAT", "a"), ("CONTAINS", "c"), ("STR", "e")} <= set(reading.calls)
    assert not {("STRLEN", "e"), ("CONTAINS", "d")} & set(reading.calls)


def test_what_holds_in_a_group_holds_in_those_within_it() -> None:
    outer, optional, one, other, of_select, named = read(
        "{ ?a schema:a 1 OPTIONAL { ?a schema:b 2 } { ?a schema:c 3 } UNION { ?a schema:d 4 } "
        "{ SELECT ?a { ?a schema:e 5 } } GRAPH ?g { ?a schema:f 6 } }"
    ).patterns

    assert outer.scope == optional.scope[:1] == one.scope[:1] == other.scope[:1]
    assert len({each.scope for each in (optional, one, other)}) == 3
    assert outer.scope[0] not in (*of_select.scope, *named.scope)
    assert [each.is_named for each in (outer, of_select, named)] == [False, False, True]


def test_any_text_is_read() -> None:
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
        read(text)
