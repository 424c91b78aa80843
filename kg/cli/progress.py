"""Show on stderr how far a build has come, if stderr is a terminal."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from kg.base import progress as shown

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

T = TypeVar("T")


class _Bars:
    """Shows each phase as a bar."""

    def __init__(self, progress: "Progress") -> None:
        self._progress = progress

    def track(
        self, phase: str, items: Iterable[T], total: int | None = None, count: Callable[[T], int] = shown.one
    ) -> Iterable[T]:
        """Hand the items of a phase through, and advance its bar, which stands in the order of the calls."""
        return self._advance(self._progress.add_task(phase, total=total), items, count)

    def _advance(self, task: "TaskID", items: Iterable[T], count: Callable[[T], int]) -> Iterator[T]:
        done = 0
        for item in items:
            done += count(item)
            self._progress.update(task, completed=done)
            yield item
        self._progress.update(task, completed=done, total=done)

    def phase(self, name: str) -> None:
        """Show a phase that has no countable items."""
        self._progress.add_task(name, total=None)


@contextmanager
def shown_progress() -> Iterator[shown.Progress]:
    """Yield what shows progress: bars on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        yield shown.SILENT
        return
    from rich import progress as bars
    from rich.console import Console

    columns = (
        bars.SpinnerColumn(),
        bars.TextColumn("{task.description:<20}"),
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        bars.TaskProgressColumn(show_speed=True),
        bars.TimeElapsedColumn(),
        bars.TimeRemainingColumn(),
    )
    with bars.Progress(*columns, console=Console(stderr=True), transient=True) as shown_bars:
        yield _Bars(shown_bars)
