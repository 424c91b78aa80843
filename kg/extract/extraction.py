"""Find the facts of a profile in documents as people write them: CVs, homepages, lists of publications."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from kg.base.errors import Problem, ReadError, counted
from kg.base.limits import limited
from kg.extract import accounting, citations, folders, learned, person, pointed, sites, systems, topics
from kg.extract.confidence import is_believed, weighed
from kg.extract.documents import reading
from kg.extract.documents.model import Document
from kg.extract.learned import prose
from kg.extract.lines import BlockLine
from kg.extract.owner import Owner, owner_of
from kg.extract.page import PageContext
from kg.extract.retelling import without_retold
from kg.extract.sections import CvSection, sections_of
from kg.extract.sites.stating import is_placeholder
from kg.profile.drafts.model import PERSON, Draft, Fact, Quote, Refusal, UnreadPassage, joined
from kg.profile.records import Source

EXTRACTOR = "cv"

_ENOUGH = 12
"""In so many sections publications are looked for, to learn whose page it is."""

_MOST_FILES = 50_000
READABLE = frozenset((*reading.SUFFIXES, *sites.DATA))
"""The suffixes of the files that are read."""

_OPEN = ("head", "interests", "other", "summary")
"""Sections that may hold publications without saying so in their heading."""

Reader = Callable[[CvSection, PageContext], Iterator[Fact]]

Asked = Callable[[Document, list[Fact], str], list[Fact]]
"""A further reader: takes a document, what rules and models of kg made of it, and the person's name if it is given."""

READERS: Mapping[str, tuple[Reader, ...]] = {
    "education": (prose.read,),
    "head": (topics.read, prose.read),
    "interests": (topics.read,),
    "positions": (prose.read,),
    "publications": (citations.read,),
    "skills": (topics.read,),
    "summary": (topics.read, prose.read),
    "systems": (systems.read,),
}
"""What reads a section by rules, by its kind; what is in others, models read."""


def extract(paths: Sequence[Path], *, name: str = "", asked: Asked | None = None) -> Draft:
    """Return what documents propose for the profile of one person.

    Args:
        paths: Documents, CVs as data, and directories: the source of a homepage, or any with documents in it.
        name: The person's name, where the documents are not to be asked.
        asked: A further reader of each document, such as a model of the user's.

    Raises:
        ReadError: With every document that cannot be read, or holds no text.
    """
    drafts: list[Draft] = []
    problems: list[Problem] = []
    for path in paths:
        try:
            drafts.append(_of_path(path, name, asked))
        except ReadError as error:
            problems.extend(error.problems)
    if problems:
        raise ReadError(problems)
    whole = joined(drafts)
    sources = {source.path: source for source in whole.sources}
    return replace(whole, facts=tuple(without_retold(whole.facts)), sources=tuple(sources.values()))


def _of_path(path: Path, name: str, asked: Asked | None) -> Draft:
    if path.is_dir() and not sites.is_site(path):
        return folders.read(path, lambda each: _of_path(each, name, asked))
    with limited(path, _size_of_site(path) if path.is_dir() else None):
        return _read(path, name, asked)


def _size_of_site(directory: Path) -> int:
    """Return how many bytes the files of a site have that may be read."""
    several = (path for path in islice(directory.rglob("*"), _MOST_FILES) if path.suffix.lower() in READABLE)
    return sum(path.stat().st_size for path in several if path.is_file())


def _read(path: Path, name: str, asked: Asked | None) -> Draft:
    characters: dict[str, Counter[str]] = {}
    unread: list[UnreadPassage] = []
    refused: list[Refusal] = []

    def take(document: Document, said: Iterable[Fact], name: str, unsure: Sequence[Fact]) -> list[Fact]:
        facts, others = _checked(document, said, name, asked)
        account = accounting.AccountedDocument(document, tuple(sections_of(document)), facts, unsure)
        characters.setdefault(document.name, Counter()).update(account.counts)
        unread.extend(account.passages)
        refused.extend(others)
        return facts

    def read_page(document: Document, name: str = "") -> Iterator[Fact]:
        unsure: list[Fact] = []
        return iter(take(document, list(said_of(document, name, unsure)), name, unsure))

    if path.is_dir():
        read_so = sites.read(path, read_page, name=name)
    elif path.suffix.lower() in sites.DATA:
        read_so = sites.read_data(path, read_page, name=name)
    else:
        document = reading.read(path)
        source = Source(document.name, document.media_type, EXTRACTOR, document.sha256)
        unsure: list[Fact] = []
        said = list(said_of(document, name, unsure))
        is_named = bool(name) or any(fact.section == PERSON and "name" in fact.values for fact in said)
        stated, sources = ([], ()) if is_named else sites.owner_near(path)
        if stated:  # whose it is decides how it is read
            name = str(stated[0].values["name"])
            unsure.clear()
            said = list(said_of(document, name, unsure))
        facts = take(document, said, name, unsure)
        odd = (*document.warnings, *sites.of_head(document).warnings)
        read_so = Draft((*stated, *facts), (source, *sources), odd)
    kept, warnings = _without_placeholders(read_so, path)
    return Draft(kept, read_so.sources, warnings, {}, tuple(unread), tuple(refused), characters)


