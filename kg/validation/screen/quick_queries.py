"""Quick tests of queries (sh:sparql) of which no solution is wanted.

The forms are those in which shapes are written often; other queries are asked exactly.
"""

from collections.abc import Iterator, Set

from kg.validation.screen import sparql
from kg.validation.screen.graph import Facts, Graph
from kg.validation.screen.paths import Path, Step
from kg.validation.screen.sure import Sure, carefully, of_node, remembering


def of_query(component: sparql.NoSolution, keys: Set[str]) -> Iterator[Sure]:
    """Yield what is open of a query: nothing where one of its patterns has no match, or one of its filters fails."""
    group = component.group
    if any(_has_no_match(each, keys) for each in group.triples):
        return
    if any(_fails(each, group, keys) for each in group.filters):
        return
    for made in (_of_its_values, _of_values_elsewhere, _of_pairs):
        test = made(group)
        if test is not None:
            yield carefully(test)
            return
    yield of_node(component)


def _has_no_match(triple: sparql.Triple, keys: Set[str]) -> bool:
    return triple.subject == sparql.THIS and isinstance(triple.path, Step) and triple.path.key not in keys


def _fails(filtered: sparql.Expression, around: sparql.Group, keys: Set[str]) -> bool:
    """Say whether a filter is EXISTS without a match, or NOT EXISTS of some value, which there is."""
    if not isinstance(filtered, sparql.Exists):
        return False
    if filtered.wanted:
        return any(_has_no_match(each, keys) for each in filtered.group.triples)
    if len(filtered.group.triples) != 1 or filtered.group.filters:
        return False
    (triple,) = filtered.group.triples
    is_any = triple.object[0] == "?" and triple.object not in _variables(around)
    return is_any and triple.subject == sparql.THIS and isinstance(triple.path, Step) and triple.path.key in keys


def _variables(group: sparql.Group) -> frozenset[str]:
    return frozenset({sparql.THIS, *(term for each in group.triples for term in (each.subject, each.object))})


def _of_its_values(group: sparql.Group) -> Sure | None:
    """Return the test of a query about nothing but the node's own values: what they gave before, they give again."""
    keys = [each.path.key for each in group.triples if isinstance(each.path, Step)]
    own = all(each.subject == sparql.THIS and each.object != sparql.THIS for each in group.triples)
    if len(keys) < len(group.triples) or not own or not all(map(_is_of_values, group.filters)):
        return None
    return remembering(keys, lambda focus, _, graph: not group.holds({sparql.THIS: focus}, graph))


def _is_of_values(expression: sparql.Expression) -> bool:
    """Say whether an expression is about nothing but variables other than the focus node."""
    if isinstance(expression, sparql.Variable):
        return expression.name != sparql.THIS
    if isinstance(expression, sparql.Junction):
        return all(map(_is_of_values, expression.parts))
    if isinstance(expression, sparql.Comparison):
        return _is_of_values(expression.left) and _is_of_values(expression.right)
    if isinstance(expression, sparql.Function):
        return all(map(_is_of_values, expression.arguments))
    return isinstance(expression, sparql.Constant)


def _of_values_elsewhere(group: sparql.Group) -> Sure | None:
    """Return the test of `$this <p> ?x FILTER NOT EXISTS { $this path ?x }`: all of some values are others too."""
    if len(group.triples) != 1 or len(group.filters) != 1:
        return None
    (one,), (filtered,) = group.triples, group.filters
    if not isinstance(filtered, sparql.Exists) or filtered.wanted or filtered.group.filters:
        return None
    if len(filtered.group.triples) != 1:
        return None
    (other,) = filtered.group.triples
    if not one.subject == other.subject == sparql.THIS or one.object != other.object or one.object[0] != "?":
        return None
    return lambda focus, _, graph: set(one.path.values(focus, graph)).issubset(other.path.values(focus, graph))


def _of_pairs(group: sparql.Group) -> Sure | None:
    """Return the test of `$this p ?a, ?b . ?a q ?x . ?b q ?x FILTER (?a < ?b)`: no two have a value in common."""
    for filtered in group.filters:  # other triple patterns and filters only leave less
        pair = _unequal(filtered)
        if pair is None:
            continue
        to = [each for each in group.triples if each.subject == sparql.THIS and each.object in pair]
        of = [each for each in group.triples if each.subject in pair and each.object not in (*pair, sparql.THIS)]
        values = {each.object for each in of}  # one; a pattern that stands twice must not pass for that of the other
        if _are_alike(to, "object", pair) and _are_alike(of, "subject", pair) and len(values) == 1:
            return _without_common(to[0].path, of[0].path)
    return None


def _are_alike(triples: list[sparql.Triple], end: str, pair: frozenset[str]) -> bool:
    """Say whether triple patterns lead by one path to, or from, both of a pair."""
    return {getattr(each, end) for each in triples} == pair and len({each.path for each in triples}) == 1


def _unequal(filtered: sparql.Expression) -> frozenset[str] | None:
    """Return the two variables of which a filter says that one is before the other."""
    if not isinstance(filtered, sparql.Comparison) or filtered.operator not in ("<", ">"):
        return None
    names = frozenset(map(_name, (filtered.left, filtered.right)))
    return names if len(names) > 1 and "" not in names else None


def _name(expression: sparql.Expression) -> str:
    """Return the name of a variable, or of the one of which STR is taken."""
    if isinstance(expression, sparql.Function) and expression.name == "STR":
        (expression,) = expression.arguments
    return expression.name if isinstance(expression, sparql.Variable) and expression.name != sparql.THIS else ""


def _without_common(to: Path, of: Path) -> Sure:
    def sure(focus: str, _: Facts, graph: Graph) -> bool:
        values = [value for node in set(to.values(focus, graph)) for value in set(of.values(node, graph))]
        return len(set(values)) == len(values)

    return sure
