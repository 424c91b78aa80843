"""The venue and the year that the words of a citation name."""

import re
from collections.abc import Iterator
from functools import lru_cache

from kg.extract.citations.labels import EDGES, is_badge
from kg.identity.venues import is_known as is_known_venue
from kg.terms.dates import full_year
from kg.terms.venue_words import MEETING, OF_BODY

_YEAR = re.compile(
    r"(?<![\d./:_-])((?:19[5-9]|20[0-4])\d)(?![\d_]|\.\d{3}|/\d)"
    r"|(?<=[^\W\d_])[ -]?['’‘`]\s?(\d\d)(?!\d)"
)
_BRACKETED = re.compile(r"\(((?:19[5-9]|20[0-4])\d)[a-z]?\)(?=[.:]|\s*(?:\n|$))")
_OLD_YEAR = re.compile(r"[(,]\s?(1[89]\d\d)[a-z]?\s*(?:\)|[.)]{0,2}\s*$)")
"""Years in which most works are not: only where nothing else can stand."""

_VENUE_WORD = re.compile(
    r"\b(?:conference|conf|symposium|symp|proceedings|proc|workshop|wkshp|transactions|trans|journal|letters|magazine"
    r"|review|annals|bulletin|congress|colloquium|meeting|summit|lecture notes|lncs|arxiv|ieee|acm|usenix"
    r"|\w{2,10}rxiv|ssrn|eprint|openreview|zenodo|nature|science|cell|plos|siam|advances in|findings"
    r"|intl|tagung|revista|revue|zeitschrift|handbook)\b",
    re.IGNORECASE,
)
_MAY_BE_OF_TITLE = re.compile(
    r"\b(?:review|nature|science|cell|letters|magazine|meeting|summit|findings|handbook|transactions|journal)\b",
    re.IGNORECASE,
)
_PUBLISHER = re.compile(
    r"\b(?:springer|elsevier|wiley|routledge|birkh[aä]user|palgrave|de gruyter|brill|sage|world scientific|crc|mcgraw"
    r"|morgan kaufmann|o.reilly|mit press|university press|press|verlag|publishers?|publishing)\b",
    re.IGNORECASE,
)
_SHORT = (
    r"(?:acad|acta|adv|amer|am|anal|angew|ann|appl|arch|astron|astrophys|biol|bioinf|bull|chem|clin|combin|commun"
    r"|comput|conf|econ|electron|eng|environ|eur|genet|geom|geophys|hist|ind|inf|inst|int|intell|j|lang|lett"
    r"|mach|manag|manuf|mater|math|mech|med|methodol|mod|mol|nat|natl|neurosci|numer|oper|opt|optim|phil|philos|phys"
    r"|pharm|pol|probab|proc|prog|psychol|quart|rel|res|rev|robot|sci|ser|soc|softw|stat|statist|stud|surg|surv"
    r"|symp|syst|tech|technol|theor|trans|univ)"
)
_ABBREVIATED = re.compile(rf"\b{_SHORT}\.(?!\w)", re.IGNORECASE)
"""A word of a journal's name cut short."""
_LEAD = re.compile(
    r"^(?:(?:to appear|appeared|published|presented|accepted) )?(?:in|at|to|by|for|en|dans|em|@)(?: the)?(?::\s*|\s+)"
    rf"|^(?:in:?\s+)?(?:the )?proc(?:eedings|\.)? (?!{_SHORT}\.)(?:of )?(?:the )?|^the\s+(?=\d|annual)",
    re.IGNORECASE,
)
_VOLUME = re.compile(
    r"[\s,;.:(\[]{0,6}\bdoi\b[\s:]{0,3}(?:https?://\S{0,20})?10\.\d.*$"
    r"|[,;.:]?\s*\b(?:vol(?:ume)?|no|number|issue|iss|(?-i:pp?)|pages?|art(?:icle)?|ser(?:ies)?|part)\b\.?\s*[\d(].*$"
    r"|[,;]?\s*\d{1,4}\s?\(\s?\d{1,4}(?:[-–/]\d{1,4})?\s?\).*$"
    r"|[,;:]\s*\d{1,5}\s?[-–]+\s?\d{1,5}\b.*$|,\s*\d{1,4}\s*$|\s\d{1,4}\s?[:,]\s?[a-z]?\d.*$",
    re.IGNORECASE,
)
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?"
_DATE = re.compile(
    rf"(?:\b(?:{_MONTH}[\s–/-]*){{1,2}}\s*(?:\d{{1,2}}(?:\s?[-–]\s?\d{{1,2}})?,?\s+)?(?:19|20)\d\d\b"
    rf"|\b\d{{1,2}}\s+{_MONTH}\s+(?:19|20)\d\d\b"
    rf"|(?<![\w-])(?:19|20)\d\d[-/.]\d\d(?:[-/.]\d\d)?\b"
    rf"|\b{_MONTH}(?:\s+\d{{1,2}}(?:\s?[-–]\s?\d{{1,2}})?)?(?=[,.;)]|$))",
    re.IGNORECASE,
)
_ACRONYM = re.compile(r"[A-Z][\w&+/.-]{0,20}(?:\s?[@/&+-]\s?[A-Z][\w&+/.-]{0,20}){0,3}(?:[ -][A-Z]{1,6})?")
_NUMBER_BEHIND = re.compile(r"(?<=[^\W\d_])\s+\d{1,4}$")
_EMPTY_BRACKETS = re.compile(r"[(\[{<]\s*[,;.:|/]*\s*[)\]}>]")
_TRACK = re.compile(r"\(\s*[^()]{0,60}(?:oral|spotlight|track|poster|talk|paper)[^()]{0,30}\)", re.IGNORECASE)
_LAST_VENUE = re.compile(
    r"[\s,]{1,3}[\[(]?((?:[A-Z]{3,6} )?[A-Z][\w&-]{0,9}[A-Z]\w{0,6}[ ’']{0,2}(?:20\d\d|\d\d))[\])]?[.,]?\s*$"
)
_ALONE = re.compile(r"(?!PDF|DOI|URL|BIB|HTML|CODE|OA|AR|PI|USA?$)[A-Z][A-Za-z&-]{0,8}[A-Z]")
_VOLUME_BEHIND = re.compile(r"[\s,:]{0,2}(?:vol\b|no\b|[.;(\[]?\s{0,3}doi\b|(?!(?:19|20)\d\d\b)\d)", re.IGNORECASE)
_OF_BODY_BEHIND = re.compile(
    r"(?:,? (?:series |section |part )?[A-H]\b)?(?:(?::| of| on|, part) .*|[\s,(]+\d.*)?", re.IGNORECASE
)
"""What stands behind the body in the name of its proceedings: `B: Biological Sciences`, `of Sciences`."""
_CORR = re.compile(r"\bCoRR\b|\babs/\d{4}\.\d{4,5}")
_ARXIV_ID = re.compile(r"\b\d{4}\.\d{4,5}\b")


