"""Make the values of profiles again from the slices of their documents, and report what differs."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from kg.base.errors import Problem, ReadError
from kg.base.limits import limited
from kg.base.strict_yaml import read_text
from kg.extract.documents import reading
from kg.extract.pointed import source_text
from kg.profile.drafts.claims import Claim, Claims, Document, Stated, beside
from kg.profile.drafts.entries import printable
from kg.profile.drafts.model import PERSON, Slice
from kg.profile.drafts.writing import names_in, plain_profile
from kg.profile.names import may_be_one
from kg.profile.pointing.rules import OWNER, RULES, remade


@dataclass
class Replay:
    """What became of the values of profiles."""

    remade: int = 0
    not_remade: int = 0
    not_tried: int = 0  # The values of documents that are missing, cannot be read, or were changed
    documents: int = 0
    problems: list[Problem] = field(default_factory=list)  # What is to be done about the last two

    @property
    def total(self) -> int:
        """How many values there are."""
        return self.remade + self.not_remade + self.not_tried

    def add(self, profile: Path) -> None:
        """Make the values of a profile again.

        Raises:
            ReadError: If the profile, or the file with its claims, cannot be read.
        """
        claims = Claims.read(beside(profile))
        names = _names(profile, claims)
        of_source: dict[str, list[tuple[Claim, str, Stated]]] = {}
        for claim in claims.claims:
            values = [(claim, key, each) for key, several in claim.values.items() for each in several]
            of_source.setdefault(claim.source, []).extend(values)
        for source, values in of_source.items():
            self.documents += 1
            try:
                text = _text(profile, source, claims.documents.get(source))
            except ReadError as error:
                self.not_tried += len(values)
                self.problems += error.problems
                continue
            self._compare(profile, text, values, names)

    def _compare(
        self, profile: Path, text: str, values: Sequence[tuple[Claim, str, Stated]], names: Sequence[str]
    ) -> None:
        with limited(profile, len(text)):
            for claim, key, stated in values:
                if _is_remade(text, stated, names):
                    self.remade += 1
                    continue
                self.not_remade += 1
                place = f"{claim.source}, characters {stated.begin:,} to {stated.end:,}"
                message = f"'{stated.value}' is not what rule '{stated.rule}' makes of {place}"
                hint = f"read it again: kg extract {claim.source} -o {profile}"
                self.problems.append(Problem(message, beside(profile), None, None, f"{claim.section}.{key}", hint))


def words_of(profile: Path) -> Mapping[tuple[str, str], Sequence[str]]:
    """Return the words on which values rest, by fact and document; nothing of documents that are not as they were."""
    path, found = beside(profile), dict[tuple[str, str], list[str]]()
    texts: dict[str, str] = {}
    with suppress(ReadError):
        claims = Claims.read(path) if path.is_file() else Claims()
        for source, document in claims.documents.items():
            with suppress(ReadError):
                texts[source] = _text(profile, source, document)
        for claim in (each for each in claims.claims if each.source in texts):
            slices = (each for several in claim.values.values() for each in several)
            words = (" ".join(texts[claim.source][each.begin : each.end].split()) for each in slices)
            found[claim.fact, claim.source] = list(filter(None, words))
    return found


def _names(profile: Path, claims: Claims) -> list[str]:
    """Return the forms of the name of the person, as the profile and its documents have them."""
    of_person = (each for each in claims.claims if each.section == PERSON)
    stated = (one.value for each in of_person for key in ("name", "variants") for one in each.values.get(key, ()))
    return [*names_in(plain_profile(read_text(profile), profile)), *map(str, stated)]


def _text(profile: Path, source: str, document: Document | None) -> str:
    """Return the text of a document as it was when it was read.

    Raises:
        ReadError: If it is not there, cannot be read, or is not as it was.
    """
    again = f"kg extract FILE -o {profile}"
    places = (profile.parent / source, profile.parent.parent / source)
    path = next((place for place in places if place.is_file()), None)
    if path is None or document is None:
        hint = f"put it back, or read it from where it is now: {again}"
        raise ReadError(Problem("is missing: its values cannot be made again", profile.parent / source, hint=hint))
    with limited(path):
        found = reading.read(path)
    if found.sha256 != document.sha256:
        hint = f"read it again: {again.replace('FILE', str(path))}"
        raise ReadError(Problem("was changed since its values were read", path, hint=hint))
    return source_text(found).text


def _is_remade(text: str, stated: Stated, names: Sequence[str]) -> bool:
    value = stated.value
    if stated.rule == OWNER:
        return any(may_be_one(name, str(value).rstrip("*")) for name in names)
    made = remade(text, Slice(*stated[1:4])) if stated.rule in RULES else None
    made = printable(made) if isinstance(made, str) else made
    return made is not None and value in (made, f"{made}*")  # a star behind a name marks an equal contribution
