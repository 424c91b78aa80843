"""HTML: what the standard asks of a page, told by kind."""

import re
from collections import Counter
from collections.abc import Iterator

from kg.publish.check.html.page import Element
from kg.publish.check.rule import Category, Finding, Rule, Scope, Severity
from kg.publish.check.site import INDEX
from kg.publish.check.subjects import PageFact, PageView, Survey

SYNTAX = Rule(
    "KG-HTML-01",
    "Pages are written as the HTML standard says: nesting, elements, attributes",
    "what is broken is repaired by browsers, and by other programs not or in another way",
    "correct the markup at the line",
    Category.HTML,
    Scope.PAGE,
    weight=3,
)
IDS = Rule(
    "KG-HTML-02",
    "No id stands twice in a page",
    "links and labels lead to the first one",
    "give each element an id of its own",
    Category.HTML,
    Scope.PAGE,
)
REFERENCES = Rule(
    "KG-HTML-03",
    "What refers to an id finds it in the page",
    "a label without its field, or a name that is elsewhere, tells nobody anything",
    "correct the id in for, aria-labelledby, aria-describedby, aria-controls, list, headers or form",
    Category.HTML,
    Scope.PAGE,
)
CHARSET = Rule(
    "KG-HTML-04",
    "The encoding is UTF-8, and declared in the first 1,024 bytes",
    "browsers guess otherwise, and names break",
    'put <meta charset="utf-8"> first in the head',
    Category.HTML,
    Scope.PAGE,
)
TITLE = Rule(
    "KG-HTML-05",
    "Each page has one title, and it says something",
    "it is what tabs, bookmarks and search results show",
    "put one <title> with text into the head",
    Category.HTML,
    Scope.PAGE,
)
UNIQUE = Rule(
    "KG-HTML-06",
    "No two pages for search engines have the same title and description",
    "readers cannot tell results apart",
    "let the title name the thing and what is shown of it, and the description what tells it from others",
    Category.HTML,
    Scope.SITE,
    Severity.WARNING,
)
VIEWPORT = Rule(
    "KG-HTML-07",
    "Each page says how wide it is on small screens, and lets readers zoom",
    "telephones show it tiny otherwise",
    'put <meta name="viewport" content="width=device-width, initial-scale=1"> into the head',
    Category.HTML,
    Scope.PAGE,
    Severity.WARNING,
)
RULES = (SYNTAX, IDS, REFERENCES, CHARSET, TITLE, UNIQUE, VIEWPORT)

_EARLY = 1024
_CHARSET = re.compile(r"<meta\s[^>]*charset\s*=\s*[\"']?\s*utf-?8", re.IGNORECASE)
_REFERRING = ("for", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "list", "headers", "form")


def of_page(page: PageView) -> Iterator[Finding]:
    """Judge a page."""
    html = page.html
    for place, message in html.faults:
        line = html.line(place)
        yield SYNTAX.broken(page.name, message, line, place - html.source.rfind("\n", 0, place))
    yield from _ids(page)
    head = html.source.encode("utf-8", "replace")[:_EARLY].decode("utf-8", "replace")
    if not _CHARSET.search(head) or "\ufffd" in html.source:
        said = "the text is not UTF-8" if "\ufffd" in html.source else "no encoding is declared early"
        yield CHARSET.broken(page.name, said)
    yield from _titles(page)
    viewport = html.meta("viewport").replace(" ", "")
    if "width=device-width" not in viewport or "user-scalable=no" in viewport:
        yield VIEWPORT.broken(page.name, f"the viewport is '{html.meta('viewport')}'")


def _ids(page: PageView) -> Iterator[Finding]:
    html = page.html
    with_id = [element for element in html.elements if "id" in element.attributes]
    counts = Counter(element.get("id") for element in with_id)
    for element in with_id:
        if counts[element.get("id")] > 1:
            counts[element.get("id")] = 0
            yield IDS.broken(page.name, f"the id '{element.get('id')}' stands twice", html.line(element))
    for element in html.elements:
        if len(element.attributes) > 0:
            yield from _references(page, element, counts)


def _references(page: PageView, element: Element, ids: Counter[str]) -> Iterator[Finding]:
    for attribute in _REFERRING:
        if attribute in element.attributes:
            for name in element.get(attribute).split():
                if name not in ids:
                    message = f'{attribute}="{name}" of {element.name}: nothing in the page has this id'
                    yield REFERENCES.broken(page.name, message, page.html.line(element))


def _titles(page: PageView) -> Iterator[Finding]:
    titles = [title for title in page.html.all("title") if not title.is_foreign]
    if len(titles) != 1:
        yield TITLE.broken(page.name, f"there are {len(titles)} titles")
    elif not page.html.text(titles[0]):
        yield TITLE.broken(page.name, "the title is empty", page.html.line(titles[0]))


def _is_canonical(page: PageFact) -> bool:
    """Tell whether a page stands for itself: what search engines list in its place has a title of its own."""
    return page.canonical.endswith(page.name.removesuffix(INDEX)) or not page.canonical


def of_site(survey: Survey) -> Iterator[Finding]:
    """Judge the titles of all pages."""
    first: dict[tuple[str, str], str] = {}
    for page in sorted(survey.pages, key=lambda each: each.name):
        if page.title and page.is_indexed and not page.moves_to and _is_canonical(page):
            other = first.setdefault((page.title, page.description), page.name)
            if other != page.name:
                yield UNIQUE.broken(page.name, f"'{page.title}' is also the title of {other}")
