"""A person at the terminal, played by a script."""

import asyncio
import io

import pytest

from interplay.core.driver import Ask, Done, begin
from interplay.core.errors import FatalModelError
from interplay.core.records import Message
from interplay.systems import catalogue
from interplay.systems.base import Sampling
from interplay.systems.endpoint import EndpointOptions
from interplay.systems.human import Human
from interplay.tracks.games.match.play import episode
from tests.games import matches


class Terminal(io.StringIO):
    """Input that says it is typed."""

    def isatty(self) -> bool:
        return True


def ask_of(game: str) -> Ask:
    ask = begin(episode(matches.item(game)))
    assert not isinstance(ask, Done)
    return ask


def answered(ask: Ask, typed: str) -> tuple[str, str]:
    """Return the person's reply, and all that was shown."""
    shown = io.StringIO()
    reply = asyncio.run(Human("anna", Terminal(typed), shown).reply(ask))
    return reply.text, shown.getvalue()


def test_a_number_chooses_a_listed_action() -> None:
    reply, shown = answered(ask_of("tictactoe"), "2\n")
    assert reply in shown
    assert f"   2  {reply}\n" in shown


def test_anything_else_is_the_reply_as_typed() -> None:
    assert answered(ask_of("tictactoe"), "X: (3,3)\n")[0] == "X: (3,3)"
    assert answered(ask_of("tictactoe"), "99\n")[0] == "99"


def test_free_text_is_asked_for_without_a_menu() -> None:
    reply, shown = answered(ask_of("undercover"), "something you wear\n")
    assert reply == "something you wear"
    assert shown.endswith("Your reply: ")


def test_control_characters_are_not_sent_to_the_terminal() -> None:
    ask = Ask((Message(role="user", content="\x1b[2J look"),), None)
    assert "\x1b" not in answered(ask, "ok\n")[1]


def test_the_end_of_input_ends_the_run() -> None:
    with pytest.raises(FatalModelError, match="goes on from here"):
        answered(ask_of("tictactoe"), "")


def test_without_a_terminal_nobody_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n"))
    with pytest.raises(FatalModelError, match="standard input is none"):
        catalogue.load("human", {}, Sampling(), EndpointOptions())
