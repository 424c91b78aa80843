"""A thing as pages, documents and their data see it: what the graph says of it, field by field, as it is declared."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from pyoxigraph import Literal, NamedNode

from kg.site.addresses import Address, named, pages, places
from kg.site.grids import date_words, percent, period, tag, words
from kg.site.words import _, gettext, language
from kg.site.works import LinkedName
from kg.store.columns import value
from kg.store.thing import ThingView
from kg.terms.dates import PRESENT
from kg.terms.formats import Term
from kg.terms.kinds import Field, Kind
from kg.terms.vocabulary import KG, PREFIXES, curie, vocabulary

TIMES = ("start", "end", "current", "date", "term", "year", "expected")
_ADDRESSES = ("schema:sameAs", "schema:url", "schema:codeRepository")
_WRITTEN = "name_as_written"
_CONTENT = f"{PREFIXES['schema']}contentUrl"


@dataclass(frozen=True)
class FieldLine:
    """A field in a line: things that have pages, texts, places on the web."""

    label: str
    values: tuple[LinkedName, ...]


@dataclass(frozen=True)
class HeadPart:
    """A part of what names an entry, with the words that stand before and behind it there."""

    name: LinkedName
    before: str = ", "
    after: str = ""


@dataclass(frozen=True)
class EntryView:
    """A thing as an entry of a list."""

    iri: str  # the thing, or the node of the person to whom it belongs
    head: tuple[HeadPart, ...]  # what names it, the name first, then what its kind is declared to be headed by
    when: str = ""  # its time, in words, or empty
    facts: tuple[FieldLine, ...] = ()  # what else is said of it in few words, in the order of its fields
    texts: tuple[LinkedName, ...] = ()  # running texts
    points: tuple[LinkedName, ...] = ()  # single results
    addresses: tuple[Address, ...] = ()  # where it is on the web

    @property
    def body(self) -> tuple[object, ...]:
        """All of it but its time: what is the same of two entries that are shown as one."""
        return self.head, self.facts, self.texts, self.points, self.addresses


class Thing(ThingView):
    """A thing of the graph, in the words of its pages and documents."""

    def entry(self, without: Collection[str] = ()) -> EntryView:
        """Return it as an entry, without some fields."""
        head = [each for each in self._head() if each[0].key not in without]
        keys = {each.key for each, _, _ in head}
        rest = [key for key in self.shown if key not in {*keys, *TIMES, _WRITTEN, *without}]
        long = [self.fields[key] for key in rest if self.fields[key].range == "Text"]
        return EntryView(
            self.iri,
            tuple(self._parts(head)),
            self.when,
            tuple(self.facts([*keys, *(each.key for each in long), *TIMES, *without])),
            tuple(name for each in long if not each.is_many for name in self.names(each)),
            tuple(name for each in long if each.is_many for name in self.names(each)),
            self.addresses,
        )

    def _parts(self, head: Iterable[tuple[Field, str, str]]) -> Iterator[HeadPart]:
        """Yield the parts of a head; who or what the first one names already is not named again."""
        first = ""
        for each, before, after in head:
            names = [name for name in self.names(each) if not first or name.name.casefold() not in first]
            for place, name in enumerate(names):
                # A thing with a page is named by its title, which leads there.
                leads = each is self.kind.title and self.kind.path and name.name
                shown = LinkedName(name.name, self.iri, language=name.language) if leads else name
                stands = before if place == 0 else ", "
                yield HeadPart(shown, gettext(stands) if first or place else "", after if name is names[-1] else "")
            first = first or next((name.name.casefold() for name in names), "")

    def facts(self, without: Collection[str] = ()) -> Iterator[FieldLine]:
        """Yield a line for each field that is shown, but for some, and for addresses, which need no label."""
        ranges = {self.fields[key].range for key in self.shown}
        for key in self.shown:
            each = self.fields[key]
            is_with_amount = each.range == "Currency" and "Amount" in ranges
            if key in without or key == _WRITTEN or is_address(each) or is_with_amount:
                continue
            if names := tuple(self.names(each)):
                yield FieldLine(label(each), names)
        if self.place == "page":  # what a project states in terms of others, which no kind has
            for key in self.undeclared:
                words_of_key = re.sub(r"(?<=[a-z])(?=[A-Z])|[_-]", " ", re.split("[#/:]", key)[-1]).lower()
                yield FieldLine(capitalized(words_of_key), tuple(map(self._stated, self.said[key])))

    def _stated(self, term: Term) -> LinkedName:
        iri = value(term)
        if isinstance(term, Literal):
            return LinkedName(words(term), language=tag(term))
        if self.graph.local(iri):
            return LinkedName(self.graph.label(iri), iri)
        found = named(iri)
        return LinkedName(found.label, href=found.href) if found else LinkedName(iri)

    def names(self, each: Field) -> Iterator[LinkedName]:
        """Yield the values of a field as people read them."""
        terms = self.shown.get(each.key, ())
        is_written = _WRITTEN in self.fields and _is_host(each)
        written = self.said.get("kg:nameAsWritten", ()) if is_written else ()
        tagged = {term.value for term in terms if isinstance(term, Literal) and term.language}
        for term in terms:
            if isinstance(term, Literal) and not term.language and term.value in tagged:
                continue
            if (name := self.named(each, term)).name:
                yield LinkedName(value(written[0]), name.iri) if written else name

    @property
    def when(self) -> str:
        """Its time, in words: a period, a day, a term, a year."""
        held = {key: [value(term) for term in self.shown.get(key, ())] for key in TIMES}
        end = PRESENT if "true" in held["current"] else "".join(held["end"][:1])
        start, expected = "".join(held["start"][:1]), "true" in held["expected"]
        found = [period(start, end) if start or not expected else _("expected {date}", date=date_words(end))]
        for key in ("date", "term", "year"):
            said = [words(term) for term in self.shown.get(key, ())]
            found += [each for each in said if not any(each in other for other in found)]
        found += [_("expected")] if expected and (start or not end) else []
        return capitalized(", ".join(filter(None, found)))

    @property
    def organization(self) -> str:
        """Where it was: the organisation of a position, a degree or a membership, by the name that it had then."""
        return ", ".join(name.name for each in filter(_is_host, self.fields.values()) for name in self.names(each))

    @property
    def addresses(self) -> tuple[Address, ...]:
        """Where it is on the web, and the pages about it that have names."""
        fields = [self.fields[key] for key in self.shown if is_address(self.fields[key])]
        iris = (value(term) for each in fields if each.sort == "uri" for term in self.shown[each.key])
        linked = (term for each in fields if each.sort == "kind" for term in self.shown[each.key])
        found = (*places(iris), *pages(self.graph, linked, self.read))
        return tuple({address.href: address for address in found}.values())

    def _head(self) -> Iterator[tuple[Field, str, str]]:
        """Yield the fields that head it, with the words around them; where it has none, the first that is shown."""
        heads = [(part, key) for part in self.kind.heads if (key := next(filter(self.shown.get, part.keys), ""))]
        for part, key in heads:
            yield self.fields[key], part.before, part.after
        if not heads:
            yield from ((self.fields[key], "", "") for key in [key for key in self.shown if key not in TIMES][:1])

    def named(self, each: Field, term: Term) -> LinkedName:
        """Return a value of a field as people read it: a word, a part in words, a thing, a page, a text."""
        if isinstance(term, NamedNode):
            kind, word = self.graph.declaration.kinds.get(each.range), term.value.removeprefix(KG)
            if each.sort == "enum":
                return LinkedName(vocabulary().words.get(word, word.rpartition("#")[2].replace("-", " ")))
            is_part = kind and "#" in term.value and not kind.path and not kind.refers
            return self._part(kind, term.value) if kind and is_part else self._stated(term)
        text = _WORDS.get(each.range, words)(term)
        if each.range == "Amount":
            currencies = (key for key in self.shown if self.fields[key].range == "Currency")
            text = " ".join((text, *(value(term) for key in currencies for term in self.shown[key])))
        return LinkedName(text, language=tag(term))

    def _part(self, kind: Kind, iri: str) -> LinkedName:
        """A part in words: what it is, the rest with labels, leading to its contents; empty if nothing is shown."""
        part = Thing(self.graph, kind, iri, self.read(iri), self.place, self.read)
        fields = [kind.fields[key] for key in part.shown]
        content = [name.href for each in fields if each.iri == _CONTENT for name in part.names(each)]
        rest = [each for each in fields if each.iri != _CONTENT]
        rest.sort(key=lambda each: each is not kind.title and not each.has_language)
        values = [(label(each), ", ".join(name.name for name in part.names(each))) for each in rest]
        text = "; ".join([*(text for _, text in values[:1]), *(f"{name}: {text}" for name, text in values[1:])])
        return LinkedName(text or (label(kind) if content else ""), href="".join(content[:1]))


thing, subjects = Thing.of, Thing.leading


def label(declared: Field | Kind) -> str:
    """Return what a field, or one thing of a kind, is called at the head of a line."""
    return capitalized(declared.labels.get(language()) or gettext(declared.label))


def capitalized(text: str) -> str:
    """Return a text with a capital letter in front; what follows stays as it is."""
    return text[:1].upper() + text[1:]


def _is_host(field: Field) -> bool:
    """Say whether a field names the one organisation or venue where something was, not a unit of it."""
    return field.is_place and not (field.is_many or field.is_text)


def is_address(field: Field) -> bool:
    """Say whether a field says where a thing is on the web, which needs no label."""
    is_link = field.sort == "kind" and field.range == "Link"
    return is_link or (field.sort == "uri" and curie(field.iri) in _ADDRESSES)


def _amount(term: Term) -> str:
    """Return an amount of money with its thousands apart."""
    whole, point, rest = value(term).partition(".")
    return f"{int(whole):,}{point}{rest}" if whole.isdecimal() else value(term)


_WORDS: Mapping[str, Callable[[Term], str]] = {"Amount": _amount, "Share": lambda term: percent(value(term))}
"""How values of some ranges are put into words."""
