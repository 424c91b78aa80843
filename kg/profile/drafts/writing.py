"""Write a draft as the YAML of a profile to be reviewed."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from kg.base import strict_yaml
from kg.base.errors import Problem, ReadError
from kg.profile.drafts.entries import Entry, Written, consistent, entries
from kg.profile.drafts.merging import Merged, merge
from kg.profile.drafts.model import PERSON, Draft, Fact
from kg.profile.drafts.plain_data import evidence_data, textual
from kg.profile.drafts.reviewing import ORDER, Standing, person_values
from kg.profile.drafts.uniting import unite
from kg.profile.drafts.yaml_editing import Manuscript, Piece
from kg.profile.provenance import values_digest
from kg.profile.records import Source
from kg.profile.reviewed import CONTACTS, listed, person_fields, reviewed_model, sections
from kg.profile.written_names import of_person
from kg.terms import typed_yaml
from kg.terms.declaration import declaration_near
from kg.terms.identifiers import fold, same_person, slug
from kg.terms.languages import forms_of, main_form

# Whether the sources of a profile speak of one person: what two people did must not become one life.

SURE = 0.9
"""How sure it is that a source states a name; the most frequent author of a list is a guess."""

_SHA256 = 64

_HINT = (
    "one profile per person: give -o a directory with kg extract, or another file; "
    "if they are one person, say whose it is with --name"
)


@dataclass
class _Person:
    """Whom a source, or several, speak of.

    Attributes:
        source: Who says so, for messages.
        names: The names, as written.
        orcids: The ORCID iDs.
    """

    source: str
    names: list[str] = field(default_factory=list)
    orcids: set[str] = field(default_factory=set)

    def difference(self, other: "_Person") -> str:
        """Return how two are told apart; empty where they may be one.

        E-mail addresses say neither: people have several, and groups share one.
        """
        if self.orcids & other.orcids:
            return ""
        if self.orcids and other.orcids:
            return f"'{self.source}' states the {min(self.orcids)}, '{other.source}' the {min(other.orcids)}"
        if not self.names or not other.names:
            return ""
        if any(may_be_one(one, another) for one in self.names for another in other.names):
            return ""
        return f"'{self.source}' is about {self.names[0]}, '{other.source}' about {other.names[0]}"

    def join(self, other: "_Person") -> None:
        """Know of the person what another source says, too."""
        if not self.names and other.names:
            self.source = other.source
        self.names = list(dict.fromkeys((*self.names, *other.names)))
        self.orcids |= other.orcids


def check_one_person(draft: Draft, profile: Mapping[str, Any], path: Path) -> None:
    """Refuse sources that speak clearly of different people, or of another than the profile that they are to join.

    Documents that stand in the profile already have been let in by somebody; a bare name may be another file's.

    Args:
        draft: What the sources propose.
        profile: The profile as plain data; empty if it is new.
        path: Where that is, for messages.

    Raises:
        ReadError: With the sources and the names.
    """
    known = _of_profile(profile, path)
    admitted = {str(each[key]) for each in listed(profile.get("sources")) for key in ("path", "sha256")}
    admitted = {key for key in admitted if "/" in key or len(key) == _SHA256}
    sources = [source.path for source in draft.sources if admitted.isdisjoint((source.path, source.sha256))]
    for person in _of_sources(draft.facts, sources):
        if difference := known.difference(person):
            raise ReadError(Problem(difference, hint=_HINT))
        known.join(person)


def may_be_one(one: str, other: str) -> bool:
    """Say whether two names may be of one person, as far as they can be compared at all.

    >>> may_be_one("Ada Lovelace", "A. King Lovelace"), may_be_one("Ada Lovelace", "Charles Babbage")
    (True, False)
    """
    if _script(one) != _script(other) or same_person(one, other):
        return True
    words, others = fold(one).split(), fold(other).split()
    return set(words) <= set(others) or set(others) <= set(words) or "".join(words) == "".join(others)


def _script(name: str) -> str:
    """Return the writing system of a name, as Unicode calls it: `LATIN`."""
    letter = next((char for char in name if char.isalpha()), "")
    return unicodedata.name(letter, "").partition(" ")[0]


def _of_profile(profile: Mapping[str, Any], path: Path) -> _Person:
    why = (profile.get("evidence") or {}).get("name") or {}
    read = [each.get("quote") for each in (why, *listed(why.get("also")))]
    names = [str(name) for name in (*forms_of(profile.get("name")), *listed(profile.get("variants")), *read) if name]
    return _Person(str(path), names, _orcids(profile.get("orcid")))


def _of_sources(facts: Iterable[Fact], sources: Iterable[str]) -> Iterator[_Person]:
    """Yield whom each source speaks of, in the order of the sources."""
    people = {source: _Person(source) for source in sources}
    for fact in facts:
        if fact.section != PERSON or fact.quote.source not in people:
            continue
        person = people[fact.quote.source]
        if "name" in fact.values and fact.confidence.get("name", 1.0) >= SURE:
            person.names.append(str(fact.values["name"]))
        person.orcids |= _orcids(fact.values.get("orcid"))
    yield from people.values()


def _orcids(value: Any) -> set[str]:
    return {f"ORCID iD {str(value).strip().rstrip('/').rpartition('/')[2].upper()}"} if value else set()


# Write a draft as the YAML of a profile, to be reviewed: anew, or into one in which people have decided.

_NAMED = 3
_EXTRACTORS = ("cv", "site")
"""What reads documents for kg extract; the others are formats of kg import."""

HEAD = "# Proposed by kg "
HEAD_END = "# Look through it with kg review, or correct it by hand: what people decide is kept."
REWRITTEN = "# This file could not be changed in place and was written anew; comments within it are lost."
NOT_TAKEN = "# What kg extract found and a profile cannot hold:"


@dataclass
class Revision:
    """A profile as it is to be written.

    Attributes:
        text: The YAML.
        entries: What stands in it now that has evidence.
        counts: How many facts were kept, reopened, new, and so on.
        problems: What of the draft a profile cannot hold.
        is_named: Whether it has a name.
    """

    text: str
    entries: list[Entry]
    counts: Mapping[str, int]
    problems: list[Problem]
    is_named: bool = True

    @property
    def conflicts(self) -> list[tuple[Entry, str]]:
        """The entries and keys about which the sources disagree and nobody decided."""
        return [(entry, key) for entry in self.entries for key in entry.evidence.open_conflicts(entry.values)]


def text(draft: Draft, *, id: str = "", previous: str | None = None) -> str:  # noqa: A002  (the key is called so)
    """Return a draft as the YAML of a profile.

    Args:
        draft: What the sources propose.
        id: The id of the profile; by default the former one, or made from the name or the file.
        previous: The YAML in which people have decided, if there is one.

    Raises:
        ReadError: If the former YAML is no profile.
    """
    return revise(draft, id=id, previous=previous).text


def revise(
    draft: Draft,
    *,
    id: str = "",  # noqa: A002
    name: str = "",
    previous: str | None = None,
    path: Path = Path("profile.yaml"),
    again: bool = False,
) -> Revision:
    """Return a draft as the YAML of a profile, and what became of its facts; as `text`.

    Args:
        draft: What the sources propose.
        id: The id of the profile.
        name: The name of the person, as somebody says who knows it.
        previous: The YAML in which people have decided.
        path: Where that is, for messages.
        again: Whether what was rejected or deleted is proposed again.

    Raises:
        ReadError: If the former YAML is no profile, or the sources speak clearly of different people.
    """
    manuscript = _opened(previous or "", path)
    if not name:
        check_one_person(draft, manuscript.data, path)
    before = _standing(manuscript, draft.sources)
    found, problems = entries(draft.facts)
    if name:
        found = [entry for entry in found if entry.section != PERSON or entry.key != "name"]
    now = consistent(unite(found), [entry.values for entry in before.entries], problems)
    if again:
        before = before.forgotten()
    merged = merge(before.entries, now, before.proposed, [source.path for source in draft.sources])
    _write_sections(manuscript, before, merged)
    _write_person(manuscript, merged, name)
    _write_frame(manuscript, draft, merged, before, now, id)
    standing = [entry for entry in _final(merged) if isinstance(entry, Entry)]
    yaml = _checked(manuscript, path, _notes(problems))
    return Revision(yaml, standing, merged.counts, problems, manuscript.data.get("name") is not None)


def _opened(previous: str, path: Path) -> Manuscript:
    if previous.strip():
        tree = strict_yaml.parse(previous, path)
        if tree.data is not None:
            typed_yaml.check(previous, path, reviewed_model(declaration_near(path)))
    return Manuscript(previous, path)


def _standing(manuscript: Manuscript, sources: Iterable[Source]) -> Standing:
    """Return what stands in a profile; documents that were moved have the names by which they are read now."""
    known = listed(manuscript.data.get("sources"))
    if moved := _moved(known, sources):
        renamed = [{**each, "path": moved.get(each["path"], each["path"])} for each in known]
        manuscript.put("sources", renamed, ORDER)
    return Standing.of(manuscript).moved(moved)


def _final(merged: Merged) -> Iterator[Written]:
    yield from (entry for entry in merged.entries if entry is not None)
    yield from (entry for _, entry in merged.added)


def _write_sections(manuscript: Manuscript, before: Standing, merged: Merged) -> None:
    new: dict[tuple[str, int], list[Entry]] = {}
    for position, entry in merged.added:
        new.setdefault((entry.section, position), []).append(entry)
    for section in sections():
        places = [at for at, (name, _) in enumerate(before.places) if name == section]
        if not places and (section, -1) not in new:
            continue
        pieces = manuscript.pieces(section, ORDER)
        dash = pieces[0].dash if pieces else 2
        found = [_piece(entry, dash) for entry in new.get((section, -1), ())]
        for at, piece in zip(places, list(pieces), strict=True):
            if (kept := merged.entries[at]) is not None:
                found.append(_changed(piece, kept))
            found += [_piece(each, dash) for each in new.get((section, at), ())]
        pieces[:] = found
        if not found:
            manuscript.remove(section)


def _piece(entry: Entry, dash: int) -> Piece:
    return Piece.new({**entry.values, "evidence": evidence_data(entry.evidence)}, dash=dash)


def _changed(piece: Piece, entry: Written) -> Piece:
    """Return the lines of an entry as they say it now; what it said before stays as it is set."""
    if not isinstance(entry, Entry):
        return piece
    evidence = evidence_data(entry.evidence)
    if values_digest(piece.values) == values_digest(entry.values):
        piece.change("evidence", evidence)
    else:
        piece.replace({**entry.values, "evidence": evidence})
    return piece


def _write_person(manuscript: Manuscript, merged: Merged, name: str) -> None:
    of_person = [entry for entry in _final(merged) if entry.section == PERSON]
    of_person.sort(key=lambda entry: person_fields().index(entry.key))
    contact = dict(manuscript.data.get("contact") or {})
    if None in merged.entries:
        _forget(manuscript, contact, {entry.key for entry in of_person})
    contact |= {entry.key: entry.values[entry.key] for entry in of_person if entry.key in CONTACTS}
    for entry in of_person:
        if entry.key not in CONTACTS and not (name and entry.key == "name"):
            _put_value(manuscript, entry)
    manuscript.put("name", name or manuscript.data.get("name"), ORDER)
    stated = {entry.key: evidence_data(entry.evidence) for entry in of_person if isinstance(entry, Entry)}
    _put_or_remove(manuscript, "contact", contact)
    _put_or_remove(manuscript, "evidence", stated, lead=[""])


def _put_or_remove(manuscript: Manuscript, key: str, value: Any, *, lead: Iterable[str] = ()) -> None:
    if value:
        manuscript.put(key, value, ORDER, lead=lead)
    else:
        manuscript.remove(key)


def _put_value(manuscript: Manuscript, entry: Written) -> None:
    value = entry.values[entry.key]
    now = manuscript.data.get(entry.key)
    if now is None or values_digest({"": now}) != values_digest({"": value}):
        manuscript.put(entry.key, value, ORDER)


def _forget(manuscript: Manuscript, contact: dict[str, Any], kept: Iterable[str]) -> None:
    """Take away the fields of the person that nothing says any more."""
    for key in set(person_values(manuscript.data)) - set(kept):
        if key in CONTACTS:
            contact.pop(key, None)
        elif key == "name":
            manuscript.put(key, None, ORDER)
        else:
            manuscript.remove(key)


def _write_frame(
    manuscript: Manuscript, draft: Draft, merged: Merged, before: Standing, now: Iterable[Entry], wanted: str
) -> None:
    """Write what is not about the person: id, sources, the facts that were proposed, and what the file is."""
    known = {source["path"]: source for source in listed(manuscript.data.get("sources"))}
    known |= {source.path: _source_data(source) for source in draft.sources}
    if known:
        manuscript.put("sources", list(known.values()), ORDER, lead=[""])
    order = dict.fromkeys((*before.proposed, *(fact for entry in now for fact in sorted(entry.facts))))
    if proposed := [fact for fact in order if fact in merged.proposed]:
        manuscript.put("proposed", proposed, ORDER)
    own = manuscript.data.get("id")
    manuscript.put("id", wanted or own or _id(main_form(manuscript.data.get("name")), draft.sources), ORDER)
    others = [line for line in manuscript.head if not line.startswith(HEAD) and line != HEAD_END]
    head = [f"{HEAD}{_tools(known.values())} from {_listed(list(known))}.", HEAD_END] if known else []
    notice = [REWRITTEN] if manuscript.is_rewritten and REWRITTEN not in others else []
    manuscript.head = [*head, *notice, *(others or [""])]


def _moved(documents: Iterable[Mapping[str, str]], sources: Iterable[Source]) -> dict[str, str]:
    """Return the documents of a profile that are read under another name now, with it: they have the same bytes."""
    known = {each["sha256"]: each["path"] for each in documents}
    read = {source.path: source.sha256 for source in sources}
    new = {path: digest for path, digest in read.items() if path not in known.values() and digest in known}
    return {known[digest]: path for path, digest in new.items() if known[digest] not in read}


def _tools(sources: Iterable[Mapping[str, str]]) -> str:
    tools = dict.fromkeys("extract" if each["extractor"] in _EXTRACTORS else "import" for each in sources)
    return " and kg ".join(tools)


def _listed(names: list[str]) -> str:
    """Return names of documents for the head of the file; `sources` has them all."""
    return ", ".join(names) if len(names) <= _NAMED else f"{', '.join(names[:_NAMED])} and {len(names) - _NAMED} more"


def _source_data(source: Source) -> dict[str, str]:
    return {
        "path": source.path,
        "media_type": source.media_type,
        "extractor": source.extractor,
        "sha256": source.sha256,
    }


def _id(name: Any, sources: Iterable[Source]) -> str:
    stems = (slug(PurePosixPath(source.path).stem) for source in sources)
    return (slug(of_person(str(name)).name) if name else "") or next(filter(None, stems), "") or "profile"


def _notes(problems: Iterable[Problem]) -> list[str]:
    return [f"#   {' '.join(str(problem).split())[:300]}" for problem in dict.fromkeys(problems)]


def _checked(manuscript: Manuscript, path: Path, notes: list[str]) -> str:
    """Return the YAML; where changes in place went wrong, written anew."""
    tail = manuscript.tail
    if NOT_TAKEN in tail:
        start = tail.index(NOT_TAKEN)
        rest = tail[start + 1 :]
        own = next((at for at, line in enumerate(rest) if not line.startswith("#   ")), len(rest))
        tail = [*tail[:start], *rest[own:]]
    while tail and not tail[-1].strip():
        tail = tail[:-1]
    manuscript.tail = [*tail, "", NOT_TAKEN, *notes] if notes else tail
    yaml, said = manuscript.text(), textual(manuscript.data)
    try:
        if strict_yaml.parse(yaml, path).data == said:
            return yaml
    except ReadError:
        pass
    anew = Manuscript("", path)
    for key, value in manuscript.data.items():
        if key in sections():
            anew.pieces(key, ORDER)[:] = [Piece.new(entry) for entry in value]
        else:
            anew.put(key, value, ORDER)
    anew.head = [*manuscript.head[:2], REWRITTEN, ""]
    anew.tail = [NOT_TAKEN, *notes] if notes else []
    return anew.text()
