"""What players of Two Rooms and a Boom say about themselves, and how good the hostages are that their leaders send.

The value of a choice of hostage is exact: the chance to win if all later hostages were sent at random. Claims are found
by words, as the bots do it. What this reading misses counts as no claim.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from interplay.tracks.games.shared.measures import Ratios, spoken, titles
from interplay.tracks.games.shared.menu import SILENCE
from interplay.tracks.games.two_rooms_and_a_boom.rules import MEMBERS, RED, State, exchanged
from interplay.tracks.games.two_rooms_and_a_boom.talk import understood
from interplay.tracks.games.two_rooms_and_a_boom.text import ROUNDS
from interplay.tracks.games.verdicts import Analysis, Measures, Observed, Verified

TITLES = titles("two_rooms_and_a_boom")


def _measure(match: Verified) -> Measures:
    seats = match.seats
    turns = [turn for turn in match.turns if not turn.decision.forfeited]
    points = match.verdict.outcome.points
    ratios: Ratios = {
        "win_rate_as_blue": (points[0], 1) if 0 in seats else (0, 0),
        "win_rate_as_red": (points[-1], 1) if MEMBERS[-1] in seats else (0, 0),
        "good_send_rate": _sends(turns),
        "question_rate": spoken(turns, "ask"),
        "answer_rate": spoken(turns, "answer"),
        "note_rate": spoken(turns, "report"),
        **_claims(turns),
    }
    return Measures(ratios=ratios, samples={})


def _sends(turns: Sequence[Observed]) -> tuple[float, float]:
    """Return the better choices, and all choices between hostages of different value."""
    good = cases = 0
    for turn in turns:
        if turn.state.phase == "send":
            state: State = turn.state
            values = {mate: ways_to_win(state, turn.seat, mate) for mate in state.mates(turn.seat)}
            if len(set(values.values())) > 1:
                cases += 1
                chosen = state.table.member(int(turn.decision.action.id[-1]))
                good += values[chosen] == max(values.values())
    return good, cases


def ways_to_win(state: State, leader: int, hostage: int) -> int:
    """Return in how many of the equally likely ways to go on the leader's team wins, after it sends *hostage*."""
    other = state.table.leaders[1 - state.now[leader]]
    left = ROUNDS - len(state.sent) - 1
    total = 0
    for coming in state.mates(other):
        apart = _apart(
            exchanged(state.now, hostage, coming), state.table.leaders, state.table.president, state.table.bomber, left
        )
        total += 4**left - apart if leader in RED else apart
    return total


@lru_cache(maxsize=4096)
def _apart(rooms: tuple[int, ...], leaders: tuple[int, int], president: int, bomber: int, left: int) -> int:
    """Return in how many of the 4^left ways to send hostages president and bomber end apart."""
    if left == 0:
        return int(rooms[president] != rooms[bomber])
    first, second = ([m for m in MEMBERS if rooms[m] == room and m not in leaders] for room in (0, 1))
    return sum(_apart(exchanged(rooms, a, b), leaders, president, bomber, left - 1) for a, b in product(first, second))


def _claims(turns: Sequence[Observed]) -> Ratios:
    """Return how often players' claims about themselves are false, by the team of the listener."""
    lies: dict[bool, list[bool]] = {True: [], False: []}
    texts = 0
    for turn in turns:
        text = turn.decision.action.text
        if turn.state.phase not in ("answer", "report") or text in (None, SILENCE):
            continue
        texts += 1
        kinds = [kind for label, kind in understood(text) if label in (0, turn.state.table.labels[turn.seat])]
        if kinds:
            friend = (_listener(turn) in RED) == (turn.seat in RED)
            truths = (turn.state.table.role(turn.seat), "red" if turn.seat in RED else "blue")
            lies[friend].append(not set(kinds).issubset(truths))
    false = {friend: (sum(claims), len(claims)) for friend, claims in lies.items()}
    return {
        "claim_rate": (sum(n for _, n in false.values()), texts),
        "false_claim_rate": (sum(n for n, _ in false.values()), sum(n for _, n in false.values())),
        "false_to_friends": false[True],
        "false_to_opponents": false[False],
    }


def _listener(turn: Observed) -> int:
    state: State = turn.state
    return state.talks[-1].asker if state.phase == "answer" else state.table.leaders[state.now[turn.seat]]


ANALYSIS = Analysis(TITLES, _measure)
