"""Keep private what is private. Nothing after this step ever sees a contact that may not be published.

Contact fields stay only where the profile lists them under `contact.public` and the project's policy
allows it. E-mail addresses and telephone numbers that stand in free text are blanked out, as far as they
can be told from other numbers: years, pages, grants and identifiers stay. In what was drafted from documents,
postal addresses are too, and bare numbers beside other contacts; quotes of fields of the person say nothing else.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from kg import disguises, telephones
from kg.config import Privacy
from kg.errors import Problem
from kg.identifiers import fold
from kg.postal import without_addresses
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
    rf"(?<![\w.+@-])[\w.+-]++{_AT}[\w-]+(?:{_DOT}[\w-]+)*{_DOT}(?:xn--[\w-]+|[^\W\d_]{{2,}})", re.IGNORECASE
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

# `ada AT example DOT one`; words in small letters are told from prose by what stands behind them, in quotes only.
_LOUD_EMAIL = re.compile(
    rf"(?<![\w.+-])[\w.+-]++{_SPACE}{{1,3}}AT{_SPACE}{{1,3}}[\w-]{{1,63}}+"
    rf"(?:(?:{_SPACE}{{1,3}}DOT{_SPACE}{{1,3}}|\.)[\w-]{{1,63}}+){{1,5}}"
)
_QUOTED_EMAIL = re.compile(
    rf"(?<![\w.+-])[\w.+-]++{_SPACE}{{1,3}}at{_SPACE}{{1,3}}(?!(?:an?|each|every|one|that|the|this)\b)[\w-]{{1,63}}+"
    rf"(?:{_SPACE}{{1,3}}dot{_SPACE}{{1,3}}(?!(?:matri|plot|product)\w{{0,4}}\b)[\w-]{{2,63}}+){{1,5}}(?=\s*(?:[,;|·•)\]>.\n]|\Z))",
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
# Cheap: whatever is blanked out has one of these.
_SIGN = re.compile(
    r"[@＠﹫]|\d(?:[^\w\n]{0,3}\d){5}|&#|&commat|%40|://[^/\s]*:|\b(?:at|chez|bei|en)\b|ät|arroba|chiocciola|ma[łl]pa|собака|kukac"
    r"|zavin|snabel|alfakr|miuku|apenst|papak|アット|골뱅|[_-]at[_-]|[<\[({«‹|][ ]?a[ t>\])}»›|]"
    r"|(?:token|key|sig|secret|pass\w*|pwd|auth)=",
    re.IGNORECASE,
)
_CODE_ADDRESS = re.compile(r"(?:git|hg|svn)@[\w.-]+[:/]")
_WEB_ADDRESS = re.compile(r"https?://\S+", re.IGNORECASE)

_PIECES = re.compile(r"(\s*(?:[|·•◊⋄♦,;\t\n]|\s&\s|\s/\s)\s*|\[removed\][ \xa0]+)")
_MARKED = re.compile(r"(?P<mark>[☎📞📱]\ufe0f?\s?|(?<!\w)[TMPtmp]\s?:\s?)\(?[0+][\d() \xa0/.–-]{5,20}\d")
_BARE_NUMBER = re.compile(r"(?:\(?0\d[\d() \xa0/.–-]{4,20}\d|\d{2,4}(?:[ \xa0]\d{2,4}){2,5})")
_DATE = re.compile(r"(?<!\d)(?:\d{1,2}[./-]){0,2}(?:19|20)\d\d(?!\d)")
_SITE = re.compile(r"(?<![\w.])(?:[\w-]{2,63}\.){1,4}[a-z]{2,12}(?:/\S{0,200}+)?(?!\w)")
_NAMING = frozenset(
    ("authors", "course", "degree", "doi", "institution", "name", "organization", "title", "url", "venue")
)
"""What is called by a name, which may be that of a street."""
_SINGLE = frozenset(("github", "homepage", "job_title", "linkedin", "name", "orcid", "pronouns", "same_as", "scholar"))
"""Fields of the person that stand on one line with others."""


def contacts_in(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield what is private in a text: what each is, as it is written, and where."""
    yield from ((kind, text[start:end], start) for kind, start, end in _private(text))


