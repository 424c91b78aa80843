"""The basic shapes, made from the declaration: how many values a field has, and what they are.

What else must hold, and how it is said where one sentence for all fields is not good enough, stands in `shapes/`; kinds
of which a shape there speaks are left out here.
"""

from collections.abc import Iterator, Set

from kg.declaration.kinds import Declaration, Field, Kind

DECLARED = "declared.ttl"
"""What the file of these shapes is called."""

_XSD = "http://www.w3.org/2001/XMLSchema#"
_DATATYPES = {"integer": "integer", "decimal": "decimal", "boolean": "boolean"}
_PREFIXES = """\
@prefix kgsh: <https://w3id.org/profile-kg/shapes#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
"""


def shapes(declaration: Declaration, told: Set[str] = frozenset(), *, added: bool = False) -> str:
    """Return the basic shapes in Turtle.

    Args:
        declaration: The declaration.
        told: The classes of which other shapes speak; of works, these do not know all fields.
        added: Whether only what a project adds is meant.
    """
    parts = [_PREFIXES]
    for kind in declaration.kinds.values():
        if kind.is_abstract or kind.refers or kind.name in ("Contact", "Unit"):
            continue
        fields = [each for each in kind.fields.values() if _is_checked(each) and (each.is_own is not added)]
        if kind.iri in told:
            fields = [each for each in fields if each.is_single or added]
        if stated := list(_by_property(fields)):
            parts.extend(_of_kind(kind, stated, declaration))
    return "\n".join(parts)


def _is_checked(each: Field) -> bool:
    return not (each.is_untold or each.of or each.is_reverse or each.is_private or each.is_text)


def _by_property(fields: list[Field]) -> Iterator[Field]:
    """Yield the fields whose property no other field of the kind has: each would ask another thing."""
    for each in fields:
        if sum(each.iri == other.iri for other in fields) == 1:
            yield each


def _of_kind(kind: Kind, fields: list[Field], declaration: Declaration) -> Iterator[str]:
    named = {f"kgsh:{kind.name}-{each.key.replace('_', '-')}": each for each in fields}
    listed = ", ".join(f"{name}-is" for name in named)
    counted = ", ".join(f"{name}-count" for name, each in named.items() if _count(each))
    target = f"sh:targetClass <{kind.iri}>"
    if kind.name == "Publication":
        target = f"sh:targetSubjectsOf <{declaration.kinds['Publication'].fields['authorship'].iri}>"
    yield (
        f"kgsh:{kind.name}-declared a sh:NodeShape ;\n    {target} ;\n"
        f"    sh:property {', '.join(filter(None, (listed, counted)))} .\n"
    )
    for name, each in named.items():
        yield _value(name, kind, each, declaration)
        if _count(each):
            yield _number(name, kind, each)


def _value(name: str, kind: Kind, each: Field, declaration: Declaration) -> str:
    return (
        f"{name}-is a sh:PropertyShape ;\n    sh:path <{each.iri}> ; {_constraint(each, declaration)} ;\n"
        f'    sh:message "{_text(f"the {each.label} of {_a(kind.label)} is not what it should be")}" ;\n'
        f'    sh:description "{_text(_advice(each, declaration))}" .\n'
    )


def _number(name: str, kind: Kind, each: Field) -> str:
    """Return how many values there are: too many are a fault of a node, and sources that differ about a thing."""
    few, many = f"{_a(kind.label)} has no {each.label}", f"{_a(kind.label)} has more than one {each.label}"
    message = f"{few}, or more than one" if each.is_required and not each.is_many else few if each.is_required else many
    severity = " ; sh:severity sh:Warning" if kind.path and not each.is_required else ""
    return (
        f"{name}-count a sh:PropertyShape ;\n    sh:path <{each.iri}> ; {_count(each)}{severity} ;\n"
        f'    sh:message "{_text(message)}" ;\n'
        f'''    sh:description "{_text(f"give it one '{each.key}'")}" .\n'''
    )


def _count(each: Field) -> str:
    least = "sh:minCount 1" if each.is_required else ""
    return " ; ".join(filter(None, (least, "" if each.is_many else "sh:maxCount 1")))


def _constraint(each: Field, declaration: Declaration) -> str:
    if each.sort != "type":
        return "sh:nodeKind sh:IRI"
    type_ = _DATATYPES.get(declaration.types.get(each.range, ""))
    return f"sh:datatype <{_XSD}{type_}>" if type_ else "sh:nodeKind sh:Literal"


def _advice(each: Field, declaration: Declaration) -> str:
    if each.sort == "kind":
        return f"name {_a(declaration.kinds[each.range].label)} under '{each.key}'"
    if each.sort == "enum":
        return f"write one of {', '.join(declaration.enums[each.range])} under '{each.key}'"
    return f"write under '{each.key}': {each.description or each.label}"


def _a(label: str) -> str:
    return f"{'an' if label[:1].lower() in 'aeiou' else 'a'} {label}"


def _text(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
