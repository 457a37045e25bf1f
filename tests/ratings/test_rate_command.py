"""``interplay rate``: what a person sees, what a program reads, and the figure."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from interplay.cli.main import interplay
from interplay.core.errors import InterplayError
from interplay.ratings.files import rate as rate_files
from interplay.ratings.files import rate_paths
from interplay.ratings.ledger import read_matches
from interplay.ratings.pairwise.standings import rate
from interplay.ratings.pairwise.tables import Settings
from interplay.ratings.report import RatingReport
from interplay.ratings.skill.tables import TrueSkillSettings
from interplay.tables.ratings import bar

Write = Callable[..., Path]
FAST = ["--resamples", "100"]


@pytest.fixture
def matches(write_matches: Write) -> Path:
    rows = [
        {"game": game, "seats": [first, second], "returns": [share, 1 - share]}
        for game in ("hive", "pit", "bid")
        for first, second, share in (
            ("a", "b", 1),
            ("b", "a", 0.25),
            ("b", "[c]", 1),
            ("[c]", "a", 0.5),
            ("a", "$d$", 1),
        )
    ]
    return write_matches(*rows, header={"categories": {"hive": ["abstract"], "pit": ["talk"]}})


def run(*arguments: object) -> Result:
    return CliRunner().invoke(interplay, ["rate", *map(str, arguments)])


def test_a_person_sees_ratings_intervals_ranks_counts_and_flags(matches: Path) -> None:
    result = run(matches, *FAST)
    assert result.exit_code == 0, result.output
    for text in ("Bradley-Terry, all games: 15 matches", "TrueSkill", "Average score", "[c]", "●", "winless", "1-"):
        assert text in result.output
    assert "play weaker opponents" in result.output


def test_a_program_reads_the_report_back(matches: Path) -> None:
    result = run(matches, "--json", "--by", "category", *FAST)
    assert result.exit_code == 0, result.output
    report = msgspec.json.decode(result.stdout, type=RatingReport)
    assert [group.name for group in report.groups] == ["all games", "abstract", "talk"]
    assert report.plan.bradley_terry.resamples == 100
    assert report == rate_paths([matches], report.plan)


@pytest.mark.parametrize("prior", ["luce", "none"])
def test_choix_fits_what_newton_fits(write_matches: Write, prior: str) -> None:
    duels = [("a", "b", 1), ("b", "c", 0.5), ("c", "a", 0), ("b", "a", 1), ("c", "b", 0.25), ("c", "a", 1)] * 3
    path = write_matches(*({"game": "hive", "seats": d[:2], "returns": [d[2], 1 - d[2]]} for d in duels))
    own = run(path, "--method", "bt", "--prior", prior)
    assert own.exit_code == 0, own.output
    assert run(path, "--method", "bt", "--prior", prior, "--fit", "choix").stdout == own.stdout


def test_choix_refuses_what_it_cannot_fit(matches: Path) -> None:
    result = run(matches, "--fit", "choix", "--prior", "normal")
    assert isinstance(result.exception, InterplayError)
    assert "choix fits neither a normal prior" in str(result.exception)


def test_the_same_command_prints_the_same_bytes(matches: Path) -> None:
    assert run(matches, "--json", *FAST).stdout == run(matches, "--json", *FAST).stdout


def test_every_table_can_be_shown(matches: Path) -> None:
    result = run(matches, "--by", "game", "--interval", "percentile", *FAST)
    assert result.exit_code == 0, result.output
    for text in ("Bradley-Terry, pit", "ratings, side by side"):
        assert text in result.output


def test_a_person_is_told_what_the_ratings_cannot_say(write_matches: Write) -> None:
    circle = [("a", "b"), ("b", "c"), ("c", "a")]
    rows = [
        {"game": game, "seats": pair, "returns": [1, 0], "setup": f"{pair}{k // 2}"}
        for game in ("hive", "pit", "bid")
        for pair in (*circle, ("x", "y"))
        for k in range(20 if pair in circle else 2)
    ]
    path = write_matches(*rows)
    output = " ".join(run(path, *FAST).output.split())
    tested = CliRunner().invoke(interplay, ["statistics", str(path)])
    assert "one rating per system does not explain these results" in " ".join(tested.output.split())
    assert "2 groups of systems have no matches with each other" in output
    assert "186 matches come from 93 setups" in output
    assert "sigma by setup" in output
    assert "x: disconnected: no chain of matches" in output


def test_models_can_be_chosen(matches: Path) -> None:
    assert "TrueSkill" not in run(matches, "--method", "bt", *FAST).output
    assert "Bradley" not in run(matches, "--method", "trueskill", *FAST).output
    report = json.loads(run(matches, "--json", "--reference", *FAST).stdout)
    assert report["plan"]["bradley_terry"]["draws"] == "drop"
    estimated = rate_files(matches, resamples=100, trueskill=TrueSkillSettings(draw_probability=None, permutations=3))
    assert estimated.plan.trueskill.draw_probability is None
    prior = json.loads(run(matches, "--json", "--prior", "normal:2", *FAST).stdout)["plan"]["bradley_terry"]["prior"]
    assert prior == {"kind": "normal", "strength": 2.0}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--level", "1.5"], "level"),
        (["--resamples", "-3"], "resamples"),
        (["--draw-probability", "0.2"], "interplay.rate(..., trueskill=...)"),
        (["--prior", "luce:0"], "strength"),
        (["--prior", "luce:much"], "strength"),
        (["--prior", "flat"], "luce, normal, none"),
        (["--method", "elo"], "elo"),
    ],
)
def test_options_out_of_range_are_usage_errors(matches: Path, arguments: list[str], message: str) -> None:
    result = run(matches, *arguments)
    assert result.exit_code == 2
    assert message in result.output


def test_bad_files_raise_an_error_that_names_the_line(write_matches: Write, tmp_path: Path) -> None:
    result = run(write_matches({"game": "g", "seats": ["a", "a"], "returns": [1, 0]}))
    assert isinstance(result.exception, InterplayError)
    assert "m.jsonl:2: $.seats: found 'a' against itself" in str(result.exception)
    assert isinstance(run(tmp_path / "none.jsonl").exception, InterplayError)


def test_a_terminal_without_unicode_gets_plain_marks(matches: Path) -> None:
    result = CliRunner(charset="latin-1").invoke(interplay, ["rate", str(matches), "--method", "bt", *FAST])
    assert result.exit_code == 0
    assert "---o---" in result.output
    assert "  -  " in result.output, "what has no value is a hyphen"


def test_the_bar_spans_the_interval_and_marks_the_rating(matches: Path) -> None:
    first = rate(read_matches([matches]), Settings(resamples=100)).ratings[0]
    assert first.low is not None and first.high is not None
    drawn = bar(first, first.low, first.high)
    assert len(drawn) == 28
    assert set(drawn) == {"─", "●"}
    assert bar(first, 1.0, 1.0) == ""


def test_help_shows_two_examples_and_loads_nothing_heavy() -> None:
    import subprocess

    code = "import sys; import interplay.cli.rate; print('numpy' in sys.modules, 'scipy' in sys.modules)"
    paths = ":".join(sys.path)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={"PYTHONPATH": paths}, check=True
    )
    assert done.stdout.split() == ["False", "False"]
    assert run("--help").output.count("\n  interplay rate ") == 2


def test_with_many_games_the_averages_have_a_line_for_each_game_and_nothing_is_cut(write_matches: Write) -> None:
    games = [f"a_game_with_the_long_name_{number:02}" for number in range(12)]
    path = write_matches(*({"game": game, "seats": ["first", "second"], "returns": [1, 0]} for game in games))
    output = run(path, *FAST).output
    assert "…" not in output
    lines = output.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("Average score"))
    assert lines[start + 1].split() == ["game", "first", "second"]
    assert [line.split("  ")[0] for line in lines[start + 3 : start + 15]] == [game.replace("_", " ") for game in games]
