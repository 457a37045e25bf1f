"""What a player thinks in a reply stays private: other players are shown the move and the words meant for them."""

from collections.abc import Callable

import pytest

from interplay.core.driver import Ask
from interplay.tracks.games import catalogue
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.match.replay import Replay
from tests.games import matches

Shown = dict[int, list[str]]
"""What each seat was shown, without its own replies."""


def _thinking(shown: Shown, seed: str) -> Callable[[Ask], str]:
    """Return a random player that names its seat's secret before and after each move."""
    play = matches.randomly(seed)

    def reply(ask: Ask) -> str:
        assert isinstance(ask.situation, Situation)
        seat = ask.situation.seat
        shown.setdefault(seat, []).append("\n".join(m.content for m in ask.messages if m.role == "user"))
        secret = f"zebra{seat}"
        before = f"<think>\nMy {secret} plan.\n</think>\n\nAs I hold {secret}, I weigh what {secret} is worth.\n\n"
        return f"{before}{play(ask)}\n\nThat hides {secret}."

    return reply


@pytest.mark.parametrize("seed", ["a", "b", "c"])
@pytest.mark.parametrize("game", catalogue.names())
def test_no_other_player_is_shown_reasoning_before_or_after_a_move(game: str, seed: str) -> None:
    shown: Shown = {}
    item = matches.item(game, seed=seed)
    verdict = Replay(item).verify(matches.play(item, _thinking(shown, seed)))
    assert not any(seat.unparsable or seat.illegal for seat in verdict.seats)
    assert sum(seat.reasoning for seat in verdict.seats) == sum(seat.replies for seat in verdict.seats)
    for seat, prompts in shown.items():
        for other in set(range(len(item.players))) - {seat}:
            assert not any(f"zebra{other}" in prompt for prompt in prompts)
