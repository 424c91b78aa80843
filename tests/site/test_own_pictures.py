"""Logo, photographs and pictures of pages: made small and harmless; what cannot be shown is said, and ends no build."""

import struct
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from kg.building import build
from kg.pipeline.result import BuildResult
from kg.profile.config import read_project
from kg.site.own import pictures
from kg.site.own.pictures import PictureError, require_harmless_svg
from kg.site.site import Site
from kg.store.face import Face, read_face
from tests.conftest import CONFIG

pytestmark = pytest.mark.thorough

ADA = "id: ada-lovelace\nname: Ada Lovelace\n"
ADA_IRI = "https://kg.example.org/person/ada-lovelace"
WITH_PHOTO = f"{ADA}photo: {{file: photos/ada.jpg, alt: Ada at a desk}}\n"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">{}</svg>'
Make = Callable[..., BuildResult]


def picture(width: int, height: int, form: str = "JPEG", **options: object) -> bytes:
    target = BytesIO()
    Image.linear_gradient("L").resize((width, height)).convert("RGB").save(target, form, **options)
    return target.getvalue()


def bomb(width: int, height: int) -> bytes:
    """Return a small PNG that says it has very many pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")
    )


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Return what builds a project of one person, given what `site` says, the profile and further files."""

    def made(site: str = "", profile: str = ADA, files: dict[str, bytes] | None = None) -> BuildResult:
        texts = {"kg.yaml": CONFIG + (f"site:\n{site}\n" if site else ""), "profiles/ada-lovelace.yaml": profile}
        for name, content in {**{key: text.encode() for key, text in texts.items()}, **(files or {})}.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_bytes(content)
        return build(read_project(tmp_path), tmp_path / "out")

    return made


def face(result: BuildResult) -> Face:
    assert result.release
    return read_face(result.release.path)


def opened(result: BuildResult, name: str) -> Image.Image:
    assert result.release
    return Image.open(BytesIO((result.release.path / name).read_bytes()))


def remark(result: BuildResult) -> str:
    (problem,) = result.warnings
    return str(problem)


def test_a_photograph_is_a_small_square_without_metadata(make: Make) -> None:
    exif = Image.Exif()
    exif[0x010E] = "taken at home"
    photo = picture(900, 1600, exif=exif)
    assert b"taken at home" in photo

    result = make(profile=WITH_PHOTO, files={"photos/ada.jpg": photo})
    found = face(result)
    small = opened(result, found.photo(ADA_IRI))

    assert result.warnings == []
    assert (found.photo(ADA_IRI), found.photo("https://kg.example.org/person/x")) == (
        "site/photos/ada-lovelace.webp",
        "",
    )
    assert (small.format, small.size) == ("WEBP", (480, 480))
    assert not small.getexif()
    assert result.release
    assert b"taken at home" not in (result.release.path / found.photo(ADA_IRI)).read_bytes()


def test_a_photograph_stands_upright_and_is_not_enlarged(make: Make) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter
    left_half = Image.new("RGB", (100, 100), "white")
    left_half.paste("black", (0, 0, 50, 100))
    target = BytesIO()
    left_half.save(target, "PNG", exif=exif)

    result = make(profile=WITH_PHOTO, files={"photos/ada.jpg": target.getvalue()})
    small = opened(result, "site/photos/ada-lovelace.webp").convert("L")

    assert small.size == (100, 100)
    assert [small.getpixel((50, 20)), small.getpixel((50, 80))] == [0, 255]


@pytest.mark.parametrize(
    ("more", "fact"), [("", ""), (", alt: At a desk, license: https://ada.example/licence", "At a desk; Licence: ")]
)
def test_the_path_of_a_photograph_is_no_fact_on_its_page(more: str, fact: str, make: Make) -> None:
    profile = f"{ADA}photo: {{file: photos/ada.jpg{more}}}\n"
    release = make(profile=profile, files={"photos/ada.jpg": picture(9, 9)}).release

    assert release
    page = Site(release).page("person/ada-lovelace/", {}).body.decode()
    assert "photos/ada.jpg" not in page
    assert f"<dt>Photo</dt> <dd><bdi>{fact}" in page if fact else "<dt>Photo</dt>" not in page


