"""Review the open questions of identity: one key an answer, or all of them in one table."""

import csv
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import NamedTuple, TextIO, cast

import typer
from pyoxigraph import Literal, QuerySolutions

from kg.base.errors import KgError, Problem, QueryError, ReadError
from kg.base.strict_yaml import read_text
from kg.cli.review import pressed
from kg.cli.tables import Look, drawn
from kg.identity.explaining import telling, verdicts, wording
from kg.identity.explaining.dossiers import Dossiers
from kg.profile.judgements import Verdict, read
from kg.store.columns import safe, value
from kg.store.release import Release
from kg.terms.vocabulary import PREFIXES

_ANSWERS: dict[str, Verdict] = {"s": "same", "d": "different", "u": "unsure"}
_KEYS = "[s]ame  [d]ifferent  [u]nsure  [n]ext  [q]uit"


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


class IdentityQuestion(NamedTuple):
    """Whether two entities are one.

    Attributes:
        brings: How many mentions an answer moves.
        one: The IRI of an entity; of a person with a profile and somebody else, the person with the profile.
        other: The IRI of the other.
        weight: How much speaks for one entity, in bits.
        obstacle: Why they were not joined, as `kg.identity.explaining.wording` names it.
    """

    brings: int
    one: str
    other: str
    weight: float
    obstacle: str


def listed(dossiers: Dossiers) -> Iterator[str]:
    """Yield the open questions, a line each."""
    for each in questions(dossiers):
        why = wording.obstacle(each.obstacle)
        yield f"{each.one}  {each.other}  {each.weight:+.1f} bits, {each.brings} mentions: {why}"


def questions(dossiers: Dossiers) -> list[IdentityQuestion]:
    """Return the open questions, those first whose answer moves the most mentions, then the likeliest.

    Mentions move to the person who has a profile; of two without, the few to the many.
    """
    corpus, persons = dossiers.corpus, dossiers.archive.decided["person"].iris
    owners = {persons[corpus.owner(number)] for number in range(len(corpus.profiles))}
    found = []
    for decided in dossiers.archive.decided.values():
        for question in decided.open:
            if question.obstacle != "unsure":
                pair = decided.iris[question.one], decided.iris[question.other]
                counts = {iri: sum(1 for _ in dossiers.mentions(iri)) for iri in pair}
                one, other = sorted(pair, key=lambda iri: (iri not in owners, -counts[iri], iri))
                found.append(IdentityQuestion(counts[other], one, other, question.weight, question.obstacle))
    return sorted(found, key=lambda each: (-each.brings, -each.weight, each.one, each.other))


_COLUMNS = ("name", "written", "mentions", "example", "bits", "one", "other", "answer")


def _rows(dossiers: Dossiers) -> Iterator[tuple[str, ...]]:
    """Yield the open questions as cells in the order of `_COLUMNS`: all of one entity together."""
    found = questions(dossiers)
    together: dict[str, int] = {}
    for each in found:
        together[each.one] = together.get(each.one, 0) + each.brings
    for each in sorted(found, key=lambda each: (-together[each.one], each.one)):
        mentions = list(dossiers.mentions(each.other))
        written = "; ".join(dict.fromkeys(mention.form for mention in mentions))
        example = next(dossiers.titles(each.other), "")
        bits = f"{each.weight:+.1f}"
        yield dossiers.label(each.one), written, str(each.brings), example, bits, each.one, each.other, ""


def table(dossiers: Dossiers) -> str:
    """Return the open questions as a table for people."""
    rows = [[Literal(cell) for cell in row] for row in _rows(dossiers)]
    shown = [_COLUMNS.index(name) for name in ("name", "written", "mentions", "example", "bits", "other")]
    return drawn([_COLUMNS[n] for n in shown], [[row[n] for n in shown] for row in rows], Look()) if rows else ""


def as_csv(dossiers: Dossiers) -> str:
    """Return the open questions as CSV (RFC 4180) with an empty column for the answers."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerows((_COLUMNS, *(tuple(map(safe, row)) for row in _rows(dossiers))))
    return out.getvalue()


def take_answers(dossiers: Dossiers, answers: Path, path: Path, by: str) -> tuple[int, list[Problem]]:
    """Append the answers of a table to the judgements; return how many were new, and what is wrong with others.

    Args:
        dossiers: What was decided in the release that the table is of.
        answers: A file of `as_csv`, as a spreadsheet saved it: with commas, semicolons or tabs.
        path: The judgements.
        by: Who decided.

    Raises:
        ReadError: If it is no such table.
    """
    text = read_text(answers)
    head = text.partition("\n")[0]
    reader = csv.DictReader(StringIO(text, newline=""), delimiter=max(",;\t", key=head.count))
    if missing := [name for name in ("one", "other", "answer") if name not in (reader.fieldnames or ())]:
        hint = "write the table with: kg review --table -o answers.csv"
        raise ReadError([Problem(f"the column '{missing[0]}' is missing", answers, line=1, hint=hint)])
    held = {(entry.verdict, frozenset(entry.references)) for entry in read(path).entries}
    taken, problems = 0, []
    try:
        for row in reader:
            one, other, said = ((row[name] or "").strip() for name in ("one", "other", "answer"))
            if not said:
                continue
            try:
                verdict, pair = _verdict(said), (dossiers.reference(one), dossiers.reference(other))
                if (verdict, frozenset(pair)) not in held:  # else the table was taken before
                    verdicts.give(dossiers, path, verdict, pair, f"answered in {answers.name}", by)
                    taken += 1
            except KgError as error:
                problems.append(Problem(str(error), answers, line=reader.line_num, hint=error.hint))
    except csv.Error as error:
        problems.append(Problem(f"this is no table: {error}", answers, line=reader.line_num))
    return taken, problems


def _verdict(said: str) -> Verdict:
    for key, verdict in _ANSWERS.items():
        if said.casefold() in (key, verdict):
            return verdict
    raise QueryError(f"'{said}' is no answer", hint=f"write {', '.join(_ANSWERS.values())} or nothing")


def walk(dossiers: Dossiers, path: Path, by: str, keys: TextIO) -> None:
    """Ask the open questions and write the answers down as they are given."""
    open_questions = questions(dossiers)
    if not open_questions:
        typer.echo("No question is open.", err=True)
        return
    answered = 0
    for number, (_, one, other, *_) in enumerate(open_questions, 1):
        typer.echo(f"\n— {number} of {len(open_questions)} —\n" + "\n".join(telling.difference(dossiers, one, other)))
        key = pressed(keys, _KEYS, (*_ANSWERS, "n", "q"))
        if key == "q":
            break
        if key in _ANSWERS:
            verdicts.give(dossiers, path, _ANSWERS[key], (one, other), "reviewed", by)
            answered += 1
    typer.echo(f"{answered} answered; see {path}. They take effect at the next build: kg build", err=True)
