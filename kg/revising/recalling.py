"""Which parts of a dump need not be screened again."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from kg.store import LocalStore
from kg.validation import (
    Candidate,
    Memory,
    Readable,
    Recollection,
    Screening,
    Shapes,
    Surveyed,
    answered_otherwise,
    candidates,
)


@dataclass(frozen=True)
class Recalling:
    """Screens a dump of which little has changed.

    Attributes:
        shapes: The shapes.
        former: What was found in the former dump.
        memory: What is found now.
    """

    shapes: Shapes
    former: Memory
    memory: Memory

    def candidates(
        self, parts: Sequence[Readable], anew: Mapping[int, bytes], changed: Iterable[bytes], store: LocalStore
    ) -> Iterator[Candidate]:
        """Yield the candidates of the dump; one may come twice.

        Args:
            parts: All its parts.
            anew: The lines of those that have changed, by number.
            changed: All lines that are new or gone.
            store: The store that holds the dump.
        """
        new = {number: self.shapes.surveying.survey(lines) for number, lines in anew.items()}
        self.memory.surveys = [new.get(number, each) for number, each in enumerate(self.former.surveys)]
        recollection = Recollection(self.former, new.keys(), answered_otherwise(self.shapes.screen, changed))
        look = partial(map, Screening(self.shapes.screen, store))
        surveyed = [Surveyed(*each) for each in zip(parts, self.memory.surveys, strict=True)]
        return candidates(surveyed, self.memory.noting(recollection.instead_of(look)))
