"""What is found wrong with a query, in words that lead to a right one."""

from collections.abc import Collection, Iterable
from time import monotonic

from kg.base.errors import Problem, QueryError
from kg.server.mcp.text import shortened
from kg.store.known_terms import KnownTerms
from kg.store.usage import IRI, Counts
from kg.terms.formats import XSD
from kg.terms.sparql_patterns import PathStep, QueryTerm
from kg.terms.vocabulary import RDF, RDF_TYPE

LISTED = 10
"""How many terms are listed."""
_ASK_SCHEMA = "the tool 'schema' lists what there is"
NUMBERS = frozenset(
    f"{XSD}{name}" for name in ("integer", "decimal", "double", "float", "int", "long", "nonNegativeInteger")
)
DATATYPES = NUMBERS | {
    *(f"{XSD}{name}" for name in ("string", "boolean", "date", "dateTime", "dateTimeStamp", "time", "gYear")),
    *(f"{XSD}{name}" for name in ("gYearMonth", "gMonth", "gMonthDay", "gDay", "duration", "dayTimeDuration")),
    *(f"{XSD}{name}" for name in ("yearMonthDuration", "anyURI", "short", "byte", "unsignedInt", "positiveInteger")),
    f"{RDF}langString",
}
"""The datatypes that the engine compares and casts to (SPARQL 1.1 §17.1, XPath's constructors)."""

_HAD = 24  # properties of a class that are listed
_SECONDS = 3.0  # after which no more terms are checked
_MOST = 5  # problems, and remarks, of one query
_LONGEST_MESSAGE, _LONGEST_HINT = 200, 450  # characters


class TermFindings:
    """What is wrong with a query, and what is worth knowing of it; each once."""

    def __init__(self, terms: KnownTerms) -> None:
        self._terms = terms
        self._problems: dict[str, Problem] = {}
        self._remarks: dict[str, None] = {}
        self._told: set[str] = set()  # classes whose properties were listed
        self._until = monotonic() + _SECONDS

    def refuse(self, message: str, hint: str) -> None:
        """Take note of what lets the query find nothing."""
        message = shortened(message, _LONGEST_MESSAGE)
        self._problems.setdefault(message, Problem(message, hint=shortened(hint or _ASK_SCHEMA, _LONGEST_HINT)))

    def remark(self, text: str) -> None:
        """Take note of what may be meant so."""
        self._remarks.setdefault(shortened(text, _LONGEST_HINT))

    def is_enough(self) -> bool:
        """Whether no more is to be looked for: there are problems enough, or it took too long."""
        if is_late := monotonic() > self._until:
            self.remark("not all terms were checked, since it took too long")
        return is_late or len(self._problems) >= _MOST

    def result(self) -> tuple[str, ...]:
        """Return the remarks.

        Raises:
            QueryError: If there are problems.
        """
        if self._problems:
            raise QueryError(list(self._problems.values())[:_MOST])
        return tuple(self._remarks)[:_MOST]

    # Words

    def short(self, iri: str) -> str:
        """Return a term as a query writes it."""
        return self._terms.short(iri)

    def listed(self, iris: Collection[str], most: int = LISTED) -> str:
        """Return the first of some terms."""
        shown = [self.short(iri) for iri in iris if iri != RDF_TYPE]
        return ", ".join(shown[:most]) + " …" * (len(shown) > most)

    def step(self, step: PathStep) -> str:
        """Return a step of a path as a query writes it."""
        return f"{'^' * step.is_inverse}{self.short(step.iri)}"

    def having(self, class_: str) -> str:
        """Say which properties the things of a class have; once, since there are many."""
        if class_ in self._told:
            return f"see what {self.short(class_)} has, above"
        self._told.add(class_)
        return f"things of {self.short(class_)} have {self.listed(self._terms.properties_of(class_), _HAD)}"

    def forms(self, forms: Counts) -> str:
        """Return what values are: things, datatypes, languages."""
        return " or ".join("things" if form == IRI else self.form(form) for form in list(forms)[:3])

    def form(self, form: str) -> str:
        """Return a datatype or language."""
        return form if form.startswith("@") or form == IRI else self.short(form)

    def literal(self, literal: QueryTerm) -> str:
        """Return a literal as the query writes it."""
        if literal.language:
            return f"{literal.written}@{literal.language}"
        is_plain = literal.datatype == f"{XSD}string" or literal.written[:1] not in "\"'"
        return literal.written if is_plain else f"{literal.written}^^{self.short(literal.datatype)}"


def meant(written: Iterable[str]) -> str:
    """Ask whether one of some terms was meant; nothing where there are none."""
    known = list(written)
    return f"did you mean {' or '.join(known)}?" if known else ""


def form_of(literal: QueryTerm) -> str:
    """Return the form of a literal, as `kg.store.usage` counts them."""
    return f"@{literal.language}" if literal.language else literal.datatype
