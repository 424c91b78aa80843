"""Checking a store in memory, queries of a project's own too, however long they take."""

from collections.abc import Sequence
from pathlib import Path

from kg.store.store import LocalStore
from kg.validation.candidates import CandidateSearch
from kg.validation.report import Report
from kg.validation.validating import read_shapes


def validate_store(store: LocalStore, shapes: Sequence[Path], *, strict: bool = False) -> Report:
    judge, search = read_shapes(shapes), CandidateSearch(store)
    return Report.of((result for own in (False, True) for result in judge.check(search, own=own)), strict=strict)
