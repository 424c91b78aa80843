"""Which organisation a text names: one rule for positions, degrees, units, catalogues and printed affiliations.

What a project declares comes first, then the organisation of ROR that the text surely names, where the project has ROR.
Anything else is one entity for each name, taken apart where its words say that it is a unit of another.
"""

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace
from functools import lru_cache
from itertools import takewhile
from math import log2
from typing import Generic, NamedTuple, TypeVar

from kg.identity.affiliations import SURE, AffiliationMatch, AffiliationMatcher
from kg.identity.mentions import Document, Mention
from kg.profile.config import Authorities, AuthorityFile
from kg.profile.model import Authority, Organization
from kg.profile.records import IdentityFinding
from kg.profile.ror import RorAuthority
from kg.terms.identifiers import digest, fold, slug
from kg.terms.organization_names import organization_key
from kg.terms.places import is_country

Entry = TypeVar("Entry", bound=Authority)

ROR = "https://ror.org/"
_CACHE = 1 << 16
_SUREST = 0.999
_AROUND = " ,;:–-|/("

# What the words of a name say.

_UNIT = re.compile(
    r"\b(?:academy|center|centre|chair|college|department|dept|division|faculty|group|institute?|lab|laboratory|labs"
    r"|school|team|unit|institut|lehrstuhl|fakultät|zentrum|abteilung|departamento|facultad|instituto|faculté"
    r"|laboratoire|département|wydział|instytut|dipartimento|facoltà|faculdade)\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"\b(?:academy of sciences|national laboratory|universi\w+|université|uniwersytet\w*|hochschule)\b", re.IGNORECASE
)
_UNIVERSITY = re.compile(
    r"(?:the )?(?:(?!(?:of|for|centre|center|institute|department|school)\b)[\w.'’-]+ ){1,5}"
    r"(?:university|college|academy)(?: (?:of|at|in) [\w .'’-]+)?"
    r"|(?:the )?(?:university|universit[àäé]t?|universidade?|uniwersytet|college|academy) (?:(?:of|de|di|degli) )?\w.*",
    re.IGNORECASE,
)
_AND = re.compile(r"\s+(?:&|and|und|et|y|/)\s+(?=\S*[^\W\d_])", re.IGNORECASE)
_PART_OF = re.compile(r"[^\W\d_]+\.? (?:of|for|für)\b")  # 'Department of …'; not 'Quist & Partners Group'
_SUBJECTS = re.compile(r"[^,]*\b(?:of|for|für|de)\s(?:[^,]+, ){1,4}[^,]*\b(?:and|&|und|et|y)\s[^,]+", re.IGNORECASE)
_SMALL = frozenset(("a", "and", "annual", "for", "from", "in", "international", "of", "on", "the", "to"))
_ANYBODYS = frozenset((
    "ag", "co", "company", "consulting", "corp", "corporation", "engineering", "gmbh", "group", "inc", "international",
    "limited", "llc", "llp", "ltd", "partners", "research", "sa", "services", "solutions", "srl", "technologies",
    "technology",
))  # fmt: skip
"""Words that alone name nobody: legal forms and what companies do."""
_SORTS = frozenset(("academy", "college", "hospital", "institute", "school", "university")) | _ANYBODYS
_OF_ROR = re.compile(r"-0\w{6}\d\d$")


class Match(NamedTuple, Generic[Entry]):
    """An entry of an authority file that a name was found to mean."""

    entry: Entry
    former: bool  # Whether the name is one that it no longer bears


def short_name(authority: Authority) -> str:
    """Return the acronym if there is one, else the name."""
    return authority.acronym or authority.name


def unit_key(name: str) -> str:
    """Return the words of a unit's name, in whatever order they stand.

    >>> unit_key("Computer Science Dept.") == unit_key("Department of Computer Science")
    True
    """
    words = (
        {"dept": "department", "lab": "laboratory", "labs": "laboratory"}.get(word, word) for word in fold(name).split()
    )
    return " ".join(sorted(word for word in words if word not in _SMALL))


