"""Families of hard scripts by real programs: each draws from a seed, is graded rightly, and gets harder by level."""

import shutil
from datetime import datetime, timedelta
from functools import cache

import pytest
from msgspec.structs import replace

from interplay.core.discovery import Catalogue
from interplay.core.randomness import Stream
from interplay.tracks.simulation.records import Script
from interplay.tracks.simulation.scores import passes
from interplay_builders.tracks.simulation import compose
from interplay_builders.tracks.simulation.families.chess.rules import START, Position
from interplay_builders.tracks.simulation.gates import gates
from interplay_builders.tracks.simulation.hard import programs
from interplay_builders.tracks.simulation.hard.base import Family, ProgramMissing
from interplay_builders.tracks.simulation.hard.families import (
    bc_desk,
    domain_desk,
    event_loop,
    float_prompt,
    git_graph,
    legal_moves,
    merge_conflict,
    old_clocks,
    screen_log,
)
from interplay_builders.tracks.simulation.hard.terminal import Terminal
from interplay_builders.tracks.simulation.sessions import Session
from tests.support import slow

FAMILIES: Catalogue[Family] = Catalogue("interplay_builders.tracks.simulation.hard.families", "FAMILY", "family")
PROGRAMS = (
    "bc_desk", "domain_desk", "float_prompt", "old_clocks", "screen_log", "set_order",
    *slow("event_loop", "git_graph", "legal_moves", "merge_conflict", "regex_console"),
)  # fmt: skip
"""The families of this file; others are tested elsewhere. Those last draw or check for seconds."""
LEVELS = (1, 2, 3, 4)


@cache
def _session(family: str, level: int, seed: str) -> Session:
    try:
        return FAMILIES.load(family).session(Stream("simulation", seed, f"{family}/{level}"), level)
    except ProgramMissing as error:
        pytest.skip(str(error))


def _script(family: str, level: int, seed: str) -> Script:
    (script,) = compose.scripts_of(_session(family, level, seed), 1, "canary")
    return replace(script, split="hard", level=level)


@pytest.mark.parametrize("family", PROGRAMS)
@pytest.mark.slow
def test_a_seed_gives_the_same_dialogue_again_and_others_give_others(family: str) -> None:
    for level in LEVELS:
        chance = Stream("simulation", "a", f"{family}/{level}")
        assert FAMILIES.load(family).session(chance, level) == _session(family, level, "a")
    assert len({_script(family, level, seed).messages for level in LEVELS for seed in "abc"}) == 12
    assert len({_session(family, level, seed).task for level in LEVELS for seed in "abc"}) == 1


@pytest.mark.parametrize("family", PROGRAMS)
def test_references_pass_and_near_misses_and_planted_replies_fail(family: str) -> None:
    for level in LEVELS:
        for seed in "abc":
            script = _script(family, level, seed)
            assert list(gates.problems(script)) == [], (level, seed)
            assert len(script.planted) >= 3
            assert not any(passes(script, text) for text in script.planted)
            assert not any(passes(script, text) for text in _last_words(script))


def _last_words(script: Script) -> list[str]:
    """Return what programs send that know nothing."""
    replies = [message.content for message in script.messages if message.role == "assistant"]
    return ["", "none", script.messages[-1].content, *replies]


@pytest.mark.parametrize("family", PROGRAMS)
def test_replies_in_any_natural_form_pass(family: str) -> None:
    script = _script(family, 3, "a")
    inside = script.reference.removeprefix("```\n").removesuffix("\n```")
    blanks = "\n".join(f"{line}  " for line in inside.split("\n"))
    for reply in (f"```text\n{inside}\n```\n", f"Here it is:\n\n```\n{blanks}\n```", f"~~~\n{inside}\n\n~~~"):
        assert passes(script, reply), reply


@pytest.mark.parametrize("family", PROGRAMS)
def test_levels_rise_in_size_and_the_last_turn_is_never_trivial(family: str) -> None:
    sizes = [sum(len(_session(family, level, seed).exchanges[-1].reply) for seed in "abc") for level in LEVELS]
    work = [
        sum(len(turn.request) for seed in "abc" for turn in _session(family, level, seed).exchanges) for level in LEVELS
    ]
    assert sizes[0] < sizes[3] or family == "legal_moves"
    assert work[0] < work[1] < work[3]
    assert all(len(_session(family, 1, seed).exchanges[-1].reply) > len("```\n1\n```") for seed in "abc")


