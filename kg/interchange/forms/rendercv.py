"""RenderCV (https://docs.rendercv.com): a CV in YAML whose sections have titles of their own."""

import re
from collections.abc import Mapping

from kg.base.node import Node
from kg.base.tables import lists_of
from kg.interchange import names, parsed_text, references, works
from kg.interchange.drafting import Drafting
from kg.interchange.foreign import ForeignFormat
from kg.interchange.plain import first, is_mapping, lines_of, several, text, texts
from kg.interchange.references import Reference
from kg.interchange.tables import DATE, Row, ValueForm, first_texts, reading, values_of
from kg.terms.identifiers import fold

_MARKUP = re.compile(r"\*{1,3}([^*]{1,500})\*{1,3}|\[([^\][]{1,500})\]\([^()\s]{1,2000}\)")
_LINK = re.compile(r"\]\((https?://[^()\s]{1,2000})\)")
_TITLES = lists_of("kg.interchange", "tables/section_titles.tsv")
_PUBLICATION = reading(
    (Row("title", "title"), Row("journal", "venue"), Row("date", "date"), Row("doi", "doi"), Row("url", "addresses"),
     Row("summary", "notes")), "",
)  # fmt: skip
_SECTIONS = {title: section for section, titles in _TITLES.items() for title in titles}


def _add_all(drafting: Drafting, document: Node) -> None:
    cv = document.get("cv")
    if cv is None or not is_mapping(cv):
        drafting.refuse("this is no RenderCV file", "'cv' should have the keys 'name' and 'sections'")
    _add_person(drafting, cv)
    sections = cv.get("sections")
    for title, entries in sections.pairs if sections is not None else []:
        entries.is_read = True
        _add_section(drafting, title, entries)


def _add_person(drafting: Drafting, cv: Node) -> None:
    simple = {"name": "name", "headline": "job_title", "label": "job_title", "website": "homepage"}
    for key, field in simple.items():
        if said := _plain(text(cv, key)):
            drafting.add_person(lines_of(cv.get(key)), said, **{field: said})
    for network in several(cv, "social_networks"):
        lines = network.lines
        field, user = names.NETWORKS.get(text(network, "network").casefold(), ""), text(network, "username")
        if field and user:
            drafting.add_person(lines, network, **{field: user})
        else:
            drafting.warn(
                f"left out: the network '{text(network, 'network')}'", lines, hint="add its page to 'same_as'"
            )


def _add_section(drafting: Drafting, title: str, entries: Node) -> None:
    """Add the entries of a section: what they are, their keys tell, or else the title."""
    known = _SECTIONS.get(fold(title.replace("_", " ")), "")
    if not isinstance(entries.value, list):
        drafting.warn(f"left out: the section '{title}' is no list", entries.lines)
        entries.mark_read()
        return
    if known in ("skills", "interests", "summary"):
        _add_words(drafting, known, entries)
        return
    for entry in entries.items:
        if "authors" in entry and "title" in entry:
            _add_publication(drafting, entry)
        elif section := _section_of(entry, known):
            values = values_of(TABLES[section], entry if is_mapping(entry) else entry.within("name"))
            if section == "grants" and values["name"] == values["role"]:
                values["role"] = ""  # nothing else was there to call it by
            drafting.add(section, values, entry.lines, _shown(entry))
        else:
            message = f"an entry of '{title[:120]}', for which a profile has no place"
            hint = "add it by hand where it belongs"
            drafting.leave_out(title, "no place", message, entry.lines, record=entry, hint=hint)


def _section_of(entry: Node, known: str) -> str:
    if "company" in entry and "position" in entry:
        return known if known in ("teaching", "service", "grants", "projects") else "positions"
    if "institution" in entry:
        return "education"
    return known


def _add_words(drafting: Drafting, field: str, entries: Node) -> None:
    """Add skills, interests or the summary: texts, bullets, or labels with details."""
    said = [
        _plain(
            first(entry, "details", "bullet", "number", "reversed_number")
            or ", ".join(texts(entry, "keywords"))
            or text(entry, "name")
            or text(entry)
        )
        for entry in entries.items
    ]
    if field == "summary":
        drafting.add_person(entries.lines, said, summary="\n".join(part for part in said if part))
        return
    words = [word.strip() for part in said for word in re.split(r"[,;]", part) if word.strip()]
    drafting.add_person(entries.lines, words, **{field: list(dict.fromkeys(words))})


def _add_publication(drafting: Drafting, entry: Node) -> None:
    said = {key: list(map(_plain, found)) for key, found in first_texts(_PUBLICATION, entry).items()}
    ref = Reference(
        kind="article",
        said=said,
        lines=entry.lines,
        record=_shown(entry),
        authors=[names.author(names.turned(_plain(name))) for name in texts(entry, "authors")],
        when=said["date"],
    )
    drafting.line = entry.lines[0]
    references.add(drafting, ref)


