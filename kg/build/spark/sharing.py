"""How rows are kept, the same for all steps.

All are shared out by Spark's own function of the key: it sees then what lies together already, and moves nothing.
"""

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from pyspark import RDD

T = TypeVar("T")


def kept(rows: "RDD[T]") -> "RDD[T]":
    """Return rows that are kept where they were made: in memory, else on disk."""
    from pyspark import StorageLevel

    return rows.persist(StorageLevel.MEMORY_AND_DISK)
