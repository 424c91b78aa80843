"""A project's configuration and authority files."""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Generic, TypeVar
from urllib.parse import urlsplit

from pydantic import BaseModel, Field

from kg.base import strict_yaml
from kg.base.errors import ConfigError, Problem, ReadError
from kg.base.node import Loc, Node
from kg.profile import cleaning, contacts
from kg.profile.floor import OPEN, Floor
from kg.profile.model import Authority, Organization, Venue
from kg.profile.reading import sha256_of
from kg.profile.records import Source
from kg.profile.reviewed import CONTACTS
from kg.profile.roots import project_root
from kg.profile.site_config import SiteConfig
from kg.profile.withholding import without_private
from kg.terms import typed_yaml
from kg.terms.declaration import Additions, additions_in, extended
from kg.terms.fields import ContactField, ListingFile, Name, Slug, StrictModel, Text, Url
from kg.terms.identifiers import PERSONAL, fold, is_own_machine
from kg.terms.kinds import Declaration

# What steers a project: `kg.yaml`, the places of its files, and the environment.


class Publisher(StrictModel):
    """Who publishes the graph."""

    name: Name = Field(description="Name of the person or organisation")
    url: Url | None = Field(None, description="Web page")


class Privacy(StrictModel):
    """What never leaves the profiles, whatever they say."""

    private: tuple[ContactField, ...] = Field(
        ("email", "phone", "address"),
        description="Contact fields that are private unless a profile lists them under `contact.public`",
    )
    allow_public: bool = Field(True, description="Whether profiles may mark contact fields public at all")
    public: tuple[Name, ...] = Field(
        (),
        description="Fields that the declaration calls private and that are published all the same: `Person.home_town`",
    )
    redact_texts: bool = Field(
        True, description="Whether e-mail addresses and telephone numbers known as such are blanked out of free texts"
    )


class Catalogue(StrictModel):
    """Whose works a catalogue lists."""

    file: Name = Field(description="Its file in `catalogues/`: `papers.bib`")
    organization: Slug = Field(description="The id of the organisation in `organizations.yaml` to which it belongs")


class ModelReader(StrictModel):
    """The model that reads documents where a user asks for one."""

    address: Url | None = Field(
        None, description="Of a server that speaks OpenAI's chat form: `http://127.0.0.1:8080/v1`"
    )
    name: Name | None = Field(None, description="What the model is called there")


class SyncPlan(StrictModel):
    """How `kg sync` asks a service."""

    every: int = Field(1, ge=1, le=3660, description="After how many days it is asked again")
    people: tuple[Name, ...] = Field((), description="Ids of the profiles for which it is asked; without, for all")


class Config(StrictModel):
    """The contents of `kg.yaml`."""

    base: Url = Field(description="The base of all IRIs; ends with '/'", pattern=r"^[^?#]+/$")
    title: Name = Field(description="What the graph is called")
    description: Text | None = Field(None, description="What it holds, in a few sentences")
    license: Url = Field(description="The licence of the data, as an address")
    publisher: Publisher = Field(description="Who publishes it")
    language: str = Field("en", description="Language of title and description", pattern=r"^[a-z]{2,3}$")
    keywords: tuple[Name, ...] = Field((), description="Words under which it should be found")
    privacy: Privacy = Field(Privacy(), description="The privacy policy")
    publish: Floor = Field(OPEN, description="From when on what was read by machine is published")
    sync: dict[str, SyncPlan] = Field(
        default_factory=dict, description="The services that `kg sync` asks about people: `orcid: {every: 7}`"
    )
    reader: ModelReader = Field(ModelReader(), description="What `kg extract --model` means where it leaves that open")
    catalogues: tuple[Catalogue, ...] = Field((), description="To which organisations catalogues belong, if to any")
    site: SiteConfig = Field(SiteConfig(), description="The group's own site: colour, texts, members by role")

    def organization_of(self, name: str) -> str:
        """Return the IRI of the organisation to which a catalogue belongs, given its name in `catalogues/`."""
        return next((f"organization/{each.organization}" for each in self.catalogues if each.file == name), "")


