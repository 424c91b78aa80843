"""Accessibility: what can be told without a browser (WCAG 2.2, level A, and good practice)."""

from collections.abc import Iterator

from kg.publish.check.html.page import Element
from kg.publish.check.rule import Category, Finding, Rule, Scope, Severity
from kg.publish.check.subjects import PageView


def _rule(number: int, title: str, why: str, mend: str, severity: Severity = Severity.ERROR) -> Rule:
    return Rule(f"KG-A11Y-{number:02}", title, why, mend, Category.ACCESSIBILITY, Scope.PAGE, severity)


LANGUAGE = _rule(
    1,
    "Each page says its language",
    "screen readers choose the voice by it (WCAG 3.1.1)",
    'write <html lang="en">',
)
HEADING = _rule(
    2,
    "Each page has one main heading",
    "readers who jump by headings start there",
    "put the name of what is shown into one <h1>",
)
ORDER = _rule(
    3,
    "Headings go down one level at a time",
    "a level that is left out looks like a part that is missing (WCAG 1.3.1)",
    "use h2 below h1, h3 below h2",
)
IMAGES = _rule(
    4,
    "Each image has a text instead of it",
    "who does not see it reads that (WCAG 1.1.1)",
    'give <img> an alt text, or alt="" if it only adorns; give <svg role="img"> an aria-label or a title',
)
FIELDS = _rule(
    5,
    "Each field of a form has a label",
    "nobody knows else what belongs into it (WCAG 1.3.1, 4.1.2)",
    "put a <label for=…> before it, or give it an aria-label",
)
NAMES = _rule(
    6,
    "Each link and button has a name",
    "screen readers read it out (WCAG 2.4.4, 4.1.2)",
    "write what it does or where it leads, or give it an aria-label",
)
LANDMARKS = _rule(
    7,
    "Each page has one main part, and its navigations have names",
    "readers go to parts by their names (WCAG 1.3.1)",
    "put the content into one <main>; where there are several <nav>, give each an aria-label",
)
SKIP = _rule(
    8,
    "The first link of a page skips to its content",
    "who uses the keyboard need not go through the navigation each time (WCAG 2.4.1)",
    'put <a href="#main"> first in the body, and id="main" on the main part',
)
TABLES = _rule(
    9,
    "Each table of data has headings",
    "a cell says nothing without that of its column (WCAG 1.3.1)",
    'use <th scope="col"> or <th scope="row">',
)
KEYBOARD = _rule(
    10,
    "Nothing jumps the order of the keyboard",
    "a positive tabindex takes readers elsewhere than the page (WCAG 2.4.3)",
    "use tabindex 0 or -1, and the order of the text",
)
RULES = (LANGUAGE, HEADING, ORDER, IMAGES, FIELDS, NAMES, LANDMARKS, SKIP, TABLES, KEYBOARD)

_NAMED_BY = ("aria-label", "aria-labelledby", "title")
_NO_LABEL = frozenset(("hidden", "submit", "button", "reset", "image"))


def of_page(page: PageView) -> Iterator[Finding]:
    """Judge a page; one that only leads on is no page to read."""
    if moves_to(page):
        return
    html = page.html
    root = html.first("html")
    if root is None or not root.get("lang").strip():
        yield LANGUAGE.broken(page.name, "the element html has no lang")
    yield from _headings(page)
    yield from _images(page)
    yield from _fields(page)
    for element in html.all("a", "button"):
        if ("href" in element.attributes or element.name == "button") and not _is_named(page, element):
            yield NAMES.broken(
                page.name, f"a{' button' * (element.name == 'button') or ' link'} has no name", html.line(element)
            )
    yield from _landmarks(page)
    yield from _tables(page)
    for element in html.elements:
        if (
            "tabindex" in element.attributes
            and element.get("tabindex").isdecimal()
            and int(element.get("tabindex")[:9])
        ):
            yield KEYBOARD.broken(page.name, f"tabindex={element.get('tabindex')}", html.line(element))


