"""Keep private what is private. Nothing after this step ever sees a contact that may not be published.

Contact fields stay only where the profile lists them under `contact.public` and the project's policy allows it; other
fields that the declaration calls private only where the policy names them. E-mail addresses and telephone numbers that
stand in free text are blanked out, as far as they differ from other numbers: years, pages, grants and identifiers
stay. What the profile itself states as a private contact, a street too, goes from every text. Whether a field holds any
text, a number or code, or values of a form that is checked, the declaration says of its type. In what was drafted from
documents, postal addresses go too, and bare numbers beside other contacts; quotes of fields of the person say nothing
else.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from kg.base.errors import Problem
from kg.profile import cleaning, contacts
from kg.profile.account import LeftOut, field_paths
from kg.profile.cleaning import PIECES, clean, clean_drafted, texts
from kg.profile.config import Privacy
from kg.profile.contacts import REMOVED
from kg.profile.model import Contact, Profile
from kg.profile.provenance import Evidence, Passage
from kg.profile.records import Record
from kg.profile.reviewed import CONTACTS
from kg.profile.withholding import Withheld, is_private, without_private, without_words
from kg.terms.declaration import kg_declaration
from kg.terms.identifiers import fold
from kg.terms.kinds import Declaration

REASON = "contact or secret in a text"
"""Why a text is not whole; what is left out of it counts as a value of its own."""
P = TypeVar("P", bound=Passage)

PRIVATE = "private"
"""Why a field is left out that the declaration, or a policy, calls private."""
_SINGLE = frozenset(("github", "homepage", "job_title", "linkedin", "name", "orcid", "pronouns", "same_as", "scholar"))
"""Fields of the person that stand on one line with others."""


def redact(record: Record, policy: Privacy, declaration: Declaration | None = None) -> Record:
    """Return a profile without anything that the policy keeps private."""
    declaration = declaration or kg_declaration()
    record = _without_private_fields(record, policy, declaration)
    profile = record.profile
    contact = _public(profile.contact, policy, declaration)
    if contact is not profile.contact:
        profile = profile.model_copy(update={"contact": contact})
    person = ""
    if policy.redact_texts:
        person = profile.model_dump_json(exclude={"contact", "publications"}, exclude_defaults=True)
        works = profile.model_dump_json(include={"publications"}, exclude_defaults=True)
        own = contacts.stated(_unpublished(record.profile.contact, contact), f"{person}{works}")
        if record.evidence or own or not (_is_free_of_contacts(person) and _is_free_of_contacts(works)):
            profile = _without_contacts_in_texts(profile, declaration, own, is_drafted=bool(record.evidence))
    evidence = record.evidence
    if evidence:
        evidence = _without_contacts_in_evidence(record, contact, policy, declaration)
    if not policy.redact_texts:
        return replace(record, profile=profile, evidence=evidence)
    removed = _removed(record, profile) if profile is not record.profile else []
    noted = [*removed, *(_personal(replace(record, profile=profile)) if contacts.may_be_personal(person) else ())]
    if profile is record.profile and evidence is record.evidence and not noted:
        return record
    left_out = (LeftOut("field", each.field, REASON, each.line or record.lines[0]) for each in removed)
    return replace(
        record,
        profile=profile,
        evidence=evidence,
        warnings=(*record.warnings, *noted),
        left_out=(*record.left_out, *left_out),
    )


def _without_private_fields(record: Record, policy: Privacy, declaration: Declaration) -> Record:
    profile, withheld = without_private(record.profile, "Person", declaration, policy.public)
    stated = record.profile.contact
    published = _public(stated, policy, declaration)
    contacts_of_record = [
        LeftOut("field", f"contact.{name}", PRIVATE, record.lines[0])
        for name in _contact_fields(stated)
        if getattr(stated, name) and not getattr(published, name, None)
    ]
    if not withheld:
        return replace(record, left_out=(*record.left_out, *contacts_of_record)) if contacts_of_record else record
    left_out = (each for value in withheld for each in _left_out(record, value))
    evidence = dict(_evidence_without(record.evidence, withheld, declaration))
    return replace(
        record, profile=profile, evidence=evidence, left_out=(*record.left_out, *contacts_of_record, *left_out)
    )


def _left_out(record: Record, withheld: Withheld) -> Iterator[LeftOut]:
    """Yield how the account tells of a private field; of a section that is private, it tells of each entry."""
    field, line = withheld.field, _line(record, withheld.place)
    if field.sort == "kind" and field.is_inlined and field.is_many and withheld.place == field.key:
        for at in range(len(withheld.value)):
            place = f"{field.key}[{at}]"
            yield LeftOut("entry", place, PRIVATE, _line(record, place))
    else:
        number = sum(field_paths({"": withheld.plain}).values())
        yield LeftOut("field", withheld.place, PRIVATE, line, number)


def _evidence_without(
    evidence: Mapping[str, Evidence], withheld: list[Withheld], declaration: Declaration
) -> Iterator[tuple[str, Evidence]]:
    gone = {each.place for each in withheld}
    for place, each in evidence.items():
        said = [private for private in withheld if private.top == place]
        if place in gone or place.partition("/")[0] in gone:
            continue
        yield place, _saying_nothing_of(each, said, declaration) if said else each


def _saying_nothing_of(evidence: Evidence, said: list[Withheld], declaration: Declaration) -> Evidence:

    def without(passage: P) -> P:
        return passage.model_copy(
            update={"quote": passage.quote and without_words(passage.quote, said, declaration, REMOVED)}
        )

    keys = {each.field.key for each in said}
    conflicts = {
        key: tuple(map(without, candidates)) for key, candidates in evidence.conflicts.items() if key not in keys
    }
    reason = evidence.reason and without_words(evidence.reason, said, declaration, REMOVED)
    also = tuple(map(without, evidence.also))
    return without(evidence).model_copy(update={"reason": reason, "also": also, "conflicts": conflicts})


def _personal(record: Record) -> list[Problem]:
    """Return where a text that stays seems to say when somebody was born, a number of theirs, or a password.

    Titles of works do not, though they may tell of somebody's birth.
    """
    hint = "take it out of the profile, unless everybody may know it"
    return [
        Problem(f"this text seems to state {kind}", Path(record.source.path), _line(record, field), None, field, hint)
        for field, text in texts(record.profile.model_dump(mode="json", exclude={"contact", "publications"}))
        for kind in contacts.personal(text)
    ]


def _removed(record: Record, cleaned: Profile) -> list[Problem]:
    before, after = (each.model_dump(mode="json", exclude={"contact"}) for each in (record.profile, cleaned))
    path, public = Path(record.source.path), "list it under contact.public, "
    return cleaning.left_out(before, after, path, lambda field: _line(record, field), public)


def _line(record: Record, field: str) -> int:
    """Return the line at which the entry of a field begins, such as that of `publications[3].title`."""
    section, _, rest = field.partition("[")
    number = rest.partition("]")[0]
    lines = record.spans.get((section, int(number)), record.lines) if number.isdigit() else record.lines
    return lines[0]


def _contact_fields(contact: Contact | None) -> list[str]:
    return [] if contact is None else [name for name in type(contact).model_fields if name != "public"]


def _unpublished(stated: Contact | None, published: Contact | None) -> list[str]:
    """Return the contacts that a profile states and that are not published."""
    said = [(name, getattr(stated, name)) for name in _contact_fields(stated)]
    return [text for name, text in said if isinstance(text, str) and text and not getattr(published, name, None)]


def _public(contact: Contact | None, policy: Privacy, declaration: Declaration) -> Contact | None:
    if contact is None:
        return None
    kind = declaration.kinds["Contact"]

    def is_public(name: str) -> bool:
        if name in CONTACTS:
            return name not in policy.private or (policy.allow_public and name in contact.public)
        return not is_private(kind.fields[name], kind, policy.public)

    published = {name: getattr(contact, name) for name in _contact_fields(contact) if is_public(name)}
    return type(contact)(**published) if any(published.values()) else None


def _without_contacts_in_texts(
    profile: Profile, declaration: Declaration, own: re.Pattern[str] | None, *, is_drafted: bool
) -> Profile:
    fields = profile.model_dump(mode="json", exclude={"contact"}, exclude_defaults=True)
    rest = clean_drafted if is_drafted else cleaning.clean_text

    def way(text: str, **form: Any) -> str:
        return rest(own.sub(REMOVED, text) if own else text, **form)

    cleaned = cleaning.clean_thing(fields, declaration.person, declaration, way)
    return profile if cleaned == fields else type(profile).model_validate({**cleaned, "contact": profile.contact})


def _is_free_of_contacts(json: str) -> bool:
    """Whether no text of some JSON holds a contact; a quick no is a perhaps."""
    if contacts.has_sign(json):
        return False
    return not any("\\" in text or clean(text) != text for text in contacts.with_runs(json))


def _without_contacts_in_evidence(
    record: Record, published: Contact | None, policy: Privacy, declaration: Declaration
) -> Mapping[str, Evidence]:
    private = {name for name in CONTACTS if not getattr(published, name, None)}
    kept = {key: each for key, each in record.evidence.items() if key not in private}
    if not policy.redact_texts:
        return kept
    said = "".join(each.model_dump_json(exclude_defaults=True) for each in kept.values())
    own = contacts.stated(_unpublished(record.profile.contact, published), said, is_quote=True)
    return {key: _redacted(each, own, record.profile, key, declaration) for key, each in kept.items()}


def _redacted(
    evidence: Evidence, own: re.Pattern[str] | None, profile: Profile, place: str, declaration: Declaration
) -> Evidence:
    names, values = _names(profile, place), _single(profile, place)

    def without(text: str, *, keep: Iterable[str] = ()) -> str:
        text = own.sub(REMOVED, text) if own else text
        return clean_drafted(text, keep=[*names, *keep], is_quote=True)

    def blank(value: Any) -> Any:
        if isinstance(value, str) and values:
            return without(_saying(value, values)) or None
        return clean(value, without)

    kind = declaration.sections.get(place.partition("/")[0], declaration.person)
    codes = {each.key for each in kind.written if declaration.form_of(each) == "checked"}
    also = [each.model_copy(update={"quote": blank(each.quote)}) for each in evidence.also]
    conflicts = {
        key: tuple(
            each.model_copy(
                update={"quote": blank(each.quote), "value": each.value if key in codes else blank(each.value)}
            )
            for each in candidates
        )
        for key, candidates in evidence.conflicts.items()
    }
    texts = {"quote": blank(evidence.quote), "reason": blank(evidence.reason)}
    return evidence.model_copy(update={**texts, "also": tuple(also), "conflicts": conflicts})


def _names(profile: Profile, place: str) -> list[str]:
    section, _, number = place.partition("/")
    entries = getattr(profile, section, ())
    if not number.isdigit() or int(number) >= len(entries):
        return []
    named = (getattr(entries[int(number)], key, None) for key in ("title", "venue", "course", "name"))
    return [text for text in (getattr(each, "name", each) for each in named) if isinstance(text, str)]


def _single(profile: Profile, place: str) -> list[str]:
    """Return the values of a field of the person that may stand on one line with contacts."""
    value = getattr(profile, place, None) if place in _SINGLE else None
    values = value if isinstance(value, tuple | list) else [value]
    return [each for each in values if isinstance(each, str)]


def _saying(quote: str, values: list[str]) -> str:
    """Return the pieces of a quote that say a value; the whole where none does, and no contact is in it."""
    pieces = [piece for piece in PIECES.split(quote)[::2] if piece.strip()]
    said = [piece for piece in pieces if any(_says(piece, value) for value in values)]
    if said or len(pieces) < 2:
        return " · ".join(said or pieces)
    return quote if clean_drafted(quote, is_quote=True) == quote else ""


def _says(piece: str, value: str) -> bool:
    words = fold(re.sub(r"https?://(?:www\.)?", "", value, flags=re.IGNORECASE).rstrip("/")).split()
    said = fold(piece).split()
    return bool(words) and (words[-1] in said or set(words) <= set(said))
