"""Write bibliographic records as the lists of CVs have them: by a grammar in which each list has habits of its own.

References that others labelled are from the ends of papers, where authors come first. Here titles come first too, or
authors not at all; works stand on several lines as on homepages, or behind a volume as lawyers cite; in seven
languages.
"""

import gzip
import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from kg.extract.learned.entries import words_of
from kg.extract.learned.tokens import Styled, tokens_of
from training.sequences import LabelledList, token_labels

LISTS = 600
_MOST_AUTHORS = 25
_OF_ONE_SOURCE = 1000
_PAGES = 0.35
"""So many of the lists are as on pages."""

_WORDS: Mapping[str, Any] = json.loads((Path(__file__).parent / "grammar.json").read_text("utf-8"))
"""Closed words and forms. Venues stand in angles: `a` is an acronym, `c` the venue, `y` the year, `s` its last figures,
`t` another title. Of each language: words for `and` and `with`, marks of pages and of editors.
"""

_OFTEN = (8, 4, 3, 2, 2, 1, 1)
"""How often each language is drawn."""


class Work(NamedTuple):
    """What a record says of a work, as far as it can be written in a line."""

    title: str
    venue: str
    year: str
    authors: Sequence[Mapping[str, Any]]
    editors: Sequence[Mapping[str, Any]]
    is_part: bool
    more: Mapping[str, str]

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> "Work | None":
        """Return the work of a record; nothing of one without a title or a year, or that appeared nowhere."""
        text = {key: " ".join(str(value).split()) for key, value in record.items() if isinstance(value, str | int)}
        year = str(((record.get("issued") or {}).get("date-parts") or [[""]])[0][0])
        authors, editors = (
            [each for each in record.get(role) or () if each.get("family") and each.get("given")]
            for role in ("author", "editor")
        )
        title, venue = text.get("title", ""), text.get("container-title", "")
        is_usable = title and not re.search(r"[{<]", title) and (venue or text.get("publisher")) and year.isdigit()
        if not is_usable or len(authors) > _MOST_AUTHORS:
            return None
        is_part = bool(editors) or record.get("type") in ("chapter", "paper-conference")
        return cls(title, venue, year, authors, editors, is_part, text)


class Entry:
    """An entry as it is written: its text in runs, and where its fields stand in it."""

    def __init__(self) -> None:
        self.runs: list[Styled] = []
        self.fields: list[tuple[str, int, int]] = []
        self._length = 0

    def put(self, text: str, field: str = "", style: str = "") -> None:
        """Write words; a style is made of `I` for italic, `B` for bold, `L` for linked."""
        if text:
            self.runs.append(Styled(text, "B" in style, "I" in style, "L" in style))
            if field:
                self.fields.append((field, self._length, self._length + len(text)))
            self._length += len(text)

    def labelled(self) -> tuple[list[Any], list[str]]:
        """Return its tokens with their labels."""
        _, tokens = tokens_of(self.runs)
        return tokens, token_labels([token.start for token in tokens], self.fields)


