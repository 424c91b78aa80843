"""The command that adds what a group has, recognised and joined to its people: add."""

import json
import shlex
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.base.errors import NOT_IMPORTED, NotFound, Problem, ReadError, counted
from kg.cli import importing, many, merging, messages
from kg.cli.options import ProjectOption

if TYPE_CHECKING:
    from kg.extract.recognising import RecognisedInput
    from kg.profile.config import Project
    from kg.profile.drafts.directory import OpenOwner
    from kg.profile.drafts.model import Draft

_OWN = ("build", "catalogues", "identity", "ontology", "profiles", "queries", "schemas", "shapes", "site",
        "kg.yaml", "organizations.yaml", "venues.yaml")  # fmt: skip
_NEXT = "kg build, then kg review --web --all, which asks what is not sure"
_MAX_CHOICES = 5
_MAX_REMARK = 70


@dataclass
class AddedInput:
    """An input, what it is, and what became of it."""

    input: str
    kind: str
    said: str = ""  # What became of it where it joined no profile
    profiles: dict[str, str] = field(default_factory=dict)  # Ids, each with new, changed or unchanged
    entries: int = 0
    remarks: list[str] = field(default_factory=list)
    question: str = ""  # Whose it is, with the commands that decide

    @property
    def cells(self) -> tuple[str | int | None, ...]:
        """What a table shows of it."""
        states = ", ".join(f"{number:,} {state}" for state, number in Counter(self.profiles.values()).items())
        joined = [f"{id_} ({state})" for id_, state in self.profiles.items()]
        whose = self.said or (joined[0] if len(joined) == 1 else f"{len(joined):,} people: {states}")
        first, *more = self.remarks or [""]
        remark = first if len(first) <= _MAX_REMARK else f"{first[:_MAX_REMARK]}…"
        remark += f" (and {len(more):,} more)" if more else ""
        return self.input, self.kind, whose, self.entries or None, remark or None


def add(
    inputs: Annotated[list[str], typer.Argument(metavar="FILE|DIR|ID…", help="What there is; see below.")],
    organization: Annotated[
        str, typer.Option("--organization", help="Where people work whose row in a list of staff does not say it.")
    ] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be added, and write nothing.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Ask nothing; what is open is listed and left.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Write the table as JSON.")] = False,
    project: ProjectOption = None,
) -> None:
    """Add lists of staff, CVs, homepages, BibTeX and other records.

    Each file is recognised, and joins the profile of its person: that of an id such as the ORCID iD, else the one
    that has the name. A list of the works of several of your people becomes one of the group. Where it is open
    whose a file is, you are asked, once a file; without a terminal, or with --yes, it is listed and left. A file
    that was added before is skipped.

    \b
    Files:    lists of staff and tables of works (CSV, XLSX, XLS, ODS, YAML, JSON); CVs and pages (PDF, DOCX, LaTeX,
              HTML, Markdown); BibTeX, RIS, CSL-JSON, ORCID, OpenAlex and what else kg import reads.
    Folders:  what is in them; the source of a homepage (Jekyll, Hugo, Quarto) of a person, or of a group.
    Ids:      an ORCID iD, or an id of OpenAlex, is fetched. Only then the network is used.

    The table on stdout says whose each file is. Code 1: something is open, or could not be read. 'kg import' and
    'kg extract' read files of one kind, with more options.

    \b
    Examples:
      kg add staff.xlsx homepages/ papers.bib
      kg add lab-website/ --dry-run
      kg add cvs/*.pdf 0000-0002-1825-0097
      kg add everything/ --yes --json > added.json
    """
    from kg.profile.config import read_project

    addition = _Addition(read_project(project), organization, is_dry=dry_run)
    addition.take([*_of_ids(addition, inputs), *_of_files(addition, inputs)])
    if not (yes or dry_run) and sys.stdin.isatty() and sys.stderr.isatty():
        addition.ask()
    addition.close()
    messages.say(addition.problems)
    typer.echo(addition.as_json() if as_json else addition.as_table())
    messages.tell(*addition.summary())
    if addition.asked or addition.failed:
        raise typer.Exit(1)


