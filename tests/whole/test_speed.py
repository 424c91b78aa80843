"""What measures speed: costs of processes, rows, targets, growth, and the report made of them."""

import json
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from speed import asking, building, changing, exporting, measure, peers, projects, report
from speed.building import JSON, LIMIT, YAML
from speed.growth import exponent, growths
from speed.measure import Failed, Job, command, in_turn
from speed.plan import BENCHMARKS
from speed.rows import Cell, Row, Rows, read, write
from speed.targets import TARGETS, Target, ratio
from synthetic import profiles
from timed_build import Stopwatch

PYTHON = sys.executable
SIZES = (1_000, 10_000, 100_000)


def python(code: str, item: str = "work") -> Job:
    return Job(item, "python", [command(PYTHON, "-c", code)])


def one(job: Job, limit: float = 60) -> measure.Cost | Failed:
    [(_, cost)] = in_turn([job], 1, limit)
    return cost


@pytest.mark.thorough
def test_memory_counts_all_processes_at_one_time() -> None:
    child = "held = bytearray(60_000_000); print('held', flush=True); input()"
    pipes = "stdin=subprocess.PIPE, stdout=subprocess.PIPE"
    two = f"[subprocess.Popen([sys.executable, '-c', {child!r}], {pipes}) for _ in range(2)]"
    both = f"import subprocess, sys, time; two = {two}; [each.stdout.readline() for each in two]; time.sleep(2)"
    cost = one(python(f"{both}; [each.communicate(b'end') for each in two]"))

    assert isinstance(cost, measure.Cost)
    assert cost.memory > 2 * 60_000_000 / 2**20


@pytest.mark.thorough
def test_memory_is_not_that_of_who_measures() -> None:
    held = bytearray(200_000_000)
    cost = one(python("import time; time.sleep(0.5)"))

    assert isinstance(cost, measure.Cost)
    assert 0 < cost.memory < len(held) / 2**20 / 2


