"""Works of which it is known who some of their authors are."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kg.profile.model import Profile
from kg.profile.records import Record, Source


class Labelled(NamedTuple):
    """An author who is known.

    Attributes:
        name: The name within which labels are counted, or empty if one label means one person everywhere.
        label: Who it is.
        place: The place in the list of authors.
        groups: The groups of authors in which it is counted.
    """

    name: str
    label: str
    place: int
    groups: Sequence[str]

    @property
    def truth(self) -> tuple[str, str]:
        """What is equal for one person alone."""
        return self.name, self.label


class LabelledWork(NamedTuple):
    """A work, as an entry of a catalogue, with the authors who are known."""

    record: Record
    authors: Sequence[Labelled]


def record(catalogue: str, entry: str, work: Mapping[str, object], year: str) -> Record:
    """Return the entry of a catalogue that says this of a work, and the year if it is one."""
    publication = {key: value for key, value in work.items() if value} | ({"year": int(year)} if year.isdigit() else {})
    profile = Profile.model_validate({"id": catalogue, "name": catalogue, "publications": [publication]})
    return Record(profile, Source(f"catalogues/{catalogue}", "application/xml", "xml", "0" * 64), (1, 1), entry=entry)
