"""Write PDF files for tests: text at places of pages, shapes, links, pictures. As plain as the format allows."""

from typing import NamedTuple

FONTS = {
    "": "Helvetica", "b": "Helvetica-Bold", "i": "Helvetica-Oblique", "s": "Times-Roman",
}  # fmt: skip


class Text(NamedTuple):
    """Text at a place, in points from the left and the bottom of the page."""

    x: float
    y: float
    text: str
    size: float = 10
    font: str = ""
    link: str = ""


def column(x: float, top: float, lines: list[str], leading: float = 12, size: float = 10, font: str = "") -> list[Text]:
    """Return lines of text one below the other."""
    return [Text(x, top - number * leading, line, size, font) for number, line in enumerate(lines)]


def pdf(*pages: list[Text], shapes: str = "", image: bool = False, locked: bool = False) -> bytes:
    """Return a PDF file of some pages in the size of a letter.

    Args:
        pages: What stands on each.
        shapes: Operators that draw something on every page.
        image: Whether there is a picture on every page.
        locked: Whether it asks for a password.
    """
    objects = [b"", b""]
    for code, name in FONTS.items():
        del code
        objects.append(f"<</Type/Font/Subtype/Type1/BaseFont/{name}/Encoding/WinAnsiEncoding>>".encode())
    objects.append(
        b"<</Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/Length 1>>"
        b"stream\n\x80\nendstream"
    )
    picture = len(objects)
    kids = [_page(objects, page, shapes, picture if image else 0) for page in pages]
    objects[0] = b"<</Type/Catalog/Pages 2 0 R>>"
    objects[1] = f"<</Type/Pages/Count {len(kids)}/Kids[{' '.join(f'{kid} 0 R' for kid in kids)}]>>".encode()
    return _file(objects, locked=locked)


def _page(objects: list[bytes], page: list[Text], shapes: str, picture: int) -> int:
    """Add a page with what it needs; return its number."""
    drawn = [shapes, "q 500 0 0 500 50 50 cm /P Do Q" if picture else "", "BT"]
    fonts = list(FONTS)
    for text in page:
        written = text.text.encode("cp1252").hex()
        drawn.append(f"/F{fonts.index(text.font)} {text.size} Tf 1 0 0 1 {text.x} {text.y} Tm <{written}> Tj")
    stream = "\n".join([*drawn, "ET"]).encode()
    objects.append(b"<</Length %d>>stream\n%s\nendstream" % (len(stream), stream))
    content = len(objects)
    links = [_link(text) for text in page if text.link]
    resources = " ".join(f"/F{number} {number + 3} 0 R" for number in range(len(FONTS)))
    pictures = f"/XObject<</P {picture} 0 R>>" if picture else ""
    objects.append(
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents {content} 0 R"
        f"/Resources<</Font<<{resources}>>{pictures}>>/Annots[{' '.join(links)}]>>".encode()
    )
    return len(objects)


def _link(text: Text) -> str:
    right = text.x + len(text.text) * text.size * 0.6
    rectangle = f"{text.x} {text.y - 2} {right} {text.y + text.size}"
    return f"<</Type/Annot/Subtype/Link/Rect[{rectangle}]/A<</S/URI/URI({text.link})>>>>"


def _file(objects: list[bytes], *, locked: bool) -> bytes:
    content = bytearray(b"%PDF-1.4\n")
    offsets = []
    for number, item in enumerate(objects, 1):
        offsets.append(len(content))
        content += b"%d 0 obj\n%s\nendobj\n" % (number, item)
    start = len(content)
    content += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    content += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    lock = b"/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<%s>/U<%s>>>/ID[<00><00>]" % (b"41" * 32, b"42" * 32)
    content += b"trailer<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        lock if locked else b"",
        start,
    )
    return bytes(content)