class ListWriter:
    """Writes the entries of one list, by habits that are drawn when it is made.

    Attributes:
        names_owner: Whether it names its owner among the authors, not only others.
    """

    def __init__(self, rng: random.Random, owner: Mapping[str, Any]) -> None:
        self._rng, self._owner, pick = rng, owner, rng.choice
        self._and, self._with, self._pages, editing = rng.choices(_WORDS["languages"], _OFTEN)[0]
        self._is_law = rng.random() < 0.1
        self._name = pick(_WORDS["names"])
        is_turned = "," in self._name
        self._others = pick([self._name, *_WORDS["names"][:2]]) if is_turned else self._name
        self._join = pick(["; ", "/", " / "]) if is_turned and rng.random() < 0.4 else ", "
        lasts = [self._join, f" {self._and} ", f", {self._and} ", " & ", ", & "]
        self._last = self._join if "/" in self._join else pick(lasts)
        self._most = pick([3, 6, 20, 20])
        self._authors = rng.choices(["first", "after", "none", "with", "before", "line"], [9, 3, 2, 1.5, 0.7, 1])[0]
        self._date = rng.choices(["paren", "end", "start", "venue", "comma"], [4, 5, 2, 3, 2])[0]
        self._quotes = tuple(pick(["“”", '""', "«»", "„“", "»«", "‘’", "''"])) if rng.random() < 0.4 else ("", "")
        self._title_style = rng.choices(["", "I", "B", "L", "BL"], [5, 2, 1.5, 1.5, 1])[0]
        self._venue_style = rng.choices(["", "I", "B"], [3, 5, 0.4])[0]
        self._owner_style = "B" if rng.random() < 0.3 else ""
        self._behind_authors = pick([". ", ", ", ": ", "\n", ". ", ", "])
        self._behind_title = "\n" if rng.random() < 0.2 else pick([". ", ", ", ", ", "\n", " ", "; "])
        self._in = pick(["", "", "In ", "In: ", "in: ", "in "])
        self._number = rng.choices(["", "{}. ", "[{}] ", "A{}. ", "- "], [6, 3, 1, 0.5, 0.5])[0]
        self._volume, self._editing = pick(_WORDS["volumes"]), pick(editing)
        self._tail = pick(["", "", "doi", "url", "pdf", "note"])
        self._people_style = self._marks = ""
        self.names_owner = self._authors not in ("with", "before") and not self._is_law

    def entry(self, work: Work, number: int) -> Entry:
        """Write a work as the entry of a number."""
        out = Entry()
        out.put(self._number.format(number))
        if self._is_law and work.venue:
            self._as_lawyers_do(out, work)
        else:
            self._as_listed(out, work)
        return out

    def _put_head(self, out: Entry, work: Work, *, is_first: bool) -> None:
        """Write what stands before the title."""
        pick = self._rng.choice
        if self._date == "start":
            self._put_date(out, work, "", pick(["\t", ". ", ": ", " "]))
        if is_first:
            self._put_people(out, work.authors)
            if self._date == "paren":
                self._put_date(out, work, " (", pick([") ", "). ", "): "]))
            else:
                out.put(self._behind_authors)
        if self._authors == "before" and len(work.authors) > 1:
            out.put(f"{self._with} ")
            self._put_people(out, work.authors[1:])
            out.put(pick([", ", " ", ": "]))

    def _as_listed(self, out: Entry, work: Work) -> None:
        pick, is_first = self._rng.choice, self._authors == "first" and bool(work.authors)
        self._put_head(out, work, is_first=is_first)
        behind = self._put_title(out, work)
        if self._authors in ("after", "line") and work.authors:
            out.put("\n" if self._authors == "line" else pick([". ", ", ", "\n", " by "]))
            self._put_people(out, work.authors)
        if self._authors == "with":
            self._put_others(out, work)
        if self._date == "paren" and not is_first:
            self._put_date(out, work, " (", ")")
        out.put(behind)
        self._put_place(out, work)
        if self._date in ("end", "comma") or (self._date == "venue" and not work.venue):
            self._put_date(out, work, *pick([(", ", ""), (" (", ")"), (". ", ""), (" ", "")]))
        out.put(pick([".", ""]))
        self._put_tail(out, work)

    def _put_title(self, out: Entry, work: Work) -> str:
        """Write the title, and return what stands behind it."""
        opening, closing = self._quotes
        is_book = not work.venue and self._venue_style == "I" and not opening
        out.put(opening)
        out.put(work.title, "title", self._title_style + "I" * is_book)
        is_inside = bool(opening) and self._behind_title == ", " and self._rng.random() < 0.5
        out.put("," * is_inside + closing)
        return " " if is_inside or (work.title[-1] in "?!" and self._behind_title != "\n") else self._behind_title

    def _put_people(self, out: Entry, people: Sequence[Mapping[str, Any]], field: str = "author") -> None:
        """Write names as one field, in which the owner's may be bold."""
        shown = people[: self._most]
        begin = len(out.fields)
        for place, each in enumerate(shown):
            is_last = place == len(shown) - 1 == len(people) - 1
            out.put(self._last if place and is_last else self._join if place else "", field)
            mark = self._marks * (self._rng.random() < 0.3)
            style = self._owner_style if each is self._owner else self._people_style
            out.put(_named(each, self._others if place else self._name) + mark, field, style)
        if len(shown) < len(people):
            out.put(self._rng.choice([" et al.", ", et al.", " u. a."]), field)
        out.fields[begin:] = [(field, out.fields[begin][1], out.fields[-1][2])]

    def _put_others(self, out: Entry, work: Work) -> None:
        if len(work.authors) > 1:
            forms = [(f" ({self._with} ", ")"), (f", {self._with} ", ""), (f" {self._with} ", "")]
            before, after = self._rng.choice(forms)
            out.put(before)
            self._put_people(out, work.authors[1:])
            out.put(after)

    def _put_date(self, out: Entry, work: Work, before: str, after: str) -> None:
        rng = self._rng
        is_open = rng.random() < 0.06
        month = f"{rng.choice(_WORDS['months'])} " * (self._date in ("end", "comma") and rng.random() < 0.1)
        out.put(before)
        if is_open:
            out.put(rng.choice(_WORDS["states"]), "status")
        else:
            out.put(month + work.year + rng.choice("abc") * (rng.random() < 0.05), "date")
        out.put(after)

    def _put_place(self, out: Entry, work: Work) -> None:
        """Write where it appeared."""
        rng = self._rng
        if work.venue:
            out.put((self._in or "In ") if work.is_part else self._in if rng.random() < 0.3 else "")
            is_before = bool(work.editors) and self._editing[0] == "(" and rng.random() < 0.6
            if is_before:
                self._put_people(out, work.editors, "editor")
                out.put(f" {self._editing}" + rng.choice([": ", ", "]))
            out.put(work.venue, "container", self._venue_style)
            if work.editors and not is_before:
                is_behind = self._editing[0] in "(,"
                out.put(", " + self._editing * (not is_behind))
                self._put_people(out, work.editors, "editor")
                out.put(f" {self._editing.lstrip(',')}" if is_behind else "")
            if self._date == "venue":
                self._put_date(out, work, *rng.choice([(" (", ")"), (", ", ""), (" ", "")]))
            self._put_numbers(out, work)
        publisher, town = work.more.get("publisher"), work.more.get("publisher-place")
        if publisher and (not work.venue or rng.random() < 0.5):
            out.put(", " if work.venue else "")
            if town and rng.random() < 0.7:
                out.put(town, "place")
                out.put(rng.choice([": ", ": ", ", "]))
            out.put(publisher, "publisher")

    def _put_numbers(self, out: Entry, work: Work) -> None:
        volume, issue, page = (work.more.get(key, "") for key in ("volume", "issue", "page"))
        before, behind = self._volume.split("{}")
        if volume and len(volume) < 8:
            out.put(before)
            out.put(volume, "volume")
            if issue and len(issue) < 8:
                out.put(behind)
                out.put(issue, "issue")
                out.put(")" if behind.endswith("(") else "")
        if page and len(page) < 16:
            out.put(self._rng.choice([":", ", ", f", {self._pages}", ", pages "]))
            out.put(page.replace("-", self._rng.choice(["-", "–", "--"])), "pages")

    def _put_tail(self, out: Entry, work: Work) -> None:
        pick = self._rng.choice
        if self._tail == "doi" and "DOI" in work.more:
            out.put(pick([" doi:", " https://doi.org/", " DOI: "]))
            out.put(work.more["DOI"], "id")
        elif self._tail == "url" and "URL" in work.more:
            out.put(" ")
            out.put(work.more["URL"], "id", "L")
        elif self._tail == "pdf":
            out.put(pick([" [PDF]", " [pdf] [code]", " (link)", " [BibTeX]"]), "", "L")
        elif self._tail == "note" and self._rng.random() < 0.3:
            out.put(" ")
            out.put(pick(["Best Paper Award.", "(peer-reviewed)", "Reprinted 2010.", "Acceptance rate: 19%."]), "note")

    def _as_lawyers_do(self, out: Entry, work: Work) -> None:
        """The volume before the journal, others behind `with`, nobody else named."""
        rng, (opening, closing) = self._rng, self._quotes
        out.put(opening)
        out.put(work.title, "title", "I" * (self._title_style == "I"))
        out.put(closing)
        self._put_others(out, work)
        out.put(", ")
        out.put(work.more.get("volume") or str(rng.randrange(1, 150)), "volume")
        out.put(" ")
        out.put(work.venue, "container", self._venue_style)
        out.put(" ")
        out.put((work.more.get("page") or str(rng.randrange(1, 1900))).split("-")[0], "pages")
        self._put_date(out, work, " (", rng.choice([")", ")."]))


