"""Review what is proposed in a profile: one key an answer, or by the keys of facts."""

import json
import shlex
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO

import typer

from kg.base.errors import Problem, ReadError
from kg.base.strict_yaml import read_text
from kg.cli.files import opened
from kg.profile.drafts import reviewing
from kg.profile.drafts.reviewing import Proposal, Review, shown

_HELP = "a accept, r reject (removes it), e edit, a digit chooses that value, n skip, q quit; answers so far are saved"
_KEYS = "[a]ccept  [r]eject  [e]dit  {choose}[n]ext  [q]uit"
_SURE = 0.9  # values below this are shown with their confidence


class ReviewSession:
    """A review that survives concurrent edits of the file, in an editor or another window.

    Attributes:
        path: The file.
        review: The proposals in it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._text = read_text(path)
        self.review = Review(self._text, path)

    def proposal(self, fact: str) -> Proposal | None:
        """Return the proposal with the key of a fact, if it is still open."""
        return next((each for each in self.review.open() if each.fact == fact), None)

    def answer(self, shown: Proposal, apply: Callable[[Review, Proposal], None]) -> bool:
        """Write an answer into the file; say whether that was done.

        If the file has changed, it is read again, and the answer is applied there, unless the proposal is not the
        same as the one that was shown.
        """
        proposal: Proposal | None = shown
        text = read_text(self.path)
        if text != self._text:
            self._text, self.review = text, Review(text, self.path)
            typer.echo(f"{self.path} was changed meanwhile and has been read again.", err=True)
            proposal = self.proposal(shown.fact)
        if proposal is None or (proposal.values, proposal.evidence) != (shown.values, shown.evidence):
            typer.echo("This proposal is not the same any more: the answer was not written.", err=True)
            return False
        try:
            apply(self.review, proposal)
        except ReadError as error:
            _refuse(_in_words(error))
            return False
        self.write()
        return True

    def write(self) -> None:
        """Write the decisions.

        Raises:
            ReadError: If the file was changed meanwhile.
        """
        if read_text(self.path) != self._text:
            hint = "give the command again"
            raise ReadError(Problem("it was changed meanwhile: nothing was written", self.path, hint=hint))
        text = self.review.text()
        with opened(self.path) as out:
            out.write(text.encode())
        self._text = text


def listed(review: Review) -> Iterator[str]:
    """Yield the open proposals, a line each."""
    for each in review.open():
        conflict = f"  sources disagree on {', '.join(each.open_conflicts)}" if each.candidates else ""
        where = reviewing.place(each.evidence)
        yield f"{each.fact}  {each.evidence.lowest:.2f}  {name_of(each)}  {where}{conflict}"


def as_json(review: Review) -> str:
    """Return the open proposals as JSON."""
    return json.dumps([_data(each) for each in review.open()], indent=2, ensure_ascii=False)


def _data(proposal: Proposal) -> dict[str, Any]:
    evidence = proposal.evidence
    shared = {key: getattr(evidence, key) for key in ("confidence", "source", "page", "lines", "quote", "reason")}
    return {
        "fact": evidence.fact,
        "section": proposal.section or "person",
        "line": proposal.line,
        "values": proposal.values,
        **shared,
        "conflicts": {
            key: [each.model_dump(exclude_none=True, exclude={"chosen"}) for each in evidence.conflicts[key]]
            for key in proposal.open_conflicts
        },
    }


def decide(
    session: ReviewSession, *, accept: Iterable[str], reject: Iterable[str], above: float | None
) -> tuple[int, int, list[str]]:
    """Decide on facts by their keys, and accept all whose confidence is at least `above`.

    Returns:
        How many were accepted, how many rejected, and why others could not be accepted.
    """
    review = session.review
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
    session.write()
    return len(accepted), len(rejected), left


def walk(path: Path, keys: TextIO, editor: str) -> None:
    """Ask about each open proposal, and write each answer into the file as it is given."""
    session = ReviewSession(path)
    facts = [each.fact for each in session.review.open()]
    if not facts:
        typer.echo("Nothing is open.", err=True)
        return
    answered = 0
    for number, fact in enumerate(facts, 1):
        answer = _ask(session, fact, f"\n— {number} of {len(facts)} —", keys, editor)
        if answer == "q":
            break
        answered += answer != "n"
    left = len(session.review.open())
    typer.echo(f"{answered} answered, {left} still open; see {path}", err=True)


def _ask(session: ReviewSession, fact: str, head: str, keys: TextIO, editor: str) -> str:
    """Ask about one fact until it is decided, or skipped; return the last key."""
    while proposal := session.proposal(fact):
        typer.echo("\n".join([head, *_lines(proposal)]))
        numbers = [str(number) for number in range(1, min(len(proposal.candidates), 9) + 1)]
        choose = f"[1-{numbers[-1]}] choose  " if len(numbers) > 1 else ""
        key = pressed(keys, _KEYS.format(choose=choose), ("a", "r", "e", "n", "q", *numbers), _HELP)
        if key in ("n", "q"):
            return key
        if _apply(session, proposal, key, editor) and not session.proposal(fact):
            return key
    return "n"


def pressed(keys: TextIO, prompt: str, known: Iterable[str], help_: str = "") -> str:
    """Return the key that answers; the end of the input and Ctrl-D quit."""
    while True:
        typer.echo(f"{prompt}: ", err=True, nl=False)
        if keys.isatty():
            try:
                key = typer.getchar().lower()
            except EOFError:
                key = "q"
            typer.echo(key, err=True)
        else:
            line = keys.readline()
            key = line.strip().lower() if line else "q"
        if key in known:
            return key
        if help_:
            typer.echo(help_, err=True)


def _apply(session: ReviewSession, proposal: Proposal, key: str, editor: str) -> bool:
    """Write the answer of a key; say whether there was something to write."""
    if key == "e":
        values = _edited(proposal, editor)
        return values is not None and session.answer(proposal, lambda review, each: review.correct(each, values))
    if key == "a" and proposal.unsaid:
        typer.echo(f"It stays open: {_choice(proposal)}", err=True)
        return False
    if key.isdigit():
        name, number, _ = proposal.candidates[int(key) - 1]
        return session.answer(proposal, lambda review, each: review.choose(each, name, number))
    return session.answer(proposal, lambda review, each: review.decide(each, "accepted" if key == "a" else "rejected"))


def _edited(proposal: Proposal, editor: str) -> dict[str, Any] | None:
    """Let somebody correct a proposal in an editor; None if that fails, which is printed."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "entry.yaml"
        path.write_text(reviewing.editable(proposal), encoding="utf-8")
        try:
            subprocess.run([*shlex.split(editor), str(path)], check=True)
            return reviewing.edited(read_text(path), path)
        except subprocess.CalledProcessError as error:
            _refuse(f"the editor '{editor}' failed with code {error.returncode}")
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            _refuse(f"the editor '{editor}' cannot be started ({reason}); name another with --editor or $EDITOR")
        except ReadError as error:
            _refuse(_in_words(error))
    return None


