"""The bibliography of an al-folio homepage: the owner's entries, with the short names of venues that the page shows."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from kg.base.errors import ReadError, counted
from kg.extract.sites.files import Files
from kg.interchange import bibtex, bibtex_entries, latex, names, works
from kg.profile.drafts.model import Fact
from kg.profile.names import may_be_one
from kg.terms.identifiers import fold

FOLDERS = ("_bibliography", "assets/bibliography", "bibliography")

_NO_VENUES = frozenset(
    ("arxiv", "preprint", "conference", "journal", "workshop", "thesis", "phd thesis", "book", "under review",
     "in submission", "submitted", "tech report", "report", "poster", "demo")
)  # fmt: skip
_INSIDE = "which are no web addresses"


def read(files: Files) -> Iterator[Fact]:
    """Yield the entries of all bibliographies of a site, and whose they seem to be."""
    for folder in FOLDERS:
        for path in files.below(folder, (".bib",)):
            yield from of_file(path, files)


def of_file(path: Path, files: Files) -> Iterator[Fact]:
    """Yield the entries of one file; what cannot be read is a warning."""
    try:
        draft = bibtex.read(path)
        abbreviations = _abbreviations(path)
    except ReadError as error:
        files.warnings.extend(error.problems)
        return
    files.sources |= {source.path: source for source in draft.sources}
    files.warnings.extend(warning for warning in draft.warnings if _INSIDE not in warning.message)
    for fact in draft.facts:
        yield _with_short_venue(fact, abbreviations.get(fact.quote.lines, ""))


def owned(facts: list[Fact], owner: str, files: Files) -> Iterator[Fact]:
    """Yield the entries of a person, and report those of others and those of which nobody is said to be an author."""
    others: dict[tuple[str, bool], list[Fact]] = {}
    for fact in facts:
        if fact.section != "publications" or _is_author(fact, owner):
            yield fact
        else:
            others.setdefault((fact.quote.source, "authors" in fact.values), []).append(fact)
    for (source, has_authors), left in others.items():
        titles = ", ".join(f"'{str(fact.values['title'])[:60]}'" for fact in left[:3])
        why = f"of which {owner} is no author" if has_authors else "without authors"
        hint = "add other forms of the name to 'variants'" if has_authors else "add their authors to the entries"
        message = f"left out: {counted(len(left), 'entry', 'entries')} {why}: {titles}"
        files.warn(message, Path(source), left[0].quote.lines[0], hint=hint)


def _is_author(fact: Fact, owner: str) -> bool:
    return any(may_be_one(names.name_of(author).rstrip("* "), owner) for author in fact.values.get("authors", ()))


def _abbreviations(path: Path) -> Mapping[tuple[int, int], str]:
    """Return the short names of venues that the page shows, by the lines of the entry."""
    text = path.read_bytes().decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
    entries = bibtex_entries.parse(text, path).entries
    short = {entry.lines: latex.plain(entry.fields.get("abbr", "")).strip("_ ") for entry in entries}
    return {place: name for place, name in short.items() if name and fold(name) not in _NO_VENUES}


def _with_short_venue(fact: Fact, short: str) -> Fact:
    """Return a publication with the short name of its venue, where that says more than a long one."""
    venue = str(fact.values.get("venue", ""))
    if fact.section != "publications" or not short or (venue and " " not in venue) or works.is_archive(short):
        return fact
    quote = replace(fact.quote, text=f"{fact.quote.text} · {short}")
    how = {**fact.how, "venue": "bibtex abbr"}
    sure = {**fact.confidence, "venue": fact.confidence.get("venue", 1.0)}
    return replace(fact, values={**fact.values, "venue": short}, quote=quote, how=how, confidence=sure)
