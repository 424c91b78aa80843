"""Works of the owner: references with their fields, as entries of a profile."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from kg.extract.citations import implied, labels
from kg.extract.citations.labels import EDGES
from kg.extract.citations.notes import NUMBERS, arxiv_of, doi_of, numbers_called, status_of
from kg.extract.citations.titles import is_title
from kg.extract.learned.entries import FieldSpan, Parsed, is_aside
from kg.extract.learned.units import Line
from kg.profile import listed_names as names
from kg.profile import periods
from kg.profile.authorship import is_elision, is_named
from kg.terms import statuses

_EDGES = " \t\n,;:.|–—-·•*_/"
_QUOTES = "“”\"„‟«»‘’‚'`「」『』《》"
_YEAR = re.compile(r"(?<!\d)(1[89]\d\d|20[0-4]\d)(?!\d)")
_LEADING_IN = re.compile(
    r"^(?:in|In|IN|dans|Dans|en|En|En:|in:|In:|published in|Published in|Proc\. of)\s*:?\s+(?=\S)|^(?:at|to|for)\s+(?=[A-Z])"  # noqa: E501
)
_REVIEW = re.compile(r"^(?:book )?review(?: of|:)|^rezension|^compte[- ]rendu|^recension|^reseña|^recensione", re.I)
TYPES = (
    ("book-review", re.compile(r"book reviews?|reviews? of books|rezension|comptes? rendus?|recensions?|reseñas|recensioni", re.I)),  # noqa: E501
    ("chapter", re.compile(r"chapters?|buchbeitr|buchkapitel|beiträge in|chapitres?|capítulos?|capitoli|contributions? (?:to|in) (?:edited|books|collective)|in sammelb|edited volumes? contributions|著書.*分担", re.I)),  # noqa: E501
    ("thesis", re.compile(r"^(?:(?:ph\.?d\.?|doctoral) )?(?:thes[ei]s|dissertations?)$|abschlussarbeiten|thèses?$|学位論文", re.I)),  # noqa: E501
    ("report", re.compile(r"technical reports?|^reports?|white papers?|policy briefs?|berichte|rapports|informes", re.I)),  # noqa: E501
    ("proceedings", re.compile(r"edited (?:proceedings)", re.I)),
    ("book", re.compile(r"^(?:edited )?(?:books?|monographs?|monografien|monographien|ouvrages?|livres?|libros?|libri|livros|bücher|著書|edited volumes?|herausgeber.*)$", re.I)),  # noqa: E501
    ("dataset", re.compile(r"data ?sets?", re.I)),
    ("encyclopedia-entry", re.compile(r"encyclop|lexik|handbook entries|dictionary entries|reference works|notices", re.I)),  # noqa: E501
    ("patent", re.compile(r"^patents?\b.{0,30}$|^brevets?\b|^patente?s?$|^特許$|^专利$", re.I)),
    ("poster", re.compile(r"^posters?$|poster presentations", re.I)),
)  # fmt: skip
"""What headings call the works below them."""
_PREPRINTS = re.compile(r"pre-?prints?|working papers?|arbeitspapiere|documents de travail|documentos de trabajo", re.I)
_REPEATED = re.compile(r"[\s\d.\[\]()•*-]*?(?:[—―]{1,3}|–{2,3}|-{3,}|_{3,})\s*[.,:(]")
_DASH_BEHIND = re.compile(r"^[\s,;]*(?:(?:and|und|et|y|e|&)\s)?([—―_]{1,8}|–{2,}|-{2,})(?=\s?[,;.&(])")
_OTHERS = re.compile(r"[\s,.]*(?:et al|and others)")
_BRACKETED = re.compile(r"\[\s?([^\[\]\n]{2,30}?)\s?\]")
_MOST_OF_HEADING = 80


class FactValues(NamedTuple):
    """What an entry says, how sure each value is, why it is said, and the lines above that say some of it."""

    values: dict[str, Any]
    sure: dict[str, float]
    reason: str = ""
    above: tuple[Line, ...] = ()


_ABSTRACT = re.compile(
    r"(?:abstract|summary|resumo|resumen|résumé|riassunto|zusammenfassung|摘要|概要|要旨)\s?[:：.—–]"
    r"|(?:in )?(?:this|the|o presente|este|esta|cet|cette|der vorliegende|questo) (?:paper|article|study|work|chapter"
    r"|artigo|trabalho|estudo|artículo|trabajo|étude|beitrag|articolo)s? (?:\w+ly )?"
    r"(?:(?-i:[a-z]+s)(?! (?:among|for|in|of)\b)|we|trata|propone)\b",
    re.IGNORECASE,
)
"""How abstracts begin."""

MAX_WORDS = 35
"""Of 2,235 titles of known truth the longest has 30 words."""


def read(parsed: Parsed, owner: str, before: Sequence[str] = ()) -> FactValues | None:
    """Return what a reference says; nothing where it has no title.

    Args:
        parsed: The reference.
        owner: The name of the owner of the list, or nothing.
        before: The authors of the reference above it, whom a dash repeats.
    """
    title = _title(parsed)
    if title is None or not may_be_title(title[0]):
        return None
    text, sure_title = title
    values: dict[str, Any] = {"title": text}
    sure = {"title": sure_title}
    reason = _authors(parsed, owner, before, values, sure)
    _venue(parsed, values, sure)
    _date(parsed, values, sure)
    _numbers(parsed, values, sure)
    _identifiers(parsed, values, sure)
    kind = type_of(parsed, text, values)
    if kind:
        values["type"], sure["type"] = kind, 0.9
    _status(parsed, values, sure)
    return FactValues(values, sure, reason)


def may_be_title(text: str) -> bool:
    """Say whether a text can be a title: neither an abstract, nor a list of journals, nor letters that lie apart.

    >>> may_be_title("Notes on the Analytical Engine"), may_be_title("N o t e s on the E n g i n e")
    (True, False)
    """
    words = text.split()
    return (
        len(words) <= MAX_WORDS
        and not _ABSTRACT.match(text)
        and sum(len(word) == 1 for word in words) * 2 <= len(words)
    )


def _title(parsed: Parsed) -> tuple[str, float] | None:
    """Return the first title: what a model takes for another one is mostly said of the work behind it."""
    for field in parsed.all("title"):
        behind = parsed.text[field.end : field.end + 1]
        text = clean(field.text + (behind if behind in ("?", "!") else ""))
        if is_title(text):
            return text, field.sure
    return None


def clean(text: str) -> str:
    """Return a title or a name without what parts it from its neighbours."""
    text = " ".join(text.split())
    for _ in range(2):
        text = text.strip(_EDGES + "[")
        if text[:1] in _QUOTES and text:
            text = text[1:]
        if text and text[-1] in _QUOTES and not (text[-1] in "'’" and text[-2:-1].isalpha() and "‘" not in text):
            text = text[:-1]
    for opening, closing in ("()", "[]", "“”", "«»", "„“"):
        if text.count(opening) > text.count(closing) and text.startswith(opening):
            text = text[1:]
        if text.endswith(closing) and text.count(closing) > text.count(opening):
            text = text[:-1]
    return text.strip(_EDGES.replace("-", "") + " ")


def _people(parsed: Parsed) -> tuple[list[str], bool]:
    """Return the authors, and whether others are left unnamed."""
    found: dict[str, None] = {}
    more = False
    for field in parsed.all("author"):
        begin = implied.behind_with(parsed.text, field.begin, field.end) or field.begin
        behind = parsed.text[field.end :]
        read_names = names.names_in(parsed.text[begin : field.end])
        more = more or read_names.more or bool(_OTHERS.match(behind))
        found |= dict.fromkeys((*read_names.names, *_DASH_BEHIND.findall(behind[:20])))
    return list(found), more


def _authors(parsed: Parsed, owner: str, before: Sequence[str], values: dict[str, Any], sure: dict[str, float]) -> str:
    """Put the authors among the values: whom the reference names, and the owner where nobody is named or by 'with'."""
    listed, more = _people(parsed)
    fields = parsed.all("author")
    listed = [*dict.fromkeys(owner if owner and is_elision(each) else each for each in listed)]
    reason = ""
    given = min((field.sure for field in fields), default=0.95)
    if not listed and before and _REPEATED.match(parsed.text):
        listed, reason = [*before], "a dash repeats the authors of the work above"
    elif owner and not is_named(listed, [owner]):
        alone = not listed and bool(parsed.all("container") or not parsed.all("editor"))
        if alone or any(implied.behind_with(parsed.text, each.begin, each.end) for each in fields):
            listed.insert(0, owner)
            reason = implied.ALONE if alone else implied.WITH_OTHERS
            given *= 0.97
    if listed:
        values["authors"], sure["authors"] = listed, given
    if more:
        values["more_authors"], sure["more_authors"] = True, 0.99
    if editors := [name for field in parsed.all("editor") for name in names.names_in(field.text).names]:
        values["editors"], sure["editors"] = editors, min(field.sure for field in parsed.all("editor"))
    return reason


def _venue(parsed: Parsed, values: dict[str, Any], sure: dict[str, float]) -> None:
    found = parsed.all("container")
    if found:
        best = found[0] if len(found) == 1 else max(found, key=lambda field: field.sure * min(len(field.text), 30))
        text = _venue_name(best.text)
        if text:
            values["venue"], sure["venue"] = text, best.sure
    if "venue" not in values:
        for line in reversed(parsed.entry.context):
            name = _venue_name(line)
            if name and re.search(r"[A-Z]{3,}\W*(?:19|20)?\d\d", line) and len(line) < 40:
                values["venue"], sure["venue"] = name, 0.8
                break
    for key, field in (
        ("publisher", parsed.first("publisher")),
        ("place", parsed.first("place")),
        ("series", parsed.first("series")),
    ):
        if field and (text := clean(field.text)):
            values[key], sure[key] = text, field.sure


_ARXIV = re.compile(r"(?:arxiv|corr)(?: preprint)?(?:\W+(?:arxiv|abs)\W*\d{4}\.\d.*)?", re.IGNORECASE)
"""The server of preprints, however it is called, with an id behind it."""


_YEAR_AT_END = re.compile(r"\s*\((?:(?:19|20)\d\d|[’'‘]\d\d)\)$|[\s,]*(?<![\w-])(?:(?:19|20)\d\d|[’'‘]\d\d)(?=\)?$)")
"""The year behind a venue, with brackets that hold nothing else."""


def _venue_name(text: str) -> str:
    text = clean(text)
    for _ in range(2):
        text = _LEADING_IN.sub("", text)
    text = _YEAR_AT_END.sub("", text)
    text = re.sub(r"^(?:(?:19|20)\d\d)\s+(?=\D)", "", text)
    text = "arXiv" if _ARXIV.fullmatch(clean(text)) else clean(text)
    return text if sum(map(str.isalpha, text)) > 1 else ""


def _date(parsed: Parsed, values: dict[str, Any], sure: dict[str, float]) -> None:
    field, year, date = _dated(parsed)
    if year:
        values["year"], sure["year"] = year, field.sure if field else 0.85
        if date and len(date) > 4 and int(date[5:7]) <= 12:
            values["date"], sure["date"] = date, field.sure if field else 0.85


def _dated(parsed: Parsed) -> tuple[FieldSpan | None, int | None, str]:
    for field in parsed.all("date"):
        found = _YEAR.findall(field.text)
        if found:
            period = next((each for each in periods.find(field.text) if each.form == "date" and each.start), None)
            date = period.start if period and period.start and len(period.start) in (7, 10) else ""
            return field, int(found[-1] if len(found) == 1 else found[0]), str(date or "")
    inside = [match for match in _YEAR.finditer(parsed.text) if _is_free(parsed, match.start())]
    if inside:
        return None, int(inside[-1][1]), ""
    for line in reversed(parsed.entry.context):
        if (match := _YEAR.search(line)) and len(line) < 40:
            return None, int(match[1]), ""
    container = parsed.first("container")
    if container and (match := _YEAR.search(container.text)):
        return container, int(match[1]), ""
    if short := re.search(r"[’'‘](\d\d)(?!\d)", parsed.text) or re.search(
        r"[’'‘](\d\d)(?!\d)", " ".join(parsed.entry.context)
    ):
        return None, 2000 + int(short[1]) if int(short[1]) < 50 else 1900 + int(short[1]), ""
    return None, None, ""


def _is_free(parsed: Parsed, begin: int) -> bool:
    return (
        not is_aside(parsed.text, begin)
        and not any(
            field.begin <= begin < field.end
            and field.name in ("title", "pages", "id", "volume", "issue", "author", "number")
            for field in parsed.fields
        )
        and parsed.text[max(0, begin - 1) : begin] not in ("/", ".", "-", "–")
    )


def _numbers(parsed: Parsed, values: dict[str, Any], sure: dict[str, float]) -> None:
    for key, pattern in (
        ("volume", r"[\w.-]{1,12}"),
        ("issue", r"[\w./–-]{1,14}"),
        (
            "pages",
            r"(?<!\w)[A-Za-z]{0,4}\d[\w.:]{0,14}(?:\s?[-–—]{1,3}\s?[A-Za-z]{0,4}\d[\w.:]{0,9})?(?:, ?[\d–-]{1,12})*",
        ),
    ):
        field = parsed.first(key)
        if not field or field.text == str(values.get("year")):
            continue
        called = r"^(?:vol(?:ume)?|no|nr|issue|pp?|pages?|S|Bd|Band|Heft|num|n°)\b[.:\s]*"
        if match := re.search(pattern + r"$", re.sub(called, "", clean(field.text), flags=re.I)):
            number = re.sub(r"\s?[-–—]{1,3}\s?", "–", match[0]) if key == "pages" else match[0]
            values[key], sure[key] = number, field.sure
    title = parsed.all("title")
    beside = f"{parsed.text[: title[0].begin]}\n{parsed.text[title[-1].end :]}"
    for key, number in numbers_called(beside).items():  # behind a year, models are less sure of them
        values[key], sure[key] = number, max(sure.get(key, 0.0), 0.85)


def _identifiers(parsed: Parsed, values: dict[str, Any], sure: dict[str, float]) -> None:
    targets = [run.target for line in parsed.entry.lines for run in line.runs if run.target]
    for key, found in (("doi", doi_of(parsed.text, targets)), ("arxiv", arxiv_of(parsed.text, targets))):
        if found:
            values[key], sure[key] = found, 0.99
    title = values["title"]
    for line in parsed.entry.lines:
        for run in line.runs:
            if run.target.startswith("http") and len(run.text.strip()) > 8 and run.text.strip()[:20] in title:
                values.setdefault("url", run.target)
                sure.setdefault("url", 0.98)
    if values.get("doi") and values.get("url", "").startswith("https://doi.org/"):
        del values["url"], sure["url"]


def _status(parsed: Parsed, values: dict[str, Any], sure: dict[str, float]) -> None:
    """Put the status among the values, if the reference, its venue or a heading states one."""
    field, text = parsed.first("status"), _without_labels(parsed)
    words = text[field.begin : field.end] if field else ""
    beside = f"{text[: parsed.all('title')[0].begin]} {text[parsed.all('title')[-1].end :]}"
    stated = statuses.state_of(
        [status_of(each) for each in (words, beside) if status_of(beside)[0]],
        (line for line in parsed.entry.reigning if len(line) < _MOST_OF_HEADING),
        venue=values.get("venue", ""),
        is_placed=not values.keys().isdisjoint(NUMBERS),
        kind=values.get("type", ""),
    )
    if stated[0]:
        values["status"], sure["status"] = stated[0], field.sure if field else 0.85
    if stated[0] and field and clean(words):
        values["status_note"], sure["status_note"] = clean(words), field.sure


def _without_labels(parsed: Parsed) -> str:
    """Return the text in which labels of links are blanks: `[pre-print]` says nothing of the work."""
    text = parsed.text
    linked = {run.text.strip(EDGES) for line in parsed.entry.lines for run in line.runs if run.target}
    for label in filter(labels.is_label, (*linked, *_BRACKETED.findall(text))):
        text = re.sub(rf"(?<!\w){re.escape(label)}(?!\w)", " " * len(label), text)
    return text


def type_of(parsed: Parsed, title: str, values: Mapping[str, Any]) -> str:
    """Return what kind of work it is, by its own words and those of the headings above it; nothing for an article."""
    if _REVIEW.match(title):
        return "book-review"
    if "editors" in values and "venue" in values and "volume" not in values:
        return "chapter"
    for line in (*reversed(parsed.entry.context), parsed.entry.heading):
        for name, pattern in TYPES:
            if pattern.search(line.strip(_EDGES)):
                return name
    if "venue" not in values and any(map(_PREPRINTS.search, parsed.entry.reigning)):
        return "preprint"
    beside = parsed.text[parsed.all("title")[-1].end :]
    if re.search(r"(?:ph\.?d\.?|doctoral|master.?s|bachelor.?s|diploma) (?:thesis|dissertation)", beside, re.I):
        return (
            "masters-thesis"
            if re.search("master", beside, re.I)
            else "bachelors-thesis"
            if re.search("bachelor", beside, re.I)
            else "thesis"
        )
    return ""
