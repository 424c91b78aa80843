"""Entries of structured files by the table of sites: works, talks, courses, projects, degrees, positions, awards."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from kg.base.errors import IdentifierError
from kg.base.node import Node
from kg.extract import citations
from kg.extract.career import degrees, vocabulary
from kg.extract.citations import notes
from kg.extract.entities import is_name, without_title
from kg.extract.lines import cut
from kg.extract.sites import table
from kg.extract.sites.stating import NOTHING, Body, Stating, is_placeholder, leaves, lines, links, plain
from kg.extract.systems import CODE_HOSTS
from kg.interchange import names, publications, works
from kg.interchange.plain import kept
from kg.profile import periods
from kg.profile.authorship import is_elision
from kg.profile.drafts.model import Fact
from kg.profile.listed_names import Names, names_in
from kg.terms import statuses
from kg.terms.declaration import kg_declaration
from kg.terms.identifiers import SCHEMES, fold
from kg.terms.kinds import Field
from kg.terms.venue_names import read_venue

if TYPE_CHECKING:
    from kg.extract.sites.files import SiteFiles

MAX_LINKS = 10
_SECTIONS: Mapping[str, str] = {"work": "publications", "talk": "talks", "course": "teaching", "project": "systems"}
"""The section of a profile in which entries of a kind stand, where it is not called so."""

_KINDS_OF_COURSE = re.compile(r"\b(?:course|class|seminar|workshop|tutorial|module|practical)\b", re.IGNORECASE)
_TEACHERS = re.compile(r"\b(?:assistants?|instructors?|lecturers?|tutors?|teachers?|professors?|TA)\b", re.IGNORECASE)
_CODE_BEFORE = re.compile(
    r"\[?(?P<code>[A-Z]{2,6}[ -]?\d{2,5}[A-Za-z]{0,2}|\d{1,3}[-.]\d{2,4}[A-Z]?)\]?[\s,:.–—-]\s*(?=\S)"
)
_SEASON = re.compile(
    r"\b(?:spring|summer|fall|autumn|winter|semester|term|quarter|monsoon|michaelmas|hilary|trinity)\b", re.I
)
_RECORDING = re.compile(r"(?:video|recording|slides?|talk|watch|youtube)", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_VENUE_BEFORE = re.compile(r"^(?:appeared |published |accepted |to appear )?(?:in:?\s+)(?=\S)", re.IGNORECASE)
_PAGES_BEHIND = re.compile(r"(?:^|[\s,.:(])(?:pp?\.\s?)?(\d{1,5}\s?[-–]{1,2}\s?\d{1,5})[.)\s]*$")


@dataclass(frozen=True)
class KeyedEntry:
    """An entry of a file, read by the table of its kind."""

    kind: str
    node: Node
    stating: Stating
    files: "SiteFiles"
    body: Body = NOTHING  # What stands below it

    def node_of(self, field: str, kind: str = "") -> Node:
        """The value of a field."""
        return table.value(self.node, kind or self.kind, field)

    def text(self, field: str) -> str:
        """The value of a field as one text, of a list the texts between commas."""
        return text_of(self.node_of(field))

    def texts(self, field: str) -> list[str]:
        """The texts of a list."""
        return [text for each in self.node_of(field).mark_read().entries if (text := text_of(each))]

    @property
    def section(self) -> str:
        """The section of a profile to which it belongs."""
        return _SECTIONS.get(self.kind, self.kind)

    def values(self) -> dict[str, Any]:
        """What its keys hold under the keys of the profile whose range says how: texts, names of people, addresses."""
        fields = kg_declaration().sections[self.section].fields
        named = [fields[key] for key in table.fields(self.kind) if key in fields]
        return {each.key: self._value(each) for each in named if each.range not in ("Author", "Date")}

    def _value(self, field: Field) -> Any:
        if field.range == "PersonReference":
            return list(map(without_title, _listed(self.node_of(field.key), self).names))
        if field.range == "Url":
            return self.files.complete(self.node_of(field.key).text)
        return self.texts(field.key) if field.is_many else self.text(field.key)

    def fact(self, values: Mapping[str, Any], cut_out: Sequence[str] = (), body: Body = NOTHING) -> Fact:
        """A fact that rests on what was read; other keys are noted as not imported."""
        said = [each for _, each in self.node.pairs if each.is_read]
        found = self.stating.fact(self.section, values, said, cut=cut_out, body=body)
        self.files.note_unread(self.node, self.kind, self.stating.source, [found])
        return found


def read(entry: KeyedEntry) -> Iterator[Fact]:
    """Yield the fact that an entry with keys states, if its keys are plain."""
    reader = _READERS.get(entry.kind)
    if reader and isinstance(entry.node.value, dict) and not entry.node.peek("items").value:
        yield from reader(entry)


def kind_of(node: Node, *, is_page: bool = False) -> str:
    """The kind of an entry by its content: a work has title, authors, and a date or venue; a person a name and role.

    A page with an author and a date alone is one of a blog.
    """

    def has(kind: str, field: str) -> bool:
        return node.peek(*table.fields(kind)[field]).value is not None

    names_several = node.peek("authors").value is not None
    is_dated = has("work", "date") and (not is_page or names_several)
    is_placed = has("work", "venue") or (names_several and not is_page and has("work", "url"))
    if node.peek("title").text and has("work", "authors") and (is_dated or is_placed):
        return "work"
    named = node.peek("name", "fullname", "displayname", "firstname").text or is_name(node.peek("title").text)
    return "person" if named and node.peek("role", "position", "jobtitle", "positionkey").text else ""


def text_of(node: Node) -> str:
    """A value as one text: of a list its texts between commas, of a mapping its name."""
    if isinstance(node.value, list):
        return ", ".join(filter(None, map(text_of, node.value)))
    named = node.at("name", "title", "text", "label", "institution") if isinstance(node.value, dict) else node
    return plain(named.text)


# Works.


def _work(entry: KeyedEntry) -> Iterator[Fact]:
    title = entry.text("title")
    cited = _cited(entry, title)
    people, more, is_cut = _people(entry, cited)
    url, other = _addresses(entry)
    values = entry.values() | {"title": works.title_of(title), "url": url, **_ids(entry, url)}
    missing = {key: cited[key] for key in ("volume", "issue", "pages", "doi") if cited.get(key) and not values.get(key)}
    if missing or is_cut:
        entry.node.at("citation")
    if not people:
        entry.files.warn(f"of '{title[:120]}' no author is named", entry.stating.path, entry.node.lines[0])
    given = {"authors": people, "more_authors": more or None, "links": other[:MAX_LINKS]}
    values |= missing | given | _published(entry, values)
    yield entry.fact(values, [*(["authors"] if is_cut else []), *missing])


def _cited(entry: KeyedEntry, title: str) -> Mapping[str, Any]:
    """What the text of a citation says, as lists of works are read, and the pages with which it ends."""
    node = entry.node.peek("citation")
    text = plain(node.text)
    if not text:
        return {}
    behind = text.partition(title)[2] if title else text
    pages = _PAGES_BEHIND.search(behind)
    found = citations.values_of(text)
    same = fold(str(found.get("title", ""))) == fold(works.title_of(title))
    ids = kept(doi=notes.doi_of(text, (node.text,)))
    return {**kept(pages=pages[1] if pages else ""), **ids, **(found if same else {})}


def _people(entry: KeyedEntry, cited: Mapping[str, Any]) -> tuple[list[Any], bool, bool]:
    """The authors, whether others are left unnamed, and whether they were cut out of a citation."""
    listed = _listed(entry.node_of("authors"), entry)
    if listed.names:
        return _starred(listed), listed.more, False
    if cited.get("authors"):
        return list(cited["authors"]), bool(cited.get("more_authors")), True
    return [], False, False


def _listed(node: Node, entry: KeyedEntry) -> Names:
    """People under a key: one text that lists them, or a list of names, each perhaps with its keys."""
    if not isinstance(node.value, list):
        return names_in(text_of(node))
    found: list[str] = []
    marks: list[str] = []
    written = [text for each in node.value if (text := text_of(each))]
    for each in written:
        is_own = each == "admin" or is_elision(each)
        one = names_in(names.turned(each))
        found.append(entry.files.name if is_own else one.names[0] if len(one.names) == 1 else names.turned(each))
        marks.append("".join(one.marks))
    people = [(name, mark) for name, mark in zip(found, marks, strict=True) if name and not names.is_others(name)]
    more = any(map(names.is_others, written))
    return Names(tuple(name for name, _ in people), tuple(mark for _, mark in people), more)


def _starred(listed: Names) -> list[str]:
    """Names with a star behind those who contributed equally: the first two have it."""
    starred = ["*" in each for each in listed.marks]
    equal = len(starred) > 1 and starred[0] and starred[1]
    return [f"{name}*" if equal and star else name for name, star in zip(listed.names, starred, strict=True)]


def _published(entry: KeyedEntry, values: Mapping[str, Any]) -> dict[str, Any]:
    """Where, when and as what a work was published, as importers decide it."""
    when, kinds = entry.text("date"), entry.texts("kind")
    written = next((text for key in table.fields("work")["venue"] if entry.node.peek(key).value is not None
                    and not is_placeholder(text := text_of(entry.node.at(key)))), "")  # fmt: skip
    words = table.words("kind")
    kind = works.kind_of(words.get(fold(kinds[0]), kinds[0])) if kinds else ""
    note = next((text for text in (values["note"], when) if statuses.status_of(text)[0]), "")
    venue = _VENUE_BEFORE.sub("", written)
    work = publications.Work(kind, values["title"], (), entry.node.lines, None, venue=venue, note=note, more={**values})
    dated = date_of(when) or kept(year=read_venue(written).year)
    return {**publications.published(work, kind, venue), **dated, "note": ""}


def date_of(text: str) -> dict[str, Any]:
    """Year and date; the first of January stands for its year, as templates have it."""
    found = works.read_date(text)
    return (found._replace(date=found.date[:4]) if found.date.endswith("-01-01") else found).values


def _ids(entry: KeyedEntry, url: str) -> dict[str, str]:
    """The identifiers of a work: those of keys of their own, else those in its id and its address."""
    in_id = _doi(entry.node.peek("id").text)
    found = _doi(entry.text("doi")) or in_id or notes.doi_of("", (url,))
    entry.node.peek("id").is_read = found == in_id != ""
    return {"doi": found, "arxiv": works.arxiv_in(url) or works.arxiv_in(f"arxiv:{entry.node.peek('arxiv').text}")}


def _doi(text: str) -> str:
    """The DOI that a value is, with all of its signs; nothing if it is none."""
    try:
        return SCHEMES["doi"].canonical(text).removeprefix("https://doi.org/") if text else ""
    except IdentifierError:
        return ""


def _addresses(entry: KeyedEntry) -> tuple[str, list[dict[str, str]]]:
    """The first address of a work, and its further pages, each once, with what they are called."""
    found = [(url, "") for key in table.fields("work")["url"] if (url := entry.files.complete(entry.node.at(key).text))]
    for key, node in entry.node.pairs:
        label = table.words("link").get(key.removeprefix("url").removesuffix("url"))
        if label and isinstance(node.value, str):
            node.is_read = True
            found.append((entry.files.complete(node.text), label))
    found += [(entry.files.complete(each.at("url", "link").text), text_of(each.at("name", "type", "label")))
              for each in (*entry.node.at("links").entries, *entry.node.at("buttons").entries)]  # fmt: skip
    found += [(entry.files.complete(url), label) for label, url in links(entry.node.at("other").text)]
    main = next((url for url, label in found if url and not label), "")
    other = {url: label for url, label in reversed(found) if url and url != main and any(map(str.isalpha, label))}
    return main, [{"label": label, "url": url} for url, label in reversed(other.items())]


# Talks, courses and projects.


def _talk(entry: KeyedEntry) -> Iterator[Fact]:
    values, when = entry.values(), date_of(entry.text("date"))
    if not values["title"] or not (values["venue"] or when or entry.body):
        return
    found = [(label, at) for label, target in entry.body.links if label and (at := entry.files.complete(target))]
    url = values["url"] or next((at for label, at in found if _RECORDING.fullmatch(label)), "")
    entry.text("type")
    links = [{"label": label, "url": at} for label, at in found if at != url][:MAX_LINKS]
    values |= {**when, "url": url, "links": links}
    yield entry.fact(values, body=replace(entry.body, words=" · ".join(label for label, _ in found)))


def _course(entry: KeyedEntry) -> Iterator[Fact]:
    values = entry.values()
    course, codes = course_of(values["course"], entry.text("code"))
    role = values["role"]
    if not role or (_KINDS_OF_COURSE.search(role) and not _TEACHERS.search(role)):
        role = "Teaching"
    terms = term_of(entry.text("term"), entry.text("date"))
    values |= {"course": course, "code": codes, "term": terms, "role": role, "summary": entry.body.words}
    yield entry.fact(values, [*(("code", "course") if codes else ()), "term"], entry.body)


def course_of(title: str, code: str) -> tuple[str, list[str]]:
    """The name of a course and its codes, which may stand before it.

    >>> course_of("CS433: Computer System Organization", "")
    ('Computer System Organization', ['CS433'])
    """
    if code:
        return title, [code]
    found = _CODE_BEFORE.match(title)
    return (title[found.end() :].lstrip(":–—- "), [found["code"]]) if found else (title, [])


def term_of(term: str, date: str) -> list[str]:
    """The terms of a course, with the year of its date where they have none.

    >>> term_of("Fall", "2019-09-01"), term_of("Fall 2011 - Spring", "2013-01-01"), term_of("", "2015-01-01")
    (['Fall 2019'], ['Fall 2011 - Spring 2013'], ['2015'])
    """
    year = next(iter(_YEAR.findall(date)), "")
    last = _YEAR.search(term.rsplit(" - ", 1)[-1].rsplit("–", 1)[-1])
    written = term if last else f"{term} {year}".strip() if _SEASON.search(term) or not term else year
    return list(dict.fromkeys(one for period in periods.find(written) for one in periods.terms_of(period)))


def _system(entry: KeyedEntry) -> Iterator[Fact]:
    kind, name, tagline = entry.kind, entry.text("name"), entry.text("summary")
    told = tagline if kind == "project" else "\n".join(sentences(entry.node)) or tagline
    told = "" if is_placeholder(told) else told
    urls = [url for key in table.fields(kind)["url"] if (url := entry.files.complete(entry.node.at(key).text))]
    code = [url for url in dict.fromkeys(urls) if any(f"//{host}/" in url.replace("www.", "") for host in CODE_HOSTS)]
    start, end, _ = when(entry.node) if kind == "systems" else ("", "", False)
    values = {"name": name, "summary": told or entry.body.words, "start": start, "end": end, "code": code}
    values["homepage"] = next((url for url in urls if url not in code), "")
    if name and len(name.split()) <= 20 and (values["summary"] or (urls and kind == "project")):
        yield entry.fact(values, body=NOTHING if told else entry.body)


# Degrees, positions and awards.


def _degree(entry: KeyedEntry) -> Iterator[Fact]:
    values = entry.values()
    if not values["degree"] or not values["institution"]:
        return
    found = None if values["field"] else degrees.find(values["degree"])
    if found and found.begin == 0 and found.field:
        values |= {"degree": found.name, "field": found.field}
    start, end, expected = when(entry.node)
    cut_out = _place(values, "institution")
    values |= {"start": "" if start == end else start, "end": end, "expected": True if expected else None}
    yield entry.fact({**values, "summary": "\n".join(sentences(entry.node))}, ["field", *cut_out])


def _position(entry: KeyedEntry) -> Iterator[Fact]:
    role = entry.node_of("role")
    others = (entry.node.peek(key) for key in table.fields("positions")["organization"])
    employer = next((each for each in others if each.value and each is not role), None)
    if not role.text or employer is None:
        return
    values = entry.values() | {"role": text_of(role), "organization": text_of(employer.mark_read())}
    values["location"] = "" if entry.node_of("location") is employer else values["location"]
    cut_out = _place(values, "organization")
    start, end, _ = when(entry.node)
    yield entry.fact({**values, "start": start, "end": end, "highlights": sentences(entry.node)}, cut_out)


def _place(values: dict[str, Any], key: str) -> list[str]:
    """Part organisation, unit and place where one text names them; the keys that were cut out of it."""
    body, unit, place = parts(values[key])
    beside = {"unit": values["unit"] or unit, "location": values["location"] or place}
    values |= {key: body, **beside}
    return [key, *beside] if unit or place else []


def _award(entry: KeyedEntry) -> Iterator[Fact]:
    values, date = entry.values(), entry.text("date")
    if values["name"] and (values["giver"] or date):
        years = [each.start or each.end for each in periods.find(date)]
        year = {"year": int(years[0][:4])} if years and years[0] else {}
        yield entry.fact({**values, **year, "summary": "\n".join(sentences(entry.node))})


def sentences(node: Node) -> list[str]:
    """The sentences in which an entry says more, without their markup."""
    several = [node.at(key).mark_read() for key in table.fields("told")["text"]]
    found = [line for each in several for leaf in leaves(each) for line in lines(leaf).split("\n")]
    return list(dict.fromkeys(text for line in found if (text := line.strip(" -*•\t"))))


def when(node: Node, *, spans: bool = True) -> tuple[str, str, bool]:
    """Start, end and whether the end is a plan; empty where nothing is stated, be it only as one date for both."""
    start, end = (text_of(table.value(node, "when", field)) for field in ("start", "end"))
    span = "" if start or end or not spans else text_of(table.value(node, "when", "span"))
    found = periods.find(f"{start} – {end or 'present'}" if start else f"until {end}" if end else span)
    return (found[0].start or "", found[0].end or "", found[0].expected) if found else ("", "", False)


def parts(text: str) -> tuple[str, str, str]:
    """Organisation, unit and place of a text as heads of entries in CVs are read, if that is all it says.

    >>> parts("University of Lakeside, Department of Ferns, Denver, CO"), parts("Moss & Sons, Lakeside branch")
    (('University of Lakeside', 'Department of Ferns', 'Denver, CO'), ('Moss & Sons, Lakeside branch', '', ''))
    """
    pieces = cut(text)
    places = len(pieces)
    while places > 1 and (vocabulary.is_place(pieces[places - 1]) or _is_town(pieces[places - 1 : places + 1])):
        places -= 1
    named = sorted(pieces[:places], key=vocabulary.rank, reverse=True)
    if not vocabulary.rank(named[0]) or len(named) > 2 or not all(map(vocabulary.rank, named)):
        return text, "", ""
    return named[0], "".join(named[1:]), ", ".join(pieces[places:])


def _is_town(pieces: Sequence[str]) -> bool:
    """Whether the first of two pieces may be a town of the state or country that the other one is."""
    return len(pieces) > 1 and vocabulary.may_be_city(pieces[0]) and not vocabulary.rank(pieces[0])


_READERS: Mapping[str, Callable[[KeyedEntry], Iterator[Fact]]] = {
    "work": _work,
    "talk": _talk,
    "course": _course,
    "project": _system,
    "education": _degree,
    "positions": _position,
    "awards": _award,
    "systems": _system,
}
