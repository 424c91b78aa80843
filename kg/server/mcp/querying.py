"""Answer an assistant's SPARQL: checked, asked within the limits of anybody's queries, shown in pages."""

from collections import OrderedDict
from collections.abc import Collection, Iterator, Sequence

from pyoxigraph import Literal, NamedNode, QueryBoolean, QuerySolutions, parse, parse_query_results

from kg.server.codings import PLAIN
from kg.server.mcp.evidence import Footnotes
from kg.server.mcp.pages import LONGEST_CELL, MOST_TOKENS, cell, largest_page, size
from kg.server.mcp.replies import EvidenceRecord, QueryRow, SparqlReply
from kg.server.workers.queries import QueryResult, result
from kg.server.workers.worker import Handler
from kg.store.graph import Graph, ResultTable
from kg.store.query_checking import QueryChecker
from kg.terms.formats import RDF_FORMATS, RESULT_FORMATS, Term
from kg.terms.labels import shortened

_MOST_COLUMNS = 20
_QUOTED = 5  # pieces of evidence that are quoted; of more only the places are said
_LONGEST = (LONGEST_CELL, 120, 40, 15)  # characters of a cell: what is tried where one row is too long for a page
_LONGEST_LABEL = 60  # characters
_KEPT = 200_000  # terms of the tables that are kept for their next pages
_SOLUTIONS, _TRIPLES = "json", "ntriples"  # the formats in which queries are answered
_TRUTH = ("answer",)

Row = tuple[Term | None, ...]


class QueryPages:
    """Answers queries in pages; the tables of the latest ones are kept."""

    def __init__(self, graph: Graph, checker: QueryChecker, query: Handler) -> None:
        self._graph, self._checker, self._query = graph, checker, query
        self._tables: OrderedDict[str, ResultTable] = OrderedDict()

    def ask(self, query: str, offset: int) -> SparqlReply:
        """Return a page of an answer.

        Raises:
            QueryError: If the query is refused.
            TooMuch: If its answer is beyond a limit.
            NotFound: If it has no such page.
        """
        remarks = self._checker.check(query)
        if query not in self._tables:
            job = {"solutions": _SOLUTIONS, "graph": _TRIPLES, "base": self._graph.base, "coding": PLAIN}
            self._tables[query] = _table(result(*self._query(job, query.encode("utf-8", "surrogatepass"))))
        self._tables.move_to_end(query)
        while len(self._tables) > 1 and sum(map(_terms, self._tables.values())) > _KEPT:
            self._tables.popitem(last=False)
        return self._page(query, offset, remarks)

    def _page(self, query: str, offset: int, remarks: Collection[str]) -> SparqlReply:
        table = self._tables[query]
        page = _Page(self._graph, table, [] if offset else [*remarks, *self._notes(table)])
        page.is_ordered = "ORDER BY" in query.upper()
        for page.longest in _LONGEST:
            reply = largest_page(table.rows, offset, page.reply)
            if size(reply) <= MOST_TOKENS:
                break
        return reply

    def _notes(self, table: ResultTable) -> Iterator[str]:
        if len(table.columns) > _MOST_COLUMNS:
            yield f"{len(table.columns) - _MOST_COLUMNS} columns are left out: select fewer"
        things = (term.value for row in table.rows[:1] for term in row if isinstance(term, NamedNode))
        if table.rows and table.columns != _TRUTH and not any(iri.startswith(self._graph.base) for iri in things):
            yield "no evidence is shown: select the things themselves, too, such as ?person beside ?name"


class _Page:
    """Makes pages of a table.

    Attributes:
        longest: How many characters a cell shows at most.
        is_ordered: Whether the query orders its rows.
    """

    def __init__(self, graph: Graph, table: ResultTable, notes: Collection[str]) -> None:
        self._graph, self._table, self._notes = graph, table, notes
        self._footnotes = Footnotes(graph)
        self._cited: dict[Row, tuple[int, ...]] = {}
        self.longest, self.is_ordered = LONGEST_CELL, True

    def reply(self, rows: Sequence[Row], following: int | None) -> SparqlReply:
        """Return a page of some rows."""
        unordered = (
            () if self.is_ordered or following is None else ("without ORDER BY rows are in no particular order",)
        )
        shown = tuple(map(self._row, rows))
        numbers = {number for row in shown for number in row.evidence}
        records = [each for each in self._footnotes.records if each.number in numbers]
        return SparqlReply(
            base=self._graph.base,
            columns=self._table.columns[:_MOST_COLUMNS],
            rows=shown,
            total=len(self._table.rows),
            labels={key: label for row in rows for key, label in self._labels(row[:_MOST_COLUMNS])},
            next=following,
            evidence=tuple(records if len(records) <= _QUOTED else map(_place, records)),
            notes=(*self._notes, *unordered, *self._footnotes.notes),
        )

    def _row(self, row: Row) -> QueryRow:
        if row not in self._cited:
            self._cited[row] = self._footnotes.of_row(row, most=1)
        cells = tuple(cell(term, self._graph.base, self.longest) for term in row[:_MOST_COLUMNS])
        return QueryRow(cells=cells, evidence=self._cited[row])

    def _labels(self, row: Row) -> Iterator[tuple[str, str]]:
        """Yield the references of a row with what they are called, unless the row says it itself."""
        said = {term.value for term in row if isinstance(term, Literal)}
        for term in row:
            if isinstance(term, NamedNode) and term.value.startswith(self._graph.base):
                label = self._graph.label(term.value)
                if label not in said:
                    yield str(cell(term, self._graph.base)), shortened(label, _LONGEST_LABEL)


def _place(record: EvidenceRecord) -> EvidenceRecord:
    """Return where evidence is, without what stands there."""
    return EvidenceRecord(number=record.number, file=record.file, lines=record.lines)


def _table(answer: QueryResult) -> ResultTable:
    """Return an answer as a table: of a graph its triples, of a question its truth value."""
    if answer.form == "graph":
        lines = (line for line in answer.body.split(b"\n") if line)
        triples = (triple for line in lines for triple in parse(line, RDF_FORMATS[_TRIPLES]))
        rows = tuple((each.subject, each.predicate, each.object) for each in triples)
        return ResultTable(("subject", "predicate", "object"), rows)
    found = parse_query_results(answer.body, RESULT_FORMATS[_SOLUTIONS])
    if isinstance(found, QueryBoolean):
        return ResultTable(_TRUTH, ((Literal(bool(found)),),))
    if not isinstance(found, QuerySolutions):
        raise TypeError("an answer has solutions, or is true or false")
    names = tuple(variable.value for variable in found.variables)
    return ResultTable(names, tuple(tuple(solution[name] for name in names) for solution in found))


def _terms(table: ResultTable) -> int:
    return len(table.rows) * len(table.columns)
