"""Arctic Scavengers: where people came from and went, skirmishes won, chances to hire and to hit that were missed.

All of it is counted for the seats of the system, from the referee's own record of the match.
"""

from interplay.tracks.games.arctic_scavengers.cards import HIRE, people, read_cards, read_hire
from interplay.tracks.games.arctic_scavengers.duel import ends, rank
from interplay.tracks.games.arctic_scavengers.rules import GAME
from interplay.tracks.games.arctic_scavengers.state import State
from interplay.tracks.games.arctic_scavengers.transitions import open_hires
from interplay.tracks.games.shared.measures import share, titles
from interplay.tracks.games.verdicts import Analysis, Measures, Observed, Verified

TITLES = titles("arctic_scavengers")


def _measure(match: Verified) -> Measures:
    seats, last = match.seats, match.decisions[-1]
    final: State = GAME.apply(last.state, {last.seat: last.decision.action})
    fights = [event for event in final.log if event.action == "fight"]
    announced = [e for e in final.log if e.seat in seats and not e.action.startswith(("fight", "snipe:", "sabotage:"))]
    done = [event for event in announced if not event.answer]
    hires = [read_hire(event.action[5:]) for event in done if event.action.startswith("hire:")]
    trashed = [read_cards(event.action[6:]) or () for event in done if event.action.startswith("trash:")]
    number = len(seats)
    ratios = {
        "equal_rate": (float(match.verdict.outcome.reason == "equal_tribes"), 1),
        "hired": (sum(people(hire[:1]) for hire in hires if hire), number),
        "won": (sum(people(event.cards) for event in fights if event.seat in seats), number),
        "trashed": (sum(map(people, trashed)), number),
        "skirmish_rate": (sum(event.seat in seats for event in fights), len(fights) * number),
        "action_count": (len(done), number),
        "cancelled_rate": (len(announced) - len(done), len(announced)),
        "missed_hire_rate": share([missed_hire(turn) for turn in match.turns]),
        "missed_hit_rate": share([missed_hit(turn) for turn in match.turns]),
    }
    return Measures(ratios, {"tribe": tuple(float(final.tribes[seat].size) for seat in seats)})


def missed_hire(observed: Observed) -> bool | None:
    """Return whether the player stopped although it could hire; ``None`` if it did not stop."""
    state: State = observed.state
    if observed.decision.action.id != "stop":
        return None
    tribe = state.tribes[observed.seat]
    return not tribe.done >> HIRE & 1 and bool(open_hires(state, tribe))


def missed_hit(observed: Observed) -> bool | None:
    """Return whether a decision in the skirmish made its end worse; ``None`` for other decisions."""
    state: State = observed.state
    if state.phase != "skirmish":
        return None
    seat, hands = observed.seat, (state.tribes[0].hand, state.tribes[1].hand)
    winners = ends(hands, seat, state.uses, state.initiator)
    return rank(winners[observed.decision.action.id], seat) < max(rank(won, seat) for won in winners.values())


ANALYSIS = Analysis(TITLES, _measure)
