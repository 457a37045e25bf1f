"""A person at the terminal, played by a script."""

import asyncio
import io
import os
import signal
import sys
import threading
from pathlib import Path

import pytest

from interplay.core.driver import Ask, Done, Reply, advance, begin, drive
from interplay.core.errors import FatalModelError
from interplay.core.records import Message
from interplay.core.release import Release, open_release
from interplay.core.text import noop
from interplay.running import run
from interplay.running.options import RunSpec
from interplay.systems.base import Meter
from interplay.tracks import catalogue as tracks
from interplay.tracks.games.match.play import episode
from interplay.tracks.games.records import Item
from interplay_lab.systems.human import Human, lines_of
from tests.fake_openai import DEADLINE
from tests.games import matches

LAST, NEW = Message(role="user", content="last"), Message(role="user", content="new")
FREE = Ask((LAST,), None)


def ask_of(game: str) -> Ask:
    ask = begin(episode(matches.item(game)))
    assert not isinstance(ask, Done)
    return ask


def answered(ask: Ask, given: str) -> tuple[str, str]:
    """Return the person's reply, and all that was shown."""
    shown = io.StringIO()
    reply = asyncio.run(Human("anna", io.StringIO(given).readline, shown).reply(ask))
    return reply.text, shown.getvalue()


def test_a_number_chooses_a_listed_action() -> None:
    reply, shown = answered(ask_of("tictactoe"), "2\n")
    assert reply in shown
    assert f"   2  {reply}\n" in shown


def test_anything_else_is_the_reply_as_typed() -> None:
    assert answered(ask_of("tictactoe"), "X: (3,3)\n")[0] == "X: (3,3)"


def test_a_number_that_is_not_on_the_list_is_asked_again_and_not_sent() -> None:
    reply, shown = answered(ask_of("tictactoe"), "99\n100000\n0\n2\n")
    assert f"   2  {reply}\n" in shown
    assert shown.count("The numbers are 1 to 7; nothing was sent.") == 3


def test_hundreds_of_actions_are_not_listed_and_a_number_is_then_a_reply() -> None:
    reply, shown = answered(ask_of("bid"), "5\n")
    assert reply == "5"
    assert shown.endswith("Your reply: ")
    assert len(shown) < 3_000


def test_free_text_is_asked_for_without_a_menu() -> None:
    reply, shown = answered(ask_of("undercover"), "something you wear\n")
    assert reply == "something you wear"
    assert shown.endswith("Your reply: ")


def test_control_characters_are_not_sent_to_the_terminal() -> None:
    ask = Ask((Message(role="user", content="\x1b[2J look"),), None)
    assert "\x1b" not in answered(ask, "ok\n")[1]


def test_the_end_of_input_ends_the_run() -> None:
    with pytest.raises(FatalModelError, match="the same command resumes"):
        answered(ask_of("tictactoe"), "")


def test_lines_between_fences_are_one_reply() -> None:
    assert answered(FREE, '"""\nfirst\n\n  second\n"""\nnext\n')[0] == "first\n\n  second"
    assert answered(FREE, '"""\n"""\n')[0] == ""


def test_empty_lines_between_replies_are_passed_over() -> None:
    assert answered(FREE, "\n  \r\n the reply \r\n")[0] == " the reply "


@pytest.mark.parametrize("given", ["\n\n", '"""\nbegun'])
def test_a_reply_that_is_not_whole_is_not_sent(given: str) -> None:
    with pytest.raises(FatalModelError, match="the same command resumes"):
        answered(FREE, given)


def test_a_dialogue_is_shown_whole_once_and_then_what_is_new() -> None:
    shown = io.StringIO()
    person = Human("anna", io.StringIO("one\ntwo\nthree\n").readline, shown)
    turns = [Message(role="user", content="first"), Message(role="assistant", content="said"), LAST]

    async def go() -> list[str]:
        found = []
        for messages in (turns, [*turns, Message(role="assistant", content="one"), NEW], [NEW]):
            found.append((await person.reply(Ask(tuple(messages), None))).text)
            found.append(shown.getvalue())
            shown.truncate(0)
            shown.seek(0)
        return found

    first, begun, second, later, third, other = asyncio.run(go())
    assert (first, second, third) == ("one", "two", "three")
    assert "[You are told]\nfirst\n[You said]\nsaid\n[You are told]\nlast\n" in begun
    assert "new" in later
    assert "first" not in later
    assert "new" in other


