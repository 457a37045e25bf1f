"""A board of Codenames made by hand, and replies to it."""

from interplay.tracks.games.codenames.board import State, opening
from interplay.tracks.games.codenames.rules import Codenames

GAME = Codenames()
KEY = (0,) * 9 + (1,) * 8 + (2,) * 3 + (3,)
BOARD = (
    *("anchor", "bank", "carpet", "diamond", "engine", "forest", "guitar", "hammer", "island"),
    *("judge", "kitchen", "lemon", "mirror", "novel", "orange", "penguin", "queen"),
    *("ribbon", "spider", "ticket", "vampire"),
)
"""Positions 0-8 red, 9-16 blue, 17-19 neutral, 20 the assassin. Not all words are of the list."""


def fresh() -> State:
    return opening(BOARD, KEY)


def clue(word: str, number: int | str) -> str:
    return f'{{"action": "submit_clue", "text": "{word},{number}"}}'


def sent(state: State, *replies: str | int) -> State:
    """Return the state after replies, in order; a number is a guess, ``none`` a clue withheld."""
    for reply in replies:
        (seat,) = GAME.to_move(state)
        text = f"guess_{reply}" if isinstance(reply, int) else reply
        if reply == "none":
            state = GAME.apply(state, {seat: GAME.fallback(state, seat)[0]})
        else:
            state = GAME.apply(state, {seat: GAME.parse(state, seat, text)})
    return state


def shown(state: State, seat: int) -> str:
    prompt = GAME.prompt(state, seat)
    return "\n".join((prompt.system, prompt.observation, prompt.action, prompt.again))


def scores(state: State) -> tuple[float, float]:
    outcome = GAME.outcome(state)
    assert outcome.returns == outcome.points
    assert outcome.points[0] == outcome.points[1]
    assert outcome.points[2] == outcome.points[3]
    assert abs(outcome.points[0] + outcome.points[2] - 1) < 1e-9
    return outcome.points[0], outcome.points[2]
