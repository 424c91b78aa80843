"""Take the logo, the photographs of people and the pictures of pages into a release; what cannot be shown is said."""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from kg.base.errors import Problem
from kg.profile.config import Project
from kg.site.own import pictures
from kg.site.own.pictures import PictureError
from kg.store.columns import value
from kg.store.store import LocalStore, solutions
from kg.terms.identifiers import slug
from kg.terms.vocabulary import PREFIXES

_LOGO = "site/logo"
_PHOTOS = """
SELECT DISTINCT ?person ?file ?url WHERE {
  ?person schema:image ?photo .
  OPTIONAL { ?photo kg:file ?file }
  OPTIONAL { ?photo schema:contentUrl ?url }
  FILTER(STRSTARTS(STR(?photo), CONCAT(STR(?person), "#")))
} ORDER BY ?person ?file
"""


class OwnPictures:
    """The pictures of a project's own site.

    Args:
        project: The project.
        former: A release that the same program made: large photographs take time.
        pictures: The SHA-256 of each file of which its pictures were made, by its path in the project.

    Attributes:
        files: What the pages need, by its path below the site's root.
        remarks: What was left out, and why.
        sources: The SHA-256 of each file that was asked for, by its path in the project; empty for one that is gone.
    """

    def __init__(self, project: Project, former: Path, pictures: Mapping[str, str]) -> None:
        self._project, self._former, self._pictures = project, former, pictures
        self._home = project.root.resolve()
        self.files: dict[str, bytes] = {}
        self.remarks: list[Problem] = []
        self.sources: dict[str, str] = {}

    def logo(self, name: str) -> str:
        """Return the path of the logo below the site's root, or nothing."""
        try:
            return self._put(_LOGO, name, self._read(name), pictures.PICTURE_WIDTH, pictures.LOGO_HEIGHT)
        except PictureError as error:
            self._leave_out(f"the logo is not shown: {error}", self._project.root / name)
            return ""

    def photos(self, store: LocalStore) -> dict[str, str]:
        """Return the path of the photograph of each person whose profile names a file, by IRI."""
        found: dict[str, str] = {}
        for person, file, url in _photos(store):
            name = PurePosixPath(person).name
            try:
                if file and person not in found:
                    target = f"site/photos/{name}.webp"
                    content = self._read(file)
                    self.files[target] = self._made_before(target, file) or pictures.photo(content)
                    found[person] = target
                elif url and not file:
                    raise PictureError("it is an address, which no build fetches; put it into the project: 'file: …'")
            except PictureError as error:
                at = next(self._project.profiles.glob(f"**/{name}.y*ml"), None)
                shown = f"the photograph '{file or url}' of {name} is not shown: {error}"
                self._leave_out(shown, at)
        return found

    def _made_before(self, target: str, name: str) -> bytes:
        """Return what the previous build has made of a file that is still the same, or nothing."""
        path = self._former / target
        if self._pictures.get(name) != self.sources[name]:
            return b""
        return path.read_bytes() if path.is_file() else b""

    def picture(self, source: str, page: Path) -> tuple[str, str]:
        """Return the path of a picture of a page below the site's root, or nothing and why.

        Args:
            source: Its path, from the folder of the page.
            page: The file of the page.
        """
        if urlsplit(source).scheme or source.startswith("/"):
            return "", "pictures are files in the folder 'site'"
        path = (page.parent / source).resolve()
        if not path.is_relative_to(self._home / "site"):
            return "", "it does not lie in the folder 'site'"
        name = path.relative_to(self._home).as_posix()
        try:
            content = self._read(name)
            target = f"site/images/{slug(path.stem) or 'picture'}-{sha256(content).hexdigest()[:8]}"
            return self._put(target, name, content, pictures.PICTURE_WIDTH, pictures.PICTURE_WIDTH), ""
        except PictureError as error:
            return "", str(error)

    def _put(self, target: str, name: str, content: bytes, width: int, height: int) -> str:
        """Take a picture into the files, and return its path there; raises PictureError."""
        if not name.lower().endswith(".svg"):
            self.files[f"{target}.webp"] = pictures.fitted(content, width, height)
            return f"{target}.webp"
        if len(content) > pictures.MAX_SVG:
            raise PictureError(f"an SVG has at most {pictures.MAX_SVG:,} bytes")
        pictures.require_harmless_svg(content)
        self.files[f"{target}.svg"] = content
        return f"{target}.svg"

    def _read(self, name: str) -> bytes:
        """Return what a file of the project holds; raises PictureError."""
        self.sources[name] = ""
        path = self._project.root / name
        try:
            if not path.resolve().is_relative_to(self._home):
                raise PictureError("it does not lie in the project")
            if not path.is_file():  # a pipe would be waited for
                raise PictureError("there is no such file")
            if (size := path.stat().st_size) > pictures.MAX_FILE:
                raise PictureError(f"the file has {size:,} bytes; at most {pictures.MAX_FILE:,} are read")
            content = path.read_bytes()
        except (OSError, ValueError) as error:
            raise PictureError(f"it cannot be read: {getattr(error, 'strerror', None) or error}") from error
        self.sources[name] = sha256(content).hexdigest()
        return content

    def _leave_out(self, message: str, path: Path | None) -> None:
        self.remarks.append(Problem(message, path))


def _photos(store: LocalStore) -> Iterator[tuple[str, str, str]]:
    """Yield people with the file and the address of their photographs, either of which may be empty."""
    for row in solutions(store.query(_PHOTOS, prefixes=PREFIXES)):
        yield value(row["person"]), value(row["file"]), value(row["url"])
