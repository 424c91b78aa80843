"""How `kg extract` has a model read: prompts to take to one, answers from there, or a server that is asked."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kg.base.errors import Problem, ReadError, counted
from kg.cli.files import STDIN, given, write
from kg.cli.messages import say, tell
from kg.cli.progress import shown_progress

if TYPE_CHECKING:
    from kg.extract.answering import Answers
    from kg.extract.documents.model import Document
    from kg.profile.config import ModelReader
    from kg.profile.drafts.model import Fact

_MAX_ANSWERS = 64 << 20
_ONE = "give one of --model, --prompt-only and --answers"


def answered(
    paths: Sequence[Path], name: str, output: Path, model: str | None, answers: Path | None
) -> "Answers | None":
    """Return what a model says of some documents, or said already; None where it is not to be asked."""
    if model is None and answers is None:
        return None
    if STDIN in paths:
        raise typer.BadParameter("save what comes from stdin to a file: it is read twice")
    if model is not None and answers is not None:
        raise typer.BadParameter(_ONE)
    return (
        _answers_of_model(paths, name, output, model or "")
        if answers is None
        else _answers_in(answers, paths, name, output)
    )


def write_prompts(paths: Sequence[Path], name: str, output: Path, model: str | None, answers: Path | None) -> None:
    """Write what a model is to be asked about some documents: the instructions once, then batch after batch."""
    from kg.extract.asking import batches, instructions, tokens
    from kg.extract.lines import lines_of
    from kg.terms.declaration import declaration_near

    if model is not None or answers is not None:
        raise typer.BadParameter(_ONE)
    declaration, before = declaration_near(output), 0
    problems: list[Problem] = []
    parts: list[str] = []
    for document in _documents(paths, name, problems):
        asked = batches(document, declaration, before)
        parts += [f"Document {Path(document.name).name}\n", *(batch.request for batch in asked)]
        before += sum(1 for _ in lines_of(document))
    text = "\n".join([instructions(declaration), *parts])
    if problems:
        raise ReadError(problems)
    write(output, text)
    tell(f"About {tokens(text):,} tokens. Next: the same command with --answers FILE instead of --prompt-only")


def _answers_of_model(paths: Sequence[Path], name: str, output: Path, model: str) -> "Answers":
    """Return what a model says of some documents, after it is told what that costs."""
    from kg.extract.answering import asked
    from kg.extract.asking import batches, instructions, schema, tokens
    from kg.interchange.chat import Chat
    from kg.profile.config import model_server, services
    from kg.terms.declaration import declaration_near

    server, declaration = model_server(model, _settings_near(output)), declaration_near(output)
    documents = _documents(paths, name)
    requests = [(document, batch) for document in documents for batch in batches(document, declaration)]
    told = tokens(instructions(declaration))
    cost = sum(told + tokens(batch.request) for _, batch in requests)
    tell(f"{server.name} at {server.address}: {counted(len(documents), 'document')}, about {cost:,} tokens")
    chat = Chat(server, services().cache, tell, schema=schema(declaration))
    with shown_progress() as progress:
        found = asked(progress.track("asking the model", requests, len(requests)), declaration, chat.ask)
    say(found.problems)
    return replace(found, problems=[])


def _answers_in(path: Path, paths: Sequence[Path], name: str, output: Path) -> "Answers":
    """Return what a file of answers says of some documents."""
    from kg.base.strict_yaml import read_text
    from kg.extract.answering import entries_in, recorded
    from kg.terms.declaration import declaration_near

    declaration = declaration_near(output)
    entries = entries_in(read_text(*given([path]), limit=_MAX_ANSWERS), declaration.sections)
    found = recorded(_documents(paths, name), declaration, entries)
    say([Problem(entries.told, path)] if entries.told else [])
    return found


def _documents(paths: Sequence[Path], name: str, problems: list[Problem] | None = None) -> "list[Document]":
    """Return the documents that are read, each once, in order, and add to `problems` what cannot be read."""
    from kg.extract.answering import key_of
    from kg.extract.extraction import extract

    found: dict[tuple[str, str], Document] = {}

    def see(document: "Document", facts: "list[Fact]", _: str) -> "list[Fact]":
        found.setdefault(key_of(document), document)
        return facts

    for path in paths:
        try:
            extract([path], name=name, asked=see)
        except ReadError as error:
            (problems if problems is not None else []).extend(error.problems)
    return [*found.values()]


def _settings_near(output: Path) -> "ModelReader":
    """Return what `kg.yaml` says of the model, of the project where a profile lies, or where one is."""
    from kg.profile.config import ModelReader, read_project
    from kg.terms.declaration import root_near

    root = root_near(output)
    return read_project(root).config.reader if root else ModelReader()