@pytest.mark.parametrize(
    ("photo", "said"),
    [
        (b"GIF89a" + bytes(100), "is not a JPEG, PNG or WebP, or it is damaged"),
        (picture(800, 800)[:2000], "is not a JPEG, PNG or WebP, or it is damaged"),
        (bomb(9_000, 9_000), "it has 9,000 × 9,000 pixels"),
        (bomb(60_000, 60_000), "or it is damaged"),
        (bytes(40 << 20), "the file has 41,943,040 bytes; at most"),
    ],
    ids=["gif", "cut", "large", "bomb", "40 MB"],
)
def test_a_photograph_that_cannot_be_shown_is_a_remark(photo: bytes, said: str, make: Make) -> None:
    result = make(profile=WITH_PHOTO, files={"photos/ada.jpg": photo})

    assert said in remark(result)
    assert "profiles/ada-lovelace.yaml" in remark(result)
    assert face(result).photos == {}


def test_a_photograph_elsewhere_is_not_read(make: Make, tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "ada.jpg").symlink_to("/etc/passwd")

    assert "it does not lie in the project" in remark(make(profile=WITH_PHOTO))


def test_a_logo_of_pixels_is_made_small(make: Make) -> None:
    result = make("  logo: site/logo.png", files={"site/logo.png": picture(2000, 1000, "PNG")})

    assert face(result).logo == "site/logo.webp"
    assert opened(result, "site/logo.webp").size == (192, 96)


def test_a_logo_of_lines_stays_as_it_is_or_is_refused(make: Make) -> None:
    plain = SVG.format('<path d="M0 0" fill="url(#g)"/>').encode()
    result = make("  logo: site/logo.svg", files={"site/logo.svg": plain})
    assert result.release
    assert (result.release.path / "site" / "logo.svg").read_bytes() == plain

    result = make("  logo: site/logo.svg", files={"site/logo.svg": SVG.format('<path onclick="x()"/>').encode()})
    assert "the logo is not shown: it has 'onclick=\"x()\"'; export it as plain SVG" in remark(result)
    assert face(result).logo == ""


def test_a_picture_of_lines_that_could_do_harm_is_refused() -> None:
    for harm in (
        '<a href="javascript:alert(1)"><path d="M0"/></a>',
        '<use xlink:href="https://e.org/#alert"/>',
        '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">alert</p></foreignObject>',
        '<style>@import "https://e.org/alert.css";</style>',
        "<style>path { fill: ur<!-- -->l(https://e.org/alert) }</style>",
        '<style>p { fill: u\\72l("https://e.org/alert") }</style>',
        '<path style="fill: url(https://e.org/alert)"/>',
        "<path fill=\"url( 'https://e.org/alert')\"/>",
        '<set attributeName="href" to="alert"/>',
        '<animate attributeName="href" values="alert"/>',
        '<path ONLOAD="alert"/>',
        '<?xml-stylesheet href="alert.css"?>',
        '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert</x:script>',
        '<g xml:base="https://e.org/"><use href="#alert"/></g>',
        "<style>path { background: image-set('https://e.org/alert' 1x) }</style>",
        '<image href=" https://e.org/alert.png"/>',
        "<desc>Drawn by Ada, ada@example.org</desc>",
        '<g xmlns:i="urn:i" i:export-filename="/home/ada/logo.png"/>',
        "<desc>Drawn in C:\\Users\\Ada</desc>",
    ):
        with pytest.raises(PictureError, match=r"it has .+; export it as plain SVG"):
            require_harmless_svg(SVG.format(harm).encode())