@dataclass(frozen=True)
class Project:
    """A directory with a `kg.yaml` and the data beside it."""

    root: Path
    config: Config  # What `kg.yaml` says
    additions: Additions = ()  # What the files in `ontology/` add to the declaration of kg
    warnings: Sequence[Problem] = ()  # What was left out of the texts of `kg.yaml` and of these files
    is_internal: bool = False  # Is it what its own people see, and not the public?

    def internal(self) -> "Project":
        """Return the project as its own people see it: with the fields that are `private: internal`.

        Raises:
            ConfigError: If there are none, so that both views would be one.
        """
        if not any(each.is_internal for kind in self.declaration.kinds.values() for each in kind.written):
            hint = "say so of one in ontology/*.yaml: 'annotations: {private: internal}'"
            raise ConfigError(f"no field of {self.root} is for the internal view alone", hint=hint)
        return replace(self, is_internal=True)

    @property
    def declaration(self) -> Declaration:
        """What there is in it: the declaration of kg, with what the project adds."""
        return extended(self.additions, is_internal=self.is_internal)

    @property
    def profiles(self) -> Path:
        """The directory of the profiles."""
        return self.root / "profiles"

    @property
    def catalogues(self) -> list[Path]:
        """The files in `catalogues/`: lists of works that are nobody's, in order; hidden files are left out."""
        found = (self.root / "catalogues").glob("**/*")
        return sorted(path for path in found if path.is_file() and not path.name.startswith("."))

    def name_of(self, catalogue: Path) -> str:
        """Return what a catalogue is called in `catalogues/`, as `kg.yaml` has it."""
        return catalogue.relative_to(self.root / "catalogues").as_posix()

    @property
    def organizations(self) -> Path:
        """The authority file of organisations; it need not exist."""
        return self.root / "organizations.yaml"

    @property
    def venues(self) -> Path:
        """The authority file of venues; it need not exist."""
        return self.root / "venues.yaml"

    @property
    def ror(self) -> Path:
        """The organisations of ROR, which `kg import ror` writes; it need not exist."""
        return self.root / "authorities" / "ror.sqlite"

    @property
    def judgements(self) -> Path:
        """What people have decided about identity; it need not exist."""
        return self.root / "identity" / "judgements.yaml"

    @property
    def registry(self) -> Path:
        """The IRIs that were published so far; a build makes it."""
        return self.root / "identity" / "registry.tsv"

    @property
    def ontology(self) -> Path:
        """The directory of what the project adds to the declaration; it need not exist."""
        return self.root / "ontology"

    @property
    def queries(self) -> Path:
        """The directory of the project's own questions; it need not exist."""
        return self.root / "queries"

    @property
    def statements(self) -> list[Path]:
        """The files in `graph/`, whose statements are taken into the graph, in order; hidden files are left out."""
        found = (self.root / "graph").glob("*")
        return sorted(path for path in found if path.is_file() and not path.name.startswith("."))

    @property
    def own_files(self) -> list[Path]:
        """The files with which it adds shapes, fields, kinds, questions and statements to those of kg, in order."""
        kinds = ((self.shapes, "*.ttl"), (self.ontology, "*.y*ml"), (self.queries, "*.rq"))
        named = [path for directory, names in kinds for path in sorted(directory.glob(names))]
        return [*named, *self.statements]

    @property
    def site(self) -> list[Path]:
        """The files in `site/`, in order; hidden files are left out."""
        found = (self.root / "site").rglob("*")
        return sorted(path for path in found if path.is_file() and not path.name.startswith("."))

    @property
    def shapes(self) -> Path:
        """The directory of the project's own shapes; it need not exist."""
        return self.root / "shapes"


@dataclass(frozen=True)
class Credentials:
    """How to log in to a SPARQL endpoint: a token, or a user with a password, or nothing."""

    user: str = ""
    password: str = ""
    token: str = ""


