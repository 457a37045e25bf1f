"""A track's bots as systems under test."""

import asyncio

import pytest

from interplay.core.driver import Ask
from interplay.core.errors import BudgetError
from interplay.core.records import Message
from interplay.systems.base import BotModel
from interplay.tracks import catalogue

ASK = Ask((Message(role="user", content="ping"),), None)


def test_bot_is_named_for_what_it_is_and_costs_no_tokens() -> None:
    bot = BotModel("echo", lambda ask: ask.messages[-1].content)
    reply = asyncio.run(bot.reply(ASK))
    assert (bot.system.name, bot.system.provider) == ("bot-echo", "interplay")
    assert (reply.text, reply.prompt_tokens, reply.completion_tokens) == ("ping", 0, 0)


def test_bot_counts_against_the_budget_before_it_replies() -> None:
    def meter() -> None:
        raise BudgetError("none left")

    asked: list[Ask] = []

    def noting(ask: Ask) -> str:
        asked.append(ask)
        return "text"

    with pytest.raises(BudgetError):
        asyncio.run(BotModel("noting", noting).reply(ASK, meter))
    assert asked == []


@pytest.mark.parametrize("track", catalogue.names())
def test_every_bot_of_every_track_has_a_name_that_a_command_line_can_hold(track: str) -> None:
    bots = catalogue.load(track).bots
    assert bots
    assert all(name == name.lower().replace("_", "-") and name.isascii() for name in bots)
