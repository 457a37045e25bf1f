"""Scaffolds: what a model is asked before its reply counts."""

from collections.abc import Callable

import pytest

from interplay.core.driver import Ask, Done, Reply, advance, begin
from interplay.core.errors import UnknownName
from interplay.core.records import Message, System
from interplay.systems.scaffolds import catalogue
from interplay.tracks.games.match.play import episode
from interplay.tracks.games.match.replay import Replay
from tests.games import matches

PROMPT = (Message(role="user", content="Name a colour."),)


def think(name: str, ask: Ask, reply: Callable[[Ask], Reply], **params: str) -> tuple[Reply, list[Ask]]:
    """Return the reply of a scaffold to *ask*, and everything that the model was asked."""
    asked: list[Ask] = []
    steps = catalogue.load(name, params).think(ask)
    try:
        step = next(steps)
        while True:
            asked.append(step)
            step = steps.send(reply(step))
    except StopIteration as stop:
        return stop.value, asked


def test_direct_asks_once_and_changes_nothing() -> None:
    reply, asked = think("direct", Ask(PROMPT, None), lambda _: Reply("red", 5, 1))
    assert (reply, asked) == (Reply("red", 5, 1), [Ask(PROMPT, None)])


def test_cot_reasons_first_and_counts_both_calls() -> None:
    replies = iter([Reply("Red is warm.", 20, 30), Reply("red", 60, 1)])
    reply, asked = think("cot", Ask(PROMPT, None), lambda _: next(replies), reasoning_tokens="77")
    assert reply == Reply("red", 80, 31, calls=2, workings=("Red is warm.",))
    first, second = asked
    assert first.max_tokens == 77 and second.max_tokens is None
    assert first.messages[0].content.startswith("Name a colour.\n\n")
    assert [m.role for m in second.messages] == ["user", "assistant", "user"]
    assert second.messages[1].content == "Red is warm."


def test_what_a_model_thinks_in_a_block_is_not_shown_to_it_again() -> None:
    replies = iter([Reply("<think>Blue?</think>Red is warm."), Reply("red")])
    reply, asked = think("cot", Ask(PROMPT, None), lambda _: next(replies))
    assert asked[1].messages[1].content == "Red is warm."
    assert reply.workings == ("<think>Blue?</think>Red is warm.",)


def test_prune_proposes_as_many_as_it_is_told_and_chooses() -> None:
    replies = iter([Reply("1. red\n2. blue"), Reply("blue")])
    reply, asked = think("prune", Ask(PROMPT, None), lambda _: next(replies), candidates="4")
    assert (reply.text, reply.calls, reply.workings) == ("blue", 2, ("1. red\n2. blue",))
    assert "Propose 4 different replies" in asked[0].messages[-1].content


def test_a_scaffolded_match_verifies_and_keeps_what_was_written() -> None:
    item = matches.item("tictactoe", seed="cot")
    player = matches.randomly(3)
    steps = catalogue.scaffolded(episode(item), lambda _: catalogue.load("cot"))
    ask = begin(steps)
    while not isinstance(ask, Done):
        thinking = "think aloud" in ask.messages[-1].content
        ask = advance(steps, Reply("Hm, the middle." if thinking else player(ask), 7, 3))
    match = ask.prediction
    assert Replay(item).verify(match).rounds == len(match.rounds)
    move = match.rounds[0][0]
    assert move.workings == ("Hm, the middle.",)
    assert move.usage is not None and (move.usage.calls, move.usage.prompt_tokens) == (2, 14)
    assert match.usage is not None and match.usage.calls == 2 * len(match.rounds)


def test_the_scaffold_is_part_of_the_systems_name() -> None:
    system = System(name="m", params={"temperature": 0.0})
    named = catalogue.system_of(system, catalogue.load("rap", {"iterations": "4"}))
    assert (named.name, named.scaffold, named.params["rap_iterations"]) == ("m-rap-iterations4", "rap", 4)
    assert catalogue.system_of(system, catalogue.load("rap")).name == "m-rap"
    assert catalogue.system_of(system, catalogue.load("direct")) is system


@pytest.mark.parametrize(
    ("name", "params", "message"),
    [
        ("cots", {}, "did you mean 'cot'"),
        ("rap", {"iteration": "1"}, "did you mean 'iterations'"),
        ("direct", {"x": "1"}, "it takes none"),
        ("rap", {"depth": "0"}, "invalid parameter"),
        ("prune", {"candidates": "many"}, "invalid parameter"),
    ],
)
def test_unknown_scaffolds_and_parameters_are_named(name: str, params: dict[str, str], message: str) -> None:
    with pytest.raises(UnknownName, match=message):
        catalogue.load(name, params)
