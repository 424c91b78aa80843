"""The kinds of value that a key can hold: names, web addresses, partial dates, shares, mentions.

A kind reads what people type, brings it to one form, and says what it expected when it cannot. Each
also tells the JSON Schema, so that editors check while typing.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    StringConstraints,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError, core_schema
from pydantic_core.core_schema import no_info_plain_validator_function as no_info

from kg.base.errors import IdentifierError
from kg.terms import dates, identifiers, languages

T = TypeVar("T")

ContactField = Literal["email", "phone", "address"]
"""The contact fields that a privacy policy speaks of."""


@dataclass(frozen=True)
class MentionMarker:
    """Marks a field whose text names an entity that identity resolution gives an IRI."""

    kind: str  # The head of the IRIs of such entities, or `unit` for a part of the organisation of its entry


@dataclass(frozen=True)
class Private:
    """Marks a field whose value is not shown, not even where it is wrong."""


@dataclass(frozen=True)
class Synonyms:
    """Says which words people write instead of the key of a field."""

    words: tuple[str, ...]


class StrictModel(BaseModel):
    """Base of all models: closed (unknown keys are errors) and frozen."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ListingFile(StrictModel):
    """Base of files that only list things: one may be empty, and a list without entries need not be written out."""

    @model_validator(mode="before")
    @classmethod
    def _none_yet(cls, data: object) -> object:
        if isinstance(data, dict):
            return {key: () if value is None and key in cls.model_fields else value for key, value in data.items()}
        return {} if data is None else data


def _refusing(check: Callable[[str], str]) -> Callable[[str], str]:

    def validate(text: str) -> str:
        try:
            return check(text)
        except IdentifierError as error:
            raise PydanticCustomError("identifier", "{reason}", {"reason": str(error)}) from error

    return validate


def _checked(check: Callable[[str], str]) -> AfterValidator:
    return AfterValidator(_refusing(check))


