"""Check what a query does with the values of variables: an error for each of them, and no word of it, in SPARQL."""

from collections.abc import Iterable, Mapping

from kg.server.mcp.findings import NUMBERS, TermFindings, form_of
from kg.store.known_terms import KnownTerms
from kg.store.usage import IRI, NUMBER, TEXT_IN_LANGUAGE, Counts
from kg.terms.formats import XSD
from kg.terms.sparql_patterns import QueryReading, QueryTerm
from kg.terms.vocabulary import KG

_TEXTS = (f"{XSD}string", TEXT_IN_LANGUAGE)
_DATES = tuple(f"{XSD}{name}" for name in ("dateTime", "dateTimeStamp", "date", "gYear", "gYearMonth"))
_TAKEN: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("LCASE", "UCASE", "STRLEN", "SUBSTR", "REPLACE", "STRBEFORE", "STRAFTER", "CONCAT"), _TEXTS),
    **dict.fromkeys(("CONTAINS", "STRSTARTS", "STRENDS", "REGEX", "GROUP_CONCAT"), _TEXTS),
    **dict.fromkeys(("YEAR", "MONTH", "DAY"), _DATES),
    **dict.fromkeys(("SUM", "AVG", "ABS", "ROUND", "CEIL", "FLOOR"), (NUMBER,)),
}
"""The forms of values that a function takes (SPARQL 1.1 §17.4; the engine takes partial dates, too)."""


class FilterCheck:
    """Checks one query."""

    def __init__(self, terms: KnownTerms, reading: QueryReading, found: TermFindings) -> None:
        self._usage, self._reading, self._found = terms.usage, reading, found

    def run(self) -> None:
        """Refuse comparisons and calls that are an error for each value."""
        for name, literal in self._reading.comparisons:
            self._compared(name, literal)
        for function, name in self._reading.calls:
            self._called(function, name)
        for name, language in self._reading.languages:
            self._in_language(name, language)

    def _compared(self, name: str, literal: QueryTerm) -> None:
        if self._has_none(name, (_comparable(form_of(literal)),)):
            message = f"{self._value(name)} is never comparable with {self._found.literal(literal)}"
            self._found.refuse(message, self._rather(name, literal))

    def _rather(self, name: str, literal: QueryTerm) -> str:
        forms = self._forms(name)
        said, text = f"its values are {self._found.forms(forms)}", literal.value.strip()
        if IRI in forms:
            return f"{said}: compare their names"
        if NUMBERS.intersection(forms) and text.isdigit():
            return f"{said}: write {text}"
        return f"{said}: compare STR(?{name})" + (f' with "{text}"' if text else "")

    def _called(self, function: str, name: str) -> None:
        taken = _TAKEN.get(function, ())
        if not taken or not self._has_none(name, taken):
            return
        forms = self._forms(name)
        if taken is _DATES:
            year = " kg:year, or" if f"{KG}year" in self._usage.properties else ""
            hint = f": take{year} xsd:integer(SUBSTR(STR(?{name}), 1, 4))"
        elif IRI in forms:
            hint = f": take their names by ?{name} schema:name ?name"
        else:
            hint = f": take STR(?{name})" if taken is _TEXTS else ""
        said = f"its values are {self._found.forms(forms)}{hint}"
        self._found.refuse(f"{function} has no result for {self._value(name)}", said)

    def _in_language(self, name: str, language: str) -> None:
        if language not in ("", "*") and self._has_none(name, (f"@{language}",)):
            said = f"its values are {self._found.forms(self._forms(name))}"
            self._found.refuse(f"{self._value(name)} is never in the language '{language}'", said)

    # What is known of the values of a variable

    def _has_none(self, name: str, forms: Iterable[str]) -> bool:
        """Whether it is known that no value of a variable has one of some forms."""
        properties = None if self._found.is_enough() else self._properties(name)
        if properties is None or (self._is_thing(name) and IRI in forms):
            return False
        return not any(self._usage.has_form(iri, form) for iri in properties for form in forms)

    def _forms(self, name: str) -> Counts:
        found = {IRI: 1} if self._is_thing(name) else {}
        for iri in self._properties(name) or ():
            found |= self._usage.forms(iri)
        return found

    def _is_thing(self, name: str) -> bool:
        return any(_is_variable(each.subject, name) for each in self._reading.patterns)

    def _properties(self, name: str) -> tuple[str, ...] | None:
        """Return the properties whose values a variable has; none for a thing, None where nothing can be said."""
        bound = [each.steps[-1:] for each in self._reading.patterns if _is_variable(each.object, name)]
        if not bound and not self._is_thing(name):
            return None
        for steps in bound:
            if not steps or steps[0].is_inverse or steps[0].iri not in self._usage.properties:
                return None
        return tuple(dict.fromkeys(step.iri for (step,) in bound))

    def _value(self, name: str) -> str:
        of = " or ".join(map(self._found.short, self._properties(name) or ()))
        return f"?{name} ({of})" if of else f"?{name}"


def _is_variable(term: QueryTerm, name: str) -> bool:
    return term.kind == "variable" and term.value == name


def _comparable(form: str) -> str:
    """Return the form of all that is comparable with values of one."""
    return NUMBER if form in NUMBERS else TEXT_IN_LANGUAGE if form.startswith("@") else form
