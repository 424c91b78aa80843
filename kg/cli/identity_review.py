"""Review the open questions of identity: one key an answer, or all of them in one table."""

import csv
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import TextIO, cast

from pyoxigraph import Literal, QuerySolutions

from kg.base.errors import KgError, Problem, QueryError, ReadError, counted
from kg.base.strict_yaml import read_text
from kg.cli.review import ReviewTerminal
from kg.cli.tables import Look, drawn
from kg.identity.explaining import telling, verdicts, wording
from kg.identity.questions import ANSWERS, IdentityQuestion, IdentityReview
from kg.profile.judgements import Verdict, read
from kg.store.columns import safe, value
from kg.store.release import Release
from kg.terms.vocabulary import PREFIXES

_DISAGREEMENTS = """
SELECT ?work ?statement ?kept WHERE {
  GRAPH ?graph { ?work kg:disagreement ?node . ?node kg:statement ?statement ; kg:kept ?kept }
} ORDER BY ?work ?statement
"""


def disagreements(release: Release) -> Iterator[str]:
    """Yield what sources state differently, a line each: the work, the statements, the one in the graph."""
    answer = release.store().query(_DISAGREEMENTS, prefixes=PREFIXES)
    for work, statement, kept in cast(QuerySolutions, answer):
        yield f"{value(work).removeprefix(release.base)}  {value(statement)}; kept: {value(kept)}"


def listed(review: IdentityReview) -> Iterator[str]:
    """Yield the open questions, a line each."""
    for each in review.open():
        first, others = each.pairs[0], " ".join(each.others)
        why = wording.obstacle(first.obstacle)
        yield f"{each.one}  {others}  {counted(each.moves, 'entry', 'entries')}: {why} ({first.weight:+.1f})"


_COLUMNS = ("name", "written", "mentions", "example", "bits", "one", "other", "answer")
_SHOWN = {"name": "name", "written": "written", "mentions": "entries", "example": "example", "bits": "score",
          "other": "other"}  # fmt: skip
"""The columns that people are shown, and what they are called for them."""


def _rows(review: IdentityReview) -> Iterator[tuple[str, ...]]:
    """Yield the open questions as cells in the order of `_COLUMNS`: all of one entity together."""
    dossiers, found = review.dossiers, review.open()
    together = Counter[str]()
    for each in found:
        together[each.one] += each.moves
    for each in sorted(found, key=lambda each: (-each.pairs[0].is_of_member, -together[each.one], each.one)):
        mentions = (mention for other in each.others for mention in dossiers.mentions(other))
        written = "; ".join(dict.fromkeys(mention.form for mention in mentions))
        example, evidence = next(dossiers.titles(each.others[0]), ""), f"{each.pairs[0].weight:+.1f}"
        others = " ".join(each.others)
        yield dossiers.label(each.one), written, str(each.moves), example, evidence, each.one, others, ""


def table(review: IdentityReview) -> str:
    """Return the open questions as a table for people."""
    rows = [[Literal(cell) for cell in row] for row in _rows(review)]
    shown = [_COLUMNS.index(name) for name in _SHOWN]
    return drawn([*_SHOWN.values()], [[row[n] for n in shown] for row in rows], Look()) if rows else ""


def as_csv(review: IdentityReview) -> str:
    """Return the open questions as CSV (RFC 4180) with an empty column for the answers."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerows((_COLUMNS, *(tuple(map(safe, row)) for row in _rows(review))))
    return out.getvalue()


def take_answers(review: IdentityReview, answers: Path) -> tuple[int, list[Problem]]:
    """Append the answers of a table to the judgements; return how many were new, and what is wrong with others.

    The table is a file of `as_csv` as a spreadsheet saved it: with commas, semicolons or tabs; raises ReadError if not.
    """
    text = read_text(answers)
    head = text.partition("\n")[0]
    reader = csv.DictReader(StringIO(text, newline=""), delimiter=max(",;\t", key=head.count))
    if missing := [name for name in ("one", "other", "answer") if name not in (reader.fieldnames or ())]:
        hint = "write the table with: kg review --table -o answers.csv"
        raise ReadError([Problem(f"the column '{missing[0]}' is missing", answers, line=1, hint=hint)])
    held = {(entry.verdict, frozenset(entry.references)) for entry in read(review.path).entries}
    taken, dossiers, problems = 0, review.dossiers, list[Problem]()
    try:
        for row in reader:
            one, others, said = ((row[name] or "").strip() for name in ("one", "other", "answer"))
            if not said:
                continue
            try:
                verdict, first = _verdict(said), dossiers.reference(one)
                pairs = [(first, dossiers.reference(other)) for other in others.split()]
                new = [pair for pair in pairs if (verdict, frozenset(pair)) not in held]
                for pair in new:  # else the table was taken before
                    verdicts.give(dossiers, review.path, verdict, pair, f"answered in {answers.name}", review.by)
                taken += bool(new)
            except KgError as error:
                problems.append(Problem(str(error), answers, line=reader.line_num, hint=error.hint))
    except csv.Error as error:
        problems.append(Problem(f"this is no table: {error}", answers, line=reader.line_num))
    return taken, problems


def _verdict(said: str) -> Verdict:
    for key, verdict in ANSWERS.items():
        if said.casefold() in (key, verdict):
            return verdict
    raise QueryError(f"'{said}' is no answer", hint=f"write {', '.join(ANSWERS.values())} or nothing")


def of_identity(keys: TextIO) -> ReviewTerminal:
    """Return how the questions of identity are asked."""

    def lines(question: IdentityQuestion) -> Iterator[str]:
        dossiers, (other, *more) = question.review.dossiers, question.others
        yield from telling.difference(dossiers, question.one, other)
        if more:
            moved = counted(question.moves, "entry", "entries")
            yield f"  the answer is for {len(more) + 1} who are written so, with {moved}"
            yield from (f"  {iri}: {next(dossiers.titles(iri), '')}" for iri in more)

    known = "s same, d different, u cannot tell, n skip, z undo, y redo, q quit; answers so far are saved"
    return ReviewTerminal(keys, lines, "[s]ame  [d]ifferent  [u]nsure  [n]ext  [z] undo  [q]uit", known)
