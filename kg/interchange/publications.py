"""Add works to a draft, from the parts that all formats of works have in some form."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from kg.base.node import Lines
from kg.interchange import works
from kg.interchange.drafting import Drafting
from kg.interchange.names import is_body, is_others, name_of
from kg.profile.drafts.model import GUESSED, Fact
from kg.profile.reviewed import WITHOUT_NAME
from kg.terms import statuses
from kg.terms.identifiers import iri_of
from kg.terms.venue_names import is_placeholder

_FEW = 2
MAX_STATUS_NOTE = 200
"""A longer note that states a status says more than that: it is a note of the work."""
_NUMBERS = ("volume", "issue", "pages", "number", "article_number")
"""Fields in whose place people write how far a work has come: `volume = {in press}`."""


@dataclass
class Work:
    """A work as a format has it.

    Attributes:
        kind: What the format calls its kind.
        title: Its title.
        authors: As `names.author` and `names.body` return them, in order; empty ones, and `others`, are left out.
        editors: Like the authors.
        translators: Like the authors.
        lines: First and last line of its record.
        record: The record, or the texts that were read from it.
        venue: Where it appeared.
        venue_kind: What sort of venue that is, where more is known than the kind of the work says.
        when: The texts that say when it was published, the best first; one may state a status instead: `in press`.
        note: A remark that may state a status.
        is_complete: Whether all authors are named, and none stands for others.
        more: Other values, under the keys of `Publication`.
        reason: Why it is proposed, where the words alone do not say so.
        unsure: How likely those values are right that the record does not have as such.
    """

    kind: str
    title: str
    authors: Sequence[Any]
    lines: Lines
    record: Any
    editors: Sequence[Any] = ()
    translators: Sequence[Any] = ()
    venue: str = ""
    venue_kind: str = ""
    when: Sequence[str] = ()
    note: str = ""
    is_complete: bool = True
    more: dict[str, Any] = field(default_factory=dict)
    reason: str = ""
    unsure: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        people = [author for author in self.authors if author]
        self.authors = [author for author in people if not is_others(name_of(author))]
        self.is_complete = self.is_complete and len(self.authors) == len(people)


def add(drafting: Drafting, work: Work) -> bool:
    """Add a work as a publication, or as an entry of `talks`; report what it cannot be."""
    kind = works.kind_of(work.kind)
    title = works.title_of(work.title)
    if kind in works.REFUSED:
        message = f"'{title[:120]}' is left out: a profile has no place for the kind '{work.kind}'"
        drafting.warn(message, work.lines, hint="add it by hand where it belongs, such as 'awards' or 'service'")
        drafting.leave_out("works", "a profile has no place for their kind", "", work.lines)
        return False
    date, range_ = _dated(drafting, work)
    _find_status(work)
    if kind in works.TALKS and _is_of_one(work):
        values = {"title": title, "venue": _venue(drafting, work, title), **date.values, **_of_talk(work)}
        return drafting.add("talks", values, work.lines, work.record, what="works")
    if kind not in works.TYPES:
        message = f"'{title[:120]}' has the unknown kind '{work.kind[:60]}' and is taken for an article"
        drafting.warn(message, work.lines, hint="correct 'type' in the profile")
    reason = work.reason
    if not (work.authors or work.editors or work.translators or reason):
        reason = "it names nobody; the owner of the profile is taken for its author"
        hint = "add its 'authors', or 'role: none' if it is a work of others"
        drafting.warn(f"'{title[:120]}' names nobody as its author", work.lines, hint=hint)
    if not work.is_complete:
        drafting.warn(
            f"the list of authors of '{title[:120]}' is not complete", work.lines, hint="add the others by hand"
        )
        reason = "; ".join(part for part in (reason, "the list of authors is not complete") if part)
    people = {
        "authors": list(work.authors),
        "editors": list(work.editors),
        "translators": list(work.translators),
    }
    appeared = published(work, kind, _venue(drafting, work, title))
    values = {"title": title, **people, **appeared, **date.values, **work.more}
    values["note"] = "; ".join(filter(None, (str(work.more.get("note", "")), range_)))
    if work.authors and not work.is_complete:
        values["more_authors"] = True
    return drafting.add(
        "publications", values, work.lines, work.record, reason=reason, unsure=work.unsure, what="works"
    )


def _dated(drafting: Drafting, work: Work) -> tuple[works.WrittenDate, str]:
    """Return the most precise date of those that agree with the first, and the text of a date that it cannot say.

    Such a date, as a range is one, is reported; what states a status becomes the note, where no note does.
    """
    read = [(text, works.read_date(text)) for text in work.when if text]
    first = next((each.date for _, each in read if each.date), "")
    best = max((each for _, each in read if each.date[:4] == first[:4]), key=lambda each: len(each.date),
               default=works.WrittenDate(""))  # fmt: skip
    stated = [each.rest for _, each in read if statuses.status_in(each.rest)]
    unsaid = {text: each.rest or text for text, each in read
              if each.rest not in ("", *stated) or not best.date.startswith(each.date)}  # fmt: skip
    for text, rest in unsaid.items():
        message = f"of '{work.title[:120]}' the date is '{text[:60]}', of which '{rest[:40]}' is not imported"
        hint = "write a day, a month, a season or a year: 1988-09-01, 1988-09, 1988-22 (summer), 1988"
        drafting.warn(message, work.lines, field="year", hint=hint)
    if not statuses.status_in(work.note):
        work.note = next(iter(stated), work.note)
    return best, "; ".join(unsaid if best.date else ())


def _find_status(work: Work) -> None:
    """Take as the note what states a status in a field for numbers, where no note does."""
    stating = [key for key in _NUMBERS if statuses.status_named(str(work.more.get(key, "")))]
    told = [work.more.pop(key) for key in stating]
    if not statuses.status_in(work.note):
        work.note = next(filter(None, told), work.note)


def _is_of_one(work: Work) -> bool:
    """Say whether an entry of `talks`, which has no speakers and no pages in print, can hold all that is said."""
    people = (*work.authors, *work.editors, *work.translators)
    said = {key for key, value in work.more.items() if value}
    return (
        len(people) < _FEW
        and not statuses.status_in(work.note)
        and said <= {"url", "links", "doi", "venue_kind", "more_authors"}
    )


def _of_talk(work: Work) -> dict[str, Any]:
    """Return the pages of a talk; a DOI is one of them."""
    links = [*work.more.get("links", ()), *doi_links(str(work.more.get("doi", "")))]
    return {"url": work.more.get("url", ""), "links": links}


def doi_links(doi: str) -> list[dict[str, str]]:
    """Return a DOI as a page of a thing that has no DOI of its own; empty without one."""
    return [{"label": "DOI", "url": doi if "//" in doi else f"https://doi.org/{doi}"}] if doi else []


def _venue(drafting: Drafting, work: Work, title: str) -> str:
    """Return where a work appeared, as written; what names no venue is told, not drafted."""
    if not work.venue or not is_placeholder(work.venue, work.venue_kind):
        return work.venue
    message = f"'{work.venue[:120]}' names no venue of '{title[:120]}' and is left out"
    drafting.warn(message, work.lines, hint="say where it appeared under 'venue'")
    return ""


def published(work: Work, kind: str, venue: str) -> dict[str, Any]:
    """Venue and its kind, type, status and arXiv id of a work, whose kind is folded."""
    doi = str(work.more.get("doi", ""))
    arxiv = work.more.get("arxiv") or works.arxiv_in(doi) or works.arxiv_in(work.venue)
    is_archived = bool(statuses.on_server(venue))
    venue_kind = "repository" if works.is_repository(venue) else work.venue_kind or works.VENUE_KINDS.get(kind, "")
    word = works.TYPES.get(kind, "article")
    is_draft = kind in works.MANUSCRIPTS and not (is_archived or arxiv)
    ids = {key: value for key, value in (("doi", doi), ("arxiv", arxiv)) if value}
    is_open = kind in works.PREPRINTS or (not venue and statuses.is_preprint({"type": word, **ids}))
    status, _ = statuses.state_of(
        [statuses.status_of(work.note), statuses.status_of(work.venue)],
        venue=venue,
        is_placed=any(work.more.get(key) for key in ("volume", "pages", "article_number")),
        kind=word,
        otherwise=("draft" if is_draft else "preprint") if is_open else "",
    )
    is_stating = (status or statuses.status_in(work.note)) not in ("", "published")
    stated = work.note if is_stating and len(work.note) <= MAX_STATUS_NOTE else ""
    found = {
        "venue": venue,
        "venue_kind": venue_kind if venue or (not work.venue and venue_kind in WITHOUT_NAME) else "",
        "status": status,
        "status_note": stated,
        "arxiv": arxiv,
    }
    return found | ({"type": word} if word != "article" else {})


def identifier(scheme: str, text: str) -> str:
    """Return an id as it stands if it is one of a scheme, else nothing: for texts that may be of any scheme."""
    return text if iri_of(scheme, text) else ""


def add_owner(drafting: Drafting, marked: Sequence[str] = ()) -> None:
    """Propose whose works these are: whom the file marks, else who is an author of most of them.

    Args:
        drafting: The draft, with its publications.
        marked: The names that the file itself marks as the owner's.
    """
    lists = [_people(fact) for fact in drafting.facts("publications")]
    counts = Counter(marked) if marked else Counter(name for names in lists for name in names)
    total = len(marked) or len(lists)
    if total < _FEW or not counts:
        return
    (name, count), *rest = counts.most_common(2)
    if count * 2 <= total or (rest and rest[0][1] == count):
        return
    said = "marked as the owner's" if marked else "an author"
    reason = f"{said} in {count:,} of {total:,} entries; the file does not say whose it is"
    fact = next(each for each in drafting.facts("publications") if name in _people(each))
    sure, how = {"name": round(count / total, 2)}, "" if marked else GUESSED
    drafting.add("", {"name": name}, fact.quote.lines, [name], reason=reason, unsure=sure, how=how)


def _people(fact: Fact) -> set[str]:
    """Return the names of the people who are authors of a work, else those of its editors."""
    people = fact.values.get("authors") or fact.values.get("editors") or ()
    return {name_of(person) for person in people if not is_body(person)}
