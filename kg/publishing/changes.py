"""What was published before, and the history with what is published now."""

from datetime import date
from pathlib import Path

from kg.differences import Describer, Difference, History, compared, side
from kg.differences.history import first, grown, read
from kg.errors import ReleaseError
from kg.pages.hosting import Hosting
from kg.progress import SILENT, Progress
from kg.publishing.state import was_published
from kg.release import Release


def history_of(
    release: Release, root: Path, hosting: Hosting, since: Path | None = None, progress: Progress = SILENT
) -> History:
    """Return the history of a site up to a release; that of a release that is published already does not grow.

    Args:
        release: What is published.
        root: Where; perhaps a site that was published before.
        hosting: Where the site will stand.
        since: What was published before, if that is not in `root`.
        progress: What shows how far the comparison has come.

    Raises:
        ReleaseError: If `since` is nothing that was published, or a date is none.
        ReadError: If what was published before cannot be read.
    """
    day = _day(hosting.date or release.date)
    former = since or root
    if since is None and not was_published(root):
        return read(root) or first(release, day)
    known = read(former)
    if known is not None and known.release == release.path.name:
        return known
    difference = _difference(former, release, progress)
    if known is None and not difference.changes:
        return first(release, day)
    before = known.release if known else side(former).name
    return grown(known or History(), release, day, difference, before)


def _difference(former: Path, release: Release, progress: Progress) -> Difference:
    with compared(side(former), side(release.path), progress) as comparison:
        return Describer(comparison, is_public=True).difference(progress)


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError as error:
        raise ReleaseError(f"'{text}' is not a day", hint="write it as 2026-11-22") from error
