"""The command that asks registries for what profiles lack: complete."""

import io
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.base.errors import Problem, ReadError, counted
from kg.base.strict_yaml import read_text
from kg.cli import many, messages
from kg.cli.files import write
from kg.cli.options import EverybodyOption, PeopleArgument, RefreshOption
from kg.cli.places import in_yaml, profile_paths
from kg.cli.progress import shown_progress

if TYPE_CHECKING:
    from kg.interchange.completing import Completion, RegistryClients
    from kg.profile.drafts.completing import ProfileWork

_NAMED = 3  # profiles to review next
_SHOWN = 80


@dataclass
class CompletionRun:
    """How registries are asked about the works of all profiles, and what became of them."""

    registries: "RegistryClients"
    services: str  # Which of them, as the user names them
    refresh: bool
    writes: bool
    works: int = 0  # How many there are
    found: Counter[str] = field(default_factory=Counter)  # How many were asked about, by what came of it
    open: list[Path] = field(default_factory=list)  # The profiles in which something waits for a decision
    problems: list[Problem] = field(default_factory=list)  # Why profiles could not be read

    @property
    def summary(self) -> str:
        """How many works there are and what became of them, in words."""
        parts = [f"{self.works - self.found.total():,} lack nothing"]
        parts += [f"{count:,} {_OUTCOMES[outcome][count > 1]}" for outcome, count in sorted(self.found.items())]
        return f"{counted(self.works, 'work')}: {', '.join(parts)}"


_OUTCOMES = {
    "completed": ("completed", "completed"),
    "known": ("whose records were read before", "whose records were read before"),
    "unpublished": ("not published yet and kept to itself", "not published yet and kept to themselves"),
    "question": ("question", "questions"),
    "not found": ("not found", "not found"),
    "other work": ("whose id is of another work", "whose ids are of other works"),
}
"""What became of one work and of several, in words."""


def complete(
    profiles: PeopleArgument = None,
    everybody: EverybodyOption = False,
    services: Annotated[
        str, typer.Option("--from", help="Ask only these services: 'crossref,openalex'.", show_default=False)
    ] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be proposed; write nothing.")] = False,
    refresh: RefreshOption = False,
) -> None:
    """Ask registries for what the works of profiles lack.

    Of a work with a DOI or an arXiv id: authors in full with their ORCID iDs, affiliations with ROR ids, venue, pages,
    date, funders, licence, abstract, where everybody can read it. A work without an id is sought by title, first
    author and year: what agrees in all three is taken, what may be the work becomes a question with its reason, and
    what a namesake wrote is left alone.

    What is found is proposed, with its evidence, for 'kg review'. What people wrote or decided stays as it is: another
    value is a conflict to decide, and to reject what was added brings back what was there.

    \b
    Services:  crossref, datacite, openalex, arxiv, dblp. Only this command, 'kg sync', 'kg import' by id and
               'kg extract --model' use the network. Answers are kept for a day in $XDG_CACHE_HOME/profile-kg, so that
               a run that broke off asks nothing twice; $KG_MAILTO tells the services how to reach you.

    \b
    Examples:
      kg complete profiles/ada-lovelace.yaml
      kg complete --all --from crossref,openalex
      kg complete ada-lovelace --dry-run
    """
    from kg.interchange.completing import RegistryClients
    from kg.profile import config

    if not profiles and not everybody:
        raise typer.BadParameter("name a person, or give --all", param_hint="'PERSON…'")
    registries = RegistryClients(config.services(), messages.tell, only=_only(services), refresh=refresh)
    run = CompletionRun(registries, services, refresh=refresh, writes=not dry_run)
    for directory, several in _by_directory(in_yaml(profile_paths(profiles or []))).items():
        _complete_all(directory, several, run)
    _report(run)


