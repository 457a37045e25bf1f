"""What a player takes each legal move to be worth that looks two plies ahead, or at a few samples of what is hidden.

The split ``deep`` has positions in which this is worth no more than a random move. A function per game takes a plan and
returns worths by the text of the action, which are the same for all images of a position.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from math import fsum

from interplay.tracks.games.are_you_the_traitor.talk import view as view_talk
from interplay.tracks.games.connect_four import search as connect_four
from interplay.tracks.games.connect_four.bitboard import bits, column_of, landings
from interplay.tracks.games.hanabi.rules import GAME as HANABI
from interplay.tracks.games.hanabi.table import CODES
from interplay.tracks.games.hanabi.table import State as Table
from interplay.tracks.games.holdem.table import FOLD, NAMES, prices
from interplay.tracks.games.santorini import search as santorini
from interplay.tracks.games.sea_battle.waters import MENU, SEATS
from interplay.tracks.games.two_rooms_and_a_boom.rules import look
from interplay.tracks.games.two_rooms_and_a_boom.talk import claims
from interplay.tracks.positions.scores import Plan
from interplay_builders.tracks.positions import are_you_the_traitor, two_rooms_and_a_boom
from interplay_builders.tracks.positions._arctic_scavengers_round import expected_stake
from interplay_builders.tracks.positions._hanabi_ends import deals, kept_to
from interplay_builders.tracks.positions._rooms_talk import COUNTS, Odds, Report, Role
from interplay_builders.tracks.positions._sea_battle_sealed import values as sealed_values
from interplay_builders.tracks.positions._traitor_talk import Exchange
from interplay_builders.tracks.positions.rules.arctic_scavengers import recruits
from interplay_builders.tracks.positions.rules.holdem import chance
from interplay_builders.tracks.positions.rules.sea_battle import sealed_orders

PLIES = 2
UNLIMITED = 10**9
_OWN_ROLES = ("president", "bomber", "plain")
Worths = Mapping[str, float]


def _connect_four(plan: Plan) -> Worths:
    mine, discs = plan.state.of(plan.position.seat), plan.state.discs
    order = list(bits(landings(discs)))
    values = connect_four.Search(UNLIMITED).values(mine, discs, PLIES, order, exact=True)
    return {str(column_of(bit)): value for bit, value in values.items()}


def _santorini(plan: Plan) -> Worths:
    board = santorini.board_of(plan.state)
    return {
        santorini.id_of(plan.state, action): santorini.Search(UNLIMITED, choose=False).values(board, PLIES, [action])[
            action
        ]
        for action in santorini.actions(board, choose=False)
    }


def _sea_battle(plan: Plan) -> Worths:
    """Return the gain of an order and the best one after it in two rounds."""
    (orders,) = sealed_orders(plan)
    rounds = tuple(tuple(orders[seat][n] if seat in orders else 0 for seat in SEATS) for n in range(PLIES))
    return dict(zip(MENU, sealed_values(plan.state, plan.position.seat, [rounds]), strict=True))


def _hanabi(plan: Plan) -> Worths:
    """Return the mean score of the team after the action and the partner's, each token a tenth of a point."""
    every = set(deals(plan.state))
    return {action: fsum(_height(deal, CODES.index(action)) for deal in every) / len(every) for action in plan.values}


def _height(state: Table, action: int) -> float:
    then = HANABI.apply(state, {state.seat: action})
    if HANABI.to_move(then):
        then = HANABI.apply(then, {then.seat: kept_to(then)})
    return 0.0 if then.lost else then.heights + then.tokens / 10


def _holdem(plan: Plan) -> Worths:
    """Return the chips against a hand that may be any and calls everything."""
    state, seat = plan.state, plan.position.seat
    edge, offered = 2 * chance(state, seat) - 1, prices(state)
    return {
        NAMES[action]: -state.put[seat] if action == FOLD else edge * (state.put[seat] + price)
        for action, price in enumerate(offered)
        if price is not None
    }


def _arctic_scavengers(plan: Plan) -> Worths:
    """Return who is hired with the action or right after it, and the skirmish with the cards that are left."""
    forces = list(map(int, _numbers(r"fights with value (\d+)", plan)))
    stake = expected_stake(plan.state, plan.position.seat)
    worths = {}
    for action in plan.values:
        hired, strength = recruits(plan, action)
        worths[action] = hired + stake * sum(strength > force for force in forces) / len(forces)
    return worths


def _are_you_the_traitor(plan: Plan) -> Worths:
    """Return the chances if all speak plainly whatever their temper and the mood."""
    position, labels = plan.position, plan.state.labels
    lines = view_talk(plan.state, position.seat).lines
    said = (
        Exchange(
            line.asker,
            line.asked,
            "ask_suspect" if line.reply == "suspect" else "ask_role",
            (line.reply or "", line.named),
        )
        for line in lines
    )
    values = are_you_the_traitor.values_of(are_you_the_traitor.Talk(labels, tuple(said)), position.seat)
    return {f"accuse_p{label}": float(chance) for label, chance in values.items()}


def _two_rooms(plan: Plan) -> Worths:
    """Return the chances to win if a coin decides whether a statement follows the habits: only roles count then."""
    sight = look(plan.state, plan.position.seat)
    roles: Mapping[str, Role] = {f"leader-{role}": role for role in COUNTS}
    told = [Report(claim.speaker, 0, claim.kind) for claim in claims(sight) if claim.kind in _OWN_ROLES]
    values = two_rooms_and_a_boom.winning(
        plan.state, plan.position.seat, roles[plan.position.tags[1]], told, Odds(kept=5, changes=2)
    )
    return {f"send_p{label}": float(chance) for label, chance in values.items()}


def _numbers(pattern: str, plan: Plan) -> Sequence[str]:
    return re.findall(pattern, plan.position.messages[-1].content)


SHALLOW: Mapping[str, Callable[[Plan], Worths]] = {
    "arctic_scavengers": _arctic_scavengers,
    "are_you_the_traitor": _are_you_the_traitor,
    "connect_four": _connect_four,
    "hanabi": _hanabi,
    "holdem": _holdem,
    "santorini": _santorini,
    "sea_battle": _sea_battle,
    "two_rooms_and_a_boom": _two_rooms,
}
