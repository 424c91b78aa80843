"""Walk through what is proposed in a profile, one key an answer; or decide by the keys of facts."""

import json
import shlex
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TextIO

import typer

from kg.base.errors import ReadError
from kg.base.strict_yaml import read_text
from kg.cli.sitting import Sitting, in_words, refuse
from kg.profile.drafts import reviewing
from kg.profile.drafts.reviewing import Proposal, Review
from kg.profile.provenance import Candidate, Passage
from kg.terms.dates import PRESENT

_HELP = "a accept, r reject (removes it), e edit, a digit chooses that value, n skip, q quit; answers so far are saved"
_YEAR = 4
"""How many digits of a date are its year."""

_ABOUT: Mapping[str, tuple[str, ...]] = {
    "education": ("degree", "institution"),
    "positions": ("role", "organization"),
    "service": ("role", "venue", "organization"),
    "talks": ("title", "venue"),
    "teaching": ("course", "term"),
    "memberships": ("role", "organization"),
    "grants": ("name", "number", "funder"),
    "editorships": ("role", "venue"),
}
"""By section, the keys that tell apart entries that begin alike."""

_KEYS = "[a]ccept  [r]eject  [e]dit  {choose}[n]ext  [q]uit"


def listed(review: Review) -> Iterator[str]:
    """Yield what is open, a line each."""
    for each in review.open():
        conflict = f"  sources disagree on {', '.join(each.open_conflicts)}" if each.candidates else ""
        where = reviewing.place(each.evidence)
        yield f"{each.fact}  {each.evidence.lowest:.2f}  {name_of(each)}  {where}{conflict}"


def as_json(review: Review) -> str:
    """Return what is open as JSON."""
    return json.dumps([_data(each) for each in review.open()], indent=2, ensure_ascii=False)


def decide(
    sitting: Sitting, *, accept: Iterable[str], reject: Iterable[str], above: float | None
) -> tuple[int, int, list[str]]:
    """Decide about facts by their keys, and about all that are sure enough.

    Returns:
        How many were accepted, how many rejected, and why others could not be accepted.
    """
    review = sitting.review
    accepted, rejected = [review.find(fact) for fact in accept], [review.find(fact) for fact in reject]
    if above is not None:
        known = {each.fact for each in (*accepted, *rejected)}
        sure = (each for each in review.open() if not each.candidates and each.evidence.lowest >= above)
        accepted += [each for each in sure if each.fact not in known]
    left = [f"{each.fact} ({name_of(each)}) stays open: {_choice(each)}" for each in accepted if each.unsaid]
    accepted = [each for each in accepted if not each.unsaid]
    for each in accepted:
        review.decide(each, "accepted")
    for each in rejected:
        review.decide(each, "rejected")
    sitting.write()
    return len(accepted), len(rejected), left


def walk(path: Path, keys: TextIO, editor: str) -> None:
    """Ask about what is open and write each answer down as it is given."""
    sitting = Sitting(path)
    facts = [each.fact for each in sitting.review.open()]
    if not facts:
        typer.echo("Nothing is open.", err=True)
        return
    answered = 0
    for number, fact in enumerate(facts, 1):
        answer = _answered(sitting, fact, f"\n— {number} of {len(facts)} —", keys, editor)
        if answer == "q":
            break
        answered += answer != "n"
    left = len(sitting.review.open())
    typer.echo(f"{answered} answered, {left} still open; see {path}", err=True)


def name_of(proposal: Proposal) -> str:
    """Return what a proposal is about, on one line: `publications: Notes`."""
    values = proposal.values
    if not proposal.section:
        key, value = next(iter(values.items()))
        return f"{key}: {_shown(value)}"
    about = _ABOUT.get(proposal.section, ())
    words = [_shown(values[key]) for key in about if values.get(key)]
    if not about:
        words = [_shown(next((values[key] for key in ("title", "name", "course") if key in values), ""))]
    return f"{proposal.section}: {', '.join([*words, *_years(values)] if about else words)}"


