"""Read the name of a venue once: what sort it is, its series, acronym, ordinal, year and place.

`Proc. 22nd ACM Workshop on Hot Topics in Networks (HotNets'23), Boston, MA, November 28-29, 2023` is the 22nd
edition, in 2023 in Boston, of a workshop that is called HotNets. People write journals, meetings, books,
repositories and nothing at all (`TBD`, `Submitted for publication`) in the same place; what the words do not tell is
left to the source.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from kg.terms import venue_words as words
from kg.terms.dates import full_year
from kg.terms.identifiers import fold
from kg.terms.places import is_country

PLACEHOLDER = "placeholder"
MAX_VENUE = 600
"""A longer text, in characters, is no name that could be taken apart; it stays as it is."""


_ACRONYM = 10  # letters, at most
_APART = 2  # years between a meeting and what is published of it, at most


class VenueName(NamedTuple):
    """What the name of a venue says.

    Attributes:
        kind: A word of `VenueKind`, `PLACEHOLDER` if the text names no venue, or empty if nobody says.
        series: The name that stays from year to year; empty of a placeholder.
        acronym: The venue's own, if it is stated.
        ordinal: The number of the edition.
        year: The year of the edition, if the name states it.
        place: Where the edition was, as written.
    """

    kind: str
    series: str
    acronym: str = ""
    ordinal: int | None = None
    year: int | None = None
    place: str = ""

    @property
    def is_acronym(self) -> bool:
        """Whether the name is nothing but an acronym."""
        return bool(self.acronym) and fold(self.acronym) == fold(self.series)

    @property
    def short(self) -> str:
        """The acronym, or the series where it has none."""
        return self.acronym or self.series


def read_venue(text: str, stated: str = "", year: int | None = None) -> VenueName:
    """Return what the name of a venue says.

    Args:
        text: The name as written, without markup.
        stated: What the source says of its kind, a word of `VenueKind`, or nothing: it decides where the words do not.
        year: The year that the source states: it decides whether `NEMS 48` is of 1948 or the 48th.

    >>> read_venue("Proceedings of the 22nd ACM Workshop on Hot Topics in Networks (HotNets'23)").series
    'ACM Workshop on Hot Topics in Networks'
    >>> read_venue("Submitted for publication").kind
    'placeholder'
    """
    return _read(text, stated, year)


def is_placeholder(text: str, stated: str = "") -> bool:
    """Say whether a text stands where a venue should, and names none.

    >>> is_placeholder("TBD"), is_placeholder("Manuscript under review"), is_placeholder("Nature")
    (True, True, False)
    """
    return read_venue(text, stated).kind == PLACEHOLDER


@lru_cache(1 << 16)
def _read(text: str, stated: str, year: int | None) -> VenueName:
    plain = _plain(text)
    if len(plain) > MAX_VENUE:
        return VenueName(stated, plain)
    if found := words.REPOSITORY.match(plain):
        name = " ".join(found[1].split())
        if fold(name) in words.INDEXES:
            return VenueName(PLACEHOLDER, "")
        return VenueName("repository", words.SPELT.get(fold(name), name))
    left = _without_status(plain)
    if words.NO_VENUE.fullmatch(fold(left)) and stated != "book":
        is_archived = re.search(r"\barxiv\b", plain, re.IGNORECASE)
        return VenueName("repository", "arXiv") if is_archived else VenueName(PLACEHOLDER, "")
    kind = _kind(left, stated, plain)
    if kind in ("conference", "workshop", "industry-event") or (kind in ("book", "") and words.MEETING.search(left)):
        read = _Edition(left, kind, year).read()
    else:
        read = _written_work(left, kind)
    return read if read.series else VenueName(PLACEHOLDER, "")


def _plain(text: str) -> str:
    """Return a text without quotes, trademark signs and doubled blanks."""
    text = re.sub(r"[{}®»«™\"“”]", "", text.replace("---", "–").replace("--", "–").replace("\xa0", " "))
    return " ".join(text.split()).strip(" ,;")


def _without_status(text: str) -> str:
    """Return a name without the status that stands beside it, and without the address of a preprint."""
    left = re.sub(
        r"\(\s*\)|\((?:workshop|colocated[^)]*|arxiv:[^)]*)\)|\barxiv:\S+", " ", words.STATUS.sub(" ", text), flags=re.I
    )
    left = " ".join(left.split()).strip(" ,;:")
    return left.strip(" .,;:") if left != text else left


def _kind(text: str, stated: str, whole: str) -> str:
    """Return the kind: words of the name decide before what the source states."""
    if stated == "book" and not words.OF_PROCEEDINGS.search(text):
        return stated
    rules = (_of_issue, _of_series, _of_workshop, _of_meeting, _of_tag, _of_journal)
    return next((kind for rule in rules if (kind := rule(text, stated, whole))), stated)


def _of_issue(text: str, *_: str) -> str:
    """Return `journal` for what says its issue: `Computational Linguistics, Volume 28, Number 4`."""
    issue = rf", (?:volume|vol\.?) \d+,? (?:number|no\.?|issue) \d|\({words.MONTH} \d{{4}}\)$"
    return "journal" if re.search(issue, text, re.IGNORECASE) else ""


def _of_series(text: str, stated: str, *_: str) -> str:
    if words.ORDINAL.search(text):
        return ""
    if words.REPORTS.search(text):
        return "report-series" if stated != "journal" else stated
    is_of_books = stated in ("book", "book-series", "report-series") and re.search(r"\bseries\b", text, re.IGNORECASE)
    if words.SERIES.search(text) or is_of_books:
        return stated if stated.endswith("series") else "book-series"
    return ""


def _of_workshop(text: str, stated: str, whole: str) -> str:
    is_workshop = words.WORKSHOP.search(whole) and not words.BOTH.search(text)
    is_plain = stated in ("conference", "workshop", "book") or not words.PERIODICAL.search(text)
    return "workshop" if is_workshop and is_plain else ""


def _of_meeting(text: str, stated: str, *_: str) -> str:
    """Return the kind of a meeting; `Journal of the Conference Board` with no year is none."""
    is_journal = words.PERIODICAL.search(text) and stated == "journal" and not words.YEAR.search(text)
    is_edition = words.YEAR.search(text) or words.ORDINAL.search(text)
    if stated in ("journal", "") and not is_edition and not words.MEETING.search(words.FORUM.sub(" ", text)):
        return ""
    if words.MEETING.search(text) and not is_journal:
        return stated if stated in ("industry-event", "workshop") else "conference"
    return ""


def _of_tag(text: str, stated: str, *_: str) -> str:
    """Return the kind of an acronym with a year, of an abstract, of proceedings of a year."""
    said = r"\bactes d|\bproceedings of .*\b(?:19|20)\d\d|, abstract [A-Z]+\d|\w['’]\d\d\b"
    if re.fullmatch(rf"(?:[A-Z/]{{2,10}} )?{words.TAGGED}(?:, LNCS.*)?", text) or re.search(said, text, re.IGNORECASE):
        return "workshop" if stated == "workshop" else "conference"
    return ""


def _of_journal(text: str, stated: str, *_: str) -> str:
    if not stated:
        return "journal" if words.PERIODICAL.search(text) else ""
    if stated != "conference" or re.search(r"proceedings|advances in", text, re.IGNORECASE):
        return ""
    is_named = words.PERIODICAL.match(text) and " " in text
    return "journal" if is_named or re.match(r"[A-Z][a-z]+ research$", text) else ""


# Journals, books, series.


def _written_work(text: str, kind: str) -> VenueName:
    """Return a journal, book or series: volume, pages, a library's qualifier and its own acronym are taken off."""
    acronym, place = "", ""
    if kind not in ("book", ""):
        text = words.OF_ISSUE.sub("", text)
    found = re.search(r"\s\(([A-Z][A-Za-z&/-]{1,16})(?:[ -]?(?:19|20)\d\d|\s?['’]\d\d)?\)", text)
    if found and sum(map(str.isupper, found[1])) > 1:
        acronym, text = found[1], text[: found.start()] + text[found.end() :]
    elif found := re.match(r"([A-Z]{3,8})\s?[-–:.]\s?(?=Journal|Revista|Zeitschrift)", text):
        acronym, text = found[1], text[found.end() :]
    found = words.QUALIFIER.search(text) if kind in ("journal", "magazine", "newspaper") else None
    if found and not re.search(r"\bSer(?:ies)?\b", text):
        place, text = found[1], text[: found.start()]
    return VenueName(kind, " ".join(text.split()).strip(" ,;:"), acronym, None, None, place)


