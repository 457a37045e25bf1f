"""Pieces that have exchanged names: rules, board and ids speak of the same pieces."""

import re

from interplay.core.driver import Ask
from interplay.tracks.games import twins
from interplay.tracks.games.hive.position import TILES
from interplay.tracks.games.hive.rules import GAME
from interplay.tracks.games.match.play import Situation
from tests.games import matches
from tests.games.test_twins import twin_of

ITEM = twin_of(matches.item("hive", seed="a", max_turns=12), 1)
LENS = twins.lens_of(ITEM.setup)
NAMES = {"queen": "spider", "spider": "ant", "grasshopper": "queen", "ant": "grasshopper"}


def explained(topic: str) -> str:
    state = GAME.start(ITEM.setup)
    return LENS.show(GAME.explain(state, 0, LENS.read(f"Explain({topic})")) or "")


def test_each_piece_moves_as_the_rules_say_of_its_name() -> None:
    assert explained("Spider movement").startswith("Spider movement: The spider makes one slide.")
    assert explained("ant movement").startswith("Ant movement: An ant makes exactly three slides")
    assert explained("H5").startswith("Queen movement: A queen jumps in one of the six directions")
    assert explained("Grasshopper movement").startswith(
        "Grasshopper movement: A grasshopper makes any number of slides"
    )
    assert explained("Surrounding a spider").endswith("If one turn surrounds both spiders, it is a draw.")
    assert explained("place:ant").startswith("place:ant: Places an ant from your reserve")


def test_the_rules_count_the_pieces_and_the_articles_fit() -> None:
    rules = LENS.prompt(GAME.prompt(GAME.start(ITEM.setup), 0)).system
    assert "Each has one spider, two ants, three queens, three grasshoppers." in rules
    assert "all six hexes around your opponent's spider are occupied" in rules
    texts = [rules, *(explained(f"H{number}") for number in range(1, 12))]
    assert not re.search(r"\ba ant|\ban (?:spider|queen|grasshopper)", " ".join(texts), re.IGNORECASE)


def test_letters_on_the_board_and_names_in_ids_are_those_of_the_twin() -> None:
    play = matches.randomly("a")

    def checked(ask: Ask) -> str:
        at = ask.situation
        assert isinstance(at, Situation)
        placed = [tile for tile, where in enumerate(at.state.where) if where < 1 << 40]
        letters = sorted("bg"[tile // 9] + NAMES[TILES[tile % 9]][0].upper() for tile in placed)
        board = at.observation[: at.observation.index("(Each row")]
        assert sorted(re.findall(r"\b[bg][QSAG]\b", board)) == letters
        return LENS.show(play(ask))

    matches.play(ITEM, checked)
    state = GAME.start(ITEM.setup)
    assert GAME.parse(state, 0, LENS.read("Action: place:spider")).id == "place:queen"
    assert GAME.parse(state, 0, LENS.read("place:grasshopper")).id == "place:ant"
