"""Terminals, databases and interpreters: the engines, the replies that were written down, and fair checks."""

import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec
import pytest

from interplay.core.errors import RecordError
from interplay.tracks.simulation.records import Script
from interplay.tracks.simulation.scores import grade
from interplay_builders.tracks.simulation import compose
from interplay_builders.tracks.simulation.dialogues import enacting
from interplay_builders.tracks.simulation.dialogues.text import read
from interplay_builders.tracks.simulation.families.consoles import bash, node, python, sqlite
from interplay_builders.tracks.simulation.families.consoles.console import Setup, recorded
from interplay_builders.tracks.simulation.families.consoles.programs import SEALED, EngineError, output
from interplay_builders.tracks.simulation.families.consoles.record import computed, console_of
from interplay_builders.tracks.simulation.sessions import fence
from tests.simulation.whole import slug

PROGRAMS = {"bash": "bash", "node": "node"}


def _runs(engine: str) -> bool:
    """Return whether the program behind an engine, and name spaces for it, are to be had here."""
    if engine not in PROGRAMS:
        return True
    if not shutil.which("unshare") or not shutil.which(PROGRAMS[engine]):
        return False
    return subprocess.run((*SEALED, "true"), capture_output=True, check=False).returncode == 0


def _require(engine: str) -> None:
    if not _runs(engine):
        pytest.skip(f"{engine} cannot be run here")


@cache
def _scripts() -> tuple[Script, ...]:
    """Return the scripts of the console tasks."""
    found: list[Script] = []
    for number, session in enumerate(enacting.sessions("consoles")):
        found += compose.scripts_of(session, number, "canary")
    return tuple(found)


@pytest.mark.parametrize("path", enacting.files("consoles"), ids=lambda path: path.stem)
def test_recorded_replies_are_what_the_engines_print(path: Path) -> None:
    _require(str(read(path).engine).partition(".")[0])
    found = computed(path)
    assert found == {key: recorded()[key] for key in found}


def test_nothing_is_recorded_that_no_dialogue_asks_for() -> None:
    turns = [dialogue.turn for path in enacting.files("consoles") for dialogue in read(path).session]
    assert len(recorded()) == sum(map(len, turns))


def test_request_that_was_not_recorded_is_refused() -> None:
    with pytest.raises(RecordError, match=r"found no reply to 'SELECT 17', expected one; record them anew"):
        sqlite.Database(Setup(style="csv")).answer(["SELECT 17"])


def test_shell_keeps_directory_variables_and_functions_and_has_no_network() -> None:
    _require("bash")
    setup = Setup(style="plain", user="ada", start="work", files={"work/a.txt": "1\n2\n"})
    turns = (
        "x=3; f() { echo $((x * $1)); }; mkdir in; cd in",
        "pwd; f 7; cat ../a.txt nowhere",
        "tail -n +2 /proc/self/net/route | wc -l; g",
    )
    assert bash.Shell(setup).run(turns) == (
        "",
        "/home/ada/work/in\n21\n1\n2\ncat: nowhere: No such file or directory",
        "0\nbash: g: command not found",
    )


def test_shell_prompt_shows_directory_and_status() -> None:
    _require("bash")
    setup = Setup(style="prompt", user="ada", folders=("work",))
    turns = ("cd work; (exit 7)", "true | false", "cd /; echo hi")
    assert bash.Shell(setup).run(turns) == (
        "ada@rig:~/work (7)$",
        "ada@rig:~/work (1)$",
        "hi\nada@rig:/ (0)$",
    )


@pytest.mark.parametrize(
    ("style", "requests", "expected"),
    [
        (
            "markdown",
            ("SELECT a, b FROM t ORDER BY a;", "UPDATE t SET a = a + 1;", "INSERT INTO t VALUES (-1, 'x');"),
            (
                "| a | b |\n| --- | --- |\n| 1 | NULL |\n| 2 | x |\n\n(2 rows)",
                "OK, 2 rows changed",
                "Error: CHECK constraint failed: a > 0",
            ),
        ),
        (
            "csv",
            ("BEGIN; DELETE FROM t", "ROLLBACK; SELECT b, a / 2.0 AS h FROM t -- ; no end\n ORDER BY a", "SELECT z"),
            ("ok", "b,h\n\\N,0.5\nx,1.0", "!! no such column: z"),
        ),
        (
            "bars",
            ("DELETE FROM t;", "SELECT a, b FROM t ORDER BY 1", "SELECT 1 WHERE 0", "SELEC", "DROP TABLE t"),
            ("READ ONLY", "1|NULL\n2|x", "(empty)", "ERR", "READ ONLY"),
        ),
    ],
)
def test_database_prints_in_its_style(style: str, requests: Sequence[str], expected: Sequence[str]) -> None:
    sql = "CREATE TABLE t (a INTEGER CHECK (a > 0), b TEXT); INSERT INTO t VALUES (1, NULL), (2, 'x');"
    assert sqlite.Database(Setup(style=style, sql=sql)).run(requests) == tuple(expected)


def test_python_prompt_echoes_and_shortens_exceptions() -> None:
    setup = Setup(style="prompt")
    turns = ("x = 2; x; None; 'a'", "for i in range(2): i", "x = 9; 1 / 0; x = 5", "x", "def (")
    found = python.Interpreter(setup).run(turns)
    assert found[:4] == ("2\n'a'", "0\n1", "ZeroDivisionError: division by zero", "9")
    assert found[4].startswith("SyntaxError: ")