@pytest.mark.parametrize("family", PROGRAMS)
def test_dialogues_stay_within_what_is_downloaded_and_no_sentence_comes_twice(family: str) -> None:
    for level in LEVELS:
        for seed in "abc":
            script = _script(family, level, seed)
            assert sum(len(message.content) for message in script.messages) <= 30_000
            assert len(script.reference) <= 16_000
            asked = [turn.request for turn in _session(family, level, seed).exchanges]
            openings = [text.strip().split("\n")[0][:40] for text in asked if not text.startswith("\n")]
            assert len(set(openings)) == len(openings)


@pytest.mark.parametrize("family", PROGRAMS)
def test_the_program_and_its_version_stand_in_the_task(family: str) -> None:
    origin = _session(family, 1, "a").task.provenance
    assert any(c.isdigit() for c in origin) or "reference simulator" in origin
    assert 40 <= len(_session(family, 1, "a").task.brief.split()) <= 260


def test_a_program_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ProgramMissing, match="no-such-program is not installed"):
        programs.run(("no-such-program",))
    for family in (git_graph, event_loop, bc_desk, merge_conflict):
        family.task.cache_clear()
    programs.version.cache_clear()
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    for family in (git_graph, event_loop, bc_desk, merge_conflict):
        with pytest.raises(ProgramMissing):
            family.FAMILY.session(Stream("simulation", "a", "x"), 1)


def test_programs_run_without_this_machine_s_settings_and_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_OF_MINE", "x")
    printed = programs.run(("bash", "-c", "env; ls -A; cat a; ls /sys/class/net"), files={"a": "text\n"})
    assert "SECRET_OF_MINE" not in printed
    assert "a\ntext\n" in printed


def test_half_of_the_binary_results_are_not_the_decimal_ones() -> None:
    codes = [code for n in range(30) for code in float_prompt.expressions(Stream("test", n, "x"), 3, 8)]
    odd = sum(repr(eval(code)) != float_prompt.decimal(code) for code in codes)
    assert 0.35 < odd / len(codes) < 0.65


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("bücher", "xn--bcher-kva"),
        ("Bu\u0308cher", "xn--bcher-kva"),
        ("đà-lạt-cà-phê", "xn---lt-c-ph-yyaf7iruy782a"),
        ("他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"),  # RFC 3492, 7.1 (B)
        ("3年B組金八先生", "xn--3b-ww4c5e180e575a65lsy2b"),  # RFC 3492, 7.1 (L), in lower case as labels are
        ("plain", "plain"),
    ],
)
def test_labels_are_those_of_the_standard(name: str, label: str) -> None:
    assert domain_desk.label(name) == label


@pytest.mark.parametrize(
    ("log", "screen"),
    [
        ("ab\rc", ["cb"]),
        ("abc\b\bX", ["aXc"]),
        ("a\tb", ["a       b"]),
        ("ab\tcdefgh", ["ab      cd", "efgh"]),
        ("0123456789", ["0123456789"]),
        ("0123456789\rX", ["X123456789"]),
        ("0123456789A", ["0123456789", "A"]),
        ("0123456789\nA", ["0123456789", "A"]),
        ("abc\x1b[2D\x1b[K", ["a"]),
        ("abc\x1b[2D\x1b[1K", ["  c"]),
        ("abc\x1b[2K!", ["   !"]),
        ("a\nb\nc\x1b[2;1H\x1b[J", ["a"]),
        ("a\nb\nc\x1b[2;1H\x1b[1J", ["", "", "c"]),
        ("a\nb\nc\nd\ne", ["b", "c", "d", "e"]),
        ("a\nb\x1b[A\x1b[3G!", ["a !", "b"]),
        ("a\nb\nc\r\x1b[A\x1b[L!", ["a", "!", "b", "c"]),
        ("a\nb\nc\r\x1b[2A\x1b[M", ["b", "c"]),
        ("abcdef\r\x1b[2P", ["cdef"]),
        ("abcdef\r\x1b[C\x1b[2@", ["a  bcdef"]),
        ("abcdef\r\x1b[C\x1b[2X", ["a  def"]),
        ("a\x1b7\x1b[3;3Hx\x1b8b", ["ab", "", "  x"]),
        ("a\nb\nc\nd\x1b[2;3r\x1b[3;1Hx\ny", ["a", "x", "y", "d"]),
        ("a\nb\nc\nd\x1b[2;3r\x1b[2;1H\x1bM!", ["a", "!", "b", "d"]),
        ("a\nb\nc\nd\x1b[2;3r\x1b[S", ["a", "c", "", "d"]),
        ("a\nb\nc\nd\x1b[2;3r\x1b[4;1H\n!", ["a", "b", "c", "!"]),
        ("a\nb\nc\nd\x1b[2;3r\x1b[4;1H\x1b[9A!", ["a", "!", "c", "d"]),
        ("\x1b[1;31mred\x1b[0m", ["red"]),
    ],
)
def test_the_screen_is_that_of_a_terminal(log: str, screen: list[str]) -> None:
    terminal = Terminal(4, 10)
    terminal.write(log)
    assert terminal.lines() == [*screen, *[""] * (4 - len(screen))]


