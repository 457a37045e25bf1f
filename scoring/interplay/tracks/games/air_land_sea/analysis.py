"""Air, Land & Sea: how battles end, what withdrawals cost, and what is thrown away where the rules leave no doubt.

GameBench (arXiv 2406.06613) reports scores only; these measures are added here. Only decisions made by the player's own
replies count as its actions, never substitutes; ends of battles count in any case.
"""

from interplay.tracks.games.air_land_sea.cards import INSTANT, MOVES, WITHDRAW
from interplay.tracks.games.air_land_sea.rules import GAME
from interplay.tracks.games.air_land_sea.table import FOUGHT, Battle, State, destroys, menu, price
from interplay.tracks.games.shared.measures import Tally, state_after, titles
from interplay.tracks.games.shared.menu import Choice
from interplay.tracks.games.verdicts import Analysis, Measures, Verified

TITLES = titles("air_land_sea")


def _measure(match: Verified) -> Measures:
    end: State = state_after(GAME, match.decisions[-1])
    tally = _Tally()
    for seat in match.seats:
        for battle in end.past:
            tally.battle(battle, seat)
    for turn in match.turns:
        if turn.decision.chosen:
            tally.action(turn.state, turn.seat, turn.decision.action.id, end)
    ratios = {name: tally.ratio(name) for name in TITLES if name != "points_won"}
    return Measures(ratios=ratios, samples={"points_won": tuple(float(end.vp[seat]) for seat in match.seats)})


class _Tally(Tally):
    def battle(self, battle: Battle, seat: int) -> None:
        won, fought = battle.winner == seat, battle.left < 0
        self.add("battle_win_rate", won)
        self.add("fought_rate", fought)
        self.add("withdrawal_rate", not fought and not won)
        if fought:
            self.add("fought_win_rate", won)

    def action(self, state: State, seat: int, action_id: str, end: State) -> None:
        move = MOVES[action_id]
        if move.kind == "withdraw":
            self.add("withdrawal_cost", price(state, seat))
            self.add("futile_withdrawal_rate", price(state, seat) == FOUGHT)
        elif move.kind in ("deploy", "improvise"):
            self.add("deploy_share", move.kind == "deploy")
            self.add("destroyed_rate", destroys(state, move.theater, facedown=move.kind == "improvise"))
        if not state.stack and state.battle <= len(end.past) and _winning(state, seat):
            self.add("last_card_loss_rate", end.past[state.battle - 1].winner != seat)


def _winning(state: State, seat: int) -> bool:
    """Return whether it is the last turn of a battle and a play that triggers no ability wins it."""
    if len(state.hands[seat]) != 1 or state.hands[1 - seat]:
        return False
    plain = [i for i in menu(state) if i != WITHDRAW and (MOVES[i].kind == "improvise" or MOVES[i].card not in INSTANT)]
    return any(GAME.apply(state, {seat: Choice(i)}).past[-1].winner == seat for i in plain)


ANALYSIS = Analysis(TITLES, _measure)