def test_python_cells_are_numbered_also_when_they_fail() -> None:
    setup = Setup(style="cell")
    turns = ("x = 1; x", "print(x); y", "x; x = 3", "print(x); None")
    assert python.Interpreter(setup).run(turns) == ("[1]\n1", "[2]\n1\n!NameError", "[3]", "[4]\n3")


def test_javascript_console_keeps_its_realm() -> None:
    _require("node")
    setup = Setup(style="console")
    turns = ("let a = 1; console.log('x', 2); [a]", "a += 1; a.b.c", "a", "let a = 3", "() => 1")
    assert node.Runtime(setup).run(turns) == ("x 2\n< [1]", "x TypeError", "< 2", "x SyntaxError", "< undefined")


def test_javascript_scripts_run_on_an_exact_clock_each_anew() -> None:
    _require("node")
    setup = Setup(style="script")
    late = "setTimeout(console.log, 20_000_000, 'late'); setTimeout(() => setTimeout(console.log, 5, 'b'), 5);"
    order = f"{late} setTimeout(console.log, 10, 'a'); Promise.resolve('now').then(console.log);"
    turns = (order, "globalThis.k = 1;", "console.log(typeof k); missing();")
    assert node.Runtime(setup).run(turns) == ("now\na\nb\nlate", "(silent)", "undefined\nUncaught ReferenceError")


def test_failed_program_is_an_error() -> None:
    with pytest.raises(EngineError, match="expected 0"):
        output(("false",))
    with pytest.raises(EngineError, match="no-such-program"):
        output(("no-such-program",))


@pytest.mark.parametrize("script", _scripts(), ids=lambda script: script.item_id)
def test_what_the_brief_leaves_open_passes(script: Script) -> None:
    block = script.reference.startswith("```")
    variants = [script.reference + "\n", script.reference.replace("\n", "\r\n"), script.reference.replace("\n", "  \n")]
    if block:
        variants += [script.reference.replace("```\n", "```text\n", 1), f"~~~{script.reference.strip('`')}~~~"]
    for variant in variants:
        assert grade(script, variant).strict, variant


@pytest.mark.parametrize("script", _scripts(), ids=lambda script: script.item_id)
def test_right_content_in_the_wrong_dress_fails_only_the_form(script: Script) -> None:
    block = script.reference.startswith("```")
    other = script.reference.removeprefix("```\n").removesuffix("\n```") if block else fence(script.reference)
    found = grade(script, other)
    assert (found.content, found.format) == (True, False)


@pytest.mark.parametrize(
    ("task_id", "reply", "content", "form"),
    [
        ("sql-library", "|a|b|\n|:--|--:|\n|x|1|\n|NULL|2|\n\n(2 rows)", True, True),
        ("sql-library", "a | b\n--- | ---\nx | 1\nNULL | 2\n(2 rows)", True, True),
        ("sql-library", " a | b\n---+---\n x | 1\n NULL | 2\n(2 rows)", True, False),
        ("sql-library", "| a | b |\n|---|---|\n| x | 1 |\n| NULL | 2 |", True, False),
        ("sql-library", "| a | b |\n|---|---|\n| x | 1 |\n| NULL | 2 |\n\n(3 rows)", False, False),
        ("sql-library", "| a | b |\n|---|---|\n| x | 1 |\n| | 2 |\n\n(2 rows)", False, True),
        ("sql-library", "| a | b |\n|---|---|\n| X | 1 |\n| NULL | 2 |\n\n(2 rows)", False, True),
        ("sql-groundstation", "```csv\na,b\nx,1.5\ny,\\N\n```", True, True),
        ("sql-groundstation", "```\na,b\nx,1.50\ny,\\N\n```", True, False),
        ("sql-groundstation", "```\na, b\nx, 1.5\ny, \\N\n```", True, False),
        ("sql-groundstation", "```\na,b\nx,1.5\ny,NULL\n```", False, True),
        ("sql-groundstation", "```\nx,1.5\ny,\\N\n```", False, True),
        ("sql-groundstation", "```\na,b\ny,\\N\nx,1.5\n```", False, True),
        ("sql-museum", "x y|2.0\nNULL|3.0", True, True),
        ("sql-museum", "x y|2\nNULL|3", True, False),
        ("sql-museum", "x y | 2.0\nNULL | 3.0", True, False),
        ("sql-museum", "a|b\nx y|2.0\nNULL|3.0", False, False),
        ("sql-museum", "x y|2.0", False, True),
    ],
)
def test_tables_are_read_fairly(task_id: str, reply: str, *, content: bool, form: bool) -> None:
    truth = {
        "sql-library": "| a | b |\n| --- | --- |\n| x | 1 |\n| NULL | 2 |\n\n(2 rows)",
        "sql-groundstation": "a,b\nx,1.5\ny,\\N",
        "sql-museum": "x y|2.0\nNULL|3.0",
    }[task_id]
    script = next(s for s in _scripts() if slug(s) == task_id)
    (path,) = (path for path in enacting.files("consoles") if path.stem == task_id)
    judged = msgspec.structs.replace(script, checks=console_of(path).checks(truth))
    found = grade(judged, reply)
    assert (found.content, found.format) == (content, form), [r.result.reason for r in found.results]


@pytest.mark.parametrize(
    "reply", ["```" * 6_000, "|" * 20_000, "(1 rows)\n" * 2_000, "\x00\ud800\u202e|,", "- " * 9_000]
)
def test_no_reply_breaks_a_check(reply: str) -> None:
    for script in _scripts():
        assert grade(script, reply).strict is False


def test_every_wrong_reply_differs_from_the_others() -> None:
    for script in _scripts():
        assert len({script.reference, *script.planted}) == len(script.planted) + 1, script.item_id
