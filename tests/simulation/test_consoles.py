"""Terminals, databases and interpreters: the engines, the replies that were written down, and fair checks."""

import shutil
import subprocess
from collections.abc import Sequence
from functools import cache

import msgspec
import pytest

from interplay.core.errors import RecordError
from interplay.tracks.simulation.records import Script
from interplay.tracks.simulation.scores import grade
from interplay_builders.tracks.simulation import compose
from interplay_builders.tracks.simulation.consoles import bash, node, python, sqlite, texts
from interplay_builders.tracks.simulation.consoles.checking import checks
from interplay_builders.tracks.simulation.consoles.engines import SEALED, EngineError, output
from interplay_builders.tracks.simulation.consoles.record import computed, recorded
from interplay_builders.tracks.simulation.consoles.texts import Setup, TaskText, tasks
from interplay_builders.tracks.simulation.families import consoles
from interplay_builders.tracks.simulation.sessions import fence

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
    for number, session in enumerate(consoles.sessions("any")):
        found += compose.scripts_of(session, number, "canary")
    return tuple(found)


def _task(task_id: str) -> TaskText:
    return next(task for task in tasks() if task.task_id == task_id)


@pytest.mark.parametrize("task", tasks(), ids=lambda task: task.task_id)
def test_recorded_replies_are_what_the_engines_print(task: TaskText) -> None:
    _require(task.setup.engine)
    assert computed(task) == recorded(task.task_id)


def test_shell_keeps_directory_variables_and_functions_and_has_no_network() -> None:
    _require("bash")
    setup = Setup(engine="bash", style="plain", user="ada", start="work", files={"work/a.txt": "1\n2\n"})
    turns = (
        "x=3; f() { echo $((x * $1)); }; mkdir in; cd in",
        "pwd; f 7; cat ../a.txt nowhere",
        "tail -n +2 /proc/self/net/route | wc -l; g",
    )
    assert bash.replies(setup, turns) == (
        "",
        "/home/ada/work/in\n21\n1\n2\ncat: nowhere: No such file or directory",
        "0\nbash: g: command not found",
    )


def test_shell_prompt_shows_directory_and_status() -> None:
    _require("bash")
    setup = Setup(engine="bash", style="prompt", user="ada", folders=("work",))
    turns = ("cd work; (exit 7)", "true | false", "cd /; echo hi")
    assert bash.replies(setup, turns) == (
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
    assert sqlite.replies(Setup(engine="sqlite", style=style, sql=sql), requests) == tuple(expected)


def test_python_prompt_echoes_and_shortens_exceptions() -> None:
    setup = Setup(engine="python", style="prompt")
    turns = ("x = 2; x; None; 'a'", "for i in range(2): i", "x = 9; 1 / 0; x = 5", "x", "def (")
    found = python.replies(setup, turns)
    assert found[:4] == ("2\n'a'", "0\n1", "ZeroDivisionError: division by zero", "9")
    assert found[4].startswith("SyntaxError: ")


def test_python_cells_are_numbered_also_when_they_fail() -> None:
    setup = Setup(engine="python", style="cell")
    turns = ("x = 1; x", "print(x); y", "x; x = 3", "print(x); None")
    assert python.replies(setup, turns) == ("[1]\n1", "[2]\n1\n!NameError", "[3]", "[4]\n3")


def test_javascript_console_keeps_its_realm() -> None:
    _require("node")
    setup = Setup(engine="node", style="console")
    turns = ("let a = 1; console.log('x', 2); [a]", "a += 1; a.b.c", "a", "let a = 3", "() => 1")
    assert node.replies(setup, turns) == ("x 2\n< [1]", "x TypeError", "< 2", "x SyntaxError", "< undefined")


def test_javascript_scripts_run_on_an_exact_clock_each_anew() -> None:
    _require("node")
    setup = Setup(engine="node", style="script")
    late = "setTimeout(console.log, 20_000_000, 'late'); setTimeout(() => setTimeout(console.log, 5, 'b'), 5);"
    order = f"{late} setTimeout(console.log, 10, 'a'); Promise.resolve('now').then(console.log);"
    turns = (order, "globalThis.k = 1;", "console.log(typeof k); missing();")
    assert node.replies(setup, turns) == ("now\na\nb\nlate", "(silent)", "undefined\nUncaught ReferenceError")


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
        ("sql-library", "| a | b |\n|---|---|\n| x | 1 |\n| NULL | 2 |\n\n(3 rows)", True, False),
        ("sql-library", "| a | b |\n|---|---|\n| x | 1 |\n| | 2 |\n\n(2 rows)", False, True),
        ("sql-library", "| a | b |\n|---|---|\n| X | 1 |\n| NULL | 2 |\n\n(2 rows)", False, True),
        ("sql-groundstation", "```csv\na,b\nx,1.5\ny,\\N\n```", True, True),
        ("sql-groundstation", "```\na,b\nx,1.50\ny,\\N\n```", True, True),
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
    script = next(s for s in _scripts() if s.task_id == task_id)
    found = grade(_with_checks(script, _task(task_id), truth), reply)
    assert (found.content, found.format) == (content, form), [r.result.reason for r in found.results]


def _with_checks(script: Script, task: TaskText, truth: str) -> Script:
    return msgspec.structs.replace(script, checks=checks(task, truth))


@pytest.mark.parametrize(
    "reply", ["```" * 6_000, "|" * 20_000, "(1 rows)\n" * 2_000, "\x00\ud800\u202e|,", "- " * 9_000]
)
def test_no_reply_breaks_a_check(reply: str) -> None:
    for script in _scripts():
        assert grade(script, reply).strict is False


def test_edit_that_changes_nothing_is_refused() -> None:
    task = _task("sql-museum")
    with pytest.raises(RecordError, match="expected the text that an edit changes"):
        consoles._slip(task, "a|b", texts.Slip(old="c", new="d"))


def test_every_wrong_reply_differs_from_the_others() -> None:
    for script in _scripts():
        assert len({script.reference, *script.planted}) == len(script.planted) + 1, script.item_id
