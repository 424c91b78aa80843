"""How rows are shared out and kept, the same for all steps."""

from typing import TYPE_CHECKING, TypeVar

from kg.scale.reading import Key

if TYPE_CHECKING:
    from pyspark import RDD

T = TypeVar("T")


def kept(rows: "RDD[T]") -> "RDD[T]":
    """Return rows that are kept where they were made: in memory, else on disk."""
    from pyspark import StorageLevel

    return rows.persist(StorageLevel.MEMORY_AND_DISK)


def spread(key: Key) -> int:
    """Return a number by which batches are shared out; one function for all, so that Spark sees what lies together."""
    return key
