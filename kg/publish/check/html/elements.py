"""Which element of HTML may stand where, and which attributes it may have (HTML Living Standard, §4)."""

from collections.abc import Mapping


def words(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


VOID = words("area base br col embed hr img input link meta source track wbr")
RAW = words("script style title textarea iframe noembed noframes xmp")
"""Elements whose content is text up to their end tag."""

METADATA = words("base link meta noscript script style template title")
PHRASING = words(
    "a abbr area audio b bdi bdo br button canvas cite code data datalist del dfn em embed i iframe img input ins kbd "
    "label link map mark math meta meter noscript object output picture progress q ruby s samp script select slot "
    "small span strong sub sup svg template textarea time u var video wbr"
)
HEADINGS = words("h1 h2 h3 h4 h5 h6 hgroup")
SECTIONS = words("article aside nav section")
FLOW = (
    PHRASING
    | HEADINGS
    | SECTIONS
    | words(
        "address blockquote details dialog div dl fieldset figure footer form header hr main menu ol p pre search "
        "style table ul"
    )
)
INTERACTIVE = words("a button details embed iframe label select textarea input")
TRANSPARENT = words("a audio canvas del ins map noscript object slot video")
SCRIPTS = words("script template")

CHILDREN: Mapping[str, frozenset[str]] = {
    "html": words("head body"),
    "head": METADATA,
    **dict.fromkeys(("ul", "ol", "menu"), SCRIPTS | {"li"}),
    "dl": SCRIPTS | {"dt", "dd", "div"},
    "table": SCRIPTS | words("caption colgroup thead tbody tfoot tr"),
    **dict.fromkeys(("thead", "tbody", "tfoot"), SCRIPTS | {"tr"}),
    "tr": SCRIPTS | {"td", "th"},
    "colgroup": words("col template"),
    "select": SCRIPTS | words("option optgroup hr"),
    "optgroup": SCRIPTS | {"option", "legend"},
    "datalist": PHRASING | {"option"},
    "picture": SCRIPTS | {"source", "img"},
    "hgroup": SCRIPTS | HEADINGS | {"p"},
    "ruby": PHRASING | {"rt", "rp"},
    **dict.fromkeys(
        words(
            "abbr b bdi bdo button cite code data dfn em h1 h2 h3 h4 h5 h6 i kbd label mark meter output p pre "
            "progress q rp rt s samp small span strong sub sup time u var"
        ),
        PHRASING,
    ),
    **dict.fromkeys(("legend", "summary"), PHRASING | HEADINGS),
    **dict.fromkeys(("option", "textarea", "title", "script", "style"), frozenset()),
    "figure": FLOW | {"figcaption"},
    "fieldset": FLOW | {"legend"},
    "details": FLOW | {"summary"},
    "audio": FLOW | {"source", "track"},
    "video": FLOW | {"source", "track"},
    "object": FLOW,
}
"""Which elements an element may hold; one that is not named here may hold `FLOW`."""

PARENTS: Mapping[str, frozenset[str]] = {
    "li": words("ul ol menu"),
    "dt": words("dl div"),
    "dd": words("dl div"),
    "tr": words("table thead tbody tfoot"),
    "td": words("tr"),
    "th": words("tr"),
    **dict.fromkeys(("caption", "thead", "tbody", "tfoot", "colgroup"), words("table")),
    "col": words("colgroup"),
    "option": words("select optgroup datalist"),
    "optgroup": words("select"),
    "legend": words("fieldset optgroup"),
    "summary": words("details"),
    "figcaption": words("figure"),
    "source": words("audio video picture"),
    "track": words("audio video"),
    "head": words("html"),
    "body": words("html"),
    "title": words("head"),
    "base": words("head"),
    "style": words("head noscript"),
    **dict.fromkeys(("rt", "rp"), words("ruby")),
}
"""Where elements stand that do not stand anywhere."""

NOT_WITHIN: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(INTERACTIVE - {"input"}, words("a button")),
    "form": words("form"),
    "label": words("a button label"),
    "main": words("article aside footer header main nav"),
    "header": words("header footer dt th"),
    "footer": words("header footer dt th"),
    **dict.fromkeys(HEADINGS | SECTIONS, words("address dt th")),
    "table": words("caption"),
    "progress": words("progress"),
    "meter": words("meter"),
    "dfn": words("dfn"),
}
"""What an element may not have around it, however far."""

OPTIONAL_END = words("html head body li dt dd p rt rp optgroup option colgroup caption thead tbody tfoot tr td th")