def _refuse(reason: str) -> None:
    typer.echo(f"error: {reason}; nothing was changed", err=True)


def _in_words(error: ReadError) -> str:
    """Return the problems of an entry without their lines: those of the temporary file help nobody."""
    parts = (f"{each.field}: {each.message}" if each.field else each.message for each in error.problems)
    return "; ".join(parts) + (f" ({error.hint})" if error.hint else "")


def name_of(proposal: Proposal) -> str:
    """Return what a proposal is about, on one line: `publications: Notes`."""
    if not proposal.section:
        key, value = next(iter(proposal.values.items()))
        return f"{key}: {shown(value)}"
    return f"{proposal.section}: {reviewing.entry_words(proposal.section, proposal.values)}"


def _choice(proposal: Proposal) -> str:
    keys = " and ".join(proposal.unsaid)
    return f"the sources disagree on {keys}: choose 1 to {len(proposal.candidates)}, edit or reject it"


def _lines(proposal: Proposal) -> Iterator[str]:
    evidence = proposal.evidence
    yield f"{name_of(proposal)}  ({evidence.fact}, confidence {evidence.lowest:.2f})"
    for key, value in proposal.values.items():
        confidence = evidence.confidence
        sure = confidence.get(key, 1.0) if isinstance(confidence, dict) else confidence
        yield f"  {key}: {shown(value)}" + (f"  (confidence {sure:.2f})" if sure < _SURE else "")
    for passage in (evidence, *evidence.also):
        yield f"  {reviewing.place(passage)}: {passage.quote or ''}"
    if evidence.reason:
        yield f"  {evidence.reason}"
    for number, (key, _, candidate) in enumerate(proposal.candidates, 1):
        stated = f", confidence {candidate.confidence:.2f}" if candidate.confidence is not None else ""
        yield f"  {number}  {key}: {shown(candidate.value)}  ({reviewing.place(candidate)}{stated})"
