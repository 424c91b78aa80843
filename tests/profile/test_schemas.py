"""The JSON Schemas: valid, accepting what kg accepts, refusing what it refuses."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator, ValidationError

from kg.profile.schemas import SCHEMAS
from kg.profile.starter import create
from tests.conftest import ROOT, SAMPLE, Command

FILES = {
    "config": [SAMPLE / "kg.yaml", ROOT / "tests" / "data" / "shapes" / "kg.yaml"],
    "organizations": [SAMPLE / "organizations.yaml", ROOT / "tests" / "data" / "shapes" / "organizations.yaml"],
    "venues": [SAMPLE / "venues.yaml", ROOT / "tests" / "data" / "shapes" / "venues.yaml"],
    "ontology": [ROOT / "kg" / "profile" / "starter" / "files" / "ontology" / "own.yaml"],
    "profile": [*sorted(SAMPLE.glob("profiles/*.yaml")), ROOT / "tests" / "data" / "shapes" / "ada-lovelace.yaml"],
}
CASES = [(kind, path) for kind, paths in FILES.items() for path in paths]
SAYS_MORE = ("profile", "config", "ontology")
"""The kinds of file with several keys; the one key of the others is the name of the file."""
PROFILE: dict[str, Any] = {"id": "ada-lovelace", "name": "Ada Lovelace"}


def schema(kind: str, kg: Command) -> dict[str, Any]:
    printed: dict[str, Any] = json.loads(kg("schema", kind).out)
    return printed


def contents(path: Path) -> Any:
    """Return a file as an editor sees it, to which dates are texts."""
    return json.loads(json.dumps(yaml.safe_load(path.read_text()), default=str))


@pytest.mark.parametrize("kind", SCHEMAS)
def test_what_kg_schema_prints_is_a_json_schema(kind: str, kg: Command) -> None:
    printed = schema(kind, kg)

    Draft202012Validator.check_schema(printed)
    assert printed["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert printed["title"]


def test_without_a_kind_the_schema_is_that_of_a_profile(kg: Command) -> None:
    assert kg("schema") == kg("schema", "profile")


@pytest.mark.parametrize(("kind", "path"), CASES, ids=lambda case: getattr(case, "name", case))
def test_a_schema_accepts_what_kg_accepts(kind: str, path: Path, kg: Command) -> None:
    errors = [error.message for error in Draft202012Validator(schema(kind, kg)).iter_errors(contents(path))]

    assert errors == []


@pytest.mark.parametrize(("kind", "path"), CASES, ids=lambda case: getattr(case, "name", case))
def test_a_schema_refuses_a_misspelt_key(kind: str, path: Path, kg: Command) -> None:
    with pytest.raises(ValidationError, match="'nmae' was unexpected"):
        Draft202012Validator(schema(kind, kg)).validate(contents(path) | {"nmae": "Ada"})


def test_the_schemas_accept_the_files_of_a_new_project(tmp_path: Path, kg: Command) -> None:
    files = {path.name: path for path in create(tmp_path / "new")}
    named = {"kg.yaml": "config", "organizations.yaml": "organizations", "venues.yaml": "venues"}
    for name, kind in {**named, "ada-lovelace.yaml": "profile"}.items():
        Draft202012Validator(schema(kind, kg)).validate(contents(files[name]))


@pytest.mark.parametrize(
    "change",
    [
        {"id": "Ada Lovelace"},
        {"name": ["Ada", "Lovelace"]},
        {"publications": [{"authors": ["Ada"]}]},
        {"publications": [{"title": "Notes", "authors": ["Ada"], "yaer": 1843}]},
        {"publications": [{"title": "Notes", "authors": ["Ada"], "status": "finished"}]},
        {"awards": "Medal"},
    ],
    ids=["id", "name", "no title", "key within", "status", "no list"],
)
def test_the_schema_of_profiles_refuses_what_kg_refuses(change: dict[str, Any], project: Path, kg: Command) -> None:
    path = project / "profiles" / "ada-lovelace.yaml"
    path.write_text(json.dumps(PROFILE | change))
    validator = Draft202012Validator(schema("profile", kg))

    assert validator.is_valid(PROFILE)
    assert not validator.is_valid(PROFILE | change)
    assert kg("validate", project).code == 1


@pytest.mark.parametrize("kind", SCHEMAS)
def test_every_key_is_explained_while_one_types(kind: str, kg: Command) -> None:
    printed = schema(kind, kg)
    objects = [printed, *printed.get("$defs", {}).values()]
    keys = {name: key for each in objects for name, key in each.get("properties", {}).items()}

    assert keys
    assert [name for name, key in keys.items() if "description" not in key] == ([] if kind in SAYS_MORE else [kind])
