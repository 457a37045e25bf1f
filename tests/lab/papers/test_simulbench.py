"""SimulBench's exhibits from hand-made submissions whose numbers were worked out on paper, and from baselines."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from interplay import run, write_submission
from interplay.core.release import Release, open_release
from interplay.tables.simulated import HEADINGS
from interplay.tracks.simulation.records import Prediction, Script
from interplay_lab.papers.catalogue import make
from interplay_lab.papers.evidence import Given
from interplay_lab.papers.records import Missing
from interplay_lab.papers.simulbench.exhibits import EXHIBITS
from tests.fake_openai import Answer, FakeOpenAI, Request
from tests.judging import small
from tests.lab.papers.tables import by_name, figure, reason, series, table
from tests.running_help import Cli
from tests.support import Standard

PAPER = "simulbench"
SOME = {0, 1, 2, 11, 21}
"""Scripts that ``some`` passes; tens are the task, units the type of script."""
OTHER = {1, 31}

Judge = Callable[..., Path]


def number(script: Script) -> int:
    return int(script.reference.split()[1])


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Release:
    root = tmp_path_factory.mktemp("tiny") / "dataset"
    small.freeze(root)
    return open_release(root)


def submit(path: Path, tiny: Release, name: str, passed: set[int] | None = None, leave: int = 0) -> Path:
    """Write a submission that passes the scripts with these numbers, by default all, and gives wrong content else."""

    def reply(script: Script) -> str:
        return script.reference if passed is None or number(script) in passed else "I think it is 7"

    return small.submit(path / f"{name}.jsonl", tiny, name, reply, leave=leave)


@pytest.fixture
def some(tiny: Release, tmp_path: Path) -> Path:
    return submit(tmp_path, tiny, "some", SOME)


@pytest.fixture
def other(tiny: Release, tmp_path: Path) -> Path:
    return submit(tmp_path, tiny, "other", OTHER)


@pytest.fixture
def good(tiny: Release, tmp_path: Path) -> Path:
    return submit(tmp_path, tiny, "good")


@pytest.fixture
def judge(interplay_cli: Cli, tiny: Release, tmp_path: Path) -> Iterator[Judge]:
    """Return a function that has files judged by a script and returns the judgments."""
    with FakeOpenAI(small.strict) as server:

        def run(
            name: str, script: Callable[[Request], Answer], *files: Path, more: tuple[str, ...] = (), model: str = "m"
        ) -> Path:
            server.script = script
            out = tmp_path / f"{name}-{model}-{'-'.join(f.stem for f in files)}.judged.jsonl"
            where = ("--model", f"openai:{model}", "--base-url", server.base_url, "--dataset", tiny.root)
            assert interplay_cli("judge", *files, "--judge", name, *where, "-o", out, *more) == 0, interplay_cli.err
            return out

        yield run


def test_table_4_from_checks(tiny: Release, some: Path, good: Path) -> None:
    scores = table(PAPER, "Table 4 (checks)", [some, good], tiny)
    row = by_name(scores, "some")
    expected = (25, 75, 25, 100, 50, 50, 500 / 12)
    assert [row[heading] for heading in HEADINGS] == pytest.approx(expected)
    assert row["scripts"] == 12
    assert {by_name(scores, "good")[heading] for heading in HEADINGS} == {100}
    assert "unscored" not in row


def test_table_4_from_a_judge(tiny: Release, some: Path, judge: Judge) -> None:
    """The judge gives 9 for what passes and 8 for the rest."""
    judgments = judge("scoring", small.strict, some)
    row = by_name(table(PAPER, "Table 4 (judge)", [some], tiny, [judgments]), "some by m, uncertified judge (scoring)")
    assert [row[heading] for heading in HEADINGS] == pytest.approx((8.25, 8.75, 8.25, 9, 8.5, 8.5, 101 / 12))
    assert (row["scripts"], row["unscored"]) == (12, 0)


def test_each_judge_has_a_row(tiny: Release, some: Path, judge: Judge) -> None:
    judgments = [judge("scoring", small.strict, some, model=name) for name in ("first", "second")]
    ratings = table(PAPER, "Table 4 (judge)", [some], tiny, judgments)
    assert [row[0] for row in ratings.rows] == [
        f"some by {name}, uncertified judge (scoring)"
        for name in ("first", "second", "mean of 2 judges", "median of 2 judges")
    ]


def test_missing_verdicts_are_counted(tiny: Release, some: Path, judge: Judge) -> None:
    judgments = judge("scoring", small.strict, some, more=("--where", "subset=hard"))
    row = by_name(table(PAPER, "Table 4 (judge)", [some], tiny, [judgments]), "some by m, uncertified judge (scoring)")
    assert (row["last only"], row["hard"], row["scripts"]) == (None, pytest.approx(8.5), 8)
    assert row["unscored"] == pytest.approx(4 / 12)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Figure 2", {"all": 500 / 12, "hard": 50}),
        ("Figure 3a", {"stateless": 100, "stateful": 50}),
        ("Figure 3b", {"last only": 25, "first chal.": 75, "subseq. chal.": 25}),
    ],
)
def test_figures_from_checks(tiny: Release, some: Path, good: Path, name: str, parts: dict[str, float]) -> None:
    bars = figure(PAPER, f"{name} (checks)", [some, good], tiny)
    assert bars.places == ("some", "good")
    assert series(bars) == {part: (pytest.approx(value), 100) for part, value in parts.items()}


def test_figures_from_a_judge_have_its_ratings(tiny: Release, some: Path, judge: Judge) -> None:
    bars = figure(PAPER, "Figure 3b (judge)", [some], tiny, [judge("scoring", small.strict, some)])
    assert series(bars) == {"last only": (8.25,), "first chal.": (8.75,), "subseq. chal.": (8.25,)}


def test_table_1_from_checks_is_on_hard_scripts(tiny: Release, some: Path, other: Path, good: Path) -> None:
    pairs = table(PAPER, "Table 1 (checks)", [some, other, good], tiny)
    shares = {row[0]: row[1:5] for row in pairs.rows}
    assert shares == {
        "some v. other": (3 / 8, 4 / 8, 1 / 8, 2 / 8),
        "some v. good": (0, 4 / 8, 4 / 8, -4 / 8),
        "other v. good": (0, 2 / 8, 6 / 8, -6 / 8),
    }
    assert {row[-1] for row in pairs.rows} == {8}


def test_table_1_from_a_judge(tiny: Release, some: Path, other: Path, good: Path, judge: Judge) -> None:
    """The judge prefers the shorter reply, which a right one is; the pair that it did not see is named."""
    judgments = judge("pairwise", small.prefer, good, some)
    pairs = table(PAPER, "Table 1 (judge)", [some, other, good], tiny, [judgments])
    row = by_name(pairs, "good v. some")
    assert [row[name] for name in ("judge", "win", "tie", "lose", "difference")] == [
        "m, uncertified judge",
        0.5,
        0.5,
        0,
        0.5,
    ]
    assert (row["scripts"], row["unscored"]) == (8, 0)
    assert "Without comparisons by a judge: some v. other, other v. good." in pairs.notes


def test_a_judge_that_goes_by_the_order_finds_ties(tiny: Release, some: Path, good: Path, judge: Judge) -> None:
    judgments = judge("pairwise", small.always_first, good, some)
    row = by_name(table(PAPER, "Table 1 (judge)", [some, good], tiny, [judgments]), "good v. some")
    assert (row["win"], row["tie"], row["lose"]) == (0, 1, 0)


def test_table_2_from_checks(tiny: Release, some: Path, good: Path) -> None:
    """Of two tasks of a kind one is easy and one is hard; means are over both systems."""
    tasks = table(PAPER, "Table 2 (checks)", [some, good], tiny)
    assert [row[:3] for row in tasks.rows] == [
        ("stateless", "easiest", "Rot13 encoder"),
        ("stateless", "hardest", "Unit converter"),
        ("stateful", "easiest", "Linux terminal"),
        ("stateful", "hardest", "To-do list"),
    ]
    assert [row[3] for row in tasks.rows] == pytest.approx([100, 200 / 3, 200 / 3, 50])


def test_table_2_from_a_judge(tiny: Release, some: Path, judge: Judge) -> None:
    tasks = table(PAPER, "Table 2 (judge)", [some], tiny, [judge("scoring", small.strict, some)])
    assert [row[3] for row in tasks.rows] == pytest.approx([9, 25 / 3, 25 / 3, 8])


def test_tied_tasks_get_a_note(tiny: Release, good: Path) -> None:
    tasks = table(PAPER, "Table 2 (checks)", [good], tiny)
    assert sum("ties are in alphabetical order" in note for note in tasks.notes) == 4
    easy, hard = ({row[2] for row in tasks.rows if row[1] == name} for name in ("easiest", "hardest"))
    assert not easy & hard


def test_the_judge_against_the_checks(tiny: Release, some: Path, judge: Judge) -> None:
    row = by_name(table(PAPER, "Section 4.3", [some], tiny, [judge("scoring", small.strict, some)]), "some")
    assert (row["wrong content rated 7 or more"], row["wrong replies"]) == (1, 7)
    assert row["rated in the band of the checks"] == pytest.approx(5 / 12)
    assert row["kappa of the bands"] == pytest.approx(0)


def test_what_is_lacking_is_named(tiny: Release, some: Path) -> None:
    assert "some is the only submission" in reason(PAPER, "Table 1 (checks)", [some], tiny)
    assert "--judge scoring" in reason(PAPER, "Table 4 (judge)", [some], tiny)
    assert "--judge scoring" in reason(PAPER, "Figure 2 (judge)", [some], tiny)
    assert "Perspective" in reason(PAPER, "Table 3", [some], tiny)


def test_comparisons_that_are_lacking_are_named(tiny: Release, some: Path, good: Path) -> None:
    assert "--judge pairwise" in reason(PAPER, "Table 1 (judge)", [some, good], tiny)


def test_without_simulation_everything_is_missing(release: Release) -> None:
    exhibits = make(EXHIBITS, Given(release, ()))
    assert [exhibit.number for exhibit in exhibits] == [exhibit.number for exhibit in EXHIBITS]
    assert all(isinstance(exhibit.content, Missing) and exhibit.content.reason for exhibit in exhibits)


def test_systems_with_other_tasks_share_what_both_have(tiny: Release, good: Path, tmp_path: Path) -> None:
    """Nothing else would be a fair mean."""
    less = submit(tmp_path, tiny, "less", leave=3)
    tasks = table(PAPER, "Table 2 (checks)", [good, less], tiny)
    assert by_name(tasks, "stateful", "hardest", "To-do list")["mean score"] == 50  # replies that lack count 0


def test_a_baseline_that_knows_the_references(release: Release, standard: Standard) -> None:
    file = standard("bot-reference", "simulation")
    scores = table(PAPER, "Table 4 (checks)", [file], release)
    row = by_name(scores, "bot-reference")
    assert {row[heading] for heading in HEADINGS} == {100}
    assert not any("No script of" in note for note in scores.notes)


@pytest.mark.slow
def test_kinds_that_the_hard_split_lacks_are_named_once_with_the_split_that_has_them(release: Release) -> None:
    files = [release.root / f"baselines/bot-{name}/simulation.jsonl.gz" for name in ("reference", "longest")]
    scores = table(PAPER, "Table 4 (checks)", files, release)
    row = by_name(scores, "bot-reference")
    lacking = ("first chal.", "stateless", "stateful")
    assert {heading: row[heading] for heading in HEADINGS} == {
        heading: None if heading in lacking else 100 for heading in HEADINGS
    }
    assert scores.notes[-2:] == (
        "No script of first chal., stateless and stateful: bot-reference, bot-longest.",
        "The paper's kinds of scripts are those of the split standard (interplay run --split standard).",
    )
    assert reason(PAPER, "Figure 3a (checks)", files, release).endswith("needed: a run of the split standard")


@pytest.mark.slow
def test_pairs_on_the_hard_split_have_intervals_over_its_scripts(release: Release) -> None:
    files = [release.root / f"baselines/bot-{name}/simulation.jsonl.gz" for name in ("faulty-25", "faulty-75")]
    row = by_name(table(PAPER, "Table 1 (checks)", files, release), "bot-faulty-25 v. bot-faulty-75")
    assert row["low"] < row["difference"] < row["high"]


def test_a_sample_says_so(release: Release, tmp_path: Path) -> None:
    run("bot:echo", "simulation", tmp_path / "sample.jsonl", sample=20, release=release)
    model = release.root / "baselines/smollm2-135m/simulation.jsonl.gz"
    notes = table(PAPER, "Table 4 (checks)", [tmp_path / "sample.jsonl", model], release).notes
    assert "bot-echo [1]: sample of 20 of 520 items, seed 0." in notes
    assert any("of 645 items" in note for note in notes)


def test_systems_without_a_hard_script_in_common_are_named(tiny: Release, tmp_path: Path, good: Path) -> None:
    """A selection of other scripts leaves nothing to compare."""
    easy = tmp_path / "easy.jsonl"
    write_submission(
        easy,
        [Prediction(item_id=s.item_id, response=s.reference) for s in small.SCRIPTS if not s.hard],
        name="easy",
        release=tiny,
        where={"subset": "easy"},
    )
    why = reason(PAPER, "Table 1 (checks)", [good, easy], tiny)
    assert why.startswith("good and easy [1] have no hard script in common; needed:")
    row = by_name(table(PAPER, "Table 4 (checks)", [easy], tiny), "easy [1]")
    assert (row["last only"], row["hard"], row["scripts"]) == (100, None, 4)
    assert "have no scripts that are stateless and stateful" in reason(PAPER, "Figure 3a (checks)", [easy], tiny)
