"""What players of Undercover say, whom they suspect, and how long they stay, separately by role.

After section 4 of LLMArena (arXiv 2402.16499). Whether a clue describes the word (its description score) is for people
or a judge to decide: the method ``clues`` lists the clues. Guesses exist with the option ``guess`` only; as in the
paper they are read from the vote of the first round. One of the four names the others' word by naming its own, so the
roles are never added up.
"""

from collections.abc import Sequence

from interplay.tracks.games.shared.measures import Ratios, titles
from interplay.tracks.games.undercover.rules import earlier_clues, eliminated
from interplay.tracks.games.undercover.text import guesses, mentions, repeats, same_word, tokens
from interplay.tracks.games.verdicts import Analysis, Clue, Measures, Observed, Verdict, Verified

ROLES = ("undercover", "other")
TITLES = titles("undercover")


def _clues_of(match: Verified) -> tuple[Clue, ...]:
    """Return the clues that the system gave, in order; one that was given up after all attempts is empty."""
    clues = []
    for turn in match.turns:
        if not turn.state.voting and not turn.decision.forfeited:
            role = "undercover" if turn.seat == turn.state.table.undercover else "other"
            text = turn.decision.action
            clues.append(Clue(turn.round, turn.seat, role, turn.state.word(turn.seat), text, bool(tokens(text))))
    return tuple(clues)


def _measure(match: Verified) -> Measures:
    seats = match.seats
    undercover = match.decisions[0].state.table.undercover
    turns = [turn for turn in match.decisions if not turn.decision.forfeited]
    clues = [turn for turn in turns if not turn.state.voting]
    votes = [turn for turn in turns if turn.state.voting]
    ratios: Ratios = dict.fromkeys(TITLES, (0, 0))
    for role in ROLES:
        role_seats = tuple(seat for seat in seats if (seat == undercover) == (role == "undercover"))
        measured = {
            **_clues(clues, role_seats),
            **_guesses(votes, role_seats),
            **_standing(votes, role_seats, match.verdict),
        }
        ratios |= {f"{name}_as_{role}": ratio for name, ratio in measured.items()}
    ratios["self_identified"] = _self_identified(votes, undercover if undercover in seats else None)
    ratios["vote_accuracy"] = _accuracy([v for v in votes if v.seat in seats], undercover)
    ratios["vote_accuracy_of_opponents"] = _accuracy([v for v in votes if v.seat not in seats], undercover)
    return Measures(ratios=ratios, samples={})


def _clues(clues: Sequence[Observed], seats: tuple[int, ...]) -> Ratios:
    given = [turn for turn in clues if turn.seat in seats]
    leaks = sum(mentions(turn.decision.action, turn.state.word(turn.seat)) for turn in given)
    spoken = [turn for turn in given if tokens(turn.decision.action)]
    again = sum(repeats(turn.decision.action, earlier_clues(turn.state, turn.seat)) for turn in spoken)
    return {
        "leak_rate": (leaks, len(given)),
        "repeat_rate": (again, len(given)),
        "empty_rate": (len(given) - len(spoken), len(given)),
    }


def _guesses(votes: Sequence[Observed], seats: tuple[int, ...]) -> Ratios:
    asked = [vote for vote in _asked(votes) if vote.seat in seats]
    named = [[same_word(word, vote.state.word(seat)) for seat, word in _others(vote)] for vote in asked]
    return {"guess": (sum(map(any, named)), len(asked)), "guess_strict": (sum(map(all, named)), len(asked))}


def _standing(votes: Sequence[Observed], seats: tuple[int, ...], verdict: Verdict) -> Ratios:
    survived = against = possible = 0
    for state in {len(vote.state.past): vote.state for vote in votes}.values():
        cast = [vote.decision.action for vote in votes if vote.state is state]
        against += sum(target in seats for target in cast)
        possible += sum(len(state.seats) - 1 for seat in state.seats if seat in seats)
        if len(cast) == len(state.seats):
            out = eliminated(cast, state.table.ties[len(state.past)])
            survived += sum(seat in seats and seat != out for seat in state.seats)
    return {
        "win_rate": (sum(verdict.outcome.points[seat] for seat in seats), len(seats)),
        "rounds_survived": (survived, len(seats)),
        "votes_received": (against, possible),
    }


def _self_identified(votes: Sequence[Observed], undercover: int | None) -> tuple[float, float]:
    asked = [vote for vote in _asked(votes) if vote.seat == undercover]
    others_differ = [
        all(w and not same_word(w, vote.state.word(vote.seat)) for _, w in _others(vote)) for vote in asked
    ]
    return sum(others_differ), len(asked)


def _accuracy(votes: Sequence[Observed], undercover: int) -> tuple[float, float]:
    cast = [vote for vote in votes if vote.seat != undercover]
    return sum(vote.decision.action == undercover for vote in cast), len(cast)


def _asked(votes: Sequence[Observed]) -> list[Observed]:
    """Return the votes of the first round, where guesses are asked for."""
    return [vote for vote in votes if vote.state.table.guess and not vote.state.past]


def _others(vote: Observed) -> list[tuple[int, str]]:
    """Return the guess in a vote for each other player; an empty text if there is none."""
    words = {} if vote.decision.substituted else guesses(vote.replies[-1])
    return [(seat, words.get(seat, "")) for seat in vote.state.seats if seat != vote.seat]


ANALYSIS = Analysis(TITLES, _measure, _clues_of)
