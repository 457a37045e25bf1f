"""Board games for their tests: positions after given moves, matches of given texts, and OpenSpiel's opinion."""

import importlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.base import Game
from interplay.tracks.games.records import Item, Prediction
from interplay.tracks.games.verdicts import Analysis, Measures
from tests.games import matches


def bare(game: str, **options: Any) -> Item:
    """Return an item without opening plies; *options* may name a profile."""
    return matches.item(game, opening_plies=0, **options)


def states(game: str, moves: Sequence[Any], **options: Any) -> list[Any]:
    """Return every state of a game in which *moves* are made, the empty board first; each move must be legal."""
    rules = catalogue.load(game)
    found = [rules.start(bare(game, **options).setup)]
    for move in moves:
        (seat,) = rules.to_move(found[-1])
        assert move in rules.legal(found[-1], seat)  # type: ignore[operator]
        found.append(rules.apply(found[-1], {seat: move}))
    return found


def played(item: Item, replies: Sequence[str]) -> Prediction:
    """Return the match of a system that sends *replies*."""
    texts = iter(replies)
    return matches.play(item, lambda _: next(texts))


def measured(analysis: Analysis, item: Item, prediction: Prediction) -> Measures:
    """Return what an analysis finds in a match, about the seats of the system."""
    seats = tuple(seat for seat, player in enumerate(item.players) if player == "system")
    measures = analysis.measure(matches.verified(item, prediction, seats))
    assert set(measures.ratios) | set(measures.samples) == set(analysis.titles)
    return measures


def random_matches(game: str, number: int) -> Iterator[list[Any]]:
    """Yield the states of *number* matches of uniformly random moves from the empty board."""
    rules = catalogue.load(game)
    empty = rules.start(bare(game).setup)
    stream = Stream("tests", game, "random")
    for _ in range(number):
        found = [empty]
        while seats := rules.to_move(found[-1]):
            move = stream.choice(rules.legal(found[-1], seats[0]))  # type: ignore[arg-type]
            found.append(rules.apply(found[-1], {seats[0]: move}))
        yield found


def openspiel(name: str) -> Any:
    """Return one of OpenSpiel's games; the package (extra ``dev``) ships no types."""
    return importlib.import_module("pyspiel").load_game(name)


def agree(rules: Game[Any, Any], state: Any, theirs: Any, index: Callable[[Any], int]) -> None:
    """Raise ``AssertionError`` unless OpenSpiel sees the same seat to move, legal moves and returns."""
    seats = rules.to_move(state)
    assert bool(seats) != theirs.is_terminal()
    if seats:
        assert seats == (theirs.current_player(),)
        assert sorted(map(index, rules.legal(state, seats[0]))) == theirs.legal_actions()  # type: ignore[arg-type]
    else:
        assert list(rules.outcome(state).returns) == theirs.returns()


def compare_random_matches(game: str, number: int, theirs: Any, index: Callable[[Any], int], seed: str = "0") -> int:
    """Play *number* random matches here and in OpenSpiel's game *theirs*; return how many plies were compared."""
    rules = catalogue.load(game)
    empty = rules.start(bare(game).setup)
    stream = Stream("tests", seed, "differential")
    plies = 0
    for _ in range(number):
        state, other = empty, theirs.new_initial_state()
        agree(rules, state, other, index)
        while seats := rules.to_move(state):
            move = stream.choice(rules.legal(state, seats[0]))  # type: ignore[arg-type]
            state = rules.apply(state, {seats[0]: move})
            other.apply_action(index(move))
            agree(rules, state, other, index)
            plies += 1
    return plies
