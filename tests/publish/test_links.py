"""Where pages lead: what is published is found by their links, so that none may be missed."""

import re

from kg.publish.rendering import internal
from kg.site.site import Site
from kg.site.templating import ASSETS
from tests.support.site_pages import parsed

_IMPORT = re.compile(r'(?:from |import\()"(\.[^"]*)"')


def test_links_forms_and_scripts_lead_on_and_what_is_text_does_not() -> None:
    page = '<a href="a/"><form action="b/"><script src="../c.js"></script><p>&#34; href=&#34;d/&#34;</p><a href="a/#x">'

    assert list(dict.fromkeys(internal("p/", page))) == ["p/a/", "p/b/", "c.js"]


def test_no_page_has_links_where_they_are_not_looked_for(site: Site) -> None:
    for path in ("", "person/jiamin-li/", "work/", "explore/", "query/", "queries/people/", "vocabulary/"):
        attributes = {name for node in parsed(site.page(path, {})).css("*") for name in node.attributes}
        assert not attributes & {"srcset", "data-src", "poster", "formaction", "background", "xlink:href", "data"}


def test_scripts_import_what_there_is() -> None:
    for script in ASSETS.rglob("*.js"):
        if "vendor" not in script.parts:
            for place in _IMPORT.findall(script.read_text(encoding="utf-8")):
                assert (script.parent / place).is_file(), f"{script.name} imports {place}"
