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

LISTS = 200
_MOST_AUTHORS = 25
_OF_ONE_SOURCE = 1000

_LANGUAGES: Mapping[str, tuple[str, str, str, tuple[str, ...]]] = {
    "en": ("and", "with", "pp. ", ("(eds.)", "edited by ", "(Eds.)", "ed. ", ", eds.")),
    "de": ("und", "mit", "S. ", ("hrsg. von ", "(Hg.)", "(Hrsg.)")),
    "fr": ("et", "avec", "p. ", ("(dir.)", "sous la direction de ", "(éd.)")),
    "es": ("y", "con", "pp. ", ("(ed.)", "(eds.)", "(coord.)")),
    "it": ("e", "con", "pp. ", ("(a cura di)", "a cura di ")),
    "nl": ("en", "met", "pp. ", ("(red.)", "(eds.)")),
    "pt": ("e", "com", "pp. ", ("(org.)", "(eds.)")),
}
"""How often they are drawn falls in this order: words for `and` and `with`, marks of pages and of editors."""

_NAMES = (
    "{given} {family}", "{spaced} {family}", "{dotted} {family}", "{family}, {given}", "{family}, {spaced}",
    "{family} {letters}", "{family} {dotted}", "{capitals} {given}", "{capitals}, {spaced}",
)  # fmt: skip
_STATES = (
    "forthcoming", "in press", "accepted", "under review", "submitted", "to appear", "im Erscheinen", "im Druck",
    "à paraître", "en prensa", "in corso di stampa", "revise and resubmit",
)  # fmt: skip
_ACRONYMS = (
    "SOSP", "OSDI", "ICML", "NeurIPS", "ICLR", "CVPR", "ACL", "EMNLP", "SIGMOD", "VLDB", "ICSE", "FSE", "PLDI", "POPL",
    "CHI", "UIST", "NSDI", "ATC", "ASPLOS", "ISCA", "MICRO", "CCS", "NDSS", "KDD", "WWW", "AAAI", "IJCAI", "ICRA",
    "RSS", "INFOCOM", "TSE", "TOPLAS", "TPAMI", "JMLR", "TMLR", "EuroSys", "MLSys", "SIGCOMM", "STOC", "FOCS", "SODA",
)  # fmt: skip
_BLOCKS = (
    "{a} {y}", "{a}'{s}", "{a} {y}", "({a} {y})", "[{a}'{s}]", "In {c} ({a}), {y}", "{c}, {y}", "{c} ({y})",
    "In {c}, {y}",
)  # fmt: skip
"""How homepages say where a work appeared: by an acronym, the venue, the year, its last two figures."""