def lists_subjects(unit: str) -> bool:
    """Say whether the commas of a unit's name part its subjects, not the unit from what it belongs to.

    >>> lists_subjects("Department of Ecology, Evolution and Behavior"), lists_subjects("AI Lab, School of Law")
    (True, False)
    """
    behind = unit.partition(", ")[2]
    return bool(_SUBJECTS.fullmatch(unit)) and not _UNIT.search(behind) and not _WHOLE.search(behind)


def several(name: str) -> list[str]:
    """Return the names of the whole organisations that a text joins with 'and', else the text alone.

    >>> several("Fernton University & Mosston University"), several("Texas A&M University")
    (['Fernton University', 'Mosston University'], ['Texas A&M University'])
    """
    names = [each.strip() for each in _AND.split(name)]
    return names if len(names) > 1 and all(map(_UNIVERSITY.fullmatch, names)) else [name]


def parts_of(name: str) -> tuple[str, str] | None:
    """Return unit and organisation of a name that says both, in either order, else nothing.

    >>> parts_of("MLSys team at ByteDance"), parts_of("Fernton University, Institute for Moss (IFM)")
    (('MLSys team', 'ByteDance'), ('Institute for Moss (IFM)', 'Fernton University'))
    """
    unit, at, whole = name.partition(" at ")
    if at and _UNIT.search(unit) and _is_name(whole):
        return unit.strip(), whole.strip()
    texts = [text.strip() for text in name.split(",")]
    units = [bool(_UNIT.search(text) and not _WHOLE.search(text)) for text in texts]
    wholes = [bool(_WHOLE.search(text)) for text in texts]
    if units[0]:
        cut = wholes.index(True) if True in wholes else 1
        unit, whole = ", ".join(texts[:cut]), ", ".join(texts[cut:])
        return (unit, whole) if _is_name(whole) else None
    if True in units and (wholes[0] or _PART_OF.match(texts[units.index(True)])):
        cut = units.index(True)
        return ", ".join(texts[cut:]), ", ".join(texts[:cut])
    return None


def _is_name(whole: str) -> bool:
    """Say whether a text may name an organisation: not a country, and not a word that stands in many names."""
    return bool(whole) and not is_country(whole) and not _ANYBODYS.issuperset(fold(whole).split())


class NamedOrganization(NamedTuple):
    """What a text says of an organisation."""

    iri: str
    name: str  # What the organisation is called
    facts: Document  # What its description needs to know
    unit: str = ""  # The part of it that is meant, if it is not meant itself
    others: tuple[Document, ...] = ()  # Mentions of the other organisations that the text names
    matches: tuple[tuple[str, AffiliationMatch], ...] = ()  # What ROR has, each for the IRI that it is or may be