def moves_to(page: PageView) -> str:
    """Return the address to which a page leads on by itself, or nothing."""
    for meta in page.html.all("meta"):
        if meta.get("http-equiv").lower() == "refresh":
            return meta.get("content").partition("=")[2].strip("'\" ")
    return ""


def _is_hidden(element: Element) -> bool:
    """Tell whether an element is kept from screen readers, or from everybody."""
    return any(
        each.get("aria-hidden") == "true" or "hidden" in each.attributes or each.name == "template"
        for each in (element, *element.ancestors())
    )


def _headings(page: PageView) -> Iterator[Finding]:
    html = page.html
    found = sorted(html.all("h1", "h2", "h3", "h4", "h5", "h6"), key=lambda each: each.start)
    heads = [each for each in found if not _is_hidden(each)]
    tops = sum(each.name == "h1" for each in heads)
    if tops != 1:
        yield HEADING.broken(page.name, f"there are {tops} headings h1")
    before = 0
    for heading in heads:
        level = int(heading.name[1])
        if before and level > before + 1:
            yield ORDER.broken(page.name, f"h{level} follows h{before}", html.line(heading))
        before = level


def _images(page: PageView) -> Iterator[Finding]:
    for image in page.html.all("img", "area"):
        if "alt" not in image.attributes and not _is_hidden(image):
            yield IMAGES.broken(page.name, f"{image.get('src') or image.name} has no alt text", page.html.line(image))
    for picture in page.html.all("svg"):
        if picture.get("role") == "img" and not _is_named(page, picture) and not _is_hidden(picture):
            yield IMAGES.broken(page.name, "a picture in SVG has no name", page.html.line(picture))


def _fields(page: PageView) -> Iterator[Finding]:
    labelled = {label.get("for") for label in page.html.all("label")}
    for element in page.html.all("input", "select", "textarea"):
        if element.get("type").lower() in _NO_LABEL or _is_hidden(element):
            continue
        within = any(each.name == "label" for each in element.ancestors())
        if element.get("id") not in labelled - {""} and not within and not any(map(element.get, _NAMED_BY)):
            yield FIELDS.broken(page.name, f"the field '{element.get('name')}' has no label", page.html.line(element))


def _is_named(page: PageView, element: Element) -> bool:
    """Tell whether an element has a name: by an attribute, its text, or the name of what is in it."""
    if any(element.get(attribute).strip() for attribute in _NAMED_BY) or page.html.text(element):
        return True
    raw = page.html.raw(element)
    return any(f'{attribute}="' in raw and f'{attribute}=""' not in raw for attribute in ("alt", "aria-label"))


def _landmarks(page: PageView) -> Iterator[Finding]:
    html = page.html
    mains = [each for each in html.elements if each.name == "main" or each.get("role") == "main"]
    if len(mains) != 1:
        yield LANDMARKS.broken(page.name, f"there are {len(mains)} main parts")
    navigations = html.all("nav")
    for each in navigations:
        if len(navigations) > 1 and not any(map(each.get, _NAMED_BY)):
            yield LANDMARKS.broken(page.name, "one of several navigations has no name", html.line(each))
    first = next((link for link in html.all("a") if "href" in link.attributes), None)
    if first is not None and navigations and not _skips(page, first):
        yield SKIP.broken(page.name, f"the first link leads to '{first.get('href')}'", html.line(first))


def _skips(page: PageView, link: Element) -> bool:
    target = link.get("href")
    return target.startswith("#") and any(each.get("id") == target[1:] for each in page.html.elements)


def _tables(page: PageView) -> Iterator[Finding]:
    heads = {id(around) for head in page.html.all("th") for around in head.ancestors() if around.name == "table"}
    for table in page.html.all("table"):
        if id(table) not in heads and table.get("role") not in ("presentation", "none") and not _is_hidden(table):
            yield TABLES.broken(page.name, "a table has no heading", page.html.line(table))