def _without_placeholders(read_so: Draft, path: Path) -> tuple[tuple[Fact, ...], tuple[Problem, ...]]:
    """The facts that are no template's, and the warnings with the number of the others."""
    kept = tuple(fact for fact in read_so.facts if not is_placeholder(fact.quote.text) or "homepage" in fact.values)
    left = len(read_so.facts) - len(kept)
    message = f"ignored: {counted(left, 'placeholder entry', 'placeholder entries')} of the site's template"
    return kept, (*read_so.warnings, *([Problem(message, path)] if left else []))


def facts_of(document: Document, name: str = "", asked: Asked | None = None) -> list[Fact]:
    """Return what a document says of the person whom it is about; first what keys at its head say."""
    return _checked(document, said_of(document, name), name, asked)[0]


def _checked(
    document: Document, said: Iterable[Fact], name: str, asked: Asked | None
) -> tuple[list[Fact], list[Refusal]]:
    """Return what holds of what readers say of a document, and what does not."""
    facts, refused = pointed.checked(document, said, name)
    return (asked(document, facts, name) if asked and not sites.is_nobody(document) else facts), refused


def said_of(document: Document, name: str = "", unsure: list[Fact] | None = None) -> Iterator[Fact]:
    """Yield what readers take a document to say, and how sure that is; `unsure` takes what is too unsure to be said."""
    dropped = [] if unsure is None else unsure
    return (fact if fact.confidence else weighed(fact) for fact in _said_of(document, name, dropped))


def _said_of(document: Document, name: str, unsure: list[Fact]) -> Iterator[Fact]:
    head = sites.of_head(document)
    if sites.is_nobody(document):
        return
    sections = tuple(sections_of(document))
    page = PageContext(document, sections, name, citations.mark_of_equals(sections))
    owner = None if name else _owner(page)
    if owner:
        yield from _name_of(owner, page)
        page = replace(page, owner=owner.name)
    told = list(person.read(page))
    is_told = any("summary" in fact.values for fact in told)
    stated = [fact for fact in head.facts if not (is_told and "summary" in fact.values)]
    known = {key for fact in stated if fact.section == PERSON for key in fact.values} - {"same_as"}
    yield from stated
    if sites.is_former(document):  # the page tells what somebody was while there
        known.add("job_title")
    yield from (fact for fact in told if known.isdisjoint(fact.values))
    facts = [fact for section in page.sections for fact in _facts(section, page)]
    decided = learned.decide(page, facts)
    unsure += (fact for fact in decided if not is_believed(fact))
    yield from without_retold([fact for fact in decided if is_believed(fact)])


def _facts(section: CvSection, page: PageContext) -> Iterator[Fact]:
    for read in READERS.get(section.kind, ()):
        yield from read(section, page)
    if section.kind in _OPEN:
        yield from citations.read_unnamed(section, page)


def _owner(page: PageContext) -> Owner | None:
    stated = {key.casefold(): value for key, value in page.document.front_matter.items()}
    return owner_of(page.sections, stated, lambda: list(_written(page)), page.document.name)


def _written(page: PageContext) -> Iterator[tuple[BlockLine, Sequence[str]]]:
    """Yield the authors of what reads as a citation, each with a line of the page."""
    works = (section for section in page.sections if section.kind == "publications" or section.kind in _OPEN)
    for section in islice(works, _ENOUGH):
        if section.lines:
            yield from ((section.lines[0], names) for names in citations.authors_of(section, page))


def _name_of(owner: Owner, page: PageContext) -> Iterator[Fact]:
    for key, value in (("name", owner.name), ("variants", list(owner.variants))):
        if not value:
            continue
        words = owner.name if key == "name" and owner.lines and owner.name in owner.lines[0].text else ""
        if owner.lines:
            yield page.fact(PERSON, {key: value}, {key: owner.how}, owner.lines[:1], reason=owner.reason, words=words)
        else:
            named = (each.lines for _, each in page.document.head.pairs if owner.name in each.text)
            quote = Quote(
                page.document.name, owner.name, next(named, page.document.head.peek("firstname", "author").lines)
            )
            yield Fact(PERSON, {key: value}, quote, {}, {key: owner.how}, owner.reason)
