"""Validators that the declaration cannot express: short forms that people write, and consistency within an entry."""

import re
from typing import Any

from pydantic import ConfigDict, ValidationInfo, field_validator, model_validator

from kg.profile.written_names import with_main_name
from kg.terms import statuses
from kg.terms.fields import StrictModel, end_not_before_start
from kg.terms.languages import forms_of

ET_AL = re.compile(
    r"[,;]?\s*(?:\b(?:and|&|und|et|y)\s+)?(?:\bet\.?\s?als?\b\.?|\band (?:\d+ )?(?:others|more|coauthors|co-authors)\b|\bu\.\s?a\.|…|\.{3,}|\bet coll\b\.?|\bmany others\b|等)",  # noqa: E501
    re.I,
)
"""What says that a list of people names some of them only."""
_OTHERS = re.compile(rf"(?:{ET_AL.pattern}|^others)\s*$", re.IGNORECASE)
_CUT = ("others", "al", "al.", "als", "coll", "coll.", "…", "...", "等", "more", "authors", "a.")
"""How texts end in which `_OTHERS` may be."""


class PeriodForm(StrictModel):
    """What lasts does not end before it starts."""

    @field_validator("end", check_fields=False)
    @classmethod
    def _end_after_start(cls, end: str | None, info: ValidationInfo) -> str | None:
        return end_not_before_start(end, info.data.get("start"))


def _or_text(schema: dict[str, Any]) -> None:
    """Tell the JSON Schema that a person or an organisation may be a plain text."""
    mapping = dict(schema)
    schema.clear()
    schema["anyOf"] = [{"type": "string", "minLength": 1}, mapping]


class ReferenceForm(StrictModel):
    """A plain text is the name of what is referred to."""

    model_config = ConfigDict(json_schema_extra=_or_text)

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        return {"name": value} if isinstance(value, str) else value


class AuthorForm(ReferenceForm):
    """A star behind a plain name marks equal contribution."""

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        name = value.rstrip("* ")
        return {"name": name, "equal_contribution": True} if name != value.rstrip() else {"name": name}


class PublicationForm(StrictModel):
    """A work has one year; in its place, people write how far it has come, and `et al.` in that of an author."""

    @model_validator(mode="before")
    @classmethod
    def _status_apart(cls, data: Any) -> Any:
        """Read `year: in press` and `status: sous presse` as the status that they state; the file stays as it is."""
        return _without_others(_with_status(data)) if isinstance(data, dict) else data

    @property
    def years(self) -> tuple[int, ...]:
        """The years that the record states, that of `date` first, of which there must be at most one."""
        date, year = getattr(self, "date", None), getattr(self, "year", None)
        stated = (int(date[:4]) if date else None, year)
        return tuple(dict.fromkeys(each for each in stated if each))


def _with_status(data: dict[str, Any]) -> dict[str, Any]:
    """Return an entry with its status under its key and by its word, and the author's words for it."""
    found = dict(data)
    for key in ("status", "year", "date"):
        text = found.get(key)
        if not isinstance(text, str) or text[:1].isdigit() or (key == "status" and text in statuses.STATUSES):
            continue
        if (status := statuses.status_named(text)) and found.get("status") in (None, text, status):
            del found[key]
            found["status"] = status
            found.setdefault("status_note", text)
    return found


def _without_others(data: dict[str, Any]) -> dict[str, Any]:
    """Return an entry with `more_authors` in place of `et al.` or `others` among its authors."""
    stated = data.get("authors")
    listed = stated if isinstance(stated, list | tuple) else [stated]
    cut = [isinstance(each, str) and each.casefold().rstrip().endswith(_CUT) for each in listed]
    if not any(cut):  # to search each name would take as long as all else
        return data
    authors = [_OTHERS.sub("", each).strip() if at else each for at, each in zip(cut, listed, strict=True)]
    if authors == listed or not any(authors):
        return data
    return {**data, "authors": [each for each in authors if each], "more_authors": data.get("more_authors", True)}


class PersonForm(StrictModel):
    """A name may be written in two scripts at once."""

    @model_validator(mode="before")
    @classmethod
    def _name_apart(cls, data: Any) -> Any:
        """Read `name: Rui Pan 潘瑞` as a name and a variant; the file stays as it is."""
        return with_main_name(data) if isinstance(data, dict) else data


class AuthorityForm(StrictModel):
    """An organisation or a venue of an authority file."""

    @property
    def names(self) -> tuple[str, ...]:
        """All names, in all languages, the full one first."""
        said = {key: getattr(self, key) for key in ("name", "acronym", "aliases", "former")}
        return (*forms_of(said["name"]), *filter(None, (said["acronym"],)), *said["aliases"], *said["former"])


FORMS: dict[str, type[StrictModel]] = {
    "Period": PeriodForm,
    "PersonReference": ReferenceForm,
    "OrganizationReference": ReferenceForm,
    "Author": AuthorForm,
    "Publication": PublicationForm,
    "Person": PersonForm,
    "Authority": AuthorityForm,
}
"""By the name of the kind."""
