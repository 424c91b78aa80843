"""Look for shapes that speak of what nobody declares: a mistyped property would hold of everything, without a word."""

import re
from collections.abc import Iterator, Sequence, Set
from pathlib import Path

from kg import resources
from kg.declaration import Declaration
from kg.errors import ConfigError, Problem
from kg.formats import NamedNode, read_rdf
from kg.typed_yaml import nearest
from kg.vocabulary import RDF_TYPE, curie

_SH = "http://www.w3.org/ns/shacl#"
_FOLLOWED = {f"{_SH}{name}" for name in ("inversePath", "zeroOrMorePath", "oneOrMorePath", "zeroOrOnePath")}
_NAMED = {f"{_SH}path", f"{_SH}targetSubjectsOf", f"{_SH}targetObjectsOf"}


def check_paths(files: Sequence[Path], declaration: Declaration, stated: Set[str] = frozenset()) -> None:
    """Refuse shapes of a project that name a property or a class which neither kg nor the project declares.

    Args:
        files: The shapes, those of kg too.
        declaration: What there is.
        stated: What the project's own statements use besides.

    Raises:
        ConfigError: With every such name, its file and its line.
    """
    own = [path for path in files if path.parent != resources.directory("shapes")]
    if problems := [problem for path in own for problem in _unknown(path, declaration, stated)]:
        raise ConfigError(problems)


def _unknown(path: Path, declaration: Declaration, stated: Set[str]) -> Iterator[Problem]:
    text = path.read_text(encoding="utf-8", errors="replace")
    properties = {each.iri for kind in declaration.kinds.values() for each in kind.fields.values()} | {RDF_TYPE}
    classes = {f"{_SH}targetClass": set(declaration.classes), f"{_SH}class": set(declaration.classes)}
    for quad in read_rdf(path):
        predicate = quad.predicate.value
        if not isinstance(quad.object, NamedNode):
            continue
        iri = quad.object.value
        if iri in stated:
            continue
        if (predicate in _NAMED or predicate in _FOLLOWED) and iri not in properties:
            yield _problem(path, text, iri, "property", properties)
        elif predicate in classes and iri not in classes[predicate]:
            yield _problem(path, text, iri, "class", classes[predicate])


def _problem(path: Path, text: str, iri: str, what: str, known: set[str]) -> Problem:
    local = re.split(r"[#/]", iri)[-1]
    lines = (number for number, line in enumerate(text.splitlines(), 1) if re.search(rf"\b{re.escape(local)}\b", line))
    near = nearest(curie(iri), map(curie, known))
    hint = f"did you mean '{near}'?" if near else "declare it in a file in ontology/"
    return Problem(f"no kind has the {what} '{curie(iri)}'", path, next(lines, 1), hint=hint)
