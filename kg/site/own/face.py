"""Put a group's own face into a release: what `site` in `kg.yaml` names is looked up in the graph that was built."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from pyoxigraph import DefaultGraph, Literal, NamedNode

from kg.base import strict_yaml
from kg.base.colour import oklch
from kg.base.errors import ConfigError, IdentifierError, NotFound, Problem, QueryError, ReadError
from kg.base.node import Loc
from kg.profile.config import Project
from kg.profile.site_config import Language, SiteConfig
from kg.site.own.own_lists import ListReader
from kg.site.own.own_pictures import OwnPictures
from kg.site.own.prose import MAX_PAGE, OwnPageHead, OwnText, prose, read_page, text_of
from kg.store.face import FACE, NO_FACE, Face, NavigationEntry, OwnPage, OwnTexts, Prose, write_face
from kg.store.graph import DEPRECATED, REPLACED
from kg.store.questions import Query, added_in, entity, queries
from kg.store.staging import Staging
from kg.store.store import LocalStore, solutions
from kg.terms import typed_yaml
from kg.terms.formats import iri_of, term_text
from kg.terms.identifiers import SCHEMES, SLUG_PATTERN, slug
from kg.terms.vocabulary import PREFIXES

MOST_CHROMA = 0.2
"""Of the colours of a site; a group's colour may be more vivid than any text in it can be."""

MAX_STYLE = 1 << 20
MAX_LOGO = 1 << 30  # a larger one than can be shown is a remark, not an error
STYLE = "site/style.css"
IMPRINT = "imprint"
_IMPRINT = OwnPageHead(title="Imprint")
_IDS = """SELECT DISTINCT ?thing WHERE {{ ?thing schema:name ?name FILTER(STRSTARTS(STR(?thing), {start})) }}
ORDER BY ?thing LIMIT 20000"""
_SAME_AS = NamedNode(f"{PREFIXES['schema']}sameAs")


def add_face(
    project: Project, staging: Staging, former: Path, pictures: Mapping[str, str]
) -> tuple[list[Problem], Mapping[str, str]]:
    """Write what a project says of its own site into a release whose graph is there; nothing, if it says nothing.

    Args:
        project: The project.
        staging: The release that is being made.
        former: A release that the same program made.
        pictures: The SHA-256 of each file of which its pictures were made, by its path in the project.

    Returns:
        What was left out, and the SHA-256 of each file with a picture that the pages show, by its path in the project.

    Raises:
        ConfigError: With everything that names what is not there.
    """
    reader = _FaceReader(project, staging.store(), OwnPictures(project, former, pictures))
    face = reader.face()
    if face != NO_FACE:
        staging.write(FACE, write_face(face))
        for name, content in reader.files.items():
            staging.add(name, content)
    return reader.remarks, reader.sources