def credentials(environment: Mapping[str, str] = os.environ) -> Credentials:
    """Return the credentials of `KG_ENDPOINT_USER`, `KG_ENDPOINT_PASSWORD` and `KG_ENDPOINT_TOKEN`."""
    return Credentials(*(environment.get(f"KG_ENDPOINT_{key}", "") for key in ("USER", "PASSWORD", "TOKEN")))


@dataclass(frozen=True)
class Services:
    """Where records are fetched from, as whom, and where they are kept."""

    bases: Mapping[str, str]  # The address of each service, without a final slash, by its name
    moved: frozenset[str]  # The names of those that the environment moved elsewhere
    mailto: str  # An address for the services to write to; sent to them only
    cache: Path  # The directory in which answers are kept
    openalex_key: str = field(default="", repr=False)  # Sent to OpenAlex only


SERVICES: Mapping[str, str] = {
    "orcid": "https://pub.orcid.org",
    "doi": "https://doi.org",
    "openalex": "https://api.openalex.org",
    "dblp": "https://dblp.org",
    "crossref": "https://api.crossref.org",
    "datacite": "https://api.datacite.org",
    "arxiv": "https://export.arxiv.org",
}
"""The addresses of services, by name."""


def services(environment: Mapping[str, str] = os.environ) -> Services:
    """Return the services, of which `KG_ORCID_URL` and the like move one, as whom they are asked, and their cache."""
    moved = {name: environment.get(f"KG_{name.upper()}_URL", "").rstrip("/") for name in SERVICES}
    moved = {name: base for name, base in moved.items() if base}
    stated = environment.get("XDG_CACHE_HOME", "")
    cache = Path(stated) if stated.startswith("/") else Path.home() / ".cache"  # XDG: relative paths are ignored
    mailto, key = (environment.get(name, "").strip() for name in ("KG_MAILTO", "KG_OPENALEX_KEY"))
    return Services({**SERVICES, **moved}, frozenset(moved), mailto, cache / "profile-kg", key)


@dataclass(frozen=True)
class ModelServer:
    """A server of models, and the model that is asked there."""

    address: str  # Without a final slash
    name: str
    key: str = field(default="", repr=False)  # Sent to this address only


def model_server(asked: str, otherwise: ModelReader, environment: Mapping[str, str] = os.environ) -> ModelServer:
    """Return the model that a user asks for: ADDRESS#NAME, of which `KG_MODEL_URL` and a project fill in what is open.

    `KG_MODEL_KEY` goes to `KG_MODEL_URL`; without that to the address that was asked for, and never to one that only a
    project names, since anybody may have written its `kg.yaml`.

    Raises:
        ConfigError: If address or name are open, or the address is not safe: only the own machine goes without https.
    """
    here, name = _address_and_name(asked)
    usual, usual_name = _address_and_name(environment.get("KG_MODEL_URL", ""))
    address = (here or usual or otherwise.address or "").rstrip("/")
    name = name or usual_name or otherwise.name or ""
    if not (address and name):
        what = "name" if address else "address"
        hint = "give both, such as --model http://127.0.0.1:8080/v1#NAME"
        raise ConfigError(f"the {what} of the model is not known", hint=hint)
    try:
        at = urlsplit(address)
        is_safe = bool(at.hostname) and (at.scheme == "https" or (at.scheme == "http" and is_own_machine(address)))
    except ValueError:
        is_safe = False
    if not is_safe or at.username is not None or at.query:
        hint = "give https://HOST/…, or http://127.0.0.1:PORT/… on your own machine; a key goes into KG_MODEL_KEY"
        raise ConfigError("the address of the model is not one to which documents are sent", hint=hint)
    has_key = address == usual.rstrip("/") if usual else bool(here)
    return ModelServer(address, name, environment.get("KG_MODEL_KEY", "").strip() if has_key else "")


def _address_and_name(text: str) -> tuple[str, str]:
    address, mark, name = text.strip().partition("#")
    return (address, name) if mark or "://" in text else ("", address)


