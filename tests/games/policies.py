"""Uninformed players, stubborn ones and honest ones, to see what the score of a game rewards.

A policy is a function of where the match stands and returns the reply. ``scored`` gives what it scores on the scale of
the best uninformed bot (0) and the strong bot (100), as a release has it: by side, on the same setups.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from statistics import fmean

from msgspec.structs import replace

from interplay.core.driver import SYSTEM, Ask
from interplay.tracks.games import catalogue
from interplay.tracks.games.bargain.instances import Triple, rest
from interplay.tracks.games.bargain.rules import DEAL, TURNS, Action
from interplay.tracks.games.bargain.view import View, view
from interplay.tracks.games.bid.rules import dollars
from interplay.tracks.games.bots import BOTS, bots_of, opponents_of, player
from interplay.tracks.games.match.play import Situation
from interplay.tracks.games.records import Item
from tests.games import matches

Policy = Callable[[Situation], str]


def _listed(place: Callable[[int], int]) -> Policy:
    def reply(at: Situation) -> str:
        options = at.options()
        return options[place(len(options))].reply

    return reply


BLIND: Mapping[str, Policy] = {
    "first legal move": _listed(lambda count: 0),
    "middle legal move": _listed(lambda count: count // 2),
    "last legal move": _listed(lambda count: count - 1),
    "silence": lambda at: "",
    "gibberish": lambda at: "Colourless green ideas sleep furiously.",
}
"""Policies for any game that ignore its state."""


def _proposes(keep: Callable[[View], Triple]) -> Policy:
    return lambda at: at.game.write(at.state, at.seat, Action(keep(view(at.state, at.seat))))


def _accepts(policy: Policy, turn: int) -> Policy:
    """Return *policy*, but from *turn* on (0 to 19) it accepts what there is."""

    def reply(at: Situation) -> str:
        late = at.state.latest is not None and len(at.state.actions) >= turn
        return at.game.write(at.state, at.seat, DEAL) if late else policy(at)

    return reply


def _honest(start: int, end: int) -> Policy:
    """Return a player that asks for less from *start* to *end*, and so that it leaves what the other asks for most.

    It accepts what is worth as much as it would ask for now, and anything on the very last turn.
    """

    def reply(at: Situation) -> str:
        seen = view(at.state, at.seat)
        least = start + (end - start) * (seen.turn // 2) / (TURNS // 2 - 1)
        offered = 0 if seen.offered is None else seen.gain(seen.offered)
        if offered >= least or (offered and seen.turn == TURNS - 1):
            return at.game.write(at.state, at.seat, DEAL)
        enough = [kept for kept in seen.splits if seen.gain(kept) >= least]
        return at.game.write(at.state, at.seat, Action(max(enough, key=lambda kept: (_liked(seen, kept), kept))))

    return reply


def _liked(seen: View, kept: Triple) -> float:
    """Return how much the other gets of what it has asked for."""
    given = rest(seen.pool, kept)
    asked = [1 + sum(other[item] for other in seen.others) for item in range(3)]
    return sum(count * wish / most for count, wish, most in zip(given, asked, seen.pool, strict=True))


def _valued(seen: View) -> Triple:
    first, second, third = (count if own else 0 for count, own in zip(seen.pool, seen.values, strict=True))
    return first, second, third


BARGAIN: Mapping[str, Policy] = {
    "all, never a deal": _proposes(lambda seen: seen.pool),
    "all it values, never a deal": _proposes(_valued),
    "half of each, never a deal": _proposes(lambda seen: (seen.pool[0] // 2, -(-seen.pool[1] // 2), seen.pool[2] // 2)),
    "a deal at once": _accepts(_proposes(_valued), 0),
    "all, a deal at the end": _accepts(_proposes(lambda seen: seen.pool), TURNS - 2),
    "all it values, a deal at the end": _accepts(_proposes(_valued), TURNS - 2),
    "honest and fair, 9 down to 6": _honest(9, 6),
    "honest and hard, 10 down to 7": _honest(10, 7),
}


def _bids(amount: Callable[[int], int]) -> Policy:
    return lambda at: at.game.write(at.state, at.seat, amount(at.state.values[at.seat]))


BID: Mapping[str, Policy] = {
    **{f"always {dollars(cents)}": _bids(lambda _, cents=cents: cents) for cents in (0, 108, 200, 300, 500)},  # type: ignore[misc]
    **{f"{share}%": _bids(lambda value, share=share: value * share // 100) for share in (25, 40, 50, 60, 90)},  # type: ignore[misc]
    "the value": _bids(lambda value: value),
    "a cent below the value": _bids(lambda value: value - 1),
}
GAMES: Mapping[str, Mapping[str, Policy]] = {
    "bargain": {**BLIND, **BARGAIN},
    "bid": {**BLIND, **BID},
    "hanabi": BLIND,
}


def items(game: str, opponent: str, seeds: Sequence[str]) -> list[list[Item]]:
    """Return for each seed the matches of the system on each side against the bot of strength *opponent*."""
    rules, bot = catalogue.load(game), opponents_of(game, opponent)[0]
    found = []
    for seed in seeds:
        sides = rules.sides(rules.deal(seed, {}, "strict"))
        found.append(
            [
                replace(
                    matches.item(game, _seated(rules.seats, seats, f"bot:{bot.name}@{bot.version}"), seed), side=side
                )
                for side, seats in sides
            ]
        )
    return found


def _seated(count: int, seats: Sequence[int], other: str) -> tuple[str, ...]:
    return tuple(SYSTEM if seat in seats else other for seat in range(count))


def worth(item: Item, policy: Policy | str) -> tuple[float, bool]:
    """Return what a match is worth to a policy or the bot of a strength, and whether the referee took much of it over.

    Much is more than a tenth of its decisions.
    """

    def reply(ask: Ask) -> str:
        if isinstance(policy, str):
            bot = catalogue.bots_of(item.game).get(policy)
            return (player(lambda _: bot) if bot else BOTS[policy])(ask)
        assert isinstance(ask.situation, Situation)
        return policy(ask.situation)

    seats = [seat for seat, name in enumerate(item.players) if name == SYSTEM]
    match = matches.verified(item, matches.play(item, reply), seats)
    counts = [match.verdict.seats[seat] for seat in seats]
    taken = 10 * sum(one.substituted for one in counts) > sum(one.decisions for one in counts)
    return catalogue.load(item.game).worth(match), taken


@cache
def zero_of(game: str, opponent: str, seeds: tuple[str, ...]) -> str:
    """Return the best of the game's uninformed bots, the random one among them."""
    played = [item for sides in items(game, opponent, seeds) for item in sides]
    return max(
        (bot.name for bot in bots_of(game, "random")), key=lambda name: fmean(worth(item, name)[0] for item in played)
    )


@cache
def anchors(game: str, opponent: str, seeds: tuple[str, ...]) -> tuple[tuple[float, float], ...]:
    """Return for each side what the best uninformed bot and the strong bot get."""
    zero = zero_of(game, opponent, seeds)
    sides = list(zip(*items(game, opponent, seeds), strict=True))
    return tuple(
        (fmean(worth(item, zero)[0] for item in side), fmean(worth(item, "strong")[0] for item in side))
        for side in sides
    )


def scored(game: str, opponent: str, seeds: tuple[str, ...], policy: Policy | str) -> tuple[list[float], float]:
    """Return the score of each setup, the mean over its sides, and the mean worth of a match."""
    scale = anchors(game, opponent, seeds)
    scores, values = [], []
    for sides in items(game, opponent, seeds):
        found = []
        for item, (zero, hundred) in zip(sides, scale, strict=True):
            value, taken = worth(item, policy)
            values.append(value)
            found.append(100 * ((min(0.0, zero) if taken else value) - zero) / (hundred - zero))
        scores.append(fmean(found))
    return scores, fmean(values)
