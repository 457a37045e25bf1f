"""The Hanabi bots: what they know, that they never gamble, how well each pair does."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interplay.core.randomness import Stream
from interplay.tracks.games import catalogue
from interplay.tracks.games.hanabi.odds import odds
from interplay.tracks.games.hanabi.rules import GAME
from interplay.tracks.games.hanabi.table import CODES, HINT, PLAY, State
from interplay.tracks.games.match.replay import Replay
from tests.games import matches
from tests.games.hanabi.tables import deck, named, safe_player, states, table, with_other_hidden_cards

BOTS = catalogue.bots_of("hanabi")
OURS = ("cautious", "convention")


def mover(name: str) -> Callable[[State], int]:
    """Return the bot as a function of the state; its stream is empty of meaning, as no bot here draws."""
    bot = BOTS[name]
    return lambda state: GAME.parse(
        state, state.seat, bot.move(GAME, state, state.seat, Stream("tests/hanabi", len(state.history), name))
    )


@pytest.mark.parametrize(("name", "decks", "low", "high"), [("cautious", 400, 4.8, 5.3), ("convention", 60, 7.2, 8.1)])
@pytest.mark.slow
def test_a_pair_never_misplays_and_scores_as_it_claims(name: str, decks: int, low: float, high: float) -> None:
    ends = [states(deck(seed), mover(name))[-1] for seed in range(decks)]
    assert not any(end.lost for end in ends)
    assert low < sum(end.heights for end in ends) / len(ends) < high


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("seed", range(3))
def test_a_bot_does_not_use_what_its_seat_cannot_see(name: str, seed: int) -> None:
    move, stream = mover(name), Stream("tests/hanabi", seed, "hidden")
    for play in (move, safe_player(seed, 100)):
        for state in states(deck(seed), play)[:-1]:
            assert move(with_other_hidden_cards(state, state.seat, stream)) == move(state)


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_the_cautious_bot_plays_the_first_certain_card_and_no_other(seed: int) -> None:
    move = mover("cautious")
    for state in states(deck(seed), safe_player(seed, 100))[:-1]:
        own = odds(state, state.seat)
        certain = [PLAY + at for at in (0, 1) if own.certain(at, state.playable)]
        action = move(state)
        assert (action == certain[0]) if certain else not PLAY <= action < HINT


def test_the_cautious_bot_hints_a_rank_that_is_news_and_else_discards_the_older_card() -> None:
    move = mover("cautious")
    state = table(named("R4 Y4 R3 Y1 R1 R1 R1 R2 R2 R3 R4 R5 Y1 Y1 Y2 Y2 Y3 Y3 Y4 Y5"))
    assert CODES[move(state)] == "hint_rank:1"
    state = table(state.deck, [CODES.index("hint_rank:1")])
    assert CODES[move(state)] == "play:1"
    blocked = table(named("R4 Y4 R3 Y3 R1 R1 R1 R2 R2 R3 R4 R5 Y1 Y1 Y1 Y2 Y2 Y3 Y4 Y5"))
    assert CODES[move(blocked)] == "hint_color:R"
    assert CODES[move(table(blocked.deck, [HINT]))] == "discard:0"


@pytest.mark.parametrize("partner", ["random", "cautious"])
def test_the_convention_bot_copes_with_a_partner_that_has_no_conventions(partner: str) -> None:
    players = (f"bot:{partner}@1", "bot:convention@1")
    for seed in range(8):
        for seats in (players, players[::-1]):
            item = matches.item("hanabi", seats, seed=str(seed))
            Replay(item).verify(matches.play(item, matches.randomly(0)))


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_the_convention_bot_has_a_legal_move_after_any_history(seed: int) -> None:
    move = mover("convention")
    for state in states(deck(seed), safe_player(seed, 100))[:-1]:
        assert move(state) in GAME.legal(state, state.seat)  # type: ignore[operator]