def services_about_people() -> list[str]:
    """Return the services that are asked by an id of a person."""
    return [key for key in PERSONAL if key in SERVICES]


def java_home(environment: Mapping[str, str] = os.environ) -> str:
    """Return where Java is, as `JAVA_HOME` says, or an empty text: then it is sought among the programs."""
    return environment.get("JAVA_HOME", "")


# The authority files: the organisations and venues that a project knows by name.

MEETINGS = frozenset(("conference", "workshop", "industry-event"))
"""The kinds of venue that have editions; any other, and one of unknown kind, stands for itself."""


AuthorityEntry = TypeVar("AuthorityEntry", bound=Authority)


@dataclass(frozen=True)
class AuthorityFile(Generic[AuthorityEntry]):
    """The entries of an authority file."""

    entries: tuple[AuthorityEntry, ...] = ()  # In their order
    source: Source | None = None  # The file, or None where there is none
    # First and last line (1-based) of each entry, by position
    spans: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    warnings: Sequence[Problem] = ()  # What was left out of its texts


@dataclass(frozen=True)
class Authorities:
    """The authority files of a project."""

    organizations: AuthorityFile[Organization] = AuthorityFile()
    venues: AuthorityFile[Venue] = AuthorityFile()
    ror: Path | None = None  # The organisations of ROR, where the project has them

    @property
    def warnings(self) -> list[Problem]:
        """What was left out of their texts."""
        return [*self.organizations.warnings, *self.venues.warnings]

    @property
    def iris(self) -> list[str]:
        """The IRIs of all entries, relative to the base."""
        organizations = [f"organization/{entry.id}" for entry in self.organizations.entries]
        return organizations + [f"venue/{entry.id}" for entry in self.venues.entries]


# A project's configuration and its authority files.

_CONTACTS = {f"Contact.{name}": name for name in CONTACTS}


class Organizations(ListingFile):
    """The contents of `organizations.yaml`."""

    organizations: tuple[Organization, ...] = ()


class Venues(ListingFile):
    """The contents of `venues.yaml`."""

    venues: tuple[Venue, ...] = ()


def read_project(path: Path | None) -> Project:
    """Return the project in a directory; without one, the project in `.` or `data`.

    Raises:
        ConfigError: If there is none, or with every problem of its `kg.yaml`.
    """
    root = project_root(path)
    try:
        config, tree = typed_yaml.read(root / "kg.yaml", Config)
    except ReadError as error:
        raise ConfigError(error.problems) from error
    project = _without_contacts(Project(root, config, additions_in(root / "ontology")))
    if problems := [*_not_private(project), *_no_sections(project), *_no_services(project)]:
        raise ConfigError([typed_yaml.located(each, tree, root / "kg.yaml", loc) for loc, each in problems])
    return project


def _without_contacts(project: Project) -> Project:
    """Return a project of which the texts of `kg.yaml` and of the declarations hold no contacts and secrets."""
    if not project.config.privacy.redact_texts:
        return project
    path = project.root / "kg.yaml"
    # What a group writes for its own pages, such as its address, is meant for readers.
    said = project.config.model_dump(mode="json", exclude={"privacy", "base", "site"}, exclude_defaults=True)
    cleaned = cleaning.clean(said)
    warnings: list[Problem] = []
    config = project.config
    if cleaned != said:
        tree = strict_yaml.parse(strict_yaml.read_text(path), path)
        warnings = cleaning.left_out(said, cleaned, path, lambda field: _line_of(field, tree))
        config = Config.model_validate({**cleaned, "base": config.base, "privacy": config.privacy, "site": config.site})
    additions = []
    for name, text in project.additions:
        lines, noted = searched(text, Path(name))
        additions.append((name, lines))
        warnings.extend(noted)
    for query in sorted(project.queries.glob("*.rq")):
        warnings.extend(searched(strict_yaml.read_text(query), query)[1])
    return replace(project, config=config, additions=tuple(additions), warnings=warnings)


