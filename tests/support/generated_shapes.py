"""Graphs and shapes that hypothesis makes up, which often do not agree."""

from hypothesis import strategies as st

PREFIXES = """\
@prefix : <urn:x:> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""

NODES = [":a", ":b", ":c", ":d", "_:e"]
CLASSES = [":C", ":D", ":E"]
PREDICATES = [":p", ":q", ":r"]
LITERALS = [
    '"a"', '"b"', '"a b"', '"1"', '"\\n\\"q\\""', '"caf\\u00E9"', '""', '"a"@en', '"b"@EN', '"b"@de-at',
    "1", "01", "2", "-3", "1.0", "2.5", "1e0", "true", '"x"^^xsd:integer', '"1"^^xsd:string', '"1"^^xsd:boolean',
    '"2019"^^xsd:gYear', '"2019-02-30"^^xsd:date', '"2019-02-03"^^xsd:date', '"2020-01-01T00:00:00Z"^^xsd:dateTime',
    '"2020-01-01T00:00:00+00:00"^^xsd:dateTime', '"P1Y"^^xsd:duration', '"1"^^:own',
]  # fmt: skip
TERMS = st.sampled_from(NODES) | st.sampled_from(LITERALS)
NUMBERS = st.sampled_from(["0", "1", "2", "2.5", "-1", '"2"^^xsd:float', '"2019-01-01"^^xsd:date', '"a"'])
COUNTS = st.integers(0, 3)

_links = st.tuples(st.sampled_from(NODES), st.sampled_from(PREDICATES), TERMS)
_types = st.tuples(st.sampled_from(NODES), st.just("rdf:type"), st.sampled_from(CLASSES))
_subclasses = st.tuples(st.sampled_from(CLASSES), st.just("rdfs:subClassOf"), st.sampled_from(CLASSES))
_triples = st.lists(_links | _links | _types, max_size=18)


@st.composite
def graphs(draw: st.DrawFn) -> str:
    """Return a dataset of two graphs, in TriG."""
    triples = [*draw(_triples), *draw(st.lists(_subclasses, max_size=2))]
    named = draw(_triples)
    first = "".join(f"{s} {p} {o} .\n" for s, p, o in triples)
    second = "".join(f"{s} {p} {o} .\n" for s, p, o in named)
    return f"{PREFIXES}{first}:g {{ {second} }}\n"


def _list(members: list[str]) -> str:
    return f"( {' '.join(members)} )"


_predicates = st.sampled_from(PREDICATES)
_steps = st.sampled_from([*PREDICATES, *PREDICATES, *(f"[ sh:inversePath {each} ]" for each in PREDICATES), "rdf:type"])
paths = st.recursive(
    _steps,
    lambda inner: st.one_of(
        st.lists(inner, min_size=2, max_size=3).map(_list),
        st.lists(inner, min_size=2, max_size=3).map(lambda members: f"[ sh:alternativePath {_list(members)} ]"),
        inner.map(lambda path: f"[ sh:zeroOrMorePath {path} ]"),
        inner.map(lambda path: f"[ sh:oneOrMorePath {path} ]"),
        inner.map(lambda path: f"[ sh:zeroOrOnePath {path} ]"),
        inner.map(lambda path: f"[ sh:inversePath {path} ]"),
    ),
    max_leaves=3,
)
"""Property paths, most of them a predicate."""

_SINGLE = {
    "sh:class": st.sampled_from(CLASSES),
    "sh:datatype": st.sampled_from(
        ["xsd:string", "xsd:integer", "xsd:decimal", "xsd:boolean", "xsd:gYear", "xsd:date", "rdf:langString", ":own"]
    ),
    "sh:nodeKind": st.sampled_from(
        ["sh:IRI", "sh:BlankNode", "sh:Literal", "sh:BlankNodeOrIRI", "sh:BlankNodeOrLiteral", "sh:IRIOrLiteral"]
    ),
    "sh:minInclusive": NUMBERS,
    "sh:maxInclusive": NUMBERS,
    "sh:minExclusive": NUMBERS,
    "sh:maxExclusive": NUMBERS,
    "sh:minLength": COUNTS.map(str),
    "sh:maxLength": COUNTS.map(str),
    "sh:pattern": st.sampled_from(['"^a"', '"[ab]$"', '"^urn:x:"', '"A" ; sh:flags "i"', '"\\\\d+"']),
    "sh:languageIn": st.sampled_from(['( "en" )', '( "de" "EN" )', '( "*" )']),
    "sh:in": st.lists(TERMS.filter(lambda term: term[0] != "_"), min_size=1, max_size=3).map(_list),
    "sh:hasValue": TERMS.filter(lambda term: term[0] != "_"),
    "sh:equals": _predicates,
    "sh:disjoint": _predicates,
    "sh:closed": st.sampled_from(["true", "true ; sh:ignoredProperties ( rdf:type :p )", "false"]),
}
_COUNTING = {
    "sh:minCount": COUNTS.map(str),
    "sh:maxCount": COUNTS.map(str),
    "sh:uniqueLang": st.sampled_from(["true", "false"]),
    "sh:lessThan": _predicates,
    "sh:lessThanOrEquals": _predicates,
}
QUERIES = [
    "SELECT $this WHERE { $this :p $this }",
    "SELECT $this (:p AS ?path) WHERE { $this :p+ $this }",
    "SELECT $this ?value WHERE { $this :p ?value FILTER NOT EXISTS { $this :q/:r ?value } }",
    "SELECT DISTINCT $this WHERE { $this :p ?a, ?b . ?a :q ?v . ?b :q ?v FILTER (STR(?a) < STR(?b)) }",
    "SELECT $this WHERE { $this :p ?a, ?b . ?a :q ?v . ?a :q ?v . ?b :q ?w FILTER (STR(?a) < STR(?b)) }",
    "SELECT $this WHERE { $this :p ?a ; :q ?b FILTER (!STRENDS(CONCAT('0', STR(?a)), SUBSTR(STR(?b), 1, 1))) }",
    "SELECT $this WHERE { FILTER NOT EXISTS { $this :p|:q ?x } FILTER NOT EXISTS { ?y :r $this } }",
    "SELECT $this WHERE { $this :p ?a ; :q ?b FILTER (?a = ?b) }",
    "SELECT $this WHERE { $this :p ?a FILTER NOT EXISTS { $this :q ?x } FILTER (?a != 'a') }",
    "SELECT $this WHERE { $this :p ?a FILTER EXISTS { $this :q ?x } FILTER EXISTS { ?a :r ?x } }",
    "SELECT $this WHERE { $this :p ?a FILTER NOT EXISTS { $this :q ?a } }",
    "SELECT $this WHERE { $this :p ?a FILTER (STR(?a) < STR($this)) }",
    "SELECT $this WHERE { $this :p ?a ; :q ?b FILTER (?a > 1 || ?b != 'a') }",
    "SELECT $this WHERE { $this :p ?a FILTER (CONTAINS(?a, 'a') && STRSTARTS(?a, 'a')) }",
    "SELECT $this WHERE { $this :p ?a FILTER (NOT EXISTS { $this :q ?x } && NOT EXISTS { $this :r ?x }) }",
    "SELECT $this WHERE { $this :p ?a FILTER (EXISTS { $this :q ?x } || NOT EXISTS { $this :r ?x }) }",
    "SELECT $this WHERE { $this :p ?a FILTER (!(NOT EXISTS { $this :q ?x } && EXISTS { $this :r ?x })) }",
    "SELECT $this WHERE { $this :p '1' , 1 }",
    "SELECT $this WHERE { ?x :p/^:q $this FILTER EXISTS { ?x a :C } }",
    "SELECT $this WHERE { $this :p ?a OPTIONAL { ?a :q ?b } FILTER (!BOUND(?b)) }",
    "SELECT $this (COUNT(?x) AS ?value) WHERE { $this :p ?x } GROUP BY $this HAVING (COUNT(?x) > 1)",
    "SELECT $this WHERE { { $this :p ?x } UNION { $this :q ?x } }",
]
_PREFIXED = "PREFIX : <urn:x:> "


def _said(constraints: dict[str, str]) -> str:
    return " ; ".join(f"{parameter} {value}" for parameter, value in constraints.items())


def _some(options: dict[str, st.SearchStrategy[str]], most: int) -> st.SearchStrategy[str]:
    chosen = st.lists(st.sampled_from(sorted(options)), max_size=most, unique=True)
    return chosen.flatmap(lambda keys: st.fixed_dictionaries({key: options[key] for key in keys})).map(_said)


@st.composite
def shapes(draw: st.DrawFn, depth: int = 2) -> str:
    """Return what a node shape says."""
    parts = [draw(_some(_SINGLE, 1 if depth == 2 else 2))]
    if depth:
        parts += [f"sh:property [ {draw(_property_shapes(depth - 1))} ]" for _ in range(draw(st.integers(0, 2)))]
        parts += [draw(_of_shapes(depth - 1)) for _ in range(draw(st.integers(0, 1)))]
    return " ; ".join(filter(None, parts))


@st.composite
def _property_shapes(draw: st.DrawFn, depth: int) -> str:
    parts = [f"sh:path {draw(paths)}", draw(_some(_SINGLE, 2)), draw(_some(_COUNTING, 2))]
    if depth and draw(st.booleans()):
        parts.append(draw(_of_shapes(depth - 1)))
    if depth and draw(st.integers(0, 3)) == 0:
        parts.append(draw(_qualified(depth - 1)))
    return " ; ".join(filter(None, parts))


@st.composite
def _of_shapes(draw: st.DrawFn, depth: int) -> str:
    inner = st.one_of(shapes(depth), _property_shapes(depth)).map(lambda said: f"[ {said} ]")
    kind = draw(st.sampled_from(["sh:not", "sh:node", "sh:and", "sh:or", "sh:xone", "sh:sparql", "sh:deactivated"]))
    if kind == "sh:not":
        return f"sh:not {draw(inner)}"
    if kind == "sh:node":
        return f"sh:node {draw(st.just(':N') | shapes(depth).map('[ {} ]'.format))}"
    if kind == "sh:sparql":
        return f'sh:sparql [ sh:select """{_PREFIXED}{draw(st.sampled_from(QUERIES))}""" ]'
    if kind == "sh:deactivated":
        return f"sh:node [ sh:deactivated true ; {draw(shapes(depth))} ]"
    return f"{kind} {_list(draw(st.lists(inner, min_size=1, max_size=3)))}"


@st.composite
def _qualified(draw: st.DrawFn, depth: int) -> str:
    counts = draw(
        st.sampled_from(
            ["sh:qualifiedMinCount 1", "sh:qualifiedMaxCount 1", "sh:qualifiedMinCount 2 ; sh:qualifiedMaxCount 2"]
        )
    )
    disjoint = draw(st.sampled_from(["", " ; sh:qualifiedValueShapesDisjoint true"]))
    return f"sh:qualifiedValueShape [ {draw(shapes(depth))} ] ; {counts}{disjoint}"


_TARGETS = st.sampled_from(
    [
        *(f"sh:targetClass {each}" for each in CLASSES),
        *(f"sh:targetSubjectsOf {each}" for each in PREDICATES),
        *(f"sh:targetObjectsOf {each}" for each in PREDICATES),
        "sh:targetNode :a, :z, 1",
        "a rdfs:Class",
    ]
)


@st.composite
def shapes_graphs(draw: st.DrawFn) -> str:
    """Return one to three shapes with targets, in Turtle, and one to which they may lead."""
    said = [
        f":S{number} a sh:NodeShape ; {draw(_TARGETS)} ; {draw(shapes()) or 'sh:nodeKind sh:IRI'} .\n"
        for number in range(draw(st.integers(1, 3)))
    ]
    named = f"{draw(shapes(0)) or 'sh:nodeKind sh:IRI'} ; sh:property [ {draw(_property_shapes(0))} ]"
    return f"{PREFIXES}{''.join(said)}:N a sh:NodeShape ; {draw(_TARGETS)} ; {named} .\n"
