"""The command that turns documents into a profile for review: extract."""

import re
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.base.errors import NotFound, Problem, counted
from kg.cli import asking, group_lists, many, merging, messages
from kg.cli.files import check_is_yaml, given, write
from kg.cli.options import STDOUT, NewOption, OfOption
from kg.terms.identifiers import SLUG_PATTERN, slug

if TYPE_CHECKING:
    from kg.extract.answering import ModelAnswers
    from kg.profile.drafts.model import Draft
    from kg.profile.drafts.writing import Revision
    from kg.profile.records import Source

_FEW = 800
"""Of so few characters nothing is concluded."""

_MOSTLY = {"publications": 800, "education": 200}
"""Of so many characters of works or degrees that were not understood, it matters whether they are most."""

_NAMED = 3
_NO_CV = "check that it is a CV or a homepage, and not a scan"

_WORDS = {
    "kept": "kept",
    "reopened": "reopened",
    "changed": "changed",
    "new": "new",
    "by hand": "there by hand",
    "deleted before": "deleted before",
    "gone": "gone",
    "without words": "no longer in the source",
}


@dataclass
class _Options:
    id: str
    name: str
    again: bool
    is_new: bool = False
    answers: "ModelAnswers | None" = None

    def read(self, paths: Sequence[Path]) -> "Draft":
        """Return what documents propose."""
        from kg.extract import extraction

        return extraction.extract(paths, name=self.name, asked=self.answers)


def extract(
    paths: Annotated[list[Path], typer.Argument(metavar="FILE|DIR...", help="CVs, homepages, publication lists.")],
    output: Annotated[
        Path, typer.Option("-o", "--output", help="The profile; a directory gets one for each file.", show_default="-")
    ] = STDOUT,
    id: Annotated[str, typer.Option("--id", help="The id of the profile. Default: made from the name.")] = "",  # noqa: A002
    name: Annotated[str, typer.Option("--name", help="The person's name, if the documents do not state it.")] = "",
    again: Annotated[
        bool, typer.Option("--again", help="Propose again what was rejected or deleted in the profile.")
    ] = False,
    new: NewOption = False,
    of: OfOption = "",
    unread: Annotated[
        bool, typer.Option("--unread", help="List what was not read, and values that do not hold; write nothing.")
    ] = False,
    model: Annotated[
        str | None,
        typer.Option("--model", metavar="ADDRESS#NAME", help="Let this model read, too; else nothing is sent."),
    ] = None,
    prompt_only: Annotated[
        bool, typer.Option("--prompt-only", help="Write what a model would be asked; nothing is sent.")
    ] = False,
    answers: Annotated[
        Path | None, typer.Option("--answers", help="Let the answers of a model to --prompt-only count.")
    ] = None,
) -> None:
    """Turn a CV or homepage into a profile for review.

    Each entry says where it was read and how sure that is. Nothing is invented: what a document does not
    state is left out, and what was not read is said, and listed at the end of the profile. A profile
    that exists is merged with: what people decided or wrote in it is kept.

    With a directory as output, each file, and each directory, is one person's; a single directory that is no
    site stands for what lies in it. It joins the profile of its person: that of an id, else the one that has the
    name. Where that is open, nothing is written and you are asked. A list of the works of several of your people
    becomes a catalogue of where they work; --of names the organisation.

    With --model, a model reads, too, on any server that speaks OpenAI's chat form. It points to words, and what does
    not stand in the lines to which it points is ignored. Contacts are taken out of what is sent. KG_MODEL_URL,
    KG_MODEL_KEY and 'reader: {address: …, name: …}' in kg.yaml fill in what is open: all of it with --model ''.

    \b
    Examples:
      kg extract cv.md -o profiles/ada-lovelace.yaml
      kg extract homepage/ papers.bib -o profiles/ada-lovelace.yaml
      kg extract cvs/*.pdf homepages/* -o profiles/
      kg extract staff/ -o profiles/
      kg extract publications.md --of "Department of Engines"
      kg extract cv.pdf --unread
      pdftotext -layout cv.pdf - | kg extract -
      kg extract cv.pdf --model http://127.0.0.1:11434/v1#qwen3 -o profiles/ada-lovelace.yaml
      kg extract cv.pdf --prompt-only > prompt.txt
    """
    if id and not re.fullmatch(SLUG_PATTERN, id):
        raise typer.BadParameter("use lower-case letters, digits and single hyphens, such as 'ada-lovelace'")
    paths = given(paths)
    options = _Options(id, name, again, new)
    if (model is not None) + prompt_only + (answers is not None) > 1:
        raise typer.BadParameter("give one of --model, --prompt-only and --answers")
    if prompt_only:
        asking.write_prompts(paths, name, output)
        return
    options.answers = asking.answered(paths, name, output, model, answers)
    if unread:
        _list_unread(paths, options)
    elif of:
        group_lists.take_lists([(path, partial(options.read, [path])) for path in paths], of, output)
    elif many.is_directory(output):
        _extract_each(paths, output, options)
    else:
        _extract_together(paths, output, options)