def _private(text: str) -> list[tuple[str, int, int]]:
    """Return what is private in a text, in order: its kind, where it begins and where it ends."""
    if not _has_sign(text):
        return []
    bare, places = disguises.plain(text)
    found = sorted(_found(bare), key=lambda each: (each[1], -each[2]))
    apart: list[tuple[str, int, int]] = []
    for kind, start, end in found:
        if apart and start < apart[-1][2]:
            apart[-1] = (apart[-1][0], apart[-1][1], max(end, apart[-1][2]))
        else:
            apart.append((kind, start, end))
    if places is None:
        return apart
    return [(kind, places[start], places[end]) for kind, start, end in apart]


def _found(text: str) -> Iterator[tuple[str, int, int]]:
    for pattern in (_EMAIL, _SPELT_EMAIL, _LOUD_EMAIL):
        for found in pattern.finditer(text):
            if not _CODE_ADDRESS.match(text, found.start()):
                yield "e-mail address", *found.span()
    for found in _PHONE.finditer(text):
        if not _NO_PHONE.fullmatch(found[0]):
            yield "telephone number", found.start() + len(found["word"] or found["other_word"] or ""), found.end()
    yield from (("telephone number", *span) for span in telephones.numbers(text))
    yield from disguises.private(text)


def _has_sign(text: str) -> bool:
    """Say whether a text may hold a contact."""
    return _SIGN.search(text) is not None


def redact(record: Record, policy: Privacy) -> Record:
    """Return a profile without anything that the policy keeps private."""
    profile = record.profile
    contact = _public(profile.contact, policy)
    if contact is not profile.contact:
        profile = profile.model_copy(update={"contact": contact})
    if policy.redact_texts:
        profile = _without_contacts_in_texts(profile, is_drafted=bool(record.evidence))
    evidence = _without_contacts_in_evidence(record, contact, policy) if record.evidence else record.evidence
    if profile is record.profile and evidence is record.evidence:
        return record
    removed = _removed(record, profile) if policy.redact_texts else []
    return replace(record, profile=profile, evidence=evidence, warnings=(*record.warnings, *removed))


def _removed(record: Record, cleaned: Profile) -> list[Problem]:
    """Return what was blanked out of which field: nothing is left out in silence."""
    before, after = (
        dict(_texts(each.model_dump(mode="json", exclude={"contact"}))) for each in (record.profile, cleaned)
    )
    hint = "take it out of the profile, or list it under contact.public; texts are left alone with privacy.redact_texts"
    path, line = Path(record.source.path), record.lines[0]
    return [
        Problem("something private is left out of this text", path, line, field=field, hint=hint)
        for field, text in before.items()
        if after.get(field) != text
    ]


def _texts(value: Any, field: str = "") -> Iterator[tuple[str, str]]:
    """Yield the texts of a value, each with its place, such as `publications[3].title`."""
    if isinstance(value, str):
        yield field, value
    elif isinstance(value, list):
        for number, entry in enumerate(value):
            yield from _texts(entry, f"{field}[{number}]")
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield from _texts(entry, f"{field}.{key}" if field else key)


def _public(contact: Contact | None, policy: Privacy) -> Contact | None:
    if contact is None:
        return None
    published = {
        name: getattr(contact, name)
        for name in ("email", "phone", "address")
        if name not in policy.private or (policy.allow_public and name in contact.public)
    }
    return Contact(**published) if any(published.values()) else None


def _without_contacts_in_texts(profile: Profile, *, is_drafted: bool) -> Profile:
    if not is_drafted and not _has_sign(profile.model_dump_json(exclude={"contact"}, exclude_defaults=True)):
        return profile
    fields = profile.model_dump(mode="json", exclude={"contact"}, exclude_defaults=True)
    cleaned = _clean(fields, _clean_drafted if is_drafted else _clean_text)
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
    return {key: _redacted(each, words, record.profile, key) for key, each in kept.items()}


