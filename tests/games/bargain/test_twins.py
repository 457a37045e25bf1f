"""The pool of jobs: who does what at which cost, and replies and messages in its words."""

import re

import pytest

from interplay.core.driver import Ask
from interplay.core.errors import IllegalMove
from interplay.tracks.games import twins
from interplay.tracks.games.bargain import view
from interplay.tracks.games.bargain.analysis import ANALYSIS
from interplay.tracks.games.bargain.instances import rest, splits, value_of
from interplay.tracks.games.bargain.rules import DEAL, GAME, Action, State
from interplay.tracks.games.records import Item
from tests.games import matches
from tests.games.test_twins import twin_of


def jobs(seed: str = "a", **options: int) -> Item:
    return twin_of(matches.item("bargain", None, seed, "strict", **options), 1)


ITEM = jobs()
LENS = twins.lens_of(ITEM.setup)
START = GAME.start(ITEM.setup)
POOL, VALUES = START.instance.pool, START.instance.values


def listed(counts: tuple[int, ...], names: str = "window floor shirt") -> str:
    one, two, three = (f"{count} {name}{'s' * (count != 1)}" for count, name in zip(counts, names.split(), strict=True))
    return f"{one}, {two} and {three}"


@pytest.mark.parametrize("done", splits(POOL))
def test_a_proposal_names_the_jobs_that_the_speaker_does_and_both_bear_their_costs(done: tuple[int, int, int]) -> None:
    reply = "Action: {} windows {} floors {} shirts".format(*done)
    action = GAME.parse(START, 0, LENS.read(reply))
    assert action == Action(rest(POOL, done))
    assert LENS.show(GAME.write(START, 0, action)).startswith("player_0: {} window".format(*done))
    state = GAME.apply(START, {0: action})
    others = rest(POOL, done)
    observation = LENS.prompt(GAME.prompt(state, 1)).observation
    cost = value_of(VALUES[1], others)
    expected = f"player_0 would do {listed(done)}. You would do {listed(others)}, at a cost of {cost} to you."
    assert observation.endswith(expected)
    ended = GAME.apply(state, {1: DEAL})
    costs = value_of(VALUES[0], done), cost
    assert GAME.outcome(ended).returns == (10.0 - costs[0], 10.0 - costs[1])


def test_prompts_do_not_speak_of_things_of_value() -> None:
    texts = list[str]()

    def recorded(ask: Ask) -> str:
        texts.extend(message.content for message in ask.messages if message.role == "user")
        return f"Message: no\nAction: {POOL[0]} windows {POOL[1]} floors 0 shirts"

    for item in (ITEM, jobs(prior=1)):
        matches.play(item, recorded)
    for text in texts:
        usual = r"\b(hats?|balls?|apples?|worth|values?|keeps?|gets?|an shirt|items?)\b"
        assert not re.search(usual, text.removeprefix(LENS.opening), re.IGNORECASE)


@pytest.mark.parametrize(
    "reply",
    [
        "Action: 1 window 0 floors 1 shirt",
        "Action: I would do 1 window, 0 floors and 1 shirt",
        'Action: {"windows": 1, "floors": 0, "shirts": 1}',
        "player_0: 1 windows 0 floors 1 shirts",
        f"Action: I do 1 window and you do the {POOL[1]} floors, and I do 1 shirt",
    ],
)
def test_replies_in_the_words_of_the_twin_are_read(reply: str) -> None:
    assert GAME.parse(START, 0, LENS.read(reply)).keep == rest(POOL, (1, 0, 1))


def test_more_jobs_than_there_are_is_refused_in_the_words_of_the_twin() -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.parse(START, 0, LENS.read("Action: 9 windows 0 floors 0 shirts"))
    assert LENS.show(str(refused.value)) == f"found 9 for windows, expected 0 to {POOL[0]}, which is all the pool holds"


@pytest.mark.parametrize(
    "message",
    [
        "I would rather not have the floors, and a window costs me nothing. You could have the hats!",
        "You do the shirts, I do the rest; to keep it fair I'll keep quiet, worth it?",
    ],
)
def test_a_message_reaches_the_other_player_as_it_was_written(message: str) -> None:
    reply = f"Message: {message}\nAction: 1 windows 0 floors 1 shirts"
    action = GAME.parse(START, 0, LENS.read(reply))
    state = GAME.apply(START, {0: action})
    assert f'player_0 says: "{message}"' in LENS.prompt(GAME.prompt(state, 1)).observation


def test_whatever_bots_say_is_about_jobs_and_comes_back_as_it_was() -> None:
    remarks = (*view._OPENERS, *view._FIRMER, *view._SOFTER, *view._LATE, *view._BROKEN, *view._OTHER)
    said = ("You could have every hat.", "I can do without the balls.", "I care a lot about the apple.")
    for text in (*remarks, *said, "Tell me which items you care about most."):
        shown = LENS.show(text)
        assert LENS.read(shown) == text
        assert not re.search(r"\b(hat|balls|apple|come down|no less|for less|nothing|care|empty)\b", shown)
    assert LENS.show(said[0]) == "I could take over every window."


def test_a_message_that_names_the_jobs_of_its_proposal_fits_it() -> None:
    item = ITEM
    replies = iter(["Message: I do 1 window.\nAction: 1 windows 0 floors 0 shirts", "Action: Deal"])
    match = matches.verified(item, matches.play(item, lambda _: next(replies)), (0,))
    assert ANALYSIS.measure(match).ratios["talk_mismatch_rate"] == (0, 1)
    assert isinstance(match.decisions[0].state, State)
