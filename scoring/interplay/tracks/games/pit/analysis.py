"""How players of Pit trade: offers taken, useful swaps, points of corners, and true shouts.

All of it is exact except the claims of shouts, which are read from their words (``talk``). A shout is true if it fits
the speaker's own cards at that time.
"""

from collections.abc import Collection, Sequence
from itertools import pairwise

from interplay.tracks.games.pit import market
from interplay.tracks.games.pit.market import Cornered, Entry, Hand, Offered, State, Traded
from interplay.tracks.games.pit.rules import GAME
from interplay.tracks.games.pit.talk import claims, names_card
from interplay.tracks.games.shared.measures import Ratios, state_after, titles
from interplay.tracks.games.verdicts import Analysis, Measures, Observed, Verified

TITLES = titles("pit")


def _measure(match: Verified) -> Measures:
    seats, decisions = match.seats, match.decisions
    last: State = state_after(GAME, decisions[-1])
    logs = (*last.past, last.log)
    entries = [entry for log in logs for entry in log]
    ratios = {
        **_turns(seats, decisions),
        **_trades(seats, decisions, entries),
        **_corners(seats, entries),
        **_shouts(seats, decisions),
        "ended_by_target": (float(match.verdict.outcome.reason == "target"), 1.0),
    }
    ends = [0] + [log[-1].turn for log in logs if log and isinstance(log[-1], Cornered)]
    return Measures(ratios, {"deal_turns": tuple(float(end - start) for start, end in pairwise(ends))})


def _turns(seats: Collection[int], decisions: Sequence[Observed]) -> Ratios:
    kinds = [d.decision.action.id.partition("_")[0] for d in decisions if d.seat in seats and d.decision.action]
    return {
        f"{kind}_rate": (float(kinds.count(kind)), float(len(kinds))) for kind in ("offer", "accept", "shout", "pass")
    }


def _trades(seats: Collection[int], decisions: Sequence[Observed], entries: Sequence[Entry]) -> Ratios:
    """Return the measures of offers and trades; a trade between two of the seats counts for both."""
    hands = {d.state.turn + 1: d.state.hands for d in decisions}
    offers = sum(isinstance(entry, Offered) and entry.seat in seats for entry in entries)
    taken = sum(isinstance(entry, Traded) and entry.other in seats for entry in entries)
    corners = {(entry.turn, entry.seat) for entry in entries if isinstance(entry, Cornered)}
    trades = useful = fed = 0
    for seat, trade in ((seat, e) for e in entries if isinstance(e, Traded) for seat in (e.seat, e.other)):
        if seat in seats:
            partner = trade.other if seat == trade.seat else trade.seat
            out, into = (trade.gave, trade.got) if seat == trade.seat else (trade.got, trade.gave)
            before = hands[trade.turn][seat]
            trades += 1
            useful += _most(market.swapped(before, out, into, trade.number)) > _most(before)
            fed += (trade.turn, partner) in corners
    return {
        "offers_taken": (float(taken), float(offers)),
        "useful_trades": (float(useful), float(trades)),
        "feeding_trades": (float(fed), float(trades)),
    }


def _corners(seats: Collection[int], entries: Sequence[Entry]) -> Ratios:
    every = [entry for entry in entries if isinstance(entry, Cornered)]
    corners = [entry for entry in every if entry.seat in seats]
    number = float(len(corners))
    return {
        "corners_won": (number, float(len(every))),
        "corner_points": (float(sum(entry.points for entry in corners)), number),
        "doubled_corners": (float(sum(entry.points > market.VALUES[entry.card] for entry in corners)), number),
        "bear_corners": (float(sum(entry.points % market.VALUES[entry.card] != 0 for entry in corners)), number),
    }


def _shouts(seats: Collection[int], decisions: Sequence[Observed]) -> Ratios:
    """Return how many shouts name cards, and how many of those claims are true."""
    shouts = naming = giving = gives = wanting = wants = 0
    for decision in decisions:
        action = decision.decision.action
        if decision.seat not in seats or action is None or action.text is None:
            continue
        claim, hand = claims(action.text), decision.state.hands[decision.seat]
        lot = decision.state.offers[decision.seat]
        shouts += 1
        naming += names_card(action.text)
        if claim.given and lot is not None:
            giving += 1
            gives += lot.card in claim.given
        if claim.wanted:
            wanting += 1
            wants += any(hand[card] == max(hand[: market.BULL]) for card in claim.wanted if card in market.COMMODITIES)
    return {
        "shouts_naming_cards": (float(naming), float(shouts)),
        "true_giving": (float(gives), float(giving)),
        "true_wanting": (float(wants), float(wanting)),
    }


def _most(hand: Hand) -> int:
    return max(hand[card] for card in market.COMMODITIES) + hand[market.BULL]


ANALYSIS = Analysis(TITLES, _measure)
