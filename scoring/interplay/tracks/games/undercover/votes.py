"""What the votes of one of the four are worth: chance is 0, whoever is named blindly; the undercover each time is 1."""

from fractions import Fraction

from interplay.tracks.games.verdicts import Observed, Verified


def worth_of_votes(match: Verified, seat: int) -> float:
    """Return the mean worth of a seat's votes over the votes held in the match.

    Of k players that can be named one is the undercover: a right vote is worth 1, any other -1/(k-1). A vote that the
    seat could not cast, because it had been voted out, is worth 0; so is a match without a vote.
    """
    votes = [seen for seen in match.decisions if seen.state.voting and not seen.decision.forfeited]
    held = {len(seen.state.past) for seen in votes}
    worths = [_worth(seen) for seen in votes if seen.seat == seat]
    return float(sum(worths, Fraction()) / len(held)) if held else 0.0


def _worth(vote: Observed) -> Fraction:
    wrong = len(vote.state.seats) - 2
    return Fraction(1) if vote.decision.action == vote.state.table.undercover else Fraction(-1, wrong)
