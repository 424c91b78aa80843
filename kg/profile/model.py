"""The typed, closed, frozen model of what people write, made from the declaration.

Types are in `model.pyi`, which is generated: `make schemas`. What a project adds to the declaration is in a model of
its own, whose classes have those of kg as bases.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, create_model
from pydantic_core import PydanticCustomError

from kg.profile.forms import FORMS
from kg.terms import fields
from kg.terms.declaration import kg_declaration
from kg.terms.fields import Many, ManyPeople, ManyWords, MentionMarker, Name, Private, Slug, StrictModel, Synonyms
from kg.terms.kinds import Declaration, Kind
from kg.terms.kinds import Field as Declared
from kg.terms.languages import Languages
from kg.terms.patterns import LinearPattern

CLASSES = {"Person": "Profile"}
"""The names of classes that differ from the name of their kind."""

_PLAIN: Mapping[str, Any] = {
    "boolean": bool,
    "string": Name,
    "integer": int,
    "uri": fields.Url,
    "decimal": fields.Amount,
}


@cache
def models(declaration: Declaration) -> Mapping[str, type[StrictModel]]:
    """Return the class of each kind that people write, by the kind's name."""
    return _ModelBuilder(declaration).build()


def profile_model(declaration: Declaration) -> type[StrictModel]:
    """Return the model of a profile as a project may write it."""
    return models(declaration)["Person"]


class _ModelBuilder:
    def __init__(self, declaration: Declaration) -> None:
        self._declaration = declaration
        self._known = {} if declaration is kg_declaration() else models(kg_declaration())
        self._models: dict[str, type[StrictModel]] = {}

    def build(self) -> Mapping[str, type[StrictModel]]:
        for name, kind in self._declaration.kinds.items():
            if not kind.is_derived and name != "Unit":
                self._model(name)
        return self._models

    def _model(self, name: str) -> type[StrictModel]:
        if name not in self._models:
            self._models[name] = self._new(self._declaration.kinds[name])
        return self._models[name]

    def _new(self, kind: Kind) -> type[StrictModel]:
        """Return the class of a kind; that of kg where a project adds nothing within it."""
        known = self._known.get(kind.name)
        inherited = self._declaration.kinds[kind.parent].fields if kind.parent else {}
        own = [each for each in kind.written if each.key not in inherited or known]
        if known is not None:
            own = [each for each in own if self._is_new(kind, each)]
            if not own:
                return known
            base: Any = (known,)
        else:
            parents = (self._model(kind.parent),) if kind.parent else ()
            base = tuple(filter(None, (FORMS.get(kind.name), *parents))) or (StrictModel,)
        said: dict[str, Any] = {each.key: self._known_as(each, *self._field(each)) for each in own}
        return create_model(
            CLASSES.get(kind.name, kind.name),
            __base__=base,
            __module__=__name__,
            __doc__=f"{kind.description}.",
            **said,
        )

    def _is_new(self, kind: Kind, each: Declared) -> bool:
        if each.key not in self._known[kind.name].model_fields:
            return True
        is_built = each.sort == "kind" and each.is_inlined
        return is_built and self._model(each.range) is not self._known[each.range]

    def _known_as(self, each: Declared, type_: Any, info: Any) -> tuple[Any, Any]:
        words = self._declaration.aliases.get(each.key)
        return (Annotated[type_, Synonyms(words)] if words else type_), info

    def _field(self, each: Declared) -> tuple[Any, Any]:
        said = {"description": each.description or each.label}
        if each.examples:
            said["examples"] = list(each.examples)
        info = {key: value for key, value in said.items() if value}
        type_ = Annotated[self._type(each), Private()] if each.is_private else self._type(each)
        if each.is_many:
            many = {"people": ManyPeople, "words": ManyWords}.get(each.apart, Many)
            return (many[type_], Field(**info)) if each.is_required else (many[type_], Field((), **info))
        if each.is_required:
            return (type_, Field(**info))
        if each.range == "boolean":
            return (bool, Field(each.default == "true", **info))
        return (type_, Field(each.default, **info)) if each.default else (type_ | None, Field(None, **info))

    def _type(self, each: Declared) -> Any:
        if each.sort == "enum":
            return Literal[self._declaration.enums[each.range]]
        if each.sort != "kind":
            type_ = _PLAIN[each.range] if each.range in _PLAIN else getattr(fields, each.range)
            type_ = Annotated[type_, AfterValidator(_of_form(each.pattern))] if each.pattern else type_
            return Annotated[type_, Languages()] if each.is_in_languages else type_
        if each.is_inlined:
            return self._model(each.range)
        kind = self._declaration.kinds[each.range]
        return Slug if each.is_by_id else Annotated[Name, MentionMarker("unit" if kind.name == "Unit" else kind.path)]


def _of_form(pattern: str) -> Callable[[str], str]:
    form = LinearPattern(pattern)

    def check(text: str) -> str:
        if not form.search(text):
            reason = f"'{text}' is not of the form {pattern}"
            raise PydanticCustomError("identifier", "{reason}", {"reason": reason})
        return text

    return check


_OF_KG = models(kg_declaration())
globals().update({CLASSES.get(name, name): model for name, model in _OF_KG.items()})
globals().update({name: Literal[words] for name, words in kg_declaration().enums.items()})