def _redacted(evidence: Evidence, words: list[str], profile: Profile, place: str) -> Evidence:
    """Return evidence with the private words, and what looks like a contact, blanked out."""
    names, values = _names(profile, place), _single(profile, place)

    def clean(text: str, *, keep: Iterable[str] = ()) -> str:
        for word in words:
            text = text.replace(word, REMOVED)
        return _clean_drafted(text, keep=[*names, *keep], is_quote=True)

    def blank(value: Any) -> Any:
        if isinstance(value, str) and values:
            return clean(_saying(value, values)) or None
        return _clean(value, clean)

    also = [each.model_copy(update={"quote": blank(each.quote)}) for each in evidence.also]
    conflicts = {
        key: tuple(
            each.model_copy(update={"quote": blank(each.quote), "value": blank(each.value)}) for each in candidates
        )
        for key, candidates in evidence.conflicts.items()
    }
    texts = {"quote": blank(evidence.quote), "reason": blank(evidence.reason)}
    return evidence.model_copy(update={**texts, "also": tuple(also), "conflicts": conflicts})


def _names(profile: Profile, place: str) -> list[str]:
    """Return what an entry is called, which stays in its quotes."""
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
    pieces = [piece for piece in _PIECES.split(quote)[::2] if piece.strip()]
    said = [piece for piece in pieces if any(_says(piece, value) for value in values)]
    if said or len(pieces) < 2:
        return " · ".join(said or pieces)
    return quote if _clean_drafted(quote, is_quote=True) == quote else ""


def _says(piece: str, value: str) -> bool:
    words = fold(re.sub(r"https?://(?:www\.)?", "", value, flags=re.IGNORECASE).rstrip("/")).split()
    said = fold(piece).split()
    return bool(words) and (words[-1] in said or set(words) <= set(said))


def _clean_text(text: str, *, keep: Iterable[str] = ()) -> str:  # noqa: ARG001  (as _clean_drafted)
    if "://" in text:
        text = _WEB_ADDRESS.sub(lambda found: _without_mail(found[0]), text)
    for _, start, end in reversed(_private(text)):
        text = text[:start] + REMOVED + text[end:]
    return text


def _clean(value: Any, clean: Callable[..., str] = _clean_text, key: str = "") -> Any:
    """Return a value with its texts cleaned; a street in a name stays, if there is no postcode."""
    if isinstance(value, str):
        if _WEB_ADDRESS.fullmatch(value):
            return _without_mail(value)
        return clean(value, keep=[value]) if key in _NAMING else clean(value)
    if isinstance(value, list | tuple):
        return [_clean(entry, clean, key) for entry in value]
    if isinstance(value, dict):
        return {each: entry if each == "id" else _clean(entry, clean, each) for each, entry in value.items()}
    return value


def _clean_drafted(text: str, *, keep: Iterable[str] = (), is_quote: bool = False) -> str:
    """Return a text of a document without contacts: also without addresses, and bare numbers beside contacts."""
    text = _clean_text(_QUOTED_EMAIL.sub(REMOVED, text) if is_quote else text)
    text = _MARKED.sub(lambda found: found["mark"] + REMOVED, without_addresses(text, REMOVED, keep=keep))
    if REMOVED not in text and not _SITE.search(text):
        return text
    return "".join(_beside(_PIECES.split(text)))


def _beside(pieces: list[str]) -> Iterator[str]:
    """Yield the pieces of a text that has contacts; those that are nothing but a number are blanked out."""
    for piece in pieces:
        bare = piece.strip(" .()")
        is_number = 7 <= sum(map(str.isdigit, bare)) <= 15 and _BARE_NUMBER.fullmatch(bare)
        yield REMOVED if is_number and not _DATE.search(bare) else piece


def _without_mail(address: str) -> str:
    """Return a web address without passwords and keys, and without its query, if that holds an e-mail address."""
    address = disguises.without_credentials(address)
    path, mark, query = address.partition("?")
    return path if mark and _EMAIL.search(unquote(query)) else address
