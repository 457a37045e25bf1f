"""The common plan of both seats of the strong bot of small Hanabi, and the conclusions from every action."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from interplay.tracks.games.hanabi.odds import TOTAL, critical, dead, remaining
from interplay.tracks.games.hanabi.rules import GAME
from interplay.tracks.games.hanabi.table import HAND, HINT, HINT_RANK, NAMED, PLAY, TOKENS, Cards, State, opening

Weighted = Sequence[tuple[Cards, int]]
"""Hands with the number of ways to deal them."""
Hands = tuple[tuple[Cards, ...], tuple[Cards, ...]]
Values = tuple[int, int, int, int]
"""The value of each answer to a hint: to discard position 0 or 1, to play position 0 or 1 (actions 0 to 3)."""
HANDS: tuple[Cards, ...] = tuple((x, y) for x in range(10) for y in range(10) if x != y or TOTAL[x] > 1)
"""All hands of two cards that the deck allows."""
FITS, MISFIT, DEAD, SPARE, CRITICAL, TOKEN = 100, -300, 45, 10, -100, 30
"""Values, in hundredths of a point, of playing a card that fits or not, of discarding one, and of a hint token."""
SWEEPS = 3
"""How often the meanings of all hints are improved in turn."""


class Plan(Struct, frozen=True):
    """What the seat to move does for every hand that its partner may hold.

    ``hands`` are those that each seat may hold, ``copies`` those of each card that neither is built nor discarded.
    ``fits`` and ``misfits`` are, for each position, the hands that the seat may hold in which that card fits, or does
    not; ``theirs`` are the hands that the partner may hold; all by common knowledge. ``discard`` is the position the
    seat would discard, with the value ``spared``; ``default`` is the partner's answer without a hint; ``meanings`` has
    the answer that each hint asks for, by the signs of the hint (see ``_signs``).
    """

    state: State
    hands: Hands
    copies: Sequence[int]
    fits: Sequence[Sequence[Cards]]
    misfits: Sequence[Sequence[Cards]]
    theirs: Weighted
    play: Sequence[int]
    drop: Sequence[int]
    discard: int
    spared: float
    default: int
    meanings: Mapping[int, int]


@lru_cache(maxsize=1024)
def plan_of(deck: Cards, history: tuple[int, ...]) -> Plan:
    """Return the plan after *history*; it reads only those cards of the deck that both seats have seen."""
    if not history:
        return _plan(opening(deck), (HANDS, HANDS))
    before = plan_of(deck, history[:-1])
    seat, action = before.state.seat, history[-1]
    after = GAME.apply(before.state, {seat: action})
    mine = before.hands[seat]
    if action < HINT:
        mine = _drawn(mine, after.known[seat], action % PLAY, after.last)
    theirs = _understood(before, action, after.known[1 - seat])
    return _plan(after, (mine, theirs) if seat == 0 else (theirs, mine))


def _drawn(hands: Iterable[Cards], known: Cards, position: int, card: int) -> tuple[Cards, ...]:
    """Return the hands after *card* left *position* and any card came."""
    kept = {hand[1 - position] for hand in hands if hand[position] == card}
    return tuple(hand for hand in HANDS if hand[0] in kept) or _literal(known)


def _understood(plan: Plan, action: int, known: Cards) -> tuple[Cards, ...]:
    """Return the partner's hands for which the plan was *action*; if there are none, all that fit the hints."""
    if len(known) < HAND:
        return HANDS
    literal = _literal(known)
    before = {hand for hand, _ in plan.theirs}
    return tuple(hand for hand in literal if hand in before and planned_action(plan, hand) == action) or literal


def _literal(known: Cards) -> tuple[Cards, ...]:
    """Return the hands that fit the hints; a seat with one card left has no turn left to use them."""
    return tuple(hand for hand in HANDS if all(k >> card & 1 for card, k in zip(hand, known, strict=False)))


def _plan(state: State, hands: Hands) -> Plan:
    copies = remaining(state)
    play, drop = _card_values(state)
    mine, others = (
        _weighted(hands[seat], copies) or _weighted(_literal(state.known[seat]), copies)
        for seat in (state.seat, 1 - state.seat)
    )
    total = max(1, sum(weight for _, weight in mine))
    spared = [sum(weight * drop[hand[at]] for hand, weight in mine) / total for at in range(HAND)]
    discard = 0 if spared[0] >= spared[1] else 1
    cases = [(hand, weight, _hand_values(play, drop, hand)) for hand, weight in others]
    default = _best_answer([(weight, values) for _, weight, values in cases])
    unhinted = spared[discard] + TOKEN if state.tokens < TOKENS else None
    fits, misfits = (
        [[hand for hand, _ in mine if (state.playable >> hand[at] & 1) == fit] for at in range(HAND)] for fit in (1, 0)
    )
    return Plan(
        state=state,
        hands=hands,
        copies=copies,
        fits=fits,
        misfits=misfits,
        theirs=others,
        play=play,
        drop=drop,
        discard=discard,
        spared=spared[discard],
        default=default,
        meanings=_meanings(cases, default, unhinted) if state.tokens else {},
    )


