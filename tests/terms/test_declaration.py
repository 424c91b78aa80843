"""The declaration: what a project may add, and what is wrong with what it adds, with file, line and advice."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from kg.base.errors import ConfigError
from kg.profile.model import models
from kg.terms.declaration import additions_in, extended, kg_declaration
from kg.terms.kinds import Declaration
from tests.support.work import ends

HEAD = """\
id: https://example.org/own
name: own
prefixes: {own: "https://example.org/own#"}
default_prefix: own
classes:
"""


def declared(tmp_path: Path, classes: str, head: str = HEAD) -> Declaration:
    (tmp_path / "own.yaml").write_text(head + classes)
    return extended(additions_in(tmp_path))


def test_a_field_of_a_project_is_one_of_the_kind(tmp_path: Path) -> None:
    declaration = declared(tmp_path, "  Award:\n    attributes:\n      sponsor: {range: Organization}\n")

    field = declaration.kinds["Award"].fields["sponsor"]
    assert (field.iri, field.sort, field.is_own) == ("https://example.org/own#sponsor", "kind", False)
    assert "sponsor" in models(declaration)["Award"].model_fields
    assert "sponsor" not in models(kg_declaration())["Award"].model_fields


def test_a_field_of_a_parent_is_one_of_its_kinds(tmp_path: Path) -> None:
    declaration = declared(tmp_path, "  Period:\n    attributes:\n      duration: {}\n")

    assert {"Position", "Degree", "Grant"} <= {
        name for name, kind in declaration.kinds.items() if "duration" in kind.fields
    }


INSTRUMENT = (
    "  Instrument:\n    annotations: {path: instrument}\n    attributes:\n      name: {slot_uri: schema:name}\n"
)

WRONG = {
    "unknown prefix": (
        "  Award:\n    attributes:\n      amount: {slot_uri: shema:amount}\n",
        8,
        "the prefix 'shema' is not declared",
        "did you mean 'schema'?",
    ),
    "no prefix": (
        "  Award:\n    attributes:\n      amount: {slot_uri: amount}\n",
        8,
        "'amount' has no prefix",
        "write it like schema:name",
    ),
    "a field of kg": (
        "  Award:\n    attributes:\n      giver: {}\n",
        8,
        "'Award' has a field 'giver' already: The organisation that gave it",
        "give the new one another name",
    ),
    "a kind of kg": (
        "  Award:\n    class_uri: own:Award\n",
        7,
        "'Award' is a kind of kg: a project adds fields to it, and leaves its 'class_uri' as it is",
        "delete the line, or give the kind another name",
    ),
    "unknown range": (
        "  Award:\n    attributes:\n      sponsor: {range: Organisation}\n",
        8,
        "there is no kind, list or type 'Organisation'",
        "did you mean 'Organization'?",
    ),
    "unknown parent": (
        "  Prize:\n    is_a: Awrad\n    annotations: {fragment: name}\n",
        7,
        "there is no kind 'Awrad'",
        "did you mean 'Award'?",
    ),
    "cycle of parents": (
        "  One:\n    is_a: Two\n  Two:\n    is_a: One\n",
        7,
        "'One' has its own fields, by way of 'is_a'",
        "break the circle",
    ),
    "cycle of parts": (
        INSTRUMENT + "      parts: {range: Instrument, inlined_as_list: true, multivalued: true}\n",
        10,
        "a 'Instrument' would be written out within itself",
        "delete 'inlined' to refer to it by name",
    ),
    "no IRI": (
        "  Instrument:\n    attributes:\n      name: {slot_uri: schema:name}\n",
        6,
        "it is not said what the IRIs of the kind 'Instrument' are made of",
        "add 'annotations: {path: word}' for things with a page, or '{fragment: name}' for parts of a person",
    ),
    "no name": (
        "  Instrument:\n    annotations: {path: instrument}\n    attributes:\n      maker: {range: Name}\n",
        8,
        "things of the kind 'Instrument' have pages of their own, and nothing says what they are called",
        "give it a field 'name' or 'title'",
    ),
    "path and fragment": (
        "  Instrument:\n    annotations: {path: instrument, fragment: name}\n",
        7,
        "things of the kind 'Instrument' cannot have IRIs of their own and be nodes of their owner",
        "say 'path' or 'fragment', not both",
    ),
    "path that is taken": (
        "  Instrument:\n    annotations: {path: work}\n",
        7,
        "IRIs below 'work/' are those of Publication",
        "choose another path",
    ),
    "two meanings of a key": (
        "  Award:\n    attributes:\n      editors: {slot_uri: own:editors}\n",
        8,
        "'editors' means schema:editor elsewhere, here own:editors",
        "take the same property and range, or add 'annotations: {term: award_editors}'",
    ),
    "shown nowhere that is": (
        "  Award:\n    attributes:\n      amount: {slot_uri: kg:amount, range: Amount, annotations: {show: pages}}\n",
        8,
        "a field cannot be shown in 'pages'",
        "choose among page, table, cv, search, or 'none'",
    ),
    "required with a default": (
        "  Award:\n    attributes:\n      size: {required: true, ifabsent: string(small)}\n",
        8,
        "a field that must be there has no value for when it is absent",
        "delete 'required' or 'ifabsent'",
    ),
    "a pattern that looks around": (
        "  Award:\n    attributes:\n      code: {pattern: '^(?=A)'}\n",
        8,
        "the pattern cannot be used: look-around, including look-ahead and look-behind, is not supported",
        "say it without (?=…) and the like, or in two fields",
    ),
    "mistyped key": (
        "  Award:\n    attribute:\n      size: {}\n",
        7,
        "the key 'attribute' is not known",
        "did you mean 'attributes'?",
    ),
}


def test_what_is_wrong_is_said_with_line_and_advice(tmp_path: Path) -> None:
    for classes, *expected in WRONG.values():
        with pytest.raises(ConfigError) as error:
            declared(tmp_path, classes)

        (problem, *_) = error.value.problems
        assert [problem.line, problem.message, problem.hint] == expected
        assert problem.path == tmp_path / "own.yaml"


def test_a_prefix_of_kg_keeps_its_meaning(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"the prefix 'schema' stands for https://schema.org/ in kg"):
        declared(tmp_path, "  {}\n", HEAD.replace("{own:", '{schema: "http://schema.org/", own:'))


def test_a_field_with_a_pattern_that_tries_again_and_again_is_checked_to_the_end(tmp_path: Path) -> None:
    award = models(declared(tmp_path, "  Award:\n    attributes:\n      shelf_mark: {pattern: ^(a+)+$}\n"))["Award"]

    assert award.model_validate({"name": "Medal", "shelf_mark": "aaa"})
    with ends(), pytest.raises(ValidationError, match="is not of the form"):
        award.model_validate({"name": "Medal", "shelf_mark": "a" * 400 + "!"})


def test_what_a_file_imports_is_refused_since_nobody_would_read_it(tmp_path: Path) -> None:
    head = HEAD.replace("classes:", "imports: [linkml:types, ../../elsewhere]\nclasses:")
    with pytest.raises(ConfigError) as error:
        declared(tmp_path, INSTRUMENT, head)

    (problem,) = error.value.problems
    assert (problem.line, problem.field) == (5, "imports[1]")
    assert problem.message == "'../../elsewhere' is not imported: all files in the folder are read, and nothing else"
    assert problem.hint == "copy what you need of it into a file in ontology/, and delete the line"
