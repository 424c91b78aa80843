"""Profiles with evidence, as people review them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Annotated, Any, cast

from pydantic import BaseModel, Field, ValidationError, create_model

from kg.base.errors import Problem, ReadError
from kg.base.node import Loc
from kg.profile.account import LeftOut
from kg.profile.floor import OPEN, Floor, SectionFloor
from kg.profile.model import PersonReference, Profile, models, profile_model
from kg.profile.provenance import Evidence, FactId, ReadDocument, values_digest
from kg.profile.records import Record, Source
from kg.terms.declaration import kg_declaration
from kg.terms.fields import Many, Name, StrictModel
from kg.terms.identifiers import fold
from kg.terms.kinds import Declaration
from kg.terms.languages import Languages, forms_of, main_form
from kg.terms.venue_names import is_placeholder

# What must agree between the sections of one profile.


def contradictions(profile: Profile, declaration: Declaration | None = None) -> Iterator[tuple[Loc, Problem]]:
    """Yield contradictions: titles that name no publication, two years of one work."""
    declaration = declaration or kg_declaration()
    titles = {fold(title) for publication in profile.publications for title in forms_of(publication.title)}
    systems = {fold(name) for system in profile.systems for name in forms_of(system.name)}
    for index, publication in enumerate(profile.publications):
        if len(publication.years) > 1:
            message = f"'date' says {publication.years[0]} and 'year' {publication.years[1]}"
            yield (declaration.works, index, "date"), Problem(message, hint="correct one of the two")
    for section, fields in declaration.naming_works.items():
        for each in fields:
            known = titles if each.is_many else titles | systems  # a system may have won the award
            for index, entry in enumerate(getattr(profile, section)):
                stated = getattr(entry, each.key) or ()
                for title in (stated,) if isinstance(stated, str) else stated:
                    if fold(title) not in known:
                        yield (section, index, each.key), _unknown_title(title)


WITHOUT_NAME = ("journal", "conference")
"""What is said of a venue even if it has no name: an article in a journal is one, whichever it is."""


def oddities(profile: Profile) -> Iterator[tuple[Loc, Problem]]:
    """Yield probable mistakes: an author who is twice in a publication, the kind of a venue that is not named."""
    for index, publication in enumerate(profile.publications):
        names = {fold(author.name) for author in publication.authors}
        if len({frozenset(name.split()) for name in names}) < len(publication.authors):
            message = f"one name stands twice among the authors of '{publication.title}'"
            hint = "delete one, if it is one person; two authors of a work are taken for two people"
            yield ("publications", index, "authors"), Problem(message, hint=hint)
        for orcid, shared in shared_orcids(publication.authors).items():
            message = (
                f"{' and '.join(shared)} of '{publication.title}' have one ORCID iD, {orcid}: it is given to nobody"
            )
            yield ("publications", index, "authors"), Problem(message, hint="delete it of those whose iD it is not")
        if publication.venue and is_placeholder(publication.venue, publication.venue_kind or ""):
            message = f"'{publication.venue}' names no venue, and '{publication.title}' is left without one"
            hint = "say where it appeared under 'venue', or what becomes of it under 'status', or delete 'venue'"
            yield ("publications", index, "venue"), Problem(message, hint=hint)
        if publication.venue_kind and publication.venue_kind not in WITHOUT_NAME and not publication.venue:
            message = f"a kind of venue is given for '{publication.title}', but no venue"
            hint = "say where it appeared under 'venue', or delete 'venue_kind'"
            yield ("publications", index, "venue_kind"), Problem(message, hint=hint)


def shared_orcids(authors: Iterable[PersonReference]) -> dict[str, list[str]]:
    """Return the ORCID iDs that several authors of one work have, each with their names."""
    found: dict[str, list[str]] = {}
    for author in authors:
        if author.orcid:
            found.setdefault(author.orcid, []).append(author.name)
    return {orcid: names for orcid, names in found.items() if len(names) > 1}


def _unknown_title(title: str) -> Problem:
    message = f"no publication of this profile has the title '{title}'"
    return Problem(message, hint="copy the title from the publication")


# A profile with evidence, as people review it; and the profile that it says.

CONTACTS = ("email", "phone", "address")
"""The fields of the person that stand under `contact`."""

PROVENANCE = ("evidence", "sources", "proposed")
"""The keys of a profile that are not about the person."""

NO_NAME = "the document does not state the name: fill it in"


@dataclass(frozen=True)
class Reviewed:
    """What a profile with evidence says."""

    data: dict[str, Any]  # The profile as plain data, without evidence and without what was rejected
    # Why each entry and field stands there, by its place in the profile: `publications/3`, `name`
    evidence: Mapping[str, Evidence] = field(default_factory=dict)
    documents: tuple[ReadDocument, ...] = ()  # The documents that were read
    # For each section, where each of its entries stands in the file
    positions: Mapping[str, list[int]] = field(default_factory=dict)
    warnings: tuple[tuple[Loc, Problem], ...] = ()  # What is still open, each with its place in the file
    is_named: bool = True  # Whether the name is known; else the id stands in for it
    # What people rejected, and what lies below the floor of the project: where it stands in the file, and the reason
    left_out: tuple[tuple[Loc, str], ...] = ()

    def in_file(self, loc: Loc) -> Loc:
        """Return the place in the file of a place in the profile."""
        if len(loc) > 1 and isinstance(loc[0], str) and isinstance(loc[1], int) and loc[0] in self.positions:
            return (loc[0], self.positions[loc[0]][loc[1]], *loc[2:])
        return loc


def has_provenance(data: Any, declaration: Declaration | None = None) -> bool:
    """Whether plain data hold more, or less, than a profile: evidence, or a name that was left open."""
    if not isinstance(data, dict):
        return False
    if any(key in data for key in PROVENANCE) or data.get("name", "") is None:
        return True
    entries = (entry for section in sections(declaration) for entry in listed(data.get(section)))
    return any(isinstance(entry, dict) and "evidence" in entry for entry in entries)


@cache
def sections(declaration: Declaration | None = None) -> Mapping[str, type[StrictModel]]:
    """Return the model of the entries of each section of a profile, in order."""
    declaration = declaration or kg_declaration()
    return {key: models(declaration)[kind.name] for key, kind in declaration.sections.items()}


@cache
def person_fields(declaration: Declaration | None = None) -> tuple[str, ...]:
    """Return the fields of the person that a source can state, in order."""
    declaration = declaration or kg_declaration()
    left_out = {"id", "contact", "language", *declaration.sections}
    return (*(each.key for each in declaration.person.written if each.key not in left_out), *CONTACTS)


@cache
def reviewed_model(declaration: Declaration | None = None) -> type[StrictModel]:
    """Return the model of a profile whose entries may carry evidence: what editors check with."""
    declaration = declaration or kg_declaration()
    profile = profile_model(declaration)
    entries: dict[str, Any] = {}
    why: Any = (Evidence | None, Field(None, description="Why it stands here, as kg extract found it"))
    for section, model in sections(declaration).items():
        info = profile.model_fields[section]
        reviewed: Any = create_model(model.__name__, __base__=model, __doc__=model.__doc__, evidence=why)
        several: Any = Annotated[tuple[reviewed, ...], *info.metadata]
        entries[section] = (several, Field((), description=info.description))
    of_person = {
        name: (Evidence | None, Field(None, description=f"Why `{name}` says what it says"))
        for name in person_fields(declaration)
    }
    person: Any = create_model("PersonEvidence", __base__=StrictModel, **cast(Any, of_person))
    name = f"{profile.model_fields['name'].description}; empty where no document states it"
    return create_model(
        "ReviewedProfile",
        __base__=profile,
        __doc__=profile.__doc__,
        name=(Annotated[Name, Languages()] | None, Field(description=name)),
        **entries,
        evidence=(person | None, Field(None, description="Why the fields of the person stand here")),
        sources=(Many[ReadDocument], Field((), description="The documents that were read")),
        proposed=(Many[FactId], Field((), description="Every fact ever proposed: what is deleted stays deleted")),
    )


def split(
    reviewed: BaseModel, data: Mapping[str, Any], declaration: Declaration | None = None, floor: Floor = OPEN
) -> Reviewed:
    """Separate what a profile with evidence says from why; `data` is the same profile as it is in the file."""
    declaration = declaration or kg_declaration()
    reviewed, data, withdrawn = _without_additions(reviewed, data, declaration, floor)
    said = reviewed.model_dump(mode="json", exclude_defaults=True, exclude=set(PROVENANCE))
    evidence: dict[str, Evidence] = {}
    positions: dict[str, list[int]] = {}
    left_out: list[tuple[Loc, str]] = []
    gone: set[str] = set()
    for section in sections(declaration):
        raw = listed(data.get(section))
        stated = [entry.evidence for entry in getattr(reviewed, section)]
        found = [each and noticed(each, _bare(raw[at])) for at, each in enumerate(stated)]
        reasons = [_reason(each, floor.of(section)) for each in found]
        positions[section] = [at for at, reason in enumerate(reasons) if not reason]
        left_out += [((section, at), reason) for at, reason in enumerate(reasons) if reason]
        entries = said.pop(section, [])
        if declaration.sections[section].path:  # others name such entries by their titles
            gone |= {fold(_title(entry)) for entry, reason in zip(entries, reasons, strict=True) if reason}
        if positions[section]:
            said[section] = [_bare(entries[at]) for at in positions[section]]
        kept = enumerate(found[at] for at in positions[section])
        evidence |= {f"{section}/{index}": each for index, each in kept if each}
    of_person, withheld = _of_person(reviewed, data, said, person_fields(declaration), floor.of(""))
    undecided = evidence | of_person
    fields = {**said, **{name: said.get("contact", {}).get(name) for name in CONTACTS}}
    evidence = {at: each for at, each in undecided.items() if "/" in at or fields.get(at) is not None}
    _without_works(said, gone, declaration)
    is_named = said.get("name") is not None
    warnings: list[tuple[Loc, Problem]] = []
    if not is_named:
        said["name"] = said["id"]
        warnings.append((("name",), Problem(NO_NAME, hint="until then the id stands in for it")))
    warnings += _conflicts(undecided, positions, said)
    documents = getattr(reviewed, "sources", ())
    return Reviewed(said, evidence, documents, positions, tuple(warnings), is_named, (*left_out, *withheld, *withdrawn))


def _without_additions(
    reviewed: BaseModel, data: Mapping[str, Any], declaration: Declaration, floor: Floor
) -> tuple[BaseModel, Mapping[str, Any], list[tuple[Loc, str]]]:
    """Return a profile in which entries are as people had them to which was added what is not published, and why."""
    entries: dict[str, list[Any]] = {}
    plain: dict[str, list[Any]] = {}
    withdrawn: list[tuple[Loc, str]] = []
    for section in sections(declaration):
        stated, raw = getattr(reviewed, section), listed(data.get(section))
        for at, entry in enumerate(stated):
            before = entry.evidence and entry.evidence.before
            reason = _reason(noticed(entry.evidence, _bare(raw[at])), floor.of(section)) if before else ""
            if reason and (former := _valid(type(entry), before)):
                entries.setdefault(section, list(stated))[at] = former
                plain.setdefault(section, list(raw))[at] = before
                withdrawn.append(((section, at, "evidence"), reason))
    if not entries:
        return reviewed, data, []
    update = {section: tuple(several) for section, several in entries.items()}
    return reviewed.model_copy(update=update), {**data, **plain}, withdrawn


def _valid(model: type[BaseModel], data: Any) -> BaseModel | None:
    """Return an entry; None if somebody changed it so that it is none."""
    try:
        return model.model_validate(data)
    except ValidationError:
        return None


def _reason(evidence: Evidence | None, floor: SectionFloor) -> str:
    """Return why an entry or a field is left out, or nothing."""
    if evidence is None:
        return ""
    return "rejected in a review" if evidence.status == "rejected" else floor.refusal(evidence)


def noticed(evidence: Evidence, values: Mapping[str, Any]) -> Evidence:
    """Return the evidence of an entry as edited, if its values are not those that were proposed."""
    is_edited = evidence.proposed and evidence.proposed != values_digest(values)
    if not is_edited or evidence.status in ("rejected", "edited"):
        return evidence
    return evidence.model_copy(update={"status": "edited"})


def _of_person(
    reviewed: BaseModel, data: Mapping[str, Any], said: dict[str, Any], fields: Sequence[str], floor: SectionFloor
) -> tuple[dict[str, Evidence], list[tuple[Loc, str]]]:
    """Take out of a profile the fields of the person that are left out; return the evidence of the others, and why."""
    stated = getattr(reviewed, "evidence", None)
    contact = said.get("contact", {})
    raw_contact = data.get("contact")
    found: dict[str, Evidence] = {}
    left_out: list[tuple[Loc, str]] = []
    for name in fields if stated else ():
        evidence: Evidence | None = getattr(stated, name)
        if evidence is None:
            continue
        raw = raw_contact if name in CONTACTS else data
        each = noticed(evidence, {name: raw.get(name) if isinstance(raw, dict) else None})
        is_below = name != "name" and bool(floor.refusal(each))  # without a name there is nobody
        if each.status != "rejected" and not is_below:
            found[name] = each
            continue
        held = contact if name in CONTACTS else said
        if held.pop(name, None) is not None and is_below and each.status != "rejected":
            left_out.append((("contact", name) if name in CONTACTS else (name,), floor.refusal(each)))
    if "contact" in said and not contact:
        del said["contact"]
    return found, left_out


def _without_works(said: dict[str, Any], titles: set[str], declaration: Declaration) -> None:
    """Remove names of entries that are left out: the paper of a system, the work that won an award."""
    named = (key for key, kind in declaration.sections.items() if kind.path)
    gone = titles - {fold(_title(entry)) for section in named for entry in said.get(section, ())}
    for section, fields in declaration.naming_works.items():
        for entry, each in product(said.get(section, ()), fields):
            left = [title for title in listed(entry.get(each.key)) if fold(title) not in gone]
            if left:
                entry[each.key] = left if each.is_many else left[0]
            else:
                entry.pop(each.key, None)


def _conflicts(
    evidence: Mapping[str, Evidence], positions: Mapping[str, list[int]], said: Mapping[str, Any]
) -> Iterator[tuple[Loc, Problem]]:
    for pointer, each in evidence.items():
        section, _, index = pointer.partition("/")
        loc: Loc = (section, positions[section][int(index)], "evidence") if index else ("evidence", section)
        values = said[section][int(index)] if index else said | said.get("contact", {})
        for key in each.open_conflicts(values):
            sources = " and ".join(dict.fromkeys(candidate.source for candidate in each.conflicts[key]))
            message = (
                f"{sources} disagree on '{key}'" if " and " in sources else f"{sources} gives two values for '{key}'"
            )
            yield (*loc, "conflicts", key), Problem(message, hint="decide with kg review, or correct it by hand")


def _title(entry: Mapping[str, Any]) -> str:
    return main_form(entry.get("title") or entry.get("name"))


def _bare(entry: Any) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key != "evidence"}


def listed(value: Any) -> list[Any]:
    """Return the entries of a section, in which a single entry may stand alone."""
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


# Read a profile that may carry evidence: what it says, and why, apart.

Locate = Callable[[Problem, Loc], Problem]
"""Gives a problem its place in the file."""


Check = Callable[[type[BaseModel]], Any]
"""Reads the data of a file as a model; raises ReadError with every problem."""


def record(
    data: Any,
    source: Source,
    lines: tuple[int, int],
    *,
    check: Check,
    locate: Locate,
    spans: Mapping[tuple[str, int], tuple[int, int]] | None = None,
    opens_source: bool = True,
    declaration: Declaration,
    floor: Floor = OPEN,
) -> Record:
    """Return the record of a profile that has been parsed.

    Raises:
        ReadError: With every problem of the profile.
    """
    model = profile_model(declaration)
    if has_provenance(data, declaration):
        reviewed = split(check(reviewed_model(declaration)), data, declaration, floor)
        profile = model.model_validate(reviewed.data)
    else:
        reviewed, profile = Reviewed({}), check(model)
    if found := list(contradictions(profile, declaration)):
        raise ReadError([locate(problem, reviewed.in_file(loc)) for loc, problem in found])
    spans = spans or {}
    in_profile = {
        (section, index): spans[section, at]
        for section, positions in reviewed.positions.items()
        for index, at in enumerate(positions)
        if (section, at) in spans
    }
    warnings = [locate(problem, loc) for loc, problem in reviewed.warnings]
    if reviewed.is_named:
        warnings += [locate(problem, reviewed.in_file(loc)) for loc, problem in oddities(profile)]
    left_out = (
        LeftOut("entry", f"{loc[0]}[{loc[1]}]", reason, spans.get((str(loc[0]), int(loc[1])), lines)[0])
        if isinstance(loc[-1], int)
        else LeftOut("field", ".".join(map(str, loc)), reason, lines[0])
        for loc, reason in reviewed.left_out
    )
    return Record(
        profile,
        source,
        lines,
        in_profile if reviewed.positions else spans,
        opens_source,
        tuple(warnings),
        reviewed.evidence,
        tuple(Source(each.path, each.media_type, each.extractor, each.sha256) for each in reviewed.documents),
        tuple(left_out),
    )
