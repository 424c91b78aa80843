"""What steers a project: `kg.yaml`, the places of its files, and the environment.

No other module reads environment variables.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import Field

from kg.declaration import Additions, Declaration, extended
from kg.errors import ConfigError
from kg.fields import ContactField, Name, Node, Text, Url


class Publisher(Node):
    """Who publishes the graph."""

    name: Name = Field(description="Name of the person or organisation")
    url: Url | None = Field(None, description="Web page")


class Privacy(Node):
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


class Config(Node):
    """The contents of `kg.yaml`."""

    base: Url = Field(description="The base of all IRIs; ends with '/'", pattern=r"^[^?#]+/$")
    title: Name = Field(description="What the graph is called")
    description: Text | None = Field(None, description="What it holds, in a few sentences")
    license: Url = Field(description="The licence of the data, as an address")
    publisher: Publisher = Field(description="Who publishes it")
    language: str = Field("en", description="Language of title and description", pattern=r"^[a-z]{2,3}$")
    keywords: tuple[Name, ...] = Field((), description="Words under which it should be found")
    privacy: Privacy = Field(Privacy(), description="The privacy policy")


@dataclass(frozen=True)
class Project:
    """A directory with a `kg.yaml` and the data beside it.

    Attributes:
        root: The directory.
        config: What `kg.yaml` says.
        additions: What the files in `ontology/` add to the declaration of kg.
    """

    root: Path
    config: Config
    additions: Additions = ()

    @property
    def declaration(self) -> Declaration:
        """What there is in it: the declaration of kg, with what the project adds."""
        return extended(self.additions)

    @property
    def profiles(self) -> Path:
        """The directory of the profiles."""
        return self.root / "profiles"

    @property
    def organizations(self) -> Path:
        """The authority file of organisations; it need not exist."""
        return self.root / "organizations.yaml"

    @property
    def venues(self) -> Path:
        """The authority file of venues; it need not exist."""
        return self.root / "venues.yaml"

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
    def shapes(self) -> Path:
        """The directory of the project's own shapes; it need not exist."""
        return self.root / "shapes"


def project_root(path: Path | None) -> Path:
    """Return the directory of the project that is meant: the given one, else `.`, else `data`.

    Raises:
        ConfigError: If it has no `kg.yaml`.
    """
    candidates = [path] if path else [Path(), Path("data")]
    for candidate in candidates:
        if (candidate / "kg.yaml").is_file():
            return candidate
    named = f"'{path}'" if path else "this directory"
    raise ConfigError(f"there is no project in {named}: kg.yaml is missing", hint="make one: kg init DIR")


@dataclass(frozen=True)
class Credentials:
    """How to log in to a SPARQL endpoint: a token, or a user with a password, or nothing."""

    user: str = ""
    password: str = ""
    token: str = ""


def credentials(environment: Mapping[str, str] = os.environ) -> Credentials:
    """Return the credentials of `KG_ENDPOINT_USER`, `KG_ENDPOINT_PASSWORD` and `KG_ENDPOINT_TOKEN`."""
    return Credentials(
        environment.get("KG_ENDPOINT_USER", ""),
        environment.get("KG_ENDPOINT_PASSWORD", ""),
        environment.get("KG_ENDPOINT_TOKEN", ""),
    )


@dataclass(frozen=True)
class Services:
    """Where records are fetched from, as whom, and where they are kept.

    Attributes:
        bases: The address of each service, without a final slash, by its name.
        moved: The names of those that the environment moved elsewhere.
        mailto: An address for the services to write to; sent to them only.
        cache: The directory in which answers are kept.
    """

    bases: Mapping[str, str]
    moved: frozenset[str]
    mailto: str
    cache: Path


_SERVICES = {
    "orcid": "https://pub.orcid.org",
    "doi": "https://doi.org",
    "openalex": "https://api.openalex.org",
    "dblp": "https://dblp.org",
    "crossref": "https://api.crossref.org",
}


def services(environment: Mapping[str, str] = os.environ) -> Services:
    """Return the services, of which `KG_ORCID_URL` and the like move one, `KG_MAILTO` and `XDG_CACHE_HOME`."""
    moved = {name: environment.get(f"KG_{name.upper()}_URL", "").rstrip("/") for name in _SERVICES}
    moved = {name: base for name, base in moved.items() if base}
    stated = environment.get("XDG_CACHE_HOME", "")
    cache = Path(stated) if stated.startswith("/") else Path.home() / ".cache"  # XDG: relative paths are ignored
    return Services({**_SERVICES, **moved}, frozenset(moved), environment.get("KG_MAILTO", ""), cache / "profile-kg")


def java_home(environment: Mapping[str, str] = os.environ) -> str:
    """Return where Java is, as `JAVA_HOME` says, or an empty text: then it is sought among the programs."""
    return environment.get("JAVA_HOME", "")
