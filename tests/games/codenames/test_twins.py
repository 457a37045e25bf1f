"""Neutral words and assassins that have exchanged their names: on the board, behind guesses, in numbers and rules."""

import re

from interplay.core.driver import Ask
from interplay.tracks.games import twins
from interplay.tracks.games.bots import BOTS
from interplay.tracks.games.codenames.board import IDENTITIES
from interplay.tracks.games.codenames.rules import GAME
from interplay.tracks.games.match.play import Situation
from tests.games import matches
from tests.games.test_twins import twin_of

ITEM = twin_of(matches.item("codenames", seed="1"), 1)
LENS = twins.lens_of(ITEM.setup)
SWAPPED = ("red", "blue", "assassin", "neutral")


def test_every_prompt_names_whose_words_are_as_the_twin_does() -> None:
    seen = set[str]()

    def checked(ask: Ask) -> str:
        at = ask.situation
        assert isinstance(at, Situation)
        for position, word in enumerate(at.state.board.words):
            whose = SWAPPED[at.state.board.key[position]]
            uncovered = at.state.revealed >> position & 1
            sees_key = at.seat % 2 == 0
            state = "uncovered" if uncovered else "covered"
            expected = f"{whose}, {state}" if sees_key else whose if uncovered else state
            assert f"{position:>2} {word}: {expected}\n" in at.observation
        for word, whose in re.findall(r"(\w+) \((\w+)\)", at.observation):
            assert whose == SWAPPED[at.state.board.key[at.state.board.words.index(word)]]
            seen.add(whose)
        assert ", neutral 1." in at.observation
        return BOTS["random" if at.seat % 2 else "competent"](ask)

    matches.play(ITEM, checked)
    assert "assassin" in seen


def test_the_rules_name_the_word_that_loses_and_those_that_end_the_turn() -> None:
    state = GAME.start(ITEM.setup)
    texts = [LENS.show(GAME.prompt(state, 0).system)]
    texts += [LENS.show(GAME.explain(state, 0, f"Explain(H{number})") or "") for number in range(1, 7)]
    rules = "\n".join(texts)
    for passage in (
        "some are assassins, one is neutral",
        "the neutral word loses the game at once",
        "An assassin or a word of the other team ends the turn",
        "A team that uncovers the neutral word loses at once",
        "a team that uncovered the neutral word has 0",
        "none after uncovering the neutral word",
    ):
        assert passage in rules
    assert not re.search(r"\bthe assassin\b|neutral word or", rules)
    assert IDENTITIES[2:] == ("neutral", "assassin")