class PageWriter(ListWriter):
    """Writes as people list works on their pages: parts in any order, each on a line or behind a sign."""

    def __init__(self, rng: random.Random, owner: Mapping[str, Any], titles: Sequence[str]) -> None:
        super().__init__(rng, owner)
        pick, self._titles, self.names_owner = rng.choice, titles, True
        if rng.random() < 0.8:
            self._name = self._others = pick(_WORDS["names"][:2])
        if rng.random() < 0.7:
            self._join, self._quotes = ", ", ("", "")
        self._order = rng.choices(list(_WORDS["orders"]), list(_WORDS["orders"].values()))[0].split()
        signs = [". ", ", ", " ", "\n", " · ", " | ", " – ", "\t"]
        on_lines = rng.random() < 0.6
        self._joints = ["\n" if on_lines and rng.random() < 0.9 else pick(signs) for _ in self._order]
        self._called = {part: pick(words) for part, words in _WORDS["called"].items()} if rng.random() < 0.12 else {}
        self._said = {"venue": rng.choices(_WORDS["places"], k=pick([1, 1, 2, 4])), "badge": [pick(_WORDS["badges"])]}
        self._styles = {"venue": self._venue_style, "badge": pick(["", "B", "B", "I", "L"])}
        self._people_style, self._marks = pick(["", "", "", "I", "L"]), pick(["", "", "", "*", "†", "¹", "1"])
        self._remarks, self._tells = rng.random() < 0.3, rng.random() < 0.35
        self._links, self._stop = pick(_WORDS["links"]) if rng.random() < 0.4 else "", pick([".", "", ""])

    def entry(self, work: Work, number: int) -> Entry:
        """Write a work as the entry of a number."""
        out = Entry()
        out.put(self._number.format(number))
        for place, part in enumerate(self._order):
            joint = self._joints[place] if place else ""
            out.put(" " if joint in (". ", ", ") and out.runs[-1].text[-1] in "?!" else joint)
            out.put(self._called.get(part, ""))
            if part == "title":
                self._put_title(out, work)
                self._put_remark(out, " ", 0.1)
            elif part == "people":
                self._put_people(out, work.authors)
            else:
                self._put_short(out, work, part)
        out.put(self._stop)
        self._put_rest(out, work)
        return out

    def _put_short(self, out: Entry, work: Work, part: str) -> None:
        """Write in short where it appeared."""
        rng, style = self._rng, self._styles[part]
        said = {
            "a": rng.choice(_WORDS["acronyms"]), "c": work.venue or work.more["publisher"], "y": work.year,
            "s": work.year[2:], "t": rng.choice(self._titles), "z": work.year, "m": rng.choice(_WORDS["months"]),
            "p": rng.choice(_WORDS["towns"]),
        }  # fmt: skip
        for piece in re.split(r"(<[^>]*>|\{p\}|(?:\{m\} )?\{[ys]\})", rng.choice(self._said[part])):
            field = {">": "container", "p}": "place", "y}": "date", "s}": "date"}.get(
                piece[-1:] if ">" in piece else piece[-2:], ""
            )
            out.put(piece.strip("<>").format(**said), field, style)

    def _put_remark(self, out: Entry, joint: str, share: float) -> None:
        if self._remarks and self._rng.random() < share:
            out.put(joint)
            out.put(self._rng.choice(_WORDS["remarks"]), "note", self._rng.choice(["", "B"]))

    def _put_rest(self, out: Entry, work: Work) -> None:
        """Write a remark, links and what the work is about."""
        rng = self._rng
        self._put_remark(out, rng.choice([self._joints[-1], " "]), 0.5)
        if self._links:
            out.put(rng.choice([self._joints[-1], "\n", " "]))
            out.put(self._links, "", "L")
        if self._tells:
            others = (title[:1].lower() + title[1:] for title in rng.sample(self._titles, 2))
            about = rng.choice(_WORDS["summaries"]).format(*others, n=re.split(r"[\s:]", work.title)[0])
            out.put("\n")
            out.put(about[:1].upper() + about[1:])


