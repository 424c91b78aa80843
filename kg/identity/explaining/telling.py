"""Explanations of identity, as lines of text."""

from collections.abc import Iterator

from kg.identity.clusters import MatchEdge
from kg.identity.explaining import wording
from kg.identity.explaining.dossiers import Dossiers, kind_of, missing
from kg.identity.person_scores import weights


def entity(dossiers: Dossiers, iri: str) -> Iterator[str]:
    """Yield who an entity is: its mentions, why they are one, and whom it may be, too."""
    mentions = list(dossiers.mentions(iri))
    yield f"{dossiers.label(iri)}  ({iri})"
    yield ""
    yield f"{len(mentions)} mention{'s' * (len(mentions) != 1)}"
    width = max(len(mention.form) for mention in mentions)
    for mention in mentions:
        yield f"  {mention.key}  {mention.form:<{width}}  {dossiers.place(mention)}"
    joins = list(dossiers.joins(iri))
    if joins:
        yield ""
        yield "joined because"
    for edge in joins:
        yield from _join(dossiers, kind_of(iri), edge)
    for other, weight in dossiers.questions(iri):
        yield ""
        yield f"may be the same as {other} ({weight:+.1f} bits): kg why-not {iri} {other}"


def connection(dossiers: Dossiers, one: str, other: str) -> Iterator[str]:
    """Yield how two are connected."""
    if one == other:
        yield from entity(dossiers, one)
        return
    paths = dossiers.paths(one, other) if kind_of(one) == kind_of(other) == "person" else []
    if not paths:
        yield f"{dossiers.label(one)} and {dossiers.label(other)} are not connected by works."
    for number, path in enumerate(paths):
        if number:
            yield ""
        yield dossiers.label(one)
        for step, reached in path:
            yield f"  wrote '{step.title}'  ({', '.join(step.places)})"
            yield f"  with {dossiers.label(reached)}" + (f"  ({reached})" if reached != other else "")
            if reached != other:
                for edge in dossiers.joins(reached):
                    yield from _join(dossiers, "person", edge, indent="    ")


def difference(dossiers: Dossiers, one: str, other: str) -> Iterator[str]:
    """Yield why two are not taken for one, and what would decide it."""
    if one == other:
        yield f"Both are {one}. Why: kg why {one}"
        return
    if kind_of(one) != kind_of(other):
        yield f"{one} and {other} are of two kinds."
        return
    comparison = dossiers.compare(one, other)
    yield f"{dossiers.label(one)}  ({one})"
    yield f"{dossiers.label(other)}  ({other})"
    yield ""
    yield f"not joined: {wording.obstacle(comparison.obstacle)}"
    if not comparison.reasons:
        return
    yield ""
    for reason in comparison.reasons:
        yield f"  {wording.phrase(reason)}"
    yield f"  {comparison.total:+.1f} bits in all; {weights().same:.1f} would join them"
    yield ""
    if comparison.lacks_evidence:
        yield "what would decide it"
        for line in missing(comparison):
            yield f"  {line}"
    yield f"  a judgement: kg same {one} {other} --because …"


def _join(dossiers: Dossiers, kind: str, edge: MatchEdge, indent: str = "  ") -> Iterator[str]:
    """Yield why two nodes were joined."""
    forms = [dossiers.explainer.form(kind, node) for node in (edge.one, edge.other)]
    places = [dossiers.corpus.profiles[dossiers.explainer.profile(kind, node)].place for node in (edge.one, edge.other)]
    files = [place.rpartition(":")[0] for place in places]
    yield f"{indent}{forms[0]} ({files[0]}) = {forms[1]} ({files[1]}): {wording.origin(edge.origin)}"
    if edge.origin == "score":
        for reason in dossiers.explainer.reasons(kind, edge.one, edge.other):
            yield f"{indent}  {wording.phrase(reason)}"
        yield f"{indent}  {edge.weight:+.1f} bits in all"
