"""Review the open questions of identity, one key an answer."""

from collections.abc import Iterator
from pathlib import Path
from typing import TextIO, cast

import typer
from pyoxigraph import QuerySolutions

from kg.cli.review import pressed
from kg.identity.explaining import telling, verdicts, wording
from kg.identity.explaining.dossiers import Dossiers
from kg.profile.judgements import Verdict
from kg.store.columns import value
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


def listed(dossiers: Dossiers) -> Iterator[str]:
    """Yield the open questions, a line each."""
    for effect, one, other, weight, obstacle in questions(dossiers):
        yield f"{one}  {other}  {weight:+.1f} bits, {effect} mentions: {wording.obstacle(obstacle)}"


def questions(dossiers: Dossiers) -> list[tuple[int, str, str, float, str]]:
    """Return the open questions, those first whose answer moves the most mentions, then the likeliest."""
    found = []
    for decided in dossiers.archive.decided.values():
        for question in decided.open:
            one, other = decided.iris[question.one], decided.iris[question.other]
            effect = min(sum(1 for _ in dossiers.mentions(iri)) for iri in (one, other))
            if question.obstacle != "unsure":
                found.append((effect, one, other, question.weight, question.obstacle))
    return sorted(found, key=lambda each: (-each[0], -each[3], each[1]))


def walk(dossiers: Dossiers, path: Path, by: str, keys: TextIO) -> None:
    """Ask the open questions and write the answers down as they are given."""
    open_questions = questions(dossiers)
    if not open_questions:
        typer.echo("No question is open.", err=True)
        return
    answered = 0
    for number, (_, one, other, _, _) in enumerate(open_questions, 1):
        typer.echo(f"\n— {number} of {len(open_questions)} —\n" + "\n".join(telling.difference(dossiers, one, other)))
        key = pressed(keys, _KEYS, (*_ANSWERS, "n", "q"))
        if key == "q":
            break
        if key in _ANSWERS:
            verdicts.give(dossiers, path, _ANSWERS[key], (one, other), "reviewed", by)
            answered += 1
    typer.echo(f"{answered} answered; see {path}. They take effect at the next build: kg build", err=True)
