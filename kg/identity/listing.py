"""Entries of `organizations.yaml` for organisations that it does not list, made of ROR for people to take over."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from kg.identity.affiliations import SURE, AffiliationMatch, AffiliationMatcher
from kg.profile.model import Organization
from kg.terms.identifiers import fold, slug


class ProposedEntry(NamedTuple):
    """An organisation that a project names and does not list, or lists without some of its spellings."""

    id: str
    name: str
    ror: str
    spellings: tuple[str, ...]  # As sources write it, other than the name
    is_listed: bool  # Then these spellings are what the entry lacks


class Proposals(NamedTuple):
    """What can be said of some names.

    Attributes:
        entries: What is sure, in the order of the ids.
        open: Names of which something but no single organisation is known, each with what it may be.
    """

    entries: Sequence[ProposedEntry]
    open: Mapping[str, Sequence[AffiliationMatch]]


def proposals(names: Iterable[str], matcher: AffiliationMatcher, listed: Sequence[Organization]) -> Proposals:
    """Return entries for the organisations that some names mean.

    Args:
        names: The names of organisations that are not listed.
        matcher: What knows ROR.
        listed: The entries of the project.
    """
    found: dict[str, list[AffiliationMatch]] = {}
    uncertain: dict[str, Sequence[AffiliationMatch]] = {}
    for name in sorted(set(names)):
        matches = matcher.match(name)
        if len(matches) == 1 and matches[0].certainty >= SURE and matches[0].piece == name:
            found.setdefault(matches[0].ror, []).append(matches[0])
        elif matches:
            uncertain[name] = matches
    return Proposals(sorted(_entries(found, listed)), uncertain)


def _entries(
    found: Mapping[str, Sequence[AffiliationMatch]], listed: Sequence[Organization]
) -> Iterator[ProposedEntry]:
    by_ror = {entry.ror.rpartition("/")[2]: entry for entry in listed if entry.ror}
    by_name = {fold(name): entry for entry in listed for name in entry.names}
    taken = {entry.id for entry in listed}
    for ror, matches in sorted(found.items()):
        name = matches[0].name
        written = tuple(match.piece for match in matches)
        if entry := by_ror.get(ror) or by_name.get(fold(name)):
            known = {*map(fold, entry.names)}
            yield ProposedEntry(entry.id, str(entry.name), ror, _others(written, known), is_listed=True)
            continue
        id_ = slug(name)
        id_ = f"{id_}-{ror}" if id_ in taken or not id_ else id_
        taken.add(id_)
        yield ProposedEntry(id_, name, ror, _others(written, {fold(name)}), is_listed=False)


def _others(written: Iterable[str], known: set[str]) -> tuple[str, ...]:
    """Return the spellings that are not known yet, one of those that differ in case and marks alone."""
    forms = {fold(form): form for form in written}
    return tuple(form for folded, form in forms.items() if folded not in known)
