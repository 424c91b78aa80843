"""What identity resolution found out: two written forms that mean one entity, or may."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """Two mentions that were joined, or of which it stayed open whether they mean one entity.

    Attributes:
        key: What tells it from all other findings, for ever.
        entities: The entity to which they were joined, or the two that may be one (IRIs relative to the base).
        forms: How they are written.
        sources: The files in which they stand.
        weight: How much speaks for it, in bits.
        basis: Why they were joined, or not, in words.
        reasons: What speaks for and against, each as a line.
    """

    key: str
    entities: tuple[str, ...]
    forms: tuple[str, str]
    sources: tuple[str, str]
    weight: float
    basis: str
    reasons: tuple[str, ...]

    @property
    def is_open(self) -> bool:
        """Whether it is a question."""
        return len(self.entities) > 1
