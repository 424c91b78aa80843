"""A catalogue: a list of works that is nobody's, in any format of works, read entry by entry.

Each entry is a record of its own, so that nothing but evidence joins what stands in two of them. The first record says
of the file what no entry says: what it is, what is odd in it, and what was left out.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from kg.base import strict_yaml
from kg.base.errors import Problem, ReadError
from kg.interchange import parsed_text
from kg.interchange.drafting import MAX_BYTES
from kg.interchange.formats import FORMATS, detect
from kg.interchange.formats import read as read_format
from kg.interchange.work_tables import NO_DETAILS, SUFFIXES, TABLE, works_of
from kg.profile.account import LeftOut
from kg.profile.drafts.model import PERSON, Draft, Fact
from kg.profile.floor import OPEN, Floor
from kg.profile.model import profile_model
from kg.profile.reading import read_yaml, sha256_of
from kg.profile.records import Record, Source
from kg.profile.reviewed import contradictions, oddities, sections
from kg.terms.identifiers import digest, fold, iri_of
from kg.terms.kinds import Declaration
from kg.terms.languages import main_form
from kg.terms.typed_yaml import problems_of

_SECTION = "publications"
_ANY = f"{_SECTION}[]"
_NO_WORK = "it is no work, and a catalogue holds works alone"
_HINT = "correct it in the catalogue"
_OWNER = {"id": "catalogue", "name": "Catalogue"}
"""Stands where a profile says whose it is: the model of a profile is that of its entries."""


@dataclass
class _Findings:
    """What is found in a catalogue beside its works."""

    path: Path
    warnings: list[Problem] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)

    def leave_out(self, what: str, reason: str, line: int, number: int = 1) -> None:
        """Note entries that are not in the graph."""
        self.left_out.append(LeftOut("entry", what, reason, line, number))

    def warn(self, problem: Problem, line: int) -> None:
        """Note what is odd in an entry."""
        self.warnings.append(replace(problem, path=self.path, line=problem.line or line, hint=_HINT))


def read(
    path: Path, name: str, declaration: Declaration, organization: str = "", floor: Floor = OPEN
) -> Iterator[Record]:
    """Yield the file itself, without works, then each entry.

    Args:
        path: The file.
        name: Its name in the project.
        declaration: What works may say.
        organization: The IRI of the organisation to which the catalogue belongs, if it is known.
        floor: From when on what was read by machine counts.

    Raises:
        ReadError: If the file is no list of works, or cannot be read as one.
    """
    if is_proposed(path):
        yield from _proposed(path, name, declaration, organization, floor)
        return
    found = _Findings(path)
    draft = _draft(path, name, found)
    source = replace(draft.sources[0], path=name)
    model = profile_model(declaration)
    whole = Record(model.model_validate(_OWNER), source, (1, 1), entry=name, organization=organization)
    entries = [
        replace(whole, profile=profile, lines=lines, spans={(_SECTION, 0): lines}, entry=entry, opens_source=False)
        for profile, lines, entry in _entries(draft, name, model, declaration, found)
    ]
    if bare := sum(each.number for each in found.left_out if each.reason == NO_DETAILS):
        message = f"{bare:,} {'DOI' if bare == 1 else 'DOIs'} without details"
        found.warnings.append(Problem(message, path, hint="export them with titles, as BibTeX, RIS or a table"))
    if not entries and not found.left_out:
        hint = "look at it with kg import; move it out of 'catalogues' if it is no list of works"
        raise ReadError([*found.warnings, Problem("lists no works", path, hint=hint)])
    yield replace(whole, warnings=tuple(found.warnings), left_out=tuple(found.left_out))
    yield from entries


def is_proposed(path: Path) -> bool:
    """Whether a file is what kg extract proposed of a list of works: entries with evidence, as a profile has them."""
    if path.suffix.lower() not in (".yaml", ".yml"):
        return False
    data = strict_yaml.parse_leniently(strict_yaml.read_text(path), path, str)[0].data
    return isinstance(data, dict) and {"id", _SECTION} <= data.keys()


def _proposed(path: Path, name: str, declaration: Declaration, organization: str, floor: Floor) -> Iterator[Record]:
    """Yield the file itself, then each work, with its evidence."""
    (read,) = read_yaml(path, name, declaration, floor)
    whole = replace(read, entry=name, organization=organization)
    empty = dict.fromkeys(sections(declaration), ())
    yield replace(whole, profile=read.profile.model_copy(update=empty), spans={}, evidence={}, lines=(1, 1))
    titles: Counter[str] = Counter()
    for at, work in enumerate(read.profile.publications):
        lines = read.spans.get((_SECTION, at), read.lines)
        title = digest(fold(main_form(work.title)))
        place = f"{_SECTION}/{at}"
        yield replace(
            whole,
            profile=read.profile.model_copy(update={**empty, _SECTION: (work,)}),
            lines=lines,
            spans={(_SECTION, 0): lines},
            entry=_entry(name, title, titles),
            opens_source=False,
            evidence={f"{_SECTION}/0": read.evidence[place]} if place in read.evidence else {},
            warnings=(),
            left_out=(),
        )


def _entry(name: str, title: str, titles: Counter[str]) -> str:
    """Return what tells an entry from all others: the digest of its title, which it may share."""
    titles[title] += 1
    return f"{name}/{title}" + (f"/{titles[title]}" if titles[title] > 1 else "")


def is_read(path: Path) -> bool:
    """Whether a file is a list of works as it stands, which need not be read by people first."""
    return path.suffix.lower() in SUFFIXES or detect(path) is not None


def _draft(path: Path, name: str, found: _Findings) -> Draft:
    """Return what a file says of works; what its reader leaves out is noted.

    Raises:
        ReadError: If nothing reads it.
    """
    form = TABLE if path.suffix.lower() in SUFFIXES else detect(path)
    if form is None:
        dois = _dois(path, name, found)
        if dois is None:
            read = f"{', '.join(FORMATS)}, CSV, XLSX, XLS, ODS and lists of DOIs"
            hint = f"formats are {read}; move other files out of 'catalogues'"
            raise ReadError(Problem("this is no list of works that kg can read", path, hint=hint))
        return dois
    draft = works_of(path) if form == TABLE else read_format(form, path)
    found.warnings += [
        replace(each, hint=_HINT if "profile" in each.hint or "by hand" in each.hint else each.hint)
        for each in draft.warnings
    ]
    for counts in draft.account.values():
        for reason, number in counts.items():
            if reason:
                found.leave_out(_ANY, reason, 1, number)
    return draft


def _dois(path: Path, name: str, found: _Findings) -> Draft | None:
    """Return a draft without facts, if a file holds DOIs and nothing else: what they stand for is not known yet."""
    text, _ = parsed_text.read(path, limit=MAX_BYTES)
    said = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    said = [(number, line) for number, line in said if line and not line.startswith("#")]
    if not said or not iri_of("doi", said[0][1]):
        return None
    for number, line in said:
        if iri_of("doi", line):
            found.leave_out(_ANY, NO_DETAILS, number)
        else:
            found.leave_out(_ANY, "it is no DOI", number)
            found.warnings.append(Problem(f"'{line[:60]}' is no DOI; left out", path, number, hint=_HINT))
    return Draft((), (Source(name, "text/plain", "doi", sha256_of(path)),))


def _entries(
    draft: Draft, name: str, model: Any, declaration: Declaration, found: _Findings
) -> Iterator[tuple[Any, tuple[int, int], str]]:
    """Yield the works of a draft, each as the only one of a profile, with its lines and what tells it from others."""
    titles: Counter[str] = Counter()
    for fact in draft.facts:
        line = fact.quote.lines[0]
        if fact.section == PERSON:
            continue
        if fact.section != _SECTION:
            found.leave_out(f"{fact.section}[]", _NO_WORK, line)
            continue
        profile = _profile(fact, model, declaration, found)
        if profile is None:
            found.leave_out(_ANY, "see the warnings", line)
            continue
        title = digest(fold(main_form(fact.values["title"])))
        yield profile, fact.quote.lines, _entry(name, title, titles)


def _profile(fact: Fact, model: Any, declaration: Declaration, found: _Findings) -> Any:
    """Return a profile whose only work is that of a fact; None if it cannot be one."""
    line = fact.quote.lines[0]
    data: Mapping[str, Any] = {**_OWNER, _SECTION: [dict(fact.values)]}
    try:
        profile = model.model_validate(data)
    except ValidationError as error:
        for _, problem in problems_of(error, model):
            found.warn(problem, line)
        return None
    wrong = [problem for _, problem in contradictions(profile, declaration)]
    for problem in (*wrong, *(problem for _, problem in oddities(profile))):
        found.warn(problem, line)
    return None if wrong else profile