def _years(values: Mapping[str, Any]) -> Iterator[str]:
    """Yield when something was, in years, if that is stated: `1842–1843`."""
    ends = dict.fromkeys(_year(str(values[key])) for key in ("start", "end") if values.get(key))
    if ends:
        yield "–".join(ends)
    elif stated := values.get("year") or values.get("date"):
        yield _shown(stated)


def _year(date: str) -> str:
    return date if date == PRESENT else date[:_YEAR]


def _answered(sitting: Sitting, fact: str, head: str, keys: TextIO, editor: str) -> str:
    """Ask about one fact until it is decided, or left; return the last key."""
    while proposal := sitting.question(fact):
        typer.echo("\n".join([head, *_lines(proposal)]))
        key = _key(keys, len(proposal.candidates))
        if key in ("n", "q"):
            return key
        if _given(sitting, proposal, key, editor) and not sitting.question(fact):
            return key
    return "n"


def _given(sitting: Sitting, proposal: Proposal, key: str, editor: str) -> bool:
    """Write down what a key says; say whether there was something to write."""
    if key == "e":
        values = _edited(proposal, editor)
        return values is not None and sitting.give(proposal, lambda review, each: review.correct(each, values))
    if key == "a" and proposal.unsaid:
        typer.echo(f"It stays open: {_choice(proposal)}", err=True)
        return False
    if key.isdigit():
        name, number, _ = proposal.candidates[int(key) - 1]
        return sitting.give(proposal, lambda review, each: review.choose(each, name, number))
    return sitting.give(proposal, lambda review, each: review.decide(each, "accepted" if key == "a" else "rejected"))


def _choice(proposal: Proposal) -> str:
    keys = " and ".join(proposal.unsaid)
    return f"the sources disagree on {keys}: choose 1 to {len(proposal.candidates)}, edit or reject it"


def _lines(proposal: Proposal) -> Iterator[str]:
    evidence = proposal.evidence
    yield f"{name_of(proposal)}  ({evidence.fact}, confidence {evidence.lowest:.2f})"
    for key, value in proposal.values.items():
        yield f"  {key}: {_shown(value)}{_doubt(evidence.confidence, key)}"
    passages: tuple[Passage, ...] = (evidence, *evidence.also)
    for each in passages:
        yield f"  {reviewing.place(each)}: {each.quote or ''}"
    if evidence.reason:
        yield f"  {evidence.reason}"
    for number, (key, _, candidate) in enumerate(proposal.candidates, 1):
        sure = f", confidence {candidate.confidence:.2f}" if candidate.confidence is not None else ""
        yield f"  {number}  {key}: {_shown(candidate.value)}  ({reviewing.place(candidate)}{sure})"


def _doubt(confidence: dict[str, float] | float, key: str) -> str:
    sure = confidence.get(key, 1.0) if isinstance(confidence, dict) else confidence
    return f"  (confidence {sure:.2f})" if sure < 0.9 else ""


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
            key = pressed()
            typer.echo(key, err=True)
        else:
            line = keys.readline()
            key = line.strip().lower() if line else "q"
        if key in ("a", "r", "e", "n", "q", *numbers):
            return key
        typer.echo(_HELP, err=True)


def pressed() -> str:
    """Return the key that somebody presses; Ctrl-D ends as q does."""
    try:
        return typer.getchar().lower()
    except EOFError:
        return "q"


def _edited(proposal: Proposal, editor: str) -> dict[str, Any] | None:
    """Let somebody correct a proposal in an editor; None if that fails, which is said."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "entry.yaml"
        path.write_text(reviewing.editable(proposal), encoding="utf-8")
        try:
            subprocess.run([*shlex.split(editor), str(path)], check=True)
            return reviewing.edited(read_text(path), path)
        except subprocess.CalledProcessError as error:
            refuse(f"the editor '{editor}' failed with code {error.returncode}")
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            refuse(f"the editor '{editor}' cannot be started ({reason}); name another with --editor or $EDITOR")
        except ReadError as error:
            refuse(in_words(error))
    return None


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
        "conflicts": {key: [_candidate(each) for each in evidence.conflicts[key]] for key in proposal.open_conflicts},
    }


def _candidate(candidate: Candidate) -> dict[str, Any]:
    data: dict[str, Any] = candidate.model_dump(exclude_none=True, exclude={"chosen"})
    return data