class _FaceReader:
    """Reads a project's own site; what is wrong in it is said all at once.

    Attributes:
        files: What the pages need, by its path below the site's root.
        remarks: What was left out.
        sources: The SHA-256 of each file with a picture, by its path in the project; empty for one that is not there.
    """

    def __init__(self, project: Project, store: LocalStore, own: OwnPictures) -> None:
        self._project, self._store = project, store
        self._site: SiteConfig = project.config.site
        site = self._site
        self._file = project.root / "kg.yaml"
        self._tree = strict_yaml.parse(strict_yaml.read_text(self._file), self._file)
        self._problems: list[Problem] = []
        self._pictures = own
        self.files = self._pictures.files
        self.sources = self._pictures.sources
        self.remarks = self._pictures.remarks
        self._paths = self._page_files()
        self._lists = ListReader(self.thing, site.roles, self._queries, store.query, project.config.base)

    def face(self) -> Face:
        """Return the face; raises ConfigError."""
        site = self._site
        self._check_translations()
        pages = self._pages("")
        home, _ = self._home("")
        face = Face(
            logo=self._pictures.logo(site.logo) if site.logo and self._content(site.logo, ("logo",), MAX_LOGO) else "",
            photos=self._pictures.photos(self._store),
            lead=site.lead or "",
            home=home,
            footer=self._footer(site.footer),
            navigation=tuple(self._navigation(pages)),
            pages={name: page for name, (_, page) in pages.items()},
            roles=tuple((role, tuple(self._found("person", ("roles", role), ids))) for role, ids in site.roles.items()),
            featured=tuple(self._found("work", ("featured",), site.featured)),
            corrections=site.corrections or "",
            quality_is_private=site.quality == "private",
            style=self._style(),
            languages=site.languages,
            others={tag: self._own_texts(tag) for tag in site.languages[1:]},
        )
        if site.hue is not None:
            face = replace(face, hue=site.hue)
        elif site.colour:
            colour = oklch(site.colour)
            face = replace(face, hue=colour.hue, chroma=min(colour.chroma, MOST_CHROMA))
        if self._problems:
            raise ConfigError(self._problems)
        return replace(face, files={name: sha256(content).hexdigest() for name, content in self.files.items()})

    def _own_texts(self, tag: Language) -> OwnTexts:
        """Return what the group has written in one more language; what it has not stands in its first one."""
        words = self._site.translations.get(tag, {})
        home, language = self._home(tag)
        pages = {name: page for name, (_, page) in self._pages(tag).items()}
        footer = self._site.footer and words.get(self._site.footer, self._site.footer)
        return OwnTexts(home, language, self._footer(footer), pages, words)

    def _check_translations(self) -> None:
        """Say what is translated though nothing on the site says it."""
        site, declaration = self._site, self._project.declaration
        questions = [query.header for query in self._queries().values()]
        panels = [each.panel for each in questions if each.panel]
        said = {
            *(self._project.config.title, site.lead, site.footer, *site.roles),
            *(link.title for link in site.navigation),
            *(text for kind in declaration.kinds.values() for text in (kind.label, kind.plural)),
            *(each.label for kind in declaration.kinds.values() for each in kind.fields.values()),
            *(text for each in questions for text in (each.summary, each.question, each.description)),
            *(
                text
                for each in panels
                for text in (each.title, *(word for pair in each.count.values() for word in pair))
            ),
        }
        for tag, translated in site.translations.items():
            for text in translated.keys() - said:
                hint = typed_yaml.hint_for(text, filter(None, said), "write it as it stands in kg.yaml")
                self._note(Problem(f"the site does not say '{text}'", hint=hint), ("translations", tag, text))

    def _in_language(self, path: Path, tag: str) -> tuple[Path, str]:
        """Return the file of a text in a language, else of the first one with the tag of that."""
        own = path.with_suffix(f".{tag}.md")
        return (own, "") if tag and own.is_file() else (path, self._site.languages[0] if tag else "")

    def _page_files(self) -> dict[str, Path]:
        """Return the files of the group's own pages by their names."""
        folder = self._project.root / self._site.pages if self._site.pages else None
        if folder and not folder.is_dir():
            hint = "make it, with a file such as join.md for each page"
            self._note(Problem(f"there is no folder '{self._site.pages}'", hint=hint), ("pages",))
        found = {}
        for path in sorted(filter(Path.is_file, folder.glob("*.md"))) if folder else ():
            name, _, tag = path.stem.rpartition(".")
            if tag in self._site.languages[1:] and folder and (folder / f"{name}.md").is_file():
                continue  # the translation of another
            if re.fullmatch(SLUG_PATTERN, path.stem) and path.stem != IMPRINT:
                found[path.stem] = path
            else:
                reason = "is the name of the imprint" if path.stem == IMPRINT else "cannot be part of an address"
                hint = "use lower-case letters, digits and single hyphens, such as join-us.md"
                self._problems.append(Problem(f"'{path.stem}' {reason}", path, hint=hint))
        if self._content(self._site.imprint, ("imprint",), MAX_PAGE):
            found[IMPRINT] = self._project.root / str(self._site.imprint)
        return found

    def _pages(self, tag: str) -> dict[str, tuple[OwnPageHead, OwnPage]]:
        """Return the group's own pages with their heads, by name, in a language; in the first one without a tag."""
        pages = {}
        for name, first in self._paths.items():
            path, language = self._in_language(first, tag)
            try:
                head, text = (_IMPRINT, text_of(path)) if name == IMPRINT else read_page(text_of(path), path)
                pages[name] = head, OwnPage(head.title, self._prose(text, path), language)
            except ReadError as error:
                self._problems.extend(error.problems)
        return pages

    def _home(self, tag: str) -> tuple[Prose, str]:
        if not self._site.home or not self._content(self._site.home, ("home",), MAX_PAGE):
            return (), ""
        path, language = self._in_language(self._project.root / self._site.home, tag)
        try:
            return self._prose(text_of(path), path), language
        except ReadError as error:
            self._problems.extend(error.problems)
            return (), ""

    def _footer(self, text: str | None) -> str:
        if not text:
            return ""
        line, _ = self._tree.nearest(("site", "footer")).place
        pieces = self._prose("\n" * (line - 1) + text, self._file)
        if any(not isinstance(piece, str) for piece in pieces):
            self._note(Problem("a footer holds no lists", hint="write them into a page"), ("footer",))
        return "".join(piece for piece in pieces if isinstance(piece, str))

    def _prose(self, text: str, path: Path) -> Prose:
        of = OwnText(path, self._paths, self._lists, lambda source: self._pictures.picture(source, path))
        pieces, errors, remarks = prose(text, of)
        self._problems.extend(errors)
        self.remarks.extend(remarks)
        return pieces

    def _queries(self) -> Mapping[str, Query]:
        declaration = self._project.declaration
        return queries(added_in(self._project.queries, declaration), declaration)

    def _navigation(self, pages: Mapping[str, tuple[OwnPageHead, OwnPage]]) -> Iterator[NavigationEntry]:
        """Yield the links that `kg.yaml` names, then the pages that have a place."""
        named = set()
        for at, link in enumerate(self._site.navigation):
            if link.url:
                yield NavigationEntry(link.title, link.url)
            elif link.page in self._paths:
                named.add(link.page)
                yield NavigationEntry(link.title, f"pages/{link.page}/")
            else:
                otherwise = "write it as a file in the folder that 'pages' names"
                hint = typed_yaml.hint_for(link.page or "", self._paths, otherwise)
                self._note(Problem(f"there is no page '{link.page}'", hint=hint), ("navigation", at, "page"))
        placed = ((head.place, head.title, name) for name, (head, _) in pages.items() if head.place is not None)
        for _, title, name in sorted(placed):
            if name not in named:
                yield NavigationEntry(title, f"pages/{name}/")

    def _style(self) -> str:
        """Take the group's own style sheet into the files."""
        content = self._content(self._site.style, ("style",), MAX_STYLE)
        if not content:
            return ""
        self.files[STYLE] = content
        return STYLE

    def _content(self, name: str | None, loc: Loc, most: int) -> bytes:
        """Return what a file of the project holds; nothing if it is not named, or cannot be used."""
        if name is None:
            return b""
        path = self._project.root / name
        hint = "check the name; paths begin in the folder of kg.yaml"
        try:
            if not path.is_file():  # a pipe would be waited for
                self._note(Problem(f"there is no file '{name}'", hint=hint), loc)
            elif path.stat().st_size > most:
                self._note(Problem(f"'{name}' is larger than {most:,} bytes", hint="make it smaller"), loc)
            else:
                return path.read_bytes()
        except OSError as error:
            self._note(Problem(f"'{name}' cannot be read: {error.strerror or error}", hint=hint), loc)
        return b""

    def _found(self, kind: str, loc: Loc, names: tuple[str, ...]) -> Iterator[str]:
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
        node = self._same_as(name) or self._entity(kind, name)
        for quad in self._store.quads(node, REPLACED, None, DefaultGraph()):
            node = NamedNode(iri_of(quad.object))
        if any(self._store.quads(node, DEPRECATED, None, DefaultGraph())):
            raise NotFound(f"'{name}' was withdrawn", hint="take it out")
        if not any(self._store.quads(node, None, None, DefaultGraph(), limit=1)):
            raise NotFound(f"there is no {kind} '{name}'", hint="write its id or its name")
        return node.value

    def _entity(self, kind: str, name: str) -> NamedNode:
        """Return what `entity` returns; of an id that nothing has, the error names the nearest."""
        base = self._project.config.base
        try:
            return entity(kind, name, self._store.query, base)
        except NotFound as error:
            start = f"{base}{kind}/"
            found = self._store.query(_IDS.format(start=term_text(Literal(start))), prefixes=PREFIXES)
            ids = [iri_of(row[0]).removeprefix(start) for row in solutions(found)]
            if near := typed_yaml.nearest(slug(name), ids):
                raise NotFound(str(error), hint=f"did you mean '{near}'?") from error
            raise

    def _same_as(self, name: str) -> NamedNode | None:
        """Return the thing that has a DOI."""
        try:
            doi = NamedNode(SCHEMES["doi"].canonical(name))
        except IdentifierError:
            return None
        found = (quad.subject for quad in self._store.quads(None, _SAME_AS, doi, DefaultGraph()))
        return next((node for node in found if isinstance(node, NamedNode)), None)

    def _note(self, problem: Problem, loc: Loc) -> None:
        self._problems.append(typed_yaml.located(problem, self._tree, self._file, ("site", *loc)))
