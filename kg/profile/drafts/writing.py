"""Write a draft as the YAML of a profile to be reviewed."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any

from kg.base import strict_yaml
from kg.base.errors import Problem, ReadError
from kg.profile.authorship import ids_of, is_named, name_of, naming, role_in, whose
from kg.profile.contacts import blanked
from kg.profile.drafts.claims import Claims
from kg.profile.drafts.directory import check_one_person
from kg.profile.drafts.entries import ProfileEntry, SourcedEntry, consistent, entries, ordered
from kg.profile.drafts.merging import MergeResult, merge
from kg.profile.drafts.model import PERSON, Draft, Refusal, UnreadPassage
from kg.profile.drafts.plain_data import evidence_data, textual
from kg.profile.drafts.reviewing import CurrentEntries, person_values
from kg.profile.drafts.uniting import unite
from kg.profile.drafts.yaml_editing import EditableProfile, YamlEntry
from kg.profile.provenance import values_digest
from kg.profile.records import Source
from kg.profile.reviewed import CONTACTS, listed, person_fields, reviewed_model
from kg.profile.written_names import of_person
from kg.terms import typed_yaml
from kg.terms.declaration import declaration_near
from kg.terms.identifiers import slug
from kg.terms.kinds import Declaration
from kg.terms.languages import forms_of, main_form

_NAMED_DOCUMENTS = 3
_EXTRACTORS = ("cv", "site")
"""The readers of kg extract; the others are formats of kg import."""

HEAD = "# Proposed by kg "
HEAD_END = "# Look through it with kg review, or correct it by hand: what people decide is kept."
REWRITTEN = "# This file could not be changed in place and was written anew; comments within it are lost."
_NOTE = 1_000
"""The most characters of a line about what was not read."""


def plain_profile(text: str | None, path: Path) -> Mapping[str, Any]:
    """Return a profile as plain data; empty where there is none.

    Raises:
        ReadError: If it is no YAML.
    """
    data = strict_yaml.parse(text, path).data if text and text.strip() else None
    return data if isinstance(data, Mapping) else {}


def names_in(profile: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the forms of the name of its person that a profile states."""
    return tuple(str(name) for name in (*forms_of(profile.get("name")), *listed(profile.get("variants"))) if name)


def _without_guess(draft: Draft, known: Sequence[str]) -> Draft:
    """Return a draft without guesses of another than the known person, if that one is an author in it."""
    if not any(is_named(fact.values.get("authors", ()), known) for fact in draft.facts):
        return draft
    facts = (fact for fact in draft.facts if not fact.is_guess or fact.values["name"] in known)
    return replace(draft, facts=tuple(facts))


@dataclass
class Revision:
    """A profile to be written."""

    text: str  # The YAML
    entries: list[SourcedEntry]  # Its entries that have evidence
    counts: Mapping[str, int]  # How many facts were kept, reopened, new, and so on
    problems: list[Problem]  # The parts of the draft that a profile cannot hold
    is_named: bool = True  # Whether it has a name
    id: str = ""  # The id of the profile
    claims: Claims = field(default_factory=Claims)  # What the documents say that were read
    documents: frozenset[str] = frozenset()  # The documents of the profile, also those that were read before
    facts: frozenset[str] = frozenset()  # The keys of the facts of the draft that a profile can hold as entries

    @property
    def conflicts(self) -> list[tuple[SourcedEntry, str]]:
        """The entries and keys about which the sources disagree and nobody decided."""
        return [(entry, key) for entry in self.entries for key in entry.evidence.open_conflicts(entry.values)]


def text(draft: Draft, *, id: str = "", previous: str | None = None) -> str:  # noqa: A002  (the key is called so)
    """Return a draft as the YAML of a profile; see `revise`."""
    return revise(draft, id=id, previous=previous).text