def _line_of(field: str, tree: Node) -> int:
    keys = re.findall(r"[^.\[\]]+", field)
    return tree.nearest([int(key) if key.isdigit() else key for key in keys]).place[0]


def searched(text: str, path: Path) -> tuple[str, list[Problem]]:
    """Return the text of a file that is published whole without contacts, and where some were left out.

    What stands in their place has round brackets: square ones begin a list in YAML.
    """
    lines = text.split("\n")
    cleaned = [contacts.blanked(line).replace(contacts.REMOVED, "(removed)") for line in lines]
    hint = "take it out, or let texts alone with privacy.redact_texts"
    problems = [
        Problem(cleaning.LEFT_OUT, path, number, hint=hint)
        for number, (line, left) in enumerate(zip(lines, cleaned, strict=True), 1)
        if left != line
    ]
    return "\n".join(cleaned), problems


def read_authorities(project: Project) -> Authorities:
    """Return the authority files of a project; a missing file has no entries.

    Raises:
        ReadError: With every problem of both files, among them ids and names that stand twice and unknown parents.
    """
    problems: list[Problem] = []
    read: list[AuthorityFile[Any]] = []
    for path, model, section, parent in (
        (project.organizations, Organizations, "organizations", "parent"),
        (project.venues, Venues, "venues", "held_with"),
    ):
        try:
            file = _read_file(path, model, section, parent)
            kind = "Organization" if section == "organizations" else "Venue"
            public = (
                without_private(entry, kind, project.declaration, project.config.privacy.public)[0]
                for entry in file.entries
            )
            file = replace(file, entries=tuple(public))
            read.append(_searched_entries(file, path, kind, project))
        except ReadError as error:
            problems.extend(error.problems)
    if problems:
        raise ReadError(problems)
    organizations, venues = read
    authorities = Authorities(organizations, venues, project.ror if project.ror.exists() else None)
    check_catalogues(project, "organization", [entry.id for entry in authorities.organizations.entries])
    return authorities


def check_catalogues(project: Project, key: str, known: Sequence[str]) -> None:
    """See that what `kg.yaml` says of catalogues is about what is there.

    Args:
        project: The project.
        key: The key of a `Catalogue` to be checked.
        known: The values that it may have.

    Raises:
        ConfigError: If it has another.
    """
    stated = enumerate(getattr(each, key) for each in project.config.catalogues)
    path = project.root / "kg.yaml"
    if unknown := [(at, name) for at, name in stated if name not in known]:
        tree = strict_yaml.parse(strict_yaml.read_text(path), path)
        problems = [(_unknown_of_catalogue(key, name, known), ("catalogues", at, key)) for at, name in unknown]
        raise ConfigError([typed_yaml.located(problem, tree, path, loc) for problem, loc in problems])


def _unknown_of_catalogue(key: str, name: str, known: Sequence[str]) -> Problem:
    what, hint = (
        ("there is no file 'catalogues/{}'", "put it there, or delete its entry")
        if key == "file"
        else ("organizations.yaml has no entry with the id '{}'", "add it there, with its name")
    )
    return Problem(what.format(name), hint=typed_yaml.hint_for(name, known, hint))


def _searched_entries(file: AuthorityFile[Any], path: Path, kind: str, project: Project) -> AuthorityFile[Any]:
    """Return an authority file whose texts hold no contacts; another name that is nothing else is gone."""
    if not project.config.privacy.redact_texts:
        return file
    entries: list[Any] = []
    warnings: list[Problem] = []
    for at, entry in enumerate(file.entries):
        said = entry.model_dump(mode="json", exclude_defaults=True)
        cleaned = cleaning.clean_thing(said, project.declaration.kinds[kind], project.declaration)
        if cleaned == said:
            entries.append(entry)
            continue
        line, _ = file.spans[at]
        warnings += cleaning.left_out(
            said, cleaned, path, {field: line for field, _ in cleaning.texts(said)}.__getitem__
        )
        entries.append(type(entry).model_validate({key: _without_removed(each) for key, each in cleaned.items()}))
    return replace(file, entries=tuple(entries), warnings=warnings)


