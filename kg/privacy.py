"""Keep private what is private. Nothing after this step ever sees a contact that may not be published.

Contact fields stay only where the profile lists them under `contact.public` and the project's policy
allows it. E-mail addresses and telephone numbers that stand in free text are blanked out, as far as they
can be told from other numbers: years, pages, grants and identifiers stay.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kg.config import Privacy
from kg.profile import Contact, Profile, Record
from kg.profile.provenance import Evidence
from kg.profile.reviewed import CONTACTS

REMOVED = "[removed]"
_LEAST = 5
"""The fewest characters of a private text that are looked for in quotes."""

# Every repetition is bounded, possessive, or parted from the next by what it cannot hold itself: the search is linear.
_SPACE = r"[ \t\xa0]"
_AT = r"\s?(?:[@＠]|[\[({]\s?at\s?[\])}])\s?"
_DOT = rf"(?:\.|\s?[\[({{]\s?dot\s?[\])}}]\s?|{_SPACE}{{1,3}}dot{_SPACE}{{1,3}})"
# The last label has no digits: `mAP@0.5` is a measure.
_EMAIL = re.compile(
    rf"(?<![\w.+-])[\w.+-]++{_AT}[\w-]+(?:{_DOT}[\w-]+)*{_DOT}(?:xn--[\w-]+|[^\W\d_]{{2,}})", re.IGNORECASE
)
# `ada at example dot org`. Unlike `looked at the dot product`, it ends in a domain, and unlike `at a dot in the
# image` it ends there, or has two dots, where the domain is also a word.
_SPELT_EMAIL = re.compile(
    rf"(?<![\w.+-])[\w.+-]++{_SPACE}{{1,3}}at{_SPACE}{{1,3}}(?:[\w-]{{1,63}}+{_SPACE}{{1,3}}dot{_SPACE}{{1,3}}){{1,5}}"
    r"(?:(?:com|edu|gov|info|int|io|mil|net|org)\b"
    r"|(?!(?:am|an|as|at|be|by|do|go|he|if|in|is|it|me|my|no|of|on|or|so|to|up|us|we)\b)[a-z]{2}\b"
    r"|(?<=dot )(?:am|as|at|be|by|do|in|is|it|me|my|no|so|to|us)(?=[\s.,;:)\]]*\Z)"
    r"|(?<=\bac dot )(?:at|be|in)\b)",
    re.IGNORECASE,
)

_BETWEEN = r"(?:[ \t\xa0().‐‑–-]{0,3}|[ \t\xa0]?/[ \t\xa0]?)"
_DIGIT = rf"{_BETWEEN}\d"
_NORTH_AMERICAN = r"[2-9]\d\d{0}[2-9]\d\d{1}\d{{4}}(?!\d|-\w|\.\d)"
_WITH_A_WORD = (
    r"(?:[ \t\xa0.:(/-]{1,3}(?:number|nummer|no|nr|me|us|at|on|office|home|work|is)\b){0,3}[ \t\xa0.:)#/-]{0,4}"
)
_PHONE = re.compile(
    # ITU-T E.164: at most 15 digits. Fewer than 8 are rather a gain, such as `+2.3 (2022)`.
    rf"(?<![\w+])\+[1-9](?:{_DIGIT}){{7,14}}"
    rf"|(?<![\w./:+-])00[1-9](?:{_DIGIT}){{7,13}}"
    rf"|(?<![\w./:+-])(?<!\d )(?:1[ .-])?\({_NORTH_AMERICAN.format('[)][ .-]?', '[ .-]')}"
    rf"|(?<![\w./:+-])(?:1-)?{_NORTH_AMERICAN.format('-', '-')}"
    rf"|(?<![\w./:+-])(?:1[.])?{_NORTH_AMERICAN.format('[.]', '[.]')}"
    rf"|(?P<word>\b(?:tel|telephone|telefon(?:nummer)?|phone|fax|telefax|whatsapp)\b{_WITH_A_WORD})[+(]?\d(?:{_DIGIT}){{5,14}}"
    # These words have other meanings too: `Cell 163 (2015) 712-725` is an article.
    rf"|(?P<other_word>\b(?:mobile|mobil|handy|cell|call)\b{_WITH_A_WORD})"
    rf"(?:(?:0(?=[\d(])|\+\d|\(\d)(?:{_DIGIT}){{5,14}}|{_NORTH_AMERICAN.format('[ .-]', '[ .-]')})",
    re.IGNORECASE,
)
_YEAR = r"(?:19|20)\d\d(?:[-/.]\d\d){0,2}"
_NO_PHONE = re.compile(
    rf"\+\d{{1,2}}(?:\.\d{{1,2}})?[ (]{{1,2}}{_YEAR}(?:\D{{1,3}}{_YEAR})?"  # a gain in a period
    r"|00\d{1,8}"  # ISBN-10, grant
    rf"|[^\d+]*{_YEAR}(?:\D{{1,3}}{_YEAR})*"  # years after a word
)
# Quick to look for: whatever is blanked out has one.
_SIGN = re.compile(
    r"[@＠]|[\[({]\s?at\s?[\])}]|\+\d|dot|(?<!\d)00[1-9]|\d\d\d[).-]\W?\d\d\d|tel|fax|phone|whatsapp|mobil|handy|cell|call",
    re.IGNORECASE,
)
_WEB_ADDRESS = re.compile(r"https?://\S+", re.IGNORECASE)


def redact(record: Record, policy: Privacy) -> Record:
    """Return a profile without anything that the policy keeps private."""
    profile = record.profile
    contact = _public(profile.contact, policy)
    if contact is not profile.contact:
        profile = profile.model_copy(update={"contact": contact})
    if policy.redact_texts:
        profile = _without_contacts_in_texts(profile)
    evidence = _without_contacts_in_evidence(record, contact, policy) if record.evidence else record.evidence
    if profile is record.profile and evidence is record.evidence:
        return record
    return replace(record, profile=profile, evidence=evidence)


def _public(contact: Contact | None, policy: Privacy) -> Contact | None:
    if contact is None:
        return None
    published = {
        name: getattr(contact, name)
        for name in ("email", "phone", "address")
        if name not in policy.private or (policy.allow_public and name in contact.public)
    }
    return Contact(**published) if any(published.values()) else None


def _without_contacts_in_texts(profile: Profile) -> Profile:
    text = profile.model_dump_json(exclude={"contact"}, exclude_defaults=True)
    if not _SIGN.search(text):
        return profile
    fields = profile.model_dump(mode="json", exclude={"contact"}, exclude_defaults=True)
    cleaned = _clean(fields)
    return profile if cleaned == fields else Profile.model_validate({**cleaned, "contact": profile.contact})


def _without_contacts_in_evidence(record: Record, published: Contact | None, policy: Privacy) -> Mapping[str, Evidence]:
    """Return why a profile says what it says, without evidence of private fields and private words in quotes."""
    stated = record.profile.contact
    texts = {name: getattr(stated, name, None) or "" for name in CONTACTS}
    private = {name: text for name, text in texts.items() if not (published and getattr(published, name))}
    kept = {key: each for key, each in record.evidence.items() if key not in private}
    if not policy.redact_texts:
        return kept
    words = [" ".join(text.split()) for text in private.values() if len(text) >= _LEAST]
    return {key: _redacted(each, words) for key, each in kept.items()}


def _redacted(evidence: Evidence, words: list[str]) -> Evidence:
    """Return evidence with the private words, and what looks like a contact, blanked out."""

    def blank(value: Any) -> Any:
        if isinstance(value, str):
            for word in words:
                value = value.replace(word, REMOVED)
        return _clean(value)

    also = [place.model_copy(update={"quote": blank(place.quote)}) for place in evidence.also]
    conflicts = {
        key: tuple(
            each.model_copy(update={"quote": blank(each.quote), "value": blank(each.value)}) for each in candidates
        )
        for key, candidates in evidence.conflicts.items()
    }
    texts = {"quote": blank(evidence.quote), "reason": blank(evidence.reason)}
    return evidence.model_copy(update={**texts, "also": tuple(also), "conflicts": conflicts})


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return value if _WEB_ADDRESS.fullmatch(value) else _clean_text(value)
    if isinstance(value, list):
        return [_clean(entry) for entry in value]
    if isinstance(value, dict):
        return {key: entry if key == "id" else _clean(entry) for key, entry in value.items()}
    return value


def _clean_text(text: str) -> str:
    text = _SPELT_EMAIL.sub(REMOVED, _EMAIL.sub(REMOVED, text))
    return _PHONE.sub(_without_number, text)


def _without_number(found: re.Match[str]) -> str:
    if _NO_PHONE.fullmatch(found[0]):
        return found[0]
    return (found["word"] or found["other_word"] or "") + REMOVED