_VOLUMES = (
    " {}(", ", vol. {}, no. ", ", {}, n° ", " {}/", " Bd. {}, Heft ", ", t. {}, nº ", " {}:", ", Volume {}, Issue ",
    " {} (",
)  # fmt: skip
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "September", "October", "December")


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
    """Writes the entries of one list, by habits that are drawn when it is made."""

    def __init__(self, rng: random.Random, owner: Mapping[str, Any]) -> None:
        self._rng, self._owner, pick = rng, owner, rng.choice
        language = rng.choices(list(_LANGUAGES), [8, 4, 3, 2, 2, 1, 1])[0]
        self._and, self._with, self._pages, editing = _LANGUAGES[language]
        self._form = rng.choices(["", "title", "authors", "law"], [10, 3, 1.2, 1.2])[0]
        is_page = self._form in ("title", "authors")
        self._name = pick(_NAMES[:2]) if is_page and rng.random() < 0.8 else pick(_NAMES)
        is_turned = "," in self._name
        self._others = pick([self._name, *_NAMES[:2]]) if is_turned else self._name
        self._join = pick(["; ", "/", " / "]) if is_turned and rng.random() < 0.4 else ", "
        lasts = [self._join, f" {self._and} ", f", {self._and} ", " & ", ", & "]
        self._last = self._join if "/" in self._join else pick(lasts)
        self._most = pick([3, 6, 20, 20])
        self._authors = rng.choices(["first", "after", "none", "with", "line"], [9, 3, 2, 1.5, 1])[0]
        self._date = rng.choices(["paren", "end", "start", "venue", "comma"], [4, 5, 2, 3, 2])[0]
        self._quotes = tuple(pick(["“”", '""', "«»", "„“", "»«", "‘’", "''"])) if rng.random() < 0.4 else ("", "")
        self._title_style = rng.choices(["", "I", "B", "L", "BL"], [5, 2, 1.5, 1.5, 1])[0]
        self._venue_style = rng.choices(["", "I", "B"], [3, 5, 0.4])[0]
        self._owner_style = "B" if rng.random() < 0.3 else ""
        self._behind_authors = pick([". ", ", ", ": ", "\n", ". ", ", "])
        self._behind_title = "\n" if rng.random() < 0.2 else pick([". ", ", ", ", ", "\n", " ", "; "])
        self._in = pick(["", "", "In ", "In: ", "in: ", "in "])
        self._number = rng.choices(["", "{}. ", "[{}] ", "A{}. ", "- "], [6, 3, 1, 0.5, 0.5])[0]
        self._volume, self._tail, self._editing = (
            pick(_VOLUMES),
            pick(["", "", "doi", "url", "pdf", "note"]),
            pick(editing),
        )
        self._block = pick(["\n", " ", "\n", ". ", ", "]), pick([". ", "\n", ". ", ", ", " "]), pick(_BLOCKS)

    @property
    def names_owner(self) -> bool:
        """Whether the list names its owner among the authors, not only others."""
        return self._authors != "with" and self._form != "law"

    def entry(self, work: Work, number: int) -> Entry:
        """Write a work as the entry of a number."""
        out = Entry()
        out.put(self._number.format(number))
        if self._form in ("title", "authors") and work.authors:
            self._on_page(out, work)
        elif self._form == "law" and work.venue:
            self._as_lawyers_do(out, work)
        else:
            self._as_listed(out, work)
        return out

    def _as_listed(self, out: Entry, work: Work) -> None:
        pick, is_first = self._rng.choice, self._authors == "first" and bool(work.authors)
        if self._date == "start":
            self._put_date(out, work, "", pick(["\t", ". ", ": ", " "]))
        if is_first:
            self._put_people(out, work.authors)
            if self._date == "paren":
                self._put_date(out, work, " (", pick([") ", "). ", "): "]))
            else:
                out.put(self._behind_authors)
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
            out.put(
                _named(each, self._others if place else self._name), field, self._owner_style * (each is self._owner)
            )
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
        month = f"{rng.choice(_MONTHS)} " * (self._date in ("end", "comma") and rng.random() < 0.1)
        out.put(before)
        if is_open:
            out.put(rng.choice(_STATES), "status")
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

    def _on_page(self, out: Entry, work: Work) -> None:
        """As computer scientists list works on their pages: title, authors, and an acronym for where they appeared."""
        pick, rng = self._rng.choice, self._rng
        between, after, form = self._block
        if self._form == "title":
            out.put(work.title, "title", self._title_style)
            out.put(between if work.title[-1] not in "?!" or between in "\n " else " ")
            self._put_people(out, work.authors)
            out.put(after)
        else:
            self._put_people(out, work.authors)
            out.put(between if between != ", " else " ")
            out.put(work.title, "title", self._title_style)
            out.put(after if after != " " else ", ")
        said = {
            "{a}": pick(_ACRONYMS),
            "{c}": work.venue or work.more["publisher"],
            "{y}": work.year,
            "{s}": work.year[2:],
        }
        named = {"{a}": "container" if "{c}" not in form else "", "{c}": "container", "{y}": "date", "{s}": "date"}
        for piece in re.split(r"(\{\w\})", form):
            out.put(said.get(piece, piece), named.get(piece, ""), self._venue_style * (piece in said))
        out.put(pick([".", "", ""]))
        if rng.random() < 0.15:
            out.put(pick([" ", "\n", ", "]))
            out.put(pick(["Best Paper Award", "(Oral)", "Spotlight", "Distinguished Paper Award"]), "note")
        if rng.random() < 0.4:
            out.put(pick(["\n", " "]))
            out.put(pick(["[PDF] [Code]", "[paper]", "Paper | Code | Slides", "[arXiv][poster]"]), "", "L")

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
    people = [each for work in works for each in work.authors if len(each["given"].split()) < 4]
    for _ in range(count if people else 0):
        owner = rng.choice(people)
        writer, entries = ListWriter(rng, owner), []
        for number, work in enumerate(rng.sample(works, min(len(works), rng.randrange(4, 13))), 1):
            authors = list(work.authors)
            if authors and rng.random() < 0.9:
                authors[rng.randrange(len(authors)) if writer.names_owner else 0] = owner
            entries.append(writer.entry(work._replace(authors=authors), number).labelled())
        yield LabelledList("pub", entries, words_of(f"{owner['given']} {owner['family']}"))
