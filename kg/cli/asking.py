"""How `kg extract` has a model read: prompts to take to one, answers from there, or a server that is asked."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kg.base.errors import Problem, ReadError, counted
from kg.cli.files import STDIN, given, write
from kg.cli.messages import say, tell
from kg.cli.progress import shown_progress

if TYPE_CHECKING:
    from kg.extract.answering import ModelAnswers
    from kg.extract.documents.model import Document
    from kg.profile.drafts.model import Fact

_MAX_ANSWERS = 64 << 20


def answered(
    paths: Sequence[Path], name: str, output: Path, model: str | None, answers: Path | None
) -> "ModelAnswers | None":
    """Return what a model says of some documents, or said already; None where it is not to be asked."""
    from kg.base.strict_yaml import read_text
    from kg.extract.answering import asked
    from kg.extract.asking import whole
    from kg.interchange.chat import Answer
    from kg.terms.declaration import declaration_near

    if model is None and answers is None:
        return None
    if STDIN in paths:
        raise typer.BadParameter("save what comes from stdin to a file: it is read twice")
    if answers is None:
        found = _asked(paths, name, output, model or "")
    else:
        said = Answer(read_text(*given([answers]), limit=_MAX_ANSWERS))
        requests = [whole(*each) for each in _documents(paths, name)]
        found = asked(requests, declaration_near(output), lambda *_: said)
    say(found.problems)
    found.problems.clear()
    return found


def write_prompts(paths: Sequence[Path], name: str, output: Path) -> None:
    """Write what a model is to be asked about some documents: the instructions once, then batch after batch."""
    from kg.extract.asking import batches, instructions, tokens
    from kg.terms.declaration import declaration_near

    declaration, problems = declaration_near(output), list[Problem]()
    parts = [instructions(declaration)]
    for document, before in _documents(paths, name, problems):
        asked = batches(document, declaration, before)
        parts += [f"Document {Path(document.name).name}\n", *(batch.request for batch in asked)]
    if problems:
        raise ReadError(problems)
    write(output, "\n".join(parts))
    tell(f"About {tokens(''.join(parts)):,} tokens. Next: the same command with --answers FILE for --prompt-only")


def _asked(paths: Sequence[Path], name: str, output: Path, model: str) -> "ModelAnswers":
    """Return what a model says of some documents, after it is told what that costs."""
    from kg.extract.answering import asked
    from kg.extract.asking import batches, instructions, schema, tokens
    from kg.interchange.chat import Chat
    from kg.profile.config import ModelReader, model_server, read_project, services
    from kg.terms.declaration import declaration_near, root_near

    root, declaration = root_near(output), declaration_near(output)
    server = model_server(model, read_project(root).config.reader if root else ModelReader())
    documents = [document for document, _ in _documents(paths, name)]
    requests = [batch for document in documents for batch in batches(document, declaration)]
    cost = sum(tokens(instructions(declaration)) + tokens(batch.request) for batch in requests)
    tell(f"{server.name} at {server.address}: {counted(len(documents), 'document')}, about {cost:,} tokens")
    chat = Chat(server, services().cache, tell, schema=schema(declaration))
    with shown_progress() as progress:
        return asked(progress.track("asking the model", requests, len(requests)), declaration, chat.ask)


def _documents(paths: Sequence[Path], name: str, problems: list[Problem] | None = None) -> "list[tuple[Document, int]]":
    """Return the documents that are read, each once, with how many lines stand before; and add what cannot be read."""
    from kg.extract.extraction import extract
    from kg.extract.lines import lines_of

    found: dict[str, tuple[Document, int]] = {}
    before = 0

    def see(document: "Document", facts: "list[Fact]", _: str) -> "list[Fact]":
        nonlocal before
        if document.sha256 not in found:
            found[document.sha256] = document, before
            before += sum(1 for _ in lines_of(document))
        return facts

    for path in paths:
        try:
            draft = extract([path], name=name, asked=see)
            say(draft.warnings if problems is not None else ())  # they are told else when it is extracted
        except ReadError as error:
            (problems if problems is not None else []).extend(error.problems)
    return [*found.values()]