# Meetings.


@dataclass
class _Edition:
    """The name of a meeting while it is taken apart: each step takes something away from `text`."""

    text: str
    kind: str
    stated: int | None  # the year of what was published there
    whole: str = field(init=False)
    place: str = ""
    acronym: str = ""
    year: int | None = None
    ordinal: int | None = None
    number: int | None = None  # the same, if it stands behind the acronym

    def __post_init__(self) -> None:
        self.whole = self.text

    def read(self) -> VenueName:
        """Return what the name says."""
        steps: tuple[Callable[[], None], ...] = (
            self._leave_volume, self._take_dates, self._take_groups, self._take_tags, self._take_subject,
            self._leave_proceedings, self._take_ordinal, self._take_year, self._tidy,
        )  # fmt: skip
        for step in steps:
            step()
        ordinal = self.ordinal or self.number
        return VenueName(self.kind, self.text, self.acronym.strip(" ()"), ordinal, self.year, self.place)

    def _take(self, acronym: str, found: re.Match[str]) -> None:
        """Keep an acronym and the year beside it, unless another was found before."""
        self.acronym, self.year = self.acronym or acronym.strip(), self.year or self._year_of(found)

    def _year_of(self, found: re.Match[str]) -> int | None:
        """The year beside an acronym; without an apostrophe, two digits may be the number of the meeting.

        They are if the meeting is said to be that one (`48th`), or if they are far from the year that is stated.
        """
        digits = next((each for each in found.groups()[1:4] if each and each.isdigit()), "")
        year = full_year(digits) if digits else None
        if year is None or len(digits) != 2 or digits < "10" or re.search(r"['’‘`]\s?\d", found[0]):
            return year
        written = words.YEAR.search(self.whole)
        stated = self.stated or (int(written[1]) if written else year)
        if abs(year - stated) > _APART or (self.stated != year and int(digits) == _ordinal_of(self.whole)[0]):
            self.number = int(digits)
            return None
        return year

    def _leave_volume(self) -> None:
        """Leave out what is said of the volume, not of the meeting."""
        text = re.sub(r",? held as part of .*?(?=, [^,\d]+, [^,\d]+, )", "", self.text, flags=re.IGNORECASE)
        self.text = words.OF_VOLUME.sub("", text)

    def _take_dates(self) -> None:
        """Take the dates, and the place before them: what stands between commas and names no meeting."""
        if found := words.DATES.search(self.text):
            parts = self.text[: found.start()].split(", ")
            place: list[str] = []
            while len(parts) > 1 and len(place) < 3 and not _is_of_name(parts[-1]):
                place.insert(0, parts.pop())
            if stated := words.YEAR.search(found[0] + self.text[found.end() : found.end() + 6]):
                self.year = int(stated[1])
            self.text, self.place = ", ".join(parts), ", ".join(place)
        else:
            self._take_place()

    def _take_place(self) -> None:
        """Take a place that ends in a country: what stands before that and names no meeting is its city."""
        name, *place = re.split(r", (?=[^,]*$)", self.text)
        if not place or not (words.COUNTRY.match(place[0]) or is_country(place[0])):
            return
        before, comma, city = name.rpartition(", ")
        if comma and city[:1].isupper() and not _is_of_name(city):
            name, place = before, [city, *place]
        if len(place) > 1 or (is_country(place[0]) and _names_meeting(name)):
            self.text, self.place = name, ", ".join(place)

    def _take_groups(self) -> None:
        """Take the acronym and the year that stand in parentheses, also in one that nobody closed."""
        for group in re.findall(r"\(+([^()]*)\)?", self.text):
            if found := _acronym_in(group):
                self.acronym, self.year = found[1].strip(), self.year or self._year_of(found)
            if inner := words.YEAR.search(group):
                self.year = self.year or int(inner[1])
        self.text = " ".join(re.sub(r"\([^()]*\)?\)*", " ", self.text).split())

    def _take_tags(self) -> None:
        """Take acronym and year from the head, `CHI '15 Proceedings of`, or the tail, `…, NeurIPS'24`."""
        host = words.HOST.search(self.text) if self.kind == "workshop" else None
        if host and len(self.text[: host.start()].split()) > 3:  # else only the host tells which it is
            self.year, self.text = self.year or self._year_of(host), self.text[: host.start()]
        head, tail = words.HEAD.match(self.text), words.TAIL.search(self.text)
        if head and not words.NO_ACRONYM.fullmatch(head[1]):
            rest = self.text[head.end() :]
            is_hosted = words.WORKSHOP.search(rest) and not words.WORKSHOP.search(head[1]) and "(" in self.whole
            self._take("" if is_hosted else head[1], head)
            self.text = rest or head[1]
        elif tail and not words.NO_ACRONYM.fullmatch(tail[1]):
            letters = ".*".join(map(re.escape, tail[1]))
            name = self.text[: tail.start()]
            is_own = self.kind != "workshop" or re.search(letters, name, re.IGNORECASE)  # else it is that of the host
            is_town = tail[0].startswith(", ") and re.fullmatch("[A-Z][a-z]+", tail[1])
            is_place = is_town and not re.search(letters, name, re.IGNORECASE)
            self._take(tail[1] if is_own and not is_place else "", tail)
            self.text, self.place = name, self.place or (tail[1] if is_place else "")
            if is_place and is_country(tail[1]):
                self.text = f"{name}, {tail[1]}"
                self._take_place()

    def _take_subject(self) -> None:
        """Leave the title of the volume: `Computer Security – ESORICS 2024: 29th European Symposium on …`."""
        if found := re.match(r"(.{8,}?)[.:] Proceedings of an? ", self.text):
            self.text = found[1]
        if found := re.match(r"(.*?)\s[-–]\s(?:[IVXL\d]|third|second|first|international)", self.text, re.IGNORECASE):
            self.ordinal, rest = _ordinal_of(self.text[len(found[1]) :])
            self.text = rest if words.ON_SOMETHING.search(rest) else found[1]
        if self.ordinal is None and (found := re.search(r"\s([IVXL]+)$", self.text)):
            self.ordinal, self.text = _ordinal_of(f"{found[1]} X")[0], self.text[: found.start()]
        subject, colon, rest = self.text.partition(": ")
        is_edition = words.ORDINAL.search(rest) or "roceedings of" in rest
        if colon and is_edition and _names_meeting(rest):
            if found := re.search(rf"(?:^|\s){words.TAGGED}$|^([A-Z]{{3,8}})$", subject):
                self._take(found[1] or found[5], found)
            self.text = rest

    def _leave_proceedings(self) -> None:
        """Leave out `Proceedings of the` and what is before it, unless it is the name: `Proceedings of the IEEE`."""
        is_meeting = _names_meeting(self.text)
        is_edition = self.acronym or self.year or self.ordinal or re.search(words.EDITION, self.text)
        if words.OF_BODY.match(self.text) and not is_meeting and not is_edition:
            return
        if is_meeting and (found := words.LEAD.match(self.text)):
            beside = re.search("companion|adjunct", found[1], re.IGNORECASE)
            self.text = self.text[found.end() :] + (f" {beside[0].capitalize()}" if beside else "")
        self.text = words.ARTICLES.sub("", self.text) or self.text

    def _take_ordinal(self) -> None:
        """Take the ordinal, and those of meetings that are held jointly."""
        if self.ordinal is None:
            self.ordinal, self.text = _ordinal_of(self.text)
        self.text = re.sub(r"(?<=\band )(the )?\d+(?:st|nd|rd|th) ", r"\1", self.text, flags=re.IGNORECASE)

    def _take_year(self) -> None:
        """Take the year, with the acronym before it: `ACL-02 Workshop`, `CompleNet 2014 5th Workshop`, `AAAI-08`."""
        for found in words.YEAR.finditer(self.text):
            self.year = self.year or int(found[1])
        tag = re.fullmatch(words.TAGGED, self.text.strip())
        if tag and not words.NO_ACRONYM.fullmatch(tag[1]):
            self.acronym, self.text = tag[1].strip(), tag[1].strip()
            self.year = self.year or self._year_of(tag)
            return
        self.text = re.sub(rf"-?{words.YEAR.pattern}", " ", self.text.replace("年", " ") if self.year else self.text)
        if within := words.TAG_WITHIN.search(self.text):
            name = within[1] or within[3]
            self._take(name if self.kind != "workshop" else "", within)
            self.text = self.text[: within.start()] + name + self.text[within.end() :]

    def _tidy(self) -> None:
        """Leave no rest of punctuation; a number behind the name is that of the edition."""
        self.acronym = re.sub(r"[-’']?(?:19|20)$", "", self.acronym)  # of a year, the other half of which was taken
        text = self.text if self.text.strip(" .,;:-–'’") else self.acronym
        if found := re.search(r"\s#?(\d{1,3})\s*$", text):
            self.ordinal, text = self.ordinal or int(found[1]), text[: found.start()]
        text = re.sub(r"\s+([,:;])", r"\1", " ".join(text.split())).strip(" .,;:-–'’")
        text = re.sub(r"^(.*), (IEEE|ACM|USENIX|SIAM)$", r"\2 \1", text)
        if not self.acronym and (found := words.OWN_ACRONYM.match(text)) and fold(found[1] or "") not in words.SPONSORS:
            self.acronym = found[1] or found[2]
        self.text = text or self.whole


