"""The JSON-LD context as a table: what each key of a document means.

`ontology/context.jsonld` is the whole mapping. It keeps to the part of JSON-LD 1.1 that can be read
as a flat table: prefixes, aliases of keywords, and terms with `@id` or `@reverse` and perhaps `@type`
or `@language`. Anything else in it is refused when it is read, so the table never says less than the
file does.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from kg import resources
from kg.errors import ConfigError, Problem, ReadError
from kg.strict_yaml import read_text

Sort = Literal["iri", "literal", "reverse"]

_KEYWORDS = {"@id", "@type", "@graph"}
_PARTS = {"@id", "@reverse", "@type", "@language"}


@dataclass(frozen=True)
class TermDefinition:
    """What a key means.

    Attributes:
        predicate: The IRI of the property.
        sort: `iri` for references, `literal` for values, `reverse` where the value is the subject.
        datatype: The IRI of the datatype of plain texts, or empty.
        language: The language of plain texts, or empty.
    """

    predicate: str
    sort: Sort
    datatype: str = ""
    language: str = ""


@dataclass(frozen=True, eq=False)  # by identity, so that what is worked out from one can be kept
class Context:
    """A context that has been read.

    Attributes:
        source: The context as JSON, to be put inline into documents.
        prefixes: Namespace of each prefix.
        classes: IRI of each term that names a class (it begins with a capital letter).
        terms: Meaning of each other term.
        keywords: Keyword of each alias, such as `id` for `@id`.
        ignored: Terms that say nothing (`null`), or only hold others (`@nest`).
    """

    source: Mapping[str, Any]
    prefixes: Mapping[str, str]
    classes: Mapping[str, str]
    terms: Mapping[str, TermDefinition]
    keywords: Mapping[str, str]
    ignored: frozenset[str]

    def expand(self, text: str) -> str:
        """Return the IRI of a compact IRI; other texts as they are."""
        prefix, colon, local = text.partition(":")
        if colon and prefix in self.prefixes and not local.startswith("//"):
            return self.prefixes[prefix] + local
        return text


def read_context(path: Path) -> Context:
    """Return the context of a file.

    Raises:
        ConfigError: If it is not JSON, or uses JSON-LD beyond what this module reads.
    """
    try:
        source = json.loads(read_text(path))["@context"]
    except json.JSONDecodeError as error:
        raise ConfigError(Problem(f"this is not JSON: {error.msg}", path, error.lineno, error.colno)) from error
    except (KeyError, TypeError) as error:
        raise ConfigError(Problem("the key '@context' is missing", path)) from error
    except ReadError as error:
        raise ConfigError(error.problems) from error
    if not isinstance(source, dict):
        raise ConfigError(Problem("the value of '@context' is not a table of terms", path))
    try:
        return _compile(source)
    except ValueError as error:
        hint = "the mapping uses only @id, @reverse, @type and @language"
        raise ConfigError(Problem(str(error), path, hint=hint)) from error


@cache
def context() -> Context:
    """Return the context that comes with kg."""
    return read_context(resources.directory("ontology") / "context.jsonld")


def _compile(source: Mapping[str, Any]) -> Context:
    prefixes = {name: iri for name, iri in source.items() if isinstance(iri, str) and iri.endswith(("/", "#"))}
    classes: dict[str, str] = {}
    terms: dict[str, TermDefinition] = {}
    keywords: dict[str, str] = {}
    ignored = set()
    for name, meaning in source.items():
        if name in prefixes or name == "@version":
            continue
        if isinstance(meaning, str) and meaning in _KEYWORDS:
            keywords[name] = meaning
        elif meaning is None or meaning == "@nest":
            ignored.add(name)
        elif name[:1].isupper() and isinstance(meaning, str):
            classes[name] = _absolute(name, meaning, prefixes)
        else:
            terms[name] = _term(name, {"@id": meaning} if isinstance(meaning, str) else meaning, prefixes)
    return Context(source, prefixes, classes, terms, keywords, frozenset(ignored))


def _term(name: str, definition: Mapping[str, Any], prefixes: Mapping[str, str]) -> TermDefinition:
    if not isinstance(definition, dict) or definition.keys() - _PARTS:
        raise ValueError(f"the term '{name}' is defined in a way that is not read")
    if "@reverse" in definition:
        return TermDefinition(_absolute(name, definition["@reverse"], prefixes), "reverse")
    predicate = _absolute(name, definition.get("@id", ""), prefixes)
    kind = definition.get("@type", "")
    if kind == "@id":
        return TermDefinition(predicate, "iri")
    datatype = _absolute(name, kind, prefixes) if kind else ""
    return TermDefinition(predicate, "literal", datatype, definition.get("@language", ""))


def _absolute(name: str, text: Any, prefixes: Mapping[str, str]) -> str:
    prefix, colon, local = str(text).partition(":")
    if not colon or prefix not in prefixes:
        raise ValueError(f"the term '{name}' has '{text}', which has no known prefix")
    return prefixes[prefix] + local
