"""Regenerate the files that are made from the declaration of kg: `python -m kg.profile.regenerate`."""

import re
from collections.abc import Iterator
from pathlib import Path

from kg.base import resources
from kg.profile.forms import FORMS
from kg.profile.model import CLASSES
from kg.terms import context as contexts
from kg.terms.declaration import kg_declaration
from kg.terms.generated import labels_of_statuses, ontology, shapes, stub
from kg.terms.kinds import Declaration

HEAD = "# Made from ontology/kg.yaml by `make schemas`; do not edit.\n\n"
_TARGETS = re.compile(r"sh:targetClass ([^;.]+)")


def files() -> Iterator[tuple[Path, str]]:
    """Yield the files that are made, each with what it should say."""
    declaration = kg_declaration()
    package = resources.PACKAGE
    forms = {kind: form.__name__ for kind, form in FORMS.items()}
    yield package / "profile" / "model.pyi", stub(declaration, CLASSES, forms)
    terms = resources.directory("ontology")
    yield terms / "kg.ttl", HEAD + ontology(declaration)
    yield terms / "statuses.ttl", HEAD + labels_of_statuses(declaration)
    yield terms / "context.jsonld", contexts.document(declaration)
    declared = resources.directory("shapes") / "declared.ttl"
    yield declared, HEAD + shapes(declaration, _covered(declaration, declared))


def _covered(declaration: Declaration, declared: Path) -> set[str]:
    texts = (path.read_text(encoding="utf-8") for path in declared.parent.glob("*.ttl") if path != declared)
    stated = {curie.strip() for text in texts for found in _TARGETS.findall(text) for curie in found.split(",")}
    made = {kind.iri for kind in declaration.kinds.values() if kind.is_derived and not kind.name.endswith("Role")}
    return {*map(declaration.expand, stated), *made, declaration.kinds["Publication"].iri}


if __name__ == "__main__":
    for path, text in files():
        path.write_text(text, encoding="utf-8")
