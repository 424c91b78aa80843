"""Find what judgements mean, and what is wrong with declared ids, without gathering the profiles."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from kg.base.errors import Problem
from kg.identity import moved
from kg.identity.corpus import Corpus, ListedProfile, PersonNode
from kg.identity.deciding import Finder, names
from kg.identity.declared import problems_of_ids
from kg.identity.registry import Registry
from kg.pipeline.spark.comparing import Numbered
from kg.pipeline.spark.joining import Claim
from kg.profile.judgements import Judgements


class Mark(NamedTuple):
    """A node that a judgement may mean.

    Attributes:
        name: By what it is found: its anchor, the IRI of its name, or the key of a mention.
        node: Its number; works count from -1 downwards.
        anchor: Its anchor.
        is_key: Whether the name is the key of a mention.
    """

    name: str
    node: int
    anchor: str
    is_key: bool = False


def wanted(judgements: Judgements, registry: Registry) -> frozenset[str]:
    """Return all names by which nodes may be found that judgements mean."""
    references = (reference for entry in judgements.entries for reference in entry.references)
    return frozenset(name for reference in references for name in names(reference, registry))


def marks(profile: Numbered, asked: frozenset[str]) -> Iterator[Mark]:
    """Yield the nodes of a profile that are found by some names, or by the key of a mention that was judged."""
    for number, person in enumerate(profile.persons, profile.first_person):
        yield from (Mark(name, number, person.anchor) for name in (person.anchor, person.iri) if name in asked)
    for number, work in enumerate(profile.works, profile.first_work):
        yield from (Mark(name, -number - 1, work.anchor) for name in (work.anchor, work.iri) if name in asked)
    for key, node in profile.judged.items():
        anchor = profile.persons[node].anchor if node >= 0 else profile.works[-node - 1].anchor
        yield Mark(key, moved(node, profile.first_person, profile.first_work), anchor, is_key=True)


def finder(found: Iterable[Mark], registry: Registry) -> Finder:
    """Return what finds the node that a judgement means, given those that it may mean."""
    keys: dict[str, int] = {}
    tables: dict[str, dict[str, int]] = {"person": {}, "work": {}}
    for name, node, _, is_key in sorted(found, key=lambda mark: abs(mark.node)):
        if is_key:
            keys[name] = node
        else:
            tables["person" if node >= 0 else "work"].setdefault(name, node if node >= 0 else -node - 1)
    return Finder(keys, registry, {"person": lambda: tables["person"], "work": lambda: tables["work"]})


def claims_of_ids(profile: Numbered) -> Iterator[tuple[str, Claim]]:
    """Yield the persons of a profile under each of their ids."""
    for number, person in enumerate(profile.persons, profile.first_person):
        yield from ((iri, _claim(profile, number, person)) for iri in person.ids)


def claims_of_owners(profile: Numbered) -> Iterator[tuple[str, Claim]]:
    """Yield the owner of a profile under the own IRI, and under those of others whom it names by their ids."""
    if profile.listed.owner:
        owner = profile.persons[0]
        yield profile.listed.owner, _claim(profile, profile.first_person, owner, profile.listed.owner)
    for number, person in enumerate(profile.persons, profile.first_person):
        if person.bound:
            yield person.bound, _claim(profile, number, person)


def _claim(profile: Numbered, number: int, person: PersonNode, owner: str = "") -> Claim:
    return Claim(number, profile.number, person.forms[0], profile.listed.place, owner)


def is_wrong(claims: Iterable[Claim]) -> bool:
    """Say whether an id is declared by none or several of those who use it."""
    return sum(bool(claim.owner) for claim in claims) != 1


def problems(wrong: Iterable[tuple[str, Sequence[Claim]]], root: Path, most: int) -> list[Problem]:
    """Return what is wrong with ids, in the order of the profiles.

    Args:
        wrong: Ids that are wrong, and who uses them.
        root: The project's directory, as problems name it.
        most: How many problems there are at most.
    """
    of: dict[int, list[tuple[Claim, str]]] = {}
    for iri, claims in wrong:
        for claim in claims:
            of.setdefault(claim.profile, []).append((claim, iri))
    corpus = Corpus()
    for profile in sorted(of):
        rows = sorted(of[profile])
        owner = next((claim.owner for claim, _ in rows if claim.owner), f"profile/{profile}")
        bound = [PersonNode(0, (), (), (), "" if claim.owner else iri, "", "") for claim, iri in rows]
        corpus.add(ListedProfile(owner, "", rows[0][0].place, ()), bound, ())
    return list(islice(problems_of_ids(corpus, root), most))


def pins(of: Mapping[int, str], found: Iterable[Mark], *, is_work: bool) -> dict[str, str]:
    """Return the IRIs that people have given, by anchor instead of node."""
    anchors = {(-mark.node - 1 if is_work else mark.node): mark.anchor for mark in found if (mark.node < 0) == is_work}
    return {anchors[node]: iri for node, iri in of.items()}
