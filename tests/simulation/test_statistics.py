"""The card's tables come from the data."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from interplay.tracks.simulation.records import Script
from interplay_builders.pages import simulation_statistics
from interplay_builders.tracks.simulation.gates import language
from tests import upstream
from tests.builders.printed import body, frozen_body
from tests.simulation import made_up

SCRIPTS, TASKS = made_up.scripts(8), made_up.tasks(8)


def section(page: str, title: str) -> list[str]:
    """Return the lines of a table below its rule."""
    return page.partition(f"## {title}\n\n")[2].partition("\n\n")[0].splitlines()[2:]


def test_the_tables_of_made_up_scripts() -> None:
    page = simulation_statistics.page(SCRIPTS, TASKS)
    assert section(page, "Tasks by kind and family") == [
        "| desks | 0 | 8 | 8 | 8 | 16 |",
        "| all | 0 | 8 | 8 | 8 | 16 |",
    ]
    assert section(page, "Scripts by type") == [
        "| last_only | 4 | 0 | 4 | 4 | 25.0% | 45.0% |",
        "| first_challenging | 4 | 0 | 4 | 4 | 25.0% | 18.6% |",
        "| subsequent_challenging | 8 | 0 | 8 | 8 | 50.0% | 36.4% |",
        "| all | 16 | 0 | 16 | 16 | 100.0% | 100.0% |",
    ]
    assert section(page, "Checks by kind") == [
        "| fenced | 0 | 0 | 16 |",
        "| number | 16 | 0 | 0 |",
        "| all | 16 | 0 | 16 |",
    ]
    assert section(page, "Planted wrong replies")[-1] == "| all | 64 | 32 | 32 | 100.0% |"
    assert section(page, "Uninformed replies")[0] == "| the empty reply | 16 | 16 | 100.0% |"
    assert section(page, "Uninformed replies")[-1] == "| the earlier reply that is the answer | 0 | 0 | – |"
    assert "| turns of a script | 2 | 3 | 4 |" in section(page, "Lengths and turns")


def test_briefs_are_measured() -> None:
    briefs = (
        "I want you to act as a till. Plain text, nothing else. My first order is two teas",
        "running a kiosk from Lagos, need the sum of each order. see https://example.org/prices",
    )
    found = language.measured(briefs)
    assert found["words: least, quartiles, most"] == "13; 14, 16, 17; 18"
    for habit in language.HABITS:
        count = 0 if "blank" in habit or "small" in habit or "code" in habit else 1
        assert found[habit] == f"{count} ({count / 2:.0%})", habit


def test_what_is_kept_of_simulbench_is_what_its_briefs_have() -> None:
    rows = upstream.need("simulbench/simulbench_tasks.jsonl").read_text(encoding="utf-8").splitlines()
    assert language.simulbench() == language.measured([json.loads(row)["task_description"] for row in rows])


def test_users_are_counted_by_continent() -> None:
    assert language.by_continent(["KE", "NG", "CN", ""]) == {"Africa": 2, "Asia": 1, "not said": 1}


def test_an_accepted_wrong_reply_shows_in_the_rates() -> None:
    lenient = [made_up.changed(script, planted=(script.reference, *script.planted)) for script in SCRIPTS]
    rates = section(simulation_statistics.page(lenient, TASKS), "Planted wrong replies")
    assert rates[-1] == "| all | 80 | 32 | 32 | 80.0% |"


def test_nothing_is_divided_by_nothing() -> None:
    empty: tuple[Script, ...] = ()
    assert "| all | 0 | 0 | 0 | – |" in simulation_statistics.page(empty, ())


@pytest.mark.slow
def test_the_card_is_what_the_program_prints(root: Path) -> None:
    command = [sys.executable, "-W", "error", "-m", "interplay_builders", "page", "simulation_statistics"]
    done = subprocess.run(command, check=True, capture_output=True, encoding="utf-8", env=_environment())
    assert frozen_body(root / "cards" / "simulation-statistics.md") == body(done.stdout)


def test_of_the_scripts_that_programs_decide_a_hundredth_of_the_words_at_most_can_be_nonsense(root: Path) -> None:
    page = (root / "cards" / "simulation-statistics.md").read_text(encoding="utf-8")
    rows = [row.split(" | ") for row in section(page, "Words of references that can be nonsense")]
    words, nonsense = next(map(int, row[3:5]) for row in rows if row[:2] == ["| program", "all"])
    assert words > 4_000
    assert nonsense <= 0.01 * words


def _environment() -> dict[str, str]:
    import os

    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, sys.path)), "PYTHONIOENCODING": "utf-8"}