def test_a_control_that_is_not_known_is_refused() -> None:
    for log in ("\x1b[5n", "\x1b(B", "\x07"):
        with pytest.raises(ValueError, match="expected a known"):
            Terminal(4, 10).write(log)


def test_logs_are_as_cat_prints_them() -> None:
    log = "".join(screen_log._Job(Stream("test", 1, "x"), 4).log(30))
    printed = programs.run(("bash", "-c", "cat -vT log"), files={"log": log})
    assert screen_log.escaped(log) == printed.removesuffix("\n")


@pytest.mark.parametrize(("depth", "nodes"), [(1, 20), (2, 400), (3, 8_902)])
def test_the_arbiter_knows_the_published_numbers_of_moves(depth: int, nodes: int) -> None:
    positions = [Position.of(START)]
    for _ in range(depth):
        positions = [position.after(move) for position in positions for move in position.legal()]
    assert len(positions) == nodes
    assert (
        len(legal_moves.legal(Position.of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")))
        == 48
    )


def test_replies_are_counted_as_published() -> None:
    for position, replies in (
        (START, 400),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2_039),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 191),
    ):
        rows = legal_moves.counted(Position.of(position))
        assert sum(int(row.split()[1]) for row in rows) == replies
        assert [row.split()[0] for row in rows] == legal_moves.legal(Position.of(position))


def test_a_regex_with_an_index_matches_at_least_once() -> None:
    for level in LEVELS:
        for seed in "abc":
            assert "true" in _session("regex_console", level, seed).exchanges[0].reply.split("\n")[1]


def test_several_merges_are_made_one_after_the_other() -> None:
    files = {"base": "a\nb\nc\nd\ne", "mine": "A\nb\nc\nd\ne", "lena": "x\nb\nc\nd\ne", "tom": "a\nb\nc\nd\nE"}
    last = f"{merge_conflict.LAST} tom"
    assert merge_conflict.merged(files, [last]) == "A\nb\nc\nd\nE"
    assert merge_conflict.merged(files, ["git merge-file --union mine base lena", last]) == "A\nx\nb\nc\nd\nE"
    assert merge_conflict.merged(files, ["git merge-file --theirs mine base lena", last]) == "x\nb\nc\nd\nE"


@pytest.mark.parametrize("level", [2, 3, 4])
def test_workers_do_all_jobs(level: int) -> None:
    printed = _session("event_loop", level, "a").exchanges[-1].reply.split("\n")
    workers, jobs, modulus = event_loop.POOLS[level]
    done = [row.split(":")[1] for row in printed if ":" in row]
    assert len(done) == jobs
    assert all(int(number) < modulus for number in done)
    assert sum(row.endswith(" done") for row in printed) == workers


def test_moments_are_in_whole_minutes_and_no_change_of_clocks_is_near() -> None:
    chance = Stream("test", 1, "clocks")
    for name, moment in [old_clocks._moment(chance, 4) for _ in range(300)]:
        beside = [old_clocks.offset(name, moment + timedelta(hours=hours)) for hours in (-24, 0, 24)]
        assert len(set(beside)) == 1
        assert beside[0].seconds % 60 == 0


@pytest.mark.slow
def test_many_pieces_of_a_log_show_on_the_last_screen() -> None:
    for seed in range(3):
        job = screen_log._Job(Stream("test", seed, "x"), 4)
        pieces = job.pieces(170)
        screen = screen_log.screens(["".join(pieces)])
        used = sum(screen_log.screens(["".join(pieces[:n] + pieces[n + 1 :])]) != screen for n in range(170))
        assert used > 40


def test_clocks_follow_the_rules_of_their_time() -> None:
    for name, moment, local in (
        ("Europe/London", "1944-06-06T05:30+00:00", "1944-06-06T07:30:00+02:00"),  # double summer time
        ("Pacific/Apia", "2011-12-30T10:00+00:00", "2011-12-31T00:00:00+14:00"),  # the day that Samoa left out
        ("Asia/Kathmandu", "1985-12-31T18:00+00:00", "1985-12-31T23:30:00+05:30"),
        ("Africa/Monrovia", "1971-01-01T12:00+00:00", "1971-01-01T11:15:30-00:44:30"),
    ):
        assert old_clocks.converted(name, datetime.fromisoformat(moment)) == local
