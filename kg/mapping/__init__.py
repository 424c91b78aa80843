"""Turn resolved profiles into quads. The JSON-LD context is the whole mapping.

A profile becomes a document (`kg.mapping.documents`), the context gives its keys a meaning
(`kg.mapping.context`), and the writer puts that down as N-Quads (`kg.mapping.nquads`).
"""

from collections.abc import Callable, Iterable, Iterator

from kg.authorities import Authorities
from kg.config import Config
from kg.mapping import authority_nodes, identity_nodes
from kg.mapping.context import Context
from kg.mapping.documents import describe
from kg.mapping.evidence import GRAPH
from kg.mapping.nquads import NQuadsWriter
from kg.profile import Finding, Resolved
from kg.vocabulary import Vocabulary

__all__ = ["GRAPH", "nquads"]


def nquads(
    resolved: Iterable[Resolved],
    config: Config,
    authorities: Authorities,
    context: Context,
    vocabulary: Vocabulary,
    identities: Callable[[], tuple[Iterable[Finding], Iterable[tuple[str, str]]]] = lambda: ((), ()),
) -> Iterator[str]:
    """Yield the whole dataset as N-Quads, some lines at a time.

    These are the dataset, the authorities, the profiles, what was found out about identity, and the
    concepts that all these use.

    Args:
        resolved: The profiles.
        config: The project's configuration.
        authorities: The organisations and venues that are known by name.
        context: What the keys of documents mean.
        vocabulary: The concepts.
        identities: Gives, after the profiles, what was found out about identity, and the IRIs that were
            replaced, each with the one that answers now.

    Raises:
        MappingError: If a document says something that the context does not know.
    """
    writer = NQuadsWriter(context, config.base)
    yield writer.lines([*authority_nodes.dataset(config), *authority_nodes.describe(authorities)])
    for each in resolved:
        yield writer.lines(describe(each, vocabulary))
    for node in identity_nodes.describe(*identities()):
        yield writer.lines([node])
    yield vocabulary.nquads(writer.own_terms)
