"""Write down the types of the model for type checkers and readers: `kg/profile/model.pyi`."""

from collections.abc import Iterator, Mapping
from itertools import chain

from kg.declaration.kinds import Declaration, Field, Kind

_TYPES = {"boolean": "bool", "Year": "int", "Number": "int"}
_HEAD = '''"""The types of what people write. Made from ontology/kg.yaml by `make schemas`; do not edit."""

from collections.abc import Mapping
from typing import Literal

from kg.declaration import Declaration
from kg.fields import Node
from kg.profile.forms import {forms}

CLASSES: Mapping[str, str]

def models(declaration: Declaration) -> Mapping[str, type[Node]]: ...
def profile_model(declaration: Declaration) -> type[Profile]: ...
'''


def stub(declaration: Declaration, classes: Mapping[str, str], forms: Mapping[str, str]) -> str:
    """Return the text of the stub.

    Args:
        declaration: The declaration of kg.
        classes: What the class of a kind is called where it has not the kind's name.
        forms: The name of the class that gives a kind its short forms, by the kind's name.
    """
    kinds = [each for each in declaration.kinds.values() if not each.is_derived and each.name != "Unit"]
    parts = chain(
        (f"{name} = Literal[{', '.join(map(_quoted, words))}]\n" for name, words in declaration.enums.items()),
        ("\n".join(_class(each, declaration, classes, forms)) for each in kinds),
    )
    head = _HEAD.format(forms=", ".join(sorted(set(forms.values()))))
    return "\n".join((head, *parts))


def _class(kind: Kind, declaration: Declaration, classes: Mapping[str, str], forms: Mapping[str, str]) -> Iterator[str]:
    bases = ", ".join(filter(None, (forms.get(kind.name, ""), kind.parent))) or "Node"
    yield f"class {classes.get(kind.name, kind.name)}({bases}):"
    inherited = declaration.kinds[kind.parent].fields if kind.parent else {}
    fields = [each for each in kind.written if each.key not in inherited]
    yield from (f"    {each.key}: {_annotation(each, classes)}" for each in fields)
    if not fields:
        yield "    ..."
    yield ""


def _annotation(each: Field, classes: Mapping[str, str]) -> str:
    type_ = each.range if each.sort == "enum" else _TYPES.get(each.range, "str")
    if each.sort == "kind" and each.is_inlined:
        type_ = classes.get(each.range, each.range)
    if each.is_many:
        return f"tuple[{type_}, ...]" + ("" if each.is_required else " = ()")
    if each.is_required:
        return type_
    if each.range == "boolean":
        return f"bool = {each.default == 'true'}"
    return f"{type_} = {_quoted(each.default)}" if each.default else f"{type_} | None = None"


def _quoted(word: str) -> str:
    return f'"{word}"'