def is_venue(text: str) -> bool:
    """Say whether a text names a venue: by a word such as `Symposium`, or as a known one.

    >>> is_venue("USENIX Annual Technical Conference"), is_venue("EuroSys '23"), is_venue("Lyra")
    (True, True, False)
    """
    return bool(_VENUE_WORD.search(text)) or is_abbreviated(text) or is_known(_stripped(text))


def is_surely_venue(text: str) -> bool:
    """Say whether a text names a venue by words that titles do not have: not `Code Review in the Wild`."""
    return is_known(_stripped(text)) or is_abbreviated(text) or bool(_VENUE_WORD.search(_MAY_BE_OF_TITLE.sub("", text)))


def is_abbreviated(text: str) -> bool:
    """Say whether a text holds a word of a journal's name that is cut short: `Phys.`, `Proc.`."""
    return any(found[0][0].isupper() for found in _ABBREVIATED.finditer(text))


def before(text: str) -> int:
    """Return where the known venue with a year begins in which a text ends, as `Notes on Looms ICML 2024`, or 0."""
    found = _LAST_VENUE.search(text)
    return found.start() if found and is_known(_stripped(found[1])) else 0


@lru_cache(1 << 12)
def is_known(venue: str) -> bool:
    """Say whether a name without year is that of a known venue."""
    is_one_name = "(" not in venue or venue.endswith(")")  # brackets inside are of a title
    return bool(venue) and is_one_name and is_known_venue(venue)


def year_of(text: str) -> tuple[int | None, str]:
    """Return the year that a text states last, one alone in brackets before others, and how it is written."""
    if len(alone := set(_BRACKETED.findall(text))) == 1:
        return int(alone.pop()), "full year"
    year, how = None, ""
    for found in _YEAR.finditer(_ARXIV_ID.sub(" ", text)):
        year = int(found[1]) if found[1] else full_year(found[2])
        how = "full year" if found[1] else "short year"
    if year is None and (old := _OLD_YEAR.search(text)):
        return int(old[1]), "full year"
    return year, how


def venue_of(text: str, apart: tuple[str, ...] = ()) -> tuple[str, str]:
    """Return the venue that is named in the words beside authors and title, and by which pattern.

    Args:
        text: Those words.
        apart: What of them is set in italics.
    """
    if "arxiv" in text.lower() or _CORR.search(text):
        return "arXiv", "arXiv"
    pieces = [(piece, _stripped(piece)) for piece in _pieces(text) if piece]
    if not any(is_known(stripped) for _, stripped in pieces):
        for words in apart:
            if _is_name(name := _stripped(words)):
                return name, "italics"
    return next(
        (
            (name, how)
            for how, pattern in _VENUE_PATTERNS.items()
            for piece, stripped in pieces
            if (name := pattern(piece, stripped))
        ),
        ("", ""),
    )