@pytest.mark.thorough
def test_cpu_counts_children() -> None:
    child = "import os\nwhile os.times().user < 0.3: pass"  # the processor's clock: however long that takes
    cost = one(python(f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"))

    assert isinstance(cost, measure.Cost)
    assert cost.cpu >= 0.3


def test_a_command_that_fails_says_why() -> None:
    assert str(one(python("raise SystemExit('no such profile')"))) == "failed: no such profile"


def test_a_command_that_is_killed_says_so() -> None:
    assert str(one(python("import os; os.kill(os.getpid(), 9)"))) == "failed: by signal 9"


def test_a_command_that_is_not_there_says_so() -> None:
    cost = one(Job("work", "nobody", [command("/nowhere/at/all")]))

    assert str(cost) == "cannot be started: No such file or directory"


@pytest.mark.thorough
def test_a_command_that_takes_too_long_is_ended_with_its_children(tmp_path: Path) -> None:
    late = tmp_path / "late"
    child = f"import time, pathlib; time.sleep(60); pathlib.Path({str(late)!r}).touch()"
    cost = one(python(f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"), limit=1)

    assert str(cost) == "ended after 1 s"
    assert not late.exists()  # a child that lived on would hold its stderr, which is read to its end


def test_jobs_take_turns_and_what_failed_does_not_run_again(tmp_path: Path) -> None:
    log = tmp_path / "log"

    def job(name: str, end: str = "") -> Job:
        return python(f"open({str(log)!r}, 'a').write({name!r}){end}", name)

    found = in_turn([job("a"), replace(job("b", "; exit(1)"), repeats=3), replace(job("c"), repeats=1)], 3, 60)

    assert log.read_text() == "abcaa"
    assert [isinstance(cost, Failed) for _, cost in found] == [False, True, False]


def test_what_a_job_leaves_and_tells_goes_with_its_cost(tmp_path: Path) -> None:
    left, told = tmp_path / "left", tmp_path / "told.json"
    code = f"open({str(left)!r}, 'wb').write(bytes(2**20)); open({str(told)!r}, 'w').write('{{\"reading\": 2.5}}')"
    cost = one(replace(python(code), leaves=left, tells=told))

    assert isinstance(cost, measure.Cost)
    assert (cost.disk, cost.told) == (1.0, {"reading": 2.5})


def test_a_phase_has_the_time_until_the_next_one() -> None:
    watch = Stopwatch()
    read = list(watch.track("reading", iter([1, 2])))
    assert list(watch.track("mapping", read)) == [1, 2]
    watch.phase("validating")
    watch.phase("over")

    assert list(watch.seconds) == ["before", "reading", "after reading", "mapping", "after mapping", "validating"]
    assert all(seconds >= 0 for seconds in watch.seconds.values())


def test_rows_outlive_the_process_and_what_was_measured_again_counts_last(tmp_path: Path) -> None:
    first = Row("build", "JSON Lines", "kg", 10, 2.0, note="slow")
    again = replace(first, wall=1.0, note="")
    assert list(write(tmp_path / "rows", [first])) == [first]
    assert list(write(tmp_path / "rows", [again])) == [again]

    assert read(tmp_path / "rows").all == [again]


def test_a_cell_of_several_items_adds_times_and_takes_the_most_memory() -> None:
    rows = Rows([Row("stages", "reading", "kg", 10, 2.0, memory=5), Row("stages", "mapping", "kg", 10, 3.0, memory=4)])
    found = rows.cell(Cell("stages", ("reading", "mapping")), 10)

    assert found is not None
    assert (found.wall, found.memory) == (5.0, 5)
    assert rows.cell(Cell("stages", ("reading", "identity")), 10) is None


def test_what_could_not_be_measured_is_no_cell() -> None:
    assert (
        Rows([Row("mapping", "JSON", "maplib", 10, note="failed")]).cell(Cell("mapping", ("JSON",), "maplib"), 10)
        is None
    )


@pytest.mark.parametrize(("exact", "shown"), [(1.0, "yes"), (3.0, "no")])
def test_a_target_is_judged_at_its_size(exact: float, shown: str) -> None:
    rows = Rows(
        [Row("a", "x", "kg", size, exact) for size in SIZES] + [Row("a", "x", "peer", size, 1.0) for size in SIZES]
    )
    target = Target("at most twice the peer", ratio(Cell("a", ("x",)), Cell("a", ("x",), "peer")), 2, size=10_000)

    assert target.judged(rows) == (f"{exact:.2f} at 10,000 profiles", shown)
    assert replace(target, size=5).judged(rows)[1] == "not judged at this size"
    assert target.judged(Rows([])) == ("not measured", "?")


def test_growth_is_the_exponent_of_a_power_law() -> None:
    assert exponent([(10, 5.0), (100, 500.0), (1_000, 50_000.0)]) == pytest.approx(2)
    rows = [Row("build", "x", "kg", size, size / 100) for size in SIZES]
    [growth] = growths(Rows([*rows, Row("build", "x", "peer", 1_000, 1.0)]))

    assert (growth.first, growth.row.size, round(growth.exponent, 9)) == (1_000, 100_000, 1)


def test_the_report_has_every_part_every_target_and_says_what_is_missing(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the charts need the extra [bench]")
    rows = [
        *(Row(building.PART, form, building.KG, size, size / 100, 1, 50, 5) for form in (JSON, YAML) for size in SIZES),
        *(Row(building.PART, JSON, LIMIT, size, size / 500, 1, 40) for size in SIZES),
        *(Row(building.STAGES, building.IDENTITY, building.stages_of(JSON), size, size / 1000) for size in SIZES),
        *(Row(exporting.PART, "Turtle", system, 1_000, 2.0) for system in ("kg", exporting.DUMP)),
        Row(asking.PART, "coauthors", "kg", 1_000, 0.002),
        Row(peers.MAPPING, peers.TO_NTRIPLES, peers.MORPH, 1_000, note="could not be installed: no network"),
        Row(changing.PART, JSON, changing.ONE, 10_000, 50.0),
        Row("remote", "push", "Virtuoso", 1_000, 7.0),
    ]
    text = "\n".join(report.report(Rows(rows), tmp_path, ["Measured once."]))

    assert all(target.text in text for target in TARGETS)
    assert "| one changed profile of 10,000: ≤ 10 % of the full build | 0.50 at 10,000 profiles | no |" in text
    assert "| 10,000 | JSON Lines | kg | 100.0 | 1.00 | 50 | 5 | 5.00 | 1.25 |" in text
    assert "| coauthors | 2.00 |" in text
    assert "- JSON to N-Triples, Morph-KGC, 1,000 profiles: could not be installed: no network." in text
    assert "## Remote" in text
    assert "| Building | JSON Lines | kg | 1,000 to 100,000 | 1.00 |" in text
    for chart in ("stages", "growth", "memory", "queries"):
        assert f"](charts/{chart}.svg)" in text
        assert "<text" in (tmp_path / "charts" / f"{chart}.svg").read_text()


def test_the_same_rows_make_the_same_charts(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the charts need the extra [bench]")
    rows = Rows([Row(building.PART, JSON, building.KG, size, size / 100, memory=1) for size in SIZES])
    drawn = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        folder.mkdir()
        assert list(report.report(rows, folder, []))
        drawn.append({path.name: path.read_bytes() for path in (folder / "charts").iterdir()})

    assert drawn[0] == drawn[1]


def test_one_profile_changes_and_no_other(tmp_path: Path) -> None:
    place = projects.Place(tmp_path, 9)
    for as_yaml in (False, True):
        folder = place.project(as_yaml=as_yaml) / "profiles"
        before = [line for path in sorted(folder.iterdir()) for line in path.read_text().splitlines()]
        place.change_one(as_yaml=as_yaml)
        after = [line for path in sorted(folder.iterdir()) for line in path.read_text().splitlines()]

        assert len([1 for old, new in zip(before, after, strict=True) if old != new]) == 1


def test_one_work_has_an_author_whom_nobody_knew(tmp_path: Path) -> None:
    place = projects.Place(tmp_path, 9)
    (path,) = (place.project() / "profiles").iterdir()
    before = [json.loads(line) for line in path.read_text().splitlines()]
    known = {name for profile in before for work in profile["publications"] for name in work["authors"]}
    for _ in range(2):
        place.name_another()
    after = [json.loads(line) for line in path.read_text().splitlines()]
    (changed,) = [new for old, new in zip(before, after, strict=True) if old != new]

    assert len(set(changed["publications"][0]["authors"]) - known) == 2


def test_mappers_get_the_same_profiles_with_what_they_cannot_count() -> None:
    for profile in profiles(3):
        copy = projects.prepared(json.loads(json.dumps(profile)))
        works = [[author["name"] for author in work["authors"]] for work in copy["publications"]]

        assert works == [work["authors"] for work in profile["publications"]]
        assert [(each["start"], each["end_year"]) for each in copy["ended"]] == [("2012-09", 2016)]
        assert all("end" not in position for position in copy["positions"])


@pytest.mark.exhaustive  # it installs the peers of the benchmarks
@pytest.mark.parametrize("mapper", peers.MAPPERS)
def test_mappers_make_the_facts_of_the_plain_script(mapper: str, tmp_path: Path) -> None:
    place = projects.Place(tmp_path, 24)
    plain = tmp_path / "plain.nt"
    subprocess.run([PYTHON, BENCHMARKS / "plain_rdflib.py", place.project(), plain], check=True, capture_output=True)
    try:
        job = peers.MAPPERS[mapper](place)
    except Failed as error:
        pytest.skip(f"{mapper} {error}")
    assert isinstance(one(job, limit=300), measure.Cost)

    assert job.leaves is not None
    assert kinds(job.leaves) == kinds(plain)


def kinds(triples: Path) -> Counter[str]:
    """Return how many triples each property has, and each class."""
    found = [line.split(" ", 2) for line in set(triples.read_text().splitlines())]
    return Counter(predicate if "#type>" not in predicate else rest for _, predicate, rest in found)