class _Addition:
    """What is added to a project, and what became of it."""

    def __init__(self, project: "Project", organization: str, *, is_dry: bool) -> None:
        self.project, self.is_dry = project, is_dry
        self.group = project.config.publisher.name
        self.organization = organization or self.group
        self.rows: list[AddedInput] = []
        self.problems: list[Problem] = []
        self.failed = 0  # inputs that could not be read
        self.asked: list[tuple[many.Item, OpenOwner, str]] = []  # Each with the question in words
        self._files = merging.UnwrittenFiles() if is_dry else merging.ProfileFiles()
        self._of_item: dict[str, AddedInput] = {}

    def begin(self, name: str, kind: str, items: Sequence[many.Item] = (), *, said: str = "") -> Sequence[many.Item]:
        """Begin the row of an input, and return its items."""
        self.rows.append(AddedInput(name, kind, said))
        self._of_item |= {each.name: self.rows[-1] for each in items}
        return items

    def remark(self, row: AddedInput, problems: Iterable[Problem]) -> None:
        """Note what is odd in an input; what is not imported is no news of one file."""
        several = list(problems)
        self.problems += several
        row.remarks += [each.message for each in several if each.rule != NOT_IMPORTED]

    def take(self, items: Sequence[many.Item], *, is_new: bool = False) -> None:
        """Add items, and note what became of them."""
        revise, place = partial(merging.revised, files=self._files), self.project.profiles
        outcome = many.write_each(
            items, place, "adding", self._note, revise=revise, files=self._files, is_new=is_new, group=self.group
        )
        for item, taken in outcome.taken:
            row = self._of_item[item.name]
            row.said, row.entries = f"the group's: {taken.organization} (catalogues/{taken.path.name})", taken.works
            self.remark(row, taken.warnings)
        self.asked += [(*each, said) for each, said in zip(outcome.asked, outcome.questions, strict=True)]
        for item, problem in outcome.failed:
            self._of_item[item.name].said = f"not read: {problem.message}" if item.hint else "nothing was found in it"
            self.failed += bool(item.hint)
            self.problems += [problem] * bool(item.hint)

    def _note(self, written: many.WrittenProfile) -> Iterator[str]:
        row = self._of_item[written.item.name]
        row.profiles[written.path.stem] = written.state
        row.entries += sum(bool(fact.section) for fact in written.draft.facts)
        self.remark(row, (*written.draft.warnings, *written.revision.problems))
        return iter(())

    def ask(self) -> None:
        """Ask whose files and rows of lists are, once each."""
        asked, self.asked = self.asked, []
        for item, error, question in asked:
            answer = self._answer(item, error)
            if not answer:
                self.asked.append((item, error, question))
                continue
            path = error.candidates[int(answer) - 1].path if answer.isdecimal() else None
            name = answer if path is None and len(answer) > 1 else ""
            decided = replace(item, output=path, person=name, is_of_group=answer == "g")
            self.take([decided], is_new=answer == "n")

    def _answer(self, item: many.Item, error: "OpenOwner") -> str:
        """Return what somebody answers: a number, g, n, the name of a person, or nothing."""
        from kg.profile.drafts.directory import OpenList

        people, is_list = error.candidates[:_MAX_CHOICES], isinstance(error, OpenList)
        choices = {f"{at}": f"of {each.id}" for at, each in enumerate(people, 1)}
        choices |= {"g": f"a list of {self.group}"} if is_list else {"n": "of another person"} if people else {}
        messages.tell(f"\n{item.name}: {error}.", *(f"  {key}  {meaning}" for key, meaning in choices.items()))
        while True:
            told = "Whose is it, or the name" if choices else "Whose is it? The name"
            answer = str(typer.prompt(f"{told} (empty: leave it)", default="", show_default=False, err=True)).strip()
            if not answer or answer in choices or (len(answer) > 1 and not answer.isdecimal()):
                return answer

    def close(self) -> None:
        """Note what stayed open, and what was added in the run before."""
        for item, error, question in self.asked:
            row = self._of_item[item.name]
            row.said, row.question = f"open: {error}", f"{row.question}\n{question}".strip()
        for row in self._of_item.values():
            row.said = row.said or ("" if row.profiles else "added before the last run broke off")

    def as_table(self) -> str:
        """What became of the inputs, for people."""
        from pyoxigraph import Literal

        from kg.cli.tables import Look, drawn

        rows = [tuple(None if cell is None else Literal(cell) for cell in each.cells) for each in self.rows]
        return drawn(["input", "what it is", "whose", "entries", "remarks"], [*rows], Look()).rstrip()

    def as_json(self) -> str:
        """The same for programs."""
        said = {"dry_run": self.is_dry, "open": len(self.asked), "inputs": [*map(asdict, self.rows)]}
        return json.dumps(said, ensure_ascii=False, indent=2)

    def summary(self) -> Iterator[str]:
        """Yield what is open, with the commands that decide, and what comes next."""
        yield from (each.question for each in self.rows if each.question)
        people = {id_ for row in self.rows for id_ in row.profiles}
        new = sum(state == many.NEW for row in self.rows for state in row.profiles.values())
        open_ = f"; {counted(len(self.asked), 'question')} open" if self.asked else ""
        done, after = ("Would add to", "the same without --dry-run") if self.is_dry else ("Added to", _NEXT)
        yield f"{done} {counted(len(people), 'person', 'people')}, {new:,} of them new{open_}.\nNext: {after}"


