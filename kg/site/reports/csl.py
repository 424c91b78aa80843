"""Citations in a style of the Citation Style Language (https://citationstyles.org) that the user has as a file.

citeproc-py sets them: in 341 of 342 styles of the CSL project that have a bibliography, each of 24 works.
Lists have an order and numbers of their own, so a style only sets single works: its sorting, its numbers and its
disambiguation of equal years are not used.
"""

import json
import re
import warnings
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

from citeproc import Citation, CitationItem, CitationStylesBibliography, CitationStylesStyle, formatter
from citeproc.model import TextCased
from citeproc.source.json import CiteProcJSON
from citeproc.string import MixedString, String
from lxml import etree

from kg.base.errors import Problem, ReadError
from kg.site.reports.citing import Cited
from kg.site.reports.model import Line, Span, plain, text_of
from kg.site.views.work import bibliography

_MAX_BYTES = 1 << 20
_CSL = "{http://purl.org/net/xbiblio/csl}"
_TAG = re.compile(r"<(/?)([a-z]+)[^<>]*>")
_KEY = "work"


class CslStyle:
    """A style of CSL, which cites one work at a time.

    Args:
        path: The file of the style.

    Raises:
        ReadError: If it cannot be read, is no style, or only names another style.
    """

    def __init__(self, path: Path) -> None:
        _mend()
        self._path = path
        root = _parsed(path)
        if root.find(f"{_CSL}bibliography") is None:
            links = (link for link in root.iter(f"{_CSL}link") if link.get("rel") == "independent-parent")
            parent = next((link.get("href", "") for link in links), "")
            hint = f"it only names another style; get that one: {parent}" if parent else "choose a style that has one"
            raise ReadError(Problem("the style sets no bibliography", path, hint=hint))
        for element in [each for each in root.iter() if each.get("variable") == "citation-number"]:
            _remove(element)
        source = BytesIO(etree.tostring(root))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of attributes that it does not know
            self._style = CitationStylesStyle(source, validate=False)

    def __call__(self, cited: Cited) -> Line:
        """Return a work as the style sets it."""
        [item] = json.loads(bibliography(cited.graph, [cited.work], "csl.json", ""))
        return self.set(item)

    def set(self, item: dict[str, Any]) -> Line:
        """Return an item of CSL-JSON as the style sets it; of what it does not set, the title.

        Raises:
            ReadError: If citeproc-py cannot set it in this style.
        """
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of variables that it does not know
                # A style would set the mark that there are more authors as one of them.
                authors = [each for each in item.get("author", ()) if each != {"literal": "et al."}]
                single = item | ({"author": authors} if authors else {}) | {"id": _KEY}
                made = CitationStylesBibliography(self._style, CiteProcJSON([single]), formatter.html)
                made.register(Citation([CitationItem(_KEY)]))
                html = "".join(map(str, made.bibliography()))
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            message = f"citeproc-py cannot set '{str(item.get('title'))[:80]}' in this style: {error}"
            raise ReadError(Problem(message, self._path, hint="choose another style, or one of kg's own")) from error
        return _trimmed(tuple(_spans(html))) or plain(str(item.get("title", "")))


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