def _card_values(state: State) -> tuple[list[int], list[int]]:
    """Return the values of playing and of discarding each card; lower ranks, which others wait for, count more."""
    gone, last = dead(state), critical(state)
    play, drop = [], []
    for card in range(10):
        low = 4 - card % 5
        fits = state.playable >> card & 1
        play.append(FITS + 2 * low if fits else MISFIT)
        kept = CRITICAL - 10 * low if last >> card & 1 else 0 if fits else SPARE
        drop.append(DEAD if gone >> card & 1 else kept)
    return play, drop


def _hand_values(play: Sequence[int], drop: Sequence[int], hand: Cards) -> Values:
    return drop[hand[0]], drop[hand[1]], play[hand[0]], play[hand[1]]


def _best_answer(cases: Iterable[tuple[int, Values]]) -> int:
    sums = [0, 0, 0, 0]
    for weight, values in cases:
        for answer in range(4):
            sums[answer] += weight * values[answer]
    return sums.index(max(sums))


def _meanings(cases: Sequence[tuple[Cards, int, Values]], default: int, unhinted: float | None) -> Mapping[int, int]:
    """Return the answer that each hint asks for: start from the best answer over all hands, then improve in turn.

    *unhinted* is the value of discarding, added to the partner's *default* answer; ``None`` if not allowed.
    """
    members: defaultdict[int, list[tuple[Cards, int, Values]]] = defaultdict(list)
    for case in cases:
        for _, sign in _SIGNS[case[0]]:
            members[sign].append(case)
    meanings = {sign: _best_answer([case[1:] for case in members[sign]]) for sign in sorted(members)}
    for _ in range(SWEEPS):
        for sign in meanings:
            gains = [0.0, 0.0, 0.0, 0.0]
            for hand, weight, values in members[sign]:
                others = [values[meanings[rival]] for _, rival in _SIGNS[hand] if rival != sign]
                instead: float = max(others, default=MISFIT)
                if unhinted is not None:
                    instead = max(instead, unhinted + values[default])
                for answer in range(4):
                    gains[answer] += weight * max(instead, values[answer])
            if gains[meanings[sign]] < max(gains):
                meanings[sign] = gains.index(max(gains))
    return meanings


def planned_action(plan: Plan, hand: Cards) -> int:
    """Return the action for a partner that holds *hand*."""
    for position in range(HAND):
        if _certain(plan, hand, position):
            return PLAY + position
    state = plan.state
    if len(hand) < HAND:  # the partner has no turn left, so that nothing but a certain play would count
        return plan.discard if state.tokens < TOKENS else HINT + hand[0] // 5
    values = _hand_values(plan.play, plan.drop, hand)
    options = [(plan.spared + values[plan.default] + TOKEN, -plan.discard)] if state.tokens < TOKENS else []
    if state.tokens:
        options += [(values[plan.meanings.get(sign, plan.default)], -action) for action, sign in _SIGNS[hand]]
    return -max(options)[1]


def _certain(plan: Plan, hand: Cards, position: int) -> bool:
    """Return whether the card at *position* fits in every hand that the seat may hold beside *hand*."""
    copies = list(plan.copies)
    for card in hand:
        copies[card] -= 1
    return not _possible(plan.misfits[position], copies) and _possible(plan.fits[position], copies)


def _possible(hands: Iterable[Cards], copies: Sequence[int]) -> bool:
    return any(copies[x] > 0 and copies[y] > (x == y) for x, y in hands)


def _weighted(hands: Iterable[Cards], copies: Sequence[int]) -> Weighted:
    weighted = [((x, y), copies[x] * (copies[y] - (x == y))) for x, y in hands]
    return [(hand, weight) for hand, weight in weighted if weight > 0]


def _signs(hand: Cards) -> tuple[tuple[int, int], ...]:
    """Return the hints about *hand*, each with its visible sign: the hint and the positions it points at."""
    hints = sorted({HINT + card // 5 for card in hand} | {HINT_RANK + card % 5 for card in hand})
    named = [(hint, NAMED[hint - HINT]) for hint in hints]
    return tuple((hint, 4 * hint + 2 * (cards >> hand[1] & 1) + (cards >> hand[0] & 1)) for hint, cards in named)


_SIGNS = {hand: _signs(hand) for hand in HANDS}
