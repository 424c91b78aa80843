"""How far a push has come, written down in the server itself: any machine may go on with it."""

from dataclasses import dataclass

from kg.pushing.target import Target
from kg.vocabulary import PREFIXES

GRAPH = "graph/push"
_SIGNATURE = PREFIXES["dcterms"] + "identifier"
_KIND = PREFIXES["dcterms"] + "type"
_FACTS = PREFIXES["dcterms"] + "relation"
_DONE = PREFIXES["prov"] + "value"


@dataclass(frozen=True)
class Journal:
    """What a server says of a push that is under way, or was cut off.

    Attributes:
        signature: What is sent where; empty if there was none, or what has arrived is to be removed.
        kind: What the push had to do.
        facts: The graph in which its facts shall be asked; empty for the default graph.
        done: The numbers of the batches that have arrived.
    """

    signature: str = ""
    kind: str = ""
    facts: str = ""
    done: frozenset[int] = frozenset()


def read_journal(target: Target, base: str) -> Journal:
    """Return what a server says of a push to it.

    Raises:
        StoreError: If it does not answer.
    """
    graph = base + GRAPH
    said = [target.values(graph, name) for name in (_SIGNATURE, _KIND, _FACTS)]
    if any(len(values) != 1 for values in said):
        return Journal()
    signature, kind, facts = (values[0] for values in said)
    done = target.values(graph, _DONE)
    return Journal(signature, kind, facts, frozenset(int(number) for number in done if number.isdecimal()))


def begin(target: Target, base: str, begun: Journal) -> Journal:
    """Write down that a push begins, and return the journal of it.

    Raises:
        StoreError: If the server does not take it.
    """
    graph = f"<{base}{GRAPH}>"
    said = f'{graph} <{_SIGNATURE}> "{begun.signature}" ; <{_KIND}> "{begun.kind}" ; <{_FACTS}> "{begun.facts}" .'
    target.writer.update(f"{_forgotten(graph)} ;\nINSERT DATA {{ GRAPH {graph} {{ {said} }} }}")
    return begun


def note(target: Target, base: str, batch: int) -> None:
    """Write down that a batch has arrived.

    Raises:
        StoreError: If the server does not take it.
    """
    graph = f"<{base}{GRAPH}>"
    target.writer.update(f"INSERT DATA {{ GRAPH {graph} {{ {graph} <{_DONE}> {batch} . }} }}")


def unless_overtaken(base: str, signature: str) -> str:
    """Return the pattern that has a solution as long as the journal is that of one push."""
    return f'GRAPH <{base}{GRAPH}> {{ <{base}{GRAPH}> <{_SIGNATURE}> "{signature}" }}'


def forget(target: Target, base: str) -> None:
    """Remove the journal: the push is over.

    Raises:
        StoreError: If the server does not take it.
    """
    target.writer.update(f"DROP SILENT GRAPH <{base}{GRAPH}>")


def _forgotten(graph: str) -> str:
    return f"DELETE WHERE {{ GRAPH {graph} {{ ?s ?p ?o }} }}"