def _named(person: Mapping[str, Any], form: str) -> str:
    family, given = str(person["family"]), str(person["given"])
    letters = [word[0] for word in re.split(r"[\s.\-]+", given) if word]
    dotted, spaced = ("".join(f"{each}.{gap}" for each in letters).strip() for gap in ("", " "))
    parts = {"letters": "".join(letters), "dotted": dotted, "spaced": spaced, "capitals": family.upper()}
    return form.format(family=family, given=given, **parts)


def _of_many_sources(records: Iterator[Mapping[str, Any]]) -> Iterator[Work]:
    """Yield the works of records, of those of one source not more than the first ones."""
    seen: Counter[str] = Counter()
    for record in records:
        work = Work.of(record)
        seen[record.get("source", "")] += 1
        if work and seen[record.get("source", "")] <= _OF_ONE_SOURCE:
            yield work


def written_lists(path: Path, count: int = LISTS, seed: int = 1) -> Iterator[LabelledList]:
    """Yield lists of 4 to 12 works of a file of records, compressed CSL-JSON a line, most of each by one owner."""
    rng = random.Random(seed)  # noqa: S311
    with gzip.open(path, "rt", encoding="utf-8") as file:
        works = list(_of_many_sources(map(json.loads, file)))
    titles = [work.title for work in works]
    people = [each for work in works for each in work.authors if len(each["given"].split()) < 4]
    for _ in range(count if people else 0):
        owner = rng.choice(people)
        is_page = rng.random() < _PAGES
        writer, entries = PageWriter(rng, owner, titles) if is_page else ListWriter(rng, owner), []
        for number, work in enumerate(rng.sample(works, min(len(works), rng.randrange(4, 13))), 1):
            authors = list(work.authors) or [owner] * is_page
            if authors and rng.random() < 0.9:
                authors[rng.randrange(len(authors)) if writer.names_owner else 0] = owner
            entries.append(writer.entry(work._replace(authors=authors), number).labelled())
        yield LabelledList("pub", entries, words_of(f"{owner['given']} {owner['family']}"))