def _without_removed(value: Any) -> Any:
    return [each for each in value if each != contacts.REMOVED] if isinstance(value, list) else value


def _no_sections(project: Project) -> Iterator[tuple[Loc, Problem]]:
    """Yield what `publish` says of sections that profiles of a project do not have."""
    known = project.declaration.sections
    for section in project.config.publish.sections:
        if section not in known:
            hint = typed_yaml.hint_for(section, known, f"sections are {', '.join(known)}")
            yield ("publish", "sections", section), Problem(f"profiles have no section '{section}'", hint=hint)


def _no_services(project: Project) -> Iterator[tuple[Loc, Problem]]:
    """Yield what `sync` names that is no service of which profiles state ids of people."""
    known = services_about_people()
    for name in project.config.sync:
        if name not in known:
            hint = typed_yaml.hint_for(name, known, f"services are {', '.join(known)}")
            yield ("sync", name), Problem(f"no service '{name}' is asked about people", hint=hint)


def _not_private(project: Project) -> Iterator[tuple[Loc, Problem]]:
    """Yield what `privacy.public` names that is no private field."""
    kinds = project.declaration.kinds.values()
    fields = (f"{kind.name}.{each.key}" for kind in kinds for each in kind.written if each.is_private)
    known = {name for name in fields if name not in _CONTACTS}
    for at, name in enumerate(project.config.privacy.public):
        if name in _CONTACTS:
            hint = f"delete it; take '{_CONTACTS[name]}' out of privacy.private to publish it of everybody"
            yield ("privacy", "public", at), Problem(f"'{name}' is a contact, which profiles make public", hint=hint)
        elif name not in known:
            hint = typed_yaml.hint_for(name, known, "name a field with 'private: true' in ontology/*.yaml")
            yield ("privacy", "public", at), Problem(f"'{name}' is no private field", hint=hint)


def _read_file(path: Path, model: type[BaseModel], section: str, parent: str) -> AuthorityFile[Any]:
    if not path.exists():
        return AuthorityFile()
    contents, tree = typed_yaml.read(path, model)
    entries = getattr(contents, section)
    conflicts = _conflicts(entries, [getattr(entry, parent) for entry in entries], parent)
    problems = [typed_yaml.located(problem, tree, path, (section, *loc)) for loc, problem in conflicts]
    if problems:
        raise ReadError(problems)
    source = Source(path.name, "application/yaml", "yaml", sha256_of(path))
    return AuthorityFile(entries, source, {index: lines for (_, index), lines in tree.spans.items()})


def _conflicts(entries: Sequence[Authority], parents: Sequence[str | None], key: str) -> Iterator[tuple[Loc, Problem]]:
    ids: dict[str, int] = {}
    names: dict[str, str] = {}
    for index, entry in enumerate(entries):
        if entry.id in ids:
            yield (index, "id"), Problem(f"the id '{entry.id}' is used twice", hint="give one another id")
        ids.setdefault(entry.id, index)
        for name in entry.names:
            owner = names.setdefault(fold(name), entry.id)
            if owner != entry.id:
                message = f"'{name}' names both '{owner}' and '{entry.id}'"
                yield (index,), Problem(message, hint="leave an ambiguous name out, or make it longer")
    up = dict(zip((entry.id for entry in entries), parents, strict=True))
    for index, parent in enumerate(parents):
        if parent and parent not in ids:
            yield (index, key), Problem(f"there is no entry with the id '{parent}'", hint="add it, or correct the id")
        elif _is_circular(entries[index].id, up):
            yield (index, key), Problem(f"'{entries[index].id}' is part of itself", hint=f"correct '{key}'")


def _is_circular(start: str, up: Mapping[str, str | None]) -> bool:
    seen, here = {start}, up.get(start)
    while here and here not in seen:
        seen.add(here)
        here = up.get(here)
    return here == start
