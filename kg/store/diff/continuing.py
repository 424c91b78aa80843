"""Continue a history: compare a release with what was there before, and tell what changed."""

from pathlib import Path

from kg.base.files import atomic_write
from kg.base.progress import SILENT, Progress
from kg.store.diff.comparing import compared, open_source
from kg.store.diff.describing import DifferenceDescriber
from kg.store.diff.history import HISTORY, History, first, grown, read, written
from kg.store.release import Release, writing


def continued(known: History | None, former: Path, release: Release, day: str, progress: Progress = SILENT) -> History:
    """Return a history up to a release; that of a release that it knows already does not grow.

    Args:
        known: The history up to what was there before, if there is one.
        former: What was there before: a release, or a site.
        release: What is there now.
        day: Its day.
        progress: Shows how far the comparison has come.

    Raises:
        ReleaseError: If `former` is neither, or cannot be read.
    """
    if known is not None and known.release == release.path.name:
        return known
    with compared(open_source(former), open_source(release.path), progress) as comparison:
        difference = DifferenceDescriber(comparison, is_public=True).difference(progress)
    if known is None and not difference.changes:
        return first(release, day)
    before = known.release if known else open_source(former).name
    return grown(known or History(), release, day, difference, before)


def keep(release: Release, *, begins: bool = False) -> None:
    """Continue the history that lies beside the releases, for a server, if it is of these.

    Args:
        release: The release that was made.
        begins: Is one begun where there is none?

    Raises:
        ReleaseError: If the history or the release before cannot be read, or the history cannot be written.
    """
    place = release.path.parent.parent
    known = read(place)
    if known is None:
        history = first(release, release.date) if begins else None
    else:
        former = release.path.parent / known.release
        history = continued(known, former, release, release.date) if former.is_dir() else known
    if history is not None and history != known:
        with writing(place / HISTORY), atomic_write(place / HISTORY) as out:
            out.write(written(history).encode())
