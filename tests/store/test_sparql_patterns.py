"""The patterns and terms of a query are read as the engine reads them, or not at all."""

import pytest
from pyoxigraph import BlankNode, Literal, NamedNode

from kg.store.sparql.patterns import QueryReading, QueryTerm, read_patterns
from kg.terms.vocabulary import QUERY_PREFIXES, curie

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


@pytest.mark.parametrize(
    ("sparql", "expected"),
    [
        ("{ ?p schema:name ?n }", ["?p name ?n"]),
        ("{ ?p schema:name ?n ; schema:url ?u , ?v . ?q schema:x ?r }",
         ["?p name ?n", "?p url ?u", "?p url ?v", "?q x ?r"]),
        ("{ ?p ^schema:author/schema:name ?n }", ["?p ^author/name ?n"]),
        ("{ ?p schema:a|schema:b ?x . ?p schema:c* ?y . ?p !(schema:d|^schema:e) ?z }",
         ["?p ? ?x", "?p ? ?y", "?p ? ?z"]),
        ("{ ?p schema:a [ schema:b ?x ; schema:c ?y ] ; schema:d ?z }",
         ["[] b ?x", "[] c ?y", "?p a []", "?p d ?z"]),
        ("{ [] schema:a ?x . [ schema:b ?y ] schema:c ?z }", ["[] a ?x", "[] b ?y", "[] c ?z"]),
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
    ],
)  # fmt: skip
def test_patterns_are_read(sparql: str, expected: list[str]) -> None:
    assert patterns(sparql) == expected


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
