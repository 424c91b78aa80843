import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kg.base.errors import ReleaseError
from kg.publish import publishing
from kg.store.diff.changes import Change, Fate, GraphDifference
from kg.store.diff.history import HISTORY, MAX_CHANGES, MAX_PUBLICATIONS, History, append, initial, read
from kg.store.hosting import Hosting
from kg.store.release import DUMP, Release
from tests.conftest import Command
from tests.support.change_scenes import NOTHING, after, before

SECRETS = ("ada@example.org", "lovelace@example.net", "7946", "Quentin", "Hiding in plain sight", "to be found")
OTHER = GraphDifference(1, 1, (Change("person/x", Fate.CHANGED, "X", ("job title: added 'A'",)),))


@pytest.fixture
def year(project: Path, tmp_path: Path) -> tuple[Release, Release]:
    """Build the small project before and after a year."""
    return before(project, tmp_path / "build"), after(project, tmp_path / "build")


def publish(release: Release, root: Path, date: str, since: Path | None = None) -> dict[str, Any]:
    """Publish a release, and return what its history says."""
    publishing.publish(release, root, Hosting(is_static=True, date=date), since=since)
    return dict(json.loads((root / HISTORY).read_text(encoding="utf-8")))


def files(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


@pytest.mark.thorough
def test_a_second_release_is_compared_with_what_the_directory_holds(
    year: tuple[Release, Release], tmp_path: Path
) -> None:
    publish(year[0], tmp_path / "site", "2025-01-01")
    told = publish(year[1], tmp_path / "site", "2026-01-01")

    entry, former = told["publications"]
    assert (entry["number"], entry["date"]) == (2, "2026-01-01")
    assert (entry["before"], entry["after"]) == (year[0].path.name, year[1].path.name)
    assert former["number"] == 1
    ada = next(change for change in entry["changes"] if change["path"] == "person/ada-lovelace")
    assert "job title: 'Analyst' → 'Chief Analyst'" in ada["words"]


@pytest.mark.thorough
def test_a_thing_bears_the_days_on_which_it_was_published_and_changed(
    year: tuple[Release, Release], tmp_path: Path
) -> None:
    root = tmp_path / "site"
    publish(year[0], root, "2025-01-01")
    pages = {path: body for path, body in files(root).items() if path.endswith("/index.html")}
    publish(year[1], root, "2026-01-01")
    history = read(root) or History()

    changed = {change.path: change.fate for change in history.publications[0].changes}
    new = next(path for path, fate in changed.items() if fate is Fate.NEW)
    assert changed["person/ada-lovelace"] is Fate.CHANGED
    assert (history.published("person/ada-lovelace"), history.modified("person/ada-lovelace")) == (
        "2025-01-01",
        "2026-01-01",
    )
    assert (history.published(new), history.modified(new)) == ("2026-01-01", "2026-01-01")
    assert history.modified("person/somebody-else") == "2025-01-01"
    kept = [path for path, body in pages.items() if (root / path).is_file() and (root / path).read_bytes() == body]
    assert len(kept) >= len(pages) / 4


@pytest.mark.thorough
def test_publishing_the_same_release_again_adds_nothing(year: tuple[Release, Release], tmp_path: Path) -> None:
    publish(year[0], tmp_path / "site", "2025-01-01")
    held = files(tmp_path / "site")

    publish(year[0], tmp_path / "site", "2025-01-01")
    assert files(tmp_path / "site") == held
    publish(year[0], tmp_path / "other", "2025-01-01")
    assert files(tmp_path / "other") == held


@pytest.mark.slow
@pytest.mark.parametrize("form", ["fetched", "dump"])
def test_what_was_published_elsewhere_is_named(year: tuple[Release, Release], tmp_path: Path, form: str) -> None:
    publish(year[0], tmp_path / "old", "2025-01-01")
    fetched = tmp_path / "fetched"
    fetched.mkdir()
    for name in (DUMP, HISTORY):
        shutil.copy(tmp_path / "old" / name, fetched / name)
    since = {"fetched": fetched, "dump": fetched / DUMP}[form]

    publish(year[1], tmp_path / "new", "2026-01-01", since)
    held = files(tmp_path / "new")
    publish(year[1], tmp_path / "new", "2026-01-01", since)
    publish(year[1], tmp_path / "old", "2026-01-01")

    assert files(tmp_path / "new") == held == files(tmp_path / "old")


@pytest.mark.thorough
def test_nothing_private_or_withdrawn_is_in_the_history_and_the_feed(
    year: tuple[Release, Release], tmp_path: Path
) -> None:
    publish(year[0], tmp_path / "site", "2025-01-01")
    publish(year[1], tmp_path / "site", "2026-01-01")

    for name in (HISTORY, "feed.xml"):
        text = (tmp_path / "site" / name).read_text(encoding="utf-8")
        assert not [secret for secret in SECRETS if secret in text], name
    assert "person/john-doe" in (tmp_path / "site" / HISTORY).read_text(encoding="utf-8")


@pytest.mark.slow
def test_who_is_withdrawn_goes_out_of_what_was_told_before(
    year: tuple[Release, Release], tmp_path: Path, project: Path
) -> None:
    (project / "profiles" / "john-doe.yaml").unlink(missing_ok=True)
    without = after(project, tmp_path / "build")
    publish(without, tmp_path / "site", "2024-01-01")
    told = publish(year[0], tmp_path / "site", "2025-01-01")
    assert "John Quentin Doe" in json.dumps(told)

    told = publish(year[1], tmp_path / "site", "2026-01-01")

    assert "Quentin" not in json.dumps(told)
    assert "Disappear" not in json.dumps(told)
    former = told["publications"][1]["changes"]
    assert {"path": "person/john-doe", "fate": "new"} in former


@pytest.mark.slow
def test_after_a_kill_the_entry_is_there_once(year: tuple[Release, Release], tmp_path: Path) -> None:
    publish(year[0], tmp_path / "site", "2025-01-01")
    publish(year[1], tmp_path / "whole", "2026-01-01", tmp_path / "site")
    shutil.copy(tmp_path / "whole" / HISTORY, tmp_path / "site" / HISTORY)  # the first that is written

    assert len(publish(year[1], tmp_path / "site", "2026-01-01")["publications"]) == 2
    assert files(tmp_path / "site") == files(tmp_path / "whole")


@pytest.mark.thorough
def test_a_history_is_bounded(release: Release) -> None:
    history = initial(release, "2026-01-01")
    many = replace(OTHER, changes=OTHER.changes * (MAX_CHANGES + 7))
    for _ in range(MAX_PUBLICATIONS + 3):
        history = append(history, release, "2026-01-02", many, "x")

    assert [history.publications[0].number, history.publications[-1].number] == [54, 5]
    assert len(history.publications[0].changes) == MAX_CHANGES
    assert history.publications[0].more == 7


def test_a_history_is_read_as_it_was_written(release: Release, tmp_path: Path) -> None:
    history = append(initial(release, "2026-01-01"), release, "2026-01-02", OTHER, "x")
    (tmp_path / HISTORY).write_text(history.to_json(), encoding="utf-8")

    assert read(tmp_path) == history
    assert read(tmp_path / DUMP) == history


def test_a_difference_of_which_nothing_is_told_makes_no_entry(release: Release) -> None:
    assert append(NOTHING, release, "2026-01-01", GraphDifference(3, 3), "x") == History(release.path.name)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"release":"","publications":[{"number":1,"date":"2026-99-01","before":"","after":"","counts":{}}]}',
        '{"release": "x", "publications": [{}]}',
        '{"release": 1, "publications": []}',
    ],
)
def test_a_file_that_is_no_history_is_said(tmp_path: Path, text: str) -> None:
    (tmp_path / HISTORY).write_text(text)

    with pytest.raises(ReleaseError, match="is not a history of publications") as caught:
        read(tmp_path)
    assert caught.value.hint == "fetch it again, or delete it to begin a new history"


def test_a_day_that_is_none_is_said(kg: Command, release: Release) -> None:
    outcome = kg("publish", "site", "--release", release.path, "--date", "yesterday")

    assert outcome.code == 2
    assert "'yesterday' is not a day" in outcome.err


def test_what_was_never_published_is_said(kg: Command, release: Release, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()

    outcome = kg("publish", "site", "--release", release.path, "--since", tmp_path / "empty")

    assert outcome.code == 2
    assert "holds neither a release nor graph.nq.gz" in outcome.err
