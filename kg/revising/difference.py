"""By which lines a dump differs from a former one."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass
class Difference:
    """Lines of N-Quads by which a release differs from the former one.

    Attributes:
        removed: Those that are no more.
        added: Those that are new.
    """

    removed: set[bytes]
    added: set[bytes]

    @classmethod
    def of(cls, former: Iterable[bytes], now: Iterable[bytes]) -> "Difference":
        """Compare what some pieces held with what they hold."""
        before = {line for text in former for line in text.splitlines(keepends=True)}
        after = {line for text in now for line in text.splitlines(keepends=True)}
        return cls(before - after, after - before)

    def subjects(self) -> set[bytes]:
        """Return the nodes of which a line is new or gone."""
        return {line.partition(b" ")[0] for line in self.removed | self.added}

    def leave(self, text: bytes, subjects: Iterable[bytes]) -> None:
        """Take out what stands in another piece, and so has neither come nor gone.

        Args:
            text: The piece.
            subjects: Those of the subjects of lines that it may describe.
        """
        if any(_describes(text, subject + b" ") for subject in subjects):
            common = (self.removed | self.added).intersection(text.splitlines(keepends=True))
            self.removed -= common
            self.added -= common


def _describes(text: bytes, head: bytes) -> bool:
    return text.startswith(head) or b"\n" + head in text
