"""What shows how far long work has come; the command line draws it, other callers may keep silent."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

T = TypeVar("T")


class Progress(Protocol):
    """Something that shows how far work has come."""

    def track(self, phase: str, items: Iterable[T], total: int | None = None) -> Iterable[T]:
        """Hand the items of a phase through, and show how many there were."""
        ...

    def phase(self, name: str) -> None:
        """Show that a phase without countable items has begun."""
        ...


class Silent:
    """Shows nothing."""

    def track(self, phase: str, items: Iterable[T], total: int | None = None) -> Iterable[T]:  # noqa: ARG002
        """Hand the items through."""
        return items

    def phase(self, name: str) -> None:
        """Show nothing."""


SILENT = Silent()
