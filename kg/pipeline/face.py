"""Put a group's own face into a release: what `site` in `kg.yaml` names is looked up in the graph that was built."""

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256

from pyoxigraph import DefaultGraph, NamedNode

from kg.base import strict_yaml
from kg.base.colour import oklch
from kg.base.errors import ConfigError, IdentifierError, NotFound, Problem, QueryError
from kg.profile.config import Project
from kg.profile.site_config import SiteConfig
from kg.store.face import FACE, NO_FACE, Face, NavigationEntry, write_face
from kg.store.graph import DEPRECATED, REPLACED
from kg.store.questions import entity
from kg.store.staging import Staging
from kg.store.store import LocalStore
from kg.terms import typed_yaml
from kg.terms.formats import iri_of
from kg.terms.identifiers import SCHEMES
from kg.terms.vocabulary import PREFIXES

MOST_CHROMA = 0.2
"""Of the colours of a site; a group's colour may be more vivid than any text in it can be."""

MAX_STYLE = 1 << 20
STYLE = "site/style.css"
_SAME_AS = NamedNode(f"{PREFIXES['schema']}sameAs")


def add_face(project: Project, staging: Staging) -> None:
    """Write what a project says of its own site into a release whose graph is there; nothing, if it says nothing.

    Raises:
        ConfigError: With everything that names what is not there.
    """
    reader = _FaceReader(project, staging.store())
    face = reader.face()
    if face != NO_FACE:
        staging.write(FACE, write_face(face))
        for name, content in reader.files.items():
            staging.add(name, content)


class _FaceReader:
    """Reads a project's own site; what is wrong in it is said all at once.

    Attributes:
        files: What the pages need, by its path below the site's root.
    """

    def __init__(self, project: Project, store: LocalStore) -> None:
        self._project, self._store = project, store
        self._site: SiteConfig = project.config.site
        self._file = project.root / "kg.yaml"
        self._text = strict_yaml.read_text(self._file)
        self._problems: list[Problem] = []
        self.files: dict[str, bytes] = {}

    def face(self) -> Face:
        """Return the face; raises ConfigError."""
        site = self._site
        face = Face(
            lead=site.lead or "",
            navigation=tuple(self._navigation()),
            roles=tuple((role, tuple(self._found("person", ("roles", role), ids))) for role, ids in site.roles.items()),
            featured=tuple(self._found("work", ("featured",), site.featured)),
            corrections=site.corrections or "",
            quality_is_private=site.quality == "private",
            style=self._style(),
        )
        if site.hue is not None:
            face = replace(face, hue=site.hue)
        elif site.colour:
            colour = oklch(site.colour)
            face = replace(face, hue=colour.hue, chroma=min(colour.chroma, MOST_CHROMA))
        if self._problems:
            raise ConfigError(self._problems)
        return replace(face, files={name: sha256(content).hexdigest() for name, content in self.files.items()})

    def _navigation(self) -> Iterator[NavigationEntry]:
        for at, link in enumerate(self._site.navigation):
            if link.url:
                yield NavigationEntry(link.title, link.url)
            else:
                self._note(Problem(f"there is no page '{link.page}'"), ("navigation", at, "page"))

    def _style(self) -> str:
        """Take the group's own style sheet into the files."""
        content = self._content(self._site.style, ("style",), MAX_STYLE)
        if not content:
            return ""
        self.files[STYLE] = content
        return STYLE

    def _content(self, name: str | None, loc: strict_yaml.Loc, most: int) -> bytes:
        """Return what a file of the project holds; nothing if it is not named, or cannot be used."""
        if name is None:
            return b""
        path = self._project.root / name
        try:
            if path.stat().st_size <= most:
                return path.read_bytes()
            self._note(Problem(f"'{name}' is larger than {most:,} bytes", hint="make it smaller"), loc)
        except OSError as error:
            hint = "check the name; paths begin in the folder of kg.yaml"
            self._note(Problem(f"'{name}' cannot be read: {error.strerror or error}", hint=hint), loc)
        return b""

    def _found(self, kind: str, loc: strict_yaml.Loc, names: tuple[str, ...]) -> Iterator[str]:
        """Yield the IRIs of things that are named in `kg.yaml`, each once."""
        known: dict[str, str] = {}
        for at, name in enumerate(names):
            try:
                iri = self.thing(kind, name)
            except (NotFound, QueryError) as error:
                self._note(Problem(str(error), hint=error.hint), (*loc, at))
                continue
            if iri in known:
                self._note(Problem(f"'{name}' stands here twice", hint="delete one of the two"), (*loc, at))
            else:
                known[iri] = name
                yield iri

    def thing(self, kind: str, name: str) -> str:
        """Return the IRI of a thing of the graph: of one that was merged, that which answers for it.

        Raises:
            NotFound: If there is none.
            QueryError: If several things have the name.
        """
        node = self._same_as(name) or entity(kind, name, self._store.query, self._project.config.base)
        for quad in self._store.quads(node, REPLACED, None, DefaultGraph()):
            node = NamedNode(iri_of(quad.object))
        if any(self._store.quads(node, DEPRECATED, None, DefaultGraph())):
            raise NotFound(f"'{name}' was withdrawn", hint="take it out")
        if not any(self._store.quads(node, None, None, DefaultGraph(), limit=1)):
            raise NotFound(f"there is no {kind} '{name}'", hint="write its id or its name")
        return node.value

    def _same_as(self, name: str) -> NamedNode | None:
        """Return the thing that has a DOI."""
        try:
            doi = NamedNode(SCHEMES["doi"].canonical(name))
        except IdentifierError:
            return None
        found = (quad.subject for quad in self._store.quads(None, _SAME_AS, doi, DefaultGraph()))
        return next((node for node in found if isinstance(node, NamedNode)), None)

    def _note(self, problem: Problem, loc: strict_yaml.Loc) -> None:
        self._problems.append(typed_yaml.located(problem, self._text, self._file, ("site", *loc)))
