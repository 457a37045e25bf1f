"""The command line: help, exit statuses, JSON, and terminals of every kind."""

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from interplay.cli.main import VERBS as FOUND
from interplay.cli.main import Verbs, interplay
from interplay.core.release import content
from tests.support import Cli, Json, Ran, Submitted

VERBS = (
    "analyse",
    "arena",
    "batch",
    "certify",
    "compare",
    "dataset",
    "demo",
    "evaluate",
    "import",
    "items",
    "judge",
    "ladder",
    "play",
    "rate",
    "replay",
    "report",
    "run",
    "score",
    "statistics",
    "submit",
    "validate",
)
PROGRAM = "from interplay.cli.main import main; main()"


def in_a_fresh_process(
    *arguments: object, environment: dict[str, str] | None = None, out: int = subprocess.PIPE
) -> Ran:
    """Run ``interplay`` in an interpreter of its own, whose locale *environment* can set."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "PYTHON"))}
    paths = {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *map(str, arguments)],
        check=False,
        stdout=out,
        stderr=subprocess.PIPE,
        env=kept | paths | (environment or {}),
    )
    return Ran(done.returncode, (done.stdout or b"").decode("latin-1"), done.stderr.decode("latin-1"))


def test_verbs_are_exactly_these(cli: Cli) -> None:
    ran = cli("--help")
    assert ran.status == 0
    assert tuple(Verbs(FOUND).list_commands(click.Context(interplay))) == VERBS
    assert all(f"\n  {verb} " in ran.out for verb in VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_help_of_each_verb_shows_worked_examples(cli: Cli, verb: str) -> None:
    for option in ("--help", "-h"):
        ran = cli(verb, option)
        assert (ran.status, ran.err) == (0, "")
        assert (
            sum(
                line.startswith(f"  interplay {verb} ") or line == f"  interplay {verb}"
                for line in ran.out.splitlines()
            )
            >= 2
        )


def test_version_is_printed(cli: Cli) -> None:
    from interplay.core.version import __version__

    assert cli("--version").out == f"interplay, version {__version__}\n"


@pytest.mark.parametrize(("typed", "meant"), [("scor", "score"), ("validte", "validate"), ("datasets", "dataset")])
def test_unknown_verb_names_the_nearest(cli: Cli, typed: str, meant: str) -> None:
    ran = cli(typed)
    assert (ran.status, ran.out) == (2, "")
    assert f"unknown verb '{typed}' (did you mean '{meant}'?); expected one of " in ran.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["score"], "Missing argument 'FILE...'"),
        (["score", "a.jsonl", "--workers", "many"], "'many' is not a valid integer"),
        (["score", "a.jsonl", "--workers", "0"], "0 is not in the range"),
        (["score", "a.jsonl", "b.jsonl", "--episodes", "c.jsonl"], "--episodes takes the scores of one FILE"),
        (["validate", "--jsn"], "No such option"),
        (["dataset", "veriffy"], "veriffy"),
        (["run", "--model", "bot:oracle"], "Missing option '--track'"),
    ],
)
def test_wrong_usage_is_status_2_on_stderr(cli: Cli, arguments: list[str], message: str) -> None:
    ran = cli(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err


def test_failure_is_status_1_on_stderr(cli: Cli, small_dataset: Path, tmp_path: Path) -> None:
    for verb in ("score", "validate"):
        ran = cli(verb, tmp_path / "nothing.jsonl", "--dataset", small_dataset)
        assert ran.status == 1
        assert "nothing.jsonl" in ran.out + ran.err
    ran = cli("demo", "--dataset", tmp_path)
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == f"error: {tmp_path} has no manifest.json, so it is not a dataset directory\n"


def test_report_that_cannot_be_written_is_status_1(cli: Cli, small_dataset: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("kept", encoding="utf-8")
    ran = cli("demo", "--dataset", small_dataset, "--out", tmp_path / "file")
    assert (ran.status, ran.out) == (1, "")
    assert "cannot write" in ran.err
    assert (tmp_path / "file").read_text(encoding="utf-8") == "kept"


def test_interrupt_is_status_130(
    cli: Cli, small_dataset: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("interplay.scoring.score.score", interrupt)
    log = tmp_path / "episodes.jsonl"
    ran = cli("score", "a.jsonl", "--dataset", small_dataset, "--episodes", log)
    assert (ran.status, ran.out) == (130, "")
    assert ran.err == "\ninterrupted\n"
    assert list(tmp_path.iterdir()) == []


def test_every_json_output_parses_and_stands_alone(cli: Cli, small_dataset: Path, tmp_path: Path) -> None:
    baseline = small_dataset / "baselines" / "bot-oracle" / "scorekeeping.jsonl.gz"
    run = ("run", "--track", "scorekeeping", "--model", "bot:oracle")
    outputs = {
        "score": cli("score", baseline, "--dataset", small_dataset, "--json"),
        "validate": cli("validate", baseline, "--dataset", small_dataset, "--json"),
        "demo": cli("demo", "--dataset", small_dataset, "--json", "--out", tmp_path / "out"),
        "info": cli("dataset", "info", "--dataset", small_dataset, "--json"),
        "verify": cli("dataset", "verify", "--dataset", small_dataset, "--json"),
        "dry run": cli(*run, "--dataset", small_dataset, "--dry-run", "--json"),
        "run": cli(*run, "--dataset", small_dataset, "-o", tmp_path / "run.jsonl", "--json"),
    }
    values = {name: json.loads(ran.out) for name, ran in outputs.items()}
    assert {ran.status for ran in outputs.values()} == {0}
    assert values["score"]["format"] == "interplay-report/3"
    assert values["validate"] == values["verify"] == []
    assert values["demo"][0]["system"]["name"] == "bot-oracle"
    assert values["info"]["manifest"]["format"] == "interplay-manifest/1"
    assert values["dry run"]["items"] == 3
    assert values["run"]["predictions"] == 3


def test_findings_as_json_carry_line_and_path(
    cli: Cli, small_dataset: Path, oracle: list[Json], submitted: Submitted
) -> None:
    oracle[2]["item_id"] = "nothing"
    ran = cli("validate", submitted(oracle), "--dataset", small_dataset, "--json")
    assert ran.status == 1
    first, coverage = json.loads(ran.out)
    assert (first["line"], first["path"], first["severity"]) == (3, "$.item_id", "error")
    assert "found 2 of 3 predictions" in coverage["message"]


def test_demo_writes_and_names_its_reports(cli: Cli, small_dataset: Path, tmp_path: Path) -> None:
    ran = cli("demo", "--all", "--dataset", small_dataset, "--out", tmp_path / "out")
    assert ran.status == 0
    assert ran.err == "".join(f"wrote {tmp_path / 'out' / name}\n" for name in ("report.json", "report.md"))
    assert ran.out.index("bot-oracle") < ran.out.index("bot-always-private")


def test_path_of_the_dataset_can_be_loaded(cli: Cli) -> None:
    assert (Path(cli("dataset", "path").out.strip()) / "manifest.json").is_file()


# Terminals and locales

LOCALES = {
    "ASCII": {"PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"},
    "Latin-1": {"PYTHONIOENCODING": "latin-1"},
    "UTF-8": {"PYTHONIOENCODING": "utf-8"},
}


@pytest.mark.parametrize("locale", LOCALES)
def test_table_is_printed_whatever_the_encoding(
    small_dataset: Path, oracle: list[Json], submitted: Submitted, locale: str
) -> None:
    oracle[0]["system"]["name"] = "modèle–…"
    path = submitted([oracle[0], {"record": "prediction", "item_id": oracle[1]["item_id"], "error": "–"}])
    arguments = ("score", path, "--dataset", small_dataset, "--allow-partial")
    ran = in_a_fresh_process(*arguments, environment=LOCALES[locale])
    assert ran.status == 0
    assert ran.err == f"warning: {path}: 1 of 1 predictions are errors without a reply\n"  # it is no shipped file
    name = {"ASCII": "mod?le-...", "Latin-1": "modèle-...", "UTF-8": "modèle–…"}[locale]
    dash = {"ASCII": "–", "Latin-1": "-", "UTF-8": "–"}[locale]  # click takes bare ASCII for a mistake: it prints UTF-8
    text = ran.out if locale == "Latin-1" else ran.out.encode("latin-1").decode("utf-8")
    assert name in text
    assert f"{dash} = undefined (never 0)." in text


@pytest.mark.parametrize("locale", ["ASCII", "Latin-1"])
def test_json_is_utf_8_whatever_the_encoding(
    small_dataset: Path, oracle: list[Json], submitted: Submitted, locale: str
) -> None:
    oracle[0]["system"]["name"] = "modèle–✓"
    arguments = ("score", submitted(oracle), "--dataset", small_dataset, "--json")
    ran = in_a_fresh_process(*arguments, environment=LOCALES[locale])
    assert ran.status == 0
    assert json.loads(ran.out.encode("latin-1"))["system"]["name"] == "modèle–✓"


@pytest.mark.parametrize("locale", ["ASCII", "Latin-1"])
def test_findings_are_printed_whatever_the_encoding(
    small_dataset: Path, oracle: list[Json], submitted: Submitted, locale: str
) -> None:
    oracle[1]["item_id"] = "ресторан"
    for verb in ("validate", "score"):
        ran = in_a_fresh_process(verb, submitted(oracle), "--dataset", small_dataset, environment=LOCALES[locale])
        assert ran.status == 1
        printed = (ran.out + ran.err).encode("latin-1").decode("utf-8")
        name = {"ASCII": "ресторан", "Latin-1": "????????"}[locale]
        assert f"found '{name}', expected an item of base, corrections" in printed
        assert "Traceback" not in ran.err


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="file names are text there")
@pytest.mark.slow
def test_file_name_that_is_no_text_is_accepted(small_dataset: Path, tmp_path: Path) -> None:
    good = content(small_dataset / "baselines" / "bot-oracle" / "scorekeeping.jsonl.gz")
    ways = [("validate",), ("validate", "--json"), ("score",), ("score", "--json")]
    for data, status, tried in ((good, 0, ways), (b"\xef\xbb\xbf" + good, 0, ways[2:3]), (b"x\n", 1, ways[1:3])):
        path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.jsonl"))
        path.write_bytes(data)
        for verb, *more in tried:
            ran = in_a_fresh_process(verb, path, *more, "--dataset", small_dataset)
            assert ran.status == status, ran.err
            assert "Traceback" not in ran.err


@pytest.mark.skipif(os.name == "nt", reason="pipes break differently there")
@pytest.mark.parametrize("option", ["--json", "--full"])
def test_broken_pipe_is_quiet(small_dataset: Path, option: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    baseline = small_dataset / "baselines" / "bot-oracle" / "scorekeeping.jsonl.gz"
    ran = in_a_fresh_process("score", baseline, option, "--dataset", small_dataset, out=writing)
    os.close(writing)
    assert (ran.status, ran.err) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is Linux")
@pytest.mark.parametrize("option", ["--json", "--full"])
def test_full_stdout_is_an_error_and_no_traceback(small_dataset: Path, option: str) -> None:
    baseline = small_dataset / "baselines" / "bot-oracle" / "scorekeeping.jsonl.gz"
    with Path("/dev/full").open("wb") as full:
        ran = in_a_fresh_process("score", baseline, option, "--dataset", small_dataset, out=full.fileno())
    assert (ran.status, ran.err) == (1, "error: No space left on device\n")


def test_the_options_of_long_verbs_stand_in_groups(cli: Cli) -> None:
    for verb, headings in (
        ("run", ("System", "Items", "Sampling", "Requests", "Output")),
        ("judge", ("Judge", "Items")),
    ):
        shown = cli(verb, "--help").out
        places = [shown.index(f"\n{heading}:\n") for heading in (*headings, "Other options")]
        assert places == sorted(places)
        assert shown.count("\n  --max-calls ") == 1
