"""What shows how far long work has come; the command line draws it, other callers may keep silent."""

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

T = TypeVar("T")


def one(_: object) -> int:
    """Count an item as one."""
    return 1


class Progress(Protocol):
    """Something that shows how far work has come."""

    def track(
        self, phase: str, items: Iterable[T], total: int | None = None, count: Callable[[T], int] = one
    ) -> Iterable[T]:
        """Hand the items of a phase through, and show how many there were.

        Args:
            phase: What it is called.
            items: What is done, one by one or some together.
            total: How many there will be, if that is known.
            count: For how many an item counts.
        """
        ...

    def phase(self, name: str) -> None:
        """Show that a phase without countable items has begun."""
        ...


class Silent:
    """Shows nothing."""

    def track(
        self,
        phase: str,  # noqa: ARG002
        items: Iterable[T],
        total: int | None = None,  # noqa: ARG002
        count: Callable[[T], int] = one,  # noqa: ARG002
    ) -> Iterable[T]:
        """Hand the items through."""
        return items

    def phase(self, name: str) -> None:
        """Show nothing."""


SILENT = Silent()
