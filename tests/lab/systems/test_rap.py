"""Planning by tree search: what is asked, what is chosen, and what the server has to send."""

import json
import math
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from interplay.core.driver import Ask, Done, Reply, begin
from interplay.core.errors import FatalModelError
from interplay.systems.scaffolds import catalogue
from interplay.tracks.games.match.play import Situation, episode
from interplay_lab.systems.scaffolds.rap import Predicted
from tests.fake_openai import Answer, FakeOpenAI, Request
from tests.games import matches
from tests.support import Cli
from tests.systems.test_scaffolds import PROMPT, think


def situation(game: str = "tictactoe", seed: str = "0") -> Ask:
    """Return the first ask of a match."""
    ask = begin(episode(matches.item(game, seed=seed)))
    assert not isinstance(ask, Done)
    return ask


def probable(**chances: float) -> Reply:
    """Return a reply with these next-token probabilities."""
    return Reply("?", 10, 1, logprobs=tuple((token, math.log(p)) for token, p in chances.items()))


def planner(favourite: str, *, win: float = 0.5) -> Callable[[Ask], Reply]:
    """Return a model that predicts the same two actions everywhere and likes actions that hold *favourite*."""

    def reply(ask: Ask) -> Reply:
        text = ask.messages[-1].content
        if not ask.top_logprobs:
            if "<actions>" in text:
                return Reply("<actions>\n0. wait\n1. attack\n</actions>", 10, 5)
            return Reply("<others>They wait.</others>" if "<others>" in text else "<state>All is calm.</state>", 10, 5)
        if "number alone" in text:
            return probable(**{str(number): 0.1 for number in range(5)})
        if "good one" in text:
            return probable(Yes=0.9, no=0.1) if favourite in text else probable(yes=0.2, No=0.8)
        return probable(yes=win)

    return reply


def test_rap_plays_the_action_that_the_model_thinks_good() -> None:
    ask = situation()
    assert isinstance(ask.situation, Situation)
    at = ask.situation
    legal = at.game.legal(at.state, at.seat)
    wanted = at.game.write(at.state, at.seat, legal[2])  # type: ignore[index]
    reply, asked = think("rap", ask, planner(wanted), breadth="5")
    assert reply.text == wanted
    assert reply.calls == len(asked) <= catalogue.load("rap").calls(len(legal))  # type: ignore[arg-type]
    assert any(working.startswith(f"{wanted}: ") for working in reply.workings)


def rewards(reply: Reply) -> list[str]:
    """Return the workings that are not predictions."""
    return [working for working in reply.workings if not working.startswith("{")]


def test_rap_rewards_are_chance_of_the_number_plus_of_yes_plus_twice_the_win_less_one() -> None:
    reply, _ = think("rap", situation(), planner("nothing", win=0.75), iterations="1", depth="1")
    assert [working.rsplit(": ", 1)[1] for working in rewards(reply)] == [f"{0.1 + 0.2 + 2 * 0.75 - 1:.3f}"]


def test_rap_looks_deeper_only_as_far_as_depth() -> None:
    def descents(depth: str) -> int:
        _, asked = think("rap", situation(), planner("x"), iterations="1", depth=depth)
        return sum("Look ahead" in ask.messages[-1].content for ask in asked)

    assert [descents("1"), descents("2"), descents("3")] == [1, 2, 3]


def test_rap_keeps_what_it_predicts_of_each_position_and_after_which_actions() -> None:
    reply, asked = think("rap", situation(), planner("attack", win=0.75), iterations="4", depth="2")
    kept = [msgspec.json.decode(working, type=Predicted) for working in reply.workings if working.startswith("{")]
    assert len(kept) == sum("Look ahead" in ask.messages[-1].content for ask in asked)
    first, second = kept[:2]
    assert first == Predicted(first.path[:1], "All is calm.", 0.75, ("wait", "attack"))
    assert second == Predicted((*first.path, "attack"), "All is calm.", 0.75)


def test_rap_keeps_no_more_than_a_line_of_a_submission_can_hold() -> None:
    def wordy(ask: Ask) -> Reply:
        reply = planner("x")(ask)
        return reply if reply.logprobs else Reply(reply.text.replace("calm", "calm " * 700), 10, 5)

    few, _ = think("rap", situation("connect_four"), wordy, iterations="30", depth="3")
    many, _ = think("rap", situation("connect_four"), planner("x"), iterations="120", depth="4", exploration="90")
    sizes = [[len(working) for working in reply.workings if working.startswith("{")] for reply in (few, many)]
    assert len(sizes[0]) > 1 and 16_000 < sum(sizes[0]) <= 20_000
    assert len(sizes[1]) == 60


def test_rap_explores_more_with_a_greater_exploration() -> None:
    def tried(exploration: str) -> int:
        reply, _ = think("rap", situation(), planner("1,"), exploration=exploration, iterations="30", depth="1")
        return len(rewards(reply))

    assert tried("0") < tried("50") == 5


def test_rap_without_probabilities_says_what_to_do() -> None:
    with pytest.raises(
        FatalModelError, match=r"sends none; use a server with logprobs, or the scaffolds cot and prune"
    ):
        think("rap", situation(), lambda _: Reply("yes"))


def test_rap_is_for_games() -> None:
    with pytest.raises(FatalModelError, match="plays games only"):
        think("rap", Ask(PROMPT, None), lambda _: Reply("yes"))


def test_rap_gives_free_text_as_the_model_writes_it() -> None:
    reply, asked = think("rap", situation("undercover"), lambda _: Reply("a thing you wear"))
    assert (reply.text, len(asked)) == ("a thing you wear", 1)


def test_rap_goes_on_when_the_server_has_learnt_to_send_probabilities(cli: Cli, tmp_path: Path) -> None:
    def search(request: Request) -> Answer:
        body = json.loads(Answer("1" if request.body.get("logprobs") else "<state>x</state>").body())
        if knows:
            top = [{"token": "1", "logprob": -0.1}, {"token": "yes", "logprob": -1.0}]
            body["choices"][0]["logprobs"] = {"content": [{"top_logprobs": top}]}
        return Answer(raw=json.dumps(body).encode())

    knows = False
    out = tmp_path / "rap.jsonl"
    words = ("run", "--track", "games", "--game", "tictactoe", "--limit", 1)
    few = ("--scaffold", "rap,iterations=1,depth=1", "--model", "openai:m", "-o", out)
    with FakeOpenAI(search) as server:
        ran = cli(*words, *few, "--base-url", server.base_url)
        assert (ran.status, "sends none" in ran.err) == (1, True)
        knows = True
        ran = cli(*words, *few, "--base-url", server.base_url)
    assert ran.status == 0, ran.err
