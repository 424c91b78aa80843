"""Read YAML and JSON as a model: all errors at once, each with its place and what was expected."""

import difflib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from kg.base import strict_yaml
from kg.base.errors import MAX_PROBLEMS, Problem, ReadError
from kg.base.node import Loc, Node
from kg.base.tables import pairs_of
from kg.terms.fields import Private, Synonyms

Model = TypeVar("Model", bound=BaseModel)


_EXPECTED = pairs_of("kg.terms", "tables/expected_values.tsv")
_NOT_SHOWN = "a value that is not shown here"
_RULES = {"extra_forbidden": "unknown-key", "missing": "missing-key", "json_invalid": "syntax"}
_HINTS = {
    "language": "write its code, such as 'en', 'de' or 'pt-BR'",
    "no_language": "write the text itself, or a line for each language, such as 'en: …'",
    "period": "correct one of the two",
    "several": "write a list, one entry a line after '- ', or [one, another]",
}
_FORMS = {
    "a-z0-9": "use lower-case letters, digits and single hyphens, such as 'ada-lovelace'",
    "a-z": "write a code of two or three letters, such as 'en'",
    "/$": "let it end with '/', without '?' and '#'",
    "x00": "delete the invisible character",
    "A-Fa-f": "write it in hexadecimal digits, such as '#8a1538'",
    "mailto": "write an address such as https://example.org/issues/new, or mailto:someone@example.org",
}
"""Hints for texts that do not match a pattern, by a part of the pattern."""


def read(path: Path, model: type[Model], *, limit: int = strict_yaml.MAX_BYTES) -> tuple[Model, Node]:
    """Return a YAML file as a model, and the tree that knows its lines.

    Raises:
        ReadError: With every problem of the file.
    """
    text = strict_yaml.read_text(path, limit=limit)
    return check(text, path, model)


def check(text: str, path: Path, model: type[Model]) -> tuple[Model, Node]:
    """Return a YAML text as a model, as `read` does."""
    tree = strict_yaml.parse(text, path)
    return check_tree(tree, path, model), tree


def check_tree(tree: Node, path: Path, model: type[Model]) -> Model:
    """Return a YAML text that has been parsed as a model.

    Raises:
        ReadError: With every problem of the file.
    """
    try:
        return model.model_validate(tree.data)
    except ValidationError as error:
        found = islice(problems_of(error, model), MAX_PROBLEMS)
        problems = [located(problem, tree, path, loc) for loc, problem in found]
        raise ReadError(sorted(problems, key=lambda problem: problem.line or 0)) from error


def check_data(data: Any, path: Path, number: int, model: type[Model]) -> Model:
    """Return plain data that stand on one line as a model; problems carry the line's number.

    Raises:
        ReadError: With every problem of the data.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        problems = [
            replace(problem, path=path, line=number, column=None, field=field_text(loc))
            for loc, problem in problems_of(error, model)
        ]
        raise ReadError(problems) from error


def located(problem: Problem, tree: Node, path: Path, loc: Loc) -> Problem:
    """Return a problem with the line and column of its place in a file."""
    line, column = tree.nearest(loc).place
    return replace(problem, path=path, line=line, column=column, field=field_text(loc))


def problems_of(error: ValidationError, model: type[BaseModel]) -> Iterator[tuple[Loc, Problem]]:
    """Yield place and problem of each error, without those that only follow from another."""
    details = error.errors(include_url=False)
    places = {detail["loc"] for detail in details}
    for detail in details:
        follows = detail["type"] == "too_short" and any(
            len(loc) > len(detail["loc"]) and loc[: len(detail["loc"])] == detail["loc"] for loc in places
        )
        if not follows:
            rule = _RULES.get(detail["type"], "wrong-value")
            loc = detail["loc"][:-1] if detail["type"] == "language" else detail["loc"]  # without pydantic's '[key]'
            yield loc, replace(_problem(detail, model), rule=rule)


def field_text(loc: Loc) -> str:
    """Return a place as people write it.

    >>> field_text(("publications", 3, "year"))
    'publications[3].year'
    """
    text = ""
    for part in loc:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def _problem(detail: ErrorDetails, model: type[BaseModel]) -> Problem:
    kind, loc, context = detail["type"], detail["loc"], detail.get("ctx", {})
    if kind == "extra_forbidden":
        return _unknown_key(str(loc[-1]), _model_at(model, loc[:-1]))
    if kind == "missing":
        return Problem(f"the key '{loc[-1]}' is missing", hint=f"add a line '{loc[-1]}: …'")
    if kind == "string_pattern_mismatch":
        pattern = str(context.get("pattern"))
        hint = next((hint for part, hint in _FORMS.items() if part in pattern), "")
        return Problem(f"{_found(detail, loc, model)} is not of the expected form", hint=hint)
    if kind == "json_invalid":
        return Problem(f"this is not JSON: {context.get('error', detail['msg'])}")
    if kind not in _EXPECTED and _is_private(loc, model):
        return Problem(f"{_NOT_SHOWN} is not of the expected form")
    if kind not in _EXPECTED:
        hint = _HINTS.get(kind, "")
        reason = context.get("reason", detail["msg"].removeprefix("Value error, "))
        return Problem(str(reason), hint=hint)
    expected = _EXPECTED[kind].format(**context, key=_telling_key(model, loc))
    return Problem(f"{expected}, found {_found(detail, loc, model)}" if kind != "string_too_short" else expected)


def nearest(text: str, known: Iterable[str]) -> str | None:
    """Return the one of some words that a mistyped word most probably meant, if any is near."""
    close = difflib.get_close_matches(text, list(known), n=1, cutoff=0.6)
    return close[0] if close else None


def hint_for(text: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return what to do about a word that is not known: the one that was meant if any is near, else something else."""
    words = list(known)
    near = nearest(text, words)
    return f"did you mean '{near}'?" if near else otherwise or f"there are {', '.join(words)}"