def test_a_match_shows_its_rules_once_and_names_the_opponent_when_it_has_ended() -> None:
    shown = io.StringIO()
    item = matches.item("tictactoe", ("system", "bot:greedy@1"))
    person = Human("anna", io.StringIO("1\n" * 9).readline, shown)
    prediction = drive(episode(item), lambda ask: asyncio.run(person.reply(ask)).text)
    person.ended(item, prediction)
    text = shown.getvalue()
    assert text.count("TicTacToe: you are seat 0. Ctrl-C stops and keeps your replies") == 1
    assert text.count("bot-competent") == 1, "a model is not told either who plays against it"
    assert text.count("You are playing TicTacToe") == 1
    assert text.count("The board now:") == len(prediction.rounds) // 2 + len(prediction.rounds) % 2
    last = text.split("=" * 72)[-1]
    assert prediction.claimed is not None
    assert f"Ended: {prediction.claimed.reason}. Returns: " in last
    assert "    | " in last, "the last position"
    word = {-1: "You lost", 0: "You drew", 1: "You won"}[
        round(prediction.claimed.returns[item.players.index("system")])
    ]
    assert last.endswith(f"{word} against bot-competent (bot:greedy@1).\n")


def test_a_person_is_told_no_role_that_models_are_not_told(release: Release) -> None:
    item = next(item for item in release.rows("games", Item) if "/undercover/" in item.item_id)
    shown = io.StringIO()
    person = Human("anna", io.StringIO("").readline, shown)
    with pytest.raises(FatalModelError):  # the input ends at the first request
        drive(episode(item), lambda ask: asyncio.run(person.reply(ask)).text)
    assert "Undercover: you are seat " in shown.getvalue()
    assert item.item_id not in shown.getvalue()


def test_after_a_reply_that_cannot_be_played_the_board_is_shown_again() -> None:
    steps = episode(matches.item("tictactoe"))
    first = begin(steps)
    assert not isinstance(first, Done)
    shown = io.StringIO()
    person = Human("anna", io.StringIO("help\n1\n").readline, shown)
    again = advance(steps, asyncio.run(person.reply(first)))
    assert not isinstance(again, Done)
    asyncio.run(person.reply(again))
    last = shown.getvalue().split("=" * 72)[-1]
    assert "That cannot be played" in last
    assert "That reply counted. Ctrl-C stops" in last
    assert "The board now:" in last
    assert "You are playing TicTacToe" not in last


def test_an_error_in_the_thread_that_waits_reaches_the_run() -> None:
    def broken() -> str:
        raise OSError("no input")

    with pytest.raises(OSError, match="no input"):
        asyncio.run(Human("anna", broken, io.StringIO()).reply(FREE))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows wakes its loop itself")
def test_an_interrupt_that_does_not_wake_the_loop_is_not_lost() -> None:
    answered, waits = threading.Event(), []

    def line() -> str:
        signal.raise_signal(signal.SIGINT)  # to this thread, while the loop waits in another
        waits.append(answered.wait(DEADLINE))
        return ""

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(Human("me", line, io.StringIO()).reply(ask_of("bargain")))
    answered.set()
    while not waits:
        threading.Event().wait(0.01)
    assert waits == [True]


def test_lines_come_from_a_file_that_gives_them_piecemeal() -> None:
    reading, writing = os.pipe()
    line = lines_of(reading)
    os.write(writing, "a\nä".encode()[:-1])
    assert line() == "a\n"
    os.write(writing, "ä".encode()[-1:] + b"\nlast")
    os.close(writing)
    assert [line(), line(), line(), line()] == ["ä\n", "last", "", ""]
    os.close(reading)


def test_a_person_is_asked_one_thing_at_a_time(tmp_path: Path) -> None:
    asked: list[int] = []

    class Slow(Human):
        async def reply(self, ask: Ask, meter: Meter = noop) -> Reply:
            asked.append(len(asked))
            assert len(asked) - len(answers) == 1
            await asyncio.sleep(0)
            answers.append("x")
            return Reply("x")

    answers: list[str] = []
    options = RunSpec(limit=4, concurrency=8)
    output = tmp_path / "me.jsonl"
    asyncio.run(run.run(tracks.load("positions"), open_release(), Slow("anna", str), output, options))
    assert len(answers) == 4
