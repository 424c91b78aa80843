"""The history of what was published: dated entries that anybody may read, kept as `changes.json` in the site.

Nobody keeps a log by hand: each publication is compared with the one before, and told in words. What is
withdrawn is taken out of what was told before, too.
"""

import datetime
import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from kg.base.errors import ReleaseError
from kg.store.diff.model import TITLES, Change, Fate, GraphDifference, titles_of
from kg.store.diff.renderings import record
from kg.store.release import Release

HISTORY = "changes.json"
MOST_PUBLICATIONS = 50  # how many publications are kept, the newest
MOST_CHANGES = 500  # how many things are told of in each

Counts = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True)
class Publication:
    """One publication."""

    number: int  # its place among all, from 1 on
    date: str  # its day, as `2026-11-22`
    before: str  # the release that was published before; empty if none was, or it is not known
    after: str  # the release that was published
    counts: Counts  # how many things of each kind were added, changed, merged and withdrawn
    added: int = 0  # how many quads were added
    removed: int = 0  # how many were removed
    changes: tuple[Change, ...] = ()  # what happened to things
    more: int = 0  # of how many more things nothing is told here

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
        return sha256(written(self).encode()).hexdigest()[:16]

    def modified(self, path: str) -> str:
        """Return the day since when a thing is as it is, as far as is known; empty if nothing is."""
        return max(self._modified.get(path, ""), self._settled)

    def published(self, path: str) -> str:
        """Return the day on which a thing was published first, as far as is known; empty if nothing is."""
        return self._new.get(path) or (self.publications[-1].date if self.publications else "")

    @cached_property
    def _new(self) -> Mapping[str, str]:
        return {
            change.path: each.date for each in self.publications for change in each.changes if change.fate is Fate.NEW
        }

    @cached_property
    def _modified(self) -> Mapping[str, str]:
        oldest_first = reversed(self.publications)
        return {change.path: each.date for each in oldest_first for change in each.changes}

    @cached_property
    def _settled(self) -> str:
        # The last day with more changes than are recorded, else the first known day.
        days = [each.date for each in self.publications if each.more] or [each.date for each in self.publications[-1:]]
        return days[0] if days else ""


def first(release: Release, date: str) -> History:
    """Return the history of what was never published before."""
    counted = release.manifest.get("counts", {})
    counts = {
        kind: {Fate.NEW.value: int(counted[kind])} for kind in titles_of(release.declaration) if counted.get(kind)
    }
    quads = int(counted.get("quads", 0))
    return History(release.path.name, (Publication(1, date, "", release.path.name, counts, added=quads),))


def grown(history: History, release: Release, date: str, difference: GraphDifference, before: str) -> History:
    """Return a history with one more publication; without one more if nothing is to be told.

    Args:
        history: What was published before.
        release: What is published now.
        date: Its day.
        difference: What differs, as anybody may read it.
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
        added=difference.added,
        removed=difference.removed,
        changes=difference.changes[:MOST_CHANGES],
        more=max(0, len(difference.changes) - MOST_CHANGES),
    )
    kept = (publication, *history.publications[: MOST_PUBLICATIONS - 1])
    return History(release.path.name, tuple(_without(each, difference.withdrawn) for each in kept))


def read(place: Path) -> History | None:
    """Return the history that lies in a directory, or beside a file; None if there is none."""
    path = (place if place.is_dir() else place.parent) / HISTORY
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
        publications = tuple(map(_publication, islice(value["publications"], MOST_PUBLICATIONS)))
        return History(_text(value["release"]), publications)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        hint = "fetch it again, or delete it to begin a new history"
        raise ReleaseError(f"{path} is not a history of publications", hint=hint) from error


def beside(release: Release) -> History:
    """Return the history that somebody laid beside the releases, for a server; an empty one if there is none."""
    try:
        return read(release.path.parent.parent) or History()
    except ReleaseError:
        return History()


def written(history: History) -> str:
    """Return a history as `changes.json` holds it: the same history, the same text."""
    publications = [_written(publication) for publication in history.publications]
    value = {"release": history.release, "publications": publications}
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def _written(publication: Publication) -> dict[str, Any]:
    return {
        "number": publication.number,
        "date": publication.date,
        "before": publication.before,
        "after": publication.after,
        "counts": {kind: dict(sorted(fates.items())) for kind, fates in publication.counts.items()},
        "quads": {"added": publication.added, "removed": publication.removed},
        "changes": list(map(record, publication.changes)),
        "more": publication.more,
    }


def _publication(value: Any) -> Publication:
    counts = {kind: {Fate(fate).value: int(n) for fate, n in value["counts"][kind].items()} for kind in value["counts"]}
    return Publication(
        number=int(value["number"]),
        date=datetime.date.fromisoformat(_text(value["date"])).isoformat(),
        before=_text(value["before"]),
        after=_text(value["after"]),
        counts={kind: counts[kind] for kind in dict.fromkeys((*TITLES, *counts)) if kind in counts},
        added=int(value["quads"]["added"]),
        removed=int(value["quads"]["removed"]),
        changes=tuple(map(_change, islice(value["changes"], MOST_CHANGES))),
        more=int(value["more"]),
    )


def _change(value: Any) -> Change:
    words = tuple(map(_text, value.get("words", ())))
    name, into = _text(value.get("name", "")), _text(value.get("into", ""))
    return Change(_text(value["path"]), Fate(value["fate"]), name, words, into)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value


def _without(publication: Publication, withdrawn: Mapping[str, Collection[str]]) -> Publication:
    # Withdrawn things and their names disappear from earlier entries too.
    names = sorted({name for each in withdrawn.values() for name in each}, key=len, reverse=True)
    said = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names)) if names else None
    changes = (_stripped(change, said, withdrawn) for change in publication.changes)
    return replace(publication, changes=tuple(change for change in changes if change is not None))


def _stripped(change: Change, said: re.Pattern[str] | None, withdrawn: Mapping[str, Collection[str]]) -> Change | None:
    if change.path in withdrawn:
        return Change(change.path, change.fate, into=change.into)
    if said is None:
        return change
    words = tuple(clause for clause in change.words if not said.search(clause))
    if change.words and not words and change.fate is Fate.CHANGED:
        return None
    return replace(change, words=words, name="" if said.search(change.name) else change.name)