def _extract_together(paths: Sequence[Path], output: Path, options: _Options) -> None:
    """Write one profile of all files."""
    check_is_yaml(output)
    is_there = output.is_file()
    revision, draft = _extract_one(paths, output, options)
    summary = [many.summary_of_one(len(paths), is_there=is_there)] if output != STDOUT else []
    messages.tell(*_lines(revision, draft, output), *summary)
    if _is_in_part([draft.sources] * _is_not_understood(draft), options):
        raise typer.Exit(1)


def _list_unread(paths: Sequence[Path], options: _Options) -> None:
    """Print the passages of which nothing was made, and the values that do not hold."""
    from kg.profile.drafts.writing import described

    draft = options.read(paths)
    for passage in draft.unread:
        typer.echo(
            described(passage) or f"{passage.quote.source}: {passage.heading or passage.section} ({passage.reason})"
        )
    for refusal in draft.refused:
        typer.echo(described(refusal))
    messages.tell(*_account_lines(draft, ""))


def _account_lines(draft: "Draft", where: str) -> Iterator[str]:
    """Yield how much was read, which sections were not or in part, and how many values do not hold."""
    from kg.profile.drafts.model import FACT, UNREAD

    counts = Counter[str]()
    for each in draft.characters.values():
        counts.update(each)
    sections = Counter[str]()
    for passage in draft.unread:
        sections[passage.heading.strip() or passage.section] += len(passage.quote.text)
    if sections:
        total = counts[FACT] + counts[UNREAD]
        named = [f"{section} ({number:,})" for section, number in sections.most_common(_NAMED)]
        more = [f"{len(sections) - _NAMED} more sections"] if len(sections) > _NAMED else []
        share = f"{100 * counts[FACT] / total:.0f} % of {total:,} characters"
        yield f"{where}Read: {share}; not read: {', '.join([*named, *more])}"
    if draft.refused:
        reasons = Counter(each.reason for each in draft.refused)
        shown = ", ".join(f"{reason} ({number:,})" for reason, number in reasons.most_common())
        yield f"{where}Refused: {counted(len(draft.refused), 'value')} of readers: {shown}"
    if sections or draft.refused:
        yield f"{where}See them with kg extract --unread."


def _is_in_part(poor: Iterable[Sequence["Source"]], options: _Options) -> bool:
    """Warn where most of some documents was not understood, or a model did not answer all; whether it was so."""
    some = [", ".join(source.path for source in sources[:_NAMED]) for sources in poor]
    messages.tell(*(f"warning: most of {names} was not understood: see it with --unread" for names in some))
    messages.say(options.answers.problems if options.answers else [])
    return bool(some or (options.answers and options.answers.is_partly))


def _is_not_understood(draft: "Draft") -> bool:
    """Say whether most of all sections, or of its works or degrees, was not understood."""
    from kg.extract.accounting import NOT_UNDERSTOOD, UNSURE

    missed: Counter[str] = Counter()
    for passage in draft.unread:
        missed[passage.section] += len(passage.quote.text) * (passage.reason in (NOT_UNDERSTOOD, UNSURE))
    read: Counter[str] = Counter()
    for section, quote in {(fact.section, fact.quote) for fact in draft.facts}:
        read[section] += len(quote.text)
    if missed.total() > max(_FEW, 3 * read.total()):
        return True
    return any(missed[kind] > max(enough, read[kind]) for kind, enough in _MOSTLY.items())


