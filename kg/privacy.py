"""Keep private what is private. Nothing after this step ever sees a contact that may not be published.

Contact fields stay only where the profile lists them under `contact.public` and the project's policy
allows it. E-mail addresses and international telephone numbers that stand in free text are blanked out.
"""

import re
from dataclasses import replace
from typing import Any

from kg.config import Privacy
from kg.profile import Contact, Profile, Record

REMOVED = "[removed]"

_AT = r"\s?(?:[@＠]|[\[({]\s?at\s?[\])}])\s?"
_DOT = r"(?:\.|\s?[\[({]\s?dot\s?[\])}]\s?)"
# The last label has no digits: `mAP@0.5` is a measure.
_EMAIL = re.compile(
    rf"(?<![\w.+-])[\w.+-]++{_AT}[\w-]+(?:{_DOT}[\w-]+)*{_DOT}(?:xn--[\w-]+|[^\W\d_]{{2,}})", re.IGNORECASE
)
# ITU-T E.164: at most 15 digits. Fewer than 8 are rather a gain, such as `+2.3 (2022)`.
_PHONE = re.compile(r"(?<![\w+])\+[1-9](?:[ \t\xa0().-]{0,3}\d){7,14}")
_SIGN = re.compile(r"[@＠]|[\[({]\s?[aA][tT]\s?[\])}]|\+\d")  # quick to look for; what is blanked out has one
_WEB_ADDRESS = re.compile(r"https?://\S+", re.IGNORECASE)


def redact(record: Record, policy: Privacy) -> Record:
    """Return a profile without anything that the policy keeps private."""
    profile = record.profile
    contact = _public(profile.contact, policy)
    if contact is not profile.contact:
        profile = profile.model_copy(update={"contact": contact})
    if policy.redact_texts:
        profile = _without_contacts_in_texts(profile)
    return record if profile is record.profile else replace(record, profile=profile)


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
    return Profile.model_validate({**_clean(fields), "contact": profile.contact})


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return value if _WEB_ADDRESS.fullmatch(value) else _PHONE.sub(REMOVED, _EMAIL.sub(REMOVED, value))
    if isinstance(value, list):
        return [_clean(entry) for entry in value]
    if isinstance(value, dict):
        return {key: _clean(entry) for key, entry in value.items()}
    return value
