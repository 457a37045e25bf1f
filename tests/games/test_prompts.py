"""What the prompts of all games share: how to reply, what failed replies lead to, what ``compat`` leaves alone."""

import hashlib
import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from interplay.core.driver import Ask
from interplay.core.errors import MoveError
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import Game, Prompt
from interplay.tracks.games.match.play import Situation
from tests.games import matches

GAMES = catalogue.names()
MENUS = tuple(name for name in GAMES if catalogue.load(name).suite == "gamebench")
PAPERS = tuple(name for name in GAMES if catalogue.load(name).suite == "llmarena")
SPEECH = ("are_you_the_traitor", "codenames", "pit", "two_rooms_and_a_boom")
QUIET = {"skip", "decline", "no_report", "pass", "end_turn"}
AT_RANDOM = "a random listed action is played for you."
Substitutes = Callable[[list[str]], set[str]]


def rest(*without: str) -> Substitutes:
    """Return all listed ids that do not begin with these."""
    return lambda listed: {action for action in listed if not action.startswith(without)}


def quiet(listed: list[str]) -> set[str]:
    """Return the listed ids that say or do nothing, all ids where there are none."""
    return QUIET.intersection(listed) or set(listed)


SUBSTITUTED: dict[str, tuple[str, Substitutes]] = {
    "air_land_sea": ("a random listed action other than withdraw is played for you.", rest("withdraw")),
    "arctic_scavengers": (
        "you pass where pass is listed; elsewhere a random listed action that trashes nothing is played for you.",
        lambda listed: {"pass"} if "pass" in listed else rest("trash:")(listed),
    ),
    "are_you_the_traitor": ("you skip, decline or pass, or accuse somebody at random where you must accuse.", quiet),
    "bargain": ("a proposal is drawn at random for you.", rest("deal")),
    "bid": ("your bid is $0.00.", lambda _: {"bid:0"}),
    "codenames": (
        "a spymaster gives no clue, an operative ends the turn, or guesses at random where the turn may not end yet.",
        lambda listed: quiet(listed) if listed else {'submit_clue "(silence)"'},
    ),
    "connect_four": ("a disc is dropped for you into a random open column.", rest()),
    "hanabi": ("a discard or a hint is drawn at random for you.", rest("play")),
    "hive": (AT_RANDOM, rest()),
    "holdem": ("an action on offer is drawn at random for you.", rest()),
    "pit": ("you pass.", lambda _: {"pass"}),
    "santorini": (AT_RANDOM, rest()),
    "sea_battle": (AT_RANDOM, rest()),
    "tictactoe": ("a random free cell is marked for you.", rest()),
    "two_rooms_and_a_boom": ("you ask, answer or write nothing, or as leader send somebody at random.", quiet),
    "undercover": ("", lambda listed: set(listed) or {"clue:"}),
}
"""What prompts say is played after the last failed reply, and what that is of the listed actions."""
COMPAT = {
    "bargain": "d6c00126fce6ef5b4cb951ff6cf1871f",
    "bid": "31ffcb735a0810b4002554082af3b5a1",
    "connect_four": "90f3f904805b7d5a1f0c623b84417266",
    "hanabi": "21abc294ab9581c586d8d307796c72ba",
    "holdem": "9ff95004c668e89629c8bdad405b4efd",
    "tictactoe": "c403e4278c38349bd8d2a1aefe965ea0",
    "undercover": "0645c062ce55a4983047efb20a82594f",
}
"""Digests of all prompts of two matches in profile ``compat``, whose words change only with a release of the data."""


def decisions(name: str, profile: str = "strict") -> Iterator[tuple[Game[Any, Any], Any, int]]:
    """Yield the first 60 decisions of each of two matches of random moves."""
    for seed in "ab":
        asked: list[Situation] = []
        player = matches.randomly(seed)

        def reply(ask: Ask, asked: list[Situation] = asked, player: Callable[[Ask], str] = player) -> str:
            assert isinstance(ask.situation, Situation)
            asked.append(ask.situation)
            return player(ask)

        matches.play(matches.item(name, seed=seed, profile=profile), reply)
        yield from ((at.game, at.state, at.seat) for at in asked[:60])


def prompts(name: str, profile: str = "strict") -> list[Prompt]:
    """Return the prompts of these decisions."""
    return [game.prompt(state, seat) for game, state, seat in decisions(name, profile)]


def listed(game: Game[Any, Any], state: Any, seat: int) -> list[str]:
    """Return the canonical texts of the legal actions that need no words."""
    menu = getattr(game, "menu", None)
    if menu is not None:
        return list(menu(state, seat))
    legal = game.legal(state, seat)
    return [] if not isinstance(legal, list | tuple | range) else [game.encode(action) for action in legal]


@pytest.mark.parametrize("name", GAMES)
def test_prompts_say_truly_what_is_played_when_no_reply_was_a_move(name: str) -> None:
    said, substitutes = SUBSTITUTED[name]
    start = "to one decision that name no listed action," if name in MENUS else "without a legal move"
    for game, state, seat in decisions(name):
        prompt = game.prompt(state, seat)
        assert f"{game.policy.attempts} replies {start} {said}" in (prompt.system if name in MENUS else prompt.again)
        assert {game.encode(action) for action in game.fallback(state, seat)} == substitutes(listed(game, state, seat))


@pytest.mark.parametrize("name", PAPERS)
def test_a_failed_reply_is_answered_with_the_whole_instruction(name: str) -> None:
    for prompt in prompts(name):
        assert prompt.again.endswith(f" {prompt.action}")
        assert "replies without" not in prompt.system + prompt.observation + prompt.action


@pytest.mark.parametrize("name", GAMES)
def test_every_prompt_leaves_room_to_think_before_the_reply(name: str) -> None:
    for prompt in prompts(name):
        assert prompt.action.count("You may think first") == 1
        assert not re.search(r"and nothing else|with one line:|exactly \"", prompt.action)


@pytest.mark.parametrize("name", MENUS)
def test_menus_say_what_others_read_where_players_speak_and_show_no_form_that_is_a_move(name: str) -> None:
    spoken = 0
    for game, state, seat in decisions(name):
        prompt = game.prompt(state, seat)
        speaks = "Actions with a text of your own:" in prompt.action
        assert ("Of your reply, others read only the text." in prompt.action) == speaks
        spoken += speaks
        forms = re.findall(r"^Action: .*", prompt.again, re.MULTILINE)
        assert forms
        for form in forms:
            with pytest.raises(MoveError):
                game.parse(state, seat, form)
    assert (spoken > 0) == (name in SPEECH)


@pytest.mark.parametrize("name", PAPERS)
def test_forms_to_fill_in_are_no_moves(name: str) -> None:
    for game, state, seat in decisions(name):
        forms = [line for line in game.prompt(state, seat).action.splitlines() if re.search(r": .*<", line)]
        assert forms
        for form in forms if name != "undercover" else ():  # where any text is a clue
            with pytest.raises(MoveError):
                game.parse(state, seat, form)


@pytest.mark.parametrize("name", PAPERS)
def test_compat_prompts_stay_as_they_were(name: str) -> None:
    shown = prompts(name, "compat")
    assert not any(prompt.again for prompt in shown)
    assert hashlib.sha256(msgspec.json.encode(shown)).hexdigest()[:32] == COMPAT[name]
