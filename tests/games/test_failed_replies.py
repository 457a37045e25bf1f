"""A reply that names a forbidden move and one that names none are followed by the same, in every game."""

from collections.abc import Iterator

import pytest

from interplay.core.driver import Ask
from interplay.core.errors import IllegalMove, UnparsableMove
from interplay.tracks.games import catalogue
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.match.referee import Turn, decide
from tests.games import matches

NOTHING = "I would rather not say."
FORBIDDEN = (
    *("X: (2,2)", "X: 4", "O: (2,2)", "O: 4", "O: (1,1)", "X: (1,1)", *(f"X: {n}" for n in range(1, 8))),
    *("Action: Check or Call", "Action: Fold", "Action: Raise Half Pot", "Action: Raise Full Pot", "Action: All in"),
    *("Action: discard position 0", "Action: hint color red", "Action: hint rank 5", "Action: hint color yellow"),
    *(f"player_{seat}: 9 hats 9 balls 9 apples" for seat in (0, 1)),
    *("no_such_action", *(f"My vote: player_{seat}" for seat in range(5))),
)
"""Replies; each game forbids one of them at some decision of a random match."""


def situations(game: str, seed: str, profile: str) -> Iterator[Situation]:
    """Yield the decisions of a random match."""
    player, asked = matches.randomly(seed), []

    def reply(ask: Ask) -> str:
        assert isinstance(ask.situation, Situation)
        asked.append(ask.situation)
        return player(ask)

    matches.play(matches.item(game, seed=seed, profile=profile), reply)
    yield from asked


def forbidden(at: Situation) -> str | None:
    """Return a reply that names a move which is not allowed now."""
    for text in FORBIDDEN:
        try:
            at.game.parse(at.state, at.seat, text)
        except IllegalMove:
            return text
        except UnparsableMove:
            continue
    return None


def decisions(game: str, profile: str = "strict") -> list[tuple[Situation, str]]:
    """Return up to twenty decisions with a forbidden reply each."""
    found = []
    for seed in range(8):
        for at in situations(game, str(seed), profile):
            text = forbidden(at)
            if text is not None:
                found.append((at, text))
            if len(found) == 20:
                return found
    return found


def follows(at: Situation, texts: list[str]) -> object:
    """Return the next state after *texts*, or that the player is asked again, or forfeits."""
    place = Turn(at.item.setup, at.round, at.seat)
    decision = decide(at.game, at.state, at.seat, texts, at.item.policy, place)
    if decision is None:
        return "asked again"
    if decision.forfeited:
        return "forfeit"
    (seat,) = at.game.to_move(at.state)
    return at.game.apply(at.state, {seat: decision.action})


NONE_FORBIDDEN = {"bid"}
"""An overbid is a bid, which cannot win."""


@pytest.mark.parametrize("game", [name for name in catalogue.names() if name not in NONE_FORBIDDEN])
def test_a_forbidden_move_costs_as_much_as_a_reply_without_a_move(game: str) -> None:
    found = decisions(game)
    assert found, "no reply of the list is forbidden here"
    for at, illegal in found:
        attempts = at.item.policy.attempts
        for failed in range(1, attempts + 1):
            if len(at.game.to_move(at.state)) > 1 and failed == attempts:
                continue  # where moves are simultaneous there is no next state of one of them
            assert follows(at, [illegal] * failed) == follows(at, [NOTHING] * failed)
        assert follows(at, [illegal]) == "asked again"


COMPAT = ("tictactoe", "connect_four", "holdem", "hanabi", "bargain")


@pytest.mark.parametrize("game", COMPAT)
def test_the_papers_profile_still_ends_the_match_at_a_forbidden_move(game: str) -> None:
    found = decisions(game, "compat")
    assert found
    assert all(follows(at, [illegal]) == "forfeit" for at, illegal in found)


LOSES = ("loses the game", "loses the hand", "ends the game with score 0", "ends the game at once")


@pytest.mark.parametrize("game", COMPAT)
def test_the_rules_say_what_follows_a_forbidden_move(game: str) -> None:
    strict, compat = (next(situations(game, "0", profile)).rules for profile in ("strict", "compat"))
    assert not any(words in strict for words in LOSES)
    assert any(words in compat for words in LOSES)