def _is_of_name(part: str) -> bool:
    """Say whether what stands between commas is of the name of a meeting, not a place."""
    return bool(_names_meeting(part) or re.search(r"\(| and |['’]\d\d|(?:19|20)\d\d", part))


def _names_meeting(text: str) -> bool:
    return bool(words.MEETING.search(text) or words.WORKSHOP.search(text))


def _acronym_in(group: str) -> re.Match[str] | None:
    """Return the acronym in a pair of parentheses, with its year if that is there too."""
    first, comma, _ = group.partition(", ")
    is_place = re.fullmatch(r"[A-Z][a-z]{3,}(?: [A-Z][a-z]+)*, (?:19|20)\d\d", group)  # `(Valencia, 1987)`
    if is_place or words.NO_ACRONYM.match(group):
        return None
    return (
        (re.fullmatch(f"({words.ABBREVIATION})", first) if comma else None)
        or re.fullmatch(r"([A-Z][a-z]+ [A-Z][a-z]+) (\d{4})", group)
        or re.match(rf"(?:.*?(?<![\w*]))?{words.TAGGED}", group)
        or re.fullmatch(r"(\*?[A-Z][\w*&/+-]*(?: [A-Z][a-z]+)?|[a-z]{3,12})", group)
    )


def _ordinal_of(text: str) -> tuple[int | None, str]:
    """Return the first ordinal of a text, and the text without it."""
    if found := words.ORDINAL.search(text):
        number = found[1] or found[2]
        rest = text[: found.start()] + text[found.end() :]
        return (int(number) if number else words.ORDINALS[found[3].lower()]), rest
    if found := words.ROMAN.search(text):
        values = [{"I": 1, "V": 5, "X": 10, "L": 50}[letter] for letter in found[1]]
        total = sum(-value if value < max(values[place:]) else value for place, value in enumerate(values))
        return total, text[found.end() :]
    return None, text


