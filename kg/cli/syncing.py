"""The command that keeps profiles up to date: sync."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.base.errors import ConfigError, KgError, NotFound, Problem, ReadError, StoreError, counted
from kg.cli import many, merging, messages
from kg.cli.places import in_yaml, profile_paths
from kg.cli.progress import shown_progress

if TYPE_CHECKING:
    from kg.base.git import Repository
    from kg.interchange.fetching import Fetched
    from kg.interchange.manners import Manners
    from kg.profile.config import Project, Services
    from kg.profile.drafts.changes import EntryChange
    from kg.profile.drafts.directory import ProfileFile
    from kg.profile.drafts.model import Draft
    from kg.profile.drafts.writing import Revision

_DAY = 24 * 60 * 60
_EARLY = 6 * 60 * 60
"""By how many seconds early an answer may be asked for again: nightly runs do not start to the second."""

_BRANCHES = "kg-sync/"
"""How the branches begin."""


def sync(
    people: Annotated[
        list[str] | None, typer.Argument(metavar="[PERSON…]", help="Profiles: ids or files; by default all.")
    ] = None,
    project: Annotated[
        Path | None, typer.Option("--project", help="The project's directory.", show_default=False)
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what is new, and write nothing.")] = False,
    commit: Annotated[bool, typer.Option("--commit", help="Commit each person's changes with git.")] = False,
    branches: Annotated[
        bool,
        typer.Option("--branches", help=f"Commit them to a branch for each person, '{_BRANCHES}ID'; no file changes."),
    ] = False,
    refresh: Annotated[bool, typer.Option("--refresh", help="Ask services even if it is not their day.")] = False,
) -> None:
    """Ask the services of kg.yaml what is new, and propose it.

    What services say of people whose profiles state their ids joins the profiles, for review: what people decided
    stays, what was rejected or deleted does not return, and where nothing is new no byte changes. Each change is
    said in a line. Services are asked one after the other, as often as kg.yaml says; their answers are kept, so
    that a run that broke off goes on where it was. One that fails keeps nothing else back.

    \b
    In kg.yaml:
      sync:
        orcid: {every: 1}                                days
        openalex: {every: 7, people: [ada-lovelace]}     by default everybody who states an id
        dblp: {every: 30}

    \b
    Examples:
      kg sync
      kg sync ada-lovelace --dry-run
      kg sync --commit              each person's changes are a commit
      kg sync --branches            … on a branch, for a pull request each; see .github/workflows/sync.yml
    """
    from kg.profile.config import read_project

    if commit and branches:
        raise typer.BadParameter("choose one of --commit and --branches", param_hint="'--branches'")
    read = read_project(project)
    if not read.config.sync:
        message = f"{read.root / 'kg.yaml'} names no services to ask"
        raise ConfigError(message, hint="add to it: sync: {orcid: {every: 1}}; see kg sync --help")
    found = _Answers()
    files = _files(found.ids, read.root, commit=commit, branches=branches, dry_run=dry_run)
    _ask_all(found, read, people or [], refresh=refresh)
    _propose(found, read.profiles, files)


# What services say.


@dataclass
class _Answers:
    """What services said of people."""

    answers: "dict[Path, list[Fetched]]" = field(default_factory=lambda: defaultdict(list))  # By profile
    ids: dict[Path, str] = field(default_factory=dict)  # Of the profiles
    problems: list[Problem] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)  # How many people each service was asked about
    skipped: Counter[str] = field(default_factory=Counter)  # Of how many people it was not asked any more

    @property
    def summary(self) -> str:
        """Which services were asked about how many people, in words."""
        said = [f"{service} about {counted(count, 'person', 'people')}" for service, count in self.counts.items()]
        left = [f"{service} not about {count} more, since it failed" for service, count in self.skipped.items()]
        return f"Asked: {', '.join([*said, *left])}"


def _ask_all(found: _Answers, project: "Project", people: Sequence[str], *, refresh: bool) -> None:
    """Take what the services of a project say of people, as far as it is not what their profiles know.

    Raises NotFound if no profile of the project is meant by a name.
    """
    from kg.interchange.fetching import id_for
    from kg.interchange.manners import Manners
    from kg.profile.config import services
    from kg.profile.drafts.directory import ProfileDirectory

    places = services()
    meant = {path.resolve() for path in in_yaml(profile_paths(people, project.profiles))}
    profiles = [each for each in ProfileDirectory(project.profiles) if each.path.resolve() in meant]
    if strangers := meant - {each.path.resolve() for each in profiles}:
        raise NotFound(f"{min(strangers)} is no profile of {project.root}", hint="give --project DIR, or another file")
    due = [
        (each, service, 0.0 if refresh else max(plan.every * _DAY - _EARLY, 0))
        for each in profiles
        for service, plan in project.config.sync.items()
        if id_for(service, each.person.ids) and (not plan.people or each.id in plan.people)
    ]
    found.counts.update(dict.fromkeys(project.config.sync, 0))
    manners = Manners(places)
    with shown_progress() as progress:
        for profile, service, fresh in progress.track("asking", due, len(due)):
            if service in manners.left:
                found.skipped[service] += 1
            else:
                found.counts[service] += 1
                _ask(found, profile, service, fresh, places, manners)


def _ask(
    found: _Answers, profile: "ProfileFile", service: str, fresh: float, places: "Services", manners: "Manners"
) -> None:
    from kg.interchange.fetching import fetched, id_for
    from kg.interchange.http import Client

    def wait() -> None:
        manners.wait(service)

    client = Client(places, lambda _: None, fresh=fresh, wait=wait)  # the bar shows how far it is
    try:
        answer = fetched(service, id_for(service, profile.person.ids), places, client)
    except (KgError, ValueError) as error:
        problems = error.problems if isinstance(error, KgError) else [Problem(str(error))]
        found.problems += [Problem(f"{service}: {each.message}", profile.path, hint=each.hint) for each in problems]
        if isinstance(error, StoreError):
            manners.failed(service, error)
        return
    manners.answered(service)
    if profile.sources.get(answer.iri) != answer.sha256:
        found.answers[profile.path].append(answer)
        found.ids[profile.path] = profile.id


# What becomes of it.


def _propose(found: _Answers, directory: Path, files: "_Changes") -> None:
    """Write what is new into profiles, and report; raises ReadError in the end, with what could not be read."""
    problems: list[Problem] = []

    def told(each: many.WrittenProfile) -> Iterator[str]:
        problems.extend((*each.draft.warnings, *each.revision.problems))
        if each.state != "unchanged":
            yield f"{each.path}: {messages.changes_text(files.of(each.path))}"
            yield from (f"  {change}" for change in files.of(each.path))

    items = [_item(path, found) for path in found.answers]
    outcome = many.write_each(items, directory, "comparing", told, revise=files.revise, files=files)
    messages.say(problems)
    outcome.problems = [*found.problems, *outcome.problems]
    many.finish(outcome, found.summary, files.summary(outcome.changed, is_whole=not outcome.problems))


def _item(path: Path, found: _Answers) -> many.Item:
    answers = found.answers[path]

    def read() -> "Draft":
        from kg.profile.drafts.model import joined

        drafts: list[Draft] = []
        failed: list[Problem] = []
        for each in answers:
            try:
                drafts.append(each.read())
            except (ReadError, StoreError) as error:
                failed += error.problems
        if failed and not drafts:
            raise ReadError(failed)
        found.problems += failed
        return joined(drafts)

    digest = " ".join(each.sha256 for each in answers)
    return many.Item(str(path), read, output=path, id=found.ids[path], digest=digest)


class _Changes(merging.ProfileFiles):
    """Writes what changed in profiles into their files."""

    said, next = "changed", "kg review --web --all, or kg review FILE"

    def __init__(self, ids: Mapping[Path, str]) -> None:
        self._ids = ids
        self._changes: dict[Path, list[EntryChange]] = {}

    def of(self, path: Path) -> "list[EntryChange]":
        """Return what changed in a profile."""
        return self._changes.get(path, [])

    def revise(self, draft: "Draft", output: Path, *, id: str, name: str) -> "Revision":  # noqa: A002
        """Merge a draft into a profile; where nothing is new, its text stays."""
        from kg.profile.drafts.changes import changes

        before = self.read(output) or ""
        revision = merging.revised(draft, output, id=id, name=name, files=self)
        self._changes[output] = changes(before, revision.text, output)
        return revision if self._changes[output] else replace(revision, text=before)

    def summary(self, changed: int, *, is_whole: bool) -> str:
        """Return how many profiles changed, and what to do next."""
        if changed:
            return f"{counted(changed, 'profile')} {self.said}. Next: {self.next}"
        return "Nothing is new." if is_whole else "Nothing is new of what could be asked."


class _Unwritten(merging.UnwrittenFiles, _Changes):
    """Writes nothing."""

    said, next = "would change", "the same without --dry-run"

    def __init__(self, ids: Mapping[Path, str]) -> None:
        merging.UnwrittenFiles.__init__(self)
        _Changes.__init__(self, ids)


class _Commits(_Changes):
    """Commits each person's changes."""

    said = "changed and committed"

    def __init__(self, ids: Mapping[Path, str], repository: "Repository") -> None:
        super().__init__(ids)
        self._repository = repository

    def message(self, path: Path) -> str:
        """Return what is said of a commit."""
        lines = "\n".join(map(str, self.of(path)))
        head = f"{self._ids[path]}: {messages.changes_text(self.of(path))}"
        return f"{head}\n\n{lines}\n\nProposed by kg sync. Decide with: kg review {path.name}\n"

    def read(self, path: Path) -> str | None:
        """Return the text of a profile of which everything is committed; raises ReadError if something is not."""
        if self._repository.is_changed(path):
            raise ReadError(Problem("has changes that are not committed", path, hint="commit them first"))
        return super().read(path)

    def write(self, path: Path, before: str | None, after: str) -> None:
        """Write a profile and commit it."""
        super().write(path, before, after)
        self._repository.commit(path, self.message(path))


class _Branches(_Commits):
    """Commits each person's changes to a branch of theirs."""

    said, next = "changed on branches of their own", f"git branch --list '{_BRANCHES}*'"

    def _branch(self, path: Path) -> str:
        return f"{_BRANCHES}{self._ids[path]}"

    def read(self, path: Path) -> str | None:
        """Return the text of a profile on the branch of its person, if that is not merged, else as committed."""
        return self._repository.text_at(self._repository.tip(self._branch(path)), path)

    def write(self, path: Path, before: str | None, after: str) -> None:  # noqa: ARG002
        """Commit a profile to the branch."""
        self._repository.commit_beside(self._branch(path), path, after, self.message(path))


def _files(ids: Mapping[Path, str], root: Path, *, commit: bool, branches: bool, dry_run: bool) -> _Changes:
    from kg.base.git import Repository

    if dry_run:
        return _Unwritten(ids)
    if branches:
        return _Branches(ids, Repository(root))
    return _Commits(ids, Repository(root)) if commit else _Changes(ids)