def _unknown_key(key: str, here: type[BaseModel] | None) -> Problem:
    known = here.model_fields if here else {}
    word = key.casefold().replace("-", "_").replace(" ", "_")
    meant = list(_written_as(word, here)) if here else []
    near = nearest(word, meant) or next(iter(meant), None) or nearest(word, known)
    hint = f"did you mean '{near}'?" if near else f"the keys here are {', '.join(known)}"
    return Problem(f"the key '{key}' is not known", hint=hint)


def _written_as(word: str, here: type[BaseModel]) -> Iterator[str]:
    """Yield the keys for which people write a word: those of a model, then those of its parts, as `contact.email`."""
    for key, info in here.model_fields.items():
        if any(word in each.words for each in info.metadata if isinstance(each, Synonyms)):
            yield key
    for key, info in here.model_fields.items():
        part = _model_in(info.annotation)
        if part and not any(get_origin(each) is tuple for each in (info.annotation, *get_args(info.annotation))):
            yield from (f"{key}.{within}" for within in _written_as(word, part))


def _telling_key(model: type[BaseModel], loc: Loc) -> str:
    known = keys_at(model, loc)
    return next((key for key in ("name", "title", "label", "role", "degree", "course") if key in known), "name")


def _found(detail: ErrorDetails, loc: Loc, model: type[BaseModel]) -> str:
    """Name what was found; never the value of a private field, which may end up in a log."""
    value = detail["input"]
    if value is None:
        return "nothing"
    if isinstance(value, dict | list):
        return "a list" if isinstance(value, list) else "keys with values"
    text = json.dumps(value, ensure_ascii=False)
    if _is_private(loc, model):
        return _NOT_SHOWN
    return text if len(text) <= 60 else text[:57] + '…"'


def _is_private(loc: Loc, model: type[BaseModel]) -> bool:
    return bool(loc) and (loc[0] == "contact" or any(map(_is_marked, _annotations(model, loc))))


def _is_marked(annotation: Any) -> bool:
    if get_origin(annotation) is Annotated and Private() in annotation.__metadata__:
        return True
    return any(map(_is_marked, get_args(annotation)))


def _annotations(model: type[BaseModel], loc: Loc) -> Iterator[Any]:
    here: Any = model
    for part in loc:
        if isinstance(part, str) and (known := _model_in(here)) and part in known.model_fields:
            here = known.model_fields[part].annotation
            yield here


def keys_at(model: type[BaseModel], loc: Loc) -> list[str]:
    """Return the keys that a model allows at a place."""
    here = _model_at(model, loc)
    return list(here.model_fields) if here else []


def _model_at(model: type[BaseModel], loc: Loc) -> type[BaseModel] | None:
    here: Any = model
    for part in loc:
        if (entries := _entries_of(here)) is not None:
            here = entries
        elif isinstance(part, str) and (known := _model_in(here)):
            here = known.model_fields[part].annotation if part in known.model_fields else None
    return _model_in(here) if _entries_of(here) is None else None


def _entries_of(annotation: Any) -> Any:
    """Return what a table holds under each of its keys, which may be any; None for what is no table."""
    return get_args(annotation)[1] if get_origin(annotation) in (dict, Mapping) else None


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for argument in get_args(annotation):
        found = _model_in(argument)
        if found is not None:
            return found
    return None


def json_schema(model: type[BaseModel] | TypeAdapter[Any], title: str) -> str:
    """Return the JSON Schema (2020-12) of a model, indented."""
    schema = model.json_schema() if isinstance(model, TypeAdapter) else model.model_json_schema()
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title}
    return json.dumps({**head, **{k: v for k, v in schema.items() if k != "title"}}, indent=2, ensure_ascii=False)
