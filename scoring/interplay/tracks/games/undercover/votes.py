"""The value of the votes of one of the four: 0 on average for a random vote, 1 for one against the undercover."""

from interplay.tracks.games.verdicts import Observed, Verified


def value_of_votes(match: Verified, seat: int) -> float:
    """Return the summed value of a seat's votes: with k players to name, 1 for the undercover, -1/(k-1) for any other.

    A seat that was voted out has no second vote, and there is none once the undercover is out. It is a sum, because in
    a mean over votes a lucky first vote, which often ends the match, would count more.
    """
    return sum(
        _value(turn)
        for turn in match.decisions
        if turn.seat == seat and turn.state.voting and not turn.decision.forfeited
    )


def _value(vote: Observed) -> float:
    others = len(vote.state.seats) - 2
    return 1.0 if vote.decision.action == vote.state.table.undercover else -1 / others