# Whether two names can be those of one venue.


def telling_words(name: str) -> tuple[str, ...]:
    """Return the words that tell a name from others, folded and in order; a capital behind them is a section.

    >>> telling_words("The Journal of Internet Technology & Policy")
    ('journal', 'internet', 'technology', 'policy')
    >>> telling_words("Physical Review D")
    ('physical', 'review', 'd')
    >>> telling_words("Proc. Natl. Acad. Sci. U.S.A.")
    ('proc', 'natl', 'acad', 'sci', 'usa')
    """
    name = words.USA.sub("USA", name)
    sections = {letter.lower() for letter in re.findall(r"(?<=\s)[A-Z](?=\W|$)", name)}
    said = fold(name.replace("&", " and ")).split()
    return tuple(word for word in said if word not in words.SMALL or word in sections)


def without_sponsors(telling: Sequence[str]) -> tuple[str, ...]:
    """Return telling words without the bodies that hold a meeting, if three words are left; else all of them.

    >>> without_sponsors(telling_words("IEEE/CVF International Conference on Computer Vision"))
    ('international', 'conference', 'computer', 'vision')
    >>> without_sponsors(telling_words("IEEE Network"))
    ('ieee', 'network')
    """
    left = tuple(word for word in telling if word not in words.SPONSORS)
    return left if len(left) > 2 else tuple(telling)


