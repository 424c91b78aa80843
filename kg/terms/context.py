"""The JSON-LD context, made from the declaration: what each key of a document means."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from kg.terms.declaration import kg_declaration
from kg.terms.kinds import Declaration, Field, compact

Sort = Literal["iri", "literal", "reverse"]

LANGUAGE = "en"
"""The language of texts that name none."""

_KEYWORDS = {"id": "@id", "type": "@type", "graph": "@graph"}
_DECIMAL = "http://www.w3.org/2001/XMLSchema#decimal"


@dataclass(frozen=True)
class TermDefinition:
    """What a key means."""

    predicate: str  # The IRI of the property
    sort: Sort  # `iri` for references, `literal` for values, `reverse` where the value is the subject
    datatype: str = ""  # The IRI of the datatype of plain texts, or empty
    language: str = ""  # The language of plain texts, or empty


@dataclass(frozen=True, eq=False)  # by identity, so that what is worked out from one can be kept
class Context:
    """A context."""

    source: Mapping[str, Any]  # The context as JSON, to be put inline into documents
    prefixes: Mapping[str, str]  # Namespace of each prefix
    classes: Mapping[str, str]  # IRI of each term that names a class (it begins with a capital letter)
    terms: Mapping[str, TermDefinition]  # Meaning of each other term
    keywords: Mapping[str, str]  # Keyword of each alias, such as `id` for `@id`
    ignored: frozenset[str]  # Terms that say nothing (`null`), or only hold others (`@nest`)
    declaration: Declaration  # What it was made from

    def expand(self, text: str) -> str:
        """Return the IRI of a compact IRI; other texts as they are."""
        prefix, colon, local = text.partition(":")
        if colon and prefix in self.prefixes and not local.startswith("//"):
            return self.prefixes[prefix] + local
        return text


@cache
def context_of(declaration: Declaration) -> Context:
    """Return the context of a declaration."""
    terms = dict(_terms(declaration))
    classes = dict(_classes(declaration))
    ignored = {each.key for kind in declaration.kinds.values() for each in kind.written if each.is_untold}
    ignored -= {*terms, *_KEYWORDS, "contact"}
    prefixes = {name: iri for name, iri in declaration.prefixes.items() if name != "linkml"}
    source: dict[str, Any] = {"@version": 1.1, **prefixes, **_KEYWORDS}
    source |= {name: compact(iri, prefixes) for name, iri in classes.items()}
    source |= {name: _definition(term, prefixes) for name, term in terms.items()}
    source |= {"contact": "@nest"} | dict.fromkeys(sorted(ignored))
    return Context(source, prefixes, classes, terms, _KEYWORDS, frozenset((*ignored, "contact")), declaration)


def context() -> Context:
    """Return the context that comes with kg."""
    return context_of(kg_declaration())


def document(declaration: Declaration) -> str:
    """Return the context as a document of JSON-LD."""
    return json.dumps({"@context": context_of(declaration).source}, indent=2, ensure_ascii=False) + "\n"


def _terms(declaration: Declaration) -> Iterator[tuple[str, TermDefinition]]:
    seen: set[str] = set()
    for kind in declaration.kinds.values():
        for each in kind.fields.values():
            if not each.is_untold and each.term not in seen and each.key != "contact":
                seen.add(each.term)
                yield each.term, _term(each, declaration)


def _term(each: Field, declaration: Declaration) -> TermDefinition:
    if each.is_reverse:
        return TermDefinition(each.iri, "reverse")
    if each.sort != "type" and not each.is_text:
        return TermDefinition(each.iri, "iri")
    if each.has_language:
        return TermDefinition(each.iri, "literal", language=LANGUAGE)
    is_decimal = declaration.types.get(each.range) == "decimal"
    return TermDefinition(each.iri, "literal", _DECIMAL if is_decimal else "")


def _classes(declaration: Declaration) -> Iterator[tuple[str, str]]:
    """Yield a term for each class; of two with one name, the second has its prefix before it."""
    taken: dict[str, str] = {}
    for iri in declaration.classes:
        local = iri.rstrip("/#").rpartition("#")[2].rpartition("/")[2]
        prefix = next((name for name, space in declaration.prefixes.items() if iri == space + local), "")
        name = local if taken.get(local, iri) == iri else f"{prefix.capitalize()}{local}"
        if name not in taken and prefix != "foaf":
            taken[name] = iri
            yield name, iri


def _definition(term: TermDefinition, prefixes: Mapping[str, str]) -> Any:
    short = compact(term.predicate, prefixes)
    if term.sort == "literal" and not term.datatype and not term.language:
        return short
    found: dict[str, str] = {"@reverse" if term.sort == "reverse" else "@id": short}
    if term.sort != "literal":
        return found | {"@type": "@id"}
    return found | ({"@language": term.language} if term.language else {"@type": compact(term.datatype, prefixes)})
