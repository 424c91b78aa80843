"""What the steps of a build share: the project's files, the staging directory, and the result so far."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property

from kg.base.errors import Problem
from kg.base.progress import Progress
from kg.identity.registry import Registry, read_registry
from kg.pipeline import fingerprint
from kg.pipeline.cache import BuildCache
from kg.pipeline.result import BuildResult, keep_report
from kg.pipeline.statements import terms_stated
from kg.profile import judgements as judgement_file
from kg.profile import reading
from kg.profile.account import ACCOUNT, Account, ProfileAccount
from kg.profile.config import Authorities, Project, read_authorities
from kg.profile.judgements import Judgements
from kg.profile.reading import Batch
from kg.store.release import INPUTS, writing
from kg.store.staging import Staging
from kg.terms.generated import DECLARED
from kg.terms.generated import shapes as shapes_of
from kg.validation import validating
from kg.validation.report import Report
from kg.validation.shacl import Judge, check_paths


class BuildContext:
    """A build under way.

    Attributes:
        shapes: What the graph is checked against; None skips validation.
        strict: Whether warnings count as violations.
        keep_going: Whether profiles that cannot be read are left out, instead of ending the build.
        previous: The former release, if it is one of the same program and settings; None builds all from nothing.
        pictures: The SHA-256 of each file with a picture that the pages show, by its path in the project.
    """

    def __init__(
        self, project: Project, staging: Staging, progress: Progress, *, strict: bool = False, keep_going: bool = False
    ) -> None:
        self.project = project
        self.staging = staging
        self.progress = progress
        self.strict = strict
        self.keep_going = keep_going
        self.shapes: Judge | None = None
        self.previous: fingerprint.PreviousBuild | None = None
        self.result = BuildResult()
        self.pictures: Mapping[str, str] = {}
        progress.phase("looking for changes")
        self._files = fingerprint.list_files(project)
        staging.write(INPUTS, self._files.text)

    def inputs(self, options: Mapping[str, bool]) -> fingerprint.BuildInputs:
        """Fingerprint everything that decides what is built."""
        return fingerprint.build_inputs(self.project, self._files, options)

    def read_shapes(self) -> None:
        """Read the shapes, before anything that takes long: a broken one ends the build at once."""
        self.progress.phase("reading shapes")
        files = validating.shape_files(self.project.shapes)
        check_paths(files, self.project.declaration, terms_stated(self.project))
        if self.project.additions:
            declared = self.staging.workdir / DECLARED
            declared.write_text(shapes_of(self.project.declaration, added=True), encoding="utf-8")
            files.append(declared)
        self.shapes = validating.read_shapes(files)

    # Lazy: an unchanged project is recognised without reading any of these.

    @cached_property
    def registry(self) -> Registry:
        """The IRIs published so far; identity resolution adds the new ones."""
        return read_registry(self.project.registry)

    @cached_property
    def authorities(self) -> Authorities:
        """The organisations and venues that are known by name."""
        return read_authorities(self.project)

    @property
    def warnings(self) -> list[Problem]:
        """What was left out of the files that steer the project."""
        return [*self.project.warnings, *self.authorities.warnings]

    @cached_property
    def judgements(self) -> Judgements:
        """What people have decided about identity."""
        return judgement_file.read(self.project.judgements)

    @cached_property
    def batches(self) -> Sequence[Batch]:
        """The profiles and catalogues, in batches that can be read apart."""
        return list(reading.batches(self._files.files, self._files.catalogues))

    @cached_property
    def contents(self) -> Sequence[str]:
        """A fingerprint of the content of each batch."""
        return [fingerprint.content_of(batch, self.project.root, self._files.hashes) for batch in self.batches]

    @cached_property
    def cache(self) -> BuildCache:
        """What the former release knows, and what this one leaves for the next."""
        former = self.previous.release.path if self.previous else None
        return BuildCache(self.staging.workdir / fingerprint.CACHE, self.project.root, former)

    @contextmanager
    def accounting(self, account: Account) -> Iterator[Callable[[Iterable[ProfileAccount]], None]]:
        """Yield a function that adds profiles to an account and writes a line for each."""
        path = self.staging.path / ACCOUNT
        with writing(path), path.open("w", encoding="utf-8") as file:

            def add(profiles: Iterable[ProfileAccount]) -> None:
                profiles = list(profiles)
                account.add(profiles)
                self.result.warn(each.question(self.project.root) for each in profiles if each.asked)
                file.writelines(f"{each.as_json()}\n" for each in profiles)

            yield add

    def report(self, found: Report) -> None:
        """Trace a report to the lines of the profiles, and keep it with the release."""
        self.result.report = keep_report(found, self.staging, self.project.root, self.project.declaration)
