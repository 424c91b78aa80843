"""Make pictures of a project fit for its pages: small, without metadata, and of no kind that can do harm.

Pillow reads the rasters; of SVG, what is on a list of shapes and their attributes is written again.
"""

import re
import struct
import warnings
import zlib
from io import BytesIO
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from PIL import Image, ImageOps

MAX_FILE = 20 << 20
MAX_SVG = 500_000
MAX_PIXELS = 60_000_000
PHOTO = 480
LOGO_HEIGHT = 96
PICTURE_WIDTH = 1600

_FORMATS = ("JPEG", "PNG", "WEBP")
_DAMAGED = (
    OSError, ValueError, SyntaxError, TypeError, KeyError, IndexError, EOFError, OverflowError, MemoryError,
    struct.error, zlib.error, Image.DecompressionBombError, Warning,
)  # fmt: skip
_FACES_ABOVE = 0.2  # of a portrait that is higher than wide, less is cut off above than below


class PictureError(Exception):
    """A picture cannot be shown; the reason, as a message has it."""


def photo(content: bytes) -> bytes:
    """Return a photograph of a person as a square of at most 480 pixels, in WebP."""
    image = _opened(content, PHOTO)
    side = min(image.size)
    square = ImageOps.fit(image, (side, side), centering=(0.5, _FACES_ABOVE))
    return _webp(square, PHOTO, PHOTO)


def fitted(content: bytes, width: int, height: int) -> bytes:
    """Return a picture that is no larger than some pixels, in WebP."""
    return _webp(_opened(content, max(width, height)), width, height)


def _opened(content: bytes, size: int) -> Image.Image:
    """Return a picture upright, of which at least so many pixels are needed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # Pillow warns of what becomes too large
            image = Image.open(BytesIO(content), formats=_FORMATS)
            if image.width * image.height > MAX_PIXELS:
                raise PictureError(f"it has {image.width:,} × {image.height:,} pixels; make it smaller")
            image.draft("RGB", (2 * size, 2 * size))  # a JPEG is read at half or a quarter of its size, in less time
            upright = ImageOps.exif_transpose(image)
            return upright.convert("RGBA" if upright.has_transparency_data else "RGB")
    except _DAMAGED as error:
        raise PictureError("it is not a JPEG, PNG or WebP, or it is damaged") from error


def _webp(image: Image.Image, width: int, height: int) -> bytes:
    image.thumbnail((width, height), Image.Resampling.LANCZOS)
    image.info = {}  # else a profile of its camera would be written, too
    target = BytesIO()
    image.save(target, "WEBP", quality=82, method=4)
    return target.getvalue()


_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_ELEMENTS = frozenset((
    "svg", "g", "defs", "symbol", "use", "title", "desc", "path", "rect", "circle", "ellipse", "line", "polyline",
    "polygon", "text", "tspan", "linearGradient", "radialGradient", "stop", "clipPath", "mask", "pattern", "style",
))  # fmt: skip
_ATTRIBUTES = frozenset((
    "id", "class", "style", "d", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "fx", "fy", "dx", "dy",
    "width", "height", "viewBox", "preserveAspectRatio", "version", "transform", "points", "offset", "href", "type",
    "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin",
    "stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset", "stroke-opacity", "opacity", "color", "display",
    "visibility", "overflow", "clip-path", "clip-rule", "clipPathUnits", "mask", "maskUnits", "maskContentUnits",
    "gradientUnits", "gradientTransform", "spreadMethod", "stop-color", "stop-opacity", "patternUnits",
    "patternContentUnits", "patternTransform", "font-family", "font-size", "font-weight", "font-style", "text-anchor",
    "letter-spacing", "dominant-baseline", "vector-effect", "paint-order", "role", "aria-label",
))  # fmt: skip
_LEADS_OUT = re.compile(r"url\(\s*['\"]?(?!#)|@|\\|expression\s*\(|javascript:|</", re.IGNORECASE)


def clean_svg(content: bytes) -> tuple[bytes, list[str]]:
    """Return an SVG picture without what is not on the list, and what was left out, with its line.

    Raises:
        PictureError: If it is no SVG, or declares entities.
    """
    writer = _SvgWriter()
    try:
        writer.parser.Parse(content, True)
    except (expat.ExpatError, ValueError, RecursionError) as error:
        raise PictureError(f"it is no SVG: {error}") from error
    return "".join(writer.written).encode(), writer.left_out


class _SvgWriter:
    def __init__(self) -> None:
        self.written: list[str] = []
        self.left_out: list[str] = []
        self._open: list[str] = []
        self._style = ""  # the text of a style so far, which is judged as a whole
        self._skipped = 0  # how deep within an element that is left out
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.EntityDeclHandler = self._entity
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text

    def _note(self, what: str) -> None:
        self.left_out.append(f"line {self.parser.CurrentLineNumber}: {what}")

    def _entity(self, *_: object) -> None:
        raise PictureError(f"line {self.parser.CurrentLineNumber} declares an entity; export it as plain SVG")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        namespace, _, local = name.rpartition(" ")
        if not self._open and not self._skipped and (namespace, local) != (_SVG, "svg"):
            raise PictureError("it is no SVG: its first element is another one")
        if self._skipped or namespace != _SVG or local not in _ELEMENTS or "style" in self._open[-1:]:
            if not self._skipped and namespace == _SVG and local != "metadata":
                self._note(f"<{local}>")
            self._skipped += 1
            return
        kept = "".join(f" {key}={quoteattr(text)}" for key, text in self._attributes(attributes))
        self.written.append(f"<{local}{kept}" if self._open else f'<svg xmlns="{_SVG}"{kept}')
        self.written.append(">")
        self._open.append(local)

    def _attributes(self, attributes: dict[str, str]) -> "list[tuple[str, str]]":
        kept = []
        for name, text in attributes.items():
            namespace, _, local = name.rpartition(" ")
            if namespace not in ("", _XLINK):
                continue  # of a program for drawing
            is_bad = _LEADS_OUT.search(text) or (local == "href" and not text.startswith("#"))
            if local in _ATTRIBUTES and not is_bad:
                kept.append((local, text))
            elif is_bad or local.startswith("on"):
                self._note(local)
        return kept

    def _end(self, _: str) -> None:
        if self._skipped:
            self._skipped -= 1
            return
        if _LEADS_OUT.search(self._style):
            self._note("<style>")
        else:
            self.written.append(escape(self._style))
        self._style = ""
        self.written.append(f"</{self._open.pop()}>")

    def _text(self, text: str) -> None:
        if not self._skipped and self._open[-1] == "style":
            self._style += text
        elif not self._skipped:
            self.written.append(escape(text))