def tagged_venue(tags: tuple[str, ...]) -> tuple[str, str]:
    """Return the venue of a tag at the head such as `[OSDI'24]`."""
    for tag in tags:
        if name := venue_of(tag)[0]:
            return name, "known tag"
    names = (_stripped(tag) for tag in tags)
    return next(
        ((name, "tag") for name in names if len(name) > 2 and name[0].isupper() and not is_badge(name)), ("", "")
    )


def _pieces(text: str) -> Iterator[str]:
    """Yield the parts in which a venue may stand: lines, and sentences of them."""
    undated = _DATE.sub(" ", text)
    for line in map(str.strip, undated.split("\n")):
        yield line
        if ". " in line:
            yield from (piece.strip() for piece in _sentences(line))
    yield from (piece.strip() for piece in re.split(r"[,\n]", undated))


def _sentences(line: str) -> Iterator[str]:
    """Yield the sentences of a line; the full stop of an abbreviation ends none."""
    start = 0
    for stop in re.finditer(r"\. ", line):
        end = line[max(start, stop.end() - 15) : stop.end()].rstrip()
        if not re.search(r"\b[A-Z]\.$", end) and not is_abbreviated(end.rpartition(" ")[2]):
            yield line[start : stop.end()].rstrip()
            start = stop.end()
    yield line[start:]


@lru_cache(1 << 13)
def _stripped(piece: str) -> str:
    """Return a venue's name without its lead, year, volume, pages, place and edges."""
    name = _VOLUME.sub("", _DATE.sub(" ", piece))
    name = _YEAR.sub(" ", _TRACK.sub(" ", name))
    name = _EMPTY_BRACKETS.sub(" ", name)
    name = " ".join(name.split()).strip(EDGES)
    for _ in range(3):
        name = name if _is_of_body(name) else _LEAD.sub("", name).strip(EDGES)
    acronym, colon, publisher = name.partition(":")
    if colon and _ACRONYM.fullmatch(acronym.strip()) and not acronym.istitle():
        return acronym.strip()
    if colon and " " not in acronym and _PUBLISHER.search(publisher):
        name = publisher.strip(EDGES)  # the place stands before it
    name = re.sub(r"^\d{1,3}(?:st|nd|rd|th)\s+", "", name)
    first, dash, _ = name.partition(" — ")
    if dash and is_known(first.strip(EDGES)):
        return first.strip(EDGES)
    first, comma, _ = name.partition(", ")
    if comma and (is_known(first) or _VENUE_WORD.search(first)):
        name = first if not re.search(r"(?:\bon|\bof|\band|,)$", first) else name
    return _closed(_NUMBER_BEHIND.sub("", name.strip(EDGES)))


def _is_of_body(name: str) -> bool:
    """Say whether a name is that of the proceedings of a body: of a society, not of a meeting."""
    found = OF_BODY.match(name)
    if found is None or not _OF_BODY_BEHIND.fullmatch(name, found.end()) or MEETING.search(name):
        return False
    return is_known(name) or not is_known(_LEAD.sub("", name))


def _closed(name: str) -> str:
    """Return a name with the bracket closed again that the edges have lost."""
    return name + ")" if name.count("(") == name.count(")") + 1 else name


def _known(_: str, name: str) -> str:
    return name if is_known(name) else ""


def _with_word(_: str, name: str) -> str:
    return name if 2 < len(name) <= 200 and _VENUE_WORD.search(name) else ""


def _abbreviation(_: str, name: str) -> str:
    return name if 2 < len(name) <= 120 and name[0].isupper() and is_abbreviated(f"{name}.") else ""


def _beside_volume(piece: str, name: str) -> str:
    """Return the name of a journal that stands before volume, pages or DOI."""
    is_short = _is_name(name) and len(name.split()) <= 8
    behind = piece.partition(name)[2] if is_short else ""
    return name if _VOLUME_BEHIND.match(behind) and not _PUBLISHER.search(name) else ""


def _is_name(name: str) -> bool:
    """Say whether words may be the name of a venue: `eLife` may, `oral` may not."""
    first = name.partition(" ")[0]
    return len(name) > 2 and name[0].isalpha() and (not name[0].islower() or not first.islower()) and not is_badge(name)


def _publisher(_: str, name: str) -> str:
    return name if 2 < len(name) <= 80 and _PUBLISHER.search(name) else ""


def _beside_year(piece: str, name: str) -> str:
    words = name.split()
    is_short = 0 < len(words) <= 8 and not words[0][0].islower() and not is_badge(name)
    return name if is_short and year_of(piece)[0] is not None else ""


_VENUE_PATTERNS = {
    "known": _known,
    "venue word": _with_word,
    "abbreviation": _abbreviation,
    "beside a volume": _beside_volume,
    "publisher": _publisher,
    "acronym": lambda piece, _: piece.strip(EDGES) if _ALONE.fullmatch(piece.strip(EDGES)) else "",
    "beside a year": _beside_year,
}
"""How a venue is told, the surest pattern first: each takes a piece of text and the same without year and place."""
