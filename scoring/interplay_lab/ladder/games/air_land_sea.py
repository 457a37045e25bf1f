"""The ladder of Air, Land & Sea: rollouts of battles from sampled hidden cards; higher levels play more of them."""

from interplay.core.randomness import Stream
from interplay.tracks.games.air_land_sea.bots import SEARCH_BREADTH, fought, hopeless
from interplay.tracks.games.air_land_sea.cards import WITHDRAW
from interplay.tracks.games.air_land_sea.outlook import prospect
from interplay.tracks.games.air_land_sea.table import State, menu
from interplay.tracks.games.air_land_sea.view import imagine_table
from interplay.tracks.games.shared.menu import Choice
from interplay_lab.ladder.levels import Ladder

SIGHT = 16
"""From this budget on, actions are preselected by a quick evaluation, on one sampled table per this many battles."""
MOST_SIGHT, LEAST_KEPT = 8, 4
"""Most tables for the preselection, and fewest actions that it keeps."""
ENOUGH = 4
"""Fewest battles for a decision to withdraw."""


def think(state: State, seat: int, stream: Stream, budget: int) -> Choice:
    """Return the best play in rollouts of *budget* battles, or the withdrawal."""
    ids = menu(state)
    plays = [action_id for action_id in ids if action_id != WITHDRAW]
    if len(plays) == len(ids) == 1:
        return Choice(ids[0])
    plays = _looked_at(state, seat, stream.shuffled(plays), stream, budget)
    best, wins, battles = _halved(state, seat, plays, stream, budget)
    if len(ids) > 1 and ids[-1] == WITHDRAW and battles >= ENOUGH and hopeless(state, seat, wins, battles):
        return Choice(WITHDRAW)
    return Choice(best)


def _looked_at(state: State, seat: int, plays: list[str], stream: Stream, budget: int) -> list[str]:
    """Return the actions to roll out: random ones, or with a large budget those with the best quick evaluation."""
    if budget < SIGHT or len(plays) <= LEAST_KEPT:
        return plays[:budget]
    tables = [imagine_table(state, seat, stream) for _ in range(min(MOST_SIGHT, budget // SIGHT))]
    worths = {action_id: sum(prospect(table, action_id) for table in tables) for action_id in plays}
    plays.sort(key=lambda action_id: -worths[action_id])
    return plays[: max(LEAST_KEPT, budget // SIGHT)]


def _halved(state: State, seat: int, plays: list[str], stream: Stream, budget: int) -> tuple[str, int, int]:
    """Return the best play by successive halving, with the numbers of its battles won and fought."""
    values, wins, battles = dict.fromkeys(plays, 0), dict.fromkeys(plays, 0), 0
    stages = max(1, (len(plays) - 1).bit_length())
    for _stage in range(stages):
        for _ in range(max(1, budget // (stages * len(plays)))):
            if len(plays) * (battles + 1) > budget and battles:
                break
            table = imagine_table(state, seat, stream)
            battles += 1
            for action_id in plays:
                worth, won = fought(table, action_id, seat, SEARCH_BREADTH, stream)
                values[action_id] += worth
                wins[action_id] += won
        plays = sorted(plays, key=lambda action_id: -values[action_id])[: max(1, (len(plays) + 1) // 2)]
    return plays[0], wins[plays[0]], battles


LADDER = Ladder(think, "battles played out for a decision", budgets=(1, 2, 4, 8, 16, 32, 128))