def _extract_each(paths: Sequence[Path], directory: Path, options: _Options) -> None:
    """Write a profile for each file; those that cannot be read are reported in the end."""

    def told(each: many.WrittenProfile) -> Iterator[str]:
        poor.extend([each.draft.sources] * _is_not_understood(each.draft))
        warnings.extend(each.draft.warnings)
        yield from _lines(each.revision, each.draft, each.path)

    poor: list[Sequence[Source]] = []
    warnings: list[Problem] = []
    paths = _within(paths[0]) if len(paths) == 1 else paths
    items = [
        many.Item(
            str(path),
            partial(options.read, [path]),
            stem=name,
            id=options.id,
            person=options.name,
            digest=many.digest(path),
            hint=_NO_CV,
            command=f"kg extract {shlex.quote(str(path))}",
            path=path,
        )
        for path, name in _named_apart(paths).items()
    ]
    revise = partial(merging.revised, again=options.again)
    outcome = many.write_each(items, directory, "extracting", told, revise=revise, is_new=options.is_new)
    messages.say(warnings)
    is_in_part = _is_in_part(poor, options)
    many.finish(outcome)
    if is_in_part:
        raise typer.Exit(1)


def _within(path: Path) -> Sequence[Path]:
    """Return what lies in a directory of several people's documents; a site, and a file, are one person's."""
    from kg.extract.extraction import READABLE
    from kg.extract.sites import is_site

    if not path.is_dir() or is_site(path):
        return [path]
    inner = [each for each in sorted(path.iterdir()) if not each.name.startswith(".")]
    found = [each for each in inner if each.is_dir() or each.suffix.lower() in READABLE]
    if left := len(inner) - len(found):
        typer.echo(f"{path}: {counted(left, 'file')} left out, of a kind that is not read", err=True)
    if not found:
        raise NotFound(f"there is nothing to read in {path}", hint=_NO_CV)
    return found


def _named_apart(paths: Iterable[Path]) -> dict[Path, str]:
    """Return unique names for profiles: that of the file, with its directory's where several files have the same."""
    whole = {path: path.absolute() for path in paths}
    stems = Counter(slug(at.stem) or "profile" for at in whole.values())
    named: dict[str, Path] = {}
    for path, at in whole.items():
        stem = slug(at.stem) or "profile"
        longer = (slug(f"{at.parent.name} {at.stem}"), slug(f"{at.parent.name} {at.name}"))
        forms = chain((stem,) if stems[stem] == 1 else longer, (f"{stem}-{number}" for number in count(2)))
        named[next(form for form in forms if form and form not in named)] = path
    return {path: name for name, path in named.items()}


def _extract_one(paths: Sequence[Path], output: Path, options: _Options) -> "tuple[Revision, Draft]":
    draft = options.read(paths)
    messages.say(draft.warnings)
    if not draft.facts:
        names = " and ".join(map(str, paths))
        raise NotFound(f"nothing was found in {names}", hint=_NO_CV)
    draft = draft if output == STDOUT else merging.seen_from(draft, output.parent)
    group_lists.see_that_nobody_has_it(draft, output, name=options.name, is_new=options.is_new)
    revision = merging.revised(draft, output, id=options.id, name=options.name, again=options.again)
    write(output, revision.text)
    if output != STDOUT:
        merging.write_claims(output, revision, draft)
    return revision, draft


def _lines(revision: "Revision", draft: "Draft", output: Path) -> Iterator[str]:
    """Yield what is said of a profile that was written."""
    from kg.cli.accounting import draft_lines

    where = "" if output == STDOUT else f"{output}: "
    from kg.profile.drafts.model import SURE

    doubtful = sum(entry.evidence.status == "proposed" and entry.evidence.lowest < SURE for entry in revision.entries)
    yield f"{where}{messages.contents(revision)}{f'; {doubtful} below {SURE}' if doubtful else ''}"
    yield from (f"{where}{line}" for line in draft_lines([(draft, revision)]))
    yield from _account_lines(draft, where)
    if revision.counts and set(revision.counts) != {"new"}:
        yield ", ".join(f"{count} {_WORDS[what]}" for what in _WORDS if (count := revision.counts.get(what)))
    yield from (f"warning: {line}" for line in messages.folded(revision.problems))
    if conflicts := revision.conflicts:
        yield f"{counted(len(conflicts), 'conflict')}: the sources disagree"
    if not revision.is_named:
        yield "warning: the name is not stated in the document: give it with --name, or fill it in"
    if output != STDOUT:
        yield f"Next: kg review {output}"