class OrganizationNames:
    """Tells which organisation a text names.

    Args:
        authorities: What a project declares, and its ROR.
        is_former: Whether it only tells what was said before one of the two was there.
    """

    def __init__(self, authorities: Authorities, *, is_former: bool = False) -> None:
        entries = authorities.organizations.entries
        self._by_id = {entry.id: entry for entry in entries}
        self._by_ror = {entry.ror: entry for entry in entries if entry.ror}
        self._by_name = _by_name(entries)
        self._ror = RorAuthority(authorities.ror) if authorities.ror else None
        self._matcher = AffiliationMatcher(self._ror) if self._ror else None
        self._former: list[OrganizationNames] = []  # as if ROR, or the entries, were not there
        if authorities.ror and not is_former:
            less = replace(authorities, ror=None), replace(authorities, organizations=AuthorityFile())
            self._former = [OrganizationNames(each, is_former=True) for each in less]
        self._read = lru_cache(_CACHE)(self._reading)

    def iri(self, name: str) -> str:
        """Return the IRI of what a text names."""
        return self.identify({"name": name})[0]

    def named_in(self, stated: Document, *, with_wholes: bool = False) -> Iterator[str]:
        """Yield the IRIs of what the text of a mention names, and perhaps those of what that is a part of."""
        node, (first, *wholes) = self._line(stated)
        yield first
        for other in node.get("also", ()):
            yield self.identify(other)[0]
        yield from wholes if with_wholes else ()
        entry = self._by_id.get(first.removeprefix("organization/")) if with_wholes else None
        while entry and (entry := self._by_id.get(entry.parent or "")):
            yield f"organization/{entry.id}"

    def _line(self, stated: Document) -> tuple[Document, list[str]]:
        """Return a mention as it is identified, and the IRIs of what it means and of what that is a part of."""
        node: Document = {key: stated[key] for key in ("name", "ror") if key in stated}
        above = node
        found = [self.identify(node)[0]]
        while "parent" in above:
            above = above["parent"]
            found.append(self.identify(above)[0])
        return node, found

    def former(self, mention: Mention) -> Iterator[tuple[str, str]]:
        """Yield the IRIs that what a mention names had before ROR or an entry was there, with those of today."""
        node = mention.node
        if self._former and mention.kind == "organization" and node.keys() & {"called", "parent", "declared"}:
            _, (now, *wholes) = self._line(node)
            for each in self._former:
                _, (before, *others) = each._line(node)
                yield before, now
                yield from ((other, wholes[-1] if wholes else now) for other in others)

    def identify(self, node: Document) -> tuple[str, str]:
        """Return the IRI of what a mention means and what that is called; leave with it what its description needs."""
        if "within" in node:
            return self._unit_within(node, node["within"])
        found = self._read(node["name"], node.get("ror", ""))
        if found.others:
            node["also"] = [dict(each) for each in found.others]
        if found.matches and "ror" not in node:
            node["matches"] = found.matches
        if not found.unit:
            node.update(found.facts)
            return found.iri, found.name
        whole = {"name": found.facts.get("called", found.name)}
        if ror := node.get("ror") or found.facts.get("ror"):
            whole["ror"] = ror
        return self.unit(node, found.unit, found.iri, whole)

    def unit(self, node: Document, text: str, within: str, whole: Document | None = None) -> tuple[str, str]:
        """Identify a unit within an organisation: `MMLab, Department of Information Engineering`.

        Args:
            node: The mention.
            text: The unit, as it is written.
            within: The IRI of the organisation.
            whole: A mention of the organisation, if nothing else mentions it.
        """
        above = {"parent": whole} if whole else {}
        unit, comma, outer = text.partition(", ")
        if not comma or lists_subjects(text) or self._declared_unit(text, within):
            node |= above
            return self._unit_within(node, within, text)
        if not self._declared_unit(unit, within):
            node["parent"] = {"name": outer, "within": within, **above}
            return self._unit_within(node, self._unit_iri(outer, within), unit)
        return self._unit_within(node, within, unit)

    def _unit_within(self, node: Document, within: str, unit: str = "") -> tuple[str, str]:
        unit = unit or node["name"]
        entry = self._declared_unit(unit, within)
        if entry is not None:
            node["declared"] = True
            node.pop("parent", None)
            return f"organization/{entry.id}", str(entry.name)
        node["within"], node["called"] = within, unit
        return self._unit_iri(unit, within), unit

    def _unit_iri(self, unit: str, within: str) -> str:
        entry = self._declared_unit(unit, within)
        if entry is not None:
            return f"organization/{entry.id}"
        key, whole = unit_key(unit), within.removeprefix("organization/")
        stem = f"{whole}-{slug(key).removeprefix(f'{whole}-')}".rstrip("-")
        return f"organization/{stem}-{digest('unit', within, key)}"

    def _declared_unit(self, unit: str, within: str) -> Organization | None:
        """Return the declared unit of a name that belongs to an organisation, directly or through others."""
        whole = self._by_id.get(within.removeprefix("organization/"))
        names = [unit, *(f"{unit}, {name}" for name in (whole.names if whole else ()))]
        match = next(filter(None, map(self._known, names)), None)
        if match is None:
            return None
        above = match.entry
        while above.parent and above.parent in self._by_id:
            above = self._by_id[above.parent]
            if whole is not None and above.id == whole.id:
                return match.entry
        return None

    # What a text names.

    def _known(self, name: str) -> Match[Organization] | None:
        return self._by_name.get(fold(name)) or self._by_name.get(organization_key(name))

    def _reading(self, text: str, stated: str) -> NamedOrganization:
        if match := self._known(text):
            return _declared(match.entry, text if match.former else "")
        if stated in self._by_ror:
            return _declared(self._by_ror[stated], text)
        matches = self._matches(text, stated) if len(several(text)) == 1 else ()
        if matches and (sure := [each for each in matches if each.certainty >= SURE]):
            return self._of_ror(text, sorted(sure, key=lambda each: _span(text, each.piece)))
        found = self._by_words(text)
        named = tuple((found.iri, each) for each in matches)
        return found if found.matches or found.others else found._replace(matches=named)

    def _matches(self, text: str, stated: str) -> Sequence[AffiliationMatch]:
        """Return what ROR has for a text, or for the id that stands with it."""
        if self._matcher is None or self._ror is None:
            return ()
        found = self._matcher.match(text)
        if stated and (name := self._ror.name(stated.removeprefix(ROR))):
            named = [each for each in found if ROR + each.ror == stated]
            return named or [AffiliationMatch(stated.removeprefix(ROR), name, text, 1.0)]  # what is stated is sure
        return found

    def _whole(self, match: AffiliationMatch) -> NamedOrganization:
        """Return an organisation of ROR, or the declared one that it is."""
        ror, known = ROR + match.ror, self._known(match.name)
        entry = self._by_ror.get(ror) or (known.entry if known and not known.entry.ror else None)
        if entry:
            return _declared(entry, match.piece)
        return NamedOrganization(_of_ror(match.ror, match.name), match.name, {"ror": ror, "called": match.written})

    def _of_ror(self, text: str, sure: Sequence[AffiliationMatch]) -> NamedOrganization:
        """Return the first of the organisations that a text names, with its unit: what stands before it, or behind."""
        first, spans = sure[0], [_span(text, each.piece) for each in sure]
        start, end = spans[0]
        unit, behind = text[: start if first.is_whole else end].strip(_AROUND), text[end:].strip(_AROUND)
        if not unit and len(sure) == 1:
            unit = ", ".join(takewhile(_UNIT.search, map(str.strip, behind.split(","))))
        others = []
        for each, (_, before), (at, _) in zip(sure[1:], spans, spans[1:], strict=False):
            own = text[before:at].strip(_AROUND)
            name = f"{own}, {each.written}" if _UNIT.search(own) else each.written
            others.append({"name": name, "ror": ROR + each.ror})
        _, *joined = _AND.split(text[end:].partition(",")[0], maxsplit=1)
        if not others and joined and _UNIVERSITY.fullmatch(joined[0]):  # one that ROR does not have
            others.append({"name": joined[0]})
        matches = tuple((self._whole(each).iri, each) for each in sure)
        return self._whole(first)._replace(unit=unit, others=tuple(others), matches=matches)

    def _by_words(self, text: str) -> NamedOrganization:
        """Return what a text names by its words alone."""
        first, *others = several(text)
        if others:
            return self._read(first, "")._replace(others=tuple({"name": each} for each in others))
        if parts := parts_of(text) or self._parts(text):
            found = self._read(parts[1], "")
            return found._replace(unit=", ".join(filter(None, (parts[0], found.unit))))
        return NamedOrganization(undeclared("organization", organization_key(text)), text, {})

    def _parts(self, text: str) -> tuple[str, str] | None:
        """Return unit and organisation of a name that begins with the name of a declared one."""
        words = text.split()
        for size in range(len(words) - 1, 0, -1):
            whole, unit = " ".join(words[:size]).rstrip(","), " ".join(words[size:])
            if self._known(whole):
                return (unit, whole) if _UNIT.search(unit) and not _WHOLE.search(unit) else None
        return None


