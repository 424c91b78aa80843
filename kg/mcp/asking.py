"""Ask a named question: its rows, each with the evidence of what it is about."""

import json
from collections.abc import Mapping, Sequence

from kg.formats import XSD, Literal, NamedNode, Term, term_text
from kg.mcp.footnotes import Footnotes
from kg.mcp.replies import ROOM, Answer, Cell, Row
from kg.mcp.wording import shortened
from kg.pages.graph import Graph
from kg.queries import Query

_TEXT = 400
_PIECES = 2
_OF_WORKS = {"works", "work", "papers"}
_NUMBERS = {f"{XSD}integer": int, f"{XSD}decimal": float, f"{XSD}double": float}


def catalogue(questions: Mapping[str, Query]) -> str:
    """Return the questions, a line each, as the description of a tool lists them."""
    return "\n".join(f"- {name}({_signature(query)}): {query.header.summary}" for name, query in questions.items())


def example(query: Query) -> str:
    """Return an example of how to ask a question."""
    given = {name: each.example for name, each in query.header.parameters.items() if each.required}
    return json.dumps({"name": query.name, "parameters": given}, ensure_ascii=False)


def answer(graph: Graph, query: Query, values: Mapping[str, Term], limit: int) -> Answer:
    """Return the answer to a named question.

    Args:
        graph: What is asked.
        query: The question.
        values: Its parameters.
        limit: How many rows to return at most; fewer if there is no room for them.
    """
    table = graph.ask(query.name, **values)
    footnotes = Footnotes(graph)
    given = [value.value for value in values.values() if isinstance(value, NamedNode)]
    kind = "work" if _OF_WORKS.intersection(table.columns) else ""
    rows: list[Row] = []
    room = ROOM
    for row in table.rows[:limit]:
        cells = dict(zip(table.columns, (_cell(graph, term) for term in row), strict=True))
        room -= sum(len(str(cell)) + len(" | ") for cell in cells.values())
        if room < footnotes.size:
            break
        # Rows of the evidence are evidence themselves.
        cited = () if query.name == "evidence" else _cited(graph, row, given, kind, footnotes)
        rows.append(Row(cells=cells, evidence=cited))
    return Answer(
        base=graph.base,
        question=query.header.summary,
        columns=table.columns,
        rows=tuple(rows),
        total=len(table.rows),
        evidence=footnotes.pieces,
        notes=(*_left_out(len(table.rows) - len(rows), full=len(rows) < limit), *footnotes.notes),
    )


def _signature(query: Query) -> str:
    shown = [name if each.required else f"{name}?" for name, each in query.header.parameters.items()]
    return ", ".join(shown)


def _cited(
    graph: Graph, row: Sequence[Term | None], given: Sequence[str], kind: str, footnotes: Footnotes
) -> tuple[int, ...]:
    """Return the evidence of a row: of its node, else its work, else the last thing in it."""
    iris = [term.value for term in row if isinstance(term, NamedNode) and term.value.startswith(graph.base)]
    if not iris:
        return ()
    nodes = [iri for iri in iris if "#" in iri]
    works = [iri for iri in iris if graph.local(iri).startswith("work/")]
    subject = (nodes or works or iris)[-1]
    beside = {iri for iri in (*given, *iris) if iri != subject}
    return footnotes.of(subject, beside, kind=kind, most=_PIECES)


def _cell(graph: Graph, term: Term | None) -> Cell:
    if term is None:
        return None
    if isinstance(term, NamedNode):
        return term.value.removeprefix(graph.base)
    if not isinstance(term, Literal):
        return term_text(term)
    number = _NUMBERS.get(term.datatype.value)
    return number(term.value) if number else shortened(term.value, _TEXT)


def _left_out(rows: int, *, full: bool) -> tuple[str, ...]:
    if not rows:
        return ()
    advice = "ask a narrower question" if full else "raise 'limit', or ask a narrower question"
    return (f"{rows} more rows are left out: {advice}",)
