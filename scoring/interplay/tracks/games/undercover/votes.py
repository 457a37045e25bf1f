"""What the votes of one of the four are worth: a blind vote 0 in the mean, one for the undercover 1."""

from interplay.tracks.games.verdicts import Observed, Verified


def worth_of_votes(match: Verified, seat: int) -> float:
    """Return the summed worth of a seat's votes: with k players to name, 1 for the undercover, -1/(k-1) for any other.

    A seat that has been voted out has no second vote, nor has anybody once the undercover is found. It is a sum, as in
    a mean over votes held a lucky first vote would count more: it often ends the match.
    """
    return sum(
        _worth(turn)
        for turn in match.decisions
        if turn.seat == seat and turn.state.voting and not turn.decision.forfeited
    )


def _worth(vote: Observed) -> float:
    others = len(vote.state.seats) - 2
    return 1.0 if vote.decision.action == vote.state.table.undercover else -1 / others