def _as_text(value: Any) -> Any:
    """Let an editor's number stand where a text is meant: `start: 2019` in JSON."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


# No control characters but tab and line feed: XML 1.0 §2.2 cannot carry them, so neither could every export.
_PRINTABLE = r"^[^\x00-\x08\x0b-\x1f\x7f\x{FFFE}\x{FFFF}]*$"
_ONE_LINE = r"^[^\x00-\x1f\x7f\x{FFFE}\x{FFFF}]*$"

Text = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=10_000, pattern=_PRINTABLE),
    WithJsonSchema({"type": "string", "minLength": 1, "maxLength": 10_000}),
]
Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=500, pattern=_ONE_LINE),
    WithJsonSchema({"type": "string", "minLength": 1, "maxLength": 500}),
]

Code = Name
"""A number or another code, as it is printed."""

Slug = Annotated[str, StringConstraints(strip_whitespace=True, pattern=identifiers.SLUG_PATTERN, max_length=100)]

Url = Annotated[
    str,
    StringConstraints(strip_whitespace=True),
    _checked(identifiers.web_address),
    WithJsonSchema({"type": "string", "format": "uri", "pattern": "^https?://"}),
]

Date = Annotated[
    str,
    BeforeValidator(_as_text),
    StringConstraints(strip_whitespace=True),
    _checked(dates.partial_date),
    WithJsonSchema({"anyOf": [{"type": "string", "pattern": dates.DATE_PATTERN}, {"type": "integer"}]}),
]

End = Annotated[
    str,
    BeforeValidator(_as_text),
    StringConstraints(strip_whitespace=True),
    _checked(dates.end),
    WithJsonSchema(
        {
            "anyOf": [
                {"const": dates.PRESENT},
                {"type": "string", "pattern": dates.DATE_PATTERN},
                {"type": "integer"},
            ]
        }
    ),
]

Term = Annotated[
    str,
    BeforeValidator(_as_text),
    StringConstraints(strip_whitespace=True),
    _checked(dates.term),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "integer"}]}),
]

Year = Annotated[int, Field(ge=1000, le=2999)]


_SHARE = re.compile(r"(\d{1,3}(?:\.\d{1,20})?)\s*(%?)", re.ASCII)


def _share(text: str) -> str:
    """Return a share as a canonical decimal: `18.4%` and 0.184 are 0.184."""
    match = _SHARE.fullmatch(text)
    if not match:
        raise IdentifierError(f"'{text}' is not a share; write 18.4% or 0.184")
    share = Decimal(match[1]) / (100 if match[2] else 1)
    if share > 1:
        raise IdentifierError(f"'{text}' is not between 0 and 1; write 18.4% or 0.184")
    return f"{share.normalize():f}"


Share = Annotated[
    str,
    BeforeValidator(lambda value: str(value) if isinstance(value, int | float) else value),
    StringConstraints(strip_whitespace=True),
    _checked(_share),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "number"}]}),
]


_AMOUNT = re.compile(r"\d{1,15}(?:\.\d{1,4})?", re.ASCII)
_GROUPED = re.compile(r"(?<=\d)[ ,'_\u2019\xa0\u202f](?=\d{3}(?!\d))")


def _amount(text: str) -> str:
    """Return an amount, of money or else, as a canonical decimal: `1,200,000` is 1200000."""
    plain = _GROUPED.sub("", text)
    if not _AMOUNT.fullmatch(plain):
        hint = "write digits, such as 1200000 or 0.8; a currency has a field of its own"
        raise IdentifierError(f"'{text}' is not a number; {hint}")
    amount = Decimal(plain)
    return f"{amount.normalize():f}" if amount else "0"


Amount = Annotated[
    str,
    BeforeValidator(lambda value: str(value) if isinstance(value, int | float) else value),
    StringConstraints(strip_whitespace=True),
    _checked(_amount),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "number"}]}),
]

Number = Annotated[int, Field(ge=0, le=10_000_000)]
Currency = Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^[A-Z]{3}$")]
LanguageCode = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}$")]
Language = Annotated[str, StringConstraints(strip_whitespace=True, pattern=languages.PATTERN)]


def _path(text: str) -> str:
    if text.startswith(("/", "~")) or ".." in text.split("/") or "\\" in text or ":" in text:
        raise IdentifierError(
            f"'{text}' does not lie in the project; write it from the folder of kg.yaml: photos/ada.jpg"
        )
    return text


Path = Annotated[Name, _checked(_path)]


def _digits(text: str) -> str:
    return re.sub(r"[\s\u2010-\u2015-]", "", text).upper()


def _isbn(text: str) -> str:
    bare = _digits(text)
    if not re.fullmatch(r"(?:97[89])?\d{9}[\dX]", bare, re.ASCII):
        raise IdentifierError(f"'{text}' is not an ISBN; write its 10 or 13 digits")
    if not identifiers.has_right_check("isbn", bare):
        raise IdentifierError(f"the ISBN '{text}' has a wrong checksum; look for a mistyped digit")
    return text


def _issn(text: str) -> str:
    bare = _digits(text)
    if not re.fullmatch(r"\d{7}[\dX]", bare, re.ASCII):
        raise IdentifierError(f"'{text}' is not an ISSN; write it like 1234-5679")
    if not identifiers.has_right_check("issn", bare):
        raise IdentifierError(f"the ISSN '{text}' has a wrong checksum; look for a mistyped digit")
    return f"{bare[:4]}-{bare[4:]}"


Isbn = Annotated[
    str, BeforeValidator(_as_text), StringConstraints(strip_whitespace=True, max_length=40), _checked(_isbn)
]
Issn = Annotated[
    str, BeforeValidator(_as_text), StringConstraints(strip_whitespace=True, max_length=20), _checked(_issn)
]


@dataclass(frozen=True)
class OneOrMany:
    """Marks a list in which a single entry may stand alone: `advisors: Charles Babbage`."""

    separators: str = ""  # What a single entry cannot hold, since it would be several: a pattern, or empty

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.no_info_before_validator_function(self._as_list, handler(source))

    def _as_list(self, value: Any) -> Any:
        if isinstance(value, str) and self.separators and re.search(self.separators, value.strip()):
            shown = value if len(value) <= 60 else f"{value[:57]}…"
            raise PydanticCustomError("several", "{reason}", {"reason": f"'{shown}' reads like several entries in one"})
        return [value] if isinstance(value, str | int | dict) else value

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        several = handler(schema)
        return {"anyOf": [several["items"], several]}


Many = Annotated[tuple[T, ...], OneOrMany()]
ManyPeople = Annotated[tuple[T, ...], OneOrMany(r"[,;]| (?:and|und|&) ")]
ManyWords = Annotated[tuple[T, ...], OneOrMany(r"[,;]")]


@dataclass(frozen=True)
class Identifier:
    """Marks a field that holds an id of a scheme or its web address, kept as the canonical IRI."""

    scheme: str

    def __get_pydantic_core_schema__(self, _: Any, __: Any) -> core_schema.CoreSchema:
        check = no_info(_refusing(identifiers.SCHEMES[self.scheme].canonical))
        text = core_schema.no_info_before_validator_function(_as_text, core_schema.str_schema())
        return core_schema.chain_schema([text, check])

    def __get_pydantic_json_schema__(self, _: Any, __: Any) -> dict[str, Any]:
        return {"type": "string", "examples": [identifiers.SCHEMES[self.scheme].example]}


Orcid = Annotated[str, Identifier("orcid")]
Doi = Annotated[str, Identifier("doi")]
Arxiv = Annotated[str, Identifier("arxiv")]
Pmid = Annotated[str, Identifier("pmid")]
Pmcid = Annotated[str, Identifier("pmcid")]
Bibcode = Annotated[str, Identifier("bibcode")]
Ror = Annotated[str, Identifier("ror")]
GitHub = Annotated[str, Identifier("github")]
Dblp = Annotated[str, Identifier("dblp")]
Scholar = Annotated[str, Identifier("scholar")]
SemanticScholar = Annotated[str, Identifier("semantic_scholar")]
OpenAlex = Annotated[str, Identifier("openalex")]
Wikidata = Annotated[str, Identifier("wikidata")]
LinkedIn = Annotated[str, Identifier("linkedin")]


def end_not_before_start(end: str | None, start: str | None) -> str | None:
    """Refuse an end that lies before its start."""
    if end and start and end != dates.PRESENT and dates.is_before(end, start):
        raise PydanticCustomError("period", "{reason}", {"reason": f"the end {end} is before the start {start}"})
    return end
