"""A group's own face, as a build put it into a release: `site.json`, and the files in `site/` that it names."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from kg.base.errors import ReleaseError

FACE = "site.json"
SITE = "site"


@dataclass(frozen=True)
class EmbeddedList:
    """A list in the midst of a text: of works, of people, or the answer to a named question."""

    kind: str  # `works`, `people` or `question`
    name: str = ""  # the name of the question, or empty
    # by what it is narrowed down: IRIs, years, roles; of a question, its parameters
    values: Mapping[str, str] = field(default_factory=dict)


Prose = tuple[str | EmbeddedList, ...]
"""A text in pieces of HTML, with lists between them; in links, `ROOT` stands for the way to the site's root."""

ROOT = "\ue000"
"""A character for private use: no text that people write has it."""


@dataclass(frozen=True)
class NavigationEntry:
    """A link in the head of each page: to a path below the site's root, or to a place on the web."""

    title: str
    href: str

    @property
    def is_outside(self) -> bool:
        """Whether it leads to a place on the web."""
        return "://" in self.href


@dataclass(frozen=True)
class OwnPage:
    """A page that the group has written."""

    title: str
    text: Prose
    language: str = ""  # its tag, where it is not that of the pages around it


@dataclass(frozen=True)
class OwnTexts:
    """What a group has written in one more language; see `Face`."""

    home: Prose = ()
    home_language: str = ""
    footer: str = ""
    pages: Mapping[str, OwnPage] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Face:
    """What a group says of itself beside the graph; a release without it has an empty one."""

    logo: str = ""  # its path below the site's root, or empty
    lead: str = ""  # what the group does, in one sentence
    home: Prose = ()  # the text of the first page
    home_language: str = ""  # its tag, where it is not that of the pages
    footer: str = ""  # one line of HTML
    navigation: tuple[NavigationEntry, ...] = ()  # links, in their order
    # the pages of the group's own, by name; `imprint` is one of them
    pages: Mapping[str, OwnPage] = field(default_factory=dict)
    roles: tuple[tuple[str, tuple[str, ...]], ...] = ()  # the members by role: IRIs of people
    featured: tuple[str, ...] = ()  # IRIs of selected works
    # the paths of photographs below the site's root, by the IRI of the person
    photos: Mapping[str, str] = field(default_factory=dict)
    corrections: str = ""  # where readers suggest corrections: an address, or `mailto:…`
    hue: float | None = None  # in degrees, or None
    chroma: float | None = None  # from 0 to `MOST_CHROMA`, or None
    style: str = ""  # the path of the group's own style sheet below the site's root, or empty
    quality_is_private: bool = False  # whether the page of quality is not published
    languages: tuple[str, ...] = ("en",)  # the tags of the languages of the pages, the site's first one first
    # what the group has written in languages other than the first, by their tags
    others: Mapping[str, OwnTexts] = field(default_factory=dict)
    # short texts of the group's own in the language of the pages, by how they stand in `kg.yaml`
    words: Mapping[str, str] = field(default_factory=dict)
    # the SHA-256 of each file in `site/`, by its path below the site's root
    files: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        """Whether the group says nothing."""
        return self == NO_FACE

    def read_in(self, language: str) -> "Face":
        """Return what it says in one of its languages."""
        if (own := self.others.get(language)) is None:
            return self
        return replace(
            self,
            lead=own.words.get(self.lead, self.lead),
            home=own.home,
            home_language=own.home_language,
            footer=own.footer,
            navigation=tuple(replace(each, title=own.words.get(each.title, each.title)) for each in self.navigation),
            pages=own.pages,
            roles=tuple((own.words.get(title, title), iris) for title, iris in self.roles),
            words=own.words,
        )

    @property
    def colour(self) -> tuple[float, float]:
        """Hue and chroma of its colours: those that the style sheet has where the group chose none."""
        return 218 if self.hue is None else self.hue, 0.095 if self.chroma is None else self.chroma

    def photo(self, iri: str) -> str:
        """Return the path of the photograph of a person below the site's root, or nothing."""
        return self.photos.get(iri, "")

    @property
    def members(self) -> tuple[str, ...]:
        """The IRIs of all that have a role, each once."""
        return tuple(dict.fromkeys(iri for _, iris in self.roles for iri in iris))


_JSON: TypeAdapter[Face] = TypeAdapter(Face)
NO_FACE = Face()


def write_face(face: Face) -> str:
    """Return a face as it stands in a release."""
    said = _JSON.dump_python(face, mode="json", exclude_defaults=True)
    return f"{json.dumps(said, indent=1, ensure_ascii=False, sort_keys=True)}\n"


def read_face(release: Path) -> Face:
    """Return the face in the directory of a release.

    Raises:
        ReleaseError: If it is not as it was written.
    """
    try:
        return _JSON.validate_json((release / FACE).read_bytes())
    except FileNotFoundError:
        return NO_FACE
    except (OSError, ValidationError) as error:
        raise ReleaseError(f"{FACE} in {release} cannot be read", hint="build again: kg build") from error
