"""Write profiles, authority files and identity decisions as N-Quads."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

from pyoxigraph import Triple

from kg.mapping.coverage import Coverage
from kg.mapping.documents import ProfileDescriber, authorship
from kg.mapping.entries import links, published, put_ids, put_names
from kg.mapping.evidence import EvidenceCollector
from kg.mapping.nquads import NQuadsWriter
from kg.mapping.references import ORGANIZATION, TOPICS, Node, series_type
from kg.profile.account import ProfileAccount
from kg.profile.config import Authorities, AuthorityFile, Config
from kg.profile.model import Authority, Organization, Venue
from kg.profile.records import Disagreement, IdentityFinding, Resolved, Source, UnitedWork
from kg.terms.context import context_of
from kg.terms.declaration import kg_declaration
from kg.terms.identifiers import digest, source_iri
from kg.terms.kinds import Declaration
from kg.terms.languages import InLanguages
from kg.terms.vocabulary import EVIDENCE_GRAPH, vocabulary
from kg.terms.work_types import WORK_TYPES

# Describe the organisations and venues of the authority files, and the dataset itself.


def describe_authorities(authorities: Authorities) -> Iterator[Node]:
    """Describe the organisations and venues, the files they stand in, and the evidence."""
    organizations = [_organization(entry) for entry in authorities.organizations.entries]
    venues = [_venue(entry) for entry in authorities.venues.entries]
    yield from organizations
    yield from venues
    yield from _authority_evidence(authorities.organizations, "organizations", organizations)
    yield from _authority_evidence(authorities.venues, "venues", venues)


def _organization(entry: Organization) -> Node:
    node = _authority(entry, "organization")
    node["type"] = _types(entry.kind or "")
    if entry.parent:
        node["parent"] = f"organization/{entry.parent}"
    if entry.ror:
        node["ror"] = entry.ror
    return node


@cache
def _types(kind: str) -> list[str]:
    # Wider classes first.
    word = kg_declaration().words["OrganizationKind"].get(kind)
    if word is None:
        return ORGANIZATION
    within = () if word.annotations.within == "schema:Organization" else (word.annotations.within,)
    return [*ORGANIZATION, *filter(None, (*within, word.meaning))]


def _venue(entry: Venue) -> Node:
    node = _authority(entry, "venue")
    node |= {"type": series_type(entry.kind), "kind": f"kg:{entry.kind}"}
    if entry.held_with:
        node["held_with"] = f"venue/{entry.held_with}"
    return node


def _authority_evidence(file: AuthorityFile[Any], section: str, nodes: list[Node]) -> Iterator[Node]:
    if file.source is None:
        return
    spans = {f"{section}/{index}": lines for index, lines in file.spans.items()}
    evidence = EvidenceCollector(file.source, "", None, spans)
    evidence.add_section(section, nodes, [[node["id"]] for node in nodes])
    yield from evidence.source_nodes()
    yield evidence.graph()


def dataset(config: Config) -> list[Node]:
    """Describe the graph as a dataset, who publishes it, and the scheme of its topics."""
    publisher: Node = {"id": "dataset#publisher", "type": ORGANIZATION, "name": config.publisher.name}
    if config.publisher.url:
        publisher["url"] = config.publisher.url
    node: Node = {
        "id": "dataset",
        "type": ["Dataset", "VoidDataset"],
        "name": config.title,
        "license": config.license,
        "publisher": publisher,
        "uri_space": config.base,
    }
    if config.description:
        node["summary"] = {"@value": config.description, "@language": config.language}
    if config.keywords:
        node["keywords"] = list(config.keywords)
    return [node, {"id": TOPICS, "type": "ConceptScheme", "pref_label": "topics", "rdfs_label": "topics"}]


def _authority(entry: Authority, kind: str) -> Node:
    node: Node = {"id": f"{kind}/{entry.id}", "name": str(entry.name)}
    if entry.acronym:
        node["acronym"] = entry.acronym
    others = [each for each in (entry.acronym, *entry.aliases, *entry.former) if each and each != entry.name]
    if others:
        node["variants"] = list(dict.fromkeys(others))
    if isinstance(entry.name, InLanguages):
        put_names(entry.name.forms.items(), node, "variants")
    if entry.homepage:
        node["homepage"] = entry.homepage
    same_as = [*filter(None, (entry.wikidata,)), *entry.same_as]
    if same_as:
        node["same_as"] = same_as
    return node


# Describe what identity resolution found out: joins, open questions, IRIs that were replaced.


def describe_identity(findings: Iterable[IdentityFinding], replaced: Iterable[tuple[str, str]]) -> Iterator[Node]:
    """Yield nodes of the default graph for questions and replaced IRIs, and the evidence of all findings."""
    for finding in findings:
        if finding.is_open:
            one, other = sorted(finding.entities, key=lambda iri: (":" in iri, iri))
            yield {"id": one, "possibly_same_as": other}
            if ":" in other:  # an address: the organisation is not of this graph
                yield {"id": other, "name": finding.forms[1]}
        yield {"id": EVIDENCE_GRAPH, "graph": [_evidence(finding)]}
    for former, now in replaced:
        node: Node = {"id": former, "deprecated": True}
        yield node | ({"replaced_by": now} if now else {})


def _evidence(finding: IdentityFinding) -> Node:
    entities = sorted(finding.entities)
    one, other = finding.forms
    node: Node = {
        "id": f"evidence/{finding.key}",
        "type": "IdentityQuestion" if finding.is_open else "IdentityEvidence",
        "rdfs_label": f"{one} {'?' if finding.is_open else '='} {other}",
        "quote": f"{one} {'?' if finding.is_open else '='} {other}",
        "weight": f"{finding.weight:.1f}",
        "basis": finding.basis,
        "derived_from": sorted({source_iri(path) for path in finding.sources}),
    }
    node |= {"candidates": entities} if finding.is_open else {"identifies": entities[0]}
    return node | ({"reasons": list(finding.reasons)} if finding.reasons else {})


# Describe the works that several lists name, and what their sources disagree about.

# What people call the fields in which sources differ
LABELS = {
    "authors": "lists of authors",
    "date": "dates",
    "type": "types of work",
    "doi": "DOIs",
    "kind": "kinds of venue",
}


def describe_united(
    works: Iterable[UnitedWork], title: Callable[[str], str], declaration: Declaration
) -> Iterator[Node]:
    """Yield the nodes of united works, and of their disagreements in the graph of the evidence.

    What each list may add, such as links and topics, is described with the profile (`kg.mapping.mapper.documents`).
    """
    for work in works:
        node: Node = {"id": work.iri, "type": WORK_TYPES[work.type or "article"].classes, "title": title(work.iri)}
        node["authorship"] = [
            authorship(work.iri, position, author.person, author.name, author.is_equal, author.is_implied)
            | _marks(author.marks)
            for position, author in enumerate(work.authors, 1)
        ]
        if work.date:
            node |= published(work.date)
        if work.status:
            node["status"] = f"kg:{work.status}"
        node.update(work.details)
        if work.is_cut:
            node["more_authors"] = True
        fields = [next(each for each in declaration.work_ids if iri.startswith(each.iri_start)) for iri in work.ids]
        put_ids(zip(fields, work.ids, strict=True), node, work.shared)
        pages = [{"label": "preprint", "url": address, "date": date} for address, date in work.preprints]
        yield node | links({"links": pages}, work.iri)
        yield from map(disagreement, work.disagreements)


def _marks(marks: Iterable[tuple[str, Any]]) -> Node:
    node: Node = {}
    for term, value in marks:
        if term == "corresponding":
            node[term] = value
        else:
            node.setdefault(term, []).append(value)
    return node


def disagreement(said: Disagreement) -> Node:
    """Return what sources say differently of an entity, in the graph of the evidence."""
    return {"id": EVIDENCE_GRAPH, "graph": [{"id": said.about, "disagreement": [_disagreement(said)]}]}


def _disagreement(said: Disagreement) -> Node:
    kept, _ = said.statements[0]
    stated = " – or ".join(f"{value} ({', '.join(files)})" for value, files in said.statements)
    return {
        "id": f"evidence/{digest(said.about, said.field, *(value for value, _ in said.statements), length=13)}",
        "type": "Disagreement",
        "differing_field": said.field,
        "rdfs_label": f"{LABELS.get(said.field, said.field.replace('_', ' '))}",
        "statement": f"{LABELS.get(said.field, said.field.replace('_', ' '))}: {stated}",
        "kept": "all" if said.is_both else kept,
        "derived_from": sorted({source_iri(file) for _, files in said.statements for file in files}),
    }


# Writes each part of a dataset as N-Quads.


class Mapper:
    """Writes a dataset part by part: what stands in one part depends on no other.

    Every method raises `MappingError` if a document says something that the context does not know.
    """

    def __init__(self, base: str, declaration: Declaration | None = None) -> None:
        declaration = declaration or kg_declaration()
        self._writer = NQuadsWriter(context_of(declaration), base)
        self._declaration = declaration
        self._vocabulary = vocabulary()
        self._describer = ProfileDescriber(declaration, self._vocabulary)
        self._coverage = Coverage(declaration, self._describer)

    @property
    def own_terms(self) -> set[str]:
        """Local names of the terms of the ontology, such as concepts, to which something written so far has led."""
        return self._writer.own_terms

    def dataset(self, config: Config, authorities: Authorities) -> str:
        """Return the dataset itself, and the organisations and venues that are known by name."""
        return self._writer.lines([*dataset(config), *describe_authorities(authorities)])

    def profile(self, resolved: Resolved) -> str:
        """Return a profile: the person, works, systems, source and evidence."""
        return self._writer.lines(self._describer.describe(resolved))

    def account(self, resolved: Resolved) -> ProfileAccount:
        """Return what becomes of a profile."""
        return self._coverage.account(resolved)

    def statements(
        self, source: Source, triples: Iterable[Triple], subjects: Iterable[tuple[str, tuple[int, int]]]
    ) -> str:
        """Return statements of a project's own, their source, and the evidence of what they speak of, by its lines."""
        evidence = EvidenceCollector(source, "", None, {})
        for subject, lines in subjects:
            evidence.add(subject, "", "", lines)
        nodes = self._writer.lines([*evidence.source_nodes(), evidence.graph()])
        return "".join(f"{triple} .\n" for triple in triples) + nodes

    def works(self, united: Iterable[UnitedWork], title: Callable[[str], str]) -> Iterator[str]:
        """Yield the works that several lists name, given what each is called, and what the lists disagree about."""
        for node in describe_united(united, title, self._declaration):
            yield self._writer.lines([node])

    def disagreements(self, said: Iterable[Disagreement]) -> Iterator[str]:
        """Yield what sources say differently of venues."""
        for each in said:
            yield self._writer.lines([disagreement(each)])

    def identities(self, findings: Iterable[IdentityFinding], replaced: Iterable[tuple[str, str]]) -> Iterator[str]:
        """Yield what was found out about identity, and the IRIs that were replaced with the ones that answer now."""
        for node in describe_identity(findings, replaced):
            yield self._writer.lines([node])

    def concepts(self, own_terms: Iterable[str]) -> str:
        """Return the concepts and other terms of the ontology that are used."""
        return self._vocabulary.nquads(set(own_terms))