def _complete_all(directory: Path, paths: Sequence[Path], run: CompletionRun) -> None:
    """Complete the profiles of a directory; one that cannot be read keeps nothing else back."""
    # without writing, nothing was done before and nothing is noted
    journal = many.journal(directory) if run.writes else nullcontext((frozenset[str](), io.StringIO()))
    with journal as (done, notes), shown_progress() as progress:
        for path in progress.track("completing", paths, len(paths)):
            key = json.dumps(["complete", run.services, str(path)])
            try:
                if key not in done:
                    _complete(path, run)
            except ReadError as error:
                run.problems += error.problems
                continue
            if not run.registries.failed:
                notes.write(f"{key}\n")
                notes.flush()


def _report(run: CompletionRun) -> None:
    """Say what became of all works, and what is to be done next.

    Raises ReadError with the profiles that could not be read, and Exit if a service failed.
    """
    asked = (
        f"{service} {counts.total():,} ({', '.join(f'{count:,} {what}' for what, count in sorted(counts.items()))})"
        for service, counts in run.registries.account.items()
    )
    messages.tell(run.summary)
    if run.registries.account:
        messages.tell(f"Asked: {'; '.join(asked)}.")
    messages.tell(*(f"Next: kg review {path}" for path in run.open[: _NAMED * run.writes]))
    if run.problems:
        raise ReadError(run.problems)
    if run.registries.failed:
        raise typer.Exit(1)


def _only(services: str) -> list[str]:
    """Return the services to ask; all, if none is named; raises BadParameter if one is not known."""
    from kg.interchange.completing import SEARCHES

    named = [name.strip() for name in services.split(",") if name.strip()]
    if unknown := [name for name in named if name not in SEARCHES]:
        known = ", ".join(SEARCHES)
        raise typer.BadParameter(f"'{unknown[0]}' is not asked; services are {known}", param_hint="'--from'")
    return named


def _by_directory(paths: Sequence[Path]) -> Mapping[Path, list[Path]]:
    found: dict[Path, list[Path]] = {}
    for path in paths:
        found.setdefault(path.parent, []).append(path)
    return found


def _complete(path: Path, run: CompletionRun) -> None:
    """Ask about the works of a profile, add what is found, and tell it; raises ReadError if it is no profile."""
    from kg.interchange.completing import lacking
    from kg.profile.drafts import completing
    from kg.profile.drafts.model import joined
    from kg.profile.drafts.writing import names_in, plain_profile

    text = read_text(path)
    works, profile = completing.works_in(text, path), plain_profile(text, path)
    owners, orcid = names_in(profile), str(profile.get("orcid") or "")
    run.works += len(works)
    found: dict[str, Completion] = {}
    for work in works:
        if not lacking(work.values, owners):
            continue
        if work.key not in found:  # a list may name one work twice
            known = () if run.refresh else work.documents
            found[work.key] = run.registries.complete(work.values, owners, orcid=orcid, known=known)
        run.found[found[work.key].outcome] += 1
    additions = {key: joined(each.drafts) for key, each in found.items() if each.drafts}
    previous = read_text(path)  # to ask may have taken a while
    revision = completing.complete(additions, previous=previous, path=path)
    messages.say(revision.problems)
    now = completing.works_in(revision.text, path)
    for before, after in zip(completing.works_in(previous, path), now, strict=True):
        lines = _changes(before, after, found.get(before.key))
        messages.tell(*(f"{path}:{before.line}: {line}" for line in lines))
    if any(each.questions or each.is_proposed for each in now):
        run.open.append(path)
    if run.writes and revision.text != previous:
        write(path, revision.text)


def _changes(before: "ProfileWork", after: "ProfileWork", found: "Completion | None") -> Iterator[str]:
    """Yield what is proposed for a work, else why nothing is."""
    from kg.terms.languages import main_form

    title = main_form(before.values["title"])[:_SHOWN]
    added = [key for key in after.values if after.values[key] != before.values.get(key)]
    asked = [key for key in after.questions if key not in before.questions]
    said = [f"adds {', '.join(added)}"] * bool(added) + [f"asks about {', '.join(asked)}"] * bool(asked)
    if found and found.reason:
        said.append(found.reason)
    if said:
        yield f"'{title}' {'; '.join(said)}"