def revise(
    draft: Draft,
    *,
    id: str = "",  # noqa: A002
    name: str = "",
    previous: str | None = None,
    path: Path = Path("profile.yaml"),
    again: bool = False,
    is_group: bool = False,
) -> Revision:
    """Write a draft as the YAML of a profile to be reviewed: a new one, or one in which people have decided.

    Args:
        draft: The facts of the sources.
        id: The id of the profile; by default the previous one, or made from the name or the file.
        name: The name of the person, if somebody who knows it states it.
        previous: The YAML in which people have decided.
        path: Its file, for messages.
        again: Whether what was rejected or deleted is proposed again.
        is_group: Whether it is the list of a group, which is nobody in its works.

    Raises:
        ReadError: If the previous YAML is no profile, or the sources are clearly about different people.
    """
    previous = previous or ""
    if previous.strip() and strict_yaml.parse(previous, path).data is not None:
        typed_yaml.check(previous, path, reviewed_model(declaration_near(path)))
    profile = EditableProfile(previous, path)
    if not name:
        draft = _without_guess(draft, names_in(profile.data))
        check_one_person(draft, profile.data, path)
    before = _current(profile, draft.sources)
    found, problems = entries(draft.facts, profile.declaration)
    claims = Claims.of(found, draft)
    facts = frozenset(key for entry in found if entry.section for key in entry.facts)
    if name:
        found = [entry for entry in found if entry.section != PERSON or entry.key != "name"]
    united = unite(found, profile.declaration, before.entries)
    now = consistent(united, [entry.values for entry in before.entries], problems)
    if again:
        before = before.reproposed()
    read = [source.path for source in draft.sources]
    known = [entry for entry in before.entries if entry.section == PERSON]
    of_person = [entry for entry in now if entry.section == PERSON]
    person = _entries_after(merge(known, of_person, before.proposed, read, profile.declaration))
    owner = [{"name": name}, *(entry.values for entry in person)]
    now, asked = (now, []) if is_group else _with_roles(now, owner, profile.declaration)
    merged = merge(before.entries, now, before.proposed, read, profile.declaration)
    revision = write(profile, path, before, merged, draft, now, problems, id=id, name=name)
    return replace(revision, problems=[*revision.problems, *asked], claims=claims, facts=facts)


def _with_roles(
    found: Sequence[SourcedEntry], owner: Sequence[Mapping[str, Any]], declaration: Declaration
) -> tuple[list[SourcedEntry], list[Problem]]:
    """Return entries in which works say what their owner is in them, and a question for each list with works of others.

    Args:
        found: The entries.
        owner: What the profile says of the owner, in parts.
        declaration: What entries may say.
    """
    names = [name for each in owner for name in names_in(each)]
    ids = {id_ for each in owner for id_ in ids_of(each)}
    works: dict[str, list[SourcedEntry]] = {}
    asked: list[Problem] = []
    now = list(found)
    for at, entry in enumerate(found if names else ()):
        if entry.section == "publications":
            now[at] = _with_role(entry, names, ids, declaration)
            works.setdefault(entry.evidence.source, []).append(now[at])
    for source, several in works.items():
        if others := [each for each in several if each.values.get("role") == "none"]:
            people = [list(map(name_of, listed(each.values.get("authors")))) for each in others]
            message, hint = whose(names[0], people, len(several), slug(names[0]))
            asked.append(Problem(message, Path(source), others[0].evidence.lines[0], hint=hint))
    return now, asked


def _with_role(
    work: SourcedEntry, names: Collection[str], ids: Collection[str], declaration: Declaration
) -> SourcedEntry:
    role = role_in(work.values, naming(work.values, names, ids))
    if role == "author" or "role" in work.values:
        return work
    values = ordered(work.section, {**work.values, "role": role}, declaration)
    sure = work.evidence.confidence
    confidence = {**sure, "role": 1.0} if isinstance(sure, dict) else sure
    return SourcedEntry(
        work.section,
        values,
        work.evidence.model_copy(update={"proposed": values_digest(values), "confidence": confidence}),
    )


