"""A text that people write in several languages: `name: {en: Mei Li, zh: 李梅}`; the first one is the main one.

It is the main text wherever a text is meant, and knows the others; as plain data it is what people wrote.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import PydanticCustomError, SchemaValidator, core_schema

PATTERN = r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$"
"""What the code of a language looks like (BCP 47): `en`, `pt-BR`, `zh-Hant`."""

_ISO_639_1 = """
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el
    en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu
    ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na
    nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn
    so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
"""
_TWO_LETTERS = frozenset(_ISO_639_1.split())
"""The codes of ISO 639-1; of those of three letters there are thousands."""
_COUNTRIES = {"cn": "zh", "cz": "cs", "dk": "da", "gr": "el", "jp": "ja", "ua": "uk"}
"""Codes of countries that people write for languages."""
IN_LANGUAGES = "in_languages"
"""The key under which an entry of a document keeps the names that are written in several languages, by their keys:
each a list of pairs of a language and a name, the main one first."""


class InLanguages(str):
    """A text in several languages, which as a text is the main one."""

    __slots__ = ("forms",)

    forms: Mapping[str, str]  # The texts by the codes of their languages, the main one first

    def __new__(cls, forms: Mapping[str, str]) -> "InLanguages":
        """Return a text of which the first form is the main one."""
        new = super().__new__(cls, next(iter(forms.values())))
        new.forms = dict(forms)
        return new

    def __reduce__(self) -> tuple[Any, ...]:
        return InLanguages, (self.forms,)


@dataclass(frozen=True)
class Languages:
    """Marks a text that may be written in several languages."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        text = handler(source)
        code = core_schema.no_info_plain_validator_function(_code)
        forms = SchemaValidator(core_schema.dict_schema(code, text))

        def read(value: Any, plain: core_schema.ValidatorFunctionWrapHandler) -> Any:
            if value.__class__ is InLanguages:
                return value
            if not isinstance(value, dict):
                return plain(value)
            if not value:
                raise PydanticCustomError("no_language", "{reason}", {"reason": "no text stands here in any language"})
            return InLanguages(forms.validate_python(value))

        written = core_schema.plain_serializer_function_ser_schema(as_written)
        return core_schema.no_info_wrap_validator_function(read, text, serialization=written)

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        text = handler(schema)
        several = {
            "type": "object",
            "minProperties": 1,
            "propertyNames": {"pattern": PATTERN},
            "additionalProperties": text,
        }
        return {"anyOf": [text, several]}


def as_written(text: str) -> Any:
    """Return a text as plain data: as people wrote it."""
    return dict(text.forms) if text.__class__ is InLanguages else text


def forms_of(text: Any) -> tuple[str, ...]:
    """Return a text in each of its languages, the main one first; of one that is plain data too."""
    if isinstance(text, InLanguages):
        return tuple(text.forms.values())
    if isinstance(text, Mapping):
        return tuple(each for each in text.values() if isinstance(each, str))
    return () if text is None else (str(text),)


def main_form(text: Any) -> str:
    """Return the main one of a text in several languages; nothing, where none stands."""
    return next(iter(forms_of(text)), "")


def _code(key: Any) -> str:
    known = isinstance(key, str) and re.fullmatch(PATTERN, key)
    if known and (len(first := key.partition("-")[0]) > 2 or first in _TWO_LETTERS):
        return str(key)
    meant = _COUNTRIES.get(key) if isinstance(key, str) else None
    reason = f"'{key}' is not the code of a language" + (f", but of a country: '{meant}' is one" if meant else "")
    raise PydanticCustomError("language", "{reason}", {"reason": reason})