def _declared(entry: Organization, written: str = "") -> NamedOrganization:
    facts = {"declared": True, "as_written": written} if written else {"declared": True}
    return NamedOrganization(f"organization/{entry.id}", str(entry.name), facts)


def _by_name(entries: Iterable[Organization]) -> dict[str, Match[Organization]]:
    """Return who bears each name, and each key of names, where one does alone; a name goes before a key."""
    known: dict[str, Match[Organization]] = {}
    for key_of in (organization_key, fold):
        found: dict[str, Match[Organization]] = {}
        ambiguous: set[str] = set()
        for entry in entries:
            former = {key_of(name) for name in entry.former}
            for key in dict.fromkeys(map(key_of, entry.names)):
                if found.setdefault(key, Match(entry, key in former)).entry is not entry:
                    ambiguous.add(key)
        known |= {key: match for key, match in found.items() if key not in ambiguous}
    return known


def _span(text: str, piece: str) -> tuple[int, int]:
    """Return where the words of a match, which may be two neighbours, begin and end in a text."""
    first, last = piece.partition(", ")[0], piece.rpartition(", ")[2]
    start = max(text.find(first), 0)
    return start, max(text.find(last, start), start) + len(last)


def possible_names(labels: Iterable[tuple[str, str]], declared: Set[str]) -> Iterator[IdentityFinding]:
    """Yield the organisations of which one may be another, whose name goes on: `Fernton`, `Fernton College`.

    Args:
        labels: The IRIs of entities, and what they are called.
        declared: The IRIs of those of which a project says what they are.
    """
    named: dict[str, list[tuple[str, str]]] = {}
    for iri, label in labels:
        if iri.startswith("organization/"):
            named.setdefault(organization_key(label), []).append((iri, label))
    alone = {key: several[0] for key, several in named.items() if len(several) == 1}
    pairs = [each for key, each in named.items() if len(each) == 2 and undeclared("organization", key) in dict(each)]
    for long, longer in alone.items():
        words = long.split()
        sizes = (size for size in range(1, len(words)) if _goes_on(words[:size], words[size:]))
        pairs += [[alone[short], longer] for short in (" ".join(words[:size]) for size in sizes) if short in alone]
    for (iri, label), (other, called) in sorted(tuple(sorted(pair)) for pair in pairs):
        basis, reason = "one name may be short for the other", f"'{label}' and '{called}'"
        if declared.isdisjoint((iri, other)) and not (_OF_ROR.search(iri) and _OF_ROR.search(other)):
            key = digest("organization", iri, other, length=13)
            yield IdentityFinding(key, (iri, other), (label, called), (), 0.0, basis, (reason,))


