"""Make pictures of a project fit for its pages: small, without metadata, and of no kind that can do harm.

Pillow reads the rasters and writes them again; an SVG stays as it is, or is refused.
"""

import re
import struct
import warnings
import zlib
from collections.abc import Iterator
from io import BytesIO
from itertools import chain
from xml.etree.ElementTree import Element, ParseError, fromstring

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


_SVG = "{http://www.w3.org/2000/svg}"
_NAMES = ("", "{http://www.w3.org/1999/xlink", "{http://www.w3.org/XML/1998/namespace")
"""The namespaces of attributes that a browser heeds; those of programs for drawing do nothing."""
_LINKS = ("href", "src", "ping", "base")
_LEADS_OUT = re.compile(r"url\((?!\s*['\"]?#)|(?:image|image-set|src)\(|@import|javascript:|\\", re.IGNORECASE)
_DECLARED = re.compile(r"<!(?:ENTITY|ATTLIST)|<\?xml-stylesheet")
_PRIVATE = re.compile(r"/(?:home|Users)/|\b[A-Za-z]:\\|[\w.+-]@[\w-]+\.[A-Za-z]")


def require_harmless_svg(content: bytes) -> None:
    """Refuse an SVG that could run something, lead elsewhere or say who drew it: browsers get it as it is.

    Raises:
        PictureError: If it is such a picture, or no SVG.
    """
    try:
        text, root = content.decode("utf-8-sig"), fromstring(content)  # noqa: S314  (expat bounds what entities become)
    except (UnicodeDecodeError, ParseError, ValueError, RecursionError) as error:
        raise PictureError(f"it is no SVG: {error}") from error
    if root.tag != f"{_SVG}svg":
        raise PictureError("it is no SVG: its first element is another one")
    declared = [found[0] for found in (_DECLARED.search(text), _PRIVATE.search(text)) if found]
    if harm := next(chain(declared, *map(_harm, root.iter())), ""):
        raise PictureError(f"it has {harm}; export it as plain SVG, without scripts, links and metadata")


def _harm(element: Element) -> Iterator[str]:
    local = element.tag.rpartition("}")[2].lower()
    if local in ("script", "foreignobject") or element.tag.startswith("{http://www.w3.org/1999/xhtml}"):
        yield f"<{local}>"
    styled = (element.text or "") + "".join(child.tail or "" for child in element) if local == "style" else ""
    if _LEADS_OUT.search(styled):
        yield "a link to elsewhere in <style>"
    for name, text in element.items():
        namespace, _, attribute = name.rpartition("}")
        changes_link = attribute == "attributeName" and text.rpartition(":")[2].strip() in _LINKS
        leads_out = _LEADS_OUT.search(text) or (attribute.lower() in _LINKS and not text.startswith("#"))
        if namespace in _NAMES and (attribute.lower().startswith("on") or leads_out or changes_link):
            yield f"'{attribute}=\"{text[:40]}\"'"
