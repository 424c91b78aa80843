"""What benchmarks say is what happened: costs of processes, and tables made of them."""

import sys
from dataclasses import replace
from pathlib import Path
from subprocess import CalledProcessError

import pytest
from speed.course import JSON, YAML, Place, Row
from speed.measure import Cost, Job, in_turn, measure
from speed.report import report
from speed.steps import Stopwatch

PYTHON = sys.executable


def python(code: str) -> Cost:
    return measure([PYTHON, "-c", code])


@pytest.mark.thorough
def test_memory_counts_all_processes_at_one_time() -> None:
    child = "held = bytearray(60_000_000); print('held', flush=True); input()"
    pipes = "stdin=subprocess.PIPE, stdout=subprocess.PIPE"
    two = f"[subprocess.Popen([sys.executable, '-c', {child!r}], {pipes}) for _ in range(2)]"
    both = f"import subprocess, sys, time; two = {two}; [each.stdout.readline() for each in two]; time.sleep(2)"

    assert (python(f"{both}; [each.communicate(b'end') for each in two]").memory or 0) > 2 * 60_000_000 / 2**20


@pytest.mark.thorough
def test_memory_is_not_that_of_who_measures() -> None:
    held = bytearray(200_000_000)

    assert 0 < (python("import time; time.sleep(0.5)").memory or 0) < len(held) / 2**20 / 2


@pytest.mark.thorough
def test_cpu_counts_children() -> None:
    child = "import os\nwhile os.times().user < 0.3: pass"  # the processor's clock: however long that takes
    cost = python(f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])")

    assert (cost.cpu or 0) >= 0.3


def test_a_command_that_fails_ends_the_course(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CalledProcessError):
        python("raise SystemExit('no such profile')")

    assert "no such profile" in capfd.readouterr().err


def test_jobs_take_turns_and_what_one_leaves_and_reports_goes_with_its_cost(tmp_path: Path) -> None:
    log, left, told = tmp_path / "log", tmp_path / "left", tmp_path / "told.json"
    code = f"open({str(log)!r}, 'a').write('a'); open({str(left)!r}, 'wb').write(bytes(2**20))"
    code += f"; open({str(told)!r}, 'w').write('{{\"reading\": 2.5}}')"
    one = Job("one", "python", [PYTHON, "-c", code], leaves=left, reports=told)
    other = Job("other", "python", [PYTHON, "-c", f"open({str(log)!r}, 'a').write('b')"])
    (_, cost), _ = in_turn([one, other], 2)

    assert log.read_text() == "abab"
    assert (cost.disk, cost.stages) == (1.0, {"reading": 2.5})


def test_a_phase_has_the_time_until_the_next_one() -> None:
    watch = Stopwatch()
    read = list(watch.track("reading", iter([1, 2])))
    assert list(watch.track("mapping", read)) == [1, 2]
    watch.phase("validating")
    watch.phase("over")

    assert list(watch.seconds) == ["before", "reading", "after reading", "mapping", "after mapping", "validating"]
    assert all(seconds >= 0 for seconds in watch.seconds.values())


def test_the_report_sets_each_cost_beside_the_limit_of_its_size_and_item() -> None:
    limit = Row("Building", JSON, "bulk load of the finished file", 1_000, Cost(2.0, 2.0, 40))
    own = Row("Building", JSON, "kg", 1_000, Cost(10.0, 12.0, 50, 5))
    text = "\n".join(report([own, replace(own, size=10_000), limit], ["Measured once."]))

    assert "| 1,000 | JSON Lines | kg | 10.0 | 12.0 | 50 | 5 | 5.00 | 1.25 |" in text
    assert "| 10,000 | JSON Lines | kg | 10.0 | 12.0 | 50 | 5 |  |  |" in text


def test_one_profile_changes_and_no_other(tmp_path: Path) -> None:
    place = Place(tmp_path, 9)
    for form in (JSON, YAML):
        folder = place.project(form) / "profiles"
        before = [line for path in sorted(folder.iterdir()) for line in path.read_text().splitlines()]
        place.replace_one(form, "Researcher", "Researcher, still")
        after = [line for path in sorted(folder.iterdir()) for line in path.read_text().splitlines()]

        assert len([1 for old, new in zip(before, after, strict=True) if old != new]) == 1