def write(
    profile: EditableProfile,
    path: Path,
    before: CurrentEntries,
    merged: MergeResult,
    draft: Draft,
    now: Sequence[SourcedEntry],
    problems: list[Problem],
    *,
    id: str = "",  # noqa: A002
    name: str = "",
) -> Revision:
    """Write the entries of a profile as they are after a merge.

    Args:
        profile: The profile, which is changed.
        path: Its file, for messages.
        before: Its entries before the merge.
        merged: Its entries now.
        draft: What the sources say.
        now: The same as entries.
        problems: The parts of it that a profile cannot hold.
        id: The id of the profile, if it is known.
        name: The name of the person, if somebody who knows it states it.
    """
    _write_sections(profile, before, merged)
    _write_person(profile, merged, name)
    _write_frame(profile, draft, merged, before, now, id)
    notes = [f"{' '.join(str(problem).split())[:300]}" for problem in dict.fromkeys(problems)]
    notes += [line[:_NOTE] for line in map(described, draft.unread)]
    yaml = _checked(profile, path, notes)
    sourced = [entry for entry in _entries_after(merged) if isinstance(entry, SourcedEntry)]
    is_named = profile.data.get("name") is not None
    known = frozenset(each["path"] for each in listed(profile.data.get("sources")))
    return Revision(yaml, sourced, merged.counts, problems, is_named, str(profile.data["id"]), documents=known)


def described(passage: UnreadPassage | Refusal) -> str:
    """Return a passage that was not read, or a value that does not hold, in a line: where it stands, why, its words."""
    quote = passage.quote
    first, last = quote.lines
    lines = f"line {first}" if first == last else f"lines {first}–{last}"
    page = f"page {quote.page}, " if quote.page else ""
    about, words = passage.section, quote.text
    if isinstance(passage, Refusal):
        about, words = f"{passage.section or 'person'}.{passage.key}", blanked(passage.words, is_quote=True)
    return f"{quote.source}, {page}{lines} ({about}: {passage.reason}): {' '.join(words.split())}"


def _current(profile: EditableProfile, sources: Iterable[Source]) -> CurrentEntries:
    """Return the entries of a profile; a document with the same bytes as one that is missing now was moved."""
    known = listed(profile.data.get("sources"))
    by_hash = {each["sha256"]: each["path"] for each in known}
    read = {source.path: source.sha256 for source in sources}
    new = {path: hash_ for path, hash_ in read.items() if path not in by_hash.values() and hash_ in by_hash}
    moved = {by_hash[hash_]: path for path, hash_ in new.items() if by_hash[hash_] not in read}
    if moved:
        profile.put("sources", [{**each, "path": moved.get(each["path"], each["path"])} for each in known])
    return CurrentEntries.of(profile).renamed(moved)


def _entries_after(merged: MergeResult) -> list[ProfileEntry]:
    return [*(entry for entry in merged.entries if entry is not None), *(entry for _, entry in merged.added)]


def _write_sections(profile: EditableProfile, before: CurrentEntries, merged: MergeResult) -> None:
    new: dict[tuple[str, int], list[SourcedEntry]] = {}
    for position, entry in merged.added:
        new.setdefault((entry.section, position), []).append(entry)
    for section in profile.declaration.sections:
        places = [at for at, (name, _) in enumerate(before.places) if name == section]
        if not places and (section, -1) not in new:
            continue
        known = profile.entries(section)
        dash = known[0].dash if known else 2
        written = [YamlEntry.new(_with_evidence(entry), dash=dash) for entry in new.get((section, -1), ())]
        for at, each in zip(places, list(known), strict=True):
            if (entry_now := merged.entries[at]) is not None:
                written.append(each)
                _update(each, entry_now)
            written += [YamlEntry.new(_with_evidence(entry), dash=dash) for entry in new.get((section, at), ())]
        known[:] = written
        if not written:
            profile.remove(section)


def _update(known: YamlEntry, entry: ProfileEntry) -> None:
    if not isinstance(entry, SourcedEntry):
        if "evidence" in known.data:  # what sources added to it is gone
            known.become(entry.values)
    elif values_digest(known.values) == values_digest(entry.values):
        known.change("evidence", evidence_data(entry.evidence))
    elif entry.evidence.before is not None:
        known.become(_with_evidence(entry))
    else:
        known.replace(_with_evidence(entry))