@pytest.mark.parametrize(
    "content",
    [
        b'<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + SVG.format("&b;").encode(),
        b'<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + SVG.format("&a;").encode(),
        b"<html/>", b"<svg/>", b"", b"\xff\xfe", SVG.encode()[:-3], SVG.format("<g>" * 9999).encode(),
    ],
)  # fmt: skip
def test_what_is_no_picture_of_lines_is_refused(content: bytes) -> None:
    with pytest.raises(PictureError):
        require_harmless_svg(content)


@pytest.mark.parametrize(
    "drawn",
    [
        '<metadata><x/></metadata><x xmlns="urn:i"/><path d="M0" xmlns:i="urn:i" i:label="x" i:onset="1"/>',
        "<style>@media (prefers-color-scheme: dark) { path { fill: url('#g') } }</style>",
        '<use xlink:href="#a"/><animate attributeName="x" values="1;2"/><title>Loom &amp; card</title>',
        '<path style="fill: url( #g)" filter="url(#f)"/>',
    ],
)
def test_a_harmless_picture_of_lines_is_taken(drawn: str) -> None:
    require_harmless_svg(SVG.format(drawn).encode())


def test_pictures_of_a_page_lie_in_the_folder_of_the_site_and_are_made_small(make: Make) -> None:
    files = {
        "site/home.md": b"![The machine](pictures/engine%20room.png)\n",
        "site/pictures/engine room.png": picture(4000, 2000, "PNG"),
    }
    result = make("  home: site/home.md", files=files)
    (name,) = face(result).files

    assert name.startswith("site/images/engine-room-")
    assert opened(result, name).size == (1600, 800)
    assert f'src="\ue000{name}" alt="The machine"' in str(face(result).home[0])


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("https://example.org/x.png", "pictures are files in the folder 'site'"),
        ("../../etc/passwd", "it does not lie in the folder 'site'"),
        ("gone.png", "there is no such file"),
        ("home.md", "is not a JPEG, PNG or WebP"),
    ],
)
def test_a_picture_of_a_page_that_cannot_be_shown_is_a_remark_with_its_line(source: str, said: str, make: Make) -> None:
    result = make("  home: site/home.md", files={"site/home.md": f"One.\n\n![words]({source})\n".encode()})

    assert said in remark(result)
    assert "site/home.md:3: " in remark(result)
    assert "words" in str(face(result).home[0])
    assert "<img" not in str(face(result).home[0])


def test_machines_are_told_where_a_photograph_is(make: Make) -> None:
    release = make(profile=WITH_PHOTO, files={"photos/ada.jpg": picture(300, 300)}).release
    assert release
    page = Site(release).page("person/ada-lovelace/", {}).body.decode()

    assert '<meta property="og:image" content="https://kg.example.org/site/photos/ada-lovelace.webp">' in page
    assert '"image":"https://kg.example.org/site/photos/ada-lovelace.webp"' in page


def test_a_photograph_on_the_web_is_neither_fetched_nor_linked(make: Make) -> None:
    result = make(profile=f"{ADA}photo: {{url: 'https://example.org/ada.jpg'}}\n")

    assert "it is an address, which no build fetches" in remark(result)
    assert face(result).photos == {}


@pytest.mark.parametrize("content", [b"", b"<html/>", SVG.format("x" * pictures.MAX_SVG).encode()])
def test_a_logo_that_cannot_be_shown_is_a_remark(content: bytes, make: Make) -> None:
    if not content:
        assert face(make("  logo: site/logo.svg", files={"site/logo.svg": b""})).logo == ""
        return
    result = make("  logo: site/logo.svg", files={"site/logo.svg": content})

    assert "the logo is not shown" in remark(result)
    assert face(result).logo == ""


def test_a_photograph_that_is_still_the_same_is_not_made_again(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    before = make(profile=WITH_PHOTO, files={"photos/ada.jpg": picture(300, 300)})
    monkeypatch.setattr(pictures, "photo", lambda _: pytest.fail("it was made again"))
    after = make(profile=f"{WITH_PHOTO}job_title: Analyst\n")

    assert before.release
    assert after.release
    assert before.release.path != after.release.path
    assert face(before).files == face(after).files