def _shown(entry: Node) -> list[str]:
    """Return the texts of an entry as a reader of the CV sees them."""
    return [_plain(text(value)) for node in entry.inner or [entry] for value in several(node)]


def _repository(entry: Node) -> list[str]:
    return [url] if (url := _address(entry)).startswith(("https://github.com/", "https://gitlab.com/")) else []


def _address(entry: Node) -> str:
    """Return the address of an entry, which may be that of the link in its name."""
    linked = _LINK.search(text(entry, "name") or text(entry, "title"))
    return text(entry, "url") or (linked[1] if linked else "")


def _texts_of(entry: Node) -> str:
    parts = (text(entry, "summary"), text(entry, "details"), *texts(entry, "highlights"))
    return "\n".join(filter(None, map(_plain, parts)))


def _end(entry: Node) -> str:
    """Return the end; a single date is the end of what it dates."""
    end = text(entry, "end_date") or ("" if text(entry, "start_date") else text(entry, "date"))
    return "present" if end.casefold() == "present" else works.date_in(end)


def _plain(said: str) -> str:
    """Return a text without the marks of Markdown: emphasis, and links but for their words."""
    return _MARKUP.sub(lambda match: match[1] or match[2], said)


_SAID = ValueForm(lambda value: _plain(text(value)))
_LIST = ValueForm(lambda value: list(map(_plain, texts(value))))
_PAGE = ValueForm(_address)
_CALLED = "name label title bullet number reversed_number"
_PERIOD = Row("start_date", "start", DATE), Row("*", "end", ValueForm(_end))
_DESCRIBED = Row("*", "summary", ValueForm(_texts_of))
_DATED = Row("*", "year", ValueForm(lambda entry: works.year_in(first(entry, "date", "end_date", "start_date"))))
_PRECISE = ValueForm(lambda value: works.precise_in(text(value)))
TABLES: Mapping[str, tuple[Row, ...]] = {
    "positions": (
        Row("company", "organization", _SAID), Row("position", "role", _SAID), Row("location", "location", _SAID),
        Row("summary", "summary", _SAID), Row("highlights", "highlights", _LIST),
        *_PERIOD,
    ),
    "education": (
        Row("degree studyType", "degree", _SAID), Row("area", "field", _SAID), Row("institution", "institution", _SAID),
        Row("location", "location", _SAID), _DESCRIBED, *_PERIOD,
    ),
    "systems": (
        Row(_CALLED, "name", _SAID), _DESCRIBED, Row("*", "code", ValueForm(_repository)),
        Row("*", "homepage", ValueForm(lambda entry: "" if _repository(entry) else _address(entry))), *_PERIOD,
    ),
    "projects": (Row(_CALLED, "name", _SAID), _DESCRIBED, Row("*", "homepage", _PAGE), *_PERIOD),
    "grants": (
        Row(f"{_CALLED} position", "name", _SAID), Row("company issuer", "funder", _SAID),
        Row("position", "role", _SAID), Row("*", "url", _PAGE), _DESCRIBED, *_PERIOD,
    ),
    "outreach": (
        Row(_CALLED, "title", _SAID), Row("company", "outlet", _SAID), Row("*", "url", _PAGE),
        _DESCRIBED, _DATED, Row("date", "date", _PRECISE),
    ),
    "awards": (Row(_CALLED, "name", _SAID), Row("awarder issuer", "giver", _SAID), _DESCRIBED, _DATED,
               Row("date", "start", _PRECISE)),
    "service": (Row(f"position {_CALLED}", "role", _SAID), Row("company", "organization", _SAID), _DESCRIBED, _DATED),
    "talks": (Row(_CALLED, "title", _SAID), Row("location", "location", _SAID), _DATED, Row("date", "date", _PRECISE)),
    "teaching": (
        Row(_CALLED, "course", _SAID), Row("company", "institution", _SAID), Row("position", "role", _SAID),
        Row("*", "term", ValueForm(lambda entry: texts(entry, "start_date") or texts(entry, "date"))), _DESCRIBED,
    ),
    "memberships": (Row(_CALLED, "organization", _SAID), *_PERIOD),
}  # fmt: skip
"""What an entry of each section of a profile is made of."""


def _parse(drafting: Drafting) -> Node:
    other = "; the CV of a site, such as _data/cv.yml, is read by kg extract"
    return parsed_text.parse_yaml(drafting, "cv", "RenderCV file", hint=other)


FORMAT = ForeignFormat(
    __name__,
    "application/yaml",
    re.compile(r"^cv\s{0,10}:", re.MULTILINE),
    _add_all,
    _parse,
    silent=("design", "theme", "locale", "locale_catalog", "rendercv_settings", "settings"),  # how the CV is printed
    wrappers=("cv", "sections"),
    is_of_person=True,
)
