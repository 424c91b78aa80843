"""Walk through what is proposed in a profile, one key an answer; or decide by the keys of facts."""

import json
import shlex
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO

import typer

from kg.cli.output import opened
from kg.drafts import reviewing
from kg.drafts.reviewing import Proposal, Review
from kg.errors import ReadError
from kg.profile.provenance import Candidate, Passage
from kg.strict_yaml import read_text

_KEYS = "[a]ccept  [r]eject  [e]dit  {choose}[n]ext  [q]uit"


def open_review(path: Path) -> Review:
    """Return the review of a file."""
    return Review(read_text(path), path)


def listed(review: Review) -> Iterator[str]:
    """Yield what is open, a line each."""
    for each in review.open():
        conflict = f"  sources disagree on {', '.join(each.evidence.open_conflicts)}" if each.candidates else ""
        where = reviewing.place(each.evidence)
        yield f"{each.fact}  {each.evidence.lowest:.2f}  {name_of(each)}  {where}{conflict}"


def as_json(review: Review) -> str:
    """Return what is open as JSON."""
    return json.dumps([_data(each) for each in review.open()], indent=2, ensure_ascii=False)


def decide(
    review: Review, path: Path, *, accept: Iterable[str], reject: Iterable[str], above: float | None
) -> tuple[int, int]:
    """Decide about facts by their keys, and about all that are sure enough; return how many were accepted, rejected."""
    accepted, rejected = [review.find(fact) for fact in accept], [review.find(fact) for fact in reject]
    if above is not None:
        known = {each.fact for each in (*accepted, *rejected)}
        sure = (each for each in review.open() if not each.candidates and each.evidence.lowest >= above)
        accepted += [each for each in sure if each.fact not in known]
    for each in accepted:
        review.decide(each, "accepted")
    for each in rejected:
        review.decide(each, "rejected")
    _save(review, path)
    return len(accepted), len(rejected)


def walk(path: Path, keys: TextIO, editor: str) -> None:
    """Ask about what is open and write each answer down as it is given."""
    review = open_review(path)
    facts = [each.fact for each in review.open()]
    if not facts:
        typer.echo("Nothing is open.", err=True)
        return
    answered = 0
    for number, fact in enumerate(facts, 1):
        answer = _answered(review, fact, f"\n— {number} of {len(facts)} —", keys, editor)
        if answer == "q":
            break
        if answer != "n":
            answered += 1
            _save(review, path)
    left = len(review.open())
    typer.echo(f"{answered} answered, {left} still open; see {path}", err=True)


def name_of(proposal: Proposal) -> str:
    """Return what a proposal is about, on one line: `publications: Notes`."""
    values = proposal.values
    if not proposal.section:
        key, value = next(iter(values.items()))
        return f"{key}: {_shown(value)}"
    keys = ("title", "name", "course", "degree", "role", "organization")
    return f"{proposal.section}: {_shown(next((values[key] for key in keys if key in values), ''))}"


def _answered(review: Review, fact: str, head: str, keys: TextIO, editor: str) -> str:
    """Ask about one fact until it is decided, or left; return the last key."""
    while True:
        proposal = review.find(fact)
        typer.echo("\n".join([head, *_lines(proposal)]))
        key = _key(keys, len(proposal.candidates))
        if key in ("a", "r"):
            review.decide(proposal, "accepted" if key == "a" else "rejected")
        elif key == "e":
            if not _edit(review, proposal, editor):
                continue
        elif key.isdigit():
            name, number, _ = proposal.candidates[int(key) - 1]
            review.choose(proposal, name, number)
            if review.find(fact).is_open:
                continue
        return key


def _lines(proposal: Proposal) -> Iterator[str]:
    evidence = proposal.evidence
    yield f"{name_of(proposal)}  ({evidence.fact}, sure to {evidence.lowest:.2f})"
    for key, value in proposal.values.items():
        yield f"  {key}: {_shown(value)}{_doubt(evidence.confidence, key)}"
    passages: tuple[Passage, ...] = (evidence, *evidence.also)
    for each in passages:
        yield f"  {reviewing.place(each)}: {each.quote or ''}"
    if evidence.reason:
        yield f"  {evidence.reason}"
    for number, (key, _, candidate) in enumerate(proposal.candidates, 1):
        sure = f", sure to {candidate.confidence:.2f}" if candidate.confidence is not None else ""
        yield f"  {number}  {key}: {_shown(candidate.value)}  ({reviewing.place(candidate)}{sure})"


def _doubt(confidence: dict[str, float] | float, key: str) -> str:
    sure = confidence.get(key, 1.0) if isinstance(confidence, dict) else confidence
    return f"  (sure to {sure:.2f})" if sure < 0.9 else ""


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(_shown(each) for each in value)
    if isinstance(value, dict):
        return str(value.get("name") or value.get("url") or value)
    return "" if value is None else str(value)


def _key(keys: TextIO, candidates: int) -> str:
    """Return the key that answers; the end of the input quits."""
    numbers = [str(number) for number in range(1, min(candidates, 9) + 1)]
    choose = f"[1-{numbers[-1]}] choose  " if len(numbers) > 1 else ""
    while True:
        typer.echo(f"{_KEYS.format(choose=choose)}: ", err=True, nl=False)
        if keys.isatty():
            key = typer.getchar().lower()
            typer.echo(key, err=True)
        else:
            key = keys.readline().strip().lower() or "q"
        if key in ("a", "r", "e", "n", "q", *numbers):
            return key


def _edit(review: Review, proposal: Proposal, editor: str) -> bool:
    """Let somebody correct a proposal in an editor, and say whether that was accepted."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "entry.yaml"
        path.write_text(reviewing.editable(proposal), encoding="utf-8")
        try:
            subprocess.run([*shlex.split(editor), str(path)], check=True)
            review.correct(proposal, reviewing.edited(read_text(path), path))
        except (OSError, subprocess.CalledProcessError) as error:
            typer.echo(f"The editor '{editor}' failed: {error}", err=True)
            return False
        except ReadError as error:
            for problem in error.problems:
                typer.echo(f"error: {problem.field or 'entry'}: {problem.message}", err=True)
            return False
    return True


def _save(review: Review, path: Path) -> None:
    with opened(path) as out:
        out.write(review.text().encode())


def _data(proposal: Proposal) -> dict[str, Any]:
    evidence = proposal.evidence
    return {
        "fact": evidence.fact,
        "section": proposal.section or "person",
        "line": proposal.line,
        "values": proposal.values,
        "confidence": evidence.confidence,
        "source": evidence.source,
        "page": evidence.page,
        "lines": evidence.lines,
        "quote": evidence.quote,
        "reason": evidence.reason,
        "conflicts": {key: [_candidate(each) for each in evidence.conflicts[key]] for key in evidence.open_conflicts},
    }


def _candidate(candidate: Candidate) -> dict[str, Any]:
    data: dict[str, Any] = candidate.model_dump(exclude_none=True, exclude={"chosen"})
    return data
