"""Review what is proposed in a profile: one key an answer, or by the keys of facts."""

import json
import shlex
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TextIO

import typer

from kg.base.errors import KgError, ReadError
from kg.base.strict_yaml import read_text
from kg.profile.drafts import reviewing
from kg.profile.drafts.review_queue import ReviewQuestion, ReviewQueue
from kg.profile.drafts.reviewing import Proposal, Review, shown
from kg.profile.drafts.sessions import ProfileQuestion, ReviewSession
from kg.profile.provenance import Evidence, Place

_MOVES = ("n", "z", "y", "q")


def listed(review: Review) -> Iterator[str]:
    """Yield the open proposals, a line each."""
    for each in review.open():
        conflict = f"  sources disagree on {', '.join(each.open_conflicts)}" if each.candidates else ""
        where = reviewing.place(each.evidence)
        yield f"{each.fact}  {each.evidence.lowest:.2f}  {reviewing.name_of(each)}  {where}{conflict}"


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
    left = [
        f"{each.fact} ({reviewing.name_of(each)}) stays open: {reviewing.open_choice(each)}"
        for each in accepted
        if each.unsaid
    ]
    accepted = [each for each in accepted if not each.unsaid]
    for each in accepted:
        review.decide(each, "accepted")
    for each in rejected:
        review.decide(each, "rejected")
    session.write()
    return len(accepted), len(rejected), left


class ReviewTerminal(NamedTuple):
    """How questions of one kind are asked in a terminal."""

    keys: TextIO  # where the answers come from
    lines: Callable[[Any], Iterable[str]]  # returns a question as it is printed
    prompt: str  # the keys; `{choose}` stands for those of candidates
    help: str = ""  # what is said to a key that is none
    editor: str = ""  # what corrects an entry

    def ask(self, question: ReviewQuestion, head: str) -> str:
        """Print a question and return the key that was pressed; the end of the input and Ctrl-D quit."""
        typer.echo("\n".join([head, *self.lines(question)]))
        last = question.answers[-1]
        choose = f"[1-{last}] choose  " if last.isdigit() and last != "1" else ""
        while True:
            typer.echo(f"{self.prompt.format(choose=choose)}: ", err=True, nl=False)
            key = self._pressed()
            if key in (*question.answers, *_MOVES):
                return key
            typer.echo(self.help, err=True)

    def _pressed(self) -> str:
        if not self.keys.isatty():
            line = self.keys.readline()
            return line.strip().lower() if line else "q"
        try:
            key = typer.getchar().lower()
        except EOFError:
            key = "q"
        typer.echo(key, err=True)
        return key


def of_profiles(keys: TextIO, editor: str) -> ReviewTerminal:
    """Return how the proposals of profiles are asked."""
    known = (
        "a accept, r reject (removes it, or what was added), e edit, a digit chooses, n skip, z undo, y redo, q quit"
    )
    prompt = "[a]ccept  [r]eject  [e]dit  {choose}[n]ext  [z] undo  [q]uit"
    return ReviewTerminal(keys, _lines, prompt, f"{known}; answers so far are saved", editor)


def walk(queue: ReviewQueue, terminal: ReviewTerminal) -> int:
    """Ask the open questions, and write each answer down as it is given; return how many were answered."""
    asked = [each.key for each in queue.open()]
    at = 0
    while at < len(asked):
        question = queue.find(asked[at])
        key = terminal.ask(question, f"\n— {at + 1} of {len(asked)} —") if question else "n"
        if key == "q":
            break
        if key in ("z", "y"):
            at = _step(queue, key, asked, at)
        elif not question or key == "n":
            at += 1
        else:
            _answer(queue, question, key, terminal.editor)
    return len(queue.history.done)


def _step(queue: ReviewQueue, key: str, asked: list[str], at: int) -> int:
    """Undo or redo an answer; return which question is asked next."""
    try:
        change = queue.undo() if key == "z" else queue.redo()
    except KgError as error:
        _refuse(_in_words(error))
        return at
    if change is None:
        typer.echo(f"Nothing to {'undo' if key == 'z' else 'redo'}.", err=True)
        return at
    return asked.index(change.label) + (key == "y" and not queue.find(change.label))


def _answer(queue: ReviewQueue, question: ReviewQuestion, key: str, editor: str) -> None:
    """Write the answer of a key down, or say why not."""
    text = ""
    if isinstance(question, ProfileQuestion) and key == "e":
        text = _edited(question.proposal, editor)
        if not text:
            return
    for path in queue.refresh():
        typer.echo(f"{path} was changed meanwhile and has been read again.", err=True)
    try:
        queue.answer(question.key, question.version, key, text)
    except KgError as error:
        _refuse(_in_words(error))


def _edited(proposal: Proposal, editor: str) -> str:
    """Let somebody correct a proposal in an editor; empty if that fails, which is printed."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "entry.yaml"
        path.write_text(reviewing.editable(proposal), encoding="utf-8")
        try:
            subprocess.run([*shlex.split(editor), str(path)], check=True)
            return read_text(path) or "\n"
        except subprocess.CalledProcessError as error:
            _refuse(f"the editor '{editor}' failed with code {error.returncode}")
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            _refuse(f"the editor '{editor}' cannot be started ({reason}); name another with --editor or $EDITOR")
        except ReadError as error:
            _refuse(_in_words(error))
    return ""


def _refuse(reason: str) -> None:
    typer.echo(f"error: {reason}; nothing was changed", err=True)


def _in_words(error: KgError) -> str:
    return reviewing.reasons(error) + (f" ({error.hint})" if error.hint else "")


def _lines(question: ProfileQuestion) -> Iterator[str]:
    from kg.extract.replaying import shown_words

    proposal, evidence = question.proposal, question.proposal.evidence
    yield f"{reviewing.name_of(proposal)}  ({evidence.fact}, confidence {evidence.lowest:.2f})"
    for key, value, doubt in reviewing.values_of(proposal):
        yield f"  {key}: {value}" + (f"  (confidence {doubt})" if doubt else "")
    passages: tuple[Evidence | Place, ...] = (evidence, *evidence.also)
    for passage in passages:
        pieces, doubt = shown_words(question.session.path, passage, passage.fact)
        words = "".join(typer.style(each, bold=True) if is_value else each for each, is_value in pieces)
        yield f"  {reviewing.place(passage)}: {words}"
        if doubt:
            yield f"  {passage.source} {doubt}"
    if evidence.reason:
        yield f"  {evidence.reason}"
    for number, (key, _, candidate) in enumerate(proposal.candidates, 1):
        stated = f", confidence {candidate.confidence:.2f}" if candidate.confidence is not None else ""
        yield f"  {number}  {key}: {shown(candidate.value)}  ({reviewing.place(candidate)}{stated})"
