"""The history of what was published: dated entries that anybody may read, kept as `changes.json` in the site.

Nobody keeps a log by hand: each publication is compared with the one before. People who are withdrawn are taken out of
the entries before, too.
"""

import datetime
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, TypeAdapter, ValidationError

from kg.base.errors import ReleaseError
from kg.store.diff.changes import Change, Counts, Fate, GraphDifference, titles_of
from kg.store.release import Release

HISTORY = "changes.json"
MAX_PUBLICATIONS = 50  # that are kept, the newest
MAX_CHANGES = 500  # that are kept of each

Day = Annotated[str, AfterValidator(lambda text: datetime.date.fromisoformat(text).isoformat())]


@dataclass(frozen=True)
class Publication:
    """One publication."""

    number: int  # its place among all, from 1 on
    date: Day
    before: str  # the release that was published before; empty if none was, or it is not known
    after: str  # the release that was published
    counts: Counts
    quads: Mapping[str, int] = field(default_factory=dict)  # how many were added and removed
    changes: tuple[Change, ...] = ()
    more: int = 0  # changes that are not kept

    @property
    def is_first(self) -> bool:
        """Whether nothing was published before."""
        return not self.before and not self.changes


@dataclass(frozen=True)
class History:
    """What was published."""

    release: str = ""  # the release that is published now; empty if nothing is known
    publications: tuple[Publication, ...] = ()  # the newest first

    def __bool__(self) -> bool:
        return bool(self.publications)

    @property
    def digest(self) -> str:
        """A short hash of all of it."""
        return sha256(self.to_json().encode()).hexdigest()[:16]

    def modified(self, path: str) -> str:
        """Return the day since when a thing is as it is, as far as is known; empty if nothing is."""
        return max(self._modified.get(path, ""), self._settled)

    def published(self, path: str) -> str:
        """Return the day on which a thing was published first, as far as is known; empty if nothing is."""
        return self._new.get(path) or (self.publications[-1].date if self.publications else "")

    @cached_property
    def _new(self) -> Mapping[str, str]:
        changes = ((change, each.date) for each in self.publications for change in each.changes)
        return {change.path: date for change, date in changes if change.fate is Fate.NEW}

    @cached_property
    def _modified(self) -> Mapping[str, str]:
        return {change.path: each.date for each in reversed(self.publications) for change in each.changes}

    @cached_property
    def _settled(self) -> str:
        # The last day with more changes than are recorded, else the first known day.
        return next((each.date for each in self.publications if each.more), self.published(""))

    def to_json(self) -> str:
        """Return it as `changes.json` holds it: the same history, the same text."""
        publications = [asdict(each) | {"changes": [it.record() for it in each.changes]} for each in self.publications]
        value = {"release": self.release, "publications": publications}
        return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def initial(release: Release, date: str) -> History:
    """Return the history of what was never published before."""
    counted = release.manifest.get("counts", {})
    numbers = ((kind, counted.get(kind)) for kind in titles_of(release.declaration))
    counts = {kind: {Fate.NEW.value: number} for kind, number in numbers if number}
    quads = {"added": counted.get("quads", 0), "removed": 0}
    return History(release.path.name, (Publication(1, date, "", release.path.name, counts, quads),))


def append(history: History, release: Release, date: str, difference: GraphDifference, before: str) -> History:
    """Return a history with one more publication; without one more if nothing that is described differs.

    Args:
        history: What was published before.
        release: What is published now.
        date: Its day.
        difference: What differs from what was published before.
        before: What the release before is called.
    """
    if not difference.changes:
        return replace(history, release=release.path.name)
    publication = Publication(
        number=max((each.number for each in history.publications), default=0) + 1,
        date=date,
        before=before,
        after=release.path.name,
        counts=difference.counts,
        quads={"added": difference.added, "removed": difference.removed},
        changes=difference.changes[:MAX_CHANGES],
        more=max(0, len(difference.changes) - MAX_CHANGES),
    )
    kept = (publication, *history.publications[: MAX_PUBLICATIONS - 1])
    return History(release.path.name, _without_withdrawn(kept, difference))


def _without_withdrawn(publications: Sequence[Publication], difference: GraphDifference) -> tuple[Publication, ...]:
    """The publications without what tells of things that were withdrawn, and without people of their names."""
    gone = {each.path for each in difference.changes if each.fate is Fate.WITHDRAWN}
    naming = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in difference.withdrawn) or "(?!)")

    def stripped(change: Change) -> Change:
        if change.path in gone:
            return replace(change, name="", words=())
        words = tuple(clause for clause in change.words if not naming.search(clause))
        return replace(change, words=words, name="" if naming.search(change.name) else change.name)

    return tuple(replace(each, changes=tuple(map(stripped, each.changes))) for each in publications)


def read(place: Path) -> History | None:
    """Return the history that lies in a directory, or beside a file; None if there is none."""
    path = (place if place.is_dir() else place.parent) / HISTORY
    try:
        return _HISTORIES.validate_json(path.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValidationError) as error:
        hint = "fetch it again, or delete it to begin a new history"
        raise ReleaseError(f"{path} is not a history of publications", hint=hint) from error


def read_beside(release: Release) -> History:
    """Return the history that somebody laid beside the releases, for a server; an empty one if there is none."""
    try:
        return read(release.path.parent.parent) or History()
    except ReleaseError:
        return History()


_HISTORIES = TypeAdapter(History)
