"""The checks of boards, routes and amplitudes: what passes, what fails, and that no reply breaks one."""

import time

import pytest

from interplay.tracks.simulation import checks
from tests.simulation.check_tables import Row, cases, made

CHESS: dict[str, object] = {
    "rows": ["r...k...", "P......."],
    "symbols": "KQRBNPkqrbnp.",
    "labels": list("abcdefgh12345678"),
    "said": ["White to move, check"],
}
NOUGHTS: dict[str, object] = {
    "rows": ["X.O", "...", "O.X"],
    "symbols": "XO.",
    "aliases": ["_."],
    "said": ["Score X 1", "X to move"],
}
ROUTE: dict[str, object] = {"stops": ["Ash", "Elm", "Dale"], "places": ["Ash", "Birch", "Dale", "Elm"], "total": 17}
BELL: dict[str, object] = {"terms": [["00", 0.7071067812, 0.0], ["11", 0.0, -0.7071067812]]}
CHANCES: dict[str, object] = {"terms": [["01", 0.625, 0.0], ["10", 0.375, 0.0]], "tolerance": 0.00005}
TABLE: tuple[Row, ...] = (
    (
        "board",
        NOUGHTS,
        (
            "X . O\n. . .\nO . X\nScore X 1\nX to move",
            "```\nX|_|O\n-+-+-\n_|_|_\n-+-+-\nO|_|X\n```\n**Score X 1**\n\nx to move.",
            "Here you are:\n\nX . O  \r\n. . .\r\nO . X\r\nScore X 1\r\nX to move\r\n",
        ),
        (
            "X . O\n. . .\nO . X\nX to move\nScore X 1",
            "X . O\n. . .\nO . X\nScore X 1\nO to move",
            "X . O\n. X .\nO . X\nScore X 1\nX to move",
            "X . O\n. . .\nScore X 1\nX to move",
            "X . O\n. . .\nO . X\n. . .\nScore X 1\nX to move",
            "",
        ),
    ),
    (
        "board",
        CHESS,
        (
            "r . . . k . . .\nP . . . . . . .\nWhite to move, check",
            "8 r . . . k . . . 8\n7 P . . . . . . .\n  a b c d e f g h\nWhite to move, check",
            "| r | . | . | . | k | . | . | . |\n|---|---|\n| P | . | . | . | . | . | . | . |\n`White to move, check`",
        ),
        (
            "r . . . k . . .\n. P . . . . . .\nWhite to move, check",
            "r . . . k . . .\nP . . . . . . .\nWhite to move",
            "R . . . K . . .\np . . . . . . .\nWhite to move, check",
        ),
    ),
    (
        "route",
        ROUTE,
        (
            "Ash > Elm > Dale\n17 min",
            "```\nASH -> elm -> dale (17)\n```",
            "17 minutes: Ash, Elm, Dale",
            "The way is Ash (0), Elm (9), Dale: total 17.0 min.",
        ),
        (
            "Ash > Dale\n17 min",
            "Ash > Elm > Dale\n18 min",
            "Ash > Elm > Dale",
            "Ash > Elm > Birch > Dale\n17 min",
            "Dale > Elm > Ash\n17 min",
            "no route",
            "Ash > Elms > Dale\n17 min",
        ),
    ),
    (
        "amplitudes",
        BELL,
        (
            "|00> 0.707+0.000i\n|11> 0.000-0.707i",
            "```\n|11⟩: 0-0.7071i\n|00⟩: 0.7071\n```",
            "- |00> 0.707\n- |01> 0\n- |11> 0 - 0.707i",
        ),
        (
            "|00> 0.707+0.000i\n|11> 0.000+0.707i",
            "|00> 0.706+0.000i\n|11> 0.000-0.707i",
            "|00> 0.707\n|11> 0.707\n|00> 0.707",
            "|00> 0.707",
            "(|00> + |11>)/√2",
            "|00> 0.707+0.000i\n|11> 0.000-0.707i\n|10> 0.500+0.000i",
            "|00>|11>",
            "|00> 1/0\n|11> -0.7071i",
            "0.707\n-0.707i",
            "|00> 1/√2\n|11> 0-0.7071i",
            "|00> 0.707+0.000i\n|11> 0.000-0.707i\nor the other way round",
            "",
        ),
    ),
    (
        "amplitudes",
        CHANCES,
        ("01 62.50%\n10 37.50%", "01: 62.5 %\n10: 37.5 %", "- 10: 0.375\n- 01: 0.625\n- 00: 0%"),
        ("01 62.5\n10 37.5", "01 37.50%\n10 62.50%", "01 62.51%\n10 37.49%", "1 62.50%\n0 37.50%"),
    ),
)
HOSTILE = (
    "\x00" * 20_000,
    "\ud800" * 10_000,
    "(" * 20_000,
    "|00> " + "(" * 1_900,
    "|00> " + "√" * 1_900,
    "|00> " + "e^" * 900,
    "|00> " + "9" * 1_900,
    "|00> exp(exp(exp(exp(9))))\n|11> 1e99",
    "|00> 9e99*9e99*9e99*9e99\n|11> 9e99*9e99*9e99*9e99-9e99*9e99*9e99*9e99",
    "|00>+" * 4_000,
    "|00> 1" + " |" * 9_000,
    "|00>" + " " * 19_000 + "1",
    "X " * 10_000,
    "X\n" * 10_000,
    "```\n" * 5_000,
    "Ash " * 5_000,
    "1," * 10_000,
    "a" * 20_000,
)
CASES = cases(TABLE)


@pytest.mark.parametrize(("kind", "params", "reply", "passes"), CASES)
def test_accepted_and_rejected_variants(kind: str, params: dict[str, object], reply: str, *, passes: bool) -> None:
    result = checks.run(made(kind, params), reply)
    assert (result.verdict == "pass") is passes, result.reason
    if not passes:
        assert "expected" in result.reason


@pytest.mark.parametrize("reply", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_replies_are_graded_quickly_and_raise_nothing(reply: str) -> None:
    taken = []
    for _ in range(3):
        started = time.process_time()
        for kind, params, _, _ in TABLE:
            result = checks.run(made(kind, params), reply)
            assert result.verdict == "fail"
            assert len(result.reason) <= 300
        taken.append(time.process_time() - started)
    assert min(taken) < 0.05 * len(TABLE)  # the machine may be busy with something else