def _with_evidence(entry: SourcedEntry) -> dict[str, Any]:
    return {**entry.values, "evidence": evidence_data(entry.evidence)}


def _write_person(profile: EditableProfile, merged: MergeResult, name: str) -> None:
    of_person = [entry for entry in _entries_after(merged) if entry.section == PERSON]
    of_person.sort(key=lambda entry: person_fields(profile.declaration).index(entry.key))
    contact = dict(profile.data.get("contact") or {})
    if None in merged.entries:
        _remove_unstated(profile, contact, {entry.key for entry in of_person})
    for entry in of_person:
        value, now = entry.values[entry.key], profile.data.get(entry.key)
        if entry.key in CONTACTS:
            contact[entry.key] = value
        elif not (name and entry.key == "name") and (
            now is None or values_digest({"": now}) != values_digest({"": value})
        ):
            profile.put(entry.key, value)
    profile.put("name", name or profile.data.get("name"))
    stated = {entry.key: evidence_data(entry.evidence) for entry in of_person if isinstance(entry, SourcedEntry)}
    for key, table, lead in (("contact", contact, []), ("evidence", stated, [""])):
        if table:
            profile.put(key, table, lead=lead)
        else:
            profile.remove(key)


def _remove_unstated(profile: EditableProfile, contact: dict[str, Any], stated: Iterable[str]) -> None:
    for key in set(person_values(profile)) - set(stated):
        if key in CONTACTS:
            contact.pop(key, None)
        elif key == "name":
            profile.put(key, None)
        else:
            profile.remove(key)


def _write_frame(
    profile: EditableProfile,
    draft: Draft,
    merged: MergeResult,
    before: CurrentEntries,
    now: Iterable[SourcedEntry],
    wanted: str,
) -> None:
    """Write what is not about the person: id, sources, proposed facts, and the comment at the head."""
    known = {source["path"]: source for source in listed(profile.data.get("sources"))}
    keys = ("path", "media_type", "extractor", "sha256")
    known |= {source.path: {key: getattr(source, key) for key in keys} for source in draft.sources}
    if known:
        profile.put("sources", list(known.values()), lead=[""])
    order = dict.fromkeys((*before.proposed, *(fact for entry in now for fact in sorted(entry.facts))))
    if proposed := [fact for fact in order if fact in merged.proposed]:
        profile.put("proposed", proposed)
    name = main_form(profile.data.get("name"))
    stems = (slug(PurePosixPath(source.path).stem) for source in draft.sources)
    made = (slug(of_person(name).name) if name else "") or next(filter(None, stems), "") or "profile"
    profile.put("id", wanted or profile.data.get("id") or made)
    tools = dict.fromkeys("extract" if each["extractor"] in _EXTRACTORS else "import" for each in known.values())
    documents = ", ".join(list(known)[:_NAMED_DOCUMENTS])
    if len(known) > _NAMED_DOCUMENTS:  # `sources` has them all
        documents += f" and {len(known) - _NAMED_DOCUMENTS} more"
    others = [line for line in profile.head if not line.startswith(HEAD) and line != HEAD_END]
    head = [f"{HEAD}{' and kg '.join(tools)} from {documents}.", HEAD_END] if known else []
    notice = [REWRITTEN] if profile.is_rewritten and REWRITTEN not in others else []
    profile.head = [*head, *notice, *(others or [""])]


def _checked(profile: EditableProfile, path: Path, notes: list[str]) -> str:
    """Return the YAML; rewritten as a whole if it does not read back as the data."""
    profile.unread = notes
    yaml = profile.text()
    try:
        if strict_yaml.parse(yaml, path).data == textual(profile.data):
            return yaml
    except ReadError:
        pass
    new = EditableProfile("", path)
    for key, value in profile.data.items():
        if key in profile.declaration.sections:
            new.entries(key)[:] = [YamlEntry.new(entry) for entry in value]
        else:
            new.put(key, value)
    new.head = [*profile.head[:2], REWRITTEN, ""]
    new.unread = notes
    return new.text()