_BLOCKS = words(
    "address article aside blockquote details dialog div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 "
    "header hgroup hr main menu nav ol p pre search section table ul"
)
CLOSES: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(_BLOCKS, words("p")),
    "li": words("li p"),
    "dt": words("dt dd p"),
    "dd": words("dt dd p"),
    "option": words("option"),
    "optgroup": words("option optgroup"),
    "rt": words("rt rp"),
    "rp": words("rt rp"),
    "td": words("td th p"),
    "th": words("td th p"),
    "tr": words("td th tr p colgroup caption"),
    **dict.fromkeys(("thead", "tbody", "tfoot"), words("td th tr thead tbody tfoot p colgroup caption")),
    "body": words("head"),
}
"""Which open elements a start tag ends without a word."""

OBSOLETE = words(
    "acronym applet basefont bgsound big blink center dir font frame frameset isindex keygen listing marquee menuitem "
    "multicol nextid nobr noembed noframes param plaintext rb rtc spacer strike tt xmp"
)
KNOWN = FLOW | METADATA | RAW - OBSOLETE | frozenset(PARENTS) | frozenset(CHILDREN) | {"html", "area"}

GLOBAL = words(
    """
    accesskey autocapitalize autocorrect autofocus class contenteditable dir draggable enterkeyhint exportparts hidden
    id inert inputmode is itemid itemprop itemref itemscope itemtype lang nonce part popover role slot spellcheck style
    tabindex title translate writingsuggestions about content datatype property rel rev resource typeof vocab prefix
    """
)
"""Attributes of every element; the last ones are those of RDFa."""

_FETCHED = "crossorigin fetchpriority integrity referrerpolicy"
_FORM = "form formaction formenctype formmethod formnovalidate formtarget"
_FIELD = "autocomplete disabled form name placeholder readonly required maxlength minlength"
_CELL = "colspan rowspan headers"
_MEDIA = "src crossorigin preload autoplay loop muted controls"
ATTRIBUTES: Mapping[str, frozenset[str]] = {
    name: words(text)
    for name, text in {
        "a": "href target download ping rel hreflang type referrerpolicy",
        "area": "alt coords shape href target download ping rel referrerpolicy",
        "audio": _MEDIA,
        "base": "href target",
        "blockquote": "cite",
        "body": "",
        "button": f"{_FORM} command commandfor disabled name popovertarget popovertargetaction type value",
        "canvas": "width height",
        "col": "span",
        "colgroup": "span",
        "data": "value",
        "del": "cite datetime",
        "details": "name open",
        "dialog": "open closedby",
        "embed": "src type width height",
        "fieldset": "disabled form name",
        "form": "accept-charset action autocomplete enctype method name novalidate target rel",
        "iframe": "src srcdoc name sandbox allow allowfullscreen width height referrerpolicy loading",
        "img": f"alt src srcset sizes {_FETCHED} usemap ismap width height decoding loading",
        "input": f"{_FORM} {_FIELD} accept alpha alt checked colorspace dirname height list max min multiple pattern "
        "popovertarget popovertargetaction size src step type value width",
        "ins": "cite datetime",
        "label": "for",
        "li": "value",
        "link": f"href {_FETCHED} rel media hreflang type sizes imagesrcset imagesizes as blocking color disabled",
        "map": "name",
        "meta": "name http-equiv content charset media property",
        "meter": "value min max low high optimum",
        "object": "data type name form width height",
        "ol": "reversed start type",
        "optgroup": "disabled label",
        "option": "disabled label selected value",
        "output": "for form name",
        "progress": "value max",
        "q": "cite",
        "script": f"src type nomodule async defer blocking {_FETCHED}",
        "select": "autocomplete disabled form multiple name required size",
        "slot": "name",
        "source": "type media src srcset sizes width height",
        "style": "media blocking",
        "table": "",
        "td": _CELL,
        "template": "shadowrootmode shadowrootdelegatesfocus shadowrootclonable shadowrootserializable",
        "textarea": f"{_FIELD} cols dirname rows wrap",
        "th": f"{_CELL} scope abbr",
        "time": "datetime",
        "track": "default kind label src srclang",
        "video": f"{_MEDIA} poster playsinline width height",
    }.items()
}

REQUIRED: Mapping[str, tuple[str, ...]] = {
    "img": ("src",),
    "link": ("rel", "href"),
    "area": ("alt",),
    "bdo": ("dir",),
    "map": ("name",),
    "optgroup": ("label",),
    "track": ("src",),
    "source": (),
    "data": ("value",),
    "meter": ("value",),
}
"""Attributes without which an element means nothing."""