def _goes_on(words: Sequence[str], more: Sequence[str]) -> bool:
    """Say whether a name may be written with some words more: what sort of house it is, or whose an institute is."""
    return (len(more) == 1 and more[0] in _SORTS) or (more[0] == "of" and "of" in words)


def found_in_ror(mention: Mention, source: str) -> Iterator[IdentityFinding]:
    """Yield what the text of an identified mention matches in ROR, and leave the node without it."""
    for iri, each in mention.node.pop("matches", ()):
        ror, text, share = ROR + each.ror, mention.node["name"], min(each.certainty, _SUREST)
        is_sure = each.certainty >= SURE
        yield IdentityFinding(
            key=digest("ror", source, text, each.ror, length=13),
            entities=(iri,) if is_sure else (ror, iri),
            forms=(text, each.name),
            sources=(source,),
            weight=log2(share / (1 - share)),
            basis="ROR has an organisation of this name" if is_sure else "ROR has none that is surely meant",
            reasons=(f"'{each.piece}' in '{text}' names {each.name} ({ror})",),
        )


def _of_ror(ror: str, name: str) -> str:
    """Return the IRI of an organisation that ROR has and the project does not declare."""
    return f"organization/{slug(name)}-{ror}".replace("/-", "/")


@lru_cache(_CACHE)
def undeclared(kind: str, name: str) -> str:
    """Return the IRI of what a name alone decides."""
    key = fold(name)
    return f"{kind}/{slug(key)}-{digest(kind, key)}".replace("/-", "/")


def formerly(authorities: Authorities) -> Iterator[tuple[str, str]]:
    """Yield the IRIs that declared organisations had before they were declared, with those of today."""
    for entry in authorities.organizations.entries:
        keys = (key for name in entry.names for key in (organization_key(name), fold(name), f"the {fold(name)}"))
        for key in dict.fromkeys(keys):
            yield undeclared("organization", key), f"organization/{entry.id}"
