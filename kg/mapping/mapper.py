"""Writes each part of a dataset as N-Quads."""

from collections.abc import Callable, Iterable, Iterator

from kg.account import ProfileAccount
from kg.authorities import Authorities
from kg.config import Config
from kg.declaration import Declaration, kg_declaration
from kg.declaration.context import context_of
from kg.formats import Triple
from kg.mapping import authority_nodes, identity_nodes, united_nodes
from kg.mapping.coverage import Coverage
from kg.mapping.documents import Describer
from kg.mapping.evidence import Evidence
from kg.mapping.nquads import NQuadsWriter
from kg.profile import Finding, Resolved, Source
from kg.profile.united import Disagreement, United
from kg.vocabulary import vocabulary


class Mapper:
    """Writes a dataset part by part: what stands in one part depends on no other.

    Every method raises `MappingError` if a document says something that the context does not know.

    Args:
        base: The base of its IRIs.
        declaration: What the profiles may say; without it, that of kg.
    """

    def __init__(self, base: str, declaration: Declaration | None = None) -> None:
        declaration = declaration or kg_declaration()
        self._writer = NQuadsWriter(context_of(declaration), base)
        self._vocabulary = vocabulary()
        self._describer = Describer(declaration, self._vocabulary)
        self._coverage = Coverage(declaration, self._describer)

    @property
    def own_terms(self) -> set[str]:
        """Local names of the terms of the ontology, such as concepts, to which something written so far has led."""
        return self._writer.own_terms

    def dataset(self, config: Config, authorities: Authorities) -> str:
        """Return the dataset itself, and the organisations and venues that are known by name."""
        return self._writer.lines([*authority_nodes.dataset(config), *authority_nodes.describe(authorities)])

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
        evidence = Evidence(source, "", None, {})
        for subject, lines in subjects:
            evidence.add(subject, "", "", lines)
        nodes = self._writer.lines([*evidence.source_nodes(), evidence.graph()])
        return "".join(f"{triple} .\n" for triple in triples) + nodes

    def works(self, united: Iterable[United], title: Callable[[str], str]) -> Iterator[str]:
        """Yield the works that several lists name, given what each is called, and what the lists disagree about."""
        for node in united_nodes.describe(united, title):
            yield self._writer.lines([node])

    def disagreements(self, said: Iterable[Disagreement]) -> Iterator[str]:
        """Yield what sources say differently of venues."""
        for each in said:
            yield self._writer.lines([united_nodes.disagreement(each)])

    def identities(self, findings: Iterable[Finding], replaced: Iterable[tuple[str, str]]) -> Iterator[str]:
        """Yield what was found out about identity, and the IRIs that were replaced with the ones that answer now."""
        for node in identity_nodes.describe(findings, replaced):
            yield self._writer.lines([node])

    def concepts(self, own_terms: Iterable[str]) -> str:
        """Return the concepts and other terms of the ontology that are used."""
        return self._vocabulary.nquads(set(own_terms))