def sponsors_agree(one: str, other: str) -> bool:
    """Say whether two names can be held by the same bodies: one names none, or only such as the other names.

    >>> sponsors_agree("IEEE/CVF Conference on Looms", "IEEE Conference on Looms")
    True
    >>> sponsors_agree("ACM Transactions on Looms", "IEEE Transactions on Looms")
    False
    """
    first, second = (words.SPONSORS & set(telling_words(name)) for name in (one, other))
    return first <= second or second <= first


def beside(name: str) -> tuple[str, ...]:
    """Return the words of a name that say that it is held beside another venue: `workshop`, `companion`."""
    plain = fold(name)
    return tuple(word for word in words.BESIDE if word in plain)


def abbreviates(short: str, full: str) -> bool:
    """Say whether each word of a name begins or contracts the one of another at its place, as ISO 4 has it.

    >>> abbreviates("Phys. Rev. Lett.", "Physical Review Letters"), abbreviates("J Evol", "Journal of Evolution")
    (True, True)
    >>> abbreviates("Nature Ecol Evol", "Nature Ecology & Evolution")
    True
    >>> abbreviates("J. R. Stat. Soc. B", "Journal of the Royal Statistical Society, Series B: Methodology")
    True
    >>> abbreviates("Science", "Science Advances"), abbreviates("ACM Trans. Inf. Syst.", "ACM Transactions on Software")
    (False, False)
    """
    few, *several = (_without_series(telling_words(name)) for name in (short, full, full.partition(":")[0]))
    many = next((each for each in several if len(each) == len(few)), ())
    if len(few) < 2 or few == many == several[0] or not many:
        return False
    dotted = {word for part in re.findall(r"\w+(?=\.)", short) for word in telling_words(part)}
    is_short = {word for word in few if "." not in short and len(word) < 6}
    pairs = zip(few, many, strict=True)
    return all(one == other or (one in is_short | dotted and _begins(one, other)) for one, other in pairs)