def _of_ids(addition: _Addition, inputs: Sequence[str]) -> Iterator[many.Item]:
    """Yield the ids among inputs; raises NotFound for what is neither that nor a file."""
    from kg.interchange import fetching

    for name in (each for each in inputs if not Path(each).exists()):
        form = next((form for form in ("orcid", "openalex") if fetching.is_id(form, name)), "")
        if not form:
            raise NotFound(f"there is no file '{name}', and it is no ORCID iD", hint="check the path or the id")
        read, command = importing.reader(form, name, refresh=False), f"kg import {form} {name}"
        yield from addition.begin(name, f"{form} record", [many.Item(name, read, digest=name, command=command)])


def _of_files(addition: _Addition, inputs: Sequence[str]) -> Iterator[many.Item]:
    """Yield what files hold, in the order in which it is added; what is not read gets its row."""
    from kg.extract.recognising import STAFF, recognised

    root = addition.project.root.resolve()
    named = [Path(each) for each in inputs if Path(each).exists()]
    found = [each for path in named for each in recognised(path, {root / name for name in _OWN})]
    known, unread = _hashes(addition.project), defaultdict[str, list[Path]](list)
    for each in sorted({each.path.resolve(): each for each in found}.values(), key=lambda each: each.rank):
        if not each.form:
            unread[each.why].append(each.path)
            addition.failed += each.is_sure or each.path in named
        elif each.form != STAFF and many.digest(each.path) in known:  # of a list, all rows may not be there yet
            addition.begin(str(each.path), each.words, said="added before")
        else:
            is_sure = each.is_sure and not each.person
            yield from _of_file(addition, each, is_sure=is_sure or (each.path in named and each.path.is_file()))
    for why, paths in unread.items():
        more = f" and {len(paths) - 1:,} more" if len(paths) > 1 else ""
        addition.begin(f"{paths[0]}{more}", "not read", said=why)


def _hashes(project: "Project") -> set[str]:
    """Return the hashes of what was added before."""
    from kg.profile.drafts.directory import ProfileDirectory

    catalogues = project.root / "catalogues"
    files = (*ProfileDirectory(project.profiles), *ProfileDirectory(catalogues))
    lists = map(many.digest, catalogues.glob("*"))
    return {hash_ for hash_ in (*lists, *(hash_ for each in files for hash_ in each.sources.values())) if hash_}


def _of_file(addition: _Addition, found: "RecognisedInput", *, is_sure: bool) -> Sequence[many.Item]:
    """Return what a file holds, and begin its row."""
    from kg.extract import recognising
    from kg.interchange import staff

    path, name = found.path, str(found.path)
    if found.form == recognising.STAFF:
        try:
            listing = staff.members_of(path, organization=addition.organization)
        except ReadError as error:
            addition.failed += 1
            return addition.begin(name, found.words, said=f"not read: {error.problems[0].message}")
        messages.tell(*(f"{name}: {line}" for line in listing.told()))
        said = "" if listing.members else "nobody is in it"
        items = addition.begin(name, found.words, [*importing.staff_items(listing, path)], said=said)
        addition.remark(addition.rows[-1], listing.problems)
        return items
    command = f"kg {'extract' if found.is_free_form else f'import {found.form}'} {shlex.quote(name)}"
    hint = "check that it is the right file" if is_sure else ""
    if found.is_free_form:
        read: Callable[[], Draft] = partial(recognising.read, found)
        if found.is_member and addition.organization:
            read = partial(_as_member, read, addition.organization, is_former=found.is_former)
    else:
        read = importing.reader(found.form, name, refresh=False)
    item = many.Item(name, read, "", None, "", found.person, many.digest(path), hint, command, path, found.is_of_group)
    return addition.begin(name, found.words, [item])


def _as_member(read: "Callable[[], Draft]", group: str, *, is_former: bool) -> "Draft":
    """Return what a page of somebody on the site of a group says, and that its person is or was of the group."""
    from kg.profile.drafts.model import Fact

    draft = read()
    said = {key: fact for fact in draft.facts for key in ("name", "job_title") if key in fact.values}
    if "name" not in said or any(each.values.get("organization") == group for each in draft.facts):
        return draft
    stated = said.get("job_title", said["name"])
    values = {"organization": group, "role": stated.values.get("job_title", "member")}
    values |= {} if is_former else {"end": "present"}
    why = "the site of the group has a page of this person"
    member = Fact("positions", values, stated.quote, dict.fromkeys(values, 0.9), reason=why)
    return replace(draft, facts=(*draft.facts, member))
