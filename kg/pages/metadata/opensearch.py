"""How browsers and programs search the site (OpenSearch 1.1, draft 6)."""

from xml.sax.saxutils import escape

from kg.pages.graph import Graph

MEDIA_TYPE = "application/opensearchdescription+xml"
_LONGEST = {"ShortName": 16, "LongName": 48, "Description": 1024}


def document(graph: Graph) -> bytes:
    """Return the description of the search of a site whose address is known."""
    texts = {
        "ShortName": graph.title,
        "LongName": graph.title,
        "Description": f"Search people, works and places: {graph.title}",
    }
    elements = [f"<{name}>{escape(_short(text, _LONGEST[name]))}</{name}>" for name, text in texts.items()]
    # Braces are the template's own; all else of the address is data.
    page = escape(graph.url, {'"': "&quot;"}).replace("{", "%7B").replace("}", "%7D")
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">',
            *elements,
            "<InputEncoding>UTF-8</InputEncoding>",
            f'<Image width="16" height="16" type="image/svg+xml">{page}assets/icon.svg</Image>',
            f'<Url type="text/html" template="{page}search/?q={{searchTerms}}"/>',
            "</OpenSearchDescription>",
            "",
        ]
    ).encode()


def _short(text: str, most: int) -> str:
    """Return a text that is not longer than allowed, cut between words if there are several.

    >>> _short("Five researchers in systems", 16)
    'Five researchers'
    """
    line = " ".join(text.split())
    cut = line[: most + 1].rpartition(" ")[0] or line[:most]
    return line if len(line) <= most else cut