def _without_series(telling: Sequence[str]) -> tuple[str, ...]:
    """Return telling words without `series` or `section` before the letter of one."""
    behind = (*telling[1:], "")
    return tuple(word for word, after in zip(telling, behind, strict=False) if word not in _SERIES or len(after) != 1)


def is_acronym_of(short: str, full: str) -> bool:
    """Say whether a name is made of initials of another's words, sponsors and small words aside or not.

    >>> is_acronym_of("SoCC", "ACM Symposium on Cloud Computing"), is_acronym_of("Nature", "Notes on Natural Numbers")
    (True, False)
    """
    capitals, whole = "".join(filter(str.isupper, short)).casefold(), fold(short).replace(" ", "")
    letters = capitals if len(capitals) > 1 else whole
    many = [word for word in fold(full).split() if word not in words.SMALL]
    return 2 <= len(whole) <= _ACRONYM and len(many) > 2 and letters in "".join(word[0] for word in many)


def without_issue(name: str) -> str:
    """Return the name of a journal without the issue that is named behind it.

    >>> without_issue("Journal of Fern Studies, nr 4/2018 (44)")
    'Journal of Fern Studies'
    """
    return words.OF_ISSUE.sub("", name) or name


def shortens(short: str, full: str) -> bool:
    """Say whether a name can be a short form of another: its abbreviation, its beginning, its initials.

    It is weaker than `abbreviates`, and needs other evidence beside it, such as one ISSN.

    >>> shortens("Brain", "Brain: A Journal of Neurology"), shortens("Proc Natl Acad Sci", "PNAS")
    (True, False)
    >>> shortens("PNAS", "Proceedings of the National Academy of Sciences")
    True
    >>> shortens("Physical Review", "Physical Review D"), shortens("Aquaculture", "Trends in Aquaculture")
    (False, False)
    """
    few, many = telling_words(short), telling_words(full)
    if not few or len(few) > len(many):
        return False
    if fold(full.partition(":")[0]) == fold(short) or is_acronym_of(short, full):
        return True
    begins = all(one == other or _begins(one, other) for one, other in zip(few, many, strict=False))
    tail = many[len(few) :]
    return begins and (not tail or (len(few) > 2 and not any(len(word) == 1 or word in _PARTS for word in tail)))


_SERIES = frozenset(("part", "section", "series"))
_PARTS = _SERIES | {"supplement", "letters"}
"""Words behind a name that make another one of it."""


def _begins(short: str, word: str) -> bool:
    """Say whether a word abbreviates another: its beginning, or its first and last letters with some between."""
    if len(short) >= len(word) or short[0] != word[0]:
        return False
    letters = iter(word)
    return word.startswith(short) or (
        len(short) > 3 and short[-1] == word[-1] and all(each in letters for each in short)
    )
