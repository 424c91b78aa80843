"""What a release keeps of identity: nodes, mentions and decisions come back as they were."""

import sqlite3
from pathlib import Path

import pytest

from kg.base.errors import ReleaseError
from kg.identity.explaining.archive import open_archive
from kg.identity.resolution import Resolution
from kg.profile.judgements import Judgements
from kg.profile.records import Record
from tests.support.resolving import NAMED, paper, record, resolved_by


def resolution(directory: Path, *records: Record) -> Resolution:
    judgements = Judgements(Path("identity/judgements.yaml"))
    found = Resolution(NAMED, judgements, archive=directory / "identity.sqlite")
    resolved_by(found, records)
    return found


def test_an_archive_gives_back_what_was_decided_and_from_what(tmp_path: Path) -> None:
    notes = paper("Ada Lovelace", {"name": "Charles Babbage", "orcid": "0000-0002-1825-0097"}, title="Notes", year=1843)
    profiles = [
        record(id="ada", name="Ada Lovelace", variants=["Ada King"], publications=[notes]),
        record(id="mary", name="Mary Somerville", publications=[paper("Mary Somerville", "C. Babbage"), notes]),
    ]
    found = resolution(tmp_path, *profiles)

    archive = open_archive(tmp_path / "identity.sqlite")

    assert archive.corpus.profiles == found.corpus.profiles
    assert archive.corpus.persons == found.corpus.persons
    assert archive.corpus.works == found.corpus.works
    assert [each.kind for each in found.decided] == ["person", "work"]
    assert tuple(archive.decided.values()) == found.decided


def test_mentions_are_found_by_node_and_by_key(tmp_path: Path) -> None:
    profiles = [
        record(id="ada", name="Ada Lovelace", publications=[paper("Ada Lovelace", "Charles Babbage", title="Notes")]),
        record(id="mary", name="Mary Somerville", publications=[paper("Mary Somerville", title="Tides")]),
    ]
    resolution(tmp_path, *profiles)

    archive = open_archive(tmp_path / "identity.sqlite")

    assert [each.form for each in archive.mentions([1, -1, -2])] == ["Charles Babbage", "Notes", "Tides"]
    for mention in archive.mentions([0, 1, 2, -1, -2]):
        assert archive.node_of(mention.key) == mention.node
    assert archive.node_of("m-nothing") is None


def test_an_archive_of_another_form_asks_for_a_build(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "identity.sqlite") as database:
        database.execute("CREATE TABLE person (number INTEGER PRIMARY KEY, iri TEXT NOT NULL, said TEXT NOT NULL)")

    with pytest.raises(ReleaseError, match="written by another version of kg"):
        open_archive(tmp_path / "identity.sqlite")
